//! Neighbours of a match: tests of the text beside it that several checks share.

use std::ops::Range;

use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::{
    Candidate,
    text::{escape_before, identifier, is_boundary_between, is_word, line},
};

/// The byte before `at`.
pub(crate) fn byte_before(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at.checked_sub(1)?).copied()
}

/// The byte at `at`.
pub(crate) fn byte_at(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

/// Reports whether a match at `range` is only a piece of something longer: of a decimal, a time, an amount, a path, a
/// part number or an international telephone number.
///
/// Only this function decides on the text beside a value (the scanner has asked for
/// [`is_value_edge`](crate::text::is_value_edge) at both of its ends). Separators of rows, forms and markup belong to
/// no value.
pub(crate) fn continues(text: &str, range: &Range<usize>) -> bool {
    goes_on_before(text, range) || goes_on_behind(text, range)
}

/// Reports whether a value whose alphabet also has `signs` goes on beside `range`: one of these signs stands there,
/// with an ASCII letter or digit behind it.
pub(crate) fn alphabet_continues(text: &str, range: &Range<usize>, signs: &[u8]) -> bool {
    let joined = |sign: Option<u8>, beyond: Option<u8>| {
        sign.is_some_and(|b| signs.contains(&b)) && beyond.is_some_and(|b| b.is_ascii_alphanumeric())
    };
    let before = range.start.checked_sub(1);
    let is_escaped = || before.is_some_and(|at| escape_before(text, at).is_some());
    joined(byte_before(text, range.start), before.and_then(|at| byte_before(text, at))) && !is_escaped()
        || joined(byte_at(text, range.end), byte_at(text, range.end + 1))
}

fn goes_on_before(text: &str, range: &Range<usize>) -> bool {
    let Some(joiner) = byte_before(text, range.start) else { return false };
    if !b".,:-/+".contains(&joiner) {
        return false;
    }
    let at = range.start - 1;
    let beyond = byte_before(text, at);
    let is_escaped = || escape_before(text, at).is_some();
    match joiner {
        b'.' => beyond.is_some_and(|b| b.is_ascii_digit()),
        b',' | b':' => is_one_number(text, range, at),
        b'-' => beyond.is_some_and(|b| b.is_ascii_alphanumeric()) && !is_escaped(),
        // A word before a slash names the value; more than a word makes a path.
        b'/' => !is_word_before_slash(text, at) || text.as_bytes()[range.clone()].contains(&b'/'),
        // A blank in the text of a form stands between words.
        _ => !beyond.is_some_and(|b| b.is_ascii_alphanumeric()),
    }
}

fn goes_on_behind(text: &str, range: &Range<usize>) -> bool {
    let (joiner, beyond) = (byte_at(text, range.end), byte_at(text, range.end + 1));
    match joiner {
        Some(b'.') => beyond.is_some_and(|b| b.is_ascii_digit()) && !is_zero_fraction(text, range.end),
        Some(b',' | b':') => is_one_number(text, range, range.end),
        Some(b'-') if is_case_ending(text, range.end + 1) => false,
        Some(b'-' | b'/') => beyond.is_some_and(|b| b.is_ascii_alphanumeric()),
        _ => false,
    }
}

/// Reports whether an ending of Hungarian stands at `at`, which a hyphen joins to a number: `06 20 555 1212-n`.
fn is_case_ending(text: &str, at: usize) -> bool {
    const ENDINGS: &WordList = &WordList::new(
        "n|on|en|ön|es|as|os|ös|ra|re|ba|be|ban|ben|ról|ről|tól|től|hoz|hez|höz|val|vel|nál|nél|nak|nek|ig|ért",
    );
    let rest = text.get(at..).unwrap_or_default();
    let len = rest.char_indices().take(4).find(|(_, c)| !c.is_lowercase()).map_or(rest.len(), |(len, _)| len);
    len < 6 && !rest[len..].starts_with(|c: char| c.is_alphanumeric() || c == '-') && is_listed(&rest[..len], ENDINGS)
}

/// Reports whether `SSN` of `SSN/536-22-8712` stands before the slash at `at`: letters alone, behind a blank or at the
/// start.
fn is_word_before_slash(text: &str, at: usize) -> bool {
    const LONGEST: usize = 24;
    let head = text.as_bytes().get(..at).unwrap_or_default();
    let len = head.iter().rev().take(LONGEST).take_while(|b| b.is_ascii_alphabetic()).count();
    let before = head.len().checked_sub(len + 1).and_then(|at| head.get(at));
    (2..LONGEST).contains(&len) && before.is_none_or(u8::is_ascii_whitespace)
}

/// Reports whether zeros alone follow the point at `at`: `4111111111111111.0`, as tables write whole numbers.
fn is_zero_fraction(text: &str, at: usize) -> bool {
    let rest = text.as_bytes().get(at + 1..).unwrap_or_default();
    let zeros = rest.iter().take(3).take_while(|b| **b == b'0').count();
    (1..=2).contains(&zeros) && rest.get(zeros).is_none_or(|b| b" ,;|\t\r\n\"".contains(b))
}

/// Reports whether the comma or colon at `sign`, which stands beside `range`, is within a number or a time: the digits
/// on both sides of it are the groups of one. A row of values has signs in other places.
fn is_one_number(text: &str, range: &Range<usize>, sign: usize) -> bool {
    /// Most digits of a number whose decimals stand behind a comma.
    const MOST: usize = 7;
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    if !(sign > 0 && is_digit(sign - 1) && is_digit(sign + 1)) {
        return false;
    }
    let matched = bytes.get(range.clone()).unwrap_or_default();
    let part = |b: &u8| b.is_ascii_digit() || *b == bytes[sign];
    if bytes[sign] == b':' {
        // Times, ratios and addresses have short groups.
        let is_short = |mut group: &[u8]| {
            group = group.strip_suffix(b":").unwrap_or(group);
            group.len() <= 4 && group.iter().all(u8::is_ascii_digit)
        };
        return matched.contains(&b':') || is_short(matched);
    }
    if !matched.iter().all(part) {
        return false;
    }
    let start = range.start - bytes[..range.start].iter().rev().take(MOST + 1).take_while(|b| part(b)).count();
    let behind = bytes.get(range.end..).unwrap_or_default();
    let end = range.end + behind.iter().take(MOST + 1).take_while(|b| part(b)).count();
    let run = &bytes[start..end];
    let mut groups = run.split(|b| *b == b',').map(<[u8]>::len);
    match groups.clone().count() {
        // Decimals.
        2 => {
            let (whole, rest) = (groups.next().unwrap_or_default(), groups.next().unwrap_or_default());
            (1..=MOST).contains(&whole) && (1..=3).contains(&rest)
        }
        // Thousands, by twos, too, as in India.
        _ => {
            groups.next().is_some_and(|first| (1..=3).contains(&first))
                && groups.clone().next_back() == Some(3)
                && groups.all(|group| (2..=3).contains(&group))
        }
    }
}

/// The start of the value at the end of `run`, with all text before it in `head`: behind the last escape sequence
/// (`x\njane`), and behind the last letter of another script (`写信给jane`).
pub(crate) fn value_start(head: &str, run: Range<usize>) -> usize {
    /// Longest escape sequence, in bytes.
    const LONGEST: usize = 16;
    let near = &head.as_bytes()[run.start.saturating_sub(LONGEST)..run.end];
    // Each escape sequence begins with one of these signs, and few texts have any.
    let escapes = near.iter().any(|byte| b"\\%=[".contains(byte)).then_some(run.start + 1..run.end);
    let escaped = escapes.and_then(|mut ends| ends.rfind(|end| escape_before(head, *end).is_some()));
    let start = escaped.unwrap_or(run.start);
    let value = head.get(start..run.end).unwrap_or_default();
    if value.is_ascii() || !value.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        return start;
    }
    let mut behind = 'a';
    let other = value.char_indices().rev().find(|&(_, c)| {
        let is_sign = !c.is_ascii() && !is_word(c);
        let is_end = is_sign || is_word(c) && is_word(behind) && is_boundary_between(c, behind);
        behind = c;
        is_end
    });
    other.map_or(start, |(at, c)| start + at + c.len_utf8())
}

/// The end, at a letter of another script, of the ASCII value that begins `text`; `None` if there is no such letter
/// within `len` bytes.
pub(crate) fn script_end(text: &str, len: usize) -> usize {
    let run = text.get(..len).unwrap_or_default();
    let plain = run.bytes().take_while(u8::is_ascii).count();
    let (Some(before), Some(behind)) = (run.get(..plain).and_then(|run| run.chars().next_back()), run.get(plain..))
    else {
        return len;
    };
    let is_other = behind.chars().next().is_some_and(|c| is_boundary_between(before, c));
    if is_word(before) && is_other { plain } else { len }
}

/// Reports whether one separator away from `range` stands another group of digits.
pub(crate) fn has_neighbouring_group(text: &str, range: &Range<usize>) -> bool {
    let separator = |b: Option<u8>| b.is_some_and(|b| b" .-".contains(&b));
    let digit = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_digit());
    let before = range.start.checked_sub(2).and_then(|at| byte_at(text, at));
    separator(byte_before(text, range.start)) && digit(before)
        || separator(byte_at(text, range.end)) && digit(byte_at(text, range.end + 1))
}

/// Reports whether groups of four digits go on beside a match in such groups, parted as they are in it.
pub(crate) fn has_fourth_group(candidate: &Candidate<'_>) -> bool {
    let (range, bytes) = (&candidate.range, candidate.field.text.as_bytes());
    let Some(sign) = candidate.matched().as_bytes().get(4).filter(|sign| !sign.is_ascii_digit()) else { return false };
    let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let is_group = |from: usize| (from..from + 4).all(|at| is_digit(Some(at)));
    let ahead = bytes.get(range.end) == Some(sign) && is_group(range.end + 1) && !is_digit(Some(range.end + 5));
    let before = range.start.checked_sub(5).filter(|&from| is_group(from) && !is_digit(from.checked_sub(1)));
    ahead || before.is_some() && byte_before(candidate.field.text, range.start) == Some(*sign)
}

/// The ASCII word that ends right before `at`, whatever quotes, brackets, blanks and `=:#` stand
/// between, up to seven of them; `""` if there is none on this line.
pub(crate) fn word_before(text: &str, at: usize) -> &str {
    const LONGEST: usize = 32;
    let is_gap = |b| matches!(b, b' ' | b'\t' | b'"' | b'\'' | b'(' | b'[' | b'=' | b'>' | b':' | b'#');
    let bytes = text.as_bytes().get(..at).unwrap_or_default();
    let gap = bytes.iter().rev().take(7).take_while(|b| is_gap(**b)).count();
    let end = at - gap;
    let len = bytes.iter().take(end).rev().take(LONGEST).take_while(|b| b.is_ascii_alphabetic()).count();
    text.get(end - len..end).unwrap_or_default()
}

/// The last word of the name that `value`, a place in the text of `candidate`, has: of the word before it, or else of the
/// name of the field that it begins.
pub(crate) fn naming_word<'a>(candidate: &Candidate<'a>, value: &Range<usize>) -> &'a str {
    /// Most blanks and quotes before the value of a field.
    const MOST: usize = 4;
    let text = candidate.field.text;
    let begins_field = || value.start <= MOST && text.get(..value.start).is_some_and(|head| head.trim().is_empty());
    let name = match word_before(text, value.start) {
        "" if begins_field() => candidate.field.key.unwrap_or_default(),
        word => word,
    };
    identifier::words(name).last().unwrap_or_default()
}

/// The words before `at` on its line, the nearest first, up to the first that holds a digit.
pub(crate) fn words_before(text: &str, at: usize) -> impl Iterator<Item = &str> {
    /// Farthest word, in bytes.
    const FAR: usize = 48;
    // Signs of vowels are no letters, but belong to their words.
    let is_gap = |c: char| c.is_whitespace() || c.is_ascii_punctuation() || "：，。、".contains(c);
    let words = line::before(text, at, FAR).rsplit(is_gap).filter(|word| !word.is_empty());
    words.take_while(|word| !word.bytes().any(|b| b.is_ascii_digit()))
}

/// Reports whether `word` is one of `words`, which are in lower case.
pub(crate) fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sees_what_continues_a_match() {
        for (text, expected) in [
            ("«1.2».3", true),
            ("«12». Next", false),
            ("«12».Next", false),
            ("No.«123»", false),
            ("1.«123»", true),
            ("«4111».0", false),
            ("«4111».05", true),
            ("a-«123»", true),
            ("\\n-«123»", false),
            ("«123»-a", true),
            ("-«123»-", false),
            ("1,«123»,456", true),
            ("17,«415-555»,NY", false),
            ("1,«078051120»,2", false),
            ("«1234»,50", true),
            ("«123456789»,50", false),
            ("1,«44»,2", false),
            ("x,«44»,y", false),
            ("12:«34»:56", true),
            ("a:«123»", false),
            ("1:«078051120»:2", false),
            ("«536-22-8712»:44", false),
            ("SSN/«123»", false),
            ("a/b/«123»", true),
            ("/«123»", true),
            ("«123»/4", true),
            ("+«123»", true),
            ("q=a+«123»+b", false),
            ("_«123»_ *«123»*", false),
        ] {
            let (start, end) = (text.find('«').unwrap(), text.find('»').unwrap() - '«'.len_utf8());
            let plain = text.replace(['«', '»'], "");
            assert_eq!(continues(&plain, &(start..end)), expected, "{text}");
        }
    }

    #[test]
    fn finds_the_word_before() {
        assert_eq!(word_before("Version: 1.2", 9), "Version");
        assert_eq!(word_before("version=\"1.2", 9), "version");
        assert_eq!(word_before("'version' => '1.2", 14), "version");
        assert_eq!(word_before("1.2", 0), "");
        assert_eq!(word_before("é 1.2", 3), "");
    }
}
