//! Names that are encoded for want of letters: in the heads of mails (RFC 2047), `To: =?UTF-8?B?…?= <jane.roe@example.com>`, and in
//! exports of directories (RFC 2849), `cn:: SsO8cmdlbiBSb2U=`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The encoding, between the charset and the letters.
    patterns: Cow::Borrowed(&[
        Pattern::within("\\?[BbQq]\\?", 0.9, 0.95),
        // What directories write in base 64.
        Pattern::within("[A-Za-z]:: [0-9A-Za-z+/]", 0.9, 0.95),
    ]),
    context: words![],
    check: |candidate| match candidate.pattern {
        0 => check(candidate),
        _ => candidate.part(of_entry(candidate.field.text, &(candidate.range.start + 1..candidate.range.end - 1))?),
    },
}];

/// The encoded words around the candidate, if an address of mail follows them.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest charset, and most letters that are encoded in one word (RFC 2047, 2), in bytes.
    const CHARSET: usize = 24;
    const LONGEST: usize = 76;
    /// Farthest address, behind further encoded words, in bytes.
    const NEAR: usize = 320;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = window::before(text, range.start, CHARSET);
    let charset = &head[head.rfind("=?")? + "=?".len()..];
    let is_charset =
        !charset.is_empty() && charset.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    let rest = window::behind(text, range.end, LONGEST);
    let len = rest.find("?=").filter(|len| *len > 0 && !rest[..*len].contains([' ', '?', '\n']))?;
    let end = range.end + len;
    let behind = line::behind(text, end + "?=".len(), NEAR);
    let address = behind.find('<').is_some_and(|at| behind[at..].contains('@'));
    let named = || names_person(text, range.start - charset.len() - "=?".len());
    (is_charset && (address || named())).then(|| candidate.part(range.end..end))?
}

/// Reports whether the head before `at` is one for the name of a person: `X-User-Name: `.
fn names_person(text: &str, at: usize) -> bool {
    /// Longest name of a head, in bytes.
    const LONGEST: usize = 48;
    const NAMES: [&str; 6] = ["user-name", "username", "display-name", "sender-name", "full-name", "real-name"];
    let head = line::before(text, at, LONGEST).to_ascii_lowercase();
    head.strip_suffix(": ").is_some_and(|head| NAMES.iter().any(|name| head.ends_with(name)))
}

/// The value in base 64 of an attribute of a directory's entry that names a person, behind the sign that ends at the end of `said`: `cn:: …`,
/// as exports write what has other letters than those of ASCII (RFC 2849).
fn of_entry(text: &str, said: &Range<usize>) -> Option<Range<usize>> {
    /// Longest name of an attribute and longest value, and shortest value, in bytes.
    const NAME: usize = 32;
    const LONGEST: usize = 512;
    const SHORTEST: usize = 4;
    const NAMES: [&str; 10] =
        ["cn", "sn", "givenname", "displayname", "gecos", "dn", "name", "uid", "initials", "distinguishedname"];
    let name = line::whole_before(text, said.start, NAME)?.to_ascii_lowercase();
    let name = name.split(';').next().filter(|name| NAMES.contains(name))?;
    let start = said.end;
    let value = line::whole_behind(text, start, LONGEST)?.trim_end();
    let is_base64 = value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='));
    (value.len() >= SHORTEST && value.len().is_multiple_of(4) && is_base64 && !name.is_empty())
        .then(|| start..start + value.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_entries_are_encoded() {
        for (text, expected) in [
            ("cn:: SsO8cmdlbiBSb2U=", Some("SsO8cmdlbiBSb2U=")),
            ("objectClass: person\nsn;lang-de:: UsO2ZQ==\nmail: x", Some("UsO2ZQ==")),
            ("photo:: UsO2ZQ==", None),
            ("std::cn:: UsO2ZQ==", None),
            ("cn:: not base", None),
            ("cn:: ", None),
        ] {
            let at = text.rfind(":: ").unwrap();
            assert_eq!(of_entry(text, &(at..at + 3)).map(|place| &text[place]), expected, "{text}");
        }
    }

    #[test]
    fn heads_name_persons() {
        for (text, expected) in
            [("x-user-name: ", true), ("Subject: ", false), ("X-Display-Name: ", true), ("é: ", false)]
        {
            assert_eq!(names_person(text, text.len()), expected, "{text}");
        }
    }
}
