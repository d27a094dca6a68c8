//! Passwords that tests type into the forms of pages: `page.fill('#password', '…')`, `cy.get('#pwd').type('…')`,
//! `fill_in "Password", with: "…"`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    chosen_words::is_rare_word,
    password::INFO,
    password_value::{Form, has_digit, has_letter, value},
    randomness::is_random,
    stand_ins::is_ordinary,
};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// The verb of a step that types a text, and the bracket or blank behind it, as a regular expression.
pub(crate) const TYPED: &str =
    "(?:\\.(?:type|fill|fillIn|fillField|send_keys|sendKeys|setValue|typeText|enterText|change)|fill_in)[( ]";

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // The text alone, or behind the field.
        step(TYPED),
        // The text behind its name.
        step("\\{ ?target: \\{ ?value: ?[\"']"),
    ]),
    context: words![],
    check,
}];

const fn step(regex: &'static str) -> Pattern {
    Pattern::within(regex, 0.85, 0.9)
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest part of the step before and behind the match, in bytes.
    const LONGEST: usize = 120;
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let line = line::behind(text, end, LONGEST);
    let open = match candidate.pattern {
        0 => end + last_literal(line)?,
        _ => end - 1,
    };
    let step = [line::before(text, start, LONGEST), text.get(end..open.max(end))?];
    let place = before_keystroke(text, open).or_else(|| value(text, open, Form::Member))?;
    let found = text.get(place.clone())?;
    if step.into_iter().any(names_code) && is_code(found) {
        return candidate.part(place);
    }
    if !step.into_iter().any(names_password) {
        return None;
    }
    // A selector or a label is none, and the password of a test is seldom a word.
    let is_value = !found.contains([' ', '[', '='])
        && !found.starts_with(['#', '.'])
        && !is_ordinary(found)
        && has_letter(found)
        && (has_digit(found)
            || found.contains(|c: char| c.is_ascii_punctuation() && !"._-:/".contains(c))
            || is_random(found)
            || is_rare_word(found));
    is_value.then(|| candidate.part(place))?
}

/// The text in the quotes that open at `open` before the key that ends it: `'…{enter}'`.
fn before_keystroke(text: &str, open: usize) -> Option<Range<usize>> {
    /// Longest text, in bytes.
    const LONGEST: usize = 96;
    const KEYS: [&str; 4] = ["{enter}", "{tab}", "{Enter}", "{esc}"];
    let quote = text.get(open..)?.chars().next()?;
    let near = line::behind(text, open + quote.len_utf8(), LONGEST);
    let typed = near.get(..near.find(quote)?)?;
    let found = KEYS.iter().find_map(|key| typed.strip_suffix(key)).filter(|found| !found.is_empty())?;
    Some(open + 1..open + 1 + found.len())
}

/// The place of the quote that opens the last literal of the arguments at the start of `line`.
pub(crate) fn last_literal(line: &str) -> Option<usize> {
    let close = line.find(')').unwrap_or(line.len());
    let arguments = line.get(..close)?.trim_end();
    let quote = arguments.chars().next_back().filter(|quote| matches!(quote, '"' | '\''))?;
    arguments[..arguments.len() - 1].rfind(quote)
}

/// Reports whether it is a code of digits, perhaps in two groups: `884 213`.
fn is_code(found: &str) -> bool {
    const LEN: std::ops::RangeInclusive<usize> = 4..=8;
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    LEN.contains(&digits) && found.len() - digits <= 1 && found.bytes().all(|b| b.is_ascii_digit() || b == b' ')
}

/// Reports whether a part of a step names the field of a one-time code: `#otp`, `[name=mfa_code]`.
fn names_code(part: &str) -> bool {
    const NAMES: [&str; 7] = ["otp", "totp", "mfa", "2fa", "smscode", "passcode", "verificationcode"];
    let part = part.to_ascii_lowercase();
    let mut words = part.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| NAMES.contains(&word)) || part.contains("one-time-code")
}

/// Reports whether a part of a step names the field of a password: `#password`, `passwordInput`, `"Password"`.
fn names_password(part: &str) -> bool {
    const NAMES: [&str; 6] = ["password", "passwd", "pwd", "passwort", "kennwort", "passphrase"];
    const WORDS: [&str; 8] = ["pw", "pass", "mdp", "senha", "hasło", "heslo", "wachtwoord", "contraseña"];
    let part = part.to_lowercase();
    NAMES.iter().any(|name| part.contains(name))
        || part.split(|c: char| !c.is_alphanumeric()).any(|word| WORDS.contains(&word))
}
