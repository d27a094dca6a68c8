//! Secrets that programs fall back on, choose between or wrap: `process.env.API_KEY || "…"`, `debug ? "…" : key`,
//! `SecretStr("…")`, behind the name of a secret and a sign.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    assignment::Assignment,
    expression::{LONGEST, Literal, Role, literals},
    generic_secret::PREFIXED,
    key_names::Strength,
    key_value::{is_joined_phrase, is_key, is_made_of_words},
    key_words::KEY_NAMES,
    password::INFO,
    password_value::{Form, has_digit, has_letter, value},
    randomness::is_common,
    secret_names::PASSWORD_NAMES,
    stand_ins::is_ordinary,
};
use crate::text::window;
use crate::{Candidate, Finding, Pattern, Rule};

/// Most secrets of one expression, such as the two branches of a condition: a pattern has one find.
const MOST: usize = 2;

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[const { Pattern::sign(PASSWORD_NAMES, 0.8, 0.95) }; MOST]),
        context: words![],
        check: |candidate| check(candidate, |strength| strength == Strength::Password),
    },
    Rule {
        patterns: Cow::Borrowed(&[const { Pattern::sign(KEY_NAMES, 0.85, 0.88) }; MOST]),
        check: |candidate| check(candidate, |strength| strength != Strength::Password),
        ..PREFIXED
    },
];

fn check(candidate: &Candidate<'_>, is_wanted: fn(Strength) -> bool) -> Option<Finding> {
    let text = candidate.field.text;
    // Most signs of settings and prose have no literal behind them.
    let near = window::behind(text, candidate.range.end, LONGEST);
    memchr::memchr3(b'"', b'\'', b'`', near.as_bytes())?;
    let Assignment { strength, place, .. } = Assignment::at(text, candidate.range.start)?;
    if !is_wanted(strength) {
        return None;
    }
    let secrets = literals(text, place).filter_map(|literal| secret(text, &literal, strength));
    candidate.part(secrets.take(MOST).nth(candidate.pattern)?)
}

/// The place of the secret in `literal`, if its name, which is as strong as that, and its part in the expression make it one.
fn secret(text: &str, literal: &Literal, strength: Strength) -> Option<Range<usize>> {
    /// Shortest argument of a constructor: names of things are short.
    const SHORTEST: usize = 6;
    let found = text.get(literal.range.clone())?;
    let is_plain = found.is_empty() || is_ordinary(found) || is_common(found);
    // Functions take names and paths more often than secrets.
    let is_value = || match literal.role {
        Role::Alternative => true,
        Role::Argument => {
            found.len() >= SHORTEST
                && has_letter(found)
                && !found.contains(' ')
                && (has_digit(found) && !is_made_of_words(found) || found.contains('-') && is_joined_phrase(found))
        }
    };
    if is_plain || !is_value() {
        return None;
    }
    match strength {
        Strength::Password => value(text, literal.range.start - 1, Form::Member),
        _ => is_key(found, strength, true).then(|| literal.range.clone()),
    }
}
