//! [`Pass`]: one scan of one text.

use masquerade_text::is_value_edge;

use super::{STEPS_OF_MATCH, Scanner, Scratch};
use crate::{
    bucket::{Bucket, GroupSet},
    prefix_filter::PrefixFilter,
    sink::{MatchSink, Verdict},
    start_filter::StartSink,
};

/// The state of a scan between two starts.
pub struct Pass<'a, S> {
    scanner: &'a Scanner,
    text: &'a str,
    scratch: &'a mut Scratch,
    /// The offset of the next possible start: the largest one that a verdict skipped to.
    skip_to: usize,
    /// The offset to skip to once all has been offered at this start.
    skip_behind: usize,
    /// True if no further automaton runs at this start.
    is_exclusive: bool,
    /// The end of an escape sequence at this start.
    escape_end: Option<usize>,
    sink: S,
}

impl<S: MatchSink> StartSink for Pass<'_, S> {
    /// Looks up the groups that may match at `at`: nearly always there are none.
    #[inline(always)]
    fn start(&mut self, at: usize) {
        let groups = self.groups(at);
        if groups & Bucket::BYTES != 0 {
            self.try_byte(at);
        }
        if groups & !Bucket::BYTES != 0 {
            self.try_groups(at, groups & !Bucket::BYTES);
        }
    }

    /// Likewise within a word, where few patterns are searched for.
    #[inline(always)]
    fn inner_start(&mut self, at: usize) {
        let groups = self.groups(at) & PrefixFilter::WITHIN_WORDS;
        if groups & Bucket::BYTES != 0 {
            self.try_byte(at);
        }
        if groups & Bucket::ANYWHERE != 0 {
            self.try_groups(at, groups & Bucket::ANYWHERE);
        }
    }

    #[inline(always)]
    fn word_lane(&mut self, at: usize) {
        self.sink.word_lane(at);
    }

    #[inline(always)]
    fn digit_behind_letters(&mut self, at: usize) {
        if at >= self.skip_to {
            self.sink.digit_behind_letters(at);
        }
    }
}

impl<'a, S: MatchSink> Pass<'a, S> {
    /// A scan of `text` from `from` on.
    pub fn new(scanner: &'a Scanner, text: &'a str, from: usize, scratch: &'a mut Scratch, sink: S) -> Self {
        Self { scanner, text, scratch, skip_to: from, skip_behind: from, is_exclusive: false, escape_end: None, sink }
    }

    /// The groups that may match at `at`.
    #[inline(always)]
    fn groups(&self, at: usize) -> GroupSet {
        self.scanner.prefix_filter.groups(self.text.as_bytes(), at, self.scanner.accelerators())
    }

    /// Tries `groups` at `at`.
    #[inline(never)]
    fn try_groups(&mut self, at: usize, groups: GroupSet) {
        if at < self.skip_to {
            return;
        }
        self.run_groups(at, groups);
        if let Some(end) = self.escape_end.take() {
            self.start_behind_escape(end);
        }
    }

    /// Reports a start behind an escape sequence that ends at `end` with a letter or digit, and behind the underscores of
    /// markup there. All other starts come from the start filter.
    #[cold]
    fn start_behind_escape(&mut self, end: usize) {
        let bytes = self.text.as_bytes();
        let is_letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        let start = end + bytes[end..].iter().take_while(|byte| **byte == b'_').count();
        if is_letter(start) && end.checked_sub(1).is_some_and(is_letter) {
            self.skip_to = self.skip_to.max(start);
            self.start(start);
            self.skip_to = self.skip_to.max(start + 1);
        }
    }

    /// Runs the automata of the groups of `rest` that may match between the characters around `at`.
    fn run_groups(&mut self, at: usize, mut rest: GroupSet) {
        let (scanner, bytes) = (self.scanner, self.text.as_bytes());
        if rest & Bucket::AfterBlank.groups() != 0 && !is_after_blank(bytes, at) {
            rest &= !Bucket::AfterBlank.groups();
        }
        if rest & !Bucket::ANYWHERE != 0 && !is_value_edge(self.text, at) {
            rest &= Bucket::ANYWHERE;
        }
        if rest & !Bucket::ANYWHERE != 0 && scanner.accelerators().digit_runs {
            rest &= scanner.digit_runs.groups(bytes, at) | Bucket::ANYWHERE | Bucket::Prefix.groups();
        }
        self.is_exclusive = false;
        while rest != 0 {
            let dfa = &scanner.dfas[usize::from(scanner.dfa_of_group[rest.trailing_zeros() as usize])];
            rest &= !dfa.bucket.groups();
            let steps = dfa.run(self.text, at, &mut self.scratch.ends);
            self.scratch.steps += steps as u64;
            self.scratch.meter.count(steps as u64 + STEPS_OF_MATCH * self.scratch.ends.len() as u64);
            while let Some((pattern, end)) = self.scratch.ends.pop() {
                if end >= self.skip_to {
                    self.offer(pattern as usize, at, end);
                }
            }
            if self.is_exclusive {
                break;
            }
        }
        self.skip_to = self.skip_to.max(self.skip_behind);
    }

    /// Offers the byte at `at` to its patterns, if the sink wants it.
    #[inline(never)]
    fn try_byte(&mut self, at: usize) {
        if at >= self.skip_to && self.sink.wants_byte(at) {
            self.offer_byte(at);
        }
    }

    #[inline(never)]
    fn offer_byte(&mut self, at: usize) {
        let scanner = self.scanner;
        self.scratch.meter.count(STEPS_OF_MATCH);
        let patterns = &scanner.byte_patterns[usize::from(self.text.as_bytes()[at])];
        assert!(!patterns.is_empty(), "the prefix filter lets no byte through that no pattern is");
        patterns.iter().for_each(|&pattern| self.offer(pattern, at, at + 1));
    }

    /// Offers a match, unless its pattern resumes later, and follows the verdict.
    fn offer(&mut self, pattern: usize, at: usize, end: usize) {
        if self.scratch.resume_at[pattern] as usize > at {
            return;
        }
        let next = match self.sink.accept(pattern, at..end) {
            Verdict::TryShorter => return,
            Verdict::ResumeAt(next) => next,
            Verdict::SkipInside(next) => {
                self.skip_to = self.skip_to.max(next);
                next
            }
            Verdict::SkipStarts(next) => {
                self.skip_behind = self.skip_behind.max(next);
                next
            }
            Verdict::SkipInsideExclusive(next) => {
                self.skip_to = self.skip_to.max(next);
                self.is_exclusive = true;
                next
            }
            Verdict::Escape(next) => {
                self.skip_to = self.skip_to.max(next);
                self.escape_end = Some(next);
                next
            }
        };
        self.scratch.resume(pattern, next.max(at + 1));
    }
}

/// Reports whether a blank stands before `at` that follows no digit.
fn is_after_blank(text: &[u8], at: usize) -> bool {
    at >= 2 && text[at - 1] == b' ' && !text[at - 2].is_ascii_digit()
}
