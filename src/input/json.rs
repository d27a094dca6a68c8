//! Parser of strict JSON (RFC 8259, restricted as in I-JSON, RFC 7493) into a [`Node`].

use std::{borrow::Cow, collections::HashSet, fmt};

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use super::tree::{Member, Node, Value};
use crate::codec::syntax::{
    Edit,
    json::{Scanner, Token},
    splice,
};

/// Limits on the cost of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Objects and arrays within each other, the outermost being 1. At most [`Limits::MAX_DEPTH`].
    pub depth: usize,
    /// Values in all. Each takes 32 bytes of memory, its member name 24 more, where the text may
    /// have spent two bytes on it.
    pub values: usize,
}

impl Limits {
    /// The parser recurses; this much of it fits on any thread's stack, and stays below the
    /// library's own limit.
    pub const MAX_DEPTH: usize = 126;
}

impl Default for Limits {
    /// The contract's depth for request bodies, and at most some 100 MB for the tree.
    fn default() -> Self {
        Self { depth: 32, values: 1_000_000 }
    }
}

/// A place in a text and the reason why it is refused there, without a byte of that text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Line, from 1.
    pub line: usize,
    /// Byte within the line, from 1; 0 stands for the end of the line before.
    pub column: usize,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a document is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The byte at this offset, from 0, does not begin or continue a UTF-8 sequence.
    NotUtf8(usize),
    /// The text breaks the grammar; the message is the parser's and quotes nothing of the text.
    Grammar(String),
    /// An object has a name twice.
    DuplicateMember,
    /// [`Limits::depth`] is exceeded.
    TooDeep(usize),
    /// [`Limits::values`] is exceeded.
    TooManyValues(usize),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8(byte) => write!(f, "not UTF-8 at byte {byte}"),
            Self::Grammar(message) => f.write_str(message),
            Self::DuplicateMember => f.write_str("an object has the same member twice"),
            Self::TooDeep(limit) => write!(f, "objects and arrays are nested deeper than {limit}"),
            Self::TooManyValues(limit) => write!(f, "more than {limit} values"),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.reason)
    }
}

impl std::error::Error for SyntaxError {}

/// Reads one document and nothing behind it.
///
/// Strings are borrowed from `body` unless they hold escapes. A number that only its type is too
/// small for becomes [`Value::OutOfRange`], so that the reader can point at it.
///
/// # Errors
/// Not UTF-8, broken grammar, lone surrogates, a member twice, or a limit exceeded.
pub fn parse(body: &[u8], limits: Limits) -> Result<Node<'_>, SyntaxError> {
    let text = std::str::from_utf8(body).map_err(|error| not_utf8(body, error.valid_up_to()))?;
    let error = match parse_text(text, limits, &[]) {
        Ok(node) => return Ok(node),
        Err(error) => error,
    };
    if !matches!(error.reason, Reason::Grammar(_)) {
        return Err(error);
    }
    // The library stops at a number that overflows. Only then is the text read once more, with
    // those numbers replaced, so that they cost honest documents nothing.
    let Some(patched) = PatchedText::new(text) else { return Err(error) };
    parse_text(&patched.text, limits, &patched.numbers).map(Node::into_owned)
}

fn not_utf8(body: &[u8], at: usize) -> SyntaxError {
    let before = &body[..at];
    let line = memchr::memchr_iter(b'\n', before).count() + 1;
    let start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    SyntaxError { line, column: at - start + 1, reason: Reason::NotUtf8(at) }
}

fn parse_text<'a>(text: &'a str, limits: Limits, out_of_range: &[usize]) -> Result<Node<'a>, SyntaxError> {
    let mut parse = Parse { limits, values: 0, numbers: 0, out_of_range, refusal: None };
    let mut json = serde_json::Deserializer::from_str(text);
    let result = Seed { parse: &mut parse, depth: 0 }.deserialize(&mut json).and_then(|node| json.end().map(|()| node));
    result.map_err(|error| SyntaxError {
        line: error.line(),
        column: error.column(),
        reason: parse.refusal.take().unwrap_or_else(|| Reason::Grammar(message(&error))),
    })
}

/// The library's words without the position, which has fields of its own.
fn message(error: &serde_json::Error) -> String {
    let mut message = error.to_string();
    if let Some(at) = message.rfind(" at line ") {
        message.truncate(at);
    }
    message
}

/// The state of one pass over a document.
struct Parse<'p> {
    limits: Limits,
    values: usize,
    numbers: usize,
    /// The ordinals, from 0 and ascending, of numbers that stand for one out of range.
    out_of_range: &'p [usize],
    refusal: Option<Reason>,
}

impl Parse<'_> {
    fn refuse<E: serde::de::Error>(&mut self, reason: Reason) -> E {
        self.refusal = Some(reason);
        E::custom("refused")
    }

    fn number<'a>(&mut self, value: Value<'a>) -> Value<'a> {
        let ordinal = self.numbers;
        self.numbers += 1;
        match self.out_of_range.split_first() {
            Some((&first, rest)) if first == ordinal => {
                self.out_of_range = rest;
                Value::OutOfRange
            }
            _ => value,
        }
    }
}

/// Reads one value.
struct Seed<'s, 'p> {
    parse: &'s mut Parse<'p>,
    /// Objects and arrays around it.
    depth: usize,
}

impl<'s, 'p> Seed<'s, 'p> {
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        let limit = self.parse.limits.depth.min(Limits::MAX_DEPTH);
        if self.depth >= limit {
            return Err(self.parse.refuse(Reason::TooDeep(limit)));
        }
        Ok(Self { parse: self.parse, depth: self.depth + 1 })
    }

    fn again(&mut self) -> Seed<'_, 'p> {
        Seed { parse: self.parse, depth: self.depth }
    }
}

impl<'de> DeserializeSeed<'de> for Seed<'_, '_> {
    type Value = Node<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node<'de>, D::Error> {
        let limit = self.parse.limits.values;
        if self.parse.values >= limit {
            return Err(self.parse.refuse(Reason::TooManyValues(limit)));
        }
        self.parse.values += 1;
        deserializer.deserialize_any(self).map(Node::new)
    }
}

impl<'de> Visitor<'de> for Seed<'_, '_> {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value<'de>, E> {
        Ok(self.parse.number(Value::Integer(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value<'de>, E> {
        Ok(self.parse.number(i64::try_from(value).map_or(Value::Unsigned(value), Value::Integer)))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value<'de>, E> {
        Ok(self.parse.number(Value::Float(value)))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::String(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::String(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Value<'de>, A::Error> {
        let mut seed = self.inner()?;
        let mut items = Vec::new();
        while let Some(item) = array.next_element_seed(seed.again())? {
            items.push(item);
        }
        Ok(Value::Array(items.into_boxed_slice()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value<'de>, A::Error> {
        let mut seed = self.inner()?;
        let mut members = Vec::new();
        let mut names = Names::default();
        while let Some(name) = object.next_key_seed(NameSeed)? {
            if !names.insert(&name, &members) {
                return Err(seed.parse.refuse(Reason::DuplicateMember));
            }
            let node = object.next_value_seed(seed.again())?;
            members.push(Member { name, node });
        }
        Ok(Value::Object(members.into_boxed_slice()))
    }
}

/// Reads a member's name.
struct NameSeed;

impl<'de> DeserializeSeed<'de> for NameSeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for NameSeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E>(self, name: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}

/// The names of one object. Few are compared one by one, many are hashed with a random key, so
/// that no choice of names makes this slow.
#[derive(Default)]
struct Names<'de>(HashSet<Cow<'de, str>>);

impl<'de> Names<'de> {
    const FEW: usize = 16;

    /// Reports whether `name` is new to the object that has `members` already.
    #[allow(clippy::ptr_arg, reason = "a borrowed name is kept without a copy")]
    fn insert(&mut self, name: &Cow<'de, str>, members: &[Member<'de>]) -> bool {
        if members.len() < Self::FEW {
            return members.iter().all(|member| member.name != *name);
        }
        if self.0.is_empty() {
            self.0.extend(members.iter().map(|member| member.name.clone()));
        }
        self.0.insert(name.clone())
    }
}

/// A text whose numbers all fit, with the ordinals of those that did not before.
struct PatchedText {
    text: String,
    numbers: Vec<usize>,
}

impl PatchedText {
    /// The largest number that is surely finite: above it a sum of rounding errors could be infinite.
    const LARGE: f64 = 1e308;

    /// Reads `text` up to its end or to a fault in its grammar, which stays as it is. `None`: no number overflows.
    fn new(text: &str) -> Option<Self> {
        let (mut edits, mut numbers) = (Vec::new(), Vec::new());
        let (mut scanner, mut ordinal) = (Scanner::new(text), 0);
        while let Ok(Some(token)) = scanner.next_token() {
            let Token::Number(range) = token else { continue };
            if is_out_of_range(&text[range.clone()]) {
                numbers.push(ordinal);
                // Blanks keep every later line and column right.
                let replacement = format!("0{}", " ".repeat(range.len() - 1));
                edits.push(Edit { replacement, range });
            }
            ordinal += 1;
        }
        if numbers.is_empty() {
            return None;
        }
        let mut patched = Vec::with_capacity(text.len());
        splice(text.as_bytes(), &edits, &mut patched).expect("tokens are in order and apart");
        let text = String::from_utf8(patched).expect("tokens begin and end between characters");
        Some(Self { text, numbers })
    }
}

fn is_out_of_range(number: &str) -> bool {
    number.parse::<f64>().is_ok_and(|value| value.abs() > PatchedText::LARGE)
}
