//! Identifiers of Chile.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::stands_alone;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CL],
        aliases: &["RUT", "RUN", "CL_RUN", "CHILE_CDI_NUMBER", "CHILE_RUT"],
        validation: Validation::Checksum,
        languages: &["es", "en"],
        shapes: &[
            Shape::Like("12.531.909-2"),
            Shape::Like("2.531.909-2"),
            Shape::Like("12.531.909-K"),
            Shape::Like("2.531.909-K"),
        ],
        ..LabelInfo::new("CL_RUT", "A tax and identity number of Chile.", "12.531.909-2", Handling::IDENTIFIER)
    },
    // Every eleventh number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-[0-9Kk]", 0.97, 0.99),
        Pattern::regex("[0-9]{7,8}-[0-9Kk]", 0.45, 0.98),
        Pattern::regex("[0-9]{7,8}[0-9Kk]", 0.03, 0.95),
    ]),
    context: words![
        "rut",
        "r.u.t",
        "ruts",
        "run",
        "r.u.n",
        "rol único tributario",
        "rol unico tributario",
        "rol único nacional",
        "rol unico nacional",
        "cédula de identidad",
        "cedula de identidad",
        "carnet",
        "carnet de identidad",
        "contribuyente",
        "chile",
    ],
    check,
}];

/// The pattern without separators.
const RUN_OF_DIGITS: usize = 2;

/// Reports whether nothing but punctuation parts it from a word before, or nothing stands before it. One of its names
/// is "run", of which lines of programs are full.
fn follows_word(candidate: &Candidate<'_>) -> bool {
    let head = candidate.field.text.get(..candidate.range.start).unwrap_or_default();
    let near = head.trim_end_matches([' ', '"', '\'', ':', '=', '#', '.', '°', 'º', '(']);
    near.is_empty() || near.ends_with(char::is_alphabetic)
}

/// The Civil Registry's weights 2 to 7 from the right, over and over, modulo 11; K is ten.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let (check, body) = matched.as_bytes().split_last()?;
    let digits = body.iter().rev().filter(|b| b.is_ascii_digit()).map(|b| u32::from(b - b'0'));
    let sum: u32 = digits.clone().zip((2..=7).cycle()).map(|(d, weight)| d * weight).sum();
    let check = match check {
        b'K' | b'k' => 10,
        digit => u32::from(digit - b'0'),
    };
    let mut places = digits;
    let first = places.next();
    let dummy = places.all(|d| Some(d) == first);
    let fits = (sum + check).is_multiple_of(11) && !dummy && stands_alone(candidate);
    (fits && (candidate.pattern != RUN_OF_DIGITS || follows_word(candidate))).then(|| candidate.whole())?
}
