//! Identifiers of Israel.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::{is_uniform, joiner};
use crate::recognizers::support::numerals::{digits, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule, checksum::luhn};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IL],
        aliases: &["TEUDAT_ZEHUT", "ISRAEL_IDENTITY_CARD_NUMBER", "ISRAEL_ID", "IL_IDENTITY_NUMBER"],
        validation: Validation::Checksum,
        languages: &["en", "he", "ar"],
        ..LabelInfo::new("IL_ID", "An identity number of Israel.", "123456782", Handling::IDENTIFIER)
    },
    // Every tenth number passes.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{9}", 0.03, 0.95),
        Pattern::regex("[0-9]{8}-[0-9]", 0.1, 0.95),
        Pattern::regex("[0-9]-[0-9]{7}-[0-9]|[0-9] [0-9]{7} [0-9]", 0.2, 0.95),
    ]),
    context: words![
        "il id",
        "israeli id",
        "israel id",
        "israeli identity",
        "israel identity",
        "teudat zehut",
        "teudatzehut",
        "mispar zehut",
        "t.z",
        "identity number",
        "identitynumber",
        "id number",
        "ת.ז",
        "ת.ז.",
        "ת״ז",
        "תז",
        "תעודת זהות",
        "מספר זהות",
        "מס׳ זהות",
        "מס זהות",
        "מספר ת.ז",
        "هوية",
        "رقم الهوية",
        "بطاقة هوية",
    ],
    check,
}];

/// The Population Registry: nine digits, the last one Luhn's.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<9>(matched)?;
    let fits = luhn(matched) && !is_uniform(&number) && joiner(matched, b" -").is_some();
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
