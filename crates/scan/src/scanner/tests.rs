//! The scanner against plain searches, with and without each of its accelerators, and with damaged tables.

use std::{ops::Range, panic::AssertUnwindSafe, sync::LazyLock};

use masquerade_text::is_value_edge;
use proptest::prelude::*;
use regex_automata::meta;

use super::*;
use crate::{MAX_MATCH_LEN, Verdict};

fn scanner(words: &[&str], bytes: &[u8], anywhere: &[&str]) -> Scanner {
    let words = words.iter().map(|regex| Pattern::Word(regex.to_string().into()));
    let bytes = bytes.iter().map(|&byte| Pattern::Byte(byte));
    let anywhere = anywhere.iter().map(|regex| Pattern::Anywhere(regex.to_string().into()));
    Scanner::new(&words.chain(bytes).chain(anywhere).collect::<Vec<_>>()).unwrap()
}

/// All matches, each accepted, by pattern and range.
fn matches(scanner: &Scanner, text: &str, scratch: &mut Scratch) -> Vec<(usize, Range<usize>)> {
    let mut matches = Vec::new();
    scanner.scan(text, scratch, |pattern: usize, range: Range<usize>| {
        matches.push((pattern, range.clone()));
        Verdict::ResumeAt(range.end)
    });
    matches
}

/// The patterns and texts of all matches, ascending.
fn found<'t>(scanner: &Scanner, text: &'t str) -> Vec<(usize, &'t str)> {
    let matches = matches(scanner, text, &mut Scratch::default());
    let mut found: Vec<_> = matches.into_iter().map(|(pattern, range)| (pattern, &text[range])).collect();
    found.sort_unstable();
    found
}

#[test]
fn finds_the_longest_match_of_each_pattern_on_word_boundaries() {
    let scanner = scanner(&["[0-9]{2,4}", "[0-9]+-[0-9]+", "x", "ab?$"], b"@", &[]);
    for (text, expected) in [
        ("12345", vec![]),
        ("a12 12", vec![(0, "12")]),
        ("1-2", vec![(1, "1-2")]),
        ("12-34", vec![(0, "12"), (0, "34"), (1, "12-34")]),
        ("é12 12é 12", vec![(0, "12")]),
        ("日12日", vec![(0, "12")]),
        ("x@x", vec![(2, "x"), (2, "x"), (4, "@")]),
        ("xx x", vec![(2, "x")]),
        ("ab a", vec![(3, "a")]),
        ("ab", vec![(3, "ab")]),
        ("", vec![]),
    ] {
        assert_eq!(found(&scanner, text), expected, "{text:?}");
    }
}

#[test]
fn a_pattern_after_a_blank_follows_a_word() {
    let scanner = Scanner::new(&[Pattern::AfterBlank("[0-9]+".into())]).unwrap();
    for (text, expected) in [("a 12", 1), ("1 12", 0), ("12", 0), (" 12", 0), ("  12", 1), ("a-12", 0), ("a 12b", 0)] {
        assert_eq!(found(&scanner, text).len(), expected, "{text:?}");
    }
}

#[test]
fn offers_shorter_ends_until_one_is_accepted() {
    let scanner = scanner(&["[0-9]+(?: [0-9]+){0,3}"], b"", &[]);
    let mut offered = Vec::new();
    scanner.scan("1 2 3 4", &mut Scratch::default(), |_, range: Range<usize>| {
        offered.push(range.clone());
        if range.end <= 3 { Verdict::ResumeAt(range.end) } else { Verdict::TryShorter }
    });
    assert_eq!(offered, [0..7, 0..5, 0..3, 4..7, 4..5, 6..7]);
}

#[test]
fn skips_what_begins_or_ends_inside_a_match() {
    let scanner = scanner(&["[0-9]+(?:-[0-9]+)*", "[0-9]+-[0-9]+", "[0-9](?:-[0-9])+", "b"], b"-", &[]);
    let mut offered = Vec::new();
    scanner.scan("1-2-3 b-b", &mut Scratch::default(), |pattern, range: Range<usize>| {
        offered.push((pattern, range.clone()));
        if pattern == 2 { Verdict::SkipInside(range.end) } else { Verdict::ResumeAt(range.end) }
    });
    // A match of the same range is offered.
    assert_eq!(offered, [(2, 0..5), (0, 0..5), (3, 6..7), (4, 7..8), (3, 8..9)]);
}

#[test]
fn skips_what_begins_behind_the_start_of_a_match() {
    let scanner = scanner(&["[0-9]+(?:-[0-9]+)*", "[0-9]+-[0-9]+", "[0-9](?:-[0-9])+", "b"], b"-", &[]);
    let mut offered = Vec::new();
    scanner.scan("1-2-3 b-b", &mut Scratch::default(), |pattern, range: Range<usize>| {
        offered.push((pattern, range.clone()));
        if pattern == 2 { Verdict::SkipStarts(range.end) } else { Verdict::ResumeAt(range.start + 1) }
    });
    offered.sort_unstable_by_key(|(pattern, range)| (range.start, *pattern));
    // Shorter matches at the start are offered.
    assert_eq!(offered, [(0, 0..5), (1, 0..3), (2, 0..5), (3, 6..7), (4, 7..8), (3, 8..9)]);
}

#[test]
fn an_exclusive_match_leaves_other_automata_out() {
    let scanner = scanner(&["[0-9]+-[0-9]+", "[0-9]+(?:-[0-9]+)?", "[0-9]-[0-9a]+", "-[0-9]"], b"", &[]);
    for (is_exclusive, expected) in [(true, vec![0, 1]), (false, vec![0, 1, 2])] {
        let mut offered = Vec::new();
        scanner.scan("1-2", &mut Scratch::default(), |pattern, range: Range<usize>| {
            offered.push(pattern);
            if is_exclusive && pattern == 0 {
                Verdict::SkipInsideExclusive(range.end)
            } else {
                Verdict::SkipInside(range.end)
            }
        });
        offered.sort_unstable();
        assert_eq!(offered, expected);
    }
}

#[test]
fn unicode_is_on_only_where_the_expression_asks_for_it() {
    let count = |regex, text| found(&scanner(&[regex], b"", &[]), text).len();
    assert_eq!(count("(?i)\\bMÜLLER \\d\\b", "Herr müller 7"), 1);
    assert_eq!(count("\\p{Greek}{3}", "αβγ"), 1);
    assert_eq!(count("\\d{3}", "١٢٣"), 0);
    assert_eq!(count("a.b", "a\u{e9}b a-b"), 1);
}

#[test]
fn a_match_is_bounded() {
    let scanner = scanner(&["a(?:-a)*!"], b"", &[]);
    let text = "a-".repeat(MAX_MATCH_LEN) + "a!";
    assert_eq!(found(&scanner, &text).first().unwrap().1.len(), MAX_MATCH_LEN);
}

#[test]
fn a_scratch_believes_no_miss_of_another_scanner() {
    let (one, other) = (scanner(&["wordless"], b"", &[]), scanner(&["wordly"], b"", &[]));
    let (text, mut scratch) = ("wordly things", Scratch::default());
    assert_eq!(matches(&one, text, &mut scratch), []);
    assert_eq!(matches(&other, text, &mut scratch), [(0, 0..6)]);
}

/// Patterns that are shorter, as long and longer than the prefix of the filter, with and without look-around.
const WORDS: [&str; 7] = ["a", "-9", "9[.@]9", "9{1,2}-[a9]{2}", "@@|aa-aa", "a-$", "\\b-?9a9"];
const BYTES: [u8; 2] = *b"@.";
const ANYWHERE: [&str; 2] = ["a9a?", "é+\\."];

/// A scanner for each ablation.
static ABLATIONS: LazyLock<Vec<Scanner>> = LazyLock::new(|| {
    let ablate = |accelerators| Scanner { accelerators, ..scanner(&WORDS, &BYTES, &ANYWHERE) };
    Accelerators::ablations().map(ablate).into()
});

/// The matches of a plain search at each start, by pattern and start.
fn plain_matches(text: &str) -> Vec<(usize, Range<usize>)> {
    let boundaries: Vec<usize> = (0..=text.len()).filter(|&at| is_value_edge(text, at)).collect();
    let mut expected = Vec::new();
    for (number, pattern) in WORDS.iter().enumerate() {
        let (looks_back, alone) = pattern.strip_prefix("\\b").map_or((false, *pattern), |rest| (true, rest));
        let plain = meta::Regex::new(&format!("^(?:{alone})$")).unwrap();
        for &start in &boundaries {
            // Look-around sees the whole text, not a part of it.
            if looks_back && text[start..].starts_with('-') && !text[..start].ends_with(['9', 'a']) {
                continue;
            }
            let is_match =
                |end: usize| plain.is_match(&text[start..end]) && (!pattern.contains('$') || end == text.len());
            let ends = boundaries.iter().rev().filter(|&&end| end > start);
            expected.extend(ends.copied().find(|&end| is_match(end)).map(|end| (number, start..end)));
        }
    }
    for (number, byte) in (WORDS.len()..).zip(BYTES) {
        expected.extend(text.match_indices(char::from(byte)).map(|(at, _)| (number, at..at + 1)));
    }
    for (number, pattern) in (WORDS.len() + BYTES.len()..).zip(ANYWHERE) {
        let plain = meta::Regex::new(&format!("^(?:{pattern})")).unwrap();
        for (start, _) in text.char_indices() {
            expected.extend(plain.find(&text[start..]).map(|found| (number, start..start + found.end())));
        }
    }
    expected.sort_by_key(|(number, range)| (*number, range.start));
    expected
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn finds_what_a_plain_search_finds_with_and_without_each_accelerator(
        before in "[9a.@é日-]{0,60}", text in "[9a.@é日\u{301}-]{0,24}",
    ) {
        let expected = plain_matches(&text);
        for scanner in ABLATIONS.iter() {
            // Whatever was scanned before.
            let mut scratch = Scratch::default();
            matches(scanner, &before, &mut scratch);
            let mut found = Vec::new();
            scanner.scan(&text, &mut scratch, |number, range: Range<usize>| {
                found.push((number, range.clone()));
                Verdict::ResumeAt(range.start + 1)
            });
            found.sort_by_key(|(number, range)| (*number, range.start));
            prop_assert_eq!(&found, &expected, "{:?}", scanner.accelerators);
        }
    }

    #[test]
    fn a_scan_from_a_place_finds_what_begins_there_and_behind(
        text in "[9a.@é日 _-]{0,80}", from in any::<prop::sample::Index>(),
    ) {
        let boundaries: Vec<_> = (0..=text.len()).filter(|at| text.is_char_boundary(*at)).collect();
        let from = boundaries[from.index(boundaries.len())];
        let every = |found: &mut Vec<_>, number: usize, range: Range<usize>| {
            found.push((number, range.clone()));
            Verdict::ResumeAt(range.start + 1)
        };
        for scanner in ABLATIONS.iter() {
            let (mut scratch, mut all, mut behind) = (Scratch::default(), Vec::new(), Vec::new());
            scanner.scan(&text, &mut scratch, |number: usize, range: Range<usize>| every(&mut all, number, range));
            all.retain(|(_, range)| range.start >= from);
            let collect = |number: usize, range: Range<usize>| every(&mut behind, number, range);
            scanner.scan_from(&text, from, &mut scratch, collect);
            prop_assert_eq!(behind, all, "{:?}", scanner.accelerators);
        }
    }

    #[test]
    fn matches_come_in_the_same_order_with_and_without_each_accelerator(
        texts in prop::collection::vec("([0-9a-f]{1,12}|[9a.@é日 _-]{0,20}|Serial [A-F]){0,12}", 1..4),
    ) {
        static SCANNERS: LazyLock<Vec<Scanner>> = LazyLock::new(|| {
            let numbers = ["[0-9]{4}", "[0-9]+[-.][0-9]+", "[0-9a-f]{8,}", "[0-9]{2} ?[a-z]"];
            let words = [numbers.as_slice(), &["Serial [A-Z]", "[A-Z][a-z]+", "[a-z]+_[a-z]+"]].concat();
            let ablate = |accelerators| Scanner { accelerators, ..scanner(&words, b"@_", &["ab", "-9"]) };
            Accelerators::ablations().map(ablate).into()
        });
        let found = |scanner: &Scanner| {
            let mut scratch = Scratch::default();
            texts.iter().map(|text| matches(scanner, text, &mut scratch)).collect::<Vec<_>>()
        };
        let expected = found(&SCANNERS[0]);
        for scanner in &SCANNERS[1..] {
            prop_assert_eq!(&found(scanner), &expected, "{:?}", scanner.accelerators);
        }
    }
}

#[test]
fn an_accelerator_saves_steps() {
    let text = "2024-11-02 level=info trace=4bf92f3577b34da6 user said something; ".repeat(20);
    let steps = |accelerators| {
        let words = ["[0-9]{4}-[0-9]{4}", "[0-9a-f]{8,15}", "something[0-9]", "[a-z]{4}=[0-9]"];
        let scanner = Scanner { accelerators, ..scanner(&words, b"", &[]) };
        let mut scratch = Scratch::default();
        scanner.scan(&text, &mut scratch, |_, _: Range<usize>| Verdict::TryShorter);
        scratch.steps()
    };
    let [all, no_starts, no_prefixes, _, no_runs, none] = Accelerators::ablations().map(steps);
    // The start filter saves look-ups, not steps: inside words no automaton of whole words runs anyway.
    assert!(no_starts == all && no_prefixes > all && no_runs > all && none > no_prefixes);
}

#[test]
fn damaged_tables_panic_instead_of_finding_nothing() {
    let text = "call 555-0123 or bob@example.com";
    let intact = || scanner(&["[0-9]{3}-[0-9]{4}"], b"@", &[]);
    assert_eq!(found(&intact(), text), [(0, "555-0123"), (1, "@")]);
    type Damage = fn(&mut Scanner);
    let damages: [(&str, Damage); 7] = [
        ("no automata", |scanner| scanner.dfas.clear()),
        ("no automaton of a group", |scanner| scanner.dfa_of_group = [NO_DFA; 16]),
        ("half of the transitions", |scanner| scanner.dfas[0].truncate_transitions()),
        ("no patterns of matching states", |scanner| scanner.dfas[0].truncate_matches()),
        ("no ranges of matching states", |scanner| scanner.dfas[0].truncate_match_ranges()),
        ("no patterns of a byte", |scanner| scanner.byte_patterns[usize::from(b'@')].clear()),
        ("fewer patterns than numbers", |scanner| scanner.pattern_count = 0),
    ];
    for (name, damage) in damages {
        let mut scanner = intact();
        damage(&mut scanner);
        let scan = AssertUnwindSafe(|| matches(&scanner, text, &mut Scratch::default()));
        assert!(std::panic::catch_unwind(scan).is_err(), "{name}");
    }
}

/// A cache in memory that counts its tables.
#[derive(Default)]
struct Kept(std::sync::Mutex<std::collections::HashMap<String, Vec<u8>>>);

impl TableCache for Kept {
    fn load(&self, key: &str) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(key).cloned()
    }

    fn store(&self, key: &str, tables: &[u8]) {
        self.0.lock().unwrap().insert(key.to_owned(), tables.to_vec());
    }
}

#[test]
fn tables_from_a_cache_match_the_same_and_damaged_ones_are_built_anew() {
    let words = ["[0-9]{3}-[0-9]{4}", "(?i)bob|alice", "é+", "[A-Z][0-9a-f]{3,9}", "\\(x"];
    let patterns = || {
        let words = words.map(|word| Pattern::Word(word.into()));
        let rest = [Pattern::Byte(b'@'), Pattern::Anywhere("key=".into())];
        words.into_iter().chain(rest).collect::<Vec<_>>()
    };
    let text = "call 555-0123 or Alice@bob.example, éé Zabc DB_key=1 (x é";
    let matches = |scanner: &Scanner| super::tests::matches(scanner, text, &mut Scratch::default());
    let built = matches(&Scanner::new(&patterns()).unwrap());
    assert!(built.len() >= 7, "{built:?}");
    let kept = Kept::default();
    let first = Scanner::with_cache(&patterns(), Some(&kept)).unwrap();
    assert_eq!((matches(&first), kept.0.lock().unwrap().len()), (built.clone(), 1));
    let second = Scanner::with_cache(&patterns(), Some(&kept)).unwrap();
    assert_eq!((matches(&second), second.memory()), (built.clone(), first.memory()));
    // One pattern more, or another kind of one, is another key.
    let mut other = patterns();
    other[5] = Pattern::Word("@".into());
    Scanner::with_cache(&other, Some(&kept)).unwrap();
    assert_eq!(kept.0.lock().unwrap().len(), 2);
    let damages: [fn(&mut Vec<u8>); 4] =
        [|b| b.truncate(b.len() / 2), Vec::clear, |b| b[1000] ^= 1, |b| b.extend([0; 3])];
    for damage in damages {
        let key = crate::tables::key(&patterns());
        damage(kept.0.lock().unwrap().get_mut(&key).unwrap());
        assert_eq!(matches(&Scanner::with_cache(&patterns(), Some(&kept)).unwrap()), built);
        assert!(Tables::from_bytes(&kept.0.lock().unwrap()[&key]).is_some(), "the damaged tables were replaced");
    }
}
