//! Quoted-printable (RFC 2045, 6.7): letters, blanks and signs as their bytes in hexadecimal, and lines that go on.

use super::{Reading, escapes::from_hex};

/// `=40` within an address, blanks and signs between the groups of a number, and the end of a line that goes on (RFC
/// 2045).
pub fn reading(text: &str, at: usize) -> Option<Reading> {
    let (before, rest) = text.split_at_checked(at)?;
    let behind = |len: usize| rest.as_bytes().get(len).copied();
    if let Some(letter) = encoded_letter(rest).or_else(|| western_letter(before, rest)) {
        return Some(letter);
    }
    if rest.starts_with("=20") && is_beside_letter(before, &rest[3..]) {
        return Reading::char(3, ' ');
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
pub fn encoded_letter(rest: &str) -> Option<Reading> {
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

/// The letter at the start of `rest` that is one byte in the encodings of Western Europe (ISO 8859-1, and -15 and Windows-1252 alike),
/// between the letters of a word: `M=FCller`.
fn western_letter(before: &str, rest: &str) -> Option<Reading> {
    let hex = rest.strip_prefix('=')?.get(..2)?;
    let is_letter = matches!(hex.as_bytes(), [b'C'..=b'F', b'0'..=b'9' | b'A'..=b'F']) && !matches!(hex, "D7" | "F7");
    let next = rest.as_bytes().get(3);
    let ends = next.is_none_or(|b| !b.is_ascii_alphanumeric()) && next != Some(&b'=');
    // `x=FC` is an assignment.
    let is_last = ends
        && before.ends_with(|c: char| c.is_ascii_lowercase())
        && before.bytes().rev().nth(1).is_some_and(|b| b.is_ascii_alphabetic());
    let is_within = next.is_some_and(u8::is_ascii_lowercase) || is_last;
    (is_letter && is_within && before.ends_with(|c: char| c.is_ascii_alphabetic()))
        .then(|| Reading::char(3, char::from_u32(from_hex(hex)?)?))?
}

/// Reports whether a word beside a blank, between `before` and `behind`, has a letter outside ASCII: `J=C3=BCrgen=20Roe`.
fn is_beside_letter(before: &str, behind: &str) -> bool {
    /// Longest word, in bytes.
    const LONGEST: usize = 48;
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'=' | b'-');
    let run = before.bytes().rev().take(LONGEST).take_while(stands).count();
    let word = &before[before.len() - run..];
    let next = &behind[..behind.bytes().take(LONGEST).take_while(stands).count()];
    let has_letter = |word: &str| word.match_indices('=').any(|(at, _)| encoded_letter(&word[at..]).is_some());
    !word.is_empty() && !next.is_empty() && (has_letter(word) || has_letter(next))
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
