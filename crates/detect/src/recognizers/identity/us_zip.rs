//! Postal codes of the United States.

use std::borrow::Cow;

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::neighbours::byte_before;
use crate::recognizers::support::numerals::{digits, part, stands_alone};
use crate::{Candidate, Finding, Pattern, Rule};

/// The facts about the label.
pub(crate) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::US, Group::CONTACT, Group::HIPAA],
    aliases: &["ZIP", "ZIP_CODE", "ZIPCODE", "US_ZIP", "US_POSTAL_CODE"],
    validation: Validation::Structure,
    languages: &["en", "es"],
    ..LabelInfo::new(
        "US_ZIP_CODE",
        "A postal code of the United States, in context or behind its state.",
        "94105-1234",
        Handling::COMMON,
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[0-9]{5}-[0-9]{4}", 0.3, 0.95),
        Pattern::regex("[0-9]{5}", 0.02, 0.85),
        // Of random digits behind a state and a comma, two in a hundred are of the state.
        Pattern::regex("[A-Z]{2} [0-9]{5}(?:-[0-9]{4})?", 0.85, 0.95),
        Pattern::regex("[A-Z]{2}(?:  ?|, )[0-9]{5}(?:-[0-9]{4})?", 0.35, 0.95),
    ]),
    context: words![
        "zip",
        "zips",
        "zip code",
        "zipcode",
        "zip+4",
        "postal code",
        "postalcode",
        "postcode",
        "mailing address",
        "shipping address",
        "billing address",
        "home address",
        "código postal",
        "codigo postal",
    ],
    check,
}];

const SEPARATE: [usize; 2] = [0, 1];
const BEHIND_COMMA: usize = 2;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (matched, range) = (candidate.matched(), &candidate.range);
    if !stands_alone(candidate) {
        return None;
    }
    if SEPARATE.contains(&candidate.pattern) {
        let (code, _) = matched.split_at_checked(5)?;
        return state(code).is_some().then(|| candidate.whole())?;
    }
    let begin = matched.bytes().position(|b| b.is_ascii_digit())?;
    let name = matched.get(..2)?;
    if state(matched.get(begin..begin + 5)?) != Some(name) {
        return None;
    }
    let before = range.start.checked_sub(1).and_then(|at| byte_before(candidate.field.text, at));
    let is_city = byte_before(candidate.field.text, range.start) == Some(b' ') && before == Some(b',');
    (is_city == (candidate.pattern == BEHIND_COMMA)).then(|| candidate.part(range.start + begin..range.end))?
}

/// The state, territory or military region whose post offices a five-digit code is given to.
fn state(code: &str) -> Option<&'static str> {
    let prefix = part(&digits::<5>(code)?, 0, 3);
    let exceptions = EXCEPTIONS.iter().find(|(from, _)| *from == prefix).map(|(_, state)| *state);
    exceptions.or_else(|| {
        let at = STATES.partition_point(|(_, to, _)| *to < prefix);
        STATES.get(at).filter(|(from, _, _)| *from <= prefix).map(|(_, _, state)| *state)
    })
}

/// Prefixes within another state's range.
const EXCEPTIONS: &[(u32, &str)] =
    &[(8, "VI"), (55, "MA"), (201, "VA"), (340, "AA"), (733, "TX"), (885, "TX"), (969, "GU")];

/// First and last prefix of three digits, and the state, as in the Postal Service's list L002.
const STATES: &[(u32, u32, &str)] = &[
    (5, 5, "NY"),
    (6, 9, "PR"),
    (10, 27, "MA"),
    (28, 29, "RI"),
    (30, 38, "NH"),
    (39, 49, "ME"),
    (50, 59, "VT"),
    (60, 69, "CT"),
    (70, 89, "NJ"),
    (90, 98, "AE"),
    (100, 149, "NY"),
    (150, 196, "PA"),
    (197, 199, "DE"),
    (200, 205, "DC"),
    (206, 212, "MD"),
    (214, 219, "MD"),
    (220, 246, "VA"),
    (247, 268, "WV"),
    (270, 289, "NC"),
    (290, 299, "SC"),
    (300, 319, "GA"),
    (320, 349, "FL"),
    (350, 369, "AL"),
    (370, 385, "TN"),
    (386, 397, "MS"),
    (398, 399, "GA"),
    (400, 427, "KY"),
    (430, 459, "OH"),
    (460, 479, "IN"),
    (480, 499, "MI"),
    (500, 528, "IA"),
    (530, 549, "WI"),
    (550, 567, "MN"),
    (569, 569, "DC"),
    (570, 577, "SD"),
    (580, 588, "ND"),
    (590, 599, "MT"),
    (600, 629, "IL"),
    (630, 658, "MO"),
    (660, 679, "KS"),
    (680, 693, "NE"),
    (700, 714, "LA"),
    (716, 729, "AR"),
    (730, 749, "OK"),
    (750, 799, "TX"),
    (800, 816, "CO"),
    (820, 831, "WY"),
    (832, 838, "ID"),
    (840, 847, "UT"),
    (850, 865, "AZ"),
    (870, 884, "NM"),
    (889, 898, "NV"),
    (900, 961, "CA"),
    (962, 966, "AP"),
    (967, 968, "HI"),
    (970, 979, "OR"),
    (980, 994, "WA"),
    (995, 999, "AK"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_lie_in_the_state_of_their_prefix() {
        for (code, expected) in [
            ("94105", Some("CA")),
            ("10001", Some("NY")),
            ("00801", Some("VI")),
            ("20101", Some("VA")),
            ("21301", None),
        ] {
            assert_eq!(state(code), expected, "{code}");
        }
        assert_eq!((state("00000"), state("99950"), state("42900")), (None, Some("AK"), None));
    }
}
