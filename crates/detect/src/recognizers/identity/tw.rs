//! Identifiers of Taiwan.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::TW],
        aliases: &["TAIWAN_ID_NUMBER", "TW_NATIONAL_ID", "TW_ARC", "TAIWAN_NATIONAL_ID"],
        validation: Validation::Checksum,
        languages: &["en", "zh"],
        ..LabelInfo::new(
            "TW_ID",
            "A national identity number of Taiwan, or of a foreigner there.",
            "A123456789",
            Handling::IDENTIFIER,
        )
    },
    // Of a letter and nine digits 4 % pass.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z][0-9]{9}", 0.2, 0.97),
        Pattern::regex("[A-Z]{2}[0-9]{8}", 0.15, 0.95),
    ]),
    context: words![
        "tw id",
        "taiwan id",
        "taiwan national id",
        "taiwan",
        "roc id",
        "national id",
        "nationalid",
        "national identification",
        "identity card",
        "id card",
        "arc",
        "arc no",
        "arc number",
        "resident certificate",
        "身分證",
        "身分證字號",
        "身份證",
        "身份證字號",
        "國民身分證",
        "統一證號",
        "統編",
        "居留證",
        "證號",
    ],
    check,
}];

/// The Ministry of the Interior's code of each letter, from A on: two digits.
const CODES: [u8; 26] =
    [10, 11, 12, 13, 14, 15, 16, 17, 34, 18, 19, 20, 21, 22, 35, 23, 24, 25, 26, 27, 28, 29, 32, 30, 31, 33];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let number: &[u8; 10] = candidate.matched().as_bytes().try_into().ok()?;
    let [area, kind, rest @ ..] = *number;
    let area = code(area)?;
    let kind = match kind {
        // Men and women: citizens, and foreigners since 2021.
        b'1' | b'2' | b'8' | b'9' => kind - b'0',
        // Foreigners before: of the letter's code the last digit counts.
        b'A'..=b'D' => code(kind)? % 10,
        _ => return None,
    };
    let sum = u32::from(area / 10) + u32::from(area % 10) * 9 + u32::from(kind) * 8;
    let sum = sum + weighted(&rest.map(|b| b - b'0'), &[7, 6, 5, 4, 3, 2, 1, 1]);
    (sum.is_multiple_of(10) && stands_alone(candidate)).then(|| candidate.whole())?
}

fn code(letter: u8) -> Option<u8> {
    CODES.get(usize::from(letter.checked_sub(b'A')?)).copied()
}
