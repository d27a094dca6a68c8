//! [`Profile`]: an exchange, ready to read bodies with.

use std::{collections::HashMap, sync::Arc};

use super::{
    api::{Act, Author, Exchange, Rule, State, Stream, Voice, When},
    automaton::{Automaton, NodeId, Symbol, Tagged, TooComplex},
    selector::BadSelector,
};

/// Members that decide how what stands beside them is treated, whether a rule asks for them or not.
const DECIDERS: &[&str] = &["type", "role", "source"];

/// Most deciding members of one exchange: a walker keeps one bit for each.
const MAX_DECIDERS: usize = 64;

/// An exchange, compiled.
#[derive(Debug)]
pub struct Profile {
    /// What it was made from.
    pub exchange: &'static Exchange,
    /// For the documents of a request.
    pub request: Walk,
    /// For an answer's document.
    pub response: Walk,
    /// For the documents of a stream's events.
    pub event: Option<Walk>,
}

/// A user's own selectors, for an API that has no profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserRules {
    /// What is not touched.
    pub never: Vec<String>,
    /// What is payload, so that names and long numbers are looked at, too.
    pub free: Vec<String>,
    /// Strings that hold JSON source.
    pub nested: Vec<String>,
    /// What else of answers is restored. If empty: all of them.
    pub restore: Vec<String>,
}

/// Where a value stands in a document. By default: at its root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StateId {
    table: NodeId,
    protocol: NodeId,
}

impl StateId {
    /// A number of its own.
    pub fn index(self) -> usize {
        self.table.index() << 16 | self.protocol.index()
    }
}

/// The paths of one kind of document, and what is said of them.
///
/// What an exchange says itself and what is protocol anywhere are automata of their own, walked side
/// by side: together they would have as many states as both have multiplied.
#[derive(Debug)]
pub struct Walk {
    table: Automaton,
    protocol: Arc<Automaton>,
    /// Those of the table first.
    rules: Vec<Meaning>,
    /// By state of the table.
    marks: Vec<Marks>,
    /// By state of the protocol, its rules.
    protocol_rules: Vec<Vec<u16>>,
    /// By symbol: the number of the deciding member that it is.
    deciders: Vec<Option<u8>>,
    voices: &'static [Voice],
    keys: Vec<&'static str>,
}

/// What one rule says, and when.
#[derive(Clone, Copy, Debug)]
struct Meaning {
    act: Act,
    when: Option<(u8, When)>,
}

/// What is said of a path.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The rules that take it, the first to count first, up to one without a condition.
    rules: Vec<u16>,
    /// Its place in the order of the provider's cache.
    pub order: Option<u16>,
    /// The voices that may be told here, by their place among the exchange's.
    pub voices: Vec<u16>,
    /// Whether it holds an id that continues state.
    pub continues: bool,
    /// Whether it holds an id under which state is kept.
    pub issues: bool,
    /// The key of channels that it holds, by its place in [`Walk::keys`].
    pub key: Option<u16>,
    /// The ends of channels that it may tell, by their place in the stream's.
    pub ends: Vec<u16>,
    /// The names of tools that it may tell, by their place in the stream's.
    pub tools: Vec<u16>,
}

/// What a selector was listed for.
#[derive(Clone, Copy)]
enum Tag {
    Rule(u16),
    Order(u16),
    Voice(u16),
    Continues,
    Issues,
    Key(u16),
    End(u16),
    Tool(u16),
}

/// What a [`Walk`] is made from.
#[derive(Default)]
struct Parts<'a> {
    selectors: Vec<(&'a str, Tag)>,
    rules: Vec<(Act, Option<When>)>,
    voices: &'static [Voice],
    keys: Vec<&'static str>,
    deciders: Vec<&'static str>,
    protocol: &'static [Rule],
}

/// Why a profile cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadProfile {
    /// A selector is malformed.
    Selector(String, BadSelector),
    /// There are too many, or too deep ones.
    TooComplex,
}

impl std::fmt::Display for BadProfile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Selector(selector, error) => write!(f, "{selector}: {error}"),
            Self::TooComplex => TooComplex.fmt(f),
        }
    }
}

impl std::error::Error for BadProfile {}

/// Automata of protocols, which many exchanges share, by the place of their rules.
#[derive(Debug, Default)]
pub(super) struct Protocols(HashMap<*const Rule, Arc<Automaton>>);

impl Protocols {
    fn compile(&mut self, rules: &'static [Rule]) -> Result<Arc<Automaton>, BadProfile> {
        if let Some(known) = self.0.get(&rules.as_ptr()) {
            return Ok(Arc::clone(known));
        }
        let automaton = Arc::new(compile_protocol(rules)?);
        self.0.insert(rules.as_ptr(), Arc::clone(&automaton));
        Ok(automaton)
    }
}

impl Profile {
    /// Compiles an exchange.
    ///
    /// # Errors
    /// If a selector of it is malformed, or it is too complex.
    pub fn new(exchange: &'static Exchange) -> Result<Self, BadProfile> {
        Self::with(exchange, &UserRules::default())
    }

    /// Compiles one of many exchanges.
    ///
    /// # Errors
    /// As [`Profile::new`].
    pub(super) fn of_many(exchange: &'static Exchange, protocols: &mut Protocols) -> Result<Self, BadProfile> {
        Self::compile(exchange, &UserRules::default(), protocols)
    }

    /// Compiles an exchange together with a user's selectors, which go before its own.
    ///
    /// # Errors
    /// As [`Profile::new`].
    pub fn with(exchange: &'static Exchange, user: &UserRules) -> Result<Self, BadProfile> {
        Self::compile(exchange, user, &mut Protocols::default())
    }

    fn compile(exchange: &'static Exchange, user: &UserRules, protocols: &mut Protocols) -> Result<Self, BadProfile> {
        let mut request = Parts::default();
        request.user(user);
        request.rules(exchange.request);
        request.protocol = exchange.protocol;
        request.order(exchange.order);
        request.voices(exchange.voices);
        request.state(exchange.state, |state| state.continues, Tag::Continues);
        let mut response = Parts::default();
        response.user(user);
        response.user_restore(user);
        response.answer(exchange);
        let event = exchange.stream.map(|stream| {
            let mut event = Parts::default();
            event.stream(stream);
            event.answer(exchange);
            event.compile(protocols)
        });
        Ok(Self {
            exchange,
            request: request.compile(protocols)?,
            response: response.compile(protocols)?,
            event: event.transpose()?,
        })
    }
}

impl<'a> Parts<'a> {
    fn push(&mut self, at: &'a str, act: Act, when: Option<When>) {
        self.selectors.push((at, Tag::Rule(self.rules.len() as u16)));
        self.rules.push((act, when));
        self.deciders.extend(when.map(|when| when.member));
    }

    fn rules(&mut self, rules: &'static [Rule]) {
        for rule in rules {
            self.push(rule.at, rule.act, rule.when);
        }
    }

    fn user(&mut self, user: &'a UserRules) {
        for (selectors, act) in [(&user.never, Act::Never), (&user.nested, Act::Nested), (&user.free, Act::Free)] {
            for at in selectors {
                self.push(at, act, None);
            }
        }
    }

    /// What a user says of answers alone.
    fn user_restore(&mut self, user: &'a UserRules) {
        for at in &user.restore {
            self.push(at, Act::Text, None);
        }
        if !user.restore.is_empty() {
            self.push("**", Act::Never, None);
        }
    }

    fn order(&mut self, order: &'static [&'static str]) {
        self.selectors.extend(order.iter().zip(0..).map(|(at, place)| (*at, Tag::Order(place))));
    }

    fn voices(&mut self, voices: &'static [Voice]) {
        self.selectors.extend(voices.iter().zip(0..).map(|(voice, place)| (voice.at, Tag::Voice(place))));
        self.deciders.extend(voices.iter().map(|voice| voice.member).filter(|member| !member.is_empty()));
        self.voices = voices;
    }

    fn state(&mut self, state: Option<&'static State>, of: fn(&State) -> &'static [&'static str], tag: Tag) {
        let Some(state) = state else { return };
        self.selectors.extend(of(state).iter().map(|at| (*at, tag)));
        // Two of these would leave it open which of them the provider heeds.
        self.deciders.extend(of(state).iter().filter(|at| !at.contains(['.', '[', '*', '{'])));
        self.deciders.extend(state.kept.member());
    }

    fn answer(&mut self, exchange: &'static Exchange) {
        self.rules(exchange.response);
        self.protocol = exchange.protocol;
        self.state(exchange.state, |state| state.issues, Tag::Issues);
    }

    fn stream(&mut self, stream: &'static Stream) {
        self.rules(stream.rules);
        for (end, place) in stream.ends.iter().zip(0..) {
            self.selectors.push((end.at, Tag::End(place)));
        }
        for (tool, place) in stream.tools.iter().zip(0..) {
            self.selectors.push((tool.at, Tag::Tool(place)));
        }
        let channels = stream.rules.iter().filter_map(|rule| match rule.act {
            Act::Channel(channel) => Some(channel.keys),
            _ => None,
        });
        let ends = stream.ends.iter().map(|end| end.keys);
        for key in channels.chain(ends).chain(stream.tools.iter().map(|tool| tool.keys)).flatten() {
            if !self.keys.contains(key) {
                self.selectors.push((key, Tag::Key(self.keys.len() as u16)));
                self.keys.push(key);
            }
        }
    }

    fn compile(self, protocols: &mut Protocols) -> Result<Walk, BadProfile> {
        let Self { selectors, mut rules, voices, keys, mut deciders, protocol } = self;
        deciders.extend(protocol.iter().filter_map(|rule| rule.when).map(|when| when.member));
        deciders.extend(DECIDERS);
        deciders.sort_unstable();
        deciders.dedup();
        if deciders.len() > MAX_DECIDERS || selectors.len() + deciders.len() > usize::from(u16::MAX) {
            return Err(BadProfile::TooComplex);
        }
        let tagged = |((selector, what), tag): (&(&'a str, Tag), u16)| {
            let rule = if let Tag::Rule(rule) = what { rules.get(usize::from(*rule)) } else { None };
            let settles = rule.is_some_and(|(_, when)| when.is_none());
            Tagged { selector, tag, is_rule: rule.is_some(), settles }
        };
        // Names that no selector has would have no symbol.
        let unnamed = deciders.iter().zip(selectors.len() as u16..).map(|(name, tag)| Tagged::mark(name, tag));
        let table =
            Automaton::new(selectors.iter().zip(0..).map(tagged).chain(unnamed)).map_err(|(at, error)| {
                match (error, selectors.get(at)) {
                    (Ok(bad), Some((selector, _))) => BadProfile::Selector((*selector).to_owned(), bad),
                    _ => BadProfile::TooComplex,
                }
            })?;
        let first = rules.len() as u16;
        rules.extend(protocol.iter().map(|rule| (rule.act, rule.when)));
        let protocol = protocols.compile(protocol)?;
        let number = |when: When| deciders.iter().position(|name| *name == when.member).map(|at| (at as u8, when));
        let rules: Vec<_> = rules.into_iter().map(|(act, when)| Meaning { act, when: when.and_then(number) }).collect();
        let marks = table.all().map(|state| marks(table.tags(state), &selectors, &rules)).collect();
        let numbered = |state| protocol.tags(state).iter().map(|tag| tag + first);
        let protocol_rules = protocol.all().map(|state| settled(numbered(state), &rules)).collect();
        let mut by_symbol = vec![None; table.width()];
        for (name, number) in deciders.iter().zip(0..) {
            if let Some(slot) = by_symbol.get_mut(table.name(name.as_bytes()).index()) {
                *slot = Some(number);
            }
        }
        Ok(Walk { table, protocol, rules, marks, protocol_rules, deciders: by_symbol, voices, keys })
    }
}

/// The automaton of rules that hold wherever nothing else does; tags are their places.
fn compile_protocol(rules: &'static [Rule]) -> Result<Automaton, BadProfile> {
    let tagged = rules.iter().zip(0..).map(|(rule, tag)| Tagged {
        selector: rule.at,
        tag,
        is_rule: true,
        settles: rule.when.is_none(),
    });
    Automaton::new(tagged).map_err(|(at, error)| match (error, rules.get(at)) {
        (Ok(bad), Some(rule)) => BadProfile::Selector(rule.at.to_owned(), bad),
        _ => BadProfile::TooComplex,
    })
}

/// Rules up to the first without a condition.
fn settled(tags: impl Iterator<Item = u16>, rules: &[Meaning]) -> Vec<u16> {
    let (mut found, mut decided) = (Vec::new(), false);
    for rule in tags {
        if !decided {
            found.push(rule);
            decided = rules.get(usize::from(rule)).is_some_and(|meaning| meaning.when.is_none());
        }
    }
    found
}

/// What the tags of one state say.
fn marks(tags: &[u16], selectors: &[(&str, Tag)], rules: &[Meaning]) -> Marks {
    let (mut marks, mut found, mut ends, mut tools) = (Marks::default(), Vec::new(), Vec::new(), Vec::new());
    let mut voices = Vec::new();
    for (_, tag) in tags.iter().filter_map(|&tag| selectors.get(usize::from(tag))) {
        match *tag {
            Tag::Rule(rule) => found.push(rule),
            Tag::Order(place) => marks.order = marks.order.or(Some(place)),
            Tag::Voice(place) => voices.push(place),
            Tag::Continues => marks.continues = true,
            Tag::Issues => marks.issues = true,
            Tag::Key(place) => marks.key = marks.key.or(Some(place)),
            Tag::End(place) => ends.push(place),
            Tag::Tool(place) => tools.push(place),
        }
    }
    Marks { rules: settled(found.into_iter(), rules), voices, ends, tools, ..marks }
}

impl Walk {
    /// The place of a document as a whole.
    pub fn root(&self) -> StateId {
        StateId { table: self.table.root(), protocol: self.protocol.root() }
    }

    /// The place of the member `name` (decoded) of an object.
    pub fn member(&self, place: StateId, name: &[u8]) -> (StateId, Symbol) {
        let symbol = self.table.name(name);
        let protocol = self.protocol.step(place.protocol, self.protocol.name(name));
        (StateId { table: self.table.step(place.table, symbol), protocol }, symbol)
    }

    /// The place of an array's elements.
    pub fn element(&self, place: StateId) -> StateId {
        let StateId { table, protocol } = place;
        StateId {
            table: self.table.step(table, self.table.element()),
            protocol: self.protocol.step(protocol, self.protocol.element()),
        }
    }

    /// The number of a member that decides how others are treated, below 64.
    pub fn decider(&self, symbol: Symbol) -> Option<u8> {
        self.deciders.get(symbol.index()).copied().flatten()
    }

    /// The number of the deciding member `name`.
    pub fn decider_named(&self, name: &str) -> Option<u8> {
        self.decider(self.table.name(name.as_bytes()))
    }

    /// What is said of a path besides rules.
    pub fn marks(&self, place: StateId) -> &Marks {
        const NOTHING: &Marks = &Marks::NOTHING;
        self.marks.get(place.table.index()).unwrap_or(NOTHING)
    }

    /// The rules that take a path, the first to count first.
    fn rules(&self, place: StateId) -> impl Iterator<Item = &Meaning> {
        let protocol = self.protocol_rules.get(place.protocol.index()).into_iter().flatten();
        let rules = self.marks(place).rules.iter().chain(protocol);
        rules.filter_map(|&rule| self.rules.get(usize::from(rule)))
    }

    /// What is to be done with what lies at a path, if no condition has to be known for it.
    pub fn certain(&self, place: StateId) -> Option<Act> {
        let protocol = || self.protocol_rules.get(place.protocol.index()).and_then(|rules| rules.first());
        let first = self.marks(place).rules.first().or_else(protocol);
        match first.and_then(|&rule| self.rules.get(usize::from(rule))) {
            None => Some(Act::Text),
            Some(meaning) => meaning.when.is_none().then_some(meaning.act),
        }
    }

    /// What is to be done with what lies at a path. `decided` tells the value of a deciding member of
    /// the object that encloses it.
    pub fn act<'v>(&self, place: StateId, decided: impl Fn(u8) -> Option<&'v str>) -> Act {
        let holds = |(member, when): (u8, When)| {
            decided(member).is_some_and(|value| match when.values {
                [] => !value.is_empty(),
                values => values.contains(&value),
            })
        };
        self.rules(place).find(|meaning| meaning.when.is_none_or(holds)).map_or(Act::Text, |meaning| meaning.act)
    }

    /// The author that the voices at a path tell. `decided` tells the value of a deciding member of the
    /// object that lies there. `None`: they say nothing of such an object.
    pub fn author<'v>(&self, place: StateId, decided: impl Fn(u8) -> Option<&'v str>) -> Option<Author> {
        self.marks(place).voices.iter().find_map(|&voice| self.told(voice, &decided))
    }

    fn told<'v>(&self, voice: u16, decided: &impl Fn(u8) -> Option<&'v str>) -> Option<Author> {
        let voice = self.voices.get(usize::from(voice))?;
        if voice.member.is_empty() {
            return voice.authors.first().map(|&(_, author)| author);
        }
        let value = decided(self.decider_named(voice.member)?)?;
        voice.authors.iter().find(|(known, _)| *known == value).map(|&(_, author)| author)
    }

    /// How many states its automata have: what they take to compile and to keep.
    pub fn states(&self) -> usize {
        self.table.states() + self.protocol.states()
    }

    /// The selectors of keys of channels, by number.
    pub fn keys(&self) -> &[&'static str] {
        &self.keys
    }
}

impl Marks {
    const NOTHING: Self = Self {
        rules: Vec::new(),
        order: None,
        voices: Vec::new(),
        continues: false,
        issues: false,
        key: None,
        ends: Vec::new(),
        tools: Vec::new(),
    };
}
