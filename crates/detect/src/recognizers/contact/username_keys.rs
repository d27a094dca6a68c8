//! Accounts in the comments of public keys, as `ssh-keygen` writes them: `ssh-ed25519 AAAA… jdoe@laptop`.

use std::borrow::Cow;

use super::username::{INFO, is_account};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The kind of the key, before its letters (RFC 4253, 6.6).
    patterns: Cow::Borrowed(&[Pattern::prefix("(?:ssh-rsa|ssh-ed25519|nistp[0-9]{3}) AAAA", 0.85, 0.9)]),
    context: words![],
    check,
}];

/// The account in the comment behind the key.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest key, and longest account with its host, in bytes.
    const KEY: usize = 4096;
    const LONGEST: usize = 96;
    let at = candidate.range.end;
    let rest = candidate.field.text.get(at..)?;
    let is_key = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    let key = rest.bytes().take(KEY).take_while(is_key).count();
    let comment = rest.get(key..)?.strip_prefix(' ')?;
    let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '@' | '.' | '_' | '-');
    let comment = &comment[..comment.find(|c| !stands(c)).unwrap_or(comment.len())];
    let (user, host) = comment.split_once('@')?;
    let fits = comment.len() <= LONGEST && !host.is_empty() && is_account(user);
    let start = at + key + 1;
    fits.then(|| candidate.part(start..start + comment.len()))?
}
