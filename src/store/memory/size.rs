//! [`Size`]: counts of sessions and entries, and bytes, of a session, a tenant or the store.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts of sessions and entries, and estimated bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    /// Sessions with an entry.
    pub(super) sessions: usize,
    pub(super) entries: usize,
    pub(super) bytes: usize,
}

/// A size that threads change together.
#[derive(Debug, Default)]
pub(super) struct SharedSize {
    sessions: AtomicUsize,
    entries: AtomicUsize,
    bytes: AtomicUsize,
}

impl SharedSize {
    /// Replaces a part of the size `before` by `after`.
    pub(super) fn change(&self, before: Size, after: Size) {
        for (total, before, after) in [
            (&self.sessions, before.sessions, after.sessions),
            (&self.entries, before.entries, after.entries),
            (&self.bytes, before.bytes, after.bytes),
        ] {
            // Wraps as the sum does, so that the total is right in the end.
            total.fetch_add(after.wrapping_sub(before), Ordering::Relaxed);
        }
    }

    /// The size now.
    pub(super) fn get(&self) -> Size {
        Size {
            sessions: self.sessions.load(Ordering::Relaxed),
            entries: self.entries.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
        }
    }

    /// The entries and bytes above these ceilings; `None` if there are none.
    pub(super) fn excess(&self, entries: usize, bytes: usize) -> Option<Size> {
        let size = self.get();
        let excess = Size {
            entries: size.entries.saturating_sub(entries),
            bytes: size.bytes.saturating_sub(bytes),
            sessions: 0,
        };
        (excess != Size::default()).then_some(excess)
    }
}
