//! Identifiers of Morocco.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::stands_alone;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[ICE];

const ICE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::MA],
        aliases: &["MOROCCO_ICE"],
        validation: Validation::Checksum,
        languages: &["fr", "ar", "en"],
        ..LabelInfo::new(
            "MA_ICE",
            "The common identifier of a company in Morocco.",
            "001561191000066",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[0-9]{15}", 0.02, 0.96)]),
    context: words![
        "ice",
        "identifiant commun",
        "identifiant commun de l'entreprise",
        "المعرف الموحد",
        "المعرف الموحد للمقاولة"
    ],
    check: check_ice,
};

/// ISO/IEC 7064 MOD 97-10 without its complement: the number is a multiple of 97.
fn check_ice(candidate: &Candidate<'_>) -> Option<Finding> {
    let number: u64 = candidate.matched().parse().ok()?;
    (number != 0 && number.is_multiple_of(97) && stands_alone(candidate)).then(|| candidate.whole())?
}
