//! Identifiers of Sri Lanka.

use std::borrow::Cow;

use crate::recognizers::identity::generic::labels::NATIONAL_ID_INFO;
use crate::recognizers::support::numerals::{digits, may_be_named, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[NIC];

/// The national identity card of the Department for Registration of Persons: nine digits and a letter until 2015, twelve
/// digits since.
const NIC: Rule = Rule {
    info: NATIONAL_ID_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{9}[VvXx]", 0.25, 0.93),
        Pattern::regex("[12][0-9]{11}", 0.02, 0.9),
    ]),
    context: words![
        "nic",
        "nic no",
        "nic number",
        "national identity card",
        "identity card",
        "id card",
        "sri lanka",
        "ජාතික හැඳුනුම්පත",
        "தேசிய அடையாள அட்டை"
    ],
    check: check_nic,
};

/// Two or four digits of the year of birth, and three of the day in it, 500 more for women.
fn check_nic(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Words around it in part: network cards are called so, too, beside few numbers of this length.
    const STEMS: &[&str] = &["nic", "NIC", "identi", "Identi", "Lanka", "හැඳුනුම්", "அடையாள"];
    let (year, day) = match candidate.pattern {
        0 => digits::<9>(candidate.matched().get(..9)?)
            .map(|digits| (1900 + part(&digits, 0, 2), part(&digits, 2, 3)))?,
        _ => digits::<12>(candidate.matched()).map(|digits| (part(&digits, 0, 4), part(&digits, 4, 3)))?,
    };
    // Cards have four digits of the year for those born until 2015 or little later.
    let fits = (1900..=2015).contains(&year) && matches!(day, 1..=366 | 501..=866) && stands_alone(candidate);
    (fits && may_be_named(candidate, STEMS)).then(|| candidate.whole())?
}
