//! Rows of inverted names, whose items have a surname, a comma and first names each, one on a line or several behind semicolons:
//! `Page, Jasmine; Hakobyan, Armen`, `1. PAGE, JASMINE`.
//!
//! The models know such names one by one, if at all, and take surnames that are words for words. Where most items of a row are names by the
//! lists, all are.

use std::ops::Range;

use masquerade_ner::lexicon::class;

use super::{
    function_words::is_function_word,
    place::{Place, is_plain},
    told_persons::{Mentions, Reading, add_at},
    words::{NAMES, PLACES, Words},
};
use crate::recognizers::support::name_shape::is_particle;

/// Fewest items of a row, and fewest that lists tell to be names.
const FEWEST: usize = 3;
const FEWEST_SURE: usize = 2;
/// Most words on either side of the comma, and longest item, in bytes.
const MOST: usize = 3;
const LONGEST: usize = 64;
/// The presence of a name that its row tells.
const PRESENCE: f32 = 0.8;

/// One item of a row.
struct Item {
    place: Range<usize>,
    is_upper: bool,
    standing: Standing,
}

/// How an item stands to names.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Sure,
    Possible,
    Other,
}

/// Adds the names in rows of inverted names.
pub fn add_inverted_rows(reading: &mut Reading<'_, '_>, named: &mut Mentions) -> Vec<Range<usize>> {
    let Reading { words, text, .. } = *reading;
    let places = names(words, text);
    if places.is_empty() || !is_plain(text) {
        return Vec::new();
    }
    add_at(named, text, &places, |span, overlapped| {
        let are_within = overlapped.iter().all(|(other, _)| span.covers(other.span));
        are_within.then_some((PRESENCE, Place::Prose))
    });
    places
}

/// The places of the names in the rows of `text`, in order.
fn names(words: &Words<'_>, text: &str) -> Vec<Range<usize>> {
    let (mut places, mut row, mut start) = (Vec::new(), Vec::new(), 0);
    for line in text.split_inclusive('\n') {
        let mut at = start;
        for part in line.split_inclusive(';') {
            match item(words, text, at, part) {
                Some(item) => {
                    if row.last().is_some_and(|last: &Item| last.is_upper != item.is_upper) {
                        settle(&mut row, &mut places);
                    }
                    row.push(item);
                }
                None => settle(&mut row, &mut places),
            }
            at += part.len();
        }
        start += line.len();
    }
    settle(&mut row, &mut places);
    places
}

/// Adds the items of `row` to `places`, if they are names, and empties it.
fn settle(row: &mut Vec<Item>, places: &mut Vec<Range<usize>>) {
    let count = |standing| row.iter().filter(|item| item.standing == standing).count();
    let sure = count(Standing::Sure);
    if row.len() >= FEWEST && sure >= FEWEST_SURE && 2 * sure >= row.len() && count(Standing::Other) == 0 {
        places.extend(row.iter().map(|item| item.place.clone()));
    }
    row.clear();
}

/// The item of a row that `part` is, which begins at `start` of `text`.
fn item(words: &Words<'_>, text: &str, start: usize, part: &str) -> Option<Item> {
    let comma = part.find(", ").filter(|comma| *comma <= 4 * LONGEST)?;
    let from = surname_start(&part[..comma])?;
    let rest = &part[comma + ", ".len()..];
    let len = given_len(rest)?;
    let place = start + from..start + comma + ", ".len() + len;
    let (surname, given) = (&part[from..comma], &rest[..len]);
    let is_upper = !surname.contains(char::is_lowercase) && !given.contains(char::is_lowercase);
    (place.len() <= LONGEST && text.is_char_boundary(place.end)).then(|| Item {
        place,
        is_upper,
        standing: standing(words, surname, given),
    })
}

/// Where the surname begins that `head` ends with: behind a mark or a number of a list, or a label with its colon.
fn surname_start(head: &str) -> Option<usize> {
    let behind_label = head.rfind(": ").map_or(0, |at| at + ": ".len());
    let bare = head[behind_label..].trim_start_matches(|c: char| {
        c.is_ascii_digit()
            || c.is_whitespace()
            || matches!(c, '-' | '*' | '•' | '–' | '.' | ')' | '(' | '#' | '|' | '"')
    });
    let is_name = !bare.is_empty() && bare.split(' ').count() <= MOST && bare.split(' ').all(is_word);
    (is_name && bare.contains(char::is_uppercase)).then_some(head.len() - bare.len())
}

/// The length of the first names at the start of `rest`, behind which the item ends: its line, its cell, or a remark in brackets begins.
fn given_len(rest: &str) -> Option<usize> {
    let body = rest.trim_end_matches(['\n', '\r', ' ', ';']);
    let end = ["  ", "\t", " (", " |", "\""].iter().filter_map(|sign| body.find(sign)).min().unwrap_or(body.len());
    let given =
        body[..end].strip_suffix('.').filter(|given| given.chars().nth_back(1).is_some_and(char::is_alphabetic));
    let given = given.unwrap_or(&body[..end]);
    let is_initial =
        |word: &str| word.chars().count() <= 2 && word.ends_with('.') && word.starts_with(char::is_uppercase);
    let mut words = given.split(' ');
    let is_name = words.clone().count() <= MOST
        && words.next().is_some_and(|first| first.starts_with(char::is_uppercase) && is_word(first))
        && words.all(|word| is_word(word) || is_initial(word));
    is_name.then_some(given.len())
}

/// Reports whether `word` is written as one of a name: with a capital, in capitals, or a particle.
fn is_word(word: &str) -> bool {
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | 'ʻ' | '`');
    word.chars().nth(1).is_some()
        && word.chars().all(stands)
        && (word.starts_with(char::is_uppercase)
            || is_particle(word)
            || word.contains(['\'', '’'])
            || word.contains('-'))
}

/// How a surname and first names stand to the lists.
fn standing(words: &Words<'_>, surname: &str, given: &str) -> Standing {
    let is_ordinary = |word: &str| {
        let lower = word.to_lowercase();
        let is_word = || words.model.is_frequent(&lower) || is_function_word(&lower);
        words.classes(word) & NAMES == 0 && !word.ends_with('.') && !is_particle(&lower) && is_word()
    };
    let first = words.classes(given.split(' ').next().unwrap_or_default());
    let last = words.classes(surname.rsplit(' ').next().unwrap_or_default());
    let is_first = first & class::FIRST != 0 && first & (class::REGION | class::COUNTRY) == 0;
    let is_place = last & PLACES != 0 && last & class::LAST == 0;
    match (surname.split(' ').any(is_ordinary), given.split(' ').any(is_ordinary)) {
        (_, true) => Standing::Other,
        // Surnames are words, too.
        (true, false) if is_first => Standing::Possible,
        (true, false) => Standing::Other,
        (false, false) if is_first && !is_place => Standing::Sure,
        (false, false) => Standing::Possible,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::told_persons::tests::told;

    #[test]
    fn rows_of_inverted_names_are_names() {
        for (text, expected) in [
            (
                "Present: Field, Jasmine; Okonedo, Armen; Kwan, Mei-Lin; Strand, Sigrid.",
                &["Field, Jasmine", "Okonedo, Armen", "Kwan, Mei-Lin", "Strand, Sigrid"][..],
            ),
            (
                "1. OKONEDO, RAJESH\n2. FIELD, DUSTIN\n3. LUNDE, PARISA\n",
                &["OKONEDO, RAJESH", "FIELD, DUSTIN", "LUNDE, PARISA"],
            ),
            (
                "Okonedo, Armen   Sales\nStrand, Jack   Legal\nvan der Veen, Rosa M.   IT",
                &["Okonedo, Armen", "Strand, Jack", "van der Veen, Rosa M."],
            ),
            ("Paris, Texas; Austin, Texas; Houston, Texas", &[]),
            ("Springfield, Virginia\nAugusta, Georgia\nColumbus, Georgia", &[]),
            ("Lamps, Floor; Chairs, Oak; Tables, Round", &[]),
            ("Okonedo, Armen; Strand, Jack", &[]),
            ("Yes, Anna; no, Paul; well, Marta said", &[]),
        ] {
            assert_eq!(told(add_inverted_rows, text, None), expected, "{text}");
        }
    }
}
