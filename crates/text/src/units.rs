//! [`Unit`] and [`UnitCursor`]: the units of offsets on the wire.

use std::fmt;

/// A unit of offsets into a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Unicode code points, as Python counts them.
    #[default]
    Codepoint,
    /// UTF-16 code units, as JavaScript, Java and C# count them.
    Utf16,
    /// UTF-8 bytes, as Rust and Go count them.
    Byte,
}

impl Unit {
    /// All units, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::Codepoint, Self::Utf16, Self::Byte];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Codepoint => "codepoint",
            Self::Utf16 => "utf16",
            Self::Byte => "byte",
        }
    }

    /// The length of `text` in this unit.
    pub fn count(self, text: &str) -> usize {
        match self {
            Self::Byte => text.len(),
            Self::Codepoint => text.chars().count(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A translator of ascending offsets of one text between bytes and a unit, in one pass over the text.
///
/// ```
/// use masquerade_text::{Unit, UnitCursor};
/// let mut cursor = UnitCursor::new("né 😀!", Unit::Utf16);
/// assert_eq!(cursor.unit_at(4), Some(3));
/// assert_eq!(cursor.unit_at(8), Some(5));
/// ```
#[derive(Debug)]
pub struct UnitCursor<'a> {
    text: &'a str,
    unit: Unit,
    byte: usize,
    count: usize,
}

impl<'a> UnitCursor<'a> {
    /// A cursor at the start of `text`, for offsets in `unit`.
    pub fn new(text: &'a str, unit: Unit) -> Self {
        Self { text, unit, byte: 0, count: 0 }
    }

    /// The offset in units of byte `byte`; `None` if that splits a character, lies outside, or
    /// lies before an offset asked for earlier.
    pub fn unit_at(&mut self, byte: usize) -> Option<usize> {
        let passed = self.text.get(self.byte..byte)?;
        self.count += self.unit.count(passed);
        self.byte = byte;
        Some(self.count)
    }

    /// The byte at which unit `unit` begins; `None` if it lies within a character, outside the
    /// text, or before an offset asked for earlier.
    pub fn byte_at(&mut self, unit: usize) -> Option<usize> {
        let mut wanted = unit.checked_sub(self.count)?;
        let rest = self.text.get(self.byte..).expect("the cursor stands on a character");
        if self.unit == Unit::Byte {
            rest.is_char_boundary(wanted).then_some(())?;
            self.byte += wanted;
            self.count = unit;
            return Some(self.byte);
        }
        let mut chars = rest.chars();
        while wanted > 0 {
            let c = chars.next()?;
            let width = if self.unit == Unit::Utf16 { c.len_utf16() } else { 1 };
            wanted = wanted.checked_sub(width)?;
        }
        self.byte = self.text.len() - chars.as_str().len();
        self.count = unit;
        Some(self.byte)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_translates_in_every_unit() {
        let text = "né 😀!";
        for (unit, offsets) in
            [(Unit::Codepoint, [0, 2, 3, 4, 5]), (Unit::Utf16, [0, 2, 3, 5, 6]), (Unit::Byte, [0, 3, 4, 8, 9])]
        {
            let (mut there, mut back) = (UnitCursor::new(text, unit), UnitCursor::new(text, unit));
            for (byte, offset) in [0, 3, 4, 8, 9].into_iter().zip(offsets) {
                assert_eq!(there.unit_at(byte), Some(offset), "{unit}");
                assert_eq!(back.byte_at(offset), Some(byte), "{unit}");
            }
            assert_eq!(unit.count(text), offsets[4]);
        }
        assert_eq!(UnitCursor::new("😀", Unit::Utf16).byte_at(1), None);
        assert_eq!(UnitCursor::new("😀", Unit::Byte).byte_at(2), None);
        assert_eq!(UnitCursor::new("😀", Unit::Codepoint).byte_at(2), None);
    }
}
