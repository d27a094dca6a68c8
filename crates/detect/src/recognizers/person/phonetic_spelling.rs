//! Names and codes that are spelled with a word for some letters, as in transcripts of calls: `R for Roger o s s`, `Q L F as in Frank nine
//! three six`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO as NAME_INFO;
use crate::entity::LabelInfo;
use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::number_words::is_number_word;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    rule(NAME_INFO, |candidate| candidate.part(spelled(candidate).filter(|found| found.digits == 0)?.place)),
    rule(ID_NUMBER_INFO, |candidate| candidate.part(spelled(candidate).filter(|found| found.digits > 0)?.place)),
];

const fn rule(info: LabelInfo, check: fn(&Candidate<'_>) -> Option<Finding>) -> Rule {
    const PATTERNS: &[Pattern] = &[Pattern::prefix("[A-Za-z] (?:for|as in|like|wie|comme) [A-Za-z]", 0.75, 0.85)];
    Rule { info, patterns: Cow::Borrowed(PATTERNS), context: words![], check }
}

/// What is spelled, with the count of its digits.
struct Spelled {
    place: Range<usize>,
    digits: usize,
}

/// The letters and digits around the match, one of whose letters is told by a word that begins with it.
fn spelled(candidate: &Candidate<'_>) -> Option<Spelled> {
    /// Fewest letters and digits, and bytes that are read before and behind.
    const LEAST: usize = 4;
    const BEFORE: usize = 32;
    const FAR: usize = 160;
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let matched = candidate.matched().as_bytes();
    if !matched[0].eq_ignore_ascii_case(matched.last()?) {
        return None;
    }
    // Letters before: `Q L F as in Frank`.
    let head = line::before(text, range.start, BEFORE);
    let mut start = range.start;
    for word in head.strip_suffix(' ').unwrap_or_default().rsplit(' ') {
        if word.len() != 1 || !word.bytes().all(|b| b.is_ascii_alphabetic()) {
            break;
        }
        start -= 2;
    }
    // What a list of letters tells first is the place of the match, so that each is found once.
    let near = line::behind(text, start, FAR);
    let (mut end, mut from, mut letters, mut digits, mut names) = (0, 0, Vec::new(), 0, 0);
    while let Some(word) = near.get(from..).and_then(|rest| rest.split([' ', ',', '.', '"', '?']).next()) {
        let lower = word.to_ascii_lowercase();
        let is_letter = word.len() == 1 && word.bytes().all(|b| b.is_ascii_alphabetic());
        let is_digit = !letters.is_empty() && (is_number_word(&lower) || matches!(&*lower, "oh" | "zero" | "double"));
        if is_letter {
            letters.push(lower.as_bytes()[0]);
        } else if is_digit {
            digits += 1;
        } else {
            break;
        }
        from += word.len();
        end = from;
        if is_letter && let Some(len) = code_word(&near[from..], lower.as_bytes()[0]) {
            from += len;
            (end, names) = (from, names + 1);
        }
        let rest = &near[from..];
        from += rest.len() - rest.strip_prefix(',').unwrap_or(rest).trim_start_matches(' ').len();
        if from == end {
            break;
        }
    }
    // Children learn letters in their order.
    let is_alphabet =
        letters.windows(3).next().is_some_and(|first| first[0] + 1 == first[1] && first[1] + 1 == first[2]);
    let fits = names > 0 && letters.len() > 1 && letters.len() + digits >= LEAST && !is_alphabet;
    fits.then(|| Spelled { place: start..start + end, digits })
}

/// The length of the word for `letter` at the start of `rest`, with what introduces it: ` for Roger`.
fn code_word(rest: &str, letter: u8) -> Option<usize> {
    const LINKS: [&str; 5] = [" for ", " as in ", " like ", " wie ", " comme "];
    let link = LINKS.iter().find(|link| rest.starts_with(**link))?.len();
    let word = rest[link..].split(|c: char| !c.is_alphabetic()).next()?;
    let begins = word.bytes().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter));
    (begins && word.len() > 2).then_some(link + word.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn names_and_codes_are_spelled_with_words() {
        for (text, matched, expected) in [
            ("spell that r for roger o s d for david e l\"", "r for r", Some(("r for roger o s d for david e l", 0))),
            (
                "the ID is Q L F as in frank nine three six and",
                "F as in f",
                Some(("Q L F as in frank nine three six", 3)),
            ),
            ("a for apple b for ball c for cat d for dog", "a for a", None),
            ("plan b for building c", "b for b", None),
            ("c for effort", "c for e", None),
        ] {
            let (field, start) = (Field::new(text), text.find(matched).unwrap());
            let range = start..start + matched.len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: crate::Form::Shape, name: "" };
            let found = spelled(&candidate).map(|found| (&text[found.place], found.digits));
            assert_eq!(found, expected, "{text}");
        }
    }
}
