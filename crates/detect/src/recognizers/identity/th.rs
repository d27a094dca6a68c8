//! Identifiers of Thailand.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::joiner;
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::TH],
        aliases: &["TH_ID", "TH_NATIONAL_ID", "THAILAND_NATIONAL_ID_NUMBER", "TH_PIN", "TNIN"],
        validation: Validation::Checksum,
        languages: &["en", "th"],
        ..LabelInfo::new(
            "TH_TNIN",
            "A national identity number of Thailand.",
            "3-5935-53635-32-1",
            Handling::IDENTIFIER,
        )
    },
    // Every 12th number passes, in the card's groups or not.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9][ -][0-9]{4}[ -][0-9]{5}[ -][0-9]{2}[ -][0-9]", 0.9, 0.99),
        Pattern::regex("[0-9]{13}", 0.05, 0.96),
    ]),
    context: words![
        "tnin",
        "thai id",
        "thai id card",
        "thai national",
        "thai national id",
        "thailand",
        "national id",
        "national id no",
        "national id number",
        "nationalid",
        "citizen id",
        "citizenid",
        "citizen identification",
        "identification number",
        "identity card",
        "id card",
        "personal id",
        "เลขประจำตัวประชาชน",
        "เลขบัตรประชาชน",
        "เลขที่บัตรประชาชน",
        "หมายเลขบัตรประชาชน",
        "เลขบัตรประจำตัวประชาชน",
        "หมายเลขประจำตัวประชาชน",
        "บัตรประชาชน",
        "บัตรประจำตัวประชาชน",
        "เลขประจำตัวผู้เสียภาษี",
    ],
    check,
}];

/// The Bureau of Registration Administration: kinds 1 to 8, weights from 13 down, modulo 11.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<13>(matched)?;
    let sum = weighted(&number, &[13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
    let fits = (1..=8).contains(&number[0]) && (11 - sum % 11) % 10 == part(&number, 12, 1);
    (fits && joiner(matched, b" -").is_some() && stands_alone(candidate)).then(|| candidate.whole())?
}
