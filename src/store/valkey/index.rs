//! The index of sessions: reports of their sizes and uses, ceilings, expiry, and the list of a tenant's sessions.

use std::sync::PoisonError;

use dashmap::DashMap;
use redis::Value;

use super::{
    Shared,
    cache::CachedSession,
    link::Call,
    names::{self, Blind},
    reply::{self, Totals},
};
use crate::store::StoreError;

/// The most sessions that one check of ceilings or of expiry goes through.
const BATCH: usize = 1_000;

/// Sizes of sessions that the index has not heard of yet.
#[derive(Default)]
pub(super) struct Reports(DashMap<Blind, (Blind, Totals)>);

impl Reports {
    /// Adds a session's size, which replaces an older one.
    pub(super) fn add(&self, session: Blind, tenant: Blind, totals: Totals) {
        self.0.insert(session, (tenant, totals));
    }

    fn sessions(&self) -> Vec<Blind> {
        self.0.iter().map(|item| *item.key()).collect()
    }

    /// Takes a session's tenant and newest size.
    fn take(&self, session: &Blind) -> Option<(Blind, Totals)> {
        self.0.remove(session).map(|(_, size)| size)
    }
}

/// The sessions and sizes of all processes together, by the last look at the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Sessions with an entry.
    pub sessions: u64,
    /// Texts and aliases of all sessions.
    pub entries: u64,
    /// Estimated memory of the server, in bytes.
    pub bytes: u64,
}

/// Entries and bytes of a tenant, and of all.
struct Sums {
    tenant: (u64, u64),
    all: (u64, u64),
}

impl Shared {
    /// Reports uses and sizes, drops expired entries, and keeps to the ceilings.
    pub(super) async fn flush(&self) -> Result<(), StoreError> {
        if !self.link.is_connected() {
            return Ok(());
        }
        // Two checks of the ceilings at a time would both drop what only one of them needs to.
        let _alone = self.flushing.lock().await;
        for session in self.cache.all() {
            self.report_uses(&session).await?;
        }
        for session in self.reports.sessions() {
            // Taken one by one: a check of the ceilings may have reported a newer size of a session further on.
            let Some((tenant, totals)) = self.reports.take(&session) else { continue };
            let sums = self.report(&session, &tenant, totals).await?;
            self.trim(&tenant, sums).await?;
        }
        self.expire().await?;
        self.read_usage().await?;
        self.cache.trim(self.limits.entries);
        Ok(())
    }

    /// Reads from the index what all processes together keep.
    async fn read_usage(&self) -> Result<(), StoreError> {
        let keys = names::index_keys(&self.prefix, &Blind::default());
        let count = |answer: &Value| reply::number(answer).unwrap_or_default();
        let sessions = count(&self.link.command(&redis::cmd("HLEN").arg(&keys[0]).take()).await?);
        let sums = self.link.command(&redis::cmd("HMGET").arg(&keys[3]).arg("alle").arg("allb").take()).await?;
        let [entries, bytes] = reply::list(&sums).unwrap_or_default() else { return Err(StoreError::Unavailable) };
        let usage = Usage { sessions, entries: count(entries), bytes: count(bytes) };
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner) = usage;
        Ok(())
    }

    /// Reports the uses of the session's entries.
    pub(super) async fn report_uses(&self, session: &CachedSession) -> Result<(), StoreError> {
        let touched = session.state().take_touched();
        if touched.is_empty() {
            return Ok(());
        }
        let mut call = self.session_call("touch", &session.blind);
        call.arguments.extend(touched.iter().map(|entry| entry.to_vec()));
        let (totals, parts) = self.call(session, &call).await?;
        if parts.first().and_then(reply::number) == Some(0) {
            session.state().note_used(&touched, totals.now);
        } else {
            self.cache.drop_session(&session.blind);
        }
        Ok(())
    }

    async fn report(&self, session: &Blind, tenant: &Blind, totals: Totals) -> Result<Sums, StoreError> {
        let mut call = Call::new("report", names::index_keys(&self.prefix, tenant));
        call.arguments.extend([session.to_vec(), tenant.to_vec()]);
        [totals.entries, totals.bytes, totals.oldest].into_iter().for_each(|number| call.push(number));
        let answer = self.link.call(&call).await?;
        let sums: Vec<u64> =
            reply::list(&answer).unwrap_or_default().iter().map(|sum| reply::number(sum).unwrap_or_default()).collect();
        let [entries, bytes, all_entries, all_bytes] = sums[..] else { return Err(StoreError::Unavailable) };
        if totals.entries == 0 {
            // It stands there no more; whoever adds to it lists it again.
            self.cache.drop_session(session);
        }
        Ok(Sums { tenant: (entries, bytes), all: (all_entries, all_bytes) })
    }

    /// Drops the least recently used entries of the tenant, and of all, until the ceilings hold.
    async fn trim(&self, tenant: &Blind, mut sums: Sums) -> Result<(), StoreError> {
        let excess = |held: (u64, u64), entries: usize, bytes: usize| {
            let excess = (held.0.saturating_sub(entries as u64), held.1.saturating_sub(bytes as u64));
            (excess != (0, 0)).then_some(excess)
        };
        let limits = &self.limits;
        let keys = names::index_keys(&self.prefix, tenant);
        for _ in 0..BATCH {
            let (order, excess) = match excess(sums.tenant, limits.tenant_entries, limits.tenant_bytes) {
                Some(excess) => (&keys[2], excess),
                None => match excess(sums.all, limits.entries, limits.bytes) {
                    Some(excess) => (&keys[1], excess),
                    None => return Ok(()),
                },
            };
            let oldest = redis::cmd("ZRANGE").arg(order).arg(0).arg(1).arg("WITHSCORES").take();
            let oldest = scored(&self.link.command(&oldest).await?);
            let Some((session, _)) = oldest.first() else { return Ok(()) };
            let latest = oldest.get(1).map_or(u64::MAX, |(_, used)| *used);
            let owner = self.tenant_of(&keys[0], session).await?.unwrap_or(*tenant);
            let evicted = {
                let session = self.cache.session(*session, || owner);
                let mut call = self.session_call("evict", &session.blind);
                [excess.0, excess.1, latest].into_iter().for_each(|number| call.push(number));
                self.call(&session, &call).await?.0
            };
            let totals = self.reports.take(session).map_or(evicted, |(_, newest)| newest);
            let reported = self.report(session, &owner, totals).await?;
            if owner == *tenant {
                sums.tenant = reported.tenant;
            }
            sums.all = reported.all;
        }
        Ok(())
    }

    /// Drops expired entries of the sessions that were unused longest.
    async fn expire(&self) -> Result<(), StoreError> {
        let until = self.now().saturating_sub(self.lifetimes.ttl);
        let keys = names::index_keys(&self.prefix, &Blind::default());
        let old =
            redis::cmd("ZRANGEBYSCORE").arg(&keys[1]).arg("-inf").arg(until).arg("LIMIT").arg(0).arg(BATCH).take();
        let answer = self.link.command(&old).await?;
        let sessions: Vec<Blind> = reply::list(&answer).unwrap_or_default().iter().filter_map(blind).collect();
        for session in sessions {
            let Some(tenant) = self.tenant_of(&keys[0], &session).await? else {
                // It was listed, and nothing came of it.
                let remove = redis::cmd("ZREM").arg(&keys[1]).arg(&session[..]).take();
                self.link.command(&remove).await?;
                continue;
            };
            let cached = self.cache.session(session, || tenant);
            let (totals, _) = self.call(&cached, &self.session_call("sweep", &session)).await?;
            self.report(&session, &tenant, totals).await?;
        }
        Ok(())
    }

    async fn tenant_of(&self, sizes: &str, session: &Blind) -> Result<Option<Blind>, StoreError> {
        let answer = self.link.command(&redis::cmd("HGET").arg(sizes).arg(&session[..]).take()).await?;
        Ok(reply::bytes(&answer).and_then(|size| size.first_chunk().copied()))
    }

    /// The sessions of a tenant.
    pub(super) async fn sessions_of(&self, tenant: &Blind) -> Result<Vec<Blind>, StoreError> {
        let keys = names::index_keys(&self.prefix, tenant);
        let answer = self.link.command(&redis::cmd("ZRANGE").arg(&keys[2]).arg(0).arg(-1).take()).await?;
        Ok(reply::list(&answer).unwrap_or_default().iter().filter_map(blind).collect())
    }
}

fn blind(value: &Value) -> Option<Blind> {
    reply::bytes(value)?.try_into().ok()
}

/// The members of a sorted set with their scores: pairs in RESP3.
fn scored(answer: &Value) -> Vec<(Blind, u64)> {
    let pairs = reply::list(answer).unwrap_or_default().iter();
    pairs
        .filter_map(|pair| match reply::list(pair)? {
            [member, score] => Some((blind(member)?, reply::number(score)?)),
            _ => None,
        })
        .collect()
}
