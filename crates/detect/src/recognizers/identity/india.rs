//! Persons of India: Aadhaar, voters, passports.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::joiner;
use crate::recognizers::support::neighbours::has_fourth_group;
use crate::recognizers::support::numerals::{digits, stands_alone};
use crate::recognizers::support::passport_words;
use crate::{
    Candidate, Finding, Pattern, Rule,
    checksum::{luhn, verhoeff},
};

pub(super) const RULES: &[Rule] = &[AADHAAR, PASSPORT, PASSPORT_UNNAMED, VOTER];

const AADHAAR: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IN],
        aliases: &[
            "AADHAAR",
            "AADHAAR_NUMBER",
            "INDIA_AADHAAR_INDIVIDUAL",
            "INDIA_AADHAAR_NUMBER",
            "IN_AADHAAR_NUMBER",
        ],
        validation: Validation::Checksum,
        languages: &["en", "hi"],
        ..LabelInfo::new(
            "IN_AADHAAR",
            "An Aadhaar number of a resident of India.",
            "2341 2341 2346",
            Handling::IDENTIFIER,
        )
    },
    // Every 12th number of twelve digits passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{4}[ -][0-9]{4}[ -][0-9]{4}", 0.45, 0.98),
        Pattern::regex("[0-9]{12}", 0.08, 0.97),
    ]),
    context: words![
        "aadhaar",
        "aadhar",
        "adhaar",
        "adhar",
        "aadhaarno",
        "aadharno",
        "aadhaar no",
        "aadhaar number",
        "aadhaar card",
        "uidai",
        "uid",
        "unique identification",
        "unique identification authority",
        "ekyc",
        "e-kyc",
        "kyc",
        "आधार",
        "आधार संख्या",
        "आधार नंबर",
        "आधार कार्ड",
    ],
    check: check_aadhaar,
};

/// The Unique Identification Authority: no number begins with 0 or 1, none reads the same backwards.
fn check_aadhaar(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    // Three groups of four out of more: a card.
    if has_fourth_group(candidate) {
        return None;
    }
    let number = digits::<12>(matched)?;
    let palindrome = number.iter().eq(number.iter().rev());
    let fits = number[0] > 1 && !palindrome && verhoeff(matched) && joiner(matched, b" -").is_some();
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const EPIC: &str = "[A-Z]{3}[0-9]{7}";

const VOTER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IN],
        aliases: &["VOTER_ID", "EPIC", "IN_VOTER_ID", "IN_EPIC", "INDIA_VOTER_ID"],
        languages: &["en", "hi"],
        ..LabelInfo::new(
            "IN_VOTER",
            "The number of a photo identity card of a voter of India, in context.",
            "WKH1186253",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // With the check digit that newer cards have.
        Pattern::regex(EPIC, 0.2, 0.96),
        Pattern::regex(EPIC, 0.1, 0.8),
        Pattern::regex("[A-Z]{2}/[0-9]{2}/[0-9]{3}/[0-9]{6,7}", 0.3, 0.93),
    ]),
    context: words![
        "voter",
        "voters",
        "voter id",
        "voterid",
        "voter card",
        "voter no",
        "epic",
        "epic no",
        "epic number",
        "elector",
        "electoral",
        "election",
        "election commission",
        "electors photo identity card",
        "मतदाता",
        "मतदाता पहचान पत्र",
        "पहचान पत्र",
    ],
    check: check_voter,
};

fn check_voter(candidate: &Candidate<'_>) -> Option<Finding> {
    let checked = luhn(candidate.matched());
    let fits = match candidate.pattern {
        0 => checked,
        1 => !checked,
        _ => true,
    };
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const PASSPORT_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::IN],
    aliases: &["INDIA_PASSPORT", "IN_PASSPORT_NUMBER", "INDIAN_PASSPORT"],
    validation: Validation::Structure,
    languages: &["en", "hi"],
    ..LabelInfo::new("IN_PASSPORT", "The number of a passport of India, in context.", "A2096457", Handling::IDENTIFIER)
};

const PASSPORT: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[A-Z] ?[0-9]{7}", 0.1, 0.96)]),
    context: words![
        "indian passport",
        "india passport",
        "passport india",
        "republic of india",
        "passport seva",
        "पासपोर्ट",
        "पासपोर्ट नंबर",
        "पासपोर्ट संख्या",
    ],
    check: check_passport,
};

/// Passport numbers of this shape without the country's name: less probable.
const PASSPORT_UNNAMED: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[A-Z] ?[0-9]{7}", 0.1, 0.8)]),
    context: passport_words::UNNAMED,
    check: check_passport,
};

/// Q, X and Z are not used, nor a zero in the first place of the number and the last.
fn check_passport(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<7>(matched)?;
    let used = !matched.starts_with(['Q', 'X', 'Z']) && number[0] != 0 && number[6] != 0;
    (used && stands_alone(candidate)).then(|| candidate.whole())?
}
