//! Postal addresses of houses without a number, up to the postcode of the United Kingdom: `Rose Cottage, Church Lane, Ashford
//! TN25 4AB`.

use std::borrow::Cow;

use super::address::INFO;
use super::address_token::{is_capital, word_start};
use super::address_words::PARTICLES;
use crate::recognizers::identity::uk_places::check_postcode;
use crate::recognizers::support::word_list::is_listed;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest beginning of an address, in bytes.
const NEAR: usize = 96;
/// Most words of a part.
const MOST_WORDS: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::regex("[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}", 0.75, 0.95)]),
    context: words!["address", "lives", "resides", "home", "house", "residing"],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let range = &candidate.range;
    check_postcode(candidate)?;
    let head = line::before(candidate.field.text, range.start, NEAR);
    let start = range.start - head.len() + beginning(head)?;
    candidate.part(start..range.end)
}

/// Where the parts begin that end `head`, before a postcode: at least two, with a comma between them.
fn beginning(head: &str) -> Option<usize> {
    const MOST_PARTS: usize = 4;
    let mut end = head.strip_suffix(' ').map(|head| head.strip_suffix(',').unwrap_or(head))?.len();
    let mut found = None;
    for part in 0..MOST_PARTS {
        let start = part_start(head, end)?;
        found = (part > 0).then_some(start);
        match head.get(..start)?.strip_suffix(", ") {
            Some(rest) if part + 1 < MOST_PARTS => end = rest.len(),
            _ => break,
        }
        // What stands before the comma may be no part of it: `Dear Jane, Pen-y-Bryn, …`.
        if part_start(head, end).is_none() {
            break;
        }
    }
    found
}

/// Where the words with capitals begin that end at `end` of `head`: a house, a street or a place.
pub(super) fn part_start(head: &str, end: usize) -> Option<usize> {
    let (mut at, mut start) = (end, None);
    for _ in 0..MOST_WORDS {
        let Some(word) = word_start(head, at) else { break };
        let found = head.get(word..at)?;
        match is_capital(found) {
            true => start = Some(word),
            false if is_listed(found, PARTICLES) => {}
            false => break,
        }
        match head.get(..word)?.strip_suffix(' ') {
            Some(rest) => at = rest.len(),
            None => break,
        }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_before_a_postcode_begin_at_the_house() {
        for (head, expected) in [
            ("of Pen-y-Bryn, Llanberis ", Some("Pen-y-Bryn, Llanberis ")),
            ("lives at Rose Cottage, Church Lane, Ashford ", Some("Rose Cottage, Church Lane, Ashford ")),
            ("The Old Rectory, Stoke on Trent, ", Some("The Old Rectory, Stoke on Trent, ")),
            ("postcode ", None),
            ("moved to Leeds ", None),
            ("in the end, ", None),
        ] {
            assert_eq!(beginning(head).map(|start| &head[start..]), expected, "{head}");
        }
    }
}
