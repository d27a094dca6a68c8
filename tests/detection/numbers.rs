//! Numbers that another implementation than ours calls valid or not, `tests/numbers/<label>.txt`
//! (see `tests/numbers/generate.py`): those are found in context, these never; and how many random strings
//! of each shape are taken for numbers.
//!
//! A line of a file is a kind and a text: `>` a context with `{}` in the number's place, `~` a shape
//! without official separators, `!` a shape with them, `+` a number that is valid, `-` one that is not.

use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf};

use masquerade_detect::entity::{Label, Validated};
use masquerade_detect::text::Field;
use masquerade_detect::{Detector, LabelSet, Options, Rule, recognizers};

use crate::{DETECTOR, random::Random};

/// Valid numbers that may be missed, of a thousand.
const MAX_MISSED: usize = 5;
/// Random strings of a shape without separators that may be reported without context, of a thousand.
const MAX_REPORTED: usize = 1;

/// A file of numbers of one label.
struct Numbers {
    label: Label,
    contexts: Vec<String>,
    bare: Vec<String>,
    printed: Vec<String>,
    valid: Vec<String>,
    wrong: Vec<String>,
}

impl Numbers {
    /// Number `i` of a list in its context.
    fn in_context(&self, i: usize, number: &str) -> String {
        self.contexts[i % self.contexts.len()].replace("{}", number)
    }

    /// The numbers of `of` in whose contexts the label is found, all labels being asked for: the very
    /// number if `exactly`, else any part of it whose check did not fail.
    fn found<'a>(&self, of: &'a [String], all: &LabelSet, exactly: bool) -> Vec<&'a str> {
        let options = Options::new(all.clone());
        let is_found = |(i, number): (usize, &'a String)| {
            let text = self.in_context(i, number);
            let entities = DETECTOR.detect(&[Field::new(&text)], &options).remove(0);
            let mut finds = entities.iter().filter(|entity| entity.label == self.label);
            let found = match exactly {
                true => finds.any(|entity| entity.span.slice(&text) == number),
                false => finds.any(|entity| entity.validated != Validated::Failed),
            };
            found.then_some(number.as_str())
        };
        of.iter().enumerate().filter_map(is_found).collect()
    }
}

/// All files, by label.
fn files() -> Vec<Numbers> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/numbers");
    let entries = fs::read_dir(folder).expect("the folder of numbers");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    paths.iter().map(read).collect()
}

fn read(path: &PathBuf) -> Numbers {
    let name = path.file_stem().map(|stem| stem.to_string_lossy().to_uppercase()).unwrap_or_default();
    let label = DETECTOR.catalogue().label(&name).unwrap_or_else(|_| panic!("{} belongs to no label", path.display()));
    let text = fs::read_to_string(path).expect("a file of numbers");
    let lines = |kind: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.strip_prefix(kind)).map(str::to_owned).collect()
    };
    let numbers = Numbers {
        label,
        contexts: lines("> "),
        bare: lines("~ "),
        printed: lines("! "),
        valid: lines("+ "),
        wrong: lines("- "),
    };
    assert!(!numbers.contexts.is_empty() && numbers.valid.len() >= 1000, "{label}: too little in its file");
    numbers
}

#[test]
fn valid_numbers_are_found_in_context_and_corrupted_ones_are_not() {
    let all = DETECTOR.select(&["ALL"]).unwrap();
    let (mut table, mut failures) = (String::new(), String::new());
    for file in files() {
        let (label, found) = (file.label, file.found(&file.valid, &all, true));
        let _ = writeln!(table, "{label:32} recall {:6.2} %", 100.0 * found.len() as f64 / file.valid.len() as f64);
        if (file.valid.len() - found.len()) * 1000 > MAX_MISSED * file.valid.len() {
            let missed: Vec<_> = file.valid.iter().filter(|number| !found.contains(&number.as_str())).take(5).collect();
            let _ = writeln!(failures, "{label}: {} of {} found, not {missed:?}", found.len(), file.valid.len());
        }
        let wrong = file.found(&file.wrong, &all, false);
        if !wrong.is_empty() {
            let some: Vec<_> = wrong.iter().take(5).collect();
            let _ = writeln!(failures, "{label}: {} corrupted ones found, such as {some:?}", wrong.len());
        }
    }
    println!("{table}");
    assert!(failures.is_empty(), "{failures}");
}

/// The counts among `draws` random strings of a shape: of those that pass the check of `label`, and of those that are
/// reported without context. Only the rules of the label take part.
fn rates(label: Label, shape: &str, draws: usize) -> (usize, usize) {
    const LINES: usize = 1000;
    let rules: Vec<Rule> = recognizers::all().into_iter().filter(|rule| rule.info.label() == label).collect();
    let without_context = |mut rule: Rule| {
        rule.context = Vec::new().into();
        rule
    };
    let detector = Detector::with_rules(rules.into_iter().map(without_context).collect());
    let detector = detector.expect("built-in rules compile");
    let labels: LabelSet = [label].into_iter().collect();
    let options = Options { threshold: Some(0.0), ..Options::new(labels) };
    let threshold = detector.labels()[0].threshold;
    let (mut random, mut text) = (Random::new(0x9E37_79B9_7F4A_7C15), String::new());
    let (mut passed, mut reported) = (0, 0);
    for _ in 0..draws.div_ceil(LINES) {
        text.clear();
        for _ in 0..LINES {
            text += &random.fill(shape);
            text.push_str(" |\n");
        }
        let entities = detector.detect(&[Field::new(&text)], &options).remove(0);
        passed += entities.len();
        reported += entities.iter().filter(|entity| entity.confidence >= threshold).count();
    }
    (passed, reported)
}

#[test]
fn random_strings_without_separators_are_not_reported_without_context() {
    const DRAWS: usize = 10_000;
    let mut failures = String::new();
    for file in files() {
        for shape in &file.bare {
            let (_, reported) = rates(file.label, shape, DRAWS);
            if reported * 1000 > MAX_REPORTED * DRAWS {
                let _ = writeln!(failures, "{}: {reported} of {DRAWS} {shape}", file.label);
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Shapes that belong to no label alone: runs of digits, and letters with digits.
const SHAPES: [&str; 30] = [
    "99999",
    "999999",
    "9999999",
    "99999999",
    "999999999",
    "9999999999",
    "99999999999",
    "999999999999",
    "9999999999999",
    "99999999999999",
    "999999999999999",
    "9999999999999999",
    "99999999999999999",
    "999999999999999999",
    "9999999999999999999",
    "99999999999999999999",
    "A9999999",
    "A99999999",
    "A999999999",
    "AA999999",
    "AA9999999",
    "AA99999999",
    "AAA999999",
    "99999999A",
    "999999999A",
    "AAAAA9999A",
    "XXXXXXXX",
    "XXXXXXXXXX",
    "XXXXXXXXXXXX",
    "XXXXXXXXXXXXXXXXX",
];

/// The counts of strings that all rules together report without context, by label, among `draws` random strings of
/// `shape`.
fn reported(shape: &str, draws: usize) -> BTreeMap<Label, usize> {
    const LINES: usize = 1000;
    let options = Options::new(DETECTOR.select(&["ALL"]).expect("ALL is a group"));
    let (mut random, mut text, mut counts) = (Random::new(0x2545_F491_4F6C_DD1D), String::new(), BTreeMap::new());
    for _ in 0..draws.div_ceil(LINES) {
        text.clear();
        for _ in 0..LINES {
            text += &random.fill(shape);
            text.push_str(" |\n");
        }
        for entity in DETECTOR.detect(&[Field::new(&text)], &options).remove(0) {
            *counts.entry(entity.label).or_default() += 1;
        }
    }
    counts
}

#[test]
fn random_strings_without_separators_are_reported_by_no_label() {
    const DRAWS: usize = 5_000;
    /// The limit and three standard deviations, since so few draws say no more.
    const CHANCE: usize = 7;
    let mut failures = String::new();
    // A number as long as an issuer's cards that passes Luhn is reported wherever it stands: in texts such are cards.
    let card = DETECTOR.catalogue().label("CREDIT_CARD").expect("a label");
    for shape in SHAPES {
        for (label, count) in reported(shape, DRAWS).into_iter().filter(|(label, _)| *label != card) {
            // Of two random letters one in 676 are `DL`, which names a driver's licence itself.
            let named = if shape.starts_with("AA") { 2 * DRAWS / 26 / 26 } else { 0 };
            if count.saturating_sub(named + CHANCE) * 1000 > MAX_REPORTED * DRAWS {
                let _ = writeln!(failures, "{label}: {count} of {DRAWS} {shape}");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Prints the share of random strings of each shape that pass, of a million each, for the bench `measure`.
#[allow(dead_code, reason = "the bench calls it")]
pub fn pass_rates() {
    const DRAWS: usize = 1_000_000;
    println!("{:32} {:24} {:>10} {:>10}", "label", "shape", "passed %", "reported %");
    for file in files() {
        for shape in file.bare.iter().chain(&file.printed) {
            let (passed, reported) = rates(file.label, shape, DRAWS);
            let percent = |count: usize| 100.0 * count as f64 / DRAWS as f64;
            println!("{:32} {shape:24} {:>10.4} {:>10.4}", file.label.name(), percent(passed), percent(reported));
        }
    }
    println!("without context, all labels:");
    for shape in SHAPES {
        let by_label: Vec<_> = reported(shape, DRAWS)
            .into_iter()
            .map(|(label, count)| format!("{label} {:.4}", 100.0 * count as f64 / DRAWS as f64))
            .collect();
        println!("{shape:24} {}", by_label.join(", "));
    }
}
