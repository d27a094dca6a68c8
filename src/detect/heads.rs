//! [`Heads`]: the first three bytes of what an automaton may match.
//!
//! The gate knows neighbouring pairs only, and lets through words whose pairs belong to several patterns.
//! One lookup of three bytes together spares most of the automaton's runs that would end at once.

use regex_automata::{
    dfa::{Automaton, dense},
    util::primitives::StateID,
};

/// Bytes that are looked at together.
const LEN: usize = 3;

/// A bit for each three classes of bytes (the automaton's own, which it does not tell apart).
pub struct Heads {
    classes: [u8; 256],
    /// Number of classes.
    width: usize,
    bits: Box<[u64]>,
}

impl Heads {
    /// The heads of what `dfa` matches from any of `starts`.
    pub fn new(dfa: &dense::DFA<Vec<u32>>, starts: &[StateID]) -> Self {
        let known = dfa.byte_classes();
        let mut classes = [0; 256];
        (0..=u8::MAX).zip(&mut classes).for_each(|(byte, class)| *class = known.get(byte));
        let width = classes.iter().max().map_or(1, |&last| usize::from(last) + 1);
        // One byte stands for each class.
        let bytes: Vec<u8> =
            (0..width).filter_map(|class| (0..=u8::MAX).find(|&byte| usize::from(known.get(byte)) == class)).collect();
        let mut heads = Self { classes, width, bits: vec![0; width.pow(LEN as u32).div_ceil(64)].into() };
        let mut starts = starts.to_vec();
        starts.sort_unstable();
        starts.dedup();
        for start in starts {
            heads.add(dfa, &bytes, Some(start), 0, LEN);
        }
        heads
    }

    /// Lets through what is open after `state` (`None`: something has matched) by `left` more bytes behind `head`.
    fn add(&mut self, dfa: &dense::DFA<Vec<u32>>, bytes: &[u8], state: Option<StateID>, head: usize, left: usize) {
        if left == 0 {
            if let Some(bits) = self.bits.get_mut(head / 64) {
                *bits |= 1 << (head % 64);
            }
            return;
        }
        for (class, &byte) in bytes.iter().enumerate() {
            let next = match state.map(|state| dfa.next_state(state, byte)) {
                Some(next) if dfa.is_dead_state(next) => continue,
                // Matches show one byte late, so a match leaves it open what follows.
                Some(next) if !dfa.is_match_state(next) => Some(next),
                _ => None,
            };
            self.add(dfa, bytes, next, head * self.width + class, left - 1);
        }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.bits)
    }

    /// Whether anything can begin with `text`, which is certain only if not.
    #[inline]
    pub fn lets_through(&self, text: &[u8]) -> bool {
        let Some(head) = text.first_chunk::<LEN>() else { return true };
        let head = head.iter().fold(0, |head, &byte| head * self.width + usize::from(self.classes[usize::from(byte)]));
        self.bits.get(head / 64).is_none_or(|bits| bits >> (head % 64) & 1 == 1)
    }
}
