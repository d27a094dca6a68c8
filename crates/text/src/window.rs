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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_end_between_characters() {
        let text = "aébé";
        assert_eq!((before(text, 4, 3), before(text, 4, 2), before(text, 4, 9)), ("éb", "b", "aéb"));
        assert_eq!((behind(text, 1, 3), behind(text, 1, 1), behind(text, 1, 9)), ("éb", "", "ébé"));
        assert_eq!((before(text, 0, 1), behind(text, text.len(), 1)), ("", ""));
    }
}
