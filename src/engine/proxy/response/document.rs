//! [`Leaves`]: the strings of a document that matter for restoring, and what was seen around them.

use std::{cell::Cell, ops::Range};

use crate::{
    codec::{
        CodecError,
        syntax::json::{Scanner, Str, Token},
    },
    profile::{Action, PathFacts, PathState, PathTable, Symbol},
};

/// Elements of arrays that are told apart, from the root inwards. Keys of channels lie no deeper.
const MAX_ELEMENTS: usize = 4;

/// In which elements of which arrays something lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Elements {
    at: [u32; MAX_ELEMENTS],
    depth: usize,
}

impl Elements {
    fn enter(self) -> Self {
        let mut inner = self;
        if let Some(at) = inner.at.get_mut(self.depth) {
            *at = 0;
        }
        inner.depth += 1;
        inner
    }

    fn next(&mut self) {
        if let Some(at) = self.depth.checked_sub(1).and_then(|last| self.at.get_mut(last)) {
            *at += 1;
        }
    }

    /// Whether what lies at `inner` is in these elements.
    pub(super) fn contain(&self, inner: &Self) -> bool {
        let depth = self.depth.min(MAX_ELEMENTS);
        self.depth <= inner.depth && self.at.get(..depth) == inner.at.get(..depth)
    }
}

/// A string.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) string: Str,
    pub(super) place: PathState,
    pub(super) elements: Elements,
    /// The object that holds it, by number.
    object: usize,
    /// Where the object begins of which this is a tool call's argument.
    pub(super) call: Option<usize>,
}

/// What is at a path that a channel's key, an end or a tool's name is at.
#[derive(Clone, Debug)]
pub(super) struct Mark {
    pub(super) place: PathState,
    pub(super) elements: Elements,
    /// A string between its quotes, a number or a literal as it is spelled.
    pub(super) value: Range<usize>,
    pub(super) is_null: bool,
}

/// What is found in one document. Kept between documents for its memory.
#[derive(Default)]
pub(super) struct Leaves {
    pub(super) strings: Vec<Leaf>,
    pub(super) marks: Vec<Mark>,
    /// Ids of state that the provider keeps.
    pub(super) ids: Vec<Str>,
    /// Values that repeat the alignment of a text, with their first byte.
    pub(super) aligned: Vec<Range<usize>>,
    /// By object and number of the deciding member.
    decided: Vec<(usize, u8, Str)>,
    stack: Vec<Level>,
    objects: usize,
}

/// An object or an array that is open.
#[derive(Clone, Copy)]
struct Level {
    place: PathState,
    elements: Elements,
    object: usize,
    is_array: bool,
    /// Whether names of members are text, too.
    free: bool,
    call: Option<usize>,
    start: usize,
}

/// A member whose value comes next.
#[derive(Clone, Copy)]
struct Member {
    place: PathState,
    symbol: Symbol,
}

/// What is known of a value before it is read.
#[derive(Clone, Copy)]
struct Position {
    place: PathState,
    elements: Elements,
    object: usize,
    free: bool,
    call: Option<usize>,
}

/// Most strings, and most of what else is listed, that there is room left for from one document to the next.
const MAX_KEPT: usize = 1024;

thread_local! {
    /// What one document was read into, for the memory: it holds places, and nothing of the document.
    static KEPT: Cell<Leaves> = Cell::default();
}

impl Leaves {
    /// Those of the thread's last document that was read whole.
    pub(super) fn take() -> Self {
        KEPT.take()
    }

    /// Leaves the memory to the thread's next document.
    pub(super) fn give_back(self) {
        let largest = self.strings.capacity().max(self.marks.capacity()).max(self.decided.capacity());
        if largest <= MAX_KEPT {
            KEPT.set(self);
        }
    }

    /// Reads `doc` along `walk`.
    ///
    /// # Errors
    /// If it is no JSON.
    pub(super) fn read(&mut self, walk: &PathTable, doc: &str) -> Result<(), CodecError> {
        self.strings.clear();
        self.marks.clear();
        self.ids.clear();
        self.aligned.clear();
        self.decided.clear();
        self.stack.clear();
        self.objects = 0;
        let mut scanner = Scanner::new(doc);
        let mut member: Option<Member> = None;
        while let Some(token) = scanner.next_token()? {
            match token {
                Token::ObjectEnd(_) | Token::ArrayEnd(_) => {
                    self.stack.pop();
                }
                Token::Name(name) => member = self.name(walk, doc, name),
                Token::ObjectStart(at) => self.open(walk, &mut scanner, member.take(), at, false)?,
                Token::ArrayStart(at) => self.open(walk, &mut scanner, member.take(), at, true)?,
                Token::String(string) => self.string(walk, member.take(), string),
                Token::Number(range) => self.scalar(walk, member.take(), range, false),
                Token::Literal(range) => {
                    let is_null = doc.get(range.clone()) == Some("null");
                    self.scalar(walk, member.take(), range, is_null);
                }
            }
        }
        Ok(())
    }

    /// What is to be done with a string.
    pub(super) fn action(&self, walk: &PathTable, doc: &str, leaf: &Leaf) -> Action {
        let decided = |number: u8| {
            let same =
                |(object, discriminator, _): &&(usize, u8, Str)| (*object, *discriminator) == (leaf.object, number);
            // What is escaped is none of the protocol's words.
            self.decided.iter().find(same).map(|(.., value)| value.raw(doc))
        };
        walk.unconditional_action(leaf.place).unwrap_or_else(|| walk.action(leaf.place, decided))
    }

    fn name(&mut self, walk: &PathTable, doc: &str, name: Str) -> Option<Member> {
        let level = *self.stack.last()?;
        let spelled = if name.escaped { name.decoded(doc).unwrap_or_default() } else { name.raw(doc).into() };
        let (place, symbol) = walk.member(level.place, spelled.as_bytes());
        let member = Member { place, symbol };
        if level.free {
            let Level { place, elements, object, call, .. } = level;
            self.strings.push(Leaf { string: name, place, elements, object, call });
        }
        Some(member)
    }

    /// Where the next value lies.
    fn position(&mut self, walk: &PathTable, member: Option<Member>) -> Position {
        let Some(level) = self.stack.last_mut() else {
            return Position { place: walk.root(), elements: Elements::default(), object: 0, free: false, call: None };
        };
        let elements = level.elements;
        let place = if level.is_array {
            level.elements.next();
            walk.element(level.place)
        } else {
            member.map_or(level.place, |member| member.place)
        };
        let (mut free, mut call) = (false, level.call);
        match walk.unconditional_action(place) {
            Some(Action::Payload) => free = true,
            Some(Action::CallArguments(_)) => {
                free = true;
                call = call.or(Some(level.start));
            }
            _ => {}
        }
        Position { place, elements, object: level.object, free, call }
    }

    fn open(
        &mut self,
        walk: &PathTable,
        scanner: &mut Scanner<'_>,
        member: Option<Member>,
        at: usize,
        is_array: bool,
    ) -> Result<(), CodecError> {
        let Position { place, elements, object, free, call } = self.position(walk, member);
        if walk.unconditional_action(place) == Some(Action::Alignment) {
            let depth = scanner.depth();
            while scanner.depth() >= depth && scanner.next_token()?.is_some() {}
            self.aligned.push(at..scanner.position());
            return Ok(());
        }
        self.mark(walk, place, elements, at..at, false);
        self.objects += usize::from(!is_array);
        let object = if is_array { object } else { self.objects };
        let elements = if is_array { elements.enter() } else { elements };
        self.stack.push(Level { place, elements, object, is_array, free, call, start: at });
        Ok(())
    }

    fn string(&mut self, walk: &PathTable, member: Option<Member>, string: Str) {
        let Position { place, elements, object, call, .. } = self.position(walk, member);
        if let Some(discriminator) = member.and_then(|member| walk.discriminator(member.symbol)) {
            self.decided.push((object, discriminator, string.clone()));
        }
        self.mark(walk, place, elements, string.range.clone(), false);
        if walk.facts(place).issues_state {
            self.ids.push(string.clone());
        }
        let action = walk.unconditional_action(place);
        if !matches!(action, Some(Action::Skip | Action::Sealed | Action::Alignment)) && !string.range.is_empty() {
            self.strings.push(Leaf { string, place, elements, object, call });
        }
    }

    fn scalar(&mut self, walk: &PathTable, member: Option<Member>, value: Range<usize>, is_null: bool) {
        let Position { place, elements, .. } = self.position(walk, member);
        self.mark(walk, place, elements, value, is_null);
    }

    fn mark(&mut self, walk: &PathTable, place: PathState, elements: Elements, value: Range<usize>, is_null: bool) {
        let PathFacts { channel_key, channel_ends, tool_names, .. } = walk.facts(place);
        if channel_key.is_some() || !channel_ends.is_empty() || !tool_names.is_empty() {
            self.marks.push(Mark { place, elements, value, is_null });
        }
    }
}
