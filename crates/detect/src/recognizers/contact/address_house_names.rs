//! Postal addresses of houses with a name, up to the postcode of the United Kingdom or of Ireland, in one line or several:
//! `Rose Cottage, Church Lane, Ashford TN25 4AB`, `Apt 12, The Maltings,\nMill Quay,\nCork T12 X2Y3`; and of streets of any name:
//! `3 Weaver Fold\nMirfield\nWF14 8QQ`.

use std::borrow::Cow;

use super::address::INFO;
use super::address_token::{is_capital, word_start};
use super::address_unit::{HOUSES, unit_before};
use super::address_words::{PARTICLES, SUFFIXES};
use crate::recognizers::identity::uk_places::check_postcode;
use crate::recognizers::support::word_list::is_listed;
use crate::text::window;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest beginning of an address, in bytes.
const NEAR: usize = 96;
/// Most words of a part.
const MOST_WORDS: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z]{1,2}[0-9][0-9A-Z]? [0-9][A-Z]{2}", 0.75, 0.95),
        Pattern::regex("[AC-FHKNPRTV-Y][0-9][0-9W] [0-9AC-FHKNPRTV-Y]{4}", 0.75, 0.95),
    ]),
    context: words!["address", "lives", "resides", "home", "house", "residing"],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    // In Ireland the last four are letters and digits of any kind.
    let is_code = match candidate.pattern {
        0 => check_postcode(candidate).is_some(),
        _ => candidate.matched().bytes().filter(u8::is_ascii_digit).count() > 2,
    };
    let head = window::before(text, range.start, NEAR);
    let at = beginning(head).filter(|_| is_code)?;
    // A street of any name stands behind the number of the house.
    let first = number_before(head, at).or_else(|| first_house(head, at))?;
    let start = range.start - head.len() + first;
    candidate.part(unit_before(text, start).unwrap_or(start)..range.end)
}

/// The start of the number of a house that stands right before `at`: `3 ` of `3 Weaver Fold`.
fn number_before(head: &str, at: usize) -> Option<usize> {
    let before = head.get(..at)?.strip_suffix(' ')?;
    let number = before.strip_suffix(|c: char| c.is_ascii_lowercase() || c.is_ascii_uppercase()).unwrap_or(before);
    let digits = number.bytes().rev().take_while(u8::is_ascii_digit).count();
    let start = number.len() - digits;
    let begins = head[..start].chars().next_back().is_none_or(|c| c.is_whitespace() || c == ',');
    ((1..=4).contains(&digits) && begins).then_some(start)
}

/// The start of the first part of `head` from `at` on that names a house or a street, if the parts stand on several lines, on which
/// names of persons and closings stand, too: `Regards,\nBob Roe,\nRose Cottage,\n…`.
fn first_house(head: &str, at: usize) -> Option<usize> {
    let parts = head.get(at..)?;
    if !parts.trim_end().contains('\n') {
        return Some(at);
    }
    let mut from = at;
    parts.split_inclusive([',', '\n']).find_map(|part| {
        let name = part.trim_end_matches([',', '\n', '\r', ' ']);
        let start = from + (name.len() - name.trim_start().len());
        from += part.len();
        let last = name.rsplit(' ').next().unwrap_or_default();
        let is_named = last.len() < name.trim_start().len();
        (is_named && (is_listed(last, HOUSES) || is_listed(last, SUFFIXES))).then_some(start)
    })
}

/// `head` without the comma and the blank, or the line end, that part it from what follows it.
fn without_separator(head: &str) -> Option<&str> {
    let line = head.strip_suffix('\n').map(|head| head.trim_end_matches(['\r', ' ']));
    line.map(|line| line.strip_suffix(',').unwrap_or(line)).or_else(|| head.strip_suffix(", "))
}

/// Where the parts begin that end `head`, before a postcode: at least two, with a comma between them.
fn beginning(head: &str) -> Option<usize> {
    const MOST_PARTS: usize = 4;
    // The city stands before the postcode, or on the line above.
    let bare = head.strip_suffix(' ').or_else(|| head.strip_suffix('\n').map(|head| head.trim_end_matches('\r')))?;
    let mut end = bare.strip_suffix(',').unwrap_or(bare).len();
    let mut found = None;
    for part in 0..MOST_PARTS {
        let start = part_start(head, end)?;
        found = (part > 0).then_some(start);
        match without_separator(head.get(..start)?) {
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
