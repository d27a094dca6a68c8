//! Dates of birth right behind a person with a title, as notes of care, files and reports have them: `dhr. R. de Wit, 12-09-1944, woont
//! alleen`, `Frau Roth (03.02.1961)`; and behind a full name that somebody says: `I'm Jane Roe, 3rd February 1961, on …`.

use std::borrow::Cow;

use super::birth::INFO;
use crate::recognizers::support::name_shape::is_name_word;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?:0?[1-9]|[12][0-9]|3[01])[./-](?:0?[1-9]|[12][0-9]|3[01])[./-](?:19[2-9][0-9]|200[01])",
            0.75,
            0.8,
        ),
        Pattern::regex("(?:19[2-9][0-9]|200[01])-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])", 0.75, 0.8),
        // The day before the month or behind it.
        Pattern::regex(
            "(?:(?:0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?[ -])?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?[ -](?:[0-9]+(?:st|nd|rd|th)?,? )?(?:19[2-9][0-9]|200[01])",
            0.75,
            0.8,
        ),
    ]),
    context: words![],
    check: |candidate| {
        // A month and a year are no birth.
        if candidate.matched().bytes().filter(u8::is_ascii_digit).count() < YEAR + 1 {
            return None;
        }
        if is_behind_person(candidate) || is_behind_full_name(candidate) || is_in_row(candidate) {
            candidate.whole()
        } else {
            None
        }
    },
}];

/// Digits of a year.
const YEAR: usize = 4;

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

/// Reports whether a line begins with a full name, before the date and a telephone, an address or a number of a house: `Jane Roe, June 26,
/// 1960, 555-…`.
fn is_in_row(candidate: &Candidate<'_>) -> bool {
    /// Longest beginning of such a line, in bytes, and most words of a name.
    const LONGEST: usize = 64;
    const MOST: usize = 4;
    let (text, range) = (candidate.field.text, &candidate.range);
    let Some(head) = line::whole_before(text, range.start, LONGEST) else { return false };
    let bare = head.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ')' | '-' | '*' | '•' | ' '));
    let Some((name, sign)) = [", ", " | ", "; "].iter().find_map(|sign| Some((bare.strip_suffix(*sign)?, *sign)))
    else {
        return false;
    };
    let words = name.split(' ').filter(|word| !is_listed(word, PARTICLES));
    let is_name = (2..=MOST).contains(&words.clone().count()) && words.clone().all(is_name_word);
    let next = text[range.end..].strip_prefix(sign).unwrap_or_default();
    let is_mail = || next.split([',', ' ', '|', ';']).next().is_some_and(|cell| cell.contains('@'));
    is_name && (next.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '(')) || is_mail())
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
