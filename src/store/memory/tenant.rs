//! [`Tenant`]: the sessions of one tenant, each behind a lock of its own.
//!
//! An index of the sessions has a lock, too, which is held for a look-up or an update and never while a session is
//! worked on. Whoever holds a session may take the index; never the other way about.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use lru::LruCache;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{
    Reason,
    entry::Entry,
    journal::Record,
    ledger::Ledger,
    session::{IdleSession, Moment, Session},
    size::{SharedSize, Size},
};
use crate::{
    keys::{AliasId, SessionId},
    store::{Numbering, Scope},
};

/// The estimate of a tenant's memory without its sessions, in bytes.
const TENANT_BYTES: usize = 1024;

/// The lowest number that later sessions may assign, so that sessions whose counters had to go cannot see a number
/// twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Floor {
    number: u64,
    /// The time at which every counter that it stands for would have expired.
    until: Duration,
}

impl Floor {
    /// Raises the floor to `number` until the moment `until`.
    fn raise(&mut self, number: u64, until: Duration, now: Duration) {
        self.number = self.at(now).max(number);
        self.until = self.until.max(until);
    }

    /// Raises the floor to another one.
    pub(super) fn merge(&mut self, other: Self, now: Duration) {
        self.raise(other.at(now), other.until, now);
    }

    /// The floor that a record of this content describes.
    pub(super) fn recorded(number: u64, until: Duration) -> Self {
        Self { number, until }
    }

    /// The record of this floor of a tenant, or of all.
    pub(super) fn record(self, tenant: Option<Arc<str>>) -> Record {
        Record::Floor { tenant, number: self.number, until: self.until }
    }

    /// The floor as of `now`.
    pub(super) fn at(self, now: Duration) -> u64 {
        if now < self.until { self.number } else { 0 }
    }
}

/// The sign that a tenant was taken out of the store; its holder must ask the store for a new one.
#[derive(Debug)]
pub(super) struct RetiredTenant;

/// The sessions of one tenant.
pub(super) struct Tenant {
    name: Arc<str>,
    index: Mutex<Index>,
    size: SharedSize,
}

struct Index {
    /// The sessions by id. The ids are keyed hashes, as aliases are: nobody can choose ids that collide.
    sessions: FxHashMap<SessionId, Arc<Mutex<Session>>>,
    /// The sessions by the last use of their least recently used entry.
    order: BTreeSet<(Duration, SessionId)>,
    /// The sessions without entries, by the time at which the last entry went.
    idle: LruCache<SessionId, IdleSession, FxBuildHasher>,
    aliases: FxHashMap<AliasId, SessionId>,
    floor: Floor,
    retired: bool,
}

impl Index {
    /// The last use of whatever was unused longest.
    fn oldest(&self) -> Option<Duration> {
        let session = self.order.first().map(|(used, _)| *used);
        session.into_iter().chain(self.oldest_idle()).min()
    }

    fn oldest_idle(&self) -> Option<Duration> {
        self.idle.peek_lru().map(|(_, idle)| idle.since)
    }

    fn is_empty(&self) -> bool {
        self.sessions.is_empty() && self.idle.is_empty()
    }

    /// The first session of the order.
    fn first(&self) -> Option<OldestSession> {
        let mut order = self.order.iter();
        let &(used, id) = order.next()?;
        let session = Arc::clone(self.sessions.get(&id).expect("sessions of the order are open"));
        Some(OldestSession { used, id, session, next: order.next().map(|(used, _)| *used) })
    }
}

/// The session whose least recently used entry is the oldest of its tenant.
struct OldestSession {
    /// The last use of that entry.
    used: Duration,
    id: SessionId,
    session: Arc<Mutex<Session>>,
    /// The last use of the oldest entry of the other sessions.
    next: Option<Duration>,
}

/// Locks `mutex`. What a panic may have left behind is a map that lacks an entry, at worst.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Tenant {
    /// A tenant without sessions, entered in the ledger.
    pub(super) fn new(name: Arc<str>, ledger: &Ledger) -> Self {
        let index = Index {
            sessions: FxHashMap::default(),
            order: BTreeSet::new(),
            idle: LruCache::unbounded_with_hasher(FxBuildHasher),
            aliases: FxHashMap::default(),
            floor: Floor::default(),
            retired: false,
        };
        let tenant = Self { name, index: Mutex::new(index), size: SharedSize::default() };
        tenant.change(ledger, Size::default(), Size { bytes: TENANT_BYTES, ..Size::default() });
        tenant
    }

    fn change(&self, ledger: &Ledger, before: Size, after: Size) {
        self.size.change(before, after);
        ledger.size.change(before, after);
    }

    /// Lets `work` have the session; `None` if there is none and `create` is false.
    pub(super) fn with_session<T>(
        &self,
        ledger: &Ledger,
        id: SessionId,
        create: bool,
        work: impl FnOnce(&mut Session, &mut Moment<'_>) -> T,
    ) -> Result<Option<T>, RetiredTenant> {
        loop {
            let shared = {
                let mut index = lock(&self.index);
                if index.retired {
                    return Err(RetiredTenant);
                }
                match index.sessions.get(&id) {
                    Some(session) => Arc::clone(session),
                    None if create => self.open(ledger, &mut index, id),
                    None => return Ok(None),
                }
            };
            let mut session = lock(&shared);
            // It may have been closed between the two locks.
            if !session.closed {
                return Ok(Some(self.work(ledger, id, &mut session, work)));
            }
        }
    }

    /// A new session with the counters that are left of it, or new ones.
    fn open(&self, ledger: &Ledger, index: &mut Index, id: SessionId) -> Arc<Mutex<Session>> {
        let now = ledger.now();
        let idle = index.idle.pop(&id);
        let before = idle.as_ref().map_or_else(Size::default, IdleSession::size);
        let floor = || index.floor.at(now).max(ledger.floor(now));
        let (numbering, life) = match idle {
            Some(idle) => (idle.numbering, idle.life),
            None => (Numbering::above(floor()), Duration::ZERO),
        };
        let session = Session::new(numbering, life, ledger.journal.is_some());
        self.change(ledger, before, session.size());
        let shared = Arc::new(Mutex::new(session));
        index.sessions.insert(id, Arc::clone(&shared));
        shared
    }

    /// Lets `work` change a session that is open, and brings sizes and index up to date.
    fn work<T>(
        &self,
        ledger: &Ledger,
        id: SessionId,
        session: &mut Session,
        work: impl FnOnce(&mut Session, &mut Moment<'_>) -> T,
    ) -> T {
        let before = session.size();
        let mut moment = ledger.moment();
        let done = work(session, &mut moment);
        self.change(ledger, before, session.size());
        ledger.count(moment.drops);
        if let Some(journal) = &ledger.journal {
            session.report(&**journal, &self.scope(id), moment.now);
        }
        let oldest = session.oldest(&ledger.limits);
        if oldest == session.listed && oldest.is_some() && session.changed_aliases.is_empty() {
            return done;
        }
        let mut index = lock(&self.index);
        for alias in session.changed_aliases.drain(..).collect::<Vec<_>>() {
            if session.has_alias(alias) {
                index.aliases.insert(alias, id);
            } else if index.aliases.get(&alias) == Some(&id) {
                index.aliases.remove(&alias);
            }
        }
        if oldest != session.listed {
            session.listed.take().map(|used| index.order.remove(&(used, id)));
            oldest.map(|used| index.order.insert((used, id)));
            session.listed = oldest;
        }
        if session.is_empty() {
            session.closed = true;
            index.sessions.remove(&id);
            let life = Duration::ZERO;
            let idle = IdleSession { numbering: session.take_numbering(), since: moment.now, life };
            self.change(ledger, session.size(), idle.size());
            if let Some(journal) = &ledger.journal {
                let (numbering, since) = (idle.numbering.clone(), idle.since);
                journal.record(Record::Counters { scope: self.scope(id), numbering, since, life });
            }
            index.idle.put(id, idle);
        }
        done
    }

    /// Lets `alias` stand for the session `id` alone, whose entries live for at least `life` after their last use.
    pub(super) fn alias(
        &self,
        ledger: &Ledger,
        id: SessionId,
        alias: AliasId,
        life: Duration,
    ) -> Result<(), RetiredTenant> {
        let former = lock(&self.index).aliases.get(&alias).copied();
        if let Some(former) = former {
            self.with_session(ledger, former, false, |session, _| session.remove_alias(alias))?;
        }
        self.with_session(ledger, id, true, |session, moment| {
            session.remove_alias(alias);
            session.add_alias(alias, moment.now);
            session.prolong(life);
        })?;
        Ok(())
    }

    /// The session for which `alias` stands, which counts as a use of the alias.
    pub(super) fn resolve_alias(&self, ledger: &Ledger, alias: AliasId) -> Result<Option<SessionId>, RetiredTenant> {
        let Some(id) = lock(&self.index).aliases.get(&alias).copied() else { return Ok(None) };
        let known = self.with_session(ledger, id, false, |session, moment| session.touch_alias(alias, moment))?;
        Ok(known.filter(|known| *known).map(|_| id))
    }

    /// Drops expired entries and the excess over the tenant's ceilings.
    pub(super) fn trim(&self, ledger: &Ledger) {
        let (limits, now) = (&ledger.limits, ledger.now());
        loop {
            let first = {
                let mut index = lock(&self.index);
                while index.oldest_idle().is_some_and(|since| now >= since + limits.counters_ttl) {
                    let expired = self.forget_idle(ledger, &mut index);
                    self.record_idle_gone(ledger, expired.map(|(id, _)| id));
                }
                // Counters before entries: the floor stands in for counters, nothing for an entry.
                while self.size.get().bytes > limits.tenant_bytes && self.drop_idle(ledger, &mut index) {}
                index.first()
            };
            let Some(OldestSession { used, id, session, next }) = first else { return };
            let excess = self.size.excess(limits.tenant_entries, limits.tenant_bytes);
            if now >= used + limits.ttl {
                self.work_on(ledger, id, &session, Session::drop_unused);
            } else if let Some(excess) = excess {
                let reason = Reason::TenantCeiling;
                self.work_on(ledger, id, &session, |session, moment| session.drop_excess(excess, next, reason, moment));
            } else {
                return;
            }
        }
    }

    /// Drops some of what was unused longest, but nothing used later than `until` unless it is the first: counters, or
    /// entries up to `excess`. False if there is nothing.
    pub(super) fn drop_oldest(&self, ledger: &Ledger, excess: Size, until: Option<Duration>) -> bool {
        let OldestSession { id, session, next, .. } = {
            let mut index = lock(&self.index);
            match (index.first(), index.oldest_idle()) {
                (None, None) => return false,
                (Some(first), Some(since)) if first.used < since => {
                    OldestSession { next: earliest(first.next, Some(since)), ..first }
                }
                (Some(first), None) => first,
                (_, Some(_)) => return self.drop_idle(ledger, &mut index),
            }
        };
        let (until, reason) = (earliest(next, until), Reason::GlobalCeiling);
        self.work_on(ledger, id, &session, |session, moment| session.drop_excess(excess, until, reason, moment));
        true
    }

    /// Lets `work` change the session, unless it is closed by now.
    fn work_on(
        &self,
        ledger: &Ledger,
        id: SessionId,
        shared: &Mutex<Session>,
        work: impl FnOnce(&mut Session, &mut Moment<'_>),
    ) {
        let mut session = lock(shared);
        if !session.closed {
            self.work(ledger, id, &mut session, work);
        }
    }

    /// Drops the counters that were unused longest, and keeps their numbers from coming again; false if there are none.
    fn drop_idle(&self, ledger: &Ledger, index: &mut Index) -> bool {
        let Some((id, idle)) = self.forget_idle(ledger, index) else { return false };
        index.floor.raise(idle.numbering.highest(), idle.since + ledger.limits.counters_ttl, ledger.now());
        // The floor first: it stands in for the counters.
        if let Some(journal) = &ledger.journal {
            journal.record(index.floor.record(Some(Arc::clone(&self.name))));
        }
        self.record_idle_gone(ledger, Some(id));
        true
    }

    /// Takes out the counters that were unused longest.
    fn forget_idle(&self, ledger: &Ledger, index: &mut Index) -> Option<(SessionId, IdleSession)> {
        let (id, idle) = index.idle.pop_lru()?;
        self.change(ledger, idle.size(), Size::default());
        Some((id, idle))
    }

    /// Records that counters have gone. To be called while the index is locked, as the session may begin again.
    fn record_idle_gone(&self, ledger: &Ledger, id: Option<SessionId>) {
        if let Some((journal, id)) = ledger.journal.as_ref().zip(id) {
            journal.record(Record::CountersGone { scope: self.scope(id) });
        }
    }

    fn scope(&self, session: SessionId) -> Scope {
        Scope { tenant: Arc::clone(&self.name), session }
    }

    /// Lets `work` have each session, one after the other, and sums up what it counts; also the number of sessions in
    /// which that is not 0.
    pub(super) fn count_in_sessions(
        &self,
        ledger: &Ledger,
        work: impl Fn(&mut Session, &mut Moment<'_>) -> usize,
    ) -> (usize, usize) {
        let sessions: Vec<_> =
            lock(&self.index).sessions.iter().map(|(id, session)| (*id, Arc::clone(session))).collect();
        let mut total = (0, 0);
        for (id, session) in sessions {
            let mut count = 0;
            self.work_on(ledger, id, &session, |session, moment| count = work(session, moment));
            total = (total.0 + count, total.1 + usize::from(count > 0));
        }
        total
    }

    /// Takes counters that were recorded, of a session that is not open.
    pub(super) fn restore_counters(&self, ledger: &Ledger, id: SessionId, idle: IdleSession) {
        self.change(ledger, Size::default(), idle.size());
        if let Some(former) = lock(&self.index).idle.put(id, idle) {
            self.change(ledger, former.size(), Size::default());
        }
    }

    /// Takes a floor that was recorded.
    pub(super) fn restore_floor(&self, ledger: &Ledger, floor: Floor) {
        lock(&self.index).floor.merge(floor, ledger.now());
    }

    /// Takes an entry that was recorded.
    pub(super) fn restore_entry(&self, ledger: &Ledger, id: SessionId, entry: &Entry) -> Result<(), RetiredTenant> {
        self.with_session(ledger, id, true, |session, _| session.restore(entry.clone())).map(|_| ())
    }

    /// The last use of whatever was unused longest; `None` if there is nothing.
    pub(super) fn oldest(&self) -> Option<Duration> {
        lock(&self.index).oldest()
    }

    /// Takes the tenant out of the ledger if it is empty, and returns whether it was. Its floor stays there, unless
    /// `spent` asks for a tenant without a floor.
    pub(super) fn retire(&self, ledger: &Ledger, spent: bool) -> bool {
        let mut index = lock(&self.index);
        if index.retired || !index.is_empty() || spent && index.floor.at(ledger.now()) > 0 {
            return false;
        }
        index.retired = true;
        ledger.raise_floor(index.floor);
        self.change(ledger, self.size.get(), Size::default());
        true
    }
}

/// The earlier of two moments, of which `None` is the latest.
fn earliest(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}
