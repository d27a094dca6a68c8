//! Numbers of taxes, companies and documents in Central Europe.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::grouping::base36;
use crate::recognizers::support::numerals::{code, digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[CZ_ICO, HU_TAX_ID, HU_TAX_NUMBER, PL_ID_CARD, PL_REGON];

const CZ_ICO: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CZ, Group::SK, Group::EU],
        aliases: &["ICO", "SK_ICO"],
        validation: Validation::Checksum,
        languages: &["cs", "sk", "en"],
        ..LabelInfo::new("CZ_ICO", "The number of a company in Czechia or Slovakia.", "25123891", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{8}", 0.02, 0.95),
        Pattern::regex(r"[0-9]{3} [0-9]{2} [0-9]{3}", 0.05, 0.94),
    ]),
    context: words![
        "ičo",
        "ico",
        "ič",
        "identifikační číslo",
        "identifikačné číslo",
        "ičo firmy",
        "czech company",
        "slovak company"
    ],
    check: check_cz_ico,
};

/// Weights 8 to 2, modulo 11.
fn check_cz_ico(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<8>(candidate.matched())?;
    let sum = weighted(&number, &[8, 7, 6, 5, 4, 3, 2]);
    let fits = number != [0; 8] && (11 - sum % 11) % 10 == part(&number, 7, 1);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const HU_TAX_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HU, Group::EU],
        aliases: &["ADOAZONOSITO_JEL", "HU_ADOAZONOSITO"],
        validation: Validation::Checksum,
        languages: &["hu", "en"],
        ..LabelInfo::new(
            "HU_TAX_ID",
            "The tax identification number of a person in Hungary, which holds the day of birth.",
            "8276626645",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"8[0-9]{9}", 0.02, 0.96)]),
    context: words![
        "adóazonosító",
        "adoazonosito",
        "adóazonosító jel",
        "adóazonosító jele",
        "adóazonosító száma",
        "adójel",
        "hungarian tax id",
        "hu tax id",
        "tax id",
    ],
    check: check_hu_tax_id,
};

/// Act XX of 1996: the digits times their places, modulo 11.
fn check_hu_tax_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    let fits = weighted(&number, &[1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 == part(&number, 9, 1);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const HU_TAX_NUMBER: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::HU, Group::EU],
        aliases: &["HU_ADOSZAM", "ADOSZAM"],
        validation: Validation::Checksum,
        languages: &["hu", "en"],
        ..LabelInfo::new(
            "HU_TAX_NUMBER",
            "The tax number of a company in Hungary.",
            "12892312-2-41",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{8}-[1-5]-[0-9]{2}", 0.95, 0.99),
        Pattern::regex(r"[0-9]{11}", 0.02, 0.95),
    ]),
    context: words![
        "adószám",
        "adoszam",
        "adószáma",
        "adószámom",
        "cég adószáma",
        "hungarian tax number",
        "tax number"
    ],
    check: check_hu_tax_number,
};

/// Weights 9, 7, 3 and 1, modulo 10; how value-added tax is paid; the county.
fn check_hu_tax_number(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    let is_county = matches!(part(&number, 9, 2), 2..=20 | 22..=44 | 51);
    let is_kind = (1..=5).contains(&part(&number, 8, 1));
    let fits = is_county && is_kind && weighted(&number, &[9, 7, 3, 1, 9, 7, 3, 1]).is_multiple_of(10);
    (fits && part(&number, 0, 8) != 0 && stands_alone(candidate)).then(|| candidate.whole())?
}

const PL_ID_CARD: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::PL, Group::EU],
        aliases: &["PL_DOWOD_OSOBISTY", "DOWOD_OSOBISTY"],
        validation: Validation::Checksum,
        languages: &["pl", "en"],
        shapes: &[Shape::Mixed(9, 9)],
        ..LabelInfo::new(
            "PL_ID_CARD",
            "The series and number of an identity card of Poland.",
            "ABS 123456",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[A-Z]{3} ?[0-9]{6}", 0.35, 0.97)]),
    context: words![
        "dowód",
        "dowód osobisty",
        "dowodu",
        "dowodu osobistego",
        "nr dowodu",
        "numer dowodu",
        "seria i numer",
        "nr dokumentu",
        "numer dokumentu",
        "document number",
        "documentnumber",
        "polish id card",
        "identity card",
        "id card"
    ],
    check: check_pl_id_card,
};

/// Weights 7, 3 and 1 of letters (A is ten) and digits; the first digit is the check.
fn check_pl_id_card(candidate: &Candidate<'_>) -> Option<Finding> {
    let raw = code::<9>(candidate.matched())?;
    let sum: u32 = raw.iter().zip([7, 3, 1, 9, 7, 3, 1, 7, 3]).map(|(&b, weight)| base36(b) * weight).sum();
    (sum.is_multiple_of(10) && stands_alone(candidate)).then(|| candidate.whole())?
}

const PL_REGON: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::PL, Group::EU],
        aliases: &["REGON"],
        validation: Validation::Checksum,
        languages: &["pl", "en"],
        shapes: &[Shape::Like("192598184"), Shape::Like("12345678512347")],
        ..LabelInfo::new(
            "PL_REGON",
            "The number of a company in the statistical register of Poland.",
            "192598184",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{9}", 0.02, 0.96), Pattern::regex(r"[0-9]{14}", 0.02, 0.96)]),
    context: words!["regon", "numer regon", "nr regon"],
    check: check_pl_regon,
};

/// Weighted digits modulo 11, modulo 10, of the nine digits and of all fourteen.
fn check_pl_regon(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let head = digits::<9>(matched.get(..9)?)?;
    let fits = weighted(&head, &[8, 9, 2, 3, 4, 5, 6, 7]) % 11 % 10 == part(&head, 8, 1);
    let local = digits::<14>(matched).is_none_or(|number| {
        weighted(&number, &[2, 4, 8, 5, 0, 9, 7, 3, 6, 1, 2, 4, 8]) % 11 % 10 == part(&number, 13, 1)
    });
    (fits && local && head != [0; 9] && stands_alone(candidate)).then(|| candidate.whole())?
}
