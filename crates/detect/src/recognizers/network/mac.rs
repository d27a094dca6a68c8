//! Hardware addresses: IEEE 802 EUI-48 and EUI-64.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NETWORK, Group::HIPAA],
        aliases: &["MAC", "HARDWARE_ADDRESS", "ETHERNET_ADDRESS"],
        validation: Validation::Structure,
        ..LabelInfo::new(
            "MAC_ADDRESS",
            "A hardware address of 48 or 64 bits, with colons, dashes or in Cisco's dotted form.",
            "00:00:5E:00:53:01",
            Handling { surrogate: Surrogate::MacAddress, ..Handling::COMMON },
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}", 0.9, 0.98),
        Pattern::regex("[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){5}", 0.85, 0.98),
        // Cisco writes small letters; capitals are tables of weights and code points as well.
        Pattern::regex("[0-9a-f]{4}[.][0-9a-f]{4}[.][0-9a-f]{4}", 0.6, 0.95),
        Pattern::regex("[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){7}", 0.4, 0.9),
        Pattern::regex("[0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){7}", 0.4, 0.9),
        Pattern::regex("[0-9A-F]{4}[.][0-9A-F]{4}[.][0-9A-F]{4}", 0.3, 0.9),
    ]),
    context: words![
        "mac",
        "ether",
        "ethernet",
        "hwaddr",
        "hardware",
        "lladdr",
        "bssid",
        "wifi",
        "bluetooth",
        "physical address",
        "eui"
    ],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range, matched) = (candidate.field.text, &candidate.range, candidate.matched());
    // One more group makes it part of a fingerprint, a UUID or a version.
    let joins = |b: Option<u8>| b.is_some_and(|b| b":-.".contains(&b));
    let hex = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_hexdigit());
    let before = range.start.checked_sub(1).and_then(|at| byte_before(text, at));
    if joins(byte_before(text, range.start)) && hex(before)
        || joins(byte_at(text, range.end)) && hex(byte_at(text, range.end + 1))
    {
        return None;
    }
    // All ones is broadcast, all zeros is "none": they name no machine.
    let mut digits = matched.bytes().filter(u8::is_ascii_hexdigit).map(|b| b.to_ascii_lowercase());
    let first = digits.next()?;
    if matches!(first, b'0' | b'f') && digits.all(|b| b == first) {
        return None;
    }
    let has_letter = || matched.bytes().any(|b| b.is_ascii_alphabetic());
    match candidate.pattern {
        2 | 5 if byte_before(text, range.start) == Some(b'.') || byte_at(text, range.end) == Some(b'.') => None,
        // Decimal groups with dots are numbers with separators, with dashes and colons dates and times.
        2 | 5 if !has_letter() => None,
        _ if !has_letter() && !matched.contains("00") => None,
        _ => candidate.whole(),
    }
}
