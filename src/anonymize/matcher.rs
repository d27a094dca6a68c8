//! [`Matcher`]: search for many strings in texts, at word boundaries, in linear time.
//!
//! A pattern that begins or ends with a letter or digit matches only at a word boundary there. Where every match of an
//! ordinary search lies at boundaries, that search is right. Otherwise boundaries must take part in the decision what is
//! leftmost and longest: they are written into a copy of the text, as bytes that UTF-8 never has, and into the patterns,
//! and the copy is searched.

use std::{fmt, ops::Range, sync::OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickKind, Input, Match, MatchKind};

use masquerade_detect::text::{is_boundary, is_word};

/// The mark of a word boundary beside a word character.
const MARK: u8 = 0xFF;

/// Most bytes of all patterns of one matcher. An automaton needs some hundred bytes of memory for each, and maps come
/// from clients.
pub(crate) const MAX_BYTES: usize = 1 << 20;

/// Patterns up to which building the fastest automaton pays within a text or two.
const FEW: usize = 16;

/// Patterns from which building needs help to stay linear.
const MANY: usize = 1000;

/// A set of patterns to search for.
pub(crate) struct Matcher {
    patterns: Vec<Pattern>,
    plain: Automaton,
    /// Made when it is first needed; `None` if it could not be made.
    marked: OnceLock<Option<Automaton>>,
}

/// A string to search for.
struct Pattern {
    text: Box<str>,
    /// Whether it begins at a word boundary.
    first: bool,
    /// Whether it ends at a word boundary.
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
    /// A matcher for `patterns`, none of them empty; `None` if there are none, or too many.
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
        let texts = patterns.iter().map(|pattern| pattern.text.as_bytes());
        let plain = Automaton::new(texts, MatchKind::LeftmostLongest)?;
        Some(Self { patterns, plain, marked: OnceLock::new() })
    }

    /// All occurrences in `text` from left to right, at each place the longest, none overlapping
    /// another. `scratch` is working memory.
    pub(crate) fn find(&self, text: &str, scratch: &mut Vec<u8>) -> Vec<Occurrence> {
        let mut all = Vec::new();
        for found in self.plain.search.find_iter(text) {
            let found = Occurrence { range: found.range(), pattern: self.plain.pattern(&found) };
            if !self.is_bounded(text, &found) {
                return self.find_marked(text, scratch);
            }
            all.push(found);
        }
        all
    }

    fn is_bounded(&self, text: &str, found: &Occurrence) -> bool {
        let Pattern { first, last, .. } = self.patterns[found.pattern];
        (!first || is_boundary(text, found.range.start)) && (!last || is_boundary(text, found.range.end))
    }

    fn find_marked(&self, text: &str, scratch: &mut Vec<u8>) -> Vec<Occurrence> {
        let marked = || Automaton::new(self.patterns.iter().map(Pattern::marked), MatchKind::LeftmostLongest);
        let Some(automaton) = self.marked.get_or_init(marked) else { return Vec::new() };
        scratch.clear();
        mark(text, scratch);
        let (mut all, mut at, mut marks) = (Vec::new(), 0, 0);
        let count = |range: Range<usize>| scratch.get(range).map_or(0, |part| memchr::memchr_iter(MARK, part).count());
        while let Some(found) = automaton.search.find(Input::new(scratch.as_slice()).range(at..)) {
            marks += count(at..found.start());
            let start = found.start() - marks;
            marks += count(found.range());
            all.push(Occurrence { range: start..found.end() - marks, pattern: automaton.pattern(&found) });
            // The mark behind one pattern may be the mark before the next.
            let shared = usize::from(scratch.get(found.end() - 1) == Some(&MARK));
            at = found.end() - shared;
            marks -= shared;
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

/// An automaton over patterns.
pub(super) struct Automaton {
    pub(super) search: AhoCorasick,
    /// Patterns of its own before the first one.
    padding: usize,
}

impl Automaton {
    /// An automaton for `patterns`; `None` if there are too many.
    pub(super) fn new<T: AsRef<[u8]>>(patterns: impl ExactSizeIterator<Item = T>, kind: MatchKind) -> Option<Self> {
        // It serves one request only: what is quicker to build is quicker in all.
        let automaton = if patterns.len() > FEW { Some(AhoCorasickKind::ContiguousNFA) } else { None };
        let mut builder = AhoCorasick::builder();
        builder.match_kind(kind).kind(automaton);
        // Building moves states that end a pattern to the front, and the time it takes to do so grows
        // with the square of how many of them follow one another. A first pattern of bytes that no
        // text has, and of as many states that end nothing, keeps that in proportion.
        let padding = (patterns.len() > MANY).then(|| vec![MARK - 1; patterns.len() / 16]);
        let search = match &padding {
            None => builder.build(patterns),
            Some(padding) => builder.build([Padded::Padding(padding)].into_iter().chain(patterns.map(Padded::Pattern))),
        };
        Some(Self { search: search.ok()?, padding: usize::from(padding.is_some()) })
    }

    /// The number of the pattern of a match.
    pub(super) fn pattern(&self, found: &Match) -> usize {
        found.pattern().as_usize().saturating_sub(self.padding)
    }
}

/// A pattern of an [`Automaton`], or its padding.
enum Padded<'a, T> {
    Padding(&'a [u8]),
    Pattern(T),
}

impl<T: AsRef<[u8]>> AsRef<[u8]> for Padded<'_, T> {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Padding(padding) => padding,
            Self::Pattern(pattern) => pattern.as_ref(),
        }
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
