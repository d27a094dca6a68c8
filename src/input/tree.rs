//! [`Node`]: a tree of values, the same for JSON and TOML.

use std::{borrow::Cow, fmt, sync::Arc};

/// A value and its place in the input.
///
/// 32 bytes, because a request body may hold a million of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<'a> {
    /// The value.
    pub value: Value<'a>,
    /// The place of the value; `None` in JSON, where a pointer is enough.
    pub place: Option<Arc<Place>>,
}

/// A value. `Debug` names kinds and sizes, never contents.
#[derive(Clone, PartialEq)]
pub enum Value<'a> {
    /// JSON's `null`.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Integer(i64),
    /// A whole number above [`i64::MAX`].
    Unsigned(u64),
    /// Any other number.
    Float(f64),
    /// A number that the syntax allows and none of the types above can hold, such as `1e400`.
    OutOfRange,
    /// A string, borrowed from the text unless it was written with escapes.
    String(Cow<'a, str>),
    /// A list.
    Array(Box<[Node<'a>]>),
    /// Named members in the order of the text; no name comes twice.
    Object(Box<[Member<'a>]>),
}

/// A named value.
#[derive(Clone, PartialEq)]
pub struct Member<'a> {
    /// The name of the member.
    pub name: Cow<'a, str>,
    /// The value of the member.
    pub node: Node<'a>,
}

/// The place of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line of a file, from 1.
    File {
        /// The file, as the user named it.
        name: Arc<str>,
        /// The line.
        line: usize,
    },
    /// An environment variable. Its values are text, read as whatever type is asked for.
    Variable(String),
    /// A command line flag, with its dashes. Its values are text, too.
    Flag(&'static str),
}

impl Place {
    /// Reports whether values from here are text whose type only the reader knows.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Variable(_) | Self::Flag(_))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { name, line } => write!(f, "{name}:{line}"),
            Self::Variable(name) => f.write_str(name),
            Self::Flag(name) => f.write_str(name),
        }
    }
}

impl<'a> Node<'a> {
    /// A value without a place.
    pub fn new(value: Value<'a>) -> Self {
        Self { value, place: None }
    }

    /// A copy that borrows nothing.
    pub fn into_owned(self) -> Node<'static> {
        Node { value: self.value.into_owned(), place: self.place }
    }
}

impl Value<'_> {
    /// A copy that borrows nothing.
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Integer(value) => Value::Integer(value),
            Self::Unsigned(value) => Value::Unsigned(value),
            Self::Float(value) => Value::Float(value),
            Self::OutOfRange => Value::OutOfRange,
            Self::String(text) => Value::String(Cow::Owned(text.into_owned())),
            Self::Array(items) => Value::Array(items.into_iter().map(Node::into_owned).collect()),
            Self::Object(members) => Value::Object(members.into_iter().map(Member::into_owned).collect()),
        }
    }
}

impl Member<'_> {
    fn into_owned(self) -> Member<'static> {
        Member { name: Cow::Owned(self.name.into_owned()), node: self.node.into_owned() }
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("Null"),
            Self::Bool(_) => f.write_str("Bool"),
            Self::Integer(_) | Self::Unsigned(_) => f.write_str("Integer"),
            Self::Float(_) | Self::OutOfRange => f.write_str("Number"),
            Self::String(text) => write!(f, "String({} bytes)", text.len()),
            Self::Array(items) => f.debug_list().entries(items).finish(),
            Self::Object(members) => f.debug_list().entries(members).finish(),
        }
    }
}

impl fmt::Debug for Member<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.value.fmt(f)
    }
}
