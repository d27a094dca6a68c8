//! Taxpayers of Brazil.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Shape, Validation};
use crate::recognizers::support::grouping::is_uniform;
use crate::recognizers::support::numerals::{code, digits, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[CNPJ, CPF];

const CPF: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::BR],
        aliases: &["CPF", "BRAZIL_CPF_NUMBER", "BR_CPF_NUMBER"],
        validation: Validation::Checksum,
        languages: &["pt", "en"],
        ..LabelInfo::new("BR_CPF", "A taxpayer's number of a person in Brazil.", "390.533.447-05", Handling::IDENTIFIER)
    },
    // One number in a hundred passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}", 0.97, 0.99),
        Pattern::regex("[0-9]{9}-[0-9]{2}", 0.4, 0.98),
        Pattern::regex("[0-9]{11}", 0.15, 0.97),
        Pattern::regex("[0-9]{3}[ .][0-9]{3}[ .][0-9]{3}[ .][0-9]{2}", 0.35, 0.97),
    ]),
    context: words![
        "cpf",
        "cpfs",
        "cpf no",
        "cpf/mf",
        "cpf/cnpj",
        "cadastro de pessoas físicas",
        "cadastro de pessoa física",
        "pessoa física",
        "contribuinte",
        "receita federal",
        "inscrito no cpf",
        "portador do cpf",
        "brazilian taxpayer",
        "brazil tax id",
        "documento",
    ],
    check: check_cpf,
};

/// Receita Federal's two check digits.
fn check_cpf(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<11>(candidate.matched())?;
    let fits = !is_uniform(&number) && is_check(&number, 9) && is_check(&number, 10);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

/// Reports whether the digit at `at` is the check digit of the digits before: weights 2, 3, 4, … from the right, modulo
/// 11.
fn is_check(number: &[u8; 11], at: usize) -> bool {
    let sum: u32 = number.iter().take(at).rev().zip(2..).map(|(&d, weight)| u32::from(d) * weight).sum();
    number.get(at).is_some_and(|&check| u32::from(check) == sum * 10 % 11 % 10)
}

const CNPJ: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::BR],
        aliases: &["CNPJ", "BRAZIL_CNPJ_NUMBER", "BR_CNPJ_NUMBER"],
        validation: Validation::Checksum,
        languages: &["pt", "en"],
        shapes: &[Shape::Like("12.345.678/0001-95"), Shape::Mixed(14, 14)],
        ..LabelInfo::new(
            "BR_CNPJ",
            "A taxpayer's number of a company in Brazil, of digits or, since July 2026, of letters and digits.",
            "12.ABC.345/01DE-35",
            Handling::IDENTIFIER,
        )
    },
    // One number in a hundred passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}/[0-9A-Z]{4}-[0-9]{2}", 0.97, 0.99),
        Pattern::regex("[0-9A-Z]{8}/[0-9A-Z]{4}-[0-9]{2}", 0.85, 0.98),
        Pattern::regex("[0-9A-Z]{9,}", 0.1, 0.97),
        Pattern::regex("[0-9A-Z]{12}-[0-9]{2}", 0.2, 0.97),
    ]),
    context: words![
        "cnpj",
        "cnpjs",
        "cnpj no",
        "cnpj/mf",
        "cpf/cnpj",
        "cgc",
        "cadastro nacional da pessoa jurídica",
        "cadastro nacional de pessoa jurídica",
        "pessoa jurídica",
        "contribuinte",
        "inscrita no cnpj",
        "razão social",
        "empresa",
        "receita federal",
        "documento",
    ],
    check: check_cnpj,
};

/// Receita Federal's two check digits, a letter counting as its ASCII code less 48 (Normative Instruction 2229 of 2024).
fn check_cnpj(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = code::<14>(candidate.matched())?;
    let [.., first, second] = number;
    let digits = first.is_ascii_digit() && second.is_ascii_digit();
    let is_check = |at: usize| {
        // Weights 2 to 9 from the right, over and over.
        let weights = (2..=9).cycle();
        let sum: u32 = number.iter().take(at).rev().zip(weights).map(|(&b, weight)| u32::from(b - b'0') * weight).sum();
        number.get(at).is_some_and(|&check| u32::from(check.wrapping_sub(b'0')) == sum * 10 % 11 % 10)
    };
    let fits = digits && !is_uniform(&number) && is_check(12) && is_check(13);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
