//! [`Container`]: an open object or array of a document, and the names and the position that its values have from it.

use crate::{
    codec::syntax::json::Str,
    engine::proxy::names,
    profile::{Action, PathState},
};

/// An open object or array.
#[derive(Debug)]
pub(super) struct Container {
    pub(super) is_object: bool,
    pub(super) is_root: bool,
    /// True for an array that is an element of another one: it may be a name and its value.
    pub(super) is_pair: bool,
    /// The name that is the context of its members: its own, or that of the object around it.
    pub(super) name: Option<Str>,
    /// True for payload: all member names in the container are leaves, and none is a discriminator.
    pub(super) is_payload: bool,
    /// True if member names in the container are leaves unless they are plain words of a protocol.
    pub(super) is_text: bool,
    pub(super) position: Position,
    /// The name that a member or the first element gives to the value behind it: `{"key": "user.name", "value": …}`,
    /// `[["Cookie", …]]`.
    pub(super) stated_name: Option<Str>,
    /// The pair around it, by its place in the reader's `pairs`.
    pub(super) outer_pair: Option<usize>,
    /// The state of the member whose value comes next, and its number if it is a discriminator.
    pub(super) next: Option<(PathState, Option<u8>)>,
    /// The discriminators that occurred, a bit for each.
    pub(super) seen: u64,
    /// The start of its discriminators in the reader's `values`.
    pub(super) first_value: usize,
    /// The start of its undecided leaves in the reader's `pending`.
    pub(super) first_pending: usize,
    /// The start of its values in the reader's `seals`.
    pub(super) first_seal: usize,
}

impl Container {
    /// The name that was stated for the string `value`, which is a member `key` or an element; `None`: none was, or this is the
    /// name itself.
    pub(super) fn stated_name(&mut self, doc: &str, key: Option<&Str>, value: &Str) -> Option<Str> {
        if !self.is_payload || !self.is_object && !self.is_pair {
            return None;
        }
        match key.filter(|_| self.is_object) {
            Some(key) if names::is_name_member(key.raw(doc)) => self.stated_name = Some(value.clone()),
            Some(key) if names::is_value_member(key.raw(doc)) => return self.stated_name.clone(),
            Some(_) => {}
            None if self.is_object => {}
            None => match self.stated_name.take() {
                Some(name) if names::may_be_header_value(value.raw(doc)) => return Some(name),
                _ if names::is_header(value.raw(doc)) => self.stated_name = Some(value.clone()),
                _ => {}
            },
        }
        None
    }
}

/// The name of a pair, which is the context of its values.
pub(super) struct Pair {
    pub(super) name: Str,
    /// The name of the pair around it.
    pub(super) outer: Option<Str>,
    /// The action for values of this name, wherever they stand.
    pub(super) action: Option<Action>,
}

/// The names that are the context of a value.
#[derive(Default)]
pub(super) struct Name<'n> {
    /// That of the member, or of the array around it.
    pub(super) own: Option<&'n Str>,
    /// That of the object around the member.
    pub(super) outer: Option<Str>,
}

impl<'n> Name<'n> {
    pub(super) fn of(parent: Option<&Container>, own: Option<&'n Str>) -> Self {
        Self { own, outer: parent.and_then(|parent| parent.name.clone()) }
    }
}

/// The facts of a value that follow from its path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    /// Meaningless without a table.
    pub(super) state: PathState,
    /// The pair that it belongs to, by its place in the reader's `pairs`.
    pub(super) pair: Option<usize>,
    pub(super) author_node: usize,
    pub(super) order: u16,
}
