//! [`Machine`]: the automaton of the patterns of one family.

use regex_automata::{
    Anchored, MatchKind,
    dfa::{Automaton, StartKind, dense},
    nfa::thompson::{self, WhichCaptures},
    util::{primitives::StateID, start},
};
use regex_syntax::hir::Hir;

use super::{family::Family, prefilter::RegexError, prefix::Entrance};
use crate::text::is_boundary;

/// How far a regular expression may reach, in bytes. The longest texts that are found by shape
/// alone (URLs, tokens) are recognized by their beginning, and their end is looked for by `check`.
pub const REACH: usize = 1024;

/// Largest automaton for the patterns of one family, in bytes.
const MAX_DFA: usize = 24 << 20;

/// Bytes that may stand before a start, and the start of the text.
const STARTS: usize = 257;

/// Transitions that share a line of a cache.
const LINE: usize = 64 / size_of::<u32>();

/// The automaton of the patterns of one family, as it was built.
pub struct Determined {
    family: Family,
    dfa: dense::DFA<Vec<u32>>,
    /// Where it starts, by the byte before; the last one: at the start of the text.
    starts: [StateID; STARTS],
}

impl Determined {
    /// The automaton of `hirs`.
    ///
    /// # Errors
    /// [`RegexError::TooLarge`] if it takes too much memory.
    pub fn new(family: Family, hirs: &[Hir]) -> Result<Self, RegexError> {
        let dfa = build_dfa(hirs, MAX_DFA)?;
        let start = |before| dfa.start_state(&start::Config::new().look_behind(before).anchored(Anchored::Yes));
        let starts: Result<Vec<_>, _> = (0..=u8::MAX).map(Some).chain([None]).map(start).collect();
        let starts = starts.ok().and_then(|starts| starts.try_into().ok()).ok_or(RegexError::TooLarge)?;
        Ok(Self { family, dfa, starts })
    }

    /// What is needed to know what its matches begin with.
    pub fn entrance(&self) -> Entrance<'_> {
        Entrance { family: self.family, dfa: &self.dfa, starts: self.starts.as_slice() }
    }
}

/// See the module's documentation.
///
/// Its table is laid out anew: rows of a power of two would all fall on the same few lines of a cache, where one
/// drives out the other.
pub struct Machine {
    /// What its patterns have in common.
    pub family: Family,
    /// By byte: its place in a row.
    classes: Box<[u8; 256]>,
    /// Rows, one for each state, which is named by where its row begins. What follows, by class; what does at the end
    /// of the text; and the place in `spans`.
    rows: Vec<u32>,
    /// The place in a row of what follows at the end of the text.
    end: usize,
    /// States before this one are dead, or say what has matched.
    special: u32,
    /// Where it starts, by the byte before; the last one: at the start of the text.
    starts: Box<[u32; STARTS]>,
    /// Where the numbers of the patterns that have matched begin and end in `matches`; the first one: nowhere.
    spans: Vec<[u32; 2]>,
    matches: Vec<u32>,
}

/// The state from which nothing matches.
const DEAD: u32 = 0;

impl Machine {
    /// `determined`, whose patterns have `numbers`.
    pub fn new(Determined { family, dfa, starts }: &Determined, numbers: &[usize]) -> Self {
        let bytes = dfa.byte_classes();
        let mut classes = Box::new([0; 256]);
        classes.iter_mut().zip(0..=u8::MAX).for_each(|(class, byte)| *class = bytes.get(byte));
        // One class is the end of the text.
        let end = bytes.alphabet_len() - 1;
        // An odd number of lines.
        let stride = ((end + 2).div_ceil(LINE) | 1) * LINE;
        let states = reached(dfa, starts);
        let place = |state: StateID| states.binary_search(&state).unwrap_or_default();
        let name = |state: StateID| (place(state) * stride) as u32;
        let (mut rows, mut spans, mut matches) = (vec![DEAD; states.len() * stride], vec![[0, 0]], Vec::new());
        let mut special = 0;
        for (number, (row, &state)) in rows.chunks_exact_mut(stride).zip(&states).enumerate() {
            for byte in bytes.representatives(..).filter_map(|unit| unit.as_u8()) {
                row[usize::from(bytes.get(byte))] = name(dfa.next_state(state, byte));
            }
            row[end] = name(dfa.next_eoi_state(state));
            // States that are dead or match come first.
            if dfa.is_special_state(state) {
                special = ((number + 1) * stride) as u32;
            }
            if dfa.is_match_state(state) {
                row[end + 1] = spans.len() as u32;
                let from = matches.len() as u32;
                let places = (0..dfa.match_len(state)).map(|i| dfa.match_pattern(state, i).as_usize());
                matches.extend(places.filter_map(|place| numbers.get(place)).map(|&number| number as u32));
                spans.push([from, matches.len() as u32]);
            }
        }
        Self { family: *family, classes, rows, end, special, starts: Box::new(starts.map(name)), spans, matches }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.classes)
            + size_of_val(self.rows.as_slice())
            + size_of_val(&*self.starts)
            + size_of_val(self.spans.as_slice())
            + size_of_val(self.matches.as_slice())
    }

    /// What follows in the row of `state`.
    #[inline(always)]
    fn next(&self, state: u32, place: usize) -> u32 {
        self.rows.get(state as usize + place).copied().unwrap_or(DEAD)
    }

    /// Runs from `at` and keeps the ends of matches, ascending; only those on a boundary, but for
    /// patterns that are looked for within words. How many bytes it looked at; more than [`REACH`] if it saw the end.
    pub fn run(&self, text: &str, at: usize, ends: &mut Vec<(u32, usize)>) -> usize {
        let bytes = text.as_bytes();
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        let [.., first] = *self.starts;
        let mut state = before.map_or(first, |&before| self.starts[usize::from(before)]);
        let reach = bytes.get(at..).unwrap_or_default();
        let near = reach.get(..REACH).unwrap_or(reach);
        for (len, &byte) in near.iter().enumerate() {
            state = self.next(state, usize::from(self.classes[usize::from(byte)]));
            // Nearly all states are ordinary ones.
            if state < self.special {
                if state == DEAD {
                    return len + 1;
                }
                // Matches are reported one byte late: the state after a byte tells of a match before it.
                let last = len.checked_sub(1).and_then(|last| near.get(last));
                if !(in_word(last, byte) && self.family != Family::Within) {
                    self.note(text, at, at + len, state, ends);
                }
            }
        }
        if reach.len() <= REACH {
            let state = self.next(state, self.end);
            if state < self.special {
                self.note(text, at, bytes.len(), state, ends);
            }
        }
        REACH + 1
    }

    /// Keeps what `state` says has matched from `at` to `end`.
    fn note(&self, text: &str, at: usize, end: usize, state: u32, ends: &mut Vec<(u32, usize)>) {
        let is_end = match self.family {
            Family::Within => text.is_char_boundary(end),
            _ => is_boundary(text, end),
        };
        if end > at && is_end {
            let span = self.next(state, self.end + 1);
            let [from, to] = self.spans.get(span as usize).copied().unwrap_or_default();
            let numbers = self.matches.get(from as usize..to as usize).unwrap_or_default();
            ends.extend(numbers.iter().map(|&number| (number, end)));
        }
    }
}

/// The states that `starts` lead to, and the dead one, which is the first.
fn reached(dfa: &dense::DFA<Vec<u32>>, starts: &[StateID]) -> Vec<StateID> {
    let (mut known, mut states) = (Vec::new(), Vec::new());
    let mut reach = |state: StateID, states: &mut Vec<StateID>| {
        let place = state.as_usize() >> dfa.stride2();
        if known.len() <= place {
            known.resize(place + 1, false);
        }
        if !std::mem::replace(&mut known[place], true) {
            states.push(state);
        }
    };
    reach(StateID::ZERO, &mut states);
    starts.iter().for_each(|&start| reach(start, &mut states));
    let mut next = 0;
    while let Some(&state) = states.get(next) {
        for unit in dfa.byte_classes().representatives(..) {
            let follows = unit.as_u8().map_or_else(|| dfa.next_eoi_state(state), |byte| dfa.next_state(state, byte));
            reach(follows, &mut states);
        }
        next += 1;
    }
    states.sort_unstable();
    states
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
