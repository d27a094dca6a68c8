//! Dates of birth that are dictated in words behind their name, as in transcripts: `date of birth four twelve nineteen sixty`, `date of
//! birth?`, `Caller: third of the tenth forty nine`.

use std::{borrow::Cow, ops::Range};

use super::birth::INFO;
use crate::recognizers::support::months::months_of;
use crate::recognizers::support::number_words::is_number_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?i:date of birth|dob |birth ?date|birthday(?:'s| is| was)?|(?:were you|was (?:he|she)|i was|she was|he was) born(?: on)?|when's your birthday|d\\.o\\.b|geburtsdatum|geboren am|date de naissance|fecha de nacimiento|data di nascita|geboortedatum|data de nascimento|\
             born on|nacid[oa] el|nací el|nato il|nata il|nasci em|nascid[oa] em|geboren op|née? le|urodził(?:am|em) się|född den|født den)",
            0.85,
            0.95,
        ),
        // Behind the date: `ich bin am zweiten Februar neunzehnhundertsiebenundsechzig geboren`.
        Pattern::regex("(?:geboren|zur Welt gekommen)", 0.85, 0.95),
        // As affidavits write it: `my date of birth remains 27th day of July, 1994`.
        Pattern::within("(?:st|nd|rd|th) day of ", 0.85, 0.95),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => candidate.part(dictated(candidate.field.text, candidate.range.end)?),
        1 => candidate.part(dictated_before(candidate)?),
        _ => candidate.part(of_affidavit(candidate)?),
    },
}];

/// The day, the month and the year around the match, behind a word for birth.
fn of_affidavit(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest word for birth, in bytes.
    const FAR: usize = 48;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, FAR);
    let digits = head.bytes().rev().take_while(u8::is_ascii_digit).count();
    let lower = head.to_ascii_lowercase();
    let is_birth = ["birth", "born", "d.o.b", "dob"].iter().any(|word| lower.contains(word));
    let near = line::behind(text, range.end, 24);
    let month = near.find(|c: char| !c.is_alphabetic())?;
    let year = near[month..].trim_start_matches([',', ' ']);
    let len = year.bytes().take_while(u8::is_ascii_digit).count();
    let fits = is_birth && (1..=2).contains(&digits) && is_listed(&near[..month], MONTHS) && len == 4;
    fits.then(|| range.start - digits..range.end + near.len() - year.len() + len)
}

/// Days and months by their place, in English and German.
const ORDINALS: &WordList = &WordList::new(
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|\
     seventeenth|eighteenth|nineteenth|twentieth|thirtieth|erster|zweiter|dritter|vierter|fünfter|sechster|siebter|achter|neunter|\
     zehnter|elfter|zwölfter|ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten|zehnten|elften|zwölften",
);
/// Months by their names.
const MONTHS: &WordList = &WordList::new(months_of!(english, german, french, spanish, italian, dutch));
/// Words within such a date.
const LINKS: &WordList = &WordList::new("of|the|and|oh|o|zero|in|day|hundred|und|de|del|di|van|y|et|e|do|og|och|en");
/// Words between the name and the date, also those of the next turn of a transcript.
const LEADS: &WordList = &WordList::new(
    "is|was|it|it's|its|that's|the|sure|yes|yeah|yep|ok|okay|um|uh|er|so|on|caller|customer|client|patient|user|member|spk|speaker|\
     role|t|text|content|please|my|ist|est|es|è|s1|s2|spk1|spk2|p1|p2|on|back|he|she|i|was|am|agent|operator|rep|a",
);

/// The date in words before the verb, behind its preposition, with a place between at most: `am ersten Mai neunzehnhundertsechzig in Ulm geboren`.
fn dictated_before(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest preposition, in bytes.
    const FAR: usize = 96;
    let (text, at) = (candidate.field.text, candidate.range.start);
    let head = line::before(text, at, FAR);
    let preposition =
        [" am ", " op ", "am "].into_iter().filter_map(|word| Some(head.rfind(word)? + word.len())).max()?;
    let place = dictated(text, at - head.len() + preposition).filter(|place| place.end <= at)?;
    let between = text[place.end..at].trim();
    let is_place = between.is_empty()
        || between
            .split_once(' ')
            .is_some_and(|(word, place)| matches!(word, "in" | "zu" | "te" | "bei") && !place.contains(' '));
    is_place.then_some(place)
}

/// The date in words behind the name of one that ends at `at`.
fn dictated(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest date, longest one, in bytes, fewest words of numbers, and most words before it.
    const FAR: usize = 160;
    const GAP: usize = 72;
    const NUMBERS: usize = 3;
    const WORDS: usize = 12;
    let near = window::behind(text, at, FAR);
    let (mut start, mut end, mut numbers, mut between) = (None, 0, 0, 0);
    let mut from = 0;
    while let Some(begin) = near[from..].find(char::is_alphanumeric).map(|gap| from + gap) {
        let len = near[begin..].find(|c: char| !c.is_alphanumeric() && c != '\'').unwrap_or(near.len() - begin);
        let word = &near[begin..begin + len];
        let lower = word.to_lowercase();
        let is_number = is_number_word(&lower) || is_listed(word, ORDINALS) || is_listed(word, MONTHS);
        // The date goes on behind a blank, a comma or a hyphen.
        let is_apart = start.is_some() && near[from..begin].chars().any(|c| !matches!(c, ' ' | ',' | '-'));
        match start {
            // `speaker 2: sure, it's …`
            None if word.bytes().all(|b| b.is_ascii_digit()) && near[begin + len..].starts_with([':', ']']) => {
                between += 1
            }
            None if is_number && !is_listed(word, LEADS) => start = Some(begin),
            None if !is_listed(word, LEADS) || begin > GAP || between == WORDS => return None,
            None => between += 1,
            Some(_) if is_apart || !is_number && !is_listed(word, LINKS) => break,
            Some(_) => {}
        }
        if is_number {
            numbers += 1;
            end = begin + len;
        }
        from = begin + len;
    }
    let start = start?;
    (numbers >= NUMBERS).then_some(at + start..at + end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    #[test]
    fn dates_of_birth_stand_in_affidavits() {
        for (text, expected) in [
            ("my date of birth remains 17th day of May, 1984, my", Some("17th day of May, 1984")),
            ("sworn this 17th day of May, 2024", None),
        ] {
            let (field, start) = (Field::new(text), text.find("th day of ").unwrap());
            let range = start..start + "th day of ".len();
            let candidate = Candidate { field: &field, range, pattern: 1, form: crate::Form::Shape, name: "" };
            assert_eq!(of_affidavit(&candidate).map(|range| &text[range]), expected, "{text}");
        }
    }

    #[test]
    fn dates_of_birth_are_dictated() {
        for (text, expected) in [
            ("date of birth four twelve-three nineteen sixty-one. Seen", Some("four twelve-three nineteen sixty-one")),
            ("date of birth is the third of the tenth forty nine okay", Some("third of the tenth forty nine")),
            (
                "and date of birth\"},\n{\"spk\":\"CALLER\",\"t\":\"third of May forty nine\"}",
                Some("third of May forty nine"),
            ),
            ("date of birth?\nCaller: um, third of the tenth forty nine", Some("third of the tenth forty nine")),
            (
                "date of birth\nspeaker 2: sure it's um the twenty second of june nineteen seventy one\nspeaker 1: ok",
                Some("twenty second of june nineteen seventy one"),
            ),
            ("date of birth and one of two forms", None),
            ("date of birth, please bring three forms", None),
            ("date of birth: one", None),
        ] {
            let (field, range) = (Field::new(text), text.find("date of birth").unwrap());
            let range = range..range + "date of birth".len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: crate::Form::Shape, name: "" };
            assert_eq!(
                dictated(candidate.field.text, candidate.range.end).map(|range| &text[range]),
                expected,
                "{text}"
            );
        }
    }
}
