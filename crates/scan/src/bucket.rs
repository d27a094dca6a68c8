//! [`Bucket`]: the patterns that share one automaton.
//!
//! A single automaton for all patterns would need a state for every combination of their open continuations: after `12`
//! a date, a telephone number and a dozen national identifiers are each at a place of their own, and these multiply.
//! Patterns that begin alike share an automaton; patterns that never run over the same text do not. Two more things
//! come of it: tables stay narrow, since an automaton of digits tells few bytes apart, and the prefix filter stays
//! sharp, since a pattern that begins with any letter does not let texts through to the patterns that begin with one
//! word.

use regex_syntax::hir::{Hir, HirKind};

use crate::{
    byte_set::{ByteSet, FirstSet},
    first_character::{self, Side},
};

/// A set of groups, a bit each.
///
/// A group is the part of a bucket whose patterns begin with one class of bytes. The filters in front of the automata
/// tell groups apart; one automaton may serve several.
pub type GroupSet = u16;

/// A class of patterns by the bytes that they begin with and consist of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bucket {
    /// Digits alone.
    Digits,
    /// Digits and punctuation, a digit first.
    SeparatedDigits,
    /// A digit first, letters later.
    DigitsAndLetters,
    /// A letter of a small set first: words of a known beginning.
    FewLetters,
    /// The parts of such patterns that begin with a character beyond ASCII.
    FewBeyondAscii,
    /// A capital or a digit first.
    CapitalOrDigit,
    /// Any letter first.
    AnyLetter,
    /// Punctuation first, among others.
    Other,
    /// Patterns that are searched for within words: [`Pattern::Anywhere`](crate::Pattern::Anywhere).
    Anywhere,
    /// Patterns that follow a word and a blank: [`Pattern::AfterBlank`](crate::Pattern::AfterBlank).
    AfterBlank,
    /// Patterns that begin words and may end within them: [`Pattern::Prefix`](crate::Pattern::Prefix).
    Prefix,
}

impl Bucket {
    /// All buckets, each at the index that it has as a number.
    pub const ALL: [Self; 11] = [
        Self::Digits,
        Self::SeparatedDigits,
        Self::DigitsAndLetters,
        Self::FewLetters,
        Self::FewBeyondAscii,
        Self::CapitalOrDigit,
        Self::AnyLetter,
        Self::Other,
        Self::Anywhere,
        Self::AfterBlank,
        Self::Prefix,
    ];

    /// The group of single bytes, [`Pattern::Byte`](crate::Pattern::Byte), which have no automaton.
    pub const BYTES: GroupSet = 1 << 15;

    /// The groups of [`Bucket::Anywhere`].
    pub const ANYWHERE: GroupSet = 1 << 13 | 1 << 14;

    /// The bucket of a pattern between word boundaries.
    pub fn of(hir: &Hir) -> Self {
        let FirstSet { bytes: first, wide } = FirstSet::of(hir);
        let alphabet = ByteSet::alphabet(hir);
        let has = |set: &ByteSet, is: fn(&u8) -> bool| set.iter().any(|byte| is(&byte));
        if has(&first, |byte| byte.is_ascii() && !byte.is_ascii_alphanumeric()) {
            Self::Other
        } else if !has(&first, |byte| !byte.is_ascii_digit()) {
            if has(&alphabet, u8::is_ascii_alphabetic) {
                Self::DigitsAndLetters
            } else if has(&alphabet, |byte| !byte.is_ascii_digit()) {
                Self::SeparatedDigits
            } else {
                Self::Digits
            }
        } else if has(&wide, u8::is_ascii_lowercase) {
            Self::AnyLetter
        } else if has(&wide, u8::is_ascii_uppercase) || has(&first, u8::is_ascii_digit) || is_wide_after_first(hir) {
            Self::CapitalOrDigit
        } else {
            Self::FewLetters
        }
    }

    /// A pattern of the bucket as parts, each with the bucket whose automaton it belongs to.
    ///
    /// Words of known beginnings are by far the most, and those of other scripts share no state with them. Apart, they
    /// are built at the same time, and leave each other room.
    pub fn parts(self, hir: Hir) -> Vec<(Self, Hir)> {
        if self != Self::FewLetters {
            return vec![(self, hir)];
        }
        let buckets = [(Self::FewLetters, Side::Ascii), (Self::FewBeyondAscii, Side::Beyond)];
        buckets.into_iter().filter_map(|(bucket, side)| Some((bucket, first_character::part(side, &hir)?))).collect()
    }

    /// The groups of the bucket, as a set.
    pub fn groups(self) -> GroupSet {
        match self {
            Self::Digits => 1,
            Self::SeparatedDigits => 0b11 << 1,
            Self::DigitsAndLetters => 1 << 3,
            Self::FewLetters => 0b11 << 4,
            Self::FewBeyondAscii => 1 << 6,
            Self::Prefix => 1 << 7,
            Self::AfterBlank => 1 << 8,
            Self::CapitalOrDigit => 0b11 << 9,
            Self::AnyLetter => 1 << 11,
            Self::Other => 1 << 12,
            Self::Anywhere => Self::ANYWHERE,
        }
    }

    /// Reports whether matches may end within words.
    pub fn ends_anywhere(self) -> bool {
        matches!(self, Self::Anywhere | Self::Prefix)
    }

    /// The group of its patterns that begin with `byte`.
    pub fn group(self, byte: u8) -> GroupSet {
        match self {
            Self::SeparatedDigits => 1 << (1 + u16::from(byte > b'1')),
            Self::FewLetters => 1 << (4 + (byte & 1)),
            Self::CapitalOrDigit => 1 << (9 + u16::from(byte.is_ascii_alphabetic())),
            Self::Anywhere => 1 << (13 + u16::from(byte.is_ascii_alphanumeric())),
            Self::Digits
            | Self::DigitsAndLetters
            | Self::FewBeyondAscii
            | Self::AnyLetter
            | Self::Other
            | Self::AfterBlank
            | Self::Prefix => self.groups(),
        }
    }
}

/// Reports whether an expression has one byte and then any letter of a case, so that its beginning names no word.
fn is_wide_after_first(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Repetition(repetition) => repetition.max != Some(1),
        HirKind::Concat(parts) => match parts.as_slice() {
            [first, second, ..] => {
                first.properties().maximum_len() == Some(1) && FirstSet::of(second).wide.iter().next().is_some()
            }
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regex::parse;

    #[test]
    fn patterns_that_begin_alike_share_a_bucket() {
        for (regex, bucket) in [
            ("1?[2-9]{3}", Bucket::Digits),
            ("[0-9]{3}[ \\u{A0}][0-9]", Bucket::SeparatedDigits),
            ("[0-9]{2} (?:am|pm)", Bucket::DigitsAndLetters),
            ("[0-9.]+[A-Z]?", Bucket::Other),
            ("[^a]", Bucket::Other),
            ("[A-Z]?[0-9]", Bucket::CapitalOrDigit),
            ("[0-9a-f]{4}", Bucket::CapitalOrDigit),
            ("[A-Za-z][0-9]", Bucket::AnyLetter),
            ("\\bab|[C-D]", Bucket::FewLetters),
            ("é", Bucket::FewLetters),
            ("(?i)k", Bucket::FewLetters),
            ("(?:[a-m]|x)y", Bucket::AnyLetter),
            ("aa|bb|cc|dd|ee|ff|gg|hh|ii|jj|kk|ll|mm|nn|oo", Bucket::FewLetters),
            ("(?:\\()?x", Bucket::Other),
        ] {
            assert_eq!(Bucket::of(&parse(regex).unwrap()), bucket, "{regex}");
        }
    }

    #[test]
    fn every_group_belongs_to_one_bucket() {
        let mut all = Bucket::BYTES;
        for (number, bucket) in Bucket::ALL.into_iter().enumerate() {
            assert_eq!(number, bucket as usize);
            assert_eq!(all & bucket.groups(), 0);
            all |= bucket.groups();
            for byte in 0..=u8::MAX {
                assert_eq!(bucket.group(byte).count_ones(), 1);
                assert_eq!(bucket.group(byte) & !bucket.groups(), 0);
            }
        }
        assert_eq!(all, GroupSet::MAX);
    }
}
