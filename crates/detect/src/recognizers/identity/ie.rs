//! Identifiers of persons in Ireland.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{digits, letter, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[PPS];

const PPS: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IE, Group::EU],
        aliases: &["PPSN", "IE_PPSN", "PPS_NUMBER", "IRELAND_PPSN"],
        validation: Validation::Checksum,
        languages: &["en", "ga"],
        shapes: &[Shape::Mixed(8, 9)],
        ..LabelInfo::new(
            "IE_PPS",
            "The personal public service number of a person in Ireland.",
            "6433435OA",
            Handling::IDENTIFIER,
        )
    },
    // With one letter every 23rd passes, with two one in 100.
    patterns: Cow::Borrowed(&[Pattern::regex("[0-9]{7}[ -]?[A-Za-z]{1,2}", 0.4, 0.97)]),
    context: words![
        "pps",
        "ppsn",
        "pps no",
        "pps number",
        "ppsn number",
        "personal public service",
        "personal public service number",
        "public services card",
        "rsi",
        "uimhir psp",
        "psp",
        "revenue",
        "irish tax",
        "tax reference",
        "social welfare",
    ],
    check: check_pps,
};

/// Social Welfare Consolidation Act 2005: weights 8 to 2, the second letter counts nine times if it is one of
/// those given since 2013, modulo 23.
fn check_pps(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<7>(matched)?;
    let mut letters = matched.bytes().filter(u8::is_ascii_alphabetic).map(|b| b.to_ascii_uppercase());
    let (check, second) = (letters.next()?, letters.next());
    let in_use = check <= b'W' && second.is_none_or(|b| b"ABHTWX".contains(&b));
    let second = second.filter(|b| b"ABH".contains(b)).and_then(letter).unwrap_or_default();
    let rest = (weighted(&number, &[8, 7, 6, 5, 4, 3, 2]) + 9 * u32::from(second)) % 23;
    // W stands for none.
    let fits = in_use && u32::from(letter(check)?) % 23 == rest;
    (fits && number != [0; 7] && stands_alone(candidate)).then(|| candidate.whole())?
}
