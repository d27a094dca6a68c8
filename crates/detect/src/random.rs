//! [`Random`]: reproducible random numbers for tests.

/// A pseudorandom number generator with one word of state (Marsaglia's xorshift); equal seeds give equal numbers.
pub struct Random(u64);

impl Random {
    /// A generator seeded with `seed`, whose lowest bit is set: the state must not be 0.
    pub fn new(seed: u64) -> Self {
        Self(seed | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % limit as u64) as usize
    }

    /// An element of `from`.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}
