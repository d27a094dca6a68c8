//! References of payments, by which a payee knows who pays: those of Belgium (`+++093/2217/40581+++`), of ISO 11649 (`RF18 5390 …`), and the
//! lines of payment slips of Denmark (`+71<000067686583648+88374510<`); and mandates of debits in statements (`MREF+KD-4471`).

use std::borrow::Cow;

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::grouping::base36;
use crate::recognizers::support::numerals::stands_alone;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            r"\+\+\+ ?[0-9]{3}/[0-9]{4}/[0-9]{5} ?\+\+\+|\*\*\* ?[0-9]{3}/[0-9]{4}/[0-9]{5} ?\*\*\*",
            0.85,
            0.9,
        ),
        Pattern::within(r"\+(?:04|15|71|73|75)<[0-9 ]{10,16}\+[0-9]{7,8}<", 0.85, 0.9),
        Pattern::regex("RF[0-9]{2}(?: ?[0-9A-Z]){5,21}", 0.6, 0.8),
        // The field of a mandate in the purpose of a debit (DK, SEPA formats): `?21MREF+KD-4471?22SVWZ+…`.
        Pattern::within("MREF[+:] ?[0-9A-Za-z]", 0.8, 0.85),
    ]),
    context: words![
        "reference",
        "payment",
        "viite",
        "viitenumero",
        "referenz",
        "referentie",
        "betaling",
        "zahlung",
        "pago",
        "plačilo",
        "sklic"
    ],
    check,
}];

/// The pattern of mandates, and the longest one, in bytes (SEPA).
const MANDATE: usize = 3;
const LONGEST: usize = 35;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    match candidate.pattern {
        MANDATE => {
            let (text, at) = (candidate.field.text, candidate.range.end - 1);
            let stands = |b: &u8| b.is_ascii_alphanumeric() || b"-/.".contains(b);
            let len = line::behind(text, at, LONGEST).bytes().take_while(stands).count();
            let found = text[at..at + len].trim_end_matches(['-', '/', '.']);
            let digits = found.bytes().filter(u8::is_ascii_digit).count();
            (digits > 3).then(|| candidate.part(at..at + found.len()))?
        }
        2 => (stands_alone(candidate) && is_creditor_reference(candidate.matched())).then(|| candidate.whole())?,
        _ => candidate.whole(),
    }
}

/// Reports whether the check digits of ISO 11649 are right: with the first four signs at the end and letters as numbers from ten on, the
/// remainder modulo 97 is 1.
fn is_creditor_reference(matched: &str) -> bool {
    let signs = || matched.bytes().filter(u8::is_ascii_alphanumeric);
    let rest = signs().skip(4).chain(signs().take(4));
    let remainder = rest.fold(0, |sum, sign| match base36(sign) {
        digit @ 0..=9 => (sum * 10 + digit) % 97,
        letter => (sum * 100 + letter) % 97,
    });
    remainder == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creditor_references_have_check_digits() {
        // The example of ISO 11649.
        assert!(is_creditor_reference("RF18 5390 0754 7034"));
        assert!(is_creditor_reference("RF18539007547034"));
        assert!(!is_creditor_reference("RF19539007547034"));
    }
}
