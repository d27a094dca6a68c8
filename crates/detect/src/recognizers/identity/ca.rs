//! Identifiers of Canada.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::{is_uniform, joiner};
use crate::recognizers::support::numerals::{code, digits, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[POSTAL_CODE, SIN];

const SIN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CA],
        aliases: &["SIN", "CA_SOCIAL_INSURANCE_NUMBER", "CANADA_SOCIAL_INSURANCE_NUMBER", "SOCIAL_INSURANCE_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en", "fr"],
        ..LabelInfo::new("CA_SIN", "A social insurance number of Canada.", "130 692 544", Handling::IDENTIFIER)
    },
    // Every 13th number of nine digits passes, in groups or not.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3}[ -][0-9]{3}[ -][0-9]{3}", 0.3, 0.97),
        Pattern::regex("[0-9]{9}", 0.05, 0.95),
    ]),
    context: words![
        "sin",
        "sins",
        "sin no",
        "sin number",
        "sin#",
        "social insurance",
        "social insurance number",
        "socialinsurancenumber",
        "canadian social",
        "service canada",
        "nas",
        "n.a.s",
        "numéro d'assurance sociale",
        "assurance sociale",
    ],
    check: check_sin,
};

/// Employment and Social Development Canada: no number begins with 0 or 8.
fn check_sin(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<9>(matched)?;
    let fits = !matches!(number[0], 0 | 8) && luhn(matched) && !is_uniform(&number);
    (fits && joiner(matched, b" -").is_some() && stands_alone(candidate)).then(|| candidate.whole())?
}

const POSTAL_CODE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CA, Group::CONTACT],
        aliases: &["CANADA_POSTAL_CODE", "CANADIAN_POSTAL_CODE"],
        validation: Validation::Structure,
        languages: &["en", "fr"],
        ..LabelInfo::new(
            "CA_POSTAL_CODE",
            "A postal code of Canada, in context or behind its province.",
            "K1A 0B1",
            Handling::COMMON,
        )
    },
    patterns: Cow::Borrowed(&[
        // Of random letters and digits in these places 41 % pass.
        Pattern::regex("[A-Z][0-9][A-Z] [0-9][A-Z][0-9]", 0.45, 0.96),
        Pattern::regex("[A-Za-z][0-9][A-Za-z][ -]?[0-9][A-Za-z][0-9]", 0.2, 0.93),
        // Behind the very province that the first letter stands for.
        Pattern::regex("[A-Z]{2},? {1,2}[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]", 0.9, 0.97),
    ]),
    context: words![
        "postal code",
        "postalcode",
        "postal",
        "post code",
        "postcode",
        "zip",
        "zip code",
        "mailing address",
        "shipping address",
        "billing address",
        "home address",
        "canada",
        "code postal",
        "adresse",
        "ontario",
        "québec",
        "quebec",
        "alberta",
        "manitoba",
        "saskatchewan",
        "british columbia",
        "nova scotia",
        "new brunswick",
    ],
    check: check_postal_code,
};

const BEHIND_PROVINCE: usize = 2;

/// Canada Post never uses D, F, I, O, Q and U, nor W and Z in the first place.
fn check_postal_code(candidate: &Candidate<'_>) -> Option<Finding> {
    let (matched, range) = (candidate.matched(), &candidate.range);
    let behind = candidate.pattern == BEHIND_PROVINCE;
    let begin = if behind { matched.get(2..)?.bytes().position(|b| b.is_ascii_alphabetic())? + 2 } else { 0 };
    let letters = code::<6>(matched.get(begin..)?)?;
    let used = !letters.iter().any(|b| b"DFIOQU".contains(b)) && !b"WZ".contains(&letters[0]);
    let fits = !behind || province(letters[0]).contains(&matched.get(..2)?);
    (used && fits && stands_alone(candidate)).then(|| candidate.part(range.start + begin..range.end))?
}

fn province(first: u8) -> &'static [&'static str] {
    match first {
        b'A' => &["NL", "NF"],
        b'B' => &["NS"],
        b'C' => &["PE"],
        b'E' => &["NB"],
        b'G' | b'H' | b'J' => &["QC", "PQ"],
        b'K' | b'L' | b'M' | b'N' | b'P' => &["ON"],
        b'R' => &["MB"],
        b'S' => &["SK"],
        b'T' => &["AB"],
        b'V' => &["BC"],
        b'X' => &["NT", "NU"],
        b'Y' => &["YT"],
        _ => &[],
    }
}
