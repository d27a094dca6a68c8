//! [`StartPairs`]: the places of a block of bytes at which the first four bytes may begin a match, as far as their pairs
//! tell.
//!
//! The three overlapping pairs of four bytes are what [`BytePairs`](crate::byte_pairs::BytePairs) looks at for one start. Here they are looked up for
//! all places of a block at once, without a branch, by the Shift-And algorithm over pairs instead of bytes (Baeza-Yates
//! and Gonnet, *A New Approach to Text Searching*, 1992). Groups are not told apart, so that it lets more through.

use wide::u8x16;

use crate::{
    bucket::{Bucket, GroupSet},
    byte_pairs::{PAIRS, index},
    prefix_automaton::END,
};

/// Places of a block: a bit each in a word.
pub const BLOCK: usize = 64;
/// Bytes in a vector.
pub const VECTOR: usize = 16;

/// The bit of a pair that may be the first one of a match within a word, with those of the second and the third above it.
const WITHIN: u8 = 1;
/// Likewise of a match that begins where words do.
const WORD: u8 = 1 << 3;
/// The bit of a pair whose first byte is a pattern.
const BYTE: u8 = 1 << 6;

/// The part that each pair of bytes may have in the beginning of a match.
pub struct StartPairs {
    bits: Box<[u8; 1 << 16]>,
}

/// The places of a block at which a match may begin: a bit each, the first place lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartMasks {
    /// Of a match that may begin within a word, or is a single byte.
    pub within: u64,
    /// Of any match.
    pub any: u64,
}

impl StartPairs {
    /// The pairs of neighbouring bytes, by the groups that allow each as the first, the second and the third one of a match.
    pub fn new(parts: impl Fn([u8; 2]) -> [GroupSet; PAIRS]) -> Self {
        let mut bits: Box<[u8; 1 << 16]> =
            vec![0; 1 << 16].into_boxed_slice().try_into().expect("as long as it was made");
        for pair in (0..=u8::MAX).flat_map(|a| (0..=u8::MAX).map(move |b| [a, b])) {
            let parts = parts(pair);
            let has = |groups: GroupSet, bit: u8| {
                let found = (0..PAIRS).filter(|part| parts[*part] & groups != 0);
                found.fold(0, |bits, part| bits | bit << part)
            };
            let byte = if parts[0] & Bucket::BYTES != 0 { BYTE } else { 0 };
            bits[index(pair)] = has(Bucket::ANYWHERE, WITHIN) | has(!Bucket::BYTES, WORD) | byte;
        }
        Self { bits }
    }

    /// The places of the block that `rest` begins with, the end of a text.
    #[inline(always)]
    pub fn of_block(&self, rest: &[u8]) -> StartMasks {
        let mut bytes = [END; BLOCK + PAIRS];
        let len = rest.len().min(bytes.len());
        bytes[..len].copy_from_slice(&rest[..len]);
        // Of a state, the highest bit of three tells that the pair before last was a first one, and so on.
        let mut states = [0; BLOCK + PAIRS - 1];
        let mut state = 0;
        for (at, slot) in states.iter_mut().enumerate() {
            let first = WITHIN | WORD | BYTE;
            state = (state << 1 & !first | first) & self.bits[index([bytes[at], bytes[at + 1]])];
            *slot = state;
        }
        let single = mask(&states, BYTE);
        let behind = &states[PAIRS - 1..];
        StartMasks {
            within: mask(behind, WITHIN << (PAIRS - 1)) | single,
            any: mask(behind, WORD << (PAIRS - 1)) | single,
        }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.bits)
    }
}

/// The states, of the first [`BLOCK`], that have `bit`.
#[inline(always)]
fn mask(states: &[u8], bit: u8) -> u64 {
    let (vectors, _) = states.as_chunks::<VECTOR>();
    vectors.iter().take(BLOCK / VECTOR).rev().fold(0, |mask, vector| {
        let has = (u8x16::new(*vector) & u8x16::splat(bit)).simd_eq(u8x16::splat(bit));
        mask << VECTOR | u64::from(has.to_bitmask())
    })
}
