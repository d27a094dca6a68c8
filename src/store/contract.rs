//! The contract of stores, as tests: [`contract!`] runs them all against one.

use std::{
    collections::{HashMap, HashSet},
    future::Future,
    time::Duration,
};

use proptest::{
    prelude::*,
    test_runner::{Config, TestRunner},
};

use tokio::runtime::{Builder, Runtime};

use super::{Forgotten, Scope, Store};
use crate::{
    anonymize::{Joint, Original, Substitute, SubstituteKind, SubstituteRequest},
    config::Sessions,
    keys::Keyring,
};
use masquerade_detect::entity::Label;

/// A store under test, with a clock in the test's hand.
pub(crate) trait Fixture: Sync {
    /// Why the store cannot be tested here.
    fn is_missing() -> Option<&'static str> {
        None
    }

    /// An empty store within `limits`.
    fn new(limits: Sessions) -> Self;

    /// The store.
    fn store(&self) -> &dyn Store;

    /// Lets time pass on the store's clock.
    fn advance(&self, time: Duration);

    /// Does what the store does from time to time by itself: it may keep to ceilings only then.
    fn sweep(&self);
}

/// Declares a test for each function of the contract, of the store that `$fixture` sets up.
macro_rules! contract {
    ($fixture:ty) => {
        $crate::store::contract::contract!($fixture:
            a_text_has_one_substitute_in_its_session_and_only_there,
            assigning_again_gives_the_same,
            numbers_count_per_label_and_leave_out_what_is_reserved,
            namespaces_leave_each_other_alone,
            surrogates_stand_for_one_text_and_are_none,
            joined_surrogates_are_made_of_their_parts,
            tenants_are_apart,
            what_is_unknown_has_no_original,
            entries_live_for_a_time_after_their_own_last_use,
            a_whole_session_is_loaded_and_used_by_that,
            counters_outlive_entries_and_deletion,
            counters_expire_in_the_end,
            the_least_recently_used_entry_of_a_tenant_goes_first,
            the_least_recently_used_entry_of_all_goes_first,
            bytes_are_limited_as_well,
            a_flood_of_sessions_brings_no_number_again,
            an_alias_leads_to_its_session_within_its_tenant_only,
            an_alias_stands_for_the_session_that_it_was_given_to_last,
            an_alias_expires_as_a_text_does,
            aliases_go_with_their_session,
            a_person_is_forgotten_in_all_sessions_of_the_tenant,
            a_session_is_summed_up,
            threads_agree_on_substitutes,
            threads_never_share_a_number,
            no_number_is_assigned_twice,
        );
    };
    ($fixture:ty: $($test:ident,)*) => {
        $(
            #[test]
            fn $test() {
                if let Some(reason) = <$fixture as $crate::store::contract::Fixture>::is_missing() {
                    eprintln!("skipped: {reason}");
                    return;
                }
                $crate::store::contract::$test::<$fixture>();
            }
        )*
    };
}
pub(crate) use contract;

const PERSON: Label = Label::PERSON;
const PLACE: Label = Label::LOCATION;

/// Seconds that a text lives after its last use, that it lives at most, and that counters live.
const TTL: u64 = 10;
const MAX_AGE: u64 = 25;
const COUNTERS: u64 = 100;

/// Limits that no test reaches unless it lowers them.
pub(crate) fn limits() -> Sessions {
    Sessions {
        ttl: Duration::from_secs(TTL),
        max_age: Duration::from_secs(MAX_AGE),
        counters_ttl: Duration::from_secs(COUNTERS),
        tenant_entries: 1000,
        tenant_bytes: 1 << 20,
        entries: 10_000,
        bytes: 10 << 20,
    }
}

/// A store with shorthands for its operations.
pub(crate) struct Client<F> {
    pub(crate) fixture: F,
    keys: Keyring,
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    thread_local! {
        static RUNTIME: Runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    }
    RUNTIME.with(|runtime| runtime.block_on(future))
}

fn request(label: Label, text: &str, kind: SubstituteKind) -> SubstituteRequest {
    SubstituteRequest { label, original: Original::new(text), kind }
}

fn any_of(candidates: &[&str]) -> SubstituteKind {
    SubstituteKind::AnyOf(candidates.iter().map(|candidate| Substitute::from(*candidate)).collect())
}

impl<F: Fixture> Client<F> {
    pub(crate) fn new(limits: Sessions) -> Self {
        Self::with(F::new(limits))
    }

    pub(crate) fn with(fixture: F) -> Self {
        Self { fixture, keys: Keyring::random().expect("randomness") }
    }

    pub(crate) fn scope(&self, tenant: &str, session: &str) -> Scope {
        Scope { tenant: tenant.into(), session: self.keys.sessions(tenant).id(session) }
    }

    pub(crate) fn advance(&self, seconds: u64) {
        self.fixture.advance(Duration::from_secs(seconds));
    }

    fn assign_all(&self, scope: &Scope, requests: &[SubstituteRequest], reserved: &[&str]) -> Vec<String> {
        let reserved: Vec<Substitute> = reserved.iter().map(|substitute| Substitute::from(*substitute)).collect();
        let assigned = wait(self.fixture.store().assign(scope, requests, &reserved)).expect("an answer");
        assert_eq!(assigned.len(), requests.len());
        assigned.iter().map(|substitute| substitute.to_string()).collect()
    }

    /// Numbered placeholders for persons of these names.
    pub(crate) fn assign(&self, scope: &Scope, texts: &[&str]) -> Vec<String> {
        let requests: Vec<_> = texts.iter().map(|text| request(PERSON, text, SubstituteKind::Numbered)).collect();
        self.assign_all(scope, &requests, &[])
    }

    fn assign_one(&self, scope: &Scope, text: &str, kind: SubstituteKind) -> String {
        self.assign_all(scope, &[request(PERSON, text, kind)], &[]).remove(0)
    }

    pub(crate) fn lookup(&self, scope: &Scope, substitute: &str) -> Option<String> {
        let found = wait(self.fixture.store().lookup(scope, &[substitute])).expect("an answer");
        found[0].as_ref().map(|original| original.as_str().to_owned())
    }

    fn load(&self, scope: &Scope) -> Vec<(String, String)> {
        let all = wait(self.fixture.store().load(scope)).expect("an answer");
        let pair =
            |(substitute, original): &(Substitute, Original)| (substitute.to_string(), original.as_str().to_owned());
        let mut all: Vec<_> = all.iter().map(pair).collect();
        all.sort();
        all
    }

    fn surrogates(&self, scope: &Scope) -> Vec<String> {
        let mut all = wait(self.fixture.store().surrogates(scope)).expect("an answer");
        all.sort();
        all.iter().map(|surrogate| surrogate.to_string()).collect()
    }

    pub(crate) fn alias(&self, scope: &Scope, id: &str) {
        let alias = self.keys.aliases(&scope.tenant, "route").id(id);
        wait(self.fixture.store().alias(scope, alias)).expect("an answer");
    }

    pub(crate) fn resolve(&self, tenant: &str, id: &str) -> Option<Scope> {
        let alias = self.keys.aliases(tenant, "route").id(id);
        wait(self.fixture.store().resolve_alias(&tenant.into(), alias)).expect("an answer")
    }

    pub(crate) fn forget(&self, scope: &Scope) {
        wait(self.fixture.store().forget(scope)).expect("an answer");
    }
}

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
    assert_eq!(forget(&["Ada", "ada", "Nobody"]), Forgotten { entries: 4, sessions: 2 });
    for (scope, substitute) in [(&one, "[PERSON_1]"), (&one, "Zoe"), (&two, "[PERSON_1]"), (&two, "[PERSON_4]")] {
        assert_eq!(client.lookup(scope, substitute), None);
    }
    for (scope, substitute) in [(&one, "[PERSON_2]"), (&two, "[PERSON_3]"), (&theirs, "[PERSON_1]")] {
        assert!(client.lookup(scope, substitute).is_some());
    }
    assert_eq!(client.assign(&one, &["Ada"]), ["[PERSON_4]"]);
    assert_eq!(forget(&["Nobody"]), Forgotten::default());
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

/// Runs `work` on four threads, each with its number, and collects their results.
fn on_threads<T: Send>(work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    std::thread::scope(|threads| {
        let running: Vec<_> = (0..4)
            .map(|n| {
                threads.spawn({
                    let work = &work;
                    move || work(n)
                })
            })
            .collect();
        running.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

pub(crate) fn threads_agree_on_substitutes<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    let texts: Vec<String> = (0..100).map(|n| format!("person {n}")).collect();
    let seen = on_threads(|thread| {
        let order = texts.iter().cycle().skip(thread * 25).take(100);
        let mut pairs: Vec<_> = order.map(|text| (text, client.assign(&scope, &[text]).remove(0))).collect();
        pairs.sort();
        pairs
    });
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
    let distinct: HashSet<_> = seen[0].iter().map(|(_, substitute)| substitute).collect();
    assert_eq!(distinct.len(), 100);
    assert_eq!(client.load(&scope).len(), 100);
}

pub(crate) fn threads_never_share_a_number<F: Fixture>() {
    let client = Client::<F>::new(limits());
    let scope = client.scope("a", "1");
    let seen = on_threads(|thread| {
        let mut own = Vec::new();
        for n in 0..50 {
            // Two texts of this thread alone, and one of all; sometimes everything is forgotten meanwhile.
            let texts = [format!("{thread} {n}"), format!("{thread} {n}'"), format!("shared {n}")];
            own.extend(client.assign(&scope, &[&texts[0], &texts[1], &texts[2]]).drain(..2));
            if n % 17 == thread {
                client.forget(&scope);
            }
        }
        own
    });
    let all: Vec<&String> = seen.iter().flatten().collect();
    let distinct: HashSet<_> = all.iter().collect();
    assert_eq!(distinct.len(), all.len());
}

pub(crate) fn no_number_is_assigned_twice<F: Fixture>() {
    let steps = proptest::collection::vec((0..9_u8, 0..4_u8, 0..12_u8, 1..30_u64), 1..250);
    let mut runner = TestRunner::new(Config { cases: 48, failure_persistence: None, ..Config::default() });
    runner
        .run(&steps, |steps| {
            let client = Client::<F>::new(Sessions {
                tenant_entries: 12,
                tenant_bytes: 12 << 10,
                entries: 30,
                bytes: 24 << 10,
                ..limits()
            });
            // Every text that a placeholder stood for, by tenant and session, and when the session was last used.
            let mut model: HashMap<(String, String), HashMap<String, String>> = HashMap::new();
            let mut used: HashMap<(String, String), u64> = HashMap::new();
            let mut clock = 0;
            for (step, who, text, count) in steps {
                let key = (format!("t{}", who % 2), format!("s{}", who / 2));
                let scope = client.scope(&key.0, &key.1);
                match step {
                    0..=3 => {
                        // Counters may go once they have been idle for their time.
                        if used.get(&key).is_some_and(|used| clock >= used + COUNTERS) {
                            model.remove(&key);
                        }
                        used.insert(key.clone(), clock);
                        let text = format!("text {text}");
                        let substitute = client.assign(&scope, &[&text]).remove(0);
                        let known = model.entry(key).or_default().entry(substitute).or_insert_with(|| text.clone());
                        prop_assert_eq!(&*known, &text);
                    }
                    4 => client.forget(&scope),
                    5 => {
                        clock += count;
                        client.advance(count);
                    }
                    6 => (0..count).for_each(|n| {
                        client.assign(&client.scope(&key.0, &format!("flood {n}")), &["Mallory"]);
                    }),
                    7 => {
                        for n in 0..count {
                            client.alias(&scope, &n.to_string());
                            let found = client.resolve(&key.0, &n.to_string());
                            prop_assert!(found.is_none_or(|found| found == scope));
                        }
                    }
                    _ => (0..count).for_each(|n| {
                        client.assign(&client.scope(&format!("flood {n}"), "s"), &["Mallory"]);
                    }),
                }
                for (key, substitutes) in &model {
                    for (substitute, text) in substitutes {
                        let found = client.lookup(&client.scope(&key.0, &key.1), substitute);
                        prop_assert!(found.is_none_or(|found| found == *text));
                    }
                }
            }
            Ok(())
        })
        .unwrap_or_else(|failure| panic!("{failure}"));
}
