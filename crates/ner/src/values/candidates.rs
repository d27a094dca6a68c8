//! The places in a text where a value may stand: whatever has a digit, with its groups.

use std::ops::Range;

/// Most characters of a value.
const LONGEST: usize = 64;
/// Most letters of a group of capitals that belongs to the number before it: the plate `AB12 CDE`.
const LETTERS: usize = 4;

/// The candidates in `text`, by place.
pub fn candidates(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let digit = at + text.as_bytes().get(at..)?.iter().position(u8::is_ascii_digit)?;
            let start = start_of(text, at, digit);
            let end = with_groups(text, start..part_end(text, digit));
            let start = with_series(text, at, behind_escape(text, start).min(end));
            at = end;
            let value = trimmed(text, start..end);
            if value.len() <= LONGEST && has_digit(&text[value.clone()]) {
                return Some(value);
            }
        }
    })
}

/// The value around byte `at`, which is that of a letter or digit, without groups behind it.
pub(super) fn bare_value(text: &str, at: usize) -> Range<usize> {
    trimmed(text, start_of(text, 0, at)..part_end(text, at))
}

/// Reports whether `c` parts a value from what stands beside it.
fn is_delimiter(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(c, '\\' | ',' | ';' | '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' | '|' | '`' | '=')
        || !c.is_ascii() && !c.is_alphanumeric()
}

/// The start of the part around the digit at `digit`, not before `least`.
fn start_of(text: &str, least: usize, digit: usize) -> usize {
    let before = text[least..digit].char_indices().rev();
    let mut start = digit;
    for (at, c) in before {
        // `time: 4`, `a:b4`: a colon joins digits alone.
        if is_delimiter(c) || c == ':' && !is_between_digits(text, least + at) {
            break;
        }
        start = least + at;
    }
    start
}

/// The place behind the escape of a string that goes on at `start`: `\n4471` in a text that is itself a string.
fn behind_escape(text: &str, start: usize) -> usize {
    let (before, behind) = text.split_at(start);
    let hex = |from: usize, count: usize| {
        let digits = behind.get(from..from + count);
        digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit())).then_some(from + count)
    };
    let len = match behind.bytes().next() {
        _ if !before.ends_with('\\') => None,
        Some(b'u') => hex(1, 4),
        Some(b'x') => hex(1, 2),
        Some(b'n' | b'r' | b't' | b'b' | b'f') => Some(1),
        _ => None,
    };
    start + len.unwrap_or_default()
}

/// The start of the number that begins at `start`, with the series before it: a few capitals and a blank, `EH 441 902`. Among words in
/// capitals there is none.
fn with_series(text: &str, least: usize, start: usize) -> usize {
    let Some(before) = text[least..start].strip_suffix(is_blank) else { return start };
    let letters = before.bytes().rev().take_while(u8::is_ascii_uppercase).count();
    let head = &before[..before.len() - letters];
    let word = head.trim_end_matches(is_blank);
    let is_free = head.chars().next_back().is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '-' | '.' | '\'' | '_'));
    let is_among_capitals = word.len() < head.len() && word.ends_with(|c: char| c.is_uppercase());
    if (1..LETTERS).contains(&letters) && is_free && !is_among_capitals { least + head.len() } else { start }
}

/// The end of the part that holds the digit at `digit`.
fn part_end(text: &str, digit: usize) -> usize {
    let stop = |(at, c): &(usize, char)| is_delimiter(*c) || *c == ':' && !is_between_digits(text, digit + at);
    text[digit..].char_indices().find(stop).map_or(text.len(), |(at, _)| digit + at)
}

fn is_between_digits(text: &str, at: usize) -> bool {
    let digit = |at: Option<usize>| at.and_then(|at| text.as_bytes().get(at)).is_some_and(u8::is_ascii_digit);
    digit(at.checked_sub(1)) && digit(Some(at + 1))
}

/// The end of `value` with the groups behind it, each behind one blank: of digits behind digits, of capitals behind a plate.
fn with_groups(text: &str, value: Range<usize>) -> usize {
    let mut end = value.end;
    loop {
        let last = text[value.start..end].rsplit(is_blank).next().unwrap_or_default();
        let Some((group, next)) = group(text, end) else { break };
        let is_digits = is_number(last) && is_number(group);
        let is_plate =
            is_code(last) && is_code(group) && group.len() <= LETTERS && (!is_number(last) || has_digit(group));
        // `34 KHV 2291`: letters between digits.
        let is_between = || {
            let behind = self::group(text, next).is_some_and(|(behind, _)| is_number(behind));
            is_number(last) && is_code(group) && group.len() < LETTERS && behind
        };
        if !(is_digits || is_plate || is_between()) || next - value.start > LONGEST {
            break;
        }
        end = next;
    }
    // Single digits may be a number that is spelled, but two of them are two.
    let is_lone = |group: &str| group.len() == 1;
    let mut groups = text[value.start..end].split(is_blank);
    let are_two = groups.next().is_some_and(is_lone) && groups.next().is_some_and(is_lone) && groups.next().is_none();
    if are_two { value.end } else { end }
}

/// The group of letters and digits behind the blank at `at`, if it is a whole word, and its end.
fn group(text: &str, at: usize) -> Option<(&str, usize)> {
    let rest = text[at..].strip_prefix(is_blank)?;
    let start = text.len() - rest.len();
    let length = rest.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '/' | '+')).unwrap_or(rest.len());
    let group = rest[..length].trim_end_matches(['-', '/', '+']);
    let is_whole = rest[group.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric() && !matches!(c, '%' | ':'));
    (is_whole && !group.is_empty()).then_some((group, start + group.len()))
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{a0}')
}

/// Reports whether `part` has a digit: what has none is a word.
pub fn has_digit(part: &str) -> bool {
    part.bytes().any(|b| b.is_ascii_digit())
}

fn is_number(part: &str) -> bool {
    has_digit(part) && part.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'/'))
}

fn is_code(part: &str) -> bool {
    part.len() > 1 && part.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'-')
}

/// `value` without the signs at its ends that belong to the sentence.
fn trimmed(text: &str, value: Range<usize>) -> Range<usize> {
    let part = &text[value.clone()];
    let part = part.trim_end_matches(['.', '!', '?', '*', '_', ':', '-', '/', '~']);
    let kept = part.trim_start_matches(['*', '_', '.', '#', ':', '-', '/', '~', '$', '£', '?', '!']);
    let start = value.start + part.len() - kept.len();
    start..start + kept.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_cut_where_they_end() {
        let cases: &[(&str, &[&str])] = &[
            ("it's 4471, same as", &["4471"]),
            ("id=48213;user:kx77", &["48213", "kx77"]),
            ("0042 118 733 and", &["0042 118 733"]),
            ("plate AB12 CDE.", &["AB12 CDE"]),
            ("pw b7Qz!29x!", &["b7Qz!29x"]),
            ("at 12:45:03 on 2026-11-30.", &["12:45:03", "2026-11-30"]),
            ("**KX-4821/93**", &["KX-4821/93"]),
            ("in 2019 THE", &["2019"]),
            ("aracım 34 KHV 2291 otoparkta", &["34 KHV 2291"]),
            ("(EH 441 902, version 417)", &["EH 441 902", "417"]),
            ("MY PIN IS 4471", &["4471"]),
            (r"code 4471\nThen \u00a05582\t77 \u2019 C:\n8\x", &["4471", "5582", "77", "8"]),
            ("code 3 6 9 5, row 1 2", &["3 6 9 5", "1", "2"]),
            ("no value", &[]),
        ];
        for (text, expected) in cases {
            let found: Vec<&str> = candidates(text).map(|place| &text[place]).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn candidates_are_in_order_and_whole_characters(text in "\\PC*|[a-zA-Z0-9 .:/\\n=\u{a0}\u{e9}-]*") {
            let mut end = 0;
            for place in candidates(&text) {
                prop_assert!(end <= place.start && place.start < place.end);
                prop_assert!(text[place.clone()].contains(|c: char| c.is_ascii_digit()));
                end = place.end;
            }
        }
    }
}
