//! [`Bucket`]: which patterns share an automaton.
//!
//! One automaton for all patterns would multiply what they leave open: after `12` a date, a telephone
//! number and a dozen national numbers are each at a place of their own. Patterns that begin alike
//! share one; those that never meet do not. It also keeps the tables narrow, since an automaton for
//! digits tells few bytes apart, and the start_filter sharp, since a pattern that begins with any letter
//! does not open it for those that begin with a word.

use regex_syntax::hir::{Class, Hir, HirKind};

/// A set of groups of patterns, one bit each: what the start_filter tells apart.
pub type Groups = u16;

/// A set of bytes.
pub type Bytes = [bool; 256];

/// What patterns of one automaton have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bucket {
    /// DigitRuns alone.
    DigitRuns,
    /// DigitRuns with signs between them.
    Grouped,
    /// DigitRuns first, letters behind them.
    Mixed,
    /// Begin with one of a few letters.
    Words,
    /// Begin with any capital, or with one or a digit.
    Capitals,
    /// Begin with any letter in any case.
    Letters,
    /// Begin with anything else.
    Others,
    /// Are looked for within words, too.
    Within,
    /// Are looked for behind words and blanks alone.
    Apart,
    /// Begin words, and end anywhere.
    Prefixes,
}

/// Letters from which on a class is of any letters of their case, and no longer of a few.
const MANY: usize = 13;

impl Bucket {
    /// All of them, by number.
    pub const ALL: [Self; 10] = [
        Self::DigitRuns,
        Self::Grouped,
        Self::Mixed,
        Self::Words,
        Self::Capitals,
        Self::Letters,
        Self::Others,
        Self::Within,
        Self::Apart,
        Self::Prefixes,
    ];

    /// The group of bytes that are searched for wherever they stand, whatever follows.
    pub const ALONE: Groups = 1 << 15;

    /// The groups of what is looked for within words.
    pub const WITHIN: Groups = 1 << 13 | 1 << 14;

    /// The bucket of a pattern.
    pub fn of(hir: &Hir) -> Self {
        let (mut firsts, mut any, all) = ([false; 256], [false; 256], bytes(hir));
        collect_firsts(hir, &mut firsts, &mut any);
        let count = |bytes: &Bytes, is: fn(&u8) -> bool| {
            (0..=u8::MAX).zip(bytes).filter(|(byte, has)| **has && is(byte)).count()
        };
        let is_sign = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
        let is_letter = |byte: &u8| !byte.is_ascii() || byte.is_ascii_alphabetic();
        match () {
            () if count(&firsts, is_sign) > 0 => Self::Others,
            () if count(&firsts, is_letter) == 0 => match () {
                () if count(&all, u8::is_ascii_alphabetic) > 0 => Self::Mixed,
                () if count(&all, |byte| !byte.is_ascii_digit()) > 0 => Self::Grouped,
                () => Self::DigitRuns,
            },
            () if count(&any, u8::is_ascii_lowercase) > 0 => Self::Letters,
            () if count(&any, u8::is_ascii_uppercase) > 0 || count(&firsts, u8::is_ascii_digit) > 0 => Self::Capitals,
            // What goes on with anything behind its first letter is no word.
            () if is_open(hir) => Self::Capitals,
            () => Self::Words,
        }
    }

    /// Its groups, all together.
    pub fn groups(self) -> Groups {
        match self {
            Self::DigitRuns => 1,
            Self::Grouped => 0b11 << 1,
            Self::Mixed => 1 << 3,
            Self::Words => 0b111 << 4,
            Self::Prefixes => 1 << 7,
            Self::Apart => 1 << 8,
            Self::Capitals => 0b11 << 9,
            Self::Letters => 1 << 11,
            Self::Others => 1 << 12,
            Self::Within => Self::WITHIN,
        }
    }

    /// Whether its matches may end within words.
    pub fn ends_anywhere(self) -> bool {
        matches!(self, Self::Within | Self::Prefixes)
    }

    /// The group of its patterns that begin with `byte`.
    pub fn group(self, byte: u8) -> Groups {
        match self {
            Self::Grouped => 1 << (1 + u16::from(byte > b'1')),
            // Texts of other scripts share their first bytes, and must not pay for words of ours.
            Self::Words if !byte.is_ascii() => 1 << 6,
            Self::Words => 1 << (4 + (byte & 1)),
            Self::Capitals => 1 << (9 + u16::from(byte.is_ascii_alphabetic())),
            Self::Within => 1 << (13 + u16::from(byte.is_ascii_alphanumeric())),
            Self::DigitRuns | Self::Mixed | Self::Letters | Self::Others | Self::Apart | Self::Prefixes => {
                self.groups()
            }
        }
    }
}

/// The bytes that a match of `hir` may begin with.
pub fn firsts(hir: &Hir) -> Bytes {
    let mut firsts = [false; 256];
    collect_firsts(hir, &mut firsts, &mut [false; 256]);
    firsts
}

/// The bytes that may stand anywhere in a match of `hir`; all that are not ASCII count as one.
pub fn bytes(hir: &Hir) -> Bytes {
    let mut bytes = [false; 256];
    collect(hir, &mut bytes);
    bytes
}

/// Adds the bytes that a match of `hir` may begin with to `firsts`, and those of classes of many letters to
/// `any`; whether what follows may be first, too.
fn collect_firsts(hir: &Hir, firsts: &mut Bytes, any: &mut Bytes) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Literal(literal) => {
            add(firsts, literal.0.first().copied().unwrap_or_default(), None);
            false
        }
        HirKind::Class(_) => {
            let class = bytes(hir);
            collect(hir, firsts);
            for case in [b'A'..=b'Z', b'a'..=b'z'] {
                let letters = case.filter(|&letter| class.get(usize::from(letter)) == Some(&true));
                if letters.clone().count() >= MANY {
                    letters.for_each(|letter| add(any, letter, None));
                }
            }
            false
        }
        HirKind::Repetition(repetition) => collect_firsts(&repetition.sub, firsts, any) || repetition.min == 0,
        HirKind::Capture(capture) => collect_firsts(&capture.sub, firsts, any),
        HirKind::Concat(parts) => parts.iter().all(|part| collect_firsts(part, firsts, any)),
        HirKind::Alternation(parts) => {
            let mut open = false;
            for part in parts {
                open |= collect_firsts(part, firsts, any);
            }
            open
        }
    }
}

/// Whether `hir` begins with one of a few letters, and any capital or small letter may follow.
fn is_open(hir: &Hir) -> bool {
    let [first, second, ..] = (match hir.kind() {
        HirKind::Concat(parts) => parts.as_slice(),
        HirKind::Repetition(repetition) => return repetition.max != Some(1),
        _ => return false,
    }) else {
        return false;
    };
    let one = first.properties().maximum_len() == Some(1);
    let (mut firsts, mut any) = ([false; 256], [false; 256]);
    collect_firsts(second, &mut firsts, &mut any);
    one && any.contains(&true)
}

/// Adds the bytes that may stand anywhere in a match of `hir`.
fn collect(hir: &Hir, bytes: &mut Bytes) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => literal.0.iter().for_each(|&byte| add(bytes, byte, None)),
        HirKind::Class(Class::Bytes(class)) => {
            class.iter().for_each(|range| add(bytes, range.start(), Some(range.end())));
        }
        HirKind::Class(Class::Unicode(class)) => {
            // All that is not ASCII counts as one.
            let byte = |c: char| u8::try_from(c).unwrap_or(u8::MAX);
            class.iter().for_each(|range| add(bytes, byte(range.start()), Some(byte(range.end()))));
        }
        HirKind::Repetition(repetition) => collect(&repetition.sub, bytes),
        HirKind::Capture(capture) => collect(&capture.sub, bytes),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().for_each(|part| collect(part, bytes)),
    }
}

/// Adds `start`, or all from there to `end`.
fn add(bytes: &mut Bytes, start: u8, end: Option<u8>) {
    if let Some(range) = bytes.get_mut(usize::from(start)..=usize::from(end.unwrap_or(start))) {
        range.fill(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regex::parse;

    #[test]
    fn patterns_that_begin_alike_belong_together() {
        for (regex, bucket) in [
            ("1?[2-9]{3}", Bucket::DigitRuns),
            ("[0-9]{3}[ \\u{A0}][0-9]", Bucket::Grouped),
            ("[0-9]{2} (?:am|pm)", Bucket::Mixed),
            ("[0-9.]+[A-Z]?", Bucket::Others),
            ("[^a]", Bucket::Others),
            ("[A-Z]?[0-9]", Bucket::Capitals),
            ("[0-9a-f]{4}", Bucket::Capitals),
            ("[A-Za-z][0-9]", Bucket::Letters),
            ("\\bab|[C-D]", Bucket::Words),
            ("é", Bucket::Words),
            ("(?i)k", Bucket::Words),
            ("(?:[a-m]|x)y", Bucket::Letters),
            ("aa|bb|cc|dd|ee|ff|gg|hh|ii|jj|kk|ll|mm|nn|oo", Bucket::Words),
            ("(?:\\()?x", Bucket::Others),
        ] {
            assert_eq!(Bucket::of(&parse(regex).unwrap()), bucket, "{regex}");
        }
    }

    #[test]
    fn every_group_belongs_to_one_family() {
        let mut all = Bucket::ALONE;
        for (number, bucket) in Bucket::ALL.into_iter().enumerate() {
            assert_eq!(number, bucket as usize);
            assert_eq!(all & bucket.groups(), 0);
            all |= bucket.groups();
            for byte in 0..=u8::MAX {
                assert_eq!(bucket.group(byte).count_ones(), 1);
                assert_eq!(bucket.group(byte) & !bucket.groups(), 0);
            }
        }
        assert_eq!(all, Groups::MAX);
    }
}
