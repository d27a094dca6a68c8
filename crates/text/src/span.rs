//! [`Span`]: a byte range that lies on character boundaries.

use std::ops::Range;

/// A non-empty or empty byte range of one text, both ends on UTF-8 character boundaries.
///
/// A span does not hold its text; slicing another text with it is a bug of the caller, which
/// [`Span::slice`] answers with `""` rather than with a panic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    start: usize,
    end: usize,
}

impl Span {
    /// The span `range` of `text`; `None` if it is reversed, out of bounds or splits a character.
    pub fn new(text: &str, range: Range<usize>) -> Option<Self> {
        text.get(range.clone())?;
        Some(Self { start: range.start, end: range.end })
    }

    /// First byte.
    pub fn start(self) -> usize {
        self.start
    }

    /// One past the last byte.
    pub fn end(self) -> usize {
        self.end
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether it covers no byte at all.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The same as a standard range.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The text it covers, or `""` if `text` is not the text it was made for.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }

    /// Whether the two share at least one byte.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Whether every byte of `other` lies in this one.
    pub fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_ranges_that_split_a_character() {
        let text = "aé😀";
        assert!(Span::new(text, 0..1).is_some());
        assert!(Span::new(text, 1..2).is_none());
        assert!(Span::new(text, 1..3).is_some());
        assert!(Span::new(text, 3..7).is_some());
        assert!(Span::new(text, 3..8).is_none());
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = 3..1;
        assert!(Span::new(text, reversed).is_none());
    }
}
