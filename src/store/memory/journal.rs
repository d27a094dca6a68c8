//! [`Journal`]: a listener to the changes of a memory store, from whose records the store can be built again.

use std::{sync::Arc, time::Duration};

use super::entry::{Content, Entry};
use crate::{
    anonymize::Substitute,
    keys::AliasId,
    store::{Numbering, Scope},
};

/// A listener to the changes of a store.
pub(in crate::store) trait Journal: Send + Sync {
    /// Takes a record. Records of one session come in the order of its changes, while it is locked.
    fn record(&self, record: Record);
}

/// A change of a store.
pub(in crate::store) enum Record {
    /// An entry is new, or was used.
    Entry { scope: Scope, entry: Entry },
    /// An entry has gone.
    EntryGone { scope: Scope, name: EntryName },
    /// A session has these counters; `since` is the time of its last entry, as far as it is known. Its entries live for
    /// at least `life` after their last use.
    Counters { scope: Scope, numbering: Numbering, since: Duration, life: Duration },
    /// The counters of a session have gone.
    CountersGone { scope: Scope },
    /// Later sessions of the tenant, or of all tenants, assign numbers above `number` only, until the time `until`.
    Floor { tenant: Option<Arc<str>>, number: u64, until: Duration },
}

/// The name of an entry, unique in its session.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::store) enum EntryName {
    Substitute(Substitute),
    Alias(AliasId),
}

impl Entry {
    /// The name of the entry.
    pub(in crate::store) fn name(&self) -> EntryName {
        match &self.content {
            Content::Text(text) => EntryName::Substitute(text.substitute.clone()),
            Content::Alias(alias) => EntryName::Alias(*alias),
        }
    }
}

/// The changes of a session since they were last recorded.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) entries: Vec<Change>,
    /// True if a counter has changed.
    pub(super) counters: bool,
}

/// A change of an entry.
pub(super) enum Change {
    /// The entry of this id is new, or was used.
    Kept(u64),
    Gone(EntryName),
}
