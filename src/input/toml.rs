//! Parser of TOML into a [`Node`], every value with its line.

use std::sync::Arc;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::tree::{Member, Node, Place, Value};

/// A fault in the grammar of a TOML text. It never quotes the text, which may hold secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The place of the fault.
    pub place: Place,
    /// The parser's words.
    pub message: String,
}

/// Reads the TOML document `text`, to be called `name` in places.
///
/// # Errors
/// Everything that breaks the grammar, at once.
pub fn parse<'a>(text: &'a str, name: &str) -> Result<Node<'a>, Vec<SyntaxError>> {
    let lines = Lines::new(text, name);
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let at = |error: &toml::de::Error| error.span().map_or(0, |span| span.start);
        return Err(errors
            .iter()
            .map(|error| SyntaxError { place: lines.place(at(error)), message: error.message().to_owned() })
            .collect());
    }
    let start = table.span().start;
    Ok(lines.node(start, DeValue::Table(table.into_inner())))
}

/// The line ends of a file.
struct Lines {
    name: Arc<str>,
    newlines: Vec<usize>,
}

impl Lines {
    fn new(text: &str, name: &str) -> Self {
        Self { name: name.into(), newlines: memchr::memchr_iter(b'\n', text.as_bytes()).collect() }
    }

    fn place(&self, byte: usize) -> Place {
        let line = self.newlines.partition_point(|newline| *newline < byte) + 1;
        Place::File { name: Arc::clone(&self.name), line }
    }

    fn node<'a>(&self, start: usize, value: DeValue<'a>) -> Node<'a> {
        let place = Some(Arc::new(self.place(start)));
        let value = match value {
            DeValue::String(text) => Value::String(text),
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).map_or(Value::OutOfRange, Value::Integer)
            }
            DeValue::Float(number) => number.as_str().parse().map_or(Value::OutOfRange, Value::Float),
            DeValue::Boolean(value) => Value::Bool(value),
            // Nothing asks for dates; as a string it is refused where anything else is asked for.
            DeValue::Datetime(date) => Value::String(date.to_string().into()),
            DeValue::Array(items) => {
                Value::Array(items.into_iter().map(|item| self.node(item.span().start, item.into_inner())).collect())
            }
            DeValue::Table(table) => self.table(table),
        };
        Node { value, place }
    }

    fn table<'a>(&self, table: DeTable<'a>) -> Value<'a> {
        let mut members: Vec<(usize, Spanned<_>, Spanned<_>)> =
            table.into_iter().map(|(name, value)| (name.span().start, name, value)).collect();
        // The library sorts by name; people read from top to bottom.
        members.sort_by_key(|(start, ..)| *start);
        let member = |(start, name, value): (usize, Spanned<_>, Spanned<_>)| Member {
            name: Spanned::into_inner(name),
            node: self.node(start, Spanned::into_inner(value)),
        };
        Value::Object(members.into_iter().map(member).collect())
    }
}
