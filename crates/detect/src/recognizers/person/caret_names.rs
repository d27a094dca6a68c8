//! Patients in lines of logs that quote messages of hospitals (HL7) in part: `pat ^0007712045 Roe^Jane *19510714`.

use std::{borrow::Cow, ops::Range};

use super::{birth::INFO as BIRTH, introduced_name::INFO};
use crate::recognizers::health::records::RECORD_INFO;
use crate::recognizers::support::name_shape::is_name_word;
use crate::recognizers::support::numerals::is_date;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[Pattern::within("\\^[A-Z][A-Za-z]", 0.8, 0.85)]),
        context: words![],
        check: |candidate| candidate.part(name(candidate)?),
    },
    Rule {
        info: BIRTH,
        patterns: Cow::Borrowed(&[Pattern::within("[*](?:19|20)[0-9]{6}", 0.8, 0.85)]),
        context: words![],
        check: |candidate| {
            let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
            let number = |range: Range<usize>| text.get(start + range.start..start + range.end)?.parse::<u32>().ok();
            let is_day = is_date(number(1..5)?, number(5..7)?, number(7..9)?);
            // A word stands before it: no product of numbers.
            let head = line::before(text, start, NEAR);
            let is_behind_word = head
                .strip_suffix([' ', ','])
                .is_some_and(|head| head.trim_end_matches(',').ends_with(char::is_alphabetic));
            (is_day && is_behind_word && is_value_edge(text, end)).then(|| candidate.part(start + 1..end))?
        },
    },
    Rule {
        info: RECORD_INFO,
        patterns: Cow::Borrowed(&[Pattern::prefix(
            "(?:[Pp]at|PAT|[Pp]atient|PID)(?: id| ID)?:? \\^{1,4}[0-9]{5,12}",
            0.8,
            0.85,
        )]),
        context: words![],
        check: |candidate| {
            let number = candidate.matched().rfind('^')? + 1;
            let place = candidate.range.start + number..candidate.range.end;
            is_value_edge(candidate.field.text, place.end).then(|| candidate.part(place))?
        },
    },
];

/// Bytes that are looked at beside a name.
const NEAR: usize = 160;

/// The surname before the caret and the first name behind it, on a line about messages of hospitals that is no segment itself.
fn name(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    const LONGEST: usize = 40;
    const MESSAGES: [&str; 14] = [
        "ADT^", "ORU^", "ORM^", "OML^", "SIU^", "MDM^", "DFT^", "BAR^", "HL7", "hl7", "mirth", "MLLP", "Patient",
        " pat ",
    ];
    let (text, at) = (candidate.field.text, candidate.range.start);
    let head = line::before(text, at, LONGEST);
    let last = head.rsplit([' ', '^', '|', '"', '(', '=', ':', '\t']).next()?;
    let is_apart = head[..head.len() - last.len()].ends_with([' ', '"', '(', '=', ':', '\t']);
    let rest = line::behind(text, at + 1, LONGEST);
    let first = rest.split(|c: char| !(c.is_alphabetic() || c == '-' || c == '\'')).next()?;
    let is_line = || {
        let line = line::before(text, at, NEAR);
        !line.contains('|') && MESSAGES.iter().any(|message| line.contains(message))
    };
    let is_name = |word: &str| is_name_word(word) && word.chars().nth(1).is_some() && word.contains(char::is_lowercase);
    (is_apart && is_name(last) && is_name(first) && is_line()).then(|| at - last.len()..at + 1 + first.len())
}
