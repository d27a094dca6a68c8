//! Keys behind the name of a service and a word in prose, with remarks between: `plaid secret (prod) …`, `twilio auth token for staging …`,
//! `cohere client token: …`, `azure openai key1 …`.

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::recognizers::secrets::{
    key_value::{is_uuid, may_be_key},
    password_value::{has_digit, has_letter},
    randomness::is_random,
    services::is_service,
};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "(?:(?i-u:keys?|tokens?|secrets?|licen[cs]e|credentials?|clave|chave|chiave|klucz|nyckel|sleutel|jeton|anahtar)|\
         (?i:schlüssel|clé|токен|ключ))[0-9 :(\\[]",
        0.85,
        0.88,
    )]),
    context: words![],
    check,
    ..PREFIXED
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, candidate.range.clone());
    // The name of an image or a path is no word: `docker pull shop/tokens:7.26@sha256:…`.
    if line::before(text, range.start, 4).ends_with(['/', '.', '-', ':', '@']) {
        return None;
    }
    let place = value(text, range.end - 1)?;
    // Behind the word, too: `key for openweathermap …`.
    let is_named = || names_service(text, range.start) || names_service(text, place.start);
    is_named().then(|| candidate.part(place.clone()))?
}

/// Reports whether one of the words before `at` in its line is the name of a service.
fn names_service(text: &str, at: usize) -> bool {
    /// Farthest name, in bytes and words.
    const FAR: usize = 48;
    const WORDS: usize = 3;
    let words =
        line::before(text, at, FAR).rsplit(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.take(WORDS).any(|word| is_service(&word.to_ascii_lowercase()))
}

/// The random value behind a word that ends at `at`: a number, a remark in brackets, what it is for, and a sign may stand between.
fn value(text: &str, at: usize) -> Option<Range<usize>> {
    /// Farthest value, in bytes, its fewest, and the digits of a name of a version.
    const FAR: usize = 56;
    const LEAST: usize = 16;
    const VERSION: usize = 40;
    /// Most words for what the key is for, with no sign and with one behind them.
    const FEW: usize = 3;
    const MOST: usize = 6;
    const LINKS: &WordList = &WordList::new(
        "is|was|ist|est|es|è|é|=|:|->|→|-|–|for|of|in|on|the|our|to|new|old|and|rotate|test|da|do|di|de|del|des|la|le|du|von|vom|für|fürs|der|die|das|от|для",
    );
    let near = line::behind(text, at, FAR + 512);
    let (mut place, mut words, mut has_remark) = (0, 0, false);
    let mut has_sign = near.starts_with(':');
    let found = loop {
        let rest = near.get(place..)?;
        place += rest.len() - rest.trim_start_matches([' ', ':', '"', '\'', '`']).len();
        let rest = near.get(place..)?;
        let len = rest.find([' ', '"', '\'', '`', ',', ')', ']', ';', '|']).unwrap_or(rest.len());
        let word = &rest[..len];
        if word.is_empty() || place > FAR {
            return None;
        }
        let key = word.trim_end_matches(['.', ':']);
        let is_plain = key.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.~+/=".contains(&b));
        if is_plain && key.len() >= LEAST && has_digit(key) && has_letter(key) && is_random(key) && may_be_key(key) {
            break key;
        }
        has_sign |=
            word.ends_with([':', '=', '→']) || matches!(word, "is" | "ist" | "est" | "es" | "è" | "é" | "->" | "=>");
        let close = match rest.as_bytes().first() {
            Some(b'(') => rest.find(')').map(|close| close + 1),
            Some(b'[') => rest.find(']').map(|close| close + 1),
            _ => {
                // A word for what the key is for follows a preposition.
                words += usize::from(!is_listed(&word.to_lowercase(), LINKS));
                (words < MOST && !word.contains(['/', '(', '#', '.'])).then_some(len)
            }
        };
        has_remark |= rest.starts_with(['(', '[']);
        place += close?;
    };
    // Versions and records have names like these, too.
    let is_version = is_uuid(found) || found.len() == VERSION && found.bytes().all(|b| b.is_ascii_hexdigit());
    let is_near = words < FEW || has_sign;
    (is_near && (!is_version || has_sign || words == 0 && !has_remark && !is_uuid(found)))
        .then_some(at + place..at + place + found.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_stand_before_the_value() {
        const KEY: &str = "2770713c762e73ccb749b40fb17070";
        for (before, expected) in [
            (" (prod) ", true),
            (" [sandbox]: ", true),
            (" for staging ", true),
            (" for the staging app is ", true),
            ("1 ", true),
            (" 2: ", true),
            (": ", true),
            (" we use in ci is ", true),
            (" was never seen before in ", false),
            (" in src/auth.rs ", false),
            (":7.26@sha256:", false),
            ("\n", false),
        ] {
            let text = format!("secret{before}{KEY}");
            assert_eq!(value(&text, 6).map(|place| &text[place]), expected.then_some(KEY), "{text}");
        }
        assert!(names_service("plaid prod secret", 11));
        assert!(!names_service("our prod secret", 9));
    }
}
