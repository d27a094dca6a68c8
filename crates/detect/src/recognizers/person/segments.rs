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
use crate::recognizers::identity::{record_numbers::ACCOUNT_INFO as ACCOUNT, us_zip::INFO as ZIP};
use crate::recognizers::support::numerals::is_date;
use crate::text::{escape_before, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

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
    // The postcode of X12.
    Rule {
        info: ZIP,
        patterns: Cow::Borrowed(&[segment("N4[*]")]),
        context: words![],
        check: |candidate| found(candidate, &[('*', 2)], is_number),
    },
    // The address of a card, from its first component to its last: `ADR;TYPE=home:;;12 Elm Street;Springfield;IL;62701;`
    Rule {
        info: ADDRESS,
        patterns: Cow::Borrowed(&[segment("(?:item[0-9]{1,2}[.])?ADR[;:]")]),
        context: words![],
        check: |candidate| candidate.part(of_card(candidate)?),
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
            segment("GT1[|]"),
            segment("IN1[|]"),
            segment("PER[*]"),
            segment("PER[*]"),
            segment("PER[*]"),
        ]),
        context: words![],
        check: |candidate| {
            let places = [
                ('|', 12),
                ('|', 13),
                ('|', 4),
                ('|', 5),
                ('|', 5),
                ('+', 0),
                ('|', 6),
                ('|', 6),
                ('*', 3),
                ('*', 5),
                ('*', 7),
            ];
            // X12 says before each number what it reaches.
            const KINDS: [&str; 8] = ["TE", "HP", "WP", "CP", "AP", "FX", "NP", "BN"];
            let (sign, number) = *places.get(candidate.pattern)?;
            let is_told = || {
                let kind = field(candidate, '*', number - 1, false).and_then(|place| candidate.field.text.get(place));
                kind.is_some_and(|kind| KINDS.contains(&kind))
            };
            (sign != '*' || is_told()).then(|| found(candidate, &places, is_phone))?
        },
    },
    Rule {
        info: RECORD_INFO,
        patterns: Cow::Borrowed(&[
            segment("PID[|]"),
            segment("PID[|]"),
            segment("PID[|]"),
            segment("NM1[*]"),
            // Identifiers of other systems, social security and driver's licence of the patient.
            segment("PID[|]"),
            segment("PID[|]"),
            segment("PID[|]"),
            // Those of who pays and of next of kin, groups and policies of the insured.
            segment("GT1[|]"),
            segment("NK1[|]"),
            segment("IN1[|]"),
            segment("IN1[|]"),
            segment("IN1[|]"),
            segment("IN2[|]"),
            segment("PV1[|]"),
            segment("SBR[*]"),
        ]),
        context: words![],
        check: |candidate| {
            let places = [
                ('|', 1),
                ('|', 2),
                ('|', 17),
                ('*', 8),
                ('|', 3),
                ('|', 18),
                ('|', 19),
                ('|', 11),
                ('|', 32),
                ('|', 7),
                ('|', 35),
                ('|', 48),
                ('|', 1),
                ('|', 18),
                ('*', 2),
            ];
            found(candidate, &places, is_number)
        },
    },
    // References of X12, whose qualifier says to whom they belong.
    Rule {
        info: RECORD_INFO,
        patterns: Cow::Borrowed(&[segment("REF[*]")]),
        context: words![],
        check: |candidate| {
            const KINDS: [&str; 16] =
                ["SY", "EI", "TJ", "1W", "0F", "1L", "IG", "EA", "23", "3H", "0B", "1C", "1D", "HJ", "D9", "F8"];
            let kind = field(candidate, '*', 0, false).and_then(|place| candidate.field.text.get(place))?;
            KINDS.contains(&kind).then(|| found(candidate, &[('*', 1)], is_number))?
        },
    },
    // Statements of accounts (MT940): the account, and in the subfields of a turnover the bank, the account and the name of the
    // other side.
    Rule {
        info: ACCOUNT,
        patterns: Cow::Borrowed(&[statement(":25P?:[0-9A-Z]"), statement("\\?30[0-9A-Z]"), statement("\\?31[0-9A-Z]")]),
        context: words![],
        check: |candidate| {
            let place = subfield(candidate, 1)?;
            let found = candidate.field.text.get(place.clone())?;
            let is_code = found.len() >= 8
                && found.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase() || b"/ ".contains(&b));
            // The currency may stand behind the account.
            is_code.then(|| candidate.part(place))?
        },
    },
    Rule {
        info: PERSON,
        patterns: Cow::Borrowed(&[statement("\\?32")]),
        context: words![],
        check: |candidate| {
            let place = subfield(candidate, 0)?;
            is_name(candidate.field.text.get(place.start + 2..place.end)?).then(|| candidate.part(place))?
        },
    },
];

const fn statement(regex: &'static str) -> Pattern {
    Pattern::within(regex, 0.85, 0.9)
}

/// The place of the subfield of a statement whose content begins `taken` bytes before the end of the match: up to the sign of
/// the next one. The number of a subfield belongs to its find, since nothing parts the two. A subfield of a turnover stands behind its tag, `:86:`, and others.
fn subfield(candidate: &Candidate<'_>, taken: usize) -> Option<Range<usize>> {
    /// Farthest tag, and longest content, in bytes.
    const FAR: usize = 480;
    const LONGEST: usize = 64;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = window::before(text, start, FAR);
    let is_told = match candidate.matched().starts_with(':') {
        true => head.is_empty() || head.ends_with(['\n', '\r', '\u{b}', '"']) || escape_before(text, start).is_some(),
        false => head.rfind(":86:").is_some_and(|tag| head[tag..].contains('?')),
    };
    /// Digits of the number of a subfield.
    const NUMBER: usize = 2;
    let behind = end - taken;
    let from = if candidate.matched().starts_with('?') { behind - NUMBER } else { behind };
    let rest = line::before_escaped_end(line::behind(text, from, LONGEST));
    let len = rest.find(['?', '"']).unwrap_or(rest.len());
    let found = rest[..len].trim_end();
    (is_told && found.len() > NUMBER).then_some(from..from + found.len())
}

/// The address in the card's line that `candidate` begins, without empty components at its ends.
fn of_card(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Fewest signs between components.
    const SIGNS: usize = 4;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let begins = line::begins(text, start) || escape_before(text, start).is_some();
    let rest = line::before_escaped_end(line::behind(text, end - 1, 1024));
    // A parameter may be quoted, with a colon in it: `ADR;LABEL="…":;;…`
    let mut quoted = false;
    let colon = rest.bytes().position(|b| {
        quoted ^= b == b'"';
        b == b':' && !quoted
    })?;
    let value = rest.get(colon + 1..)?;
    let found = value.trim_end_matches([';', ' ']);
    let trimmed = found.trim_start_matches([';', ' ']);
    let from = end - 1 + colon + 1 + (found.len() - trimmed.len());
    let is_address = value.matches(';').count() >= SIGNS && trimmed.chars().filter(|c| c.is_alphabetic()).count() > 2;
    (begins && is_address).then_some(from..from + trimmed.len())
}

const fn segment(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.85, 0.9)
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
