//! Fields of logfmt within texts: `always` and `never` of a route hold for `name=value` as they do for members of JSON.

use std::ops::Range;

use super::texts::{RequestTexts, TextKind};
use crate::profile::Action;
use masquerade_detect::entity::Entity;

/// Makes entities of the values that are always masked, as `whole` makes one of the entities within.
pub(super) fn mask(
    texts: &RequestTexts<'_>,
    found: &mut [Vec<Entity>],
    whole: impl Fn(&[Entity], &str, Range<usize>) -> Entity,
) {
    each(texts, found, Action::Whole, |content, value, entities| {
        let is_within = |entity: &Entity| entity.span.start() < value.end && value.start < entity.span.end();
        let (inner, mut outer): (Vec<_>, Vec<_>) = entities.drain(..).partition(is_within);
        let start = inner.iter().map(|entity| entity.span.start()).fold(value.start, usize::min);
        let end = inner.iter().map(|entity| entity.span.end()).fold(value.end, usize::max);
        let at = outer.partition_point(|entity| entity.span.start() < start);
        outer.insert(at, whole(&inner, content, start..end));
        *entities = outer;
    });
}

/// Takes out the entities in values that are never masked.
pub(super) fn keep(texts: &RequestTexts<'_>, found: &mut [Vec<Entity>]) {
    each(texts, found, Action::Skip, |_, value, entities| {
        entities.retain(|entity| entity.span.start() < value.start || value.end < entity.span.end());
    });
}

/// Calls `apply` for each value in texts whose name has an action by the route's fields.
fn each(
    texts: &RequestTexts<'_>,
    found: &mut [Vec<Entity>],
    action: Action,
    apply: impl Fn(&str, Range<usize>, &mut Vec<Entity>),
) {
    if !texts.has_fields() {
        return;
    }
    for (text, entities) in texts.all.iter().zip(found) {
        if text.kind != TextKind::Text || text.is_whole {
            continue;
        }
        for Pair { name, value } in pairs(text.content()) {
            if texts.field_action(name) == Some(action) {
                apply(text.content(), value, entities);
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

/// The pairs in a text, values of which are not empty.
fn pairs(text: &str) -> impl Iterator<Item = Pair<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let sign = at + memchr::memchr(b'=', &text.as_bytes()[at..])?;
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'/' | b'@');
            let length = text.as_bytes()[at..sign].iter().rev().take_while(|byte| is_name(byte)).count();
            let name = &text[sign - length..sign];
            let value = value(text, sign + 1);
            at = value.end.max(sign + 1);
            if !name.is_empty() && !value.is_empty() {
                return Some(Pair { name, value });
            }
        }
    })
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
        let found: Vec<_> = pairs(text).map(|pair| (pair.name, &text[pair.value])).collect();
        let expected =
            [("level", "info"), ("user.name", "Ann \\\"A\\\" Lee"), ("n", "1"), ("id", "7"), ("open", "a b")];
        assert_eq!(found, expected);
    }
}
