//! Numbers of licences and certificates of persons, behind their names.

use std::borrow::Cow;

use super::record_shapes::{is_composed, is_long};
use crate::entity::{Group, Handling, LabelInfo};
use crate::recognizers::support::identifiers::{called, info, numbered};
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[LICENSE_NUMBER];

/// The facts about the label of licences.
pub(crate) const LICENSE_NUMBER_INFO: LabelInfo = info(
    "LICENSE_NUMBER",
    &[Group::PII, Group::HIPAA],
    &["LICENCE_NUMBER", "CERTIFICATE_NUMBER"],
    "The number of a licence or certificate of a person, behind a word that says so.",
    "license number: D1234567",
    Handling::IDENTIFIER,
);

const LICENSE_NUMBER: Rule = Rule {
    info: LICENSE_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "license number",
                "licence number",
                "certificate number",
                "certification number",
                "license id",
                "medical license number",
                "professional license number",
                "pilot license",
                "lic number",
            ],
            0.7,
        ),
        // Of programs, too, which have no such numbers.
        Pattern::key(keys!["licence", "license", "licencia", "lic"], 0.7),
        Pattern::regex(
            called!("licen[sc]e (?:number|no\\.?|#)|lic\\.? ?(?:number|no\\.?|#):?|certificate (?:number|no\\.?|#)"),
            0.62,
            0.7,
        ),
        // Without a word for "number": `license R1223335`, `my licence is R1223335`.
        Pattern::regex("(?i:licen[sc]e)(?: is)? #?", 0.6, 0.7),
        // Short for it, behind whose dot nothing else stands: `Lic. 2763075`.
        Pattern::regex("[Ll][Ii][Cc]\\. ", 0.6, 0.7),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        1 | 4 => numbered(candidate, 6, 24),
        3 => {
            let found = numbered(candidate, 6, 24)?;
            let number = candidate.field.text.get(found.range.clone())?;
            (is_composed(number) || is_long(number)).then_some(found)
        }
        _ => numbered(candidate, 4, 24),
    },
};
