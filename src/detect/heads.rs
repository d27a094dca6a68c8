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
const MOST: usize = 1 << 14;
/// Most bytes that are told apart behind three others; where more may follow, all may.
const MOST_FOURTH: usize = 32;

/// The groups of what may begin with bytes.
pub struct Heads {
    /// By four bytes, the last two whatever their case.
    long: Table<15>,
    /// By three, where nearly anything follows.
    middle: Table<14>,
    /// By two, where what begins so may end there.
    short: Table<11>,
}

impl Heads {
    /// The heads of what `entrances` lead to.
    pub fn new(entrances: &[Entrance<'_>]) -> Self {
        let mut heads = Self { long: Table::new(), middle: Table::new(), short: Table::new() };
        for entrance in entrances {
            let groups = entrance.family.groups();
            for bit in (0..Groups::BITS).map(|bit| 1 << bit).filter(|bit| groups & bit != 0) {
                heads.add(entrance, bit);
            }
        }
        heads
    }

    /// Adds what begins in group `bit`: anything, if that is too much.
    fn add(&mut self, Entrance { family, dfa, starts }: &Entrance<'_>, bit: Groups) {
        let mut prefixes: Vec<(u32, Prefix)> = distinct(starts.iter().map(|&start| (0, Prefix::At(start))).collect());
        for at in 0..LEN - 1 {
            let mut longer = Vec::new();
            for (head, prefix) in prefixes {
                for byte in (0..=END).filter(|&byte| at > 0 || family.group(byte) == bit) {
                    let head = fold(head | u32::from(byte) << (8 * at));
                    match prefix.next(dfa, byte) {
                        // Matches show one byte late: it was one of two bytes, or of one.
                        Some(Prefix::Matched) => self.short.add(first_two(head), bit),
                        Some(next) => longer.push((head, next)),
                        None => {}
                    }
                }
            }
            prefixes = distinct(longer);
            if prefixes.len() > MOST {
                return self.long.add_all(bit);
            }
        }
        for beginning in prefixes.chunk_by(|(a, _), (b, _)| a == b) {
            let goes_on = |byte: &u8| beginning.iter().any(|(_, prefix)| prefix.next(dfa, *byte).is_some());
            let fourth = distinct((0..=END).filter(goes_on).map(|byte| byte | 0x20).collect());
            let Some(&(head, _)) = beginning.first() else { continue };
            if fourth.len() > MOST_FOURTH {
                self.middle.add(first_three(head), bit);
            } else {
                fourth.iter().for_each(|&byte| self.long.add(fold(head | u32::from(byte) << 24), bit));
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
        let head = fold(u32::from_le_bytes(head));
        self.long.get(head) | self.middle.get(first_three(head)) | self.short.get(first_two(head))
    }
}

/// Four bytes, the last two in lower case, without looking what is a letter.
#[inline(always)]
fn fold(head: u32) -> u32 {
    head | u32::from_le_bytes([0, 0, 0x20, 0x20])
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

    #[inline(always)]
    fn get(&self, bytes: u32) -> Groups {
        self.0.get(Self::place(bytes)).copied().unwrap_or(Groups::MAX)
    }

    fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }
}
