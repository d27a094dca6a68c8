//! [`Cache`]: the entries of sessions that this process has seen. They never change, so that a session has to be dropped
//! only when something of it was forgotten or has expired.

use std::{
    collections::{HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

use dashmap::DashMap;

use super::names::{Blind, ShortBlind};
use crate::{
    anonymize::{Namespace, Original, Substitute, SubstituteRequest},
    store::memory::Text,
};
use masquerade_detect::entity::Label;

/// Lifetimes of entries, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifetimes {
    pub(super) ttl: u64,
    pub(super) max_age: u64,
    /// The time before an entry's end in which only the server knows whether it is alive.
    pub(super) margin: u64,
}

impl Lifetimes {
    /// The lifetimes of a session whose entries live longer after their last use by `extra`.
    fn extended(self, extra: u64) -> Self {
        let max_age = if extra > 0 { u64::MAX } else { self.max_age };
        Self { ttl: self.ttl.saturating_add(extra), max_age, ..self }
    }

    /// The life of a key of such a session.
    pub(super) fn key_life(self, extra: u64) -> u64 {
        if extra > 0 { self.ttl.saturating_add(extra) } else { self.max_age.max(1) }
    }

    fn is_over(self, entry: &CachedEntry, now: u64) -> bool {
        now >= entry.used.saturating_add(self.ttl) || now >= entry.created.saturating_add(self.max_age)
    }
}

/// Sessions that this process has seen.
pub(super) struct Cache {
    sessions: DashMap<Blind, Arc<CachedSession>>,
    ticks: AtomicU64,
}

/// The entries of a session that this process has seen.
pub(super) struct CachedSession {
    pub(super) blind: Blind,
    pub(super) tenant: Blind,
    state: Mutex<CacheState>,
    /// True once the session has left the cache. Later additions to it reach nobody.
    dropped: AtomicBool,
    /// The tick of the last use.
    used: AtomicU64,
}

/// The entries of a session.
#[derive(Default)]
pub(super) struct CacheState {
    by_substitute: HashMap<Substitute, CachedEntry>,
    by_text: HashMap<(Namespace, Label), HashMap<Original, Substitute>>,
    /// The last number of each label, as far as known: a wrong one costs a round trip.
    pub(super) counters: HashMap<ShortBlind, u64>,
    /// True if the cache holds all surrogates of the session.
    pub(super) has_surrogates: bool,
    /// True if the session stands in the index.
    pub(super) is_listed: bool,
    /// The time that entries live longer than usual after their last use, in milliseconds, as far as known.
    pub(super) extra: u64,
    /// Entries that were used here and not yet there.
    touched: HashSet<Blind>,
}

struct CachedEntry {
    entry: Blind,
    original: Original,
    created: u64,
    /// The last use that the server knows, in its time.
    used: u64,
}

impl CachedEntry {
    fn is_fresh(&self, now: u64, lifetimes: Lifetimes) -> bool {
        now + lifetimes.margin < self.used.saturating_add(lifetimes.ttl) && !lifetimes.is_over(self, now)
    }
}

impl CacheState {
    /// The substitute of a text, which counts as a use.
    pub(super) fn known(
        &mut self,
        request: &SubstituteRequest,
        reserved: &HashSet<&str>,
        now: u64,
        lifetimes: Lifetimes,
    ) -> Option<Substitute> {
        let texts = self.by_text.get(&(request.kind.namespace(), request.label))?;
        let substitute = texts.get(request.original.as_str())?;
        let entry = self.by_substitute.get(substitute)?;
        if reserved.contains(&**substitute) || !entry.is_fresh(now, lifetimes.extended(self.extra)) {
            return None;
        }
        self.touched.insert(entry.entry);
        Some(substitute.clone())
    }

    /// The original of a substitute, which counts as a use.
    pub(super) fn original(&mut self, substitute: &str, now: u64, lifetimes: Lifetimes) -> Option<Original> {
        let entry = self.by_substitute.get(substitute)?;
        if !entry.is_fresh(now, lifetimes.extended(self.extra)) {
            return None;
        }
        self.touched.insert(entry.entry);
        Some(entry.original.clone())
    }

    /// The surrogates, all of which are here.
    pub(super) fn surrogates(&self, now: u64, lifetimes: Lifetimes) -> Vec<Substitute> {
        let lifetimes = lifetimes.extended(self.extra);
        let alive = |entry: &CachedEntry| !lifetimes.is_over(entry, now);
        let surrogates = self.by_substitute.iter().filter(|(text, entry)| !text.starts_with('[') && alive(entry));
        surrogates.map(|(text, _)| text.clone()).collect()
    }

    /// Adds an entry of the server.
    pub(super) fn add(&mut self, entry: Blind, text: Text, created: u64, used: u64) {
        let Text { namespace, label, original, substitute } = text;
        self.by_text.entry((namespace, label)).or_default().insert(original.clone(), substitute.clone());
        self.by_substitute.insert(substitute, CachedEntry { entry, original, created, used });
    }

    /// The entries that were used since the last call.
    pub(super) fn take_touched(&mut self) -> Vec<Blind> {
        self.touched.drain().collect()
    }

    /// Notes that the server knows of uses.
    pub(super) fn note_used(&mut self, entries: &[Blind], now: u64) {
        let entries: HashSet<&Blind> = entries.iter().collect();
        for known in self.by_substitute.values_mut().filter(|known| entries.contains(&known.entry)) {
            known.used = known.used.max(now);
        }
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.by_substitute.len()
    }
}

impl CachedSession {
    pub(super) fn state(&self) -> MutexGuard<'_, CacheState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cache {
    /// An empty cache.
    pub(super) fn new() -> Self {
        Self { sessions: DashMap::new(), ticks: AtomicU64::new(0) }
    }

    /// The session of this name, which counts as a use.
    pub(super) fn session(&self, blind: Blind, tenant: impl FnOnce() -> Blind) -> Arc<CachedSession> {
        let tick = self.ticks.fetch_add(1, Ordering::Relaxed);
        let found = self.sessions.get(&blind).map(|session| Arc::clone(&session));
        let session = found.unwrap_or_else(|| {
            let new = || {
                let (state, dropped, used) = Default::default();
                Arc::new(CachedSession { blind, tenant: tenant(), state, dropped, used })
            };
            Arc::clone(&self.sessions.entry(blind).or_insert_with(new))
        });
        session.used.store(tick, Ordering::Relaxed);
        session
    }

    /// Drops a session.
    pub(super) fn drop_session(&self, blind: &[u8]) {
        let Ok(blind) = Blind::try_from(blind) else { return };
        if let Some((_, session)) = self.sessions.remove(&blind) {
            session.dropped.store(true, Ordering::Relaxed);
        }
    }

    /// Notes that a session has surrogates that are not here.
    pub(super) fn surrogates_added(&self, blind: &[u8]) {
        let Ok(blind) = Blind::try_from(blind) else { return };
        if let Some(session) = self.sessions.get(&blind) {
            session.state().has_surrogates = false;
        }
    }

    /// Drops all sessions.
    pub(super) fn clear(&self) {
        self.sessions.retain(|_, session| {
            session.dropped.store(true, Ordering::Relaxed);
            false
        });
    }

    /// All sessions.
    pub(super) fn all(&self) -> Vec<Arc<CachedSession>> {
        self.sessions.iter().map(|session| Arc::clone(&session)).collect()
    }

    /// Drops the sessions that were unused longest until no more than `most` entries are left.
    pub(super) fn trim(&self, most: usize) {
        let mut sessions = self.all();
        let mut entries: usize = sessions.iter().map(|session| session.state().len()).sum();
        if entries <= most {
            return;
        }
        sessions.sort_by_key(|session| session.used.load(Ordering::Relaxed));
        for session in sessions {
            if entries <= most {
                return;
            }
            entries -= session.state().len();
            self.drop_session(&session.blind);
        }
    }
}
