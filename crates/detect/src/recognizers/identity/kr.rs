//! Registrations of Korea: residents, foreigners, businesses.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::joiner;
use crate::recognizers::support::numerals::{digits, is_date, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[BRN, FRN, RRN];

/// Of random numbers of the card's shape 2.2 % hold a day and a kind, 0.22 % also the check digit of numbers issued
/// until October 2020.
const REGISTRATION: &[Pattern] = &[
    Pattern::regex("[0-9]{6}-[0-9]{7}", 0.45, 0.96),
    Pattern::regex("[0-9]{13}", 0.02, 0.93),
    Pattern::regex("[0-9]{6} [0-9]{7}", 0.2, 0.93),
];

/// The pattern that a check digit makes sure of.
const PRINTED: usize = 0;

const RRN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::KR],
        aliases: &["RRN", "KOREA_RRN", "KOREAN_RRN", "KR_RESIDENT_REGISTRATION_NUMBER"],
        validation: Validation::Structure,
        languages: &["ko", "en"],
        ..LabelInfo::new("KR_RRN", "A resident registration number of Korea.", "880911-1234568", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(REGISTRATION),
    context: words![
        "주민등록번호",
        "주민번호",
        "주민등록",
        "주민",
        "rrn",
        "rrns",
        "resident registration",
        "resident registration number",
        "resident number",
        "korean id",
        "korea id",
        "jumin",
        "jumin number",
        "jumin beonho",
    ],
    check: |candidate| check_registration(candidate, false),
};

const FRN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::KR],
        aliases: &["KOREA_ARN", "KR_ARC", "KOREA_FRN", "KR_FOREIGNER_REGISTRATION_NUMBER"],
        validation: Validation::Structure,
        languages: &["ko", "en"],
        ..LabelInfo::new(
            "KR_FRN",
            "A registration number of a foreigner in Korea.",
            "880911-5234563",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(REGISTRATION),
    context: words![
        "외국인등록번호",
        "외국인번호",
        "외국인등록",
        "외국인",
        "등록번호",
        "frn",
        "arn",
        "arc no",
        "arc number",
        "alien registration",
        "alien registration number",
        "foreigner registration",
        "foreign registration",
        "foreigner registration number",
        "foreign registration number",
        "residence card",
    ],
    check: |candidate| check_registration(candidate, true),
};

/// A day of birth, its century with sex and kind, and, on numbers given before October 2020, a check digit.
fn check_registration(candidate: &Candidate<'_>, foreign: bool) -> Option<Finding> {
    let number = digits::<13>(candidate.matched())?;
    let (century, is_foreign) = match number[6] {
        1 | 2 => (1900, false),
        3 | 4 => (2000, false),
        5 | 6 => (1900, true),
        7 | 8 => (2000, true),
        _ => (1800, false),
    };
    let born = is_date(century + part(&number, 0, 2), part(&number, 2, 2), part(&number, 4, 2));
    if !born || is_foreign != foreign || !stands_alone(candidate) {
        return None;
    }
    let sum = weighted(&number, &[2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11;
    let check = (if foreign { 13 } else { 11 } - sum) % 10;
    match check == part(&number, 12, 1) && candidate.pattern == PRINTED {
        true => candidate.certain(),
        false => candidate.whole(),
    }
}

const BRN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::KR],
        aliases: &["KOREA_BRN", "KR_BUSINESS_REGISTRATION_NUMBER"],
        validation: Validation::Checksum,
        languages: &["ko", "en"],
        ..LabelInfo::new("KR_BRN", "A business registration number of Korea.", "120-81-47521", Handling::IDENTIFIER)
    },
    // Every tenth number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3}-[0-9]{2}-[0-9]{5}", 0.8, 0.98),
        Pattern::regex("[0-9]{10}", 0.03, 0.95),
        Pattern::regex("[0-9]{3} [0-9]{2} [0-9]{5}", 0.2, 0.95),
    ]),
    context: words![
        "사업자등록번호",
        "사업자번호",
        "사업자등록",
        "사업자",
        "brn",
        "business registration",
        "business registration no",
        "business registration number",
        "business number",
        "korean business",
        "company registration",
    ],
    check: check_brn,
};

/// The National Tax Service's weights; the last but one digit counts with its tens as well.
fn check_brn(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    let sum = weighted(&number, &[1, 3, 7, 1, 3, 7, 1, 3, 5]) + part(&number, 8, 1) * 5 / 10;
    let given = part(&number, 0, 3) >= 101 && part(&number, 3, 2) > 0 && part(&number, 5, 4) > 0;
    let fits = given && (10 - sum % 10) % 10 == part(&number, 9, 1) && joiner(candidate.matched(), b" -").is_some();
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
