//! Names of accounts of those who work on a ticket or a record, and of those whom a line calls by their handle: `assigned to: j.doe`,
//! `handle: jane_77`.

use std::{borrow::Cow, ops::Range};

use super::username::{INFO, is_account, is_plain_word};
use super::username_places::{is_of_person, is_shared};
use crate::common_words::is_common_word;
use crate::recognizers::secrets::key_value::is_uuid;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::value::{is_closed, name_of, token};
use crate::text::{line, window};
use crate::{Candidate, Finding, Form, Pattern, Rule};

/// Shortest name of letters alone, in bytes: shorter ones are words of programs.
const SHORTEST: usize = 5;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::key(
            keys![
                "assignee",
                "assigned to",
                "assigned by",
                "escalated to",
                "escalated by",
                "handled by",
                "opened by",
                "closed by",
                "resolved by",
                "reported by",
                "submitted by",
                "acknowledged by",
                "created by",
                "updated by",
                "modified by",
                "approved by",
                "merged by",
                "granted by",
                "reviewed by",
                "on call",
                "reporter",
                "zugewiesen an",
                "bearbeiter",
                "asignado a",
                "asignado por",
                "assigné à",
                "atribuído a",
                "assegnato a",
                "toegewezen aan",
                "tilldelad",
                "przypisano do",
            ],
            0.8,
        ),
        // Beside the full name of who has it, in profiles: `"real_name":"Jane Roe","display_name":"jroe"`
        Pattern::key(keys!["display name", "display name normalized", "screenname", "nick name"], 0.75),
        // In records of accounts that tools make: `{'name': 'jdoe', 'shell': '/bin/bash'}`
        Pattern::key(keys!["name"], 0.75),
        Pattern::key(keys!["handle", "gamer handle", "chat handle", "matrix", "irc", "irc nick"], 0.75),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    let place = token(candidate, b"&,;")?;
    let found = text.get(place.clone())?;
    let behind = text.get(place.end..)?;
    if candidate.pattern == 1 {
        let is_handle =
            is_closed(candidate) && is_account(found) && !is_uuid(found) && is_beside_full_name(text, &place);
        return is_handle.then(|| candidate.part(place))?;
    }
    if candidate.pattern == 2 {
        let is_lower =
            found.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'_' | b'-'));
        // What stands beside it is read faster than what it is made of: nothing does in most records.
        let is_of_account =
            is_of_system(text, &place) || is_lower && is_beside_full_name(text, &place) && is_unlike_words(found);
        let is_made = || is_lower && found.len() > 3 && !is_plain_word(found) && !is_common(found) && !is_shared(found);
        return (is_of_account && is_closed(candidate) && is_made() && is_account(found))
            .then(|| candidate.part(place))?;
    }
    // A note goes on behind a comma and a blank; code goes on behind a comma and the end of the line.
    let is_end = is_closed(candidate)
        || candidate.form == Form::Pair && behind.starts_with(' ')
        || line::ends(text, place.end)
        || behind.starts_with(", ")
        || behind.starts_with("; ")
        || behind.trim_end().is_empty();
    let is_name = || {
        let is_word = is_plain_word(found) || is_common_word(&found.to_lowercase());
        found.len() >= SHORTEST && found.bytes().all(|b| b.is_ascii_lowercase()) && !is_word
    };
    let is_person = is_of_person(found) || candidate.pattern == 0 && is_name();
    (is_end && is_person && is_account(found) && !is_shared(found) && !is_uuid(found)).then(|| candidate.part(place))?
}

/// Reports whether a member of the same record is one that accounts of systems have.
fn is_of_system(text: &str, place: &Range<usize>) -> bool {
    /// Bytes on either side.
    const NEAR: usize = 128;
    const NAMES: [&str; 9] = [
        "shell'",
        "shell\"",
        "gecos'",
        "gecos\"",
        "update_password",
        "ssh_authorized_keys",
        "authorized_keys",
        "'comment':",
        "\"gecos",
    ];
    let before = line::before(text, place.start, NEAR).rsplit('{').next().unwrap_or_default();
    let behind = line::behind(text, place.end, NEAR).split('}').next().unwrap_or_default();
    [before, behind].iter().any(|part| NAMES.iter().any(|name| part.contains(name)))
}

/// Reports whether none of its parts is a common word, or a number stands behind it, as in accounts and not in names of things.
fn is_unlike_words(found: &str) -> bool {
    let stem = |part: &'_ str| part.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    found.split(['.', '_', '-']).all(|part| {
        let word = &part[..stem(part)];
        !is_plain_word(word) && (word.len() < part.len() || !is_common_word(word) || found.contains(['.', '_', '-']))
    })
}

/// Reports whether the full name of a person is a member beside the one at `place`.
fn is_beside_full_name(text: &str, place: &Range<usize>) -> bool {
    /// Bytes on either side.
    const NEAR: usize = 128;
    const NAMES: [&str; 8] = [
        "real_name\"",
        "realName\"",
        "full_name\"",
        "fullName\"",
        "first_name\"",
        "firstName\"",
        "displayName\"",
        "display_name\"",
    ];
    let around = [window::before(text, place.start, NEAR), window::behind(text, place.end, NEAR)];
    around.iter().any(|part| NAMES.iter().any(|name| part.contains(name)))
}

/// Reports whether it is the first of names of a person: `Owner=Ana Reyes`.
pub(super) fn is_first_name(text: &str, place: &Range<usize>) -> bool {
    let is_name = |word: &str| word.starts_with(char::is_uppercase) && word[1..].chars().all(char::is_lowercase);
    let next = text[place.end..].strip_prefix(' ').and_then(|rest| rest.split([' ', '\n', '"', ',']).next());
    text[place.clone()].is_ascii()
        && is_name(&text[place.clone()])
        && next.is_some_and(|next| next.is_ascii() && next.len() > 1 && is_name(next))
}

/// Reports whether it names a team, a service or a part of a cluster behind a word for owners, as labels of objects do:
/// `owner: platform-team`.
pub(super) fn is_of_team(found: &str, candidate: &Candidate<'_>) -> bool {
    let is_owner = name_of(candidate).to_ascii_lowercase().ends_with("owner");
    let is_plain = |word: &str| word.len() < 3 || is_common(word) && !is_common_word(&word.to_ascii_lowercase());
    is_owner && found.split(['-', '_']).all(is_plain)
}
