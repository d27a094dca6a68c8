//! Identifiers of the United Kingdom.

use std::borrow::Cow;

use super::neighbours::continues;
use crate::{
    detect::{Candidate, Finding, Pattern, Rule},
    entity::{Group, Label, LabelInfo, Validation},
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::UK],
        aliases: &["NINO", "NATIONAL_INSURANCE_NUMBER", "UK_NATIONAL_INSURANCE_NUMBER"],
        validation: Validation::Structure,
        languages: &["en"],
        propagates: true,
        ..LabelInfo::new(Label::new("UK_NINO"), "A national insurance number of the United Kingdom.", "AA 12 34 56 C")
    },
    patterns: Cow::Borrowed(&[
        // Printed in pairs; HMRC's manual NIM39110 has the letters that are used.
        Pattern::regex("[ABCEGHJKLMNOPRSTWXYZ][ABCEGHJKLMNPRSTWXYZ](?: [0-9]{2}){3} [A-D]", 0.9, 0.98),
        Pattern::regex("[ABCEGHJKLMNOPRSTWXYZ][ABCEGHJKLMNPRSTWXYZ](?:-[0-9]{2}){3}-[A-D]", 0.85, 0.98),
        // Every twelfth code of this shape passes, so it takes context.
        Pattern::regex("[ABCEGHJKLMNOPRSTWXYZ][ABCEGHJKLMNPRSTWXYZ] ?[0-9]{6} ?[A-D]?", 0.35, 0.95),
    ]),
    context: words![
        "nino",
        "ni",
        "ni number",
        "ni no",
        "national insurance",
        "insurance number",
        "national insurance number",
        "nin",
        "hmrc",
        "payroll",
        "paye",
    ],
    check: check_nino,
}];

fn check_nino(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    if matches!(matched.get(..2)?, "BG" | "GB" | "KN" | "NK" | "NT" | "TN" | "ZZ") {
        return None;
    }
    (!continues(candidate.field.text, &candidate.range, b"-._/")).then(|| candidate.whole())?
}
