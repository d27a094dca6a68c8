//! The work of recognizers on long texts, counted rather than timed.

use std::{cell::Cell, sync::LazyLock};

use masquerade_detect::text::Field;
use masquerade_detect::{Candidate, Detector, Finding, Options, Rule, recognizers};

use crate::contract::hostile;

/// Bytes that a check may read around what it is asked about, which it pays for each time.
const AROUND: usize = 64;

type Check = fn(&Candidate<'_>) -> Option<Finding>;

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(recognizers::all);

thread_local! {
    static SEEN: Cell<usize> = const { Cell::new(0) };
}

/// The check of rule number `N`, and a count of what it is shown.
fn counted<const N: usize>(candidate: &Candidate<'_>) -> Option<Finding> {
    SEEN.set(SEEN.get() + AROUND + candidate.range.len());
    RULES.get(N).and_then(|rule| (rule.check)(candidate))
}

/// A function for each of ten numbers of every ten given.
macro_rules! counted {
    ($($ten:literal)*) => {
        &[$(
            [
                counted::<{ $ten * 10 }>, counted::<{ $ten * 10 + 1 }>, counted::<{ $ten * 10 + 2 }>,
                counted::<{ $ten * 10 + 3 }>, counted::<{ $ten * 10 + 4 }>, counted::<{ $ten * 10 + 5 }>,
                counted::<{ $ten * 10 + 6 }>, counted::<{ $ten * 10 + 7 }>, counted::<{ $ten * 10 + 8 }>,
                counted::<{ $ten * 10 + 9 }>,
            ],
        )*]
    };
}

const COUNTED: &[[Check; 10]] = counted!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35
        36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63);

/// A detector with all rules, which counts.
fn detector() -> Detector {
    let count = |(number, rule): (usize, &Rule)| Rule { check: COUNTED[number / 10][number % 10], ..rule.clone() };
    Detector::with_rules(RULES.iter().enumerate().map(count).collect()).expect("built-in rules compile")
}

/// Bytes that all checks are shown of `text`.
fn seen(detector: &Detector, options: &Options, text: &str) -> usize {
    SEEN.set(0);
    detector.detect(&[Field::new(text)], options);
    SEEN.get()
}

/// Texts four times as long show recognizers at most about four times as much.
fn assert_linear(short: usize) {
    let detector = detector();
    let options = Options::new(detector.select(&["ALL"]).expect("ALL is a group"));
    let mut failures = Vec::new();
    for info in detector.labels() {
        for long in hostile(info.example, 4 * short) {
            let part = &long[..long.floor_char_boundary(short)];
            let (few, many) = (seen(&detector, &options, part), seen(&detector, &options, &long));
            if many > 5 * few + 64 * AROUND {
                failures.push(format!(
                    "{}: {few}, then {many}: {:?}",
                    info.name,
                    &long[..long.floor_char_boundary(60)]
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Length of the shorter texts: what a build without optimizations does in seconds, and one with them in minutes.
const SHORT: usize = if cfg!(debug_assertions) { 2 << 10 } else { 256 << 10 };

#[test]
fn recognizers_are_shown_no_more_of_long_texts_by_byte() {
    assert_linear(SHORT);
}
