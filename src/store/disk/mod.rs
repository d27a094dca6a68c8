//! [`DiskStore`]: sessions in memory and in a file of sealed records, which outlive the process.
//!
//! Memory holds all sessions and decides everything; the file is written behind it and read at the start only. What
//! changes a session is acknowledged when it is in the file, so that nothing acknowledged is lost when the process or the
//! machine stops. Changes of many requests share one transaction. Uses of entries are written seldom, and nobody waits
//! for them: after a fault an entry may have lost a sixteenth of its life.

use std::{
    path::PathBuf,
    sync::Arc,
    thread::JoinHandle,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;

use self::{file::File, log::WriteLog};
use super::{Clock, Forgotten, MemoryStore, Scope, SessionSummary, Store, StoreError};
use crate::{
    anonymize::{Original, Substitute, SubstituteRequest},
    config::Sessions,
    keys::{AliasId, StorageKey},
};

mod file;
mod log;
mod record;
#[cfg(test)]
mod tests;

pub use file::DiskError;

/// Sessions in memory and in a file, within ceilings.
pub struct DiskStore {
    memory: Arc<MemoryStore>,
    log: Arc<WriteLog>,
    /// `None` only while it is dropped.
    writer: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for DiskStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("DiskStore").field(&self.memory).finish()
    }
}

impl DiskStore {
    /// The store in the file at `path`, which is made if there is none.
    ///
    /// # Errors
    /// If the file cannot be used, or is in use.
    pub fn open(path: PathBuf, limits: Sessions, storage: StorageKey) -> Result<Self, DiskError> {
        // Times in the file count from 1970, and within a run they never go back.
        let (unix, start) = (SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default(), Instant::now());
        Self::with_clock(path, limits, storage, Arc::new(move || unix + start.elapsed()))
    }

    /// The store in the file at `path` that goes by `clock`.
    ///
    /// # Errors
    /// As in [`DiskStore::open`].
    pub fn with_clock(path: PathBuf, limits: Sessions, storage: StorageKey, clock: Clock) -> Result<Self, DiskError> {
        let (file, records) = File::open(path, storage)?;
        let log = Arc::new(WriteLog::new());
        let memory = MemoryStore::with_journal(limits, clock, Some(Arc::clone(&log) as _));
        memory.restore(records);
        let writer = std::thread::Builder::new().name("store".into()).spawn({
            let log = Arc::clone(&log);
            move || log.run(file)
        });
        let writer = writer.map_err(|error| DiskError::File(Box::new(error)))?;
        Ok(Self { memory: Arc::new(memory), log, writer: Some(writer) })
    }

    /// The sessions in memory, which are all sessions.
    pub fn memory(&self) -> &Arc<MemoryStore> {
        &self.memory
    }
}

impl Drop for DiskStore {
    fn drop(&mut self) {
        self.log.close();
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

#[async_trait]
impl Store for DiskStore {
    async fn assign(
        &self,
        scope: &Scope,
        requests: &[SubstituteRequest],
        reserved: &[Substitute],
    ) -> Result<Vec<Substitute>, StoreError> {
        let assigned = self.memory.assign(scope, requests, reserved).await?;
        // Also for what another request assigned a moment ago.
        self.log.written(scope.session).await?;
        Ok(assigned)
    }

    async fn lookup(&self, scope: &Scope, substitutes: &[&str]) -> Result<Vec<Option<Original>>, StoreError> {
        self.memory.lookup(scope, substitutes).await
    }

    async fn surrogates(&self, scope: &Scope) -> Result<Vec<Substitute>, StoreError> {
        self.memory.surrogates(scope).await
    }

    async fn load(&self, scope: &Scope) -> Result<Vec<(Substitute, Original)>, StoreError> {
        self.memory.load(scope).await
    }

    async fn alias(&self, scope: &Scope, alias: AliasId) -> Result<(), StoreError> {
        self.memory.alias(scope, alias).await?;
        self.log.written(scope.session).await
    }

    async fn resolve_alias(&self, tenant: &Arc<str>, alias: AliasId) -> Result<Option<Scope>, StoreError> {
        self.memory.resolve_alias(tenant, alias).await
    }

    async fn forget(&self, scope: &Scope) -> Result<(), StoreError> {
        self.memory.forget(scope).await?;
        self.log.written(scope.session).await
    }

    async fn forget_texts(&self, tenant: &Arc<str>, texts: &[&str]) -> Result<Forgotten, StoreError> {
        let forgotten = self.memory.forget_texts(tenant, texts).await?;
        self.log.all_written().await?;
        Ok(forgotten)
    }

    async fn summary(&self, scope: &Scope) -> Result<Option<SessionSummary>, StoreError> {
        self.memory.summary(scope).await
    }

    fn is_available(&self) -> bool {
        !self.log.is_failing()
    }
}
