//! [`BytePairs`]: the groups that each pair of neighbouring bytes allows, at each offset of a prefix of four bytes.
//!
//! The intersection of the groups that three overlapping pairs allow is the filter of the FDR string matcher (Wang et
//! al., *Hyperscan*, NSDI 2019), here over the prefixes of automata instead of strings.

use std::collections::BTreeMap;

use crate::{
    bucket::{Bucket, GroupSet},
    prefix_automaton::{END, PrefixAutomaton, PrefixState, distinct},
    tables::Stored,
};

/// Pairs in a prefix of four bytes.
pub const PAIRS: usize = 3;
/// Bits of a group set: the shift of the upper one of two sets in a table's entry.
const WIDTH: u32 = GroupSet::BITS;

/// Two group sets for each pair of bytes, one above the other.
type Table = Box<[u32; 1 << 16]>;

/// Tables of pairs. No group is missing for a prefix of a match.
pub struct BytePairs {
    /// Lower half: the groups whose patterns may begin with the pair. Upper half: the groups that no further byte can
    /// rule out, since they match so early, or since almost any byte may follow.
    first: Table,
    /// Lower half: the groups that allow the pair as second and third byte. Upper half: as third and fourth.
    ///
    /// Few prefixes pass the first look, so these need not be near.
    later: Table,
}

impl BytePairs {
    /// Tables that let nothing through.
    pub fn empty() -> Self {
        // Patterns of a single byte are decided by the first pair.
        let bytes = u32::from(Bucket::BYTES);
        Self { first: Box::new([bytes << WIDTH; 1 << 16]), later: Box::new([bytes | bytes << WIDTH; 1 << 16]) }
    }

    /// The tables of the first four bytes of an automaton's matches.
    pub fn of(automaton: &PrefixAutomaton<'_>) -> Self {
        let mut pairs = Self::empty();
        let classes = automaton.byte_classes();
        let starts = automaton.start_states();
        for group in automaton.groups() {
            // The states after a prefix, each with the last bytes that lead to it: the first halves of the next pairs.
            let mut prefixes = BTreeMap::<PrefixState, Vec<u8>>::new();
            for class in &classes {
                let first_bytes: Vec<_> =
                    class.iter().copied().filter(|byte| automaton.bucket.group(*byte) == group).collect();
                let Some(&representative) = first_bytes.first() else { continue };
                let reached = starts.iter().filter_map(|&start| automaton.next(start, representative)).collect();
                for state in distinct(reached) {
                    prefixes.entry(state).or_default().extend(&first_bytes);
                }
            }
            for offset in 0..PAIRS {
                let mut longer = BTreeMap::<PrefixState, Vec<u8>>::new();
                for (state, last_bytes) in prefixes {
                    let last_bytes = distinct(last_bytes);
                    for class in &classes {
                        let Some(next) = automaton.next(state, class[0]) else { continue };
                        for &last in &last_bytes {
                            class.iter().for_each(|&byte| pairs.allow([last, byte], offset, group));
                        }
                        longer.entry(next).or_default().extend(class);
                    }
                }
                prefixes = longer;
            }
        }
        pairs
    }

    /// Adds a pattern of the single byte `byte`.
    pub fn add_byte(&mut self, byte: u8) {
        (0..=END).for_each(|next| self.allow([byte, next], 0, Bucket::BYTES));
    }

    /// Adds a first pair that is all that can be said of patterns of `groups`.
    pub fn add_sufficient(&mut self, pair: [u8; 2], groups: GroupSet) {
        self.first[index(pair)] |= u32::from(groups) << WIDTH;
    }

    /// Adds all that `other` lets through.
    pub fn merge(&mut self, other: &Self) {
        for (table, more) in [(&mut self.first, &other.first), (&mut self.later, &other.later)] {
            table.iter_mut().zip(more.iter()).for_each(|(groups, more)| *groups |= more);
        }
    }

    fn allow(&mut self, pair: [u8; 2], offset: usize, groups: GroupSet) {
        let groups = u32::from(groups);
        match offset {
            0 => self.first[index(pair)] |= groups,
            1 => self.later[index(pair)] |= groups,
            _ => self.later[index(pair)] |= groups << WIDTH,
        }
    }

    /// The groups that allow `pair` as the first, the second and the third one of a prefix.
    pub fn parts(&self, pair: [u8; 2]) -> [GroupSet; PAIRS] {
        let later = self.later[index(pair)];
        [self.first[index(pair)] as GroupSet, later as GroupSet, (later >> WIDTH) as GroupSet]
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.first) + size_of_val(&*self.later)
    }

    /// The groups that the first pair of a prefix allows, and the groups for which it is sufficient.
    #[inline(always)]
    pub fn first(&self, [a, b, ..]: [u8; 4]) -> (GroupSet, GroupSet) {
        let groups = self.first[index([a, b])];
        (groups as GroupSet, (groups >> WIDTH) as GroupSet)
    }

    /// The groups that the second and third pair of a prefix both allow.
    #[inline(always)]
    pub fn later(&self, [_, b, c, d]: [u8; 4]) -> GroupSet {
        (self.later[index([b, c])] & self.later[index([c, d])] >> WIDTH) as GroupSet
    }
}

impl Stored for BytePairs {
    fn write(&self, out: &mut Vec<u8>) {
        self.first.write(out);
        self.later.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self { first: Stored::read(bytes)?, later: Stored::read(bytes)? })
    }
}

/// The place of `pair` in tables of pairs.
#[inline(always)]
pub fn index(pair: [u8; 2]) -> usize {
    usize::from(u16::from_le_bytes(pair))
}
