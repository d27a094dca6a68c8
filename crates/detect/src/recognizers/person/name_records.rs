//! Names of persons in records whose standard says where they stand: cards of addresses (vCard) and messages of hospitals
//! (HL7).

use std::{borrow::Cow, ops::Range};

use super::segments::is_logged;
use crate::recognizers::identity::certificates::{CERTIFIED, certified_name};
use crate::recognizers::support::name_shape::{is_other, name_words};
use crate::recognizers::support::script_names::{begins_name, name_len};
use crate::text::{escape_before, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

use super::introduced_name::INFO;

/// Longest segment or line that is looked at, in bytes.
const MAX_LINE: usize = 1024;
/// Longest part of a name, in bytes.
const MAX_PART: usize = 64;

/// The names in segments of HL7 (version 2, chapters 3 and 6): the field, counted as the standard does, and the component.
/// The numbers of the patterns behind the two of vCard.
const NAMES: [(usize, usize); 27] = [
    // PID: the patient, the mother, an alias.
    (5, 0),
    (5, 1),
    (5, 2),
    (6, 0),
    (6, 1),
    // NK1: next of kin.
    (2, 0),
    (2, 1),
    // GT1: who pays.
    (3, 0),
    (3, 1),
    // IN1: who is insured.
    (16, 0),
    (16, 1),
    // PV1: doctors, whose numbers stand before their names.
    (7, 1),
    (7, 2),
    (8, 1),
    (8, 2),
    (9, 1),
    (17, 1),
    (17, 2),
    // OBR and ORC: who ordered, with or without a number.
    (16, 0),
    (16, 1),
    (16, 2),
    (12, 1),
    (12, 2),
    // ORC, PD1 and OBR: who entered the order, the family doctor, who has a copy.
    (10, 1),
    (10, 2),
    (4, 1),
    (28, 1),
];

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        record("N[;:]"),
        record("N[;:]"),
        record("PID[|]"),
        record("PID[|]"),
        record("PID[|]"),
        record("PID[|]"),
        record("PID[|]"),
        record("NK1[|]"),
        record("NK1[|]"),
        record("GT1[|]"),
        record("GT1[|]"),
        record("IN1[|]"),
        record("IN1[|]"),
        record("PV1[|]"),
        record("PV1[|]"),
        record("PV1[|]"),
        record("PV1[|]"),
        record("PV1[|]"),
        record("PV1[|]"),
        record("PV1[|]"),
        record("OBR[|]"),
        record("OBR[|]"),
        record("OBR[|]"),
        record("ORC[|]"),
        record("ORC[|]"),
        record("ORC[|]"),
        record("ORC[|]"),
        record("PD1[|]"),
        record("OBR[|]"),
        // The whole name of a card, in a script without capitals.
        record("FN[;:]"),
        // Records of genealogy (GEDCOM): `1 NAME Jane Ellen /Roe/`
        record("[1-9] (?:NAME|GIVN|SURN|NICK|_MARNM) "),
        // Certificates of the Baltic countries, before the number of the person: `ROE,JANE,48507142714`
        CERTIFIED,
    ]),
    context: words![],
    check,
}];

const fn record(regex: &'static str) -> Pattern {
    Pattern::prefix(regex, 0.85, 0.9)
}

/// The patterns of the whole name of a card, of records of genealogy, and of certificates.
const WHOLE: usize = NAMES.len() + 2;
const GENEALOGY: usize = WHOLE + 1;
const CERTIFICATE: usize = WHOLE + 2;

/// The name in a line of a record of genealogy, whose tag begins at `start` and ends at `end`: the family name stands between
/// slashes.
fn of_genealogy(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    let value = line::before_escaped_end(line::behind(text, end, MAX_PART)).trim_end();
    let is_whole = text[start..end].contains("NAME");
    let plain: Vec<&str> = value.split(['/', ' ']).filter(|part| !part.is_empty()).collect();
    let fits = plain.iter().all(|part| is_name(part)) && !plain.is_empty() && value.contains('/') == is_whole;
    let is_record = || ["INDI", "GEDC", " @F"].iter().any(|tag| window::before(text, start, MAX_LINE).contains(tag));
    (line::begins(text, start) && fits && is_record()).then_some(end..end + value.len())
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    match candidate.pattern {
        GENEALOGY => return candidate.part(of_genealogy(text, start, end)?),
        CERTIFICATE => return candidate.part(certified_name(candidate)?),
        _ => {}
    }
    let head = text.get(..start)?;
    // A message of HL7 begins with a vertical tab.
    let begins = line::begins(text, start) || head.ends_with(['\u{b}', '"']) || escape_before(text, start).is_some();
    let message = candidate.pattern.checked_sub(2);
    let begins = begins || message.is_some() && is_logged(text, start, end);
    let line = begins.then(|| quoted_line(text, end))?;
    let place = match message {
        _ if candidate.pattern == WHOLE => {
            let value = text.get(line.clone())?;
            let skipped = if text[..line.start].ends_with(';') { value.find(':')? + 1 } else { 0 };
            let name = value.get(skipped..)?.trim_end();
            begins_name(name).then_some(line.start + skipped..line.start + skipped + name.len())
        }
        None => of_card(text, line, candidate.pattern),
        Some(name) => of_message(text, line, *NAMES.get(name)?),
    }?;
    is_name(text.get(place.clone())?).then(|| candidate.part(place))?
}

/// The rest of the line that `at` stands in, as far as it is in one string, in which its end may be escaped.
pub(super) fn quoted_line(text: &str, at: usize) -> Range<usize> {
    let line = line::behind(text, at, MAX_LINE);
    at..at + line.find(['"', '\\']).unwrap_or(line.len())
}

/// The part of a name with this number in a card: `N:Roe;Jane;;;`, `N;CHARSET=UTF-8:Roe;Jane;;;`.
fn of_card(text: &str, line: Range<usize>, part: usize) -> Option<Range<usize>> {
    let has_parameters = text.get(..line.start)?.ends_with(';');
    let skipped = if has_parameters { text.get(line.clone())?.find(':')? + 1 } else { 0 };
    let start = line.start + skipped;
    let value = text.get(start..line.end)?;
    // Old cards have no more components than there are parts of the name.
    let is_card = || window::before(text, line.start, 96).contains("VCARD") && value.contains(';');
    (value.matches(';').nth(1).is_some() || is_card()).then(|| nth(value, start, ';', part))?
}

/// The component of a field of the segment whose fields begin at `line`.
fn of_message(text: &str, line: Range<usize>, (field, component): (usize, usize)) -> Option<Range<usize>> {
    let fields = nth(text.get(line.clone())?, line.start, '|', field - 1)?;
    let repeated = nth(text.get(fields.clone())?, fields.start, '~', 0)?;
    let found = nth(text.get(repeated.clone())?, repeated.start, '^', component)?;
    nth(text.get(found.clone())?, found.start, '&', 0)
}

/// The place of part `number` of `value`, which begins at `start`.
pub(super) fn nth(value: &str, start: usize, sign: char, number: usize) -> Option<Range<usize>> {
    let before: usize = value.split(sign).take(number).map(|part| part.len() + sign.len_utf8()).sum();
    let part = value.split(sign).nth(number)?;
    let from = start + before + (part.len() - part.trim_start().len());
    Some(from..from + part.trim().len())
}

/// Reports whether `found` may be a part of a name, in any case.
pub(super) fn is_name(found: &str) -> bool {
    if begins_name(found) {
        return name_len(found) == Some(found.len());
    }
    let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | '-' | '\'' | '’' | '.' | '\u{300}'..='\u{36F}');
    let is_long = found.len() <= MAX_PART && found.chars().nth(1).is_some();
    let is_upper = found.chars().next().is_some_and(char::is_uppercase);
    is_long && found.chars().all(stands) && !is_other(found) && (!is_upper || name_words(found).is_some())
}
