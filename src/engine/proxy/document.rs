//! From a document to its strings, each with what is to be done with it.

use std::{borrow::Cow, ops::Range};

use super::refusal::Refusal;
use crate::{
    codec::{
        CodecError,
        syntax::json::{Scanner, Str, Token},
    },
    profile::{Action, Author, PathState, PathTable},
};

/// Fewest digits of a number that is looked at.
const LONG: usize = 8;

/// Most strings of one request.
pub(super) const MAX_STRINGS: usize = 1_000_000;

/// Leaves that there is room for without growing.
const FEW_LEAVES: usize = 32;

/// The place in a provider's order of what is in none of its subtrees.
pub(super) const REST: u16 = u16::MAX;

/// How a leaf is spelled in its document.
#[derive(Clone, Debug)]
pub(super) enum Spelled {
    /// A string.
    Text(Str),
    /// The name of a member.
    Name(Str),
    /// An integer.
    Number(Range<usize>),
}

/// What may hold text.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) spelled: Spelled,
    pub(super) action: Action,
    /// The name of the member that holds it, or the array around it.
    pub(super) key: Option<Str>,
    /// Its author's place in the list of authors.
    author_node: usize,
    pub(super) order: u16,
}

/// What was read of one document.
#[derive(Debug, Default)]
pub(super) struct Document {
    /// In the order of the document.
    pub(super) leaves: Vec<Leaf>,
    author_nodes: Vec<AuthorNode>,
    /// Ids of state that it continues.
    pub(super) ids: Vec<String>,
    /// What its root says of state being kept.
    pub(super) kept: Option<bool>,
}

#[derive(Clone, Copy, Debug)]
struct AuthorNode {
    author: Option<Author>,
    parent: usize,
}

impl Document {
    /// Who wrote a leaf.
    pub(super) fn author(&self, leaf: &Leaf) -> Author {
        let mut at = leaf.author_node;
        loop {
            match self.author_nodes.get(at) {
                Some(AuthorNode { author: Some(author), .. }) => return *author,
                // A author_node stands behind its parent; the first is its own.
                Some(author_node) if author_node.parent < at => at = author_node.parent,
                _ => return Author::Other,
            }
        }
    }
}

/// The paths to read a document by.
#[derive(Clone, Copy)]
pub(super) enum Paths<'p> {
    /// Those of a profile, from a state on.
    Profile(&'p PathTable, PathState),
    /// None: it is payload.
    Free,
}

/// Reads a document.
///
/// # Errors
/// If it is malformed, if a deciding member is there twice, if it holds tokens or too many strings. Offsets are those of
/// the document.
pub(super) fn walk(doc: &str, paths: Paths<'_>, kept: Option<&str>) -> Result<Document, Refusal> {
    let (walk, root) = match paths {
        Paths::Profile(walk, state) => (Some(walk), state),
        Paths::Free => (None, PathState::default()),
    };
    let mut walker = Walker {
        doc,
        walk,
        root,
        kept: kept.zip(walk).and_then(|(kept, walk)| walk.discriminator_named(kept)),
        frames: Vec::with_capacity(8),
        pending: Vec::with_capacity(8),
        decided: Vec::with_capacity(8),
        found: Document {
            leaves: Vec::with_capacity(FEW_LEAVES),
            author_nodes: Vec::with_capacity(FEW_LEAVES),
            ..Document::default()
        },
    };
    walker.found.author_nodes.push(AuthorNode { author: None, parent: 0 });
    let mut scanner = Scanner::new(doc);
    while let Some(token) = scanner.next_token()? {
        walker.take(token)?;
        if walker.found.leaves.len() > MAX_STRINGS {
            return Err(Refusal::TooMany { limit: MAX_STRINGS });
        }
    }
    walker.decide(0, 0);
    Ok(walker.found)
}

/// An open object or array.
struct Frame {
    is_object: bool,
    /// Whether member names and numbers are payload.
    free: bool,
    at: Spot,
    /// Of an array: the name of the member that holds it or the array around it.
    key: Option<Str>,
    /// The member whose value comes next.
    next: Option<Member>,
    /// The deciding members met, a bit for each.
    seen: u64,
    /// Where the values of its deciding members begin in [`Walker::decided`].
    decided: usize,
    /// Where its undecided leaves begin in [`Walker::pending`].
    pending: usize,
}

/// What is known of a value by where it stands.
#[derive(Clone, Copy)]
struct Spot {
    /// Means nothing where there is no profile.
    state: PathState,
    author_node: usize,
    order: u16,
}

struct Member {
    name: Str,
    state: PathState,
    discriminator: Option<u8>,
}

struct Walker<'d, 'p> {
    doc: &'d str,
    /// `None`: what is read is payload.
    walk: Option<&'p PathTable>,
    root: PathState,
    /// The number of the root's member that says whether state is kept.
    kept: Option<u8>,
    frames: Vec<Frame>,
    /// Leaves, with their states, whose action depends on a member that may follow.
    pending: Vec<(usize, PathState)>,
    /// The values of the deciding members of all open objects that are strings.
    decided: Vec<(u8, Cow<'d, str>)>,
    found: Document,
}

impl Walker<'_, '_> {
    #[inline]
    fn take(&mut self, token: Token) -> Result<(), Refusal> {
        match token {
            Token::ObjectStart(_) => self.open(true),
            Token::ArrayStart(_) => self.open(false),
            Token::ObjectEnd(_) | Token::ArrayEnd(_) => self.close(),
            Token::Name(name) => self.name(name)?,
            Token::String(string) => self.string(string),
            Token::Number(range) => self.number(range)?,
            Token::Literal(range) => self.literal(range),
        }
        Ok(())
    }

    /// Where the value that begins now stands, and by what name.
    #[inline]
    fn place(&mut self) -> (Spot, Option<Str>) {
        let (mut spot, key) = match self.frames.last_mut() {
            None => (Spot { state: self.root, author_node: 0, order: REST }, None),
            Some(frame) => match frame.next.take() {
                Some(member) => (Spot { state: member.state, ..frame.at }, Some(member.name)),
                None => {
                    let state = self.walk.map_or(frame.at.state, |walk| walk.element(frame.at.state));
                    (Spot { state, ..frame.at }, frame.key.clone())
                }
            },
        };
        if let Some(walk) = self.walk {
            let marks = walk.facts(spot.state);
            spot.order = marks.cache_order.unwrap_or(spot.order);
            if !marks.author_rules.is_empty() {
                let author = walk.author(spot.state, |_| None);
                self.found.author_nodes.push(AuthorNode { author, parent: spot.author_node });
                spot.author_node = self.found.author_nodes.len() - 1;
            }
        }
        (spot, key)
    }

    fn open(&mut self, is_object: bool) {
        let (at, key) = self.place();
        let free = self.walk.is_none_or(|walk| {
            matches!(walk.unconditional_action(at.state), Some(Action::Payload | Action::CallArguments(_)))
        });
        let (pending, decided) = (self.pending.len(), self.decided.len());
        self.frames.push(Frame { is_object, free, at, key, next: None, seen: 0, decided, pending });
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if !frame.is_object {
            return;
        }
        self.decide(frame.pending, frame.decided);
        if let Some(walk) = self.walk
            && !walk.facts(frame.at.state).author_rules.is_empty()
        {
            let decided = self.decided.get(frame.decided..).unwrap_or_default();
            let author = walk.author(frame.at.state, |member| value_of(decided, member));
            if let Some(author_node) = self.found.author_nodes.get_mut(frame.at.author_node) {
                author_node.author = author;
            }
        }
        self.decided.truncate(frame.decided);
    }

    /// Decides leaves of an object that has ended, by the values of its deciding members.
    fn decide(&mut self, pending: usize, decided: usize) {
        let Some(walk) = self.walk else { return };
        let decided = self.decided.get(decided..).unwrap_or_default();
        for (leaf, state) in self.pending.drain(pending..) {
            if let Some(leaf) = self.found.leaves.get_mut(leaf) {
                leaf.action = walk.action(state, |member| value_of(decided, member));
            }
        }
    }

    fn name(&mut self, name: Str) -> Result<(), Refusal> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let (mut state, mut discriminator) = (frame.at.state, None);
        if let Some(walk) = self.walk {
            // A name that is no text has a state like any other that no selector names.
            let spelled = name.decoded(self.doc).unwrap_or_default();
            let (place, symbol) = walk.member(frame.at.state, spelled.as_bytes());
            state = place;
            discriminator = walk.discriminator(symbol).filter(|_| !frame.free);
            if let Some(discriminator) = discriminator {
                if frame.seen >> discriminator & 1 == 1 {
                    return Err(Refusal::Duplicate { at: name.range.start });
                }
                frame.seen |= 1 << discriminator;
            }
        }
        if frame.free {
            let Spot { author_node, order, .. } = frame.at;
            let spelled = Spelled::Name(name.clone());
            self.found.leaves.push(Leaf { spelled, action: Action::Payload, key: None, author_node, order });
        }
        frame.next = Some(Member { name, state, discriminator });
        Ok(())
    }

    fn string(&mut self, string: Str) {
        let discriminator =
            self.frames.last().and_then(|frame| frame.next.as_ref()).and_then(|member| member.discriminator);
        let (Spot { state, author_node, order }, key) = self.place();
        if let Some(discriminator) = discriminator
            && let Some(value) = string.decoded(self.doc)
        {
            self.decided.push((discriminator, value));
        }
        let mut action = Some(Action::Payload);
        if let Some(walk) = self.walk {
            action = walk.unconditional_action(state);
            if walk.facts(state).continues_state {
                self.found.ids.extend(string.decoded(self.doc).map(Cow::into_owned));
            }
            if action.is_none() {
                self.pending.push((self.found.leaves.len(), state));
            }
        }
        let action = action.unwrap_or(Action::Text);
        self.found.leaves.push(Leaf { spelled: Spelled::Text(string), action, key, author_node, order });
    }

    fn number(&mut self, range: Range<usize>) -> Result<(), Refusal> {
        let (Spot { state, author_node, order }, key) = self.place();
        let action = self.walk.map_or(Action::Payload, |walk| walk.unconditional_action(state).unwrap_or(Action::Text));
        match action {
            Action::TokenIds => return Err(Refusal::Tokens { at: range.start }),
            Action::Payload | Action::CallArguments(_) if self.is_long(&range) => {
                self.found.leaves.push(Leaf {
                    spelled: Spelled::Number(range),
                    action: Action::Payload,
                    key,
                    author_node,
                    order,
                });
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether an integer of many digits stands there.
    fn is_long(&self, range: &Range<usize>) -> bool {
        let digits = self.doc.get(range.clone()).unwrap_or_default().trim_start_matches('-');
        digits.len() >= LONG && digits.bytes().all(|b| b.is_ascii_digit())
    }

    fn literal(&mut self, range: Range<usize>) {
        let depth = self.frames.len();
        if let Some(frame) = self.frames.last_mut() {
            let member = frame.next.take();
            if depth == 1 && self.kept.is_some() && member.and_then(|member| member.discriminator) == self.kept {
                self.found.kept = match self.doc.get(range) {
                    Some("true") => Some(true),
                    Some("false") => Some(false),
                    _ => None,
                };
            }
        }
    }
}

fn value_of<'v>(decided: &'v [(u8, Cow<'_, str>)], member: u8) -> Option<&'v str> {
    decided.iter().find(|(known, _)| *known == member).map(|(_, value)| &**value)
}

/// Whether a document was refused because it is no JSON at all, rather than for what it holds.
pub(super) fn is_no_json(refusal: Refusal) -> bool {
    matches!(refusal, Refusal::Body(CodecError::Syntax { .. }))
}
