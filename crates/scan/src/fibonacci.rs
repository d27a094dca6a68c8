//! Fibonacci hashing (Knuth, *The Art of Computer Programming*, vol. 3, 6.4): an index from one multiplication.
//!
//! The tables here are small arrays of a fixed size, indexed without a hash map. They need the *high* bits of the product,
//! which alone depend on every byte of the key. `rustc_hash` multiplies likewise, but hands out its bits rotated by 26, so that a
//! small index is made of the middle ones: windows that differ in their last two bytes would share a slot.

/// 2⁶⁴ divided by the golden ratio, rounded to an odd number.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The index of `key` in a table of `SLOTS` slots, a power of two.
#[inline(always)]
pub fn index<const SLOTS: usize>(key: u64) -> usize {
    const { assert!(SLOTS.is_power_of_two() && SLOTS > 1) };
    // The remainder is the index itself, and tells the compiler that it is in bounds.
    (key.wrapping_mul(MULTIPLIER) >> (u64::BITS - SLOTS.trailing_zeros())) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_of_a_key_moves_the_index() {
        for byte in 0..8 {
            let indexes: std::collections::BTreeSet<_> =
                (0..64_u64).map(|value| index::<128>(value << (8 * byte))).collect();
            assert!(indexes.len() > 24, "byte {byte}: {} indexes", indexes.len());
        }
    }
}
