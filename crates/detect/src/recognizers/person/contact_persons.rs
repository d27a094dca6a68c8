//! Names of those to whom notes in brackets send the reader: `(ask Maren Ilves or Tobiasz Quandt for access)`, `(Rückfragen an Maren Ilves)`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::common_words::is_common_word;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::within(
        "\\((?i:ask|contact|ping|call|talk to|speak to|thanks to|owner:|rückfragen an|ansprechpartner:|fragen an|demander à|contacter|preguntar a|chiedere a|perguntar a|vraag|pytać|zapytaj|fråga|spør|kysy)(?::)? \\p{Lu}",
        0.8,
        0.85,
    )]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let first = candidate.matched().chars().next_back()?;
    candidate.part(name_at(text, range.end - first.len_utf8())?)
}

/// The two or three words of a name at `at`, none of them a word of prose, if the note ends or goes on behind them.
fn name_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes, and most words.
    const LONGEST: usize = 64;
    const MOST: usize = 3;
    const NEXT: [&str; 14] =
        ["or", "and", "for", "about", "if", "when", "before", "on", "at", "in", "first", "und", "oder", "ou"];
    let near = line::behind(text, at, LONGEST);
    let is_part = |word: &str| {
        let lower = word.to_lowercase();
        let is_plain = word.split('-').any(|part| is_common(&part.to_lowercase())) || is_common_word(&lower);
        is_name_word(word) && !is_other(&lower) && !is_plain && word.contains(char::is_lowercase)
    };
    let (mut len, mut count) = (0, 0);
    for word in near.split(' ').take(MOST) {
        let bare = word.trim_end_matches([',', ')', '/', ';', '.', ':']);
        if !is_part(bare) {
            break;
        }
        len += usize::from(count > 0) + bare.len();
        count += 1;
        if bare.len() < word.len() {
            break;
        }
    }
    let behind = &near[len..];
    let goes_on = behind.starts_with([',', ')', '/', ';'])
        || behind.strip_prefix(' ').is_some_and(|rest| {
            rest.starts_with('(') || NEXT.contains(&rest.split([' ', ',', ')']).next().unwrap_or_default())
        });
    (count > 1 && goes_on).then_some(at..at + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_send_to_persons() {
        for (text, expected) in [
            ("Maren Ilves or Tobiasz Quandt for access)", Some("Maren Ilves")),
            ("Maren Ilves-Quandt)", Some("Maren Ilves-Quandt")),
            ("Maren Ilves, ext. 7)", Some("Maren Ilves")),
            ("Maren when it fails)", None),
            ("Customer Support for access)", None),
            ("Maren Ilves Foundation staff)", None),
        ] {
            assert_eq!(name_at(text, 0).map(|place| &text[place]), expected, "{text}");
        }
    }
}
