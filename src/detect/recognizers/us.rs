//! Identifiers of the United States.

use std::borrow::Cow;

use super::neighbours::continues;
use crate::{
    detect::{Candidate, Finding, Pattern, Rule},
    entity::{Group, Label, LabelInfo, Validation},
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::US, Group::HIPAA],
        aliases: &["SSN", "SOCIAL_SECURITY_NUMBER", "US_SOCIAL_SECURITY_NUMBER"],
        validation: Validation::Structure,
        languages: &["en", "es"],
        propagates: true,
        ..LabelInfo::new(
            Label::new("US_SSN"),
            "A social security number of the United States in an assignable range.",
            "078-05-1120",
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-8][0-9]{2}-[0-9]{2}-[0-9]{4}", 0.85, 0.98),
        Pattern::regex(r"[0-8][0-9]{2}[ .\u{A0}][0-9]{2}[ .\u{A0}][0-9]{4}", 0.4, 0.9),
        // The ranges admit 89 % of all nine-digit numbers.
        Pattern::regex("[0-8][0-9]{8}", 0.05, 0.7),
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
}];

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
    (even && !dummy && !continues(candidate.field.text, &candidate.range, b"-._/:+,")).then(|| candidate.whole())?
}
