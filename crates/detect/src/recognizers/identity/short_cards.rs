//! Numbers of identity cards and driving licences behind two letters that name other things, too, told by their shape: `CI 4.118.703-6`
//! (Uruguay), `C.I. 1714616123` (Ecuador), `DL MH1420110012345` (India), `免許（第301234567890号）` (Japan).

use std::borrow::Cow;

use super::generic::labels::{DRIVER_LICENSE_INFO, NATIONAL_ID_INFO};
use crate::recognizers::support::grouping::has_one_digit;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: NATIONAL_ID_INFO,
        patterns: Cow::Borrowed(&[Pattern::prefix(
            "(?:C\\.I\\.|CI|C\\.C\\.|CC)(?: ?[Nn][°º.o]\\.?)?:? ?(?:[1-9]\\.[0-9]{3}\\.[0-9]{3}-[0-9]|[0-2][0-9]{8}-?[0-9])",
            0.75,
            0.9,
        )]),
        context: words![],
        check: numbered,
    },
    Rule {
        info: DRIVER_LICENSE_INFO,
        patterns: Cow::Borrowed(&[
            Pattern::prefix("(?:DL|D\\.L\\.)(?: ?[Nn][Oo]\\.?)?:? ?[A-Z]{2}[ -]?[0-9]{2}[ -]?[0-9]{11}", 0.8, 0.9),
            Pattern::within("第[0-9]{12}号", 0.8, 0.9),
        ]),
        context: words![],
        check: |candidate| match candidate.pattern {
            0 => numbered(candidate),
            _ => japanese(candidate),
        },
    },
];

/// The number that ends the match: from the last digit or series on.
fn numbered(candidate: &Candidate<'_>) -> Option<Finding> {
    let matched = candidate.matched();
    let first = matched.find(|c: char| c.is_ascii_digit())?;
    // The state of a licence of India stands before its digits.
    let state = matched[..first].trim_end_matches([' ', '-']);
    let is_licence = matched.starts_with('D');
    let start = if is_licence { state.len().checked_sub(2)? } else { first };
    let range = candidate.range.start + start..candidate.range.end;
    let fits = is_value_edge(candidate.field.text, range.end) && !has_one_digit(&matched.as_bytes()[first..]);
    fits.then(|| candidate.part(range))?
}

/// The number between `第` and `号`, behind a word for a licence.
fn japanese(candidate: &Candidate<'_>) -> Option<Finding> {
    const FAR: usize = 48;
    let head = line::before(candidate.field.text, candidate.range.start, FAR);
    let range = candidate.range.start + '第'.len_utf8()..candidate.range.end - '号'.len_utf8();
    head.contains("免許").then(|| candidate.part(range))?
}
