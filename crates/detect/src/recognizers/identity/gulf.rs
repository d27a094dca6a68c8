//! Identifiers of the states on the Persian Gulf.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[EMIRATES_ID, NATIONAL_ID];

const EMIRATES_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::AE],
        aliases: &["EMIRATES_ID", "UAE_ID"],
        validation: Validation::Checksum,
        languages: &["ar", "en"],
        ..LabelInfo::new(
            "AE_EMIRATES_ID",
            "The number of an identity card of the United Arab Emirates.",
            "784-1985-1234567-3",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"784-[0-9]{4}-[0-9]{7}-[0-9]", 0.96, 0.99),
        Pattern::regex(r"784[0-9]{12}", 0.9, 0.98),
    ]),
    context: words![
        "emirates id",
        "eid",
        "identity card",
        "id number",
        "الهوية",
        "رقم الهوية",
        "بطاقة الهوية",
        "uae id"
    ],
    check: check_emirates_id,
};

/// The country's code, the year of birth, a number, Luhn.
fn check_emirates_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<15>(matched)?;
    let is_born = (1900..=2099).contains(&part(&number, 3, 4));
    (is_born && luhn(matched) && stands_alone(candidate)).then(|| candidate.whole())?
}

const NATIONAL_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::SA],
        aliases: &["SA_IQAMA", "IQAMA", "SAUDI_ID", "SAUDI_NATIONAL_ID"],
        validation: Validation::Checksum,
        languages: &["ar", "en"],
        ..LabelInfo::new(
            "SA_NATIONAL_ID",
            "The number of a citizen or resident of Saudi Arabia.",
            "1086954235",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[12][0-9]{9}", 0.02, 0.96)]),
    context: words![
        "الهوية",
        "رقم الهوية",
        "الهوية الوطنية",
        "رقم الهوية الوطنية",
        "هوية",
        "الإقامة",
        "رقم الإقامة",
        "السجل المدني",
        "iqama",
        "iqama number",
        "national id",
        "saudi id",
        "resident id",
        "absher"
    ],
    check: check_national_id,
};

/// Check by Luhn. The first digit is one for citizens, two for residents.
fn check_national_id(candidate: &Candidate<'_>) -> Option<Finding> {
    (luhn(candidate.matched()) && stands_alone(candidate)).then(|| candidate.whole())?
}
