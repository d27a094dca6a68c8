//! Keys as lists of bytes, as programs of devices have them: `static const uint8_t AES_KEY[16] = { 0x3A, 0x91, … };`.

use std::{borrow::Cow, ops::Range};

use crate::keys::name_before;
use crate::recognizers::secrets::{
    assignment::said,
    generic_secret::PREFIXED,
    key_names::{Strength, is_harmless},
    randomness::is_random,
};
use crate::text::{identifier, line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: PREFIXED.info,
    patterns: Cow::Borrowed(&[
        Pattern::within("0x[0-9A-Fa-f]{2}, ?0x[0-9A-Fa-f]{2}", 0.85, 0.9),
        Pattern::within("\"=hex:[0-9A-Fa-f]{2}", 0.97, 0.98),
        // Digits that a call makes bytes of: `AES = Hex.decode("3a91…")`.
        Pattern::within(
            "(?:Hex[.]decode(?:Hex)?|unhexlify|fromhex|parseHex|hex2bin|parseHexBinary|FromHexString|hexToBytes|DecodeString)\\([\"'][0-9A-Fa-f]{16}",
            0.88,
            0.9,
        ),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => candidate.part(bytes(candidate)?),
        2 => candidate.part(decoded(candidate)?),
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

/// The hexadecimal digits of a key in the quotes that `candidate` opens, if the name before the call is one of secrets or ciphers.
fn decoded(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Digits of keys: of 16, 24, 32 and 64 bytes.
    const DIGITS: [usize; 4] = [32, 48, 64, 128];
    const NAMES: [&str; 13] = [
        "aes", "des", "hmac", "cipher", "crypt", "secret", "master", "seed", "salt", "pepper", "private", "signing",
        "key",
    ];
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let open = start + candidate.matched().find(['"', '\''])? + 1;
    let near = line::behind(text, open, DIGITS[3] + 1);
    let found = near.get(..near.find(['"', '\''])?)?;
    let is_key = DIGITS.contains(&found.len()) && found.bytes().all(|b| b.is_ascii_hexdigit()) && is_random(found);
    let (before, _) = line::before(text, start, 96).rsplit_once(['=', ':'])?;
    let name = before.trim_end_matches([':', ' ']).rsplit([' ', '\t', '.']).next()?;
    let is_named = identifier::words(name).any(|word| NAMES.contains(&word.to_ascii_lowercase().as_str()));
    (is_key && is_named && !is_harmless(name) && end > open).then(|| open..open + found.len())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn calls_make_bytes_of_digits() {
        const DIGITS: &str = "c41f7a90e44b2d8637715aa0c9f4c17a";
        for (name, expected) in [
            ("static final byte[] AES", true),
            ("masterKey", true),
            ("  key_a", true),
            ("byte[] digest", false),
            ("public_key", false),
        ] {
            let head = [name, " = Hex.decode(\""].concat();
            let text = [&head, DIGITS, "\");"].concat();
            let field = Field::new(&text);
            let range = head.find("Hex").unwrap()..head.len() + 16;
            let candidate = Candidate { field: &field, range, pattern: 2, form: Form::Shape, name: "" };
            assert_eq!(decoded(&candidate).map(|place| &text[place]), expected.then_some(DIGITS), "{text}");
        }
    }
}
