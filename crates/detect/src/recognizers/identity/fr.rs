//! Identifiers of France.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{code, digits, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[NIR, SIREN, SIRET];

const NIR: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FR, Group::EU, Group::HEALTH],
        aliases: &["INSEE", "FR_INSEE", "FRANCE_NIR", "FR_SSN", "NUMERO_SECURITE_SOCIALE"],
        validation: Validation::Checksum,
        languages: &["fr", "en"],
        shapes: &[Shape::Digits(13, 15), Shape::Mixed(13, 15)],
        ..LabelInfo::new(
            "FR_NIR",
            "The number of a person in France's register, known as that of social security.",
            "2 95 10 99 126 111 93",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        // As the insurance card prints it.
        Pattern::regex("[0-9] [0-9]{2} [0-9]{2} [0-9][0-9AB] [0-9]{3} [0-9]{3} (?:[/-] )?[0-9]{2}", 0.95, 0.99),
        Pattern::regex(r"[0-9]\.[0-9]{2}\.[0-9]{2}\.[0-9][0-9AB]\.[0-9]{3}\.[0-9]{3}\.[0-9]{2}", 0.95, 0.99),
        // Men and women with a month of birth: one in 4,000 numbers passes.
        Pattern::regex("[0-9]{6}[0-9AB][0-9]{8}", 0.7, 0.98),
        // One in 200.
        Pattern::regex("[0-9]{6}[0-9AB][0-9]{6} ?[0-9]{2}", 0.3, 0.97),
    ]),
    context: words![
        "nir",
        "insee",
        "numéro insee",
        "numero insee",
        "sécurité sociale",
        "securite sociale",
        "sécu",
        "secu",
        "numéro de sécurité sociale",
        "n° ss",
        "numéro ss",
        "no ss",
        "nss",
        "num secu",
        "carte vitale",
        "vitale",
        "assuré",
        "assurance maladie",
        "cpam",
        "immatriculation",
        "social security",
        "social security number",
    ],
    check: check_nir,
};

/// Decree 82-103: sex, year and month (from 20 on where it is unknown), department, commune, order, and the
/// key: 97 less the rest of the number divided by 97. Corsica's 2A and 2B count as 19 and 18.
fn check_nir(candidate: &Candidate<'_>) -> Option<Finding> {
    let raw = code::<15>(candidate.matched())?;
    let corsica = match raw.get(5..7)? {
        b"2A" => Some([1, 9]),
        b"2B" => Some([1, 8]),
        _ => None,
    };
    let mut number = raw.map(|b| b.wrapping_sub(b'0'));
    if let Some(department) = corsica {
        number.iter_mut().skip(5).zip(department).for_each(|(place, d)| *place = d);
    }
    if number.iter().any(|&d| d > 9) {
        return None;
    }
    let (month, department) = (part(&number, 3, 2), part(&number, 5, 2));
    let is_ordinary = matches!(number, [1 | 2, ..]) && matches!(month, 1..=12);
    let is_rare = matches!(number, [1..=4 | 7 | 8, ..]) && matches!(month, 1..=12 | 20..=42 | 50..=99);
    let is_born = is_ordinary || candidate.pattern != 2 && is_rare;
    let is_place = department != 0 && part(&number, 7, 3) != 0 && part(&number, 10, 3) != 0;
    let rest = number.iter().take(13).fold(0_u64, |rest, &d| (rest * 10 + u64::from(d)) % 97);
    let fits = is_born && is_place && 97 - rest == u64::from(part(&number, 13, 2));
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const SIREN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FR, Group::EU],
        aliases: &["SIREN", "FR_SIREN_NUMBER"],
        validation: Validation::Checksum,
        languages: &["fr", "en"],
        ..LabelInfo::new(
            "FR_SIREN",
            "The number of a business in France, in context.",
            "732 829 320",
            Handling::IDENTIFIER,
        )
    },
    // Every tenth number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3} [0-9]{3} [0-9]{3}", 0.1, 0.95),
        Pattern::regex("[0-9]{9}", 0.05, 0.94),
        Pattern::regex("FR ?[0-9A-Z]{2} ?[0-9]{3} ?[0-9]{3} ?[0-9]{3}", 0.4, 0.9),
    ]),
    context: words![
        "siren",
        "n° siren",
        "numéro siren",
        "numero siren",
        "rcs",
        "r.c.s",
        "registre du commerce",
        "immatriculée",
        "immatriculé",
        "entreprise",
        "société",
        "capital de",
        "tva intracommunautaire",
        "company number",
        "business number",
    ],
    check: check_siren,
};

fn check_siren(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    // A value-added tax number has two characters before it.
    let number = match candidate.pattern {
        2 => matched.trim_start_matches("FR").trim_start().get(2..)?,
        _ => matched,
    };
    let fits = luhn(number) && digits::<9>(number)? != [0; 9];
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const SIRET: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FR, Group::EU],
        aliases: &["SIRET", "FR_SIRET_NUMBER"],
        validation: Validation::Checksum,
        languages: &["fr", "en"],
        ..LabelInfo::new(
            "FR_SIRET",
            "The number of a place of business in France, in context.",
            "732 829 320 00074",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3} [0-9]{3} [0-9]{3} [0-9]{5}", 0.45, 0.97),
        Pattern::regex("[0-9]{3} [0-9]{3} [0-9]{3} [0-9]{3} [0-9]{2}", 0.2, 0.95),
        // One number in a hundred passes.
        Pattern::regex("[0-9]{9} ?[0-9]{5}", 0.15, 0.96),
    ]),
    context: words![
        "siret",
        "n° siret",
        "numéro siret",
        "numero siret",
        "établissement",
        "etablissement",
        "entreprise",
        "siège",
        "siège social",
        "ape",
        "naf",
        "establishment number",
    ],
    check: check_siret,
};

/// INSEE: Luhn over all digits and over the first nine; the establishments of La Poste have a digit sum that
/// is divisible by five instead.
fn check_siret(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<14>(matched)?;
    let mut nine = [0; 9];
    nine.iter_mut().zip(number).for_each(|(place, d)| *place = d + b'0');
    let siren = std::str::from_utf8(&nine).ok()?;
    let sum: u32 = number.iter().map(|&d| u32::from(d)).sum();
    let is_established = luhn(matched) || siren == "356000000" && sum.is_multiple_of(5);
    (is_established && luhn(siren) && nine != [b'0'; 9] && stands_alone(candidate)).then(|| candidate.whole())?
}
