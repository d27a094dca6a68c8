//! The assignment of substitutes, and their originals.

use super::*;

pub(crate) fn a_text_has_one_substitute_in_its_session_and_only_there<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let (one, two) = (client.scope("a", "1"), client.scope("a", "2"));
    assert_eq!(client.assign(&one, &["Ada", "Bob"]), ["[PERSON_1]", "[PERSON_2]"]);
    assert_eq!(client.assign(&one, &["Bob", "Eve"]), ["[PERSON_2]", "[PERSON_3]"]);
    assert_eq!(client.assign(&two, &["Eve"]), ["[PERSON_1]"]);
    assert_eq!(client.lookup(&one, "[PERSON_2]").as_deref(), Some("Bob"));
    assert_eq!(client.lookup(&two, "[PERSON_1]").as_deref(), Some("Eve"));
}

pub(crate) fn assigning_again_gives_the_same<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    let hash = || SubstituteKind::Fixed("[PERSON_9f86d081884c7d65]".into());
    let requests = [
        request(PERSON, "Ada", SubstituteKind::Numbered),
        request(PERSON, "Bob", hash()),
        request(PERSON, "Eve", any_of(&["Zoe Miller"])),
        request(PERSON, "Eve Roe", SubstituteKind::Joined(vec![Joint::Substitute(2), Joint::Text(" X".into())])),
        request(PLACE, "Ada", SubstituteKind::Numbered),
    ];
    let first = client.assign_all(&scope, &requests, &[]);
    assert_eq!(first, ["[PERSON_1]", "[PERSON_9f86d081884c7d65]", "Zoe Miller", "Zoe Miller X", "[LOCATION_1]"]);
    assert_eq!(client.assign_all(&scope, &requests, &[]), first);
    assert_eq!(
        client.assign(&scope, &["Ada", "Ada", "New", "New"]),
        ["[PERSON_1]", "[PERSON_1]", "[PERSON_2]", "[PERSON_2]"]
    );
}

pub(crate) fn numbers_count_per_label_and_leave_out_what_is_reserved<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    let numbered = |label, text| request(label, text, SubstituteKind::Numbered);
    let requests =
        [numbered(PERSON, "Ada"), numbered(PLACE, "Lyon"), numbered(PERSON, "Bob"), numbered(PLACE, "[LOCATION_2]")];
    // A text that looks like its own substitute would stay as it is.
    let expected = ["[PERSON_1]", "[LOCATION_1]", "[PERSON_3]", "[LOCATION_3]"];
    assert_eq!(client.assign_all(&scope, &requests, &["[PERSON_2]"]), expected);
    // A substitute that is reserved later gives way to another; both are restored.
    assert_eq!(client.assign_all(&scope, &requests[..1], &["[PERSON_1]"]), ["[PERSON_4]"]);
    for substitute in ["[PERSON_1]", "[PERSON_4]"] {
        assert_eq!(client.lookup(&scope, substitute).as_deref(), Some("Ada"));
    }
}

pub(crate) fn namespaces_leave_each_other_alone<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    let hash = "[PERSON_9f86d081884c7d65]";
    for _ in 0..2 {
        assert_eq!(client.assign(&scope, &["Ada"]), ["[PERSON_1]"]);
        assert_eq!(client.assign_one(&scope, "Ada", SubstituteKind::Fixed(hash.into())), hash);
        assert_eq!(client.assign_one(&scope, "Ada", any_of(&["Eve Smith"])), "Eve Smith");
    }
    // A hash that stands for another text: a number, of which the text has one of its own in this namespace.
    assert_eq!(client.assign_one(&scope, "Bob", SubstituteKind::Fixed(hash.into())), "[PERSON_2]");
    assert_eq!(client.assign(&scope, &["Bob"]), ["[PERSON_3]"]);
    for (substitute, text) in [("[PERSON_1]", "Ada"), (hash, "Ada"), ("Eve Smith", "Ada"), ("[PERSON_2]", "Bob")] {
        assert_eq!(client.lookup(&scope, substitute).as_deref(), Some(text));
    }
}

pub(crate) fn surrogates_stand_for_one_text_and_are_none<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    client.assign(&scope, &["Ada Roe"]);
    assert_eq!(client.surrogates(&scope), [""; 0]);
    assert_eq!(client.assign_one(&scope, "Bob", any_of(&["Ada Roe", "Eve Smith"])), "Eve Smith");
    assert_eq!(client.assign_one(&scope, "Cy", any_of(&["Eve Smith", "Zoe Clark"])), "Zoe Clark");
    assert_eq!(client.assign_one(&scope, "Di", any_of(&["Eve Smith", "Zoe Clark"])), "[PERSON_2]");
    assert_eq!(client.assign_one(&scope, "Di", any_of(&["Una Hill"])), "[PERSON_2]");
    assert_eq!(client.surrogates(&scope), ["Eve Smith", "Zoe Clark"]);
    assert_eq!(client.surrogates(&client.scope("a", "2")), [""; 0]);
    client.advance(TTL);
    assert_eq!(client.surrogates(&scope), [""; 0]);
}

pub(crate) fn joined_surrogates_are_made_of_their_parts<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    let whole = |text, part| {
        request(PERSON, text, SubstituteKind::Joined(vec![Joint::Text("Dr. ".into()), Joint::Substitute(part)]))
    };
    let requests =
        [request(PERSON, "Roe", any_of(&["Clark"])), whole("Dr. Roe", 0), request(PERSON, "Doe", any_of(&["Clark"]))];
    assert_eq!(client.assign_all(&scope, &requests, &[]), ["Clark", "Dr. Clark", "[PERSON_1]"]);
    // Of a number no name is made.
    let requests = [request(PERSON, "Doe", any_of(&["Clark"])), whole("Dr. Doe", 0)];
    assert_eq!(client.assign_all(&scope, &requests, &[]), ["[PERSON_1]", "[PERSON_2]"]);
}

pub(crate) fn tenants_are_apart<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let (ours, theirs) = (client.scope("a", "1"), client.scope("b", "1"));
    client.assign(&ours, &["Ada"]);
    client.assign_one(&ours, "Bob", any_of(&["Eve Smith"]));
    // The very same hash of a session's id, under another tenant.
    let stolen = Scope { tenant: "b".into(), session: ours.session };
    for scope in [&theirs, &stolen] {
        assert_eq!((client.lookup(scope, "[PERSON_1]"), client.load(scope)), (None, vec![]));
        assert_eq!(client.surrogates(scope), [""; 0]);
        client.forget(scope);
    }
    assert_eq!(client.assign(&stolen, &["Mallory"]), ["[PERSON_1]"]);
    assert_eq!(client.lookup(&ours, "[PERSON_1]").as_deref(), Some("Ada"));
}

pub(crate) fn what_is_unknown_has_no_original<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    client.assign(&scope, &["Ada", "Bob"]);
    let substitutes = ["[PERSON_3]", "[PERSON_2]", "", "Ada", "[PERSON_1]", "[PERSON_2]"];
    let found = wait(client.fixture.store().lookup(&scope, &substitutes)).expect("an answer");
    let found: Vec<_> = found.iter().map(|original| original.as_ref().map(Original::as_str)).collect();
    assert_eq!(found, [None, Some("Bob"), None, None, Some("Ada"), Some("Bob")]);
}
