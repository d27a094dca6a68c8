//! [`SearchedFields`]: the fields that a search names beside the values which it looks for there.
//!
//! `{"multi_match": {"query": "jdoe", "fields": ["user.name"]}}` looks for `jdoe` in `user.name`, and `WHERE user.name = ?` for its
//! parameter. So that a value is told, and replaced, as in a document, it is read under the name of its field.

use std::ops::Range;

use super::{Leaf, field_action};
use crate::{codec::syntax::json::Str, profile::PathTable};

/// Members that name fields.
const FIELDS: [&str; 2] = ["field", "fields"];

/// Members with values of the fields that are named beside them.
const OPERANDS: [&str; 8] = ["query", "include", "exclude", "like", "unlike", "text", "prefix", "regex"];

/// The member of a statement with the values of its parameters.
const PARAMETERS: &str = "params";

/// Members of a suggestion that name the field of the text beside them.
const SUGGESTERS: [&str; 3] = ["term", "phrase", "completion"];

/// The query in a language of its own, which names fields within.
const QUERY_STRING: &str = "query_string";

/// Fields with whole texts, whose names say nothing of a value.
const TEXT_FIELDS: [&str; 10] =
    ["*", "_all", "message", "msg", "log", "text", "body", "content", "title", "description"];

/// The open objects of a search.
#[derive(Debug, Default)]
pub(super) struct SearchedFields {
    objects: Vec<SearchObject>,
}

/// The members of one object of a search.
#[derive(Debug, Default)]
struct SearchObject {
    /// The names of fields.
    fields: Vec<Str>,
    /// The leaves that are values of these.
    operands: Vec<usize>,
    /// The statement with parameters.
    statement: Option<Str>,
    /// The leaves that are values of parameters, each with its number.
    parameters: Vec<(usize, usize)>,
    /// The number of parameters so far.
    count: usize,
}

impl SearchedFields {
    /// Begins an object.
    pub(super) fn open(&mut self) {
        self.objects.push(SearchObject::default());
    }

    /// Notes a scalar of the innermost object, in its member `key` or in an array there. `string`: it is one; `leaf`: its place
    /// among the leaves, if it is one.
    pub(super) fn scalar(&mut self, key: &str, string: Option<&Str>, leaf: Option<usize>) {
        let Some(object) = self.objects.last_mut() else { return };
        if key == PARAMETERS {
            object.parameters.extend(leaf.map(|leaf| (object.count, leaf)));
            object.count += 1;
        }
        if key == "query" {
            object.statement = string.cloned();
        }
        match string {
            Some(name) if FIELDS.contains(&key) => object.fields.push(name.clone()),
            Some(_) if OPERANDS.contains(&key) => object.operands.extend(leaf),
            _ => {}
        }
    }

    /// Ends an object named `name`: gives its values the names of their fields.
    pub(super) fn close(&mut self, doc: &str, name: &str, leaves: &mut [Leaf], table: Option<&PathTable>) {
        let Some(object) = self.objects.pop() else { return };
        if let Some(statement) = &object.statement {
            let names = parameter_fields(statement.raw(doc));
            for (number, leaf) in object.parameters {
                if let Some(name) = names.get(number) {
                    let start = statement.range.start;
                    let range = start + name.start..start + name.end;
                    name_leaf(doc, &mut leaves[leaf], Str { range, escaped: false }, table);
                }
            }
        }
        if name == QUERY_STRING {
            return;
        }
        if object.operands.is_empty() {
            if SUGGESTERS.contains(&name)
                && let Some(outer) = self.objects.last_mut()
            {
                outer.fields.extend(object.fields);
            }
            return;
        }
        let says_something = |field: &&Str| !TEXT_FIELDS.contains(&without_boost(field, doc).raw(doc));
        if let Some(field) = object.fields.iter().find(says_something) {
            for leaf in object.operands {
                name_leaf(doc, &mut leaves[leaf], without_boost(field, doc), table);
            }
        }
    }
}

/// Makes `leaf` a value of the field `name`.
fn name_leaf(doc: &str, leaf: &mut Leaf, name: Str, table: Option<&PathTable>) {
    if let Some(action) = table.and_then(|table| field_action(table, &name.decoded(doc)?)) {
        leaf.action = action;
    }
    (leaf.key, leaf.parent) = (Some(name), None);
}

/// The name of a field without the weight that a query gives it: `user.name^3`.
fn without_boost(field: &Str, doc: &str) -> Str {
    let name = field.raw(doc).split('^').next().unwrap_or_default();
    Str { range: field.range.start..field.range.start + name.len(), escaped: field.escaped }
}

/// The names before the parameters `?` of a statement in SQL, in order; an empty range where none stands there.
fn parameter_fields(statement: &str) -> Vec<Range<usize>> {
    let mut quote = None;
    let mut fields = Vec::new();
    for (at, byte) in statement.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'?') => fields.push(name_before(&statement[..at])),
            _ => {}
        }
    }
    fields
}

/// The place of the name at the end of `head`, before a comparison.
fn name_before(head: &str) -> Range<usize> {
    const WORDS: [&str; 5] = ["in", "not", "like", "rlike", "match"];
    let is_sign =
        |c: char| c.is_whitespace() || matches!(c, '=' | '<' | '>' | '!' | '~' | '(' | ',' | '?' | '"' | '`' | '\\');
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '@' | '-');
    let mut head = head.trim_end_matches(is_sign);
    loop {
        let start = head.trim_end_matches(is_name).len();
        if !WORDS.iter().any(|word| head[start..].eq_ignore_ascii_case(word)) {
            return start..head.len();
        }
        head = head[..start].trim_end_matches(is_sign);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_have_the_names_before_them() {
        for (statement, expected) in [
            ("SELECT * FROM logs WHERE user.name = ? AND n > ?", ["user.name", "n"].as_slice()),
            ("SELECT '?' FROM logs WHERE \\\"user name\\\" LIKE 'a?' OR mail NOT IN (?, ?)", &["mail", "mail"]),
            ("FROM logs | WHERE mail==?", &["mail"]),
            ("?", &[""]),
        ] {
            let found: Vec<_> = parameter_fields(statement).into_iter().map(|range| &statement[range]).collect();
            assert_eq!(found, expected, "{statement}");
        }
    }
}
