//! [`Family`]: which patterns share an automaton.
//!
//! One automaton for all patterns would multiply what they leave open: after `12` a date, a telephone
//! number and a dozen national numbers are each at a place of their own. Patterns that begin alike
//! share one; those that never meet do not. It also keeps the tables narrow: an automaton for
//! digits and separators tells few bytes apart.

use regex_syntax::hir::{Class, Hir, HirKind};

/// A set of groups of patterns, one bit each: what the gate tells apart.
pub type Groups = u16;

/// What patterns of one automaton have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Begin with a digit, and no letter follows.
    Numbers,
    /// Begin with a digit; letters follow.
    Mixed,
    /// Begin with a letter, or with one of letters and digits.
    Words,
    /// Begin with anything else.
    Others,
    /// Are looked for within words, too.
    Within,
}

impl Family {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Numbers, Self::Mixed, Self::Words, Self::Others, Self::Within];

    /// The group of bytes that are searched for wherever they stand, whatever follows.
    pub const ALONE: Groups = 1 << 15;

    /// The groups of what is looked for within words.
    pub const WITHIN: Groups = 1 << 13 | 1 << 14;

    /// The family of a pattern.
    pub fn of(hir: &Hir) -> Self {
        match Firsts::of(hir) {
            Firsts { signs: true, .. } => Self::Others,
            Firsts { letters: true, .. } => Self::Words,
            _ if has_letters(hir) => Self::Mixed,
            _ => Self::Numbers,
        }
    }

    /// Its groups, all together.
    pub fn groups(self) -> Groups {
        match self {
            Self::Numbers => 0b11,
            Self::Mixed => 1 << 2,
            Self::Words => 0x1FF << 3,
            Self::Others => 1 << 12,
            Self::Within => Self::WITHIN,
        }
    }

    /// The group of its patterns that begin with `byte`.
    pub fn group(self, byte: u8) -> Groups {
        match self {
            Self::Numbers if byte <= b'1' => 1,
            Self::Numbers => 1 << 1,
            Self::Mixed => 1 << 2,
            Self::Words if byte.is_ascii_alphabetic() => 1 << (3 + (byte & 0x1F) % 8),
            Self::Words => 1 << 11,
            Self::Others => 1 << 12,
            Self::Within if byte.is_ascii_alphanumeric() => 1 << 13,
            Self::Within => 1 << 14,
        }
    }
}

/// What the first byte of a match may be.
#[derive(Clone, Copy, Default)]
struct Firsts {
    digits: bool,
    /// Letters, all that is not ASCII among them.
    letters: bool,
    signs: bool,
    /// Whether the first byte may be what follows, because nothing need be here.
    open: bool,
}

impl Firsts {
    fn of(hir: &Hir) -> Self {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => Self { open: true, ..Self::default() },
            HirKind::Literal(literal) => literal.0.first().map_or(Self::default(), |&first| Self::range(first, first)),
            HirKind::Class(class) => Self::class(class),
            HirKind::Repetition(repetition) => {
                let sub = Self::of(&repetition.sub);
                Self { open: sub.open || repetition.min == 0, ..sub }
            }
            HirKind::Capture(capture) => Self::of(&capture.sub),
            HirKind::Concat(parts) => {
                let mut all = Self { open: true, ..Self::default() };
                for part in parts {
                    if all.open {
                        all = Self { open: false, ..all }.or(Self::of(part));
                    }
                }
                all
            }
            HirKind::Alternation(parts) => parts.iter().map(Self::of).fold(Self::default(), Self::or),
        }
    }

    fn class(class: &Class) -> Self {
        let all = match class {
            Class::Bytes(class) => class.iter().map(|range| Self::range(range.start(), range.end())).collect(),
            Class::Unicode(class) => {
                let byte = |c: char| u8::try_from(c).unwrap_or(u8::MAX);
                class.iter().map(|range| Self::range(byte(range.start()), byte(range.end()))).collect::<Vec<_>>()
            }
        };
        all.into_iter().fold(Self::default(), Self::or)
    }

    /// Of a byte from `start` to `end`.
    fn range(start: u8, end: u8) -> Self {
        let (mut all, bytes) = (Self::default(), start..=end);
        for byte in bytes {
            all.digits |= byte.is_ascii_digit();
            all.letters |= byte.is_ascii_alphabetic() || !byte.is_ascii();
            all.signs |= byte.is_ascii() && !byte.is_ascii_alphanumeric();
        }
        all
    }

    fn or(self, other: Self) -> Self {
        Self {
            digits: self.digits || other.digits,
            letters: self.letters || other.letters,
            signs: self.signs || other.signs,
            open: self.open || other.open,
        }
    }
}

/// Whether a match may hold an ASCII letter.
fn has_letters(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.iter().any(u8::is_ascii_alphabetic),
        HirKind::Class(Class::Bytes(class)) => {
            class.iter().any(|range| (range.start()..=range.end()).any(|byte| byte.is_ascii_alphabetic()))
        }
        HirKind::Class(Class::Unicode(class)) => class
            .iter()
            .any(|range| ('A'..='z').any(|c| c.is_ascii_alphabetic() && range.start() <= c && c <= range.end())),
        HirKind::Repetition(repetition) => has_letters(&repetition.sub),
        HirKind::Capture(capture) => has_letters(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(has_letters),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::prefilter::parse;

    #[test]
    fn patterns_that_begin_alike_belong_together() {
        for (regex, family) in [
            ("[0-9]{3}[ \\u{A0}][0-9]", Family::Numbers),
            ("1?[2-9]-", Family::Numbers),
            ("[0-9]{2} (?:am|pm)", Family::Mixed),
            ("[0-9.]+[A-Z]?", Family::Others),
            ("[A-Z]?[0-9]", Family::Words),
            ("\\bab|[C-D]", Family::Words),
            ("é", Family::Words),
            ("(?:x|7)y", Family::Words),
            ("[^a]", Family::Others),
            ("(?i)k", Family::Words),
        ] {
            assert_eq!(Family::of(&parse(regex).unwrap()), family, "{regex}");
        }
    }

    #[test]
    fn every_group_belongs_to_one_family() {
        let mut all = Family::ALONE;
        for family in Family::ALL {
            assert_eq!(all & family.groups(), 0);
            all |= family.groups();
            for byte in 0..=u8::MAX {
                assert_eq!(family.group(byte).count_ones(), 1);
                assert_eq!(family.group(byte) & !family.groups(), 0);
            }
        }
        assert_eq!(all, Groups::MAX);
    }
}
