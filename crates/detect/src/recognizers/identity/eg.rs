//! Identifiers of Egypt.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::numerals::{digits, is_date, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[NATIONAL_ID];

const NATIONAL_ID: Rule = Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::EG],
        aliases: &["EGYPT_NATIONAL_ID", "EG_ID"],
        validation: Validation::Structure,
        languages: &["ar", "en"],
        ..LabelInfo::new(
            "EG_NATIONAL_ID",
            "The national number of a person in Egypt, which holds the date of birth.",
            "29001011234564",
            Handling::IDENTIFIER,
        )
    },
    patterns: Cow::Borrowed(&[Pattern::regex(r"[23][0-9]{13}", 0.3, 0.95)]),
    context: words![
        "الرقم القومي",
        "رقم قومي",
        "بطاقة الرقم القومي",
        "البطاقة",
        "national id",
        "national number",
        "egyptian id"
    ],
    check: check_national_id,
};

/// The civil status department's form: century, date of birth, governorate, number and check digit.
fn check_national_id(candidate: &Candidate<'_>) -> Option<Finding> {
    let number = digits::<14>(candidate.matched())?;
    let year = 1700 + 100 * part(&number, 0, 1) + part(&number, 1, 2);
    let is_born = is_date(year, part(&number, 3, 2), part(&number, 5, 2));
    let is_governorate = matches!(part(&number, 7, 2), 1..=4 | 11..=19 | 21..=29 | 31..=35 | 88);
    (is_born && is_governorate && part(&number, 9, 4) != 0 && stands_alone(candidate)).then(|| candidate.whole())?
}
