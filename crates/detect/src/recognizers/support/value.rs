//! Values behind names: the part of a candidate that is the value.

use std::ops::Range;

use crate::recognizers::support::neighbours::byte_at;
use crate::text::{line, window};
use crate::{Candidate, Form};

/// The bytes that end tokens, blanks and some signs, by value.
const STOPS: [bool; 256] = {
    let (mut stops, mut at) = ([false; 256], 0);
    let signs = b" \t\n\x0C\r\"'`<>()[]{}|,;";
    while at < signs.len() {
        stops[signs[at] as usize] = true;
        at += 1;
    }
    stops
};

/// The one token that the value begins with: up to a blank, a sign that ends values in code, or one of `ends`, without
/// the punctuation of the sentence around it. `None` if more stands in the quotes.
pub(crate) fn token(candidate: &Candidate<'_>, ends: &[u8]) -> Option<Range<usize>> {
    let matched = candidate.matched();
    let len = matched.bytes().position(|b| STOPS[usize::from(b)]).unwrap_or(matched.len());
    let whole = matches!(candidate.form, Form::Field | Form::Member);
    let is_cut = |len: usize| whole && len < matched.len();
    if is_cut(len) {
        return None;
    }
    let len = ends.iter().filter_map(|end| memchr::memchr(*end, matched.as_bytes().get(..len)?)).fold(len, usize::min);
    if is_cut(len) {
        return None;
    }
    let found = matched.get(..len)?.trim_end_matches(['.', ':', '!', '?', '\\']);
    let start = candidate.range.start;
    // A name that is called or indexed is code.
    let code = !whole && matches!(byte_at(candidate.field.text, start + len), Some(b'(' | b'['));
    (!found.is_empty() && !code).then_some(start..start + found.len())
}

/// The first part of the value: up to a comma, semicolon, bracket, two blanks or the end of the sentence.
pub(crate) fn part(candidate: &Candidate<'_>) -> Range<usize> {
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

/// The whole of a quoted value, or the first part of another one, as [`part`] gives it; in code nothing.
pub(crate) fn words(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    if is_closed(candidate) {
        return Some(candidate.range.clone());
    }
    let place = part(candidate);
    let rest = candidate.field.text.get(place.end..)?;
    let is_member = rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(char::is_alphanumeric));
    if candidate.form == Form::Pair && begins_next_pair(rest) && place.len() > 2 {
        return Some(place);
    }
    let is_code = rest.starts_with(['(', '<', '[', '|', '{', '?', ';'])
        || is_member
        || candidate.form == Form::Setting && rest.starts_with(',');
    (!is_code).then_some(place)
}

/// Reports whether another pair begins behind the sign that `rest` begins with: `;city=Leeds`.
fn begins_next_pair(rest: &str) -> bool {
    /// Longest name, in bytes.
    const LONGEST: usize = 40;
    let Some(next) = rest.strip_prefix([';', '|']) else { return false };
    let name = next.bytes().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).count();
    name > 1 && next.as_bytes().get(name) == Some(&b'=') && !next[name + 1..].starts_with('=')
}

/// The words behind `name=`, where signs of a list and no blanks part the pairs: `customerName=Jane Roe, status=ok`.
pub(crate) fn pair_words(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    if candidate.form != Form::Pair {
        return None;
    }
    let start = candidate.range.start;
    let near = line::behind(candidate.field.text, start, LONGEST);
    // The words fill the rest of a line of an environment: `export FULL_NAME=Jane Roe`.
    let fills_line = || {
        let is_titled = |word: &str| word.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        (line::ends(candidate.field.text, start + near.len()) && near.split(' ').all(is_titled)).then_some(near.len())
    };
    let len = near.find([',', ';', '&', '|', ')', ']', '}', '"', '\'', '=', '^']).or_else(fills_line)?;
    let found = near.get(..len)?;
    (near.as_bytes().get(len) != Some(&b'=') && found.contains(' ')).then_some(start..start + found.len())
}

/// Reports whether the value is the whole of a field or quoted, so that nothing of a sentence or of code follows.
pub(crate) fn is_closed(candidate: &Candidate<'_>) -> bool {
    matches!(candidate.form, Form::Field | Form::Member)
}

/// The name that introduces the value, as it is written, with the words before it; `""` if none stands there.
pub(crate) fn name_of<'a>(candidate: &Candidate<'a>) -> &'a str {
    /// Longest name, in bytes.
    const LONGEST: usize = 48;
    if !candidate.name.is_empty() {
        return candidate.name;
    }
    let text = candidate.field.text;
    let head = window::before(text, candidate.range.start, LONGEST);
    let head = head.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')' && c != '\n');
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
    let name = head.trim_end_matches(stands);
    head.get(name.len()..).unwrap_or_default().trim_start()
}

/// Reports whether `value` is written as an address of mail, and as nothing longer: no link, and no name beside it.
pub(crate) fn is_mail_address(value: &str) -> bool {
    let Some((local, host)) = value.split_once('@') else { return false };
    !local.is_empty() && host.contains('.') && !value.contains([' ', ':', '/'])
}
