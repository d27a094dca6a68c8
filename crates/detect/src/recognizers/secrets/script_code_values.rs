//! The forms of codes and passwords in sentences of scripts other than Latin: digits, signs of keypads, numbers of lockers.

use std::ops::Range;

use crate::recognizers::secrets::{
    password_value::{has_digit, has_letter},
    stand_ins::is_placeholder,
};
use crate::text::{is_value_edge, line};

/// The code at `at`: four to eight digits, perhaps in two groups or between signs of keypads.
pub(super) fn code_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Digits of a code.
    const DIGITS: std::ops::RangeInclusive<usize> = 4..=8;
    const LONGEST: usize = 16;
    let near = line::behind(text, at, LONGEST);
    if let Some(len) = shelf_len(near).filter(|len| is_value_edge(text, at + len)) {
        return Some(at..at + len);
    }
    let opening = near.len() - near.trim_start_matches(['*', '#']).len();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(&near[opening..]);
    let rest = &near[opening + first..];
    let second = rest.strip_prefix([' ', '-']).map_or(0, digits);
    let (count, len) = match (first, second) {
        (3, 3) | (4, 2) => (6, 7),
        _ => (first, first),
    };
    let rest = &near[opening + len..];
    let closing = rest.len() - rest.trim_start_matches(['*', '#']).len();
    let end = at + opening + len + closing;
    let goes_on = matches!(text.as_bytes().get(end..end + 2), Some([b'.' | b',' | b':' | b'/' | b'-', b'0'..=b'9']))
        || text[end..].starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '%' | '_'));
    let fits = DIGITS.contains(&count) && !goes_on && opening < 3 && is_value_edge(text, end);
    // Without the signs of keypads around it, but with words for them.
    const SIGNS: [&str; 2] = [" כוכבית", " סולמית"];
    let word = SIGNS.iter().find(|word| text[end..].starts_with(**word)).map_or(0, |word| word.len());
    fits.then_some(at + opening..end - closing + word)
}

/// The code at `at` with signs of a keypad or a letter among its digits: `#1904*66`, `2580E`, `41B738`, `41к0608`.
pub(super) fn keypad_at(text: &str, at: usize) -> Option<Range<usize>> {
    const LENGTHS: std::ops::RangeInclusive<usize> = 4..=12;
    let near = line::behind(text, at, 24);
    let len = near
        .find(|c: char| !(c.is_alphanumeric() && (c.is_ascii() || c == 'к') || matches!(c, '*' | '#')))
        .unwrap_or(near.len());
    let found = &near[..len];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    let is_mixed = letters == 1 || letters == 0 && found.trim_matches(['*', '#']).contains(['*', '#']);
    let goes_on =
        matches!(text.as_bytes().get(at + len..at + len + 2), Some([b'.' | b',' | b':' | b'/' | b'-', b'0'..=b'9']));
    (LENGTHS.contains(&found.chars().count()) && digits > 2 && is_mixed && !goes_on).then_some(at..at + len)
}

/// The length of the shelf, the row and the number with which `near` begins, as lockers for parcels number them: `6-2-8841`.
fn shelf_len(near: &str) -> Option<usize> {
    let len = near.bytes().take_while(|b| b.is_ascii_digit() || *b == b'-').count();
    let mut groups = near[..len].split('-').map(str::len);
    let lengths = [groups.next(), groups.next(), groups.next(), groups.next()];
    matches!(lengths, [Some(1..=2), Some(1..=2), Some(4..=5), None]).then_some(len)
}

/// The password at `at`: letters, digits and signs of ASCII.
pub(super) fn password_at(text: &str, at: usize) -> Option<Range<usize>> {
    const LEAST: usize = 6;
    const LONGEST: usize = 64;
    let near = line::behind(text, at, LONGEST);
    let len = near
        .find(|c: char| {
            !c.is_ascii_graphic() || matches!(c, '"' | '\'' | '`' | ',' | ';' | '<' | '>' | '(' | ')' | ']')
        })
        .unwrap_or(near.len());
    let found = near[..len].trim_end_matches(['.', '!', '?', ':']);
    let fits = has_digit(found) && has_letter(found) && found.len() >= LEAST && !is_placeholder(found);
    (fits && !found.contains("://") && !found.contains('=') && is_value_edge(text, at + found.len()))
        .then_some(at..at + found.len())
}
