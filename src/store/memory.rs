//! [`MemoryStore`]: sessions in this process's memory.

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use async_trait::async_trait;
use dashmap::DashMap;

use super::{
    Clock, Reason, Scope, Stats, Store, StoreError,
    tenant::{At, Drops, Floor, Load, Request, Tenant},
};
use crate::{
    anonymize::{Name, Original, Wanted},
    config::Sessions,
    keys::AliasId,
};

/// What part of a ceiling is freed at once when all tenants together are over it, so that looking
/// for the oldest entries is paid for by many.
const BATCH: usize = 32;

/// Sessions in memory, within ceilings. Nothing outlives the process.
pub struct MemoryStore {
    settings: Sessions,
    clock: Clock,
    tenants: DashMap<Arc<str>, Arc<Mutex<Tenant>>>,
    /// For tenants that had to be dropped altogether.
    floor: Mutex<Floor>,
    sessions: AtomicUsize,
    entries: AtomicUsize,
    bytes: AtomicUsize,
    dropped: [AtomicU64; Reason::ALL.len()],
    /// Held by the one that makes room for all.
    making_room: Mutex<()>,
}

impl std::fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("MemoryStore").field(&self.stats()).finish()
    }
}

impl MemoryStore {
    /// An empty store.
    pub fn new(settings: Sessions) -> Self {
        let start = Instant::now();
        Self::with_clock(settings, Arc::new(move || start.elapsed()))
    }

    /// An empty store that goes by `clock`.
    pub fn with_clock(settings: Sessions, clock: Clock) -> Self {
        Self {
            settings,
            clock,
            tenants: DashMap::new(),
            floor: Mutex::default(),
            sessions: AtomicUsize::new(0),
            entries: AtomicUsize::new(0),
            bytes: AtomicUsize::new(0),
            dropped: Default::default(),
            making_room: Mutex::default(),
        }
    }

    /// Lets `work` have the tenant, which is made if `create` says so.
    fn with_tenant<T>(
        &self,
        name: &Arc<str>,
        create: bool,
        work: impl FnOnce(&mut Tenant, Duration, &mut Drops) -> T,
    ) -> Option<T> {
        loop {
            let shared = match self.tenants.get(name) {
                Some(tenant) => Arc::clone(&tenant),
                None if create => self.create(name),
                None => return None,
            };
            let mut tenant = lock(&shared);
            // It may have been dropped between the two lines above.
            if !tenant.retired {
                return Some(self.account(&mut tenant, work));
            }
        }
    }

    fn create(&self, tenant: &Arc<str>) -> Arc<Mutex<Tenant>> {
        let entry = self.tenants.entry(Arc::clone(tenant));
        let fresh = || {
            let tenant = Tenant::new();
            self.add(Load::default(), tenant.load());
            Arc::new(Mutex::new(tenant))
        };
        Arc::clone(&entry.or_insert_with(fresh))
    }

    /// Lets `work` change the tenant, and keeps the sums right.
    fn account<T>(&self, tenant: &mut Tenant, work: impl FnOnce(&mut Tenant, Duration, &mut Drops) -> T) -> T {
        let (before, mut drops) = (tenant.load(), Drops::default());
        let done = work(tenant, (self.clock)(), &mut drops);
        self.add(before, tenant.load());
        for (total, count) in self.dropped.iter().zip(drops) {
            total.fetch_add(count, Ordering::Relaxed);
        }
        done
    }

    fn add(&self, before: Load, after: Load) {
        for (total, before, after) in [
            (&self.sessions, before.sessions, after.sessions),
            (&self.entries, before.entries, after.entries),
            (&self.bytes, before.bytes, after.bytes),
        ] {
            // Wraps as the sum does, so that the total is right in the end.
            total.fetch_add(after.wrapping_sub(before), Ordering::Relaxed);
        }
    }

    fn is_over(&self, entries: usize, bytes: usize) -> bool {
        self.entries.load(Ordering::Relaxed) > entries || self.bytes.load(Ordering::Relaxed) > bytes
    }

    /// If all tenants together have too much, drops what was longest unused, whosever it is.
    fn make_room(&self) {
        let Sessions { entries, bytes, .. } = self.settings;
        if !self.is_over(entries, bytes) {
            return;
        }
        let _alone = lock(&self.making_room);
        if !self.is_over(entries, bytes) {
            return;
        }
        let (entries, bytes) = (entries - entries / BATCH, bytes - bytes / BATCH);
        let tenants: Vec<_> = self.tenants.iter().map(|item| (Arc::clone(item.key()), Arc::clone(&item))).collect();
        let age = |index: usize| tenants.get(index).and_then(|(_, tenant)| lock(tenant).oldest());
        // A tenant of which only the floor is left goes first.
        let ages = (0..tenants.len()).map(|index| Reverse((age(index), index)));
        let mut queue: BinaryHeap<_> = ages.collect();
        while self.is_over(entries, bytes) {
            let Some(Reverse((_, index))) = queue.pop() else { return };
            let Some((name, shared)) = tenants.get(index) else { return };
            let next = queue.peek().map(|Reverse((age, _))| *age);
            let mut tenant = lock(shared);
            self.account(&mut tenant, |tenant, now, drops| {
                let before = tenant.load();
                // The sums do not know yet what goes here.
                let is_over = |tenant: &Tenant| {
                    let load = tenant.load();
                    self.is_over(
                        entries + (before.entries - load.entries),
                        bytes + before.bytes.saturating_sub(load.bytes),
                    )
                };
                while is_over(tenant)
                    && next.is_none_or(|next| tenant.oldest() <= next)
                    && tenant.drop_oldest(now, &self.settings, drops)
                {}
            });
            if tenant.is_empty() {
                self.retire(name, &mut tenant);
            } else if !tenant.retired {
                queue.push(Reverse((tenant.oldest(), index)));
            }
        }
    }

    /// Takes an empty tenant out of the store; its numbers are kept from coming again.
    fn retire(&self, name: &Arc<str>, tenant: &mut Tenant) {
        if tenant.retired {
            return;
        }
        tenant.retired = true;
        lock(&self.floor).merge(tenant.floor(), (self.clock)());
        self.add(tenant.load(), Load::default());
        // Nobody waits for a tenant while holding its slot, so this cannot wait for itself.
        self.tenants.remove(name);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What a panic may have left behind is a map that lacks an entry, at worst.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl Store for MemoryStore {
    async fn assign(&self, scope: &Scope, wanted: &[Wanted], avoid: &[Name]) -> Result<Vec<Name>, StoreError> {
        let avoid = &avoid.iter().map(|name| &**name).collect();
        let names = self.with_tenant(&scope.tenant, true, |tenant, now, drops| {
            let floor = lock(&self.floor).at(now);
            tenant.assign(scope.session, Request { wanted, avoid, floor }, At { now, settings: &self.settings, drops })
        });
        self.make_room();
        Ok(names.unwrap_or_default())
    }

    async fn lookup(&self, scope: &Scope, names: &[&str]) -> Result<Vec<Option<Original>>, StoreError> {
        let found = self.with_tenant(&scope.tenant, false, |tenant, now, drops| {
            tenant.lookup(scope.session, names, &mut At { now, settings: &self.settings, drops })
        });
        Ok(found.unwrap_or_else(|| vec![None; names.len()]))
    }

    async fn surrogates(&self, scope: &Scope) -> Result<Vec<Name>, StoreError> {
        let live = self
            .with_tenant(&scope.tenant, false, |tenant, now, _| tenant.surrogates(scope.session, now, &self.settings));
        Ok(live.unwrap_or_default())
    }

    async fn load(&self, scope: &Scope) -> Result<Vec<(Name, Original)>, StoreError> {
        let all = self.with_tenant(&scope.tenant, false, |tenant, now, drops| {
            tenant.load_session(scope.session, &mut At { now, settings: &self.settings, drops })
        });
        Ok(all.unwrap_or_default())
    }

    async fn alias(&self, scope: &Scope, alias: AliasId) -> Result<(), StoreError> {
        self.with_tenant(&scope.tenant, true, |tenant, now, drops| {
            let floor = lock(&self.floor).at(now);
            tenant.alias(scope.session, alias, floor, At { now, settings: &self.settings, drops });
        });
        self.make_room();
        Ok(())
    }

    async fn resolve_alias(&self, tenant: &Arc<str>, alias: AliasId) -> Result<Option<Scope>, StoreError> {
        let session = self.with_tenant(tenant, false, |tenant, now, drops| {
            tenant.resolve_alias(alias, &mut At { now, settings: &self.settings, drops })
        });
        Ok(session.flatten().map(|session| Scope { tenant: Arc::clone(tenant), session }))
    }

    async fn forget(&self, scope: &Scope) -> Result<(), StoreError> {
        self.with_tenant(&scope.tenant, false, |tenant, now, drops| tenant.forget(scope.session, now, drops));
        Ok(())
    }

    async fn sweep(&self) {
        let tenants: Vec<_> = self.tenants.iter().map(|item| (Arc::clone(item.key()), Arc::clone(&item))).collect();
        for (name, shared) in tenants {
            let mut tenant = lock(&shared);
            let spent = self.account(&mut tenant, |tenant, now, drops| {
                tenant.trim(&mut At { now, settings: &self.settings, drops });
                tenant.is_spent(now)
            });
            if spent {
                self.retire(&name, &mut tenant);
            }
        }
    }

    fn stats(&self) -> Stats {
        let mut dropped = <[(Reason, u64); Reason::ALL.len()]>::default();
        for ((slot, reason), total) in dropped.iter_mut().zip(Reason::ALL).zip(&self.dropped) {
            *slot = (reason, total.load(Ordering::Relaxed));
        }
        Stats {
            tenants: self.tenants.len(),
            sessions: self.sessions.load(Ordering::Relaxed),
            entries: self.entries.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
            dropped,
        }
    }
}
