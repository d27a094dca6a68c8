//! [`Machine`]: the automaton of the patterns of one family.

use regex_automata::{
    Anchored, MatchKind,
    dfa::{Automaton, StartKind, dense},
    nfa::thompson::{self, WhichCaptures},
    util::{primitives::StateID, start},
};
use regex_syntax::hir::Hir;

use super::{family::Family, prefix::Entrance, regex::RegexError};
use crate::text::is_boundary;

/// How far a regular expression may reach, in bytes. The longest texts that are found by shape
/// alone (URLs, tokens) are recognized by their beginning, and their end is looked for by `check`.
pub const REACH: usize = 1024;

/// Largest automaton for the patterns of one family, in bytes.
const MAX_DFA: usize = 24 << 20;

/// Bytes that may stand before a start, and the start of the text.
const STARTS: usize = 257;

/// See the module's documentation.
pub struct Machine {
    /// What its patterns have in common.
    pub family: Family,
    dfa: dense::DFA<Vec<u32>>,
    /// Where it starts, by the byte before; the last one: at the start of the text.
    starts: Box<[StateID; STARTS]>,
    /// By state, where the numbers of the patterns that it says have matched begin and end in `matches`.
    spans: Vec<[u32; 2]>,
    matches: Vec<u32>,
}

impl Machine {
    /// The automaton of patterns with their numbers.
    ///
    /// # Errors
    /// [`RegexError::TooLarge`] if it takes too much memory.
    pub fn new(family: Family, (hirs, numbers): (Vec<Hir>, Vec<usize>)) -> Result<Self, RegexError> {
        let dfa = build_dfa(&hirs, MAX_DFA)?;
        let starts: Result<Vec<_>, _> = (0..=u8::MAX)
            .map(Some)
            .chain([None])
            .map(|before| dfa.start_state(&start::Config::new().look_behind(before).anchored(Anchored::Yes)))
            .collect();
        let starts: Box<[StateID; STARTS]> =
            starts.ok().and_then(|starts| starts.try_into().ok()).ok_or(RegexError::TooLarge)?;
        let (spans, matches) = tabulate(&dfa, &numbers);
        Ok(Self { family, dfa, starts, spans, matches })
    }

    /// What is needed to know what its matches begin with.
    pub fn entrance(&self) -> Entrance<'_> {
        Entrance { family: self.family, dfa: &self.dfa, starts: self.starts.as_slice() }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        let tables = size_of_val(self.starts.as_slice())
            + size_of_val(self.spans.as_slice())
            + size_of_val(self.matches.as_slice());
        self.dfa.memory_usage() + tables
    }

    /// Runs from `at` and keeps the ends of matches, ascending; only those on a boundary, but for
    /// patterns that are looked for within words. How many bytes it looked at; more than [`REACH`] if it saw the end.
    pub fn run(&self, text: &str, at: usize, ends: &mut Vec<(u32, usize)>) -> usize {
        let (dfa, bytes) = (&self.dfa, text.as_bytes());
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        let [.., first] = *self.starts;
        let mut state = before.map_or(first, |&before| self.starts[usize::from(before)]);
        let reach = bytes.get(at..).unwrap_or_default();
        let near = reach.get(..REACH).unwrap_or(reach);
        for (len, &byte) in near.iter().enumerate() {
            state = dfa.next_state(state, byte);
            // Nearly all states are ordinary ones.
            if dfa.is_special_state(state) {
                if dfa.is_dead_state(state) {
                    return len + 1;
                }
                // Matches are reported one byte late: the state after a byte tells of a match before it.
                let last = len.checked_sub(1).and_then(|last| near.get(last));
                if dfa.is_match_state(state) && !(in_word(last, byte) && self.family != Family::Within) {
                    self.note(text, at, at + len, state, ends);
                }
            }
        }
        if reach.len() <= REACH {
            state = dfa.next_eoi_state(state);
            if dfa.is_match_state(state) {
                self.note(text, at, bytes.len(), state, ends);
            }
        }
        REACH + 1
    }

    /// Keeps what `state` says has matched from `at` to `end`.
    fn note(&self, text: &str, at: usize, end: usize, state: StateID, ends: &mut Vec<(u32, usize)>) {
        let is_end = match self.family {
            Family::Within => text.is_char_boundary(end),
            _ => is_boundary(text, end),
        };
        if end > at && is_end {
            let [from, to] = self.spans.get(state.as_usize() >> self.dfa.stride2()).copied().unwrap_or_default();
            let numbers = self.matches.get(from as usize..to as usize).unwrap_or_default();
            ends.extend(numbers.iter().map(|&number| (number, end)));
        }
    }
}

/// What the states of `dfa` say has matched, of the patterns with `numbers`: by state, where that stands among all.
/// States that say so come before all that are ordinary.
fn tabulate(dfa: &dense::DFA<Vec<u32>>, numbers: &[usize]) -> (Vec<[u32; 2]>, Vec<u32>) {
    let (mut spans, mut matches) = (Vec::new(), Vec::new());
    let states = (0..).map_while(|place: usize| StateID::new(place << dfa.stride2()).ok());
    for state in states.take_while(|&state| dfa.is_special_state(state)) {
        let from = matches.len() as u32;
        if dfa.is_match_state(state) {
            let places = (0..dfa.match_len(state)).map(|i| dfa.match_pattern(state, i).as_usize());
            matches.extend(places.filter_map(|place| numbers.get(place)).map(|&number| number as u32));
        }
        spans.push([from, matches.len() as u32]);
    }
    (spans, matches)
}

/// Whether a word surely goes on between two bytes.
#[inline(always)]
fn in_word(before: Option<&u8>, after: u8) -> bool {
    before.is_some_and(|before| before.is_ascii_alphanumeric()) && after.is_ascii_alphanumeric()
}

/// An automaton of all of `hirs`, which takes at most `limit` bytes.
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
