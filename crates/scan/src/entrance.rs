//! [`Prefix`]: what the first bytes of a text lead an automaton to.

use regex_automata::{
    dfa::{Automaton, dense},
    util::primitives::StateID,
};

use crate::bucket::Bucket;

/// Stands for what follows the end of the text; no UTF-8 text holds it.
pub const END: u8 = 0xFF;

/// What is needed of an automaton to know what its matches begin with.
pub struct Entrance<'a> {
    /// What its patterns have in common.
    pub bucket: Bucket,
    /// The automaton.
    pub dfa: &'a dense::DFA<Vec<u32>>,
    /// Where it may start.
    pub starts: &'a [StateID],
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

/// The bytes that `dfa` does not tell apart. The end of the text is like no byte.
pub fn classes(dfa: &dense::DFA<Vec<u32>>) -> Vec<Vec<u8>> {
    let known = dfa.byte_classes();
    let mut classes = vec![Vec::new(); usize::from(u8::MAX) + 1];
    for byte in 0..END {
        if let Some(class) = classes.get_mut(usize::from(known.get(byte))) {
            class.push(byte);
        }
    }
    classes.push(vec![END]);
    classes.retain(|class| !class.is_empty());
    classes
}

/// `all` without repetitions.
pub fn distinct<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    all.sort_unstable();
    all.dedup();
    all
}
