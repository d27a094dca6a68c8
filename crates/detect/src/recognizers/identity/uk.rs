//! Identifiers of persons in the United Kingdom.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{code, digits, is_day, is_even, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::mod11};

pub(super) const RULES: &[Rule] = &[DRIVING_LICENCE, NHS, NINO, PASSPORT, PASSPORT_UNNAMED];

const DRIVING_LICENCE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UK],
        aliases: &["UK_DRIVING_LICENSE", "UK_DRIVERS_LICENCE", "UK_DRIVERS_LICENSE", "GB_DRIVING_LICENCE"],
        validation: Validation::Structure,
        languages: &["en"],
        ..LabelInfo::new(
            "UK_DRIVING_LICENCE",
            "A driver number of Great Britain, which holds the date of birth.",
            "MORGA 657054 SM9IJ",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // Of random capitals and digits of this length one in 200,000 has this form.
        Pattern::regex("[A-Z][0-9A-Z]{4} ?[0-9]{6} ?[0-9A-Z]{5}", 0.9, 0.98),
    ]),
    context: words!["driving", "driver", "licence", "license", "dvla", "driver number", "driving licence"],
    check: check_driving_licence,
};

/// The DVLA's form: five letters of the name, filled up with nines; of the date of birth the decade, the
/// month (50 more for women), the day and the year; two initials; three characters of the DVLA's own.
fn check_driving_licence(candidate: &Candidate<'_>) -> Option<Finding> {
    let raw = code::<16>(candidate.matched())?;
    let (name, rest) = raw.split_first_chunk::<5>()?;
    let (date, [first, second, _, check @ ..]) = rest.split_first_chunk::<6>()? else { return None };
    let date = date.map(|b| b.wrapping_sub(b'0'));
    let (month, day) = (part(&date, 1, 2), part(&date, 3, 2));
    let is_born = is_day(part(&date, 0, 1) * 10 + part(&date, 5, 1), if month > 50 { month - 50 } else { month }, day);
    // Nines fill missing letters at the end.
    let is_filled = |letters: &[u8]| letters.is_sorted_by_key(|&b| b == b'9');
    let is_letter = |b: &u8| b.is_ascii_uppercase();
    let is_name = |b: &u8| is_letter(b) || *b == b'9';
    let fits = name.iter().chain([first, second]).all(is_name) && is_filled(name) && is_filled(&[*first, *second]);
    (fits && is_born && check.iter().all(is_letter) && stands_alone(candidate)).then(|| candidate.whole())?
}

const NHS: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UK, Group::HEALTH],
        aliases: &["NHS", "NHS_NUMBER", "UK_NHS_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en"],
        ..LabelInfo::new(
            "UK_NHS",
            "A patient's number in the National Health Service.",
            "943 476 5919",
            Handling::IDENTIFIER,
        )
    },
    // Every eleventh number passes, and telephone numbers are printed like this, too.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3} [0-9]{3} [0-9]{4}", 0.35, 0.98),
        Pattern::regex("[0-9]{3}-[0-9]{3}-[0-9]{4}", 0.3, 0.98),
        Pattern::regex("[0-9]{10}", 0.1, 0.95),
    ]),
    context: words![
        "nhs",
        "nhs no",
        "nhs number",
        // Scotland's numbers are of the same range.
        "chi",
        "chi no",
        "chi number",
        "national health service",
        "health service number",
        "patient",
        "patient number",
        "gp",
        "hospital number",
    ],
    check: check_nhs,
};

/// The NHS data dictionary's modulus 11.
fn check_nhs(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<10>(matched)?;
    (number != [0; 10] && mod11(matched) && stands_alone(candidate)).then(|| candidate.whole())?
}

const NINO: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UK],
        aliases: &["NINO", "NATIONAL_INSURANCE_NUMBER", "UK_NATIONAL_INSURANCE_NUMBER"],
        validation: Validation::Structure,
        languages: &["en"],
        ..LabelInfo::new(
            "UK_NINO",
            "A national insurance number of the United Kingdom.",
            "AA 12 34 56 C",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // Printed in pairs; HMRC's manual NIM39110 has the letters that are used.
        Pattern::regex("[ABCEGHJKLMNOPRSTWXYZ][ABCEGHJKLMNPRSTWXYZ](?: [0-9]{2}){3} [A-D]", 0.9, 0.98),
        Pattern::regex("[ABCEGHJKLMNOPRSTWXYZ][ABCEGHJKLMNPRSTWXYZ](?:-[0-9]{2}){3}-[A-D]", 0.85, 0.98),
        // Every twelfth code of this shape passes, so it takes context.
        Pattern::regex("[ABCEGHJKLMNOPRSTWXYZ][ABCEGHJKLMNPRSTWXYZ] ?[0-9]{6} ?[A-D]?", 0.35, 0.95),
    ]),
    context: words![
        "nino",
        "ni",
        "ni number",
        "ni no",
        "national insurance",
        "insurance number",
        "national insurance number",
        "nin",
        "hmrc",
        "payroll",
        "paye",
    ],
    check: check_nino,
};

fn check_nino(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    if matches!(matched.get(..2)?, "BG" | "GB" | "KN" | "NK" | "NT" | "TN" | "ZZ") {
        return None;
    }
    stands_alone(candidate).then(|| candidate.whole())?
}

const PASSPORT_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::UK],
    aliases: &["UK_PASSPORT_NUMBER", "GB_PASSPORT"],
    languages: &["en"],
    ..LabelInfo::new("UK_PASSPORT", "The number of a British passport, in context.", "533401372", Handling::IDENTIFIER)
};

// Nine digits, or two letters and seven digits; nothing is to be checked about them.
const PASSPORT: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{9}", 0.02, 0.93),
        Pattern::regex("[0-9]{3} [0-9]{3} [0-9]{3}", 0.02, 0.92),
        Pattern::regex("[A-Z]{2}[0-9]{7}", 0.05, 0.92),
    ]),
    context: words![
        "uk passport",
        "british passport",
        "passport uk",
        "passport gb",
        "gb passport",
        "gbr passport",
        "passport gbr",
        "passport british",
        "uk passport number",
        "hmpo",
        "hm passport office",
    ],
    check: check_passport,
};

/// Passport numbers without the country's name: other countries' numbers have this shape, too.
const PASSPORT_UNNAMED: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{9}", 0.02, 0.55), Pattern::regex("[A-Z]{2}[0-9]{7}", 0.05, 0.55)]),
    context: words!["passport", "passport no", "passport number", "travel document"],
    check: check_passport,
};

fn check_passport(candidate: &Candidate<'_>) -> Option<Finding> {
    (is_even(candidate.matched()) && stands_alone(candidate)).then(|| candidate.whole())?
}
