//! Shared parts of the recognizers of numbers without a checksum: their facts, and the run of letters and digits behind a
//! name that is one.

use std::ops::Range;

use crate::keys::{NUMBER, emphasis_len};
use crate::lower_case::is_function_word;
use crate::recognizers::secrets::stand_ins::is_placeholder;
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::numerals::{is_date_shape, is_dated_time};
use crate::recognizers::support::statement::is_statement_word;
use crate::recognizers::support::value::{is_closed, token};
use crate::{Candidate, Finding, Form};
use crate::{
    entity::{Group, Handling, LabelInfo},
    text::is_value_edge,
};

/// The facts about the label of a number without a checksum.
pub(crate) const fn info(
    label: &'static str,
    groups: &'static [Group],
    aliases: &'static [&'static str],
    description: &'static str,
    example: &'static str,
    handling: Handling,
) -> LabelInfo {
    LabelInfo {
        groups,
        aliases,
        languages: &["en", "de", "fr", "es", "it", "nl"],
        ..LabelInfo::new(label, description, example, handling)
    }
}

/// Words between the name of a number and the number itself in a sentence.
macro_rules! called {
    ($names:literal) => {
        concat!(
            "(?i:",
            $names,
            ")(?i: (?:number|num|no\\.?|nr\\.?|id))?(?:['’]s| (?:is|was|ist|lautet|est|es|è))?(?: ?# {0,6}| {1,8})"
        )
    };
}
pub(crate) use called;

/// The number that the candidate introduces, with so many digits at least, and so many characters at most.
pub(crate) fn numbered(candidate: &Candidate<'_>, digits: usize, longest: usize) -> Option<Finding> {
    let text = candidate.field.text;
    let place = match candidate.form {
        Form::Shape => identifier_at(text, behind_emphasis(text, candidate.range.end), longest)?,
        _ if is_closed(candidate) => closed_identifier(candidate)?,
        Form::Pair | Form::Setting => token(candidate, b"&")?,
        _ => {
            let hash = candidate.matched().bytes().take(2).take_while(|b| *b == b'#').count();
            identifier_at(text, candidate.range.start + hash, longest)?
        }
    };
    is_number(text.get(place.clone())?, digits, longest).then(|| candidate.part(place))?
}

/// The number at `at`, with so many digits at least, and so many bytes at most.
pub(crate) fn number_at(text: &str, at: usize, digits: usize, longest: usize) -> Option<Range<usize>> {
    let place = identifier_at(text, at, longest)?;
    is_number(text.get(place.clone())?, digits, longest).then_some(place)
}

/// The place behind the tags of emphasis at `at`.
pub(crate) fn behind_emphasis(text: &str, at: usize) -> usize {
    at + text.get(at..).map_or(0, emphasis_len)
}

/// Reports whether `found` is a number of that many digits, and not one of other things: `0x1f`, `1234ms`, `3.14`,
/// `2024-01-02`.
fn is_number(found: &str, digits: usize, longest: usize) -> bool {
    let count = found.bytes().filter(u8::is_ascii_digit).count();
    // Most of what stands there are words.
    if count < digits || found.len() > longest {
        return false;
    }
    let stands = |c: char| c.is_alphanumeric() || " -./_:№".contains(c);
    let is_other = || {
        found.starts_with("0x")
            || is_decimal(found)
            || is_version(found)
            || is_typed(found)
            || is_date_shape(found)
            || is_dated_time(found)
            || is_placeholder(found)
            || has_one_digit(found.as_bytes()) && !found.bytes().any(|b| b.is_ascii_alphabetic())
    };
    found.chars().all(stands) && !is_other()
}

/// Reports whether it is a version or the number of a section: `2.3.4`.
fn is_version(found: &str) -> bool {
    /// Most digits of all its parts.
    const MOST: usize = 5;
    let is_small = |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    found.len() <= 2 * MOST && found.matches('.').count() > 1 && found.split('.').all(is_small)
}

/// Reports whether it is a number with its type, as Rust writes them: `2u32`.
fn is_typed(found: &str) -> bool {
    let kind = found.trim_start_matches(|c: char| c.is_ascii_digit() || c == '_').trim_start_matches('_');
    let size = kind.strip_prefix(['u', 'i', 'f']).filter(|_| kind.len() < found.len());
    size.is_some_and(|size| matches!(size, "8" | "16" | "32" | "64" | "128" | "size"))
}

/// The whole of a field or of quotes, if it is one number and not a sentence.
fn closed_identifier(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let matched = candidate.matched();
    // A series and its number: `MX nr. 499436`.
    let is_word =
        |word: &&str| !word.bytes().any(|b| b.is_ascii_digit()) && !NUMBER.contains(&word.trim_end_matches('.'));
    let words = matched.split_ascii_whitespace().filter(is_word).count();
    (words < 2).then(|| candidate.range.clone())
}

/// The run of letters and digits at `at`, joined by single dashes, dots, slashes and underscores, and by blanks between
/// groups of digits.
fn identifier_at(text: &str, at: usize, longest: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let first = at + series_len(text.get(at..)?);
    let mut end = first;
    let mut groups = 0;
    loop {
        let start = if groups == 0 { first } else { end + 1 };
        let len = bytes
            .get(start..)?
            .iter()
            .take(longest + 1)
            .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
            .count();
        let group = bytes.get(start..start + len)?;
        let numeric = group.iter().all(u8::is_ascii_digit);
        let blank = groups > 0 && bytes.get(end) == Some(&b' ');
        let capitals = group.iter().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase());
        let joins = !blank || numeric && groups < 7 || capitals && groups < 3 && group.iter().any(u8::is_ascii_digit);
        if len == 0 || !joins || start + len - at > longest || !is_value_edge(text, start + len) {
            break;
        }
        groups += 1;
        end = start + len;
        if !matches!(bytes.get(end), Some(b'-' | b'.' | b'/' | b' ' | b':')) {
            break;
        }
    }
    // Words of grammar begin no number: `the patient id has 12345 rows`.
    let word = text.get(at..end)?.split(' ').next()?;
    let is_word = word.len() < end - at && (is_function_word(word) || is_statement_word(word));
    (groups > 0 && is_value_edge(text, end) && !(is_word && word.bytes().all(|b| b.is_ascii_lowercase())))
        .then_some(at..end)
}

/// The length of the series before the digits of a number, of capitals of another alphabet: `ΑΚ 447123`.
fn series_len(text: &str) -> usize {
    let letters = text.chars().take(4).take_while(|c| c.is_uppercase() && !c.is_ascii());
    let (count, len) = letters.fold((0, 0), |(count, len), c| (count + 1, len + c.len_utf8()));
    let behind = text.get(len..).unwrap_or_default();
    let gap = usize::from(behind.starts_with([' ', '-']));
    let is_number = behind.as_bytes().get(gap).is_some_and(u8::is_ascii_digit);
    if (1..=3).contains(&count) && is_number { len + gap } else { 0 }
}

/// Reports whether it is a number with a fraction, or with a unit behind it.
fn is_decimal(found: &str) -> bool {
    let dot = found.split_once('.').is_some_and(|(whole, rest)| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        digits(whole) && digits(rest) && rest.len() < 3
    });
    let unit = found.trim_start_matches(|c: char| c.is_ascii_digit());
    dot || unit.len() < found.len() && matches!(unit, "ms" | "s" | "px" | "em" | "kb" | "KB" | "MB" | "GB" | "x")
}
