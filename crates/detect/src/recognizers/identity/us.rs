//! Identifiers of the United States.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::support::numerals::{digits, is_even, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[ITIN, PASSPORT, PASSPORT_UNNAMED, SSN];

/// The facts about the label of social security numbers.
pub(super) const SSN_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::US, Group::HIPAA],
    aliases: &["SSN", "SOCIAL_SECURITY_NUMBER", "US_SOCIAL_SECURITY_NUMBER"],
    validation: Validation::Structure,
    languages: &["en", "es"],
    ..LabelInfo::new(
        "US_SSN",
        "A social security number of the United States in an assignable range.",
        "078-05-1120",
        Handling { surrogate: Surrogate::UsSsn, ..Handling::IDENTIFIER },
    )
};

const SSN: Rule = Rule {
    info: SSN_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-8][0-9]{2}-[0-9]{2}-[0-9]{4}", 0.85, 0.98),
        Pattern::regex(r"[0-8][0-9]{2}[ .\u{A0}][0-9]{2}[ .\u{A0}][0-9]{4}", 0.4, 0.9),
        // The ranges admit 89 % of all nine-digit numbers.
        Pattern::regex("[0-8][0-9]{8}", 0.05, 0.9),
    ]),
    context: words![
        "ssn",
        "ssns",
        "ss#",
        "social security",
        "social",
        "socialsecurity",
        "soc sec",
        "social security number",
        "ssid",
        "seguro social",
        "número de seguro social",
        "taxpayer",
        "tin",
        "w-2",
        "w-9",
        "last four",
    ],
    check: check_ssn,
};

/// Ranges of the Social Security Administration: no area 000, 666 or 9xx, no group 00, no serial 0000.
fn check_ssn(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = matched.bytes().filter(u8::is_ascii_digit).fold(0_u32, |number, b| number * 10 + u32::from(b - b'0'));
    let (area, group, serial) = (number / 1_000_000, number / 10_000 % 100, number % 10_000);
    if area == 0 || area == 666 || group == 0 || serial == 0 {
        return None;
    }
    // Both separators are the same, and no digit differs from the next in a dummy such as 111-11-1111.
    let mut separators = matched.chars().filter(|c| !c.is_ascii_digit());
    let even = separators.next().is_none_or(|first| separators.all(|c| c == first));
    let dummy = number == 111_111_111 * (number % 10);
    (even && !dummy && stands_alone(candidate)).then(|| candidate.whole())?
}

const ITIN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::US, Group::HIPAA],
        aliases: &[
            "ITIN",
            "US_INDIVIDUAL_TAXPAYER_ID",
            "US_INDIVIDUAL_TAX_IDENTIFICATION_NUMBER",
            "INDIVIDUAL_TAXPAYER_ID",
        ],
        validation: Validation::Structure,
        languages: &["en", "es"],
        ..LabelInfo::new(
            "US_ITIN",
            "An individual taxpayer identification number of the United States.",
            "912-70-1234",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("9[0-9]{2}-[0-9]{2}-[0-9]{4}", 0.85, 0.98),
        Pattern::regex("9[0-9]{2} [0-9]{2} [0-9]{4}", 0.4, 0.95),
        // Of nine digits that begin with 9, 44 % pass.
        Pattern::regex("9[0-9]{8}", 0.05, 0.9),
    ]),
    context: words![
        "itin",
        "itins",
        "individual taxpayer",
        "individual taxpayer identification number",
        "taxpayer id",
        "taxpayer",
        "tax id",
        "taxid",
        "tax identification number",
        "tin",
        "ssn",
        "w-7",
        "irs",
        "número de identificación personal del contribuyente",
    ],
    check: check_itin,
};

/// The middle groups that the Internal Revenue Service gives out: 50 to 65, 70 to 88, 90 to 92, 94 to 99.
fn check_itin(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<9>(matched)?;
    let given = matches!(part(&number, 3, 2), 50..=65 | 70..=88 | 90..=92 | 94..=99);
    (given && is_even(matched) && stands_alone(candidate)).then(|| candidate.whole())?
}

const PASSPORT_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::US, Group::HIPAA],
    aliases: &["US_PASSPORT_NUMBER", "USA_PASSPORT"],
    languages: &["en", "es"],
    ..LabelInfo::new(
        "US_PASSPORT",
        "The number of a passport or passport card of the United States, in context.",
        "A12345678",
        Handling::IDENTIFIER,
    )
};

const PASSPORT: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(PASSPORT_PATTERNS_NAMED),
    context: words![
        "us passport",
        "u.s passport",
        "usa passport",
        "american passport",
        "united states passport",
        "passport card",
        "pasaporte estadounidense",
    ],
    check: check_passport,
};

/// Passport numbers of this shape without the country's name: less probable.
const PASSPORT_UNNAMED: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(PASSPORT_PATTERNS),
    context: words![
        "passport",
        "passports",
        "passport no",
        "passport number",
        "passport id",
        "passportno",
        "passportnumber",
        "travel document",
        "pasaporte",
    ],
    check: check_passport,
};

/// Since 2021 a letter stands for the first of the nine digits.
const PASSPORT_PATTERNS_NAMED: &[Pattern] =
    &[Pattern::regex("[A-Z][0-9]{8}", 0.05, 0.95), Pattern::regex("[0-9]{9}", 0.02, 0.93)];

const PASSPORT_PATTERNS: &[Pattern] =
    &[Pattern::regex("[A-Z][0-9]{8}", 0.05, 0.8), Pattern::regex("[0-9]{9}", 0.02, 0.75)];

fn check_passport(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let first = matched.as_bytes().first();
    let dummy = matched.bytes().all(|b| Some(&b) == first);
    (!dummy && stands_alone(candidate)).then(|| candidate.whole())?
}
