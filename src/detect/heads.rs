//! [`Heads`]: of which patterns four bytes together may be the beginning.
//!
//! The gate knows neighbouring pairs only, and lets through words whose pairs belong to several patterns.
//! Looking all four bytes up together spares most of the automata's runs that would end at once.

use regex_automata::dfa::dense;

use super::{
    family::Groups,
    gate::{END, Entrance, Prefix, distinct},
};

/// Bytes that are looked at together.
const LEN: usize = 4;
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
        let search = Search::new(entrance);
        let starts = distinct(entrance.starts.iter().map(|&start| Prefix::At(start)).collect());
        for &(bit, _) in &search.firsts {
            heads.add(&search, bit, &mut Vec::new(), &starts);
        }
        heads
    }

    /// Adds those of `others`.
    pub fn merge(&mut self, others: &Self) {
        self.long.merge(&others.long);
        self.middle.merge(&others.middle);
        self.short.merge(&others.short);
    }

    /// Adds what goes on from `prefixes`, which the bytes of `path` led to, in group `bit`.
    ///
    /// Bytes that the automaton does not tell apart are looked at together.
    fn add<'s>(&mut self, search: &'s Search<'_>, bit: Groups, path: &mut Vec<&'s [u8]>, prefixes: &[Prefix]) {
        if let [first, second, third] = path.as_slice() {
            let fourth = search.next(prefixes);
            return match fourth.len() {
                0..=MOST_NEXT => each(&[first, second, third, &fourth], |head| self.long.add(fold(head), bit)),
                _ => each(&[first, second, third], |head| self.middle.add(head, bit)),
            };
        }
        let mut next: Vec<(&[u8], Vec<Prefix>)> = Vec::new();
        for class in if path.is_empty() { search.firsts(bit) } else { &search.classes } {
            let Some(&any) = class.first() else { continue };
            let reached: Vec<_> = prefixes.iter().filter_map(|prefix| prefix.next(search.dfa, any)).collect();
            if !reached.is_empty() {
                next.push((class, distinct(reached)));
            }
        }
        // Matches show one byte late: what has matched was one byte shorter.
        let may_end = next.iter().any(|(_, reached)| reached.contains(&Prefix::Matched));
        match path.as_slice() {
            [first] if may_end => {
                next.iter().for_each(|(second, _)| each(&[first, second], |head| self.short.add(head, bit)));
            }
            [first, second] if may_end || search.next(prefixes).len() > MOST_NEXT => {
                each(&[first, second], |head| self.short.add(head, bit));
            }
            _ => {
                for (bytes, reached) in next {
                    path.push(bytes);
                    self.add(search, bit, path, &reached);
                    path.pop();
                }
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
        let known = entrance.dfa.byte_classes();
        let mut classes = vec![Vec::new(); usize::from(u8::MAX) + 1];
        for byte in 0..END {
            if let Some(class) = classes.get_mut(usize::from(known.get(byte))) {
                class.push(byte);
            }
        }
        // The end of the text is like no byte.
        classes.push(vec![END]);
        classes.retain(|class| !class.is_empty());
        let groups = (0..Groups::BITS).map(|bit| 1 << bit).filter(|bit| entrance.family.groups() & bit != 0);
        let first = |bit| {
            let mine =
                |class: &Vec<u8>| class.iter().copied().filter(|byte| entrance.family.group(*byte) == bit).collect();
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
