//! Dates of birth in parts, as members of an object or fields of a form: `"dob": {"day": 14, "month": 3, "year": 1979}`,
//! `birth_year: 1979`.

use std::borrow::Cow;

use super::birth::INFO;
use crate::recognizers::support::value::token;
use crate::{Candidate, Finding, Form, Pattern, Rule};

/// Names of a part of a date of birth: those of the date with the name of the part behind it.
macro_rules! names {
    ($part:literal, [$($date:literal),* $(,)?]) => {
        &[$(Cow::Borrowed(concat!($date, " ", $part))),*]
    };
}

/// The pattern of names of one part.
macro_rules! part {
    ($part:literal) => {
        Pattern::key(
            names!(
                $part,
                [
                    "dob",
                    "birth",
                    "date of birth",
                    "birth date",
                    "birthdate",
                    "birthday",
                    "born",
                    "geburtsdatum",
                    "date de naissance",
                    "date naissance",
                    "fecha de nacimiento",
                    "fecha nacimiento",
                    "data di nascita",
                    "data de nascimento"
                ]
            ),
            0.85,
        )
    };
}

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[part!("year"), part!("month"), part!("day")]),
    context: words![],
    check,
}];

/// The latest day, month and year of each pattern, and the earliest one.
const RANGES: [std::ops::RangeInclusive<u32>; 3] = [1880..=2099, 1..=12, 1..=31];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let place = token(candidate, b"&")?;
    let digits = candidate.field.text.get(place.clone())?;
    let is_number = digits.len() <= 4 && digits.bytes().all(|b| b.is_ascii_digit());
    let number: u32 = digits.parse().ok().filter(|_| is_number)?;
    (RANGES[candidate.pattern].contains(&number) && candidate.form != Form::Shape).then(|| candidate.part(place))?
}
