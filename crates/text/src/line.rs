//! Lines: what ends one, and its parts before and behind a place.
//!
//! LF, CR LF and a lone CR end a line; the last one stands in messages of HL7, in output that terminals overwrite, and in
//! old files. The separators of Unicode (NEL, LS, PS) and the form feed end none, since editors show no new line there.
//! Within a string of JSON or of a program the ends are escaped, and the whole text may be one line: for texts that are
//! often quoted so, [`behind_escaped_end`] and [`before_escaped_end`] cut a line there.

use std::ops::Range;

use memchr::{memchr, memchr2, memmem, memrchr2};

use crate::window;

/// Reports whether `byte` ends a line, or is one of the two bytes that do.
#[inline]
pub fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Reports whether a line begins at `at`.
#[inline]
pub fn begins(text: &str, at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| text.as_bytes().get(before).is_some_and(|byte| is_end(*byte)))
}

/// Reports whether a line ends at `at`.
#[inline]
pub fn ends(text: &str, at: usize) -> bool {
    text.as_bytes().get(at).is_none_or(|byte| is_end(*byte))
}

/// The line before `at`, at most its last `most` bytes.
#[inline]
pub fn before(text: &str, at: usize, most: usize) -> &str {
    let near = window::before(text, at, most);
    &near[memrchr2(b'\n', b'\r', near.as_bytes()).map_or(0, |end| end + 1)..]
}

/// The line behind `at`, at most its first `most` bytes.
#[inline]
pub fn behind(text: &str, at: usize, most: usize) -> &str {
    let near = window::behind(text, at, most);
    &near[..memchr2(b'\n', b'\r', near.as_bytes()).unwrap_or(near.len())]
}

/// The whole line before `at`; `None` if it has more than `most` bytes.
#[inline]
pub fn whole_before(text: &str, at: usize, most: usize) -> Option<&str> {
    let line = before(text, at, most);
    begins(text, at - line.len()).then_some(line)
}

/// The whole line behind `at`; `None` if it has more than `most` bytes.
#[inline]
pub fn whole_behind(text: &str, at: usize, most: usize) -> Option<&str> {
    let line = behind(text, at, most);
    ends(text, at + line.len()).then_some(line)
}

/// The line from `at` to the next LF, with the CR before it. A lone CR ends no row of a table.
#[inline]
pub fn row(text: &str, at: usize) -> Range<usize> {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at..memchr(b'\n', rest).map_or(text.len(), |len| at + len)
}

/// The part of `line` behind the last escaped line end in it.
pub fn behind_escaped_end(line: &str) -> &str {
    memmem::rfind(line.as_bytes(), b"\\n").map_or(line, |at| &line[at + 2..])
}

/// The part of `line` before the first escaped line end in it.
pub fn before_escaped_end(line: &str) -> &str {
    let ends = [&b"\\n"[..], b"\\r"].into_iter().filter_map(|end| memmem::find(line.as_bytes(), end));
    &line[..ends.min().unwrap_or(line.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_either_sign_or_both() {
        for text in ["ab\ncd|ef\ngh", "ab\r\ncd|ef\r\ngh", "ab\rcd|ef\rgh", "cd|ef"] {
            let at = text.find('|').unwrap();
            assert_eq!((before(text, at, 9), behind(text, at + 1, 9)), ("cd", "ef"), "{text:?}");
            assert_eq!(
                (whole_before(text, at, 9), whole_behind(text, at + 1, 9)),
                (Some("cd"), Some("ef")),
                "{text:?}"
            );
            assert_eq!((whole_before(text, at, 1), whole_behind(text, at + 1, 1)), (None, None), "{text:?}");
            assert!(begins(text, at - 2) && ends(text, at + 3) && !begins(text, at) && !ends(text, at));
        }
        assert_eq!((before("", 0, 9), behind("", 0, 9)), ("", ""));
        assert_eq!(before("a\n", 2, 9), "");
    }

    #[test]
    fn rows_end_at_the_next_feed() {
        assert_eq!((row("a\rb\r\nc", 0), row("a\rb\r\nc", 5), row("a", 1)), (0..4, 5..6, 1..1));
    }

    #[test]
    fn escaped_ends_cut_a_line() {
        assert_eq!(behind_escaped_end(r"a\r\nb\nc"), "c");
        assert_eq!(before_escaped_end(r"a\r\nb"), "a");
        assert_eq!((behind_escaped_end("a"), before_escaped_end("a")), ("a", "a"));
    }
}
