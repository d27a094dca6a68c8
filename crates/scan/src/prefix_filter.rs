//! [`PrefixFilter`]: of which patterns four bytes together may be the beginning.
//!
//! The start_filter stops wherever something may begin. A look at the four bytes there spares nearly all of the automata's
//! runs that would end at once: at all four together, which words are told by, and at each [pair](BytePairs) of them, which
//! tells numbers of any digits. Patterns are told apart by their automaton and their first byte in a few groups
//! only, so some places are let through in miss_cache; none is held back.

use std::collections::BTreeMap;

use regex_automata::dfa::dense;

use crate::{
    bucket::{Bucket, Groups},
    byte_pairs::BytePairs,
    entrance::{END, Entrance, Prefix, classes, distinct},
};

/// Bytes that are looked at together.
const LEN: usize = 4;
/// Most bytes that are told apart behind others; where more may follow, all may.
const MOST_NEXT: usize = 20;

/// The groups of what may begin with bytes.
pub struct PrefixFilter {
    /// By one.
    firsts: Box<[Groups; 256]>,
    byte_pairs: BytePairs,
    /// By four bytes, all but the first whatever their case.
    long: Table<{ 1 << 16 }>,
    /// By three, where nearly anything follows.
    middle: Table<{ 1 << 14 }>,
}

impl PrefixFilter {
    /// The prefix_filter of nothing.
    pub fn none() -> Self {
        Self { firsts: Box::new([0; 256]), byte_pairs: BytePairs::none(), long: Table::new(), middle: Table::new() }
    }

    /// Adds `byte`, whatever follows.
    pub fn add_byte(&mut self, byte: u8) {
        self.firsts[usize::from(byte)] |= Bucket::ALONE;
        self.byte_pairs.add_byte(byte);
    }

    /// The groups of what may begin, by the first byte.
    pub fn firsts(&self) -> &[Groups; 256] {
        &self.firsts
    }

    /// The prefix_filter of what `entrance` leads to.
    pub fn new(entrance: &Entrance<'_>) -> Self {
        let mut prefix_filter = Self { byte_pairs: BytePairs::new(entrance), ..Self::none() };
        let search = Search::new(entrance);
        let starts = distinct(entrance.starts.iter().map(|&start| Prefix::At(start)).collect());
        for (bit, classes) in &search.firsts {
            let bit = *bit;
            for class in classes {
                let goes_on = |byte: &u8| starts.iter().any(|start| start.next(search.dfa, *byte).is_some());
                if class.first().is_some_and(goes_on) {
                    class.iter().for_each(|byte| prefix_filter.firsts[usize::from(*byte)] |= bit);
                }
            }
            prefix_filter.add(&search, bit, &[], &starts);
        }
        prefix_filter
    }

    /// Adds those of `others`.
    pub fn merge(&mut self, others: &Self) {
        self.firsts.iter_mut().zip(others.firsts.iter()).for_each(|(known, groups)| *known |= groups);
        self.byte_pairs.merge(&others.byte_pairs);
        self.long.merge(&others.long);
        self.middle.merge(&others.middle);
    }

    /// Adds what goes on from `prefixes`, which the bytes of `path` led to, in group `bit`.
    ///
    /// Bytes that lead to the same are looked at together.
    fn add(&mut self, search: &Search<'_>, bit: Groups, path: &[&[u8]], prefixes: &[Prefix]) {
        if let [first, second, third] = path {
            let fourth = search.next(prefixes);
            return match fourth.len() {
                0..=MOST_NEXT => each(&[first, second, third, &fourth], |head| self.long.add(fold(head), bit)),
                _ => each(&[first, second, third], |head| self.middle.add(head, bit)),
            };
        }
        let mut next = BTreeMap::<Vec<Prefix>, Vec<u8>>::new();
        for class in if path.is_empty() { search.firsts(bit) } else { &search.classes } {
            let Some(&any) = class.first() else { continue };
            let reached: Vec<_> = prefixes.iter().filter_map(|prefix| prefix.next(search.dfa, any)).collect();
            if !reached.is_empty() {
                next.entry(distinct(reached)).or_default().extend(class);
            }
        }
        // Matches show one byte late: what has matched was one byte shorter.
        let may_end = next.keys().any(|reached| reached.contains(&Prefix::Matched));
        match path {
            [first] if may_end => {
                next.values().for_each(|second| self.add_short(first, second, bit));
            }
            [first, second] if may_end || search.next(prefixes).len() > MOST_NEXT => {
                self.add_short(first, second, bit);
            }
            _ => {
                for (reached, bytes) in &next {
                    self.add(search, bit, &[path, &[bytes]].concat(), reached);
                }
            }
        }
    }

    fn add_short(&mut self, firsts: &[u8], seconds: &[u8], groups: Groups) {
        firsts.iter().for_each(|&a| seconds.iter().for_each(|&b| self.byte_pairs.add_short(a, b, groups)));
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.firsts) + self.byte_pairs.memory() + self.long.memory() + self.middle.memory()
    }

    /// The groups of what may begin at byte `at` of `text`.
    #[inline(always)]
    pub fn groups(&self, text: &[u8], at: usize) -> Groups {
        let head = match text.get(at..at + LEN).and_then(<[u8]>::first_chunk) {
            Some(head) => *head,
            None => last_head(text, at),
        };
        // Nearly everything ends here, or behind the next look.
        let (first, short) = self.byte_pairs.first(head);
        if first == 0 {
            return 0;
        }
        let folded = u32::from_le_bytes(head);
        let known = self.long.get(fold(folded)) | self.middle.get(first_three(folded)) | short;
        match first & known {
            0 => 0,
            likely => likely & self.byte_pairs.others(head),
        }
    }
}

/// The last bytes of `text` from `at` on, and what stands for its end.
#[cold]
fn last_head(text: &[u8], at: usize) -> [u8; LEN] {
    let mut head = [END; LEN];
    let rest = text.get(at..).unwrap_or_default();
    head.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
    head
}

/// An automaton whose beginnings are looked for.
struct Search<'a> {
    dfa: &'a dense::DFA<Vec<u32>>,
    /// The bytes that it does not tell apart.
    classes: Vec<Vec<u8>>,
    /// By group: those of them that its patterns begin with.
    firsts: Vec<(Groups, Vec<Vec<u8>>)>,
}

impl<'a> Search<'a> {
    fn new(entrance: &Entrance<'a>) -> Self {
        let classes = classes(entrance.dfa);
        let groups = (0..Groups::BITS).map(|bit| 1 << bit).filter(|bit| entrance.bucket.groups() & bit != 0);
        let first = |bit| {
            let mine =
                |class: &Vec<u8>| class.iter().copied().filter(|byte| entrance.bucket.group(*byte) == bit).collect();
            (bit, classes.iter().map(mine).collect())
        };
        Self { dfa: entrance.dfa, firsts: groups.map(first).collect(), classes }
    }

    /// The bytes that go on from `prefixes`, letters in lower case.
    fn next(&self, prefixes: &[Prefix]) -> Vec<u8> {
        let mut known = [false; 256];
        for class in &self.classes {
            let goes_on = |byte: u8| prefixes.iter().any(|prefix| prefix.next(self.dfa, byte).is_some());
            if class.first().is_some_and(|&any| goes_on(any)) {
                class.iter().for_each(|byte| known[usize::from(byte | 0x20)] = true);
            }
        }
        (0..=END).filter(|byte| known[usize::from(*byte)]).collect()
    }

    /// The bytes that patterns of group `bit` begin with, by class.
    fn firsts(&self, bit: Groups) -> &[Vec<u8>] {
        self.firsts.iter().find(|(group, _)| *group == bit).map_or(&[], |(_, classes)| classes)
    }
}

/// Calls `found` with all that one byte of each of `places` makes, the first one lowest.
fn each(places: &[&[u8]], mut found: impl FnMut(u32)) {
    let count = places.iter().map(|bytes| bytes.len()).product::<usize>();
    for number in 0..count {
        let mut rest = number;
        let head = places.iter().rev().fold(0, |head, bytes| {
            let byte = bytes.get(rest % bytes.len()).copied().unwrap_or_default();
            rest /= bytes.len();
            head << 8 | u32::from(byte)
        });
        found(head);
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

/// Groups by a hash of bytes, in so many places: a power of two.
struct Table<const PLACES: usize>(Box<[Groups; PLACES]>);

impl<const PLACES: usize> Table<PLACES> {
    fn new() -> Self {
        Self(Box::new([0; PLACES]))
    }

    /// Where it tells of `bytes`.
    #[inline(always)]
    fn place(bytes: u32) -> usize {
        // From the golden ratio.
        const MIX: u32 = 0x9E37_79B1;
        (bytes.wrapping_mul(MIX) >> (u32::BITS - PLACES.trailing_zeros())) as usize % PLACES
    }

    fn add(&mut self, bytes: u32, groups: Groups) {
        self.0[Self::place(bytes)] |= groups;
    }

    fn merge(&mut self, others: &Self) {
        self.0.iter_mut().zip(others.0.iter()).for_each(|(known, groups)| *known |= groups);
    }

    #[inline(always)]
    fn get(&self, bytes: u32) -> Groups {
        self.0[Self::place(bytes)]
    }

    fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }
}
