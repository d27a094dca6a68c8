//! Names of persons and their numbers in calls that make an object of a person: `new Employee("Jane Roe", "2508987500127")`,
//! `Guest("Jane Roe", room = "214")`; and in steps of tests and messages, behind what somebody is: `the nurse "Jane Roe"`.

use std::{borrow::Cow, ops::Range};

use super::{
    birth::INFO as BIRTH,
    birth_dates::date_len,
    introduced_name::{INFO, is_inverted},
};
use crate::keys::literal_arguments;
use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::secrets::stand_ins::is_placeholder;
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::name_shape::name_words;
use crate::recognizers::support::numerals::{is_date_shape, is_dated_time};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

/// Types of persons, as a regular expression, and the bracket behind them.
macro_rules! types {
    () => {
        "(?:Person|Employee|Customer|Client|Patient|User|Guest|Student|Teacher|Member|Contact|Recipient|Applicant|Candidate|Driver|Doctor|\
         Nurse|Author|Owner|Tenant|Resident|Passenger|Subscriber|Visitor|Participant|Donor|Volunteer|Citizen|Account[Hh]older|Beneficiary|\
         Borrower|Player|Attendee|Mitarbeiter|Kunde|Patientin|Schueler|Empleado|Cliente|Paciente|Alumno|Persona|Dipendente|Paziente|Personne|\
         Employe|Klant|(?:create|make|build|new|add|insert|register|seed)(?:Person|Employee|Customer|Client|Patient|User|Guest|Student|Member|Contact)|Medewerker|Osoba|Pracownik|Klient|Pacjent)(?:Dto|DTO|Record|Entity|Model|Info|Data|\\.of|\\.new|\\.create|::new|::create|\\.from)?\\([ \r\n\t]{0,24}[\"']"
    };
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[
            Pattern::prefix(types!(), 0.8, 0.85),
            Pattern::prefix(
                "(?i-u:person|user|employee|customer|client|patient|nurse|doctor|guest|student|teacher|pupil|member|contact|applicant|driver|manager|\
                 tenant|owner|passenger|parent|child|author|colleague|volunteer|donor|witness|resident|visitor|recipient|cashier|mitarbeiterin|\
                 mitarbeiter|kundin|kunde|patientin|benutzer|nutzer|empleado|cliente|paciente|usuario|alumno|utilisateur|patiente|utente|paziente|\
                 gebruiker|klant)(?: named| called| namens)? [\"']",
                0.8,
                0.85,
            ),
            // What a program tells of a row: `bad SSN '…' for 'ROE, JANE'`
            Pattern::prefix("(?:for|of|by|para|per|pour) ['\"][A-Z]", 0.75, 0.8),
        ]),
        context: words![],
        check: |candidate| candidate.part(name(candidate)?),
    },
    Rule {
        info: ID_NUMBER_INFO,
        patterns: Cow::Borrowed(&[Pattern::prefix(types!(), 0.7, 0.75)]),
        context: words![],
        check: |candidate| candidate.part(number(candidate)?),
    },
    Rule {
        info: BIRTH,
        patterns: Cow::Borrowed(&[Pattern::prefix(types!(), 0.75, 0.8)]),
        context: words![],
        check: |candidate| candidate.part(birth(candidate)?),
    },
];

/// The pattern of calls, and that of messages about rows.
const CALL: usize = 0;
const ROW: usize = 2;

/// The name in quotes that the match begins.
fn name(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let text = candidate.field.text;
    let quote = candidate.matched().rfind(['"', '\'']).filter(|_| candidate.pattern != CALL);
    let start = match quote {
        Some(at) => candidate.range.start + at + 1,
        None => candidate.range.end,
    };
    let near = line::behind(text, start, LONGEST);
    // An apostrophe within a name, `O'Neil`, ends nothing between double quotes.
    let found =
        near.get(..near.find(|c| if text[..start].ends_with('"') { c == '"' } else { matches!(c, '"' | '\'') })?)?;
    let is_named = || name_words(found).is_some_and(|words| (2..=4).contains(&words));
    let is_upper = || !found.contains(char::is_lowercase) && is_inverted(found);
    let fits = match candidate.pattern {
        ROW => is_upper(),
        _ => is_named() || is_inverted(found),
    };
    // Pages, reports and methods have names, too.
    let is_thing = found.split([' ', ',']).filter(|word| !word.is_empty()).all(is_common);
    (fits && !is_thing).then(|| start..start + found.len())
}

/// The date among the arguments of the call behind a name in quotes, of years before a person of today could sign.
fn birth(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let text = candidate.field.text;
    let [first, others @ ..] = literal_arguments(text, candidate.range.end - 1);
    let is_name =
        first.and_then(|place| text.get(place)).is_some_and(|name| name_words(name).is_some_and(|words| words > 1));
    let is_birth = |place: &Range<usize>| {
        let found = text.get(place.clone()).unwrap_or_default();
        let years =
            found.split(['-', '/', '.']).filter(|part| part.len() == 4).filter_map(|part| part.parse::<u32>().ok());
        found.len() <= 10
            && date_len(found, false) == Some(found.len())
            && years.into_iter().any(|year| (1900..2006).contains(&year))
    };
    others.into_iter().flatten().find(is_birth).filter(|_| is_name)
}

/// The number among the arguments of the call behind a name in quotes: of digits alone, as long as those of persons are.
fn number(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    const DIGITS: std::ops::RangeInclusive<usize> = 8..=16;
    let text = candidate.field.text;
    let [first, others @ ..] = literal_arguments(text, candidate.range.end - 1);
    let is_name =
        first.and_then(|place| text.get(place)).is_some_and(|name| name_words(name).is_some_and(|words| words > 1));
    let is_number = |place: &Range<usize>| {
        text.get(place.clone()).is_some_and(|found| {
            let digits = found.bytes().filter(u8::is_ascii_digit).count();
            DIGITS.contains(&digits)
                && found.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'-' | b' '))
                && !is_date_shape(found)
                && !is_dated_time(found)
                && !has_one_digit(found.as_bytes())
                && !is_placeholder(found)
        })
    };
    others.into_iter().flatten().find(is_number).filter(|_| is_name)
}
