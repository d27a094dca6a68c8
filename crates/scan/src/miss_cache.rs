//! [`MissCache`] and [`WindowCache`]: direct-mapped caches keyed by eight bytes of text.
//!
//! Texts repeat themselves: each line of a log names the same members, and words come back. Patterns that did not match
//! at eight bytes, and needed no more to know it, do not match where the same eight stand again.
//!
//! Both caches are arrays with a slot or two for each hash of a [`Window`], smaller than a page or two and without
//! bookkeeping: a look-up must cost less than the start of an automaton, some ten nanoseconds, which a map with an
//! order of eviction does not.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

use crate::bucket::GroupSet;

/// Eight bytes of ASCII, and the byte before them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Window(
    /// From the lowest byte on: the eight bytes, and one more than the byte before them, or 0 where nothing stands
    /// before.
    u128,
);

impl Window {
    /// Bytes in a window, without the one before.
    pub const LEN: usize = 8;

    /// Bits that may be set.
    const BITS: u32 = 8 * (Self::LEN as u32 + 1);

    /// The window at `at`; `None` if the text ends in it, or if it or the byte before is not all ASCII: then a
    /// character may be cut, and boundaries depend on more than these bytes.
    #[inline(always)]
    pub fn at(text: &[u8], at: usize) -> Option<Self> {
        let bytes = u64::from_le_bytes(*text.get(at..at + Self::LEN)?.first_chunk()?);
        let before = at.checked_sub(1).map_or(0, |before| text[before].wrapping_add(1));
        let is_ascii = bytes & u64::from_le_bytes([0x80; Self::LEN]) == 0 && before <= 0x80;
        is_ascii.then_some(Self(u128::from(before) << (8 * Self::LEN) | u128::from(bytes)))
    }

    /// The window of the eight bytes before `at`, whatever stands before them; `None` as for [`Window::at`].
    #[inline(always)]
    pub fn ending_at(text: &[u8], at: usize) -> Option<Self> {
        Self::at(&text[at.checked_sub(Self::LEN)?..], 0)
    }

    #[inline(always)]
    fn slot<const SLOTS: usize>(self) -> usize {
        FxBuildHasher.hash_one(self.0 as u64) as usize % SLOTS
    }
}

/// Not the bytes: they are of the text.
impl std::fmt::Debug for Window {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Window(…)")
    }
}

/// Slots of a [`MissCache`].
const MISS_SLOTS: usize = 128;
/// Slots of a [`WindowCache`].
const VALUE_SLOTS: usize = 32;

/// A cache of misses: the groups of patterns that are known not to match at a window.
///
/// It holds two windows in each of 128 slots. A window that is not in it misses nothing.
#[derive(Default)]
pub struct MissCache {
    /// Empty before the first insertion; then the entries of each slot, the younger one first.
    slots: Vec<[Miss; 2]>,
}

/// An entry of a [`MissCache`]: a window in the lower bits, its groups above it.
#[derive(Clone, Copy, Default)]
struct Miss(u128);

impl Miss {
    #[inline(always)]
    fn is_of(self, window: Window) -> bool {
        self.0 & ((1 << Window::BITS) - 1) == window.0
    }

    #[inline(always)]
    fn groups(self) -> GroupSet {
        (self.0 >> Window::BITS) as GroupSet
    }
}

impl MissCache {
    /// The groups that do not match at `window`, as far as they are known.
    #[inline(always)]
    pub fn groups(&self, window: Window) -> GroupSet {
        if self.slots.is_empty() {
            return 0;
        }
        let [first, second] = self.slots[window.slot::<MISS_SLOTS>()];
        let miss = if first.is_of(window) { first } else { second };
        if miss.is_of(window) { miss.groups() } else { 0 }
    }

    /// Adds that none of `groups` matches at `window`.
    pub fn insert(&mut self, window: Window, groups: GroupSet) {
        self.slots.resize(MISS_SLOTS, Default::default());
        let [first, second] = &mut self.slots[window.slot::<MISS_SLOTS>()];
        if !first.is_of(window) {
            std::mem::swap(first, second);
        }
        let known = if first.is_of(window) { *first } else { Miss(window.0) };
        *first = Miss(known.0 | u128::from(groups) << Window::BITS);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.clear();
    }
}

impl std::fmt::Debug for MissCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MissCache(…)")
    }
}

/// A direct-mapped cache of 32 values keyed by windows.
#[derive(Debug)]
pub struct WindowCache<T> {
    /// Empty before the first insertion.
    slots: Vec<Option<(Window, T)>>,
}

impl<T> Default for WindowCache<T> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<T: Copy> WindowCache<T> {
    /// The value of `window`, if it is still there.
    pub fn get(&self, window: Window) -> Option<T> {
        if self.slots.is_empty() {
            return None;
        }
        let slot = self.slots[window.slot::<VALUE_SLOTS>()];
        slot.filter(|(known, _)| *known == window).map(|(_, value)| value)
    }

    /// Sets the value of `window`, in place of another window's.
    pub fn insert(&mut self, window: Window, value: T) {
        self.slots.resize(VALUE_SLOTS, None);
        self.slots[window.slot::<VALUE_SLOTS>()] = Some((window, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_equal_in_eight_bytes_and_the_one_before() {
        let mut cache = MissCache::default();
        let window = |text: &str, at| Window::at(text.as_bytes(), at).unwrap();
        assert_eq!(cache.groups(window("\"status\":200", 1)), 0);
        cache.insert(window("\"status\":200", 1), 1);
        cache.insert(window("\"status\":200", 1), 4);
        for (text, at, expected) in [
            ("\"status\":404", 1, 5),
            ("{\"status\":", 2, 5),
            ("'status\":200", 1, 0),
            ("status\":200", 0, 0),
            ("\"status': 200", 1, 0),
        ] {
            assert_eq!(cache.groups(window(text, at)), expected, "{text}");
        }
        // The start of a text is no byte.
        cache.insert(window("12345678", 0), 2);
        assert_eq!(cache.groups(window("12345678", 0)), 2);
        assert_eq!(cache.groups(window("\u{0}12345678", 1)), 0);
        cache.clear();
        assert_eq!(cache.groups(window("12345678", 0)), 0);
    }

    #[test]
    fn a_window_is_whole_and_ascii() {
        for (text, at) in [("1234567", 0), ("", 0), ("123456é", 0), ("é12345678", 2), ("12345678", 9)] {
            assert_eq!(Window::at(text.as_bytes(), at), None, "{text}");
        }
        assert_eq!(Window::ending_at(b"1234567:", 7), None);
        assert_eq!(Window::ending_at(b"x12345678:", 9), Window::ending_at(b"y12345678=", 9));
    }

    #[test]
    fn a_window_cache_forgets_and_never_confuses() {
        let mut cache = WindowCache::default();
        let windows: Vec<_> = (0..200).map(|n| Window::at(format!("window{n:03}").as_bytes(), 1).unwrap()).collect();
        for (n, &window) in windows.iter().enumerate() {
            assert_eq!(cache.get(window), None);
            cache.insert(window, n);
            assert_eq!(cache.get(window), Some(n));
        }
        assert!(windows.iter().enumerate().all(|(n, &window)| cache.get(window).is_none_or(|value| value == n)));
    }
}
