//! Names of those whom calendars invite (RFC 5545), whatever they are called: `ATTENDEE;CN=Mackie;PARTSTAT=TENTATIVE:tel:…`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, is_other, is_particle};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix("(?:ATTENDEE|ORGANIZER);", 0.85, 0.9)]),
    context: words![],
    check: |candidate: &Candidate<'_>| candidate.part(name_behind(candidate.field.text, candidate.range.end)?),
}];

/// The name in the parameters at `at`, unless they are those of a room or a group.
fn name_behind(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest parameters, in bytes, and most words of a name.
    const LONGEST: usize = 160;
    const WORDS: usize = 5;
    const OTHERS: [&str; 3] = ["CUTYPE=ROOM", "CUTYPE=RESOURCE", "CUTYPE=GROUP"];
    let near = line::behind(text, at, LONGEST);
    let start = near.find("CN=").filter(|start| *start == 0 || near[..*start].ends_with(';'))? + "CN=".len();
    let start = start + usize::from(near[start..].starts_with('"'));
    let len = near[start..].find(['"', ';', ':', '\\'])?;
    let found = near[start..start + len].split(" (").next()?.trim_end();
    let is_word = |word: &str| is_name_word(word.trim_end_matches(',')) || is_particle(word);
    let fits = found.split(' ').count() <= WORDS && found.split(' ').all(is_word) && !is_other(found);
    (fits && !OTHERS.iter().any(|other| near.contains(other))).then(|| at + start..at + start + found.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_attendees_are_told_from_rooms() {
        for (text, expected) in [
            ("CN=Mackie;PARTSTAT=TENTATIVE:tel:+1", Some("Mackie")),
            ("ROLE=CHAIR;CN=\"Roe, Jane (she/her)\":mailto:j@example.com", Some("Roe, Jane")),
            ("CUTYPE=ROOM;CN=Everest:mailto:r@example.com", None),
            ("CN=jane@example.com:mailto:jane@example.com", None),
            ("CN=Room 4:mailto:r@example.com", None),
        ] {
            assert_eq!(name_behind(text, 0).map(|range| &text[range]), expected, "{text}");
        }
    }
}
