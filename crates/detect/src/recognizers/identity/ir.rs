//! Identifiers of Iran.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::is_uniform;
use crate::recognizers::support::numerals::{digits, part, stands_alone, weighted};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[NATIONAL_CODE];

const NATIONAL_CODE: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::IR],
        aliases: &["IR_NATIONAL_ID", "IRAN_NATIONAL_CODE", "CODE_MELLI"],
        validation: Validation::Checksum,
        languages: &["fa", "en"],
        ..LabelInfo::new(
            "IR_NATIONAL_CODE",
            "The national code of a person in Iran.",
            "0499370899",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[
        Pattern::regex(r"[0-9]{10}", 0.02, 0.96),
        Pattern::regex(r"[0-9]{3}-[0-9]{6}-[0-9]", 0.85, 0.97),
    ]),
    context: words![
        "کد ملی",
        "کدملی",
        "شماره ملی",
        "کارت ملی",
        "national code",
        "code melli",
        "kode melli",
        "iranian id"
    ],
    check: check_national_code,
};

/// Check with weights 10 to 2, modulo 11: the last digit is the remainder, or from two on its difference to 11.
fn check_national_code(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<10>(candidate.matched())?;
    let rest = weighted(&number, &[10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    let check = if rest < 2 { rest } else { 11 - rest };
    let fits = check == part(&number, 9, 1) && !is_uniform(&number) && part(&number, 0, 3) != 0;
    (fits && stands_alone(candidate)).then(|| candidate.whole())?
}
