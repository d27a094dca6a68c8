//! Secrets that stand in for a variable of the environment which is not set, named by the variable: `process.env.API_KEY || "…"`,
//! `ENV["API_KEY"] || "…"`, `$ENV{API_KEY} // '…'`, `${API_KEY:-…}`; those behind calls are read with [calls](super::syntaxes).

use std::{borrow::Cow, ops::Range};

use super::generic_secret::PREFIXED;
use crate::recognizers::secrets::{
    assignment::said,
    key_names::Strength,
    key_value::{is_key, literal},
    password::INFO,
    password_value::is_whole,
};
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// The beginning of the name of a variable that a program reads: as a member or between brackets.
const VARIABLE: Pattern = opening("env[.][A-Z]|(?:ENV|environ|environment|env)\\[[\"'][A-Za-z]|ENV[{][\"']?[A-Z]");
/// The beginning of a variable that a shell or a framework replaces.
const SUBSTITUTION: Pattern = opening("[$][{][0-9A-Za-z_]");

const fn opening(regex: &'static str) -> Pattern {
    Pattern::within(regex, 0.86, 0.9)
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        info: INFO,
        patterns: Cow::Borrowed(&[VARIABLE, SUBSTITUTION]),
        context: words![],
        check: |candidate| check(candidate, |strength| strength == Strength::Password),
    },
    Rule {
        patterns: Cow::Borrowed(&[VARIABLE, SUBSTITUTION]),
        check: |candidate| check(candidate, |strength| strength != Strength::Password),
        ..PREFIXED
    },
];

/// Longest name of a variable, in bytes.
const LONGEST: usize = 64;

fn check(candidate: &Candidate<'_>, is_wanted: fn(Strength) -> bool) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.end - 1);
    let near = window::behind(text, start, LONGEST);
    let len = near.bytes().position(|b| !b.is_ascii_alphanumeric() && !b"_.-".contains(&b))?;
    let name = near.get(..len)?;
    if candidate.pattern == 1 {
        // An operator begins with a colon, or is a dash alone.
        let name = name.trim_end_matches('-');
        let (strength, place) = substitution(text, candidate.range.start, name)?;
        return is_wanted(strength).then(|| candidate.part(place))?;
    }
    let behind = start + len;
    let closing = text.get(behind..)?.bytes().take(2).take_while(|b| b"\"']}".contains(b)).count();
    let quote = stand_in(text, behind + closing)?;
    let strength = said(name).filter(|strength| is_wanted(*strength))?;
    candidate.part(literal(text, quote, strength)?)
}

/// The place of the quote that opens the literal which stands in for what is read up to `at`: behind `||`, `??`, `?:`, `or`, `//`,
/// in a block of Ruby or behind a method.
pub(super) fn stand_in(text: &str, at: usize) -> Option<usize> {
    /// Longest operator with the blanks around it, in bytes.
    const FAR: usize = 64;
    const SIGNS: [&str; 6] = ["||", "??", "?:", "//", "or ", "{ "];
    const METHODS: [&str; 7] = [
        ".unwrap_or(",
        ".unwrap_or_else(|_| ",
        ".unwrap_or_else(|| ",
        ".orElse(",
        ".getOrElse(",
        ".or_else(",
        ".ifBlank { ",
    ];
    let near = window::behind(text, at, FAR);
    let rest = near.trim_start_matches(['!', ' ', '\n', '\r']);
    let behind = SIGNS.iter().chain(&METHODS).find_map(|sign| rest.strip_prefix(*sign))?;
    let behind = behind.trim_start_matches([' ', '\n', '\r', '(']);
    behind.starts_with(['"', '\'', '`']).then_some(at + near.len() - behind.len())
}

/// The value that stands in for the variable `name` of the substitution at `at`, with the strength of its name; of an argument
/// (`${1:-…}`) the name is that of the variable it is assigned to.
fn substitution(text: &str, at: usize, name: &str) -> Option<(Strength, Range<usize>)> {
    /// Longest value, in bytes.
    const MOST: usize = 128;
    let start = at + "${".len() + name.len();
    let rest = window::behind(text, start, MOST);
    let sign = [":-", ":=", "-", "=", ":"].iter().find(|sign| rest.starts_with(**sign))?;
    let found = rest.get(sign.len()..)?.split('}').next().filter(|found| sign.len() + found.len() < rest.len())?;
    let quotes = found.len() - found.trim_start_matches(['"', '\'']).len();
    let found = found.trim_matches(['"', '\'']);
    let is_argument = name.bytes().all(|b| b.is_ascii_digit());
    let strength = match is_argument {
        true => {
            let head = line::before(text, at, LONGEST).trim_end_matches(['"', '\'']).strip_suffix('=')?;
            said(head.rsplit([' ', '\t', ';']).next()?)?
        }
        false => said(name)?,
    };
    let fits = !found.contains(['$', '{', '\n', ' '])
        && match strength {
            Strength::Password => is_whole(found),
            _ => is_key(found, strength, true),
        };
    let place = start + sign.len() + quotes;
    fits.then(|| (strength, place..place + found.len()))
}
