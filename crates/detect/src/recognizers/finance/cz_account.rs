//! Numbers of bank accounts of Czechia and Slovakia: a prefix, a number and the code of the bank, `19-2000145399/0800`.
//!
//! Prefix and number are each a multiple of 11 by the weights of decree 169/2011 Coll., section 5; the codes are those that the
//! Czech and the Slovak National Bank list.

use std::borrow::Cow;

use crate::entity::Validated;
use crate::recognizers::identity::record_numbers::ACCOUNT_INFO;
use crate::recognizers::support::neighbours::byte_before;
use crate::{Candidate, Finding, Pattern, Rule, text::is_value_edge};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ACCOUNT_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("(?:[0-9]{1,6}-)?[0-9]{6,10}/[0-9]{4}", 0.75, 0.95),
        // Behind its name whatever its checksum says.
        Pattern::regex("(?:[0-9]{1,6}-)?[0-9]{6,10}/[0-9]{4}", 0.2, 0.8),
    ]),
    context: words![
        "účet",
        "účtu",
        "č.ú",
        "číslo účtu",
        "účet číslo",
        "bankový účet",
        "bankovní spojení",
        "account",
        "konto"
    ],
    check,
}];

/// Weights of the digits, from the last one on.
const WEIGHTS: [u32; 10] = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];

/// Codes of banks.
const BANKS: [&str; 76] = [
    "0100", "0200", "0300", "0600", "0710", "0800", "0900", "1100", "2010", "2060", "2070", "2100", "2200", "2220",
    "2250", "2260", "2275", "2600", "2700", "3000", "3030", "3050", "3060", "3100", "4000", "4300", "5200", "5500",
    "5600", "5800", "5900", "6000", "6100", "6200", "6210", "6300", "6363", "6500", "6700", "6800", "7300", "7500",
    "7910", "7930", "7950", "7960", "7970", "7990", "8020", "8030", "8040", "8060", "8090", "8100", "8120", "8130",
    "8150", "8160", "8170", "8180", "8190", "8198", "8199", "8200", "8220", "8250", "8255", "8320", "8330", "8360",
    "8370", "8420", "8430", "8440", "8500", "9950",
];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let (account, bank) = candidate.matched().split_once('/')?;
    let (prefix, number) = account.split_once('-').unwrap_or(("", account));
    let goes_on = !is_value_edge(text, range.end) || text[range.end..].starts_with(['/', '-']);
    let is_part = byte_before(text, range.start).is_some_and(|b| b"/-.=&".contains(&b));
    if goes_on || is_part || !BANKS.contains(&bank) {
        return None;
    }
    let is_right = [prefix, number].into_iter().all(has_checksum);
    match (candidate.pattern, is_right) {
        (0, true) => Some(Finding { range, sure: false, validated: Some(Validated::Passed) }),
        (1, false) => Some(Finding { range, sure: false, validated: Some(Validated::Failed) }),
        _ => None,
    }
}

/// Reports whether the weighted sum of `digits` is a multiple of 11.
fn has_checksum(digits: &str) -> bool {
    let sum: u32 = digits.bytes().rev().zip(WEIGHTS).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    sum.is_multiple_of(11)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_of_known_accounts() {
        assert!(has_checksum("19") && has_checksum("2000145399") && has_checksum(""));
        assert!(!has_checksum("2000145398"));
    }
}
