//! Fields of persons in messages of SAP's personnel management, by their names in its tables: `STRAS 'Am Markt 4' PSTLZ 8010`,
//! `NACHN=Roe`, `ICNUM AB 123456`.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::contact::address::INFO as ADDRESS;
use crate::recognizers::person::{birth::INFO as BIRTH, introduced_name::INFO as PERSON};
use crate::recognizers::support::name_shape::name_words;
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: ADDRESS,
        patterns: Cow::Borrowed(&[field("STRAS"), field("PSTLZ")]),
        context: words![],
        check: |candidate| {
            let place = value(candidate)?;
            let found = &candidate.field.text[place.clone()];
            let digits = found.bytes().filter(u8::is_ascii_digit).count();
            let is_code = found.len() <= 10 && digits > 2;
            let is_street = found.len() > 4 && found.chars().filter(|c| c.is_alphabetic()).count() > 2;
            (if candidate.pattern == 0 { is_street } else { is_code }).then(|| candidate.part(place))?
        },
    },
    Rule {
        info: PERSON,
        patterns: Cow::Borrowed(&[field("(?:NACHN|VORNA|NACH2|CNAME|ENAME|EMFTX|GBNAM)")]),
        context: words![],
        check: |candidate| {
            let place = value(candidate)?;
            name_words(&candidate.field.text[place.clone()]).is_some().then(|| candidate.part(place))?
        },
    },
    Rule {
        info: ID_NUMBER_INFO,
        patterns: Cow::Borrowed(&[field("(?:ICNUM|PERID|PERNR|KUNNR|BANKN|STENR|RVNUM)")]),
        context: words![],
        check: |candidate| {
            let place = value(candidate)?;
            let found = &candidate.field.text[place.clone()];
            let digits = found.bytes().filter(u8::is_ascii_digit).count();
            let stands = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b' ' | b'-' | b'.' | b'/');
            (digits > 3 && found.len() <= 32 && found.bytes().all(stands)).then(|| candidate.part(place))?
        },
    },
    Rule {
        info: BIRTH,
        patterns: Cow::Borrowed(&[field("GBDAT")]),
        context: words![],
        check: |candidate| {
            let place = value(candidate)?;
            let found = &candidate.field.text[place.clone()];
            let digits = found.bytes().filter(u8::is_ascii_digit).count();
            (digits == 8 && found.len() <= 10).then(|| candidate.part(place))?
        },
    },
];

/// A field by its name, with a quote, a blank or a sign before its value.
const fn field(name: &'static str) -> Pattern {
    Pattern::regex(name, 0.85, 0.9)
}

/// The value behind the name: in quotes, or the words and groups up to the name of the next field.
fn value(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest value, in bytes, and shortest name of a field.
    const LONGEST: usize = 64;
    const NAME: usize = 4;
    let (text, end) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, end, LONGEST);
    let rest = near.trim_start_matches([' ', '=', ':']);
    if rest.len() == near.len() {
        return None;
    }
    let at = end + near.len() - rest.len();
    if let Some(inner) = rest.strip_prefix(['\'', '"']) {
        let quote = rest.as_bytes()[0];
        let len = inner.bytes().position(|b| b == quote).filter(|len| *len > 0)?;
        return Some(at + 1..at + 1 + len);
    }
    let is_field = |word: &str| {
        word.len() >= NAME
            && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
            && word.starts_with(|c: char| c.is_ascii_uppercase())
            && word.bytes().filter(u8::is_ascii_digit).count() < 3
    };
    let mut len = 0;
    for word in rest.split(' ') {
        if len > 0 && (is_field(word) || !word.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()))
            || word.is_empty()
        {
            break;
        }
        len += word.len() + usize::from(len > 0);
        if word.ends_with([',', ';', ')']) {
            break;
        }
    }
    let found = rest[..len].trim_end_matches([',', ';', ')', '.']);
    (!found.is_empty()).then_some(at..at + found.len())
}
