//! Words, as context is compared by: in lower case, names such as `passportNo` and `passport_no`
//! split, values replaced by a mark.
//!
//! A word is kept as a hash of 64 bits. Two words of one hash would only make one speak for what the other
//! speaks for, which any text can do by using the other.

use std::{
    hash::{BuildHasherDefault, Hasher},
    ops::Range,
};

use crate::text::{is_boundary, is_word};

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

/// What a character is to the form of names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Gap,
    Lower,
    Upper,
    Digit,
}

impl Class {
    const ASCII: [Self; 128] = {
        let mut classes = [Self::Gap; 128];
        let mut byte = 0;
        while byte < 128 {
            classes[byte] = match byte as u8 {
                b'a'..=b'z' => Self::Lower,
                b'A'..=b'Z' => Self::Upper,
                b'0'..=b'9' => Self::Digit,
                _ => Self::Gap,
            };
            byte += 1;
        }
        classes
    };

    fn of(c: char) -> Self {
        match Self::ASCII.get(c as usize) {
            Some(class) => *class,
            None if !is_word(c) => Self::Gap,
            None if c.is_numeric() => Self::Digit,
            None if c.is_uppercase() => Self::Upper,
            None => Self::Lower,
        }
    }
}

/// A word in the making.
#[derive(Default)]
struct Word {
    hash: u64,
    /// Its characters so far.
    len: usize,
    /// Whether it is of digits.
    number: bool,
}

impl Word {
    fn push(&mut self, c: char) {
        // The product does not wait for the hash so far, which makes long words cheap.
        self.hash = self.hash.rotate_left(7) ^ u64::from(u32::from(c)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    /// Ends it.
    fn end(&mut self, out: &mut Vec<Token>) {
        match std::mem::take(self) {
            Self { len: 0, .. } => {}
            Self { len, number: true, .. } if len >= VALUE_DIGITS => out.push(Token::Value),
            Self { hash, .. } => out.push(Token::Word(hash)),
        }
    }
}

/// Cuts `range` of `text` into words, which replace what `out` holds.
pub fn tokenize(text: &str, range: Range<usize>, out: &mut Vec<Token>) {
    out.clear();
    let mut chars = text.get(range.clone()).unwrap_or_default().chars();
    let mut last = (' ', Class::Gap);
    let mut word = Word::default();
    while let Some(c) = chars.next() {
        // Most letters go on with a word in lower case.
        if c.is_ascii_lowercase() && last.1 == Class::Lower && last.0.is_ascii() {
            word.len += 1;
            word.push(c);
            last.0 = c;
            continue;
        }
        let class = Class::of(c);
        if class == Class::Gap {
            word.end(out);
            last = (c, class);
            continue;
        }
        let splits = match (last.1, class) {
            (Class::Gap, _) => false,
            (Class::Digit, Class::Digit) => false,
            (Class::Digit, _) | (_, Class::Digit) => true,
            // `passportNo`, but not `iPhone`.
            (Class::Lower, Class::Upper) => word.len > 1,
            // The last letter of an acronym begins the next name: `SSNValue`, but not `SSNs`.
            (Class::Upper, Class::Upper) => {
                let mut rest = chars.clone().map(Class::of);
                rest.next() == Some(Class::Lower) && rest.next() == Some(Class::Lower)
            }
            _ => false,
        };
        let is_plain = c.is_ascii() && last.0.is_ascii();
        if splits || !is_plain && is_boundary(text, range.end - chars.as_str().len() - c.len_utf8()) {
            word.end(out);
        }
        word.len += 1;
        word.number = class == Class::Digit;
        if c.is_ascii() {
            word.push(c.to_ascii_lowercase());
        } else {
            c.to_lowercase().for_each(|c| word.push(c));
        }
        last = (c, class);
    }
    word.end(out);
}

/// Hashes for maps whose keys are words: what is hashed already need not be hashed again.
pub type WordHasher = BuildHasherDefault<Mixer>;

/// The hasher of [`WordHasher`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u32(&mut self, value: u32) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
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
        assert_eq!(tokens("id 123 12").get(1), Some(&Token::Value));
        assert_ne!(tokens("12")[0], tokens("21")[0]);
    }
}
