//! Numbers of companies in Bulgaria and Romania.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[BG_EIK, RO_CUI];

const BG_EIK: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::BG, Group::EU],
        aliases: &["BULSTAT", "BG_BULSTAT", "EIK"],
        validation: Validation::Checksum,
        languages: &["bg", "en"],
        ..LabelInfo::new(
            "BG_EIK",
            "The number of a company in the register of Bulgaria.",
            "175074752",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{9}", 0.02, 0.96)]),
    context: words!["еик", "булстат", "единен идентификационен код", "eik", "bulstat", "uic"],
    check: check_bg_eik,
};

/// Weights 1 to 8 modulo 11; if that is 10, weights 3 to 10.
fn check_bg_eik(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let rest = match weighted(&number, &[1, 2, 3, 4, 5, 6, 7, 8]) % 11 {
        10 => weighted(&number, &[3, 4, 5, 6, 7, 8, 9, 10]) % 11 % 10,
        rest => rest,
    };
    (number != [0; 9] && rest == part(&number, 8, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}

const RO_CUI: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::RO, Group::EU],
        aliases: &["CUI", "RO_CIF"],
        validation: Validation::Checksum,
        languages: &["ro", "en"],
        shapes: &[Shape::Country("RO18547290"), Shape::Digits(6, 10)],
        ..LabelInfo::new(
            "RO_CUI",
            "The number of a company in Romania, also for value-added tax.",
            "RO18547290",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"RO ?[1-9][0-9]{5,9}", 0.9, 0.98),
        Pattern::regex(r"[1-9][0-9]{5,9}", 0.02, 0.95),
    ]),
    context: words![
        "cui",
        "c.u.i",
        "cif",
        "c.i.f",
        "cod fiscal",
        "cod unic de înregistrare",
        "cod unic",
        "romanian company"
    ],
    check: check_ro_cui,
};

/// Weights 2, 3, 5, 7, 1 over and over from the right, ten times the sum modulo 11, modulo 10.
fn check_ro_cui(candidate: &Candidate<'_>) -> Option<Finding> {
    let mut digits = candidate.matched().bytes().rev().filter(u8::is_ascii_digit).map(|b| u32::from(b - b'0'));
    let last = digits.next()?;
    let sum: u32 = digits.zip([2, 3, 5, 7, 1, 2, 3, 5, 7]).map(|(digit, weight)| digit * weight).sum();
    (sum * 10 % 11 % 10 == last && stands_alone(candidate)).then(|| candidate.whole())?
}
