//! [`RunPrefix`]: the run of digits that an expression begins with, and the separator behind it.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use crate::start_filter::is_word_byte;

/// A set of lengths, a bit each; the last bit is for all lengths from [`MAX_LEN`] on.
pub type LengthSet = u64;
/// The length that stands for all longer ones, too.
pub const MAX_LEN: usize = LengthSet::BITS as usize - 1;

/// A set of ASCII bytes, a bit each.
pub type SeparatorSet = u128;

/// The lengths of runs of hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct RunLengths {
    /// Lengths of runs of decimal digits.
    pub decimal: LengthSet,
    /// Lengths of runs with a letter from `a` to `f` among their digits.
    pub mixed: LengthSet,
}

/// Runs with an ASCII separator behind them; any length may come with any separator.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct SeparatedRuns {
    /// The lengths of the runs.
    pub lengths: RunLengths,
    /// The separators: ASCII bytes that continue no word.
    pub separators: SeparatorSet,
}

/// The ways in which the matches of an expression begin with a run of digits.
///
/// It may hold more than there is, since lengths and separators are kept apart; never less. A match that begins
/// otherwise is in none of its parts.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct RunPrefix {
    /// Matches that are a run and nothing else.
    pub whole: RunLengths,
    /// Matches that are a run and a separator.
    pub with_separator: SeparatedRuns,
    /// Matches in which more follows behind the separator.
    pub with_more: SeparatedRuns,
}

impl std::ops::BitOr for RunLengths {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { decimal: self.decimal | other.decimal, mixed: self.mixed | other.mixed }
    }
}

impl std::ops::BitOr for SeparatedRuns {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { lengths: self.lengths | other.lengths, separators: self.separators | other.separators }
    }
}

impl std::ops::BitOr for RunPrefix {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self {
            whole: self.whole | other.whole,
            with_separator: self.with_separator | other.with_separator,
            with_more: self.with_more | other.with_more,
        }
    }
}

impl RunLengths {
    /// The lengths of a run of `self` followed by one of `other`.
    fn concat(self, other: Self) -> Self {
        Self {
            decimal: sums(self.decimal, other.decimal),
            mixed: sums(self.mixed, other.decimal | other.mixed) | sums(self.decimal, other.mixed),
        }
    }

    /// Runs of `self` followed by separated ones.
    fn concat_separated(self, other: SeparatedRuns) -> SeparatedRuns {
        match self.concat(other.lengths) {
            lengths if lengths == Self::default() => SeparatedRuns::default(),
            lengths => SeparatedRuns { lengths, separators: other.separators },
        }
    }
}

/// All sums of a length in `left` and one in `right`.
fn sums(left: LengthSet, right: LengthSet) -> LengthSet {
    let (mut rest, mut sums) = (right, 0);
    while rest != 0 {
        let shifted = u128::from(left) << rest.trailing_zeros();
        sums |= shifted as LengthSet | LengthSet::from(shifted >> MAX_LEN != 0) << MAX_LEN;
        rest &= rest - 1;
    }
    sums
}

impl RunPrefix {
    /// The prefix of the empty expression: a run without a digit.
    const EMPTY: Self = {
        let none = SeparatedRuns { lengths: RunLengths { decimal: 0, mixed: 0 }, separators: 0 };
        Self { whole: RunLengths { decimal: 1, mixed: 0 }, with_separator: none, with_more: none }
    };

    /// The prefix of `hir`.
    pub fn of(hir: &Hir) -> Self {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => Self::EMPTY,
            HirKind::Literal(literal) => {
                literal.0.iter().map(|&byte| Self::of_range(byte, byte)).fold(Self::EMPTY, Self::concat)
            }
            HirKind::Class(Class::Bytes(class)) => Self::any(class.iter().map(|r| Self::of_range(r.start(), r.end()))),
            HirKind::Class(Class::Unicode(class)) => {
                let byte = |c: char| u8::try_from(c).unwrap_or(u8::MAX);
                let ascii = class.iter().take_while(|range| range.start().is_ascii());
                Self::any(ascii.map(|range| Self::of_range(byte(range.start()), byte(range.end()))))
            }
            HirKind::Repetition(repetition) => Self::of_repetition(repetition),
            HirKind::Capture(capture) => Self::of(&capture.sub),
            HirKind::Concat(parts) => parts.iter().map(Self::of).fold(Self::EMPTY, Self::concat),
            HirKind::Alternation(parts) => Self::any(parts.iter().map(Self::of)),
        }
    }

    /// The prefix of one byte from `first` to `last`, both included. Bytes beyond ASCII are ignored.
    fn of_range(first: u8, last: u8) -> Self {
        let ascii = first..=last.min(0x7F);
        let one_if = |is: fn(u8) -> bool| LengthSet::from(ascii.clone().any(is)) << 1;
        let separators = ascii.clone().filter(|byte| !is_word_byte(*byte)).fold(0, |set, byte| set | 1 << byte);
        Self {
            whole: RunLengths {
                decimal: one_if(|byte| byte.is_ascii_digit()),
                mixed: one_if(|byte| matches!(byte, b'a'..=b'f')),
            },
            with_separator: SeparatedRuns {
                lengths: RunLengths { decimal: LengthSet::from(separators != 0), mixed: 0 },
                separators,
            },
            with_more: SeparatedRuns::default(),
        }
    }

    fn any(alternatives: impl Iterator<Item = Self>) -> Self {
        alternatives.fold(Self::default(), std::ops::BitOr::bitor)
    }

    fn concat(self, other: Self) -> Self {
        let has_more = if other == Self::EMPTY { SeparatedRuns::default() } else { self.with_separator };
        let may_end = if other.whole.decimal & 1 == 1 { self.with_separator } else { SeparatedRuns::default() };
        Self {
            whole: self.whole.concat(other.whole),
            with_separator: may_end | self.whole.concat_separated(other.with_separator),
            with_more: self.with_more | has_more | self.whole.concat_separated(other.with_more),
        }
    }

    fn of_repetition(Repetition { min, max, sub, .. }: &Repetition) -> Self {
        let part = Self::of(sub);
        let (mut all, mut last) = (if *min == 0 { Self::EMPTY } else { Self::default() }, Self::EMPTY);
        for count in 1..=max.unwrap_or(u32::MAX) {
            let next = last.concat(part);
            // Further repetitions change no length that is told apart.
            let is_fixed = next == last;
            last = next;
            all.with_more = all.with_more | last.with_more;
            if count >= *min || is_fixed {
                all = all | last;
            }
            if is_fixed {
                break;
            }
        }
        all
    }
}
