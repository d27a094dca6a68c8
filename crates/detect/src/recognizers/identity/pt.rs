//! Identifiers of Portugal.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[NIF];

const NIF: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::PT, Group::EU],
        aliases: &["PT_NIPC", "PT_CONTRIBUINTE", "PORTUGAL_NIF", "PT_VAT_ID"],
        validation: Validation::Checksum,
        languages: &["pt", "en"],
        ..LabelInfo::new(
            "PT_NIF",
            "A tax number of a person or company in Portugal, in context.",
            "501964843",
            Handling::IDENTIFIER,
        )
    },
    // Every 14th number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{9}", 0.06, 0.96),
        Pattern::regex("[0-9]{3}[ .][0-9]{3}[ .][0-9]{3}", 0.15, 0.96),
        Pattern::regex("PT ?[0-9]{9}", 0.85, 0.98),
    ]),
    context: words![
        "nif",
        "n.i.f",
        "nipc",
        "contribuinte",
        "número de contribuinte",
        "numero de contribuinte",
        "nº de contribuinte",
        "número de identificação fiscal",
        "identificação fiscal",
        "número fiscal",
        "finanças",
        "portuguese tax",
        "tax number",
        "tax id",
        "vat",
    ],
    check: check_nif,
};

/// Decree-law 14/2013: kinds of numbers by their first digits, weights 9 to 2 modulo 11, 10 as 0.
fn check_nif(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<9>(candidate.matched())?;
    let is_kind = matches!(part(&number, 0, 2), 10..=39 | 45 | 50..=69 | 70..=72 | 74 | 75 | 77..=91 | 98 | 99);
    let check = match weighted(&number, &[9, 8, 7, 6, 5, 4, 3, 2]) % 11 {
        0 | 1 => 0,
        rest => 11 - rest,
    };
    (is_kind && check == part(&number, 8, 1) && stands_alone(candidate)).then(|| candidate.whole())?
}
