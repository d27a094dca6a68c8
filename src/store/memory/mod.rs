//! [`MemoryStore`]: sessions in the memory of this process.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use dashmap::DashMap;

use self::{
    ledger::Ledger,
    session::{IdleSession, Moment, Session},
    size::Size,
    tenant::{Floor, RetiredTenant, Tenant, lock},
};
use super::{Clock, ForgetCounts, Scope, SessionSummary, Store, StoreError};
use crate::{
    anonymize::{Original, Substitute, SubstituteRequest},
    config::Sessions,
    keys::AliasId,
};
use masquerade_detect::entity::Label;

mod entry;
pub(super) mod journal;
mod layer;
mod ledger;
mod session;
mod size;
mod tenant;
#[cfg(test)]
mod tests;

pub use self::layer::MemoryLayer;
pub(super) use self::{
    entry::{Content, Entry, Text},
    journal::{EntryName, Journal, Record},
};

/// The share of a ceiling that is freed at once when all tenants together exceed it: many entries pay for one search
/// for the oldest.
const BATCH: usize = 32;

/// Sessions in memory, within ceilings. Nothing outlives the process.
pub struct MemoryStore {
    ledger: Ledger,
    tenants: DashMap<Arc<str>, Arc<Tenant>>,
    /// Held by the thread that makes room for all.
    making_room: Mutex<()>,
}

impl std::fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("MemoryStore").field(&self.stats()).finish()
    }
}

/// The fill of a store, and its counts of dropped entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Tenants with a session or a counter.
    pub tenants: usize,
    /// Sessions with an entry.
    pub sessions: usize,
    /// Texts and aliases of all sessions.
    pub entries: usize,
    /// Estimated memory, in bytes.
    pub bytes: usize,
    /// Entries dropped, by reason.
    pub dropped: [(Reason, u64); Reason::ALL.len()],
}

/// The reason for which an entry was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reason {
    /// The entry was not used for its time to live.
    #[default]
    Ttl,
    /// The entry reached its longest age, however often used.
    MaxAge,
    /// The tenant had too many entries or bytes.
    TenantCeiling,
    /// All tenants together had too many.
    GlobalCeiling,
    /// The session was deleted.
    Forgotten,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Self; 5] = [Self::Ttl, Self::MaxAge, Self::TenantCeiling, Self::GlobalCeiling, Self::Forgotten];

    /// The reason's name in metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ttl => "ttl",
            Self::MaxAge => "max_age",
            Self::TenantCeiling => "tenant_ceiling",
            Self::GlobalCeiling => "global_ceiling",
            Self::Forgotten => "forgotten",
        }
    }
}

impl MemoryStore {
    /// An empty store within `limits`.
    pub fn new(limits: Sessions) -> Self {
        let start = Instant::now();
        Self::with_clock(limits, Arc::new(move || start.elapsed()))
    }

    /// An empty store within `limits` that goes by `clock`.
    pub fn with_clock(limits: Sessions, clock: Clock) -> Self {
        Self::with_journal(limits, clock, None)
    }

    /// An empty store within `limits` that goes by `clock` and records its changes in `journal`.
    pub(super) fn with_journal(limits: Sessions, clock: Clock, journal: Option<Arc<dyn Journal>>) -> Self {
        let ledger = Ledger::new(limits, clock, journal);
        Self { ledger, tenants: DashMap::new(), making_room: Mutex::default() }
    }

    /// Takes the records of an earlier store into this one, which is empty, and drops what has expired since. Records
    /// of things that have gone have no effect.
    pub(super) fn restore(&self, mut records: Vec<Record>) {
        // Floors before counters before entries, since a session begins with both; entries in the order of their use.
        records.sort_by_key(|record| match record {
            Record::Floor { .. } => (0, Duration::ZERO),
            Record::Counters { since, .. } => (1, *since),
            Record::Entry { entry, .. } => (2, entry.used),
            Record::EntryGone { .. } | Record::CountersGone { .. } => (3, Duration::ZERO),
        });
        for record in records {
            match record {
                Record::Floor { tenant: None, number, until } => {
                    self.ledger.raise_floor(Floor::recorded(number, until));
                }
                Record::Floor { tenant: Some(tenant), number, until } => {
                    let floor = Floor::recorded(number, until);
                    self.with_tenant(&tenant, true, |tenant, ledger| {
                        tenant.restore_floor(ledger, floor);
                        Ok(())
                    });
                }
                Record::Counters { scope, numbering, since, life } => {
                    self.with_tenant(&scope.tenant, true, |tenant, ledger| {
                        let idle = IdleSession { numbering: numbering.clone(), since, life };
                        tenant.restore_counters(ledger, scope.session, idle);
                        Ok(())
                    });
                }
                Record::Entry { scope, entry } => {
                    self.with_tenant(&scope.tenant, true, |tenant, ledger| {
                        tenant.restore_entry(ledger, scope.session, &entry)
                    });
                }
                Record::EntryGone { .. } | Record::CountersGone { .. } => {}
            }
        }
        self.sweep();
        self.make_room();
    }

    /// Drops expired entries. To be called every few seconds, so that idle tenants, too, are forgotten in time.
    pub fn sweep(&self) {
        for (name, tenant) in self.tenants() {
            tenant.trim(&self.ledger);
            self.retire(&name, &tenant, true);
        }
    }

    /// The fill of the store, and its counts of dropped entries.
    pub fn stats(&self) -> Stats {
        let Size { sessions, entries, bytes } = self.ledger.size.get();
        Stats { tenants: self.tenants.len(), sessions, entries, bytes, dropped: self.ledger.dropped() }
    }

    fn tenants(&self) -> Vec<(Arc<str>, Arc<Tenant>)> {
        self.tenants.iter().map(|item| (Arc::clone(item.key()), Arc::clone(&item))).collect()
    }

    /// Lets `work` have the tenant; `None` if there is none and `create` is false.
    fn with_tenant<T>(
        &self,
        name: &Arc<str>,
        create: bool,
        work: impl Fn(&Tenant, &Ledger) -> Result<T, RetiredTenant>,
    ) -> Option<T> {
        loop {
            let tenant = match self.tenants.get(name) {
                Some(tenant) => Arc::clone(&tenant),
                None if create => {
                    let entry = self.tenants.entry(Arc::clone(name));
                    Arc::clone(&entry.or_insert_with(|| Arc::new(Tenant::new(Arc::clone(name), &self.ledger))))
                }
                None => return None,
            };
            // It may have been retired between the two steps.
            if let Ok(done) = work(&tenant, &self.ledger) {
                return Some(done);
            }
        }
    }

    /// Lets `work` have a session that exists.
    fn with_session<T>(&self, scope: &Scope, work: impl Fn(&mut Session, &mut Moment<'_>) -> T) -> Option<T> {
        let find = |tenant: &Tenant, ledger: &Ledger| tenant.with_session(ledger, scope.session, false, &work);
        self.with_tenant(&scope.tenant, false, find).flatten()
    }

    /// Lets `work` add to a session, and keeps to the ceilings.
    fn add_to_session<T>(
        &self,
        tenant: &Arc<str>,
        work: impl Fn(&Tenant, &Ledger) -> Result<T, RetiredTenant>,
    ) -> Option<T> {
        let done = self.with_tenant(tenant, true, |tenant, ledger| {
            let done = work(tenant, ledger)?;
            tenant.trim(ledger);
            Ok(done)
        });
        self.make_room();
        done
    }

    /// Drops the entries unused longest, of any tenant, while all tenants together exceed the limits.
    fn make_room(&self) {
        let Sessions { entries, bytes, .. } = self.ledger.limits;
        let excess = |entries, bytes| self.ledger.size.excess(entries, bytes);
        if excess(entries, bytes).is_none() {
            return;
        }
        let _alone = lock(&self.making_room);
        if excess(entries, bytes).is_none() {
            return;
        }
        let (entries, bytes) = (entries - entries / BATCH, bytes - bytes / BATCH);
        let tenants = self.tenants();
        // A tenant of which only the floor is left comes first.
        let ages = tenants.iter().enumerate().map(|(index, (_, tenant))| Reverse((tenant.oldest(), index)));
        let mut queue: BinaryHeap<_> = ages.collect();
        while let Some(too_much) = excess(entries, bytes) {
            let Some(Reverse((_, index))) = queue.pop() else { return };
            let Some((name, tenant)) = tenants.get(index) else { return };
            let next = queue.peek().and_then(|Reverse((oldest, _))| *oldest);
            if tenant.drop_oldest(&self.ledger, too_much, next) {
                queue.push(Reverse((tenant.oldest(), index)));
            } else {
                self.retire(name, tenant, false);
            }
        }
    }

    /// Takes a tenant out of the store if it is empty; of one with a floor only if it is not `spent`.
    fn retire(&self, name: &Arc<str>, tenant: &Arc<Tenant>, spent: bool) {
        if tenant.retire(&self.ledger, spent) {
            self.tenants.remove_if(name, |_, known| Arc::ptr_eq(known, tenant));
        }
    }
}

#[async_trait]
impl Store for MemoryStore {
    async fn assign(
        &self,
        scope: &Scope,
        requests: &[SubstituteRequest],
        reserved: &[Substitute],
    ) -> Result<Vec<Substitute>, StoreError> {
        if requests.is_empty() {
            return Ok(Vec::new());
        }
        let reserved = &reserved.iter().map(|substitute| &**substitute).collect();
        let assigned = self.add_to_session(&scope.tenant, |tenant, ledger| {
            tenant
                .with_session(ledger, scope.session, true, |session, moment| session.assign(requests, reserved, moment))
        });
        Ok(assigned.flatten().unwrap_or_default())
    }

    async fn lookup(&self, scope: &Scope, substitutes: &[&str]) -> Result<Vec<Option<Original>>, StoreError> {
        let found = self.with_session(scope, |session, moment| session.lookup(substitutes, moment));
        Ok(found.unwrap_or_else(|| vec![None; substitutes.len()]))
    }

    async fn surrogates(&self, scope: &Scope) -> Result<Vec<Substitute>, StoreError> {
        let surrogates = self.with_session(scope, |session, moment| session.surrogates(moment.now, moment.limits));
        Ok(surrogates.unwrap_or_default())
    }

    async fn load(&self, scope: &Scope) -> Result<Vec<(Substitute, Original)>, StoreError> {
        Ok(self.with_session(scope, Session::load).unwrap_or_default())
    }

    async fn texts(&self, scope: &Scope) -> Result<Vec<(Label, Original)>, StoreError> {
        let texts = self.with_session(scope, |session, moment| session.texts(moment.now, moment.limits));
        Ok(texts.unwrap_or_default())
    }

    async fn alias(&self, scope: &Scope, alias: AliasId, life: Duration) -> Result<(), StoreError> {
        self.add_to_session(&scope.tenant, |tenant, ledger| tenant.alias(ledger, scope.session, alias, life));
        Ok(())
    }

    async fn resolve_alias(&self, tenant: &Arc<str>, alias: AliasId) -> Result<Option<Scope>, StoreError> {
        let session = self.with_tenant(tenant, false, |tenant, ledger| tenant.resolve_alias(ledger, alias));
        Ok(session.flatten().map(|session| Scope { tenant: Arc::clone(tenant), session }))
    }

    async fn forget(&self, scope: &Scope) -> Result<(), StoreError> {
        self.with_session(scope, Session::clear);
        Ok(())
    }

    async fn forget_texts(&self, tenant: &Arc<str>, texts: &[&str]) -> Result<ForgetCounts, StoreError> {
        let texts: HashSet<&str> = texts.iter().copied().collect();
        let counts = self.with_tenant(tenant, false, |tenant, ledger| {
            Ok(tenant.count_in_sessions(ledger, |session, moment| session.forget_texts(&texts, moment)))
        });
        let (entries, sessions) = counts.unwrap_or_default();
        Ok(ForgetCounts { entries, sessions })
    }

    async fn summary(&self, scope: &Scope) -> Result<Option<SessionSummary>, StoreError> {
        Ok(self.with_session(scope, |session, moment| session.summary(moment.now, moment.limits)).flatten())
    }
}
