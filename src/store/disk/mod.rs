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
use super::{Clock, MemoryLayer, MemoryStore, StoreError};
use crate::{
    config::Sessions,
    keys::{SessionId, StorageKey},
};

mod file;
mod log;
pub(super) mod record;
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
    pub fn sessions(&self) -> &Arc<MemoryStore> {
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
impl MemoryLayer for DiskStore {
    fn memory(&self) -> &MemoryStore {
        &self.memory
    }

    async fn acknowledge(&self, session: Option<SessionId>) -> Result<(), StoreError> {
        match session {
            Some(session) => self.log.written(session).await,
            None => self.log.all_written().await,
        }
    }

    fn can_assign(&self) -> bool {
        !self.log.is_failing()
    }
}
