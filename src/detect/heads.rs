//! [`Heads`]: of which patterns four bytes together may be the beginning.
//!
//! The gate knows neighbouring pairs only, and lets through words whose pairs belong to several patterns. One
//! lookup of all four bytes spares most of the automata's runs that would end at once.

use super::{
    family::Groups,
    gate::{END, Entrance, Prefix, distinct},
};

/// Bytes that are looked at together.
const LEN: usize = 4;
/// Bits of a place in the table.
const BITS: u32 = 15;
/// Most beginnings of one group that are told apart; where there are more, nothing is ruled out.
const MOST: usize = 1 << 14;

/// By a hash of four bytes, whatever the case of letters: the groups of what may begin so.
pub struct Heads(Box<[Groups; 1 << BITS]>);

impl Heads {
    /// The heads of what `entrances` lead to.
    pub fn new(entrances: &[Entrance<'_>]) -> Self {
        let mut heads = Self(Box::new([0; 1 << BITS]));
        for entrance in entrances {
            let groups = entrance.family.groups();
            for bit in (0..Groups::BITS).map(|bit| 1 << bit).filter(|bit| groups & bit != 0) {
                match beginnings(entrance, bit) {
                    Some(all) => all.into_iter().for_each(|head| heads.0[place(head)] |= bit),
                    None => heads.0.iter_mut().for_each(|known| *known |= bit),
                }
            }
        }
        heads
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.0)
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
        self.0[place(u32::from_le_bytes(head))]
    }
}

/// Where the table tells of four bytes.
#[inline(always)]
fn place(head: u32) -> usize {
    const LOWER: u32 = u32::from_le_bytes([0x20; LEN]);
    ((head | LOWER).wrapping_mul(0x9E37_79B1) >> (u32::BITS - BITS)) as usize
}

/// The first four bytes of what begins in group `bit`; `None` if they are too many.
fn beginnings(entrance: &Entrance<'_>, bit: Groups) -> Option<Vec<u32>> {
    let Entrance { family, dfa, starts } = entrance;
    let mut prefixes: Vec<(u32, Prefix)> = distinct(starts.iter().map(|&start| (0, Prefix::At(start))).collect());
    for at in 0..LEN {
        let mut longer = Vec::new();
        for (head, prefix) in prefixes {
            for byte in (0..=END).filter(|&byte| at > 0 || family.group(byte) == bit) {
                let head = head | u32::from(byte | 0x20) << (8 * at);
                longer.extend(prefix.next(dfa, byte).map(|next| (head, next)));
            }
        }
        prefixes = distinct(longer);
        if prefixes.len() > MOST {
            return None;
        }
    }
    Some(prefixes.into_iter().map(|(head, _)| head).collect())
}
