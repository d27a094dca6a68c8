//! [`RequestTexts`]: the texts of a request, in the order in which they are numbered, and the way back from
//! each to the bytes of the body.

use std::{borrow::Cow, collections::BTreeMap, ops::Range};

use bytes::Bytes;

use super::{
    body,
    coverage::Coverage,
    document::{self, Document, Leaf, MAX_STRINGS, Paths, REST, Spelled},
    files::{self, Base64, FileKind, OpaqueFiles},
    hints::Hints,
    incoming::HeaderScope,
    refusal::{Refusal, TextPlace},
    string_shape,
};
use crate::{
    codec::{
        CodecError,
        syntax::{
            Edit,
            json::{MAX_DEPTH, Segment, Str, pointer},
            lengths::{self, Integer, Length},
            splice, splice_bytes,
        },
    },
    profile::{Action, Author, PathTable},
};
use masquerade_detect::text::{Field, Span};

/// Most levels of JSON texts within strings of JSON texts. Each level doubles the backslashes of the one below.
const MAX_LEVELS: usize = 16;

/// Shortest content of base64 that is searched as text, and shortest that is taken for a file, in bytes.
const MIN_TEXT: usize = 8;
const MIN_FILE: usize = 48;

/// A text of a request.
#[derive(Debug)]
pub(super) struct RequestText<'b> {
    spelling: Spelling<'b>,
    key: Option<Cow<'b, str>>,
    pub(super) kind: TextKind,
    pub(super) author: Author,
    /// Known once its entities are.
    pub(super) hints: Hints,
    /// Whether it is masked as a whole.
    pub(super) is_whole: bool,
    order: u16,
    /// Its place in [`RequestTexts::docs`]; `None`: it stands beside the body.
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
    /// Its characters.
    pub(super) fn content(&self) -> &str {
        match &self.spelling {
            Spelling::Segment(segment) => segment.text(),
            Spelling::Plain(text, _) | Spelling::Source(text, _) => text,
        }
    }

    /// The input of detection.
    pub(super) fn field(&self) -> Field<'_> {
        Field { text: self.content(), key: self.key.as_deref() }
    }
}

/// A JSON text.
#[derive(Debug)]
enum Doc<'b> {
    /// It begins at this byte of the body.
    InBody(usize),
    /// It is the text of a string in another document.
    InString {
        segment: Segment<'b>,
        /// That document's place.
        outer: usize,
        /// Whether the API has to read it as JSON, rather than a model as text.
        is_source: bool,
    },
    /// It is the content of a file in base64.
    InBase64 {
        /// The string with the base64.
        segment: Segment<'b>,
        /// The place of that string's document.
        outer: usize,
        /// The beginning of the base64 in the string.
        start: usize,
        base64: Base64,
        content: String,
    },
    /// It begins at this byte of another document, by that one's place.
    Line(usize, usize),
}

/// An edit of the body, or of the content of a file in base64, by its place in [`RequestTexts::docs`].
#[derive(Debug)]
pub(super) struct PlacedEdit {
    file: Option<usize>,
    edit: Edit,
}

/// The texts of a request.
#[derive(Debug, Default)]
pub(super) struct RequestTexts<'b> {
    pub(super) all: Vec<RequestText<'b>>,
    docs: Vec<Option<Doc<'b>>>,
    /// Ids of provider state that the request continues.
    pub(super) ids: Vec<String>,
    /// The value of the member that decides whether the provider keeps state.
    pub(super) retention_flag: Option<bool>,
    /// Whether a member asks for state to be kept.
    pub(super) asks_state: bool,
    pub(super) coverage: Coverage,
    /// The lengths that the body declares, in the order of their prefixes.
    pub(super) lengths: Vec<Length>,
    /// The integers of a binary body that are texts, in order.
    integers: Vec<Integer>,
    /// The paths of JSON within strings, if the route has rules for fields.
    fields: Option<&'b PathTable>,
    opaque: OpaqueFiles,
}

/// The storage of a document's texts: borrowed from the body, or copied out of a string that is
/// gone by then.
trait Storage<'x, 'b> {
    fn segment(segment: Segment<'x>) -> Segment<'b>;
    fn text(text: Cow<'x, str>) -> Cow<'b, str>;
}

struct Borrowed;

impl<'b> Storage<'b, 'b> for Borrowed {
    fn segment(segment: Segment<'b>) -> Segment<'b> {
        segment
    }

    fn text(text: Cow<'b, str>) -> Cow<'b, str> {
        text
    }
}

struct Copied;

impl<'x, 'b> Storage<'x, 'b> for Copied {
    fn segment(segment: Segment<'x>) -> Segment<'b> {
        segment.into_owned()
    }

    fn text(text: Cow<'x, str>) -> Cow<'b, str> {
        Cow::Owned(text.into_owned())
    }
}

/// The document of some leaves.
struct Origin<'x, 'o> {
    text: &'x str,
    doc: usize,
    /// Strings of JSON texts around it.
    level: usize,
    /// The facts that leaves of a document in a string have from that string.
    outer: Option<&'o Outer<'o>>,
}

struct Outer<'o> {
    key: Option<Cow<'o, str>>,
    author: Author,
    order: u16,
}

impl<'b> RequestTexts<'b> {
    /// No texts, of a request whose files are treated so. `fields`: the paths of JSON within strings.
    pub(super) fn of(opaque: OpaqueFiles, fields: Option<&'b PathTable>) -> Self {
        Self { opaque, fields, ..Self::default() }
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
        key: Option<&'b str>,
        action: Action,
    ) -> Result<(), Refusal> {
        let mut base = range.start;
        for chunk in body[range].utf8_chunks() {
            let text = chunk.valid();
            if !text.is_empty() {
                self.add_value(text, base, key, action)?;
            }
            base += text.len() + chunk.invalid().len();
        }
        Ok(())
    }

    /// Adds a text that stands at byte `base` of the body as it is, and is a value.
    fn add_value(&mut self, text: &'b str, base: usize, key: Option<&'b str>, action: Action) -> Result<(), Refusal> {
        if self.all.len() > MAX_STRINGS {
            return Err(Refusal::TooMany { limit: MAX_STRINGS });
        }
        let raw = Str { range: 0..text.len(), escaped: false };
        let Some(kind) = self.kind(action, &raw, text).map_err(|refusal| refusal.shifted(base))? else {
            self.coverage.skipped += 1;
            return Ok(());
        };
        let (key, doc) = (key.map(Cow::Borrowed), self.docs.len());
        self.docs.push(Some(Doc::InBody(base)));
        if action != Action::Whole && string_shape::may_be_json(text) {
            match document::read(text, self.fields.map(Paths::records), None) {
                Ok(document) => {
                    let outer = Outer { key, author: Author::Other, order: REST };
                    return self.leaves::<Borrowed>(&document, &Origin { text, doc, level: 1, outer: Some(&outer) });
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
        key: Option<&'b str>,
        action: Action,
    ) -> Result<(), Refusal> {
        if self.all.len() > MAX_STRINGS {
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
        self.push(spelling, key.map(Cow::Borrowed), TextKind::Number, (Author::Other, REST), doc);
        self.mark_whole(action, self.all.len() - 1);
        Ok(())
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

    /// `body` with `edits` of it, and with the lengths that it declares mended.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if they do not fit, which would be a fault of the gateway.
    pub(super) fn spliced(&self, body: &Bytes, mut edits: Vec<Edit>) -> Result<Bytes, Refusal> {
        if edits.is_empty() {
            return Ok(body.clone());
        }
        let mut out = Vec::with_capacity(body.len() + edits.iter().map(|edit| edit.replacement.len()).sum::<usize>());
        if self.lengths.is_empty() && self.integers.is_empty() {
            edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
            splice(body, &edits, &mut out).map_err(|_| Refusal::Internal)?;
        } else {
            let patches = lengths::mend(edits, &self.lengths, &self.integers).map_err(|_| Refusal::Internal)?;
            let patches = patches.iter().map(|patch| (patch.range.clone(), &*patch.replacement));
            splice_bytes(body, patches, &mut out).map_err(|_| Refusal::Internal)?;
        }
        Ok(out.into())
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
            let document = document::read(text, Some(paths), retention)?;
            let origin = Origin { text, doc: self.docs.len(), level: 0, outer: None };
            self.docs.push(Some(Doc::InBody(base)));
            self.leaves::<Borrowed>(&document, &origin)?;
            Ok(document)
        };
        let document = read().map_err(|refusal: Refusal| refusal.shifted(base))?;
        self.ids.extend(document.ids);
        self.retention_flag = self.retention_flag.or(document.retention_flag);
        self.asks_state |= document.asks_state;
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
            self.all.sort_by_key(|text| text.order);
        }
    }

    /// The edit of the body that puts `replacement` in place of `span` of a text.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if they do not fit, which would be a fault of the gateway.
    pub(super) fn edit(&self, text: &RequestText<'_>, span: Span, replacement: &str) -> Result<PlacedEdit, Refusal> {
        let edit = match &text.spelling {
            Spelling::Segment(segment) => segment.edit(span.range(), replacement).ok_or(Refusal::Internal)?,
            Spelling::Source(_, start) => {
                Edit { range: span.start() + start..span.end() + start, replacement: replacement.to_owned() }
            }
            Spelling::Plain(..) => return Err(Refusal::Internal),
        };
        self.lift(edit, text.doc.ok_or(Refusal::Internal)?)
    }

    /// The edit of the body that puts `replacement`, which is JSON source, in place of a whole number.
    ///
    /// # Errors
    /// As [`RequestTexts::edit`].
    pub(super) fn edit_whole(&self, text: &RequestText<'_>, replacement: String) -> Result<PlacedEdit, Refusal> {
        let Spelling::Plain(_, range) = &text.spelling else { return Err(Refusal::Internal) };
        let edit = Edit { range: range.clone(), replacement };
        self.lift(edit, text.doc.ok_or(Refusal::Internal)?)
    }

    /// Whether a text stands in JSON that nobody but a model reads.
    pub(super) fn is_in_prose(&self, text: &RequestText<'_>) -> bool {
        let doc = text.doc.and_then(|doc| self.docs.get(doc)?.as_ref());
        matches!(doc, Some(Doc::InString { is_source: false, .. }))
    }

    /// The place of a text in the request, of which `body` is the body.
    pub(super) fn place(&self, text: &RequestText<'_>, body: &[u8]) -> TextPlace {
        let empty = match &text.spelling {
            Spelling::Segment(segment) => segment.edit(0..0, ""),
            Spelling::Plain(_, range) => Some(Edit { range: range.clone(), replacement: String::new() }),
            Spelling::Source(_, start) => Some(Edit { range: *start..*start, replacement: String::new() }),
        };
        let edit = match text.kind {
            TextKind::Query(_) => return TextPlace::Query,
            TextKind::Header(..) => return TextPlace::Header,
            _ => empty.zip(text.doc).and_then(|(edit, doc)| self.lift_out(edit, doc)),
        };
        let Some((at, body)) = edit.map(|edit| edit.range.start).zip(std::str::from_utf8(body).ok()) else {
            return TextPlace::Body(String::new());
        };
        let is_lines = self.docs.iter().flatten().any(|doc| matches!(doc, Doc::InBody(base) if *base > 0));
        if !is_lines {
            return TextPlace::Body(pointer(body, at));
        }
        let start = body[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = body[..at].matches('\n').count();
        let end = body[at..].find('\n').map_or(body.len(), |end| at + end);
        TextPlace::Body(format!("/{line}{}", pointer(&body[start..end], at - start)))
    }

    /// The edit of the body at the place of an edit of a document, if that is in a file at the beginning of the file.
    fn lift_out(&self, edit: Edit, doc: usize) -> Option<Edit> {
        let mut placed = self.lift(edit, doc).ok()?;
        while let Some(file) = placed.file {
            let Some(Doc::InBase64 { segment, outer, start, .. }) = &self.docs[file] else { return None };
            placed = self.lift(segment.edit(*start..*start, "")?, *outer).ok()?;
        }
        Some(placed.edit)
    }

    /// The edits of the body that `placed` make, with those of a file in one.
    ///
    /// # Errors
    /// As [`RequestTexts::edit`].
    pub(super) fn in_body(&self, placed: Vec<PlacedEdit>) -> Result<Vec<Edit>, Refusal> {
        let (mut body, mut files) = (Vec::with_capacity(placed.len()), BTreeMap::<usize, Vec<Edit>>::new());
        let mut place = |PlacedEdit { file, edit }: PlacedEdit, files: &mut BTreeMap<usize, Vec<Edit>>| match file {
            Some(doc) => files.entry(doc).or_default().push(edit),
            None => body.push(edit),
        };
        placed.into_iter().for_each(|edit| place(edit, &mut files));
        // A file within a file stands behind it.
        while let Some((doc, mut edits)) = files.pop_last() {
            let Some(Doc::InBase64 { segment, outer, start, base64, content }) = &self.docs[doc] else {
                return Err(Refusal::Internal);
            };
            edits.sort_by_key(|edit| edit.range.start);
            let mut masked = Vec::with_capacity(content.len());
            splice(content.as_bytes(), &edits, &mut masked).map_err(|_| Refusal::Internal)?;
            let edit = segment.edit(*start..segment.text().len(), &base64.encode(&masked)).ok_or(Refusal::Internal)?;
            place(self.lift(edit, *outer)?, &mut files);
        }
        Ok(body)
    }

    /// Turns an edit of a document into one of the body or of a file's content.
    fn lift(&self, mut edit: Edit, mut doc: usize) -> Result<PlacedEdit, Refusal> {
        loop {
            match self.docs.get(doc).and_then(Option::as_ref).ok_or(Refusal::Internal)? {
                Doc::InString { segment, outer, .. } => {
                    edit = segment.edit(edit.range, &edit.replacement).ok_or(Refusal::Internal)?;
                    doc = *outer;
                }
                Doc::InBody(base) => {
                    edit.range = edit.range.start + base..edit.range.end + base;
                    return Ok(PlacedEdit { file: None, edit });
                }
                Doc::Line(outer, base) => {
                    edit.range = edit.range.start + base..edit.range.end + base;
                    doc = *outer;
                }
                Doc::InBase64 { .. } => return Ok(PlacedEdit { file: Some(doc), edit }),
            }
        }
    }

    fn leaves<'x, S: Storage<'x, 'b>>(&mut self, document: &Document, origin: &Origin<'x, '_>) -> Result<(), Refusal> {
        self.all.reserve(document.leaves.len());
        for leaf in &document.leaves {
            if self.all.len() > MAX_STRINGS {
                return Err(Refusal::TooMany { limit: MAX_STRINGS });
            }
            let (author, order) = match origin.outer {
                Some(outer) => (outer.author, outer.order),
                None => (document.author(leaf), leaf.order),
            };
            let first = self.all.len();
            match &leaf.spelled {
                Spelled::Number(range) => {
                    self.coverage.scanned += 1;
                    let spelled = &origin.text[range.clone()];
                    let digits = match leaf.action {
                        Action::Whole => Cow::Borrowed(spelled),
                        _ => string_shape::integer(spelled).expect("only integers are leaves"),
                    };
                    let (spelling, key) = (Spelling::Plain(S::text(digits), range.clone()), key::<S>(leaf, origin));
                    self.push(spelling, key, TextKind::Number, (author, order), origin.doc);
                }
                Spelled::MemberName(name) => {
                    self.string::<S>(name, None, TextKind::Name, (author, order), origin)?;
                }
                Spelled::Name(name) => self.string::<S>(name, None, TextKind::Text, (author, order), origin)?,
                Spelled::Text(string)
                    if matches!(leaf.action, Action::Opaque | Action::Link)
                        && self.file::<S>(string, leaf, (author, order), origin)? => {}
                Spelled::Text(string) => match self.kind(leaf.action, string, origin.text)? {
                    Some(kind) => {
                        let before = self.all.len();
                        self.string::<S>(string, Some(leaf), kind, (author, order), origin)?;
                        let message = document.part_of(leaf, origin.text).map(|place| (origin.doc, place));
                        if let [text] = &mut self.all[before..] {
                            text.message =
                                message.filter(|_| text.kind == TextKind::Text && text.doc == Some(origin.doc));
                        }
                    }
                    None => self.coverage.skipped += 1,
                },
            }
            self.mark_whole(leaf.action, first);
        }
        Ok(())
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

    /// The kind of a string by its action and its shape; `None`: it is left out.
    fn kind(&mut self, action: Action, string: &Str, doc: &str) -> Result<Option<TextKind>, Refusal> {
        let raw = string.raw(doc);
        let is_opaque = match action {
            Action::Skip => return Ok(None),
            Action::Id | Action::PairName | Action::Sealed | Action::OwnAddress => {
                return Ok((!string_shape::is_id(raw)).then_some(TextKind::Text));
            }
            Action::Reference => {
                return Ok(Some(if string_shape::is_id(raw) { TextKind::Reference } else { TextKind::Text }));
            }
            Action::EndUser => return Ok(Some(TextKind::EndUser)),
            Action::Time => return Ok((!string_shape::is_time(raw)).then_some(TextKind::Text)),
            Action::Opaque => string_shape::is_base64(raw) || string_shape::is_data_url(raw),
            Action::Link => string_shape::is_data_url(raw),
            Action::Text
            | Action::Payload
            | Action::CallArguments
            | Action::JsonSource
            | Action::Whole
            | Action::TokenIds
            | Action::Channel(_)
            | Action::Alignment => false,
        };
        if is_opaque {
            self.count_opaque(FileKind::Document, string)?;
        }
        Ok((!is_opaque).then_some(if action == Action::Link { TextKind::Link } else { TextKind::Text }))
    }

    /// Counts a file that cannot be searched.
    fn count_opaque(&mut self, kind: FileKind, string: &Str) -> Result<(), Refusal> {
        self.coverage.opaque += 1;
        if self.opaque.refuses(kind) { Err(Refusal::OpaqueFile { at: string.range.start }) } else { Ok(()) }
    }

    /// Adds the texts of a file in base64, or leaves out one that is no text; returns whether the string is a file.
    fn file<'x, S: Storage<'x, 'b>>(
        &mut self,
        string: &Str,
        leaf: &Leaf,
        who: (Author, u16),
        origin: &Origin<'x, '_>,
    ) -> Result<bool, Refusal> {
        let mut segments = string.segments(origin.text);
        let (Some(segment), None) = (segments.next(), segments.next()) else { return Ok(false) };
        let text = segment.text();
        let (media_type, start) = match files::data_url(text) {
            Some(found) => found,
            None if leaf.action == Action::Link => return Ok(false),
            None => ("", 0),
        };
        let Some((bytes, base64)) = Base64::decode(&text[start..]) else { return Ok(false) };
        let kind = FileKind::of(&bytes, media_type);
        // A short text may look like base64 by chance.
        if start == 0 && bytes.len() < if kind == FileKind::Text { MIN_TEXT } else { MIN_FILE } {
            return Ok(false);
        }
        let Some(content) = String::from_utf8(bytes).ok().filter(|_| kind == FileKind::Text) else {
            self.coverage.skipped += 1;
            self.count_opaque(kind, string)?;
            return Ok(true);
        };
        if origin.level == MAX_LEVELS {
            return Err(Refusal::Body(CodecError::TooDeep { limit: MAX_DEPTH }));
        }
        let doc = self.docs.len();
        self.docs.push(None);
        let key = leaf.key.as_ref().and_then(|key| key.decoded(origin.text));
        let (author, order) = who;
        let outer = Outer { key, author, order };
        self.content(&content, doc, origin.level + 1, &outer)?;
        self.docs[doc] =
            Some(Doc::InBase64 { segment: S::segment(segment), outer: origin.doc, start, base64, content });
        Ok(true)
    }

    /// Adds the texts of a file's content: of JSON, of lines of JSON, or one text.
    fn content(&mut self, content: &str, doc: usize, level: usize, outer: &Outer<'_>) -> Result<(), Refusal> {
        let outer = Some(outer);
        if document::is_json(content) {
            let document = document::read(content, self.fields.map(Paths::records), None)?;
            return self.leaves::<Copied>(&document, &Origin { text: content, doc, level, outer });
        }
        if document::is_json_lines(content) {
            for (base, line) in body::lines(content) {
                let document = document::read(line, self.fields.map(Paths::records), None)?;
                self.docs.push(Some(Doc::Line(doc, base)));
                let origin = Origin { text: line, doc: self.docs.len() - 1, level, outer };
                self.leaves::<Copied>(&document, &origin)?;
            }
            return Ok(());
        }
        let Some(&Outer { author, order, .. }) = outer else { return Err(Refusal::Internal) };
        self.coverage.scanned += 1;
        let spelling = Spelling::Source(Cow::Owned(content.to_owned()), 0);
        self.push(spelling, None, TextKind::Text, (author, order), doc);
        Ok(())
    }

    /// Adds a string, or the texts in it if it is JSON as a whole.
    fn string<'x, S: Storage<'x, 'b>>(
        &mut self,
        string: &Str,
        leaf: Option<&Leaf>,
        kind: TextKind,
        (author, order): (Author, u16),
        origin: &Origin<'x, '_>,
    ) -> Result<(), Refusal> {
        let mut segments = string.segments(origin.text);
        let (first, second) = (segments.next(), segments.next());
        if let (Some(segment), Some(leaf), None) = (&first, leaf, &second)
            && kind != TextKind::EndUser
            && leaf.action != Action::Whole
            && string_shape::may_be_json(segment.text())
            && let Some(inner) = self.within(segment, leaf, (author, order), origin)?
        {
            let is_source = matches!(leaf.action, Action::CallArguments | Action::JsonSource);
            let doc = |segment| Doc::InString { segment: S::segment(segment), outer: origin.doc, is_source };
            self.docs[inner] = first.map(doc);
            return Ok(());
        }
        self.coverage.scanned += 1;
        let mut add = |segment| {
            let key = leaf.and_then(|leaf| key::<S>(leaf, origin));
            let spelling = Spelling::Segment(S::segment(segment));
            self.push(spelling, key, kind, (author, order), origin.doc);
        };
        first.into_iter().for_each(&mut add);
        second.into_iter().chain(segments).for_each(add);
        Ok(())
    }

    /// Adds the texts of a JSON text within a string. Returns the place of that document, or `None` if
    /// the string is no JSON after all.
    fn within(
        &mut self,
        segment: &Segment<'_>,
        leaf: &Leaf,
        (author, order): (Author, u16),
        origin: &Origin<'_, '_>,
    ) -> Result<Option<usize>, Refusal> {
        let document = match document::read(segment.text(), self.fields.map(Paths::records), None) {
            Ok(document) => document,
            Err(refusal) if document::is_no_json(&refusal) => return Ok(None),
            Err(refusal) => return Err(refusal),
        };
        if origin.level == MAX_LEVELS {
            return Err(Refusal::Body(CodecError::TooDeep { limit: MAX_DEPTH }));
        }
        let doc = self.docs.len();
        // The string around it moves there once its texts are copied out.
        self.docs.push(None);
        let own = leaf.key.as_ref().and_then(|key| key.decoded(origin.text));
        let key = own.or_else(|| origin.outer.and_then(|outer| outer.key.as_deref().map(Cow::Borrowed)));
        let outer = Outer { key, author, order };
        let inside = Origin { text: segment.text(), doc, level: origin.level + 1, outer: Some(&outer) };
        self.leaves::<Copied>(&document, &inside)?;
        Ok(Some(doc))
    }
}

/// The name of the member that holds a leaf.
fn key<'x, 'b, S: Storage<'x, 'b>>(leaf: &Leaf, origin: &Origin<'x, '_>) -> Option<Cow<'b, str>> {
    if let Some(key) = &leaf.key {
        return key.decoded(origin.text).map(S::text);
    }
    let outer = origin.outer.and_then(|outer| outer.key.as_deref())?;
    Some(Cow::Owned(outer.to_owned()))
}
