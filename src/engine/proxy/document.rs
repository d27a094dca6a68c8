//! [`Document`]: the leaves of one document of a request, each with its action.

use std::{collections::HashMap, ops::Range};

pub(super) use self::reader::{ReadBuffers, read, read_in};
use super::{refusal::Refusal, string_shape};
use crate::{
    codec::{
        CodecError,
        syntax::json::{Scanner, Str},
    },
    profile::{Action, Author, PathState, PathTable},
};
use masquerade_detect::text::steps;

mod container;
mod reader;
mod searched_fields;
mod template;

/// Fewest digits of a number that is a leaf.
const LONG: usize = 8;

/// Most strings of one request.
pub(super) const MAX_STRINGS: usize = 1_000_000;

/// The place in a provider's cache order of what is in none of its subtrees.
pub(super) const REST: u16 = u16::MAX;

/// The spelling of a leaf in its document.
#[derive(Clone, Debug)]
pub(super) enum LeafSpelling {
    /// A string.
    Text(Str),
    /// The name of a member of payload.
    Name(Str),
    /// The name of another member.
    MemberName(Str),
    /// A number whose value is an integer, or the digits of one in quotes.
    Number(Range<usize>),
    /// A string that stands for bytes, in base64.
    Base64(Str),
}

/// A value or a name that may hold text.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) spelled: LeafSpelling,
    pub(super) action: Action,
    /// The name of the member that holds it, or the array around it.
    pub(super) key: Option<Str>,
    /// The name of the object around that member.
    pub(super) parent: Option<Str>,
    /// True if it stands in payload: among the arguments of a call, say, rather than being them.
    pub(super) in_payload: bool,
    /// The author's index in [`Document::author_nodes`].
    author_node: usize,
    /// The leaf's rank in the order of the provider's cache.
    pub(super) order: u16,
}

/// The member that holds the text of a part of a message, in every API.
const PART: &str = "text";

/// The paths of a document from a state on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paths<'p> {
    pub(super) table: &'p PathTable,
    /// The state of the document's root.
    pub(super) root: PathState,
    /// True if the elements of an array at the root have its state: they are records, each by itself.
    holds_records: bool,
}

impl<'p> Paths<'p> {
    /// The paths of one document.
    pub(super) fn of(table: &'p PathTable) -> Self {
        Self { table, root: table.root(), holds_records: false }
    }

    /// The paths of one record, or of an array of them.
    pub(super) fn records(table: &'p PathTable) -> Self {
        Self { holds_records: true, ..Self::of(table) }
    }

    /// The paths from another state on.
    pub(super) fn at(self, root: PathState) -> Self {
        Self { root, ..self }
    }
}

/// The leaves of one document.
#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    /// The leaves in the order of the document.
    pub(super) leaves: Vec<Leaf>,
    /// Queries, by their places among the leaves, with the field in which they look for terms that name none.
    pub(super) default_fields: HashMap<usize, Str>,
    /// A tree: each node stands behind its parent, the first is its own.
    author_nodes: Vec<AuthorNode>,
    /// Ids of provider state that the request continues.
    pub(super) ids: Vec<String>,
    /// Ids of files that the model reads with the request.
    pub(super) files: Vec<String>,
    /// The value of the root's member that decides whether state is kept.
    pub(super) retention_flag: Option<bool>,
    /// True if a member asks for state to be kept.
    pub(super) asks_state: bool,
}

/// A value with author rules.
#[derive(Clone, Copy, Debug)]
struct AuthorNode {
    author: Option<Author>,
    parent: usize,
}

impl Document {
    /// The author of a leaf.
    pub(super) fn author(&self, leaf: &Leaf) -> Author {
        self.author_nodes[self.message(leaf)].author.unwrap_or(Author::Other)
    }

    /// The place of the message of which a leaf of the document `doc` is a part; `None`: it is no part of one.
    pub(super) fn part_of(&self, leaf: &Leaf, doc: &str) -> Option<usize> {
        let key = leaf.key.as_ref().filter(|_| leaf.action == Action::Text)?.decoded(doc)?;
        (key == PART).then(|| self.message(leaf))
    }

    /// The innermost node around a leaf whose author is known, or the root.
    fn message(&self, leaf: &Leaf) -> usize {
        let mut at = leaf.author_node;
        while let AuthorNode { author: None, parent } = self.author_nodes[at]
            && parent < at
        {
            at = parent;
        }
        at
    }
}

/// Reports whether `text` is an object or an array of JSON.
pub(super) fn is_json(text: &str) -> bool {
    let begins = text.trim_start().starts_with(['{', '[']);
    begins && string_shape::may_be_json(text) && is_document(text)
}

/// Reports whether `text` is one JSON document by its grammar.
fn is_document(text: &str) -> bool {
    steps::spend(text.len() as u64);
    let mut scanner = Scanner::new(text);
    loop {
        match scanner.next_token() {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// Reports whether `text` is lines of JSON objects.
pub(super) fn is_json_lines(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty()).peekable();
    lines.peek().is_some() && lines.all(|line| line.starts_with('{') && is_json(line))
}

/// Reports whether the error of [`read`] says that a text is no JSON at all, rather than JSON with a fault.
pub(super) fn is_no_json(refusal: &Refusal) -> bool {
    matches!(refusal, Refusal::Body(CodecError::Syntax { .. }))
}

/// Reports whether names and numbers at a path may be text. `None`: the action depends on what follows.
pub(super) fn may_be_text(action: Option<Action>) -> bool {
    match action {
        Some(
            Action::Id
            | Action::PairName
            | Action::Sealed
            | Action::OwnAddress
            | Action::Opaque
            | Action::Skip
            | Action::Channel(_)
            | Action::Alignment,
        ) => false,
        None
        | Some(
            Action::Text
            | Action::Payload
            | Action::CallArguments
            | Action::JsonSource
            | Action::Reference
            | Action::Link
            | Action::Time
            | Action::Whole
            | Action::Integer
            | Action::Base64
            | Action::EndUser
            | Action::TokenIds,
        ) => true,
    }
}

/// Reports whether an integer has as many digits as identifiers have.
pub(super) fn is_long(digits: &str) -> bool {
    digits.trim_start_matches('-').len() >= LONG
}

/// The action that the route's fields give for values of a name, wherever they stand.
pub(super) fn field_action(table: &PathTable, name: &str) -> Option<Action> {
    let (state, _) = table.member(table.root(), name.as_bytes());
    table.unconditional_action(state).filter(|action| matches!(action, Action::Skip | Action::Whole))
}
