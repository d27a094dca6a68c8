//! Written lines: texts of several lines within a string of JSON or of a program, whose line ends are escaped.
//!
//! ```json
//! {"text": "SSN:\\n078-05-1120\\nThanks", "rows": "id,ssn\\n7,078-05-1120\\n"}
//! ```

use std::{ops::Range, sync::LazyLock};

use memchr::memmem;

use super::{Cell, Names, html::merge};

/// Most strings within strings.
const MOST_LAYERS: usize = 3;
/// Longest string that is read, in bytes.
const LONGEST: usize = 1 << 16;

static LINE_END: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("\\n"));

/// Adds the values in the strings of `text` that have a name elsewhere in their string; `layer` strings are around the text.
pub fn read(text: &str, layer: usize, names: &mut Names<'_>, found: &mut Vec<Cell>) {
    let (mut from, mut cells) = (0, Vec::new());
    while let Some(len) = text.as_bytes().get(from..).and_then(|rest| LINE_END.find(rest)) {
        let string = string_around(text, from, from + len);
        let plain = Plain::of(text, string.clone());
        let mut inner = Vec::new();
        if layer < MOST_LAYERS {
            super::read_layer(&plain.text, layer + 1, names, &mut inner);
        }
        cells.extend(inner.into_iter().map(|cell| Cell {
            name: plain.original(cell.name),
            value: plain.original(cell.value),
            known: cell.known,
        }));
        from = string.end.max(from + len + 1);
    }
    merge(found, cells);
}

/// The inside of the string around the line end at `at`, at most from `from` on: between its quotes, or else of its line.
fn string_around(text: &str, from: usize, at: usize) -> Range<usize> {
    let bytes = text.as_bytes();
    let far = text.ceil_char_boundary(at.saturating_sub(LONGEST)).max(from);
    let is_open = |quote: &usize| quote.checked_sub(1).is_none_or(|before| bytes[before] != b'\\');
    let line = memchr::memrchr(b'\n', &bytes[far..at]).map_or(far, |end| far + end + 1);
    let start = memchr::memrchr_iter(b'"', &bytes[line..at]).map(|quote| line + quote).find(is_open);
    let limit = text.floor_char_boundary((at + LONGEST).min(text.len()));
    let end = memchr::memchr2_iter(b'"', b'\n', &bytes[at..limit])
        .map(|end| at + end)
        .find(|end| bytes[*end] == b'\n' || is_open(end));
    start.map_or(line, |quote| quote + 1)..end.unwrap_or(limit)
}

/// A string without its escapes, with the place of each byte in the text around it.
struct Plain {
    text: String,
    origins: Vec<u32>,
}

impl Plain {
    /// The string at `range` of `text`.
    fn of(text: &str, range: Range<usize>) -> Self {
        let inner = &text[range.clone()];
        let mut plain = Self { text: String::with_capacity(inner.len()), origins: Vec::with_capacity(inner.len() + 1) };
        let mut at = 0;
        while let Some(c) = inner[at..].chars().next() {
            let escaped = inner[at + c.len_utf8()..].chars().next().filter(|_| c == '\\');
            let read = match escaped {
                Some('n') => Some('\n'),
                Some('r') => Some('\r'),
                Some('t') => Some('\t'),
                Some(sign @ ('"' | '\\' | '/' | '\'')) => Some(sign),
                _ => None,
            };
            plain.text.push(read.unwrap_or(c));
            plain.origins.resize(plain.text.len(), (range.start + at) as u32);
            at += c.len_utf8() + usize::from(read.is_some());
        }
        plain.origins.push(range.end as u32);
        plain
    }

    /// The place of `range` in the text around the string.
    fn original(&self, range: Range<usize>) -> Range<usize> {
        let place = |at: usize| self.origins.get(at).map_or(0, |origin| *origin as usize);
        place(range.start)..place(range.end)
    }
}

#[cfg(test)]
mod tests {
    use crate::layout::tests::cells;

    #[test]
    fn lines_within_strings_are_read() {
        for (text, expected) in [
            (r#"{"text": "SSN:\n078-05-1120\nThanks"}"#, vec![("SSN", "078-05-1120")]),
            (r#"{"a": "x", "rows": "id,ssn\n7,8-1\n", "b": "y"}"#, vec![("ssn", "8-1")]),
            (r#"{"rows": "id\tssn\r\n7\t8-1\r\n"}"#, vec![("ssn", "8-1")]),
            (r#"{"body": "{\"text\": \"é\\nSSN\\n078-05-1120\"}"}"#, vec![("SSN", "078-05-1120")]),
            ("print(\"hue\\n\")\nssn\\n078-05-1120", vec![("ssn", "078-05-1120")]),
            (r#""\n"#, vec![]),
            (r"\n\n", vec![]),
            (r#""ssn\n""#, vec![]),
        ] {
            assert_eq!(cells(text), expected, "{text}");
        }
    }
}
