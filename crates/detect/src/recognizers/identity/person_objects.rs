//! Numbers of records beside the name or the address of the person whom the same object describes: `{"id": 550217, "email": "…"}`,
//! `{"id": "51842", "properties": {"firstname": "…"}}`.

use std::{borrow::Cow, ops::Range};

use super::account_ids::is_id;
use super::record_numbers::ID_NUMBER_INFO;
use crate::text::window;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[Pattern::within(
        "(?:email|mail|email_?[aA]ddress|(?:first|last|given|family|full)[_ ]?[nN]ame|surname|birth_?[dD]ate|date_of_birth)\\\\?[\"']?: ?\\\\?[\"']",
        0.7,
        0.75,
    )]),
    context: words![],
    check: |candidate| candidate.part(number(candidate.field.text, &candidate.range)?),
}];

/// Bytes of an object that are looked at before and behind a member.
const FAR: usize = 256;

/// The number of the object that has the member at `member`, or of the one around it that names it a part of its own.
fn number(text: &str, member: &Range<usize>) -> Option<Range<usize>> {
    /// Names of objects in an object that describe what it numbers.
    const PARTS: [&str; 5] = ["properties", "attributes", "fields", "data", "profile"];
    // Nobody is described by nothing.
    if text.get(member.end..)?.starts_with(['"', '\'', '\\']) {
        return None;
    }
    let before = window::before(text, member.start, FAR);
    let start = member.start - before.len();
    let open = opening(before)?;
    let inner = || numbered(text, start + open + 1..member.start);
    let behind = || {
        let rest = window::behind(text, member.end, FAR);
        numbered(text, member.end..member.end + closing(rest).unwrap_or(rest.len()))
    };
    let outer = || {
        let head = before[..open].trim_end().strip_suffix(':')?.trim_end().trim_end_matches(['"', '\'', '\\']);
        let is_part = PARTS.iter().any(|part| head.ends_with(part));
        let around = opening(head).filter(|_| is_part)?;
        numbered(text, start + around + 1..start + head.len())
    };
    inner().or_else(behind).or_else(outer)
}

/// The place of the bracket that opens the object which goes on behind `before`.
fn opening(before: &str) -> Option<usize> {
    let mut depth = 0_usize;
    before.bytes().rposition(|b| match b {
        b'}' | b']' => {
            depth += 1;
            false
        }
        b'{' | b'[' if depth > 0 => {
            depth -= 1;
            false
        }
        b => b == b'{',
    })
}

/// The place of the bracket that closes the object which `behind` goes on with.
fn closing(behind: &str) -> Option<usize> {
    let mut depth = 0_usize;
    behind.bytes().position(|b| match b {
        b'{' | b'[' => {
            depth += 1;
            false
        }
        b'}' | b']' if depth > 0 => {
            depth -= 1;
            false
        }
        b => b == b'}',
    })
}

/// The value of the member that is called an identifier among the members at `members`, and not within an object of theirs.
fn numbered(text: &str, members: Range<usize>) -> Option<Range<usize>> {
    /// Names of numbers, and longest value, in bytes.
    const NAMES: [&str; 4] = ["id", "_id", "uid", "ID"];
    const LONGEST: usize = 64;
    let inner = text.get(members.clone())?;
    let mut depth = 0_usize;
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b':' if depth == 0 => {
                let head = inner[..at].trim_end_matches(['"', '\'', '\\']);
                let name = head.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
                if !NAMES.contains(&name) {
                    continue;
                }
                let rest = inner[at + 1..].trim_start();
                let bare = rest.trim_start_matches(['\\', '"', '\'']);
                let len = bare.bytes().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric() || b"-_".contains(b));
                let len = len.count();
                let ends = bare[len..].trim_start_matches(['\\', '"', '\'']).trim_start();
                let is_whole = ends.is_empty() || ends.starts_with([',', '}']);
                let start = members.start + inner.len() - bare.len();
                return (is_whole && is_id(&bare[..len])).then_some(start..start + len);
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_of_persons_are_numbered() {
        for (text, expected) in [
            (r#"{"id": 550217, "name": "X", "email": "jane@example.com"}"#, Some("550217")),
            (r#"{"email": "jane@example.com", "id": "550217"}"#, Some("550217")),
            (r#"{\"uid\":550217,\"mail\":\"jane@example.com\"}"#, Some("550217")),
            ("{ id: 550217, firstName: 'Jane' }", Some("550217")),
            (r#"{"id": "550217", "properties": {"createdate": "x", "firstname": "Jane"}}"#, Some("550217")),
            (r#"{"type": "people", "id": "550217", "attributes": {"email": "jane@example.com"}}"#, Some("550217")),
            (r#"{"id": 550217, "author": {"email": "jane@example.com"}}"#, None),
            (r#"{"plan": {"id": 550217}, "email": "jane@example.com"}"#, None),
            (r#"[{"id": 550217}, {"email": "jane@example.com"}]"#, None),
            (r#"{"id": 7, "email": "jane@example.com"}"#, None),
            ("é: 'é', email: 'é'", None),
        ] {
            let at = ["mail", "irst"].iter().filter_map(|word| text.find(word)).min().unwrap();
            let sign = at + text[at..].find(':').unwrap();
            let open = sign + text[sign..].find(['"', '\'']).unwrap();
            assert_eq!(number(text, &(at..open + 1)).map(|place| &text[place]), expected, "{text}");
        }
    }
}
