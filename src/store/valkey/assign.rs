//! The assignment of substitutes: one call of the server for all requests, and a second one where numbers were guessed
//! wrong.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use redis::Value;

use super::{
    Shared,
    cache::CachedSession,
    damaged,
    link::Call,
    names::{self, Blind, ShortBlind},
    reply,
};
use crate::{
    anonymize::{Joint, Substitute, SubstituteKind, SubstituteRequest},
    store::{Scope, StoreError, memory::Text},
};
use masquerade_detect::entity::Label;

/// The requests of one call, and the session that they are for.
struct Batch<'a> {
    shared: &'a Shared,
    scope: &'a Scope,
    reserved: &'a HashSet<&'a str>,
    /// The last number of each label, as far as known, with those guessed in this call.
    counters: HashMap<ShortBlind, u64>,
    /// The names of labels, and the numbers of theirs that are reserved.
    labels: HashMap<Label, (ShortBlind, Vec<u64>)>,
    /// The texts asked for so far, by namespace: a second request for one takes no number.
    seen: HashSet<(Blind, ShortBlind)>,
}

/// A request for a substitute on its way to the server.
struct Ask<'r> {
    index: usize,
    request: Cow<'r, SubstituteRequest>,
    text: Blind,
    namespace: ShortBlind,
    label: ShortBlind,
    candidates: Vec<(Substitute, Blind)>,
    /// Numbers that must not be given.
    avoided: Vec<u64>,
    guess: Option<Guess>,
}

/// The number that is probably next, with the placeholder and the entry that it would make.
struct Guess {
    number: u64,
    substitute: Substitute,
    entry: Blind,
}

/// An entry of the server with its creation time.
struct StoredEntry {
    entry: Blind,
    text: Text,
    created: u64,
    /// The number that was given just now.
    number: Option<u64>,
    /// True if the server waits for the sealed value.
    is_pending: bool,
}

impl Ask<'_> {
    fn found(&self, entry: Blind, substitute: Substitute, created: u64, number: Option<u64>) -> StoredEntry {
        let SubstituteRequest { label, original, kind } = &*self.request;
        let text = Text { namespace: kind.namespace(), label: *label, original: original.clone(), substitute };
        StoredEntry { entry, text, created, number, is_pending: false }
    }
}

impl<'a> Batch<'a> {
    fn new(shared: &'a Shared, scope: &'a Scope, session: &CachedSession, reserved: &'a HashSet<&'a str>) -> Self {
        let counters = session.state().counters.clone();
        Self { shared, scope, reserved, counters, labels: HashMap::new(), seen: HashSet::new() }
    }

    fn ask<'r>(&mut self, index: usize, request: Cow<'r, SubstituteRequest>) -> Ask<'r> {
        let (names, scope) = (&self.shared.names, self.scope);
        let (label, avoided) = self.labels.entry(request.label).or_insert_with(|| {
            let numbers = self.reserved.iter().filter_map(|text| number_of(text, request.label)).collect();
            (names.label(&scope.tenant, request.label), numbers)
        });
        // A look-alike of the next placeholder must not be replaced by itself.
        let own = number_of(request.original.as_str(), request.label);
        let avoided: Vec<u64> = avoided.iter().copied().chain(own).collect();
        let text = names.text(&scope.tenant, request.original.as_str());
        let namespace = names.namespace(&scope.tenant, request.kind.namespace(), request.label);
        let candidates: &[Substitute] = match &request.kind {
            SubstituteKind::Numbered | SubstituteKind::Joined(_) => &[],
            SubstituteKind::Fixed(substitute) => std::slice::from_ref(substitute),
            SubstituteKind::AnyOf(candidates) => candidates,
        };
        let free = candidates.iter().filter(|candidate| !self.reserved.contains(&***candidate));
        let candidates: Vec<_> = free.map(|candidate| (candidate.clone(), names.entry(scope, candidate))).collect();
        let is_first = self.seen.insert((text, namespace));
        let guess = (candidates.is_empty() && is_first).then(|| {
            let last = self.counters.entry(*label).or_default();
            *last += 1;
            while avoided.contains(last) {
                *last += 1;
            }
            let substitute = placeholder(request.label, *last);
            Guess { number: *last, entry: names.entry(scope, &substitute), substitute }
        });
        Ask { index, text, namespace, label: *label, candidates, avoided, guess, request }
    }

    fn seal(&self, ask: &Ask<'_>, substitute: &Substitute, entry: &Blind) -> Result<Vec<u8>, StoreError> {
        let SubstituteRequest { label, original, kind } = &*ask.request;
        let sealed = self.shared.names.seal(entry, kind.namespace(), *label, original, substitute);
        sealed.ok_or(StoreError::Unavailable)
    }

    /// Adds the arguments of one request to a call of `assign`.
    fn push(&self, call: &mut Call, ask: &Ask<'_>) -> Result<(), StoreError> {
        let are_texts = matches!(ask.request.kind, SubstituteKind::AnyOf(_));
        call.arguments.extend([ask.text.to_vec(), ask.namespace.to_vec(), ask.label.to_vec()]);
        call.push(ask.candidates.len());
        for (candidate, entry) in &ask.candidates {
            let as_text = match are_texts {
                true => self.shared.names.text(&self.scope.tenant, candidate).to_vec(),
                false => Vec::new(),
            };
            let sealed = self.seal(ask, candidate, entry)?;
            call.arguments.extend([entry.to_vec(), as_text, names::flag(candidate).to_vec(), sealed]);
        }
        call.push(ask.avoided.len());
        ask.avoided.iter().for_each(|number| call.push(*number));
        match &ask.guess {
            Some(Guess { number, substitute, entry }) => {
                call.push(*number);
                call.arguments.extend([entry.to_vec(), self.seal(ask, substitute, entry)?]);
            }
            None => {
                call.push(0_u64);
                call.arguments.extend([Vec::new(), Vec::new()]);
            }
        }
        Ok(())
    }

    /// The server's answer to one request, of which `now` is the time.
    fn read(&self, ask: &Ask<'_>, result: &Value, now: u64) -> Result<StoredEntry, StoreError> {
        let result = reply::list(result).ok_or(StoreError::Unavailable)?;
        Ok(match (result.first().and_then(reply::bytes), result.get(1..)) {
            (Some(b"k"), Some([name, value])) => {
                let (created, text) = self.shared.opened(name, value)?;
                let SubstituteRequest { label, original, kind } = &*ask.request;
                // Whoever can write to the server could exchange the entries of two texts.
                if text.original != *original || text.label != *label || text.namespace != kind.namespace() {
                    return Err(damaged());
                }
                let entry = reply::bytes(name).and_then(|name| name.try_into().ok()).ok_or(StoreError::Unavailable)?;
                StoredEntry { entry, text, created, number: None, is_pending: false }
            }
            (Some(b"c"), Some([at])) => {
                let at = reply::number(at).and_then(|at| usize::try_from(at).ok()?.checked_sub(1));
                let (candidate, entry) = at.and_then(|at| ask.candidates.get(at)).ok_or(StoreError::Unavailable)?;
                ask.found(*entry, candidate.clone(), now, None)
            }
            (Some(b"g"), Some([_])) => {
                let Guess { number, substitute, entry } = ask.guess.as_ref().ok_or(StoreError::Unavailable)?;
                ask.found(*entry, substitute.clone(), now, Some(*number))
            }
            (Some(b"p"), Some([number])) => {
                let number = reply::number(number).ok_or(StoreError::Unavailable)?;
                let substitute = placeholder(ask.request.label, number);
                let entry = self.shared.names.entry(self.scope, &substitute);
                StoredEntry { is_pending: true, ..ask.found(entry, substitute, now, Some(number)) }
            }
            _ => return Err(StoreError::Unavailable),
        })
    }
}

impl Shared {
    /// The substitutes of all requests, of which `assigned` has those that are known.
    pub(super) async fn assign_missing(
        &self,
        scope: &Scope,
        session: &CachedSession,
        requests: &[SubstituteRequest],
        reserved: &HashSet<&str>,
        mut assigned: Vec<Option<Substitute>>,
    ) -> Result<Vec<Substitute>, StoreError> {
        loop {
            // A surrogate that is made of others comes after these.
            let is_ready = |request: &SubstituteRequest| match &request.kind {
                SubstituteKind::Joined(joints) => joints.iter().all(|joint| match joint {
                    Joint::Substitute(at) => assigned.get(*at).is_none_or(Option::is_some),
                    Joint::Text(_) => true,
                }),
                _ => true,
            };
            let missing = || requests.iter().zip(&assigned).enumerate().filter(|(_, (_, known))| known.is_none());
            let mut ready: Vec<usize> =
                missing().filter(|(_, (request, _))| is_ready(request)).map(|(at, _)| at).collect();
            if ready.is_empty() {
                ready = missing().map(|(at, _)| at).collect();
            }
            if ready.is_empty() {
                return assigned.into_iter().collect::<Option<_>>().ok_or(StoreError::Unavailable);
            }
            self.assign_ready(scope, session, requests, &ready, reserved, &mut assigned).await?;
        }
    }

    /// Assigns to the requests `ready`, whose joints have their substitutes.
    async fn assign_ready(
        &self,
        scope: &Scope,
        session: &CachedSession,
        requests: &[SubstituteRequest],
        ready: &[usize],
        reserved: &HashSet<&str>,
        assigned: &mut [Option<Substitute>],
    ) -> Result<(), StoreError> {
        let joints: Vec<Substitute> =
            match ready.iter().any(|at| matches!(requests[*at].kind, SubstituteKind::Joined(_))) {
                true => assigned.iter().map(|known| known.clone().unwrap_or_default()).collect(),
                false => Vec::new(),
            };
        let mut call = self.writing_call("assign", &session.blind);
        call.push(reserved.len());
        call.arguments.extend(reserved.iter().map(|text| self.names.entry(scope, text).to_vec()));
        call.push(ready.len());
        let mut batch = Batch::new(self, scope, session, reserved);
        let mut asks: Vec<Ask<'_>> = Vec::with_capacity(ready.len());
        for &index in ready {
            let ask = batch.ask(index, requests[index].with_joints_resolved(&joints));
            batch.push(&mut call, &ask)?;
            asks.push(ask);
        }
        self.list(session).await?;
        let (totals, parts) = self.call(session, &call).await?;
        let results = parts.first().and_then(reply::list).ok_or(StoreError::Unavailable)?;
        if results.len() != asks.len() {
            return Err(StoreError::Unavailable);
        }
        let read = asks.iter().zip(results).map(|(ask, result)| batch.read(ask, result, totals.now));
        let found: Vec<StoredEntry> = read.collect::<Result<_, _>>()?;
        let pending: Vec<_> = asks.iter().zip(&found).filter(|(_, found)| found.is_pending).collect();
        if !pending.is_empty() {
            let mut call = self.session_call("fill", &session.blind);
            call.writes = true;
            call.push(pending.len());
            for (ask, found) in pending {
                call.arguments.extend([ask.text.to_vec(), ask.namespace.to_vec()]);
                call.push(found.number.unwrap_or_default());
                let sealed = batch.seal(ask, &found.text.substitute, &found.entry)?;
                call.arguments.extend([found.entry.to_vec(), sealed]);
            }
            self.call(session, &call).await?;
        }
        let mut state = session.state();
        for (ask, StoredEntry { entry, text, created, number, .. }) in asks.iter().zip(found) {
            if let Some(number) = number {
                let last = state.counters.entry(ask.label).or_default();
                *last = number.max(*last);
            }
            assigned[ask.index] = Some(text.substitute.clone());
            state.add(entry, text, created, totals.now);
        }
        Ok(())
    }
}

fn placeholder(label: Label, number: u64) -> Substitute {
    format!("[{}_{number}]", label.name()).into()
}

/// The number of a placeholder of `label`.
pub(super) fn number_of(text: &str, label: Label) -> Option<u64> {
    text.strip_prefix('[')?.strip_prefix(label.name())?.strip_prefix('_')?.strip_suffix(']')?.parse().ok()
}
