//! Tests of the memory store: the contract of stores, ceilings, counts, and order under load.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use super::*;
use crate::store::contract::{Client, Fixture, contract, limits};

/// A memory store with a clock that only tests move.
struct Memory {
    store: MemoryStore,
    nanoseconds: Arc<AtomicU64>,
}

impl Fixture for Memory {
    fn new(limits: Sessions) -> Self {
        let nanoseconds = Arc::new(AtomicU64::new(1));
        let clock = Arc::clone(&nanoseconds);
        let clock: Clock = Arc::new(move || Duration::from_nanos(clock.load(Ordering::Relaxed)));
        Self { store: MemoryStore::with_clock(limits, clock), nanoseconds }
    }

    fn store(&self) -> &dyn Store {
        &self.store
    }

    fn advance(&self, time: Duration) {
        self.nanoseconds.fetch_add(u64::try_from(time.as_nanos()).expect("a short time"), Ordering::Relaxed);
    }

    fn sweep(&self) {
        self.store.sweep();
    }
}

contract!(Memory);

impl Client<Memory> {
    fn stats(&self) -> Stats {
        self.fixture.store.stats()
    }

    fn dropped(&self, reason: Reason) -> u64 {
        self.stats().dropped.into_iter().find(|(known, _)| *known == reason).expect("all reasons").1
    }
}

fn client(limits: Sessions) -> Client<Memory> {
    Client::new(limits)
}

#[test]
fn dropped_entries_are_counted_by_reason() {
    let client = client(Sessions { tenant_entries: 2, ..limits() });
    let scope = client.scope("a", "1");
    client.assign(&scope, &["Ada", "Bob"]);
    client.alias(&scope, "resp_1");
    assert_eq!(client.dropped(Reason::TenantCeiling), 1);
    client.forget(&scope);
    assert_eq!(client.dropped(Reason::Forgotten), 2);
    client.assign(&scope, &["Ada", "Bob"]);
    for _ in 0..2 {
        client.advance(9);
        client.lookup(&scope, "[PERSON_3]");
    }
    client.lookup(&scope, "[PERSON_4]");
    assert_eq!(client.dropped(Reason::Ttl), 1);
    client.advance(9);
    client.lookup(&scope, "[PERSON_3]");
    assert_eq!(client.dropped(Reason::MaxAge), 1);
    // An alias that moves to another session is not dropped.
    client.alias(&scope, "resp_2");
    client.alias(&client.scope("a", "2"), "resp_2");
    assert_eq!(client.stats().dropped.iter().map(|(_, count)| count).sum::<u64>(), 5);
}

#[test]
fn a_sweep_leaves_nothing_that_has_expired() {
    let client = client(limits());
    let scope = client.scope("a", "1");
    client.assign(&scope, &["Ada"]);
    client.alias(&scope, "resp_1");
    client.advance(10);
    client.fixture.sweep();
    assert_eq!((client.stats().entries, client.stats().sessions, client.dropped(Reason::Ttl)), (0, 0, 2));
    client.advance(100);
    client.fixture.sweep();
    let Stats { tenants, sessions, entries, bytes, .. } = client.stats();
    assert_eq!((tenants, sessions, entries, bytes), (0, 0, 0, 0));
}

#[test]
fn all_tenants_together_give_way_in_batches() {
    let long = Duration::from_secs(1000);
    let client = client(Sessions { entries: 64, ttl: long, max_age: long, ..limits() });
    for n in 0..65 {
        client.advance(1);
        client.assign(&client.scope(&format!("t{}", n % 8), "1"), &[&n.to_string()]);
    }
    assert_eq!(client.dropped(Reason::GlobalCeiling), 65 - (64 - 64 / 32));
    for n in 0..65 {
        let found = client.lookup(&client.scope(&format!("t{}", n % 8), "1"), &format!("[PERSON_{}]", n / 8 + 1));
        assert_eq!(found.is_some(), n >= 3, "{n}");
    }
}

#[test]
fn a_flood_of_sessions_stays_bounded() {
    let client = client(Sessions { tenant_entries: 50, tenant_bytes: 64 << 10, ..limits() });
    for n in 0..5000 {
        client.assign(&client.scope("a", &n.to_string()), &["Mallory"]);
        assert!(client.stats().bytes <= 64 << 10);
    }
}

#[test]
fn a_flood_of_tenants_stays_bounded_and_brings_no_number_again() {
    let client = client(Sessions { bytes: 256 << 10, ..limits() });
    let scope = client.scope("victim", "1");
    let before = client.assign(&scope, &["Ada", "Bob", "Eve"]);
    client.advance(1);
    for n in 0..3000 {
        client.assign(&client.scope(&n.to_string(), "1"), &["Mallory"]);
        assert!(client.stats().bytes <= 256 << 10);
    }
    assert_eq!(client.lookup(&scope, "[PERSON_1]"), None);
    let after = client.assign(&scope, &["Zoe"]);
    assert!(!before.contains(&after[0]), "{after:?}");
    assert!(client.dropped(Reason::GlobalCeiling) > 0);
}

#[test]
fn a_flood_of_aliases_stays_bounded() {
    let long = Duration::from_secs(1 << 20);
    let client = client(Sessions { tenant_entries: 50, entries: 100, ttl: long, max_age: long, ..limits() });
    let scope = client.scope("a", "1");
    for n in 0..2000 {
        client.advance(1);
        client.alias(&scope, &n.to_string());
        client.alias(&client.scope("a", &n.to_string()), &format!("other {n}"));
        client.alias(&client.scope(&n.to_string(), "1"), "same");
        let stats = client.stats();
        assert!(stats.entries <= 100 && stats.bytes <= 10 << 20, "{stats:?}");
    }
    assert_eq!(client.resolve("a", "1999"), Some(scope));
    assert_eq!(client.resolve("a", "0"), None);
    assert!(client.dropped(Reason::TenantCeiling) > 0 && client.dropped(Reason::GlobalCeiling) > 0);
}

#[test]
fn sizes_are_right_whatever_threads_did() {
    let client = client(Sessions { tenant_entries: 40, entries: 60, bytes: 64 << 10, ..limits() });
    std::thread::scope(|threads| {
        for thread in 0..4 {
            let client = &client;
            threads.spawn(move || {
                for n in 0..400 {
                    let scope = client.scope(&format!("t{}", n % 3), &format!("s{}", (n + thread) % 5));
                    client.assign(&scope, &[&format!("{thread} {n}"), &n.to_string()]);
                    match n % 7 {
                        0 => client.forget(&scope),
                        1 => client.alias(&scope, &(n % 11).to_string()),
                        2 => client.advance(1),
                        3 => client.fixture.sweep(),
                        4 => _ = client.resolve("t1", &(n % 11).to_string()),
                        _ => _ = client.lookup(&scope, "[PERSON_1]"),
                    }
                }
            });
        }
    });
    let Stats { entries, bytes, .. } = client.stats();
    assert!(entries <= 60 && bytes <= 64 << 10);
    for _ in 0..2 {
        client.advance(1000);
        client.fixture.sweep();
    }
    let Stats { tenants, sessions, entries, bytes, .. } = client.stats();
    assert_eq!((tenants, sessions, entries, bytes), (0, 0, 0, 0));
}
