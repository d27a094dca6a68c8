//! Fields within texts: `always` and `never` of a route hold for `name=value` of logfmt as they do for members of JSON; in
//! searches also for `name:value`, the syntax of Lucene's queries. What is found in a value of a query, or of a tag, is
//! what would be found in a member of that name.

use std::{borrow::Cow, ops::Range};

use super::texts::{RequestText, RequestTexts, TextKind};
use crate::profile::{Action, Author};
use masquerade_detect::{
    entity::Entity,
    text::{Span, place_of},
};

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

/// Adds the entities that `detect` finds in values of queries and tags, as in members of their names.
pub(super) fn find(
    texts: &RequestTexts<'_>,
    found: &mut [Vec<Entity>],
    detect: impl Fn(Author, &str, &str) -> Vec<Entity>,
) {
    for (at, (text, entities)) in texts.all.iter().zip(found).enumerate() {
        let content = text.content();
        if is_query(texts, text) {
            for Pair { name, value } in query_values(content, texts.default_field(at)) {
                add(entities, content, &value, detect(text.author, name, &content[value.clone()]));
            }
        } else if texts.is_log && text.kind == TextKind::Text && !text.is_whole {
            for Pair { name, value } in tags(content) {
                add(entities, content, &value, detect(text.author, name, &content[value.clone()]));
            }
        }
    }
}

/// Adds entities of a value, but for those that others overlap.
fn add(entities: &mut Vec<Entity>, text: &str, value: &Range<usize>, more: Vec<Entity>) {
    for mut entity in more {
        let Some(span) = Span::new(text, value.start + entity.span.start()..value.start + entity.span.end()) else {
            continue;
        };
        entity.span = span;
        // They are in order and apart.
        let at = entities.partition_point(|other| other.span.start() < span.start());
        if !entities[at.saturating_sub(1)..].iter().take(2).any(|other| other.span.overlaps(span)) {
            entities.insert(at, entity);
        }
    }
}

/// Reports whether a text is a query in a language that names fields.
fn is_query(texts: &RequestTexts<'_>, text: &RequestText<'_>) -> bool {
    const MEMBERS: [&str; 5] = ["query_string", "simple_query_string", "query", "q", "filter"];
    let is_member = || text.key.as_deref().is_some_and(|key| MEMBERS.contains(&key));
    texts.is_search
        && !text.is_whole
        && matches!(text.kind, TextKind::Text | TextKind::Form | TextKind::Query(_))
        && is_member()
}

/// Reports whether a text is a query in Lucene's language, to which brackets are those of ranges.
pub(super) fn is_lucene(texts: &RequestTexts<'_>, text: &RequestText<'_>) -> bool {
    is_query(texts, text) && matches!(text.key.as_deref(), Some("query_string" | "q"))
}

/// A substitute as it stands at byte `at` of a query in Lucene's language: in a phrase as it is, else with its brackets
/// escaped.
pub(super) fn escaped<'s>(query: &str, at: usize, substitute: &'s str) -> Cow<'s, str> {
    /// Longest beginning of a query in which phrases are looked for: in them an escape does no harm.
    const FAR: usize = 4096;
    let is_phrase = at <= FAR && query[..at].bytes().filter(|byte| *byte == b'"').count() % 2 == 1;
    if is_phrase || !substitute.contains(['[', ']']) {
        return Cow::Borrowed(substitute);
    }
    Cow::Owned(substitute.replace('[', "\\[").replace(']', "\\]"))
}

/// The tags that a text is, with commas between them: `user:jdoe,env:prod`. Empty: it is something else.
fn tags(text: &str) -> impl Iterator<Item = Pair<'_>> {
    /// Longest text of tags, in bytes.
    const LONGEST: usize = 1024;
    let is_tag = |tag: &str| {
        tag.split_once(':').is_some_and(|(name, value)| {
            let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
            let begins = name.len() > 1 && name.starts_with(|c: char| c.is_ascii_alphabetic());
            begins && name.bytes().all(is_name) && !value.is_empty() && !value.starts_with(['/', ':', '\\'])
        })
    };
    let may_be = text.len() <= LONGEST && text.contains(':') && !text.contains(char::is_whitespace);
    let tags = if may_be && text.split(',').all(is_tag) { text } else { "" };
    let mut at = 0;
    tags.split(',').filter_map(move |tag| {
        let start = at;
        at += tag.len() + 1;
        let (name, value) = tag.split_once(':')?;
        let value = start + name.len() + 1..start + name.len() + 1 + value.len();
        Some(Pair { name, value })
    })
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
    for (at, (text, entities)) in texts.all.iter().zip(found).enumerate() {
        let is_text = match text.kind {
            TextKind::Text => true,
            TextKind::Form | TextKind::Query(_) => texts.is_search,
            _ => false,
        };
        if !is_text || text.is_whole {
            continue;
        }
        let all: &mut dyn Iterator<Item = Pair<'_>> = match texts.is_search {
            true => &mut query_values(text.content(), texts.default_field(at)),
            false => &mut pairs(text.content(), false),
        };
        for Pair { name, value } in all {
            let is_parameter = texts.is_search && is_parameter(&text.content()[value.clone()]);
            if !is_parameter && texts.field_action(name) == Some(action) {
                apply(text.author, text.content(), value, entities);
            }
        }
    }
}

/// Reports whether a value of a query stands for a parameter: `?`, `?2`, `?user`.
fn is_parameter(value: &str) -> bool {
    value.strip_prefix('?').is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}

/// The values in a query with their names: those of pairs, and the terms that name no field, if there is a default one.
fn query_values<'t>(query: &'t str, default_field: Option<&'t str>) -> impl Iterator<Item = Pair<'t>> {
    let terms = default_field.map(|name| terms(query).map(move |value| Pair { name, value }));
    pairs(query, true).chain(terms.into_iter().flatten())
}

/// The places of the terms of a query that stand in no pair: words and phrases, without the signs of Lucene's syntax.
fn terms(query: &str) -> impl Iterator<Item = Range<usize>> {
    let place = |pair: Pair<'_>| Some(place_of(query, pair.name)?.start.min(pair.value.start)..pair.value.end);
    let pairs = pairs(query, true).filter_map(place).chain(std::iter::once(query.len()..query.len()));
    let mut at = 0;
    pairs
        .map(move |pair| {
            let gap = at.min(pair.start)..pair.start;
            // The name of a field counts for all values in brackets, and a quote closes the value before it.
            at = at.max(pair.end + usize::from(query[pair.end..].starts_with(['"', '\''])));
            gap
        })
        .flat_map(|gap| terms_in(query, gap))
}

/// The terms between two pairs.
fn terms_in(query: &str, gap: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    /// Signs before a term, and in it that make it a pattern.
    const BEFORE: [char; 7] = ['(', ')', '+', '-', '!', '|', '&'];
    const PATTERN: [char; 11] = ['*', '?', '/', '[', ']', '{', '}', '<', '>', '=', ':'];
    const OPERATORS: [&str; 4] = ["OR", "AND", "NOT", "TO"];
    let mut at = gap.start;
    std::iter::from_fn(move || {
        loop {
            let rest = query.get(at..gap.end)?;
            at += rest.find(|c: char| !c.is_whitespace() && !BEFORE.contains(&c))?;
            let value = value(&query[..gap.end], at, true);
            let is_phrase = value.start > at;
            at = query.ceil_char_boundary(value.end.max(at) + 1);
            let term = &query[value.clone()];
            // `roe~2^4)`
            let length = if is_phrase { term.len() } else { term.find(['~', '^', ')']).unwrap_or(term.len()) };
            let term = &term[..length];
            if !term.is_empty() && !term.contains(PATTERN) && !OPERATORS.contains(&term) {
                return Some(value.start..value.start + length);
            }
        }
    })
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
            // Languages of queries have blanks around the sign, and some write it twice: `user.name == "ann"`.
            let end = if is_search { at + text[at..sign].trim_end_matches(' ').len() } else { sign };
            let length = text.as_bytes()[at..end].iter().rev().take_while(|byte| is_name(byte)).count();
            let name = &text[end - length..end];
            let sign = if is_search { last_of_sign(text, sign) } else { sign };
            if is_search && text[sign + 1..].starts_with('(') && !name.is_empty() {
                let end = memchr::memchr(b')', &text.as_bytes()[sign..]).map_or(text.len(), |end| sign + end);
                (at, open) = (sign + 2, Some((name, end)));
                continue;
            }
            let mut value = value(text, sign + 1, is_search);
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

/// The last byte of the sign at byte `sign` of a query and of the blanks behind it.
fn last_of_sign(query: &str, sign: usize) -> usize {
    let rest = &query[sign..];
    let signs = rest.len() - rest.trim_start_matches('=').len();
    let behind = &rest[signs.max(1)..];
    sign + signs.max(1) + behind.len() - behind.trim_start_matches(' ').len() - 1
}

/// The next value from byte `at` on in brackets that end at byte `end`.
fn next_in_brackets(text: &str, mut at: usize, end: usize) -> Option<Range<usize>> {
    /// Words between values.
    const OPERATORS: [&str; 5] = ["OR", "AND", "NOT", "||", "&&"];
    loop {
        let rest = text.get(at..end)?;
        at += rest.len() - rest.trim_start_matches([' ', '"']).len();
        // A value is read with its opening quote.
        let mut value = value(&text[..end], at - usize::from(text[..at].ends_with('"')), true);
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

/// The place of the value that begins at byte `at`: in quotes, which in a search may be single ones, or up to white space or a
/// separator before it.
fn value(text: &str, at: usize, is_search: bool) -> Range<usize> {
    let rest = &text[at..];
    let quote = if is_search && rest.starts_with('\'') { '\'' } else { '"' };
    if let Some(quoted) = rest.strip_prefix(quote) {
        let mut is_escaped = false;
        let end = quoted.bytes().position(|byte| {
            let ends = char::from(byte) == quote && !is_escaped;
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
    fn terms_stand_beside_the_pairs_of_a_query() {
        for (query, expected) in [
            ("jdoe", &["jdoe"][..]),
            ("jdoe OR (+ann -\"Bo Roe\"~2) AND mia~1^2", &["jdoe", "ann", "Bo Roe", "mia"]),
            ("ann user.name:bo level:(info OR warn) mia", &["ann", "mia"]),
            ("a* AND [1 TO 5] /x?y/", &[]),
            ("NOT \"ann", &["ann"]),
            ("user.name:\"bo\" ann \"cy\"", &["ann", "cy"]),
            ("ann\u{a0}bo\u{2003}cy", &["ann", "bo", "cy"]),
            ("", &[]),
            ("é ü:x ö", &["é", "ö"]),
        ] {
            let found: Vec<_> = terms(query).map(|place| &query[place]).collect();
            assert_eq!(found, expected, "{query}");
        }
    }

    #[test]
    fn tags_are_told_from_other_texts() {
        for (text, expected) in [
            ("user:jdoe,env:prod", &[("user", "jdoe"), ("env", "prod")][..]),
            ("usr.email:jane@example.com", &[("usr.email", "jane@example.com")]),
            ("https://example.com", &[]),
            ("user:jdoe, env:prod", &[]),
            ("12:30", &[]),
            ("fe80::1", &[]),
            ("C:\\x", &[]),
            ("user:", &[]),
            ("", &[]),
        ] {
            let found: Vec<_> = tags(text).map(|tag| (tag.name, &text[tag.value])).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn brackets_are_escaped_but_in_phrases() {
        for (query, at, expected) in
            [("user:ann", 5, "\\[X_1\\]"), ("user:\"ann\"", 6, "[X_1]"), ("a:\"b\" ann", 6, "\\[X_1\\]")]
        {
            assert_eq!(escaped(query, at, "[X_1]"), expected, "{query}");
        }
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
        let text = "from l | where user.name == \"ann\" and host = 'h 1' | keep x; user : bo";
        let found: Vec<_> = pairs(text, true).map(|pair| (pair.name, &text[pair.value])).collect();
        assert_eq!(found, [("user.name", "ann"), ("host", "h 1"), ("user", "bo")]);
        assert_eq!(pairs("a:() b:( c:", true).map(|pair| pair.name).collect::<Vec<_>>(), ["b"]);
    }
}
