//! Insured persons in reports to Poland's social insurance (KEDU of ZUS), whose elements have numbers for names: `<p1>…</p1><p4>ROE</p4>
//! <p5>JAN</p5><p6>05111984</p6>`, the number of the register, the surname, the first name and the day of birth.

use std::{borrow::Cow, ops::Range};

use super::{birth::INFO as BIRTH, introduced_name::INFO, name_records::is_name};
use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::numerals::is_date;
use crate::text::window;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[NAMES, NAMES]),
        context: words![],
        check: |candidate| {
            let [last, first] = names(candidate)?;
            candidate.part(if candidate.pattern == 0 { last } else { first })
        },
    },
    Rule {
        info: BIRTH,
        patterns: Cow::Borrowed(&[NAMES]),
        context: words![],
        check: |candidate| {
            let [_, first] = names(candidate)?;
            let text = candidate.field.text;
            let rest = window::behind(text, first.end, FAR);
            let place = inner(rest, "<p6>", "</p6>")?;
            let found = &rest[place.clone()];
            let number = |range: Range<usize>| found.get(range).and_then(|part| part.parse::<u32>().ok());
            let is_day = found.len() == 8 && is_date(number(4..8)?, number(2..4)?, number(0..2)?);
            is_day.then(|| candidate.part(first.end + place.start..first.end + place.end))?
        },
    },
    Rule {
        info: ID_NUMBER_INFO,
        patterns: Cow::Borrowed(&[NAMES]),
        context: words![],
        check: |candidate| {
            let [last, _] = names(candidate)?;
            let head = window::before(candidate.field.text, last.start, FAR);
            let open = head.rfind("<p1>")? + "<p1>".len();
            let digits = head[open..].bytes().take_while(u8::is_ascii_digit).count();
            let from = last.start - head.len() + open;
            (matches!(digits, 10 | 11) && head[open + digits..].starts_with("</p1>"))
                .then(|| candidate.part(from..from + digits))?
        },
    },
];

/// The end of the surname and the beginning of the first name.
const NAMES: Pattern = Pattern::within("</p4>[ \r\n\t]{0,16}<p5>", 0.85, 0.9);

/// Farthest element beside the names, in bytes.
const FAR: usize = 96;

/// The surname before the candidate and the first name behind it.
fn names(candidate: &Candidate<'_>) -> Option<[Range<usize>; 2]> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let head = window::before(text, start, FAR);
    let last = head.len() - head.rfind("<p4>")? - "<p4>".len();
    let first = window::behind(text, end, FAR).find("</p5>")?;
    let places = [start - last..start, end..end + first];
    places.iter().all(|place| is_name(&text[place.clone()])).then_some(places)
}

/// The place between `open` and `close` in `text`.
fn inner(text: &str, open: &str, close: &str) -> Option<Range<usize>> {
    let start = text.find(open)? + open.len();
    Some(start..start + text[start..].find(close)?)
}
