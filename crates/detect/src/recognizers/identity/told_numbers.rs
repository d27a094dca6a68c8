//! Numbers of cards, accounts, persons and records as people tell them, whatever their checks say: of another length than they
//! have (`my ssn is 88123`), behind a misspelled name (`card nuber 4821…`), before their name (`4478 is the account number`).

use std::{borrow::Cow, ops::Range, ops::RangeInclusive};

use super::{
    record_numbers::{ACCOUNT_INFO, ID_NUMBER_INFO},
    us::SSN_INFO,
};
use crate::entity::Validated;
use crate::recognizers::finance::card::INFO as CARD_INFO;
use crate::recognizers::support::identifiers::behind_emphasis;
use crate::recognizers::support::{grouping::has_one_digit, neighbours::is_one_of, numerals::is_date_shape};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

/// The name of a number, a verb and a blank.
macro_rules! behind {
    ($names:literal) => {
        Pattern::regex(concat!("(?i:", $names, ")(?i: (?:is|as|was|in|also))?[:,]? "), 0.6, 0.7)
    };
}

/// A verb and the name of a number that stands before both: `is my ssn`.
macro_rules! before {
    ($names:literal) => {
        Pattern::regex(concat!("(?i:is|was)(?i: (?:my|the|his|her))? (?i:", $names, ")(?i: n[umber]{3,5})?"), 0.6, 0.7)
    };
}

/// The place of the pattern of names before numbers; the next is that of names behind them.
const BEHIND: usize = 0;

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: SSN_INFO,
        patterns: Cow::Borrowed(&[
            behind!("ssn(?: (?:no|n[umber]{3,5}|num|#|code|pin))?|social security(?: n[umber]{3,5})?"),
            before!("ssn|social security"),
        ]),
        context: words![],
        check: |candidate| found(candidate, &[5..=16], &[4..=4, 9..=9]),
    },
    Rule {
        info: CARD_INFO,
        patterns: Cow::Borrowed(&[
            behind!("(?:(?:credit|debit|bank)(?: (?:card|crad))?|card|crad) (?:no\\.?|n[umber]{3,5}|num|#)"),
            before!("(?:credit |debit |bank )?(?:card|crad)"),
        ]),
        context: words![],
        check: |candidate| found(candidate, &[12..=19], &[4..=4, 12..=19]),
    },
    Rule {
        info: ACCOUNT_INFO,
        patterns: Cow::Borrowed(&[
            behind!(
                "(?:account|acct|a/?c) (?:id|no\\.?|n[umber]{3,5}|num|#)|\
                 (?:my|your|from|to|into|trust|client|escrow|settlement|old|new|other|another|his|her|our|their) account(?: (?:id|no\\.?|n[umber]{3,5}|num|#))?"
            ),
            before!("(?:bank |checking |savings )?(?:account|acct)"),
        ]),
        context: words![],
        check: |candidate| found(candidate, &[4..=18], &[4..=18]),
    },
    Rule {
        info: ID_NUMBER_INFO,
        patterns: Cow::Borrowed(&[before!(
            "(?:policy|claim|member(?:ship)?|customer|booking|confirmation|reservation)"
        )]),
        context: words![],
        check: |candidate| told_before(candidate, &[4..=16]),
    },
];

/// The number behind the name, if it has so many digits as `behind` says, or before it, as `before` says.
fn found(
    candidate: &Candidate<'_>,
    behind: &[RangeInclusive<usize>],
    before: &[RangeInclusive<usize>],
) -> Option<Finding> {
    match candidate.pattern {
        BEHIND => {
            let text = candidate.field.text;
            told(candidate, number_behind(text, behind_emphasis(text, candidate.range.end))?, behind)
        }
        _ => told_before(candidate, before),
    }
}

/// The number before the name, if it has so many digits as `lengths` say.
fn told_before(candidate: &Candidate<'_>, lengths: &[RangeInclusive<usize>]) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    if !ends_name(text.get(end..)?) {
        return None;
    }
    told(candidate, number_before(text, start)?, lengths)
}

/// The number at `range`, if it has so many digits as `lengths` say, and is none of other things.
fn told(candidate: &Candidate<'_>, range: Range<usize>, lengths: &[RangeInclusive<usize>]) -> Option<Finding> {
    let number = candidate.field.text.get(range.clone())?;
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_other = is_year(number) || is_date_shape(number) || has_one_digit(number.as_bytes());
    let fits = lengths.iter().any(|length| length.contains(&digits)) && !is_other;
    fits.then_some(Finding { range, sure: false, validated: Some(Validated::None) })
}

/// The number that begins at `at`, in one piece or in groups.
fn number_behind(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, LONGEST);
    let len = near.bytes().take_while(is_part).count();
    let end = near.get(..len)?.trim_end_matches([' ', '-']).len();
    let goes_on = near.get(end..)?.starts_with([':', '%', '$', '/']) || is_fraction(near.get(end..)?);
    (end > 0 && is_value_edge(text, at + end) && !goes_on).then_some(at..at + end)
}

/// Longest number, in bytes.
const LONGEST: usize = 32;

/// The number before a verb at `at`: `4478 is …`, `4478 this is …`.
fn number_before(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::before(text, at, LONGEST + 8);
    let head = near.trim_end_matches([' ', ',']);
    let subject = head.rsplit(' ').next().filter(|word| is_one_of(word, &["this", "that", "it", "which"]));
    let head = head.get(..head.len() - subject.map_or(0, str::len))?.trim_end_matches([' ', ',']);
    let len = head.bytes().rev().take_while(is_part).count();
    let number = head.get(head.len() - len..)?.trim_start_matches([' ', '-']);
    let end = at - (near.len() - head.len());
    let start = end - number.len();
    let is_alone = !head.get(..head.len() - number.len())?.ends_with(['.', ',', ':', '/', '$', '#']);
    (!number.is_empty() && is_value_edge(text, start) && is_alone).then_some(start..end)
}

/// Reports whether the name of a number ends before `rest`: `is my account`, and not `is my account balance`.
fn ends_name(rest: &str) -> bool {
    const NEXT: [&str; 12] = ["and", "but", "so", "that", "which", "for", "with", "of", "on", "from", "please", "sir"];
    let next = rest.trim_start_matches(' ').split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    next.is_empty() || rest.starts_with(' ') && is_one_of(next, &NEXT)
}

/// Reports whether a byte is a digit, or parts the groups of a number.
fn is_part(byte: &u8) -> bool {
    byte.is_ascii_digit() || matches!(byte, b' ' | b'-')
}

/// Reports whether a number goes on as a fraction.
fn is_fraction(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b'.' | b',', digit, ..] if digit.is_ascii_digit())
}

fn is_year(number: &str) -> bool {
    number.len() == 4 && (number.starts_with("19") || number.starts_with("20"))
}
