//! [`RequestTexts`]: the texts of a request, in the order in which they are taken, and the way back from
//! each to the bytes of the body.

use std::borrow::Cow;

use super::{
    coverage::Coverage,
    document::{self, Document, Leaf, MAX_STRINGS, Paths, REST, Spelled},
    hints::Hints,
    refusal::Refusal,
    string_shape,
};
use crate::{
    codec::{
        CodecError,
        syntax::{
            Edit,
            json::{MAX_DEPTH, Segment, Str},
        },
    },
    profile::{Action, Author},
};
use masquerade_detect::text::{Field, Span};

/// JSON texts within strings within each other. Each level doubles the backslashes of the one below.
const MAX_LEVELS: usize = 16;

/// A text, and what it is.
#[derive(Debug)]
pub(super) struct RequestText<'b> {
    pub(super) spelling: Spelling<'b>,
    key: Option<Cow<'b, str>>,
    pub(super) kind: TextKind,
    pub(super) author: Author,
    /// What it may hold besides entities; known once those are.
    pub(super) hints: Hints,
    order: u16,
    /// Its place in [`RequestTexts::docs`].
    doc: usize,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    /// A text.
    Text,
    /// An address that the provider is to fetch.
    Link,
    /// A number.
    Number,
    /// A value of the query, by its number.
    Query(usize),
    /// A header, by its number.
    Header(usize),
}

/// A text and where it is spelled.
#[derive(Debug)]
pub(super) enum Spelling<'b> {
    /// Text of a JSON string.
    Segment(Segment<'b>),
    /// Anything that is spelled as it reads, from this byte of its document on.
    Plain(Cow<'b, str>, usize),
}

impl RequestText<'_> {
    /// What detection sees of it.
    pub(super) fn content(&self) -> &str {
        match &self.spelling {
            Spelling::Segment(segment) => segment.text(),
            Spelling::Plain(text, _) => text,
        }
    }

    /// What detection sees of it.
    pub(super) fn field(&self) -> Field<'_> {
        Field { text: self.content(), key: self.key.as_deref() }
    }
}

/// A JSON text.
#[derive(Debug)]
struct Doc<'b> {
    /// Where it begins in the body, if it does not stand in a string.
    base: usize,
    /// The string that it stands in, and the document of that.
    around: Option<(Segment<'b>, usize)>,
}

/// The texts of a request.
#[derive(Debug, Default)]
pub(super) struct RequestTexts<'b> {
    pub(super) all: Vec<RequestText<'b>>,
    docs: Vec<Doc<'b>>,
    /// Ids of state that the request continues.
    pub(super) ids: Vec<String>,
    /// What it says of state being kept.
    pub(super) retention_flag: Option<bool>,
    pub(super) coverage: Coverage,
}

/// How what is read of a document is kept: borrowed from the body, or copied out of a text that is
/// gone by then.
trait Keep<'x, 'b> {
    fn segment(segment: Segment<'x>) -> Segment<'b>;
    fn text(text: Cow<'x, str>) -> Cow<'b, str>;
}

struct Borrow;

impl<'b> Keep<'b, 'b> for Borrow {
    fn segment(segment: Segment<'b>) -> Segment<'b> {
        segment
    }

    fn text(text: Cow<'b, str>) -> Cow<'b, str> {
        text
    }
}

struct Copy;

impl<'x, 'b> Keep<'x, 'b> for Copy {
    fn segment(segment: Segment<'x>) -> Segment<'b> {
        segment.into_owned()
    }

    fn text(text: Cow<'x, str>) -> Cow<'b, str> {
        Cow::Owned(text.into_owned())
    }
}

/// Where the leaves of a document come from.
struct Origin<'x, 'o> {
    text: &'x str,
    doc: usize,
    level: usize,
    /// What holds for leaves of a document in a string: its own key, author and order.
    outer: Option<&'o Outer<'o>>,
}

struct Outer<'o> {
    key: Option<Cow<'o, str>>,
    author: Author,
    order: u16,
}

impl<'b> RequestTexts<'b> {
    /// Adds the texts of a document that begins at byte `base` of the body.
    ///
    /// # Errors
    /// If it cannot be read. Offsets are those of the body.
    pub(super) fn add(
        &mut self,
        text: &'b str,
        base: usize,
        paths: Paths<'_>,
        kept: Option<&str>,
    ) -> Result<(), Refusal> {
        let mut read = || {
            let document = document::walk(text, paths, kept)?;
            let origin = Origin { text, doc: self.docs.len(), level: 0, outer: None };
            self.docs.push(Doc { base, around: None });
            self.leaves::<Borrow>(&document, &origin)?;
            Ok(document)
        };
        let document = read().map_err(|refusal: Refusal| refusal.shifted(base))?;
        self.ids.extend(document.ids);
        self.retention_flag = self.retention_flag.or(document.kept);
        Ok(())
    }

    /// Adds a text from beside the body.
    pub(super) fn add_beside(&mut self, text: Cow<'b, str>, key: Option<&'b str>, kind: TextKind) {
        self.coverage.scanned += 1;
        if !text.is_empty() {
            let (key, author) = (key.map(Cow::Borrowed), Author::Other);
            let (spelling, hints) = (Spelling::Plain(text, 0), Hints::default());
            self.all.push(RequestText { spelling, key, kind, author, hints, order: REST, doc: usize::MAX });
        }
    }

    /// Puts the pieces into the provider's order.
    pub(super) fn sort(&mut self) {
        if !self.all.is_sorted_by_key(|text| text.order) {
            self.all.sort_by_key(|text| text.order);
        }
    }

    /// The edit of the body that puts `replacement` in place of `span` of a piece.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if they do not fit, which would be a fault of ours.
    pub(super) fn edit(&self, text: &RequestText<'_>, span: Span, replacement: &str) -> Result<Edit, Refusal> {
        let edit = match &text.spelling {
            Spelling::Segment(segment) => segment.edit(span.range(), replacement).ok_or(Refusal::Internal)?,
            Spelling::Plain(..) => return Err(Refusal::Internal),
        };
        self.lift(edit, text.doc)
    }

    /// The edit of the body that puts `replacement`, which is spelled as it is to stand there, in place of a
    /// whole piece.
    ///
    /// # Errors
    /// As [`RequestTexts::edit`].
    pub(super) fn whole(&self, text: &RequestText<'_>, replacement: &str) -> Result<Edit, Refusal> {
        let Spelling::Plain(spelled, start) = &text.spelling else { return Err(Refusal::Internal) };
        self.lift(Edit { range: *start..start + spelled.len(), replacement: replacement.to_owned() }, text.doc)
    }

    /// Turns an edit of a document into one of the body.
    fn lift(&self, mut edit: Edit, mut doc: usize) -> Result<Edit, Refusal> {
        loop {
            match self.docs.get(doc).ok_or(Refusal::Internal)? {
                Doc { around: Some((segment, outer)), .. } => {
                    edit = segment.edit(edit.range, &edit.replacement).ok_or(Refusal::Internal)?;
                    doc = *outer;
                }
                Doc { base, around: None } => {
                    edit.range = edit.range.start + base..edit.range.end + base;
                    return Ok(edit);
                }
            }
        }
    }

    fn leaves<'x, K: Keep<'x, 'b>>(&mut self, document: &Document, origin: &Origin<'x, '_>) -> Result<(), Refusal> {
        self.all.reserve(document.leaves.len());
        for leaf in &document.leaves {
            if self.all.len() > MAX_STRINGS {
                return Err(Refusal::TooMany { limit: MAX_STRINGS });
            }
            let author = origin.outer.map_or_else(|| document.author(leaf), |outer| outer.author);
            let order = origin.outer.map_or(leaf.order, |outer| outer.order);
            match &leaf.spelled {
                Spelled::Number(range) => {
                    self.coverage.scanned += 1;
                    let text = Cow::Borrowed(origin.text.get(range.clone()).unwrap_or_default());
                    let (spelling, key) = (Spelling::Plain(K::text(text), range.start), key::<K>(leaf, origin));
                    let hints = Hints::default();
                    self.all.push(RequestText {
                        spelling,
                        key,
                        kind: TextKind::Number,
                        author,
                        hints,
                        order,
                        doc: origin.doc,
                    });
                }
                Spelled::Name(name) => self.string::<K>(name, None, TextKind::Text, (author, order), origin)?,
                Spelled::Text(string) => match self.kind(leaf.action, string, origin.text) {
                    Some(kind) => self.string::<K>(string, Some(leaf), kind, (author, order), origin)?,
                    None => self.coverage.skipped += 1,
                },
            }
        }
        Ok(())
    }

    /// What a string is to be taken for; `None`: it is left out.
    fn kind(&mut self, action: Action, string: &Str, doc: &str) -> Option<TextKind> {
        let raw = string.raw(doc);
        let is_opaque = match action {
            Action::Skip => return None,
            Action::Id | Action::Sealed => return (!string_shape::is_id(raw)).then_some(TextKind::Text),
            Action::Time => return (!string_shape::is_time(raw)).then_some(TextKind::Text),
            Action::Opaque => string_shape::is_base64(raw) || string_shape::is_data_url(raw),
            Action::Link => string_shape::is_data_url(raw),
            _ => false,
        };
        self.coverage.opaque += u64::from(is_opaque);
        (!is_opaque).then_some(if action == Action::Link { TextKind::Link } else { TextKind::Text })
    }

    /// Adds a string, or what it holds if it is JSON as a whole.
    fn string<'x, K: Keep<'x, 'b>>(
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
            && string_shape::may_be_json(segment.text())
            && let Some(inner) = self.within(segment, leaf, (author, order), origin)?
        {
            if let Some(inner) = self.docs.get_mut(inner) {
                inner.around = first.map(|segment| (K::segment(segment), origin.doc));
            }
            return Ok(());
        }
        self.coverage.scanned += 1;
        let mut add = |segment| {
            let key = leaf.and_then(|leaf| key::<K>(leaf, origin));
            let spelling = Spelling::Segment(K::segment(segment));
            self.all.push(RequestText { spelling, key, kind, author, hints: Hints::default(), order, doc: origin.doc });
        };
        first.into_iter().for_each(&mut add);
        second.into_iter().chain(segments).for_each(add);
        Ok(())
    }

    /// Adds what a JSON text within a string holds; gives its place among the documents, or `None` if
    /// it is no JSON after all.
    fn within(
        &mut self,
        segment: &Segment<'_>,
        leaf: &Leaf,
        (author, order): (Author, u16),
        origin: &Origin<'_, '_>,
    ) -> Result<Option<usize>, Refusal> {
        let document = match document::walk(segment.text(), Paths::Free, None) {
            Ok(document) => document,
            Err(refusal) if document::is_no_json(refusal) => return Ok(None),
            Err(refusal) => return Err(refusal),
        };
        if origin.level == MAX_LEVELS {
            return Err(Refusal::Body(CodecError::TooDeep { limit: MAX_DEPTH }));
        }
        let doc = self.docs.len();
        self.docs.push(Doc { base: 0, around: None });
        let own = leaf.key.as_ref().and_then(|key| key.decoded(origin.text));
        let key = own.or_else(|| origin.outer.and_then(|outer| outer.key.as_deref().map(Cow::Borrowed)));
        let outer = Outer { key, author, order };
        let inside = Origin { text: segment.text(), doc, level: origin.level + 1, outer: Some(&outer) };
        self.leaves::<Copy>(&document, &inside)?;
        Ok(Some(doc))
    }
}

/// The name of the member that holds a leaf.
fn key<'x, 'b, K: Keep<'x, 'b>>(leaf: &Leaf, origin: &Origin<'x, '_>) -> Option<Cow<'b, str>> {
    if let Some(key) = &leaf.key {
        return key.decoded(origin.text).map(K::text);
    }
    let outer = origin.outer.and_then(|outer| outer.key.as_deref())?;
    Some(Cow::Owned(outer.to_owned()))
}
