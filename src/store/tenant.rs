//! [`Tenant`]: the sessions of one tenant, behind one lock.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use lru::LruCache;
use rustc_hash::FxHashMap;

use super::{
    Reason,
    entry::{Entry, Held, Text},
    numbering::Numbering,
};
use crate::{
    anonymize::{Kind, Name, Original, Wanted},
    config::Sessions,
    keys::{AliasId, SessionId},
};
use masquerade_detect::entity::Label;

/// What a session, a counter and a tenant are reckoned at, in bytes: list and table slots, and the
/// allocator's share.
const SESSION_BYTES: usize = 384;
const COUNTER_BYTES: usize = 32;
pub(super) const TENANT_BYTES: usize = 1024;

/// What is asked of a session.
#[derive(Clone, Copy)]
pub(super) struct Request<'a> {
    pub(super) wanted: &'a [Wanted],
    /// Names that may not be given.
    pub(super) avoid: &'a HashSet<&'a str>,
    /// New sessions number above this.
    pub(super) floor: u64,
}

/// When and under which rules something happens, and what went by them.
pub(super) struct At<'a> {
    pub(super) now: Duration,
    pub(super) settings: &'a Sessions,
    pub(super) drops: &'a mut Drops,
}

/// Counts entries dropped, by reason.
pub(super) type Drops = [u64; Reason::ALL.len()];

/// What one tenant adds to the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Load {
    pub(super) sessions: usize,
    pub(super) entries: usize,
    pub(super) bytes: usize,
}

/// The lowest number that later sessions may give out, so that sessions whose counters had to go
/// cannot see a number twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Floor {
    number: u64,
    /// When every counter that it stands for would have expired.
    until: Duration,
}

impl Floor {
    fn raise(&mut self, number: u64, until: Duration, now: Duration) {
        self.number = self.at(now).max(number);
        self.until = self.until.max(until);
    }

    /// Makes this stand for what `other` stands for, too.
    pub(super) fn merge(&mut self, other: Self, now: Duration) {
        self.raise(other.at(now), other.until, now);
    }

    /// The floor as of `now`.
    pub(super) fn at(self, now: Duration) -> u64 {
        if now < self.until { self.number } else { 0 }
    }
}

type EntryId = u64;

/// A session that has entries.
#[derive(Default)]
struct Session {
    numbering: Numbering,
    by_name: HashMap<Name, EntryId>,
    /// Labels are few and our own; the texts are whatever somebody sends.
    by_text: FxHashMap<(Kind, Label), HashMap<Original, EntryId>>,
    aliases: HashSet<EntryId>,
}

impl Session {
    fn is_empty(&self) -> bool {
        self.by_name.is_empty() && self.aliases.is_empty()
    }

    fn remove(&mut self, id: EntryId, entry: &Entry) {
        let text = match &entry.held {
            Held::Alias(_) => {
                self.aliases.remove(&id);
                return;
            }
            Held::Text(text) => text,
        };
        self.by_name.remove(&text.name);
        if let Some(texts) = self.by_text.get_mut(&(text.kind, text.label)) {
            // The text may have another name by now.
            if texts.get(text.original.as_str()) == Some(&id) {
                texts.remove(text.original.as_str());
            }
            if texts.is_empty() {
                self.by_text.remove(&(text.kind, text.label));
            }
        }
    }
}

/// A session of which only the counters are left.
struct Idle {
    numbering: Numbering,
    since: Duration,
}

impl Idle {
    fn bytes(&self) -> usize {
        SESSION_BYTES + self.numbering.len() * COUNTER_BYTES
    }
}

/// All sessions of one tenant.
pub(super) struct Tenant {
    /// Of all sessions, by last use.
    entries: LruCache<EntryId, Entry>,
    /// By keyed hashes, as aliases are: nobody can choose ids that collide.
    sessions: FxHashMap<SessionId, Session>,
    /// Of all sessions.
    aliases: FxHashMap<AliasId, EntryId>,
    /// By when their last entry went.
    idle: LruCache<SessionId, Idle>,
    next: EntryId,
    bytes: usize,
    floor: Floor,
    /// Taken out of the store; whoever still holds it must ask for a new one.
    pub(super) retired: bool,
}

impl Tenant {
    pub(super) fn new() -> Self {
        Self {
            entries: LruCache::unbounded(),
            sessions: FxHashMap::default(),
            aliases: FxHashMap::default(),
            idle: LruCache::unbounded(),
            next: 0,
            bytes: TENANT_BYTES,
            floor: Floor::default(),
            retired: false,
        }
    }

    pub(super) fn load(&self) -> Load {
        Load { sessions: self.sessions.len(), entries: self.entries.len(), bytes: self.bytes }
    }

    /// Names for what is wanted in `session`.
    pub(super) fn assign(&mut self, session: SessionId, request: Request<'_>, mut at: At<'_>) -> Vec<Name> {
        let mut names = Vec::with_capacity(request.wanted.len());
        for wanted in request.wanted {
            let kept = self.existing(session, wanted, &mut at).filter(|name| !request.avoid.contains(&**name));
            let name = kept.unwrap_or_else(|| self.enter(session, &wanted.settled(&names), request, at.now));
            names.push(name);
        }
        self.trim(&mut at);
        names
    }

    /// The name that the text has, which counts as a use.
    fn existing(&mut self, session: SessionId, wanted: &Wanted, at: &mut At<'_>) -> Option<Name> {
        let texts = self.sessions.get(&session)?.by_text.get(&(wanted.form.kind(), wanted.label))?;
        let id = *texts.get(wanted.original.as_str())?;
        self.touch(id, at)?.text().map(|text| text.name.clone())
    }

    /// The entry `id`, used now, unless it has expired.
    fn touch(&mut self, id: EntryId, at: &mut At<'_>) -> Option<&Entry> {
        if let Some(reason) = self.entries.peek(&id)?.expired(at.now, at.settings) {
            self.drop_entry(id, at.now, reason, at.drops);
            return None;
        }
        let entry = self.entries.get_mut(&id)?;
        entry.used = at.now;
        Some(entry)
    }

    /// Gives the text a new name.
    fn enter(&mut self, id: SessionId, wanted: &Wanted, request: Request<'_>, now: Duration) -> Name {
        let Request { avoid, floor, .. } = request;
        let entry = self.next;
        let Session { numbering, by_name, by_text, .. } = self.open(id, floor, now);
        let is_taken = |name: &str| by_name.contains_key(name) || avoid.contains(name);
        let is_text = |name: &str| by_text.values().any(|texts| texts.contains_key(name));
        let name = numbering.choose(wanted, is_taken, is_text, &mut String::new());
        let (kind, label, original) = (wanted.form.kind(), wanted.label, wanted.original.clone());
        by_name.insert(name.clone(), entry);
        by_text.entry((kind, label)).or_default().insert(original.clone(), entry);
        self.keep(Entry::new(id, Held::Text(Text { kind, label, original, name: name.clone() }), now));
        name
    }

    /// The session, awake: out of its counters, if they are left, or with new ones.
    fn open(&mut self, id: SessionId, floor: u64, now: Duration) -> &mut Session {
        let floor = floor.max(self.floor.at(now));
        self.sessions.entry(id).or_insert_with(|| {
            self.bytes += SESSION_BYTES;
            let idle = self.idle.pop(&id);
            self.bytes -= idle.as_ref().map_or(0, Idle::bytes);
            let numbering = idle.map_or_else(|| Numbering::above(floor), |idle| idle.numbering);
            Session { numbering, ..Session::default() }
        })
    }

    /// Keeps `entry` under the next id.
    fn keep(&mut self, entry: Entry) {
        self.bytes += entry.bytes();
        self.entries.put(self.next, entry);
        self.next += 1;
    }

    /// Lets `alias` stand for `session`.
    pub(super) fn alias(&mut self, session: SessionId, alias: AliasId, floor: u64, mut at: At<'_>) {
        if let Some(former) = self.aliases.get(&alias) {
            self.remove(*former, at.now);
        }
        let entry = self.next;
        self.open(session, floor, at.now).aliases.insert(entry);
        self.aliases.insert(alias, entry);
        self.keep(Entry::new(session, Held::Alias(alias), at.now));
        self.trim(&mut at);
    }

    /// The session that `alias` stands for, all of which is used by that.
    pub(super) fn resolve_alias(&mut self, alias: AliasId, at: &mut At<'_>) -> Option<SessionId> {
        let session = self.touch(*self.aliases.get(&alias)?, at)?.session;
        for id in self.texts(session) {
            self.touch(id, at);
        }
        Some(session)
    }

    /// The entries of the session that hold texts.
    fn texts(&self, session: SessionId) -> Vec<EntryId> {
        self.sessions.get(&session).map_or_else(Vec::new, |session| session.by_name.values().copied().collect())
    }

    /// All that `session` can restore, which counts as a use of it.
    pub(super) fn load_session(&mut self, session: SessionId, at: &mut At<'_>) -> Vec<(Name, Original)> {
        let ids = self.texts(session);
        let text = |id| self.touch(id, at)?.text().map(|text| (text.name.clone(), text.original.clone()));
        ids.into_iter().filter_map(text).collect()
    }

    /// What each of `names` stands for in `session`, which counts as a use.
    pub(super) fn lookup(&mut self, session: SessionId, names: &[&str], at: &mut At<'_>) -> Vec<Option<Original>> {
        let find = |name: &&str| {
            let id = *self.sessions.get(&session)?.by_name.get(*name)?;
            self.touch(id, at)?.text().map(|text| text.original.clone())
        };
        names.iter().map(find).collect()
    }

    /// The session's surrogates that have not expired.
    pub(super) fn surrogates(&self, session: SessionId, now: Duration, settings: &Sessions) -> Vec<Name> {
        let Some(session) = self.sessions.get(&session) else { return Vec::new() };
        // By name rather than by text: a text whose surrogate could not be used twice has two.
        if !session.by_text.keys().any(|(kind, _)| *kind == Kind::Surrogate) {
            return Vec::new();
        }
        let is_live = |entry: &&Entry| entry.expired(now, settings).is_none();
        let entries = session.by_name.values().filter_map(|id| self.entries.peek(id)).filter(is_live);
        entries.filter_map(|entry| Some(&entry.text()?.name)).filter(|name| !name.starts_with('[')).cloned().collect()
    }

    pub(super) fn forget(&mut self, session: SessionId, now: Duration, drops: &mut Drops) {
        let Some(known) = self.sessions.get(&session) else { return };
        let ids: Vec<EntryId> = known.by_name.values().chain(&known.aliases).copied().collect();
        for id in ids {
            self.drop_entry(id, now, Reason::Forgotten, drops);
        }
    }

    /// Drops what has expired and what is over the tenant's ceilings.
    pub(super) fn trim(&mut self, at: &mut At<'_>) {
        let At { now, settings, .. } = *at;
        while let Some((&id, entry)) = self.entries.peek_lru()
            && now >= entry.used + settings.ttl
        {
            self.drop_entry(id, now, Reason::Ttl, at.drops);
        }
        while let Some((_, idle)) = self.idle.peek_lru()
            && now >= idle.since + settings.counters_ttl
        {
            self.bytes -= self.idle.pop_lru().map_or(0, |(_, idle)| idle.bytes());
        }
        let too_big = |tenant: &Self| tenant.bytes > settings.tenant_bytes;
        // Counters first, the floor stands in for them; nothing stands in for an entry.
        while too_big(self) && self.drop_idle(now, settings) {}
        while (self.entries.len() > settings.tenant_entries || too_big(self))
            && (self.drop_oldest_entry(now, Reason::TenantCeiling, at.drops))
        {
            while too_big(self) && self.drop_idle(now, settings) {}
        }
    }

    /// When what was longest unused was last used; `None` if there is nothing.
    pub(super) fn oldest(&self) -> Option<Duration> {
        let entry = self.entries.peek_lru().map(|(_, entry)| entry.used);
        let idle = self.idle.peek_lru().map(|(_, idle)| idle.since);
        entry.into_iter().chain(idle).min()
    }

    /// Drops what was longest unused, an entry or counters; false if there is nothing.
    pub(super) fn drop_oldest(&mut self, now: Duration, settings: &Sessions, drops: &mut Drops) -> bool {
        let entry = self.entries.peek_lru().map(|(_, entry)| entry.used);
        let idle = self.idle.peek_lru().map(|(_, idle)| idle.since);
        match (entry, idle) {
            (Some(entry), Some(idle)) if idle <= entry => self.drop_idle(now, settings),
            (Some(_), _) => self.drop_oldest_entry(now, Reason::GlobalCeiling, drops),
            (None, _) => self.drop_idle(now, settings),
        }
    }

    /// Whether nothing is left that has to be remembered at `now`.
    pub(super) fn is_spent(&self, now: Duration) -> bool {
        self.is_empty() && self.floor.at(now) == 0
    }

    /// Whether there is neither entry nor counter.
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.idle.is_empty()
    }

    pub(super) fn floor(&self) -> Floor {
        self.floor
    }

    fn drop_oldest_entry(&mut self, now: Duration, reason: Reason, drops: &mut Drops) -> bool {
        let oldest = self.entries.peek_lru().map(|(&id, _)| id);
        oldest.is_some_and(|id| self.drop_entry(id, now, reason, drops))
    }

    fn drop_entry(&mut self, id: EntryId, now: Duration, reason: Reason, drops: &mut Drops) -> bool {
        let removed = self.remove(id, now);
        if removed && let Some(count) = drops.get_mut(reason as usize) {
            *count += 1;
        }
        removed
    }

    /// Takes the entry `id` out; false if there is none.
    fn remove(&mut self, id: EntryId, now: Duration) -> bool {
        let Some(entry) = self.entries.pop(&id) else { return false };
        self.bytes -= entry.bytes();
        if let Held::Alias(alias) = &entry.held {
            self.aliases.remove(alias);
        }
        let Some(session) = self.sessions.get_mut(&entry.session) else { return true };
        session.remove(id, &entry);
        if session.is_empty()
            && let Some(session) = self.sessions.remove(&entry.session)
        {
            let idle = Idle { numbering: session.numbering, since: now };
            self.bytes = self.bytes - SESSION_BYTES + idle.bytes();
            self.idle.put(entry.session, idle);
        }
        true
    }

    /// Drops the counters that were longest unused, and keeps their numbers from coming again.
    fn drop_idle(&mut self, now: Duration, settings: &Sessions) -> bool {
        let Some((_, idle)) = self.idle.pop_lru() else { return false };
        self.bytes -= idle.bytes();
        self.floor.raise(idle.numbering.highest(), idle.since + settings.counters_ttl, now);
        true
    }
}
