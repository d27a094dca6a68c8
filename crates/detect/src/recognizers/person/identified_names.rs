//! Names of persons at the beginning of a line before their number of identity, as files of patients and clients begin: `Virtanen Matti Olavi
//! 120464-447K`, `NOVOTNÁ, Jana 785612/0044`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Finland; Sweden and Denmark; Czechia and Slovakia; Italy; Spain.
        Pattern::regex(
            "[0-3][0-9][01][0-9]{3}[-+A-F][0-9]{3}[0-9A-Y]|(?:19|20)?[0-9]{6}[-+][0-9]{4}|[0-9]{6}/[0-9]{3,4}|[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z]|[0-9]{8}-?[A-HJ-NP-TV-Z]",
            0.8,
            0.9,
        ),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let place = name_before(text, range.start)?;
    is_value_edge(text, range.end).then(|| candidate.part(place))?
}

/// The name of two words to four that begins a line and ends before the number at `at`.
fn name_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes, and its words.
    const LONGEST: usize = 72;
    const WORDS: Range<usize> = 2..5;
    let near = line::before(text, at, LONGEST);
    let start = at - near.len();
    let bare = near.trim_start_matches(['-', '*', '•', ' ', '\t']);
    // Or behind what somebody is: `Asiakas: Virtanen Matti 120464-447K`.
    let (key, bare) = bare.rsplit_once(": ").unwrap_or(("", bare));
    let name = bare.trim_end_matches([' ', ',', '(', '\t', ';', ':']);
    // What the number is called may stand between: `Virtanen Matti, HETU 120464-447K`.
    let last = name.rsplit(' ').next()?;
    let is_key = (2..=5).contains(&last.chars().count()) && last.chars().all(|c| c.is_uppercase() || c == '.');
    let name = if is_key { name[..name.len() - last.len()].trim_end_matches([' ', ',', '(', ';']) } else { name };
    let begins = line::begins(text, start) || !key.is_empty();
    let is_word = |word: &str| {
        let word = word.trim_end_matches(',');
        is_name_word(word) && word.chars().nth(1).is_some() && !is_other(word)
    };
    let count = name.split(' ').count();
    let is_cased = name.contains(char::is_lowercase);
    let first = start + near.len() - bare.len();
    (begins && WORDS.contains(&count) && is_cased && name.len() < bare.len() && name.split(' ').all(is_word))
        .then(|| first..first + name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_the_line_of_a_number() {
        for (text, number, expected) in [
            ("Virtanen Matti Olavi 120464-447K", "120464", Some("Virtanen Matti Olavi")),
            ("- NOVOTNÁ, Jana (785612/0044)", "785612", Some("NOVOTNÁ, Jana")),
            ("see Virtanen Matti 120464-447K", "120464", None),
            ("Nummer 120464-4471", "120464", None),
            ("TOTAL SUM 120464-4471", "120464", None),
        ] {
            let place = name_before(text, text.find(number).unwrap());
            assert_eq!(place.map(|range| &text[range]), expected, "{text}");
        }
    }
}
