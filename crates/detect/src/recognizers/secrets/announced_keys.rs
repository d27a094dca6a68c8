//! Announced keys: keys on a line of their own below the one that announces them: "The API key for our account:", "staging token below", "Your secret
//! has been created:", and those that end the line: "Copy your token now, it is shown once: …".

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    generic_secret::PREFIXED,
    key_value::{is_uuid, may_be_key},
    password_value::has_digit,
    randomness::is_random,
    services::joined_service,
    shape::is_mixed_key,
};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[Pattern::prefix("(?i-u:key|token|secret|credential)", 0.85, 0.88)]),
    context: words![],
    check: |candidate| candidate.part(key(candidate)?),
    ..PREFIXED
}];

/// The key that the noun at `candidate` announces.
fn key(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest rest of the line behind the noun, in bytes.
    const FAR: usize = 96;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let rest = line::behind(text, end, FAR + 512);
    let rest = rest.strip_prefix('s').unwrap_or(rest);
    if !rest.is_empty() && !rest.starts_with([' ', ':', ',', '*', '(']) {
        return None;
    }
    let at = end + usize::from(text[end..].starts_with('s'));
    let place = if rest.len() <= FAR && leads(rest) {
        line_below(text, at + rest.len())?
    } else {
        end_of_line(text, at, rest).filter(|place| is_mixed_key(&text[place.clone()]))?
    };
    // A UUID or a digest may be what else it says.
    let found = &text[place.clone()];
    let is_told = is_qualified(text, start) && (!is_uuid(found) || leads(rest));
    let is_of_service = || leads(rest) && names_service(text, start);
    ((is_told || is_of_service()) && is_drawn(found)).then_some(place)
}

/// Reports whether `rest`, which ends a line, leads to what stands below.
fn leads(rest: &str) -> bool {
    const LEADS: [&str; 6] = ["below", "follows", "following", "here", "underneath", "attached"];
    let rest = rest.trim_end().trim_end_matches(['*', '_']);
    rest.ends_with(':') || LEADS.iter().any(|word| rest.trim_end_matches(['.', '!']).ends_with(word))
}

/// The text that fills the line behind the end of one at `at`, with at most one empty line between.
fn line_below(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most bytes between both, and longest line.
    const FAR: usize = 32;
    const LONGEST: usize = 512;
    let rest = text.get(at..)?;
    let gap = rest.bytes().take(FAR).take_while(u8::is_ascii_whitespace).count();
    let lines = rest[..gap].matches('\n').count();
    let start = at + gap;
    let line = line::behind(text, start, LONGEST).trim_end();
    let found = line.trim_start_matches(['`', '"', '\'', '*']);
    let start = start + line.len() - found.len();
    let found = found.trim_end_matches(['`', '"', '\'', '*', '.', ',']);
    (1..=2).contains(&lines).then(|| start..start + found.len())
}

/// The text behind the last colon of `rest`, which begins at `at` and ends a line.
fn end_of_line(text: &str, at: usize, rest: &str) -> Option<Range<usize>> {
    let (before, found) = rest.trim_end().rsplit_once(": ")?;
    let found = found.trim_start_matches(['`', '"', '\'']);
    let start = at + rest.trim_end().len() - found.len();
    let found = found.trim_end_matches(['`', '"', '\'', '.']);
    let is_whole = line::ends(text, at + rest.len());
    (is_whole && !before.contains([';', '=', '{', '"'])).then(|| start..start + found.len())
}

/// Reports whether `found` is drawn: letters, digits and few signs.
fn is_drawn(found: &str) -> bool {
    /// Fewest bytes of a key.
    const LEAST: usize = 16;
    let stands = |b: u8| b.is_ascii_alphanumeric() || b"-_+/=.~:".contains(&b);
    found.len() >= LEAST
        && found.bytes().all(stands)
        && has_digit(found)
        && may_be_key(found)
        && (is_uuid(found) || is_random(found))
}

/// Reports whether a service is named before the noun at `at`.
fn names_service(text: &str, at: usize) -> bool {
    /// Farthest name, in bytes and words.
    const FAR: usize = 48;
    const WORDS: usize = 3;
    let head = line::before(text, at, FAR);
    let words = head.rsplit(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    joined_service(&words.take(WORDS).collect::<Vec<_>>()).is_some()
}

/// Reports whether the words before the noun at `at` say whose or what kind of key it is.
fn is_qualified(text: &str, at: usize) -> bool {
    /// Farthest word, in bytes.
    const FAR: usize = 40;
    const OWNERS: &WordList = &WordList::new(
        "access|admin|api|app|auth|authentication|bearer|bot|client|deploy|encryption|license|live|master|my|new|oauth|our|personal|private|\
         prod|production|refresh|secret|service|shared|signing|staging|the|webhook|your",
    );
    const OTHERS: &WordList = &WordList::new(
        "cache|commit|csrf|foreign|host|idempotency|map|next|object|page|partition|primary|pub|public|publishable|row|sort|this|verify|with",
    );
    let head = line::before(text, at, FAR);
    let mut words = head.rsplit([' ', '-', '_', '*', '"', '(']).filter(|word| !word.is_empty()).take(3);
    let is_other = words.clone().take(2).any(|word| is_listed(word, OTHERS));
    !is_other && !head.ends_with(['-', '_', '/', '.', ':', '$', '<']) && words.any(|word| is_listed(word, OWNERS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn keys_stand_below_what_announces_them() {
        const KEY: &str = "9f4c17ab03K85d62c1f7a90e44b2d863";
        for (before, behind, expected) in [
            ("the API key for our account:\n\n    ", "\n\nBest,\nIda", true),
            ("acme auth token below\n\n", "\n", true),
            ("Your API key has been created:\n", "\nIt is shown once.", true),
            ("Copy your token now, it is shown once: ", "", true),
            ("the public key is below\n\n", "", false),
            ("the cache key:\n\n", "", false),
            ("a token stands below\n\n", " and more", false),
            ("the key of the map:\n\n\n\n", "", false),
        ] {
            let noun = if before.contains("key") { "key" } else { "token" };
            let text = [before, KEY, behind].concat();
            assert_eq!(check_match(RULES[0].check, &text, noun, 0), expected.then_some(KEY), "{text}");
        }
    }
}
