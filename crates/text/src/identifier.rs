//! Identifiers: names in programs, documents and tables, and the words that they are made of.
//!
//! A word begins behind a sign or a low line (`passport_no`), with a capital behind a small letter (`passportNo`), with
//! the last capital of an acronym (`SSNValue`), between letters and digits (`phone2`), and where the script changes.

use crate::{is_boundary, properties::Properties};

/// The class of a character in an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A sign, a blank or a low line, which belongs to no word.
    Gap,
    /// A small letter, or a combining mark.
    Lower,
    Upper,
    Digit,
    /// A letter of a script without case.
    Caseless,
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

    #[inline]
    fn of(c: char) -> Self {
        Self::ASCII.get(c as usize).copied().unwrap_or_else(|| Properties::of(c).class)
    }

    /// The class of `c`, which belongs to a word or not, by the tables of Unicode.
    pub(crate) fn searched(c: char, is_word: bool) -> Self {
        match Self::ASCII.get(c as usize) {
            Some(class) => *class,
            None if !is_word => Self::Gap,
            None if c.is_numeric() => Self::Digit,
            None if c.is_uppercase() => Self::Upper,
            None if c.is_lowercase() || !c.is_alphabetic() => Self::Lower,
            None => Self::Caseless,
        }
    }
}

/// Reports whether `byte` is an ASCII character that belongs to no word of an identifier.
#[inline]
pub fn is_gap(byte: u8) -> bool {
    Class::ASCII.get(usize::from(byte)) == Some(&Class::Gap)
}

/// Where the next character of an identifier stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Between words.
    Gap,
    /// At the start of a word.
    Start,
    /// Within a word.
    Inside,
}

/// A splitter of identifiers into words, which is shown one character after the other.
#[derive(Clone, Debug)]
pub struct Splitter {
    last: char,
    class: Class,
    /// The number of characters of the word so far.
    len: usize,
}

impl Default for Splitter {
    fn default() -> Self {
        Self { last: ' ', class: Class::Gap, len: 0 }
    }
}

impl Splitter {
    /// Where `c` stands, the character at `at` of `text`. It follows the one of the last call, or begins an identifier.
    #[inline]
    pub fn step(&mut self, text: &str, at: usize, c: char) -> Step {
        let (last, before) = (std::mem::replace(&mut self.last, c), self.class);
        self.class = Class::of(c);
        let starts = match (before, self.class) {
            (_, Class::Gap) => {
                self.len = 0;
                return Step::Gap;
            }
            (Class::Gap, _) => true,
            (Class::Digit, Class::Digit) => false,
            (Class::Digit, _) | (_, Class::Digit) => true,
            // `passportNo`, but not `iPhone`.
            (Class::Lower, Class::Upper) if self.len > 1 => true,
            // The last letter of an acronym begins the next word: `SSNValue`, but not `SSNs`.
            (Class::Upper, Class::Upper) if is_followed_by_small(text, at + c.len_utf8()) => true,
            _ => !(c.is_ascii() && last.is_ascii()) && is_boundary(text, at),
        };
        self.len = if starts { 1 } else { self.len + 1 };
        if starts { Step::Start } else { Step::Inside }
    }

    /// Goes over a small ASCII letter behind another one, which a word always goes on with; the same as [`step`](Self::step).
    #[inline]
    pub fn goes_on(&mut self, letter: char) -> bool {
        let goes_on = letter.is_ascii_lowercase() && self.last.is_ascii_lowercase();
        if goes_on {
            (self.last, self.len) = (letter, self.len + 1);
        }
        goes_on
    }

    /// Reports whether the last character was a digit.
    pub fn is_digit(&self) -> bool {
        self.class == Class::Digit
    }
}

/// Reports whether two small letters stand at `at`.
#[inline]
fn is_followed_by_small(text: &str, at: usize) -> bool {
    let mut rest = text.get(at..).unwrap_or_default().chars().map(Class::of);
    rest.next() == Some(Class::Lower) && rest.next() == Some(Class::Lower)
}

/// The words of an identifier; numbers are words, too.
///
/// ```
/// use masquerade_text::identifier;
/// let words: Vec<_> = identifier::words("userSSN_value-2").collect();
/// assert_eq!(words, ["user", "SSN", "value", "2"]);
/// ```
pub fn words(name: &str) -> impl Iterator<Item = &str> {
    let (mut chars, mut splitter, mut start) = (name.char_indices(), Splitter::default(), None);
    std::iter::from_fn(move || {
        for (at, c) in chars.by_ref() {
            let begun = match splitter.step(name, at, c) {
                Step::Inside => continue,
                Step::Gap => std::mem::take(&mut start),
                Step::Start => start.replace(at),
            };
            if let Some(begun) = begun {
                return name.get(begun..at);
            }
        }
        name.get(start.take()?..)
    })
}

/// Reports whether a capital follows a small letter behind the fourth character of `word`: `ValueOf`, but not `McCall`
/// and `MacBeth`, which are names.
pub fn has_late_hump(word: &str) -> bool {
    let pairs = word.chars().zip(word.chars().skip(1));
    pairs.skip(3).any(|(last, c)| last.is_lowercase() && c.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_have_words() {
        for (name, expected) in [
            ("passportNo", "passport No"),
            ("PASSPORT_NO.", "PASSPORT NO"),
            ("userSSNValue", "user SSN Value"),
            ("IBANs", "IBANs"),
            ("iPhone", "iPhone"),
            ("phone2", "phone 2"),
            ("Straße12", "Straße 12"),
            ("número", "número"),
            ("me\u{301}dicoNo", "me\u{301}dico No"),
            ("护照号", "护 照 号"),
            ("SSN号码", "SSN 号 码"),
            ("номерSSN", "номер SSN"),
            ("яSSN", "я SSN"),
            ("__x__", "x"),
            ("", ""),
        ] {
            assert_eq!(words(name).collect::<Vec<_>>().join(" "), expected, "{name}");
        }
    }

    #[test]
    fn humps_near_the_beginning_are_those_of_names() {
        assert!(has_late_hump("ValueOf") && has_late_hump("readFile"));
        assert!(!has_late_hump("McCall") && !has_late_hump("MacBeth") && !has_late_hump("Roe") && !has_late_hump(""));
    }
}
