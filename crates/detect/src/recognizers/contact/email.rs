//! E-mail addresses: RFC 5321 and 5322 mailboxes, internationalised ones (RFC 6531) included.
//!
//! An address is found by its `@`. The domain must end in a top-level domain of the public suffix list, unlike a
//! package version, a decorator or a shell prompt.

use std::{
    borrow::Cow,
    net::{Ipv4Addr, Ipv6Addr},
    ops::Range,
};

use super::username_places::is_shared;
use crate::recognizers::support::neighbours::{byte_at, byte_before, is_one_of, value_start, word_before};
use crate::{Candidate, Finding, Pattern, Rule};
use crate::{
    entity::{Group, Handling, LabelInfo, Surrogate, Validation},
    text::{is_value_edge, is_word, line},
};

/// The facts about the label.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::CONTACT, Group::HIPAA],
    aliases: &["EMAIL", "MAIL", "E_MAIL", "EMAILADDRESS"],
    validation: Validation::Structure,
    everyday_context: true,
    ..LabelInfo::new(
        "EMAIL_ADDRESS",
        "An e-mail address under a known top-level domain.",
        EXAMPLE,
        Handling { surrogate: Surrogate::Email, ..Handling::COMMON },
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::around(b'@', 0.95, 0.99)]),
    context: words!["email", "e-mail", "mail", "mailto", "contact", "cc", "bcc", "from", "to", "correo", "courriel"],
    check,
}];

const EXAMPLE: &str = "jane.doe@example.com";

/// Longest local part and domain that are looked at, in bytes. RFC 5321 allows 64 and 255 octets;
/// local parts of bounce addresses are longer in practice.
const MAX_LOCAL: usize = 128;
const MAX_DOMAIN: usize = 255;

/// Names under which mail exists though the public suffix list does not know them: reserved for
/// documentation and tests by RFC 2606.
const RESERVED: [&str; 2] = ["example", "test"];

/// Names of private networks. Hosts are called by them in shells, too, so the local part must not be an account that
/// many systems share, and no prompt may go on behind it.
const PRIVATE: [&str; 5] = ["local", "internal", "lan", "corp", "intranet"];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let at = candidate.range.start;
    // A line of a letter may end before the sign, behind it, or within the domain.
    let before = at - soft_end_before(text, at) - escape_before_sign(text, at);
    let start = local_start(text, before)?;
    let local = text.get(start..before)?;
    let end = match byte_at(text, at + 1)? {
        b'[' => literal_end(text, at + 1)?,
        b'=' | b'\r' | b'\n' => domain_end(text, at + 1 + line_end(text, at + 1)?, local)?,
        _ => domain_end(text, at + 1, local).or_else(|| broken_domain_end(text, at + 1, local))?,
    };
    if is_user_info(text, start)
        || is_remote(text, end)
        || is_code(text, local, at, end)
        || is_prompt(text, start, at, end)
        || is_identifier(text, start, local)
    {
        return None;
    }
    if is_one_of(word_before(text, start), &["ssh", "scp", "sftp", "rsync", "mosh"]) {
        return None;
    }
    candidate.part(start..end)
}

/// The length of the soft line end of quoted-printable before `at`.
fn soft_end_before(text: &str, at: usize) -> usize {
    let head = text.get(..at).unwrap_or_default();
    ["=\n", "=\r\n"].iter().find(|end| head.ends_with(**end)).map_or(0, |end| end.len())
}

/// The length of the backslash before the sign at `at`, as strings of Perl and files of properties have it: `jane\@example.com`. Behind
/// a colon or another backslash it belongs to a path.
fn escape_before_sign(text: &str, at: usize) -> usize {
    let head = text.get(..at).unwrap_or_default().strip_suffix('\\');
    usize::from(head.is_some_and(|head| head.ends_with(|c: char| c.is_ascii_alphanumeric())))
}

/// The length of the line end at `at`, with the signs of quoting that begin the next line.
fn line_end(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    let behind = ["=\n", "=\r\n", "\n", "\r\n"].iter().find_map(|end| rest.strip_prefix(end))?;
    let quoting = behind.bytes().take(8).take_while(|b| matches!(b, b'>' | b' ' | b'|')).count();
    Some(rest.len() - behind.len() + quoting)
}

/// The end of the domain at `start` that goes on behind a hyphen or a dot at the end of its line.
fn broken_domain_end(text: &str, start: usize, local: &str) -> Option<usize> {
    let rest = text.get(start..)?;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-');
    let len = rest.bytes().take(MAX_DOMAIN).take_while(stands).count();
    let head = rest.get(..len)?;
    let next = start + len + line_end(text, start + len).filter(|_| head.ends_with(['-', '.']))?;
    let end = domain_end(text, next, local).or_else(|| {
        // The last label alone.
        let tail = text.get(next..)?;
        let len = tail.bytes().take(MAX_DOMAIN).take_while(u8::is_ascii_alphanumeric).count();
        (head.ends_with('.') && is_top_level(tail.get(..len)?, head.trim_end_matches('.'), local)).then_some(next + len)
    })?;
    (len > 1 && is_value_edge(text, end)).then_some(end)
}

/// The start of the local part that ends at `at`.
fn local_start(text: &str, at: usize) -> Option<usize> {
    let before = text.get(..at)?;
    if before.ends_with('"') {
        return quoted_start(before);
    }
    // Characters of RFC 5322's `atext` that delimit far more often than they belong to an address
    // (`to=x@y.z`, `a/x@y.z`) end it here.
    let belongs = |c: &char| is_word(*c) || matches!(c, '.' | '-' | '+' | '\'' | '&' | '!' | '#' | '$' | '%' | '~');
    // Most are of letters and digits of ASCII, at their end at least.
    let plain = before.bytes().rev().take(MAX_LOCAL).take_while(u8::is_ascii_alphanumeric).count();
    let mut start = at - plain;
    for c in before.get(..start)?.chars().rev().take_while(belongs) {
        start -= c.len_utf8();
        if at - start > MAX_LOCAL {
            return None;
        }
    }
    // Neither an escape sequence nor another script nor markup before it belongs to it.
    let start = value_start(before, start..at);
    let run = before.get(start..)?;
    let start = bounce_start(before, start).unwrap_or(at - run.trim_start_matches(|c| !is_word(c) || c == '_').len());
    let local = before.get(start..)?;
    (!local.is_empty() && !local.ends_with('.') && !local.contains("..")).then_some(start)
}

/// A variable envelope return path: `bounce+user=example.org@…` is one address, `=` and all.
fn bounce_start(before: &str, start: usize) -> Option<usize> {
    let head = before.get(..start)?.strip_suffix('=')?;
    let local = head.bytes().rev().take(MAX_LOCAL).take_while(|b| b.is_ascii_alphanumeric() || b".-+_".contains(b));
    let begin = head.len() - local.count();
    let (prefix, rest) = (before.get(begin..head.len())?, before.get(start..)?);
    (prefix.contains('+') && rest.contains('.') && !prefix.starts_with('+')).then_some(begin)
}

/// A quoted local part, quotes included.
fn quoted_start(before: &str) -> Option<usize> {
    let inner = before.strip_suffix('"')?;
    let window = inner.len().saturating_sub(MAX_LOCAL);
    let open = inner.bytes().rposition(|b| b == b'"').filter(|open| *open >= window)?;
    let quoted = inner.get(open + 1..)?;
    let plain = |c: char| is_word(c) || " .-+_@!#$%&*/=?^~()<>".contains(c);
    let free = byte_before(before, open).is_none_or(|b| b" \t\n\r<(,;".contains(&b));
    (free && quoted.chars().any(is_word) && quoted.chars().all(plain)).then_some(open)
}

/// The end of an address literal, `[192.0.2.1]` or `[IPv6:2001:db8::1]`.
fn literal_end(text: &str, open: usize) -> Option<usize> {
    let rest = text.as_bytes().get(open + 1..)?;
    let len = rest.iter().take(46).position(|b| *b == b']')?;
    let inner = text.get(open + 1..open + 1 + len)?;
    let valid = match inner.strip_prefix("IPv6:") {
        Some(v6) => v6.parse::<Ipv6Addr>().is_ok(),
        None => inner.parse::<Ipv4Addr>().is_ok(),
    };
    valid.then_some(open + 1 + len + 1)
}

/// The end of the domain that begins at `start`: as many labels as make a mail domain.
fn domain_end(text: &str, start: usize, local: &str) -> Option<usize> {
    let rest = text.get(start..)?;
    // Most are of ASCII.
    let plain = rest.bytes().take(MAX_DOMAIN).take_while(|b| b.is_ascii_alphanumeric() || *b == b'.').count();
    let mut end = plain;
    for c in rest.get(plain..)?.chars().take_while(|c| *c == '.' || *c == '-' || is_word(*c) && *c != '_') {
        end += c.len_utf8();
        if end > MAX_DOMAIN {
            return None;
        }
    }
    let mut domain = rest.get(..end)?.trim_end_matches(['.', '-']);
    if byte_at(rest, end) == Some(b'_') && !is_value_edge(text, start + end) {
        return None;
    }
    // A sentence that goes on without a space (`a@example.com.Please`) adds labels at the end.
    while let Some((head, last)) = domain.rsplit_once('.') {
        if is_top_level(last, head, local) && head.split('.').all(is_host_label) && !is_version(head) {
            return Some(start + domain.len());
        }
        // Another script goes on where an ASCII domain ends: `a@example.com으로`.
        let ascii = last.bytes().take_while(u8::is_ascii_alphanumeric).count();
        if let Some(name) = last.get(..ascii).filter(|_| ascii > 1 && ascii < last.len())
            && is_value_edge(last, ascii)
            && is_top_level(name, head, local)
            && head.split('.').all(is_host_label)
            && !is_version(head)
        {
            return Some(start + head.len() + 1 + ascii);
        }
        domain = head;
    }
    None
}

fn is_host_label(label: &str) -> bool {
    !label.is_empty() && label.len() <= 63 && !label.starts_with('-') && !label.ends_with('-')
}

/// Longest second part of a suffix, in bytes.
const SECOND: usize = 8;

/// Reports whether `name` is a top-level domain, and not a new sentence that follows `head`.
fn is_top_level(name: &str, head: &str, local: &str) -> bool {
    let bytes = name.as_bytes();
    if bytes.len() < 2 || bytes.len() > 63 || bytes.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let capitalised =
        bytes.first().is_some_and(u8::is_ascii_uppercase) && bytes.iter().skip(1).all(u8::is_ascii_lowercase);
    if capitalised && head.contains('.') && !head.bytes().any(|b| b.is_ascii_uppercase()) {
        return false;
    }
    let lower: Cow<'_, str> = match name.chars().any(char::is_uppercase) {
        true => Cow::Owned(name.to_lowercase()),
        false => Cow::Borrowed(name),
    };
    let is_suffix = |name: &str| {
        let suffix = psl::suffix(name.as_bytes());
        suffix.is_some_and(|found| found.typ() == Some(psl::Type::Icann) && found.as_bytes().len() == name.len())
    };
    // Under some countries nothing but names of two parts is registered, of which alone the list knows: `co.za`, `com.bd`.
    let second = head.rsplit('.').next().filter(|second| second.is_ascii() && second.len() <= SECOND);
    // Under others the list has any name of one part as a suffix: `np`, `bd`.
    let is_country = || lower.len() == 2 && is_suffix(&["example.", &*lower].concat());
    is_suffix(&lower)
        || second
            .is_some_and(|second| lower.len() == 2 && is_suffix(&[&second.to_ascii_lowercase(), ".", &*lower].concat()))
        || is_country()
        || RESERVED.contains(&&*lower)
        || PRIVATE.contains(&&*lower) && is_of_mail(local)
}

/// Reports whether `local` names a mailbox, and not an account that logs in to a host of a private network.
fn is_of_mail(local: &str) -> bool {
    /// Fewest letters of a mailbox.
    const LEAST: usize = 3;
    local.contains('.')
        || local.bytes().filter(u8::is_ascii_alphabetic).count() >= LEAST
            && (local.contains(['-', '_']) || !is_shared(local))
}

/// Reports whether all of `head` is a version (`1.0` of `package@1.0.dev`) or a pixel density (`2x`).
fn is_version(head: &str) -> bool {
    let numeric = |label: &str| {
        let digits = label.strip_prefix('v').unwrap_or(label);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let mut labels = head.split('.');
    let density = head.strip_suffix('x').is_some_and(|n| n.len() == 1 && n.bytes().all(|b| b.is_ascii_digit()));
    density || head.contains('.') && labels.all(numeric)
}

/// Reports whether the user info of a URL begins at `start`: `https://user@…`, `https://user:secret@…`.
fn is_user_info(text: &str, start: usize) -> bool {
    let before = text.as_bytes().get(..start).unwrap_or_default();
    if before.ends_with(b"://") {
        return true;
    }
    let Some(before) = before.strip_suffix(b":") else { return false };
    let user = before.iter().rev().take(64).take_while(|b| !b.is_ascii_whitespace() && !b"/\"'<>".contains(b)).count();
    before.len().checked_sub(user).and_then(|end| before.get(..end)).is_some_and(|head| head.ends_with(b"://"))
}

/// Reports whether a port or a path follows, as in `git@github.com:owner/repository` and `root@example.com:22`.
fn is_remote(text: &str, end: usize) -> bool {
    let Some(rest) = text.get(end..).and_then(|rest| rest.strip_prefix(':')) else { return false };
    let token = rest.as_bytes().iter().take(256).take_while(|b| b.is_ascii_graphic());
    let (mut len, mut path, mut port) = (0, false, true);
    for b in token {
        len += 1;
        path |= matches!(b, b'/' | b'~');
        port &= b.is_ascii_digit();
    }
    len > 0 && (path || port && len <= 5)
}

/// Reports whether it is a user and a host of a private network in the prompt of a shell: `[jane@web01.corp ~]$`.
fn is_prompt(text: &str, start: usize, at: usize, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let is_private = || {
        let domain = text.get(at + 1..end).unwrap_or_default();
        domain.rsplit('.').next().is_some_and(|last| is_one_of(last, &PRIVATE))
    };
    let goes_on = [" ~", " /", "$ ", "# ", " % ", " $ ", " # "].iter().any(|sign| rest.starts_with(sign));
    goes_on && (is_private() || byte_before(text, start) == Some(b'['))
}

/// Reports whether it is the identifier of a message or an entry of a calendar, which has the form of an address (RFC 5322, 3.6.4; RFC
/// 7986, 5.3): its name stands before it, and its local part is no name.
fn is_identifier(text: &str, start: usize, local: &str) -> bool {
    /// Longest name with its signs, in bytes, and fewest digits of a local part that numbers something.
    const NAME: usize = 24;
    const DIGITS: usize = 3;
    const NAMES: [&str; 6] = ["message-id", "messageid", "msgid", "in-reply-to", "references", "message_id"];
    let digits = local.bytes().filter(u8::is_ascii_digit).count();
    let is_drawn = || digits > 0 && local.bytes().filter(u8::is_ascii_uppercase).count() > 2 && !local.contains('.');
    if digits < DIGITS && !is_drawn() {
        return false;
    }
    let head = line::before(text, start, NAME);
    let name = head.trim_end_matches(['<', ' ', '"', '=', ':', '\'']);
    let is_message = name.len() < head.len() && {
        let lower = name.to_ascii_lowercase();
        NAMES.iter().any(|known| lower.ends_with(known))
    };
    is_message || head == "UID:"
}

/// Reports whether it is a call on a product of matrices, `q@k.to(device)`.
fn is_code(text: &str, local: &str, at: usize, end: usize) -> bool {
    let domain: Range<usize> = at + 1..end;
    byte_at(text, end) == Some(b'(')
        && local.len() <= 3
        && text.get(domain).and_then(|domain| domain.split('.').next()).is_some_and(|name| name.len() <= 3)
}
