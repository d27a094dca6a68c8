//! [`ValkeyStore`]: sessions in a Valkey or Redis server that many processes share.
//!
//! The server assigns: one call of a function gives all texts of a request their substitutes, atomically, and the same
//! ones when it is called again. It sees HMACs instead of names, and values sealed under the instance's secret, each bound
//! to the name of its entry and so to tenant, session, label and number. As only the server knows the next number, this
//! side guesses it and sends the sealed value along; after a wrong guess, because another process numbered the same session,
//! a second call brings the value.
//!
//! Entries never change, so each process keeps those that it has seen ([`Cache`]): a request whose texts are all known
//! needs no round trip. Their uses are reported once a second. Messages of the server say which sessions lost an entry,
//! and a new connection empties the cache.
//!
//! | module | content |
//! |---|---|
//! | `functions.lua` | the functions that run on the server |
//! | `servers` | one server, the one that sentinels name, or a cluster; their fitness |
//! | `link` | the connection: reconnection, epochs, calls |
//! | `assign` | assignment of substitutes |
//! | `shared` | state that the tasks share, calls for a session |
//! | `names`, `reply` | blinded names and sealed values; parts of answers |
//! | `cache` | entries that this process has seen |
//! | `index` | ceilings, expiry, and the list of a tenant's sessions |

mod assign;
mod cache;
mod index;
mod link;
mod names;
pub(super) mod reply;
mod servers;
mod shared;
#[cfg(test)]
mod tests;

use std::{
    collections::HashSet,
    io,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicI64},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use redis::Value;
use tokio::runtime::Runtime;

use self::{
    cache::{Cache, Lifetimes},
    link::Link,
    names::{Blind, Names},
    shared::Shared,
};
use super::{ForgetCounts, Scope, SessionSummary, Store, StoreError};
use crate::{
    anonymize::{Namespace, Original, Substitute, SubstituteRequest},
    config::{Sessions, ValkeySettings},
    keys::{AliasId, StorageKey},
};
use masquerade_detect::entity::Label;

pub use index::Usage;
pub use servers::ValkeyError;

/// The longest wait for the server when the store is opened.
const START: Duration = Duration::from_secs(5);

/// The interval between reports of uses, which is also that of checks of ceilings.
const FLUSH: Duration = Duration::from_secs(1);

/// The time before an entry's end in which only the server knows whether it is alive.
const MARGIN: Duration = Duration::from_secs(3);

/// Sessions in a server that many processes share.
pub struct ValkeyStore {
    shared: Arc<Shared>,
    /// The runtime of the connection. `None` only while the store is dropped.
    runtime: Option<Runtime>,
}

impl std::fmt::Debug for ValkeyStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ValkeyStore").field("connected", &self.shared.link.is_connected()).finish_non_exhaustive()
    }
}

impl ValkeyStore {
    /// The store in the server that `settings` name. A server that cannot be reached is waited for in the background.
    ///
    /// # Errors
    /// If the address is none, or the server is unfit: too old, or one that evicts keys.
    pub fn open(settings: &ValkeySettings, limits: Sessions, storage: StorageKey) -> Result<Self, ValkeyError> {
        let io = |error: io::Error| ValkeyError::Unreachable(error.to_string());
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .max_blocking_threads(1)
            .thread_name("store")
            .enable_all()
            .build()
            .map_err(io)?;
        let link = Link::new(settings)?;
        let mut origin = [0; 8];
        getrandom::fill(&mut origin).map_err(|error| io(io::Error::other(error)))?;
        let margin = MARGIN.min(limits.ttl / 8);
        let lifetimes = Lifetimes { ttl: millis(limits.ttl), max_age: millis(limits.max_age), margin: millis(margin) };
        let shared = Arc::new(Shared {
            link: Arc::new(link),
            cache: Cache::new(),
            names: Names::new(storage),
            prefix: settings.prefix.clone(),
            limits,
            lifetimes,
            origin,
            start: Instant::now(),
            offset: AtomicI64::new(0),
            reports: index::Reports::default(),
            usage: Mutex::default(),
            flushing: tokio::sync::Mutex::default(),
        });
        runtime.spawn(Arc::clone(&shared.link).maintain(Arc::clone(&shared) as _));
        runtime.spawn({
            let shared = Arc::clone(&shared);
            async move {
                loop {
                    tokio::time::sleep(FLUSH).await;
                    // Without the server there is nobody to report to.
                    let _ = shared.flush().await;
                }
            }
        });
        let store = Self { shared, runtime: Some(runtime) };
        match store.wait_for_server() {
            Err(fault @ (ValkeyError::TooOld(_) | ValkeyError::Evicts(_))) => Err(fault),
            _ => Ok(store),
        }
    }

    /// Asks the server that `settings` name once whether it is fit.
    ///
    /// # Errors
    /// If it is not, or cannot be reached.
    pub fn probe(settings: &ValkeySettings) -> Result<(), ValkeyError> {
        let link = Link::new(settings)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(|error| ValkeyError::Unreachable(error.to_string()))?.block_on(link.probe())
    }

    /// The sizes of all processes together, as of a second ago.
    pub fn usage(&self) -> Usage {
        *self.shared.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The fault that keeps the server from being used, as far as known.
    pub fn fault(&self) -> Option<ValkeyError> {
        self.shared.link.fault()
    }

    /// Waits for the first connection; a fault that may pass is no reason to wait longer.
    fn wait_for_server(&self) -> Result<(), ValkeyError> {
        let Some(runtime) = &self.runtime else { return Ok(()) };
        let (done, answer) = std::sync::mpsc::channel();
        let link = Arc::clone(&self.shared.link);
        runtime.spawn(async move {
            let _ = done.send(link.first(START).await);
        });
        answer.recv().unwrap_or(Ok(()))
    }
}

impl Drop for ValkeyStore {
    fn drop(&mut self) {
        // It may be dropped in an async context, which must not block.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The error for a value that the server cannot have got from us.
fn damaged() -> StoreError {
    tracing::error!(target: "masquerade::store", "an entry of the session store is damaged, or of another secret");
    StoreError::Unavailable
}

#[async_trait]
impl Store for ValkeyStore {
    async fn assign(
        &self,
        scope: &Scope,
        requests: &[SubstituteRequest],
        reserved: &[Substitute],
    ) -> Result<Vec<Substitute>, StoreError> {
        if requests.is_empty() {
            return Ok(Vec::new());
        }
        let shared = &*self.shared;
        let reserved: HashSet<&str> = reserved.iter().map(|substitute| &**substitute).collect();
        let session = shared.session(scope);
        let assigned: Vec<Option<Substitute>> = {
            let (mut state, now) = (session.state(), shared.now());
            requests.iter().map(|request| state.known(request, &reserved, now, shared.lifetimes)).collect()
        };
        if assigned.iter().all(Option::is_some) {
            return Ok(assigned.into_iter().flatten().collect());
        }
        // Boxed, as it is seldom needed and large.
        Box::pin(shared.assign_missing(scope, &session, requests, &reserved, assigned)).await
    }

    async fn lookup(&self, scope: &Scope, substitutes: &[&str]) -> Result<Vec<Option<Original>>, StoreError> {
        let shared = &*self.shared;
        let session = shared.session(scope);
        let mut found: Vec<Option<Original>> = {
            let (mut state, now) = (session.state(), shared.now());
            substitutes.iter().map(|substitute| state.original(substitute, now, shared.lifetimes)).collect()
        };
        let missing: Vec<usize> = (0..found.len()).filter(|at| found[*at].is_none()).collect();
        if missing.is_empty() {
            return Ok(found);
        }
        let mut call = shared.session_call("lookup", &session.blind);
        let entries: Vec<Blind> = missing.iter().map(|at| shared.names.entry(scope, substitutes[*at])).collect();
        call.arguments.extend(entries.iter().map(|entry| entry.to_vec()));
        let (totals, parts) = shared.call(&session, &call).await?;
        let values = parts.first().and_then(reply::list).ok_or(StoreError::Unavailable)?;
        let mut state = session.state();
        for ((at, entry), value) in missing.into_iter().zip(entries).zip(values) {
            if reply::bytes(value).is_none_or(<[u8]>::is_empty) {
                continue;
            }
            let (created, text) = shared.opened(&Value::BulkString(entry.to_vec()), value)?;
            found[at] = Some(text.original.clone());
            state.add(entry, text, created, totals.now);
        }
        Ok(found)
    }

    async fn surrogates(&self, scope: &Scope) -> Result<Vec<Substitute>, StoreError> {
        let shared = &*self.shared;
        let session = shared.session(scope);
        {
            let state = session.state();
            if state.has_surrogates {
                return Ok(state.surrogates(shared.now(), shared.lifetimes));
            }
        }
        let (_, parts) = shared.call(&session, &shared.session_call("open", &session.blind)).await?;
        let [surrogates, counters] = &parts[..] else { return Err(StoreError::Unavailable) };
        let mut state = session.state();
        for item in reply::list(surrogates).unwrap_or_default().chunks_exact(3) {
            let [name, value, used] = item else { continue };
            let (created, text) = shared.opened(name, value)?;
            let name = reply::bytes(name).and_then(|name| name.try_into().ok()).ok_or(StoreError::Unavailable)?;
            state.add(name, text, created, reply::number(used).unwrap_or_default());
        }
        for item in reply::list(counters).unwrap_or_default().chunks_exact(2) {
            let [label, last] = item else { continue };
            if let Some(label) = reply::bytes(label).and_then(|label| label.try_into().ok()) {
                state.counters.insert(label, reply::number(last).unwrap_or_default());
            }
        }
        state.has_surrogates = true;
        Ok(state.surrogates(shared.now(), shared.lifetimes))
    }

    async fn load(&self, scope: &Scope) -> Result<Vec<(Substitute, Original)>, StoreError> {
        let shared = &*self.shared;
        let session = shared.session(scope);
        let (now, all) = shared.entries(&session, true).await?;
        let mut state = session.state();
        let mut map = Vec::with_capacity(all.len());
        for (entry, created, text) in all {
            map.push((text.substitute.clone(), text.original.clone()));
            if text.namespace != Namespace::Surrogate {
                state.add(entry, text, created, now);
            }
        }
        Ok(map)
    }

    async fn texts(&self, scope: &Scope) -> Result<Vec<(Label, Original)>, StoreError> {
        let shared = &*self.shared;
        let session = shared.session(scope);
        // The server knows nothing of the uses of this process since the last report.
        shared.report_uses(&session).await?;
        let (_, all) = shared.entries(&session, false).await?;
        let mut seen = HashSet::new();
        let texts = all.into_iter().map(|(_, _, text)| (text.label, text.original));
        Ok(texts.filter(|(label, original)| seen.insert((label.name(), original.clone()))).collect())
    }

    async fn alias(&self, scope: &Scope, alias: AliasId, life: Duration) -> Result<(), StoreError> {
        let shared = &*self.shared;
        let session = shared.session(scope);
        shared.list(&session).await?;
        let entry = shared.names.alias_entry(scope, alias);
        let mut call = shared.writing_call("keep", &session.blind);
        call.arguments.extend([entry.to_vec(), names::ALIAS.to_vec(), Vec::new()]);
        call.push(millis(life));
        let (totals, _) = shared.call(&session, &call).await?;
        let name = shared.names.alias(&scope.tenant, alias);
        let sealed = shared.names.seal_session(&name, &scope.session).ok_or(StoreError::Unavailable)?;
        let key = names::alias_key(&shared.prefix, &name);
        let set = redis::cmd("SET").arg(key).arg(sealed).arg("PX").arg(shared.lifetimes.key_life(totals.extra)).take();
        shared.link.command(&set).await?;
        Ok(())
    }

    async fn resolve_alias(&self, tenant: &Arc<str>, alias: AliasId) -> Result<Option<Scope>, StoreError> {
        let shared = &*self.shared;
        let name = shared.names.alias(tenant, alias);
        let key = names::alias_key(&shared.prefix, &name);
        let get = redis::cmd("GET").arg(&key).take();
        let answer = shared.link.command(&get).await?;
        let Some(sealed) = reply::bytes(&answer) else { return Ok(None) };
        let session = shared.names.open_session(&name, sealed).ok_or_else(damaged)?;
        let scope = Scope { tenant: Arc::clone(tenant), session };
        // The session may have been forgotten, or the alias have expired in it.
        let session = shared.session(&scope);
        let mut call = shared.session_call("lookup", &session.blind);
        call.arguments.push(shared.names.alias_entry(&scope, alias).to_vec());
        let (totals, parts) = shared.call(&session, &call).await?;
        let value = parts.first().and_then(reply::list).and_then(<[Value]>::first).and_then(reply::bytes);
        let is_known = value.is_some_and(|value| !value.is_empty());
        if is_known && totals.extra > 0 {
            // Its entry has no longest time in all.
            let life = shared.lifetimes.key_life(totals.extra);
            shared.link.command(&redis::cmd("PEXPIRE").arg(&key).arg(life).take()).await?;
        }
        Ok(is_known.then_some(scope))
    }

    async fn forget(&self, scope: &Scope) -> Result<(), StoreError> {
        let shared = &*self.shared;
        let session = shared.session(scope);
        let mut call = shared.session_call("forget", &session.blind);
        call.writes = true;
        shared.call(&session, &call).await?;
        Ok(())
    }

    async fn forget_texts(&self, tenant: &Arc<str>, texts: &[&str]) -> Result<ForgetCounts, StoreError> {
        let shared = &*self.shared;
        let names: Vec<Vec<u8>> = texts.iter().map(|text| shared.names.text(tenant, text).to_vec()).collect();
        let tenant = shared.names.tenant(tenant);
        let mut forgotten = ForgetCounts::default();
        for blind in shared.sessions_of(&tenant).await? {
            let session = shared.cache.session(blind, || tenant);
            let mut call = shared.session_call("forget_texts", &blind);
            call.arguments.extend(names.iter().cloned());
            call.writes = true;
            let (_, parts) = shared.call(&session, &call).await?;
            let count = parts.first().and_then(reply::number).unwrap_or_default();
            forgotten.entries += usize::try_from(count).unwrap_or(usize::MAX);
            forgotten.sessions += usize::from(count > 0);
        }
        Ok(forgotten)
    }

    async fn summary(&self, scope: &Scope) -> Result<Option<SessionSummary>, StoreError> {
        let shared = &*self.shared;
        let session = shared.session(scope);
        shared.report_uses(&session).await?;
        let (_, parts) = shared.call(&session, &shared.session_call("summary", &session.blind)).await?;
        let numbers: Vec<u64> = parts.iter().filter_map(reply::number).collect();
        let [texts, aliases, age, idle, expires_in] = numbers[..] else { return Ok(None) };
        let count = |count| usize::try_from(count).unwrap_or(usize::MAX);
        let summary = SessionSummary {
            texts: count(texts),
            aliases: count(aliases),
            age: Duration::from_millis(age),
            idle: Duration::from_millis(idle),
            expires_in: Duration::from_millis(expires_in),
        };
        Ok((texts + aliases > 0).then_some(summary))
    }

    fn is_available(&self) -> bool {
        self.shared.link.is_connected()
    }
}
