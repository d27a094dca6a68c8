//! [`SearchedFields`]: the fields that a search names beside the values which it looks for there.
//!
//! `{"multi_match": {"query": "jdoe", "fields": ["user.name"]}}` looks for `jdoe` in `user.name`, and `WHERE user.name = ?` for its
//! parameter; a page of an aggregation begins `after` values of the fields of its sources. So that a value is told, and replaced, as in a document, it is read under the name of its field.

use std::{mem, ops::Range};

use super::{Document, Leaf, field_action};
use crate::{codec::syntax::json::Str, profile::PathTable};

/// Members that name fields.
const FIELDS: [&str; 3] = ["field", "fields", "default_field"];

/// Members with values of the fields that are named beside them.
const OPERANDS: [&str; 8] = ["query", "include", "exclude", "like", "unlike", "text", "prefix", "regex"];

/// The member of a statement with the values of its parameters.
const PARAMETERS: &str = "params";

/// Members of a suggestion that name the field of the text beside them.
const SUGGESTERS: [&str; 3] = ["term", "phrase", "completion"];

/// Queries in a language of its own, which may name fields within.
const QUERY_STRINGS: [&str; 2] = ["query_string", "simple_query_string"];

/// The aggregation whose pages begin behind a bucket, its sources, and the values of that bucket.
const COMPOSITE: &str = "composite";
const SOURCES: &str = "sources";
const AFTER: &str = "after";

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
    /// The leaves that are its members.
    members: Vec<usize>,
    /// The leaves that are values of parameters with names.
    named_parameters: Vec<usize>,
    /// The names of sources with their fields, and the leaves that are values of these.
    sources: Vec<(String, Str)>,
    after: Vec<usize>,
    /// The field of the aggregation within it.
    inner_field: Option<Str>,
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
        object.members.extend(leaf);
        match string {
            Some(name) if FIELDS.contains(&key) => object.fields.push(name.clone()),
            Some(_) if OPERANDS.contains(&key) => object.operands.extend(leaf),
            _ => {}
        }
    }

    /// Ends an object named `name`: gives its values the names of their fields.
    pub(super) fn close(&mut self, doc: &str, name: &str, document: &mut Document, table: Option<&PathTable>) {
        let leaves = &mut document.leaves;
        let Some(mut object) = self.objects.pop() else { return };
        object.name_parameters(doc, leaves, table);
        if name == COMPOSITE {
            object.name_after(doc, leaves, table);
        }
        if let Some(outer) = self.objects.last_mut() {
            outer.take_over(&mut object, name);
        }
        let says_something = |field: &&Str| !TEXT_FIELDS.contains(&without_boost(field, doc).raw(doc));
        let Some(field) = object.fields.iter().find(says_something).map(|field| without_boost(field, doc)) else {
            return;
        };
        if QUERY_STRINGS.contains(&name) {
            document.default_fields.extend(object.operands.into_iter().map(|leaf| (leaf, field.clone())));
        } else {
            object.operands.into_iter().for_each(|leaf| name_leaf(doc, &mut leaves[leaf], field.clone(), table));
        }
    }
}

impl SearchObject {
    /// Gives the parameters of its statement the names of their fields.
    fn name_parameters(&self, doc: &str, leaves: &mut [Leaf], table: Option<&PathTable>) {
        let Some(statement) = self.statement.as_ref().filter(|_| self.count > 0 || !self.named_parameters.is_empty())
        else {
            return;
        };
        let parameters = parameters(statement.raw(doc));
        let field = |parameter: &Parameter<'_>| {
            let start = statement.range.start;
            Str { range: start + parameter.field.start..start + parameter.field.end, escaped: false }
        };
        for &(number, leaf) in &self.parameters {
            // `?1` is the first one, wherever it stands.
            let numbered = parameters.iter().find(|parameter| parameter.name.parse::<usize>() == Ok(number + 1));
            let plain = || parameters.get(number).filter(|parameter| parameter.name.is_empty());
            if let Some(parameter) = numbered.or_else(plain) {
                name_leaf(doc, &mut leaves[leaf], field(parameter), table);
            }
        }
        for &leaf in &self.named_parameters {
            let own = leaves[leaf].key.as_ref().map_or("", |key| key.raw(doc));
            if let Some(parameter) = parameters.iter().find(|parameter| parameter.name == own) {
                name_leaf(doc, &mut leaves[leaf], field(parameter), table);
            }
        }
    }

    /// Gives the values of the bucket behind which a page begins the names of the fields of its sources.
    fn name_after(&self, doc: &str, leaves: &mut [Leaf], table: Option<&PathTable>) {
        for &leaf in &self.after {
            let own = leaves[leaf].key.as_ref().map_or("", |key| key.raw(doc));
            if let Some((_, field)) = self.sources.iter().find(|(source, _)| source == own) {
                name_leaf(doc, &mut leaves[leaf], field.clone(), table);
            }
        }
    }

    /// Takes from `inner`, the object that ends as its member `name`, what concerns other members.
    fn take_over(&mut self, inner: &mut Self, name: &str) {
        match name {
            PARAMETERS => self.named_parameters.append(&mut inner.members),
            AFTER => self.after = mem::take(&mut inner.members),
            SOURCES => self.sources.append(&mut inner.sources),
            _ if SUGGESTERS.contains(&name) && inner.operands.is_empty() => self.fields.append(&mut inner.fields),
            // `{"user": {"terms": {"field": "user.name"}}}`
            _ => {
                let field = inner.inner_field.take();
                self.sources.extend(field.map(|field| (name.to_owned(), field)));
                self.inner_field = inner.fields.first().filter(|_| inner.operands.is_empty()).cloned();
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

/// A parameter of a statement.
#[derive(Debug, PartialEq)]
struct Parameter<'s> {
    /// The place of the field's name before it; empty: none stands there.
    field: Range<usize>,
    /// Its own name or number: `user` of `?user`.
    name: &'s str,
}

/// The parameters `?` of a statement in SQL, in order.
fn parameters(statement: &str) -> Vec<Parameter<'_>> {
    let mut quote = None;
    let mut parameters = Vec::new();
    for (at, byte) in statement.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"') => quote = Some(byte),
            (None, b'?') => {
                let rest = &statement[at + 1..];
                let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
                parameters.push(Parameter { field: name_before(&statement[..at]), name: &rest[..end] });
            }
            _ => {}
        }
    }
    parameters
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
            ("FROM logs | WHERE mail == ?who AND host == ?2", &["mail who", "host 2"]),
            ("?", &[""]),
        ] {
            let shown = |parameter: Parameter<'_>| format!("{} {}", &statement[parameter.field], parameter.name);
            let found: Vec<_> = parameters(statement).into_iter().map(shown).collect();
            let found: Vec<_> = found.iter().map(|shown| shown.trim_end()).collect();
            assert_eq!(found, expected, "{statement}");
        }
    }
}
