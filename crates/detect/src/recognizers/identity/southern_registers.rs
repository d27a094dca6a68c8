//! Numbers of patients and taxes in New Zealand and South Africa.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{code, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[NZ_NHI, ZA_TAX_NUMBER];

const NZ_NHI: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::NZ, Group::HEALTH],
        aliases: &["NHI", "NHI_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en"],
        shapes: &[Shape::Mixed(7, 7)],
        ..LabelInfo::new(
            "NZ_NHI",
            "A patient's number in the National Health Index of New Zealand.",
            "ZZZ0016",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[A-HJ-NP-Z]{3}[0-9]{4}", 0.35, 0.97),
        Pattern::regex(r"[A-HJ-NP-Z]{3}[0-9]{2}[A-HJ-NP-Z]{2}", 0.35, 0.97),
    ]),
    context: words!["nhi", "nhi number", "national health index", "patient", "health number"],
    check: check_nz_nhi,
};

/// HISO 10046: letters by place in the alphabet without I and O, weights 7 to 2, modulo 11, or 24 with a letter at the end.
fn check_nz_nhi(candidate: &Candidate<'_>) -> Option<Finding> {
    const LETTERS: &[u8; 24] = b"ABCDEFGHJKLMNPQRSTUVWXYZ";
    let raw = code::<7>(candidate.matched())?;
    let mut values = [0; 7];
    for (value, byte) in values.iter_mut().zip(raw) {
        *value = match byte {
            b'0'..=b'9' => byte - b'0',
            _ => u8::try_from(LETTERS.iter().position(|&letter| letter == byte)? + 1).ok()?,
        };
    }
    let sum = weighted(&values, &[7, 6, 5, 4, 3, 2]);
    let check = u32::from(*values.last()?);
    let fits = match candidate.pattern {
        0 => !sum.is_multiple_of(11) && (11 - sum % 11) % 10 == check,
        _ => 24 - sum % 24 == check,
    };
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const ZA_TAX_NUMBER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::ZA],
        aliases: &["ZA_TIN", "SARS_TAX_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en", "af"],
        ..LabelInfo::new(
            "ZA_TAX_NUMBER",
            "The tax reference number of a person or company in South Africa.",
            "0001339050",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[01239][0-9]{9}", 0.02, 0.96)]),
    context: words![
        "sars",
        "tax number",
        "tax reference",
        "tax reference number",
        "income tax number",
        "tax ref",
        "belastingnommer",
        "south african tax"
    ],
    check: check_za_tax_number,
};

/// Luhn; the first digit says who pays.
fn check_za_tax_number(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    (matched.bytes().any(|b| b != b'0') && luhn(matched) && stands_alone(candidate)).then(|| candidate.whole())?
}
