//! [`RequestTexts`]: the texts of a request, in the order in which they are numbered, and the way back from
//! each to the bytes of the body.

use std::{borrow::Cow, collections::HashMap, ops::Range};

pub(super) use self::{
    edits::{PlacedEdit, spliced},
    forms::Spelled,
    repeats::Occurrence,
};
use self::{
    leaves::{BorrowedStorage, Origin, StringContext},
    repeats::Repeats,
    view::Utf8View,
};
use super::{
    coverage::Coverage,
    document::{self, MAX_STRINGS, Paths, REST, ReadBuffers},
    files::{Base64, OpaqueFiles},
    hints::Hints,
    incoming::HeaderScope,
    refusal::Refusal,
    rules::{Rules, Style},
    string_shape,
    target::{self, Part},
};
use crate::{
    codec::syntax::{
        json::{Segment, Str},
        lengths::{Integer, Length},
    },
    profile::{Action, Author, PathTable},
};
use masquerade_detect::text::Field;

mod edits;
mod encoded;
mod forms;
mod leaves;
mod repeats;
mod view;

/// A text of a request.
#[derive(Debug)]
pub(super) struct RequestText<'b> {
    spelling: Spelling<'b>,
    pub(super) key: Option<Cow<'b, str>>,
    pub(super) kind: TextKind,
    pub(super) author: Author,
    /// Known once its entities are.
    pub(super) hints: Hints,
    /// True if the text is masked as a whole.
    pub(super) is_whole: bool,
    order: u16,
    /// The index of the text's document in [`RequestTexts::docs`]; `None`: it stands beside the body.
    doc: Option<usize>,
    /// The message of which it is a part, by its document and its place there; `None`: it is no part of one.
    pub(super) message: Option<(usize, usize)>,
}

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    /// A string or a member's name.
    Text,
    /// An address that the provider is to fetch.
    Link,
    /// A number.
    Number,
    /// The name of a member that is no payload.
    Name,
    /// An identifier that users choose.
    Reference,
    /// An identifier of an end user.
    EndUser,
    /// A name or a value of a form in percent-encoding.
    Form,
    /// A part of the query, by its number.
    Query(usize),
    /// A header, by its number.
    Header(usize, HeaderScope),
}

/// The spelling of a text in its document.
#[derive(Debug)]
enum Spelling<'b> {
    /// Text of a JSON string.
    Segment(Segment<'b>),
    /// Characters that stand for these bytes of the document.
    Plain(Cow<'b, str>, Range<usize>),
    /// The bytes of the document from this one on, as they are.
    Source(Cow<'b, str>, usize),
}

impl RequestText<'_> {
    /// The decoded characters.
    pub(super) fn content(&self) -> &str {
        match &self.spelling {
            Spelling::Segment(segment) => segment.text(),
            Spelling::Plain(text, _) | Spelling::Source(text, _) => text,
        }
    }

    /// Reports whether it is a text that this author wrote in a message, rather than a value within it.
    pub(super) fn is_message_of(&self, author: Author) -> bool {
        const MEMBERS: [&str; 5] = ["content", "text", "message", "input", "prompt"];
        let is_member = self.key.as_deref().is_none_or(|key| MEMBERS.contains(&key));
        self.author == author && self.kind == TextKind::Text && is_member
    }

    /// The input of detection.
    pub(super) fn field(&self) -> Field<'_> {
        Field { text: self.content(), key: self.key.as_deref() }
    }
}

/// A JSON text.
#[derive(Debug)]
enum Doc<'b> {
    /// The document begins at this byte of the body.
    InBody(usize),
    /// The document is the text of a string in another document.
    InString {
        segment: Segment<'b>,
        /// The place of that other document.
        outer: usize,
        /// True if the API has to read the document as JSON, rather than a model as text.
        is_source: bool,
        /// True if the document is a part of the API's: its escapes are those of the protocol, and no text's.
        is_protocol: bool,
    },
    /// The document is the content of a file or of bytes in base64.
    InBase64 {
        /// The string with the base64.
        segment: Segment<'b>,
        /// The place of that string's document.
        outer: usize,
        /// The beginning of the base64 in the string.
        start: usize,
        base64: Base64,
        /// True if the content is compressed.
        is_gzip: bool,
        content: Vec<u8>,
    },
    /// The document is the [`Utf8View`] of the bytes of another document from one on.
    Widened {
        /// The place of that other document.
        outer: usize,
        /// The first of the bytes.
        base: usize,
        /// The places of the characters that are one byte.
        wide: Vec<usize>,
    },
    /// The document begins at this byte of another document, which is named by its place.
    Line(usize, usize),
}

/// The texts of a request.
#[derive(Debug, Default)]
pub(super) struct RequestTexts<'b> {
    /// Each text that is searched; of a text of log records that stands in several places, the first one.
    pub(super) all: Vec<RequestText<'b>>,
    /// Texts that are queries, by their places in `all`, with the field in which they look for terms that name none.
    default_fields: HashMap<usize, String>,
    repeats: Repeats<'b>,
    docs: Vec<Option<Doc<'b>>>,
    /// Ids of provider state that the request continues.
    pub(super) ids: Vec<String>,
    /// Ids of files that the model reads with the request.
    pub(super) files: Vec<String>,
    /// The value of the member that decides whether the provider keeps state.
    pub(super) retention_flag: Option<bool>,
    /// True if a member asks for state to be kept.
    pub(super) asks_state: bool,
    pub(super) coverage: Coverage,
    /// The lengths that the body declares, in the order of their prefixes.
    pub(super) lengths: Vec<Length>,
    /// The integers of a binary body that are texts, in order.
    integers: Vec<Integer>,
    /// The paths of JSON within strings, if the route has rules for fields.
    fields: Option<&'b PathTable>,
    opaque: OpaqueFiles,
    /// True if the request is one of log records.
    pub(super) is_log: bool,
    /// True if the request is a search, whose values stand beside its syntax.
    pub(super) is_search: bool,
    /// The number of bytes that compressed strings were decoded to.
    decoded_bytes: usize,
    /// The memory of the last document.
    buffers: ReadBuffers<'b>,
}

impl<'b> RequestTexts<'b> {
    /// An empty list for a request under `rules`. `fields`: the paths of JSON within strings.
    pub(super) fn of(rules: &Rules, fields: Option<&'b PathTable>) -> Self {
        Self { opaque: rules.opaque, is_log: matches!(rules.style, Style::Records), fields, ..Self::default() }
    }

    /// Adds the texts of bytes of the body that are a value. Bytes that are no UTF-8 are left out, with the texts
    /// between them searched.
    ///
    /// # Errors
    /// If there are too many texts, or JSON in them cannot be read.
    pub(super) fn add_bytes(
        &mut self,
        body: &'b [u8],
        range: Range<usize>,
        key: Option<Cow<'b, str>>,
        action: Action,
    ) -> Result<(), Refusal> {
        let mut base = range.start;
        for chunk in body[range].utf8_chunks() {
            let text = chunk.valid();
            if !text.is_empty() {
                self.add_value(text, base, key.clone(), action)?;
            }
            base += text.len() + chunk.invalid().len();
        }
        Ok(())
    }

    /// Adds a text that stands at byte `base` of the body as it is, and is a value.
    fn add_value(
        &mut self,
        text: &'b str,
        base: usize,
        key: Option<Cow<'b, str>>,
        action: Action,
    ) -> Result<(), Refusal> {
        if self.count() > MAX_STRINGS {
            return Err(Refusal::TooMany { limit: MAX_STRINGS });
        }
        let raw = Str { range: 0..text.len(), escaped: false };
        let Some(kind) = self.kind(action, &raw, text).map_err(|refusal| refusal.shifted(base))? else {
            self.coverage.skipped += 1;
            return Ok(());
        };
        let doc = self.docs.len();
        self.docs.push(Some(Doc::InBody(base)));
        if action != Action::Whole && string_shape::may_be_json(text) {
            match document::read(text, self.fields.map(Paths::records), None) {
                Ok(document) => {
                    let outer = StringContext { key, author: Author::Other, order: REST };
                    return self
                        .leaves::<BorrowedStorage>(&document, &Origin { text, doc, level: 1, outer: Some(&outer) });
                }
                Err(refusal) if document::is_no_json(&refusal) => {}
                Err(refusal) => return Err(refusal.shifted(base)),
            }
        }
        self.coverage.scanned += 1;
        self.push(Spelling::Source(Cow::Borrowed(text), 0), key, kind, (Author::Other, REST), doc);
        self.mark_whole(action, self.all.len() - 1);
        Ok(())
    }

    /// Adds an integer of a binary body that is a value, if it may be an identifier.
    ///
    /// # Errors
    /// If there are too many texts.
    pub(super) fn add_integer(
        &mut self,
        value: i128,
        integer: Integer,
        key: Option<Cow<'b, str>>,
        action: Action,
    ) -> Result<(), Refusal> {
        if self.count() > MAX_STRINGS {
            return Err(Refusal::TooMany { limit: MAX_STRINGS });
        }
        let digits = value.to_string();
        let is_time = action == Action::Time && string_shape::is_time(&digits);
        if action != Action::Whole && (!document::is_long(&digits) || is_time || !document::may_be_text(Some(action))) {
            return Ok(());
        }
        self.coverage.scanned += 1;
        let doc = self.docs.len();
        self.docs.push(Some(Doc::InBody(0)));
        let spelling = Spelling::Plain(Cow::Owned(digits), integer.range.clone());
        self.integers.push(integer);
        self.push(spelling, key, TextKind::Number, (Author::Other, REST), doc);
        self.mark_whole(action, self.all.len() - 1);
        Ok(())
    }

    /// The field in which the text at `at`, a query, looks for terms that name none.
    pub(super) fn default_field(&self, at: usize) -> Option<&str> {
        self.default_fields.get(&at).map(String::as_str)
    }

    /// Reports whether the route has rules for fields.
    pub(super) fn has_fields(&self) -> bool {
        self.fields.is_some()
    }

    /// The action that the route's fields give for values of a name.
    pub(super) fn field_action(&self, name: &str) -> Option<Action> {
        self.fields.and_then(|fields| document::field_action(fields, name))
    }

    /// Marks the texts from one on as such that are masked as a whole, if that is their action.
    fn mark_whole(&mut self, action: Action, from: usize) {
        if action == Action::Whole {
            self.all[from..].iter_mut().for_each(|text| text.is_whole = true);
        }
    }

    /// Adds a text that stands at byte `base` of the body as it is.
    pub(super) fn add_source(&mut self, text: &'b str, base: usize, author: Author) {
        self.coverage.scanned += 1;
        if !text.is_empty() {
            let doc = self.docs.len();
            self.docs.push(Some(Doc::InBody(base)));
            let spelling = Spelling::Source(Cow::Borrowed(text), 0);
            self.push(spelling, None, TextKind::Text, (author, REST), doc);
        }
    }

    /// Adds the names and values of a body in percent-encoding, as forms send them.
    ///
    /// # Errors
    /// If one is not UTF-8, or there are too many.
    pub(super) fn add_form(&mut self, body: &'b str) -> Result<(), Refusal> {
        for Part { range, text, key } in target::parts(body)? {
            if self.count() > MAX_STRINGS {
                return Err(Refusal::TooMany { limit: MAX_STRINGS });
            }
            self.coverage.scanned += 1;
            if !text.is_empty() {
                let doc = self.docs.len();
                self.docs.push(Some(Doc::InBody(0)));
                let key = key.map(Cow::Borrowed);
                self.push(Spelling::Plain(text, range), key, TextKind::Form, (Author::Other, REST), doc);
            }
        }
        Ok(())
    }

    /// Adds the texts of a body of log records in text that is no UTF-8.
    ///
    /// # Errors
    /// If there are too many texts.
    pub(super) fn add_other_text(&mut self, body: &[u8]) -> Result<(), Refusal> {
        let view = Utf8View::of(body);
        let doc = self.docs.len();
        self.docs.push(Some(Doc::InBody(0)));
        self.docs.push(Some(Doc::Widened { outer: doc, base: 0, wide: view.wide }));
        let outer = StringContext { key: None, author: Author::Other, order: REST };
        self.records(&view.text, doc + 1, 0, &outer)
    }

    /// Adds the texts of a document that begins at byte `base` of the body. `retention` is the root's member that
    /// decides whether the provider keeps state.
    ///
    /// # Errors
    /// If it cannot be read. Offsets are those of the body.
    pub(super) fn add(
        &mut self,
        text: &'b str,
        base: usize,
        paths: Paths<'_>,
        retention: Option<&str>,
    ) -> Result<(), Refusal> {
        let mut read = || {
            let document = document::read_in(&mut self.buffers, text, Some(paths), retention)?;
            let origin = Origin { text, doc: self.docs.len(), level: 0, outer: None };
            self.docs.push(Some(Doc::InBody(base)));
            self.leaves::<BorrowedStorage>(&document, &origin)?;
            Ok(document)
        };
        let mut document = read().map_err(|refusal: Refusal| refusal.shifted(base))?;
        self.ids.append(&mut document.ids);
        self.files.append(&mut document.files);
        self.retention_flag = self.retention_flag.or(document.retention_flag);
        self.asks_state |= document.asks_state;
        self.buffers.recycle(document);
        Ok(())
    }

    /// Adds a text from beside the body.
    pub(super) fn add_beside(&mut self, text: Cow<'b, str>, key: Option<&'b str>, kind: TextKind) {
        self.coverage.scanned += 1;
        if !text.is_empty() {
            let (key, author) = (key.map(Cow::Borrowed), Author::Other);
            let (spelling, hints) = (Spelling::Plain(text, 0..0), Hints::default());
            let (is_whole, order) = (false, REST);
            self.all.push(RequestText {
                spelling,
                key,
                kind,
                author,
                hints,
                is_whole,
                order,
                doc: None,
                message: None,
            });
        }
    }

    /// Sorts the texts into the order of the provider's cache.
    pub(super) fn sort(&mut self) {
        if !self.all.is_sorted_by_key(|text| text.order) {
            assert!(self.repeats.len() == 0, "providers that cache take no log records");
            self.all.sort_by_key(|text| text.order);
        }
    }

    /// The number of texts, each as often as it occurs.
    fn count(&self) -> usize {
        self.all.len() + self.repeats.len()
    }

    /// All occurrences of the texts, in their order.
    pub(super) fn occurrences(&self) -> impl Iterator<Item = Occurrence<'_>> {
        self.repeats.occurrences(self.all.len())
    }

    /// Reports whether a text stands in the body.
    pub(super) fn has_body(&self) -> bool {
        self.all.iter().any(|text| text.doc.is_some())
    }

    /// Reports whether a text stands in JSON that nobody but a model reads.
    pub(super) fn is_in_prose(&self, text: &RequestText<'_>) -> bool {
        let doc = text.doc.and_then(|doc| self.docs.get(doc)?.as_ref());
        matches!(doc, Some(Doc::InString { is_source: false, .. }))
    }

    fn push(
        &mut self,
        spelling: Spelling<'b>,
        key: Option<Cow<'b, str>>,
        kind: TextKind,
        (author, order): (Author, u16),
        doc: usize,
    ) {
        let (hints, doc) = (Hints::default(), Some(doc));
        let (is_whole, message) = (false, None);
        self.all.push(RequestText { spelling, key, kind, author, hints, is_whole, order, doc, message });
    }
}
