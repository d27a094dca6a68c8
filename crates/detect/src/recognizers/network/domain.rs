//! Names of hosts under a public suffix: RFC 1034, RFC 5890.

use std::borrow::Cow;

use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::value::{Listed, is_listed};
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo, Surrogate, Validation},
    text::is_boundary,
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
        // What is the ending of files, too.
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
const FILES: &Listed = &Listed::new(
    "\
        rs|py|md|sh|pl|so|zip|mov|app|ps|cc|tf|in|do|is|as|id|name|map|call|run|new|link|it|at|to|info|page|\
        date|data|web|store|cat|sc|st|ms|mk|ml|am|la|lc|java|bz|cfd|foo|bar|tar|ai|gz",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, dot) = (candidate.field.text, candidate.range.start);
    let bytes = text.as_bytes();
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.') || !b.is_ascii();
    let before = bytes.get(..dot)?.iter().rev().take(MAX_NAME).take_while(|b| stands(b)).count();
    let len = bytes.get(dot..)?.iter().take(MAX_NAME).take_while(|b| stands(b)).count();
    let (start, mut end) = (dot - before, dot + len);
    while end > dot && matches!(byte_before(text, end), Some(b'.' | b'-')) {
        end -= 1;
    }
    // A call, a path of a module, an assignment, a file, a host in an address of mail.
    let attached = matches!(byte_at(text, end), Some(b'(' | b'_' | b'=' | b'@' | b'[' | b'<'))
        || matches!(byte_before(text, start), Some(b'@' | b'_' | b'.' | b'$' | b'\\' | b'-' | b'#'));
    let name = text.get(start..end).filter(|_| !attached)?;
    // Only the first dot of a name leads to it, so that each is judged once.
    if name.find('.')? != before || !is_boundary(text, start) || !is_boundary(text, end) {
        return None;
    }
    let top = name.rsplit('.').next()?;
    if is_listed(top, FILES) != (candidate.pattern == 1) || !name.split('.').all(is_label) {
        return None;
    }
    let mut lower = [0; MAX_NAME];
    let lower = lower.get_mut(..name.len())?;
    lower.copy_from_slice(name.as_bytes());
    lower.make_ascii_lowercase();
    let known = psl::domain(lower).is_some_and(|domain| domain.suffix().is_known());
    let shouted = name.bytes().any(|b| b.is_ascii_uppercase()) && name.bytes().any(|b| b.is_ascii_lowercase());
    (known && !shouted).then(|| candidate.part(start..end))?
}

fn is_label(label: &str) -> bool {
    (1..=MAX_LABEL).contains(&label.len()) && !label.starts_with('-') && !label.ends_with('-')
}
