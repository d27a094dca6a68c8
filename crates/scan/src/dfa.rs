//! [`Dfa`]: the automaton of the patterns of one bucket.

use regex_automata::{
    Anchored, MatchKind,
    dfa::{Automaton, StartKind, dense},
    nfa::thompson::{self, WhichCaptures},
    util::{primitives::StateID, start},
};
use regex_syntax::hir::Hir;

use crate::{
    bucket::Bucket, entrance::Entrance, prefix_filter::PrefixFilter, regex::RegexError, start_filter::is_word,
};
use masquerade_text::is_value_edge;

/// How far a regular expression may reach, in bytes. The longest texts that are found by shape
/// alone (URLs, tokens) are recognized by their beginning, and their end is looked for by `check`.
pub const REACH: usize = 1024;

/// Largest automaton for the patterns of one bucket, in bytes.
const MAX_DFA: usize = 24 << 20;

/// Bytes that may stand before a start, and the start of the text.
const STARTS: usize = 257;

/// See the module's documentation.
pub struct Dfa {
    /// What its patterns have in common.
    pub bucket: Bucket,
    table: Table,
    /// Where it starts, by the byte before; the last one: at the start of the text.
    starts: Box<[u32; STARTS]>,
    /// By the number of a state, where the numbers of the patterns that it says have matched begin and end in `matches`.
    spans: Vec<[u32; 2]>,
    matches: Vec<u32>,
}

/// The states of an automaton, row by row, each as long as it needs to be. Rows of a power of two, which the
/// library's are, would drive each other out of the cache: most bytes of numbers are in the same few columns.
struct Table {
    /// The columns of bytes; the last one is for the end of the text.
    columns: [u8; 256],
    width: u32,
    /// By state and column, the state that follows; a state is where its row begins.
    next: Vec<u32>,
    /// The last state that is dead, or says that something has matched.
    special: u32,
    /// Of these, the first and the last that says so.
    matching: [u32; 2],
}

impl Table {
    /// That of `dfa`, which begins in `starts`, and in which of its own states each of them is.
    fn new(dfa: &dense::DFA<Vec<u32>>, starts: &[StateID]) -> (Self, Vec<u32>) {
        let classes = dfa.byte_classes();
        let firsts: Vec<_> = classes.representatives(..).map(|first| first.as_u8()).collect();
        let width = firsts.len() as u32;
        let row = |state: StateID| (state.as_usize() >> dfa.stride2()) as u32 * width;
        let starts: Vec<_> = starts.iter().copied().map(row).collect();
        let mut table = Self {
            columns: std::array::from_fn(|byte| classes.get(byte as u8)),
            width,
            next: Vec::with_capacity(((dfa.memory_usage() / size_of::<u32>()) >> dfa.stride2()) * firsts.len()),
            special: DEAD,
            matching: [u32::MAX, DEAD],
        };
        // The library does not say how many states there are: none is behind all that lead on.
        let mut last = starts.iter().copied().max().unwrap_or(DEAD);
        for state in (0..).map_while(|place: usize| StateID::new(place << dfa.stride2()).ok()) {
            let mine = row(state);
            if mine > last {
                break;
            }
            if dfa.is_special_state(state) {
                table.special = mine;
            }
            if dfa.is_match_state(state) {
                table.matching = [table.matching[0].min(mine), mine];
            }
            for first in &firsts {
                let next = row(first.map_or_else(|| dfa.next_eoi_state(state), |byte| dfa.next_state(state, byte)));
                last = last.max(next);
                table.next.push(next);
            }
        }
        table.next.shrink_to_fit();
        (table, starts)
    }

    #[inline(always)]
    fn next(&self, state: u32, byte: u8) -> u32 {
        self.after(state, u32::from(self.columns[usize::from(byte)]))
    }

    #[inline(always)]
    fn after(&self, state: u32, column: u32) -> u32 {
        self.next.get((state + column) as usize).copied().unwrap_or_default()
    }

    fn next_at_end(&self, state: u32) -> u32 {
        self.after(state, self.width - 1)
    }

    #[inline(always)]
    fn is_match(&self, state: u32) -> bool {
        let [first, last] = self.matching;
        (first..=last).contains(&state)
    }
}

/// The state from which nothing matches.
const DEAD: u32 = 0;

impl Dfa {
    /// The automaton of patterns with their numbers, and the prefix_filter of what it matches.
    ///
    /// # Errors
    /// [`RegexError::TooLarge`] if it takes too much memory.
    pub fn new(bucket: Bucket, (hirs, numbers): (Vec<Hir>, Vec<usize>)) -> Result<(Self, PrefixFilter), RegexError> {
        let dfa = build_dfa(&hirs, MAX_DFA)?;
        let starts: Result<Vec<_>, _> = (0..=u8::MAX)
            .map(Some)
            .chain([None])
            .map(|before| dfa.start_state(&start::Config::new().look_behind(before).anchored(Anchored::Yes)))
            .collect();
        let starts = starts.map_err(|_| RegexError::TooLarge)?;
        let prefix_filter = PrefixFilter::new(&Entrance { bucket, dfa: &dfa, starts: &starts });
        let (table, starts) = Table::new(&dfa, &starts);
        let starts = starts.try_into().map_err(|_| RegexError::TooLarge)?;
        let (spans, matches) = tabulate(&dfa, &numbers);
        Ok((Self { bucket, table, starts, spans, matches }, prefix_filter))
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        let tables = size_of_val(self.starts.as_slice())
            + size_of_val(self.spans.as_slice())
            + size_of_val(self.matches.as_slice());
        size_of_val(self.table.next.as_slice()) + tables
    }

    /// Runs from `at` and keeps the ends of matches, ascending; only those on a boundary, but for
    /// patterns that may end within words. How many bytes it looked at; more than [`REACH`] if it saw the end.
    pub fn run(&self, text: &str, at: usize, ends: &mut Vec<(u32, usize)>) -> usize {
        let (table, bytes) = (&self.table, text.as_bytes());
        // Behind markup and escapes a word begins as at the start of a text.
        let in_word = |at: usize| bytes.get(at).copied().is_some_and(is_word);
        let is_opened = self.bucket != Bucket::Within && at > 0 && in_word(at - 1) && in_word(at);
        let before = at.checked_sub(1).and_then(|before| bytes.get(before)).filter(|_| !is_opened);
        let [.., first] = *self.starts;
        let mut state = before.map_or(first, |&before| self.starts[usize::from(before)]);
        let reach = bytes.get(at..).unwrap_or_default();
        let near = reach.get(..REACH).unwrap_or(reach);
        for (len, &byte) in near.iter().enumerate() {
            state = table.next(state, byte);
            // Nearly all states are ordinary ones.
            if state <= table.special {
                if state == DEAD {
                    return len + 1;
                }
                // Matches are reported one byte late: the state after a byte tells of a match before it.
                let last = len.checked_sub(1).and_then(|last| near.get(last));
                if table.is_match(state) && (self.bucket.ends_anywhere() || !goes_on(last, byte)) {
                    self.note(text, at, at + len, state, ends);
                }
            }
        }
        if reach.len() <= REACH {
            state = table.next_at_end(state);
            if table.is_match(state) {
                self.note(text, at, bytes.len(), state, ends);
            }
        }
        REACH + 1
    }

    /// Keeps what `state` says has matched from `at` to `end`.
    fn note(&self, text: &str, at: usize, end: usize, state: u32, ends: &mut Vec<(u32, usize)>) {
        let is_end = if self.bucket.ends_anywhere() { text.is_char_boundary(end) } else { is_value_edge(text, end) };
        if end > at && is_end {
            let number = state.checked_div(self.table.width).unwrap_or_default();
            let [from, to] = self.spans.get(number as usize).copied().unwrap_or_default();
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
fn goes_on(before: Option<&u8>, after: u8) -> bool {
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
