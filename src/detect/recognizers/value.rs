//! Values behind names: what of a candidate that a name introduces is the value.

use std::ops::Range;

use super::neighbours::byte_at;
use crate::detect::{Candidate, Form};

/// The one token that the value begins with: up to a blank, a sign that ends values in code, or one of
/// `ends`, without the punctuation of the sentence around it. `None` where more stands in the same quotes.
pub(super) fn token(candidate: &Candidate<'_>, ends: &[u8]) -> Option<Range<usize>> {
    let matched = candidate.matched();
    let stops = |b: u8| b.is_ascii_whitespace() || b"\"'`<>()[]{}|,;".contains(&b) || ends.contains(&b);
    let len = matched.bytes().position(stops).unwrap_or(matched.len());
    let whole = matches!(candidate.form, Form::Field | Form::Member);
    if len < matched.len() && whole {
        return None;
    }
    let found = matched.get(..len)?.trim_end_matches(['.', ':', '!', '?', '\\']);
    let start = candidate.range.start;
    // What is called or indexed is code.
    let code = !whole && matches!(byte_at(candidate.field.text, start + len), Some(b'(' | b'['));
    (!found.is_empty() && !code).then_some(start..start + found.len())
}

/// The first part of the value: up to a comma, semicolon, bracket, two blanks or the end of the sentence.
pub(super) fn part(candidate: &Candidate<'_>) -> Range<usize> {
    let matched = candidate.matched();
    let bytes = matched.as_bytes();
    let ends = |at: usize| match bytes.get(at) {
        Some(b',' | b';' | b'(' | b'\t' | b'\n' | b'|' | b'/') => true,
        Some(b' ') => {
            bytes.get(at + 1) == Some(&b' ') || bytes.get(at + 1) == Some(&b'-') && bytes.get(at + 2) == Some(&b' ')
        }
        Some(b'.') => bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace),
        _ => false,
    };
    let len = (0..bytes.len()).find(|&at| ends(at)).unwrap_or(bytes.len());
    let len = matched.get(..len).map_or(0, |found| found.trim_end().len());
    candidate.range.start..candidate.range.start + len
}

/// Whether the value is the whole of a field or quoted, so that nothing of a sentence or of code follows.
pub(super) fn is_closed(candidate: &Candidate<'_>) -> bool {
    matches!(candidate.form, Form::Field | Form::Member)
}

/// Whether `word` is one of `list`, whose words are in lower case and apart by `|`.
pub(super) fn is_listed(word: &str, list: &str) -> bool {
    list.split('|').any(|known| is_same(word, known))
}

/// Whether two texts are the same but for case.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    // Mostly the lengths tell already.
    if a.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}
