//! Restarts, fail-overs, and servers that lose everything.

use super::{assign::number_of, *};

fn number(substitute: &str) -> u64 {
    number_of(substitute, Label::PERSON).expect("a number")
}

/// The number that the text gets as soon as the store can assign again.
fn assign_when_back(store: &ValkeyStore, scope: &Scope, text: &str) -> u64 {
    loop {
        if let Ok(assigned) = assign(store, scope, &[text]) {
            return number(&assigned[0]);
        }
    }
}

#[test]
fn without_the_server_what_is_at_hand_is_restored_and_numbers_are_refused() {
    let Some(client) = client() else { return };
    let (store, scope) = (&client.fixture.store, client.scope("a", "1"));
    wait(store.surrogates(&scope)).unwrap();
    assign(store, &scope, &["Ada"]).unwrap();
    client.fixture.server.stop();
    assert_eq!(assign(store, &scope, &["Bob"]), Err(StoreError::Unavailable));
    assert!(!store.is_available());
    assert_eq!(lookup(store, &scope, "[PERSON_1]").unwrap().as_deref(), Some("Ada"));
    assert_eq!(assign(store, &scope, &["Ada"]).unwrap(), ["[PERSON_1]"]);
    assert_eq!(lookup(store, &scope, "[PERSON_2]"), Err(StoreError::Unavailable));
}

#[test]
fn a_server_that_was_restarted_may_have_lost_numbers_and_leaves_some_out() {
    let Some(client) = client() else { return };
    let (store, scope) = (&client.fixture.store, client.scope("a", "1"));
    assert_eq!(assign(store, &scope, &["Ada"]).unwrap(), ["[PERSON_1]"]);
    // What is written to the append-only file within a second may be lost; this is not.
    let sync = redis::cmd("CONFIG").arg("SET").arg("appendfsync").arg("always").take();
    wait(store.shared.link.command(&sync)).unwrap();
    assign(store, &scope, &["Bob"]).unwrap();
    client.fixture.server.restart();
    let next = assign_when_back(store, &scope, "Cy");
    assert_eq!(next, link::JUMP + 3);
    assert_eq!(lookup(store, &scope, "[PERSON_2]").unwrap().as_deref(), Some("Bob"));
    // A session that the server never heard of, or has lost, begins above all that may have been given in it.
    assert_eq!(assign(store, &client.scope("a", "2"), &["Ada"]).unwrap(), [format!("[PERSON_{}]", link::JUMP + 1)]);
}

#[test]
fn a_write_waits_for_replicas_and_numbers_are_left_out_after_a_fail_over() {
    let Some(client) = client() else { return };
    let replica = Server::start();
    replica.follow(client.fixture.server.port);
    let Valkey { settings, limits, storage, .. } = &client.fixture;
    let open = |settings: &ValkeySettings| ValkeyStore::open(settings, limits.clone(), storage.clone());
    let acknowledged = ValkeySettings { acknowledgement: Acknowledgement::Replicas(1), ..settings.clone() };
    let store = open(&acknowledged).expect("a store");
    let scope = client.scope("a", "1");
    // Until the replica is in step.
    while assign(&store, &scope, &["Ada"]).is_err() {}
    let bob = assign(&store, &scope, &["Bob"]).unwrap().remove(0);
    client.fixture.server.stop();
    assert_eq!(assign(&store, &scope, &["Cy"]), Err(StoreError::Unavailable));

    replica.ask::<()>(&["REPLICAOF", "NO", "ONE"]);
    let moved = open(&ValkeySettings { url: replica.settings("").url, ..settings.clone() }).expect("a store");
    assert_eq!(lookup(&moved, &scope, &bob).unwrap().as_deref(), Some("Bob"));
    let assigned = assign(&moved, &scope, &["Bob", "Dan"]).unwrap();
    assert_eq!(assigned[0], bob);
    // A first replica gives the server a new history, too, so that Bob's own number may be above some left out.
    assert!(number(&assigned[1]) > number(&bob) + link::JUMP, "{assigned:?}");
    drop(replica);
    // Without a replica nothing is acknowledged.
    client.fixture.server.restart();
    let alone = open(&acknowledged).expect("a store");
    assert_eq!(assign(&alone, &scope, &["Eve"]), Err(StoreError::Unavailable));
}

#[test]
fn a_server_that_lost_everything_gives_no_number_again() {
    let Some(client) = client_on(Server::forgetful) else { return };
    let (store, scope) = (&client.fixture.store, client.scope("a", "1"));
    assert_eq!(assign(store, &scope, &["Ada", "Bob"]).unwrap(), ["[PERSON_1]", "[PERSON_2]"]);
    client.fixture.server.restart();
    assert_eq!(assign_when_back(store, &scope, "Cy"), link::JUMP + 1);
    let other = client.fixture.other_process();
    assert_eq!(lookup(&other, &scope, "[PERSON_1]").unwrap(), None);
    // Emptied without a restart.
    client.fixture.server.ask::<()>(&["FLUSHALL"]);
    assert_eq!(assign(&other, &scope, &["Dan"]).unwrap(), [format!("[PERSON_{}]", 2 * link::JUMP + 1)]);
}

#[test]
fn a_fail_over_by_sentinels_is_followed() {
    let Some(client) = client() else { return };
    let Valkey { limits, storage, .. } = &client.fixture;
    let servers = Sentinels::start();
    let open = || ValkeyStore::open(&servers.settings(), limits.clone(), storage.clone()).expect("a store");
    let (store, scope) = (open(), client.scope("a", "1"));
    let before = number(&assign(&store, &scope, &["Ada"]).unwrap()[0]);
    servers.server.settle("mark");
    servers.server.stop();
    assert_eq!(assign(&store, &scope, &["Bob"]), Err(StoreError::Unavailable));
    servers.fail_over();
    assert!(assign_when_back(&store, &scope, "Bob") > before + link::JUMP);
    let ada = format!("[PERSON_{before}]");
    assert_eq!(lookup(&open(), &scope, &ada).unwrap().as_deref(), Some("Ada"));
    assert_eq!(servers.replica.ask::<Vec<redis::Value>>(&["ROLE"])[0], redis::Value::BulkString(b"master".to_vec()));
}

#[test]
fn a_fail_over_in_a_cluster_leaves_out_numbers_of_its_slots_alone() {
    let Some(client) = client_on(|| Cluster::with_replicas(1)) else { return };
    let Valkey { store, server: cluster, .. } = &client.fixture;
    let is_there = |scope: &Scope| {
        let bucket = names::bucket(&store.shared.names.session(scope));
        cluster.has_first(&names::epoch_key(&store.shared.prefix, bucket))
    };
    let scope = |is_first| {
        let mut scopes = (0..).map(|n| client.scope("a", &format!("{n}")));
        scopes.find(|scope| is_there(scope) == is_first).expect("one of many")
    };
    let (lost, kept) = (scope(true), scope(false));
    let before = [&lost, &kept].map(|scope| number(&assign(store, scope, &["Ada"]).unwrap()[0]));
    let bucket = names::bucket(&store.shared.names.session(&lost));
    cluster.nodes[0].settle(&format!("{}:mark", names::epoch_key(&store.shared.prefix, bucket)));
    cluster.fail_over();
    assert!(assign_when_back(store, &lost, "Bob") > before[0] + link::JUMP);
    assert_eq!(assign_when_back(store, &kept, "Bob"), before[1] + 1);
    let other = client.fixture.other_process();
    for (scope, number) in [(&lost, before[0]), (&kept, before[1])] {
        assert_eq!(lookup(&other, scope, &format!("[PERSON_{number}]")).unwrap().as_deref(), Some("Ada"));
    }
}
