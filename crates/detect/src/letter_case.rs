//! Comparison and hashes of words without regard to the case of their letters.

/// Reports whether two texts are the same but for case.
pub(crate) fn is_same(a: &str, b: &str) -> bool {
    // Mostly the lengths tell already.
    if a.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

/// The hash (FNV-1a, 32 bits) of bytes, in which the case of ASCII letters does not count. Tables are built with it at
/// compile time, which the hashers of libraries do not offer.
#[derive(Clone, Copy)]
pub(crate) struct CaselessHash(u32);

impl CaselessHash {
    /// The hash of no bytes.
    pub(crate) const EMPTY: Self = Self(0x811C_9DC5);

    /// The hash with one byte more.
    #[inline]
    pub(crate) const fn with(self, byte: u8) -> Self {
        Self((self.0 ^ byte.to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193))
    }

    /// Its highest bits, `count` of them, which its place in a table tells little about.
    #[inline]
    pub(crate) const fn top_bits(self, count: u32) -> u32 {
        self.0 >> (u32::BITS - count)
    }

    /// Its place in a table of `len` slots.
    #[inline]
    pub(crate) const fn slot(self, len: usize) -> usize {
        (self.0 ^ self.0 >> 16) as usize % len
    }
}
