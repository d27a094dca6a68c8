//! Dictated expiry: the end of the time of a payment card in words, `it expires march twenty seven`, `gültig bis elf achtundzwanzig`.

use std::{borrow::Cow, ops::Range};

use super::card_details::EXPIRATION_INFO;
use crate::recognizers::support::months::months_of;
use crate::recognizers::support::number_words::is_number_word;
use crate::recognizers::support::statement::behind_words;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: EXPIRATION_INFO,
    patterns: Cow::Borrowed(&[Pattern::regex(
        "(?i-u:expires?|expiry|expiration|exp|valid (?:thru|until|till)|caduca|vence|scade)(?i-u: date)?|läuft ab|gültig bis",
        0.8,
        0.9,
    )]),
    context: words![],
    check,
}];

/// Months by their names.
const MONTHS: &WordList = &WordList::new(months_of!(english, german, french, spanish, italian, dutch));
/// Words for nothing, and between the month and the year.
const BETWEEN: &WordList = &WordList::new("oh|o|zero|null|of|de|slash|in|the|schrägstrich");

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    let (at, _) = behind_words(text, range.end);
    let place = date_at(text, at)?;
    is_of_card(text, range).then(|| candidate.part(place))?
}

/// The month and the year in words at `at`: two words of numbers or more, or a month's name and one.
fn date_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest date, in bytes, and most words.
    const LONGEST: usize = 64;
    const WORDS: usize = 6;
    let near = line::behind(text, at, LONGEST);
    let (mut from, mut end, mut numbers, mut months) = (0, 0, 0, 0);
    for _ in 0..WORDS {
        let rest = &near[from..];
        let word = &rest[..rest.find(|c: char| !c.is_alphabetic() && c != '-').unwrap_or(rest.len())];
        let (is_month, is_number) = (is_listed(word, MONTHS), is_number_word(&word.to_lowercase()));
        if word.is_empty() || !(is_month || is_number || is_listed(word, BETWEEN)) {
            break;
        }
        numbers += usize::from(is_number);
        months += usize::from(is_month);
        from += word.len();
        if is_month || is_number {
            end = from;
        }
        let behind = &near[from..];
        from += behind.len() - behind.strip_prefix([' ', ',', '/']).unwrap_or(behind).trim_start_matches(' ').len();
    }
    (months == 1 && numbers > 0 || months == 0 && numbers > 1).then_some(at..at + end)
}

/// Reports whether a card is spoken of near `range`.
fn is_of_card(text: &str, range: &Range<usize>) -> bool {
    /// Bytes on either side.
    const NEAR: usize = 200;
    const CARDS: &WordList = &WordList::new(
        "card|visa|mastercard|amex|cvv|cvc|security|debit|credit|karte|kreditkarte|kartennummer|carte|tarjeta|carta|cartão|kaart|karta|kartę|kort|kortet",
    );
    let around = [window::before(text, range.start, NEAR), window::behind(text, range.end, NEAR)];
    around.iter().flat_map(|part| part.split(|c: char| !c.is_alphabetic())).any(|word| is_listed(word, CARDS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn ends_of_cards_are_dictated() {
        for (text, name, expected) in [
            ("the card expires march twenty seven security", "expires", Some("march twenty seven")),
            ("visa expiry is oh seven twenty nine thanks", "expiry", Some("oh seven twenty nine")),
            ("meine karte ist gültig bis elf achtundzwanzig", "gültig bis", Some("elf achtundzwanzig")),
            ("the milk expires in two days", "expires", None),
            ("my card expires in march", "expires", None),
            ("the offer expires march twenty", "expires", None),
        ] {
            assert_eq!(check_match(check, text, name, 0), expected, "{text}");
        }
    }
}
