//! Dates of birth, addresses, numbers and names in segments of messages whose standard says where they stand: HL7 between
//! hospitals, X12 between insurers in America, EDIFACT between firms.

use std::{borrow::Cow, ops::Range};

use super::{
    birth,
    introduced_name::INFO as PERSON,
    name_records::{is_name, nth, quoted_line},
};
use crate::recognizers::contact::{address::INFO as ADDRESS, phone::INFO as PHONE};
use crate::recognizers::health::records::RECORD_INFO;
use crate::recognizers::support::numerals::is_date;
use crate::text::escape_before;
use crate::{Candidate, Finder, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: PERSON,
        patterns: Cow::Borrowed(&[segment("NM1[*]"), segment("NM1[*]"), segment("NAD[+]")]),
        context: words![],
        check: |candidate| {
            // X12 says whether a person follows or a firm.
            let kind = field(candidate, '*', 1, false).and_then(|place| candidate.field.text.get(place));
            let is_person = candidate.pattern == 2 || kind == Some("1");
            is_person.then(|| found(candidate, &[('*', 2), ('*', 3), ('+', 3)], is_name))?
        },
    },
    Rule {
        info: birth::INFO,
        patterns: Cow::Borrowed(&[segment("PID[|]"), segment("NK1[|]"), segment("IN1[|]"), segment("DMG[*]")]),
        context: words![],
        check: |candidate| found(candidate, &[('|', 6), ('|', 15), ('|', 17), ('*', 1)], is_compact_date),
    },
    // Street, city and postcode are components of a field in HL7, and fields or segments elsewhere.
    Rule {
        info: ADDRESS,
        patterns: Cow::Borrowed(&[
            segment("PID[|]"),
            segment("NK1[|]"),
            segment("GT1[|]"),
            segment("IN1[|]"),
            segment("N3[*]"),
            segment("N4[*]"),
            segment("NAD[+]"),
        ]),
        context: words![],
        check: |candidate| {
            let places = [('|', 10), ('|', 3), ('|', 4), ('|', 18), ('*', 0), ('*', 0), ('+', 4)];
            whole(candidate, &places, is_address)
        },
    },
    Rule {
        info: PHONE,
        patterns: Cow::Borrowed(&[
            segment("PID[|]"),
            segment("PID[|]"),
            segment("NK1[|]"),
            segment("NK1[|]"),
            segment("GT1[|]"),
            segment("COM[+]"),
        ]),
        context: words![],
        check: |candidate| found(candidate, &[('|', 12), ('|', 13), ('|', 4), ('|', 5), ('|', 5), ('+', 0)], is_phone),
    },
    Rule {
        info: RECORD_INFO,
        patterns: Cow::Borrowed(&[segment("PID[|]"), segment("PID[|]"), segment("PID[|]"), segment("NM1[*]")]),
        context: words![],
        check: |candidate| found(candidate, &[('|', 1), ('|', 2), ('|', 17), ('*', 8)], is_number),
    },
];

const fn segment(regex: &'static str) -> Pattern {
    Pattern { finder: Finder::Prefix(Cow::Borrowed(regex)), bare: 0.85, supported: 0.9, begins: None }
}

/// The finding of the first component of a field.
fn found(candidate: &Candidate<'_>, places: &[(char, usize)], fits: fn(&str) -> bool) -> Option<Finding> {
    part(candidate, places, false, fits)
}

/// The finding of a field with all components.
fn whole(candidate: &Candidate<'_>, places: &[(char, usize)], fits: fn(&str) -> bool) -> Option<Finding> {
    part(candidate, places, true, fits)
}

/// The finding of the field that `places` gives for the candidate's pattern, by the sign between fields and its number from
/// 0, if it is what `fits` says.
fn part(
    candidate: &Candidate<'_>,
    places: &[(char, usize)],
    is_whole: bool,
    fits: fn(&str) -> bool,
) -> Option<Finding> {
    let (sign, number) = *places.get(candidate.pattern)?;
    let place = field(candidate, sign, number, is_whole)?;
    fits(candidate.field.text.get(place.clone())?).then(|| candidate.part(place))?
}

/// The place of a field: all of it, or its first component.
fn field(candidate: &Candidate<'_>, sign: char, number: usize, is_whole: bool) -> Option<Range<usize>> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = text.get(..start)?;
    let is_first = head.is_empty() || head.ends_with(['\n', '\r', '\u{b}', '"', '~', '\'']);
    let line = (is_first || escape_before(text, start).is_some()).then(|| quoted_line(text, end))?;
    // Segments of X12 and EDIFACT end in a sign, and may all stand on one line.
    let end = text.get(line.clone())?.find(['~', '\'']).filter(|_| sign != '|');
    let line = line.start..end.map_or(line.end, |len| line.start + len);
    let place = nth(text.get(line.clone())?, line.start, sign, number)?;
    let place = nth(text.get(place.clone())?, place.start, '~', 0)?;
    match sign {
        '|' if !is_whole => nth(text.get(place.clone())?, place.start, '^', 0),
        '+' => nth(text.get(place.clone())?, place.start, ':', 0),
        _ => Some(place),
    }
}

fn is_compact_date(found: &str) -> bool {
    let part = |range: Range<usize>| found.get(range).and_then(|part| part.parse::<u32>().ok());
    let date = (part(0..4), part(4..6), part(6..8));
    let is_digits = found.bytes().all(|b| b.is_ascii_digit()) && matches!(found.len(), 8 | 12 | 14);
    let (Some(year), Some(month), Some(day)) = date else { return false };
    is_digits && (1850..=2099).contains(&year) && is_date(year, month, day)
}

/// Reports whether a field holds an address: letters, and in HL7 several components.
fn is_address(found: &str) -> bool {
    let letters = found.chars().filter(|c| c.is_alphabetic()).count();
    let stands = |c: char| c.is_alphanumeric() || " .,'-/#^&".contains(c);
    letters > 2 && found.chars().all(stands) && (found.contains('^') || !found.contains('&'))
}

fn is_phone(found: &str) -> bool {
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    (7..=15).contains(&digits) && found.bytes().all(|b| b.is_ascii_digit() || b" ()+-./".contains(&b))
}

fn is_number(found: &str) -> bool {
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    digits > 2 && found.len() <= 32 && found.bytes().all(|b| b.is_ascii_alphanumeric() || b" -./".contains(&b))
}
