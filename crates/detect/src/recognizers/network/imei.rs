//! Mobile devices: 3GPP TS 23.003.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::{is_uniform, joiner};
use crate::recognizers::support::numerals::{digits, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NETWORK, Group::HIPAA],
        aliases: &["IMEI_NUMBER", "IMEI_HARDWARE_ID", "IMEISV"],
        validation: Validation::Checksum,
        languages: &["en"],
        ..LabelInfo::new(
            "IMEI",
            "The identity of a mobile device, with its check digit, or in context its software version.",
            "35-209900-176148-1",
            Handling::IDENTIFIER,
        )
    },
    // Every tenth number passes, in groups or not.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{2}-[0-9]{6}-[0-9]{6}-[0-9]", 0.88, 0.99),
        Pattern::regex("[0-9]{15}", 0.1, 0.98),
        Pattern::regex("[0-9]{2} [0-9]{6} [0-9]{6} [0-9]", 0.45, 0.98),
        // With the version, there is no check digit.
        Pattern::regex("[0-9]{16}", 0.01, 0.8),
        Pattern::regex("[0-9]{2}-[0-9]{6}-[0-9]{6}-[0-9]{2}", 0.2, 0.9),
    ]),
    context: words![
        "imei",
        "imeis",
        "imei no",
        "imei number",
        "phone imei",
        "phoneimei",
        "imei1",
        "imei2",
        "imei 1",
        "imei 2",
        "imeisv",
        "imei/meid",
        "handset",
        "dispositivo",
        "appareil",
        "gerät",
        "urządzenie",
        "устройство",
        "пристрій",
        "cihaz",
        "international mobile equipment identity",
        "mobile equipment",
        "mobile equipment identity",
    ],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let fits = match candidate.pattern {
        0..=2 => {
            let number = digits::<15>(matched)?;
            // Codes of two digits say who allotted the type; none is 00.
            luhn(matched) && part(&number, 0, 2) > 0 && !is_uniform(&number)
        }
        _ => digits::<16>(matched).is_some_and(|number| part(&number, 0, 2) > 0 && !is_uniform(&number)),
    };
    (fits && joiner(matched, b" -").is_some() && stands_alone(candidate)).then(|| candidate.whole())?
}
