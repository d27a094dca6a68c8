//! Entry points of the fuzz target for store records: the readers of what a file or a server holds, behind the seal that
//! keeps others from writing it.

use std::{sync::Arc, time::Duration};

use super::{MemoryStore, Scope, disk::record, memory::Record, valkey::reply};
use crate::config::Sessions;

/// A store of the records of kinds and values as they stand under the seal of a file, with the sessions that these name.
/// Its clock shows `now`.
///
/// # Panics
/// If a record that was read is written in another form than it had.
pub fn restore<'v>(
    limits: Sessions,
    now: Duration,
    records: impl Iterator<Item = (u8, &'v [u8])>,
) -> (MemoryStore, Vec<Scope>) {
    let (mut all, mut scopes) = (Vec::new(), Vec::new());
    for (kind, value) in records {
        let Some(record) = record::parse(kind, value) else { continue };
        assert_eq!(record::plain(&record).as_deref().map(Vec::as_slice), Some(value), "another form");
        if let Record::Entry { scope, .. } | Record::Counters { scope, .. } = &record {
            scopes.push(scope.clone());
        }
        // A file has one record for each key.
        all.retain(|known| !is_same(known, &record));
        all.push(record);
    }
    let store = MemoryStore::with_clock(limits, Arc::new(move || now));
    store.restore(all);
    (store, scopes)
}

/// Reports whether two records are of the same key.
fn is_same(one: &Record, other: &Record) -> bool {
    match (one, other) {
        (Record::Entry { scope, entry }, Record::Entry { scope: other_scope, entry: other }) => {
            scope == other_scope && entry.name() == other.name()
        }
        (Record::Counters { scope, .. }, Record::Counters { scope: other, .. }) => scope == other,
        (Record::Floor { tenant, .. }, Record::Floor { tenant: other, .. }) => tenant == other,
        _ => false,
    }
}

/// Reports whether `answer`, in the wire format of Valkey (RESP), is one that a function of ours could give.
pub fn is_function_answer(answer: &[u8]) -> bool {
    let Ok(value) = redis::parse_redis_value(answer) else { return false };
    let entries = reply::list(&value).unwrap_or_default().iter().filter_map(reply::bytes);
    entries.filter_map(reply::entry).count() > 0 || reply::parts(&value).is_ok()
}
