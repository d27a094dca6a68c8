//! The system note: an edit that adds a route's note to the model to a request, in the place that the API has for it.

use crate::{
    codec::syntax::{
        Edit,
        json::{Cursor, Token, escape},
    },
    profile::{NotePlace, TextBlock},
};

/// The edit of `doc`, a valid JSON document, that adds `text`; `None` if there is no place for it. It
/// depends only on the neighbouring bytes, so that it is the same at every turn of a conversation.
pub(super) fn edit(doc: &str, place: NotePlace, text: &str) -> Option<Edit> {
    let mut quoted = String::from("\"");
    escape(text, &mut quoted);
    quoted.push('"');
    let root = Cursor::object(doc)?;
    match place {
        NotePlace::Text { member, block } => match root.member(member) {
            Some((value, cursor)) => append(&value, &cursor, &quoted, block),
            None => {
                let comma = if root.first().is_none() { "" } else { "," };
                Some(insert(root.position(), format!("\"{member}\":{quoted}{comma}")))
            }
        },
        NotePlace::Message { messages, role, roles, content, block } => {
            let (Token::ArrayStart(_), messages) = root.member(messages)? else { return None };
            if let Some((Token::ObjectStart(_), first)) = messages.first()
                && let Some((Token::String(found), _)) = first.member(role)
                && roles.contains(&found.raw(doc))
                && let Some((content, cursor)) = first.member(content)
            {
                return append(&content, &cursor, &quoted, block);
            }
            let comma = if messages.first().is_none() { "" } else { "," };
            let new = roles.first()?;
            let message = format!("{{\"{role}\":\"{new}\",\"{content}\":{quoted}}}{comma}");
            Some(insert(messages.position(), message))
        }
    }
}

/// Appends to a value that is a text or an array of text blocks.
fn append(value: &Token, cursor: &Cursor<'_>, quoted: &str, block: TextBlock) -> Option<Edit> {
    match value {
        Token::String(string) => {
            let text = quoted.get(1..quoted.len() - 1)?;
            let gap = if string.range.is_empty() { "" } else { "\\n\\n" };
            Some(insert(string.range.end, format!("{gap}{text}")))
        }
        Token::ArrayStart(_) => {
            let comma = if cursor.first().is_none() { "" } else { "," };
            let TextBlock { before, behind } = block;
            Some(insert(cursor.end()?, format!("{comma}{before}{quoted}{behind}")))
        }
        Token::Literal(range) => Some(Edit { range: range.clone(), replacement: quoted.to_owned() }),
        _ => None,
    }
}

fn insert(at: usize, text: String) -> Edit {
    Edit { range: at..at, replacement: text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{codec::syntax::splice, profile::Profiles};

    fn noted(doc: &str, place: NotePlace) -> Option<String> {
        let mut out = Vec::new();
        splice(doc.as_bytes(), &[edit(doc, place, "N\"")?], &mut out).unwrap();
        Some(String::from_utf8(out).unwrap())
    }

    #[test]
    fn goes_where_the_api_has_a_place_for_it() {
        let note = |path| Profiles::all().find(None, "POST", path).unwrap().profile.exchange.system_note.unwrap();
        let (chat, system) = (note("/v1/chat/completions"), note("/v1/messages"));
        for (place, doc, expected) in [
            (system, r#"{"a": 1}"#, r#"{"system":"N\"","a": 1}"#),
            (system, "{}", r#"{"system":"N\""}"#),
            (system, r#"{"x":{"system":1}, "system":"Be."}"#, r#"{"x":{"system":1}, "system":"Be.\n\nN\""}"#),
            (system, r#"{"system":""}"#, r#"{"system":"N\""}"#),
            (system, r#"{"system":null}"#, r#"{"system":"N\""}"#),
            (system, r#"{"system":[]}"#, r#"{"system":[{"type":"text","text":"N\""}]}"#),
            (system, r#"{"system":[{"a":[]}]}"#, r#"{"system":[{"a":[]},{"type":"text","text":"N\""}]}"#),
            (
                chat,
                r#"{"messages":[{"role":"user","content":"Hi"}]}"#,
                r#"{"messages":[{"role":"system","content":"N\""},{"role":"user","content":"Hi"}]}"#,
            ),
            (
                chat,
                r#"{"messages":[{"content":"Be.","role":"developer"}]}"#,
                r#"{"messages":[{"content":"Be.\n\nN\"","role":"developer"}]}"#,
            ),
            (chat, r#"{"messages":[]}"#, r#"{"messages":[{"role":"system","content":"N\""}]}"#),
        ] {
            assert_eq!(noted(doc, place).as_deref(), Some(expected), "{doc}");
        }
        assert_eq!(noted(r#"{"a":1}"#, chat), None);
        assert_eq!(noted("[]", system), None);
        assert_eq!(noted(r#"{"system":1}"#, system), None);
    }
}
