//! Tracking numbers of parcels, by which carriers give out who sends what to whom.

use std::borrow::Cow;

use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::numerals::{digits, weighted};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    // UPS, DHL, and the postal services of all countries
    patterns: Cow::Borrowed(&[
        Pattern::within("1Z ?[0-9A-Z]", 0.8, 0.9),
        Pattern::regex("JJD[0-9]{13,20}", 0.85, 0.9),
        Pattern::regex("[CELRUVZ][A-Z] ?[0-9]{3} ?[0-9]{3} ?[0-9]{3} ?[A-Z]{2}", 0.8, 0.9),
    ]),
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
    match candidate.pattern {
        1 => return candidate.whole(),
        2 => return is_of_post(&text[candidate.range.clone()]).then(|| candidate.whole())?,
        _ => {}
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

/// Reports whether the last of the nine digits of `number` is the check digit of a postal item (Universal Postal Union, standard S10): the
/// weighted sum of the others, taken from eleven.
fn is_of_post(number: &str) -> bool {
    const WEIGHTS: [u32; 8] = [8, 6, 4, 2, 3, 5, 9, 7];
    let Some(all) = digits::<9>(number) else { return false };
    let check = match 11 - weighted(&all, &WEIGHTS) % 11 {
        10 => 0,
        11 => 5,
        check => check,
    };
    u32::from(all[WEIGHTS.len()]) == check
}
