//! Identifiers of Malaysia.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::grouping::joiner;
use crate::recognizers::support::numerals::{digits, is_day, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: LabelInfo {
        groups: &[Group::PII, Group::MY],
        aliases: &["MYKAD", "MALAYSIA_NRIC", "MY_MYKAD", "MALAYSIA_ID_NUMBER"],
        validation: Validation::Structure,
        languages: &["en", "ms", "zh"],
        ..LabelInfo::new(
            "MY_NRIC",
            "A number of Malaysia's national registration.",
            "770305-02-1234",
            Handling::IDENTIFIER,
        )
    },
    // Of twelve random digits 3 % begin with a day and a place.
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{6}-[0-9]{2}-[0-9]{4}", 0.8, 0.98),
        Pattern::regex("[0-9]{6} [0-9]{2} [0-9]{4}", 0.35, 0.96),
        Pattern::regex("[0-9]{12}", 0.02, 0.92),
    ]),
    context: words![
        "nric",
        "nric no",
        "nricno",
        "mykad",
        "my kad",
        "mypr",
        "mykid",
        "ic",
        "i/c",
        "ic no",
        "ic number",
        "icno",
        "new ic",
        "no ic",
        "nombor ic",
        "identity card",
        "identification card",
        "kad pengenalan",
        "no kad pengenalan",
        "nombor kad pengenalan",
        "no kp",
        "k/p",
        "malaysian id",
        "malaysia",
        "身份证",
        "登记号码",
    ],
    check,
}];

/// The National Registration Department: birth, then a place of it that has a code.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let number = digits::<12>(matched)?;
    let day = is_day(part(&number, 0, 2), part(&number, 2, 2), part(&number, 4, 2));
    let place = matches!(part(&number, 6, 2), 1..=16 | 21..=68 | 71 | 72 | 74..=79 | 82..=93 | 98 | 99);
    (day && place && joiner(matched, b" -").is_some() && stands_alone(candidate)).then(|| candidate.whole())?
}
