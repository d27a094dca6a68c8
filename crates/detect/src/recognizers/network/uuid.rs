//! UUIDs: RFC 9562.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::support::neighbours::alphabet_continues;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII],
        aliases: &["GUID"],
        validation: Validation::Structure,
        // Tool calls and logs are joined on them.
        default: false,
        ..LabelInfo::new(
            "UUID",
            "A universally unique identifier in its hyphenated form.",
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
            Handling { surrogate: Surrogate::Uuid, ..Handling::COMMON },
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(
        "[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}",
        0.95,
        0.99,
    )]),
    context: words!["uuid", "guid"],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    if alphabet_continues(candidate.field.text, &candidate.range, b"-") {
        return None;
    }
    // The nil and the max UUID stand for "none"; other variants than RFC 9562's and Microsoft's are
    // reserved.
    let variant = candidate.matched().as_bytes().get(19)?;
    if !matches!(variant, b'8' | b'9' | b'a'..=b'd' | b'A'..=b'D') {
        return None;
    }
    candidate.whole()
}
