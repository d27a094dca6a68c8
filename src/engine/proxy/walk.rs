//! From a document to its strings, each with what is to be done with it.

use std::{borrow::Cow, ops::Range};

use super::refusal::Refusal;
use crate::{
    codec::{
        CodecError,
        syntax::json::{Scanner, Str, Token},
    },
    profile::{Act, Author, StateId, Walk},
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
    pub(super) act: Act,
    /// The name of the member that holds it, or the array around it.
    pub(super) key: Option<Str>,
    /// Its author's place in the list of authors.
    voice: usize,
    pub(super) order: u16,
}

/// What was read of one document.
#[derive(Debug, Default)]
pub(super) struct Document {
    /// In the order of the document.
    pub(super) leaves: Vec<Leaf>,
    voices: Vec<Voice>,
    /// Ids of state that it continues.
    pub(super) ids: Vec<String>,
    /// What its root says of state being kept.
    pub(super) kept: Option<bool>,
}

#[derive(Clone, Copy, Debug)]
struct Voice {
    author: Option<Author>,
    parent: usize,
}

impl Document {
    /// Who wrote a leaf.
    pub(super) fn author(&self, leaf: &Leaf) -> Author {
        let mut at = leaf.voice;
        loop {
            match self.voices.get(at) {
                Some(Voice { author: Some(author), .. }) => return *author,
                // A voice stands behind its parent; the first is its own.
                Some(voice) if voice.parent < at => at = voice.parent,
                _ => return Author::Other,
            }
        }
    }
}

/// The paths to read a document by.
#[derive(Clone, Copy)]
pub(super) enum Paths<'p> {
    /// Those of a profile, from a state on.
    Profile(&'p Walk, StateId),
    /// None: it is payload.
    Free,
}

/// Reads a document.
///
/// # Errors
/// If it is malformed, if a deciding member is there twice, if it holds tokens or too many strings. Offsets are those of
/// the document.
pub(super) fn walk(doc: &str, paths: Paths<'_>, kept: Option<&str>) -> Result<Document, Refusal> {
    let mut walker = Walker {
        doc,
        paths,
        kept: kept.and_then(|kept| match paths {
            Paths::Profile(walk, _) => walk.decider_named(kept),
            Paths::Free => None,
        }),
        frames: Vec::with_capacity(8),
        pending: Vec::new(),
        found: Document {
            leaves: Vec::with_capacity(FEW_LEAVES),
            voices: vec![Voice { author: None, parent: 0 }],
            ..Document::default()
        },
    };
    let mut scanner = Scanner::new(doc);
    while let Some(token) = scanner.next_token()? {
        walker.take(token)?;
        if walker.found.leaves.len() > MAX_STRINGS {
            return Err(Refusal::TooMany { limit: MAX_STRINGS });
        }
    }
    walker.decide(0, &[]);
    Ok(walker.found)
}

/// An open object or array.
struct Frame<'d> {
    is_object: bool,
    at: Spot,
    /// Whether member names and numbers are payload.
    free: bool,
    /// The member whose value comes next.
    next: Option<Member>,
    /// The deciding members met, a bit for each.
    seen: u64,
    /// The values of those that are strings.
    decided: Vec<(u8, Cow<'d, str>)>,
    /// Where its undecided leaves begin in [`Walker::pending`].
    pending: usize,
}

/// What is known of a value by where it stands.
#[derive(Clone)]
struct Spot {
    state: Option<StateId>,
    key: Option<Str>,
    voice: usize,
    order: u16,
}

struct Member {
    name: Str,
    state: Option<StateId>,
    decider: Option<u8>,
}

struct Walker<'d, 'p> {
    doc: &'d str,
    paths: Paths<'p>,
    /// The number of the root's member that says whether state is kept.
    kept: Option<u8>,
    frames: Vec<Frame<'d>>,
    /// Leaves, with their states, whose act depends on a member that may follow.
    pending: Vec<(usize, StateId)>,
    found: Document,
}

impl<'d> Walker<'d, '_> {
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

    fn walk(&self) -> Option<&Walk> {
        match self.paths {
            Paths::Profile(walk, _) => Some(walk),
            Paths::Free => None,
        }
    }

    /// Where the value that begins now stands.
    fn place(&mut self) -> Spot {
        let walk = match self.paths {
            Paths::Profile(walk, _) => Some(walk),
            Paths::Free => None,
        };
        let mut place = match (self.frames.last_mut(), self.paths) {
            (None, Paths::Profile(_, state)) => Spot { state: Some(state), key: None, voice: 0, order: REST },
            (None, Paths::Free) => Spot { state: None, key: None, voice: 0, order: REST },
            (Some(frame), _) => {
                let element = || walk.zip(frame.at.state).map(|(walk, state)| walk.element(state));
                let (state, key) = match frame.next.take() {
                    Some(member) => (member.state, Some(member.name)),
                    None => (element(), frame.at.key.clone()),
                };
                Spot { state, key, ..frame.at }
            }
        };
        if let Some((walk, state)) = walk.zip(place.state) {
            let marks = walk.marks(state);
            place.order = marks.order.unwrap_or(place.order);
            if !marks.voices.is_empty() {
                let author = walk.author(state, |_| None);
                self.found.voices.push(Voice { author, parent: place.voice });
                place.voice = self.found.voices.len() - 1;
            }
        }
        place
    }

    fn open(&mut self, is_object: bool) {
        let at = self.place();
        let free = match (self.walk(), at.state) {
            (Some(walk), Some(state)) => matches!(walk.certain(state), Some(Act::Free | Act::Call(_))),
            _ => true,
        };
        let pending = self.pending.len();
        self.frames.push(Frame { is_object, at, free, next: None, seen: 0, decided: Vec::new(), pending });
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        if !frame.is_object {
            return;
        }
        self.decide(frame.pending, &frame.decided);
        let value = |member| value_of(&frame.decided, member);
        if let (Some(walk), Some(state)) = (self.walk(), frame.at.state)
            && !walk.marks(state).voices.is_empty()
        {
            let author = walk.author(state, value);
            if let Some(voice) = self.found.voices.get_mut(frame.at.voice) {
                voice.author = author;
            }
        }
    }

    /// Decides leaves of an object that has ended.
    fn decide(&mut self, from: usize, decided: &[(u8, Cow<'_, str>)]) {
        let Paths::Profile(walk, _) = self.paths else { return };
        for (leaf, state) in self.pending.drain(from..) {
            if let Some(leaf) = self.found.leaves.get_mut(leaf) {
                leaf.act = walk.act(state, |member| value_of(decided, member));
            }
        }
    }

    fn name(&mut self, name: Str) -> Result<(), Refusal> {
        let (doc, paths) = (self.doc, self.paths);
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let mut member = Member { name: name.clone(), state: None, decider: None };
        if let (Paths::Profile(walk, _), Some(state)) = (paths, frame.at.state) {
            // A name that is no text has a state like any other that no selector names.
            let spelled = name.decoded(doc).unwrap_or_default();
            let (state, symbol) = walk.member(state, spelled.as_bytes());
            member.state = Some(state);
            member.decider = walk.decider(symbol).filter(|_| !frame.free);
            if let Some(decider) = member.decider {
                if frame.seen >> decider & 1 == 1 {
                    return Err(Refusal::Duplicate { at: name.range.start });
                }
                frame.seen |= 1 << decider;
            }
        }
        if frame.free {
            let Spot { voice, order, .. } = frame.at;
            let act = Act::Free;
            self.found.leaves.push(Leaf { spelled: Spelled::Name(name), act, key: None, voice, order });
        }
        frame.next = Some(member);
        Ok(())
    }

    fn string(&mut self, string: Str) {
        let decider = self.frames.last().and_then(|frame| frame.next.as_ref()).and_then(|member| member.decider);
        let Spot { state, key, voice, order } = self.place();
        if let (Some(frame), Some(decider)) = (self.frames.last_mut(), decider)
            && let Some(value) = string.decoded(self.doc)
        {
            frame.decided.push((decider, value));
        }
        let act = match (self.walk(), state) {
            (Some(walk), Some(state)) => walk.certain(state),
            _ => Some(Act::Free),
        };
        if let Some((walk, state)) = self.walk().zip(state)
            && walk.marks(state).continues
            && let Some(id) = string.decoded(self.doc)
        {
            let id = id.into_owned();
            self.found.ids.push(id);
        }
        if let (None, Some(state)) = (act, state) {
            self.pending.push((self.found.leaves.len(), state));
        }
        let act = act.unwrap_or(Act::Text);
        self.found.leaves.push(Leaf { spelled: Spelled::Text(string), act, key, voice, order });
    }

    fn number(&mut self, range: Range<usize>) -> Result<(), Refusal> {
        let Spot { state, key, voice, order } = self.place();
        let act = match (self.walk(), state) {
            (Some(walk), Some(state)) => walk.certain(state).unwrap_or(Act::Text),
            _ => Act::Free,
        };
        let spelled = self.doc.get(range.clone()).unwrap_or_default();
        let digits = spelled.trim_start_matches('-');
        let is_long = digits.len() >= LONG && digits.bytes().all(|b| b.is_ascii_digit());
        match act {
            Act::Tokens => return Err(Refusal::Tokens { at: range.start }),
            Act::Free | Act::Call(_) if is_long => {
                self.found.leaves.push(Leaf { spelled: Spelled::Number(range), act: Act::Free, key, voice, order });
            }
            _ => {}
        }
        Ok(())
    }

    fn literal(&mut self, range: Range<usize>) {
        let depth = self.frames.len();
        if let Some(frame) = self.frames.last_mut() {
            let member = frame.next.take();
            if depth == 1 && self.kept.is_some() && member.and_then(|member| member.decider) == self.kept {
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
