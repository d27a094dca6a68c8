//! Identifiers in lower case, which are issued in capitals: `fr76 3000 6000 …`.
//!
//! Words of small letters and digits are too frequent to be checked by every rule. Only words behind a name, or behind
//! context words of a rule, are read again in capitals.

use std::ops::Range;

use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::word_list::{WordList, is_listed};
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

/// The beginning of two or three letters before the number at `at`, with a blank between, which may begin an identifier in lower
/// case: `abc 123456`.
pub fn series_before(text: &str, at: usize) -> Option<usize> {
    const LETTERS: std::ops::RangeInclusive<usize> = 2..=3;
    /// Fewest digits in one group; shorter ones are pairs.
    const DIGITS: usize = 5;
    let bytes = text.as_bytes();
    let head = bytes.get(..at)?.strip_suffix(b" ").filter(|_| bytes.get(at).is_some_and(u8::is_ascii_digit))?;
    let letters = head.iter().rev().take(LETTERS.end() + 1).take_while(|b| b.is_ascii_lowercase()).count();
    let start = head.len() - letters;
    if !LETTERS.contains(&letters) || !is_value_edge(text, start) {
        return None;
    }
    let group = |from: usize| bytes[from..].iter().take(DIGITS).take_while(|b| b.is_ascii_digit()).count();
    let is_pair = |from: usize| bytes.get(from - 1) == Some(&b' ') && group(from) == 2;
    let is_number = group(at) == DIGITS || group(at) == 2 && bytes.len() > at + 3 && is_pair(at + 3);
    let word = &text[start..head.len()];
    (is_number && !is_listed(word, FUNCTION_WORDS) && !is_common(word)).then_some(start)
}

/// Reports whether `word`, in small letters before a number, begins no identifier.
pub fn is_function_word(word: &str) -> bool {
    is_listed(word, FUNCTION_WORDS)
}

/// Words before numbers that begin no identifier.
const FUNCTION_WORDS: &WordList = &WordList::new(
    "in|to|of|at|by|no|nr|is|on|the|and|for|or|as|an|am|um|zu|im|de|en|el|la|le|les|des|du|et|il|al|di|da|em|na|od|do|po|za|up|der|die|\
     das|mit|von|bis|und|pro|par|sur|por|los|las|con|een|van|het|tot|met|was|are|has|had|all|per|ist|est|es|its|it|my|you|she|he|we|be|id|\
     can|may|now|out|new|old|one|two|six|ten|er|är|on|var|to|je|jest|este|fee|tax|sum|cost|ned|min|din|sin|hun|max|ses|mes|tes|ma|ta|sa|mi|tu|su|seu|meu|mij|zijn",
);

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
