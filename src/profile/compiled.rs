//! [`Profile`]: an exchange compiled into tables of paths.

use std::{collections::HashMap, sync::Arc};

use super::{
    api::{
        Action, Author, AuthorRule, CallRule, Condition, Exchange, MessageText, ProviderState, Rule, SealedState,
        StreamFormat,
    },
    automaton::{Automaton, AutomatonState, Symbol, Tagged, TooComplex},
    selector::SelectorError,
};

/// Discriminators of every exchange, also of those without a rule that asks for them: members by which most readers
/// of JSON tell kinds of objects apart.
const DISCRIMINATORS: &[&str] = &["type", "role", "source"];

/// Most discriminators of one exchange: a reader keeps one bit for each.
const MAX_DISCRIMINATORS: usize = 64;

/// A compiled exchange.
#[derive(Debug)]
pub struct Profile {
    /// The exchange.
    pub exchange: &'static Exchange,
    /// The paths of the documents of a request.
    pub request: PathTable,
    /// The paths of an answer's document.
    pub response: PathTable,
    /// The paths of the documents of a stream's events.
    pub event: Option<PathTable>,
    /// The paths of JSON within strings of a request, if there are rules for fields wherever they stand.
    pub fields: Option<PathTable>,
}

/// A user's rules for fields of log records, by names such as `user.email`, wherever they stand: at any depth, in JSON
/// within strings, and as attributes of this name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldRules {
    /// Fields that are masked as a whole.
    pub always: Vec<String>,
    /// Fields that are left as they are.
    pub never: Vec<String>,
}

impl FieldRules {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.always.is_empty() && self.never.is_empty()
    }

    /// The selectors of fields: of the path, and of one member whose name has dots, each with all that is below.
    fn selectors(fields: &[String]) -> Vec<String> {
        let spellings = |field: &String| {
            let is_path = field.contains('.') && !field.contains(['*', '[', '{', '\\']);
            [Some(field.clone()), is_path.then(|| field.replace('.', "\\."))]
        };
        let below = |field: String| [format!("**.{field}"), format!("**.{field}.**")];
        fields.iter().flat_map(spellings).flatten().flat_map(below).collect()
    }
}

/// A user's own selectors, for an API that has no profile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserRules {
    /// Paths of values that are masked as a whole: [`Action::Whole`].
    pub always: Vec<String>,
    /// Paths of values that are left as they are: [`Action::Skip`].
    pub never: Vec<String>,
    /// Paths of payload: [`Action::Payload`].
    pub free: Vec<String>,
    /// Paths of strings that hold JSON source: [`Action::JsonSource`].
    pub nested: Vec<String>,
    /// The paths of answers in which originals are restored beside those. If empty: all.
    pub restore: Vec<String>,
}

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
    table: Automaton,
    protocol: Arc<Automaton>,
    has_protocol: bool,
    /// The table's rules, then the protocol's.
    rules: Vec<CompiledRule>,
    /// By state of the table.
    facts: Vec<PathFacts>,
    /// By state of the protocol, its rules.
    protocol_rules: Vec<Vec<u16>>,
    /// By symbol: the number of the discriminator that it is.
    discriminators: Vec<Option<u8>>,
    author_rules: &'static [AuthorRule],
    call_rules: &'static [CallRule],
    seal_types: &'static [&'static str],
    channel_keys: Vec<&'static str>,
}

/// An action, and its condition with the number of the condition's discriminator.
#[derive(Clone, Copy, Debug)]
struct CompiledRule {
    action: Action,
    when: Option<(u8, Condition)>,
}

/// The facts of a path beside its rules.
#[derive(Clone, Debug, Default)]
pub struct PathFacts {
    /// The rules that match it, the first to count first, up to one without a condition.
    rules: Vec<u16>,
    /// Its place in the order of the provider's cache.
    pub cache_order: Option<u16>,
    /// Its author rules, by their place among the exchange's.
    pub author_rules: Vec<u16>,
    /// Whether it holds an id of state that the request continues.
    pub continues_state: bool,
    /// Whether it holds an id of state that is kept from now on.
    pub issues_state: bool,
    /// Whether it holds sealed state, in an object of one of the types that have it.
    pub holds_seal: bool,
    /// Whether a string there may ask for state to be kept.
    pub asks_state: bool,
    /// The key of channels that it holds, by its place in [`PathTable::channel_keys`].
    pub channel_key: Option<u16>,
    /// The ends of channels that it may hold, by their place among the stream's.
    pub channel_ends: Vec<u16>,
    /// The first of the rules of calls that match it, by its place among the exchange's.
    pub call_rule: Option<u16>,
    /// The rules of tool names that match it, by their place among the stream's.
    pub tool_names: Vec<u16>,
}

/// The use of a selector.
#[derive(Clone, Copy)]
enum SelectorUse {
    Rule(u16),
    CacheOrder(u16),
    AuthorRule(u16),
    ContinuesState,
    IssuesState,
    Seal,
    AsksState,
    ChannelKey(u16),
    ChannelEnd(u16),
    ToolName(u16),
    CallRule(u16),
}

/// The source of a [`PathTable`].
#[derive(Default)]
struct PathTableBuilder<'a> {
    selectors: Vec<(&'a str, SelectorUse)>,
    rules: Vec<(Action, Option<Condition>)>,
    author_rules: &'static [AuthorRule],
    call_rules: &'static [CallRule],
    seal_types: &'static [&'static str],
    channel_keys: Vec<&'static str>,
    discriminators: Vec<&'static str>,
    protocol: &'static [Rule],
}

/// The reason why a profile cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProfileError {
    /// A selector is malformed.
    Selector(String, SelectorError),
    /// There are too many selectors, or selectors with too many `**`.
    TooComplex,
}

impl std::fmt::Display for ProfileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Selector(selector, error) => write!(f, "{selector}: {error}"),
            Self::TooComplex => TooComplex.fmt(f),
        }
    }
}

impl std::error::Error for ProfileError {}

/// Automata of protocols, by the address of their rules, for exchanges that share a protocol.
#[derive(Debug, Default)]
pub(super) struct ProtocolCache(HashMap<*const Rule, Arc<Automaton>>);

impl ProtocolCache {
    fn compile(&mut self, rules: &'static [Rule]) -> Result<Arc<Automaton>, ProfileError> {
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
    pub fn new(exchange: &'static Exchange) -> Result<Self, ProfileError> {
        Self::with(exchange, &UserRules::default())
    }

    /// Compiles one of many exchanges.
    ///
    /// # Errors
    /// As [`Profile::new`].
    pub(super) fn of_many(exchange: &'static Exchange, protocols: &mut ProtocolCache) -> Result<Self, ProfileError> {
        Self::compile(exchange, &UserRules::default(), protocols)
    }

    /// Compiles an exchange together with a user's selectors, which go before its own.
    ///
    /// # Errors
    /// As [`Profile::new`].
    pub fn with(exchange: &'static Exchange, user: &UserRules) -> Result<Self, ProfileError> {
        Self::compile(exchange, user, &mut ProtocolCache::default())
    }

    /// Compiles an exchange together with a user's rules for fields, which go before its own.
    ///
    /// # Errors
    /// As [`Profile::new`].
    pub fn with_fields(exchange: &'static Exchange, fields: &FieldRules) -> Result<Self, ProfileError> {
        let (always, never) = (FieldRules::selectors(&fields.always), FieldRules::selectors(&fields.never));
        let user = UserRules { always, never, ..UserRules::default() };
        let mut inner = PathTableBuilder::default();
        inner.user(&user);
        inner.push("**", Action::Payload, None);
        let inner = inner.compile(&mut ProtocolCache::default())?;
        Ok(Self { fields: Some(inner), ..Self::with(exchange, &user)? })
    }

    fn compile(
        exchange: &'static Exchange,
        user: &UserRules,
        protocols: &mut ProtocolCache,
    ) -> Result<Self, ProfileError> {
        let mut request = PathTableBuilder::default();
        request.user(user);
        request.rules(exchange.request);
        request.protocol = exchange.protocol;
        request.cache_order(exchange.cache_order);
        request.author_rules(exchange.author_rules);
        request.state(exchange.provider_state, |state| state.continues, SelectorUse::ContinuesState);
        request.seals(exchange, |seals| seals.request, SelectorUse::Seal);
        request.seals(exchange, |seals| seals.asks, SelectorUse::AsksState);
        let mut response = PathTableBuilder::default();
        response.user(user);
        response.user_restore(user);
        response.answer(exchange);
        let event = exchange.stream.map(|stream| {
            let mut event = PathTableBuilder::default();
            event.stream(stream);
            event.answer(exchange);
            event.compile(protocols)
        });
        Ok(Self {
            exchange,
            request: request.compile(protocols)?,
            response: response.compile(protocols)?,
            event: event.transpose()?,
            fields: None,
        })
    }
}

impl<'a> PathTableBuilder<'a> {
    fn push(&mut self, at: &'a str, action: Action, when: Option<Condition>) {
        self.selectors.push((at, SelectorUse::Rule(self.rules.len() as u16)));
        self.rules.push((action, when));
        self.discriminators.extend(when.map(|when| when.member));
    }

    fn rules(&mut self, rules: &'static [Rule]) {
        for rule in rules {
            self.push(rule.at, rule.action, rule.when);
        }
    }

    fn user(&mut self, user: &'a UserRules) {
        for (selectors, action) in [
            (&user.always, Action::Whole),
            (&user.never, Action::Skip),
            (&user.nested, Action::JsonSource),
            (&user.free, Action::Payload),
        ] {
            for at in selectors {
                self.push(at, action, None);
            }
        }
    }

    /// Adds the user's rules for answers alone.
    fn user_restore(&mut self, user: &'a UserRules) {
        for at in &user.restore {
            self.push(at, Action::Text, None);
        }
        if !user.restore.is_empty() {
            self.push("**", Action::Skip, None);
        }
    }

    fn cache_order(&mut self, order: &'static [&'static str]) {
        self.selectors.extend(order.iter().zip(0..).map(|(at, place)| (*at, SelectorUse::CacheOrder(place))));
    }

    fn author_rules(&mut self, rules: &'static [AuthorRule]) {
        self.selectors.extend(rules.iter().zip(0..).map(|(rule, place)| (rule.at, SelectorUse::AuthorRule(place))));
        self.discriminators.extend(rules.iter().map(|rule| rule.member).filter(|member| !member.is_empty()));
        self.author_rules = rules;
    }

    fn state(
        &mut self,
        state: Option<&'static ProviderState>,
        selectors: fn(&ProviderState) -> &'static [&'static str],
        use_: SelectorUse,
    ) {
        let Some(state) = state else { return };
        self.selectors.extend(selectors(state).iter().map(|at| (*at, use_)));
        // Two of these would leave it open which of them the provider heeds.
        self.discriminators.extend(selectors(state).iter().filter(|at| !at.contains(['.', '[', '*', '{'])));
        self.discriminators.extend(state.retention.member());
    }

    fn seals(
        &mut self,
        exchange: &Exchange,
        selectors: fn(&'static SealedState) -> &'static [&'static str],
        use_: SelectorUse,
    ) {
        if let Some(seals) = exchange.provider_state.and_then(|state| state.seals) {
            self.selectors.extend(selectors(seals).iter().map(|at| (*at, use_)));
            self.seal_types = seals.types;
        }
    }

    fn answer(&mut self, exchange: &'static Exchange) {
        self.rules(exchange.response);
        self.selectors
            .extend(exchange.calls.iter().zip(0..).map(|(rule, place)| (rule.at, SelectorUse::CallRule(place))));
        self.discriminators.extend(exchange.calls.iter().filter_map(|rule| match rule.texts {
            MessageText::If(condition) => Some(condition.member),
            MessageText::Always | MessageText::Never => None,
        }));
        self.call_rules = exchange.calls;
        self.protocol = exchange.protocol;
        self.state(exchange.provider_state, |state| state.issues, SelectorUse::IssuesState);
        self.seals(exchange, |seals| seals.answer, SelectorUse::Seal);
    }

    fn stream(&mut self, stream: &'static StreamFormat) {
        self.rules(stream.rules);
        for (end, place) in stream.ends.iter().zip(0..) {
            self.selectors.push((end.at, SelectorUse::ChannelEnd(place)));
        }
        for (tool, place) in stream.tools.iter().zip(0..) {
            self.selectors.push((tool.at, SelectorUse::ToolName(place)));
        }
        let channels = stream.rules.iter().filter_map(|rule| match rule.action {
            Action::Channel(channel) => Some(channel.keys),
            _ => None,
        });
        let ends = stream.ends.iter().map(|end| end.keys);
        for key in channels.chain(ends).chain(stream.tools.iter().map(|tool| tool.keys)).flatten() {
            if !self.channel_keys.contains(key) {
                self.selectors.push((key, SelectorUse::ChannelKey(self.channel_keys.len() as u16)));
                self.channel_keys.push(key);
            }
        }
    }

    fn compile(self, protocols: &mut ProtocolCache) -> Result<PathTable, ProfileError> {
        let Self {
            selectors,
            mut rules,
            author_rules,
            call_rules,
            seal_types,
            channel_keys,
            mut discriminators,
            protocol,
        } = self;
        discriminators.extend(protocol.iter().filter_map(|rule| rule.when).map(|when| when.member));
        discriminators.extend(DISCRIMINATORS);
        discriminators.sort_unstable();
        discriminators.dedup();
        if discriminators.len() > MAX_DISCRIMINATORS || selectors.len() + discriminators.len() > usize::from(u16::MAX) {
            return Err(ProfileError::TooComplex);
        }
        let tagged = |((selector, use_), tag): (&(&'a str, SelectorUse), u16)| match use_ {
            SelectorUse::Rule(rule) => {
                let settles = rules[usize::from(*rule)].1.is_none();
                Tagged { selector, tag, is_rule: true, settles }
            }
            _ => Tagged::mark(selector, tag),
        };
        // Names that no selector has would have no symbol.
        let unnamed = discriminators.iter().zip(selectors.len() as u16..).map(|(name, tag)| Tagged::mark(name, tag));
        let table =
            Automaton::new(selectors.iter().zip(0..).map(tagged).chain(unnamed)).map_err(|(at, error)| {
                match (error, selectors.get(at)) {
                    (Ok(error), Some((selector, _))) => ProfileError::Selector((*selector).to_owned(), error),
                    _ => ProfileError::TooComplex,
                }
            })?;
        let first = rules.len() as u16;
        rules.extend(protocol.iter().map(|rule| (rule.action, rule.when)));
        let has_protocol = !protocol.is_empty();
        let protocol = protocols.compile(protocol)?;
        let numbered = |when: Condition| {
            let number = discriminators.iter().position(|name| *name == when.member);
            (number.expect("the member of every condition was listed") as u8, when)
        };
        let compiled = |(action, when): (Action, Option<Condition>)| CompiledRule { action, when: when.map(numbered) };
        let rules: Vec<_> = rules.into_iter().map(compiled).collect();
        let facts = table.all().map(|state| facts(table.tags(state), &selectors, &rules)).collect();
        let shifted = |state| protocol.tags(state).iter().map(|tag| tag + first);
        let protocol_rules = protocol.all().map(|state| counting(shifted(state), &rules)).collect();
        let mut by_symbol = vec![None; table.width()];
        for (name, number) in discriminators.iter().zip(0..) {
            by_symbol[table.name(name.as_bytes()).index()] = Some(number);
        }
        let discriminators = by_symbol;
        Ok(PathTable {
            table,
            protocol,
            has_protocol,
            rules,
            facts,
            protocol_rules,
            discriminators,
            author_rules,
            call_rules,
            seal_types,
            channel_keys,
        })
    }
}

/// Compiles a protocol's rules; tags are their places.
fn compile_protocol(rules: &'static [Rule]) -> Result<Automaton, ProfileError> {
    let tagged = rules.iter().zip(0..).map(|(rule, tag)| Tagged {
        selector: rule.at,
        tag,
        is_rule: true,
        settles: rule.when.is_none(),
    });
    Automaton::new(tagged).map_err(|(at, error)| match (error, rules.get(at)) {
        (Ok(error), Some(rule)) => ProfileError::Selector(rule.at.to_owned(), error),
        _ => ProfileError::TooComplex,
    })
}

/// The rules that can count: all up to the first without a condition.
fn counting(tags: impl Iterator<Item = u16>, rules: &[CompiledRule]) -> Vec<u16> {
    let (mut found, mut is_settled) = (Vec::new(), false);
    for rule in tags {
        if !is_settled {
            found.push(rule);
            is_settled = rules[usize::from(rule)].when.is_none();
        }
    }
    found
}

/// The facts of the paths of one state, from its tags.
fn facts(tags: &[u16], selectors: &[(&str, SelectorUse)], rules: &[CompiledRule]) -> PathFacts {
    let (mut facts, mut matched) = (PathFacts::default(), Vec::new());
    // Tags behind the selectors' are those of discriminators.
    for (_, use_) in tags.iter().filter_map(|&tag| selectors.get(usize::from(tag))) {
        match *use_ {
            SelectorUse::Rule(rule) => matched.push(rule),
            SelectorUse::CacheOrder(place) => facts.cache_order = facts.cache_order.or(Some(place)),
            SelectorUse::AuthorRule(place) => facts.author_rules.push(place),
            SelectorUse::ContinuesState => facts.continues_state = true,
            SelectorUse::IssuesState => facts.issues_state = true,
            SelectorUse::Seal => facts.holds_seal = true,
            SelectorUse::AsksState => facts.asks_state = true,
            SelectorUse::ChannelKey(place) => facts.channel_key = facts.channel_key.or(Some(place)),
            SelectorUse::ChannelEnd(place) => facts.channel_ends.push(place),
            SelectorUse::CallRule(place) => facts.call_rule = facts.call_rule.or(Some(place)),
            SelectorUse::ToolName(place) => facts.tool_names.push(place),
        }
    }
    PathFacts { rules: counting(matched.into_iter(), rules), ..facts }
}

impl PathTable {
    /// Whether an API's protocol says which members are no text; without one, any member may hold any text.
    pub fn has_protocol(&self) -> bool {
        self.has_protocol
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
        self.facts(path).author_rules.iter().find_map(|&rule| author(&self.author_rules[usize::from(rule)]))
    }

    /// Whether objects with this value of `type` hold sealed state.
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
