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
    bucket::Bucket, prefix_automaton::PrefixAutomaton, prefix_filter::PrefixFilter, regex::RegexError,
    start_filter::is_word_byte, tables::Stored,
};

/// Longest match, in bytes.
///
/// It bounds the cost of one start, and so keeps a scan linear.
pub const MAX_MATCH_LEN: usize = 1024;

/// Largest automaton of one bucket, in bytes.
const MAX_SIZE: usize = 24 << 20;

/// The start states: one for each byte that may stand before a match, and one for the start of the text.
const STARTS: usize = 257;

/// An anchored automaton of several patterns, which reports every end of every match.
pub struct Dfa {
    /// The bucket whose patterns it matches.
    pub bucket: Bucket,
    transitions: TransitionTable,
    /// The start states, by the byte before; the last one is for the start of the text.
    starts: Box<[u32; STARTS]>,
    /// The range of each special state's patterns in `match_patterns`, by the number of the state.
    match_ranges: Vec<[u32; 2]>,
    /// The numbers of patterns that states match, one state after the other.
    match_patterns: Vec<u32>,
}

/// The transitions of an automaton in rows without gaps.
///
/// A state is the place of its row's first entry. The library's rows are a power of two long, so that the columns of
/// digits, which are nearly all that is read, would share the same few sets of the processor's cache; and a third of
/// each would be empty.
struct TransitionTable {
    /// The column of each byte. The last column is for the end of the text.
    columns: [u8; 256],
    width: u32,
    /// The next states, row by row.
    next: Vec<u32>,
    /// The last special state. Special states, which are dead or match, have the lowest numbers.
    last_special: u32,
    /// The first and the last matching state.
    matching: [u32; 2],
}

/// The state that no match follows.
const DEAD: u32 = 0;

impl TransitionTable {
    /// The table of `dfa` and its start states, which are among `starts` in the library's own numbering.
    fn new(dfa: &dense::DFA<Vec<u32>>, starts: &[StateID]) -> (Self, Vec<u32>) {
        let classes = dfa.byte_classes();
        let representatives: Vec<_> = classes.representatives(..).map(|unit| unit.as_u8()).collect();
        let width = representatives.len() as u32;
        let row = |state: StateID| (state.as_usize() >> dfa.stride2()) as u32 * width;
        let starts: Vec<_> = starts.iter().copied().map(row).collect();
        let rows = (dfa.memory_usage() / size_of::<u32>()) >> dfa.stride2();
        let mut table = Self {
            columns: std::array::from_fn(|byte| classes.get(byte as u8)),
            width,
            next: Vec::with_capacity(rows * representatives.len()),
            last_special: DEAD,
            matching: [u32::MAX, DEAD],
        };
        // The library does not tell the number of states: the last one is the last that a start or a transition names.
        let mut last = starts.iter().copied().max().expect("an automaton has start states");
        for state in states(dfa) {
            if row(state) > last {
                break;
            }
            if dfa.is_special_state(state) {
                table.last_special = row(state);
            }
            if dfa.is_match_state(state) {
                table.matching = [table.matching[0].min(row(state)), row(state)];
            }
            for unit in &representatives {
                let next = row(unit.map_or_else(|| dfa.next_eoi_state(state), |byte| dfa.next_state(state, byte)));
                last = last.max(next);
                table.next.push(next);
            }
        }
        assert_eq!(table.next.len(), (last + width) as usize, "every state has a row");
        table.next.shrink_to_fit();
        (table, starts)
    }

    #[inline(always)]
    fn next(&self, state: u32, byte: u8) -> u32 {
        self.next[(state + u32::from(self.columns[usize::from(byte)])) as usize]
    }

    fn next_at_end(&self, state: u32) -> u32 {
        self.next[(state + self.width - 1) as usize]
    }

    #[inline(always)]
    fn is_match(&self, state: u32) -> bool {
        let [first, last] = self.matching;
        (first..=last).contains(&state)
    }
}

impl Dfa {
    /// The automaton of expressions and their pattern numbers, and the filter of the prefixes of its matches.
    ///
    /// # Errors
    /// [`RegexError::TooLarge`] if it takes too much memory.
    pub fn new(bucket: Bucket, hirs: &[Hir], patterns: &[usize]) -> Result<(Self, PrefixFilter), RegexError> {
        let dfa = build_dfa(hirs, MAX_SIZE)?;
        let starts: Vec<_> = (0..=u8::MAX)
            .map(Some)
            .chain([None])
            .map(|before| {
                let config = start::Config::new().look_behind(before).anchored(Anchored::Yes);
                dfa.start_state(&config).expect("a dense automaton has a start state for every byte before")
            })
            .collect();
        let filter = PrefixFilter::of(&PrefixAutomaton { bucket, dfa: &dfa, starts: &starts });
        let (transitions, starts) = TransitionTable::new(&dfa, &starts);
        let starts = starts.try_into().expect("there are 257 starts");
        let (match_ranges, match_patterns) = match_table(&dfa, patterns);
        Ok((Self { bucket, transitions, starts, match_ranges, match_patterns }, filter))
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(self.transitions.next.as_slice())
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
            if state <= transitions.last_special {
                if state == DEAD {
                    return len + 1;
                }
                // A match is reported one byte late: it ends before `byte`.
                let last = len.checked_sub(1).map(|last| near[last]);
                if transitions.is_match(state) && (self.bucket.ends_anywhere() || !is_inside_word(last, byte)) {
                    self.append_matches(text, at, at + len, state, ends);
                }
            }
        }
        if near.len() == rest.len() {
            state = transitions.next_at_end(state);
            if transitions.is_match(state) {
                self.append_matches(text, at, bytes.len(), state, ends);
            }
        }
        near.len() + 1
    }

    /// Appends the matches from `at` to `end` that `state` reports, if a match may end there.
    fn append_matches(&self, text: &str, at: usize, end: usize, state: u32, ends: &mut Vec<(u32, usize)>) {
        let is_end = if self.bucket.ends_anywhere() { text.is_char_boundary(end) } else { is_value_edge(text, end) };
        if end > at && is_end {
            let [from, to] = self.match_ranges[(state / self.transitions.width) as usize];
            ends.extend(self.match_patterns[from as usize..to as usize].iter().map(|&pattern| (pattern, end)));
        }
    }
}

impl Stored for Dfa {
    fn write(&self, out: &mut Vec<u8>) {
        (self.bucket as u8).write(out);
        let TransitionTable { columns, width, next, last_special, matching } = &self.transitions;
        columns.write(out);
        [*width, *last_special].write(out);
        matching.write(out);
        next.write(out);
        self.starts.write(out);
        self.match_ranges.write(out);
        self.match_patterns.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let bucket = *Bucket::ALL.get(usize::from(u8::read(bytes)?))?;
        let columns = Stored::read(bytes)?;
        let [width, last_special] = Stored::read(bytes)?;
        let matching = Stored::read(bytes)?;
        let next = Stored::read(bytes)?;
        Some(Self {
            bucket,
            transitions: TransitionTable { columns, width, next, last_special, matching },
            starts: Stored::read(bytes)?,
            match_ranges: Stored::read(bytes)?,
            match_patterns: Stored::read(bytes)?,
        })
    }
}

/// All numbers that states of `dfa` may have, ascending; more than there are states.
fn states(dfa: &dense::DFA<Vec<u32>>) -> impl Iterator<Item = StateID> + use<> {
    let stride2 = dfa.stride2();
    (0..).map_while(move |row: usize| StateID::new(row << stride2).ok())
}

/// The patterns that the special states of `dfa` match: the range of each state, and the pattern numbers of all.
fn match_table(dfa: &dense::DFA<Vec<u32>>, patterns: &[usize]) -> (Vec<[u32; 2]>, Vec<u32>) {
    let (mut ranges, mut matched) = (Vec::new(), Vec::new());
    for state in states(dfa).take_while(|&state| dfa.is_special_state(state)) {
        let from = matched.len() as u32;
        if dfa.is_match_state(state) {
            let places = (0..dfa.match_len(state)).map(|i| dfa.match_pattern(state, i).as_usize());
            matched.extend(places.map(|place| patterns[place] as u32));
        }
        ranges.push([from, matched.len() as u32]);
    }
    (ranges, matched)
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
        self.transitions.next.truncate(self.transitions.next.len() / 2);
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
