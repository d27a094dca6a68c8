//! [`MissCache`]: what was looked for in miss_cache.
//!
//! Texts repeat themselves: each line of a log names the same members, and words and numbers come back. What did not
//! begin with eight bytes, or end in them, does not where the same eight stand again.

use crate::bucket::Groups;

/// Bytes that are remembered.
pub const KEY_LEN: usize = 8;
/// Twice as many beginnings are remembered: a power of two.
const SLOTS: usize = 128;

/// Bits of a beginning: its bytes, the first one lowest, and the byte before and one more, or none at the start of a text.
const BITS: usize = 8 * (KEY_LEN + 1);

/// A beginning.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Beginning(u128);

impl std::fmt::Debug for Beginning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Beginning(…)")
    }
}

/// The groups of patterns of which none began with some bytes.
#[derive(Default)]
pub struct MissCache {
    /// By a hash of the bytes, the two that came last: the beginning, and the groups above it. Empty until something
    /// was looked for in miss_cache.
    slots: Vec<u128>,
}

impl std::fmt::Debug for MissCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MissCache(…)")
    }
}

impl Beginning {
    /// What begins at `at`, unless the text ends soon, or there is more than ASCII, whose characters are of one byte.
    #[inline(always)]
    pub fn at(text: &[u8], at: usize) -> Option<Self> {
        let bytes = u64::from_le_bytes(*text.get(at..at + KEY_LEN)?.first_chunk()?);
        let before = at.checked_sub(1).and_then(|before| text.get(before)).map_or(0, |before| before.wrapping_add(1));
        let is_ascii = bytes & u64::from_le_bytes([0x80; KEY_LEN]) == 0 && before <= 0x80;
        is_ascii.then_some(Self(u128::from(before) << (8 * KEY_LEN) | u128::from(bytes)))
    }

    /// What stands before `at`, alike.
    #[inline(always)]
    pub fn before(text: &[u8], at: usize) -> Option<Self> {
        Self::at(text.get(at.checked_sub(KEY_LEN)?..)?, 0)
    }

    /// Whether `slot` holds it.
    fn is_in(self, slot: u128) -> bool {
        slot & ((1 << BITS) - 1) == self.0
    }

    /// Its place among `slots`, a power of two.
    fn place(self, slots: usize) -> usize {
        // From the golden ratio.
        ((self.0 as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - slots.trailing_zeros())) as usize
    }
}

impl MissCache {
    /// Those of which none began where `beginning` stood before.
    #[inline(always)]
    pub fn groups(&self, beginning: Beginning) -> Groups {
        let Some([first, second]) = self.slots.as_chunks().0.get(beginning.place(SLOTS)) else { return 0 };
        let slot = if beginning.is_in(*first) { *first } else { *second };
        if beginning.is_in(slot) { (slot >> BITS) as Groups } else { 0 }
    }

    /// Remembers that none of `groups` began with `beginning`.
    pub fn add(&mut self, beginning: Beginning, groups: Groups) {
        if self.slots.is_empty() {
            self.slots = vec![0; 2 * SLOTS];
        }
        let Some([first, second]) = self.slots.as_chunks_mut().0.get_mut(beginning.place(SLOTS)) else { return };
        if !beginning.is_in(*first) {
            std::mem::swap(first, second);
        }
        let known = if beginning.is_in(*first) { *first } else { beginning.0 };
        *first = known | u128::from(groups) << BITS;
    }
}

/// What was told of the beginnings that came last.
#[derive(Debug)]
pub struct WindowCache<T> {
    /// By a hash of the bytes. Empty until something was told.
    slots: Vec<Option<(Beginning, T)>>,
}

impl<T> Default for WindowCache<T> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<T: Copy> WindowCache<T> {
    const SLOTS: usize = 32;

    /// What was told of `beginning`.
    pub fn get(&self, beginning: Beginning) -> Option<T> {
        let slot = self.slots.get(beginning.place(Self::SLOTS))?;
        slot.filter(|(known, _)| *known == beginning).map(|(_, told)| told)
    }

    /// Remembers what is told of `beginning`.
    pub fn set(&mut self, beginning: Beginning, told: T) {
        self.slots.resize(Self::SLOTS, None);
        if let Some(slot) = self.slots.get_mut(beginning.place(Self::SLOTS)) {
            *slot = Some((beginning, told));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_are_alike_in_eight_bytes_and_the_one_before() {
        let mut miss_cache = MissCache::default();
        let at = |text: &str, at| Beginning::at(text.as_bytes(), at);
        assert_eq!(miss_cache.groups(at("\"status\":200", 1).unwrap()), 0);
        miss_cache.add(at("\"status\":200", 1).unwrap(), 1);
        miss_cache.add(at("\"status\":200", 1).unwrap(), 4);
        for (text, place, expected) in [
            ("\"status\":404", 1, 5),
            ("{\"status\":", 2, 5),
            ("'status\":200", 1, 0),
            ("status\":200", 0, 0),
            ("\"status': 200", 1, 0),
        ] {
            assert_eq!(miss_cache.groups(at(text, place).unwrap()), expected, "{text}");
        }
        // The start of a text is no byte.
        miss_cache.add(at("12345678", 0).unwrap(), 2);
        assert_eq!(miss_cache.groups(at("12345678", 0).unwrap()), 2);
        assert_eq!(miss_cache.groups(at("\u{0}12345678", 1).unwrap()), 0);
    }

    #[test]
    fn what_is_cut_or_not_of_ascii_is_not_remembered() {
        for (text, at) in [("1234567", 0), ("", 0), ("123456é", 0), ("é12345678", 2), ("12345678", 9)] {
            assert_eq!(Beginning::at(text.as_bytes(), at), None, "{text}");
        }
    }
}
