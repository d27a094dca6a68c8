//! Dictated addresses: postal addresses in words, `i live at forty two elm row leeds`, `house number one oh six`.

use std::{borrow::Cow, ops::Range};

use super::address::INFO;
use super::address_words::SUFFIXES;
use crate::layout::answers;
use crate::recognizers::support::number_words::is_number_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?i-u:lives?|living|address|resides?|staying|moved) (?i-u:at|is|was|to)", 0.75, 0.85),
        Pattern::regex(
            "(?i-u:(?:house|door|flat|apartment) (?:number|no)|hausnummer|huisnummer)(?i-u: is| ist)?",
            0.75,
            0.85,
        ),
        Pattern::regex("(?i-u:apartment|apt|flat|unit|suite)", 0.75, 0.85),
    ]),
    context: words![],
    check,
}];

/// The pattern of names of numbers of houses.
const NUMBERED: usize = 1;
/// The pattern of words for parts of a house, which have other words behind them, too.
const PART: usize = 2;
/// Words between a verb and the number, and within it.
const LEADS: &WordList = &WordList::new("at|to|is|number|no|um|uh|so|the|flat|apartment");
const WITHIN: &WordList = &WordList::new("oh|o|zero|and|double|a|b|c|d|hundred|uh|um|er");
/// Words that end no street in speech, though they are kinds of streets.
const OTHERS: &WordList = &WordList::new("way|run|pass|point|end|rise|view|walk|path|gate|bend|park|green");
/// Words in no name of a street.
const NO_NAMES: &WordList = &WordList::new(
    "years|year|days|hours|minutes|weeks|months|people|of|in|at|on|with|from|my|your|his|her|our|their|is|are|was|and|miles|blocks|doors|dollars|pounds",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, at) = (candidate.field.text, candidate.range.end);
    // `and house number`, `Speaker 2: forty two`
    let answer = || {
        let begin = answers::begin(text, at + usize::from(text[at..].starts_with('?')));
        let is_below = candidate.pattern == NUMBERED && text[at..begin].contains('\n');
        is_below.then(|| number_at(text, begin)).flatten()
    };
    let number = number_at(text, at).or_else(answer)?;
    if candidate.pattern == PART {
        let is_number = text[at..].starts_with(' ') && number.start == at + 1 && text[number.clone()].contains(' ');
        return is_number.then(|| candidate.part(number))?;
    }
    if candidate.pattern == NUMBERED {
        return candidate.part(number);
    }
    candidate.part(number.start..street_end(text, number.end)?)
}

/// The number in words at `at`, behind a word or two.
fn number_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest end, in bytes, and most words.
    const FAR: usize = 64;
    const WORDS: usize = 8;
    let near = line::behind(text, at, FAR);
    let (mut from, mut start, mut end) = (0, None, 0);
    for _ in 0..WORDS {
        let rest = &near[from..];
        let gap = rest.len() - rest.trim_start_matches([' ', ',']).len();
        let word = &rest[gap..];
        let word = &word[..word.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(word.len())];
        let is_number = is_number_word(&word.to_lowercase());
        let is_part =
            start.is_some() && is_listed(word, WITHIN) && !(word == "a" && near[from + gap..].starts_with("a "));
        if word.is_empty()
            || gap == 0 && from > 0
            || !(is_number || is_part || start.is_none() && is_listed(word, LEADS))
        {
            break;
        }
        from += gap + word.len();
        if is_number || is_part {
            start = start.or(Some(from - word.len()));
            end = from;
        }
    }
    start.map(|start| at + start..at + end)
}

/// The end of the street behind the number that ends at `at`, with a word for the city behind it.
fn street_end(text: &str, at: usize) -> Option<usize> {
    /// Farthest end, in bytes, and most words of a name.
    const FAR: usize = 64;
    const WORDS: usize = 3;
    let near = line::behind(text, at, FAR);
    let mut from = 0;
    for place in 0..=WORDS {
        let rest = near[from..].strip_prefix(' ')?;
        let word = &rest[..rest.find(|c: char| !c.is_alphabetic() && c != '\'').unwrap_or(rest.len())];
        if word.is_empty() || is_listed(word, NO_NAMES) {
            return None;
        }
        from += 1 + word.len();
        if place > 0 && is_listed(word, SUFFIXES) && !is_listed(word, OTHERS) && word.len() > 2 {
            return Some(at + from);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn addresses_are_dictated() {
        for (text, words, pattern, expected) in [
            ("and i live at forty two elm row leeds", "live at", 0, Some("forty two elm row")),
            ("he lives at one oh six kilburn terrace", "lives at", 0, Some("one oh six kilburn terrace")),
            ("house number one oh six", "house number", 1, Some("one oh six")),
            ("at seventeen maple way, apartment two oh six, burlington", "apartment", 2, Some("two oh six")),
            ("the flat one is here", "flat", 2, None),
            (
                "i live at seventeen uh seventeen maple leaf drive",
                "live at",
                0,
                Some("seventeen uh seventeen maple leaf drive"),
            ),
            ("and house number\nspeaker 2: forty two\n", "house number", 1, Some("forty two")),
            ("i live at two in the morning", "live at", 0, None),
            ("they moved to two new streets", "moved to", 0, None),
            ("the house number is painted blue", "house number is", 1, None),
        ] {
            assert_eq!(check_match(check, text, words, pattern), expected, "{text}");
        }
    }
}
