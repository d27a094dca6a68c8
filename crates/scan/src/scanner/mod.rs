//! [`Scanner`]: the compiled patterns, and how they are compiled.

mod pass;
#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    sync::atomic::{AtomicU64, Ordering},
};

use masquerade_text::steps::Meter;

use self::pass::Pass;
use crate::{
    ablation::Accelerators,
    bucket::GroupSet,
    dfa::Dfa,
    digit_runs::DigitRunFilter,
    prefix_filter::PrefixFilter,
    sink::MatchSink,
    start_filter::{StartFilter, scan_every_character},
    tables::{ScannerError, TableCache, Tables},
};

/// A pattern of a scanner: a regular expression in the language that [`parse`](crate::parse) reads, or a byte.
///
/// Word boundaries are those of [`masquerade_text::is_value_edge`]. No match is longer than
/// [`MAX_MATCH_LEN`](crate::MAX_MATCH_LEN).
#[derive(Clone, Debug)]
pub enum Pattern {
    /// A regular expression between word boundaries, as of `grep --word-regexp`.
    Word(Cow<'static, str>),
    /// A regular expression that may begin and end at any character. It must begin with something rare: each place
    /// where its first four bytes stand costs a run of the automaton.
    Anywhere(Cow<'static, str>),
    /// A regular expression between word boundaries, behind a blank that follows no digit.
    AfterBlank(Cow<'static, str>),
    /// A regular expression that begins at a word boundary and may end at any character.
    Prefix(Cow<'static, str>),
    /// A single ASCII byte.
    Byte(u8),
}

/// A compiled list of patterns. See the [crate's documentation](crate).
pub struct Scanner {
    id: u64,
    dfas: Vec<Dfa>,
    /// The index of each group's automaton in `dfas`, or [`NO_DFA`], by the group's bit.
    dfa_of_group: [u8; GroupSet::BITS as usize],
    start_filter: StartFilter,
    prefix_filter: PrefixFilter,
    digit_runs: DigitRunFilter,
    /// The numbers of the patterns that are one byte, by that byte.
    byte_patterns: Box<[Vec<usize>; 256]>,
    pattern_count: usize,
    #[cfg(test)]
    accelerators: Accelerators,
}

/// The index of no automaton.
const NO_DFA: u8 = u8::MAX;

/// The memory of scans, kept from text to text.
///
/// It may serve several scanners in turn.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The matches at one start that have not been offered yet: pattern numbers and ends, the ends ascending.
    ends: Vec<(u32, usize)>,
    /// The offset at which each pattern may match again; zero for all but those of `resumed`.
    resume_at: Vec<u32>,
    /// The patterns that wait for an offset of the text.
    resumed: Vec<u32>,
    steps: u64,
    /// Counter that takes the steps of automata and matches off the job's [allowance](masquerade_text::steps).
    meter: Meter,
}

/// Steps that offering a match is worth: it is checked, and the words around it are read.
const STEPS_OF_MATCH: u64 = 16;

impl Scratch {
    /// Makes `count` patterns ready for another text. Few patterns match in most texts, so only theirs are set back.
    fn begin(&mut self, count: usize) {
        // A scan that was unwound may have left some.
        self.ends.clear();
        self.meter = Meter::default();
        for pattern in self.resumed.drain(..) {
            self.resume_at[pattern as usize] = 0;
        }
        if self.resume_at.len() < count {
            self.resume_at.resize(count, 0);
        }
    }

    /// Notes that `pattern` matches again from `at` on, which is not zero.
    fn resume(&mut self, pattern: usize, at: usize) {
        let resume_at = &mut self.resume_at[pattern];
        if *resume_at == 0 {
            self.resumed.push(u32::try_from(pattern).expect("the scanner counts patterns in 32 bits"));
        }
        // Beyond 4 GiB a pattern resumes too early, which costs time alone.
        *resume_at = u32::try_from(at).unwrap_or(u32::MAX);
    }

    /// The steps of automata in all scans so far, one for each byte that an automaton reads: a measure of work without
    /// a clock.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl Scanner {
    /// Compiles `patterns`, whose numbers are their places in the list.
    ///
    /// # Errors
    /// If an expression cannot be used, or the automata take too much memory.
    pub fn new(patterns: &[Pattern]) -> Result<Self, ScannerError> {
        Self::with_cache(patterns, None)
    }

    /// Compiles `patterns` as [`Scanner::new`] does, with tables from `cache`. If it has none, they are built and
    /// stored there.
    ///
    /// # Errors
    /// As [`Scanner::new`].
    pub fn with_cache(patterns: &[Pattern], cache: Option<&dyn TableCache>) -> Result<Self, ScannerError> {
        static NEXT_ID: AtomicU64 = AtomicU64::new(0);
        let Tables { dfas, prefix_filter, digit_runs } = Tables::kept(patterns, cache)?;
        let mut byte_patterns: Box<[Vec<usize>; 256]> = Box::new(std::array::from_fn(|_| Vec::new()));
        for (number, pattern) in patterns.iter().enumerate() {
            if let Pattern::Byte(byte) = pattern {
                byte_patterns[usize::from(*byte)].push(number);
            }
        }
        let mut dfa_of_group = [NO_DFA; GroupSet::BITS as usize];
        for (index, dfa) in dfas.iter().enumerate() {
            for (bit, slot) in dfa_of_group.iter_mut().enumerate() {
                if dfa.bucket.groups() >> bit & 1 == 1 {
                    *slot = u8::try_from(index).expect("there are as many automata as buckets at most");
                }
            }
        }
        Ok(Self {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            dfas,
            dfa_of_group,
            start_filter: StartFilter::new(prefix_filter.start_pairs()),
            prefix_filter,
            digit_runs,
            byte_patterns,
            pattern_count: patterns.len(),
            #[cfg(test)]
            accelerators: Accelerators::BUILD,
        })
    }

    /// A number that no other scanner of the process has, for caches that depend on its patterns.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Memory of the automata and the filters, in bytes.
    pub fn memory(&self) -> usize {
        self.dfas.iter().map(Dfa::memory).sum::<usize>()
            + self.start_filter.memory()
            + self.prefix_filter.memory()
            + self.digit_runs.memory()
    }

    /// Offers the matches in `text` to `sink`, ordered by their starts, and follows its verdicts.
    ///
    /// Of the ends of one pattern at one start the longest is offered first. Time is linear in the length of `text`.
    /// It is taken off the job's allowance, if there is one ([`masquerade_text::steps`]).
    pub fn scan(&self, text: &str, scratch: &mut Scratch, sink: impl MatchSink) {
        self.scan_from(text, 0, scratch, sink);
    }

    /// Offers the matches that begin at `from` or behind it, as [`Scanner::scan`] does. What stands before is their
    /// context, as for their word boundaries.
    ///
    /// # Panics
    /// If `from` lies behind the end of `text`.
    pub fn scan_from(&self, text: &str, from: usize, scratch: &mut Scratch, sink: impl MatchSink) {
        scratch.begin(self.pattern_count);
        let mut pass = Pass::new(self, text, from, scratch, sink);
        if self.accelerators().start_filter {
            self.start_filter.scan(text.as_bytes(), from, &mut pass);
        } else {
            scan_every_character(text, &mut pass);
        }
        scratch.meter.finish();
    }

    #[inline(always)]
    fn accelerators(&self) -> Accelerators {
        #[cfg(test)]
        return self.accelerators;
        #[cfg(not(test))]
        Accelerators::BUILD
    }
}
