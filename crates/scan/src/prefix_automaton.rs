//! [`PrefixAutomaton`]: the first few steps of a bucket's automaton, from which filters are derived.

use regex_automata::{
    dfa::{Automaton, dense},
    util::primitives::StateID,
};

use crate::bucket::{Bucket, GroupSet};

/// The byte that stands for everything behind the end of a text; UTF-8 has no such byte.
pub const END: u8 = 0xFF;

/// An automaton as `regex-automata` builds it, together with its starts.
pub struct PrefixAutomaton<'a> {
    /// The bucket whose patterns it matches.
    pub bucket: Bucket,
    /// The automaton.
    pub dfa: &'a dense::DFA<Vec<u32>>,
    /// The start states for all contexts before a match.
    pub starts: &'a [StateID],
}

/// The state after a prefix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PrefixState {
    /// A state of the automaton that leads to a match.
    At(StateID),
    /// A match that the prefix contains, so that any byte may follow.
    Matched,
}

impl PrefixAutomaton<'_> {
    /// The states after the empty prefix.
    pub fn start_states(&self) -> Vec<PrefixState> {
        distinct(self.starts.iter().map(|&start| PrefixState::At(start)).collect())
    }

    /// The state after one more byte; `None` if no match begins so.
    pub fn next(&self, state: PrefixState, byte: u8) -> Option<PrefixState> {
        let PrefixState::At(state) = state else { return Some(PrefixState::Matched) };
        let next = self.dfa.next_state(state, byte);
        // The library reports a match one byte late, and that byte may be any.
        let is_match = |state| self.dfa.is_match_state(state);
        if is_match(next) || byte == END && is_match(self.dfa.next_eoi_state(state)) {
            Some(PrefixState::Matched)
        } else {
            (!self.dfa.is_dead_state(next)).then_some(PrefixState::At(next))
        }
    }

    /// The classes of bytes that the automaton does not tell apart, without empty classes. [`END`] is a class of its
    /// own.
    pub fn byte_classes(&self) -> Vec<Vec<u8>> {
        let known = self.dfa.byte_classes();
        let mut classes = vec![Vec::new(); known.alphabet_len()];
        (0..END).for_each(|byte| classes[usize::from(known.get(byte))].push(byte));
        classes.push(vec![END]);
        classes.retain(|class| !class.is_empty());
        classes
    }

    /// The groups of its bucket, one bit each.
    pub fn groups(&self) -> impl Iterator<Item = GroupSet> + use<> {
        let groups = self.bucket.groups();
        (0..GroupSet::BITS).map(|bit| 1 << bit).filter(move |group| groups & group != 0)
    }
}

/// `items` sorted, without repetitions.
pub fn distinct<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort_unstable();
    items.dedup();
    items
}
