//! The texts in the leaves of a document, of JSON within its strings, and of files in base64.

use std::borrow::Cow;

use super::{
    Doc, RequestTexts, Spelling, TextKind,
    repeats::{Repeat, TextIdentity},
};
use crate::{
    codec::{
        CodecError,
        syntax::json::{MAX_DEPTH, Segment, Str},
    },
    engine::proxy::{
        document::{self, Document, Leaf, LeafSpelling, MAX_STRINGS, Paths},
        files::FileKind,
        names,
        refusal::Refusal,
        string_shape,
    },
    profile::{Action, Author},
};

/// Most levels of JSON texts within strings of JSON texts. Each level doubles the backslashes of the one below.
pub(super) const MAX_LEVELS: usize = 16;

/// The storage of a document's texts: borrowed from the body, or copied out of a string that is
/// gone by then.
pub(super) trait Storage<'x, 'b> {
    fn segment(segment: Segment<'x>) -> Segment<'b>;
    fn text(text: Cow<'x, str>) -> Cow<'b, str>;

    /// The identity of a leaf of a document of the body by which its repeats are known; `None`: they are not looked for.
    fn identity(_leaf: &Leaf, _author: Author, _doc: &'x str) -> Option<TextIdentity<'b>> {
        None
    }
}

pub(super) struct BorrowedStorage;

impl<'b> Storage<'b, 'b> for BorrowedStorage {
    fn segment(segment: Segment<'b>) -> Segment<'b> {
        segment
    }

    fn text(text: Cow<'b, str>) -> Cow<'b, str> {
        text
    }

    fn identity(leaf: &Leaf, author: Author, doc: &'b str) -> Option<TextIdentity<'b>> {
        TextIdentity::of(leaf, author, doc)
    }
}

pub(super) struct OwnedStorage;

impl<'x, 'b> Storage<'x, 'b> for OwnedStorage {
    fn segment(segment: Segment<'x>) -> Segment<'b> {
        segment.into_owned()
    }

    fn text(text: Cow<'x, str>) -> Cow<'b, str> {
        Cow::Owned(text.into_owned())
    }
}

/// The document of some leaves.
pub(super) struct Origin<'x, 'o> {
    pub(super) text: &'x str,
    pub(super) doc: usize,
    /// Strings of JSON texts around it.
    pub(super) level: usize,
    /// The facts that leaves of a document in a string have from that string.
    pub(super) outer: Option<&'o StringContext<'o>>,
}

/// A string in a leaf of a document.
pub(super) struct StringLeaf<'l, 'x> {
    pub(super) string: &'l Str,
    pub(super) leaf: &'l Leaf,
    /// The author of its text, and the text's place in the order of the conversation.
    pub(super) who: (Author, u16),
    pub(super) origin: &'l Origin<'x, 'l>,
}

pub(super) struct StringContext<'o> {
    pub(super) key: Option<Cow<'o, str>>,
    pub(super) author: Author,
    pub(super) order: u16,
}

impl<'b> RequestTexts<'b> {
    pub(super) fn leaves<'x, S: Storage<'x, 'b>>(
        &mut self,
        document: &Document,
        origin: &Origin<'x, '_>,
    ) -> Result<(), Refusal> {
        // A part of a message is read together with its neighbours.
        let may_repeat = self.is_log
            && origin.outer.is_none()
            && !document.leaves.iter().any(|leaf| document.part_of(leaf, origin.text).is_some());
        for (at, leaf) in document.leaves.iter().enumerate() {
            if self.count() > MAX_STRINGS {
                return Err(Refusal::TooMany { limit: MAX_STRINGS });
            }
            let (author, order) = match origin.outer {
                Some(outer) => (outer.author, outer.order),
                None => (document.author(leaf), leaf.order),
            };
            let first = self.all.len();
            let default_field = document.default_fields.get(&at);
            let may_repeat = may_repeat && default_field.is_none();
            let identity = may_repeat.then(|| S::identity(leaf, author, origin.text)).flatten();
            if let Some(identity) = &identity
                && self.repeats.add(identity, |text| Repeat {
                    text,
                    behind: first,
                    doc: origin.doc,
                    start: start(leaf),
                })
            {
                self.coverage.scanned += 1;
                continue;
            }
            let whole = |string| StringLeaf { string, leaf, who: (author, order), origin };
            match &leaf.spelled {
                LeafSpelling::Number(range) => {
                    self.coverage.scanned += 1;
                    let spelled = &origin.text[range.clone()];
                    let digits = match leaf.action {
                        Action::Whole => Cow::Borrowed(spelled),
                        _ => string_shape::integer(spelled).expect("only integers are leaves"),
                    };
                    let (spelling, key) =
                        (Spelling::Plain(S::text(digits), range.clone()), key::<S>(leaf, origin, self.is_log));
                    self.push(spelling, key, TextKind::Number, (author, order), origin.doc);
                }
                LeafSpelling::MemberName(name) => {
                    self.string::<S>(name, None, TextKind::Name, (author, order), origin)?;
                }
                LeafSpelling::Name(name) => self.string::<S>(name, None, TextKind::Text, (author, order), origin)?,
                LeafSpelling::Text(string)
                    if matches!(leaf.action, Action::Opaque | Action::Link) && self.file::<S>(&whole(string))? => {}
                LeafSpelling::Text(string) if self.is_log && self.carried::<S>(&whole(string))? => {}
                LeafSpelling::Base64(string) if self.bytes::<S>(&whole(string))? => {}
                LeafSpelling::Base64(string) => {
                    self.string::<S>(string, Some(leaf), TextKind::Text, (author, order), origin)?;
                }
                LeafSpelling::Text(string) => match self.kind(leaf.action, string, origin.text)? {
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
            if let Some(field) = default_field.and_then(|field| field.decoded(origin.text)) {
                self.default_fields.extend((first..self.all.len()).map(|text| (text, field.clone().into_owned())));
            }
            self.mark_whole(leaf.action, first);
            if let (Some(identity), [text]) = (identity, &self.all[first..]) {
                self.repeats.remember(identity, text, (origin.doc, first));
            }
        }
        Ok(())
    }

    /// The kind of a string by its action and its shape; `None`: it is left out.
    pub(super) fn kind(&mut self, action: Action, string: &Str, doc: &str) -> Result<Option<TextKind>, Refusal> {
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
            | Action::Integer
            | Action::Base64
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
    pub(super) fn count_opaque(&mut self, kind: FileKind, string: &Str) -> Result<(), Refusal> {
        self.coverage.opaque += 1;
        if self.opaque.refuses(kind) { Err(Refusal::OpaqueFile { at: string.range.start }) } else { Ok(()) }
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
            // The arguments of a call may be a string or an object, whose strings are texts.
            let is_protocol = is_source && !leaf.in_payload;
            let doc =
                |segment| Doc::InString { segment: S::segment(segment), outer: origin.doc, is_source, is_protocol };
            self.docs[inner] = first.map(doc);
            return Ok(());
        }
        self.coverage.scanned += 1;
        let is_log = self.is_log;
        let mut add = |segment| {
            let key = leaf.and_then(|leaf| key::<S>(leaf, origin, is_log));
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
        let outer = StringContext { key, author, order };
        let inside = Origin { text: segment.text(), doc, level: origin.level + 1, outer: Some(&outer) };
        self.leaves::<OwnedStorage>(&document, &inside)?;
        Ok(Some(doc))
    }
}

/// The offset of a leaf's text in its document.
fn start(leaf: &Leaf) -> usize {
    match &leaf.spelled {
        LeafSpelling::Text(string)
        | LeafSpelling::Name(string)
        | LeafSpelling::MemberName(string)
        | LeafSpelling::Base64(string) => string.range.start,
        LeafSpelling::Number(range) => range.start,
    }
}

/// The name of the member that holds a leaf; of a leaf of records with that of the object around it, where its own says little.
pub(super) fn key<'x, 'b, S: Storage<'x, 'b>>(
    leaf: &Leaf,
    origin: &Origin<'x, '_>,
    is_record: bool,
) -> Option<Cow<'b, str>> {
    if let Some(key) = &leaf.key {
        let key = key.decoded(origin.text)?;
        let parent = leaf.parent.as_ref().filter(|_| is_record && names::is_generic(&key));
        let parent = parent.and_then(|parent| parent.decoded(origin.text));
        return Some(S::text(names::with_parent(parent.as_deref(), key)));
    }
    let outer = origin.outer.and_then(|outer| outer.key.as_deref())?;
    Some(Cow::Owned(outer.to_owned()))
}
