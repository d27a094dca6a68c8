//! Files of properties, in which the name of a secret stands below a section in one key: `app.secrets.db=…`, `credentials.ldap = …`.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{
    password::INFO,
    password_value::{Form, value},
    randomness::is_common,
};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix(r"(?:secrets?|passwords|passwds|credentials|creds)\.[a-z]", 0.88, 0.9)]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    // The key begins its line and has no signs of code.
    let head = line::whole_before(text, start, 96)?.trim_start_matches([' ', '\t']);
    let is_key = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '-' | '_');
    let behind = line::behind(text, end, 64);
    let name = behind.find(|c| !is_key(c))?;
    let rest = &behind[name..];
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    let is_pair = rest[blanks..].starts_with('=') && !rest[blanks..].starts_with("==");
    let last = behind[..name].rsplit('.').next()?;
    let last = if behind[..name].contains('.') { last } else { text.get(end - 1..end + name)? };
    let is_told = head.chars().all(is_key) && (head.is_empty() || head.ends_with('.')) && is_pair && !is_about(last);
    if !is_told {
        return None;
    }
    let behind = text.get(end + name + blanks + 1..)?;
    let place = text.len() - behind.trim_start_matches(' ').len();
    let place = value(text, place, Form::Pair { bounded: true })?;
    let found = text.get(place.clone())?;
    let is_value =
        line::ends(text, place.end) && !found.split(['-', '_', '.']).all(is_common) && !found.contains("://");
    is_value.then(|| candidate.part(place))?
}

/// Reports whether a setting called `last` tells something about secrets and is none.
fn is_about(last: &str) -> bool {
    const WORDS: [&str; 26] = [
        "user", "username", "name", "path", "file", "dir", "type", "provider", "backend", "enabled", "store", "ttl",
        "host", "port", "url", "mode", "scope", "region", "source", "format", "encoding", "engine", "prefix",
        "version", "role", "interval",
    ];
    last.split(['-', '_']).any(|word| WORDS.contains(&word))
}
