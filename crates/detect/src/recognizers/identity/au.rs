//! Identifiers of Australia.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::{is_uniform, joiner};
use crate::recognizers::support::numerals::{digits, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[ABN, ACN, MEDICARE, TFN];

const ABN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::AU],
        aliases: &["ABN", "AUSTRALIA_BUSINESS_NUMBER", "AUSTRALIAN_BUSINESS_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en"],
        ..LabelInfo::new("AU_ABN", "An Australian business number.", "51 824 753 556", Handling::IDENTIFIER)
    },
    // One number in 89 passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{2} [0-9]{3} [0-9]{3} [0-9]{3}", 0.6, 0.98),
        Pattern::regex("[0-9]{2}-[0-9]{3}-[0-9]{3}-[0-9]{3}", 0.4, 0.97),
        Pattern::regex("[0-9]{11}", 0.1, 0.97),
    ]),
    context: words![
        "abn",
        "abns",
        "abn no",
        "abn number",
        "australian business",
        "australian business number",
        "business number",
        "pty ltd",
        "pty",
        "tax invoice",
        "australia",
    ],
    check: check_abn,
};

/// The Australian Business Register: the number, less one in its first digit, is weighted and divisible by 89.
fn check_abn(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let mut number = digits::<11>(matched)?;
    number[0] = number[0].checked_sub(1)?;
    let fits = weighted(&number, &[10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]).is_multiple_of(89);
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const ACN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::AU],
        aliases: &["ACN", "AUSTRALIA_COMPANY_NUMBER", "AUSTRALIAN_COMPANY_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en"],
        ..LabelInfo::new("AU_ACN", "An Australian company number.", "004 085 616", Handling::IDENTIFIER)
    },
    // Every tenth number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3}[ -][0-9]{3}[ -][0-9]{3}", 0.2, 0.96),
        Pattern::regex("[0-9]{9}", 0.03, 0.95),
    ]),
    context: words![
        "acn",
        "acns",
        "acn no",
        "acn number",
        "arbn",
        "australian company",
        "australian company number",
        "company number",
        "asic",
        "pty ltd",
        "pty",
    ],
    check: check_acn,
};

/// The Australian Securities and Investments Commission's check digit.
fn check_acn(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<9>(matched)?;
    let sum = weighted(&number, &[8, 7, 6, 5, 4, 3, 2, 1, 1]);
    let fits = sum.is_multiple_of(10) && !is_uniform(&number) && joiner(matched, b" -").is_some();
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}

const TFN: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::AU, Group::FINANCIAL],
        aliases: &["TFN", "AUSTRALIA_TAX_FILE_NUMBER", "TAX_FILE_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en"],
        ..LabelInfo::new("AU_TFN", "An Australian tax file number.", "123 456 782", Handling::IDENTIFIER)
    },
    // Every eleventh number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{3}[ -][0-9]{3}[ -][0-9]{3}", 0.25, 0.97),
        Pattern::regex("[0-9]{9}", 0.04, 0.96),
        Pattern::regex("[0-9]{8}", 0.01, 0.9),
        Pattern::regex("[0-9]{2}[ -][0-9]{3}[ -][0-9]{3}", 0.1, 0.9),
    ]),
    context: words![
        "tfn",
        "tfns",
        "tfn no",
        "tfn number",
        "tax file",
        "tax file no",
        "tax file number",
        "taxfilenumber",
        "ato",
        "australian taxation office",
        "australian tax",
    ],
    check: check_tfn,
};

/// The Australian Taxation Office's weights; older numbers have eight digits.
fn check_tfn(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let fits = match (candidate.pattern, digits::<9>(matched), digits::<8>(matched)) {
        (0 | 1, Some(number), _) => fits_tfn(&number),
        (2 | 3, _, Some(number)) => fits_tfn(&number),
        _ => false,
    };
    (fits && joiner(matched, b" -").is_some() && stands_alone(candidate)).then(|| candidate.whole())?
}

fn fits_tfn(number: &[u8]) -> bool {
    let sum = weighted(number, &[1, 4, 3, 7, 5, 8, 6, 9, 10]);
    sum.is_multiple_of(11) && !is_uniform(number)
}

const MEDICARE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::AU, Group::HEALTH],
        aliases: &["AUSTRALIA_MEDICARE_NUMBER", "AU_MEDICARE_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en"],
        ..LabelInfo::new(
            "AU_MEDICARE",
            "The number of an Australian Medicare card.",
            "2123 45670 1",
            Handling::IDENTIFIER,
        )
    },
    // Every 20th number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{4} [0-9]{5} [0-9](?:[-/ ][0-9])?", 0.6, 0.97),
        Pattern::regex("[0-9]{4}-[0-9]{5}-[0-9](?:[-/][0-9])?", 0.4, 0.97),
        Pattern::regex("[0-9]{10,11}", 0.03, 0.95),
    ]),
    context: words![
        "medicare",
        "medicare no",
        "medicare number",
        "medicare card",
        "medicareno",
        "medicarenumber",
        "irn",
        "bulk bill",
        "bulk billing",
        "patient",
        "health insurance commission",
    ],
    check: check_medicare,
};

/// Services Australia: eight digits from 2 to 6 on, their check digit, the issue, and perhaps the person's number.
fn check_medicare(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<10>(matched).or_else(|| digits::<11>(matched)?.first_chunk().copied())?;
    let [first, .., check, issue] = number;
    let sum = weighted(&number, &[1, 3, 7, 9, 1, 3, 7, 9]);
    let fits = (2..=6).contains(&first) && sum % 10 == u32::from(check) && issue > 0;
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
