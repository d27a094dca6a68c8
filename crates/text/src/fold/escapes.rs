//! Escapes: of URLs (RFC 3986), of HTML, and of string literals in JSON, JavaScript and similar languages.

use unicode_normalization::char::compose;

use super::{Plain, Reading};

/// The value of a hexadecimal number.
pub fn from_hex(digits: &str) -> Option<u32> {
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

/// HTML's names of letters with a mark: that of the letter and these, with the marks as combining characters of Unicode.
const MARKED: &[(&str, char)] = &[
    ("uml", '\u{308}'),
    ("acute", '\u{301}'),
    ("grave", '\u{300}'),
    ("circ", '\u{302}'),
    ("tilde", '\u{303}'),
    ("ring", '\u{30A}'),
    ("cedil", '\u{327}'),
    ("caron", '\u{30C}'),
];
/// HTML's names of other letters of names.
const LETTERS: &[(&str, char)] = &[
    ("szlig", 'ß'),
    ("oslash", 'ø'),
    ("Oslash", 'Ø'),
    ("aelig", 'æ'),
    ("AElig", 'Æ'),
    ("lstrok", 'ł'),
    ("Lstrok", 'Ł'),
];

/// The letter beyond ASCII of this name in HTML: `uuml`.
fn letter(name: &str) -> Option<char> {
    if let Some((_, letter)) = LETTERS.iter().find(|(known, _)| *known == name) {
        return Some(*letter);
    }
    let base = name.chars().next().filter(char::is_ascii_alphabetic)?;
    let (_, mark) = MARKED.iter().find(|(mark, _)| *mark == &name[1..])?;
    compose(base, *mark)
}

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
        None => match NAMED.iter().find(|(known, _)| *known == name) {
            Some((_, sign)) => sign.chars().next(),
            None => Some(letter(name)?),
        },
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
