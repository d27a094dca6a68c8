//! [`Ledger`]: the limits, clock and totals that the tenants of a memory store share.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use super::{
    Reason,
    journal::Journal,
    session::{Drops, Moment},
    size::SharedSize,
    tenant::{Floor, lock},
};
use crate::{config::Sessions, store::Clock};

/// Limits, clock and totals.
pub(super) struct Ledger {
    pub(super) limits: Sessions,
    clock: Clock,
    /// The listener to changes.
    pub(super) journal: Option<Arc<dyn Journal>>,
    /// The size of all tenants together.
    pub(super) size: SharedSize,
    /// The lowest numbers for tenants that had to be dropped altogether.
    floor: Mutex<Floor>,
    dropped: [AtomicU64; Reason::ALL.len()],
}

impl Ledger {
    pub(super) fn new(limits: Sessions, clock: Clock, journal: Option<Arc<dyn Journal>>) -> Self {
        Self {
            limits,
            clock,
            journal,
            size: SharedSize::default(),
            floor: Mutex::default(),
            dropped: Default::default(),
        }
    }

    pub(super) fn now(&self) -> Duration {
        (self.clock)()
    }

    /// The present moment, at which nothing has been dropped.
    pub(super) fn moment(&self) -> Moment<'_> {
        Moment { now: self.now(), limits: &self.limits, drops: Drops::default() }
    }

    /// The floor of new sessions as of `now`.
    pub(super) fn floor(&self, now: Duration) -> u64 {
        lock(&self.floor).at(now)
    }

    /// Raises the floor to that of a dropped tenant.
    pub(super) fn raise_floor(&self, floor: Floor) {
        let mut all = lock(&self.floor);
        all.merge(floor, self.now());
        if let Some(journal) = &self.journal {
            journal.record(all.record(None));
        }
    }

    /// Adds to the counts of dropped entries.
    pub(super) fn count(&self, drops: Drops) {
        for (total, count) in self.dropped.iter().zip(drops) {
            total.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// The counts of dropped entries.
    pub(super) fn dropped(&self) -> [(Reason, u64); Reason::ALL.len()] {
        let mut dropped = <[(Reason, u64); Reason::ALL.len()]>::default();
        for ((slot, reason), total) in dropped.iter_mut().zip(Reason::ALL).zip(&self.dropped) {
            *slot = (reason, total.load(Ordering::Relaxed));
        }
        dropped
    }
}
