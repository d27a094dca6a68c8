//! Postal addresses that their postcode tells, read backwards from it: those of India, whose parts have any name (`B-204, Palm Residency,
//! Lake Road, Pune 411045`), and of Brazil, whose streets have short kinds (`R. Sete Quedas, 190 - casa 3 - Guarulhos/SP - CEP 07145-120`).

use std::{borrow::Cow, ops::Range};

use super::address::INFO;
use crate::recognizers::support::neighbours::is_one_of;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest beginning of an address from its postcode, in bytes.
const NEAR: usize = 180;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Behind the city, which the check reads: with it the automaton would have a state for each length of its name.
        Pattern::regex("[1-9][0-9]{2} ?[0-9]{3}", 0.8, 0.95),
        Pattern::regex("[0-9]{5}-[0-9]{3}", 0.85, 0.95),
        // Of a house in Ireland, a few words behind its name: `Eircode for the collection is H91 XK27`.
        Pattern::regex("[AC-FHKNPRTV-Y][0-9][0-9W] [0-9AC-FHKNPRTV-Y]{4}", 0.9, 0.95),
    ]),
    context: words!["address", "pata", "ghar", "flat", "endereço", "endereco", "end", "morada", "entrega"],
    check,
}];

/// The pattern of codes of Ireland.
const IRISH: usize = 2;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    if !is_value_edge(text, range.end) || text[range.end..].starts_with(['-', '/']) {
        return None;
    }
    let head = line::before(text, range.start, NEAR);
    let len = match candidate.pattern {
        IRISH => {
            /// Farthest word for such a code, in bytes.
            const FAR: usize = 48;
            let near = line::before(text, range.start, FAR).to_ascii_lowercase();
            (near.contains("eircode") || ends_in_irish_place(&near)).then_some(0)?
        }
        0 => {
            let before = before_city(head)?;
            head.len() - before.len() + indian(before)?
        }
        _ => brazilian(head)?,
    };
    candidate.part(Range { start: range.start - len, end: range.end })
}

/// Reports whether `head`, in small letters, ends in a county or a district of Dublin, before a code: `Co. Galway, `, `Dublin 8 `.
fn ends_in_irish_place(head: &str) -> bool {
    const PLACES: &WordList = &WordList::new(
        "carlow|cavan|clare|cork|donegal|dublin|galway|kerry|kildare|kilkenny|laois|leitrim|limerick|longford|louth|mayo|meath|monaghan|offaly|\
         roscommon|sligo|tipperary|waterford|westmeath|wexford|wicklow|tralee|ennis|drogheda|dundalk|naas|athlone|letterkenny|ireland|navan|bray|tullamore",
    );
    let place = head.trim_end_matches([',', ' ']);
    let place = place.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let last = place.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    place.len() < head.len() && is_listed(last, PLACES)
}

/// `head` without the city that ends it before its postcode: `Pune `, `Pune - `, `Pune, `.
fn before_city(head: &str) -> Option<&str> {
    /// Letters of the city's last word.
    const LETTERS: std::ops::RangeInclusive<usize> = 3..=21;
    let bare = head.strip_suffix(' ').unwrap_or(head);
    let dashed = bare.strip_suffix(['-', '–']);
    if dashed.is_none() && bare.len() == head.len() {
        return None;
    }
    let rest = dashed.map_or(bare, |rest| rest.strip_suffix(' ').unwrap_or(rest));
    let rest = rest.strip_suffix(',').unwrap_or(rest);
    let letters = rest.bytes().rev().take_while(u8::is_ascii_alphabetic).count();
    let (before, city) = rest.split_at(rest.len() - letters);
    (LETTERS.contains(&letters)
        && city.starts_with(|c: char| c.is_ascii_uppercase())
        && is_value_edge(head, before.len()))
    .then_some(before)
}

/// The length of the parts before an Indian city that end `head`: names of houses, roads and quarters behind the number of a house.
fn indian(head: &str) -> Option<usize> {
    /// Fewest and most parts.
    const PARTS: std::ops::RangeInclusive<usize> = 2..=7;
    let mut rest = head.strip_suffix(' ')?.strip_suffix(',')?;
    // The farthest number is that of the house: lanes have numbers, too.
    let mut found = None;
    for count in 1..=*PARTS.end() {
        let begin = rest.rfind([',', ':', ';', '(', '\t', '|']).map_or(0, |at| at + 1);
        let part = rest[begin..].trim_start_matches(' ');
        let house = house_start(part);
        if let Some(house) = house.filter(|_| count >= *PARTS.start()) {
            found = Some(head.len() - (rest.len() - part.len() + house));
        }
        let is_closed = begin == 0 || !rest[..begin].ends_with(',');
        if is_closed || house != Some(0) && !is_named(part) {
            break;
        }
        rest = &rest[..begin - 1];
    }
    found
}

/// Reports whether `part` is of names: words with capitals and numbers, and small words between them.
fn is_named(part: &str) -> bool {
    const WORDS: usize = 6;
    const SMALL: &WordList = &WordList::new(
        "of|the|and|near|opp|behind|next|to|beside|above|no|road|nagar|street|main|cross|stage|phase|floor",
    );
    let is_word = |word: &str| {
        let bare = word.trim_end_matches('.');
        bare.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit()) || is_listed(bare, SMALL)
    };
    !part.is_empty() && part.split(' ').count() <= WORDS && part.split(' ').all(is_word)
}

/// The place in `part` where the number of a house begins that ends it, with the word for a house or a flat before it: of `to my place B-204`
/// that of `B-204`.
fn house_start(part: &str) -> Option<usize> {
    const UNITS: [&str; 14] = [
        "flat", "house", "h", "plot", "door", "shop", "room", "qtr", "quarter", "villa", "no", "block", "tower", "unit",
    ];
    let start = part.rfind(' ').map_or(0, |at| at + 1);
    let number = &part[start..];
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let letters = number.bytes().take_while(u8::is_ascii_uppercase).count();
    let stands = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/' | b'#');
    let is_house = (1..=6).contains(&digits) && letters < 4 && number.len() <= 12 && number.bytes().all(stands);
    // `Sector 12` is a quarter, and `B-204` a house whatever stands before it.
    let (mut begin, mut units) = (start, 0);
    while let Some(head) = part[..begin].strip_suffix([' ', '.']) {
        let bare = head.trim_end_matches(['.', ':', ' ']);
        let word = bare.rsplit([' ', '.']).next().unwrap_or_default();
        if units > 3 || !is_one_of(word, &UNITS) {
            break;
        }
        (begin, units) = (bare.len() - word.len(), units + 1);
    }
    let is_alone = part[..begin].trim_end_matches(' ').is_empty();
    let is_own = is_alone || units > 0 || letters > 0 && number.contains('-') || number.contains('/');
    (is_house && is_own).then_some(begin)
}

/// The length of the parts before a Brazilian postcode that end `head`, from the kind of the street on.
fn brazilian(head: &str) -> Option<usize> {
    const KINDS: &WordList = &WordList::new(
        "r|rua|av|avenida|al|alameda|tv|trav|travessa|pç|pça|praça|rod|rodovia|estr|estrada|lgo|largo|vl|viela|qd|quadra|sqn|sqs|shin|shis|ladeira|beco|via|conj",
    );
    let is_start = |(at, word): &(usize, &str)| {
        let bare = word.trim_end_matches('.');
        let begins = bare.starts_with(char::is_uppercase) && is_listed(bare, KINDS);
        // One letter or two are an abbreviation.
        let is_whole = bare.len() > 3 || bare.len() < word.len() || bare.starts_with(['S', 'Q']);
        let between = &head[*at + word.len()..];
        let code = between.rfind("CEP").unwrap_or(between.len());
        let has_number = between[..code].bytes().any(|b| b.is_ascii_digit());
        begins
            && is_whole
            && has_number
            && !between.contains(['?', '!', ';', '|', '\t', '"'])
            && !ends_sentence(between)
    };
    let mut at = 0;
    let words = head.split(' ').map(|word| {
        let place = at;
        at += word.len() + 1;
        (place, word)
    });
    let first = words.into_iter().find(is_start)?.0;
    Some(head.len() - first)
}

/// Reports whether a sentence ends in `between`: a point behind a long word, before a capital.
fn ends_sentence(between: &str) -> bool {
    between.match_indices(". ").any(|(at, _)| {
        let word = between[..at].rsplit([' ', ',']).next().unwrap_or_default();
        word.chars().count() > 4 && between[at + 2..].starts_with(char::is_uppercase)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cities_stand_before_their_postcodes() {
        for (head, expected) in [
            ("Lake Road, Pune ", Some("Lake Road, ")),
            ("Lake Road, Pune - ", Some("Lake Road, ")),
            ("Lake Road, Pune-", Some("Lake Road, ")),
            ("Lake Road, Pune, ", Some("Lake Road, ")),
            ("Lake Road, Pune", None),
            ("invoice ", None),
            ("Lake Road, A ", None),
        ] {
            assert_eq!(before_city(head), expected, "{head}");
        }
    }

    #[test]
    fn addresses_begin_with_a_house_or_a_street() {
        for (head, expected) in [
            ("come to B-204, Palm Residency, Lake Road, ", Some("B-204, Palm Residency, Lake Road, ")),
            ("Address: Flat No. 12, Rose Society, ", Some("Flat No. 12, Rose Society, ")),
            ("we have offices in Pune, ", None),
            ("H.No. 45/2, Gali No. 3, Lotus Nagar, ", Some("H.No. 45/2, Gali No. 3, Lotus Nagar, ")),
            ("on page 12, Chapter Two, ", None),
        ] {
            assert_eq!(indian(head).map(|len| &head[head.len() - len..]), expected, "{head}");
        }
        for (head, expected) in [
            ("End.: R. Sete Quedas, 190 - casa 3 - CEP ", Some("R. Sete Quedas, 190 - casa 3 - CEP ")),
            ("falar com R. Souza - CEP ", None),
            ("a Rua está cheia. Ligue 12 ou ", None),
        ] {
            assert_eq!(brazilian(head).map(|len| &head[head.len() - len..]), expected, "{head}");
        }
    }
}
