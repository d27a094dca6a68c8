//! Hardware addresses: IEEE 802 EUI-48 and EUI-64.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::value::token;
use crate::text::line;
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
        // A packet's destination, source and type, as firewalls of Linux write them.
        Pattern::regex("MAC=[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){13}", 0.98, 0.98),
        // Without signs behind their name, and as devices of Bluetooth are named.
        Pattern::key(
            keys!["mac", "mac address", "mac addr", "macaddr", "hwaddr", "hw address", "hardware address", "bssid"],
            0.95,
        ),
        Pattern::regex("dev_[0-9A-F]{2}(?:_[0-9A-F]{2}){5}", 0.95, 0.98),
        Pattern::within("0x[0-9A-Fa-f]{2}, ?0x[0-9A-Fa-f]{2}", 0.9, 0.95),
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

/// Patterns that are checked further.
const PACKET: usize = 6;
const NAMED: usize = 7;
const DEVICE: usize = 8;
const LIST: usize = 9;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range, matched) = (candidate.field.text, &candidate.range, candidate.matched());
    match candidate.pattern {
        PACKET => return candidate.part(range.start + "MAC=".len()..range.end),
        DEVICE => return candidate.whole(),
        NAMED => return named(candidate),
        LIST => return of_list(candidate),
        _ => {}
    }
    // One more group makes it part of a fingerprint, a UUID or a version; the name of a network may stand behind it.
    let joins = |b: Option<u8>| b.is_some_and(|b| b":-.".contains(&b));
    let hex = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_hexdigit());
    let before = range.start.checked_sub(1).and_then(|at| byte_before(text, at));
    if joins(byte_before(text, range.start)) && hex(before)
        || joins(byte_at(text, range.end)) && is_group(text, range.end + 1)
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

/// Reports whether hexadecimal digits stand at `at`, and no other letters behind them.
fn is_group(text: &str, at: usize) -> bool {
    /// Longest group, in bytes.
    const LONGEST: usize = 12;
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    let digits = rest.iter().take(LONGEST).take_while(|b| b.is_ascii_hexdigit()).count();
    digits > 0 && !rest.get(digits).is_some_and(|b| b.is_ascii_alphanumeric())
}

/// The bytes of an address in a list of a program whose name says so: `uint8_t mac[6] = {0x3C, 0x71, …}`.
fn of_list(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest name before the list and longest list, in bytes, and the bytes of an address.
    const FAR: usize = 48;
    const LONGEST: usize = 64;
    const BYTES: usize = 6;
    const NAMES: [&str; 4] = ["mac", "bssid", "hwaddr", "peer"];
    /// The addresses of examples.
    const SAMPLES: [&str; 4] = ["deadbeef", "00aabbcc", "aabbccdd", "01020304"];
    let (text, start) = (candidate.field.text, candidate.range.start);
    let head = line::before(text, start, FAR).trim_end().strip_suffix(['{', '['])?.to_ascii_lowercase();
    let is_named = NAMES.iter().any(|name| head.contains(name));
    let list = line::behind(text, start, LONGEST);
    let list = list[..list.find(['}', ']'])?].trim_end().trim_end_matches(',');
    let digit = |part: &str| part.trim().strip_prefix("0x").filter(|byte| byte.len() == 2).map(str::to_ascii_lowercase);
    let bytes: Vec<String> = list.split(',').map_while(digit).collect();
    let digits = bytes.concat();
    let is_address = bytes.len() == BYTES && list.split(',').count() == BYTES && !has_one_digit(digits.as_bytes());
    let is_sample = SAMPLES.iter().any(|sample| digits.starts_with(sample));
    (is_named && is_address && !is_sample).then(|| candidate.part(start..start + list.len()))?
}

/// The twelve digits without signs that a name introduces.
fn named(candidate: &Candidate<'_>) -> Option<Finding> {
    const DIGITS: usize = 12;
    let place = token(candidate, b"&")?;
    let found = candidate.field.text.get(place.clone())?;
    let is_plain = has_one_digit(found.as_bytes());
    let is_hex = found.len() == DIGITS && found.bytes().all(|b| b.is_ascii_hexdigit());
    (is_hex && !is_plain).then(|| candidate.part(place))?
}
