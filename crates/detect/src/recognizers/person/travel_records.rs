//! Passengers in the records of airlines: documents of travel (`DOCS` of IATA's reservation messages), ages of children, the code
//! of a boarding pass (IATA resolution 792); and births in family trees (GEDCOM).

use std::{borrow::Cow, ops::Range};

use super::{birth, birth_dates::date_len, introduced_name::INFO as PERSON};
use crate::recognizers::{
    contact::{email::INFO as EMAIL, phone::INFO as PHONE},
    finance::card::INFO as CARD,
    identity::{generic::labels::PASSPORT_NUMBER_INFO, record_numbers::ID_NUMBER_INFO},
};
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Pattern, Rule, checksum::luhn};

/// A date of birth between the nationality and the sex of a document's holder: `/14MAR79/F/`.
const HOLDER: Pattern =
    Pattern::within("/[0-3][0-9](?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[0-9]{2}/[FMUX]I?/", 0.9, 0.95);
/// The beginning of the code of a boarding pass: its kind, the number of flights, the name.
const BOARDING: Pattern = Pattern::prefix("M[1-9][A-Z]{2,18}/[A-Z]", 0.9, 0.95);

/// Length of a date of these records.
const DATE: usize = "14MAR79".len();

/// The rule of a label with these patterns, whose finds `place` reads.
macro_rules! records {
    ($info:expr, [$($pattern:expr),+], $place:expr) => {
        Rule {
            info: $info,
            patterns: Cow::Borrowed(&[$($pattern),+]),
            context: words![],
            check: |candidate| candidate.part($place(candidate)?),
        }
    };
}

pub(super) const RULES: &[Rule] = &[
    records!(
        birth::INFO,
        [
            HOLDER,
            // Of a child or an infant: `(CHD/02JUN17)`
            Pattern::within("/[0-3][0-9](?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)[0-9]{2}[)]", 0.85, 0.9),
            Pattern::prefix("2 DATE [A-Z0-9@]", 0.9, 0.95)
        ],
        |candidate: &Candidate<'_>| match candidate.pattern {
            2 => born(candidate.field.text, &candidate.range),
            _ => Some(candidate.range.start + 1..candidate.range.start + 1 + DATE),
        }
    ),
    records!(PASSPORT_NUMBER_INFO, [HOLDER], |candidate: &Candidate<'_>| {
        document_before(candidate.field.text, candidate.range.start)
    }),
    records!(PERSON, [HOLDER, BOARDING], |candidate: &Candidate<'_>| match candidate.pattern {
        0 => holder_behind(candidate.field.text, candidate.range.end),
        _ => Some(boarding(candidate.field.text, candidate.range.start)?.0),
    }),
    records!(ID_NUMBER_INFO, [BOARDING], |candidate: &Candidate<'_>| {
        Some(boarding(candidate.field.text, candidate.range.start)?.1)
    }),
    // How to reach a passenger: `SSR CTCM 6591147226`, `SSR CTCE JANE.ROE//EXAMPLE.COM`
    records!(
        PHONE,
        [Pattern::prefix("(?:CTCM|CTCB|CTCH) (?:[A-Z]{2} HK[0-9]/)?\\+?[0-9]{7,15}", 0.9, 0.95)],
        |candidate: &Candidate<'_>| {
            let digits = candidate.matched().rfind(|c: char| !c.is_ascii_digit())? + 1;
            Some(candidate.range.start + digits..candidate.range.end)
        }
    ),
    records!(EMAIL, [Pattern::prefix("CTCE (?:[A-Z]{2} HK[0-9]/)?[A-Z0-9]", 0.9, 0.95)], |candidate: &Candidate<
        '_,
    >| {
        mail_at(candidate.field.text, candidate.range.end - 1)
    }),
    // The card that pays, joined to the letters of its network: `CCVI4111111111111111/1228`
    records!(
        CARD,
        [Pattern::within("CC ?(?:VI|CA|MC|AX|DC|JC|TP|DS)[2-6][0-9]{11,18}/", 0.9, 0.95)],
        |candidate: &Candidate<'_>| {
            let (start, matched) = (candidate.range.start, candidate.matched());
            let letters = matched.find(|c: char| c.is_ascii_digit())?;
            luhn(&matched[letters..matched.len() - 1]).then_some(start..start + matched.len() - 1)
        }
    ),
];

/// The address of mail at `at`, in whose place of `@` two slashes stand.
fn mail_at(text: &str, at: usize) -> Option<Range<usize>> {
    const LONGEST: usize = 64;
    let near = line::behind(text, at, LONGEST);
    let stands = |b: &u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b"./_-".contains(b);
    let found = &near[..near.bytes().take_while(stands).count()];
    let (_, host) = found.split_once("//")?;
    host.contains('.').then_some(at..at + found.len())
}

/// The number of the document before the slash at `at`, which the code of the holder's country follows: `P/CZE/39217745/CZE`.
fn document_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest number and its neighbours, and longest number alone, in bytes.
    const NEAR: usize = 40;
    const LONGEST: usize = 15;
    let mut parts = line::before(text, at, NEAR).rsplit('/');
    let (country, number) = (parts.next()?, parts.next()?);
    let is_country = matches!(country.len(), 2 | 3) && country.bytes().all(|b| b.is_ascii_uppercase());
    let is_number = (5..=LONGEST).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
        && number.bytes().any(|b| b.is_ascii_digit());
    let end = at - country.len() - 1;
    (is_country && is_number && parts.next().is_some()).then(|| end - number.len()..end)
}

/// The holder's names at `at`, behind the end of the document's validity: `11FEB31/ROE/JANE`.
fn holder_behind(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 72;
    let near = line::behind(text, at, LONGEST);
    let expiry = near.find('/').filter(|len| *len == DATE && near.starts_with(|c: char| c.is_ascii_digit()));
    let start = expiry.map_or(0, |len| len + 1);
    let names = &near[start..];
    let len = names.find(|c: char| !(c.is_ascii_uppercase() || matches!(c, '/' | ' '))).unwrap_or(names.len());
    let found = names[..len].split("  ").next()?.trim_end_matches(['/', ' ']);
    let (last, first) = found.split_once('/')?;
    (last.len() > 1 && first.len() > 1).then(|| at + start..at + start + found.len())
}

/// The name in the code of a boarding pass that begins at `start`, with the signs before it, and the code of the reservation with
/// the sign before it: places of fixed lengths.
fn boarding(text: &str, start: usize) -> Option<(Range<usize>, Range<usize>)> {
    const NAME: Range<usize> = 2..22;
    const LOCATOR: Range<usize> = 22..30;
    const AIRPORTS: Range<usize> = 30..36;
    let code = text.get(start..start + AIRPORTS.end).filter(|code| code.is_ascii())?;
    let name = code[..NAME.end].trim_end();
    let locator = code[LOCATOR].trim_end();
    let is_code = code[NAME].bytes().all(|b| b.is_ascii_uppercase() || b == b'/' || b == b' ')
        && locator.starts_with(['E', ' '])
        && (6..=8).contains(&locator.len())
        && locator[1..].bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
        && code[AIRPORTS].bytes().all(|b| b.is_ascii_uppercase());
    let from = start + LOCATOR.start;
    is_code.then(|| (start..start + name.len(), from..from + locator.len()))
}

/// The date of a birth in a family tree, whose line begins with the match at `range`.
fn born(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    /// Farthest event, in bytes.
    const FAR: usize = 192;
    const EVENTS: [&str; 4] = ["1 BIRT", "1 CHR", "1 BAPM", "1 ADOP"];
    const ABOUT: [&str; 5] = ["ABT ", "EST ", "CAL ", "BEF ", "AFT "];
    line::begins(text, range.start).then_some(())?;
    let mut above = window::before(text, range.start, FAR).lines().rev();
    let event = above.find(|line| line.starts_with("1 "))?.trim_end();
    EVENTS.iter().any(|known| event.starts_with(known)).then_some(())?;
    let at = range.end - 1;
    let at = at + ABOUT.iter().find(|word| text[at..].starts_with(**word)).map_or(0, |word| word.len());
    let end = at + date_len(text.get(at..)?, false)?;
    is_value_edge(text, end).then_some(at..end)
}
