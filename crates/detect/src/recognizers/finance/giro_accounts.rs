//! Numbers of bank accounts of Hungary and Poland as people write them at home, without the letters of an IBAN:
//! `11773016-11111018-00000000`, `61 1090 1014 0000 0712 1981 2874`.
//!
//! Those of Hungary (GIRO) have a check digit for the bank with its branch and one for the account, those of Poland (NRB) the check
//! digits of their IBAN, so that one number in a hundred of either shape passes. The groups do the rest.

use std::borrow::Cow;

use crate::checksum::mod97;
use crate::entity::Validated;
use crate::recognizers::identity::record_numbers::ACCOUNT_INFO;
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::neighbours::byte_before;
use crate::{Candidate, Finding, Pattern, Rule, text::is_value_edge};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: ACCOUNT_INFO,
        patterns: Cow::Borrowed(&[
            Pattern::regex("[0-9]{8}-[0-9]{8}(?:-[0-9]{8})?", 0.7, 0.95),
            // Behind its name whatever its check digits say.
            Pattern::regex("[0-9]{8}-[0-9]{8}(?:-[0-9]{8})?", 0.2, 0.85),
        ]),
        context: words![
            "számla",
            "számlára",
            "számlám",
            "számlámra",
            "számláról",
            "számlaszám",
            "számlaszámra",
            "számlaszámom",
            "bankszámla",
            "bankszámlára",
            "bankszámlaszám",
            "utalás",
            "utalást",
            "átutalás",
            "account",
            "konto"
        ],
        check: hungarian,
    },
    Rule {
        info: ACCOUNT_INFO,
        patterns: Cow::Borrowed(&[
            Pattern::regex("[0-9]{2}(?: [0-9]{4}){6}", 0.7, 0.95),
            Pattern::regex("[0-9]{2}(?: [0-9]{4}){6}", 0.2, 0.85),
            // In one piece one number in a hundred passes.
            Pattern::regex("[0-9]{26}", 0.3, 0.95),
        ]),
        context: words![
            "konto",
            "konta",
            "koncie",
            "rachunek",
            "rachunku",
            "rachunkiem",
            "rach",
            "przelew",
            "przelewem",
            "przelać",
            "wpłata",
            "wpłaty",
            "wpłatę",
            "wpłacić",
            "zwrot",
            "zwrotu",
            "nadpłaty",
            "nadpłatę",
            "przelej",
            "przelewy",
            "kontem",
            "nrb",
            "account"
        ],
        check: polish,
    },
];

/// The pattern of numbers that pass their check.
const CHECKED: usize = 0;

/// The pattern of numbers of Poland in one piece.
const WHOLE: usize = 2;

/// The finding of a number of which `is_right` says that its check passes, by the candidate's pattern.
fn checked(candidate: &Candidate<'_>, is_right: bool) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    let goes_on = !is_value_edge(text, range.end) || text[range.end..].starts_with(['/', '-']);
    let is_part = byte_before(text, range.start).is_some_and(|b| b"/-.=&".contains(&b));
    let fits = !goes_on && !is_part && !has_one_digit(candidate.matched().as_bytes());
    let validated = Some(if is_right { Validated::Passed } else { Validated::Failed });
    (fits && is_right == (candidate.pattern == CHECKED)).then_some(Finding { range, sure: false, validated })
}

fn hungarian(candidate: &Candidate<'_>) -> Option<Finding> {
    let (bank, account) = candidate.matched().split_once('-')?;
    checked(candidate, has_giro_sum(bank.bytes()) && has_giro_sum(account.bytes().filter(u8::is_ascii_digit)))
}

/// Reports whether the sum of `digits` by their weights is a multiple of ten (GIRO, rules of the interbank clearing system).
fn has_giro_sum(digits: impl Iterator<Item = u8>) -> bool {
    const WEIGHTS: [u32; 4] = [9, 7, 3, 1];
    let sum: u32 = digits.zip(WEIGHTS.iter().cycle()).map(|(digit, weight)| u32::from(digit - b'0') * weight).sum();
    sum.is_multiple_of(10)
}

fn polish(candidate: &Candidate<'_>) -> Option<Finding> {
    let (check, number) = candidate.matched().split_at_checked(2)?;
    let is_right = mod97(&[number.trim_start(), "PL", check].concat());
    match candidate.pattern {
        WHOLE => is_right.then(|| checked(&Candidate { pattern: CHECKED, ..candidate.clone() }, true))?,
        _ => checked(candidate, is_right),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    fn is_right(text: &str, check: fn(&Candidate<'_>) -> Option<Finding>) -> bool {
        let field = Field::new(text);
        let candidate =
            Candidate { field: &field, range: 0..text.len(), pattern: CHECKED, form: crate::Form::Shape, name: "" };
        check(&candidate).is_some()
    }

    #[test]
    fn checks_of_known_accounts() {
        // The examples of the Hungarian and the Polish IBAN in the registry of SWIFT.
        assert!(is_right("11773016-11111018-00000000", hungarian));
        assert!(!is_right("11773016-11111019-00000000", hungarian));
        assert!(is_right("61 1090 1014 0000 0712 1981 2874", polish));
        assert!(!is_right("61 1090 1014 0000 0712 1981 2875", polish));
    }
}
