//! Driver licences of the United States, with a shape for each state.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::numerals::{is_even, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[LETTERED, NUMERIC];

const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::US, Group::HIPAA],
    aliases: &["DRIVER_ID", "US_DRIVERS_LICENSE", "US_DRIVERS_LICENSE_NUMBER"],
    validation: Validation::Structure,
    languages: &["en", "es"],
    ..LabelInfo::new(
        "US_DRIVER_LICENSE",
        "The number of a driver licence or identity card of one of the United States, in context.",
        "D1234567",
        Handling::IDENTIFIER,
    )
};

const LETTERED: Rule = Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z][0-9]{6,}", 0.05, 0.88),
        // A123-456-78-901-0, A 123 456 789 012, A1234 56789 01234
        Pattern::regex("[A-Z][ -]?[0-9]+(?:[ -][0-9]+)+", 0.2, 0.9),
        // AB123456, AB123456C
        Pattern::regex("[A-Z]{2}[0-9]{5,7}[A-Z]?", 0.05, 0.85),
        // ABC-12-3456, 12ABC34567, 123AB4567, WDLABCD456DG
        Pattern::regex("[A-Z]{3}-?[0-9]{2}-?[0-9]{4}", 0.1, 0.85),
        Pattern::regex("[0-9]{2}[A-Z]{3}[0-9]{5}", 0.1, 0.85),
        Pattern::regex("[0-9]{3}[A-Z]{2}[0-9]{4}", 0.1, 0.85),
        Pattern::regex("WDL[0-9A-Z]{9}", 0.4, 0.95),
    ]),
    context: words![
        "driver license",
        "drivers license",
        "driver's license",
        "driver licence",
        "driving license",
        "driverlicense",
        "driverslicense",
        "drivers lic",
        "driver lic",
        "driver id",
        "dl",
        "dln",
        "oln",
        "dmv",
        "state id",
        "learner's permit",
        "licencia de conducir",
        "licencia de manejar",
    ],
    check: check_lettered,
};

/// Licence numbers of digits alone. Nearly all have the shape of some state, so they need words that name the licence
/// in full.
const NUMERIC: Rule = Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{6,}", 0.01, 0.72),
        Pattern::regex("[0-9]{3}[ -][0-9]{3}[ -][0-9]{3}", 0.05, 0.75),
    ]),
    context: words![
        "driver license",
        "drivers license",
        "driver's license",
        "driver licence",
        "driving license",
        "driverlicense",
        "driverslicense",
        "drivers lic",
        "driver lic",
        "dl no",
        "dl number",
        "dln",
        "state id card",
        "learner's permit",
        "licencia de conducir",
        "licencia de manejar",
    ],
    check: check_numeric,
};

/// Patterns of which the lengths are to be checked.
const PLAIN: usize = 0;
const GROUPED: usize = 1;

/// The shapes in the American Association of Motor Vehicle Administrators' tables: so many states that only lengths of
/// no state are ruled out.
fn check_lettered(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let digits = matched.bytes().filter(u8::is_ascii_digit).count();
    let fits = match candidate.pattern {
        PLAIN => (6..=14).contains(&digits),
        // Illinois has 11; Florida, Maryland, Michigan and Minnesota 12; Wisconsin 13; New Jersey 14.
        GROUPED => (11..=14).contains(&digits) && is_even(matched),
        _ => true,
    };
    (fits && !has_one_digit(matched.as_bytes()) && stands_alone(candidate)).then(|| candidate.whole())?
}

fn check_numeric(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let fits = (7..=14).contains(&matched.len()) && is_even(matched);
    (fits && !has_one_digit(matched.as_bytes()) && stands_alone(candidate)).then(|| candidate.whole())?
}
