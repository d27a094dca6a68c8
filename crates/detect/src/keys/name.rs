//! Names in a text: their bounds before a sign, and the words that prose puts around them.

use std::ops::Range;

use super::{MAX_GAP, markup::before_emphasis, normalize::MAX_NAME, value::ENTITY_QUOTES};
use crate::text::{escape_before, identifier::has_late_hump, is_word};

/// Most characters of an escape sequence that may look like a part of the name behind it.
const MAX_ESCAPE: usize = 6;
/// Longest explanation in brackets between a name and its sign: `Date of birth (DD/MM/YYYY):`.
const MAX_BRACKET: usize = 24;
/// Words between a name and its sign: `the number you asked for:`.
pub const TAILS: [&str; 44] = [
    " you asked for",
    " you asked me for",
    " you requested",
    " you need",
    " you needed",
    " you wanted",
    " you want",
    " as requested",
    " is as follows",
    " as follows",
    " is below",
    " below",
    " on file",
    " on record",
    " on my card",
    " on the card",
    " on my insurance card",
    " on the back",
    " with them",
    " with you",
    " with us",
    " in your system",
    " they gave me",
    " you gave me",
    " I gave you",
    " they sent me",
    " you sent me",
    " I was given",
    " nach wie vor",
    " bei Ihnen",
    " bei euch",
    " chez vous",
    " con ustedes",
    " con vosotros",
    " bij jullie",
    " hos er",
    " u vás",
    " у вас",
    " should",
    " will",
    " should be",
    // Of fields that are indexed as a whole.
    ".keyword",
    " is",
    " was",
];

/// `name` without the words of prose between a name and its sign.
pub fn without_tail(name: &str) -> &str {
    let name = name.trim_end();
    TAILS.iter().find_map(|tail| name.strip_suffix(tail)).unwrap_or(name)
}

/// `name` without its last word; `None` if it has no other.
pub fn without_last_word(name: &str) -> Option<&str> {
    let at = name.rfind(|c: char| !c.is_alphanumeric() || c.is_uppercase())?;
    name.get(..at).map(|rest| rest.trim_end_matches(|c: char| !c.is_alphanumeric())).filter(|rest| !rest.is_empty())
}

/// `name` without an explanation in brackets behind it.
pub fn trim_name(name: &str) -> &str {
    let name = name.trim_end();
    let Some(inner) = name.strip_suffix(')') else { return name };
    let near = inner.ceil_char_boundary(inner.len().saturating_sub(MAX_BRACKET));
    match inner.get(near..).and_then(|tail| tail.rfind('(')) {
        Some(open) => name.get(..near + open).unwrap_or_default().trim_end(),
        None => name,
    }
}

/// `name` without the brackets of an array behind it, as languages like C declare it: `password[32]`.
pub fn without_index(name: &str) -> &str {
    /// Most digits.
    const MOST: usize = 5;
    let Some(inner) = name.strip_suffix(']') else { return name };
    let digits = inner.bytes().rev().take(MOST).take_while(u8::is_ascii_digit).count();
    inner[..inner.len() - digits].strip_suffix('[').unwrap_or(name)
}

/// `name` without the brackets of a parameter behind it, which browsers encode: `user%5Bname%5D`, `user%5B%5D`; and without the quote
/// behind it that markup writes as an entity: `user&quot;`.
pub fn without_encoded_bracket(name: &str) -> &str {
    let name = match name.ends_with(';') {
        true => ENTITY_QUOTES.iter().find_map(|entity| name.strip_suffix(entity)).unwrap_or(name),
        false => name,
    };
    let Some(inner) = name.strip_suffix("%5D").or_else(|| name.strip_suffix("%5d")) else { return name };
    inner.strip_suffix("%5B").or_else(|| inner.strip_suffix("%5b")).unwrap_or(inner)
}

/// The start of the name that `text` ends in, which seems to begin at `start`, without the letters of an escape sequence that
/// begins before it.
pub fn behind_escape(text: &str, start: usize) -> usize {
    let mut ends = (start + 1..text.len().min(start + MAX_ESCAPE)).rev();
    ends.find(|&at| escape_before(text, at).is_some()).unwrap_or(start)
}

/// The place of the name that `head` ends in, and whether it is quoted.
pub fn name_before(head: &str) -> Option<(Range<usize>, bool)> {
    let bare = without_encoded_bracket(trim_name(before_emphasis(head).trim_end_matches([' ', '\t'])));
    let bare = without_index(bare);
    let unquoted = bare.trim_end_matches(['"', '\'', '\\', ']', '`', '*']);
    if bare.len() - unquoted.len() > MAX_GAP {
        return None;
    }
    let from = unquoted.ceil_char_boundary(unquoted.len().saturating_sub(MAX_NAME));
    let near = unquoted.get(from..)?;
    let stands = |c: char| {
        is_word(c) || matches!(c, ' ' | '-' | '.' | '\'' | '’' | '#' | '/' | '°' | '№' | '\u{200C}' | '\u{200D}')
    };
    let plain = near.bytes().rev().take_while(|b| b.is_ascii() && stands(char::from(*b))).count();
    let before = near.get(..near.len() - plain);
    let len: usize = match before {
        Some(before) if before.ends_with(|c: char| c.is_ascii()) || before.is_empty() => plain,
        _ => near.chars().rev().take_while(|c| stands(*c)).map(char::len_utf8).sum(),
    };
    // What a quote closes belongs to no name: `SET mail = 'a@b.c' WHERE login = …`.
    let len = near[near.len() - len..].rfind("' ").map_or(len, |quote| len - quote - "' ".len());
    // A variable (`$user: …`) stands in a message, and behind `::` stands a type.
    let before = near.get(..near.len() - len)?;
    // The identifier of structured data in a message of syslog stands before its first pair, and an address of mail before the next one:
    // `[auth@32473 user="…"`, `from=jane@example.com user=…`.
    let found = &near[near.len() - len..];
    let host = found.split_once(' ').map_or(0, |(host, _)| host.len() + 1);
    let is_host = before.ends_with('@')
        && host > 1
        && (found[..host - 1].contains('.') || found[..host - 1].bytes().all(|b| b.is_ascii_digit()));
    let len = if is_host { len - host } else { len };
    // A property of Java's machine: `java -Dssn=…`.
    let is_option =
        |at: &usize| near[..near.len() - len + at].chars().next_back().is_none_or(|c| " \t\n\"'".contains(c));
    let property = near[near.len() - len..].rfind("-D").filter(is_option).map_or(0, |at| at + "-D".len());
    let len = len - property;
    let before = near.get(..near.len() - len)?;
    // Behind a prompt a command begins: `~$ ssn=…`.
    let is_joined = !near[near.len() - len..].starts_with(' ');
    // A parameter of SQL and a variable of Ruby, but nobody who is spoken to: `@ssn = '…'`.
    // Those of SQL Server have humps, which tell them from whom a message speaks to: `@FirstName=N'…'`.
    let is_parameter = || {
        let has_humps = found.starts_with(|c: char| c.is_uppercase()) && has_late_hump(found);
        (head.ends_with(' ') || has_humps) && before.strip_suffix('@').is_some_and(|before| !before.ends_with(is_word))
    };
    let code =
        is_joined && (before.ends_with('$') || before.ends_with("::") || before.ends_with('@') && !is_parameter());
    // The rest of an escape sequence before it belongs to no name: `\nssn`, `%20ssn`.
    let start = behind_escape(unquoted, unquoted.len() - len);
    (!code && len > 0).then_some((start..unquoted.len(), bare.len() > unquoted.len()))
}
