//! [`Session`]: the entries and the counters of one session.

use std::{
    collections::{HashMap, HashSet},
    mem,
    time::Duration,
};

use lru::LruCache;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{
    Reason,
    entry::{Content, Entry, Life, Text},
    journal::{Change, Changes, Journal, Record},
    size::Size,
};
use crate::{
    anonymize::{Namespace, Original, Substitute, SubstituteRequest},
    config::Sessions,
    keys::AliasId,
    store::{Numbering, Scope, SessionSummary},
};
use masquerade_detect::entity::Label;

/// The estimate of a session's memory without its entries, in bytes.
const SESSION_BYTES: usize = 1024;

/// The estimate of the memory of a session without entries and of one of its counters, in bytes.
const IDLE_BYTES: usize = 384;
const COUNTER_BYTES: usize = 32;

type EntryId = u64;

/// The share of an entry's time to live within which its uses are recorded once.
const USE_PERIODS: u32 = 16;

/// Counts of dropped entries by reason.
pub(super) type Drops = [u64; Reason::ALL.len()];

/// The moment of an operation, its limits, and the count of what it drops.
pub(super) struct Moment<'a> {
    pub(super) now: Duration,
    pub(super) limits: &'a Sessions,
    pub(super) drops: Drops,
}

impl Moment<'_> {
    /// Reports whether a use at the time `before` is too long ago to stand for a use now.
    fn is_use_news(&self, before: Duration) -> bool {
        let period = (self.limits.ttl / USE_PERIODS).as_nanos().max(1);
        self.now.as_nanos() / period != before.as_nanos() / period
    }
}

/// A session with entries.
pub(super) struct Session {
    numbering: Numbering,
    /// The entries by last use.
    entries: LruCache<EntryId, Entry, FxBuildHasher>,
    by_substitute: HashMap<Substitute, EntryId>,
    /// Labels are few and our own; the texts are whatever somebody sends.
    by_text: FxHashMap<(Namespace, Label), HashMap<Original, EntryId>>,
    /// The aliases, keyed hashes: nobody can choose ids that collide.
    aliases: FxHashMap<AliasId, EntryId>,
    next: EntryId,
    bytes: usize,
    /// The least life of an entry after its last use.
    life: Duration,
    /// Changes to be recorded; `None` if nobody listens.
    changes: Option<Changes>,
    /// Aliases added or removed since the tenant's index was updated.
    pub(super) changed_aliases: Vec<AliasId>,
    /// The session's time in the tenant's order of sessions; `None` if it is not listed there yet.
    pub(super) listed: Option<Duration>,
    /// True if the tenant has closed the session: a holder of it must ask for a new one.
    pub(super) closed: bool,
}

impl Session {
    /// A session without entries that goes on with these counters, whose changes are `journaled` or not.
    pub(super) fn new(numbering: Numbering, life: Duration, journaled: bool) -> Self {
        Self {
            numbering,
            entries: LruCache::unbounded_with_hasher(FxBuildHasher),
            by_substitute: HashMap::new(),
            by_text: FxHashMap::default(),
            aliases: FxHashMap::default(),
            next: 0,
            bytes: SESSION_BYTES,
            life,
            changes: journaled.then(Changes::default),
            changed_aliases: Vec::new(),
            listed: None,
            closed: false,
        }
    }

    pub(super) fn size(&self) -> Size {
        Size { sessions: 1, entries: self.entries.len(), bytes: self.bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The counters, when the last entry has gone.
    pub(super) fn take_numbering(&mut self) -> Numbering {
        mem::take(&mut self.numbering)
    }

    fn life(&self, limits: &Sessions) -> Life {
        Life::new(limits, self.life)
    }

    /// Lets its entries live for at least `life` after their last use.
    pub(super) fn prolong(&mut self, life: Duration) {
        if life > self.life {
            self.life = life;
            if let Some(changes) = &mut self.changes {
                changes.counters = true;
            }
        }
    }

    /// The last use of the least recently used entry, later by what its life is longer than usual: of all sessions' entries
    /// the oldest is the one that expires first.
    pub(super) fn oldest(&self, limits: &Sessions) -> Option<Duration> {
        let extra = self.life(limits).extra(limits);
        self.entries.peek_lru().map(|(_, entry)| entry.used + extra)
    }

    /// The substitute of each of `requests`.
    pub(super) fn assign(
        &mut self,
        requests: &[SubstituteRequest],
        reserved: &HashSet<&str>,
        moment: &mut Moment<'_>,
    ) -> Vec<Substitute> {
        let mut assigned = Vec::with_capacity(requests.len());
        for request in requests {
            let known = self.known(request, moment).filter(|known| !reserved.contains(&**known));
            let substitute = known.unwrap_or_else(|| {
                let request = request.with_joints_resolved(&assigned);
                self.add(&request, reserved, moment.now)
            });
            assigned.push(substitute);
        }
        assigned
    }

    /// The substitute that the text has, which counts as a use.
    fn known(&mut self, request: &SubstituteRequest, moment: &mut Moment<'_>) -> Option<Substitute> {
        let texts = self.by_text.get(&(request.kind.namespace(), request.label))?;
        let id = *texts.get(request.original.as_str())?;
        self.touch(id, moment)?.text().map(|text| text.substitute.clone())
    }

    /// Gives the text a new substitute.
    fn add(&mut self, request: &SubstituteRequest, reserved: &HashSet<&str>, now: Duration) -> Substitute {
        if let Some(changes) = &mut self.changes {
            changes.counters = true;
        }
        let Self { numbering, by_substitute, by_text, .. } = self;
        let is_taken = |substitute: &str| by_substitute.contains_key(substitute) || reserved.contains(substitute);
        let is_text = |substitute: &str| by_text.values().any(|texts| texts.contains_key(substitute));
        let substitute = numbering.choose(request, is_taken, is_text, &mut String::new());
        let (namespace, label, original) = (request.kind.namespace(), request.label, request.original.clone());
        self.by_substitute.insert(substitute.clone(), self.next);
        self.by_text.entry((namespace, label)).or_default().insert(original.clone(), self.next);
        self.keep(Entry::new(Content::Text(Text { namespace, label, original, substitute: substitute.clone() }), now));
        substitute
    }

    /// Keeps `entry` under the next id.
    fn keep(&mut self, entry: Entry) {
        if let Some(changes) = &mut self.changes {
            changes.entries.push(Change::Kept(self.next));
        }
        self.hold(entry);
    }

    /// Keeps `entry` under the next id and records nothing.
    fn hold(&mut self, entry: Entry) {
        self.bytes += entry.bytes();
        self.entries.put(self.next, entry);
        self.next += 1;
    }

    /// The entry `id`, used now; `None` if it has expired, and is dropped.
    fn touch(&mut self, id: EntryId, moment: &mut Moment<'_>) -> Option<&Entry> {
        if let Some(reason) = self.entries.peek(&id)?.expiry(moment.now, self.life(moment.limits)) {
            self.drop_entry(id, reason, moment);
            return None;
        }
        let entry = self.entries.get_mut(&id)?;
        let before = mem::replace(&mut entry.used, moment.now);
        if let Some(changes) = &mut self.changes
            && moment.is_use_news(before)
        {
            changes.entries.push(Change::Kept(id));
        }
        Some(entry)
    }

    /// The original of each of `substitutes`, which counts as a use.
    pub(super) fn lookup(&mut self, substitutes: &[&str], moment: &mut Moment<'_>) -> Vec<Option<Original>> {
        let find = |substitute: &&str| {
            let id = *self.by_substitute.get(*substitute)?;
            self.touch(id, moment)?.text().map(|text| text.original.clone())
        };
        substitutes.iter().map(find).collect()
    }

    /// The whole entity map, which counts as a use of every text.
    pub(super) fn load(&mut self, moment: &mut Moment<'_>) -> Vec<(Substitute, Original)> {
        let ids: Vec<EntryId> = self.by_substitute.values().copied().collect();
        let pair = |id| self.touch(id, moment)?.text().map(|text| (text.substitute.clone(), text.original.clone()));
        ids.into_iter().filter_map(pair).collect()
    }

    /// The surrogates that have not expired.
    pub(super) fn surrogates(&self, now: Duration, limits: &Sessions) -> Vec<Substitute> {
        // By substitute rather than by text: a text whose surrogate could not be used twice has two.
        if !self.by_text.keys().any(|(namespace, _)| *namespace == Namespace::Surrogate) {
            return Vec::new();
        }
        let life = self.life(limits);
        let is_active = |entry: &&Entry| entry.expiry(now, life).is_none();
        let entries = self.by_substitute.values().filter_map(|id| self.entries.peek(id)).filter(is_active);
        let substitutes = entries.filter_map(|entry| Some(&entry.text()?.substitute));
        substitutes.filter(|substitute| !substitute.starts_with('[')).cloned().collect()
    }

    /// The texts that have not expired, with their labels.
    pub(super) fn texts(&self, now: Duration, limits: &Sessions) -> Vec<(Label, Original)> {
        let mut seen = HashSet::new();
        let known = self.by_text.iter().flat_map(|((_, label), texts)| texts.iter().map(move |entry| (*label, entry)));
        let life = self.life(limits);
        let is_alive = |id: &EntryId| self.entries.peek(id).is_some_and(|entry| entry.expiry(now, life).is_none());
        let alive = known.filter(|(_, (_, id))| is_alive(id)).map(|(label, (original, _))| (label, original));
        alive
            .filter(|(label, original)| seen.insert((label.name(), original.as_str())))
            .map(|(label, original)| (label, original.clone()))
            .collect()
    }

    /// Adds an alias, which it did not have.
    pub(super) fn add_alias(&mut self, alias: AliasId, now: Duration) {
        self.aliases.insert(alias, self.next);
        self.changed_aliases.push(alias);
        self.keep(Entry::new(Content::Alias(alias), now));
    }

    /// Removes an alias, if it has it.
    pub(super) fn remove_alias(&mut self, alias: AliasId) {
        if let Some(id) = self.aliases.get(&alias) {
            self.remove(*id);
        }
    }

    /// Reports whether the session has the alias, and counts that as a use of the alias.
    pub(super) fn touch_alias(&mut self, alias: AliasId, moment: &mut Moment<'_>) -> bool {
        self.aliases.get(&alias).copied().is_some_and(|id| self.touch(id, moment).is_some())
    }

    pub(super) fn has_alias(&self, alias: AliasId) -> bool {
        self.aliases.contains_key(&alias)
    }

    /// The session's counts and times; `None` if all of it has expired.
    pub(super) fn summary(&self, now: Duration, limits: &Sessions) -> Option<SessionSummary> {
        let life = self.life(limits);
        let entries = || self.entries.iter().map(|(_, entry)| entry).filter(|entry| entry.expiry(now, life).is_none());
        Some(SessionSummary {
            texts: entries().filter(|entry| entry.text().is_some()).count(),
            aliases: entries().filter(|entry| entry.text().is_none()).count(),
            age: now.saturating_sub(entries().map(|entry| entry.created).min()?),
            idle: now.saturating_sub(entries().map(|entry| entry.used).max()?),
            expires_in: entries().map(|entry| entry.end(life)).max()?.saturating_sub(now),
        })
    }

    /// Drops the entries of these texts; their number.
    pub(super) fn forget_texts(&mut self, texts: &HashSet<&str>, moment: &mut Moment<'_>) -> usize {
        let is_one = |entry: &Entry| entry.text().is_some_and(|text| texts.contains(text.original.as_str()));
        let ids: Vec<EntryId> = self.entries.iter().filter(|(_, entry)| is_one(entry)).map(|(id, _)| *id).collect();
        ids.into_iter().filter(|id| self.drop_entry(*id, Reason::Forgotten, moment)).count()
    }

    /// Takes an entry that was recorded. Of one text's substitutes the newest is the text's own.
    pub(super) fn restore(&mut self, entry: Entry) {
        match &entry.content {
            Content::Alias(alias) => {
                self.aliases.insert(*alias, self.next);
                self.changed_aliases.push(*alias);
            }
            Content::Text(text) => {
                self.by_substitute.insert(text.substitute.clone(), self.next);
                let texts = self.by_text.entry((text.namespace, text.label)).or_default();
                let known = texts.get(text.original.as_str()).and_then(|id| self.entries.peek(id));
                if known.is_none_or(|known| known.created <= entry.created) {
                    texts.insert(text.original.clone(), self.next);
                }
            }
        }
        self.hold(entry);
    }

    /// Records its changes.
    pub(super) fn report(&mut self, journal: &dyn Journal, scope: &Scope, now: Duration) {
        let Some(changes) = &mut self.changes else { return };
        let Changes { entries, counters } = mem::take(changes);
        if counters {
            let (scope, numbering) = (scope.clone(), self.numbering.clone());
            journal.record(Record::Counters { scope, numbering, since: now, life: self.life });
        }
        for change in entries {
            let scope = scope.clone();
            match change {
                Change::Gone(name) => journal.record(Record::EntryGone { scope, name }),
                Change::Kept(id) => {
                    if let Some(entry) = self.entries.peek(&id) {
                        journal.record(Record::Entry { scope, entry: entry.clone() });
                    }
                }
            }
        }
    }

    /// Drops all entries.
    pub(super) fn clear(&mut self, moment: &mut Moment<'_>) {
        while self.drop_oldest(Reason::Forgotten, moment) {}
    }

    /// Drops the least recently used entries as long as these have not been used for their time to live.
    pub(super) fn drop_unused(&mut self, moment: &mut Moment<'_>) {
        while self.oldest(moment.limits).is_some_and(|used| moment.now >= used + moment.limits.ttl) {
            self.drop_oldest(Reason::Ttl, moment);
        }
    }

    /// Drops the least recently used entries until as many entries and bytes are gone as `excess` has, but none used
    /// later than `until` except the first.
    pub(super) fn drop_excess(
        &mut self,
        excess: Size,
        until: Option<Duration>,
        reason: Reason,
        moment: &mut Moment<'_>,
    ) {
        let entries = self.entries.len().saturating_sub(excess.entries);
        let bytes = self.bytes.saturating_sub(excess.bytes);
        while self.drop_oldest(reason, moment) {
            let is_later = self.oldest(moment.limits).zip(until).is_some_and(|(oldest, until)| oldest > until);
            if is_later || self.entries.len() <= entries && self.bytes <= bytes {
                return;
            }
        }
    }

    /// Drops the least recently used entry; false if there is none.
    pub(super) fn drop_oldest(&mut self, reason: Reason, moment: &mut Moment<'_>) -> bool {
        let oldest = self.entries.peek_lru().map(|(&id, _)| id);
        oldest.is_some_and(|id| self.drop_entry(id, reason, moment))
    }

    fn drop_entry(&mut self, id: EntryId, reason: Reason, moment: &mut Moment<'_>) -> bool {
        let removed = self.remove(id);
        moment.drops[reason as usize] += u64::from(removed);
        removed
    }

    /// Takes the entry `id` out; false if there is none.
    fn remove(&mut self, id: EntryId) -> bool {
        let Some(entry) = self.entries.pop(&id) else { return false };
        if let Some(changes) = &mut self.changes {
            changes.entries.push(Change::Gone(entry.name()));
        }
        self.bytes -= entry.bytes();
        let text = match &entry.content {
            Content::Alias(alias) => {
                self.aliases.remove(alias);
                self.changed_aliases.push(*alias);
                return true;
            }
            Content::Text(text) => text,
        };
        self.by_substitute.remove(&text.substitute);
        if let Some(texts) = self.by_text.get_mut(&(text.namespace, text.label)) {
            // The text may have another substitute by now.
            if texts.get(text.original.as_str()) == Some(&id) {
                texts.remove(text.original.as_str());
            }
            if texts.is_empty() {
                self.by_text.remove(&(text.namespace, text.label));
            }
        }
        true
    }
}

/// The counters of a session whose entries have all gone.
pub(super) struct IdleSession {
    pub(super) numbering: Numbering,
    /// The time at which the last entry went.
    pub(super) since: Duration,
    /// The least life of later entries after their last use: of entries that were recorded.
    pub(super) life: Duration,
}

impl IdleSession {
    pub(super) fn size(&self) -> Size {
        Size { bytes: IDLE_BYTES + self.numbering.len() * COUNTER_BYTES, ..Size::default() }
    }
}
