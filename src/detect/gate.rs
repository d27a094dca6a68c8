//! [`Gate`]: where in a text it is worth starting the automaton.
//!
//! One table lookup per byte, for each pair of neighbouring bytes: of which patterns these can be
//! the first two bytes, the second and third, the third and fourth, and whether a word may begin
//! between them. Where four lookups in a row agree, something may begin. Patterns are told apart by
//! their automaton and their first byte in a few groups only, so the gate lets some places through
//! in vain; it never holds one back. It is the idea of the FDR string matcher (Wang et al.,
//! *Hyperscan*, NSDI 2019) over the prefixes of automata.

use regex_automata::{
    dfa::{Automaton, dense},
    util::primitives::StateID,
};

use super::family::{Family, Groups};
use crate::text::is_word;

/// Stands for what follows the end of the text; no UTF-8 text holds it.
pub const END: u8 = 0xFF;
/// Positions looked at together.
const BLOCK: usize = 16;
/// Pairs behind a position that have their say on it.
const AHEAD: usize = 2;
/// Pairs that have their say: the one before it, its own, and those behind.
const STAGES: usize = 2 + AHEAD;
/// All groups have been ruled out at all stages but the last.
const NOTHING: u64 = u64::MAX;
/// Bits of one stage: a group each.
const WIDTH: usize = Groups::BITS as usize;

/// See the module's documentation.
pub struct Gate {
    /// By pair, the first byte in the low half of the index, 16 bits per stage, from the lowest: the
    /// groups (one bit each) that are *ruled out* because no word begins between the two bytes; because the two
    /// are not the group's first two bytes; not its second and third; not its third and fourth.
    pairs: Box<[u64; 1 << 16]>,
}

/// What the gate needs to know of an automaton.
pub struct Entrance<'a> {
    /// What its patterns have in common.
    pub family: Family,
    /// The automaton.
    pub dfa: &'a dense::DFA<Vec<u32>>,
    /// Where it may start.
    pub starts: &'a [StateID],
}

/// `all` without repetitions.
pub fn distinct<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}

/// What is known of a prefix: the state it leads to, or that it matched already.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prefix {
    /// The state.
    At(StateID),
    /// Whatever follows.
    Matched,
}

impl Prefix {
    /// The prefix longer by `byte`; `None` if nothing begins so.
    pub fn next(self, dfa: &dense::DFA<Vec<u32>>, byte: u8) -> Option<Self> {
        let Self::At(state) = self else { return Some(self) };
        let next = dfa.next_state(state, byte);
        // Matches show one byte late, so a match here leaves it open what follows.
        let matched = dfa.is_match_state(next) || byte == END && dfa.is_match_state(dfa.next_eoi_state(state));
        match matched {
            true => Some(Self::Matched),
            false => (!dfa.is_dead_state(next)).then_some(Self::At(next)),
        }
    }
}

impl Gate {
    /// The gate to the automata behind `entrances`, and to `alone`, bytes that are searched for.
    pub fn new(entrances: &[Entrance<'_>], alone: &[u8]) -> Self {
        let mut gate = Self { pairs: Box::new([NOTHING; 1 << 16]) };
        gate.allow_edges(alone);
        for entrance in entrances {
            gate.allow_prefixes(entrance);
        }
        for &byte in alone {
            (0..=END).for_each(|next| gate.allow(byte, next, 1, Family::ALONE));
        }
        if !alone.is_empty() {
            let late = u64::from(Family::ALONE) << (2 * WIDTH) | u64::from(Family::ALONE) << (3 * WIDTH);
            gate.pairs.iter_mut().for_each(|pair| *pair &= !late);
        }
        gate
    }

    /// Allows the pairs that the first four bytes of what `entrance` leads to can be made of.
    fn allow_prefixes(&mut self, Entrance { family, dfa, starts }: &Entrance<'_>) {
        let starts = distinct(starts.iter().map(|&start| Prefix::At(start)).collect());
        for bit in (0..WIDTH).map(|bit| 1 << bit) {
            // What leads to here, with the last byte of it, which the next pair begins with.
            let mut prefixes: Vec<(u8, Prefix)> = Vec::new();
            for first in (0..END).filter(|&first| family.group(first) == bit) {
                prefixes.extend(starts.iter().filter_map(|start| Some((first, start.next(dfa, first)?))));
            }
            for stage in 1..STAGES {
                let mut longer = Vec::new();
                for (last, prefix) in distinct(prefixes) {
                    for byte in 0..=END {
                        let Some(next) = prefix.next(dfa, byte) else { continue };
                        self.allow(last, byte, stage, bit);
                        if stage + 1 < STAGES {
                            longer.push((byte, next));
                        }
                    }
                }
                prefixes = longer;
            }
        }
    }

    /// Allows a beginning between two bytes where a word may begin (which is certain only if both are
    /// ASCII), and before every character what is found within words.
    fn allow_edges(&mut self, alone: &[u8]) {
        let is_word = |byte: u8| is_word(char::from(byte));
        for first in 0..=END {
            for second in 0..=END {
                let is_edge = match (first, second) {
                    (0..=0x7F, 0..=0x7F) => !(is_word(first) && is_word(second)),
                    // Within a character.
                    (_, 0x80..=0xBF) => false,
                    _ => true,
                };
                let within = if matches!(second, 0x80..=0xBF) { 0 } else { Family::WITHIN };
                let searched = if alone.contains(&second) { Family::ALONE } else { 0 };
                self.allow(first, second, 0, if is_edge { Groups::MAX } else { searched | within });
            }
        }
    }

    fn allow(&mut self, first: u8, second: u8, stage: usize, groups: Groups) {
        self.pairs[usize::from(u16::from_le_bytes([first, second]))] &= !(u64::from(groups) << (WIDTH * stage));
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.pairs)
    }

    /// Calls `visit` with each position of `text` at which something may begin, in order, and the
    /// groups of what may.
    pub fn scan(&self, text: &[u8], mut visit: impl FnMut(usize, Groups)) {
        // Something may begin at the start of the text.
        let mut state = NOTHING << WIDTH;
        let mut at = 0;
        let mut lefts = [0; BLOCK];
        while let Some(block) = text.get(at..).and_then(<[u8]>::first_chunk::<{ BLOCK + 1 }>) {
            let mut all = NOTHING;
            for (pair, left_over) in block.array_windows().zip(&mut lefts) {
                state = self.step(state, *pair);
                all &= state;
                *left_over = left(state);
            }
            // Unlikely in text without anything to find.
            if left(all) != 0 {
                visit_left(&lefts, |place, groups| visit(at + place - AHEAD, groups));
            }
            at += BLOCK;
        }
        let mut pair = [END, *text.get(at).unwrap_or(&END)];
        for start in at..text.len() + AHEAD {
            pair = [pair[1], *text.get(start + 1).unwrap_or(&END)];
            state = self.step(state, pair);
            if let Some(start) = start.checked_sub(AHEAD).filter(|_| left(state) != 0) {
                visit(start, left(state));
            }
        }
    }

    /// What the last four pairs together rule out, in the highest bits, after one more pair.
    #[inline(always)]
    fn step(&self, state: u64, pair: [u8; 2]) -> u64 {
        state << WIDTH | self.pairs[usize::from(u16::from_le_bytes(pair))]
    }
}

/// Calls `visit` for each place of a block at which groups are left.
#[inline(always)]
fn visit_left(lefts: &[Groups; BLOCK], mut visit: impl FnMut(usize, Groups)) {
    /// Places that are passed over together.
    const LANE: usize = (u64::BITS / Groups::BITS) as usize;
    let (lanes, _) = lefts.as_chunks::<LANE>();
    for (number, lane) in lanes.iter().enumerate() {
        let mut rest = lane.iter().rev().fold(0, |rest, &groups| rest << Groups::BITS | u64::from(groups));
        while rest != 0 {
            let place = rest.trailing_zeros() / Groups::BITS;
            let shift = place * Groups::BITS;
            visit(number * LANE + place as usize, (rest >> shift) as Groups);
            rest &= !(u64::from(Groups::MAX) << shift);
        }
    }
}

/// The groups that are left after the last stage.
#[inline(always)]
fn left(state: u64) -> Groups {
    !(state >> (WIDTH * (STAGES - 1))) as Groups
}
