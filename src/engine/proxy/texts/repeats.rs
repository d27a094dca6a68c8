//! [`Repeats`]: occurrences of texts that a body of log records has more than once.
//!
//! Records of a log have the same member names, and many equal values. An equal text of equal context has equal entities, so
//! that it is searched once; of its other occurrences only the places are kept.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

use super::{RequestText, Spelling, TextKind};
use crate::{
    codec::syntax::json::Str,
    engine::proxy::document::{Leaf, LeafSpelling},
    profile::{Action, Author},
};

/// The number of texts that are looked up, a power of two. Texts that nobody repeats, as messages with numbers, must not
/// drive out the names and values of several kinds of records.
const SLOTS: usize = 512;

/// Another occurrence of a text.
#[derive(Debug)]
pub(in crate::engine::proxy) struct Repeat {
    /// The index of the first occurrence in [`RequestTexts::all`](super::RequestTexts::all).
    pub(super) text: usize,
    /// The number of texts before it in [`RequestTexts::all`](super::RequestTexts::all).
    pub(super) behind: usize,
    /// The place of its document in [`RequestTexts::docs`](super::RequestTexts::docs).
    pub(super) doc: usize,
    /// The offset in that document.
    pub(super) start: usize,
}

/// An occurrence of a text.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine::proxy) struct Occurrence<'t> {
    /// The index of the text.
    pub(in crate::engine::proxy) text: usize,
    /// `None`: it is the first one.
    pub(super) repeat: Option<&'t Repeat>,
}

/// The identity of a text, as far as its entities depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TextIdentity<'b> {
    content: &'b str,
    /// True if it is the name of a member.
    is_name: bool,
    /// The names around it, as they are spelled: the name of the member, and that of the object around the member.
    key: Option<&'b str>,
    parent: Option<&'b str>,
    author: Author,
}

impl std::fmt::Debug for TextIdentity<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TextIdentity({} bytes)", self.content.len())
    }
}

impl<'b> TextIdentity<'b> {
    /// The identity of a leaf of a document of the body; `None`: it has a part in more than its own entities, or the bytes of
    /// its spelling are not its text.
    pub(super) fn of(leaf: &Leaf, author: Author, doc: &'b str) -> Option<Self> {
        let raw = |name: &Option<Str>| name.as_ref().map(|name| name.raw(doc));
        let (string, key, parent) = match &leaf.spelled {
            LeafSpelling::Name(name) => (name, None, None),
            LeafSpelling::Text(string) if matches!(leaf.action, Action::Payload | Action::Text) => {
                (string, raw(&leaf.key), raw(&leaf.parent))
            }
            _ => return None,
        };
        let is_name = matches!(leaf.spelled, LeafSpelling::Name(_));
        (!string.escaped).then(|| Self { content: string.raw(doc), is_name, key, parent, author })
    }

    /// The place in the table.
    fn slot(&self) -> usize {
        let mut hasher = FxHasher::default();
        hasher.write(self.content.as_bytes());
        hasher.write(self.key.unwrap_or_default().as_bytes());
        hasher.finish() as usize % SLOTS
    }
}

/// A direct-mapped cache of texts, and their repeats.
#[derive(Debug, Default)]
pub(super) struct Repeats<'b> {
    /// The last text of each slot, with its index. Empty before the first text.
    known: Vec<Option<(TextIdentity<'b>, usize)>>,
    all: Vec<Repeat>,
}

impl<'b> Repeats<'b> {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Adds an occurrence of a text, if that is known; `at` makes it of the text's index. Returns whether it is.
    pub(super) fn add(&mut self, identity: &TextIdentity<'b>, at: impl FnOnce(usize) -> Repeat) -> bool {
        let known = self.known.get(identity.slot()).and_then(Option::as_ref);
        let first = known.filter(|(known, _)| known == identity).map(|&(_, first)| first);
        self.all.extend(first.map(at));
        first.is_some()
    }

    /// Makes a text of a document known, which is number `at` of all, if it is its string and nothing else.
    pub(super) fn remember(&mut self, identity: TextIdentity<'b>, text: &RequestText<'_>, (doc, at): (usize, usize)) {
        let is_plain = matches!(text.spelling, Spelling::Segment(_)) && text.kind == TextKind::Text;
        if !is_plain || text.doc != Some(doc) || text.is_whole || text.message.is_some() {
            return;
        }
        if self.known.is_empty() {
            self.known.resize(SLOTS, None);
        }
        self.known[identity.slot()] = Some((identity, at));
    }

    /// All occurrences of `count` texts, in their order.
    pub(super) fn occurrences(&self, count: usize) -> impl Iterator<Item = Occurrence<'_>> {
        let mut repeats = self.all.iter().peekable();
        let mut text = 0;
        std::iter::from_fn(move || {
            if let Some(repeat) = repeats.next_if(|repeat| repeat.behind <= text) {
                return Some(Occurrence { text: repeat.text, repeat: Some(repeat) });
            }
            text += 1;
            (text <= count).then_some(Occurrence { text: text - 1, repeat: None })
        })
    }
}
