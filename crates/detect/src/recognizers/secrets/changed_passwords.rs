//! Passwords that a text has spoken of, and that are now others: `my password was …. I changed it to …`, `je l'ai changé pour …`, `jetzt
//! ist es …`.

use std::{borrow::Cow, ops::Range};

use super::{
    code_shapes::is_algorithm,
    credential_phrases::password_at,
    password::INFO,
    password_value::{has_digit, has_letter},
    randomness::is_common,
};
use crate::text::{line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?i:it|mine|that|password|pw) used to be |(?i:changed|reset|switched|updated|rotated) (?i:it|them|that one|mine)(?i: back)? to |\
             (?i:password|passcode|pass|pwd|pw)(?i: was| has been| got| is)? (?i:changed|reset|switched|updated|rotated|set) to |\
             (?i:changé|modifié|remis) (?i:pour|en|par|à) |(?i:cambié|cambiad[oa]) (?i:a|por|en) |\
             (?i:cambiat[oa]|modificat[ao]) (?i:in|con) |(?i:mudei|alterei|troquei)(?i: ela)? (?i:para|pra|por) |\
             (?i:zmieni[łl][ae]?m|ustawi[łl][ae]?m)(?i: je)? na |(?i:změnil|nastavil)(?i:a)?(?i: jsem)?(?i: ho)? na |\
             (?i:veranderd|gewijzigd) in |(?i:ändrade|ändrat)(?i: det)? till |(?i:змінив|змінила|сменил|сменила|поменял|поменяла)(?i: его| його)? на ",
            0.8,
            0.9,
        ),
        // `done, temp is …`
        Pattern::within(
            "(?i:temp(?:orary)?(?: one| pw| password)? is|new (?:one|pw|pass)(?: is|:)|neues ist|nowe to|nieuwe is)(?i: now)?:? ",
            0.8,
            0.9,
        ),
        Pattern::within(
            "(?i:now it['’]?s|jetzt ist es|jetzt lautet es|maintenant c['’]est|ahora es|adesso è|agora é|\
             teraz to|nu is het|теперь) ",
            0.8,
            0.9,
        ),
        // Behind a sentence that names it: `You asked for my password. It is …`.
        Pattern::prefix("It(?: is|['’]s|s):? |it(?: is|['’]s): |Es lautet:? |C['’]est |Es: ", 0.8, 0.9),
        // Between commas, behind whose it is: `my old email password, …, and the code`.
        Pattern::within("(?i-u:password|passcode), ", 0.8, 0.9),
        // From the old one to the new one.
        FROM,
        FROM,
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        OLD => candidate.part(both(candidate)?.0),
        NEW => candidate.part(both(candidate)?.1),
        _ => candidate.part(changed(candidate)?),
    },
}];

/// The beginning of what tells the old password and the new one: `went from … to …`, `Passwort von … auf …`.
const FROM: Pattern =
    Pattern::within("(?:changed|switched|went|rotated|passwor[dt]|kennwort|secret|pw) (?:from|von) ", 0.8, 0.9);

/// The patterns of the old and the new password.
const OLD: usize = 5;
const NEW: usize = 6;

/// The length of the quote at `at`.
fn quote_len(text: &str, at: usize) -> usize {
    usize::from(text.get(at..).is_some_and(|rest| rest.starts_with(['"', '\'', '`'])))
}

/// The old and the new password behind the match, if it or the text before it speaks of one.
fn both(candidate: &Candidate<'_>) -> Option<(Range<usize>, Range<usize>)> {
    const LINKS: [&str; 5] = [" to ", " auf ", " zu ", " naar ", " -> "];
    /// Fewest bytes of one, and farthest word for a password.
    const LEAST: usize = 6;
    const FAR: usize = 96;
    let text = candidate.field.text;
    let end = candidate.range.end + quote_len(text, candidate.range.end);
    let old = password_at(text, end)?;
    let behind = line::behind(text, old.end, 16);
    let rest = behind.trim_start_matches(['"', '\'', '`']);
    let link = LINKS.iter().find(|link| rest.starts_with(**link))?;
    let at = old.end + behind.len() - rest.len() + link.len();
    let new = password_at(text, at + quote_len(text, at))?;
    // Numbers, sizes and algorithms are changed so, too.
    let is_one = |place: &Range<usize>| {
        let found = &text[place.clone()];
        found.len() >= LEAST
            && has_letter(found)
            && !is_algorithm(found)
            && !found.starts_with(|c: char| c.is_ascii_digit())
            || found.len() > 2 * LEAST && has_letter(found) && has_digit(found)
    };
    let about = [window::before(text, candidate.range.start, FAR), candidate.matched()].concat().to_lowercase();
    let is_about = ["passw", "kennwort", "wachtwoord", "secret", "passphrase", "credential", "rotation", "rotated"]
        .iter()
        .any(|name| about.contains(name))
        || about.split(|c: char| !c.is_alphanumeric()).any(|word| word == "pw" || word == "pwd");
    (is_about && is_one(&old) && is_one(&new)).then_some((old, new))
}

/// The pattern of a sentence that tells what the one before it names.
const ANSWER: usize = 3;
/// The pattern of a password between commas.
const APPOSED: usize = 4;

/// Reports whether `head`, before a word for a password, says whose it is, with at most two words between: `my old email`.
fn is_owned(head: &str) -> bool {
    const OWNERS: [&str; 5] = ["my", "his", "her", "our", "their"];
    head.ends_with(' ') && head.split_whitespace().rev().take(3).any(|word| OWNERS.contains(&word))
}

/// The password behind the match, if the text before it speaks of one.
fn changed(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Farthest word for a password before it, in bytes, and fewest bytes of one.
    const FAR: usize = 160;
    const LEAST: usize = 6;
    const NAMES: [&str; 23] = [
        "passw",
        "passcode",
        "passphrase",
        "kennwort",
        "mot de passe",
        "mdp",
        "contraseñ",
        "clave",
        "senha",
        "wachtwoord",
        "hasło",
        "heslo",
        "lösenord",
        "passord",
        "adgangskode",
        "parola",
        "şifre",
        "jelsz",
        "salasana",
        "пароль",
        "κωδικ",
        "pwd",
        "geslo",
    ];
    let (text, range) = (candidate.field.text, &candidate.range);
    let quote = text[range.end..].starts_with(['"', '\'', '`', '“', '«']);
    let at = range.end + text[range.end..].chars().next().filter(|_| quote).map_or(0, char::len_utf8);
    let place = password_at(text, at)?;
    let found = &text[place.clone()];
    // Things of programs are said to be now others, too: `now it's utf8-mb4`.
    let has_sign = found.bytes().any(|b| b.is_ascii_uppercase() || b.is_ascii_punctuation() && !b"-_.".contains(&b));
    let is_mixed = has_letter(found)
        && has_digit(found)
        && found.len() >= LEAST
        && (has_sign || matches!(candidate.pattern, 0 | ANSWER | APPOSED));
    if candidate.pattern == APPOSED {
        return (is_mixed
            && is_owned(line::before(text, candidate.range.start, 32))
            && text[place.end..].starts_with(", "))
        .then_some(place);
    }
    let is_counted = || {
        found
            .split(['-', '_', '.'])
            .all(|part| is_common(part.trim_end_matches(|c: char| c.is_ascii_digit())) || part.len() < 3)
    };
    let before = || {
        let near = window::before(text, range.start, FAR).to_lowercase();
        // The sentence right before, and no other.
        let sentence =
            near.trim_end_matches([' ', '.', '!', '?', '\n']).rsplit(['.', '!', '?']).next().map(str::to_owned);
        if candidate.pattern == ANSWER { sentence.unwrap_or_default() } else { near }
    };
    // The match itself may name it: `the pw was reset to …`.
    let is_named = candidate.matched().starts_with(['p', 'P']);
    let names_one = || {
        let before = before();
        NAMES.iter().any(|name| before.contains(name))
            || before.split(|c: char| !c.is_alphanumeric()).any(|word| word == "pw")
    };
    (is_mixed && !is_counted() && (is_named || names_one())).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn passwords_are_changed_to_others() {
        for (text, matched, pattern, expected) in [
            (
                "the password was easy. I changed it to qk4-Marble-Fern-Dock. ok",
                "changed it to ",
                0,
                Some("qk4-Marble-Fern-Dock"),
            ),
            ("mon mot de passe, je l'ai changé pour Velours-Loutre-77", "changé pour ", 0, Some("Velours-Loutre-77")),
            ("mein Passwort war zu kurz, jetzt ist es Samt-Otter-77", "jetzt ist es ", 2, Some("Samt-Otter-77")),
            ("reset my pw?\nAna: done, temp is Kiwi-2208!", "temp is ", 1, Some("Kiwi-2208!")),
            ("the pwm frequency: temp is 21C-max1", "temp is ", 1, None),
            ("the password form: we changed it to version-2", "changed it to ", 0, None),
            ("the timeout was short. I changed it to 30s-max", "changed it to ", 0, None),
            ("the password column, now it's utf8-mb4", "now it's ", 2, None),
            ("the password is old, now it's 2024", "now it's ", 2, None),
        ] {
            assert_eq!(check_match(RULES[0].check, text, matched, pattern), expected, "{text}");
        }
    }
}
