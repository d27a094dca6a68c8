//! Identifiers of South Africa.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::joiner;
use crate::recognizers::support::numerals::{digits, is_day, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::ZA],
        aliases: &["SOUTH_AFRICA_ID_NUMBER", "ZA_ID", "RSA_ID", "SOUTH_AFRICAN_ID"],
        validation: Validation::Checksum,
        languages: &["en", "af", "zu"],
        ..LabelInfo::new("ZA_ID_NUMBER", "An identity number of South Africa.", "8001015009087", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        // With an 8 or 9 in the last place but one, as it has been given since 1986: 2 in 10,000 pass.
        Pattern::regex("[0-9]{13}", 0.85, 0.98),
        // With another digit there, or in the range of today's milliseconds since 1970, of which too many pass.
        Pattern::regex("[0-9]{13}", 0.2, 0.96),
        Pattern::regex("[0-9]{6}[ -][0-9]{4}[ -][0-9]{2}[ -]?[0-9]", 0.85, 0.98),
    ]),
    context: words![
        "rsa id",
        "rsa id number",
        "sa id",
        "sa id number",
        "south african id",
        "south africa id",
        "south african identity",
        "south africa",
        "id number",
        "id no",
        "idnumber",
        "id nr",
        "identity number",
        "identitynumber",
        "identity document",
        "id document",
        "smart id",
        "id-nommer",
        "identiteitsnommer",
        "id nommer",
        "home affairs",
        "fica",
        "inombolo kamazisi",
    ],
    check,
}];

const STRONG: usize = 0;
const WEAK: usize = 1;

/// Identification Act 68 of 1997: birth, sex and order, citizenship, Luhn's digit.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<13>(matched)?;
    let born = is_day(part(&number, 0, 2), part(&number, 2, 2), part(&number, 4, 2));
    if !born || number[10] > 2 || !luhn(matched) || !stands_alone(candidate) {
        return None;
    }
    let milliseconds = matches!(part(&number, 0, 2), 14..=20);
    let strong = number[11] >= 8 && !milliseconds;
    match candidate.pattern {
        STRONG if !strong => None,
        WEAK if strong => None,
        STRONG | WEAK => candidate.whole(),
        _ => joiner(matched, b" -").and_then(|_| candidate.whole()),
    }
}
