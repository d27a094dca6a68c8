//! [`RequestTexts`]: the texts of a request, in the order in which they are numbered, and the way back from
//! each to the bytes of the body.

use std::{borrow::Cow, ops::Range};

use super::{
    coverage::Coverage,
    document::{self, Document, Leaf, MAX_STRINGS, REST, Spelled},
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
        },
    },
    profile::{Action, Author, PathState, PathTable},
};
use masquerade_detect::text::{Field, Span};

/// Most levels of JSON texts within strings of JSON texts. Each level doubles the backslashes of the one below.
const MAX_LEVELS: usize = 16;

/// A text of a request.
#[derive(Debug)]
pub(super) struct RequestText<'b> {
    spelling: Spelling<'b>,
    key: Option<Cow<'b, str>>,
    pub(super) kind: TextKind,
    pub(super) author: Author,
    /// Known once its entities are.
    pub(super) hints: Hints,
    order: u16,
    /// Its place in [`RequestTexts::docs`]; `None`: it stands beside the body.
    doc: Option<usize>,
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
}

impl RequestText<'_> {
    /// Its characters.
    pub(super) fn content(&self) -> &str {
        match &self.spelling {
            Spelling::Segment(segment) => segment.text(),
            Spelling::Plain(text, _) => text,
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
    pub(super) coverage: Coverage,
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
    /// Adds the texts of a document that begins at byte `base` of the body. `retention` is the root's member that
    /// decides whether the provider keeps state.
    ///
    /// # Errors
    /// If it cannot be read. Offsets are those of the body.
    pub(super) fn add(
        &mut self,
        text: &'b str,
        base: usize,
        paths: (&PathTable, PathState),
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
        Ok(())
    }

    /// Adds a text from beside the body.
    pub(super) fn add_beside(&mut self, text: Cow<'b, str>, key: Option<&'b str>, kind: TextKind) {
        self.coverage.scanned += 1;
        if !text.is_empty() {
            let (key, author) = (key.map(Cow::Borrowed), Author::Other);
            let (spelling, hints) = (Spelling::Plain(text, 0..0), Hints::default());
            self.all.push(RequestText { spelling, key, kind, author, hints, order: REST, doc: None });
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
    pub(super) fn edit(&self, text: &RequestText<'_>, span: Span, replacement: &str) -> Result<Edit, Refusal> {
        let edit = match &text.spelling {
            Spelling::Segment(segment) => segment.edit(span.range(), replacement).ok_or(Refusal::Internal)?,
            Spelling::Plain(..) => return Err(Refusal::Internal),
        };
        self.lift(edit, text.doc.ok_or(Refusal::Internal)?)
    }

    /// The edit of the body that puts `replacement`, which is JSON source, in place of a whole number.
    ///
    /// # Errors
    /// As [`RequestTexts::edit`].
    pub(super) fn edit_whole(&self, text: &RequestText<'_>, replacement: String) -> Result<Edit, Refusal> {
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
        };
        let edit = match text.kind {
            TextKind::Query(_) => return TextPlace::Query,
            TextKind::Header(..) => return TextPlace::Header,
            _ => empty.zip(text.doc).and_then(|(edit, doc)| self.lift(edit, doc).ok()),
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

    /// Turns an edit of a document into one of the body.
    fn lift(&self, mut edit: Edit, mut doc: usize) -> Result<Edit, Refusal> {
        loop {
            match self.docs.get(doc).and_then(Option::as_ref).ok_or(Refusal::Internal)? {
                Doc::InString { segment, outer, .. } => {
                    edit = segment.edit(edit.range, &edit.replacement).ok_or(Refusal::Internal)?;
                    doc = *outer;
                }
                Doc::InBody(base) => {
                    edit.range = edit.range.start + base..edit.range.end + base;
                    return Ok(edit);
                }
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
            match &leaf.spelled {
                Spelled::Number(range) => {
                    self.coverage.scanned += 1;
                    let digits = string_shape::integer(&origin.text[range.clone()]);
                    let digits = digits.expect("only integers are leaves");
                    let (spelling, key) = (Spelling::Plain(S::text(digits), range.clone()), key::<S>(leaf, origin));
                    self.push(spelling, key, TextKind::Number, (author, order), origin.doc);
                }
                Spelled::MemberName(name) => {
                    self.string::<S>(name, None, TextKind::Name, (author, order), origin)?;
                }
                Spelled::Name(name) => self.string::<S>(name, None, TextKind::Text, (author, order), origin)?,
                Spelled::Text(string) => match self.kind(leaf.action, string, origin.text) {
                    Some(kind) => self.string::<S>(string, Some(leaf), kind, (author, order), origin)?,
                    None => self.coverage.skipped += 1,
                },
            }
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
        self.all.push(RequestText { spelling, key, kind, author, hints: Hints::default(), order, doc: Some(doc) });
    }

    /// The kind of a string by its action and its shape; `None`: it is left out.
    fn kind(&mut self, action: Action, string: &Str, doc: &str) -> Option<TextKind> {
        let raw = string.raw(doc);
        let is_opaque = match action {
            Action::Skip => return None,
            Action::Id | Action::Sealed => return (!string_shape::is_id(raw)).then_some(TextKind::Text),
            Action::Reference => {
                return Some(if string_shape::is_id(raw) { TextKind::Reference } else { TextKind::Text });
            }
            Action::EndUser => return Some(TextKind::EndUser),
            Action::Time => return (!string_shape::is_time(raw)).then_some(TextKind::Text),
            Action::Opaque => string_shape::is_base64(raw) || string_shape::is_data_url(raw),
            Action::Link => string_shape::is_data_url(raw),
            Action::Text
            | Action::Payload
            | Action::CallArguments
            | Action::JsonSource
            | Action::TokenIds
            | Action::Channel(_)
            | Action::Alignment => false,
        };
        self.coverage.opaque += u64::from(is_opaque);
        (!is_opaque).then_some(if action == Action::Link { TextKind::Link } else { TextKind::Text })
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
        let document = match document::read(segment.text(), None, None) {
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
