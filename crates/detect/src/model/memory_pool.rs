//! [`Pool`]: the working memory of models, lent to one caller at a time.

use std::sync::{Arc, Mutex, PoisonError};

/// Memory that no caller uses at the moment: as many pieces as there ever were callers at a time.
pub(super) type Pool = Mutex<Vec<Box<Memory>>>;

/// Working memory of the models.
#[derive(Default)]
pub(super) struct Memory {
    pub(super) main: masquerade_ner::Scratch,
    /// Made when the first text in another language comes.
    pub(super) european: Option<masquerade_ner::Scratch>,
    pub(super) values: masquerade_ner::values::ValueScratch,
}

/// A piece of memory on loan from the pool, until it is dropped.
pub(super) struct Lease {
    /// `None` only while it is dropped.
    memory: Option<Box<Memory>>,
    pool: Arc<Pool>,
}

impl Lease {
    /// A piece of memory of `pool`, or a new one if all are on loan.
    pub(super) fn of(pool: &Arc<Pool>) -> Self {
        let memory = pool.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
        Self { memory: Some(memory), pool: Arc::clone(pool) }
    }

    /// The memory on loan.
    pub(super) fn memory(&mut self) -> &mut Memory {
        self.memory.as_mut().expect("memory is on loan until the lease is dropped")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        // A panic may have left it in the middle of a text.
        if std::thread::panicking() {
            return;
        }
        self.pool.lock().unwrap_or_else(PoisonError::into_inner).extend(self.memory.take());
    }
}
