//! Keys as lists of bytes, as programs of devices have them: `static const uint8_t AES_KEY[16] = { 0x3A, 0x91, … };`.

use std::{borrow::Cow, ops::Range};

use crate::keys::name_before;
use crate::recognizers::secrets::{
    assignment::said,
    generic_secret::PREFIXED,
    key_names::{Strength, is_harmless},
};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: PREFIXED.info,
    patterns: Cow::Borrowed(&[
        Pattern::within("0x[0-9A-Fa-f]{2}, ?0x[0-9A-Fa-f]{2}", 0.85, 0.9),
        Pattern::within("\"=hex:[0-9A-Fa-f]{2}", 0.97, 0.98),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => candidate.part(bytes(candidate)?),
        _ => candidate.part(registry_bytes(candidate)?),
    },
}];

/// The bytes of a value of Windows' registry whose name is that of a secret: `"Password"=hex:5a,0c,…`, which may go on behind a
/// backslash at the end of its line.
fn registry_bytes(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest name and value, and shortest value, in bytes.
    const NAME: usize = 64;
    const LONGEST: usize = 1024;
    const SHORTEST: usize = "00,11,22,33,44,55".len();
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let name = line::before(text, start, NAME).rsplit('"').next()?;
    let is_secret = matches!(said(name)?, Strength::Password | Strength::Strong) && !is_harmless(name);
    let first = end - "00".len();
    let near = window::behind(text, first, LONGEST);
    let stands = |c: char| c.is_ascii_hexdigit() || matches!(c, ',' | '\\' | '\r' | '\n' | ' ');
    let found =
        near[..near.find(|c| !stands(c)).unwrap_or(near.len())].trim_end_matches(|c: char| !c.is_ascii_hexdigit());
    (is_secret && found.len() >= SHORTEST).then(|| first..first + found.len())
}

/// The bytes of the list that `candidate` begins, from the first to the last, if the name before it is that of a secret.
fn bytes(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest list, and fewest and most bytes of a key.
    const LONGEST: usize = 1024;
    const BYTES: std::ops::RangeInclusive<usize> = 8..=64;
    let (text, first) = (candidate.field.text, candidate.range.start);
    let head = window::before(text, first, 96).trim_end();
    let head = head.strip_suffix(['{', '[', '('])?.trim_end_matches(['&', ' ']);
    // The type of a list may stand before it: `= []byte{`, `= new byte[] {`, `= bytes([`.
    let head = ["[]byte", "new byte[]", "bytes(", "bytearray(", "byteArrayOf", "Buffer.from("]
        .iter()
        .find_map(|kind| head.strip_suffix(kind))
        .unwrap_or(head);
    let head = head.trim_end().strip_suffix(['=', ':'])?;
    let head = head.strip_suffix(':').unwrap_or(head);
    let (place, _) = name_before(head)?;
    // The name stands behind its type.
    let name = head.get(place)?.trim().rsplit([' ', '*']).next()?;
    let is_secret = matches!(said(name)?, Strength::Password | Strength::Strong | Strength::Weak) && !is_harmless(name);
    let list = window::behind(text, first, LONGEST);
    let list = list.get(..list.find(['}', ']', ')'])?)?.trim_end().trim_end_matches(',');
    let is_byte = |part: &str| {
        let digits = part.trim().strip_prefix("0x").or_else(|| part.trim().strip_prefix("0X"));
        digits.is_some_and(|digits| digits.len() == 2 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    let mut parts = list.split(',');
    let are_bytes = parts.all(is_byte) && BYTES.contains(&list.split(',').count());
    // A list that counts is a stand-in or a test.
    let mut kinds: Vec<&str> = list.split(',').map(str::trim).collect();
    kinds.sort_unstable();
    kinds.dedup();
    (is_secret && are_bytes && kinds.len() > BYTES.start() / 2).then(|| first..first + list.len())
}
