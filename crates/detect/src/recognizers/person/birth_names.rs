//! Names at birth, behind the words for them and the name of today: `Roselinde Achterberg, geb. Voss`, `Jane Roe née Doe`.

use std::borrow::Cow;

use super::introduced_name::{INFO, name_at};
use crate::recognizers::support::name_shape::{is_name_word, name_before};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Words before names at birth.
const WORDS: Pattern = Pattern::regex(
    "(?:geb\\.|geborene|née|nee|z domu|z d\\.|roz\\.|rozená|rod\\.|rodená|nata|de soltera|o\\.s\\.) ",
    0.8,
    0.9,
);

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The name at birth, and the one of today before it.
    patterns: Cow::Borrowed(&[WORDS, WORDS]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest name before the words, in bytes.
    const LONGEST: usize = 64;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, LONGEST).strip_suffix(' ')?;
    let head = head.strip_suffix([',', '(']).unwrap_or(head).trim_end();
    let last = head.rsplit([' ', '-', '\t', '|', ';', ',']).next()?;
    if !is_name_word(last) || last.chars().nth(1).is_none() {
        return None;
    }
    let place = name_at(text, range.end)?;
    // A month begins a date.
    let behind = &text[place.end..];
    if behind.starts_with([' ', '.']) && behind[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let start = range.start - line::before(text, range.start, LONGEST).len();
    // `Roselinde Achterberg`, `Achterberg, Roselinde`; one word may be any noun in German.
    let (from, words) = name_before(head)?;
    let turned = || head[..from].strip_suffix(", ").and_then(name_before).map(|(from, _)| from);
    let from = if words == 1 { turned()? } else { from };
    match candidate.pattern {
        0 => candidate.part(place),
        _ => candidate.part(start + from..start + head.len()),
    }
}
