//! URLs: RFC 3986, and RFC 3987's letters of other scripts.

use std::{
    borrow::Cow,
    net::{Ipv4Addr, Ipv6Addr},
};

use crate::recognizers::support::neighbours::byte_before;
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo, Surrogate, Validation},
    text::is_word,
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NETWORK, Group::HIPAA],
        aliases: &["URI", "LINK", "WEB_ADDRESS"],
        validation: Validation::Structure,
        // Masking links breaks tool calls; personal data inside a link are found on their own.
        default: false,
        transparent: true,
        ..LabelInfo::new(
            "URL",
            "An address on the web: http, https, ftp or ws, or a host that begins with www.",
            "https://www.example.com/users/42",
            Handling { surrogate: Surrogate::Url, ..Handling::COMMON },
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?i:https?|ftps?|sftp|wss?)://", 0.95, 0.99),
        Pattern::regex(r"(?i:www)\.", 0.85, 0.95),
    ]),
    context: words!["url", "link", "website", "site", "homepage", "href", "webseite"],
    check,
}];

/// Longest URL that is followed to its end, in bytes; the limit that browsers and sitemaps share.
const MAX_LEN: usize = 2048;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let (start, scheme_end) = (candidate.range.start, candidate.range.end);
    // The host decides before the rest is walked through: it is short, and hosts may repeat.
    let authority = authority(text.get(scheme_end..)?);
    let host = authority.rsplit('@').next()?;
    let known = match candidate.pattern {
        0 => is_host(host),
        _ => is_public(host) && !byte_before(text, start).is_some_and(|b| b".-/@".contains(&b)),
    };
    known.then(|| candidate.part(start..end(text, scheme_end)))?
}

/// User info, host and port at the beginning of `rest`, without the punctuation behind them.
fn authority(rest: &str) -> &str {
    /// Longest host name (RFC 1035), user info and port as long again.
    const MAX_AUTHORITY: usize = 512;
    let stands = |c: char| is_word(c) || c.is_ascii_graphic() && !b"/?#\"<>\\^`{|}()".contains(&(c as u8));
    let len = rest.char_indices().find(|(at, c)| *at > MAX_AUTHORITY || !stands(*c)).map_or(rest.len(), |(at, _)| at);
    rest.get(..len).unwrap_or_default().trim_end_matches(['.', ',', ';', ':', '!', '\'', '*', '_', '~'])
}

/// The end of the URL whose rest begins at `from`: before the first character that no URL has, without the punctuation
/// of the sentence around it, brackets balanced.
fn end(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    let mut len = 0;
    let (mut round, mut square) = (0_i32, 0_i32);
    let mut trimmed = 0;
    for c in rest.chars() {
        let stands = match c {
            '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => false,
            c if c.is_ascii() => c.is_ascii_graphic(),
            c => is_word(c),
        };
        if !stands || len > MAX_LEN {
            break;
        }
        match c {
            '(' => round += 1,
            ')' => round -= 1,
            '[' => square += 1,
            ']' => square -= 1,
            _ => {}
        }
        if round < 0 || square < 0 {
            break;
        }
        len += c.len_utf8();
        if !matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' | '_' | '~' | '(' | '[') {
            trimmed = len;
        }
    }
    from + trimmed
}

/// Reports whether `authority`, without user info, names a host: an address, or labels of letters and digits.
fn is_host(authority: &str) -> bool {
    if let Some((v6, _)) = authority.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return v6.parse::<Ipv6Addr>().is_ok();
    }
    let host = without_port(authority);
    let numeric = !host.is_empty() && host.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    if numeric {
        return host.parse::<Ipv4Addr>().is_ok();
    }
    host.len() <= 253 && host.trim_end_matches('.').split('.').all(is_label)
}

fn is_label(label: &str) -> bool {
    (1..=63).contains(&label.len()) && label.chars().all(|c| is_word(c) || c == '-') && !label.starts_with('-')
}

/// Reports whether `authority` is a host under a known top-level domain.
fn is_public(authority: &str) -> bool {
    let host = without_port(authority);
    // Of some countries the list knows second levels alone: `co.za`.
    let known = || psl::suffix(host.to_ascii_lowercase().as_bytes()).is_some_and(|suffix| suffix.is_known());
    host.contains('.') && is_host(host) && known()
}

fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        _ => authority,
    }
}
