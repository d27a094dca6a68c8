//! The strings of messages and of tools that are texts: contents, arguments of tool calls with their names, strings and
//! numbers, and descriptions of tools. All other bytes stay as they are.

use std::{borrow::Cow, collections::HashMap, ops::Range};

use masquerade_detect::text::Field;

use crate::{
    codec::{
        CodecError,
        syntax::{
            Edit,
            json::{Scalar, Stack, Start, Str, Visitor, escape, walk},
            splice,
        },
    },
    problem::Problem,
};

/// The texts of a call: those of its list first, then those that stand elsewhere alone.
pub struct TextTable<'t> {
    texts: Vec<Cow<'t, str>>,
    /// The name of the member that holds a text.
    keys: Vec<Option<String>>,
    /// The length of the call's list.
    listed: usize,
    by_text: HashMap<String, usize>,
}

/// A part of a document with texts.
#[derive(Debug)]
pub struct Piece {
    /// The bytes between the quotes of a string, or those of a number.
    range: Range<usize>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// A string, by the place of its text in the table.
    Text(usize),
    /// A number, by the place of its text in the table.
    Number(usize),
    /// A string that holds JSON.
    Document(String, Vec<Piece>),
}

impl<'t> TextTable<'t> {
    /// A table of the call's list.
    pub fn new(texts: &'t [Cow<'t, str>]) -> Self {
        let by_text = texts.iter().enumerate().map(|(at, text)| (text.clone().into_owned(), at)).collect();
        let borrowed = texts.iter().map(|text| Cow::Borrowed(text.as_ref())).collect();
        Self { texts: borrowed, keys: vec![None; texts.len()], listed: texts.len(), by_text }
    }

    /// All texts, for detection.
    pub fn fields(&self) -> Vec<Field<'_>> {
        let texts = self.texts.iter().zip(&self.keys);
        texts.map(|(text, key)| Field { text, key: key.as_deref() }).collect()
    }

    /// Reports whether `masked` holds the texts of the table themselves.
    pub fn is_unchanged(&self, masked: &[Cow<'_, str>]) -> bool {
        self.texts.iter().zip(masked).all(|(text, masked)| text == masked)
    }

    /// Reports whether `pieces` hold a text that changes and does not stand in the call's list.
    pub fn changes_more(&self, pieces: &[Piece], masked: &[Cow<'_, str>]) -> bool {
        pieces.iter().any(|piece| match &piece.content {
            Content::Text(at) | Content::Number(at) => *at >= self.listed && self.replacement(*at, masked).is_some(),
            Content::Document(_, pieces) => self.changes_more(pieces, masked),
        })
    }

    /// `doc` with the masked texts in its pieces; `None`: nothing changes.
    pub fn spliced(&self, doc: &str, pieces: &[Piece], masked: &[Cow<'_, str>]) -> Option<String> {
        let edits: Vec<Edit> = pieces.iter().filter_map(|piece| self.edit(piece, masked)).collect();
        if edits.is_empty() {
            return None;
        }
        let mut out = Vec::with_capacity(doc.len());
        splice(doc.as_bytes(), &edits, &mut out).expect("pieces are in order and apart");
        Some(String::from_utf8(out).expect("pieces lie on characters"))
    }

    fn edit(&self, piece: &Piece, masked: &[Cow<'_, str>]) -> Option<Edit> {
        let mut replacement = String::new();
        match &piece.content {
            Content::Text(at) => escape(self.replacement(*at, masked)?, &mut replacement),
            Content::Number(at) => {
                replacement.push('"');
                escape(self.replacement(*at, masked)?, &mut replacement);
                replacement.push('"');
            }
            Content::Document(doc, pieces) => escape(&self.spliced(doc, pieces, masked)?, &mut replacement),
        }
        Some(Edit { range: piece.range.clone(), replacement })
    }

    /// The masked text, if it differs.
    fn replacement<'m>(&self, at: usize, masked: &'m [Cow<'_, str>]) -> Option<&'m str> {
        let (text, masked) = (&self.texts[at], &masked[at]);
        (text != masked).then_some(masked)
    }

    /// The place of a text, which is added unless the table has it.
    fn place(&mut self, text: &str) -> usize {
        match self.by_text.get(text) {
            Some(at) => *at,
            None => {
                self.by_text.insert(text.to_owned(), self.texts.len());
                self.add(text, None)
            }
        }
    }

    fn add(&mut self, text: &str, key: Option<String>) -> usize {
        self.texts.push(Cow::Owned(text.to_owned()));
        self.keys.push(key);
        self.texts.len() - 1
    }
}

/// The pieces of an array of messages.
///
/// # Errors
/// If it is not JSON.
pub fn of_messages(doc: &str, table: &mut TextTable<'_>) -> Result<Vec<Piece>, Problem> {
    pieces(doc, Place::Messages, table)
}

/// The pieces of an array of tools.
///
/// # Errors
/// If it is not JSON.
pub fn of_tools(doc: &str, table: &mut TextTable<'_>) -> Result<Vec<Piece>, Problem> {
    pieces(doc, Place::Tools, table)
}

/// The pieces of an array of tool calls.
///
/// # Errors
/// If it is not JSON.
pub fn of_tool_calls(doc: &str, table: &mut TextTable<'_>) -> Result<Vec<Piece>, Problem> {
    pieces(doc, Place::ToolCalls, table)
}

fn pieces(doc: &str, root: Place, table: &mut TextTable<'_>) -> Result<Vec<Piece>, Problem> {
    let mut finder = Finder { doc, root, table, pieces: Vec::new() };
    // The body was parsed before, so that its parts cannot break the grammar.
    walk(doc, &mut Stack::default(), &mut finder).map_err(|_: CodecError| Problem::Internal)?;
    Ok(finder.pieces)
}

/// The kind of an open object or array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Messages,
    Message,
    /// The parts of a message.
    Parts,
    ToolCalls,
    ToolCall,
    /// The function of a tool call.
    Function,
    Tools,
    /// The arguments of a tool call: every name, string and number counts.
    Arguments,
}

/// Collects the pieces of a document.
struct Finder<'f, 't> {
    doc: &'f str,
    root: Place,
    table: &'f mut TextTable<'t>,
    pieces: Vec<Piece>,
}

impl Finder<'_, '_> {
    fn key(&self, key: Option<&Str>) -> Option<String> {
        key.and_then(|key| key.decoded(self.doc)).map(Cow::into_owned)
    }

    fn push(&mut self, range: Range<usize>, content: Content) {
        self.pieces.push(Piece { range, content });
    }

    fn text(&mut self, string: &Str) {
        if let Some(text) = string.decoded(self.doc) {
            let at = self.table.place(&text);
            self.push(string.range.clone(), Content::Text(at));
        }
    }

    /// A string that should hold JSON; one that does not is a text.
    fn document(&mut self, string: &Str) {
        let Some(inner) = string.decoded(self.doc) else { return };
        match pieces(&inner, Place::Arguments, self.table) {
            Ok(pieces) => self.push(string.range.clone(), Content::Document(inner.into_owned(), pieces)),
            Err(_) => self.text(string),
        }
    }
}

impl Visitor for Finder<'_, '_> {
    type Container = Place;
    type Error = CodecError;

    fn open(
        &mut self,
        parent: Option<&mut Place>,
        key: Option<&Str>,
        start: Start,
    ) -> Result<Option<Place>, CodecError> {
        let Some(parent) = parent else { return Ok(Some(self.root)) };
        let key = key.map_or("", |key| key.raw(self.doc));
        Ok(match (*parent, key) {
            (Place::Messages, _) => Some(Place::Message),
            // Of a part that is a result of a tool, the parts within.
            (Place::Message | Place::Parts, "content") => Some(Place::Parts),
            (Place::Message, "tool_calls") => Some(Place::ToolCalls),
            (Place::Message, "function_call") | (Place::ToolCall, "function") => Some(Place::Function),
            (Place::Parts, _) if start.is_object => Some(Place::Parts),
            (Place::ToolCalls, _) => Some(Place::ToolCall),
            (Place::Tools, _) => Some(Place::Tools),
            (Place::Arguments, _) => Some(Place::Arguments),
            _ => None,
        })
    }

    fn name(&mut self, object: &mut Place, name: &Str) -> Result<(), CodecError> {
        if *object == Place::Arguments {
            self.text(name);
        }
        Ok(())
    }

    fn scalar(&mut self, parent: Option<&mut Place>, key: Option<&Str>, scalar: Scalar) -> Result<(), CodecError> {
        let place = parent.map_or(self.root, |place| *place);
        let name = key.map_or("", |key| key.raw(self.doc));
        match (place, name, scalar) {
            (Place::Message | Place::Parts, "content" | "text" | "refusal", Scalar::String(string)) => {
                self.text(&string);
            }
            (Place::Tools, "description", Scalar::String(string)) => self.text(&string),
            (Place::Function, "arguments", Scalar::String(string)) => self.document(&string),
            (Place::Arguments, _, Scalar::String(string)) => {
                if let Some(text) = string.decoded(self.doc) {
                    let at = self.table.add(&text, self.key(key));
                    self.push(string.range, Content::Text(at));
                }
            }
            (Place::Arguments, _, Scalar::Number(range)) => {
                let text = self.doc.get(range.clone()).unwrap_or_default();
                let at = self.table.add(text, self.key(key));
                self.push(range, Content::Number(at));
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The document with every text in braces, and the texts that do not stand in the list.
    fn marked(doc: &str, root: Place, listed: &[&str]) -> (String, Vec<String>) {
        let listed: Vec<Cow<'_, str>> = listed.iter().map(|text| Cow::Borrowed(*text)).collect();
        let mut table = TextTable::new(&listed);
        let pieces = pieces(doc, root, &mut table).expect("JSON");
        let masked: Vec<Cow<'_, str>> = table.texts.iter().map(|text| Cow::Owned(format!("{{{text}}}"))).collect();
        let more = table.texts.iter().skip(table.listed).map(|text| text.to_string()).collect();
        (table.spliced(doc, &pieces, &masked).unwrap_or_default(), more)
    }

    #[test]
    fn texts_of_messages_are_found_wherever_they_stand() {
        let doc = r#"[{"role": "user", "content": "hi \"you\"", "name": "n"}, {"role": "user", "content": [{"type": "text",
            "text": "a"}, {"type": "image_url", "image_url": {"url": "u"}}]}, {"tool_calls": [{"id": "1", "function":
            {"name": "f", "arguments": "{\"k\": [\"v\", 7, true], \"o\": {\"p\": 1.5}}"}}]}, {"function_call":
            {"arguments": "none"}, "content": null}]"#;
        let expected = r#"[{"role": "user", "content": "{hi \"you\"}", "name": "n"}, {"role": "user", "content": [{"type": "text",
            "text": "{a}"}, {"type": "image_url", "image_url": {"url": "u"}}]}, {"tool_calls": [{"id": "1", "function":
            {"name": "f", "arguments": "{\"{k}\": [\"{v}\", \"{7}\", true], \"{o}\": {\"{p}\": \"{1.5}\"}}"}}]}, {"function_call":
            {"arguments": "{none}"}, "content": null}]"#;
        let (masked, more) = marked(doc, Place::Messages, &["hi \"you\"", "a"]);
        assert_eq!(masked, expected);
        assert_eq!(more, ["k", "v", "7", "o", "p", "1.5", "none"]);
    }

    #[test]
    fn of_tools_descriptions_alone_are_texts() {
        let doc = r#"[{"type": "function", "function": {"name": "f", "description": "d", "parameters": {"properties":
            {"x": {"type": "string", "description": "e"}}, "required": ["x"]}}}]"#;
        let (masked, more) = marked(doc, Place::Tools, &[]);
        assert_eq!(masked, doc.replace("\"d\"", "\"{d}\"").replace("\"e\"", "\"{e}\""));
        assert_eq!(more, ["d", "e"]);
    }
}
