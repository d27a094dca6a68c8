//! Secrets before the noun for them in a sentence: `use osprey-77 as the password`, `… is my API key`, `… as your access token`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    credential_phrases::is_other,
    generic_secret::PREFIXED,
    key_value::{is_uuid, may_be_key},
    password::INFO,
    password_prose::is_value,
    password_value::{has_digit, has_letter},
    randomness::{is_common, is_random},
};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[Pattern::prefix(
            "(?i:pass(?:word|code|phrase|wd|wort)|kennwort|pwd?|mot de passe|contraseña|senha|wachtwoord|hasło|lösenord|adgangskode)",
            0.8,
            0.9,
        )]),
        context: words![],
        check: |candidate| candidate.part(secret(candidate, is_password)?),
    },
    Rule {
        patterns: Cow::Borrowed(&[Pattern::prefix("(?i-u:key|token|secret|credential)", 0.85, 0.88)]),
        context: words![],
        check: |candidate| candidate.part(secret(candidate, is_key)?),
        ..PREFIXED
    },
];

/// Farthest secret before its noun, in bytes.
const FAR: usize = 160;

/// The secret before the noun at `candidate`, and a verb between both.
fn secret(candidate: &Candidate<'_>, fits: fn(&str, bool, bool) -> bool) -> Option<Range<usize>> {
    /// What joins both.
    const VERBS: &WordList = &WordList::new("as|is|was|als|ist|comme|est|como|es|come|è|é|jako|to|som|är|er");
    /// Verbs before a secret that is used.
    const LEADS: &WordList = &WordList::new(
        "use|using|used|uses|try|set|enter|with|type|took|take|send|sent|verwende|benutze|nutze|nimm|utilisez|utilise|utiliser|usa|use|usar|usare|\
         gebruik|użyj|använd|brug|bruk|have|got|chose|choose|picked",
    );
    /// Most words between the verb and the noun, the verb among them: `as the nasdaq data link key`.
    const MOST: usize = 6;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    // The noun ends a clause or goes on with what it is for.
    let behind = line::behind(text, end, 16).trim_start_matches('s').trim_start_matches(['"', '\'', '`']);
    const ENDS: [&str; 8] = [" for ", " to ", " of ", " in ", " on ", " and ", " für ", " pour "];
    let ends = behind.chars().next().is_none_or(|c| ",.;!?)\n\r".contains(c))
        || ENDS.iter().any(|end| behind.starts_with(end));
    let head = line::before(text, start, FAR);
    let mut rest = ends.then(|| head.strip_suffix([' ', '-']))??;
    let mut verb = None;
    for _ in 0..MOST {
        let word = rest.rsplit(' ').next()?;
        rest = rest.strip_suffix(word)?.strip_suffix(' ')?;
        if is_listed(word, VERBS) {
            verb = Some(word);
            break;
        }
        if !word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '.')) {
            return None;
        }
    }
    verb?;
    let bare = rest.trim_end_matches(['"', '\'', '`', '”', '»']);
    let is_quoted = bare.len() < rest.len();
    let found = &bare[bare
        .rfind([' ', '"', '\'', '`', '“', '«', '('])
        .map_or(0, |at| at + bare[at..].chars().next().map_or(1, char::len_utf8))..];
    let before = bare.strip_suffix(found)?.trim_end_matches(['"', '\'', '`', '“', '«', ' ', '(']);
    let is_led = before.rsplit(' ').next().is_some_and(|word| is_listed(word, LEADS));
    let at = start - head.len() + (bare.len() - found.len());
    fits(found, is_quoted, is_led).then(|| at..at + found.len())
}

/// Reports whether `found` is a password: it mixes letters, digits and signs, or it is a word with digits in quotes that is used as one.
fn is_password(found: &str, is_quoted: bool, is_led: bool) -> bool {
    /// Fewest bytes.
    const LEAST: usize = 6;
    let stem = found.trim_matches(|c: char| !c.is_alphabetic());
    let is_mixed = has_digit(found) && has_letter(found) && !is_common(stem) && stem.len() > 3 && !is_other(found);
    found.len() >= LEAST && (is_value(found, true) || is_mixed && is_led && (is_quoted || found.contains('-')))
}

/// Reports whether `found` is a random key.
fn is_key(found: &str, _: bool, is_led: bool) -> bool {
    /// Fewest bytes.
    const LEAST: usize = 16;
    let stands = |b: u8| b.is_ascii_alphanumeric() || b"-_.~+/=".contains(&b);
    found.len() >= LEAST
        && found.bytes().all(stands)
        && has_digit(found)
        && has_letter(found)
        && (is_led || !is_uuid(found))
        && is_random(found)
        && may_be_key(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn passwords_stand_before_their_noun() {
        for (text, expected) in [
            ("use \"osprey5\" as password", Some("osprey5")),
            ("use Osprey-77 as the new password for the VPN", Some("Osprey-77")),
            ("ospreylake77 is my password.", Some("ospreylake77")),
            ("use utf8 as the password encoding", None),
            ("md5 is a password hash", None),
            ("use your birthday as password", None),
            ("use value1 as the password", None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, "password", 0), expected, "{text}");
        }
    }

    #[test]
    fn keys_stand_before_their_noun() {
        for (text, expected) in [
            ("use m4Tq9ZxB7cWr2KdP6vNs as the api key", Some("m4Tq9ZxB7cWr2KdP6vNs")),
            ("use m4Tq9ZxB7cWr2KdP6vNs as the nasdaq data link key", Some("m4Tq9ZxB7cWr2KdP6vNs")),
            ("m4Tq9ZxB7cWr2KdP6vNs is my API key", Some("m4Tq9ZxB7cWr2KdP6vNs")),
            ("m4Tq9ZxB7cWr2KdP6vNs is the key column", None),
            ("use the issue number as key", None),
        ] {
            assert_eq!(check_match(RULES[1].check, text, "key", 0), expected, "{text}");
        }
    }
}
