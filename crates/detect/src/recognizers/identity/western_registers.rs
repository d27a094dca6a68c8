//! Numbers of taxes, companies and documents in France, Portugal, Switzerland and the United Kingdom.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validated, Validation};
use crate::recognizers::support::grouping::base36;
use crate::recognizers::support::numerals::{code, digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[CH_UID, FR_TAX_ID, PT_CITIZEN_CARD, UK_UTR, UK_VAT_ID];

const CH_UID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CH],
        aliases: &["UID_CHE", "SWISS_UID"],
        validation: Validation::Checksum,
        languages: &["de", "fr", "it", "en"],
        ..LabelInfo::new(
            "CH_UID",
            "The enterprise identification number of a company in Switzerland.",
            "CHE-100.155.212",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"CHE[ -]?[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}", 0.95, 0.99)]),
    context: words![
        "uid",
        "uid-nummer",
        "mwst",
        "mwst-nr",
        "tva",
        "iva",
        "ide",
        "numéro ide",
        "handelsregister",
        "swiss company"
    ],
    check: check_ch_uid,
};

/// The statistical office's weights, modulo 11.
fn check_ch_uid(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let fits = (11 - weighted(&number, &[5, 4, 3, 2, 7, 6, 5, 4]) % 11) % 11 == part(&number, 8, 1);
    // Nothing else is written so.
    let is_printed = candidate.matched().starts_with("CHE-") && candidate.matched().matches('.').count() == 2;
    let validated = (!fits).then_some(Validated::Failed);
    ((fits || is_printed) && stands_alone(candidate)).then(|| Finding {
        range: candidate.range.clone(),
        sure: false,
        validated,
    })
}

const FR_TAX_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::FR, Group::EU],
        aliases: &["FR_NIF", "NUMERO_FISCAL"],
        validation: Validation::Checksum,
        languages: &["fr", "en"],
        ..LabelInfo::new(
            "FR_TAX_ID",
            "The tax number of a person in France.",
            "30 23 217 600 053",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-3][0-9] [0-9]{2} [0-9]{3} [0-9]{3} [0-9]{3}", 0.93, 0.98),
        Pattern::regex(r"[0-3][0-9]{12}", 0.4, 0.97),
    ]),
    context: words![
        "numéro fiscal",
        "numéro fiscal de référence",
        "num fiscal",
        "numfiscal",
        "numéro spi",
        "spi",
        "identifiant fiscal",
        "impôts",
        "avis d'imposition",
        "french tax number"
    ],
    check: check_fr_tax_id,
};

/// The first ten digits modulo 511 are the last three.
fn check_fr_tax_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<13>(candidate.matched())?;
    let head = number.iter().take(10).fold(0_u64, |head, &digit| head * 10 + u64::from(digit));
    (head != 0 && head % 511 == u64::from(part(&number, 10, 3)) && stands_alone(candidate))
        .then(|| candidate.whole())?
}

const PT_CITIZEN_CARD: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::PT, Group::EU],
        aliases: &["PT_CC", "CARTAO_DE_CIDADAO"],
        validation: Validation::Checksum,
        languages: &["pt", "en"],
        ..LabelInfo::new(
            "PT_CITIZEN_CARD",
            "The document number of a citizen card of Portugal.",
            "00000000 0 ZZ4",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{8} ?[0-9] ?[A-Z][0-9A-Z][0-9]", 0.45, 0.97)]),
    context: words![
        "cartão de cidadão",
        "cartão do cidadão",
        "cc",
        "número do documento",
        "documento de identificação",
        "citizen card",
        "portuguese id"
    ],
    check: check_pt_citizen_card,
};

/// The numbers of the characters (A is ten), every other one doubled, less nine from ten on, modulo 10.
fn check_pt_citizen_card(candidate: &Candidate<'_>) -> Option<Finding> {
    let raw = code::<12>(candidate.matched())?;
    let sum: u32 = raw
        .iter()
        .rev()
        .zip(0..)
        .map(|(&b, place)| match base36(b) * (1 + place % 2) {
            value if place % 2 == 1 && value > 9 => value - 9,
            value => value,
        })
        .sum();
    (sum.is_multiple_of(10) && stands_alone(candidate)).then(|| candidate.whole())?
}

const UK_UTR: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UK],
        aliases: &["UTR", "UNIQUE_TAXPAYER_REFERENCE"],
        validation: Validation::Checksum,
        languages: &["en"],
        ..LabelInfo::new(
            "UK_UTR",
            "The unique taxpayer reference of a person or company in the United Kingdom.",
            "1955839661",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{10}", 0.02, 0.96),
        Pattern::regex(r"[0-9]{5} [0-9]{5}", 0.1, 0.96),
    ]),
    context: words![
        "utr",
        "unique taxpayer reference",
        "taxpayer reference",
        "hmrc",
        "self assessment",
        "tax reference"
    ],
    check: check_uk_utr,
};

/// The first digit is the check of the other nine: weights 6 to 10 and 5 to 2, modulo 11.
fn check_uk_utr(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    let rest = weighted(&number, &[0, 6, 7, 8, 9, 10, 5, 4, 3, 2]) % 11;
    let check = [2, 1, 9, 8, 7, 6, 5, 4, 3, 2, 1].into_iter().nth(rest as usize)?;
    (check == part(&number, 0, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}

const UK_VAT_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UK],
        aliases: &["UK_VAT", "GB_VAT", "GB_VAT_ID"],
        validation: Validation::Checksum,
        languages: &["en"],
        shapes: &[Shape::Like("GB980780684"), Shape::Like("980780684")],
        ..LabelInfo::new(
            "UK_VAT_ID",
            "A value-added tax number of the United Kingdom.",
            "GB980780684",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"(?:GB|XI) ?[0-9]{3} ?[0-9]{4} ?[0-9]{2}", 0.92, 0.98),
        Pattern::regex(r"[0-9]{3} ?[0-9]{4} ?[0-9]{2}", 0.02, 0.96),
    ]),
    context: words![
        "vat",
        "vat no",
        "vat number",
        "vat reg",
        "vat reg no",
        "vat registration",
        "vat registration number",
        "uk vat"
    ],
    check: check_uk_vat_id,
};

/// Notice 700: weights 8 to 2 and the last two digits, modulo 97, or 42 or 55 more.
fn check_uk_vat_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let rest = weighted(&number, &[8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
    (number != [0; 9]
        && (rest == 0 || part(&number, 0, 3) >= 100 && matches!(rest, 42 | 55))
        && stands_alone(candidate))
    .then(|| candidate.whole())?
}
