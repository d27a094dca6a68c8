//! [`Span`]: a byte range on character boundaries.

use std::ops::Range;

/// A byte range of one text, possibly empty, with both ends on UTF-8 character boundaries.
///
/// It does not hold its text.
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

    /// The offset of the first byte.
    pub fn start(self) -> usize {
        self.start
    }

    /// The offset behind the last byte.
    pub fn end(self) -> usize {
        self.end
    }

    /// Length in bytes.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// Reports whether it covers no byte.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The part of `text` that it covers.
    ///
    /// # Panics
    /// If `text` has no such part, because it is not the text that the span was made for.
    pub fn slice(self, text: &str) -> &str {
        text.get(self.range()).expect("a span is of the text that it was made for")
    }

    /// Reports whether both share at least one byte.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Reports whether it holds every byte of `other`.
    pub fn covers(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// The place of `part` in `text`; `None` if it is no slice of it.
///
/// ```
/// use masquerade_text::place_of;
/// let text = "jane roe";
/// assert_eq!(place_of(text, text.trim_start_matches("jane ")), Some(5..8));
/// ```
pub fn place_of(text: &str, part: &str) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    let place = start..start + part.len();
    (text.get(place.clone()) == Some(part)).then_some(place)
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

    #[test]
    fn a_part_of_another_text_has_no_place() {
        let (text, other) = (String::from("jane"), String::from("jane"));
        assert_eq!(place_of(&text, &text[1..3]), Some(1..3));
        assert_eq!(place_of(&text, &other[1..3]), None);
        assert_eq!(place_of(&text[1..], &text[..2]), None);
    }
}
