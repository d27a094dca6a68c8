//! What stands beside a match: the questions that several checks ask.

use std::ops::Range;

use crate::Candidate;

/// The byte before `at`.
pub(crate) fn byte_before(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at.checked_sub(1)?).copied()
}

/// The byte at `at`.
pub(crate) fn byte_at(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

/// Whether what matched at `range` is only a piece of something longer: a byte of `joiners` with an
/// ASCII letter or digit behind it continues it on either side, as `.9` continues `1.2`.
pub(crate) fn continues(text: &str, range: &Range<usize>, joiners: &[u8]) -> bool {
    let joined = |joiner: Option<u8>, beyond: Option<u8>| {
        joiner.is_some_and(|b| joiners.contains(&b)) && beyond.is_some_and(|b| b.is_ascii_alphanumeric())
    };
    let before = range.start.checked_sub(1);
    joined(byte_before(text, range.start), before.and_then(|at| byte_before(text, at)))
        || joined(byte_at(text, range.end), byte_at(text, range.end + 1))
}

/// Whether one separator away from `range` stands another group of digits.
pub(crate) fn has_neighbouring_group(text: &str, range: &Range<usize>) -> bool {
    let separator = |b: Option<u8>| b.is_some_and(|b| b" .-".contains(&b));
    let digit = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_digit());
    let before = range.start.checked_sub(2).and_then(|at| byte_at(text, at));
    separator(byte_before(text, range.start)) && digit(before)
        || separator(byte_at(text, range.end)) && digit(byte_at(text, range.end + 1))
}

/// Whether groups of four digits go on beside a match in such groups, parted as they are in it.
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
/// between, up to four of them; `""` if there is none on this line.
pub(crate) fn word_before(text: &str, at: usize) -> &str {
    const LONGEST: usize = 32;
    let bytes = text.as_bytes().get(..at).unwrap_or_default();
    let gap = bytes.iter().rev().take(4).take_while(|b| b" \t\"'([=:#".contains(b)).count();
    let end = at - gap;
    let len = bytes.iter().take(end).rev().take(LONGEST).take_while(|b| b.is_ascii_alphabetic()).count();
    text.get(end - len..end).unwrap_or_default()
}

/// Whether `word` is one of `words`, which are in lower case.
pub(crate) fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sees_what_continues_a_match() {
        assert!(continues("1.2.3", &(0..3), b"."));
        assert!(continues("a-12", &(2..4), b"-"));
        assert!(!continues("12. Next", &(0..2), b"."));
        assert!(!continues("12", &(0..2), b"."));
    }

    #[test]
    fn finds_the_word_before() {
        assert_eq!(word_before("Version: 1.2", 9), "Version");
        assert_eq!(word_before("version=\"1.2", 9), "version");
        assert_eq!(word_before("1.2", 0), "");
        assert_eq!(word_before("é 1.2", 3), "");
    }
}
