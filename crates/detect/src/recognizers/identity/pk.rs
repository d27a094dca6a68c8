//! Identifiers of Pakistan.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[CNIC];

const CNIC: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::PK],
        aliases: &["CNIC", "NICOP", "PAKISTAN_CNIC"],
        validation: Validation::Structure,
        languages: &["ur", "en"],
        ..LabelInfo::new(
            "PK_CNIC",
            "The number of a computerised national identity card of Pakistan.",
            "42201-0397640-8",
            Handling::IDENTIFIER,
        )
    },
    // The province and its division begin it; the last digit says the gender.
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[1-8][0-9]{4}-[0-9]{7}-[0-9]", 0.93, 0.98),
        Pattern::regex(r"[1-8][0-9]{12}", 0.02, 0.94),
    ]),
    context: words![
        "cnic",
        "nicop",
        "nadra",
        "national identity card",
        "identity card",
        "id card",
        "شناختی کارڈ",
        "قومی شناختی کارڈ",
        "شناختی کارڈ نمبر"
    ],
    check: check_cnic,
};

fn check_cnic(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<13>(candidate.matched())?;
    (part(&number, 5, 7) != 0 && part(&number, 12, 1) != 0 && stands_alone(candidate)).then(|| candidate.whole())?
}
