//! Names in the heads of mails that are encoded for want of letters (RFC 2047): `To: =?UTF-8?B?…?= <jane.roe@example.com>`.

use std::borrow::Cow;

use super::introduced_name::INFO;
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The encoding, between the charset and the letters.
    patterns: Cow::Borrowed(&[Pattern::within("\\?[BbQq]\\?", 0.9, 0.95)]),
    context: words![],
    check,
}];

/// The encoded words around the candidate, if an address of mail follows them.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest charset, and most letters that are encoded in one word (RFC 2047, 2), in bytes.
    const CHARSET: usize = 24;
    const LONGEST: usize = 76;
    /// Farthest address, behind further encoded words, in bytes.
    const NEAR: usize = 320;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = window::before(text, range.start, CHARSET);
    let charset = &head[head.rfind("=?")? + "=?".len()..];
    let is_charset =
        !charset.is_empty() && charset.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    let rest = window::behind(text, range.end, LONGEST);
    let len = rest.find("?=").filter(|len| *len > 0 && !rest[..*len].contains([' ', '?', '\n']))?;
    let end = range.end + len;
    let behind = line::behind(text, end + "?=".len(), NEAR);
    let address = behind.find('<').is_some_and(|at| behind[at..].contains('@'));
    (is_charset && address).then(|| candidate.part(range.end..end))?
}
