//! [`WindowCache`]: a direct-mapped cache keyed by eight bytes of text.
//!
//! Texts repeat themselves: each line of a log names the same members. The same eight bytes before a sign always give
//! the same answer.
//!
//! The cache is an array with a slot for each hash of a [`Window`], smaller than a page or two and without bookkeeping: a
//! look-up must cost some nanoseconds, which a map with an order of eviction does not.

use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;

/// Eight bytes of ASCII.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Window(u64);

impl Window {
    /// Bytes in a window.
    pub const LEN: usize = 8;

    /// The window of the eight bytes before `at`; `None` if fewer stand there, or not all are ASCII: then a character
    /// may be cut.
    #[inline(always)]
    pub fn ending_at(text: &[u8], at: usize) -> Option<Self> {
        let bytes = u64::from_le_bytes(*text.get(..at)?.last_chunk()?);
        (bytes & u64::from_le_bytes([0x80; Self::LEN]) == 0).then_some(Self(bytes))
    }
}

/// Omits the bytes, which are payload.
impl std::fmt::Debug for Window {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Window(…)")
    }
}

/// A direct-mapped cache of `SLOTS` values keyed by windows.
#[derive(Debug)]
pub struct WindowCache<T, const SLOTS: usize> {
    /// Empty before the first insertion.
    slots: Vec<Option<(Window, T)>>,
}

impl<T, const SLOTS: usize> Default for WindowCache<T, SLOTS> {
    fn default() -> Self {
        Self { slots: Vec::new() }
    }
}

impl<T: Copy, const SLOTS: usize> WindowCache<T, SLOTS> {
    #[inline(always)]
    fn slot(window: Window) -> usize {
        FxBuildHasher.hash_one(window.0) as usize % SLOTS
    }

    /// The value of `window`, if it is still there.
    #[inline(always)]
    pub fn get(&self, window: Window) -> Option<T> {
        if self.slots.is_empty() {
            return None;
        }
        self.slots[Self::slot(window)].filter(|(known, _)| *known == window).map(|(_, value)| value)
    }

    /// Sets the value of `window`, in place of another window's.
    pub fn insert(&mut self, window: Window, value: T) {
        self.slots.resize(SLOTS, None);
        self.slots[Self::slot(window)] = Some((window, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_whole_and_ascii() {
        for (text, at) in [("1234567", 7), ("", 0), ("123456é", 8), ("é2345678", 8), ("12345678", 9)] {
            assert_eq!(Window::ending_at(text.as_bytes(), at), None, "{text}");
        }
        assert_eq!(Window::ending_at(b"1234567:", 7), None);
        assert_eq!(Window::ending_at(b"x12345678:", 9), Window::ending_at(b"y12345678=", 9));
        assert_ne!(Window::ending_at(b"12345678", 8), Window::ending_at(b"12345679", 8));
    }

    #[test]
    fn a_window_cache_forgets_and_never_confuses() {
        let mut cache = WindowCache::<usize, 32>::default();
        let windows: Vec<_> =
            (0..200).map(|n| Window::ending_at(format!("window{n:03}").as_bytes(), 9).expect("eight bytes")).collect();
        for (n, &window) in windows.iter().enumerate() {
            assert_eq!(cache.get(window), None);
            cache.insert(window, n);
            assert_eq!(cache.get(window), Some(n));
        }
        assert!(windows.iter().enumerate().all(|(n, &window)| cache.get(window).is_none_or(|value| value == n)));
    }
}
