//! Names of persons in lists of literals of programs, before their telephone number or their number of identity:
//! `("Jane Roe", "+44 20 7946 0018", …)`, `Client("Jane Roe", "840229-4417")`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::common_words::is_common_word;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The quotes and the comma between both, and the first sign of the number.
    patterns: Cow::Borrowed(&[Pattern::within("\", ?\"[+(0-9]", 0.8, 0.9), Pattern::within("', ?'[+(0-9]", 0.8, 0.9)]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = name_before(text, start)?;
    is_number(text, end - 1).then(|| candidate.part(place))?
}

/// The name in the quotes that close at `close`, the first item of a list.
fn name_before(text: &str, close: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes, and its words.
    const LONGEST: usize = 64;
    const WORDS: std::ops::RangeInclusive<usize> = 2..=4;
    let quote = text.get(close..)?.chars().next()?;
    let near = line::before(text, close, LONGEST);
    let (head, name) = near.rsplit_once(quote)?;
    let begins = head.trim_end().ends_with(['(', '[', '{']);
    let is_word = |word: &str| {
        let lower = word.to_lowercase();
        let is_plain = is_common(&lower) || is_common_word(&lower);
        is_name_word(word)
            && word.chars().nth(1).is_some()
            && word.contains(char::is_lowercase)
            && !is_other(word)
            && !is_plain
    };
    let are_words = name.split(' ').all(is_word) && WORDS.contains(&name.split(' ').count());
    (begins && are_words).then(|| close - name.len()..close)
}

/// Reports whether a number of a telephone or of a person fills the quotes whose first byte stands at `at`.
fn is_number(text: &str, at: usize) -> bool {
    /// Longest number, in bytes, and its digits.
    const LONGEST: usize = 24;
    const DIGITS: std::ops::RangeInclusive<usize> = 9..=15;
    let near = line::behind(text, at, LONGEST);
    let Some(found) = near.find(['"', '\'']).map(|len| &near[..len]) else { return false };
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let stands = |b: u8| b.is_ascii_digit() || b"+()-./ ".contains(&b);
    // A date with a time has as many.
    let is_time = found.starts_with("20") && found.contains(['T', ':']) || found.matches('.').count() > 3;
    DIGITS.contains(&digits) && found.bytes().all(stands) && !is_time
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn names_stand_before_numbers() {
        for (text, expected) in [
            ("(\"Ulla-Britt Kvist\", \"8403184665\", \"gold\")", Some("Ulla-Britt Kvist")),
            ("Client(\"Zenaide Quill\", \"(71) 99284-1170\")", Some("Zenaide Quill")),
            ("['Zenaide Quill','840.229.447-19']", Some("Zenaide Quill")),
            ("(\"Order Number\", \"8403184665\")", None),
            ("(\"Zenaide Quill\", \"2026\")", None),
            ("x = f(a, \"Zenaide Quill\", \"8403184665\")", None),
            ("(\"zenaide quill\", \"8403184665\")", None),
        ] {
            let field = Field::new(text);
            let start = text.find([',']).filter(|at| text[..*at].ends_with(['"', '\''])).unwrap_or(13) - 1;
            let gap = usize::from(text[start + 2..].starts_with(' '));
            let candidate =
                Candidate { field: &field, range: start..start + 4 + gap, pattern: 0, form: Form::Shape, name: "" };
            assert_eq!(check(&candidate).map(|found| &text[found.range]), expected, "{text}");
        }
    }
}
