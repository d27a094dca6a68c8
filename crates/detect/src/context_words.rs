//! The words of context: in lower case, with names such as `passportNo` and `passport_no` split, and with values
//! replaced by a mark.
//!
//! A word is kept as a hash of 64 bits. Two words with one hash would support each other's rules. An author of texts gains
//! nothing by such a collision, since the other word can be used as well.

use std::{hash::Hasher, ops::Range};

use rustc_hash::FxHasher;

use crate::text::{
    escape_before,
    identifier::{Splitter, Step, is_gap},
};

/// Digits in a row that make a value, which separates what belongs to it from the rest.
const VALUE_DIGITS: usize = 3;

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A word, by its hash.
    Word(u64),
    /// A number of several digits.
    Value,
}

/// Bytes of a word that are mixed together.
const PIECE: usize = 8;

/// The bits that put letters into lower case; digits have them already.
const LOWER: u64 = u64::from_le_bytes([0x20; PIECE]);

/// Adds the next piece of a word to its hash.
fn mix(hasher: &mut FxHasher, piece: u64) {
    hasher.write_u64(piece | LOWER);
}

/// The hash of an ASCII word, whatever its case.
fn hash(word: &[u8]) -> u64 {
    let (pieces, rest) = word.as_chunks::<PIECE>();
    let mut hasher = FxHasher::default();
    pieces.iter().for_each(|piece| mix(&mut hasher, u64::from_le_bytes(*piece)));
    if !rest.is_empty() {
        mix(&mut hasher, rest.iter().rev().fold(0, |piece, byte| piece << 8 | u64::from(*byte)));
    }
    hasher.finish()
}

/// The [`hash`] of the word of `len` bytes at `at` of `text`.
fn hash_at(text: &[u8], at: usize, len: usize) -> u64 {
    match text.get(at..at + PIECE).and_then(<[u8]>::first_chunk) {
        // The bytes behind a short word are masked out.
        Some(piece) if (1..PIECE).contains(&len) => {
            let mut hasher = FxHasher::default();
            mix(&mut hasher, u64::from_le_bytes(*piece) & (u64::MAX >> (8 * (PIECE - len))));
            hasher.finish()
        }
        _ => hash(text.get(at..at + len).unwrap_or_default()),
    }
}

/// The hasher of a word that is read character by character.
#[derive(Default)]
struct Word {
    hasher: FxHasher,
    /// The bytes that are not mixed yet, the first one lowest.
    piece: u64,
    /// The number of bytes in `piece`.
    filled: usize,
    /// The number of the word's characters so far.
    len: usize,
    /// True if all characters so far are digits.
    number: bool,
}

impl Word {
    fn push(&mut self, c: char) {
        c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| self.push_byte(byte));
    }

    fn push_byte(&mut self, byte: u8) {
        self.piece |= u64::from(byte) << (8 * self.filled);
        self.filled += 1;
        if self.filled == PIECE {
            mix(&mut self.hasher, self.piece);
            (self.piece, self.filled) = (0, 0);
        }
    }

    /// Ends the word, and adds its token to `out`.
    fn end(&mut self, out: &mut Vec<Token>) {
        match std::mem::take(self) {
            Self { len: 0, .. } => {}
            Self { len, number: true, .. } if len >= VALUE_DIGITS => out.push(Token::Value),
            Self { mut hasher, piece, filled, .. } => {
                if filled > 0 {
                    mix(&mut hasher, piece);
                }
                out.push(Token::Word(hasher.finish()));
            }
        }
    }
}

/// Cuts `range` of `text` into words, which replace what `out` holds.
pub fn tokenize(text: &str, range: Range<usize>, out: &mut Vec<Token>) {
    out.clear();
    let bytes = &text.as_bytes()[..range.end];
    let mut at = range.start;
    while let Some(&first) = bytes.get(at) {
        if is_gap(first) {
            at += if ESCAPES.contains(&first) { escape_len(text, at, first).unwrap_or(1) } else { 1 };
            continue;
        }
        // Most words are numbers, or of ASCII in one case, perhaps but for the first letter.
        let rest = &bytes[at + 1..];
        let is_digit = first.is_ascii_digit();
        let are_capitals = first.is_ascii_uppercase() && rest.first().is_some_and(u8::is_ascii_uppercase);
        let len = 1 + match () {
            () if is_digit => run(rest, u8::is_ascii_digit),
            () if are_capitals => run(rest, u8::is_ascii_uppercase),
            () => run(rest, u8::is_ascii_lowercase),
        };
        let is_plain = bytes.get(at + len).is_none_or(|next| is_gap(*next));
        if is_plain && is_digit && len >= VALUE_DIGITS {
            out.push(Token::Value);
            at += len;
        } else if is_plain && first.is_ascii_alphabetic() {
            out.push(Token::Word(hash_at(bytes, at, len)));
            at += len;
        } else {
            at = tokenize_name(text, at..range.end, out);
        }
    }
}

/// The signs that begin escape sequences.
const ESCAPES: [u8; 4] = *b"\\%=&";

/// The number of bytes at the start of `bytes` that are of a kind.
#[inline(always)]
fn run(bytes: &[u8], is_of_kind: impl Fn(&u8) -> bool) -> usize {
    bytes.iter().position(|byte| !is_of_kind(byte)).unwrap_or(bytes.len())
}

/// The length of the escape sequence that begins with the sign `first` at `at`, which would look like a word: `\n`, `%20`,
/// `&nbsp;`.
fn escape_len(text: &str, at: usize, first: u8) -> Option<usize> {
    const ENTITY: usize = 8;
    match first {
        b'\\' | b'%' | b'=' => [2, 3, 4, 6].into_iter().find(|len| escape_before(text, at + len) == Some(at)),
        b'&' => {
            let rest = text.as_bytes().get(at..)?;
            let len = rest.iter().skip(1).take(ENTITY).take_while(|b| b.is_ascii_alphanumeric() || **b == b'#').count();
            (rest.get(len + 1) == Some(&b';')).then_some(len + 2)
        }
        _ => None,
    }
}

/// Splits the name at the start of `range` of `text` into words, up to the next gap, and returns the place of the gap, or behind
/// one that is not of ASCII.
fn tokenize_name(text: &str, range: Range<usize>, out: &mut Vec<Token>) -> usize {
    let part = text.get(..range.end).unwrap_or_default();
    let (mut splitter, mut word) = (Splitter::default(), Word::default());
    for (len, c) in part.get(range.start..).unwrap_or_default().char_indices() {
        // Most letters follow another one of their word.
        if splitter.goes_on(c) {
            word.len += 1;
            word.push_byte(c as u8);
            continue;
        }
        let at = range.start + len;
        match splitter.step(part, at, c) {
            Step::Gap => {
                word.end(out);
                // A sign of ASCII may begin an escape sequence.
                return if c.is_ascii() { at } else { at + c.len_utf8() };
            }
            Step::Start => word.end(out),
            Step::Inside => {}
        }
        word.len += 1;
        word.number = splitter.is_digit();
        if c.is_ascii() {
            word.push_byte(c.to_ascii_lowercase() as u8);
        } else {
            c.to_lowercase().for_each(|c| word.push(c));
        }
    }
    word.end(out);
    range.end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        let mut out = Vec::new();
        tokenize(text, 0..text.len(), &mut out);
        out
    }

    #[test]
    fn names_and_texts_come_to_one_form() {
        for (text, words) in [
            ("passportNo", "passport no"),
            ("PASSPORT_NO.", "passport no"),
            ("passport-no", "passport no"),
            ("userSSNValue", "user ssn value"),
            ("IBANs", "ibans"),
            ("iPhone", "iphone"),
            ("phone2", "phone 2"),
            ("Stra\u{df}e 12", "stra\u{df}e 12"),
            ("\u{62a4}\u{7167}\u{53f7}", "\u{62a4} \u{7167} \u{53f7}"),
            ("\u{6211}\u{7684}SSN\u{662f}", "\u{6211} \u{7684} ssn \u{662f}"),
            ("  ", ""),
            (r"x\nssn", "x ssn"),
            (r"passportNo\nssn", "passport no ssn"),
            (r"Name\tssn\u0020NAME%20ssn", "name ssn name ssn"),
            ("social%20security&nbsp;number", "social security number"),
            ("n\u{fa}mero: ", "n\u{fa}mero"),
        ] {
            let expected: Vec<_> = words.split_whitespace().flat_map(tokens).collect();
            assert_eq!(expected.len(), words.split_whitespace().count());
            assert_eq!(tokens(text), expected, "{text:?}");
        }
    }

    #[test]
    fn numbers_of_several_digits_are_values() {
        assert_eq!(tokens("12345x"), [Token::Value, tokens("x")[0]]);
        assert_eq!(tokens(r"12345\nx"), tokens("12345 x"));
        assert_eq!(tokens("id 123 12").get(1), Some(&Token::Value));
        assert_ne!(tokens("12")[0], tokens("21")[0]);
    }
}
