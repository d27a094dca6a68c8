//! Numbers of accounts and records in forms that only one kind of text has: statements in OFX, pairs of logs, cards of shops in groups,
//! abbreviations of support, members of customer records.

use std::borrow::Cow;

use super::record_numbers::{ACCOUNT_INFO, ID_NUMBER_INFO};
use crate::recognizers::support::identifiers::numbered;
use crate::recognizers::support::numerals::stands_alone;
use crate::text::is_value_edge;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: ACCOUNT_INFO,
        patterns: Cow::Borrowed(&[
            // Statements of accounts in OFX, whose tags need no end: `<ACCTID>44810972<ACCTTYPE>`
            Pattern::within("<ACCTID>[0-9][0-9-]{4,21}", 0.85, 0.9),
            // In a pair of a log, behind the word for its kind: `account=acct-39290`
            Pattern::within("acc(?:oun)?t=[\"']?(?:acct|acc|account)[-_][0-9]{4,12}", 0.7, 0.75),
        ]),
        context: words![],
        check: |candidate| {
            let number = candidate.matched().rfind(['=', '"', '\'', '>'])? + 1;
            let is_whole = is_value_edge(candidate.field.text, candidate.range.end);
            is_whole.then(|| candidate.part(candidate.range.start + number..candidate.range.end))?
        },
    },
    Rule {
        info: ID_NUMBER_INFO,
        patterns: Cow::Borrowed(&[
            Pattern::key(
                keys![
                    "staff card",
                    "employee card",
                    "manager card",
                    "key card",
                    "keycard",
                    "access card",
                    "access card number",
                    "matrikel",
                    "matrikel nr",
                    "matr nr",
                    "hs object id",
                    "crm contact id",
                ],
                0.7,
            ),
            // A card of a shop, in groups: `Loyalty 6034 4481 2207 1`
            Pattern::regex(
                "(?i:loyalty(?: card)?|rewards|clubcard|payback|bonuskarte|kundenkarte|club card):? [0-9]{3,4}(?: [0-9]{1,4}){1,4}",
                0.7,
                0.75,
            ),
            // Short for a customer, as in notes of German support: `Kd 3308817`
            Pattern::regex("(?:KD|Kd|kd)\\.? [0-9]{6,9}", 0.65, 0.7),
        ]),
        context: words![],
        check: |candidate| {
            let (matched, start, end) = (candidate.matched(), candidate.range.start, candidate.range.end);
            match candidate.pattern {
                0 => numbered(candidate, 4, 32),
                1 => {
                    let first = start + matched.find(|c: char| c.is_ascii_digit())?;
                    let digits = matched.bytes().filter(u8::is_ascii_digit).count();
                    (digits > 12 && stands_alone(candidate)).then(|| candidate.part(first..end))?
                }
                _ => {
                    // A unit of a letter or two follows a measurement: `kd 120000 N/m`.
                    let next = candidate.field.text[end..].strip_prefix(' ').unwrap_or_default();
                    let word = next.chars().take(4).take_while(|c| c.is_alphabetic()).count();
                    let number = start + matched.rfind(' ')? + 1;
                    (stands_alone(candidate) && !matches!(word, 1..=2)).then(|| candidate.part(number..end))?
                }
            }
        },
    },
];
