//! Identifiers of Ukraine.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[EDRPOU, TAX_ID];

const EDRPOU: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UA],
        aliases: &["EDRPOU", "UA_COMPANY_ID"],
        validation: Validation::Checksum,
        languages: &["uk", "ru", "en"],
        ..LabelInfo::new(
            "UA_EDRPOU",
            "The number of a company in the state register of Ukraine.",
            "32855961",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{8}", 0.02, 0.95)]),
    context: words!["єдрпоу", "код єдрпоу", "едрпоу", "edrpou", "yedrpou"],
    check: check_edrpou,
};

/// Resolution 499 of 1993: weights 1 to 7, or 7 and 1 to 6 for numbers from 30 to 60 million, modulo 11; if that is 10, two
/// more each.
fn check_edrpou(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<8>(candidate.matched())?;
    let weights = match part(&number, 0, 8) {
        30_000_000..60_000_000 => [7, 1, 2, 3, 4, 5, 6],
        _ => [1, 2, 3, 4, 5, 6, 7],
    };
    let rest = match weighted(&number, &weights) % 11 {
        10 => weighted(&number, &weights.map(|weight| weight + 2)) % 11 % 10,
        rest => rest,
    };
    (rest == part(&number, 7, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}

const TAX_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UA],
        aliases: &["UA_RNTRC", "RNOKPP", "UA_IPN"],
        validation: Validation::Checksum,
        languages: &["uk", "ru", "en"],
        ..LabelInfo::new("UA_TAX_ID", "The taxpayer number of a person in Ukraine.", "1759013776", Handling::IDENTIFIER)
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{10}", 0.02, 0.96)]),
    context: words![
        "tax id",
        "рнокпп",
        "іпн",
        "інн",
        "ідентифікаційний код",
        "ідентифікаційний номер",
        "номер платника податків",
        "податковий номер",
        "ukrainian tax number",
        "rnokpp",
        "rntrc"
    ],
    check: check_tax_id,
};

/// Order 822 of 2017: weighted digits modulo 11, modulo 10.
fn check_tax_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    // The first weight is one less than none.
    let sum = weighted(&number, &[10, 5, 7, 9, 4, 6, 10, 5, 7]);
    (number != [0; 10] && sum % 11 % 10 == part(&number, 9, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}
