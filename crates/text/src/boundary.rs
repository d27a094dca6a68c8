//! Word characters and word boundaries, in scripts with and without spaces between words.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

/// Whether `c` is a word character: a letter, a digit, `_` or a combining mark.
pub fn is_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric() || c == '_';
    }
    c.is_alphanumeric() || c.general_category_group() == GeneralCategoryGroup::Mark
}

/// Whether `c` is of a script without spaces between words, so that a boundary lies on both of its sides: CJK
/// ideographs, kana, bopomofo, hangul, and their compatibility forms.
fn is_cjk(c: char) -> bool {
    matches!(u32::from(c),
        0x1100..=0x11FF | 0x2E80..=0x2FDF | 0x3005..=0x3007 | 0x3021..=0x3029 | 0x3031..=0x3035 |
        0x3038..=0x303C | 0x3041..=0x30FF | 0x3105..=0x318F | 0x31A0..=0x31BF | 0x31F0..=0x31FF |
        0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xA960..=0xA97F | 0xAC00..=0xD7FF | 0xF900..=0xFAFF |
        0xFF66..=0xFFDC | 0x1B000..=0x1B16F | 0x20000..=0x3FFFF)
}

/// Whether a word boundary lies at byte `at` of `text`.
///
/// One lies at both ends of the text, and between any two characters, unless both are word characters and neither is
/// CJK. None lies within a character, before a combining mark, or outside the text.
///
/// ```
/// use masquerade_text::is_boundary;
/// assert!(is_boundary("a b", 1));
/// assert!(!is_boundary("ab", 1));
/// assert!(is_boundary("電a", 3));
/// ```
#[inline]
pub fn is_boundary(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    match (at.checked_sub(1).and_then(|before| bytes.get(before)), bytes.get(at)) {
        (Some(before), Some(after)) if before.is_ascii() && after.is_ascii() => {
            !(is_word(char::from(*before)) && is_word(char::from(*after)))
        }
        _ => is_boundary_in_unicode(text, at),
    }
}

/// [`is_boundary`] without the short cut for ASCII.
fn is_boundary_in_unicode(text: &str, at: usize) -> bool {
    if at == 0 || at == text.len() {
        return true;
    }
    if !text.is_char_boundary(at) {
        return false;
    }
    match (text[..at].chars().next_back(), text[at..].chars().next()) {
        (Some(before), Some(after)) => is_boundary_between(before, after),
        _ => true,
    }
}

/// Whether a word boundary lies between two neighbouring characters.
pub fn is_boundary_between(before: char, after: char) -> bool {
    !(is_word(before) && is_word(after)) || (is_cjk(before) || is_cjk(after)) && !is_mark(after)
}

/// Whether `c` is a combining mark, which belongs to the character before it, CJK or not.
fn is_mark(c: char) -> bool {
    !c.is_ascii() && c.general_category_group() == GeneralCategoryGroup::Mark
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boundaries_lie_between_words_and_around_cjk() {
        for (left, right, expected) in [
            ("a", "b", false),
            ("a", "1", false),
            ("_", "a", false),
            ("é", "a", false),
            ("a", "\u{301}", false),
            ("a", "-", true),
            ("a", " ", true),
            ("か", "\u{3099}", false),
            ("日", "本", true),
            ("a", "本", true),
            ("한", "a", true),
            ("ж", "ж", false),
            ("😀", "a", true),
        ] {
            assert_eq!(is_boundary(&format!("{left}{right}"), left.len()), expected, "{left}|{right}");
        }
    }
}
