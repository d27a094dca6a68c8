//! [`Reader`]: the visitor of a JSON document that gathers its leaves.

use std::{borrow::Cow, ops::Range};

use super::{
    AuthorNode, Document, Leaf, LeafSpelling, MAX_STRINGS, Paths, REST,
    container::{Container, Name, Pair, Position},
    field_action, is_long, may_be_text,
    searched_fields::SearchedFields,
    template::{Form, Templates},
};
use crate::{
    codec::syntax::json::{Scalar, Stack, Start, Str, Visitor, walk},
    engine::proxy::{names, refusal::Refusal, string_shape},
    profile::{Action, PathState, PathTable},
};

/// The number of leaves with room from the start.
const FEW_LEAVES: usize = 32;

/// The memory of a read document, which serves the next one: a body of log records has thousands.
#[derive(Debug, Default)]
pub(in crate::engine::proxy) struct ReadBuffers<'d> {
    leaves: Vec<Leaf>,
    author_nodes: Vec<AuthorNode>,
    pending: Vec<(usize, PathState)>,
    stack: Stack<Container>,
    form: Form,
    pub(super) templates: Templates<'d>,
}

impl ReadBuffers<'_> {
    /// Takes the memory of a document back.
    pub(in crate::engine::proxy) fn recycle(&mut self, document: Document) {
        if let Some(Document { leaves, author_nodes, .. }) = self.templates.take_back(document) {
            (self.leaves, self.author_nodes) = (leaves, author_nodes);
        }
    }
}

/// Reads a document by the paths of a table from a state on; `None`: all of it is payload. `retention` is the root's
/// member that decides whether state is kept.
///
/// # Errors
/// If it is malformed, if an object has a discriminator twice, if it holds token ids or too many strings. Offsets are
/// those of the document.
pub(in crate::engine::proxy) fn read(
    doc: &str,
    paths: Option<Paths<'_>>,
    retention: Option<&str>,
) -> Result<Document, Refusal> {
    read_in(&mut ReadBuffers::default(), doc, paths, retention)
}

/// [`read`] in the memory of `buffers`.
///
/// # Errors
/// As [`read`].
pub(in crate::engine::proxy) fn read_in<'d>(
    buffers: &mut ReadBuffers<'d>,
    doc: &'d str,
    paths: Option<Paths<'_>>,
    retention: Option<&str>,
) -> Result<Document, Refusal> {
    let ReadBuffers { leaves, author_nodes, pending, stack, form, templates } = buffers;
    // The member that decides on state is read whatever form a document has, and values of a search name fields.
    let is_search = paths.is_some_and(|paths| paths.table.is_search());
    let paths_of_form = paths.filter(|_| retention.is_none() && !is_search);
    if let Some(document) = templates.read(doc, paths_of_form) {
        return Ok(document);
    }
    let paths_of_form = paths_of_form.filter(|_| templates.are_wanted());
    form.clear();
    let mut document =
        Document { leaves: std::mem::take(leaves), author_nodes: std::mem::take(author_nodes), ..Document::default() };
    document.leaves.clear();
    document.leaves.reserve(FEW_LEAVES);
    document.author_nodes.clear();
    document.author_nodes.push(AuthorNode { author: None, parent: 0 });
    pending.clear();
    let mut reader = Reader {
        doc,
        table: paths.map(|paths| paths.table),
        root: paths.map(|paths| paths.root).unwrap_or_default(),
        holds_records: paths.is_some_and(|paths| paths.holds_records),
        retention: retention.zip(paths).and_then(|(member, paths)| paths.table.discriminator_named(member)),
        pairs: Vec::new(),
        searched: is_search.then(SearchedFields::default),
        pending,
        values: Vec::new(),
        seals: Vec::new(),
        form: paths_of_form.map(|_| &mut *form),
        document,
    };
    walk(doc, stack, &mut reader)?;
    reader.decide(0, 0);
    let document = reader.document;
    if let Some(paths) = paths_of_form {
        templates.add(doc, paths, form, &document);
    }
    Ok(document)
}

/// The visitor of a document that gathers its leaves, with the author of each.
struct Reader<'d, 'p, 'm> {
    doc: &'d str,
    /// `None`: all is payload.
    table: Option<&'p PathTable>,
    root: PathState,
    /// [`Paths::holds_records`].
    holds_records: bool,
    /// The names of pairs.
    pairs: Vec<Pair>,
    /// The fields that are named, if the document is a search.
    searched: Option<SearchedFields>,
    /// The discriminator of the root that decides whether state is kept.
    retention: Option<u8>,
    /// Leaves, with their states, whose action depends on a discriminator that may follow.
    pending: &'m mut Vec<(usize, PathState)>,
    /// The discriminators of all open objects whose values are strings.
    values: Vec<(u8, Cow<'d, str>)>,
    /// Values at paths of sealed state in open objects, whose types may follow.
    seals: Vec<String>,
    /// The form of the document, if it becomes a template.
    form: Option<&'m mut Form>,
    document: Document,
}

impl Visitor for Reader<'_, '_, '_> {
    type Container = Container;
    type Error = Refusal;

    fn open(
        &mut self,
        parent: Option<&mut Container>,
        key: Option<&Str>,
        start: Start,
    ) -> Result<Option<Container>, Refusal> {
        if let Some(searched) = self.searched.as_mut().filter(|_| start.is_object) {
            searched.open();
        }
        let is_root = parent.is_none();
        let is_pair = !start.is_object && parent.as_ref().is_some_and(|parent| !parent.is_object);
        let outer = parent.as_ref().and_then(|parent| parent.name.clone());
        let name = match key {
            Some(key) if start.is_object && !names::is_wrapper(key.raw(self.doc)) => Some(key.clone()),
            _ => outer,
        };
        let position = self.position(parent);
        let action = self.table.map(|table| table.unconditional_action(position.state));
        Ok(Some(Container {
            is_object: start.is_object,
            is_root,
            is_pair,
            name,
            is_payload: matches!(action, None | Some(Some(Action::Payload | Action::CallArguments))),
            is_text: action.is_none_or(may_be_text),
            position,
            stated_name: None,
            outer_pair: position.pair,
            next: None,
            seen: 0,
            first_value: self.values.len(),
            first_pending: self.pending.len(),
            first_seal: self.seals.len(),
        }))
    }

    #[inline]
    fn name(&mut self, object: &mut Container, name: &Str) -> Result<(), Refusal> {
        let (mut state, mut discriminator) = (object.position.state, None);
        if let Some(table) = self.table {
            // A name that is no text has a state like any other that no selector names.
            let spelled = name.decoded(self.doc).unwrap_or_default();
            let (below, symbol) = table.member(state, spelled.as_bytes());
            state = below;
            discriminator = table.discriminator(symbol).filter(|_| !object.is_payload);
            if let Some(number) = discriminator {
                if object.seen >> number & 1 == 1 {
                    return Err(Refusal::Duplicate { at: name.range.start });
                }
                object.seen |= 1 << number;
            }
        }
        object.next = Some((state, discriminator));
        if object.is_payload {
            self.push(LeafSpelling::Name(name.clone()), Action::Payload, Name::default(), object.position)?;
        } else if object.is_text && !self.is_protocol_word(name) {
            self.push(LeafSpelling::MemberName(name.clone()), Action::Text, Name::default(), object.position)?;
        }
        Ok(())
    }

    #[inline]
    fn scalar(&mut self, parent: Option<&mut Container>, key: Option<&Str>, scalar: Scalar) -> Result<(), Refusal> {
        if let Some(form) = &mut self.form {
            form.push(self.doc, &scalar);
        }
        if self.searched.is_some() {
            return self.searched_scalar(parent, key, scalar);
        }
        self.value(parent, key, scalar)
    }

    fn close(&mut self, container: Container) {
        if !container.is_object {
            return;
        }
        self.decide(container.first_pending, container.first_value);
        if let Some(searched) = &mut self.searched {
            let name = container.name.as_ref().map_or("", |name| name.raw(self.doc));
            searched.close(self.doc, name, &mut self.document, self.table);
        }
        if let (Some(table), true) = (self.table, self.seals.len() > container.first_seal) {
            let kind = table.discriminator_named("type");
            let kind = kind.and_then(|kind| value_of(&self.values[container.first_value..], kind));
            let is_sealed = kind.is_some_and(|kind| table.is_sealed_type(kind));
            let seals = self.seals.drain(container.first_seal..).filter(|_| is_sealed);
            self.document.ids.extend(seals);
        }
        let Position { state, author_node, .. } = container.position;
        if let Some(table) = self.table
            && !table.facts(state).author_rules.is_empty()
        {
            let values = &self.values[container.first_value..];
            self.document.author_nodes[author_node].author = table.author(state, |member| value_of(values, member));
        }
        self.values.truncate(container.first_value);
    }
}

impl Reader<'_, '_, '_> {
    fn value(&mut self, parent: Option<&mut Container>, key: Option<&Str>, scalar: Scalar) -> Result<(), Refusal> {
        match scalar {
            Scalar::String(string) => self.string(parent, key, string),
            Scalar::Number(range) => self.number(parent, key, range),
            Scalar::Literal(range) => {
                self.literal(parent, range);
                Ok(())
            }
        }
    }

    /// Reads a scalar of a search.
    fn searched_scalar(
        &mut self,
        parent: Option<&mut Container>,
        key: Option<&Str>,
        scalar: Scalar,
    ) -> Result<(), Refusal> {
        let string = match &scalar {
            Scalar::String(string) => Some(string.clone()),
            _ => None,
        };
        let leaf = self.document.leaves.len();
        self.value(parent, key, scalar)?;
        if let (Some(searched), Some(key)) = (&mut self.searched, key) {
            let leaf = (self.document.leaves.len() > leaf).then_some(leaf);
            searched.scalar(key.raw(self.doc), string.as_ref(), leaf);
        }
        Ok(())
    }

    /// The position of the value that begins now.
    #[inline]
    fn position(&mut self, parent: Option<&mut Container>) -> Position {
        let mut position = match parent {
            None => Position { state: self.root, pair: None, author_node: 0, order: REST },
            Some(parent) => {
                let state = match (parent.next.take(), self.table) {
                    (Some((state, _)), _) => state,
                    (None, Some(_)) if parent.is_root && self.holds_records => self.root,
                    (None, Some(table)) => table.element(parent.position.state),
                    (None, None) => parent.position.state,
                };
                Position { state, ..parent.position }
            }
        };
        if let Some(table) = self.table {
            let facts = table.facts(position.state);
            position.order = facts.cache_order.unwrap_or(position.order);
            if !facts.author_rules.is_empty() {
                let author = table.author(position.state, |_| None);
                self.document.author_nodes.push(AuthorNode { author, parent: position.author_node });
                position.author_node = self.document.author_nodes.len() - 1;
            }
        }
        position
    }

    /// Decides the leaves of an object that has ended, by the values of its discriminators.
    fn decide(&mut self, first_pending: usize, first_value: usize) {
        let Some(table) = self.table else { return };
        let values = &self.values[first_value..];
        for (leaf, state) in self.pending.drain(first_pending..) {
            self.document.leaves[leaf].action = table.action(state, |member| value_of(values, member));
        }
    }

    fn string(&mut self, mut parent: Option<&mut Container>, key: Option<&Str>, string: Str) -> Result<(), Refusal> {
        let discriminator = parent.as_ref().and_then(|parent| parent.next).and_then(|(_, discriminator)| discriminator);
        let in_payload = parent.as_ref().is_none_or(|parent| parent.is_payload);
        let position = self.position(parent.as_deref_mut());
        let stated = parent.as_deref_mut().and_then(|parent| parent.stated_name(self.doc, key, &string));
        let named = match (&stated, key) {
            (Some(stated), Some(_)) if parent.as_ref().is_some_and(|parent| parent.is_object) => {
                Name { own: key, outer: Some(stated.clone()) }
            }
            (Some(stated), _) => Name { own: Some(stated), outer: None },
            (None, _) => Name::of(parent.as_deref(), key),
        };
        let is_in_pair = parent.as_ref().is_some_and(|parent| parent.is_pair && parent.is_payload);
        let mut decides_on_others = discriminator.is_some() || stated.is_some() || is_in_pair;
        if let Some(number) = discriminator
            && let Some(value) = string.decoded(self.doc)
        {
            self.values.push((number, value));
        }
        let mut action = Action::Payload;
        if let Some(table) = self.table {
            if table.facts(position.state).continues_state {
                self.document.ids.extend(string.decoded(self.doc).map(Cow::into_owned));
            }
            let facts = table.facts(position.state);
            if facts.attaches_state {
                self.document.files.extend(string.decoded(self.doc).map(Cow::into_owned));
            }
            self.document.asks_state |= facts.asks_state.is_some_and(|begins| string.raw(self.doc).starts_with(begins));
            if table.facts(position.state).holds_seal {
                self.seals.extend(string.decoded(self.doc).map(Cow::into_owned).filter(|seal| !seal.is_empty()));
            }
            decides_on_others |=
                facts.continues_state || facts.attaches_state || facts.asks_state.is_some() || facts.holds_seal;
            action = table.unconditional_action(position.state).unwrap_or_else(|| {
                decides_on_others = true;
                self.pending.push((self.document.leaves.len(), position.state));
                Action::Text
            });
            if let (Action::PairName, Some(parent)) = (action, parent) {
                let name = string.decoded(self.doc);
                let action = name.and_then(|name| field_action(table, &name));
                let outer = parent.outer_pair.map(|outer| self.pairs[outer].name.clone());
                parent.position.pair = Some(self.pairs.len());
                self.pairs.push(Pair { name: string.clone(), outer, action });
            }
        }
        decides_on_others |= matches!(action, Action::PairName | Action::Integer);
        if let Some(form) = self.form.as_mut().filter(|_| decides_on_others) {
            form.set_ambiguous();
        }
        let given = self.pair_action(position);
        let spelled = match action {
            Action::Integer if is_integer(string.raw(self.doc)) => {
                return self.integer(given.or(Some(Action::Payload)), named, string.range, position);
            }
            Action::Base64 if given != Some(Action::Skip) => LeafSpelling::Base64(string),
            _ => LeafSpelling::Text(string),
        };
        let action = match action {
            Action::Integer | Action::Base64 => Action::Payload,
            action => action,
        };
        self.push(spelled, given.unwrap_or(action), named, position)?;
        self.document.leaves.last_mut().expect("a leaf was added").in_payload = in_payload;
        Ok(())
    }

    fn number(
        &mut self,
        parent: Option<&mut Container>,
        key: Option<&Str>,
        range: Range<usize>,
    ) -> Result<(), Refusal> {
        let named = Name::of(parent.as_deref(), key);
        let position = self.position(parent);
        let action = self.table.map_or(Some(Action::Payload), |table| table.unconditional_action(position.state));
        self.integer(self.pair_action(position).or(action), named, range, position)
    }

    /// Adds a number with its action, if it may be an identifier.
    fn integer(
        &mut self,
        action: Option<Action>,
        named: Name<'_>,
        range: Range<usize>,
        position: Position,
    ) -> Result<(), Refusal> {
        match action {
            Some(Action::Whole) => self.push(LeafSpelling::Number(range), Action::Whole, named, position),
            Some(Action::TokenIds) => Err(Refusal::Tokens { at: range.start }),
            _ if may_be_text(action) && self.is_long_integer(action, &range) => {
                self.push(LeafSpelling::Number(range), Action::Payload, named, position)
            }
            _ => Ok(()),
        }
    }

    /// The action for the name of the pair that a value belongs to.
    fn pair_action(&self, position: Position) -> Option<Action> {
        self.pairs[position.pair?].action
    }

    /// Reports whether a number is an integer with many digits, and no time where one is expected.
    fn is_long_integer(&self, action: Option<Action>, range: &Range<usize>) -> bool {
        let spelled = &self.doc[range.clone()];
        string_shape::integer(spelled).is_some_and(|digits| {
            let is_time = action == Some(Action::Time) && string_shape::is_time(spelled);
            is_long(&digits) && !is_time
        })
    }

    /// Reports whether a member's name is a plain word of an API whose protocol is known.
    fn is_protocol_word(&self, name: &Str) -> bool {
        self.table.is_some_and(PathTable::has_protocol) && string_shape::is_plain_name(name.raw(self.doc))
    }

    fn literal(&mut self, parent: Option<&mut Container>, range: Range<usize>) {
        let Some(parent) = parent else { return };
        let discriminator = parent.next.take().and_then(|(_, discriminator)| discriminator);
        if parent.is_root && self.retention.is_some() && discriminator == self.retention {
            self.document.retention_flag = match &self.doc[range] {
                "true" => Some(true),
                "false" => Some(false),
                _ => None,
            };
        }
    }

    fn push(
        &mut self,
        spelled: LeafSpelling,
        action: Action,
        Name { own, outer }: Name<'_>,
        Position { author_node, order, pair, .. }: Position,
    ) -> Result<(), Refusal> {
        let (key, parent) = match pair.map(|pair| &self.pairs[pair]) {
            Some(pair) => (Some(pair.name.clone()), pair.outer.clone()),
            None => (own.cloned(), outer),
        };
        self.document.leaves.push(Leaf { spelled, action, key, parent, in_payload: true, author_node, order });
        if self.document.leaves.len() > MAX_STRINGS {
            return Err(Refusal::TooMany { limit: MAX_STRINGS });
        }
        Ok(())
    }
}

/// Reports whether a string is the digits of an integer.
fn is_integer(raw: &str) -> bool {
    let digits = raw.strip_prefix('-').unwrap_or(raw);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn value_of<'v>(values: &'v [(u8, Cow<'_, str>)], member: u8) -> Option<&'v str> {
    values.iter().find(|(known, _)| *known == member).map(|(_, value)| &**value)
}
