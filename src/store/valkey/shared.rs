//! [`Shared`]: the part of the store that its tasks share, and the calls of functions for a session.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::Instant,
};

use redis::Value;

use super::{
    cache::{Cache, CachedSession, Lifetimes},
    damaged, index,
    index::Usage,
    link::{Call, JUMP, Link, Listener},
    millis,
    names::{self, Blind, Names},
    reply::{self, Epoch, Totals},
};
use crate::{
    config::Sessions,
    store::{Scope, StoreError, memory::Text},
};

/// The part of the store that its tasks share.
pub(super) struct Shared {
    pub(super) link: Arc<Link>,
    pub(super) cache: Cache,
    pub(super) names: Names,
    pub(super) prefix: String,
    pub(super) limits: Sessions,
    pub(super) lifetimes: Lifetimes,
    /// An id that tells this process's messages from those of others.
    pub(super) origin: [u8; 8],
    pub(super) start: Instant,
    /// The server's time minus the time since `start`, in milliseconds.
    pub(super) offset: AtomicI64,
    pub(super) reports: index::Reports,
    pub(super) usage: Mutex<Usage>,
    /// Held while uses and sizes are reported and ceilings checked.
    pub(super) flushing: tokio::sync::Mutex<()>,
}

impl Listener for Shared {
    fn message(&self, payload: &[u8]) {
        let Some((origin, rest)) = payload.split_first_chunk::<8>() else { return };
        match rest.split_first() {
            Some((b's', session)) if *origin != self.origin => self.cache.surrogates_added(session),
            Some((b'f', session)) => self.cache.drop_session(session),
            _ => {}
        }
    }

    fn reconnected(&self) {
        self.cache.clear();
    }
}

/// A text of a session, with the name and the creation time of its entry.
type TextEntry = (Blind, u64, Text);

impl Shared {
    pub(super) fn elapsed(&self) -> i64 {
        i64::try_from(self.start.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// The server's time, in milliseconds.
    pub(super) fn now(&self) -> u64 {
        let fixed_time = self.link.fixed_time.load(Ordering::Relaxed);
        if fixed_time > 0 {
            return fixed_time;
        }
        u64::try_from(self.offset.load(Ordering::Relaxed).saturating_add(self.elapsed())).unwrap_or_default()
    }

    pub(super) fn session(&self, scope: &Scope) -> Arc<CachedSession> {
        self.cache.session(self.names.session(scope), || self.names.tenant(&scope.tenant))
    }

    /// A call of a function for a session.
    pub(super) fn session_call(&self, function: &'static str, session: &Blind) -> Call {
        let fixed_time = self.link.fixed_time.load(Ordering::Relaxed);
        let times = [fixed_time, self.lifetimes.ttl, self.lifetimes.max_age, millis(self.limits.counters_ttl)];
        let mut call = Call::new(function, names::session_keys(&self.prefix, session));
        times.into_iter().for_each(|time| call.push(time));
        call.arguments.extend([self.link.channel.clone().into_bytes(), self.origin.to_vec(), session.to_vec()]);
        call
    }

    /// A call that may assign numbers.
    pub(super) fn writing_call(&self, function: &'static str, session: &Blind) -> Call {
        let mut call = self.session_call(function, session);
        let Epoch { number, history } = self.link.epoch(names::bucket(session));
        call.push(number);
        call.arguments.push(history.to_vec());
        call.push(JUMP);
        call.writes = true;
        call
    }

    /// Calls a function for a session; its answer without the totals, and the server's time.
    pub(super) async fn call(&self, session: &CachedSession, call: &Call) -> Result<(Totals, Vec<Value>), StoreError> {
        let answer = self.link.call(call).await?;
        let (totals, rest) = reply::parts(&answer)?;
        self.note_time(totals.now);
        self.link.note_epoch(names::bucket(&session.blind), totals.epoch);
        session.state().extra = totals.extra;
        if totals.has_dropped {
            // The message may come later, in a cluster by way of another node.
            self.cache.drop_session(&session.blind);
        }
        // An empty session that is only looked at may be about to get its first entry.
        if totals.entries > 0 || call.writes {
            self.reports.add(session.blind, session.tenant, totals);
        }
        Ok((totals, rest.to_vec()))
    }

    pub(super) fn note_time(&self, now: u64) {
        let now = i64::try_from(now).unwrap_or(i64::MAX);
        self.offset.store(now - self.elapsed(), Ordering::Relaxed);
    }

    /// Lists the session among its tenant's before anything is kept in it, so that a forgotten person is forgotten there.
    pub(super) async fn list(&self, session: &CachedSession) -> Result<(), StoreError> {
        if session.state().is_listed {
            return Ok(());
        }
        let keys = names::index_keys(&self.prefix, &session.tenant);
        for key in &keys[1..3] {
            let now = self.now();
            let add = redis::cmd("ZADD").arg(key).arg("NX").arg(now).arg(&session.blind[..]).take();
            self.link.command(&add).await?;
        }
        session.state().is_listed = true;
        Ok(())
    }

    /// The server's time, and the texts of a session.
    pub(super) async fn entries(
        &self,
        session: &CachedSession,
        is_use: bool,
    ) -> Result<(u64, Vec<TextEntry>), StoreError> {
        let mut call = self.session_call("load", &session.blind);
        call.push(u8::from(is_use));
        let (totals, parts) = self.call(session, &call).await?;
        let mut all = Vec::new();
        for item in parts.first().and_then(reply::list).unwrap_or_default().chunks_exact(2) {
            let [name, value] = item else { continue };
            if reply::bytes(value).is_some_and(|value| value.get(24..25) == Some(names::ALIAS)) {
                continue;
            }
            let (created, text) = self.opened(name, value)?;
            let name = reply::bytes(name).and_then(|name| name.try_into().ok()).ok_or(StoreError::Unavailable)?;
            all.push((name, created, text));
        }
        Ok((totals.now, all))
    }

    /// The creation time and the text of an entry.
    pub(super) fn opened(&self, name: &Value, value: &Value) -> Result<(u64, Text), StoreError> {
        let opened = || {
            let (created, sealed) = reply::entry(reply::bytes(value)?)?;
            Some((created, self.names.open(reply::bytes(name)?, sealed)?))
        };
        opened().ok_or_else(damaged)
    }
}
