//! Linear time of the scan: the steps of automata, counted, so that no clock has a say.

use masquerade_scan::{Pattern, Scratch, Verdict, parse};
use regex_syntax::hir::{Class, Hir, HirKind};

use crate::{Detector, Finder, deobfuscate, recognizers};

/// Length of a hostile text, in bytes.
const LEN: usize = 2 << 10;
/// Most repetitions of a part in a sample, where the expression allows more.
const MAX_REPETITIONS: u32 = 12;
/// Most steps of automata for each byte of a hostile text: as of a run of the greatest length from each fourth byte.
/// The worst has 194, of hosts whose labels have three letters.
const MAX_STEPS: u64 = 256;

/// The expressions of all patterns.
fn expressions() -> Vec<Hir> {
    let rules = recognizers::all();
    let finders = rules.iter().flat_map(|rule| rule.patterns.iter()).map(|pattern| &pattern.finder);
    let regexes = finders.filter_map(|finder| match finder {
        Finder::Regex(regex) | Finder::Within(regex) | Finder::Apart(regex) | Finder::Prefix(regex) => {
            Some(parse(regex).expect("a regex"))
        }
        Finder::Byte(_) | Finder::Sign(_) | Finder::Key(_) => None,
    });
    let disguises = deobfuscate::searches().map(|pattern| match pattern {
        Pattern::Word(regex) | Pattern::Anywhere(regex) | Pattern::AfterBlank(regex) | Pattern::Prefix(regex) => {
            parse(&regex).expect("a regex of disguises")
        }
        Pattern::Byte(_) => unreachable!("disguises are found by regexes"),
    });
    regexes.chain(disguises).collect()
}

/// Appends a match of `hir` to `sample`: of the first alternatives and the fewest repetitions, or of the last ones and
/// many.
fn append_match(hir: &Hir, is_last: bool, sample: &mut Vec<u8>) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => sample.extend(&*literal.0),
        HirKind::Class(class) => {
            let ranges: Vec<(char, char)> = match class {
                Class::Unicode(class) => class.iter().map(|range| (range.start(), range.end())).collect(),
                Class::Bytes(class) => class.iter().map(|range| (range.start().into(), range.end().into())).collect(),
            };
            let (first, last) = if is_last { ranges[ranges.len() - 1] } else { ranges[0] };
            // A class of bytes may end beyond ASCII, within a character.
            let likely =
                ['7', 'a', 'K'].into_iter().find(|c| ranges.iter().any(|(first, last)| (first..=last).contains(&c)));
            let c = likely.unwrap_or(if is_last { last } else { first });
            sample.extend(c.encode_utf8(&mut [0; 4]).bytes());
        }
        HirKind::Repetition(repetition) => {
            let most = repetition.max.unwrap_or(MAX_REPETITIONS).min(MAX_REPETITIONS.max(repetition.min));
            (0..if is_last { most } else { repetition.min })
                .for_each(|_| append_match(&repetition.sub, is_last, sample));
        }
        HirKind::Capture(capture) => append_match(&capture.sub, is_last, sample),
        HirKind::Concat(parts) => parts.iter().for_each(|part| append_match(part, is_last, sample)),
        HirKind::Alternation(parts) => {
            append_match(if is_last { &parts[parts.len() - 1] } else { &parts[0] }, is_last, sample);
        }
    }
}

/// Texts of prefixes of `sample` over and over: whole and cut short, with blanks between them and without.
fn hostile_texts(sample: &str) -> impl Iterator<Item = String> {
    let head = |len: usize| &sample[..sample.floor_char_boundary(len)];
    let (most, half) = (head(sample.len() - 1), head(sample.len() / 2));
    let units = [format!("{sample} "), format!("{most} "), format!("{half} "), most.to_owned(), half.to_owned()];
    units.into_iter().filter(|unit| !unit.trim().is_empty()).map(|unit| unit.repeat(LEN / unit.len() + 1))
}

#[test]
fn automata_take_few_steps_for_each_byte_of_repeated_prefixes() {
    let detector = Detector::new(Vec::new()).expect("the built-in rules are sound");
    let (mut worst, mut text_of_worst, mut texts) = (0, String::new(), 0);
    for hir in expressions() {
        for is_last in [false, true] {
            let mut sample = Vec::new();
            append_match(&hir, is_last, &mut sample);
            for text in hostile_texts(&String::from_utf8_lossy(&sample)) {
                let mut scratch = Scratch::default();
                let scanner = &detector.rules.scanner;
                scanner.scan(&text, &mut scratch, |_: usize, _: std::ops::Range<usize>| Verdict::TryShorter);
                let steps = scratch.steps() / text.len() as u64;
                texts += 1;
                if steps > worst {
                    (worst, text_of_worst) = (steps, text.chars().take(80).collect());
                }
            }
        }
    }
    assert!(worst <= MAX_STEPS, "{worst} steps for each byte of {text_of_worst:?} …, of {texts} texts");
}
