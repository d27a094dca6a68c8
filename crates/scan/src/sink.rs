//! [`MatchSink`]: the receiver of matches, which steers the scan by its [`Verdict`]s.

use std::ops::Range;

/// The receiver of a scan's matches, in order of their starts.
///
/// A closure from pattern number and byte range to [`Verdict`] is one.
pub trait MatchSink {
    /// Judges a match of pattern number `pattern` at `range`, in bytes of the text.
    fn accept(&mut self, pattern: usize, range: Range<usize>) -> Verdict;

    /// Reports whether a byte searched for by [`Pattern::Byte`](crate::Pattern::Byte), which stands at `at`, is to be
    /// offered: a cheap question before the first call of [`MatchSink::accept`].
    fn wants_byte(&mut self, _at: usize) -> bool {
        true
    }

    /// Notes that the eight bytes from `at` on, a multiple of eight, are ASCII letters, digits or `_`.
    ///
    /// The scan has this knowledge anyway; a sink uses it to find long tokens without a pass of its own. Within 64
    /// bytes it may come before or after matches.
    fn word_lane(&mut self, _at: usize) {}

    /// Notes that small letters which begin a word end at `at`, before a digit, or before a sign that is not a letter or
    /// digit: a place where an identifier in lower case may be read back. Within 64 bytes it may come before or after
    /// matches.
    fn digit_behind_letters(&mut self, _at: usize) {}
}

impl<F: FnMut(usize, Range<usize>) -> Verdict> MatchSink for F {
    fn accept(&mut self, pattern: usize, range: Range<usize>) -> Verdict {
        self(pattern, range)
    }
}

/// A sink's answer to a match: where the scan goes on.
///
/// Offsets are bytes of the text; one that is not behind the match's start counts as the byte behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The match is rejected; a shorter one of the same pattern at the same start is welcome.
    TryShorter,
    /// The pattern is tried again from this offset on. Other patterns are not affected.
    ResumeAt(usize),
    /// A skip to this offset: no pattern is tried at a start between the match's own and the offset, and matches that
    /// end before the offset are not offered.
    SkipInside(usize),
    /// A skip to this offset of all starts behind the match's own. Matches of other patterns at that start are offered.
    SkipStarts(usize),
    /// A skip as in [`Verdict::SkipInside`], after which no automaton that has not run yet is run at the match's own
    /// start.
    SkipInsideExclusive(usize),
    /// The match is an escape sequence that ends at this offset: nothing begins in it, and a word may begin behind it,
    /// whatever it ends in.
    Escape(usize),
}
