//! [`BytePairs`]: of which patterns neighbouring bytes may be the first two, the second and third, the third and fourth.
//!
//! It is the idea of the FDR string matcher (Wang et al., *Hyperscan*, NSDI 2019) over the prefixes of automata.

use std::collections::BTreeMap;

use crate::{
    bucket::{Bucket, Groups},
    entrance::{END, Entrance, Prefix, classes, distinct},
};

/// BytePairs that have their say: those of four bytes.
const STAGES: usize = 3;
/// Bits of one stage: a group each.
const WIDTH: usize = Groups::BITS as usize;

/// By two bytes, the first one in the low half of the index: two sets of groups, one above the other.
type Table = Box<[u32; 1 << 16]>;

/// See the module's documentation.
pub struct BytePairs {
    /// The groups (one bit each) whose patterns they may be the first two bytes of, and those for which they say all that
    /// four can.
    firsts: Table,
    /// The second and third; the third and fourth. Few places need a look at these.
    others: Table,
}

impl BytePairs {
    /// The byte_pairs of nothing.
    pub fn none() -> Self {
        // What is searched for by one byte may go on with any.
        let alone = u32::from(Bucket::ALONE);
        Self { firsts: Box::new([alone << WIDTH; 1 << 16]), others: Box::new([alone | alone << WIDTH; 1 << 16]) }
    }

    /// Adds `byte`, whatever follows.
    pub fn add_byte(&mut self, byte: u8) {
        (0..=END).for_each(|next| self.allow(byte, next, 0, Bucket::ALONE));
    }

    /// Adds the first two bytes of patterns of which they say all that four can.
    pub fn add_short(&mut self, first: u8, second: u8, groups: Groups) {
        self.allow(first, second, STAGES, groups);
    }

    /// The byte_pairs that the first four bytes of what `entrance` leads to can be made of.
    pub fn new(Entrance { bucket, dfa, starts }: &Entrance<'_>) -> Self {
        let mut byte_pairs = Self::none();
        let classes = classes(dfa);
        for bit in (0..WIDTH).map(|bit| 1 << bit).filter(|bit| bucket.groups() & bit != 0) {
            // What leads to here, with the last bytes of it, which the next pair begins with.
            let mut prefixes = BTreeMap::<Prefix, Vec<u8>>::new();
            for class in &classes {
                let firsts: Vec<_> = class.iter().copied().filter(|first| bucket.group(*first) == bit).collect();
                let Some(&any) = firsts.first() else { continue };
                for next in distinct(starts.iter().filter_map(|&start| Prefix::At(start).next(dfa, any)).collect()) {
                    prefixes.entry(next).or_default().extend(&firsts);
                }
            }
            for stage in 0..STAGES {
                let mut longer = BTreeMap::<Prefix, Vec<u8>>::new();
                for (prefix, lasts) in prefixes {
                    let lasts = distinct(lasts);
                    for class in &classes {
                        let Some(next) = class.first().and_then(|&any| prefix.next(dfa, any)) else { continue };
                        for &last in &lasts {
                            class.iter().for_each(|&byte| byte_pairs.allow(last, byte, stage, bit));
                        }
                        longer.entry(next).or_default().extend(class);
                    }
                }
                prefixes = longer;
            }
        }
        byte_pairs
    }

    /// Adds those of `others`.
    pub fn merge(&mut self, others: &Self) {
        for (known, more) in [(&mut self.firsts, &others.firsts), (&mut self.others, &others.others)] {
            known.iter_mut().zip(more.iter()).for_each(|(known, groups)| *known |= groups);
        }
    }

    fn allow(&mut self, first: u8, second: u8, stage: usize, groups: Groups) {
        let (table, above) = match stage {
            0 => (&mut self.firsts, false),
            STAGES => (&mut self.firsts, true),
            _ => (&mut self.others, stage == 2),
        };
        table[place(first, second)] |= u32::from(groups) << if above { WIDTH } else { 0 };
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.firsts) + size_of_val(&*self.others)
    }

    /// The groups of what may begin with two bytes, and those of them for which these say all.
    #[inline(always)]
    pub fn first(&self, [a, b, ..]: [u8; 4]) -> (Groups, Groups) {
        let known = self.firsts[place(a, b)];
        (known as Groups, (known >> WIDTH) as Groups)
    }

    /// The groups of what may go on with the last three of four bytes.
    #[inline(always)]
    pub fn others(&self, [_, b, c, d]: [u8; 4]) -> Groups {
        (self.others[place(b, c)] & self.others[place(c, d)] >> WIDTH) as Groups
    }
}

/// Where it stands of which patterns two bytes may be.
#[inline(always)]
fn place(first: u8, second: u8) -> usize {
    usize::from(u16::from_le_bytes([first, second]))
}
