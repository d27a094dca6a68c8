//! Numbers of taxes, companies and insurance in the Americas.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[BR_CNS, CA_BN, MX_NSS, US_EIN];

const BR_CNS: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::BR, Group::HEALTH],
        aliases: &["CNS", "CARTAO_SUS", "BR_HEALTH_CARD"],
        validation: Validation::Checksum,
        languages: &["pt", "en"],
        ..LabelInfo::new(
            "BR_CNS",
            "The number of a person's health card in Brazil.",
            "898 0000 0004 3208",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[12789][0-9]{2} [0-9]{4} [0-9]{4} [0-9]{4}", 0.85, 0.98),
        Pattern::regex(r"[12789][0-9]{14}", 0.02, 0.96),
    ]),
    context: words![
        "cns",
        "cartão sus",
        "cartão do sus",
        "sus",
        "cartão nacional de saúde",
        "número do cartão",
        "health card"
    ],
    check: check_br_cns,
};

/// The health ministry's weights 15 to 1, modulo 11.
fn check_br_cns(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<15>(candidate.matched())?;
    let sum = weighted(&number, &[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    (sum.is_multiple_of(11) && stands_alone(candidate)).then(|| candidate.whole())?
}

const CA_BN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::CA],
        aliases: &["CA_BUSINESS_NUMBER", "CA_GST_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en", "fr"],
        shapes: &[Shape::Like("123456782"), Shape::Like("123456782RT0001")],
        ..LabelInfo::new(
            "CA_BN",
            "The business number of a company in Canada, also of an account.",
            "123456782RT0001",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{9} ?R[CMPRTZ] ?[0-9]{4}", 0.95, 0.99),
        Pattern::regex(r"[0-9]{9}", 0.02, 0.95),
        Pattern::regex(r"[0-9]{5} [0-9]{4} ?R[CMPRTZ] ?[0-9]{4}", 0.95, 0.99),
    ]),
    context: words![
        "business number",
        "bn",
        "gst",
        "gst number",
        "gst registration",
        "hst",
        "hst number",
        "payroll account",
        "numéro d'entreprise",
        "cra",
        "canadian company"
    ],
    check: check_ca_bn,
};

/// Luhn.
fn check_ca_bn(candidate: &Candidate<'_>) -> Option<Finding> {
    let head: String = candidate.matched().chars().filter(char::is_ascii_digit).take(9).collect();
    (head != "000000000" && luhn(&head) && stands_alone(candidate)).then(|| candidate.whole())?
}

const MX_NSS: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::MX, Group::HEALTH],
        aliases: &["NSS", "IMSS_NUMBER"],
        validation: Validation::Checksum,
        languages: &["es", "en"],
        ..LabelInfo::new(
            "MX_NSS",
            "The social security number of a person in Mexico.",
            "92919084431",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{11}", 0.02, 0.96),
        Pattern::regex(r"[0-9]{2}[ -][0-9]{2}[ -][0-9]{2}[ -][0-9]{4}[ -][0-9]", 0.6, 0.97),
    ]),
    context: words![
        "nss",
        "imss",
        "número de seguridad social",
        "número de seguro social",
        "seguro social",
        "seguridad social",
        "issste",
        "mexican social security"
    ],
    check: check_mx_nss,
};

/// The institute's check digit is Luhn's.
fn check_mx_nss(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    (number != [0; 11] && luhn(candidate.matched()) && stands_alone(candidate)).then(|| candidate.whole())?
}

const US_EIN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::US, Group::FINANCIAL],
        aliases: &["EIN", "FEIN", "EMPLOYER_IDENTIFICATION_NUMBER"],
        validation: Validation::Structure,
        languages: &["en", "es"],
        ..LabelInfo::new(
            "US_EIN",
            "The employer identification number of a company in the United States.",
            "12-3456789",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{2}-[0-9]{7}", 0.3, 0.95),
        Pattern::regex(r"[0-9]{9}", 0.02, 0.85),
    ]),
    context: words![
        "ein",
        "fein",
        "employer identification number",
        "employer id",
        "employer id number",
        "federal tax id",
        "federal ein",
        "federal tax identification number",
        "irs number",
        "número de identificación del empleador"
    ],
    check: check_us_ein,
};

/// The prefixes that the Internal Revenue Service gives out.
fn check_us_ein(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let given = matches!(part(&number, 0, 2), 1..=6 | 10..=16 | 20..=27 | 30..=48 | 50..=68 | 71..=77 | 80..=88 | 90..=95 | 98 | 99);
    (given && part(&number, 2, 7) != 0 && stands_alone(candidate)).then(|| candidate.whole())?
}
