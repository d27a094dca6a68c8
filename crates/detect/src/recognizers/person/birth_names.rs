//! Names at birth, behind the words for them and the name of today: `Roselinde Achterberg, geb. Voss`, `Jane Roe née Doe`.

use std::borrow::Cow;

use super::introduced_name::{INFO, name_at};
use crate::recognizers::support::name_shape::is_name_word;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::regex(
        "(?:geb\\.|geborene|née|nee|z domu|z d\\.|roz\\.|rozená|rodená|nata|de soltera|o\\.s\\.) ",
        0.8,
        0.9,
    )]),
    context: words![],
    check,
}];

/// The name behind the match, if another name stands before it, with a comma or without.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest word before it, in bytes.
    const LONGEST: usize = 48;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, LONGEST).strip_suffix(' ')?;
    let head = head.strip_suffix([',', '(']).unwrap_or(head);
    let last = head.trim_end().rsplit([' ', '-', '\t', '|', ';']).next()?;
    if !is_name_word(last) || last.chars().nth(1).is_none() {
        return None;
    }
    let place = name_at(text, range.end)?;
    // A month begins a date.
    let is_date =
        text[place.end..].starts_with([' ', '.']) && text[place.end + 1..].starts_with(|c: char| c.is_ascii_digit());
    (!is_date).then(|| candidate.part(place))?
}
