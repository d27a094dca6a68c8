//! Numbers of cards of shops and staff, and of customers in notes of support: `Loyalty 6034 4481 2207 1`, `Kd 3308817`.

use std::borrow::Cow;

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::identifiers::numbered;
use crate::recognizers::support::numerals::stands_alone;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
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
}];
