//! [`Dfa`]: the deterministic automaton of one bucket's patterns.

use masquerade_text::is_value_edge;
use regex_automata::{
    Anchored, MatchKind,
    dfa::{Automaton, StartKind, dense},
    nfa::thompson::{self, WhichCaptures},
    util::{primitives::StateID, start},
};
use regex_syntax::hir::Hir;

use crate::{
    bucket::Bucket,
    prefix_automaton::PrefixAutomaton,
    prefix_filter::PrefixFilter,
    regex::RegexError,
    start_filter::is_word_byte,
    state_table::StateTable,
    tables::Stored,
    transition_table::{State, TransitionTable},
};

/// Longest match, in bytes.
///
/// It bounds the cost of one start, and so keeps a scan linear.
pub const MAX_MATCH_LEN: usize = 1024;

/// Largest automaton of one bucket, in bytes.
const MAX_SIZE: usize = 32 << 20;

/// The start states: one for each byte that may stand before a match, and one for the start of the text.
const STARTS: usize = 257;

/// An anchored automaton of several patterns, which reports every end of every match.
pub struct Dfa {
    /// The bucket whose patterns it matches.
    pub bucket: Bucket,
    transitions: TransitionTable,
    /// The start states, by the byte before; the last one is for the start of the text.
    starts: Box<[State; STARTS]>,
    /// The range of each special state's patterns in `match_patterns`, by the number of the state.
    match_ranges: Vec<[u32; 2]>,
    /// The numbers of patterns that states match, one state after the other.
    match_patterns: Vec<u32>,
}

impl Dfa {
    /// The automaton of expressions and their pattern numbers, and the filter of the prefixes of its matches.
    ///
    /// # Errors
    /// [`RegexError::TooLarge`] if it takes too much memory.
    pub fn new(bucket: Bucket, hirs: &[Hir], patterns: &[usize]) -> Result<(Self, PrefixFilter), RegexError> {
        let dfa = build_dfa(hirs, MAX_SIZE)?;
        let starts = start_states(&dfa);
        let filter = PrefixFilter::of(&PrefixAutomaton { bucket, dfa: &dfa, starts: &starts });
        let mut states = StateTable::new(&dfa, &starts, patterns);
        drop(dfa);
        states.merge_states();
        states.merge_columns();
        Ok((Self::of_states(bucket, &states)?, filter))
    }

    /// The automaton of `states`, which has [`STARTS`] start states.
    ///
    /// # Errors
    /// [`RegexError::TooLarge`] if there are more of them than a [`TransitionTable`] has room for.
    pub fn of_states(bucket: Bucket, states: &StateTable) -> Result<Self, RegexError> {
        let (mut match_ranges, mut match_patterns) = (Vec::new(), Vec::new());
        for patterns in &states.matched {
            let from = match_patterns.len() as u32;
            match_patterns.extend(patterns);
            match_ranges.push([from, match_patterns.len() as u32]);
        }
        let (transitions, numbered) = TransitionTable::new(states)?;
        let starts: Vec<_> = states.starts.iter().map(|number| numbered[*number as usize]).collect();
        let starts = starts.into_boxed_slice().try_into().expect("there are 257 starts");
        Ok(Self { bucket, transitions, starts, match_ranges, match_patterns })
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        self.transitions.memory()
            + size_of_val(self.starts.as_slice())
            + size_of_val(self.match_ranges.as_slice())
            + size_of_val(self.match_patterns.as_slice())
    }

    /// Appends the matches that begin at `at`, as pattern numbers and ends, the ends ascending; and returns the number
    /// of its steps, one for each byte and one for the end of the text.
    ///
    /// Ends lie on word boundaries, or on characters for [`Bucket::Anywhere`].
    pub fn run(&self, text: &str, at: usize, ends: &mut Vec<(u32, usize)>) -> usize {
        let (transitions, bytes) = (&self.transitions, text.as_bytes());
        let [.., text_start] = *self.starts;
        // Behind markup and escapes a word begins as at the start of a text.
        let in_word = |at: usize| bytes.get(at).copied().is_some_and(is_word_byte);
        let is_opened = self.bucket != Bucket::Anywhere && at > 0 && in_word(at - 1) && in_word(at);
        let before = at.checked_sub(1).filter(|_| !is_opened);
        let mut state = before.map_or(text_start, |before| self.starts[usize::from(bytes[before])]);
        let rest = &bytes[at..];
        let near = &rest[..rest.len().min(MAX_MATCH_LEN)];
        for (len, &byte) in near.iter().enumerate() {
            state = transitions.next(state, byte);
            // Nearly all states are ordinary ones.
            if state.is_special() {
                if state == State::DEAD {
                    return len + 1;
                }
                // A match is reported one byte late: it ends before `byte`.
                let last = len.checked_sub(1).map(|last| near[last]);
                if self.bucket.ends_anywhere() || !is_inside_word(last, byte) {
                    self.append_matches(text, at, at + len, state, ends);
                }
            }
        }
        if near.len() == rest.len() {
            state = transitions.next_at_end(state);
            if state.is_special() {
                self.append_matches(text, at, bytes.len(), state, ends);
            }
        }
        near.len() + 1
    }

    /// Appends the matches from `at` to `end` that `state` reports, if a match may end there.
    fn append_matches(&self, text: &str, at: usize, end: usize, state: State, ends: &mut Vec<(u32, usize)>) {
        let is_end = if self.bucket.ends_anywhere() { text.is_char_boundary(end) } else { is_value_edge(text, end) };
        if end > at && is_end {
            let [from, to] = self.match_ranges[self.transitions.number(state)];
            ends.extend(self.match_patterns[from as usize..to as usize].iter().map(|&pattern| (pattern, end)));
        }
    }
}

impl Stored for Dfa {
    fn write(&self, out: &mut Vec<u8>) {
        (self.bucket as u8).write(out);
        self.transitions.write(out);
        self.starts.write(out);
        self.match_ranges.write(out);
        self.match_patterns.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let bucket = *Bucket::ALL.get(usize::from(u8::read(bytes)?))?;
        Some(Self {
            bucket,
            transitions: Stored::read(bytes)?,
            starts: Stored::read(bytes)?,
            match_ranges: Stored::read(bytes)?,
            match_patterns: Stored::read(bytes)?,
        })
    }
}

/// The start states of `dfa`, by the byte before; the last one is for the start of the text.
pub fn start_states(dfa: &dense::DFA<Vec<u32>>) -> Vec<StateID> {
    let start_state = |before| {
        let config = start::Config::new().look_behind(before).anchored(Anchored::Yes);
        dfa.start_state(&config).expect("a dense automaton has a start state for every byte before")
    };
    (0..=u8::MAX).map(Some).chain([None]).map(start_state).collect()
}

/// Reports whether two ASCII bytes belong to one word: a cheap answer before the exact one.
#[inline(always)]
fn is_inside_word(before: Option<u8>, after: u8) -> bool {
    before.is_some_and(|before| before.is_ascii_alphanumeric()) && after.is_ascii_alphanumeric()
}

/// An automaton of all of `hirs`.
///
/// # Errors
/// [`RegexError::TooLarge`] if it takes more than `limit` bytes, or building it more than twice as many.
pub fn build_dfa(hirs: &[Hir], limit: usize) -> Result<dense::DFA<Vec<u32>>, RegexError> {
    let config = thompson::Config::new()
        .utf8(false)
        .which_captures(WhichCaptures::None)
        .nfa_size_limit(Some(limit))
        .shrink(false);
    let nfa = thompson::Compiler::new().configure(config).build_many_from_hir(hirs);
    let config = dense::Config::new()
        .start_kind(StartKind::Anchored)
        .match_kind(MatchKind::All)
        .accelerate(false)
        .dfa_size_limit(Some(limit))
        .determinize_size_limit(Some(2 * limit));
    let nfa = nfa.map_err(|_| RegexError::TooLarge)?;
    dense::Builder::new().configure(config).build_from_nfa(&nfa).map_err(|_| RegexError::TooLarge)
}

#[cfg(test)]
impl Dfa {
    /// Cuts off the second half of the transitions.
    pub fn truncate_transitions(&mut self) {
        self.transitions.truncate();
    }

    /// Cuts off the patterns of matching states.
    pub fn truncate_matches(&mut self) {
        self.match_patterns.clear();
    }

    /// Cuts off the ranges of matching states.
    pub fn truncate_match_ranges(&mut self) {
        self.match_ranges.clear();
    }
}
