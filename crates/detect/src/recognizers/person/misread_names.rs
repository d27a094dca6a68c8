//! Names as optical character recognition misreads them, with 0 for o and 1 for i or l, behind titles and names of fields: `SURNAME
//! HARGREAVE-C0LE`, `F0RENAMES D0ris May`, `Dr Sw1nton`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::is_name_word;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?:SURNAME|Surname|F[O0]RENAMES?|F[o0]renames?|NAME|Name|D[Rr]|M[Rr]|M[Rr][Ss]|M[Ss]|Miss|MISS)\\.?:? [A-Z]",
        0.8,
        0.9,
    )]),
    context: words![],
    check: |candidate: &Candidate<'_>| candidate.part(misread_at(candidate.field.text, candidate.range.end - 1)?),
}];

/// The name at `at`, in one of whose words digits stand for letters.
fn misread_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes, and most words.
    const LONGEST: usize = 48;
    const WORDS: usize = 3;
    let near = line::behind(text, at, LONGEST);
    let (mut end, mut misread) = (0, 0);
    for (count, word) in near.split(' ').take(WORDS).enumerate() {
        let bare = word.trim_end_matches([',', '.', ';', ')']);
        if !is_misread(bare) && !is_name_word(bare) {
            break;
        }
        misread += usize::from(is_misread(bare));
        end += usize::from(count > 0) + bare.len();
        if bare.len() < word.len() {
            break;
        }
    }
    (misread > 0 && is_value_edge(text, at + end)).then_some(at..at + end)
}

/// Reports whether `word` is a word with a capital, some of whose letters are digits between letters.
fn is_misread(word: &str) -> bool {
    /// Most digits, and fewest letters.
    const DIGITS: usize = 2;
    const LETTERS: usize = 3;
    let digits = word.bytes().filter(|b| matches!(b, b'0' | b'1' | b'5')).count();
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let stands = |c: char| c.is_alphabetic() || matches!(c, '0' | '1' | '5' | '-' | '\'');
    (1..=DIGITS).contains(&digits)
        && letters >= LETTERS
        && word.starts_with(char::is_uppercase)
        && word.ends_with(char::is_alphabetic)
        && word.chars().all(stands)
        && word.as_bytes().get(1).is_some_and(|second| *second != b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_the_place_of_letters() {
        for (text, expected) in [
            ("HARGREAVE-C0LE\n", Some("HARGREAVE-C0LE")),
            ("D0ris May          D.O.B.", Some("D0ris May")),
            ("Sw1nton", Some("Sw1nton")),
            ("Swinton", None),
            ("A1", None),
            ("Model X10", None),
        ] {
            assert_eq!(misread_at(text, 0).map(|range| &text[range]), expected, "{text}");
        }
    }
}
