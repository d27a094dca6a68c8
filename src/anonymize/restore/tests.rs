//! The rules of restoring, one by one.

use proptest::prelude::*;

use super::*;
use crate::{
    anonymize::{Original, Substitute, Surrogates},
    keys::Keyring,
};
use masquerade_detect::text::{Splice, Unit};

fn is_label(name: &str) -> bool {
    matches!(name, "PERSON" | "EMAIL_ADDRESS")
}

fn with<T>(tolerant: bool, taken: &str, max_bytes: usize, work: impl FnOnce(&Options<'_>) -> T) -> T {
    let cipher = Keyring::random().unwrap().cipher("t", "/v1");
    let taken = PlaceholderVariants::of([taken]);
    work(&Options {
        cipher: Some(&cipher),
        is_label: &is_label,
        tolerant,
        taken: &taken,
        is_restorable: None,
        max_bytes,
    })
}

fn entry<'a>(original: &'a str, replacement: &'a str) -> MapEntry<'a> {
    MapEntry { original, replacement, position: None }
}

fn at<'a>(original: &'a str, replacement: &'a str, start: usize) -> MapEntry<'a> {
    let end = start + original.chars().count();
    MapEntry {
        position: Some(Position { text_index: 0, start, end, text_length: None }),
        ..entry(original, replacement)
    }
}

fn matched(text: &str, map: &[MapEntry<'_>]) -> String {
    with(false, "", 1000, |options| {
        by_map(&[text], map, Unit::Codepoint, options).unwrap().texts[0].clone().into_owned()
    })
}

fn tolerated(text: &str, taken: &str) -> String {
    let map = [entry("Ada", "[PERSON_1]"), entry("ada@b.c", "[EMAIL_ADDRESS_1]")];
    with(true, taken, 1000, |options| {
        by_map(&[text], &map, Unit::Codepoint, options).unwrap().texts[0].clone().into_owned()
    })
}

#[test]
fn matches_the_longest_at_each_place_once() {
    let map =
        [entry("[PERSON_2]", "[PERSON_1]"), entry("x", "[PERSON_2]"), entry("Ann", "Eve"), entry("Ann Bo", "Eve Li")];
    assert_eq!(matched("[PERSON_1][PERSON_2] Eve Li, Eve Lid, Steve", &map), "[PERSON_2]x Ann Bo, Ann Lid, Steve");
    // A longer name may hold a placeholder's form, or stand within one that means nothing.
    assert_eq!(matched("see [PERSON_1] Jr", &[entry("a", "[PERSON_1]"), entry("b", "[PERSON_1] Jr")]), "see b");
    assert_eq!(matched("see [PERSON_1]", &[entry("a", "PERSON_1")]), "see [a]");
}

#[test]
fn what_several_originals_share_stays() {
    let map = [entry("Ada", "[PERSON_1]"), entry("Bob", "[PERSON_1]"), entry("Ada", "Eve"), entry("Ada", "Eve")];
    assert_eq!(matched("[PERSON_1] Eve Eve", &map), "[PERSON_1] Ada Ada");
    assert_eq!(matched("a *** b", &[entry("Ada", "***")]), "a Ada b");
    assert_eq!(matched("*** ***", &[entry("Ada", "***")]), "*** ***");
    assert_eq!(matched("***", &[entry("Ada", "***"), entry("Bob", "***")]), "***");
    assert_eq!(matched("a", &[entry("Ada", "")]), "a");
}

#[test]
fn positions_decide_where_they_hold_and_only_there() {
    let map = [at("Ada", "***", 0), at("Bob", "***", 4), at("😀x", "", 8), at("Eve", "[PERSON_1]", 10)];
    assert_eq!(matched("*** *** [PERSON_1]", &map), "Ada Bob 😀xEve");
    // Moved by one character; one more that would be restored; out of the text.
    assert_eq!(matched("! *** *** [PERSON_1]", &map), "! *** *** Eve");
    assert_eq!(matched("*** *** [PERSON_1] [PERSON_1]", &map), "*** *** Eve Eve");
    assert_eq!(matched("***", &map), "***");
    // A mask elsewhere is no obstacle, nor is a text that was kept.
    assert_eq!(matched("*** *** [PERSON_1] ***", &map), "Ada Bob 😀xEve ***");
    assert_eq!(matched("Ada *** Ada", &[at("Ada", "Ada", 0), at("Bob", "***", 4)]), "Ada Bob Ada");
}

#[test]
fn removed_texts_need_the_whole_length_where_it_is_known() {
    let mut removed = at("Ada ", "", 0);
    if let Some(position) = &mut removed.position {
        position.text_length = Some(7);
    }
    assert_eq!(matched("Bob", &[removed]), "Ada Bob");
    assert_eq!(matched("Bobby", &[removed]), "Bobby");
    assert_eq!(matched("Bobby", &[at("Ada ", "", 0)]), "Ada Bobby");
    assert_eq!(matched("Bob", &[at("Ada ", "", 9)]), "Bob");
}

#[test]
fn counts_what_nothing_resolves() {
    let text = "[PERSON_7] [PERSON_8] [PERSON_7] [NOTE_1] [person_7] [PERSON_1]";
    let restored = with(false, "", 1000, |options| {
        let texts = [text];
        let RestoredTexts { restored, unresolved_count, unresolved, .. } =
            by_map(&texts, &[entry("Ada", "[PERSON_1]")], Unit::Byte, options).unwrap();
        (restored, unresolved_count, unresolved)
    });
    assert_eq!(restored, (1, 3, vec!["[PERSON_7]".to_owned(), "[PERSON_8]".to_owned()]));
    let by_position = with(false, "", 1000, |options| {
        by_map(&["[PERSON_1] [PERSON_9]"], &[at("Ada", "[PERSON_1]", 0)], Unit::Byte, options).unwrap().unresolved
    });
    assert_eq!(by_position, ["[PERSON_9]"]);
    let behind_removed = with(false, "", 1000, |options| {
        by_map(&["[PERSON_9] "], &[at("Ada", "", 0)], Unit::Byte, options).unwrap().unresolved
    });
    assert_eq!(behind_removed, ["[PERSON_9]"]);
}

#[test]
fn tolerates_words_of_surrogates_that_tell_whom_they_mean() {
    let map = [
        at("Jane Roe", "Wanda Douglas", 0),
        entry("John Roe", "Werner Douglas"),
        entry("Ann Lee", "Werner Turner"),
        entry("Bob Lee", "Robert Lee"),
    ];
    let restored = |tolerant, text| {
        with(tolerant, "", 1000, |options| {
            by_map(&[text], &map, Unit::Codepoint, options).unwrap().texts[0].clone().into_owned()
        })
    };
    let text = "Wanda’s, Douglas, Werner, Robert Lee, Lee, Wanda Douglas, Wandas";
    // `Werner` stands for two.
    assert_eq!(restored(true, text), "Jane’s, Roe, Werner, Bob Lee, Lee, Jane Roe, Wandas");
    assert_eq!(restored(false, text), "Wanda’s, Douglas, Werner, Bob Lee, Lee, Jane Roe, Wandas");
}

#[test]
fn tolerates_what_models_do_to_names_of_this_map() {
    for (text, expected) in [
        ("[person_1] and [EMAIL ADDRESS 1]", "Ada and ada@b.c"),
        (r"\[PERSON\_1\], %5BPERSON_1%5D", "Ada, Ada"),
        ("**[PERSON_1]** **PERSON_1** `EMAIL_ADDRESS_1`", "**Ada** **Ada** `ada@b.c`"),
        ("[PERSON_1 said; PERSON_1]", "Ada said; Ada"),
        ("[PERSON_2], person_2], PERSON_1, [PERSON_11", "[PERSON_2], person_2], PERSON_1, [PERSON_11"),
        ("[[person_1]]", "[Ada]"),
    ] {
        assert_eq!(tolerated(text, ""), expected);
    }
    assert_eq!(tolerated("`PERSON_1` [PERSON_1] `email_address_1`", "let PERSON_1"), "`PERSON_1` Ada `ada@b.c`");
}

#[test]
fn sealed_texts_are_opened_beside_any_map() {
    with(false, "", 1000, |options| {
        let token = options.cipher.unwrap().seal("PERSON", "Ada");
        let text = format!("[PERSON:{token}] [EMAIL_ADDRESS:{token}] [PERSON_1]");
        let texts = [text.as_str()];
        let restored = by_map(&texts, &[entry("Bob", "[PERSON_1]")], Unit::Byte, options).unwrap();
        assert_eq!(restored.texts[0], format!("Ada [EMAIL_ADDRESS:{token}] Bob"));
        assert_eq!((restored.restored, restored.unresolved_count), (2, 1));
    });
}

#[test]
fn a_scan_asks_for_each_name_once() {
    let live = Surrogates::new(&["Eve Li".into(), "Zoe".into()] as &[Substitute]);
    with(false, "", 1000, |options| {
        let token = options.cipher.unwrap().seal("PERSON", "Ada");
        let text = format!("Eve Li [PERSON_1] Eve Li [PERSON_1] [PERSON:{token}] Zoey");
        let texts = [text.as_str(), "plain"];
        let scan = Scan::new(&texts, &live, options);
        assert_eq!(scan.substitutes(), ["Eve Li", "[PERSON_1]"]);
        let restored = scan.resolve(options, |name| (name == "Eve Li").then_some("Bob")).unwrap();
        assert_eq!(restored.texts[0], "Bob [PERSON_1] Bob [PERSON_1] Ada Zoey");
        assert!(matches!(restored.texts[1], Cow::Borrowed("plain")));
        assert_eq!((restored.restored, restored.unresolved_count), (3, 2));
    });
}

#[test]
fn texts_that_would_grow_beyond_all_bounds_are_refused() {
    let (long, text) = ("x".repeat(100), "a ".repeat(100));
    with(false, "", 2000, |options| {
        let refused = by_map(&[text.as_str()], &[entry(&long, "a")], Unit::Byte, options);
        assert_eq!(refused.map(|restored| restored.restored), Err(TooLong));
    });
}

#[test]
fn hostile_maps_take_time_in_proportion() {
    // Prefixes of each other, in a text where none of them ends at a boundary: every pair tried
    // would be ten thousand million steps.
    let long = "-aa".repeat(3000);
    let nested: Vec<_> = (1..600).map(|n| entry("x", &long[..n * 3 - 1])).collect();
    let text = "-aa".repeat(100_000);
    let many: Vec<String> = (0..100_000).map(|n| format!("[PERSON_{n}]")).collect();
    let many: Vec<_> = many.iter().map(|name| entry("x", name)).collect();
    // Every name but a few is the beginning of others.
    let words: Vec<String> = (0..50_000).map(|n| format!("w{n}")).collect();
    let joined = words.join(" ");
    let words: Vec<_> = words.iter().map(|name| entry("x", name)).collect();
    with(true, "", 1 << 24, |options| {
        for map in [&nested, &many] {
            assert!(by_map(&[&text], map, Unit::Codepoint, options).is_ok());
        }
        let texts = [joined.as_str()];
        assert_eq!(by_map(&texts, &words, Unit::Codepoint, options).unwrap().restored, 50_000);
    });
}

/// Pieces of texts: substitutes of the map, brackets, markup and words in the spellings of models.
const PIECES: &[&str] = &[
    "[PERSON_1]",
    "[PERSON_12]",
    "[PERSON_9f86d081884c7d65]",
    "[PERSON:abcdefghijklmnop_QRST-uv]",
    "Eve Miller",
    "日本",
    "[PERSON_2]",
    "PERSON_1",
    "person",
    "EMAIL",
    "_",
    "\\_",
    " ",
    "1",
    "2",
    "said",
    "Eve",
    "s",
    "é",
    "\u{301}",
    "-",
    "\n",
    "\\",
    "C:\\Users\\",
];
const OPENINGS: &[&str] =
    &["[", "\\[", "&#91;", "&#X5B;", "&lsqb;", "%5B", "［", "【", "[ ", "[**", "**", "`", "", "["];
const CLOSINGS: &[&str] =
    &["]", "\\]", "&#93;", "&#x5D;", "&rbrack;", "%5d", "］", "】", " ]", "**]", "**", "`", "", " said"];
const LABELS: &[&str] =
    &["PERSON", "person", "Person", "EMAIL_ADDRESS", "email address", "EMAIL\\_ADDRESS", "Email%5Faddress"];
const SEPARATORS: &[&str] = &["_", "\\_", " ", "  ", " _", "&lowbar;", "%5f", ":", "%3A", ""];
const MARKS: &[&str] = &["1", "2", "12", "9f86d081884c7d65", "9F86D081884C7D65", "abcdefghijklmnop_QRST-uv", "1 2"];

/// A piece, or a variant put together at random.
fn piece() -> impl Strategy<Value = String> {
    let pick = |list: &'static [&'static str]| proptest::sample::select(list);
    let parts = [OPENINGS, LABELS, SEPARATORS, MARKS, CLOSINGS].map(pick);
    prop_oneof![pick(PIECES).prop_map(str::to_owned), parts.prop_map(|parts| parts.concat())]
}

/// The map of the property below, as both ways of restoring take it.
const MAP: &[(&str, &str)] = &[
    ("[PERSON_1]", "Ada"),
    ("[PERSON_12]", "[PERSON_1]"),
    ("[EMAIL_ADDRESS_1]", "a@b.example"),
    ("[PERSON_9f86d081884c7d65]", "Grace"),
    ("[PERSON:abcdefghijklmnop_QRST-uv]", "Sealed"),
    ("Eve Miller", "Zoe"),
    ("日本", "中国"),
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn whole_texts_and_texts_in_chunks_are_restored_alike(
        pieces in proptest::collection::vec(piece(), 1..8),
        cuts in proptest::collection::vec(1..9_usize, 1..6),
        tolerant in proptest::bool::weighted(0.8),
        taken in proptest::sample::select(&["", "let person_1 = 2;", "EMAIL_ADDRESS_1 PERSON 12"][..]),
    ) {
        let text = pieces.concat();
        let taken = PlaceholderVariants::of([taken]);
        let options = Options { cipher: None, is_label: &|_| true, tolerant, taken: &taken, is_restorable: None, max_bytes: 1 << 20 };
        let map: Vec<_> = MAP.iter().map(|(replacement, original)| entry(original, replacement)).collect();
        let whole = by_map(&[&text], &map, Unit::Byte, &options).unwrap();

        let entries = MAP.iter().map(|(substitute, original)| ((*substitute).into(), Original::new(original)));
        let table = RestoreTable::new(entries, tolerant, &taken, Default::default(), usize::MAX);
        let (mut restorer, mut restorations, mut at) = (Restorer::default(), Vec::new(), 0);
        for cut in cuts.iter().cycle() {
            let end = (at + cut..=text.len()).find(|end| text.is_char_boundary(*end)).unwrap_or(text.len());
            restorer.push(&table, &text[at..end], end == text.len(), &mut restorations);
            at = end;
            if at == text.len() {
                break;
            }
        }
        let mut splice = Splice::new(&text);
        for restoration in &restorations {
            let range = restoration.range.start as usize..restoration.range.end as usize;
            splice.replace(range, table.original(restoration));
        }
        prop_assert_eq!(&splice.finish(), &whole.texts[0], "{:?}", text);
    }
}
