//! Numbers of records beside the name or the address of the person whom the same object describes: `{"id": 550217, "email": "…"}`,
//! `{"id": "51842", "properties": {"firstname": "…"}}`.

use std::{borrow::Cow, ops::Range};

use super::account_ids::is_id;
use super::record_numbers::ID_NUMBER_INFO;
use crate::text::{line, place_of, window};
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "(?:email|mail|email_?[aA]ddress|(?:first|last|given|family|full)[_ ]?[nN]ame|surname|birth_?[dD]ate|date_of_birth)\\\\?[\"']?(?:: ?| ?=> ?)\\\\?[\"']",
            0.7,
            0.75,
        ),
        // Go prints structures so: `{ID:550217 Name:Jane Roe Email:jane@example.com}`
        Pattern::within("Email:[0-9A-Za-z]", 0.7, 0.75),
        // Elements: `<id>550217</id><email>…`
        Pattern::within("</(?:id|ID|Id)>", 0.7, 0.75),
        // Lines of YAML: `id: 550217`, `email: …`
        Pattern::within("mail: ['\"]?[0-9A-Za-z]", 0.7, 0.75),
    ]),
    context: words![],
    check: |candidate| {
        let (text, range) = (candidate.field.text, &candidate.range);
        candidate.part(match candidate.pattern {
            // Nobody is described by nothing.
            0 if text.get(range.end..)?.starts_with(['"', '\'', '\\']) => return None,
            2 => in_element(text, range.start)?,
            3 => in_lines(text, range.start)?,
            _ => number(text, range)?,
        })
    },
}];

/// Bytes of an object that are looked at before and behind a member.
const FAR: usize = 256;

/// The number of the object that has the member at `member`, or of the one around it that names it a part of its own.
fn number(text: &str, member: &Range<usize>) -> Option<Range<usize>> {
    /// Names of objects in an object that describe what it numbers.
    const PARTS: [&str; 5] = ["properties", "attributes", "fields", "data", "profile"];
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

/// The number in the element that closes at `close`, if an element beside it has the name or the address of a person.
fn in_element(text: &str, close: usize) -> Option<Range<usize>> {
    const PERSONS: [&str; 9] = [
        "<email",
        "<mail>",
        "<e-mail",
        "<firstname",
        "<first_name",
        "<lastname",
        "<last_name",
        "<surname",
        "<fullname",
    ];
    let head = line::before(text, close, 80);
    let found = &head[head.rfind('>')? + 1..];
    let near = window::behind(text, close, FAR).to_ascii_lowercase();
    // Another element of that name belongs to another object.
    let near = near.get(1..)?.split("<id>").next()?;
    let is_person = PERSONS.iter().any(|element| near.contains(element));
    (is_person && is_id(found)).then(|| close - found.len()..close)
}

/// The number in a line that stands beside the one with an address at `at`, in the same column: `id: 550217`.
fn in_lines(text: &str, at: usize) -> Option<Range<usize>> {
    /// Most lines on either side.
    const LINES: usize = 6;
    let head = line::before(text, at, 64);
    let column = head.bytes().take_while(|b| matches!(b, b' ' | b'-')).count();
    let is_key = head[column..].bytes().all(|b| b.is_ascii_alphabetic() || matches!(b, b'_' | b'-'));
    let start = at - head.len();
    let before = window::before(text, start, FAR);
    let behind = line::behind(text, at, FAR);
    let below = window::behind(text, at + behind.len(), FAR);
    let numbered = |line: &str| {
        let value = line.get(column..)?.strip_prefix("id: ")?.trim_end();
        let bare = value.trim_matches(['"', '\'']);
        let is_indent = line[..column].bytes().all(|b| matches!(b, b' ' | b'-'));
        (is_indent && is_id(bare)).then(|| place_of(text, bare))?
    };
    // An item of a list begins an object of its own.
    let begins = |line: &&str| !line.trim_start().starts_with("- ");
    let mut above = None;
    for line in before.lines().rev().take(LINES) {
        above = numbered(line);
        if above.is_some() || !begins(&line) {
            break;
        }
    }
    let below = || below.lines().skip(1).take(LINES).take_while(begins).find_map(numbered);
    let starts = head.trim_start().starts_with("- ");
    (is_key && line::begins(text, start)).then(|| above.filter(|_| !starts).or_else(below))?
}

/// The place of the bracket that opens the object which goes on behind `before`.
fn opening(before: &str) -> Option<usize> {
    let mut depth = 0_usize;
    // Arrays of PHP and hashes of Ruby have arrows, in any brackets.
    let is_arrow = before.contains("=>");
    before.bytes().rposition(|b| match b {
        b'}' | b']' | b')' => {
            depth += 1;
            false
        }
        b'{' | b'[' | b'(' if depth > 0 => {
            depth -= 1;
            false
        }
        b => b == b'{' || is_arrow && matches!(b, b'[' | b'('),
    })
}

/// The place of the bracket that closes the object which `behind` goes on with.
fn closing(behind: &str) -> Option<usize> {
    let mut depth = 0_usize;
    behind.bytes().position(|b| match b {
        b'{' | b'[' | b'(' => {
            depth += 1;
            false
        }
        b'}' | b']' | b')' if depth > 0 => {
            depth -= 1;
            false
        }
        b => matches!(b, b'}' | b']' | b')'),
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
            b':' | b'>' if depth == 0 => {
                let head = match byte {
                    b':' => &inner[..at],
                    _ => inner[..at].strip_suffix('=').unwrap_or_default().trim_end(),
                };
                let head = head.trim_end_matches(['"', '\'', '\\']);
                let name = head.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next()?;
                if !NAMES.contains(&name) {
                    continue;
                }
                let rest = inner[at + 1..].trim_start();
                let bare = rest.trim_start_matches(['\\', '"', '\'']);
                let len = bare.bytes().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric() || b"-_".contains(b));
                let len = len.count();
                let ends = bare[len..].trim_start_matches(['\\', '"', '\'']).trim_start();
                let is_whole = ends.is_empty() || ends.starts_with([',', '}', ']', ')']) || name == "ID";
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
    fn elements_and_lines_of_persons_are_numbered() {
        for (text, expected) in [
            ("<user><id>550217</id><email>jane@example.com</email></user>", Some("550217")),
            ("<order><id>550217</id><sum>7</sum></order>", None),
            ("<x><id>550217</id></x><y><id>7</id><email>jane@example.com</email></y>", None),
        ] {
            let close = text.find("</id>").unwrap();
            assert_eq!(in_element(text, close).map(|place| &text[place]), expected, "{text}");
        }
        for (text, expected) in [
            ("- id: 550217\n  email: jane@example.com\n", Some("550217")),
            ("user:\n  email: jane@example.com\n  id: '550217'\n", Some("550217")),
            ("id: 550217\nuser:\n  email: jane@example.com\n", None),
            ("- id: 550217\n  plan: x\n- email: jane@example.com\n", None),
            ("é: é\nemail: é", None),
        ] {
            let at = text.find("mail:").unwrap();
            assert_eq!(in_lines(text, at).map(|place| &text[place]), expected, "{text}");
        }
    }

    #[test]
    fn objects_of_persons_are_numbered() {
        for (text, expected) in [
            (r#"{"id": 550217, "name": "X", "email": "jane@example.com"}"#, Some("550217")),
            (r#"{"email": "jane@example.com", "id": "550217"}"#, Some("550217")),
            (r#"{\"uid\":550217,\"mail\":\"jane@example.com\"}"#, Some("550217")),
            ("{ id: 550217, firstName: 'Jane' }", Some("550217")),
            (r#"{"id": "550217", "properties": {"createdate": "x", "firstname": "Jane"}}"#, Some("550217")),
            (r#"{"type": "people", "id": "550217", "attributes": {"email": "jane@example.com"}}"#, Some("550217")),
            (r#"{"id"=>"550217", "email"=>"jane@example.com"}"#, Some("550217")),
            ("array('id' => 550217, 'email' => 'jane@example.com')", Some("550217")),
            (r#"{"id": 550217, "author": {"email": "jane@example.com"}}"#, None),
            (r#"{"plan": {"id": 550217}, "email": "jane@example.com"}"#, None),
            (r#"[{"id": 550217}, {"email": "jane@example.com"}]"#, None),
            (r#"{"id": 7, "email": "jane@example.com"}"#, None),
            ("é: 'é', email: 'é'", None),
        ] {
            let at = ["mail", "irst"].iter().filter_map(|word| text.find(word)).min().unwrap();
            let sign = at + text[at..].find([':', '>']).unwrap();
            let open = sign + text[sign..].find(['"', '\'']).unwrap();
            assert_eq!(number(text, &(at..open + 1)).map(|place| &text[place]), expected, "{text}");
        }
    }
}
