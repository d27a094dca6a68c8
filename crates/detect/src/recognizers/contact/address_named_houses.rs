//! Postal addresses of houses with a name, without number and postcode: `Rose Cottage, Back Lane, Wetwang`, `lives at The Grange, Much
//! Wenlock`.

use std::{borrow::Cow, ops::Range};

use super::address::INFO;
use super::address_city::city_part;
use super::address_context::ends_in_british_code;
use super::address_house_names::part_start;
use super::address_words::SUFFIXES;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Pattern, Rule};

/// Farthest word before a house, in bytes, and most parts behind it.
const NEAR: usize = 96;
const MOST: usize = 4;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?:Cottages?|Lodge|Farmhouse|Farm|House|Rectory|Vicarage|Bungalow|Villa|Croft|Grange|Manse|Barn|Mill|Forge), [A-Z]",
        0.75,
        0.9,
    )]),
    context: words![],
    check: |candidate| candidate.part(address(candidate.field.text, &candidate.range)?),
}];

/// Words that say where somebody lives or where something goes, before a house.
const INTRODUCTIONS: &WordList = &WordList::new(
    "at|address|live|lives|lived|living|reside|resides|residing|resident|home|rsvp|moved|deliver|delivered|send|to|property|premises",
);

/// The address whose house ends the match, but for the comma and the capital behind it: a street follows, or words before say that it is
/// one, and places follow.
fn address(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let house = range.end - ", A".len();
    let head = line::before(text, house, NEAR);
    let first = part_start(head, head.len())?;
    // A house has a name, or an article.
    if !head[first..].contains(' ') {
        return None;
    }
    let (mut end, mut parts, mut has_street) = (house, 0, false);
    while parts < MOST {
        let next = city_part(text, end);
        if next == end {
            break;
        }
        let last = text[end..next].rsplit(' ').next().unwrap_or_default();
        has_street |=
            parts < 2 && is_listed(last, SUFFIXES) && text[end..next].trim_start_matches([',', ' ']).contains(' ');
        (end, parts) = (next, parts + 1);
    }
    let before = head[..first].trim_end_matches([' ', ':', '"']);
    let is_introduced = || {
        let words = before.rsplit(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
        words.take(2).any(|word| is_listed(word, INTRODUCTIONS))
    };
    let start = house - head.len() + first;
    let code = british_code(text, end);
    (parts > 0 && (has_street || code > end || parts > 1 && before.is_empty() || is_introduced()))
        .then_some(start..if code > end { code } else { end - usize::from(text[house..end].ends_with('.')) })
}

/// The end of the British postcode behind a comma or a blank at `at`, or `at`.
fn british_code(text: &str, at: usize) -> usize {
    /// Longest code with its sign, in bytes.
    const LONGEST: usize = 12;
    let near = line::behind(text, at, LONGEST);
    let rest = near.strip_prefix(", ").or_else(|| near.strip_prefix(' ')).unwrap_or_default();
    let len = rest.find([',', '.', ';', ')', '\n']).unwrap_or(rest.len());
    let code = rest[..len].split(' ').take(2).map(str::len).sum::<usize>() + 1;
    let end = at + near.len() - rest.len() + code;
    let is_code = text.get(at..end).is_some_and(ends_in_british_code) && is_value_edge(text, end);
    if is_code { end } else { at }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_with_names_stand_before_their_places() {
        for (text, expected) in [
            ("should be Rose Cottage, Back Lane, Wetwang not", Some("Rose Cottage, Back Lane")),
            ("rsvp to The Grange, Much Wenlock.", Some("The Grange, Much Wenlock")),
            ("lives at The Lodge, Priory Park, Malvern", Some("The Lodge, Priory Park, Malvern")),
            ("Ivy Cottage, Mill Lane, Much Barton, NR21 2EK", Some("Ivy Cottage, Mill Lane, Much Barton, NR21 2EK")),
            ("The Farm, Cork", None),
            ("the White House, Congress and others", None),
            ("House, Senate and Court", None),
        ] {
            let comma = text.find(", ").unwrap();
            assert_eq!(address(text, &(0..comma + 3)).map(|range| &text[range]), expected, "{text}");
        }
    }
}
