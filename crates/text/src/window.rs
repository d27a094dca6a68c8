//! Windows: the parts of a text before and behind a place, as far as is worth to look. A whole text may be one line or one
//! word, and checks that read all of it for each match would take quadratic time.

/// The text before `at`, at most its last `most` bytes.
///
/// # Panics
/// If `at` is no place between characters of `text`.
#[inline]
pub fn before(text: &str, at: usize, most: usize) -> &str {
    &text[text.ceil_char_boundary(at.saturating_sub(most))..at]
}

/// The text behind `at`, at most its first `most` bytes.
///
/// # Panics
/// If `at` is no place between characters of `text`.
#[inline]
pub fn behind(text: &str, at: usize, most: usize) -> &str {
    &text[at..text.floor_char_boundary(at.saturating_add(most))]
}

/// Reports whether a decimal digit of ASCII stands among the `most` bytes behind `at`: without one, no number can follow, and nothing
/// else need be looked at.
#[inline]
pub fn has_digit_behind(text: &str, at: usize, most: usize) -> bool {
    let bytes = text.as_bytes();
    let end = bytes.len().min(at.saturating_add(most));
    bytes.get(at..end).is_some_and(|near| near.iter().any(u8::is_ascii_digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_looked_for_so_far() {
        assert!(has_digit_behind("né 7", 0, 5) && !has_digit_behind("né 7", 0, 4) && has_digit_behind("né 7", 2, 99));
        assert!(!has_digit_behind("7 né", 1, 99) && !has_digit_behind("7", 9, 9));
    }

    #[test]
    fn windows_end_between_characters() {
        let text = "aébé";
        assert_eq!((before(text, 4, 3), before(text, 4, 2), before(text, 4, 9)), ("éb", "b", "aéb"));
        assert_eq!((behind(text, 1, 3), behind(text, 1, 1), behind(text, 1, 9)), ("éb", "", "ébé"));
        assert_eq!((before(text, 0, 1), behind(text, text.len(), 1)), ("", ""));
    }
}
