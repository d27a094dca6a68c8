//! [`DigitPrefix`]: how many digits a pattern begins with, and what follows them.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use crate::start_filter::is_word;

/// A set of lengths, a bit each, the last one for all longer ones.
pub type Lengths = u64;
/// The length that stands for all longer ones.
pub const MOST: usize = Lengths::BITS as usize - 1;

/// A set of bytes of ASCII, a bit each.
pub type Signs = u128;

/// How many hexadecimal digits stand in a row.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Row {
    /// Where all are of 0 to 9.
    pub numbers: Lengths,
    /// Where some are letters, in lower case.
    pub mixed: Lengths,
}

/// DigitRuns, and a sign of ASCII behind them.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Signed {
    /// How many digits.
    pub row: Row,
    /// The signs.
    pub signs: Signs,
}

/// What a pattern matches, as it begins. What is told apart are lengths and signs: any of them may come together.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct DigitPrefix {
    /// DigitRuns, and nothing else.
    pub whole: Row,
    /// A sign behind them, and nothing else.
    pub signed: Signed,
    /// More behind the sign.
    pub ended: Signed,
}

impl std::ops::BitOr for Row {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { numbers: self.numbers | other.numbers, mixed: self.mixed | other.mixed }
    }
}

impl std::ops::BitOr for Signed {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { row: self.row | other.row, signs: self.signs | other.signs }
    }
}

impl Row {
    /// Those of `self` and then those of `other`.
    fn then(self, other: Self) -> Self {
        let mixed = sums(self.mixed, other.numbers | other.mixed) | sums(self.numbers, other.mixed);
        Self { numbers: sums(self.numbers, other.numbers), mixed }
    }

    /// Those of `self` and then what `other` says.
    fn then_signed(self, other: Signed) -> Signed {
        match self.then(other.row) {
            row if row == Self::default() => Signed::default(),
            row => Signed { row, signs: other.signs },
        }
    }
}

/// All sums of a length of each.
fn sums(some: Lengths, others: Lengths) -> Lengths {
    let (mut rest, mut sums) = (others, 0);
    while rest != 0 {
        let len = rest.trailing_zeros();
        let sum = u128::from(some) << len;
        sums |= sum as Lengths | Lengths::from(sum >> MOST != 0) << MOST;
        rest &= rest - 1;
    }
    sums
}

impl DigitPrefix {
    /// What the empty text begins with.
    const EMPTY: Self = {
        let none = Signed { row: Row { numbers: 0, mixed: 0 }, signs: 0 };
        Self { whole: Row { numbers: 1, mixed: 0 }, signed: none, ended: none }
    };

    /// What matches of `hir` begin with.
    pub fn of(hir: &Hir) -> Self {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => Self::EMPTY,
            HirKind::Literal(literal) => {
                literal.0.iter().map(|byte| Self::any(*byte, *byte)).fold(Self::EMPTY, Self::then)
            }
            HirKind::Class(Class::Bytes(class)) => {
                class.iter().map(|range| Self::any(range.start(), range.end())).fold(Self::default(), Self::or)
            }
            HirKind::Class(Class::Unicode(class)) => {
                let byte = |c: char| u8::try_from(c).unwrap_or(u8::MAX);
                let ranges = class.iter().take_while(|range| range.start().is_ascii());
                ranges.map(|range| Self::any(byte(range.start()), byte(range.end()))).fold(Self::default(), Self::or)
            }
            HirKind::Repetition(repetition) => Self::repeated(repetition),
            HirKind::Capture(capture) => Self::of(&capture.sub),
            HirKind::Concat(parts) => parts.iter().map(Self::of).fold(Self::EMPTY, Self::then),
            HirKind::Alternation(parts) => parts.iter().map(Self::of).fold(Self::default(), Self::or),
        }
    }

    /// One of the bytes of ASCII between two.
    fn any(first: u8, last: u8) -> Self {
        let has = |is: fn(u8) -> bool| Lengths::from((first..=last.min(0x7F)).any(is));
        let mixed = has(|byte| matches!(byte, b'a'..=b'f')) << 1;
        let signs = (first..=last.min(0x7F)).filter(|byte| !is_word(*byte)).fold(0, |signs, byte| signs | 1 << byte);
        Self {
            whole: Row { numbers: has(|byte| byte.is_ascii_digit()) << 1, mixed },
            signed: Signed { row: Row { numbers: Lengths::from(signs != 0), mixed: 0 }, signs },
            ended: Signed::default(),
        }
    }

    fn or(self, other: Self) -> Self {
        Self { whole: self.whole | other.whole, signed: self.signed | other.signed, ended: self.ended | other.ended }
    }

    fn then(self, other: Self) -> Self {
        let goes_on = if other == Self::EMPTY { Signed::default() } else { self.signed };
        let may_end = if other.whole.numbers & 1 == 1 { self.signed } else { Signed::default() };
        Self {
            whole: self.whole.then(other.whole),
            signed: may_end | self.whole.then_signed(other.signed),
            ended: self.ended | goes_on | self.whole.then_signed(other.ended),
        }
    }

    fn repeated(Repetition { min, max, sub, .. }: &Repetition) -> Self {
        let part = Self::of(sub);
        let (mut all, mut last) = (if *min == 0 { Self::EMPTY } else { Self::default() }, Self::EMPTY);
        for count in 1..=max.unwrap_or(u32::MAX) {
            let next = last.then(part);
            // As many as are told apart: more of them begin alike.
            let is_last = next == last;
            last = next;
            all.ended = all.ended | last.ended;
            if count >= *min || is_last {
                all = all.or(last);
            }
            if is_last {
                break;
            }
        }
        all
    }
}
