//! Identifiers of Hong Kong.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::stands_alone;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HK],
        aliases: &["HKID", "HK_HKID", "HONG_KONG_ID_NUMBER", "HONG_KONG_IDENTITY_CARD"],
        validation: Validation::Checksum,
        languages: &["en", "zh"],
        shapes: &[
            Shape::Like("A123456(7)"),
            Shape::Like("AB123456(7)"),
            Shape::Like("A123456(A)"),
            Shape::Like("AB123456(A)"),
        ],
        ..LabelInfo::new("HK_ID", "The number of an identity card of Hong Kong.", "C123456(9)", Handling::IDENTIFIER)
    },
    // Every eleventh passes; the brackets are the card's own.
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[A-Z]{1,2}[0-9]{6} ?\([0-9A]\)", 0.88, 0.99),
        Pattern::regex("[A-Z]{1,2}[0-9]{6}[0-9A]", 0.1, 0.96),
        Pattern::regex("[A-Z]{1,2}[ -]?[0-9]{6}[ -][0-9A]", 0.2, 0.96),
    ]),
    context: words![
        "hkid",
        "hkid no",
        "hkid number",
        "hkidno",
        "hkic",
        "hk id",
        "hong kong id",
        "hong kong identity",
        "hong kong identity card",
        "hong kong",
        "identity card",
        "identity card no",
        "id card",
        "身份證",
        "身份證號碼",
        "身分證",
        "香港身份證",
        "身份证",
        "身份证号码",
        "香港",
    ],
    check,
}];

/// The Immigration Department's sum: weights from 9 down, letters from A as 10, a lacking first letter as 36, modulo 11.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let mut sum = 0;
    let letters = matched.bytes().take_while(u8::is_ascii_alphabetic).count();
    let padding = std::iter::repeat_n(36, 2_usize.checked_sub(letters)?);
    let values = matched.chars().filter_map(|c| c.to_digit(36));
    // The check digit itself has weight 1, as A it is ten.
    for (value, weight) in padding.chain(values).zip((1..=9).rev()) {
        sum += value * weight;
    }
    (sum % 11 == 0 && stands_alone(candidate)).then(|| candidate.whole())?
}
