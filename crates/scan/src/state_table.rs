//! [`StateTable`]: the states of an automaton by number, while its tables are made.

use regex_automata::{
    dfa::{Automaton, dense},
    util::primitives::StateID,
};

/// The number of the state that no match follows.
pub const DEAD: u32 = 0;

/// The states of an automaton, numbered without gaps: first [`DEAD`], then all that match, then all others.
#[derive(Clone)]
pub struct StateTable {
    /// The column of each byte. The last column of a row is for the end of the text, and no byte's.
    pub columns: [u8; 256],
    /// Length of a row.
    pub width: usize,
    /// The next states, row by row.
    pub next: Vec<u32>,
    /// The start states, in the order in which they were given.
    pub starts: Vec<u32>,
    /// The pattern numbers that each of the first states matches; the others match none.
    pub matched: Vec<Vec<u32>>,
}

impl StateTable {
    /// The states of `dfa`, of which `starts` are start states. `patterns` are the pattern numbers of its expressions.
    pub fn new(dfa: &dense::DFA<Vec<u32>>, starts: &[StateID], patterns: &[usize]) -> Self {
        let classes = dfa.byte_classes();
        let representatives: Vec<_> = classes.representatives(..).map(|unit| unit.as_u8()).collect();
        let number = |state: StateID| (state.as_usize() >> dfa.stride2()) as u32;
        let states = || (0..).map_while(|row: usize| StateID::new(row << dfa.stride2()).ok());
        let starts: Vec<_> = starts.iter().copied().map(number).collect();
        let rows = (dfa.memory_usage() / size_of::<u32>()) >> dfa.stride2();
        let mut next = Vec::with_capacity(rows * representatives.len());
        // The library does not tell the number of states: the last one is the last that a start or a transition names.
        let mut last = starts.iter().copied().max().expect("an automaton has start states");
        for state in states() {
            if number(state) > last {
                break;
            }
            for unit in &representatives {
                let state = unit.map_or_else(|| dfa.next_eoi_state(state), |byte| dfa.next_state(state, byte));
                last = last.max(number(state));
                next.push(number(state));
            }
        }
        let patterns_of = |state: StateID| {
            let count = if dfa.is_match_state(state) { dfa.match_len(state) } else { 0 };
            (0..count).map(|place| patterns[dfa.match_pattern(state, place).as_usize()] as u32).collect()
        };
        // The dead and the quit state and all that match are special.
        let matched = states().take_while(|state| dfa.is_special_state(*state)).map(patterns_of).collect();
        let columns = std::array::from_fn(|byte| classes.get(byte as u8));
        Self { columns, width: representatives.len(), next, starts, matched }
    }

    /// Number of the states.
    pub fn len(&self) -> usize {
        self.next.len() / self.width
    }

    /// The next states of `state`.
    pub fn row(&self, state: u32) -> &[u32] {
        &self.next[state as usize * self.width..][..self.width]
    }

    /// The pattern numbers that `state` matches.
    pub fn matched(&self, state: u32) -> &[u32] {
        self.matched.get(state as usize).map_or(&[], Vec::as_slice)
    }
}
