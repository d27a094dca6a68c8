//! The restoring of a streamed text: pieces of any length give what the whole text gives, links of any shape in it.

#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use masquerade::anonymize::{
    Original,
    restore::{Hosts, PlaceholderVariants, Restoration, RestoreTable, Restorer},
};

/// Substitutes with their originals: placeholders, surrogates, and a URL.
const TABLE: [(&str, &str); 6] = [
    ("[PERSON_1]", "Ada Byron"),
    ("[EMAIL_ADDRESS_1]", "ada@example.com"),
    ("[URL_1]", "https://intra.corp/a"),
    ("[PERSON_9f86d081884c7d65]", "Grace"),
    ("Eve Miller", "Ada Byron"),
    ("Eve", "Ada"),
];

/// A text of the request, whose URLs are known.
const KNOWN: &str = "see https://intra.corp/u/[EMAIL_ADDRESS_1]. and [PERSON_1].corp.org";

fuzz_target!(|data: &[u8]| {
    let [flags, piece, rest @ ..] = data else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let hosts = Arc::new(Hosts::new(["good.example", "*.corp.example"]).expect("hosts"));
    let entries = TABLE.map(|(substitute, original)| (substitute.into(), Original::new(original)));
    let room = if flags & 2 == 0 { usize::MAX } else { 40 };
    let mut table = RestoreTable::new(entries, flags & 1 == 0, &PlaceholderVariants::of([]), hosts, room);
    let place = |name: &str| KNOWN.find(name).map(|at| at..at + name.len()).expect("it stands there");
    table.trust([(KNOWN, &[place("[EMAIL_ADDRESS_1]"), place("[PERSON_1]")][..])]);
    if room == usize::MAX {
        let whole = restorations(&table, text, text.len().max(1));
        let pieces = restorations(&table, text, 1 + usize::from(*piece));
        assert_eq!(whole, pieces, "pieces matter");
    } else {
        let put: usize = restorations(&table, text, 1 + usize::from(*piece))
            .iter()
            .map(|restoration| table.original(restoration).len())
            .sum();
        assert!(put <= room, "more was put in than there was room");
    }
});

/// The restorations in `text`, fed in pieces of about `size` bytes.
fn restorations(table: &RestoreTable, text: &str, size: usize) -> Vec<Restoration> {
    let (mut restorer, mut all, mut at) = (Restorer::default(), Vec::new(), 0);
    while at < text.len() {
        let end = text.ceil_char_boundary((at + size).min(text.len()));
        let decided = restorer.push(table, &text[at..end], false, &mut all);
        assert!(decided as usize <= end);
        at = end;
    }
    assert_eq!(restorer.push(table, "", true, &mut all) as usize, text.len());
    assert!(all.is_sorted_by_key(|restoration| restoration.range.start));
    all
}
