//! [`ByteSet`]: sets of bytes that are read off an expression, as its alphabet and its FIRST set.

use regex_syntax::hir::{Class, Hir, HirKind};

/// Least number of letters of one case that make a class a wide one: it stands for any letter, no longer for a few.
const WIDE: usize = 13;

/// A set of bytes.
#[derive(Clone, Copy)]
pub struct ByteSet([bool; 256]);

impl ByteSet {
    /// The set without a byte.
    pub const EMPTY: Self = Self([false; 256]);

    /// The alphabet of an expression: the bytes that may stand anywhere in a match.
    ///
    /// ASCII bytes are exact. Characters beyond ASCII are not told apart: the set holds some byte above 0x7F if there
    /// is one.
    pub fn alphabet(hir: &Hir) -> Self {
        let mut alphabet = Self::EMPTY;
        alphabet.add_alphabet(hir);
        alphabet
    }

    /// Reports whether it holds `byte`.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }

    /// The bytes of the set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=u8::MAX).filter(|byte| self.contains(*byte))
    }

    /// Adds one byte.
    pub fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte)] = true;
    }

    fn insert_range(&mut self, first: u8, last: u8) {
        self.0[usize::from(first)..=usize::from(last)].fill(true);
    }

    fn add_alphabet(&mut self, hir: &Hir) {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => literal.0.iter().for_each(|byte| self.insert(*byte)),
            HirKind::Class(Class::Bytes(class)) => {
                class.iter().for_each(|range| self.insert_range(range.start(), range.end()));
            }
            HirKind::Class(Class::Unicode(class)) => {
                let byte = |c: char| u8::try_from(c).unwrap_or(u8::MAX);
                class.iter().for_each(|range| self.insert_range(byte(range.start()), byte(range.end())));
            }
            HirKind::Repetition(repetition) => self.add_alphabet(&repetition.sub),
            HirKind::Capture(capture) => self.add_alphabet(&capture.sub),
            HirKind::Concat(parts) | HirKind::Alternation(parts) => {
                parts.iter().for_each(|part| self.add_alphabet(part))
            }
        }
    }
}

/// The FIRST set of an expression, as in the construction of parsers.
pub struct FirstSet {
    /// The bytes that a match may begin with; characters beyond ASCII as in [`ByteSet::alphabet`].
    pub bytes: ByteSet,
    /// The bytes of [`FirstSet::bytes`] that are letters of a wide class.
    pub wide: ByteSet,
}

impl FirstSet {
    /// The FIRST set of `hir`.
    pub fn of(hir: &Hir) -> Self {
        let mut first = Self { bytes: ByteSet::EMPTY, wide: ByteSet::EMPTY };
        first.add(hir);
        first
    }

    /// Adds the FIRST set of `hir`. Returns whether `hir` is nullable: the expression behind it may then come first,
    /// too.
    fn add(&mut self, hir: &Hir) -> bool {
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => true,
            HirKind::Literal(literal) => {
                self.bytes.insert(*literal.0.first().expect("an empty literal is `HirKind::Empty`"));
                false
            }
            HirKind::Class(_) => {
                let class = ByteSet::alphabet(hir);
                class.iter().for_each(|byte| self.bytes.insert(byte));
                for case in [b'A'..=b'Z', b'a'..=b'z'] {
                    let letters = case.filter(|letter| class.contains(*letter));
                    if letters.clone().count() >= WIDE {
                        letters.for_each(|letter| self.wide.insert(letter));
                    }
                }
                false
            }
            HirKind::Repetition(repetition) => self.add(&repetition.sub) || repetition.min == 0,
            HirKind::Capture(capture) => self.add(&capture.sub),
            HirKind::Concat(parts) => parts.iter().all(|part| self.add(part)),
            HirKind::Alternation(parts) => {
                // Counted, not `any`: every part is to be added.
                parts.iter().filter(|part| self.add(part)).count() > 0
            }
        }
    }
}
