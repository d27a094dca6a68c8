//! Identifiers of New Zealand.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::grouping::joiner;
use crate::recognizers::support::numerals::{part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NZ, Group::FINANCIAL],
        aliases: &["IRD", "IRD_NUMBER", "NEW_ZEALAND_IRD_NUMBER", "NZ_IRD_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en", "mi"],
        shapes: &[Shape::Digits(8, 9)],
        ..LabelInfo::new("NZ_IRD", "A number of New Zealand's Inland Revenue.", "49-091-850", Handling::IDENTIFIER)
    },
    // Every eleventh number in the range passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{2}[ -][0-9]{3}[ -][0-9]{3}", 0.25, 0.96),
        Pattern::regex("[0-9]{3}[ -][0-9]{3}[ -][0-9]{3}", 0.2, 0.96),
        Pattern::regex("[0-9]{8,9}", 0.03, 0.93),
    ]),
    context: words![
        "ird",
        "ird no",
        "ird number",
        "irdno",
        "irdnumber",
        "inland revenue",
        "inland revenue department",
        "new zealand tax",
        "gst no",
        "gst number",
        "tari taake",
    ],
    check,
}];

/// Inland Revenue's two sets of weights: the second counts where the first gives ten.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    // With a zero before it, where it has eight digits.
    let mut number = [0; 9];
    let mut places = number.iter_mut().rev();
    for b in matched.bytes().rev().filter(u8::is_ascii_digit) {
        *places.next()? = b - b'0';
    }
    let remainder = |weights: &[u32]| (11 - weighted(&number, weights) % 11) % 11;
    let check = match remainder(&[3, 2, 7, 6, 5, 4, 3, 2]) {
        10 => remainder(&[7, 4, 3, 2, 5, 2, 7, 6]),
        check => check,
    };
    let range = 10_000_000..150_000_000;
    let fits = check == part(&number, 8, 1) && range.contains(&part(&number, 0, 9)) && joiner(matched, b" -").is_some();
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
