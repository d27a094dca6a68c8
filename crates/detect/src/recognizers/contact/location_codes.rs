//! Codes of places on the Earth: Open Location Codes ("plus codes"), three words of what3words, geohashes, and references of
//! national and military grids.
//!
//! Sources: the specification of Open Location Code; what3words' documentation of its addresses; G. Niemeyer's geohash;
//! the Ordnance Survey's guide to the National Grid; NGA.STND.0037 (MGRS).

use std::borrow::Cow;

use super::coordinate::INFO;
use crate::recognizers::support::neighbours::byte_before;
use crate::recognizers::support::value::token;
use crate::text::is_value_edge;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // A whole plus code. One that is short for a place near a city needs its name.
        Pattern::around(b'+', 0.8, 0.95),
        Pattern::key(keys!["plus code", "pluscode", "olc", "open location code"], 0.9),
        Pattern::regex("///[a-z]+\\.[a-z]+\\.[a-z]+", 0.85, 0.95),
        Pattern::key(keys!["what3words", "w3w", "what three words"], 0.9),
        Pattern::key(keys!["geohash", "geo hash"], 0.85),
        Pattern::key(keys!["grid reference", "grid ref", "os grid", "os grid ref", "national grid", "mgrs"], 0.85),
        // Of the post of Ghana: the district and the numbers of its parts.
        Pattern::regex(
            "(?i-u:ghanapost ?gps|ghana post gps|digital address|gps address)(?: is)?:? [A-Z][A-Z0-9]-[0-9]{3,4}-[0-9]{4}",
            0.85,
            0.95,
        ),
    ]),
    context: words!["plus code", "plus codes", "pluscode", "what3words", "w3w", "location", "map", "maps"],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    match candidate.pattern {
        0 => plus_code(candidate),
        // A path behind the scheme of a URL.
        2 => (byte_before(candidate.field.text, candidate.range.start) != Some(b':')).then(|| candidate.whole())?,
        5 => grid_reference(candidate),
        6 => candidate.part(candidate.range.start + candidate.matched().rfind(' ')? + 1..candidate.range.end),
        pattern => {
            let place = token(candidate, b"")?;
            let found = candidate.field.text.get(place.clone())?;
            let fits = match pattern {
                1 => found.contains('+') && is_plus_code(&found.to_ascii_uppercase()),
                3 => is_three_words(found.trim_start_matches('/')),
                _ => is_geohash(found),
            };
            fits.then(|| candidate.part(place))?
        }
    }
}

/// The whole plus code around a plus sign: eight signs before it, two or three behind.
fn plus_code(candidate: &Candidate<'_>) -> Option<Finding> {
    const BEFORE: usize = 8;
    let (text, sign) = (candidate.field.text, candidate.range.start);
    let is_sign = |b: &u8| b"23456789CFGHJMPQRVWX".contains(b);
    let start = sign.checked_sub(BEFORE)?;
    let head = text.as_bytes().get(start..sign)?;
    let behind = text.as_bytes().get(sign + 1..)?.iter().take(4).take_while(|b| is_sign(b)).count();
    let end = sign + 1 + behind;
    let stands = is_value_edge(text, start) && is_value_edge(text, end);
    let fits = head.iter().all(is_sign) && (2..=3).contains(&behind) && stands;
    (fits && is_plus_code(text.get(start..end)?)).then(|| candidate.part(start..end))?
}

/// Reports whether both digits and letters stand in it: digits alone are a sum.
fn is_plus_code(code: &str) -> bool {
    code.bytes().any(|b| b.is_ascii_digit()) && code.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Reports whether it is three words with full stops between, in any script.
fn is_three_words(found: &str) -> bool {
    let is_word = |word: &str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
    found.split('.').count() == 3 && found.split('.').all(is_word)
}

/// Reports whether it is a geohash that tells a place by some kilometres: its alphabet leaves out `a`, `i`, `l` and `o`.
fn is_geohash(found: &str) -> bool {
    (5..=12).contains(&found.len())
        && found.bytes().any(|b| b.is_ascii_digit())
        && found.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase() && !b"ailo".contains(&b))
}

/// The letters of a grid's squares and an even number of digits, which blanks may part: `TQ 30080 80480`, `33UXP 0400 1200`.
fn grid_reference(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Most characters of a reference.
    const LONGEST: usize = 18;
    let matched = candidate.matched();
    let stands = |b: &u8| b.is_ascii_digit() || b.is_ascii_uppercase() || *b == b' ';
    let len = matched.bytes().take(LONGEST).take_while(|b| stands(b)).count();
    let found = matched.get(..len)?.trim_end();
    let letters = found.find(|c: char| c.is_ascii_uppercase())?;
    let square = found.get(letters..)?.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = found.get(letters + square..)?;
    let digits = rest.bytes().filter(u8::is_ascii_digit).count();
    let fits = letters < 3
        && (1..=3).contains(&square)
        && (4..=10).contains(&digits)
        && digits % 2 == 0
        && !rest.bytes().any(|b| b.is_ascii_uppercase())
        && !matched.get(found.len()..)?.starts_with(|c: char| c.is_alphanumeric());
    fits.then(|| candidate.part(candidate.range.start..candidate.range.start + found.len()))?
}
