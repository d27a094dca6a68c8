//! What stands beside a match: the questions that several checks ask.

use std::ops::Range;

use crate::detect::Candidate;

/// The byte before `at`.
pub(super) fn byte_before(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at.checked_sub(1)?).copied()
}

/// The byte at `at`.
pub(super) fn byte_at(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

/// Whether what matched at `range` is only a piece of something longer: a byte of `joiners` with an
/// ASCII letter or digit behind it continues it on either side, as `.9` continues `1.2`.
pub(super) fn continues(text: &str, range: &Range<usize>, joiners: &[u8]) -> bool {
    let joined = |joiner: Option<u8>, beyond: Option<u8>| {
        joiner.is_some_and(|b| joiners.contains(&b)) && beyond.is_some_and(|b| b.is_ascii_alphanumeric())
    };
    let before = range.start.checked_sub(1);
    joined(byte_before(text, range.start), before.and_then(|at| byte_before(text, at)))
        || joined(byte_at(text, range.end), byte_at(text, range.end + 1))
}

/// Whether one separator away from `range` stands another group of digits.
pub(super) fn has_neighbouring_group(text: &str, range: &Range<usize>) -> bool {
    let separator = |b: Option<u8>| b.is_some_and(|b| b" .-".contains(&b));
    let digit = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_digit());
    let before = range.start.checked_sub(2).and_then(|at| byte_at(text, at));
    separator(byte_before(text, range.start)) && digit(before)
        || separator(byte_at(text, range.end)) && digit(byte_at(text, range.end + 1))
}

/// Whether groups of four digits go on beside a match in such groups, parted as they are in it.
pub(super) fn has_fourth_group(candidate: &Candidate<'_>) -> bool {
    let (range, bytes) = (&candidate.range, candidate.field.text.as_bytes());
    let Some(sign) = candidate.matched().as_bytes().get(4).filter(|sign| !sign.is_ascii_digit()) else { return false };
    let is_group = |digits: Option<&[u8]>| digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_digit));
    let ahead = bytes.get(range.end) == Some(sign) && is_group(bytes.get(range.end + 1..range.end + 5));
    let before = range.start.checked_sub(5).and_then(|at| bytes.get(at..range.start)).and_then(<[u8]>::split_last);
    ahead || before.is_some_and(|(last, digits)| last == sign && is_group(Some(digits)))
}

/// The ASCII word that ends right before `at`, whatever quotes, brackets, blanks and `=:#` stand
/// between, up to four of them; `""` if there is none on this line.
pub(super) fn word_before(text: &str, at: usize) -> &str {
    const LONGEST: usize = 32;
    let bytes = text.as_bytes().get(..at).unwrap_or_default();
    let gap = bytes.iter().rev().take(4).take_while(|b| b" \t\"'([=:#".contains(b)).count();
    let end = at - gap;
    let len = bytes.iter().take(end).rev().take(LONGEST).take_while(|b| b.is_ascii_alphabetic()).count();
    text.get(end - len..end).unwrap_or_default()
}

/// Whether `word` is one of `words`, which are in lower case.
pub(super) fn is_one_of(word: &str, words: &[&str]) -> bool {
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
