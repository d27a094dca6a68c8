//! [`Unescaped`]: the value behind the escapes of a string.
//!
//! A tool shows lines of JSON, or source code, as they are written: `Zo\u00eb M\u00fcller`. The letters and digits of an
//! escape are no part of the name. A surrogate is made of the value, and written with the escapes that it needs itself, so
//! that the string around it stays one.

use std::ops::Range;

use zeroize::Zeroizing;

use super::{Outcome, Piece};
use crate::anonymize::substitute::{Substitute, SubstituteKind};

/// Bytes of `\u` with its digits.
const UNIT: usize = 6;

/// A value and its places in the spelling with escapes.
pub(super) struct Unescaped {
    /// The value.
    pub(super) text: Zeroizing<String>,
    /// The end of each escape: in the value, and in the spelling.
    ends: Vec<(usize, usize)>,
}

impl Unescaped {
    /// The value of `source`; `None` unless it has escapes and is the content of a string.
    pub(super) fn of(source: &str) -> Option<Self> {
        if !source.contains('\\') {
            return None;
        }
        let mut text = Zeroizing::new(String::with_capacity(source.len()));
        let (mut ends, mut at) = (Vec::new(), 0);
        while let Some(next) = source.get(at..)?.find('\\') {
            text.push_str(plain(source.get(at..at + next)?)?);
            at += next;
            let (c, len) = read(source.get(at..)?)?;
            text.push(c);
            at += len;
            ends.push((text.len(), at));
        }
        text.push_str(plain(source.get(at..)?)?);
        Some(Self { text, ends })
    }

    /// The bytes of the spelling that stand for `range` of the value.
    fn in_source(&self, range: &Range<usize>) -> Range<usize> {
        let before = |at: usize| {
            let escapes = self.ends.partition_point(|(end, _)| *end <= at);
            let (end, source) =
                escapes.checked_sub(1).and_then(|last| self.ends.get(last)).copied().unwrap_or_default();
            source + (at - end)
        };
        before(range.start)..before(range.end)
    }

    /// `outcome` for the value as an outcome for the spelling.
    pub(super) fn respelled(&self, outcome: Outcome) -> Outcome {
        let all = |names: Vec<Substitute>| names.iter().map(|name| Substitute::from(escaped(name))).collect();
        match outcome {
            Outcome::Request(SubstituteKind::AnyOf(names)) => Outcome::Request(SubstituteKind::AnyOf(all(names))),
            Outcome::Pieces(pieces) => Outcome::Pieces(
                (pieces.into_iter())
                    .map(|piece| match piece {
                        Piece::Text(text) => Piece::Text(escaped(&text)),
                        Piece::Part { range, candidates } => {
                            Piece::Part { range: self.in_source(&range), candidates: all(candidates) }
                        }
                    })
                    .collect(),
            ),
            other => other,
        }
    }
}

/// `text`, unless it has a character that a string escapes.
fn plain(text: &str) -> Option<&str> {
    text.bytes().all(|byte| byte >= 0x20 && byte != b'"').then_some(text)
}

/// The character of the escape that `source` begins with, and its length.
fn read(source: &str) -> Option<(char, usize)> {
    let len = if source.as_bytes().get(1) == Some(&b'u') { UNIT } else { 2 };
    let read = |len: usize| {
        let text: String = serde_json::from_str(&format!("\"{}\"", source.get(..len)?)).ok()?;
        let mut characters = text.chars();
        characters.next().filter(|_| characters.next().is_none()).map(|c| (c, len))
    };
    // Characters beyond 16 bits have two of them.
    read(len).or_else(|| read(2 * UNIT))
}

/// `text` as the content of a string.
fn escaped(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted.get(1..quoted.len() - 1).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{super::tests::surrogates, *};

    #[test]
    fn values_keep_their_places_in_the_spelling() {
        let source = r"Zo\u00eb \ud83d\ude00 M\u00fcller";
        let unescaped = Unescaped::of(source).unwrap();
        assert_eq!(unescaped.text.as_str(), "Zoë 😀 Müller");
        for (part, spelled) in [("Zoë", r"Zo\u00eb"), ("Müller", r"M\u00fcller"), ("ller", "ller"), ("Zo", "Zo")] {
            let start = unescaped.text.find(part).unwrap();
            assert_eq!(&source[unescaped.in_source(&(start..start + part.len()))], spelled);
        }
    }

    #[test]
    fn what_is_no_content_of_a_string_is_taken_as_it_is() {
        for source in ["Zoë", r"C:\Qx7", "a\\", r"\u00e", r"\ud83d", "a\\n\"b", "a\\n\tb"] {
            assert!(Unescaped::of(source).is_none(), "{source}");
        }
    }

    #[test]
    fn surrogates_are_contents_of_strings_as_well() {
        for (label, source) in [
            ("PERSON", r"Zo\u00eb M\u00fcller"),
            ("PERSON", r"J\u00fcrgen"),
            ("LOCATION", r"M\u00fcnchen"),
            ("ORGANIZATION", r"Caf\u00e9 M\u00fcller GmbH"),
            ("ADDRESS", r"Hauptstra\u00dfe 12\n10435 Berlin"),
            ("PASSWORD", r#"p\u00e4\"ss\\w0rd#9\tx"#),
            ("USERNAME", r"j\u00fcrgen99"),
            ("NOTE", r"\ud83d\ude00bcdef\/12"),
        ] {
            let names = surrogates(label, source);
            for name in &names {
                let value: Result<String, _> = serde_json::from_str(&format!("\"{name}\""));
                assert!(value.is_ok_and(|value| !value.contains('\\') || source.contains(r"\\")), "{label} {name}");
                assert!(!name.contains(r"\u"), "{label} {name}");
            }
            assert!(!names.is_empty() || label == "NOTE", "{label} {source}");
        }
    }

    #[test]
    fn a_name_of_two_words_has_their_surrogates() {
        let [whole, ..] = &surrogates("PERSON", r"Zo\u00eb M\u00fcller")[..] else { panic!("a surrogate") };
        let [plain, ..] = &surrogates("PERSON", "Zoë Müller")[..] else { panic!("a surrogate") };
        assert_eq!(whole, plain, "offered the same, as far as they are free");
    }
}
