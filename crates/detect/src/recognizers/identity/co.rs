//! Identifiers of Colombia.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::stands_alone;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[NIT];

const NIT: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CO],
        aliases: &["CO_TAX_ID", "COLOMBIA_NIT"],
        validation: Validation::Checksum,
        languages: &["es", "en"],
        shapes: &[Shape::Digits(9, 11)],
        ..LabelInfo::new(
            "CO_NIT",
            "The tax number of a person or company in Colombia.",
            "213.123.432-1",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]", 0.9, 0.98),
        Pattern::regex(r"[0-9]{8,10}-[0-9]", 0.4, 0.96),
        Pattern::regex(r"[0-9]{9,10}", 0.02, 0.9),
    ]),
    context: words![
        "nit",
        "número de identificación tributaria",
        "rut",
        "dian",
        "identificación tributaria",
        "colombian tax number"
    ],
    check: check_nit,
};

/// Order 4 of 1989 of the tax office: prime weights from the right, modulo 11.
fn check_nit(candidate: &Candidate<'_>) -> Option<Finding> {
    const WEIGHTS: [u32; 10] = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43];
    let mut digits = candidate.matched().bytes().rev().filter(u8::is_ascii_digit).map(|b| u32::from(b - b'0'));
    let last = digits.next()?;
    let rest = digits.zip(WEIGHTS).map(|(digit, weight)| digit * weight).sum::<u32>() % 11;
    let check = if rest < 2 { rest } else { 11 - rest };
    (check == last && stands_alone(candidate)).then(|| candidate.whole())?
}
