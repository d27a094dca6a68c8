//! Names of passengers as airlines write them: `ROE/JANE MRS` (IATA's passenger name records: the family name, a slash, the
//! first names, a title).

use std::borrow::Cow;

use super::introduced_name::INFO;
use crate::recognizers::support::neighbours::continues;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // The rest of the name stands before the match.
        Pattern::within("/[A-Z]+(?: [A-Z]+)? (?:MR|MRS|MISS|MSTR)", 0.85, 0.95),
        // Titles that are units and words, too, or joined to the name.
        Pattern::within("/[A-Z]+(?: [A-Z]+)? ?(?:MR|MRS|MS|MISS|MSTR|DR|CHD|INF)", 0.2, 0.9),
        Pattern::within("/[A-Z][A-Z]+", 0.1, 0.8),
        // In small letters, as passes print them from forms: `Roe/Jane MRS`.
        Pattern::within("/[A-ZÀ-Þ][a-zß-ÿ]+ (?:MR|MRS|MISS|MSTR)", 0.85, 0.95),
        // The title first.
        Pattern::regex("(?:MR|MRS|MISS|MSTR) [A-Z]+/[A-Z]+(?: [A-Z]+)?", 0.85, 0.95),
    ]),
    context: words![
        "passenger",
        "passengers",
        "pax",
        "traveller",
        "traveler",
        "passagier",
        "passager",
        "pasajero",
        "passeggero",
        "boarding pass",
        "etkt"
    ],
    check,
}];

/// The pattern with small letters, and the one with the title first.
const SMALL: usize = 3;
const TITLED: usize = 4;

/// The match with the family name before its slash.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest family name, and longest word behind it, in bytes.
    const LONGEST: usize = 40;
    const WORD: usize = 24;
    let (text, range) = (candidate.field.text, &candidate.range);
    if candidate.pattern == TITLED {
        let title = candidate.matched().find(' ')?;
        return candidate.part(range.start + title + 1..range.end);
    }
    let head = line::before(text, range.start, LONGEST);
    let is_small = candidate.pattern == SMALL;
    let stands = |c: &char| c.is_uppercase() || is_small && (c.is_lowercase() || matches!(c, '-' | '\''));
    let last: usize = head.chars().rev().take_while(stands).map(char::len_utf8).sum();
    let start = range.start - last;
    if is_small && !text[start..].starts_with(char::is_uppercase) {
        return None;
    }
    // Records number them: `1.1ROE/JANE MRS`, `1.ROE/JANE MRS`.
    let is_numbered = {
        let ahead = &head[..head.len() - last];
        let number = ahead.trim_end_matches(|c: char| c.is_ascii_digit());
        let first = number.strip_suffix('.').map(|first| first.trim_end_matches(|c: char| c.is_ascii_digit()));
        first.is_some_and(|first| {
            let is_item = first.len() + 1 < number.len() && (first.is_empty() || first.ends_with(' '));
            number.len() < ahead.len() || is_item
        }) || number.ends_with(".I/")
    };
    let begins = || is_numbered || is_value_edge(text, start) && !continues(text, &(start..range.end));
    let are_short = || candidate.matched().split([' ', '/']).all(|word| word.len() <= WORD);
    let fits = last > 1 && is_value_edge(text, range.end) && begins() && are_short();
    // Children have their birth in brackets instead of a title: `2.ROE/JANE(CHD/03MAY16)`.
    let is_child = || ["(CHD", "(INF", "(ADT", "(YTH"].iter().any(|kind| text[range.end..].starts_with(kind));
    let is_member = || is_member(text, start, range.end);
    fits.then(|| Finding { range: start..range.end, sure: is_child() || is_member(), validated: None })
}

/// Reports whether the name fills the value of a member that is called a name or a passenger: `"name": "ROE/JANE"`.
fn is_member(text: &str, start: usize, end: usize) -> bool {
    /// Longest name of a member, and farthest sibling of it, in bytes.
    const NEAR: usize = 32;
    const FAR: usize = 160;
    // A name of anything is one of a passenger beside a title, a birth or a passport.
    const SIBLINGS: [&str; 9] =
        ["passenger", "pax", "title\":\"m", "title\": \"m", "dob", "birth", "passport", "\"seat\"", "pnr"];
    const KEYS: [&str; 9] =
        ["name", "pax", "passenger", "traveler", "traveller", "passager", "pasajero", "nombre", "nom"];
    let is_quote = |c: char| matches!(c, '"' | '\'' | '>' | '\\');
    let head = line::before(text, start, NEAR);
    let key = head.trim_end_matches(is_quote);
    let is_quoted = key.len() < head.len() && text[end..].starts_with(['"', '\'', '<', '\\']);
    let key = key.trim_end_matches([' ', ':', '=', '"', '\'', '\\']);
    let word =
        key.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default().to_ascii_lowercase();
    let is_of_passenger = || {
        let around = [line::before(text, start, FAR), line::behind(text, end, FAR)].concat().to_ascii_lowercase();
        SIBLINGS.iter().any(|sibling| around.contains(sibling))
    };
    is_quoted && KEYS.iter().any(|name| word.ends_with(name)) && (!word.ends_with("name") || is_of_passenger())
}
