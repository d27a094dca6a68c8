//! [`ResponseDocument`]: the strings of an answer's document that may be restored, and the facts around them.

use std::{cell::Cell, collections::HashMap, hash::Hasher, ops::Range};

use rustc_hash::FxHasher;

use crate::{
    codec::{
        CodecError,
        syntax::json::{Cursor, Scalar, Stack, Start, Str, Token, Visitor, walk},
    },
    engine::proxy::string_shape::{integer, is_plain_name},
    profile::{Action, MessageText, PathFacts, PathState, PathTable},
};

/// Fewest characters of a number that may be text.
const LONG: usize = 8;

/// Array indices that are compared, from the root inwards. Keys of channels lie no deeper.
const MAX_INDICES: usize = 4;

/// The indices of a value in the arrays around it, from the root inwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ArrayIndices {
    at: [u32; MAX_INDICES],
    depth: usize,
}

impl ArrayIndices {
    /// The indices of the first element of an array at these indices.
    fn first_element(self) -> Self {
        let mut inner = self;
        if let Some(at) = inner.at.get_mut(self.depth) {
            *at = 0;
        }
        inner.depth += 1;
        inner
    }

    /// The indices of the value within the outermost `depth` arrays.
    fn outer(&self, depth: usize) -> Self {
        let mut outer = Self { depth, ..Self::default() };
        outer.at.iter_mut().zip(&self.at).take(depth).for_each(|(at, own)| *at = *own);
        outer
    }

    /// Goes on to the next element of the innermost array.
    fn advance(&mut self) {
        if let Some(at) = self.at.get_mut(self.depth - 1) {
            *at += 1;
        }
    }
}

/// A string that may be restored.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    pub(super) string: Str,
    pub(super) state: PathState,
    pub(super) indices: ArrayIndices,
    /// The hash of its path, every name and index of it, if paths were asked for and it is a value.
    pub(super) path: Option<u64>,
    /// True if it stands in an object or array of a call's arguments, rather than being all of them as source.
    pub(super) in_arguments: bool,
    /// The number of the object that holds it.
    object: usize,
    /// The place in [`ResponseDocument::call_nodes`] of the innermost member around it that may belong to a call.
    call: Option<usize>,
}

/// A member at the path of a rule of calls.
struct CallNode {
    state: PathState,
    /// The number of the object that holds it, and its offset.
    object: usize,
    start: usize,
    /// The place of the node around it.
    parent: Option<usize>,
}

/// A value at a path of a channel's key, of a channel's end or of a tool's name.
#[derive(Clone, Debug)]
pub(super) struct StreamField {
    pub(super) state: PathState,
    pub(super) indices: ArrayIndices,
    /// A string between its quotes, a number or a literal as it is spelled; empty: an object or array.
    pub(super) value: Range<usize>,
    pub(super) is_null: bool,
}

/// The parts of one document that matter for restoring. Its memory serves the next document.
#[derive(Default)]
pub(super) struct ResponseDocument {
    pub(super) strings: Vec<Leaf>,
    pub(super) stream_fields: Vec<StreamField>,
    /// The first of these fields by channel key and indices: an event may have thousands.
    channel_keys: HashMap<(u16, ArrayIndices), usize>,
    /// Ids of state that the provider keeps.
    pub(super) ids: Vec<Str>,
    /// Values at paths of sealed state, by the objects that hold them.
    seals: Vec<(usize, Str)>,
    /// Long integers that may be text.
    pub(super) numbers: Vec<Range<usize>>,
    /// The bytes of alignment data.
    pub(super) alignments: Vec<Range<usize>>,
    /// The values of discriminators, by object and number.
    discriminators: Vec<(usize, u8, Str)>,
    /// A forest: each node stands behind its parent.
    call_nodes: Vec<CallNode>,
    /// The number of objects so far.
    objects: usize,
    stack: Stack<Container>,
}

/// The names of an object's members that are leaves.
#[derive(Clone, Copy, Debug)]
enum NameLeaves {
    /// All names.
    All,
    /// Names that no protocol has.
    Unusual,
    /// No names.
    None,
}

/// An open object or array.
#[derive(Debug)]
struct Container {
    state: PathState,
    indices: ArrayIndices,
    object: usize,
    /// The member names that are leaves.
    names: NameLeaves,
    /// True for arguments of a call.
    is_arguments: bool,
    call: Option<usize>,
    /// The offset of the container's first byte.
    start: usize,
    /// The hashes of its path and of that of the value that comes next.
    path: u64,
    next_path: u64,
    /// The number of its elements so far.
    elements: u64,
    /// The state of the member whose value comes next, and its number if it is a discriminator.
    next: Option<(PathState, Option<u8>)>,
}

/// The facts of a value that follow from its path.
#[derive(Clone, Copy)]
struct Position {
    state: PathState,
    action: Option<Action>,
    indices: ArrayIndices,
    object: usize,
    names: NameLeaves,
    call: Option<usize>,
    path: u64,
}

/// Largest capacity of a list that is kept for the thread's next document.
const MAX_KEPT: usize = 1024;

thread_local! {
    /// The memory of the thread's last document: it holds offsets, and nothing of the document.
    static MEMORY: Cell<ResponseDocument> = Cell::default();
}

impl ResponseDocument {
    /// Takes the memory of the thread's last document.
    pub(super) fn take() -> Self {
        MEMORY.take()
    }

    /// Leaves the memory to the thread's next document.
    pub(super) fn give_back(self) {
        let largest = self.strings.capacity().max(self.stream_fields.capacity()).max(self.discriminators.capacity());
        let largest = largest.max(self.call_nodes.capacity());
        if largest <= MAX_KEPT {
            MEMORY.set(self);
        }
    }

    /// Reads `doc` by the paths of `table`.
    ///
    /// # Errors
    /// If it is no JSON.
    pub(super) fn read(&mut self, table: &PathTable, doc: &str) -> Result<(), CodecError> {
        self.read_with(table, doc, false)
    }

    /// Reads `doc` by the paths of `table`; `with_paths`: with the hashes of paths, which no table tells apart.
    ///
    /// # Errors
    /// If it is no JSON.
    pub(super) fn read_with(&mut self, table: &PathTable, doc: &str, with_paths: bool) -> Result<(), CodecError> {
        self.strings.clear();
        self.stream_fields.clear();
        self.ids.clear();
        self.seals.clear();
        self.alignments.clear();
        self.numbers.clear();
        self.discriminators.clear();
        self.channel_keys.clear();
        self.call_nodes.clear();
        self.objects = 0;
        let mut stack = std::mem::take(&mut self.stack);
        let result = walk(doc, &mut stack, &mut Reader { table, doc, with_paths, found: self });
        self.stack = stack;
        // The first of an object's equal members stays first.
        self.discriminators.sort_by_key(|(object, member, _)| (*object, *member));
        for (object, seal) in std::mem::take(&mut self.seals) {
            let kind = table.discriminator_named("type").and_then(|kind| self.discriminator(doc, object, kind));
            self.ids.extend(kind.is_some_and(|kind| table.is_sealed_type(kind)).then_some(seal));
        }
        for (at, field) in self.stream_fields.iter().enumerate() {
            if let Some(key) = table.facts(field.state).channel_key {
                self.channel_keys.entry((key, field.indices)).or_insert(at);
            }
        }
        result
    }

    /// The action at a string.
    pub(super) fn action(&self, table: &PathTable, doc: &str, leaf: &Leaf) -> Action {
        let value = |number: u8| self.discriminator(doc, leaf.object, number);
        table.unconditional_action(leaf.state).unwrap_or_else(|| table.action(leaf.state, value))
    }

    /// The first value of the channel key with this number in the elements around `indices`.
    pub(super) fn channel_key(&self, number: u16, indices: &ArrayIndices) -> Option<&StreamField> {
        let around = (0..=indices.depth).filter_map(|depth| self.channel_keys.get(&(number, indices.outer(depth))));
        around.min().map(|&at| &self.stream_fields[at])
    }

    /// The value of a discriminator of an object.
    fn discriminator<'d>(&self, doc: &'d str, object: usize, number: u8) -> Option<&'d str> {
        let at = self.discriminators.partition_point(|(known, member, _)| (*known, *member) < (object, number));
        let same = |(known, member, _): &&(usize, u8, Str)| (*known, *member) == (object, number);
        // No word of a protocol is spelled with escapes.
        self.discriminators.get(at).filter(same).map(|(.., value)| value.raw(doc))
    }

    /// The calls that a string belongs to, from the innermost: each is the name of its tool, if the document has it.
    pub(super) fn calls(&self, table: &PathTable, doc: &str, leaf: &Leaf) -> Vec<Option<String>> {
        let (mut calls, mut at) = (Vec::new(), leaf.call);
        while let Some(node) = at.map(|at| &self.call_nodes[at]) {
            at = node.parent;
            let rule = table.call_rule(node.state).expect("a node has the state of a rule");
            let is_text = match rule.texts {
                MessageText::Always => true,
                MessageText::Never => false,
                MessageText::If(condition) => {
                    let number = table.discriminator_named(condition.member);
                    let value = number.and_then(|number| self.discriminator(doc, node.object, number));
                    value.is_some_and(|value| condition.values.contains(&value))
                }
            };
            if !is_text {
                let holder = &doc[node.start..];
                let named = Cursor::object(holder);
                calls
                    .push(named.and_then(|object| rule.names.iter().find_map(|path| string_at(holder, &object, path))));
            }
        }
        calls
    }
}

struct Reader<'a> {
    table: &'a PathTable,
    doc: &'a str,
    with_paths: bool,
    found: &'a mut ResponseDocument,
}

impl Visitor for Reader<'_> {
    type Container = Container;
    type Error = CodecError;

    fn open(
        &mut self,
        parent: Option<&mut Container>,
        _: Option<&Str>,
        Start { at, is_object }: Start,
    ) -> Result<Option<Container>, CodecError> {
        let Position { state, action, indices, object, names, call, path } = self.position(parent);
        if action == Some(Action::Alignment) {
            return Ok(None);
        }
        self.stream_field(state, indices, at..at, false);
        self.found.objects += usize::from(is_object);
        let object = if is_object { self.found.objects } else { object };
        let indices = if is_object { indices } else { indices.first_element() };
        Ok(Some(Container {
            state,
            indices,
            object,
            names,
            is_arguments: action == Some(Action::CallArguments),
            call,
            start: at,
            path,
            next_path: path,
            elements: 0,
            next: None,
        }))
    }

    #[inline]
    fn name(&mut self, parent: &mut Container, name: &Str) -> Result<(), CodecError> {
        // A name that is no text has a state like any other that no selector names.
        let spelled = name.decoded(self.doc).unwrap_or_default();
        let (below, symbol) = self.table.member(parent.state, spelled.as_bytes());
        parent.next = Some((below, self.table.discriminator(symbol)));
        if self.with_paths {
            parent.next_path = step(parent.path, spelled.as_bytes());
        }
        let is_leaf = match parent.names {
            NameLeaves::All => true,
            NameLeaves::Unusual => !is_plain_name(name.raw(self.doc)),
            NameLeaves::None => false,
        };
        if is_leaf {
            let &mut Container { state, indices, object, call, .. } = parent;
            let string = name.clone();
            self.found.strings.push(Leaf { string, state, indices, path: None, in_arguments: true, object, call });
        }
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, parent: Option<&mut Container>, _: Option<&Str>, scalar: Scalar) -> Result<(), CodecError> {
        let discriminator = parent.as_ref().and_then(|parent| parent.next).and_then(|(_, discriminator)| discriminator);
        let in_arguments = parent.as_ref().is_some_and(|parent| parent.is_arguments);
        let Position { state, action, indices, object, call, path, .. } = self.position(parent);
        let string = match scalar {
            Scalar::String(string) => string,
            Scalar::Number(range) => {
                let is_payload = matches!(action, Some(Action::Payload | Action::CallArguments));
                if is_payload && integer(&self.doc[range.clone()]).is_some_and(|digits| digits.len() >= LONG) {
                    self.found.numbers.push(range.clone());
                }
                self.stream_field(state, indices, range, false);
                return Ok(());
            }
            Scalar::Literal(range) => {
                let is_null = &self.doc[range.clone()] == "null";
                self.stream_field(state, indices, range, is_null);
                return Ok(());
            }
        };
        if let Some(number) = discriminator {
            self.found.discriminators.push((object, number, string.clone()));
        }
        self.stream_field(state, indices, string.range.clone(), false);
        if self.table.facts(state).issues_state {
            self.found.ids.push(string.clone());
        }
        if self.table.facts(state).holds_seal {
            self.found.seals.push((object, string.clone()));
        }
        if !matches!(action, Some(Action::Skip | Action::Sealed | Action::Alignment)) && !string.range.is_empty() {
            let path = self.with_paths.then_some(path);
            self.found.strings.push(Leaf { string, state, indices, path, in_arguments, object, call });
        }
        Ok(())
    }

    fn passed(&mut self, range: Range<usize>) {
        self.found.alignments.push(range);
    }
}

impl Reader<'_> {
    /// The position of the value that begins now.
    #[inline]
    fn position(&mut self, parent: Option<&mut Container>) -> Position {
        let Some(parent) = parent else {
            let state = self.table.root();
            let (action, indices) = (self.table.unconditional_action(state), ArrayIndices::default());
            return Position { state, action, indices, object: 0, names: NameLeaves::Unusual, call: None, path: 0 };
        };
        let (indices, mut call) = (parent.indices, parent.call);
        let state = match parent.next.take() {
            Some((state, _)) => state,
            None => {
                parent.indices.advance();
                if self.with_paths {
                    parent.elements += 1;
                    parent.next_path = step(parent.path, &parent.elements.to_le_bytes());
                }
                self.table.element(parent.state)
            }
        };
        let action = self.table.unconditional_action(state);
        if self.table.call_rule(state).is_some() {
            self.found.call_nodes.push(CallNode { state, object: parent.object, start: parent.start, parent: call });
            call = Some(self.found.call_nodes.len() - 1);
        }
        let names = match action {
            Some(Action::Payload | Action::CallArguments) => NameLeaves::All,
            None | Some(Action::Text | Action::JsonSource) => NameLeaves::Unusual,
            _ => NameLeaves::None,
        };
        Position { state, action, indices, object: parent.object, names, call, path: parent.next_path }
    }

    fn stream_field(&mut self, state: PathState, indices: ArrayIndices, value: Range<usize>, is_null: bool) {
        let PathFacts { channel_key, channel_ends, tool_names, .. } = self.table.facts(state);
        if channel_key.is_some() || !channel_ends.is_empty() || !tool_names.is_empty() {
            self.found.stream_fields.push(StreamField { state, indices, value, is_null });
        }
    }
}

/// The hash of a path with one more step.
fn step(path: u64, step: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(path);
    hasher.write(step);
    hasher.finish()
}

/// The string at a path of members, dots between them, below an object of `doc`; `None` if a member is there twice.
fn string_at(doc: &str, object: &Cursor<'_>, path: &str) -> Option<String> {
    let (name, below) = path.split_once('.').map_or((path, None), |(name, below)| (name, Some(below)));
    let mut members = object.members().filter(|(member, ..)| member.decoded(doc).as_deref() == Some(name));
    let (_, value, inside) = members.next().filter(|_| members.next().is_none())?;
    match (value, below) {
        (Token::String(string), None) => Some(string.decoded(doc)?.into_owned()),
        (Token::ObjectStart(_), Some(below)) => string_at(doc, &inside, below),
        _ => None,
    }
}
