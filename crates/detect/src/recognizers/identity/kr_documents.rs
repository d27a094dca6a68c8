//! Documents of Korea: driver licences and passports.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone};
use crate::recognizers::support::passport_words;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[DRIVER_LICENSE, PASSPORT, PASSPORT_UNNAMED];

const DRIVER_LICENSE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::KR],
        aliases: &["KOREA_DRIVERS_LICENSE_NUMBER", "KOREA_DRIVER_LICENSE"],
        validation: Validation::Structure,
        languages: &["ko", "en"],
        ..LabelInfo::new(
            "KR_DRIVER_LICENSE",
            "The number of a driver licence of Korea, in context.",
            "11-22-123456-78",
            Handling::IDENTIFIER,
        )
    },
    // Of the printed shape 17 % begin with a region.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{2}-[0-9]{2}-[0-9]{6}-[0-9]{2}", 0.4, 0.97),
        Pattern::regex("[0-9]{2} [0-9]{2} [0-9]{6} [0-9]{2}", 0.1, 0.95),
        Pattern::regex("[0-9]{12}", 0.01, 0.75),
    ]),
    context: words![
        "운전면허",
        "운전면허번호",
        "운전면허증",
        "면허번호",
        "면허증",
        "driver license",
        "driver's license",
        "drivers license",
        "driver licence",
        "driving licence",
        "driver's licence",
        "korean driver",
    ],
    check: check_license,
};

/// Regions 11 to 26 and 28 (National Police Agency).
fn check_license(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<12>(candidate.matched())?;
    let region = matches!(part(&number, 0, 2), 11..=26 | 28);
    (region && stands_alone(candidate)).then(|| candidate.whole())?
}

const PASSPORT_INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::KR],
    aliases: &["KOREA_PASSPORT", "KOREAN_PASSPORT"],
    validation: Validation::Structure,
    languages: &["ko", "en"],
    ..LabelInfo::new("KR_PASSPORT", "The number of a passport of Korea, in context.", "M123A4567", Handling::IDENTIFIER)
};

const PASSPORT: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z][0-9]{3}[A-Z][0-9]{4}", 0.2, 0.97),
        Pattern::regex("[A-Z][0-9]{8}", 0.05, 0.96),
    ]),
    context: words![
        "여권",
        "여권번호",
        "korean passport",
        "korea passport",
        "passport korea",
        "republic of korea",
        "대한민국",
    ],
    check: check_passport,
};

/// Passport numbers without the country's name: since December 2021 their shape is telling.
const PASSPORT_UNNAMED: Rule = Rule {
    info: PASSPORT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z][0-9]{3}[A-Z][0-9]{4}", 0.2, 0.9),
        Pattern::regex("[A-Z][0-9]{8}", 0.05, 0.7),
    ]),
    context: passport_words::UNNAMED,
    check: check_passport,
};

/// The kinds of passport that the Ministry of Foreign Affairs gives letters to.
fn check_passport(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let kind = matched.starts_with(['M', 'S', 'R', 'O', 'D', 'G', 'T']);
    (kind && stands_alone(candidate)).then(|| candidate.whole())?
}
