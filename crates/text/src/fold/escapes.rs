//! Escapes: of URLs (RFC 3986), of HTML, and of string literals in JSON, JavaScript and similar languages.

use super::{Plain, Reading};

/// The value of a hexadecimal number.
fn from_hex(digits: &str) -> Option<u32> {
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| plain)
}

/// A percent-encoded character: `%40`, or in several bytes `%C3%A9`.
pub fn percent(text: &str, at: usize) -> Option<Reading> {
    let mut bytes = [0; 4];
    for len in 1..=bytes.len() {
        let triplet = text.get(at + 3 * (len - 1)..at + 3 * len)?;
        bytes[len - 1] = u8::try_from(from_hex(triplet.strip_prefix('%')?)?).ok()?;
        if let Ok(read) = std::str::from_utf8(&bytes[..len]) {
            return Reading::char(3 * len, read.chars().next()?);
        }
    }
    None
}

/// HTML's names of characters that stand in identifiers, or between their groups. The empty string is an invisible
/// character.
const NAMED: &[(&str, &str)] = &[
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("commat", "@"),
    ("period", "."),
    ("lowbar", "_"),
    ("UnderBar", "_"),
    ("hyphen", "-"),
    ("dash", "-"),
    ("plus", "+"),
    ("colon", ":"),
    ("sol", "/"),
    ("lpar", "("),
    ("rpar", ")"),
    ("num", "#"),
    ("equals", "="),
    ("nbsp", " "),
    ("NonBreakingSpace", " "),
    ("ensp", " "),
    ("emsp", " "),
    ("thinsp", " "),
    ("Tab", "\t"),
    ("NewLine", "\n"),
    ("shy", ""),
    ("zwj", ""),
    ("zwnj", ""),
    ("lrm", ""),
    ("rlm", ""),
    ("ZeroWidthSpace", ""),
    ("NoBreak", ""),
];

/// A character reference of HTML: `&#64;`, `&#x40;`, `&commat;`.
pub fn entity(text: &str, at: usize) -> Option<Reading> {
    const LONGEST: usize = 18;
    let rest = text.as_bytes().get(at + 1..)?;
    let len = rest.iter().take(LONGEST).position(|b| *b == b';')?;
    let name = text.get(at + 1..at + 1 + len)?;
    let read = match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']);
            let code = if let Some(hex) = hex { from_hex(hex)? } else { number.parse().ok()? };
            Some(char::from_u32(code)?)
        }
        None => NAMED.iter().find(|(known, _)| *known == name)?.1.chars().next(),
    };
    Some(Reading { len: len + 2, plain: read.map(Plain::Char) })
}

/// A backslash escape: `\u0040`, a surrogate pair of two, `\u{40}`, or `\x40`. In text that is quoted more than once,
/// several backslashes stand for one.
pub fn backslash(text: &str, at: usize) -> Option<Reading> {
    const MOST: usize = 8;
    let rest = text.get(at..)?;
    let slashes = rest.bytes().take(MOST).take_while(|b| *b == b'\\').count();
    let escape = rest.get(slashes..)?;
    // The commas and semicolons within a value of a calendar or a contact (RFC 5545, 3.3.11): `12 Elm Street\, Springfield`.
    if let Some(sign @ (',' | ';')) = escape.chars().next() {
        return Reading::char(slashes + 1, sign);
    }
    if let Some(hex) = escape.strip_prefix('x') {
        return Reading::char(slashes + 3, char::from_u32(from_hex(hex.get(..2)?)?)?);
    }
    let digits = escape.strip_prefix('u')?;
    if let Some(braced) = digits.strip_prefix('{') {
        let len = braced.bytes().take(7).position(|b| b == b'}')?;
        return Reading::char(slashes + len + 3, char::from_u32(from_hex(braced.get(..len)?)?)?);
    }
    let first = u16::try_from(from_hex(digits.get(..4)?)?).ok()?;
    let second = || {
        let next = digits.get(4..)?;
        let slashes = next.bytes().take(MOST).take_while(|b| *b == b'\\').count();
        let low = u16::try_from(from_hex(next.get(slashes..)?.strip_prefix('u')?.get(..4)?)?).ok()?;
        (slashes > 0).then_some((low, slashes + 5))
    };
    let (low, len) = second().unwrap_or_default();
    let mut read = char::decode_utf16([first, low]);
    let c = read.next()?.ok()?;
    Reading::char(slashes + 5 + if c.len_utf16() == 2 { len } else { 0 }, c)
}

/// `=40` within an address, blanks and signs between the groups of a number, and the end of a line that goes on (RFC
/// 2045).
pub fn quoted_printable(text: &str, at: usize) -> Option<Reading> {
    let (before, rest) = text.split_at_checked(at)?;
    let behind = |len: usize| rest.as_bytes().get(len).copied();
    if let Some(letter) = encoded_letter(rest) {
        return Some(letter);
    }
    if !before.trim_end_matches("=\n").trim_end_matches("=\r\n").ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return None;
    }
    if rest.starts_with("=40") && behind(3).is_some_and(|b| b.is_ascii_alphabetic()) {
        return Reading::char(3, '@');
    }
    if let Some(sign) = group_sign(rest) {
        return is_between_groups(before, rest).then(|| Reading::char(3, sign))?;
    }
    let len = if rest.starts_with("=\r\n") { 3 } else { 2 };
    let goes_on = (rest.starts_with("=\r\n") || rest.starts_with("=\n")) && !is_padding(before, &rest[len..]);
    let is_sign = || rest.get(len..).is_some_and(|next| group_sign(next).is_some());
    (goes_on && (behind(len).is_some_and(|b| b.is_ascii_alphanumeric()) || is_sign()))
        .then_some(Reading { len, plain: None })
}

/// The character outside ASCII at the start of `rest`, of two bytes or more of UTF-8: `=C3=BC`. A soft end of the line may part
/// the bytes.
fn encoded_letter(rest: &str) -> Option<Reading> {
    /// Most bytes of a character.
    const MOST: usize = 4;
    let (mut bytes, mut count, mut len) = ([0_u8; MOST], 0, 0);
    while count < MOST {
        let part = rest.get(len..)?;
        let gap = if count == 0 {
            0
        } else {
            ["=\r\n", "=\n"].iter().find(|end| part.starts_with(**end)).map_or(0, |end| end.len())
        };
        let Some(hex) = part.get(gap..).and_then(|part| part.strip_prefix('=')).and_then(|part| part.get(..2)) else {
            break;
        };
        let is_hex = hex.bytes().all(|b| b.is_ascii_digit() || (b'A'..=b'F').contains(&b));
        let Some(byte) = from_hex(hex).and_then(|byte| u8::try_from(byte).ok()).filter(|_| is_hex) else { break };
        bytes[count] = byte;
        (count, len) = (count + 1, len + gap + "=C3".len());
        if let Some(c) = std::str::from_utf8(&bytes[..count]).ok().and_then(|read| read.chars().next()) {
            return (count > 1).then(|| Reading::char(len, c))?;
        }
    }
    None
}

/// Reports whether the `=` behind `before` pads a value in base64 that ends its line: an assignment is on the `next` one.
fn is_padding(before: &str, next: &str) -> bool {
    /// Longest value and name that are looked at, in bytes, and shortest value.
    const LONGEST: usize = 512;
    const SHORTEST: usize = 15;
    let is_digit = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'-' | b'_');
    let run = before.bytes().rev().take(LONGEST).take_while(is_digit).count();
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let name = next.bytes().take(LONGEST).take_while(stands).count();
    let sign = next[name..].trim_start_matches(' ');
    run >= SHORTEST && run % 4 == 3 && name > 1 && sign.starts_with([':', '='])
}

/// The sign between groups of digits that the escape at the start of `rest` stands for.
fn group_sign(rest: &str) -> Option<char> {
    match rest.as_bytes() {
        [b'=', b'2', b'0', ..] | [b'=', b'A', b'0', ..] => Some(' '),
        [b'=', b'2', b'D', ..] => Some('-'),
        [b'=', b'2', b'E', ..] => Some('.'),
        _ => None,
    }
}

/// Reports whether the escape at the start of `rest` is one of several between groups: `year=2024` is none.
fn is_between_groups(before: &str, rest: &str) -> bool {
    const LONGEST: usize = 12;
    let is_part = |b: &u8| b.is_ascii_digit() || b.is_ascii_uppercase();
    let tail = rest.get(3..).unwrap_or_default();
    let group = tail.bytes().take(LONGEST).take_while(is_part).count();
    let next = tail.get(group..).unwrap_or_default();
    let next = next.strip_prefix("=\n").or_else(|| next.strip_prefix("=\r\n")).unwrap_or(next);
    let is_next = group > 0 && group_sign(next).is_some();
    let head = before.trim_end_matches("=\n").trim_end_matches("=\r\n");
    let run = head.bytes().rev().take(LONGEST).take_while(is_part).count();
    let ahead = head.get(..head.len() - run).unwrap_or_default();
    let escaped =
        head.get(ahead.len()..).is_some_and(|run| ["20", "2D", "2E", "A0"].iter().any(|code| run.starts_with(code)));
    let is_last = group > 0 && (ahead.ends_with('=') && escaped || run > 0 && ahead.ends_with(['-', '.']));
    is_next || is_last
}
