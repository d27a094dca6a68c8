//! Names of accounts in messages of logins and sessions, as servers, databases and systems log them.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, has_mark, is_account, is_plain_word, name_at};
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::support::neighbours::{byte_at, byte_before};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::window;
use crate::{Candidate, Finder, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Messages in which nothing but a name can follow.
        message(
            "(?:(?:authentication|[Ll]ogin|[Ll]ogon) failed for user|[Aa]ccess denied for user|[Dd]isconnected from(?: (?:invalid|authenticating))? user|(?:invalid|authenticating) user|[Ss]ession [0-9a-z]{1,8} (?:of|for) [Uu]ser|authentication attempts exceeded for|password changed for|authentication for user|[Ff]ailed to authenticate user|unix-user|authentication attempt for) ?[:'\"\\[]?",
        ),
        message("sudo(?:\\[[0-9]{1,8}\\])?: {1,12}"),
        // `User x from 203.0.113.7 not allowed`, `User x failed auth`, `by user x`
        message("[Uu]ser(?: ['\"\\[<]?|=<)"),
        // A unique column of PostgreSQL: `Key (username)=(x) already exists.`
        message("\\((?i:user_?name|login|user_?id|nick_?name)\\)=\\("),
        // A member of a domain of Windows: `CORP\\x`
        message("[A-Z][0-9A-Z-]{1,14}\\\\[0-9A-Za-z]"),
    ]),
    context: words![],
    check,
}];

const fn message(regex: &'static str) -> Pattern {
    Pattern { finder: Finder::Prefix(Cow::Borrowed(regex)), bare: 0.85, supported: 0.95, begins: None }
}

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, Range { start, end }) = (candidate.field.text, candidate.range.clone());
    let place = match candidate.pattern {
        0 => name_at(text, end).filter(|place| !is_host(&text[place.clone()]))?,
        1 => name_at(text, end).filter(|place| text[place.end..].starts_with(" : "))?,
        2 => of_user(text, end)?,
        3 => name_at(text, end).filter(|place| byte_at(text, place.end) == Some(b')'))?,
        _ => of_domain(text, start, end)?,
    };
    is_account(text.get(place.clone())?).then(|| candidate.part(place))?
}

/// Reports whether it is an address rather than a name.
fn is_host(found: &str) -> bool {
    found.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// The name behind `user` at `at`: in quotes or brackets, or before a verb of a login.
fn of_user(text: &str, at: usize) -> Option<Range<usize>> {
    const VERBS: [&str; 13] = [
        " from ",
        " logged ",
        " failed auth",
        " failed login",
        " signed in",
        " signed out",
        " authenticated",
        " has logged ",
        " was terminated",
        " not allowed",
        " in security realm",
        ": authentication ",
        ": Login ",
    ];
    let place = name_at(text, at)?;
    let (found, rest) = (text.get(place.clone())?, text.get(place.end..)?);
    let closing = match byte_before(text, at)? {
        quote @ (b'"' | b'\'') => Some(quote),
        b'[' => Some(b']'),
        b'<' => Some(b'>'),
        _ => None,
    };
    let fits = match closing {
        Some(closing) => byte_at(text, place.end) == Some(closing) && (has_mark(found) || !is_plain_word(found)),
        None => VERBS.iter().any(|verb| rest.starts_with(verb)) && !is_plain_word(found),
    };
    // The identifier of an object that is called user: `user "0b5e2c2d-…" synced`.
    (fits && !is_uuid(found)).then_some(place)
}

/// The name whose first letter ends before `end`, behind the name of a domain at `start` and a backslash; not a part of a
/// path, and no escape sequence.
fn of_domain(text: &str, start: usize, end: usize) -> Option<Range<usize>> {
    /// Roots of registries, and domains of Windows itself.
    const OTHERS: &WordList =
        &WordList::new("hklm|hkcu|hkcr|hku|hkcc|builtin|authority|service|windows|system|system32|nt|iis|program|font");
    let near = window::behind(text, start, end - start);
    let domain = near.split('\\').next()?;
    let begins = byte_before(text, start).is_none_or(|b| b" \t\n\"'=[(<,:".contains(&b));
    let place = name_at(text, end - 1)?;
    let found = text.get(place.clone())?;
    let is_file =
        found.rsplit_once('.').is_some_and(|(_, ending)| matches!(ending, "exe" | "dll" | "sys" | "txt" | "log"));
    // `ERROR\nmore`: the letter belongs to an escape sequence.
    let is_escape =
        found.starts_with(['n', 'r', 't', 'u', 'x', 'b', 'f', 'v', 's', 'd', 'w', '0']) && !has_digit_behind(found);
    let fits = begins && !found.contains('\\') && !is_file && !is_escape && !is_listed(domain, OTHERS);
    fits.then_some(place)
}

/// Reports whether a number ends it, as many names of accounts have one.
fn has_digit_behind(found: &str) -> bool {
    found.ends_with(|c: char| c.is_ascii_digit()) && found.bytes().filter(u8::is_ascii_alphabetic).count() > 2
}
