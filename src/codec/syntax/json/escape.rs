//! Escapes of JSON strings (RFC 8259, 7), both ways.

/// The length, in bytes, of the escape at `at`; `None`: the backslash there begins no escape.
#[inline]
pub(super) fn length(doc: &[u8], at: usize) -> Option<usize> {
    match doc.get(at + 1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => code_unit(doc, at).map(|_| 6),
        _ => None,
    }
}

/// The value of an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EscapeValue {
    /// A character, a surrogate pair's too.
    Char(char),
    /// Half a surrogate pair, which is no character.
    Lone,
}

/// The value of the escape at `at`, and its length in bytes, 12 for a pair.
pub(super) fn read(doc: &[u8], at: usize) -> Option<(EscapeValue, usize)> {
    let simple = match doc.get(at + 1)? {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return read_unit(doc, at),
        &byte @ (b'"' | b'\\' | b'/') => char::from(byte),
        _ => return None,
    };
    Some((EscapeValue::Char(simple), 2))
}

fn read_unit(doc: &[u8], at: usize) -> Option<(EscapeValue, usize)> {
    let first = code_unit(doc, at)?;
    if let Some(c) = char::from_u32(first.into()) {
        return Some((EscapeValue::Char(c), 6));
    }
    let pair = [first, code_unit(doc, at + 6).unwrap_or_default()];
    match char::decode_utf16(pair).next() {
        Some(Ok(c)) => Some((EscapeValue::Char(c), 12)),
        _ => Some((EscapeValue::Lone, 6)),
    }
}

/// The code unit of `\uXXXX` at `at`.
fn code_unit(doc: &[u8], at: usize) -> Option<u16> {
    let [b'\\', b'u', digits @ ..] = doc.get(at..at + 6)? else { return None };
    digits.iter().try_fold(0, |unit, &digit| {
        let value = char::from(digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(value).ok()?)
    })
}

/// The character of an escape, which may be a surrogate pair; `None`: half a pair, or no escape.
pub fn unescape(escape: &str) -> Option<char> {
    match read(escape.as_bytes(), 0)? {
        (EscapeValue::Char(c), _) => Some(c),
        (EscapeValue::Lone, _) => None,
    }
}

/// Writes `text` as the content of a JSON string: quotes, backslashes and control characters are
/// escaped, in the shortest way, and nothing else is.
pub fn escape(text: &str, out: &mut String) {
    // Most replacements need no escape, which is checked many bytes at a time.
    if !text.bytes().fold(false, |found, byte| found | (byte < 0x20) | (byte == b'"') | (byte == b'\\')) {
        return out.push_str(text);
    }
    let mut rest = 0;
    for (at, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x08 => "\\b",
            0x0c => "\\f",
            0..0x20 => "\\u00",
            _ => continue,
        };
        out.push_str(&text[rest..at]);
        out.push_str(short);
        if short.len() > 2 {
            out.extend(
                [byte >> 4, byte & 15]
                    .map(|digit| char::from_digit(digit.into(), 16).expect("half a byte is one digit")),
            );
        }
        rest = at + 1;
    }
    out.push_str(&text[rest..]);
}
