//! Keys behind their name and what they are for: `API key (prod): …`, `client secret [sandbox] = …`, `token for staging → …`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    generic_secret::PREFIXED,
    password_value::{has_digit, has_letter},
    randomness::is_random,
    stand_ins::{is_name, is_placeholder},
};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    patterns: Cow::Borrowed(&[Pattern::within(
        "(?i-u:api[ _-]?key|api[ _-]?token|api[ _-]?secret|access[ _-]?token|access[ _-]?key|auth[ _-]?token|bearer token|secret[ _-]?key|\
         client[ _-]?secret|app[ _-]?secret|signing[ _-]?key|signing secret|webhook secret|encryption key|shared secret|node[ _-]key|pre-?shared[ _-]key|map[ _-]key|push[ _-]key|subscription[ _-]key|join[ _-]token|bot[ _-]token|license key|\
         personal access token|clave (?:de )?api|chiave api|chave (?:de )?api|klucz api|api-nyckel|api-sleutel|\
         api anahtar)|clé API|API-ключ|API ключ|ключ API|API-Schlüssel|API anahtarı",
        0.85,
        0.88,
    )]),
    check,
    ..PREFIXED
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Fewest bytes of a key.
    const LEAST: usize = 12;
    let text = candidate.field.text;
    let at = value_start(text, candidate.range.end)?;
    let near = line::behind(text, at, 256);
    let len = near.bytes().take_while(|b| b.is_ascii_alphanumeric() || b"-_+/=.~".contains(b)).count();
    let found = near.get(..len)?.trim_end_matches('.');
    let ends = near[found.len()..].is_empty()
        || near[found.len()..].starts_with([' ', '"', '\'', '`', ',', ';', ')', '.', '|', '<', '*']);
    let is_key = found.len() >= LEAST && has_digit(found) && has_letter(found) && is_random(found);
    (is_key && ends && !is_placeholder(found) && !is_name(found)).then(|| candidate.part(at..at + found.len()))?
}

/// The place behind the sign that follows the name which ends at `at`, and what the key is for.
fn value_start(text: &str, at: usize) -> Option<usize> {
    /// Farthest sign, in bytes, and the most words of what a key is for.
    const FAR: usize = 64;
    const MOST: usize = 6;
    let near = line::behind(text, at, FAR);
    let (sign, len) = [":", "=", "→", "->", "=>", "：", "–>", " is "]
        .into_iter()
        .filter_map(|sign| near.find(sign).map(|place| (place, sign.len())))
        .min()?;
    let purpose = near.get(..sign)?;
    let is_purpose = purpose.split(' ').count() <= MOST
        && purpose.chars().all(|c| c.is_alphanumeric() || " ()[]-_/.*'’".contains(c))
        && (purpose.is_empty() || purpose.starts_with([' ', '*', '(']));
    let behind: Range<usize> = at + sign + len..text.len();
    let gap = text.get(behind.clone())?.bytes().take(3).take_while(|b| b" \"'`*".contains(b)).count();
    is_purpose.then_some(behind.start + gap)
}
