//! IP addresses and networks: RFC 791, RFC 4291 and RFC 5952 texts, zones of RFC 4007, CIDR of RFC 4632.
//!
//! Addresses that name no machine in particular (unspecified, loopback, netmasks) are left alone.

use std::{
    borrow::Cow,
    net::{Ipv4Addr, Ipv6Addr},
    ops::Range,
};

use ipnet::Ipv4Net;

use crate::recognizers::support::neighbours::{
    alphabet_continues, byte_at, byte_before, is_one_of, naming_word, word_before,
};
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo, Shape, Surrogate, Validation},
    text::{is_value_edge, line, window},
};

/// The expression behind the first number of an IPv4 address: the other numbers, of which the second and third have at
/// most so many digits, and the length of a prefix.
macro_rules! v4_rest {
    ($digits:expr) => {
        concat!(r"(?:\.[0-9]{1,", $digits, r"}){2}\.[0-9]{1,3}(?:/[0-9]{1,2})?")
    };
}

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NETWORK, Group::HIPAA],
        aliases: &["IP", "IPV4", "IPV6", "IP_ADDR", "IPADDRESS"],
        validation: Validation::Structure,
        shapes: &[Shape::None],
        ..LabelInfo::new(
            "IP_ADDRESS",
            "An IPv4 or IPv6 address or network, with zone or prefix length; not loopback, netmasks and the unspecified address.",
            "203.0.113.7",
            Handling { surrogate: Surrogate::IpAddress, ..Handling::COMMON },
        )
    },
    patterns: Cow::Borrowed(&[
        // No section is numbered so, and hardly a version.
        Pattern::regex(concat!("[12][0-9]{2}", v4_rest!(3)), 0.93, 0.98),
        Pattern::regex(concat!("[0-9]{1,2}", v4_rest!(3)), 0.85, 0.98),
        // Small numbers are sections, versions and object identifiers more often.
        Pattern::regex(concat!("[0-9]", v4_rest!(2)), 0.4, 0.95),
        Pattern::regex("[0-9A-Fa-f]{1,4}:(?:[0-9A-Fa-f]{1,4}|:)", 0.95, 0.99),
        Pattern::regex("::(?i:ffff):[0-9A-Fa-f]{1,4}", 0.95, 0.99),
        // Names of hosts that are made of their addresses.
        Pattern::regex(
            "(?:ec2|ip|host|static|dynamic|dyn|pool|dhcp|cpe|client|broadband|dsl|adsl)-[0-9]{1,3}(?:-[0-9]{1,3}){3}",
            0.9,
            0.98,
        ),
        // Ports of printers, as Windows names them; their low line makes one word of both.
        Pattern::regex("IP_[0-9]{1,3}(?:\\.[0-9]{1,3}){3}", 0.9, 0.98),
    ]),
    context: words![
        "ip",
        "ips",
        "request",
        "connection",
        "connected",
        "accepted",
        "http",
        "ping",
        "nameserver",
        "ipv4",
        "ipv6",
        "address",
        "addr",
        "host",
        "server",
        "client",
        "remote",
        "gateway",
        "subnet",
        "dns",
        "from",
        "peer"
    ],
    check,
}];

/// The pattern of addresses of small numbers, and of addresses in names of hosts.
const SMALL: usize = 2;
const HOST: usize = 5;
/// The pattern of ports of printers.
const PRINTER: usize = 6;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    match candidate.pattern {
        0..=SMALL => check_v4(candidate),
        HOST => check_host(candidate),
        PRINTER => {
            let at = candidate.range.start + "IP_".len();
            let address: Ipv4Addr = candidate.field.text.get(at..candidate.range.end)?.parse().ok()?;
            (!address.is_loopback() && !address.is_unspecified()).then(|| candidate.whole())?
        }
        _ => check_v6(candidate),
    }
}

fn check_v4(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range, matched) = (candidate.field.text, &candidate.range, candidate.matched());
    let address: Ipv4Addr = match matched.split_once('/') {
        Some(_) => matched.parse::<Ipv4Net>().ok()?.addr(),
        None => matched.parse().ok()?,
    };
    let first = address.octets()[0];
    if address.is_loopback() || first == 255 || first == 0 && !matched.contains('/') || address.is_unspecified() {
        return None;
    }
    if is_small(text, range, address) != (candidate.pattern == SMALL) {
        return None;
    }
    let is_version = || is_version(candidate) || is_upgrade(text, range.start, address);
    if is_piece(text, range) || is_version() || is_heading(text, range, address) || is_section(text, range, address) {
        return None;
    }
    Some(Finding { sure: is_named(candidate), ..candidate.whole()? })
}

/// The address in the name of a host, with dashes: `ec2-203-0-113-7.compute.example`.
fn check_host(candidate: &Candidate<'_>) -> Option<Finding> {
    let range = &candidate.range;
    let (_, found) = candidate.matched().split_once('-')?;
    let address: Ipv4Addr = found.replace('-', ".").parse().ok()?;
    let is_piece = alphabet_continues(candidate.field.text, range, b"-_");
    let is_host = !address.is_loopback() && address.octets()[0] > 0 && !is_piece;
    is_host.then(|| candidate.part(range.end - found.len()..range.end))?
}

/// Reports whether a name and a sign before a value, or a bracket, say that it is an address: `rhost=…`, `unknown[…]`.
fn is_named(candidate: &Candidate<'_>) -> bool {
    const NAMES: [&str; 36] = [
        "ip",
        "ips",
        "ipv4",
        "addr",
        "address",
        "rhost",
        "host",
        "src",
        "dst",
        "rip",
        "lip",
        "saddr",
        "daddr",
        "raddr",
        "laddr",
        "source",
        "destination",
        "for",
        "peer",
        "client",
        "remote",
        "local",
        "via",
        "hop",
        "nexthop",
        "gateway",
        "gw",
        "dns",
        "nameserver",
        "resolver",
        "unknown",
        "ban",
        "unban",
        "server",
        "sourceip",
        "destip",
    ];
    /// Farthest place of the sign, in bytes.
    const NEAR: usize = 4;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = window::before(text, range.start, NEAR).trim_end_matches([' ', '"', '\'']);
    let word = naming_word(candidate, range);
    let begins = head.is_empty() && range.start <= NEAR;
    let is_signed = begins || head.ends_with(['=', ':', '[']) || is_one_of(word, &["ban", "unban"]);
    is_signed && is_one_of(word, &NAMES)
}

/// Reports whether `address` may be the number of a section or an object identifier: its numbers are small, and neither
/// a prefix length, nor a port, nor a place at the head of an access log's line speaks for an address.
fn is_small(text: &str, range: &Range<usize>, address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let rest = text.get(range.end..).unwrap_or_default();
    let port = rest.strip_prefix(':').is_some_and(|port| port.starts_with(|c: char| c.is_ascii_digit()));
    let network = text.get(range.clone()).is_some_and(|matched| matched.contains('/'));
    a < 10 && b < 32 && c < 64 && !port && !network && !rest.starts_with(" - ")
}

/// Reports whether it is a piece of an object identifier, a file name, a package or a user agent's product.
fn is_piece(text: &str, range: &Range<usize>) -> bool {
    // The plus of a version stands behind it alone: `1.2.3.4+build`.
    let in_form = byte_before(text, range.start) == Some(b'+');
    let is_reversed = text.get(range.end..).is_some_and(|rest| rest.starts_with(".in-addr.arpa"))
        && !alphabet_continues(text, &(range.start..range.start), b".");
    if is_reversed {
        return false;
    }
    if is_captured(text, range) {
        return false;
    }
    if alphabet_continues(text, range, b".") || !in_form && alphabet_continues(text, range, b"+") {
        return true;
    }
    let before = range.start.checked_sub(1).and_then(|at| byte_before(text, at));
    let after = byte_at(text, range.end + 1);
    let is_letter = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_alphabetic());
    match (byte_before(text, range.start), byte_at(text, range.end)) {
        // `name-1.2.3.4` and `1.2.3.4-beta`, while `10.0.0.1-10.0.0.9` is a range.
        (Some(b'-'), _) if is_letter(before) => true,
        (_, Some(b'-')) if is_letter(after) => true,
        // `Chrome/120.0.6099.109`, while `localhost/192.0.2.1` and `//192.0.2.1/` are addresses.
        (Some(b'/'), _) => product_before(text, range.start - 1),
        // `$1.2.3.4`, `#1.2.3.4`, `§1.2.3.4`, `~1.2.3.4` and `^1.2.3.4` are versions and sections.
        (Some(b'$' | b'#' | b'^'), _) => true,
        (Some(b'~'), _) => before != Some(b'~'),
        (Some(0xA7), _) => text.get(..range.start).is_some_and(|head| head.ends_with('§')),
        _ => false,
    }
}

/// Reports whether the port stands behind it as in captures of packets: `IP 192.0.2.7.51822 > 198.51.100.3.80: Flags`.
fn is_captured(text: &str, range: &Range<usize>) -> bool {
    let head = window::before(text, range.start, "IP ".len());
    let rest = window::behind(text, range.end, ".65535 > ".len());
    let port = rest.strip_prefix('.').map_or(0, |port| port.bytes().take_while(u8::is_ascii_digit).count());
    let behind = rest.get(1 + port..).unwrap_or_default();
    let is_source = head == "IP " && behind.starts_with(" > ");
    let is_target = head.ends_with("> ") && behind.starts_with(": ");
    (1..=5).contains(&port) && (is_source || is_target)
}

/// Reports whether the name of a product ends at `end`: capitalised, and none of those that stand before addresses, of
/// protocols and in logs of proxies (`HIER_DIRECT/203.0.113.7`).
fn product_before(text: &str, end: usize) -> bool {
    const OTHERS: [&str; 12] =
        ["TCP", "UDP", "TLS", "SCTP", "WS", "WSS", "IPV4", "DIRECT", "PARENT", "NONE", "User", "Client"];
    let before = text.as_bytes().get(..end).unwrap_or_default();
    let len = before.iter().rev().take(32).take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
    let name = text.get(end - len..end).unwrap_or_default();
    let last = name.rsplit('_').next().unwrap_or_default();
    name.starts_with(|c: char| c.is_ascii_uppercase()) && !OTHERS.contains(&last)
}

/// Reports whether the word before, or the name of the field, says that a version or a section number follows.
fn is_version(candidate: &Candidate<'_>) -> bool {
    const WORDS: [&str; 20] = [
        "version",
        "ver",
        "v",
        "release",
        "build",
        "rev",
        "revision",
        "section",
        "sec",
        "chapter",
        "clause",
        "appendix",
        "firmware",
        "oid",
        "assemblyversion",
        "fileversion",
        "abschnitt",
        "kapitel",
        "productversion",
        "tag",
    ];
    is_one_of(naming_word(candidate, &candidate.range), &WORDS)
}

/// Reports whether the line says that something is brought from one version to another: `upgraded from 1.2.3.4 to 1.2.3.5`.
fn is_upgrade(text: &str, start: usize, address: Ipv4Addr) -> bool {
    const NEAR: usize = 96;
    let head = text.get(..start).unwrap_or_default();
    let is_end = ["from", "to"].iter().any(|word| word_before(text, start).eq_ignore_ascii_case(word))
        || head.ends_with("-> ")
        || head.ends_with("→ ");
    if !is_end {
        return false;
    }
    let line = line::before(text, start, NEAR).to_ascii_lowercase();
    let is_small = address.octets()[0] < 10;
    ["upgrad", "downgrad", "bump"].iter().any(|word| line.contains(word)) || is_small && line.contains("updat")
}

/// Reports whether it numbers a heading: all parts small, first on its line but for the mark of a comment, a capitalised
/// title behind it.
fn is_heading(text: &str, range: &Range<usize>, address: Ipv4Addr) -> bool {
    let title =
        byte_at(text, range.end) == Some(b' ') && byte_at(text, range.end + 1).is_some_and(|b| b.is_ascii_uppercase());
    title
        && address.octets().iter().all(|part| (1..=20).contains(part))
        && address.octets()[0] < 10
        && comment_before(text, range.start).is_some()
}

/// Reports whether it numbers a section of a standard in a comment of C: `// 19.2.3.1 says`, `[17.4.3.6]/2`.
fn is_section(text: &str, range: &Range<usize>, address: Ipv4Addr) -> bool {
    let is_small = address.octets()[0] != 10 && address.octets().iter().all(|part| (1..=40).contains(part));
    let rest = text.get(range.end..).unwrap_or_default();
    let is_bracketed = byte_before(text, range.start) == Some(b'[');
    let is_paragraph = rest.strip_prefix("]/").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_line = || {
        let start = range.start - usize::from(is_bracketed);
        comment_before(text, start).is_some_and(|mark| mark.contains(['/', '*']))
    };
    is_small && (is_bracketed && is_paragraph || is_line())
}

/// The mark of a comment before `at`, if nothing else stands before it on its line.
fn comment_before(text: &str, at: usize) -> Option<&str> {
    const LONGEST: usize = 40;
    const MARKS: [&str; 10] = ["", "//", "///", "*", "/*", "/**", "#", ";", "--", "%"];
    line::whole_before(text, at, LONGEST).map(str::trim).filter(|mark| MARKS.contains(mark))
}

/// Longest IPv6 address in text: six groups and a dotted quad.
const MAX_V6: usize = 45;

/// Looks around the first colon. Only the head of an address leads to it, so that each is parsed once.
fn check_v6(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let colon = candidate.range.start + candidate.matched().find(':')?;
    let bytes = text.as_bytes();
    if !bytes.get(colon + 1).is_some_and(|b| *b == b':' || b.is_ascii_hexdigit()) {
        return None;
    }
    let before = bytes.get(..colon)?.iter().rev().take(5).take_while(|b| b.is_ascii_hexdigit()).count();
    let start = colon - before;
    // `[IPv6:…]` of mail.
    let is_tagged = || text.get(..start).is_some_and(|head| head.ends_with("IPv6:"));
    if before > 4 || byte_before(text, start) == Some(b':') && !is_tagged() || !is_value_edge(text, start) {
        return None;
    }
    let run = bytes.get(start..)?.iter().take(MAX_V6 + 1);
    let mut end = start + run.take_while(|b| b.is_ascii_hexdigit() || matches!(b, b':' | b'.')).count();
    while matches!(bytes.get(end - 1)?, b'.' | b':') && !text.get(start..end)?.ends_with("::") {
        end -= 1;
    }
    let whole = text.get(start..end)?;
    let written = without_port(whole);
    let has_port = written.len() < whole.len();
    end = start + written.len();
    // Eight groups, the last two perhaps written as IPv4, or fewer with a gap: shorter ones are times or hardware
    // addresses.
    if written.bytes().filter(|b| *b == b':').count() < 6 && !written.contains("::") {
        return None;
    }
    let address: Ipv6Addr = written.parse().ok()?;
    let goes_on = || alphabet_continues(text, &(end..end), b":");
    if !is_assigned(address) && !is_full(written) || !is_value_edge(text, end) || !has_port && goes_on() {
        return None;
    }
    let end = prefix_end(text, zone_end(text, end));
    is_value_edge(text, end).then(|| candidate.part(start..end))?
}

/// `written`, an address, without a port of five digits behind it, which no group of one has.
fn without_port(written: &str) -> &str {
    match written.rsplit_once(':') {
        Some((address, port)) if port.len() == 5 && port.bytes().all(|b| b.is_ascii_digit()) => address,
        _ => written,
    }
}

/// Reports whether it has eight groups, most of them of three digits or four, as no other thing has: addresses in examples and
/// tests are of no assigned block.
fn is_full(written: &str) -> bool {
    const GROUPS: usize = 8;
    /// Fewest long groups.
    const LONG: usize = 6;
    let groups = || written.split(':');
    groups().count() == GROUPS
        && groups().filter(|group| group.len() > 2 && group.bytes().all(|b| b.is_ascii_hexdigit())).count() >= LONG
}

/// Reports whether IANA has given `address` a use that names somebody: global unicast, unique local, link-local,
/// multicast, and blocks that carry IPv4 addresses. Times, hashes and paths such as `a::b` hardly ever begin like that.
fn is_assigned(address: Ipv6Addr) -> bool {
    match address.segments() {
        [0, 0, 0, 0, 0, 0xFFFF, ..] => {
            address.to_ipv4_mapped().is_some_and(|v4| !v4.is_loopback() && !v4.is_unspecified())
        }
        [0x64, 0xFF9B, ..] => true,
        [first, ..] => matches!(first, 0x2000..=0x3FFF | 0xFC00..=0xFDFF | 0xFE80..=0xFEBF | 0xFF00..=0xFFFF),
    }
}

/// The end of the zone that follows at `at` (`%eth0`), else `at`.
fn zone_end(text: &str, at: usize) -> usize {
    let Some(zone) = text.as_bytes().get(at..).and_then(|rest| rest.strip_prefix(b"%")) else { return at };
    let len = zone.iter().take(16).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')).count();
    if (1..16).contains(&len) { at + 1 + len } else { at }
}

/// The end of the prefix length that follows at `at` (`/64`), else `at`.
fn prefix_end(text: &str, at: usize) -> usize {
    let Some(prefix) = text.as_bytes().get(at..).and_then(|rest| rest.strip_prefix(b"/")) else { return at };
    let len = prefix.iter().take(4).take_while(|b| b.is_ascii_digit()).count();
    let length: Option<u8> = text.get(at + 1..at + 1 + len).and_then(|digits| digits.parse().ok());
    if length.is_some_and(|length| length <= 128) && is_value_edge(text, at + 1 + len) { at + 1 + len } else { at }
}
