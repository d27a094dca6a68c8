//! Private keys as members of documents: JSON Web Keys (RFC 7517, 7518) and XML's `RSAKeyValue`.

use std::{borrow::Cow, ops::Range};

use memchr::memmem;

use crate::recognizers::secrets::private_key;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: private_key::INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("\"(?:d|k|p|q|dp|dq|qi)\\\\?\" ?: ?\\\\?\"[0-9A-Za-z_-]{16}", 0.98, 0.99),
        Pattern::within("<(?:D|P|Q|DP|DQ|InverseQ)>[0-9A-Za-z+/]{16}", 0.98, 0.99),
    ]),
    context: words![],
    check,
}];

/// Farthest that the member which tells the kind of key stands away, in bytes.
const FAR: usize = 4096;
/// Longest member, in bytes.
const LONGEST: usize = 2048;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let bytes = text.as_bytes();
    let from = candidate.matched().rfind(['"', '>'])? + 1 + start;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || b"_-+/=".contains(b);
    let len = bytes.get(from..)?.iter().take(LONGEST).take_while(|b| stands(b)).count();
    let head = bytes.get(start.saturating_sub(FAR)..start)?;
    let is_key = if candidate.pattern == 0 {
        let tail = bytes.get(end..)?;
        let kind = |near: &[u8]| memmem::find(near, b"\"kty").is_some() || memmem::find(near, b"\\\"kty").is_some();
        kind(head) || kind(tail.get(..FAR.min(tail.len()))?)
    } else {
        memmem::find(head, b"<RSAKeyValue").is_some()
    };
    is_key.then(|| candidate.part(from..from + len))?
}
