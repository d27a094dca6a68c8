//! Fields of logfmt within texts: `always` and `never` of a route hold for `name=value` as they do for members of JSON; in
//! searches also for `name:value`, the syntax of Lucene's queries.

use std::ops::Range;

use super::texts::{RequestTexts, TextKind};
use crate::profile::{Action, Author};
use masquerade_detect::entity::Entity;

/// Makes entities of the values that are always masked, as `whole` makes one of a range of a text of an author.
pub(super) fn mask(
    texts: &RequestTexts<'_>,
    found: &mut [Vec<Entity>],
    whole: impl Fn(Author, &str, Range<usize>) -> Entity,
) {
    each(texts, found, Action::Whole, |author, content, value, entities| {
        let is_within = |entity: &Entity| entity.span.start() < value.end && value.start < entity.span.end();
        let (inner, mut outer): (Vec<_>, Vec<_>) = entities.drain(..).partition(is_within);
        let start = inner.iter().map(|entity| entity.span.start()).fold(value.start, usize::min);
        let end = inner.iter().map(|entity| entity.span.end()).fold(value.end, usize::max);
        let at = outer.partition_point(|entity| entity.span.start() < start);
        outer.insert(at, whole(author, content, start..end));
        *entities = outer;
    });
}

/// Takes out the entities in values that are never masked.
pub(super) fn keep(texts: &RequestTexts<'_>, found: &mut [Vec<Entity>]) {
    each(texts, found, Action::Skip, |_, _, value, entities| {
        entities.retain(|entity| entity.span.start() < value.start || value.end < entity.span.end());
    });
}

/// Calls `apply` for each value in texts whose name has an action by the route's fields.
fn each(
    texts: &RequestTexts<'_>,
    found: &mut [Vec<Entity>],
    action: Action,
    apply: impl Fn(Author, &str, Range<usize>, &mut Vec<Entity>),
) {
    if !texts.has_fields() {
        return;
    }
    for (text, entities) in texts.all.iter().zip(found) {
        let is_text = match text.kind {
            TextKind::Text => true,
            TextKind::Query(_) => texts.is_search,
            _ => false,
        };
        if !is_text || text.is_whole {
            continue;
        }
        for Pair { name, value } in pairs(text.content(), texts.is_search) {
            if texts.field_action(name) == Some(action) {
                apply(text.author, text.content(), value, entities);
            }
        }
    }
}

/// A pair of logfmt.
#[derive(Debug, PartialEq, Eq)]
struct Pair<'t> {
    name: &'t str,
    /// The place of the value, without quotes.
    value: Range<usize>,
}

/// The pairs in a text, values of which are not empty. `is_search`: a colon stands between name and value, too, and several
/// values may stand in brackets.
fn pairs(text: &str, is_search: bool) -> impl Iterator<Item = Pair<'_>> {
    let mut at = 0;
    // The name and the end of brackets that are open.
    let mut open: Option<(&str, usize)> = None;
    std::iter::from_fn(move || {
        loop {
            if let Some((name, end)) = open {
                match next_in_brackets(text, at, end) {
                    Some(value) => {
                        at = value.end;
                        return Some(Pair { name, value });
                    }
                    None => (at, open) = (end, None),
                }
            }
            let second = if is_search { b':' } else { b'=' };
            let sign = at + memchr::memchr2(b'=', second, &text.as_bytes()[at..])?;
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/' | b'@');
            let length = text.as_bytes()[at..sign].iter().rev().take_while(|byte| is_name(byte)).count();
            let name = &text[sign - length..sign];
            if is_search && text[sign + 1..].starts_with('(') && !name.is_empty() {
                let end = memchr::memchr(b')', &text.as_bytes()[sign..]).map_or(text.len(), |end| sign + end);
                (at, open) = (sign + 2, Some((name, end)));
                continue;
            }
            let mut value = value(text, sign + 1);
            if is_search && text.as_bytes()[sign + 1..].first() != Some(&b'"') {
                value.end = value.start + text[value.clone()].trim_end_matches(')').len();
            }
            at = value.end.max(sign + 1);
            if !name.is_empty() && !value.is_empty() {
                return Some(Pair { name, value });
            }
        }
    })
}

/// The next value from byte `at` on in brackets that end at byte `end`.
fn next_in_brackets(text: &str, mut at: usize, end: usize) -> Option<Range<usize>> {
    /// Words between values.
    const OPERATORS: [&str; 5] = ["OR", "AND", "NOT", "||", "&&"];
    loop {
        let rest = text.get(at..end)?;
        at += rest.len() - rest.trim_start_matches([' ', '"']).len();
        // A value is read with its opening quote.
        let mut value = value(&text[..end], at - usize::from(text[..at].ends_with('"')));
        value.end = value.end.min(end);
        if value.is_empty() {
            return None;
        }
        if !OPERATORS.contains(&&text[value.clone()]) {
            return Some(value);
        }
        at = value.end;
    }
}

/// The place of the value that begins at byte `at`: in quotes, or up to white space or a separator before it.
fn value(text: &str, at: usize) -> Range<usize> {
    let rest = &text[at..];
    if let Some(quoted) = rest.strip_prefix('"') {
        let mut is_escaped = false;
        let end = quoted.bytes().position(|byte| {
            let ends = byte == b'"' && !is_escaped;
            is_escaped = byte == b'\\' && !is_escaped;
            ends
        });
        return at + 1..at + 1 + end.unwrap_or(quoted.len());
    }
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    at..at + rest[..end].trim_end_matches([',', ';']).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_with_their_values() {
        let text = "level=info user.name=\"Ann \\\"A\\\" Lee\" n=1, empty= \"x\" =y \u{fc}id=7 open=\"a b";
        let found: Vec<_> = pairs(text, false).map(|pair| (pair.name, &text[pair.value])).collect();
        let expected =
            [("level", "info"), ("user.name", "Ann \\\"A\\\" Lee"), ("n", "1"), ("id", "7"), ("open", "a b")];
        assert_eq!(found, expected);
    }

    #[test]
    fn pairs_of_searches_have_colons_too() {
        let text = "user.name:\"Ann Lee\" AND (seat:42) OR user.name:(ann OR \"Bo Roe\") AND level:info a=b";
        let found: Vec<_> = pairs(text, true).map(|pair| (pair.name, &text[pair.value])).collect();
        let expected = [
            ("user.name", "Ann Lee"),
            ("seat", "42"),
            ("user.name", "ann"),
            ("user.name", "Bo Roe"),
            ("level", "info"),
            ("a", "b"),
        ];
        assert_eq!(found, expected);
        assert_eq!(pairs("a:() b:( c:", true).map(|pair| pair.name).collect::<Vec<_>>(), ["b"]);
    }
}
