//! Patrons in messages between the machines of libraries (3M SIP2), whose fields begin with two letters and end in a bar: `|AA21882|AERoe, Jane|
//! BD12 Elm St|BF02 1234|`, the card, the name, the address and the telephone.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::contact::{address::INFO as ADDRESS, phone::INFO as PHONE};
use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::secrets::password::INFO as PASSWORD;
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[field("\\|AE")]),
        context: words![],
        check: |candidate| {
            let place = value(candidate)?;
            let letters =
                candidate.field.text[place.clone()].chars().all(|c| c.is_alphabetic() || " ,.'-’".contains(c));
            letters.then(|| candidate.part(place))?
        },
    },
    Rule {
        info: ID_NUMBER_INFO,
        patterns: Cow::Borrowed(&[field("\\|AA")]),
        context: words![],
        check: |candidate| candidate.part(value(candidate).filter(|place| digits(candidate, place) > 3)?),
    },
    Rule {
        info: ADDRESS,
        patterns: Cow::Borrowed(&[field("\\|BD")]),
        context: words![],
        check: |candidate| candidate.part(value(candidate).filter(|place| digits(candidate, place) > 0)?),
    },
    Rule {
        info: PHONE,
        patterns: Cow::Borrowed(&[field("\\|BF")]),
        context: words![],
        check: |candidate| candidate.part(value(candidate).filter(|place| digits(candidate, place) > 5)?),
    },
    Rule {
        info: PASSWORD,
        patterns: Cow::Borrowed(&[field("\\|AD")]),
        context: words![],
        check: |candidate| candidate.part(value(candidate).filter(|place| digits(candidate, place) > 3)?),
    },
];

const fn field(begin: &'static str) -> Pattern {
    Pattern::within(begin, 0.85, 0.9)
}

/// The digits of the value at `place`.
fn digits(candidate: &Candidate<'_>, place: &Range<usize>) -> usize {
    candidate.field.text[place.clone()].bytes().filter(u8::is_ascii_digit).count()
}

/// The value of a field with the letters before it, since nothing parts the two, in a message that names the library and the patron.
fn value(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest message on either side, and longest value, in bytes.
    const FAR: usize = 256;
    const LONGEST: usize = 96;
    /// Letters of the name of a field.
    const NAME: usize = 2;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let len = line::behind(text, end, LONGEST).find('|').filter(|len| *len > 2)?;
    let (before, behind) = (line::before(text, start, FAR), line::behind(text, start, FAR));
    let has = |field: &str| before.contains(field) || behind.contains(field);
    // The identifier of the library may be the first field, behind the fixed ones.
    let is_message = (has("|AO") || before.split('|').next().is_some_and(|fixed| fixed.contains("AO"))) && has("|AA");
    is_message.then_some(end - NAME..end + len)
}
