//! Tracking numbers of parcels, by which carriers give out who sends what to whom.

use std::borrow::Cow;

use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    // UPS, DHL
    patterns: Cow::Borrowed(&[Pattern::within("1Z ?[0-9A-Z]", 0.8, 0.9), Pattern::regex("JJD[0-9]{13,20}", 0.85, 0.9)]),
    context: words![],
    check,
}];

/// The six signs of the shipper, two digits of the service and eight of the parcel, perhaps in groups: `1Z 999 AA1 01 2345 6784`.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Signs behind the mark, those of the shipper among them, and most bytes with the blanks between groups.
    const SIGNS: usize = 16;
    const SHIPPER: usize = 6;
    const LONGEST: usize = 24;
    let (text, start) = (candidate.field.text, candidate.range.start);
    if candidate.pattern == 1 {
        return candidate.whole();
    }
    let near = line::behind(text, start + "1Z".len(), LONGEST);
    let stands = |(at, b): (usize, u8)| b.is_ascii_digit() || at < SHIPPER && b.is_ascii_uppercase();
    let signs = near.bytes().filter(|b| *b != b' ').take(SIGNS);
    if signs.clone().count() < SIGNS || !signs.enumerate().all(stands) {
        return None;
    }
    let last = near.match_indices(|c: char| c != ' ').nth(SIGNS - 1)?.0;
    // What follows may stand apart: the next cell of a row.
    let is_one = !near[..last].contains("  ");
    let end = start + "1Z".len() + last + 1;
    let begins = !text[..start].ends_with(|c: char| c.is_alphanumeric());
    (is_one && begins && is_value_edge(text, end)).then(|| candidate.part(start..end))?
}
