//! [`WriteLog`]: changes on their way to the file. One thread writes those of many requests in one transaction.

use std::{
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use dashmap::DashMap;
use tokio::sync::watch;

use super::file::File;
use crate::{
    keys::SessionId,
    store::{
        StoreError,
        memory::{Journal, Record},
    },
};

/// The longest wait for the disk.
const PATIENCE: Duration = Duration::from_secs(5);

/// The pause before a transaction that failed is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// The most records of one transaction.
const BATCH: usize = 20_000;

/// Changes on their way to the file.
pub(super) struct WriteLog {
    queue: Mutex<Queue>,
    filled: Condvar,
    /// The sequence number of the last change of each session that has changes on their way.
    pending: DashMap<SessionId, u64>,
    /// The sequence number up to which all is in the file.
    durable: watch::Sender<u64>,
    /// True if the last transaction failed.
    failing: AtomicBool,
}

#[derive(Default)]
struct Queue {
    records: Vec<Record>,
    /// The sequence number of the last record.
    last: u64,
    closed: bool,
}

impl Journal for WriteLog {
    fn record(&self, record: Record) {
        let session = match &record {
            Record::Entry { scope, .. }
            | Record::EntryGone { scope, .. }
            | Record::Counters { scope, .. }
            | Record::CountersGone { scope } => Some(scope.session),
            Record::Floor { .. } => None,
        };
        let mut queue = self.queue();
        queue.last += 1;
        queue.records.push(record);
        if let Some(session) = session {
            self.pending.insert(session, queue.last);
        }
        drop(queue);
        self.filled.notify_one();
    }
}

impl WriteLog {
    /// A log without changes.
    pub(super) fn new() -> Self {
        Self {
            queue: Mutex::default(),
            filled: Condvar::new(),
            pending: DashMap::new(),
            durable: watch::Sender::new(0),
            failing: AtomicBool::new(false),
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the changes of `session` are in the file; returns at once if it has none on their way.
    ///
    /// # Errors
    /// If that takes too long.
    pub(super) async fn written(&self, session: SessionId) -> Result<(), StoreError> {
        let last = self.pending.get(&session).map(|last| *last);
        self.written_up_to(last.unwrap_or_default()).await
    }

    /// Waits until all changes so far are in the file.
    ///
    /// # Errors
    /// If that takes too long.
    pub(super) async fn all_written(&self) -> Result<(), StoreError> {
        let last = self.queue().last;
        self.written_up_to(last).await
    }

    async fn written_up_to(&self, last: u64) -> Result<(), StoreError> {
        if *self.durable.borrow() >= last {
            return Ok(());
        }
        let mut durable = self.durable.subscribe();
        let written = durable.wait_for(|durable| *durable >= last);
        match tokio::time::timeout(PATIENCE, written).await {
            Ok(Ok(_)) => Ok(()),
            _ => Err(StoreError::Unavailable),
        }
    }

    /// Reports whether the last transaction failed.
    pub(super) fn is_failing(&self) -> bool {
        self.failing.load(Ordering::Relaxed)
    }

    /// Lets [`WriteLog::run`] return when it has written what is on its way.
    pub(super) fn close(&self) {
        self.queue().closed = true;
        self.filled.notify_one();
    }

    /// Writes changes to `file` until the log is closed.
    pub(super) fn run(&self, mut file: File) {
        loop {
            let (batch, last) = {
                let mut queue = self.queue();
                while queue.records.is_empty() && !queue.closed {
                    queue = self.filled.wait(queue).unwrap_or_else(PoisonError::into_inner);
                }
                if queue.records.is_empty() {
                    return;
                }
                let excess = queue.records.len().saturating_sub(BATCH);
                let kept = queue.records.len() - excess;
                let rest = queue.records.split_off(kept);
                (std::mem::replace(&mut queue.records, rest), queue.last - excess as u64)
            };
            while let Err(error) = file.write(&batch) {
                self.failing.store(true, Ordering::Relaxed);
                tracing::error!(target: "masquerade::store", %error, "sessions cannot be written");
                let queue = self.queue();
                let pause = self.filled.wait_timeout_while(queue, RETRY, |queue| !queue.closed);
                if pause.unwrap_or_else(PoisonError::into_inner).0.closed {
                    return;
                }
            }
            self.failing.store(false, Ordering::Relaxed);
            // Before anybody hears of it, so that whoever asks again finds nothing on its way.
            self.pending.retain(|_, pending| *pending > last);
            self.durable.send_replace(last);
            if self.queue().records.is_empty()
                && let Err(error) = file.compact()
            {
                tracing::warn!(target: "masquerade::store", %error, "the session store's file cannot be made smaller");
            }
        }
    }
}
