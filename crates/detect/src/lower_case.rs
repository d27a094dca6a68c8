//! Identifiers in lower case, which are issued in capitals: `fr76 3000 6000 …`.
//!
//! Words of small letters and digits are too frequent to be checked by every rule. Only words behind a name, or behind
//! context words of a rule, are read again in capitals.

use std::ops::Range;

use crate::text::{is_value_edge, window};

/// Shortest identifier, in bytes.
const SHORTEST: usize = 7;
/// Longest identifier, in bytes.
const LONGEST: usize = 40;
/// Fewest digits of an identifier.
const LEAST_DIGITS: usize = 2;

/// Reports whether `value` may be an identifier in lower case: letters and digits of ASCII, no capitals.
pub fn may_be(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let stands = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b" -./()".contains(&b);
    (SHORTEST..=LONGEST).contains(&value.len())
        && (LEAST_DIGITS..value.len()).contains(&digits)
        && value.bytes().all(stands)
        && value.bytes().any(|b| b.is_ascii_lowercase())
        && !is_hash(value)
}

/// Reports whether `value` is a hash, a UUID or an address in memory, which are written in lower case, too.
fn is_hash(value: &str) -> bool {
    const SHORTEST_HASH: usize = 12;
    let is_hex = |b: u8| b.is_ascii_hexdigit() || b == b'-';
    value.starts_with("0x") || value.len() >= SHORTEST_HASH && value.bytes().all(is_hex)
}

/// Most letters with which an identifier in lower case begins.
const MOST_LETTERS: usize = 6;

/// The beginning of the letters that end at `at`, before a digit or a dash, if they may begin an identifier in lower case.
pub fn start_before(text: &str, at: usize) -> Option<usize> {
    let (head, rest) = text.as_bytes().split_at_checked(at)?;
    if !matches!(rest, [b'0'..=b'9', ..] | [b'-', b'0'..=b'9' | b'a'..=b'z', ..]) {
        return None;
    }
    // One more may belong to an escape sequence: `\nab1234`.
    let letters = head.iter().rev().take(MOST_LETTERS + 1).take_while(|b| b.is_ascii_lowercase()).count();
    let is_short = |start: &usize| at - start <= MOST_LETTERS;
    (at - letters..at).find(|&start| is_value_edge(text, start)).filter(is_short)
}

/// Signs between the groups of an identifier and behind it.
const SEPARATORS: &[u8] = b" ,;\n\"':";

/// The identifier in lower case that begins at `start`, with no more than the groups that hold digits or a few letters.
pub fn at(text: &str, start: usize) -> Option<Range<usize>> {
    let near = window::behind(text, start, LONGEST);
    // Most words go on with signs that no identifier has: `user1@mail.example`.
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.' | b'/' | b'(' | b')');
    let mut rest = near.bytes().skip_while(|b| plain(*b));
    let (sign, next) = (rest.next(), rest.next());
    if sign.is_some_and(|b| b.is_ascii_alphanumeric() || !SEPARATORS.contains(&b))
        && [sign, next].into_iter().flatten().any(|b| b.is_ascii_alphanumeric())
    {
        return None;
    }
    let mut end = 0;
    while let Some(rest) = near.as_bytes().get(end..).filter(|rest| !rest.is_empty()) {
        let separator = rest.iter().position(|b| SEPARATORS.contains(b));
        let group = rest.get(..separator.unwrap_or(rest.len()))?;
        let letters = group.split(|b| !b.is_ascii_alphanumeric()).map(<[u8]>::len).max().unwrap_or_default();
        if letters > 3 && !group.iter().any(u8::is_ascii_digit) {
            break;
        }
        end += group.len() + usize::from(separator.is_some());
        if separator.is_none_or(|at| rest[at] != b' ') {
            break;
        }
    }
    let value = near.get(..end)?.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    let end = start + value.len();
    let is_whole = !text.as_bytes().get(end).is_some_and(u8::is_ascii_alphanumeric);
    (is_whole && may_be(value)).then_some(start..end)
}
