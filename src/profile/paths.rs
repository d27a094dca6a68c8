//! [`PathTable`]: the rules of an exchange, found by the path of a value.

use std::sync::Arc;

use super::{
    api::{Action, Author, AuthorRule, CallRule, Condition},
    automaton::{Automaton, AutomatonState, Symbol},
};

/// The position of a value in a document, as far as rules tell positions apart. By default: the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PathState {
    table: AutomatonState,
    protocol: AutomatonState,
}

/// The compiled rules for the paths of one kind of document.
///
/// The exchange's own rules and its protocol's are automata of their own, stepped side
/// by side: one automaton of both would have as many states as both have multiplied.
#[derive(Debug)]
pub struct PathTable {
    pub(super) table: Automaton,
    pub(super) protocol: Arc<Automaton>,
    pub(super) has_protocol: bool,
    pub(super) is_search: bool,
    /// The table's rules, then the protocol's.
    pub(super) rules: Vec<CompiledRule>,
    /// The facts of paths, by state of the table.
    pub(super) facts: Vec<PathFacts>,
    /// The rules of the protocol, by state of the protocol.
    pub(super) protocol_rules: Vec<Vec<u16>>,
    /// The numbers of discriminators, by symbol.
    pub(super) discriminators: Vec<Option<u8>>,
    pub(super) author_rules: Vec<&'static AuthorRule>,
    pub(super) call_rules: &'static [CallRule],
    pub(super) seal_types: &'static [&'static str],
    pub(super) channel_keys: Vec<&'static str>,
}

/// An action, and its condition with the number of the condition's discriminator.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompiledRule {
    pub(super) action: Action,
    pub(super) when: Option<(u8, Condition)>,
}

/// The facts of a path beside its rules.
#[derive(Clone, Debug, Default)]
pub struct PathFacts {
    /// The rules that match it, the first to count first, up to one without a condition.
    pub(super) rules: Vec<u16>,
    /// The path's rank in the order of the provider's cache.
    pub cache_order: Option<u16>,
    /// The author rules of the path, by their index among the exchange's.
    pub author_rules: Vec<u16>,
    /// True if the path holds an id of state that the request continues.
    pub continues_state: bool,
    /// True if the path holds an id of state that is kept from now on.
    pub issues_state: bool,
    /// True if the path holds sealed state, in an object of one of the types that have it.
    pub holds_seal: bool,
    /// The beginning of the strings at the path that ask for state to be kept; `None`: none do.
    pub asks_state: Option<&'static str>,
    /// True if the path holds the id of a file that the model reads with the request.
    pub attaches_state: bool,
    /// The key of channels that it holds, by its place in [`PathTable::channel_keys`].
    pub channel_key: Option<u16>,
    /// The ends of channels that it may hold, by their place among the stream's.
    pub channel_ends: Vec<u16>,
    /// The first of the rules of calls that match it, by its place among the exchange's.
    pub call_rule: Option<u16>,
    /// The rules of tool names that match it, by their place among the stream's.
    pub tool_names: Vec<u16>,
}

impl PathTable {
    /// Reports whether an API's protocol says which members are no text; without one, any member may hold any text.
    pub fn has_protocol(&self) -> bool {
        self.has_protocol
    }

    /// Reports whether the documents are searches, which name fields.
    pub fn is_search(&self) -> bool {
        self.is_search
    }

    /// The state of the root of a document.
    pub fn root(&self) -> PathState {
        PathState { table: self.table.root(), protocol: self.protocol.root() }
    }

    /// The state of the member `name` (decoded) of an object.
    pub fn member(&self, object: PathState, name: &[u8]) -> (PathState, Symbol) {
        let symbol = self.table.name(name);
        let protocol = self.protocol.step(object.protocol, self.protocol.name(name));
        (PathState { table: self.table.step(object.table, symbol), protocol }, symbol)
    }

    /// The state of an array's elements.
    pub fn element(&self, array: PathState) -> PathState {
        PathState {
            table: self.table.step(array.table, self.table.element()),
            protocol: self.protocol.step(array.protocol, self.protocol.element()),
        }
    }

    /// The state of a path of members and elements (`[*]`) from the root.
    pub fn at(&self, path: &str) -> PathState {
        path.split('.').fold(self.root(), |state, step| {
            let (name, is_element) = step.strip_suffix("[*]").map_or((step, false), |name| (name, true));
            let (member, _) = self.member(state, name.as_bytes());
            if is_element { self.element(member) } else { member }
        })
    }

    /// The number, below 64, of the discriminator that a symbol is.
    pub fn discriminator(&self, symbol: Symbol) -> Option<u8> {
        self.discriminators[symbol.index()]
    }

    /// The number of the discriminator `name`.
    pub fn discriminator_named(&self, name: &str) -> Option<u8> {
        self.discriminator(self.table.name(name.as_bytes()))
    }

    /// The facts of a path beside its rules.
    pub fn facts(&self, path: PathState) -> &PathFacts {
        &self.facts[path.table.index()]
    }

    /// The rules that match a path, the first to count first.
    fn rules(&self, path: PathState) -> impl Iterator<Item = &CompiledRule> {
        let protocol = &self.protocol_rules[path.protocol.index()];
        self.facts(path).rules.iter().chain(protocol).map(|&rule| &self.rules[usize::from(rule)])
    }

    /// The action at a path, if it depends on no condition.
    pub fn unconditional_action(&self, path: PathState) -> Option<Action> {
        match self.rules(path).next() {
            None => Some(Action::Text),
            Some(rule) => rule.when.is_none().then_some(rule.action),
        }
    }

    /// The action at a path. `value` gives the value of a discriminator of
    /// the object that encloses it.
    pub fn action<'v>(&self, path: PathState, value: impl Fn(u8) -> Option<&'v str>) -> Action {
        let holds = |(member, condition): (u8, Condition)| {
            value(member).is_some_and(|value| match condition.values {
                [] => !value.is_empty(),
                values => values.contains(&value),
            })
        };
        self.rules(path).find(|rule| rule.when.is_none_or(holds)).map_or(Action::Text, |rule| rule.action)
    }

    /// The author of a path. `value` gives the value of a discriminator of the
    /// object at that path. `None`: no author rule holds for such an object.
    pub fn author<'v>(&self, path: PathState, value: impl Fn(u8) -> Option<&'v str>) -> Option<Author> {
        let author = |rule: &AuthorRule| {
            if rule.member.is_empty() {
                return rule.authors.first().map(|&(_, author)| author);
            }
            let value = value(self.discriminator_named(rule.member)?)?;
            rule.authors.iter().find(|(known, _)| *known == value).map(|&(_, author)| author)
        };
        self.facts(path).author_rules.iter().find_map(|&rule| author(self.author_rules[usize::from(rule)]))
    }

    /// Reports whether objects with this value of `type` hold sealed state.
    pub fn is_sealed_type(&self, kind: &str) -> bool {
        self.seal_types.contains(&kind)
    }

    /// The rule that tells whether a member at a path belongs to a call, if there is one.
    pub fn call_rule(&self, path: PathState) -> Option<&'static CallRule> {
        self.facts(path).call_rule.map(|rule| &self.call_rules[usize::from(rule)])
    }

    /// The number of states of its automata, a measure of their memory.
    pub fn states(&self) -> usize {
        self.table.states() + self.protocol.states()
    }

    /// The selectors of channel keys, by number.
    pub fn channel_keys(&self) -> &[&'static str] {
        &self.channel_keys
    }
}
