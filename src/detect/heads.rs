//! [`Heads`]: of which patterns four bytes together may be the beginning.
//!
//! The gate knows neighbouring pairs only, and lets through words whose pairs belong to several patterns.
//! Looking all four bytes up together spares most of the automata's runs that would end at once.

use super::{
    family::Groups,
    gate::{END, Entrance, Prefix, distinct},
};

/// Bytes that are looked at together.
const LEN: usize = 4;
/// Most beginnings of one group that are told apart; where there are more, nothing is ruled out.
const MOST: usize = 1 << 17;
/// Most bytes that are told apart behind others; where more may follow, all may.
const MOST_NEXT: usize = 30;

/// The groups of what may begin with bytes.
pub struct Heads {
    /// By four bytes, all but the first whatever their case.
    long: Table<16>,
    /// By three, where nearly anything follows.
    middle: Table<13>,
    /// By two, where nearly anything follows, or nothing need to.
    short: Table<12>,
}

impl Heads {
    /// The heads of nothing.
    pub fn none() -> Self {
        Self { long: Table::new(), middle: Table::new(), short: Table::new() }
    }

    /// The heads of what `entrance` leads to.
    pub fn new(entrance: &Entrance<'_>) -> Self {
        let mut heads = Self::none();
        let groups = entrance.family.groups();
        for bit in (0..Groups::BITS).map(|bit| 1 << bit).filter(|bit| groups & bit != 0) {
            heads.add(entrance, bit);
        }
        heads
    }

    /// Adds those of `others`.
    pub fn merge(&mut self, others: &Self) {
        self.long.merge(&others.long);
        self.middle.merge(&others.middle);
        self.short.merge(&others.short);
    }

    /// Adds what begins in group `bit`: anything, if that is too much.
    fn add(&mut self, Entrance { family, dfa, starts }: &Entrance<'_>, bit: Groups) {
        let mut prefixes: Vec<(u32, Prefix)> = distinct(starts.iter().map(|&start| (0, Prefix::At(start))).collect());
        for at in 0..LEN {
            let mut longer = Vec::new();
            for beginning in prefixes.chunk_by(|(a, _), (b, _)| a == b) {
                let from = longer.len();
                for &(head, prefix) in beginning {
                    let first = |byte: &u8| at > 0 || family.group(*byte) == bit;
                    let next = (0..=END).filter(first).filter_map(|byte| Some((byte, prefix.next(dfa, byte)?)));
                    longer.extend(next.map(|(byte, next)| (head | u32::from(byte) << (8 * at), next)));
                }
                let next = longer.get(from..).unwrap_or_default();
                let count = distinct(next.iter().map(|(head, _)| fold(*head)).collect()).len();
                // Matches show one byte late: it was one of two bytes, or of one.
                let may_end = next.iter().any(|(_, next)| *next == Prefix::Matched);
                let Some(&(head, _)) = next.first() else { continue };
                match at {
                    1 if may_end => next.iter().for_each(|(head, _)| self.short.add(first_two(*head), bit)),
                    2 if may_end || count > MOST_NEXT => self.short.add(first_two(head), bit),
                    3 if count > MOST_NEXT => self.middle.add(first_three(head), bit),
                    3 => next.iter().for_each(|(head, _)| self.long.add(fold(*head), bit)),
                    _ => continue,
                }
                longer.truncate(from);
            }
            prefixes = distinct(longer);
            if prefixes.len() > MOST {
                return self.long.add_all(bit);
            }
        }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        self.long.memory() + self.middle.memory() + self.short.memory()
    }

    /// The groups of what may begin where `reach` does.
    #[inline(always)]
    pub fn groups(&self, reach: &[u8]) -> Groups {
        let head = match reach.first_chunk::<LEN>() {
            Some(head) => *head,
            None => {
                let mut head = [END; LEN];
                head.iter_mut().zip(reach).for_each(|(slot, byte)| *slot = *byte);
                head
            }
        };
        let head = u32::from_le_bytes(head);
        self.long.get(fold(head)) | self.middle.get(first_three(head)) | self.short.get(first_two(head))
    }
}

/// Four bytes, all but the first in lower case, without looking what is a letter.
#[inline(always)]
fn fold(head: u32) -> u32 {
    head | u32::from_le_bytes([0, 0x20, 0x20, 0x20])
}

/// The first three of four bytes.
#[inline(always)]
fn first_three(head: u32) -> u32 {
    head & u32::from_le_bytes([0xFF, 0xFF, 0xFF, 0])
}

/// The first two of four bytes.
#[inline(always)]
fn first_two(head: u32) -> u32 {
    head & u32::from_le_bytes([0xFF, 0xFF, 0, 0])
}

/// Groups by a hash of bytes, of so many bits.
struct Table<const BITS: u32>(Box<[Groups]>);

impl<const BITS: u32> Table<BITS> {
    fn new() -> Self {
        Self(vec![0; 1 << BITS].into())
    }

    /// Where it tells of `bytes`.
    #[inline(always)]
    fn place(bytes: u32) -> usize {
        // From the golden ratio.
        const MIX: u32 = 0x9E37_79B1;
        (bytes.wrapping_mul(MIX) >> (u32::BITS - BITS)) as usize
    }

    fn add(&mut self, bytes: u32, groups: Groups) {
        if let Some(known) = self.0.get_mut(Self::place(bytes)) {
            *known |= groups;
        }
    }

    fn add_all(&mut self, groups: Groups) {
        self.0.iter_mut().for_each(|known| *known |= groups);
    }

    fn merge(&mut self, others: &Self) {
        self.0.iter_mut().zip(&others.0).for_each(|(known, groups)| *known |= groups);
    }

    #[inline(always)]
    fn get(&self, bytes: u32) -> Groups {
        self.0.get(Self::place(bytes)).copied().unwrap_or(Groups::MAX)
    }

    fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }
}
