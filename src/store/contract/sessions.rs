//! Aliases of sessions, their summaries, and forgetting.

use std::time::Duration;

use super::*;

pub(crate) fn an_alias_leads_to_its_session_within_its_tenant_only<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let (ours, theirs) = (client.scope("a", "1"), client.scope("b", "1"));
    client.assign(&ours, &["Ada"]);
    client.alias(&ours, "resp_1");
    client.alias(&ours, "resp_2");
    for (tenant, id, expected) in
        [("a", "resp_1", Some(&ours)), ("a", "resp_2", Some(&ours)), ("a", "resp_3", None), ("b", "resp_1", None)]
    {
        assert_eq!(client.resolve(tenant, id).as_ref(), expected);
    }
    // The very same hash, under another tenant.
    let stolen = client.keys.aliases("a", "route").id("resp_1");
    assert_eq!(wait(client.fixture.store().resolve_alias(&theirs.tenant, stolen)).expect("an answer"), None);
}

pub(crate) fn an_alias_stands_for_the_session_that_it_was_given_to_last<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let (one, two) = (client.scope("a", "1"), client.scope("a", "2"));
    client.alias(&one, "conv_1");
    client.advance(TTL - 1);
    client.alias(&one, "conv_1");
    client.advance(TTL - 1);
    assert_eq!(client.resolve("a", "conv_1"), Some(one.clone()));
    client.alias(&two, "conv_1");
    assert_eq!(client.resolve("a", "conv_1"), Some(two.clone()));
    client.forget(&one);
    assert_eq!(client.resolve("a", "conv_1"), Some(two));
}

pub(crate) fn an_alias_expires_as_a_text_does<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    client.alias(&scope, "resp_1");
    client.alias(&scope, "resp_2");
    for _ in 0..2 {
        client.advance(TTL - 1);
        assert_eq!(client.resolve("a", "resp_1").as_ref(), Some(&scope));
    }
    assert_eq!(client.resolve("a", "resp_2"), None, "not used itself");
    client.advance(TTL - 1);
    assert_eq!(client.resolve("a", "resp_1"), None, "over its longest age");
}

pub(crate) fn aliases_go_with_their_session<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    client.assign(&scope, &["Ada"]);
    client.alias(&scope, "resp_1");
    client.forget(&scope);
    assert_eq!(client.resolve("a", "resp_1"), None);
    client.alias(&scope, "resp_2");
    assert_eq!(client.assign(&scope, &["Bob"]), ["[PERSON_2]"]);
}

pub(crate) fn a_session_may_have_a_longer_life_than_others<F: Fixture>() {
    const LIFE: u64 = 4 * MAX_AGE;
    let client = Client::<F>::new(limits());
    let (long, short) = (client.scope("a", "1"), client.scope("a", "2"));
    for scope in [&long, &short] {
        client.assign(scope, &["Ada", "Bob"]);
    }
    client.alias_for(&long, "resp_1", LIFE);
    client.alias_for(&short, "resp_2", TTL - 1);
    for _ in 0..3 {
        client.advance(LIFE - 1);
        client.fixture.sweep();
        assert_eq!(client.resolve("a", "resp_1"), Some(long.clone()), "however old, if it is used");
        assert_eq!(client.lookup(&long, "[PERSON_1]").as_deref(), Some("Ada"));
    }
    assert_eq!(client.lookup(&long, "[PERSON_2]"), None, "not used itself");
    assert_eq!((client.resolve("a", "resp_2"), client.lookup(&short, "[PERSON_1]")), (None, None));
    // A later alias lives as long; a shorter wish changes nothing.
    client.alias_for(&long, "resp_3", TTL + 1);
    assert_eq!(client.assign(&long, &["Cy", "Ada"]), ["[PERSON_3]", "[PERSON_1]"]);
    client.advance(LIFE - 1);
    assert_eq!(client.load(&long).len(), 2);
    client.forget(&long);
    assert_eq!(client.assign(&long, &["Dan"]), ["[PERSON_4]"]);
    client.advance(TTL);
    assert_eq!(client.lookup(&long, "[PERSON_4]"), None, "a long life ends with the session's entries");
    for _ in 0..2 {
        client.alias_for(&long, "resp_4", LIFE);
        client.advance(LIFE);
    }
    client.alias_for(&long, "resp_4", LIFE);
    client.advance(LIFE - 1);
    assert_eq!(client.resolve("a", "resp_4"), Some(long));
}

pub(crate) fn a_long_life_keeps_no_other_entry_alive<F: Fixture>() {
    let client = Client::<F>::new(Sessions { tenant_entries: 4, ..limits() });
    let (long, short) = (client.scope("a", "1"), client.scope("a", "2"));
    client.assign(&long, &["Ada"]);
    client.alias_for(&long, "resp_1", 4 * MAX_AGE);
    client.advance(1);
    client.assign(&short, &["Bob"]);
    client.advance(TTL);
    client.fixture.sweep();
    let summary = |scope: &Scope| wait(client.fixture.store().summary(scope)).expect("an answer");
    assert_eq!((summary(&short), summary(&long).map(|known| known.texts)), (None, Some(1)));
    // Over the ceiling, the entry that would expire first is dropped first.
    client.assign(&short, &["Cy", "Dan"]);
    client.advance(1);
    client.assign(&short, &["Eve"]);
    client.fixture.sweep();
    assert_eq!(client.lookup(&long, "[PERSON_1]").as_deref(), Some("Ada"));
    assert!(summary(&short).is_some_and(|known| known.texts < 3));
}

pub(crate) fn a_person_is_forgotten_in_all_sessions_of_the_tenant<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let (one, two, theirs) = (client.scope("a", "1"), client.scope("a", "2"), client.scope("b", "1"));
    for scope in [&one, &two, &theirs] {
        client.assign(scope, &["Ada", "Bob", "Ada Roe"]);
    }
    client.assign_one(&one, "Ada", any_of(&["Zoe"]));
    // A text whose substitute was reserved later has two.
    client.assign_all(&two, &[request(PERSON, "Ada", SubstituteKind::Numbered)], &["[PERSON_1]"]);
    let forget = |texts: &[&str]| wait(client.fixture.store().forget_texts(&"a".into(), texts)).expect("an answer");
    assert_eq!(forget(&["Ada", "ada", "Nobody"]), ForgetCounts { entries: 4, sessions: 2 });
    for (scope, substitute) in [(&one, "[PERSON_1]"), (&one, "Zoe"), (&two, "[PERSON_1]"), (&two, "[PERSON_4]")] {
        assert_eq!(client.lookup(scope, substitute), None);
    }
    for (scope, substitute) in [(&one, "[PERSON_2]"), (&two, "[PERSON_3]"), (&theirs, "[PERSON_1]")] {
        assert!(client.lookup(scope, substitute).is_some());
    }
    assert_eq!(client.assign(&one, &["Ada"]), ["[PERSON_4]"]);
    assert_eq!(forget(&["Nobody"]), ForgetCounts::default());
}

pub(crate) fn a_session_is_summed_up<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    let summary = |scope: &Scope| wait(client.fixture.store().summary(scope)).expect("an answer");
    assert_eq!(summary(&scope), None);
    client.assign(&scope, &["Ada", "Bob"]);
    client.alias(&scope, "resp_1");
    client.advance(3);
    client.lookup(&scope, "[PERSON_1]");
    client.advance(2);
    let seconds = |time: Duration| time.as_millis().div_ceil(1000);
    let known = summary(&scope).expect("a session");
    assert_eq!((known.texts, known.aliases), (2, 1));
    assert_eq!([known.age, known.idle, known.expires_in].map(seconds), [5, 2, 8]);
    assert_eq!(summary(&client.scope("b", "1")), None);
    client.advance(TTL - 4);
    assert_eq!(summary(&scope).map(|known| (known.texts, known.aliases)), Some((1, 0)), "only what is alive");
    client.forget(&scope);
    assert_eq!(summary(&scope), None);
}

pub(crate) fn the_texts_of_a_session_are_listed_and_not_used_by_that<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    assert_eq!(client.texts(&scope), []);
    client.assign(&scope, &["Ada", "Bob"]);
    client.assign_one(&scope, "Ada", any_of(&["Zoe"]));
    client.assign_all(&scope, &[request(PLACE, "Lyon", SubstituteKind::Numbered)], &[]);
    client.alias(&scope, "resp_1");
    client.assign(&client.scope("a", "2"), &["Eve"]);
    let text = |label, text: &str| (label, text.to_owned());
    assert_eq!(client.texts(&scope), [text(PLACE, "Lyon"), text(PERSON, "Ada"), text(PERSON, "Bob")]);
    client.advance(TTL - 1);
    client.texts(&scope);
    client.lookup(&scope, "[PERSON_2]");
    client.advance(1);
    assert_eq!(client.texts(&scope), [text(PERSON, "Bob")]);
}
