//! [`Vain`]: what was looked at in vain.
//!
//! Texts repeat themselves: each line of a log names the same members, and words come back. Where nothing was found in
//! the eight bytes that a word begins with, nothing is where the same eight stand again.

/// Bytes that are remembered.
pub const LEN: usize = 8;
/// How many beginnings are remembered: a power of two.
const SLOTS: usize = 256;

/// A beginning: the byte before it and one more, or none at the start of a text, and its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beginning {
    bytes: u64,
    before: u8,
}

/// The beginnings behind which nothing was found.
#[derive(Default)]
pub struct Vain {
    /// By a hash of the bytes. Empty until something was looked at in vain.
    slots: Vec<Beginning>,
}

impl std::fmt::Debug for Vain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vain(…)")
    }
}

impl Beginning {
    /// What begins at `at`, unless the text ends soon, or there is more than ASCII, whose characters are of one byte.
    #[inline(always)]
    pub fn at(text: &[u8], at: usize) -> Option<Self> {
        let bytes = u64::from_le_bytes(*text.get(at..at + LEN)?.first_chunk()?);
        let before = at.checked_sub(1).and_then(|before| text.get(before)).map_or(0, |before| before.wrapping_add(1));
        let is_ascii = bytes & u64::from_le_bytes([0x80; LEN]) == 0 && before <= 0x80;
        is_ascii.then_some(Self { bytes, before })
    }

    fn slot(self) -> usize {
        // From the golden ratio.
        (self.bytes.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - SLOTS.trailing_zeros())) as usize
    }
}

impl Vain {
    /// Whether nothing was found where `beginning` stood before.
    #[inline(always)]
    pub fn has(&self, beginning: Beginning) -> bool {
        self.slots.get(beginning.slot()) == Some(&beginning)
    }

    /// Remembers that nothing was found.
    pub fn add(&mut self, beginning: Beginning) {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, Beginning::default());
        }
        if let Some(slot) = self.slots.get_mut(beginning.slot()) {
            *slot = beginning;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_are_alike_in_eight_bytes_and_the_one_before() {
        let mut vain = Vain::default();
        let at = |text: &str, at| Beginning::at(text.as_bytes(), at);
        assert!(!vain.has(at("\"status\":200", 1).unwrap()));
        vain.add(at("\"status\":200", 1).unwrap());
        for (text, place, expected) in [
            ("\"status\":404", 1, true),
            ("{\"status\":", 2, true),
            ("'status\":200", 1, false),
            ("status\":200", 0, false),
            ("\"status': 200", 1, false),
        ] {
            assert_eq!(vain.has(at(text, place).unwrap()), expected, "{text}");
        }
        // The start of a text is no byte.
        vain.add(at("12345678", 0).unwrap());
        assert!(vain.has(at("12345678", 0).unwrap()) && !vain.has(at("\u{0}12345678", 1).unwrap()));
    }

    #[test]
    fn what_is_cut_or_not_of_ascii_is_not_remembered() {
        for (text, at) in [("1234567", 0), ("", 0), ("123456é", 0), ("é12345678", 2), ("12345678", 9)] {
            assert_eq!(Beginning::at(text.as_bytes(), at), None, "{text}");
        }
    }
}
