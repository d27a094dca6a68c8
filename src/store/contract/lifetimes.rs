//! Lifetimes of entries and counters, and ceilings.

use std::time::Duration;

use super::*;

pub(crate) fn entries_live_for_a_time_after_their_own_last_use<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    client.assign(&scope, &["Ada", "Bob"]);
    client.advance(TTL - 1);
    assert_eq!(client.lookup(&scope, "[PERSON_1]").as_deref(), Some("Ada"));
    client.advance(TTL - 1);
    assert_eq!(client.lookup(&scope, "[PERSON_2]"), None);
    assert_eq!(client.assign(&scope, &["Ada"]), ["[PERSON_1]"]);
    client.advance(TTL - 1);
    assert_eq!(client.lookup(&scope, "[PERSON_1]"), None, "over its longest age");
    assert_eq!(client.assign(&scope, &["Bob", "Ada"]), ["[PERSON_3]", "[PERSON_4]"]);
}

pub(crate) fn a_whole_session_is_loaded_and_used_by_that<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    assert_eq!(client.load(&scope), []);
    client.assign(&scope, &["Ada", "Bob"]);
    client.assign(&client.scope("a", "2"), &["Eve"]);
    client.assign_one(&scope, "Ada", any_of(&["Zoe"]));
    let pair = |substitute: &str, text: &str| (substitute.to_owned(), text.to_owned());
    let expected = [pair("Zoe", "Ada"), pair("[PERSON_1]", "Ada"), pair("[PERSON_2]", "Bob")];
    for _ in 0..2 {
        client.advance(TTL - 1);
        assert_eq!(client.load(&scope), expected);
    }
    client.advance(TTL - 1);
    assert_eq!(client.load(&scope), [], "over their longest age");
}

pub(crate) fn counters_outlive_entries_and_deletion<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    client.assign(&scope, &["Ada"]);
    client.forget(&scope);
    assert_eq!(client.lookup(&scope, "[PERSON_1]"), None);
    client.advance(COUNTERS - 1);
    assert_eq!(client.assign(&scope, &["Ada"]), ["[PERSON_2]"]);
    client.advance(COUNTERS - 1);
    assert_eq!(client.assign(&scope, &["Ada"]), ["[PERSON_3]"]);
}

pub(crate) fn counters_expire_in_the_end<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    client.assign(&scope, &["Ada"]);
    client.advance(TTL);
    client.fixture.sweep();
    client.advance(COUNTERS);
    client.fixture.sweep();
    assert_eq!(client.assign(&scope, &["Bob"]), ["[PERSON_1]"]);
}

pub(crate) fn the_least_recently_used_entry_of_a_tenant_goes_first<F: Fixture>() {
    let client = Client::<F>::new(Sessions { tenant_entries: 3, ..limits() });
    let (one, two, theirs) = (client.scope("a", "1"), client.scope("a", "2"), client.scope("b", "1"));
    client.assign(&theirs, &["Una"]);
    client.advance(1);
    client.assign(&one, &["Ada", "Bob"]);
    client.advance(1);
    client.assign(&two, &["Eve"]);
    client.advance(1);
    client.lookup(&one, "[PERSON_1]");
    client.advance(1);
    client.assign(&two, &["Fay"]);
    client.fixture.sweep();
    assert_eq!(client.lookup(&one, "[PERSON_2]"), None);
    for (scope, substitute) in
        [(&one, "[PERSON_1]"), (&two, "[PERSON_1]"), (&two, "[PERSON_2]"), (&theirs, "[PERSON_1]")]
    {
        assert!(client.lookup(scope, substitute).is_some());
    }
}

pub(crate) fn the_least_recently_used_entry_of_all_goes_first<F: Fixture>() {
    let client = Client::<F>::new(Sessions { entries: 64, ttl: Duration::from_secs(1000), ..limits() });
    let first = client.scope("first", "1");
    client.assign(&first, &["Ada", "Bob"]);
    for n in 0..63 {
        if n % 10 == 0 {
            client.advance(1);
            client.lookup(&first, "[PERSON_1]");
        }
        client.assign(&client.scope(&format!("t{}", n % 8), "1"), &[&n.to_string()]);
    }
    client.fixture.sweep();
    assert_eq!(client.lookup(&first, "[PERSON_2]"), None, "the oldest of all");
    assert_eq!(client.lookup(&first, "[PERSON_1]").as_deref(), Some("Ada"), "used since");
    assert_eq!(client.lookup(&client.scope("t6", "1"), "[PERSON_8]").as_deref(), Some("62"));
}

pub(crate) fn bytes_are_limited_as_well<F: Fixture>() {
    let client = Client::<F>::new(Sessions { tenant_bytes: 64 << 10, ..limits() });
    let scope = client.scope("a", "1");
    let long = "x".repeat(20 << 10);
    for n in 0..6 {
        client.advance(1);
        client.assign(&scope, &[&format!("{n}{long}")]);
    }
    client.fixture.sweep();
    assert_eq!(client.lookup(&scope, "[PERSON_1]"), None);
    assert!(client.lookup(&scope, "[PERSON_6]").is_some());
}

pub(crate) fn a_flood_of_sessions_brings_no_number_again<F: Fixture>() {
    let client = Client::<F>::new(Sessions { tenant_entries: 50, tenant_bytes: 64 << 10, ..limits() });
    let scope = client.scope("a", "victim");
    let before = client.assign(&scope, &["Ada", "Bob", "Eve"]);
    for n in 0..1000 {
        client.assign(&client.scope("a", &n.to_string()), &["Mallory"]);
    }
    let after = client.assign(&scope, &["Zoe"]);
    assert!(!before.contains(&after[0]), "{after:?}");
}
