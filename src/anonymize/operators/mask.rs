//! MASK: `*` for each letter or digit.

use super::{MapRestoration, Operator, Outcome, Subject};
use masquerade_detect::{entity::MaskKind, text::is_word};

/// Letters and digits of the shortest text of which four stay: four of seven would give most of it away.
const LEAST_FOR_LAST_FOUR: usize = 8;

/// A mask of stars, of which only its position in a map tells what stood there.
pub(super) const MASK: Operator =
    Operator { name: "MASK", by_map: MapRestoration::Positions, operate, ..Operator::REPLACING };

fn operate(subject: Subject<'_>) -> Outcome {
    Outcome::Replace(mask(subject.text, subject.handling.mask == MaskKind::LastFour))
}

/// Reports whether a character is replaced by a star. Combining marks are, as they tell as much as letters.
fn is_masked(c: char) -> bool {
    is_word(c) && c != '_'
}

fn mask(text: &str, last_four: bool) -> String {
    let total = text.chars().filter(|&c| is_masked(c)).count();
    if total == 0 {
        return "*".repeat(text.chars().count());
    }
    let mut left = if last_four && total >= LEAST_FOR_LAST_FOUR { total - 4 } else { total };
    let mut masked = String::with_capacity(text.len());
    for c in text.chars() {
        let hide = is_masked(c) && left > 0;
        left -= usize::from(hide);
        masked.push(if hide { '*' } else { c });
    }
    masked
}

/// Reports whether `replacement` is `text` with some of its characters turned into `*`.
pub fn is_mask_of(text: &str, replacement: &str) -> bool {
    let mut replaced = replacement.chars();
    let same = text.chars().all(|c| replaced.next().is_some_and(|r| r == '*' || r == c));
    same && replaced.next().is_none() && memchr::memchr(b'*', replacement.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hides_letters_digits_and_marks_and_keeps_separators() {
        for (text, masked) in [
            ("Ada-Lynn O'Hara", "***-**** *'****"),
            ("a_b", "*_*"),
            ("e\u{301}é", "***"),
            ("日本 1", "** *"),
            ("😀!", "**"),
            ("", ""),
        ] {
            assert_eq!(mask(text, false), masked);
            assert!(is_mask_of(text, masked) || text.is_empty());
        }
        assert!(!is_mask_of("ab", "*c") && !is_mask_of("ab", "*") && !is_mask_of("ab", "ab") && !is_mask_of("a", "**"));
    }

    #[test]
    fn keeps_the_last_four_of_long_numbers() {
        assert_eq!(mask("4111 1111-1111 1234", true), "**** ****-**** 1234");
        assert_eq!(mask("1234567", true), "*******");
    }
}
