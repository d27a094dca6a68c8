//! Names of hosts under a public suffix: RFC 1034, RFC 5890.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::support::neighbours::{byte_at, byte_before, script_end, value_start};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo, Surrogate, Validation},
    text::is_value_edge,
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NETWORK],
        aliases: &["DOMAIN", "HOSTNAME", "HOST", "FQDN"],
        validation: Validation::Structure,
        // Most hosts name a service, and masking them breaks tool calls.
        default: false,
        transparent: true,
        ..LabelInfo::new(
            "DOMAIN_NAME",
            "A host name under a suffix of the public suffix list.",
            "www.example.com",
            Handling { surrogate: Surrogate::Domain, ..Handling::COMMON },
        )
    },
    // Found from the dot, so that prose costs nothing: there a blank follows.
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"\.(?:[a-z]{2,24}|[A-Z]{2,24}|xn--[0-9a-z-]{2,24})", 0.8, 0.95),
        // Top-level domains that are also endings of files.
        Pattern::regex(
            r"\.(?:rs|py|md|sh|pl|so|zip|mov|app|ps|cc|tf|in|do|is|as|id|name|map|call|run|new|link|it|at|to|info|page|date|data|web|link|store|cat|sc|st|ms|mk|ml|am|la|lc|java|bz|cfd|foo|bar|tar|ai|gz)",
            0.2,
            0.8,
        ),
    ]),
    context: words![
        "domain", "host", "hostname", "website", "site", "dns", "fqdn", "server", "nslookup", "ping", "whois"
    ],
    check,
}];

/// Longest name of a host, and of one label of it (RFC 1035).
const MAX_NAME: usize = 253;
const MAX_LABEL: usize = 63;

/// Endings under which files and members of objects are named more often than hosts.
const FILES: &WordList = &WordList::new(
    "\
        rs|py|md|sh|pl|so|zip|mov|app|ps|cc|tf|in|do|is|as|id|name|map|call|run|new|link|it|at|to|info|page|\
        date|data|web|store|cat|sc|st|ms|mk|ml|am|la|lc|java|bz|cfd|foo|bar|tar|ai|gz",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, dot) = (candidate.field.text, candidate.range.start);
    if follows_label(text, dot) {
        return None;
    }
    let Range { start, end } = host_around(text, dot)?;
    // A host in an address of mail.
    let is_mail = byte_before(text, start) == Some(b'@');
    let name = text.get(start..end).filter(|_| !is_mail)?;
    // Only the first dot of a name leads to it, so that each is judged once.
    if name.find('.')? != dot - start || is_file_ending(name) != (candidate.pattern == 1) {
        return None;
    }
    let shouted = name.bytes().any(|b| b.is_ascii_uppercase()) && name.bytes().any(|b| b.is_ascii_lowercase());
    (!shouted && is_registered(name)).then(|| candidate.part(start..end))?
}

/// Reports whether the dot at `dot` ends a label behind another dot: it is not the first one of a name.
fn follows_label(text: &str, dot: usize) -> bool {
    let before = text.as_bytes()[..dot].iter().rev().take(MAX_NAME);
    before.into_iter().find(|b| !b.is_ascii_alphanumeric() && **b != b'-') == Some(&b'.')
}

/// The name of a host around the dot at `dot`, if its characters allow it and the text beside it does not make it code.
pub(crate) fn host_around(text: &str, dot: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.') || !b.is_ascii();
    let before = bytes.get(..dot)?.iter().rev().take(MAX_NAME).take_while(|b| stands(b)).count();
    let len = bytes.get(dot..)?.iter().take(MAX_NAME).take_while(|b| stands(b)).count();
    let mut end = dot + script_end(text.get(dot..)?, text.floor_char_boundary(dot + len) - dot);
    while end > dot && matches!(byte_before(text, end), Some(b'.' | b'-')) {
        end -= 1;
    }
    // A call, a path of a module, an assignment, a file.
    let next = byte_at(text, end + 1);
    let attached = match byte_at(text, end) {
        Some(b'(' | b'_' | b'@' | b'[') => true,
        // Not a sign of quoted-printable text, nor a tag.
        Some(b'=') => !next.is_some_and(|b| b.is_ascii_digit()),
        Some(b'<') => !next.is_some_and(|b| b == b'/' || b.is_ascii_lowercase()),
        _ => false,
    };
    if attached && !(byte_at(text, end) == Some(b'_') && is_value_edge(text, end)) {
        return None;
    }
    let start = value_start(text, text.ceil_char_boundary(dot - before)..dot);
    // The server of a shared folder of Windows: `\\fs01.corp.example.com\share`.
    let is_share = text[..start].ends_with(r"\\");
    let attached = matches!(byte_before(text, start), Some(b'.' | b'$' | b'\\' | b'-' | b'#')) && !is_share;
    let name = text.get(start..end).filter(|_| !attached)?;
    let stands = is_value_edge(text, start) && is_value_edge(text, end);
    (stands && name.split('.').all(is_label)).then_some(start..end)
}

/// Reports whether `name` lies under a suffix of the public suffix list.
pub(crate) fn is_registered(name: &str) -> bool {
    let mut lower = [0; MAX_NAME];
    let Some(lower) = lower.get_mut(..name.len()) else { return false };
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    psl::domain(lower).is_some_and(|domain| domain.suffix().is_known())
}

/// Reports whether `name` ends as files and members of objects do more often than hosts.
pub(crate) fn is_file_ending(name: &str) -> bool {
    name.rsplit('.').next().is_some_and(|top| is_listed(top, FILES))
}

fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
}
