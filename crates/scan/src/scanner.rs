//! [`Scanner`]: one pass over a text for the patterns of all rules.
//!
//! A start_filter passes over the text and stops where something may begin, and the four bytes that stand there tell what,
//! however many rules there are. From there the deterministic automaton of the regular expressions that may begin
//! so runs.
//!
//! Time is linear in the text: an automaton's run is at most [`REACH`](super::REACH) bytes long, and a pattern is
//! not tried again inside its own last find.

use std::{
    ops::Range,
    sync::{Mutex, PoisonError},
};

use regex_syntax::hir::Hir;

use crate::{
    bucket::{Bucket, Groups},
    dfa::Dfa,
    digit_runs::DigitRuns,
    miss_cache::{self, Beginning, MissCache},
    prefix_filter::PrefixFilter,
    regex::RegexError,
    start_filter::{StartFilter, Visit},
};
use masquerade_text::is_value_edge;

/// What is searched for, by pattern number.
#[derive(Clone, Debug)]
pub enum Search {
    /// A parsed regular expression, between word boundaries.
    Regex(Hir),
    /// A parsed regular expression, wherever it stands.
    Within(Hir),
    /// A parsed regular expression, between a blank that follows no digit and a word boundary.
    Apart(Hir),
    /// A parsed regular expression from a word boundary on, wherever it ends.
    Prefix(Hir),
    /// Every occurrence of an ASCII byte.
    Byte(u8),
}

/// See the module's documentation.
pub struct Scanner {
    dfas: Vec<Dfa>,
    /// By group of patterns: the place of their automaton.
    by_group: [u8; Groups::BITS as usize],
    start_filter: StartFilter,
    prefix_filter: PrefixFilter,
    digits: DigitRuns,
    /// The numbers of the patterns that search for a byte, by byte.
    alone: Box<[Vec<usize>; 256]>,
    patterns: usize,
}

/// What comes of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A shorter one of the same pattern may do.
    TryShorter,
    /// Its pattern is next tried from there on.
    ResumeAt(usize),
    /// Nothing that begins behind the match's own start is looked at before there, nor what begins there and ends before.
    SkipInside(usize),
    /// Nothing that begins before there is looked at, and no other bucket of patterns is looked for where it begins.
    SkipInsideExclusive(usize),
    /// It is an escape sequence that ends there: nothing begins in it, and behind it a word may, whatever it ends in.
    Escape(usize),
}

/// What matches are offered to, from left to right.
pub trait MatchSink {
    /// Whether the byte at `at`, which some patterns search for alone, needs to be offered to them.
    fn is_worth(&mut self, _at: usize) -> bool {
        true
    }

    /// The eight bytes from `at`, a multiple of eight, on are letters and digits of ASCII, or `_`.
    fn is_long(&mut self, _at: usize) {}

    /// What comes of a match of pattern `number` at `range`.
    fn accept(&mut self, number: usize, range: Range<usize>) -> Verdict;
}

impl<F: FnMut(usize, Range<usize>) -> Verdict> MatchSink for F {
    fn accept(&mut self, number: usize, range: Range<usize>) -> Verdict {
        self(number, range)
    }
}

/// Memory of a scan, kept from text to text.
#[derive(Debug, Default)]
pub struct Scratch {
    /// Ends of matches from one start: the number of the pattern, and the end.
    ends: Vec<(u32, usize)>,
    /// By pattern: where it may be tried again. Empty until something matched.
    settled: Vec<u32>,
    /// What was looked for in miss_cache.
    miss_cache: MissCache,
}

/// One text being scanned.
struct Scan<'a, A> {
    filter: &'a Scanner,
    text: &'a str,
    scratch: &'a mut Scratch,
    /// Nothing that begins before is looked at.
    passed: usize,
    /// Whether no other bucket of patterns is looked for at this place.
    is_clear: bool,
    /// Where an escape sequence ended that was found at this place.
    escaped: Option<usize>,
    accept: A,
}

impl Scanner {
    /// Builds the automata and the table.
    ///
    /// # Errors
    /// [`RegexError::TooLarge`] if the expressions together take too much memory.
    pub fn new(searches: Vec<Search>) -> Result<Self, RegexError> {
        let patterns = searches.len();
        let mut buckets: [(Vec<Hir>, Vec<usize>); Bucket::ALL.len()] = Default::default();
        let mut alone: Box<[Vec<usize>; 256]> = Box::new(std::array::from_fn(|_| Vec::new()));
        let mut digits = DigitRuns::none();
        for (number, search) in searches.into_iter().enumerate() {
            let (bucket, hir) = match search {
                Search::Regex(hir) => (Bucket::of(&hir), hir),
                Search::Within(hir) => (Bucket::Within, hir),
                Search::Apart(hir) => (Bucket::Apart, hir),
                Search::Prefix(hir) => (Bucket::Prefixes, hir),
                Search::Byte(byte) => {
                    alone[usize::from(byte)].push(number);
                    continue;
                }
            };
            digits.add(&hir, bucket);
            if let Some((hirs, numbers)) = buckets.get_mut(bucket as usize) {
                hirs.push(hir);
                numbers.push(number);
            }
        }
        let (dfas, prefix_filter): (Vec<_>, Vec<_>) = build(buckets)?.into_iter().unzip();
        let mut by_group = [u8::MAX; Groups::BITS as usize];
        for (place, dfa) in dfas.iter().enumerate() {
            let groups = dfa.bucket.groups();
            let mine = by_group.iter_mut().enumerate().filter(|(bit, _)| groups >> bit & 1 == 1);
            mine.for_each(|(_, slot)| *slot = place as u8);
        }
        let mut all = PrefixFilter::none();
        prefix_filter.iter().for_each(|prefix_filter| all.merge(prefix_filter));
        let wanted = (0..=u8::MAX).zip(alone.iter()).filter(|(_, numbers)| !numbers.is_empty());
        wanted.for_each(|(byte, _)| all.add_byte(byte));
        let start_filter = StartFilter::new(all.firsts(), Bucket::WITHIN | Bucket::ALONE);
        Ok(Self { dfas, by_group, start_filter, prefix_filter: all, digits, alone, patterns })
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        self.dfas.iter().map(Dfa::memory).sum::<usize>()
            + self.start_filter.memory()
            + self.prefix_filter.memory()
            + self.digits.memory()
    }

    /// Offers each match to `accept`, from left to right, and does as it says. Of several ends of a pattern at one start
    /// the longest comes first.
    pub fn scan(&self, text: &str, scratch: &mut Scratch, accept: impl MatchSink) {
        scratch.settled.clear();
        self.start_filter.scan(
            text.as_bytes(),
            &mut Scan { filter: self, text, scratch, passed: 0, is_clear: false, escaped: None, accept },
        );
    }
}

/// Builds the automata of buckets that have patterns: those of many first, one on each processor.
fn build(buckets: [(Vec<Hir>, Vec<usize>); Bucket::ALL.len()]) -> Result<Vec<(Dfa, PrefixFilter)>, RegexError> {
    let mut buckets: Vec<_> = Bucket::ALL.into_iter().zip(buckets).filter(|(_, (hirs, _))| !hirs.is_empty()).collect();
    buckets.sort_by_key(|(_, (hirs, _))| hirs.len());
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(buckets.len());
    let queue = Mutex::new(buckets);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let work = || std::iter::from_fn(next).map(|(bucket, patterns)| Dfa::new(bucket, patterns)).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mine = work();
        let others = others.into_iter().flat_map(|build| build.join().unwrap_or(vec![Err(RegexError::TooLarge)]));
        mine.into_iter().chain(others).collect()
    })
}

/// Whether `at` stands behind a blank that follows no digit.
fn is_apart(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(2).and_then(|before| text.get(before..at));
    matches!(before, Some([before, b' ']) if !before.is_ascii_digit())
}

impl<A: MatchSink> Visit for Scan<'_, A> {
    /// Looks for what may begin at `at`: nearly nothing does.
    #[inline(always)]
    fn begins(&mut self, at: usize) {
        let groups = self.filter.prefix_filter.groups(self.text.as_bytes(), at);
        if groups & Bucket::ALONE != 0 {
            self.begin_byte(at);
        }
        if groups & !Bucket::ALONE != 0 {
            self.begin(at, groups & !Bucket::ALONE);
        }
    }

    #[inline(always)]
    fn is_long(&mut self, at: usize) {
        self.accept.is_long(at);
    }
}

impl<A: MatchSink> Scan<'_, A> {
    /// Looks for `groups` at `at`, but for those that were looked for in miss_cache where the same bytes stood.
    #[inline(never)]
    fn begin(&mut self, at: usize, groups: Groups) {
        if at < self.passed {
            return;
        }
        let beginning = Beginning::at(self.text.as_bytes(), at);
        let rest = groups & !beginning.map_or(0, |beginning| self.scratch.miss_cache.groups(beginning));
        if rest != 0 {
            self.look(at, beginning, rest);
        }
        if let Some(end) = self.escaped.take() {
            self.begin_behind(end);
        }
    }

    /// Looks for what begins behind an escape sequence that ends at `end` with a letter or digit, and behind the low lines
    /// of markup there. What begins elsewhere is looked for anyway.
    #[cold]
    fn begin_behind(&mut self, end: usize) {
        let bytes = self.text.as_bytes();
        let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        let start = end + bytes.get(end..).unwrap_or_default().iter().take_while(|byte| **byte == b'_').count();
        if is_letter(start) && end.checked_sub(1).is_some_and(is_letter) {
            self.passed = self.passed.max(start);
            self.begins(start);
            self.passed = self.passed.max(start + 1);
        }
    }

    #[inline(never)]
    fn look(&mut self, at: usize, beginning: Option<Beginning>, mut rest: Groups) {
        if rest & Bucket::Apart.groups() != 0 && !is_apart(self.text.as_bytes(), at) {
            rest &= !Bucket::Apart.groups();
        }
        if rest & !Bucket::WITHIN != 0 && !is_value_edge(self.text, at) {
            rest &= Bucket::WITHIN;
        }
        let filter = self.filter;
        if rest & !Bucket::WITHIN != 0 {
            rest &= filter.digits.groups(self.text.as_bytes(), at) | Bucket::WITHIN | Bucket::Prefixes.groups();
        }
        let mut miss_cache = 0;
        self.is_clear = false;
        while rest != 0 {
            let place = filter.by_group.get(rest.trailing_zeros() as usize).copied().unwrap_or(u8::MAX);
            let Some(dfa) = filter.dfas.get(usize::from(place)) else { return };
            rest &= !dfa.bucket.groups();
            if dfa.run(self.text, at, &mut self.scratch.ends) <= miss_cache::KEY_LEN && self.scratch.ends.is_empty() {
                miss_cache |= dfa.bucket.groups();
            }
            while let Some((number, end)) = self.scratch.ends.pop() {
                // What is shorter than what is passed stands in it.
                if end >= self.passed {
                    self.offer(number as usize, at, end);
                }
            }
            if self.is_clear {
                break;
            }
        }
        if let Some(beginning) = beginning.filter(|_| miss_cache != 0) {
            self.scratch.miss_cache.add(beginning, miss_cache);
        }
    }

    /// Offers the byte at `at` to the patterns that search for it, if that is worth its time.
    #[inline(never)]
    fn begin_byte(&mut self, at: usize) {
        if at >= self.passed && self.accept.is_worth(at) {
            self.offer_byte(at);
        }
    }

    /// Offers the byte at `at` to the patterns that search for it.
    #[inline(never)]
    fn offer_byte(&mut self, at: usize) {
        let filter = self.filter;
        let byte = self.text.as_bytes().get(at).copied().unwrap_or_default();
        for &number in &filter.alone[usize::from(byte)] {
            self.offer(number, at, at + 1);
        }
    }

    /// Offers a match unless its pattern is settled beyond `at`.
    fn offer(&mut self, number: usize, at: usize, end: usize) {
        if self.scratch.settled.get(number).is_some_and(|&next| next as usize > at) {
            return;
        }
        let next = match self.accept.accept(number, at..end) {
            Verdict::TryShorter => return,
            Verdict::ResumeAt(next) => next,
            Verdict::SkipInside(next) => {
                self.passed = self.passed.max(next);
                next
            }
            Verdict::SkipInsideExclusive(next) => {
                self.passed = self.passed.max(next);
                self.is_clear = true;
                next
            }
            Verdict::Escape(next) => {
                self.passed = self.passed.max(next);
                self.escaped = Some(next);
                next
            }
        };
        if self.scratch.settled.is_empty() {
            self.scratch.settled.resize(self.filter.patterns, 0);
        }
        if let Some(settled) = self.scratch.settled.get_mut(number) {
            *settled = u32::try_from(next.max(at + 1)).unwrap_or(u32::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use regex_automata::meta;

    use super::*;
    use crate::{REACH, regex::parse};

    fn filter(regexes: &[&str], bytes: &[u8]) -> Scanner {
        all(regexes, bytes, &[], &[])
    }

    fn all(regexes: &[&str], bytes: &[u8], within: &[&str], prefixes: &[&str]) -> Scanner {
        let regexes = regexes.iter().map(|regex| Search::Regex(parse(regex).unwrap()));
        let bytes = bytes.iter().map(|&byte| Search::Byte(byte));
        let within = within.iter().map(|regex| Search::Within(parse(regex).unwrap()));
        let prefixes = prefixes.iter().map(|regex| Search::Prefix(parse(regex).unwrap()));
        Scanner::new(regexes.chain(bytes).chain(within).chain(prefixes).collect()).unwrap()
    }

    /// All matches, each accepted.
    fn found(filter: &Scanner, text: &str) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        filter.scan(text, &mut Scratch::default(), |number, range: Range<usize>| {
            found.push((number, text[range.clone()].to_owned()));
            Verdict::ResumeAt(range.end)
        });
        found
    }

    #[test]
    fn finds_the_longest_match_of_each_pattern_on_word_boundaries() {
        let filter = filter(&["[0-9]{2,4}", "[0-9]+-[0-9]+", "x", "ab?$"], b"@");
        for (text, expected) in [
            ("12345", vec![]),
            ("a12 12", vec![(0, "12")]),
            ("1-2", vec![(1, "1-2")]),
            ("12-34", vec![(1, "12-34"), (0, "12"), (0, "34")]),
            ("é12 12é 12", vec![(0, "12")]),
            ("日12日", vec![(0, "12")]),
            ("x@x", vec![(2, "x"), (4, "@"), (2, "x")]),
            ("xx x", vec![(2, "x")]),
            ("ab a", vec![(3, "a")]),
            ("ab", vec![(3, "ab")]),
            ("", vec![]),
        ] {
            let found = found(&filter, text);
            let mut found: Vec<_> = found.iter().map(|(number, text)| (*number, text.as_str())).collect();
            let mut expected = expected;
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{text:?}");
        }
    }

    #[test]
    fn offers_shorter_ends_until_one_is_accepted() {
        let filter = filter(&["[0-9]+(?: [0-9]+){0,3}"], b"");
        let mut offered = Vec::new();
        filter.scan("1 2 3 4", &mut Scratch::default(), |_, range: Range<usize>| {
            offered.push(range.clone());
            if range.end <= 3 { Verdict::ResumeAt(range.end) } else { Verdict::TryShorter }
        });
        assert_eq!(offered, [0..7, 0..5, 0..3, 4..7, 4..5, 6..7]);
    }

    #[test]
    fn nothing_is_offered_that_begins_in_what_was_passed() {
        let filter = filter(&["[0-9]+(?:-[0-9]+)*", "[0-9]+-[0-9]+", "[0-9](?:-[0-9])+", "b"], b"-");
        let mut offered = Vec::new();
        filter.scan("1-2-3 b-b", &mut Scratch::default(), |number, range: Range<usize>| {
            offered.push((number, range.clone()));
            if number == 2 { Verdict::SkipInside(range.end) } else { Verdict::ResumeAt(range.end) }
        });
        // What begins where it does and reaches as far is.
        assert_eq!(offered, [(2, 0..5), (0, 0..5), (3, 6..7), (4, 7..8), (3, 8..9)]);
    }

    #[test]
    fn no_other_family_is_looked_for_where_a_match_is_clear() {
        let filter = filter(&["[0-9]+-[0-9]+", "[0-9]+(?:-[0-9]+)?", "[0-9]-[0-9a]+", "-[0-9]"], b"");
        for (is_clear, expected) in [(true, vec![0, 1]), (false, vec![0, 1, 2])] {
            let mut offered = Vec::new();
            filter.scan("1-2", &mut Scratch::default(), |number, range: Range<usize>| {
                offered.push(number);
                if is_clear && number == 0 {
                    Verdict::SkipInsideExclusive(range.end)
                } else {
                    Verdict::SkipInside(range.end)
                }
            });
            offered.sort_unstable();
            assert_eq!(offered, expected);
        }
    }

    #[test]
    fn unicode_is_on_only_where_the_expression_asks_for_it() {
        assert_eq!(found(&filter(&["(?i)\\bMÜLLER \\d\\b"], b""), "Herr müller 7").len(), 1);
        assert_eq!(found(&filter(&["\\p{Greek}{3}"], b""), "αβγ").len(), 1);
        assert_eq!(found(&filter(&["\\d{3}"], b""), "١٢٣").len(), 0);
        assert_eq!(found(&filter(&["a.b"], b""), "a\u{e9}b a-b").len(), 1);
    }

    #[test]
    fn a_run_is_bounded() {
        let filter = filter(&["a(?:-a)*!"], b"");
        let text = "a-".repeat(REACH) + "a!";
        assert_eq!(found(&filter, &text).first().unwrap().1.len(), REACH);
    }

    #[test]
    fn words_begin_behind_escape_sequences() {
        let filter = all(&["n?a+", "9+"], b"", &[r"\\n", "%20"], &[]);
        let found = |text: &str| {
            let mut found = Vec::new();
            filter.scan(text, &mut Scratch::default(), |number, range: Range<usize>| match number {
                0 | 1 => {
                    found.push(text[range.clone()].to_owned());
                    Verdict::ResumeAt(range.end)
                }
                _ => Verdict::Escape(range.end),
            });
            found
        };
        for (text, expected) in [
            (r"\naa", vec!["aa"]),
            (r"\n__aa_", vec!["aa"]),
            (r"x\n99\naa", vec!["99", "aa"]),
            ("%2099", vec!["99"]),
            ("naa", vec!["naa"]),
            (r"\n", vec![]),
            (r"\n\n9", vec!["9"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    /// Of every length below and around the start_filter's, with and without a look at what stands beside.
    const PATTERNS: [&str; 7] = ["a", "-9", "9[.@]9", "9{1,2}-[a9]{2}", "@@|aa-aa", "a-$", "\\b-?9a9"];

    /// Looked for within words, too.
    const WITHIN: [&str; 2] = ["a9a?", "é+\\."];

    /// Looked for from word boundaries on, wherever they end.
    const PREFIXES: [&str; 3] = ["a9", "9-", "é[a9]"];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn finds_what_a_plain_search_finds(before in "[9a.@é日_-]{0,60}", text in "[9a.@é日ж\u{301}_-]{0,24}") {
            static FILTER: LazyLock<Scanner> = LazyLock::new(|| all(&PATTERNS, b"@.", &WITHIN, &PREFIXES));
            let boundaries: Vec<usize> = (0..=text.len()).filter(|&at| is_value_edge(&text, at)).collect();
            let mut expected = Vec::new();
            for (number, pattern) in PATTERNS.iter().enumerate() {
                let (looks_back, alone) = pattern.strip_prefix("\\b").map_or((false, *pattern), |rest| (true, rest));
                let plain = meta::Regex::new(&format!("^(?:{alone})$")).unwrap();
                for &start in &boundaries {
                    // A look at what stands beside sees the whole text, not its part.
                    if looks_back && text[start..].starts_with('-') && !text[..start].ends_with(['9', 'a']) {
                        continue;
                    }
                    let ends = boundaries.iter().rev().filter(|&&end| end > start);
                    let matches = |end: usize| {
                        plain.is_match(&text[start..end]) && (!pattern.contains('$') || end == text.len())
                    };
                    expected.extend(ends.copied().find(|&end| matches(end)).map(|end| (number, start..end)));
                }
            }
            for (number, byte) in [(7, '@'), (8, '.')] {
                expected.extend(text.match_indices(byte).map(|(at, _)| (number, at..at + 1)));
            }
            for (number, pattern) in (9..).zip(WITHIN) {
                let plain = meta::Regex::new(&format!("^(?:{pattern})")).unwrap();
                for (start, _) in text.char_indices() {
                    expected.extend(plain.find(&text[start..]).map(|found| (number, start..start + found.end())));
                }
            }
            for (number, pattern) in (11..).zip(PREFIXES) {
                let plain = meta::Regex::new(&format!("^(?:{pattern})")).unwrap();
                for &start in &boundaries {
                    expected.extend(plain.find(&text[start..]).map(|found| (number, start..start + found.end())));
                }
            }
            // Whatever was seen before.
            let mut scratch = Scratch::default();
            FILTER.scan(&before, &mut scratch, |_, range: Range<usize>| Verdict::ResumeAt(range.end));
            let mut found = Vec::new();
            FILTER.scan(&text, &mut scratch, |number, range: Range<usize>| {
                found.push((number, range.clone()));
                Verdict::ResumeAt(range.start + 1)
            });
            let key = |(number, range): &(usize, Range<usize>)| (*number, range.start);
            expected.sort_by_key(key);
            found.sort_by_key(key);
            prop_assert_eq!(found, expected);
        }
    }
}
