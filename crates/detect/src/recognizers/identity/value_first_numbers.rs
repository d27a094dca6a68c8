//! Value-first numbers: numbers before the statement of what they number, in any language: `387 658 4 is mijn lidmaatschapsnummer`, `K-448120 — мой номер
//! клиента`, `448 120 7 benim üyelik numaram`.

use std::{borrow::Cow, ops::Range};

use super::number_nouns::{Kind, kind_behind};
use super::record_numbers::ID_NUMBER_INFO;
use crate::entity::Validated;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::recognizers::support::{grouping::has_one_digit, numerals::is_date_shape};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?:is|was|ist|war|est|c['’]est|es|era|è|é|to|jest|je|är|er|on|это|—|–) (?:my|our|his|her|their|the|mein|meine|unsere|die|mon|ma|notre|le|la|mi|nuestro|nuestra|el|il mio|la mia|\
             il|o meu|a minha|o|a|nossa|nosso|meu|minha|mijn|ons|onze|het|mój|moje|nasz|můj|moje|naše|min|mitt|vårt|мой|моя|наш|номер)",
            0.7,
            0.8,
        ),
        Pattern::regex("benim|bizim|(?:to|je|är) (?:numer|číslo|numret)", 0.7, 0.8),
    ]),
    context: words![],
    check,
}];

/// The number before the statement, if what follows names a number of a person or a contract.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let place = number_before(text, range.start)?;
    let found = &text[place.clone()];
    let is_other = is_date_shape(found) || has_one_digit(found.as_bytes());
    // The words behind the verb.
    let verb = candidate.matched().find(' ').unwrap_or(range.len());
    let is_named = || matches!(kind_behind(text, range.start + verb), Some(Kind::Record | Kind::Account));
    (!is_other && is_named()).then_some(Finding { range: place, sure: false, validated: Some(Validated::None) })
}

/// The number in groups of digits and capitals that ends before the blank at `at`.
fn number_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest number, in bytes, most groups, and fewest digits.
    const LONGEST: usize = 40;
    const GROUPS: usize = 6;
    const DIGITS: usize = 5;
    let head = line::before(text, at, LONGEST);
    let rest = head.trim_end_matches([' ', ',', '"', '”', '“', '«', '»', '\'']);
    // Nearly no word before a verb ends in a digit or a capital.
    if rest.len() == head.len() || !rest.ends_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase()) {
        return None;
    }
    let is_group = |group: &str| {
        let stands = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase() || b"-/.".contains(&b);
        let has_digit = group.bytes().any(|b| b.is_ascii_digit());
        group.bytes().all(stands)
            && (has_digit || (1..=4).contains(&group.len()) && group.bytes().all(|b| b.is_ascii_uppercase()))
    };
    let mut start = rest.len();
    for group in rest.rsplit(' ').take(GROUPS) {
        if !is_group(group.trim_start_matches(['"', '“', '«', '(', '#'])) {
            break;
        }
        start = start - group.len() - usize::from(start < rest.len());
    }
    let found = rest.get(start..)?.trim_start_matches([' ', '"', '“', '«', '(', '#']);
    let end = at - (head.len() - rest.len());
    let start = end - found.len();
    let is_sum = text[..start].trim_end().ends_with(['$', '€', '£', '+', '%']);
    let is_fraction = found.contains('.') && !found.contains(['-', '/', ' ']) && found.matches('.').count() < 2;
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_standard = is_listed(found.split([' ', '-']).next().unwrap_or_default(), STANDARDS);
    (digits >= DIGITS && !is_standard && !is_sum && !is_fraction && is_value_edge(text, start)).then_some(start..end)
}

/// Series of standards and laws.
const STANDARDS: &WordList = &WordList::new("iso|iec|ieee|rfc|din|en|bs|nist|ansi|astm|itu|ecma|fips|cve");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn numbers_stand_before_statements() {
        for (text, verb, pattern, expected) in [
            ("387 658 4 is mijn lidmaatschapsnummer.", "is mijn", 0, Some("387 658 4")),
            ("K-40 221 8 is the membership number on my card", "is the", 0, Some("K-40 221 8")),
            ("70119/996-H ist die Nummer meiner Hausratversicherung.", "ist die", 0, Some("70119/996-H")),
            ("Well, 448120-7 é o meu número de sócio", "é o meu", 0, Some("448120-7")),
            ("448 120 7 benim üyelik numaram", "benim", 1, Some("448 120 7")),
            ("419 645 1 — мой номер карты клиента", "— мой", 0, Some("419 645 1")),
            ("48 210 is the number of units", "is the", 0, None),
            ("12.05.2021 is my contract date", "is my", 0, None),
            ("ISO 27001-2022 is the reference for our contract", "is the", 0, None),
            ("448120 is my lucky number", "is my", 0, None),
            ("Room 12 is my favourite", "is my", 0, None),
        ] {
            assert_eq!(check_match(check, text, verb, pattern), expected, "{text}");
        }
    }
}
