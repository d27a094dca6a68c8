//! Dates of birth right behind a person with a title, as notes of care, files and reports have them: `dhr. R. de Wit, 12-09-1944, woont
//! alleen`, `Frau Roth (03.02.1961)`; behind a full name that somebody says: `I'm Jane Roe, 3rd February 1961, on …`; and in
//! rows of persons.

use std::{borrow::Cow, ops::Range};

use super::birth::INFO;
use super::birth_dates::date_len;
use super::person_rows::is_in_row;
use crate::recognizers::support::name_shape::is_name_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The year of the date, which stands at its end or at its start.
    patterns: Cow::Borrowed(&[Pattern::within("(?:19[2-9]|200)[0-9]", 0.75, 0.8)]),
    context: words![],
    check: |candidate| {
        let text = candidate.field.text;
        let date = date_around(text, &candidate.range)?;
        let dated = Candidate { range: date.clone(), field: candidate.field, ..*candidate };
        // Who is a party has come of age.
        let is_grown = candidate.matched() < "2002";
        let is_told = is_grown && (is_behind_person(&dated) || is_behind_full_name(&dated));
        (is_told || is_in_row(text, &date)).then(|| candidate.part(date))?
    },
}];

/// The date with a day and a month whose year is at `year`.
fn date_around(text: &str, year: &Range<usize>) -> Option<Range<usize>> {
    /// Longest part of a date before its year, in bytes: `September 30th, `.
    const LONGEST: usize = 18;
    let is_digit = |c: char| c.is_ascii_digit();
    if text[year.end..].starts_with(is_digit) || text[..year.start].ends_with(is_digit) {
        return None;
    }
    let at = |start: usize| Some(start..start + date_len(text.get(start..)?, false)?);
    if let Some(date) = at(year.start).filter(|date| date.end > year.end) {
        return Some(date);
    }
    let head = line::before(text, year.start, LONGEST);
    let from = year.start - head.len();
    let begins = |(place, c): &(usize, char)| c.is_alphanumeric() && !head[..*place].ends_with(char::is_alphanumeric);
    let starts = head.char_indices().filter(begins).map(|(place, _)| from + place);
    // A month and a year are no date of birth.
    let has_day = |date: &Range<usize>| text[date.start..year.start].contains(is_digit);
    starts.filter_map(at).find(|date| date.end == year.end && has_day(date))
}

/// Titles of anybody, and what files call a person. Doctors and professors sign with the date.
const TITLES: &WordList = &WordList::new(
    "mr|mrs|ms|miss|herr|herrn|frau|hr|dhr|mevr|mw|mevrouw|meneer|mme|mlle|madame|monsieur|sr|sra|srta|señor|señora|senhor|senhora|sig|sigra|\
     signor|signora|pan|pani|pana|paní|fru|rouva|herra|doamna|domnul|dna|dl|gospod|gospa|gđa|patient|patientin|patiente|paciente|paziente|patiënt|\
     pacjent|pacjentka|client|cliente|cliënt|klient|klientka|kunde|kundin|resident|bewohner|bewohnerin|tenant|insured|claimant|\
     lessee|co-lessee|borrower|co-borrower|applicant|member|subscriber|defendant|plaintiff|petitioner|respondent|suspect|victim|spouse|decedent|deceased",
);

/// What forms call a person.
const FORMS: &WordList =
    &WordList::new("pt|pat|member|subscriber|passenger|guest|student|applicant|child|renter|employee|holder");

/// Small words within a name.
const PARTICLES: &WordList =
    &WordList::new("de|del|della|di|da|do|dos|das|la|le|van|von|der|den|ter|ten|el|al|bin|y|e|zu|af|av");

/// Reports whether a title and a name stand right before the date.
fn is_behind_person(candidate: &Candidate<'_>) -> bool {
    /// Longest title and name, in bytes, and most words of a name.
    const LONGEST: usize = 64;
    const MOST: usize = 5;
    let head = line::before(candidate.field.text, candidate.range.start, LONGEST);
    let Some(head) = [", ", " (", ", *", " (*", " - ", " – "].iter().find_map(|sign| head.strip_suffix(sign)) else {
        return false;
    };
    let mut names = 0;
    for word in head.rsplit(' ').take(MOST + 1) {
        let bare = word.trim_end_matches('.');
        // A form may have the family name first: `Pt: Roe, Jane, 12/12/1956`.
        if let Some(name) = word.strip_suffix(':').filter(|_| names > 0) {
            return is_listed(name.trim_end_matches('.'), TITLES) || is_listed(name.trim_end_matches('.'), FORMS);
        }
        let word = if names > 0 && head.contains(':') { word.trim_end_matches(',') } else { word };
        if names > 0 && (is_listed(bare, TITLES) || bare.eq_ignore_ascii_case("sig.ra")) {
            return true;
        }
        if is_name_word(word) {
            names += 1;
        } else if !is_listed(word, PARTICLES) {
            return false;
        }
    }
    false
}

/// Reports whether a full name stands right before the date, behind words with which people say who somebody is.
fn is_behind_full_name(candidate: &Candidate<'_>) -> bool {
    /// Longest name with the words before it, in bytes, and most words of a name.
    const LONGEST: usize = 64;
    const MOST: usize = 4;
    const SAID: &WordList = &WordList::new(
        "i'm|i’m|im|am|name|me|mum|mom|dad|mother|father|son|daughter|wife|husband|sister|brother|partner|insured|passenger|driver|child|baby",
    );
    let (text, range) = (candidate.field.text, &candidate.range);
    let near = line::before(text, range.start, LONGEST);
    let Some(head) = [", ", " (", " - ", " – "].iter().find_map(|sign| near.strip_suffix(sign)) else { return false };
    let is_end = |rest: &str| {
        rest.trim_end().is_empty()
            || rest.starts_with([',', ';', ')', '\n'])
            || rest.strip_prefix('.').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']))
    };
    if !is_end(&text[range.end..]) {
        return false;
    }
    let mut names = 0;
    for word in head.rsplit(' ').take(MOST + 1) {
        // `my name is Jane Roe`, but not `the film is Blue Moon`.
        let is_named = || word == "is" && head.to_ascii_lowercase().contains("name is ");
        if names > 1 && (is_listed(word.trim_end_matches(':'), SAID) || is_named()) {
            return true;
        }
        if is_name_word(word) && word.chars().nth(1).is_some() {
            names += 1;
        } else if !is_listed(word, PARTICLES) {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn dates_stand_behind_full_names_that_are_said() {
        for (text, date, expected) in [
            ("I'm Nadia Osborne, 4th May 1981, on 01632", "4th May 1981", true),
            ("My name is Femi Okafor, 1968-07-28.", "1968-07-28", true),
            ("her son Liam Murphy (04-May-1999), asthma", "04-May-1999", true),
            ("Signed Nadia Osborne, 4th May 1981", "4th May 1981", false),
            ("this is Berlin, 4th May 1981", "4th May 1981", false),
            ("the album is Purple Rain, 4 June 1984, and", "4 June 1984", false),
        ] {
            let (field, start) = (Field::new(text), text.find(date).unwrap());
            let range = start..start + date.len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: Form::Shape, name: "" };
            assert_eq!(is_behind_full_name(&candidate), expected, "{text}");
        }
    }

    #[test]
    fn dates_stand_right_behind_a_person_with_a_title() {
        for (text, date, expected) in [
            ("intake: dhr. R. de Wit, 12-09-1944, woont alleen", "12-09-1944", true),
            ("Frau Roth (03.02.1961) klagt über", "03.02.1961", true),
            ("Mme Diallo-Roy, 12/09/1944, vit seule", "12/09/1944", true),
            ("Patient Anjali Rao, 1961-02-03, was seen", "1961-02-03", true),
            ("Dr. Roth, 03.02.1991", "03.02.1991", false),
            ("Sehr geehrte Frau Roth, am 03.02.1991 haben", "03.02.1991", false),
            ("Frau Roth war dabei, 03.02.1991", "03.02.1991", false),
            ("Berlin, 03.02.1991", "03.02.1991", false),
        ] {
            let (field, start) = (Field::new(text), text.find(date).unwrap());
            let range = start..start + date.len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: Form::Shape, name: "" };
            assert_eq!(is_behind_person(&candidate), expected, "{text}");
        }
    }
}
