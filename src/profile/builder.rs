//! [`PathTableBuilder`]: the compilation of an exchange's rules into a table of paths.

use std::{borrow::Cow, collections::HashMap, sync::Arc};

use super::{
    api::{
        Action, AuthorRule, CallRule, Condition, Exchange, InnerRequest, MessageText, ProviderState, Rule, SealedState,
        StreamFormat,
    },
    automaton::{Automaton, TaggedSelector},
    compiled::{ProfileError, UserRules},
    paths::{CompiledRule, PathFacts, PathTable},
};

/// Discriminators of every exchange, also of those without a rule that asks for them: members by which most readers
/// of JSON tell kinds of objects apart.
const DISCRIMINATORS: &[&str] = &["type", "role", "source"];

/// Most discriminators of one exchange: a reader keeps one bit for each.
const MAX_DISCRIMINATORS: usize = 64;

/// The use of a selector.
#[derive(Clone, Copy)]
pub(super) enum SelectorUse {
    Rule(u16),
    CacheOrder(u16),
    AuthorRule(u16),
    ContinuesState,
    IssuesState,
    Seal,
    AsksState(&'static str),
    AttachesState,
    ChannelKey(u16),
    ChannelEnd(u16),
    ToolName(u16),
    CallRule(u16),
}

/// The source of a [`PathTable`].
#[derive(Default)]
pub(super) struct PathTableBuilder<'a> {
    selectors: Vec<(Cow<'a, str>, SelectorUse)>,
    rules: Vec<(Action, Option<Condition>)>,
    author_rules: Vec<&'static AuthorRule>,
    call_rules: &'static [CallRule],
    seal_types: &'static [&'static str],
    channel_keys: Vec<&'static str>,
    discriminators: Vec<&'static str>,
    pub(super) protocol: &'static [Rule],
    pub(super) is_search: bool,
}

/// Automata of protocols, by the address of their rules, for exchanges that share a protocol.
#[derive(Debug, Default)]
pub(super) struct ProtocolCache(HashMap<usize, Arc<Automaton>>);

impl ProtocolCache {
    fn compile(&mut self, rules: &'static [Rule]) -> Result<Arc<Automaton>, ProfileError> {
        let address = rules.as_ptr().addr();
        if let Some(known) = self.0.get(&address) {
            return Ok(Arc::clone(known));
        }
        let automaton = Arc::new(compile_protocol(rules)?);
        self.0.insert(address, Arc::clone(&automaton));
        Ok(automaton)
    }
}

impl<'a> PathTableBuilder<'a> {
    pub(super) fn push(&mut self, at: impl Into<Cow<'a, str>>, action: Action, when: Option<Condition>) {
        self.mark(at, SelectorUse::Rule(self.rules.len() as u16));
        self.rules.push((action, when));
        self.discriminators.extend(when.map(|when| when.member));
    }

    fn mark(&mut self, at: impl Into<Cow<'a, str>>, use_: SelectorUse) {
        self.selectors.push((at.into(), use_));
    }

    /// Adds the rules of requests within the request.
    pub(super) fn inner_requests(&mut self, requests: &'static [InnerRequest]) {
        for InnerRequest { at, exchange } in requests {
            for rule in exchange.request {
                self.push(format!("{at}.{}", rule.at), rule.action, rule.when);
            }
            for rule in exchange.author_rules {
                self.author_rule(format!("{at}.{}", rule.at), rule);
            }
        }
    }

    pub(super) fn rules(&mut self, rules: &'static [Rule]) {
        for rule in rules {
            self.push(rule.at, rule.action, rule.when);
        }
    }

    pub(super) fn user(&mut self, user: &'a UserRules) {
        for (selectors, action) in [
            (&user.always, Action::Whole),
            (&user.never, Action::Skip),
            (&user.nested, Action::JsonSource),
            (&user.free, Action::Payload),
        ] {
            for at in selectors {
                self.push(at.as_str(), action, None);
            }
        }
    }

    /// Adds the user's rules for answers alone.
    pub(super) fn user_restore(&mut self, user: &'a UserRules) {
        for at in &user.restore {
            self.push(at.as_str(), Action::Text, None);
        }
        if !user.restore.is_empty() {
            self.push("**", Action::Skip, None);
        }
    }

    pub(super) fn cache_order(&mut self, order: &'static [&'static str]) {
        for (at, place) in order.iter().zip(0..) {
            self.mark(*at, SelectorUse::CacheOrder(place));
        }
    }

    pub(super) fn author_rules(&mut self, rules: &'static [AuthorRule]) {
        rules.iter().for_each(|rule| self.author_rule(rule.at, rule));
    }

    fn author_rule(&mut self, at: impl Into<Cow<'a, str>>, rule: &'static AuthorRule) {
        self.mark(at, SelectorUse::AuthorRule(self.author_rules.len() as u16));
        self.discriminators.extend(Some(rule.member).filter(|member| !member.is_empty()));
        self.author_rules.push(rule);
    }

    pub(super) fn state(
        &mut self,
        state: Option<&'static ProviderState>,
        selectors: fn(&ProviderState) -> &'static [&'static str],
        use_: SelectorUse,
    ) {
        let Some(state) = state else { return };
        selectors(state).iter().for_each(|at| self.mark(*at, use_));
        // With two such members it would be open which of them the provider reads.
        self.discriminators.extend(selectors(state).iter().filter(|at| !at.contains(['.', '[', '*', '{'])));
        self.discriminators.extend(state.retention.member());
    }

    /// Adds the strings that ask for state, and the ids of files.
    pub(super) fn attachments(&mut self, state: Option<&'static ProviderState>) {
        let Some(state) = state else { return };
        state.asks.iter().for_each(|ask| self.mark(ask.at, SelectorUse::AsksState(ask.begins)));
        state.attaches.iter().for_each(|at| self.mark(*at, SelectorUse::AttachesState));
    }

    pub(super) fn seals(
        &mut self,
        exchange: &Exchange,
        selectors: fn(&'static SealedState) -> &'static [&'static str],
        use_: SelectorUse,
    ) {
        if let Some(seals) = exchange.provider_state.and_then(|state| state.seals) {
            selectors(seals).iter().for_each(|at| self.mark(*at, use_));
            self.seal_types = seals.types;
        }
    }

    pub(super) fn answer(&mut self, exchange: &'static Exchange) {
        self.rules(exchange.response);
        for (rule, place) in exchange.calls.iter().zip(0..) {
            self.mark(rule.at, SelectorUse::CallRule(place));
        }
        self.discriminators.extend(exchange.calls.iter().filter_map(|rule| match rule.texts {
            MessageText::If(condition) => Some(condition.member),
            MessageText::Always | MessageText::Never => None,
        }));
        self.call_rules = exchange.calls;
        self.protocol = exchange.protocol;
        self.state(exchange.provider_state, |state| state.issues, SelectorUse::IssuesState);
        self.seals(exchange, |seals| seals.answer, SelectorUse::Seal);
    }

    pub(super) fn stream(&mut self, stream: &'static StreamFormat) {
        self.rules(stream.rules);
        for (end, place) in stream.ends.iter().zip(0..) {
            self.mark(end.at, SelectorUse::ChannelEnd(place));
        }
        for (tool, place) in stream.tools.iter().zip(0..) {
            self.mark(tool.at, SelectorUse::ToolName(place));
        }
        let channels = stream.rules.iter().filter_map(|rule| match rule.action {
            Action::Channel(channel) => Some(channel.keys),
            _ => None,
        });
        let ends = stream.ends.iter().map(|end| end.keys);
        for key in channels.chain(ends).chain(stream.tools.iter().map(|tool| tool.keys)).flatten() {
            if !self.channel_keys.contains(key) {
                self.mark(*key, SelectorUse::ChannelKey(self.channel_keys.len() as u16));
                self.channel_keys.push(key);
            }
        }
    }

    pub(super) fn compile(self, protocols: &mut ProtocolCache) -> Result<PathTable, ProfileError> {
        let Self {
            selectors,
            mut rules,
            author_rules,
            call_rules,
            seal_types,
            channel_keys,
            mut discriminators,
            protocol,
            is_search,
        } = self;
        discriminators.extend(protocol.iter().filter_map(|rule| rule.when).map(|when| when.member));
        discriminators.extend(DISCRIMINATORS);
        discriminators.sort_unstable();
        discriminators.dedup();
        if discriminators.len() > MAX_DISCRIMINATORS || selectors.len() + discriminators.len() > usize::from(u16::MAX) {
            return Err(ProfileError::TooComplex);
        }
        let table = compile_selectors(&selectors, &rules, &discriminators)?;
        let first = rules.len() as u16;
        rules.extend(protocol.iter().map(|rule| (rule.action, rule.when)));
        let has_protocol = !protocol.is_empty();
        let protocol = protocols.compile(protocol)?;
        let rules = compile_rules(rules, &discriminators);
        let facts = table.all().map(|state| facts(table.tags(state), &selectors, &rules)).collect();
        let shifted = |state| protocol.tags(state).iter().map(|tag| tag + first);
        let protocol_rules = protocol.all().map(|state| counting(shifted(state), &rules)).collect();
        let discriminators = by_symbol(&discriminators, &table);
        Ok(PathTable {
            table,
            protocol,
            has_protocol,
            is_search,
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

/// The automaton of the selectors, tagged by their indices, and of the names of discriminators, whose tags follow.
fn compile_selectors(
    selectors: &[(Cow<'_, str>, SelectorUse)],
    rules: &[(Action, Option<Condition>)],
    discriminators: &[&str],
) -> Result<Automaton, ProfileError> {
    let tagged = selectors.iter().zip(0..).map(|((selector, use_), tag)| match use_ {
        SelectorUse::Rule(rule) => {
            let settles = rules[usize::from(*rule)].1.is_none();
            TaggedSelector { selector, tag, is_rule: true, settles }
        }
        _ => TaggedSelector::mark(selector, tag),
    });
    // Names that no selector has would have no symbol.
    let names = discriminators.iter().zip(selectors.len() as u16..).map(|(name, tag)| TaggedSelector::mark(name, tag));
    Automaton::new(tagged.chain(names)).map_err(|(at, error)| match (error, selectors.get(at)) {
        (Ok(error), Some((selector, _))) => ProfileError::Selector(selector.to_string(), error),
        _ => ProfileError::TooComplex,
    })
}

/// The rules, each condition with the number of its discriminator.
fn compile_rules(rules: Vec<(Action, Option<Condition>)>, discriminators: &[&str]) -> Vec<CompiledRule> {
    let numbered = |when: Condition| {
        let number = discriminators.iter().position(|name| *name == when.member);
        (number.expect("the member of every condition was listed") as u8, when)
    };
    rules.into_iter().map(|(action, when)| CompiledRule { action, when: when.map(numbered) }).collect()
}

/// The numbers of discriminators, by the symbols of their names.
fn by_symbol(discriminators: &[&str], table: &Automaton) -> Vec<Option<u8>> {
    let mut numbers = vec![None; table.width()];
    for (name, number) in discriminators.iter().zip(0..) {
        numbers[table.name(name.as_bytes()).index()] = Some(number);
    }
    numbers
}

/// Compiles a protocol's rules, tagged by their indices.
fn compile_protocol(rules: &'static [Rule]) -> Result<Automaton, ProfileError> {
    let tagged = rules.iter().zip(0..).map(|(rule, tag)| TaggedSelector {
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

/// The rules that can apply: those up to the first without a condition.
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
fn facts(tags: &[u16], selectors: &[(Cow<'_, str>, SelectorUse)], rules: &[CompiledRule]) -> PathFacts {
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
            SelectorUse::AsksState(begins) => facts.asks_state = facts.asks_state.or(Some(begins)),
            SelectorUse::AttachesState => facts.attaches_state = true,
            SelectorUse::ChannelKey(place) => facts.channel_key = facts.channel_key.or(Some(place)),
            SelectorUse::ChannelEnd(place) => facts.channel_ends.push(place),
            SelectorUse::CallRule(place) => facts.call_rule = facts.call_rule.or(Some(place)),
            SelectorUse::ToolName(place) => facts.tool_names.push(place),
        }
    }
    PathFacts { rules: counting(matched.into_iter(), rules), ..facts }
}
