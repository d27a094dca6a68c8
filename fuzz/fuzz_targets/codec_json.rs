//! The JSON scanner: accepts what `serde_json` accepts, and edits touch nothing but their strings.

#![no_main]

use libfuzzer_sys::fuzz_target;
use masquerade::codec::{
    CodecError,
    syntax::{
        self, Edit,
        json::{Scanner, Token},
        splice,
    },
};
use serde::{Deserialize, de::IgnoredAny};

/// Documents in strings are followed so far down.
const LEVELS: usize = 3;

fuzz_target!(|data: &[u8]| {
    let Ok(doc) = syntax::text(data) else { return };
    let mut theirs = serde_json::Deserializer::from_str(doc);
    let ours = edits(doc, LEVELS);
    // They skip values without recursion, and so without a limit.
    if !matches!(ours, Err(CodecError::TooDeep { .. })) {
        let is_document = IgnoredAny::deserialize(&mut theirs).and_then(|_| theirs.end()).is_ok();
        assert_eq!(ours.is_ok(), is_document);
    }
    let Ok(edits) = ours else { return };
    let mut same = Vec::new();
    splice(data, &[], &mut same).expect("no edits are in order");
    assert_eq!(same, data);
    let mut changed = Vec::new();
    splice(data, &edits, &mut changed).expect("the edits are in order");
    let changed = syntax::text(&changed).expect("text put into text");
    assert_eq!(count(changed), count(doc), "an edit has left its string");
});

/// Replaces each text by a quote and a backslash, documents in strings first.
fn edits(doc: &str, levels: usize) -> Result<Vec<Edit>, CodecError> {
    let mut scanner = Scanner::new(doc);
    let mut edits = Vec::new();
    while let Some(token) = scanner.next_token()? {
        let (Token::String(string) | Token::Name(string)) = token else { continue };
        for segment in string.segments(doc) {
            match (levels > 0).then(|| self::edits(segment.text(), levels - 1)) {
                Some(Ok(inner)) if !inner.is_empty() => segment.lift(&inner, &mut edits).expect("they fit the text"),
                _ => edits.extend(segment.edit(0..segment.text().len(), "\"\\")),
            }
        }
    }
    Ok(edits)
}

fn count(doc: &str) -> usize {
    let mut scanner = Scanner::new(doc);
    let mut tokens = 0;
    while scanner.next_token().expect("still a document").is_some() {
        tokens += 1;
    }
    tokens
}
