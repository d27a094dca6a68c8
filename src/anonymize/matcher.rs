//! [`Matcher`]: search for many strings in texts, at word boundaries, in linear time.
//!
//! A pattern that begins or ends with a letter or digit matches only at a word boundary there. Where every match of an
//! ordinary search lies at boundaries, that search is right. Otherwise boundaries must take part in the decision what is
//! leftmost and longest: they are written into a copy of the text, as bytes that UTF-8 never has, and into the patterns,
//! and the copy is searched.
//!
//! Texts are read from their ends to their beginnings, by an automaton of the reversed patterns: so it knows at each place
//! the longest pattern that begins there. A search forwards would have to read on behind each match for a longer one, and
//! again behind the next: patterns that begin alike would make it quadratic.

use std::{fmt, ops::Range, sync::OnceLock};

use aho_corasick::{
    AhoCorasick, AhoCorasickKind, Anchored, Match, MatchKind, PatternID, automaton::Automaton as _, nfa::contiguous,
};

use masquerade_detect::text::{is_boundary, is_word, steps};

/// The mark of a word boundary beside a word character.
const MARK: u8 = 0xFF;

/// Most bytes of all patterns of one matcher. An automaton needs some hundred bytes of memory for each, and maps come
/// from clients.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// Patterns up to which building the fastest automaton pays within a text or two.
const FEW: usize = 16;

/// Bytes of all patterns from which building needs help to stay linear.
const MANY: usize = 4096;

/// A set of patterns to search for.
pub(crate) struct Matcher {
    patterns: Vec<Pattern>,
    plain: BackwardSearch,
    /// Made when it is first needed.
    marked: OnceLock<BackwardSearch>,
}

/// A string to search for.
struct Pattern {
    text: Box<str>,
    /// True if the pattern begins at a word boundary.
    first: bool,
    /// True if the pattern ends at a word boundary.
    last: bool,
}

/// An occurrence of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    /// Bytes of the text.
    pub(crate) range: Range<usize>,
    /// The number of the pattern.
    pub(crate) pattern: usize,
}

impl Matcher {
    /// A matcher for `patterns`, none of them empty; `None` if there are none.
    pub(crate) fn new<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let is_edge = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let pattern = |text: &str| Pattern {
            first: is_edge(text.chars().next()),
            last: is_edge(text.chars().next_back()),
            text: text.into(),
        };
        let patterns: Vec<Pattern> = patterns.into_iter().map(pattern).collect();
        if patterns.is_empty() {
            return None;
        }
        let plain = BackwardSearch::new(patterns.iter().map(|pattern| pattern.text.bytes().rev().collect()));
        Some(Self { patterns, plain, marked: OnceLock::new() })
    }

    /// All occurrences in `text` from left to right, at each place the longest, none overlapping
    /// another. `scratch` is working memory.
    pub(crate) fn find(&self, text: &str, scratch: &mut Vec<u8>) -> Vec<Occurrence> {
        let all = self.plain.find(text.as_bytes(), |_| false);
        let is_bounded = |found: &Occurrence| self.is_bounded(text, found);
        if all.iter().all(is_bounded) { all } else { self.find_marked(text, scratch) }
    }

    fn is_bounded(&self, text: &str, found: &Occurrence) -> bool {
        let Pattern { first, last, .. } = self.patterns[found.pattern];
        (!first || is_boundary(text, found.range.start)) && (!last || is_boundary(text, found.range.end))
    }

    fn find_marked(&self, text: &str, scratch: &mut Vec<u8>) -> Vec<Occurrence> {
        let reversed = |pattern: &Pattern| pattern.marked().into_iter().rev().collect();
        let backwards = || BackwardSearch::new(self.patterns.iter().map(reversed));
        scratch.clear();
        mark(text, scratch);
        // The mark behind one pattern may be the mark before the next.
        let mut all = self.marked.get_or_init(backwards).find(scratch, |last| last == MARK);
        // Marks are no part of the text.
        let (mut at, mut marks) = (0, 0);
        let mut place = |marked: usize| {
            marks += memchr::memchr_iter(MARK, &scratch[at..marked.max(at)]).count();
            marks -= memchr::memchr_iter(MARK, &scratch[marked.min(at)..at]).count();
            at = marked;
            marked - marks
        };
        for found in &mut all {
            found.range = place(found.range.start)..place(found.range.end);
        }
        all
    }
}

impl fmt::Debug for Matcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Matcher({} patterns)", self.patterns.len())
    }
}

impl Pattern {
    fn marked(&self) -> Vec<u8> {
        let mut marked = Vec::with_capacity(self.text.len() + 8);
        mark(&self.text, &mut marked);
        // `mark` takes the ends of a text for boundaries; here they are only where they must be.
        if !self.first && marked.first() == Some(&MARK) {
            marked.remove(0);
        }
        if !self.last && marked.last() == Some(&MARK) {
            marked.pop();
        }
        marked
    }
}

/// A search for patterns from the end of a text to its beginning.
struct BackwardSearch {
    search: contiguous::NFA,
    /// Patterns of its own before the first one.
    padding: usize,
}

/// Steps that building the automaton takes for a byte of a pattern, about.
const BUILDING: u64 = 64;

impl BackwardSearch {
    /// A search for `patterns`, each from its end to its beginning.
    fn new(patterns: impl ExactSizeIterator<Item = Vec<u8>>) -> Self {
        let (patterns, padding) = padded(patterns);
        steps::spend(BUILDING.saturating_mul(patterns.iter().map(|pattern| pattern.as_ref().len() as u64).sum()));
        let search = contiguous::Builder::new().prefilter(false).build(patterns);
        // All of them together would have to have gigabytes.
        Self { search: search.expect("the patterns of a session or a request fit"), padding }
    }

    /// The leftmost patterns in `text` that do not overlap, the longest at each place, in order. The last byte of one may
    /// be the first byte of the next if it `is_shared`.
    fn find(&self, text: &[u8], is_shared: impl Fn(u8) -> bool) -> Vec<Occurrence> {
        const START: &str = "an automaton that is not anchored has a start";
        steps::spend(text.len() as u64);
        let mut state = self.search.start_state(Anchored::No).expect(START);
        // The longest pattern at each place where one begins, the last place first.
        let mut longest: Vec<(u32, PatternID)> = Vec::new();
        for (at, &byte) in text.iter().enumerate().rev() {
            state = self.search.next_state(Anchored::No, state, byte);
            if self.search.is_special(state) && self.search.is_match(state) {
                let at = u32::try_from(at).expect("texts are shorter than 4 GiB");
                // Patterns that are the end of others come behind them.
                longest.push((at, self.search.match_pattern(state, 0)));
            }
        }
        let (mut all, mut end) = (Vec::new(), 0);
        for (start, pattern) in longest.into_iter().rev() {
            let start = start as usize;
            if start < end {
                continue;
            }
            let range = start..start + self.search.pattern_len(pattern);
            end = range.end - usize::from(is_shared(text[range.end - 1]));
            all.push(Occurrence { range, pattern: pattern.as_usize() - self.padding });
        }
        all
    }
}

/// A pattern of an automaton, or padding before the first one.
enum PaddedPattern<T> {
    Padding(Vec<u8>),
    Pattern(T),
}

impl<T: AsRef<[u8]>> AsRef<[u8]> for PaddedPattern<T> {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Padding(padding) => padding,
            Self::Pattern(pattern) => pattern.as_ref(),
        }
    }
}

/// The patterns to build an automaton with, and how many of them are padding.
///
/// Building moves states at which a pattern ends to the front, and the time it takes to do so grows with the square of how
/// many of them follow one another, as all do of a long pattern whose every beginning ends another one. A first pattern of
/// bytes that no text has, and of as many states that end nothing, keeps that in proportion.
fn padded<T: AsRef<[u8]>>(patterns: impl ExactSizeIterator<Item = T>) -> (Vec<PaddedPattern<T>>, usize) {
    let mut all = Vec::with_capacity(patterns.len() + 1);
    all.extend(patterns.map(PaddedPattern::Pattern));
    let bytes: usize = all.iter().map(|pattern| pattern.as_ref().len()).sum();
    let is_padded = bytes > MANY;
    if is_padded {
        all.insert(0, PaddedPattern::Padding(vec![MARK - 1; bytes / 4]));
    }
    (all, usize::from(is_padded))
}

/// A search for patterns that may overlap.
pub(super) struct Automaton {
    pub(super) search: AhoCorasick,
    /// Patterns of its own before the first one.
    padding: usize,
}

impl Automaton {
    /// An automaton for `patterns`; `None` if there are too many.
    pub(super) fn new<T: AsRef<[u8]>>(patterns: impl ExactSizeIterator<Item = T>) -> Option<Self> {
        // It serves one request only: what is quicker to build is quicker in all.
        let automaton = if patterns.len() > FEW { Some(AhoCorasickKind::ContiguousNFA) } else { None };
        let mut builder = AhoCorasick::builder();
        builder.match_kind(MatchKind::Standard).kind(automaton);
        let (patterns, padding) = padded(patterns);
        Some(Self { search: builder.build(patterns).ok()?, padding })
    }

    /// The number of the pattern of a match.
    pub(super) fn pattern(&self, found: &Match) -> usize {
        found.pattern().as_usize().saturating_sub(self.padding)
    }
}

/// Writes `text` to `out`, with a mark at each boundary that has a word character at a side.
fn mark(text: &str, out: &mut Vec<u8>) {
    out.reserve(text.len() + text.len() / 2);
    let mut before = false;
    for (at, c) in text.char_indices() {
        let word = is_word(c);
        if (before || word) && is_boundary(text, at) {
            out.push(MARK);
        }
        before = word;
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
    }
    if before {
        out.push(MARK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'t>(names: &[&str], text: &'t str) -> Vec<&'t str> {
        let matcher = Matcher::new(names.iter().copied()).unwrap();
        matcher.find(text, &mut Vec::new()).into_iter().map(|found| &text[found.range]).collect()
    }

    #[test]
    fn takes_the_leftmost_then_the_longest_that_ends_at_a_boundary() {
        assert_eq!(found(&["Ann", "Ann Smith"], "Ann Smithson, Ann Smith"), ["Ann", "Ann Smith"]);
        assert_eq!(found(&["Ann", "ann"], "Anna annann _ann ann\u{301} éann Ann_"), [""; 0]);
        assert_eq!(found(&["b c", "a b"], "a b c"), ["a b"]);
        assert_eq!(found(&["-a-", "(1"], "x-a-x(1"), ["-a-", "(1"]);
    }

    #[test]
    fn patterns_that_begin_alike_are_read_once_for_each_byte() {
        // Read forwards, the long pattern would be tried at each place: 15,000,000,000 steps.
        let (text, long) = (".".repeat(200_000), ".".repeat(100_000) + "!");
        let all = found(&[".", &long], &text);
        assert_eq!((all.len(), all[0]), (text.len(), "."));
        let words = ". ".repeat(50_000);
        assert_eq!(found(&[".", &(". ".repeat(30_000) + "!"), "x"], &words).len(), 50_000);
    }

    #[test]
    fn neighbours_share_a_boundary() {
        assert_eq!(found(&["日", "本", "a"], "日本a本"), ["日", "本", "a", "本"]);
        assert_eq!(found(&["_a", "b"], "_a b x_a"), ["_a", "b", "_a"]);
    }

    #[test]
    fn names_without_letters_at_the_ends_need_no_boundary() {
        assert_eq!(found(&["**", "***"], "a***b**"), ["***", "**"]);
        assert!(Matcher::new([]).is_none());
    }

    #[test]
    fn agrees_with_trying_every_name_at_every_place() {
        let names = ["a", "aa b", "b-a", "é", "日本", "本 a", "*", "-", "a\u{301}"];
        let pieces = ["a", "b", " ", "-", "é", "日", "本", "*", "\u{301}", "_"];
        let mut state = 7_u32;
        for _ in 0..2000 {
            let text: String = (0..12)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    pieces[(state >> 16) as usize % pieces.len()]
                })
                .collect();
            let (mut expected, mut at) = (Vec::new(), 0);
            while at < text.len() {
                let fits = |name: &&&str| {
                    let end = at + name.len();
                    let edge = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                    let (first, last) = (edge(name.chars().next()), edge(name.chars().next_back()));
                    text.get(at..).is_some_and(|rest| rest.starts_with(**name))
                        && (!first || is_boundary(&text, at))
                        && (!last || is_boundary(&text, end))
                };
                match names.iter().filter(fits).max_by_key(|name| name.len()) {
                    Some(name) => {
                        expected.push(*name);
                        at += name.len();
                    }
                    None => at += 1,
                }
            }
            assert_eq!(found(&names, &text), expected, "{text}");
        }
    }
}
