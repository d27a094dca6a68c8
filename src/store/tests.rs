//! What every user of a store relies on, against a clock of our own.

use std::{
    collections::HashMap,
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use proptest::prelude::*;

use super::*;
use crate::{anonymize::Form, config::Sessions, keys::Keyring};
use masquerade_detect::{Catalogue, entity::Label};

const PERSON: Label = Label::PERSON;

/// A store with a clock that only moves when told to.
struct Bench {
    store: MemoryStore,
    seconds: Arc<AtomicU64>,
    keys: Keyring,
}

fn settings() -> Sessions {
    Sessions {
        ttl: Duration::from_secs(10),
        max_age: Duration::from_secs(25),
        counters_ttl: Duration::from_secs(100),
        tenant_entries: 1000,
        tenant_bytes: 1 << 20,
        entries: 10_000,
        bytes: 10 << 20,
    }
}

/// The memory store never waits, so one poll is enough.
fn now<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    match future.as_mut().poll(&mut std::task::Context::from_waker(std::task::Waker::noop())) {
        std::task::Poll::Ready(done) => done,
        std::task::Poll::Pending => panic!("the memory store waited"),
    }
}

impl Bench {
    fn new(settings: Sessions) -> Self {
        let seconds = Arc::new(AtomicU64::new(1));
        let clock = Arc::clone(&seconds);
        let clock: Clock = Arc::new(move || Duration::from_secs(clock.load(Ordering::Relaxed)));
        let store = MemoryStore::with_clock(settings, clock);
        Self { store, seconds, keys: Keyring::random().unwrap() }
    }

    fn pass(&self, seconds: u64) {
        self.seconds.fetch_add(seconds, Ordering::Relaxed);
    }

    fn scope(&self, tenant: &str, session: &str) -> Scope {
        Scope { tenant: tenant.into(), session: self.keys.sessions(tenant).id(session) }
    }

    fn assign(&self, scope: &Scope, texts: &[&str]) -> Vec<String> {
        let wanted: Vec<_> = texts.iter().map(|text| person(text, Form::Numbered)).collect();
        let names = now(self.store.assign(scope, &wanted, &[])).unwrap();
        names.iter().map(|name| name.to_string()).collect()
    }

    fn load(&self, scope: &Scope) -> Vec<(String, String)> {
        let all = now(self.store.load(scope)).unwrap();
        let mut all: Vec<_> = all.iter().map(|(name, text)| (name.to_string(), text.as_str().to_owned())).collect();
        all.sort();
        all
    }

    fn alias(&self, scope: &Scope, id: &str) {
        let alias = self.keys.aliases(&scope.tenant, "route").id(id);
        now(self.store.alias(scope, alias)).unwrap();
    }

    fn resolve(&self, tenant: &str, id: &str) -> Option<Scope> {
        let alias = self.keys.aliases(tenant, "route").id(id);
        now(self.store.resolve_alias(&tenant.into(), alias)).unwrap()
    }

    fn lookup(&self, scope: &Scope, name: &str) -> Option<String> {
        let found = now(self.store.lookup(scope, &[name])).unwrap();
        found[0].as_ref().map(|original| original.as_str().to_owned())
    }

    fn dropped(&self, reason: Reason) -> u64 {
        self.store.stats().dropped.into_iter().find(|(r, _)| *r == reason).unwrap().1
    }
}

fn person(text: &str, form: Form) -> Wanted {
    Wanted { label: PERSON, original: Original::new(text), form }
}

#[test]
fn one_text_has_one_name_in_a_session_and_only_there() {
    let bench = Bench::new(settings());
    let (ours, other, theirs) = (bench.scope("a", "1"), bench.scope("a", "2"), bench.scope("b", "1"));
    assert_eq!(bench.assign(&ours, &["Ada", "Bob"]), ["[PERSON_1]", "[PERSON_2]"]);
    assert_eq!(bench.assign(&ours, &["Bob", "Eve"]), ["[PERSON_2]", "[PERSON_3]"]);
    assert_eq!(bench.assign(&other, &["Eve"]), ["[PERSON_1]"]);
    assert_eq!(bench.lookup(&ours, "[PERSON_2]").as_deref(), Some("Bob"));
    assert_eq!(bench.lookup(&other, "[PERSON_2]"), None);
    assert_eq!(bench.lookup(&theirs, "[PERSON_1]"), None);
    // The very same hash of a session id, under another tenant.
    let stolen = Scope { tenant: "b".into(), session: ours.session };
    assert_eq!(bench.lookup(&stolen, "[PERSON_1]"), None);
}

#[test]
fn entries_live_for_a_time_after_their_own_last_use() {
    let bench = Bench::new(settings());
    let scope = bench.scope("a", "1");
    bench.assign(&scope, &["Ada", "Bob"]);
    bench.pass(9);
    assert_eq!(bench.lookup(&scope, "[PERSON_1]").as_deref(), Some("Ada"));
    bench.pass(9);
    assert_eq!(bench.lookup(&scope, "[PERSON_2]"), None);
    assert_eq!(bench.lookup(&scope, "[PERSON_1]").as_deref(), Some("Ada"));
    bench.pass(9);
    assert_eq!(bench.lookup(&scope, "[PERSON_1]"), None, "over its maximum age");
    assert_eq!((bench.dropped(Reason::Ttl), bench.dropped(Reason::MaxAge)), (1, 1));
    assert_eq!(bench.assign(&scope, &["Bob"]), ["[PERSON_3]"]);
}

#[test]
fn counters_outlive_entries_and_deletion() {
    let bench = Bench::new(settings());
    let scope = bench.scope("a", "1");
    bench.assign(&scope, &["Ada"]);
    now(bench.store.forget(&scope)).unwrap();
    assert_eq!(bench.lookup(&scope, "[PERSON_1]"), None);
    assert_eq!(bench.dropped(Reason::Forgotten), 1);
    bench.pass(90);
    assert_eq!(bench.assign(&scope, &["Ada"]), ["[PERSON_2]"]);
    bench.pass(10);
    now(bench.store.sweep());
    assert_eq!(bench.store.stats().entries, 0);
    bench.pass(100);
    now(bench.store.sweep());
    let stats = bench.store.stats();
    assert_eq!((stats.tenants, stats.sessions, stats.entries, stats.bytes), (0, 0, 0, 0));
    assert_eq!(bench.assign(&scope, &["Ada"]), ["[PERSON_1]"]);
}

#[test]
fn the_least_recently_used_entry_goes_first_whatever_its_session() {
    let bench = Bench::new(Sessions { tenant_entries: 3, ..settings() });
    let (one, two) = (bench.scope("a", "1"), bench.scope("a", "2"));
    bench.assign(&one, &["Ada", "Bob"]);
    bench.assign(&two, &["Eve"]);
    bench.lookup(&one, "[PERSON_1]");
    bench.assign(&two, &["Fay"]);
    assert_eq!(bench.lookup(&one, "[PERSON_2]"), None);
    assert!(bench.lookup(&one, "[PERSON_1]").is_some() && bench.lookup(&two, "[PERSON_1]").is_some());
    assert_eq!(bench.dropped(Reason::TenantCeiling), 1);
}

#[test]
fn all_tenants_together_keep_to_the_ceilings_oldest_first() {
    let bench = Bench::new(Sessions { entries: 64, ttl: Duration::from_secs(1000), ..settings() });
    let first = bench.scope("first", "1");
    bench.assign(&first, &["Ada", "Bob"]);
    for n in 0..63 {
        if n % 10 == 0 {
            bench.pass(1);
            bench.lookup(&first, "[PERSON_1]");
        }
        bench.assign(&bench.scope(&format!("t{}", n % 8), "1"), &[&n.to_string()]);
    }
    assert!(bench.store.stats().entries <= 64);
    assert_eq!(bench.lookup(&first, "[PERSON_2]"), None, "the oldest of all");
    assert_eq!(bench.lookup(&first, "[PERSON_1]").as_deref(), Some("Ada"), "used since");
    assert_eq!(bench.lookup(&bench.scope("t6", "1"), "[PERSON_8]").as_deref(), Some("62"));
    assert_eq!(bench.dropped(Reason::GlobalCeiling), 65 - (64 - 64 / 32));
}

#[test]
fn a_flood_of_sessions_stays_bounded_and_brings_no_number_again() {
    let bench = Bench::new(Sessions { tenant_entries: 50, tenant_bytes: 64 << 10, ..settings() });
    let scope = bench.scope("a", "victim");
    bench.assign(&scope, &["Ada", "Bob", "Eve"]);
    for n in 0..5000 {
        bench.assign(&bench.scope("a", &n.to_string()), &["Mallory"]);
        assert!(bench.store.stats().bytes <= (64 << 10) + 4096);
    }
    let [name] = &bench.assign(&scope, &["Zoe"])[..] else { panic!("a name") };
    assert!(!["[PERSON_1]", "[PERSON_2]", "[PERSON_3]"].contains(&name.as_str()), "{name}");
}

#[test]
fn a_flood_of_tenants_stays_bounded_and_brings_no_number_again() {
    let bench = Bench::new(Sessions { bytes: 256 << 10, ..settings() });
    let scope = bench.scope("victim", "1");
    bench.assign(&scope, &["Ada", "Bob", "Eve"]);
    bench.pass(1);
    for n in 0..3000 {
        bench.assign(&bench.scope(&n.to_string(), "1"), &["Mallory"]);
        assert!(bench.store.stats().bytes <= 256 << 10);
    }
    assert_eq!(bench.lookup(&scope, "[PERSON_1]"), None);
    let [name] = &bench.assign(&scope, &["Zoe"])[..] else { panic!("a name") };
    assert!(!["[PERSON_1]", "[PERSON_2]", "[PERSON_3]"].contains(&name.as_str()), "{name}");
    assert!(bench.dropped(Reason::GlobalCeiling) > 0);
}

#[test]
fn names_of_one_kind_leave_those_of_another_alone() {
    let bench = Bench::new(settings());
    let scope = bench.scope("a", "1");
    let assign =
        |form, avoid: &[Name]| now(bench.store.assign(&scope, &[person("Ada", form)], avoid)).unwrap()[0].clone();
    let hash: Name = "[PERSON_9f86d081884c7d65]".into();
    assert_eq!(&*assign(Form::Numbered, &[]), "[PERSON_1]");
    assert_eq!(assign(Form::Fixed(hash.clone()), &[]), hash);
    assert_eq!(&*assign(Form::AnyOf(vec!["Ada".into(), "Eve Smith".into()]), &[]), "Eve Smith");
    assert_eq!(&*assign(Form::Numbered, &[]), "[PERSON_1]");
    assert_eq!(&*assign(Form::Numbered, &["[PERSON_1]".into()]), "[PERSON_2]");
    for name in ["[PERSON_1]", "[PERSON_2]", &hash, "Eve Smith"] {
        assert_eq!(bench.lookup(&scope, name).as_deref(), Some("Ada"));
    }
    assert_eq!(now(bench.store.surrogates(&scope)).unwrap(), ["Eve Smith".into()]);
    bench.pass(10);
    assert!(now(bench.store.surrogates(&scope)).unwrap().is_empty());
}

#[test]
fn a_whole_session_is_loaded_and_used_by_that() {
    let bench = Bench::new(settings());
    let scope = bench.scope("a", "1");
    assert_eq!(bench.load(&scope), []);
    bench.assign(&scope, &["Ada", "Bob"]);
    bench.assign(&bench.scope("a", "2"), &["Eve"]);
    now(bench.store.assign(&scope, &[person("Ada", Form::AnyOf(vec!["Zoe".into()]))], &[])).unwrap();
    let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let expected = [pair("Zoe", "Ada"), pair("[PERSON_1]", "Ada"), pair("[PERSON_2]", "Bob")];
    for _ in 0..2 {
        bench.pass(9);
        assert_eq!(bench.load(&scope), expected);
    }
    bench.pass(9);
    assert_eq!(bench.load(&scope), [], "over their maximum age");
    assert_eq!(bench.dropped(Reason::MaxAge), 3);
}

#[test]
fn an_alias_leads_to_its_session_within_its_tenant_only() {
    let bench = Bench::new(settings());
    let (ours, theirs) = (bench.scope("a", "1"), bench.scope("b", "1"));
    bench.assign(&ours, &["Ada"]);
    bench.alias(&ours, "resp_1");
    bench.alias(&ours, "resp_2");
    assert_eq!(bench.resolve("a", "resp_1"), Some(ours.clone()));
    assert_eq!(bench.resolve("a", "resp_2"), Some(ours.clone()));
    assert_eq!(bench.resolve("a", "resp_3"), None);
    assert_eq!(bench.resolve("b", "resp_1"), None);
    // The very same hash, under another tenant.
    let stolen = bench.keys.aliases("a", "route").id("resp_1");
    assert_eq!(now(bench.store.resolve_alias(&theirs.tenant, stolen)).unwrap(), None);
    assert_eq!(bench.store.stats().entries, 3);
}

#[test]
fn an_alias_stands_for_the_session_it_was_given_last() {
    let bench = Bench::new(settings());
    let (one, two) = (bench.scope("a", "1"), bench.scope("a", "2"));
    bench.alias(&one, "conv_1");
    bench.pass(9);
    bench.alias(&one, "conv_1");
    bench.pass(9);
    assert_eq!(bench.resolve("a", "conv_1"), Some(one));
    bench.alias(&two, "conv_1");
    assert_eq!(bench.resolve("a", "conv_1"), Some(two));
    let stats = bench.store.stats();
    assert_eq!((stats.entries, stats.sessions), (1, 1));
    assert_eq!(stats.dropped.iter().map(|(_, count)| count).sum::<u64>(), 0);
}

#[test]
fn a_session_is_used_when_its_alias_is() {
    let bench = Bench::new(settings());
    let scope = bench.scope("a", "1");
    bench.assign(&scope, &["Ada"]);
    bench.alias(&scope, "resp_1");
    bench.alias(&scope, "resp_2");
    bench.pass(9);
    assert!(bench.resolve("a", "resp_1").is_some());
    bench.pass(9);
    assert_eq!(bench.resolve("a", "resp_2"), None, "not used itself");
    assert_eq!(bench.lookup(&scope, "[PERSON_1]").as_deref(), Some("Ada"));
    assert!(bench.resolve("a", "resp_1").is_some());
    bench.pass(9);
    assert_eq!(bench.resolve("a", "resp_1"), None, "over its maximum age");
    assert_eq!((bench.dropped(Reason::Ttl), bench.dropped(Reason::MaxAge)), (1, 1));
}

#[test]
fn aliases_go_with_their_session_and_leave_its_counters() {
    let bench = Bench::new(settings());
    let scope = bench.scope("a", "1");
    bench.assign(&scope, &["Ada"]);
    bench.alias(&scope, "resp_1");
    now(bench.store.forget(&scope)).unwrap();
    assert_eq!(bench.resolve("a", "resp_1"), None);
    assert_eq!(bench.dropped(Reason::Forgotten), 2);
    bench.alias(&scope, "resp_2");
    assert_eq!(bench.assign(&scope, &["Bob"]), ["[PERSON_2]"]);
    bench.pass(10);
    now(bench.store.sweep());
    assert_eq!((bench.store.stats().entries, bench.store.stats().sessions), (0, 0));
    assert_eq!(bench.dropped(Reason::Ttl), 2);
    bench.pass(100);
    now(bench.store.sweep());
    assert_eq!(bench.store.stats().bytes, 0);
}

#[test]
fn a_flood_of_aliases_stays_bounded() {
    let long = Duration::from_secs(1 << 20);
    let bench = Bench::new(Sessions { tenant_entries: 50, entries: 100, ttl: long, max_age: long, ..settings() });
    let scope = bench.scope("a", "1");
    for n in 0..2000 {
        bench.pass(1);
        bench.alias(&scope, &n.to_string());
        bench.alias(&bench.scope("a", &n.to_string()), &format!("other {n}"));
        bench.alias(&bench.scope(&n.to_string(), "1"), "same");
        let stats = bench.store.stats();
        assert!(stats.entries <= 100 && stats.bytes <= 10 << 20, "{stats:?}");
    }
    assert_eq!(bench.resolve("a", "1999"), Some(scope));
    assert_eq!(bench.resolve("a", "0"), None);
    assert!(bench.dropped(Reason::TenantCeiling) > 0 && bench.dropped(Reason::GlobalCeiling) > 0);
}

#[test]
fn concurrent_requests_agree_on_names() {
    let bench = Bench::new(settings());
    let scope = bench.scope("a", "1");
    let texts: Vec<String> = (0..100).map(|n| format!("person {n}")).collect();
    let seen: Vec<Vec<String>> = std::thread::scope(|threads| {
        let work = |skip: usize| {
            let (bench, scope, texts) = (&bench, &scope, &texts);
            threads.spawn(move || {
                let order: Vec<&str> = texts.iter().cycle().skip(skip).take(100).map(String::as_str).collect();
                let mut names: Vec<_> =
                    order.iter().map(|text| format!("{text} {}", bench.assign(scope, &[text])[0])).collect();
                names.sort();
                names
            })
        };
        let running: Vec<_> = [0, 25, 50, 75].map(work).into_iter().collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(seen.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(bench.store.stats().entries, 100);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn numbers_are_never_given_twice(steps in proptest::collection::vec((0..9_u8, 0..4_u8, 0..12_u8, 1..30_u64), 1..250)) {
        let bench = Bench::new(Sessions {
            tenant_entries: 12, tenant_bytes: 12 << 10, entries: 30, bytes: 24 << 10, ..settings()
        });
        // Everything that a name ever stood for, by tenant and session, and when it was last seen.
        let mut given: HashMap<(String, String), HashMap<String, String>> = HashMap::new();
        let mut last: HashMap<(String, String), u64> = HashMap::new();
        for (step, who, text, seconds) in steps {
            let key = (format!("t{}", who % 2), format!("s{}", who / 2));
            let scope = bench.scope(&key.0, &key.1);
            let clock = bench.seconds.load(Ordering::Relaxed);
            match step {
                0..=3 => {
                    // Counters may go once they have been idle for their time.
                    if last.get(&key).is_some_and(|last| clock >= last + 100) {
                        given.remove(&key);
                    }
                    last.insert(key.clone(), clock);
                    let text = format!("text {text}");
                    let name = bench.assign(&scope, &[&text])[0].clone();
                    let known = given.entry(key).or_default().entry(name).or_insert_with(|| text.clone());
                    prop_assert_eq!(&*known, &text);
                }
                4 => now(bench.store.forget(&scope)).unwrap(),
                5 => bench.pass(seconds),
                6 => for n in 0..seconds {
                    bench.assign(&bench.scope(&key.0, &format!("flood {n}")), &["Mallory"]);
                },
                7 => for n in 0..seconds {
                    bench.alias(&scope, &n.to_string());
                    prop_assert!(bench.resolve(&key.0, &n.to_string()).is_none_or(|found| found == scope));
                },
                _ => for n in 0..seconds {
                    bench.assign(&bench.scope(&format!("flood {n}"), "s"), &["Mallory"]);
                },
            }
            let stats = bench.store.stats();
            prop_assert!(stats.entries <= 30 && stats.bytes <= 24 << 10, "{:?}", stats);
            for (key, names) in &given {
                for (name, text) in names {
                    let found = bench.lookup(&bench.scope(&key.0, &key.1), name);
                    prop_assert!(found.is_none_or(|found| found == *text));
                }
            }
        }
    }
}

#[test]
fn work_on_sessions_may_move_between_threads() {
    fn is_send<T: Send>(_: &T) {}
    let bench = Bench::new(settings());
    let scope = bench.scope("a", "1");
    let cipher = bench.keys.cipher("a", "/v1");
    let plan =
        crate::anonymize::plan(&["text"], &[], &Catalogue::built_in(), &crate::anonymize::Policy::default(), &cipher);
    let taken = crate::anonymize::restore::Forms::default();
    let options =
        Options { cipher: Some(&cipher), is_label: &|_| true, tolerant: false, taken: &taken, max_bytes: 1000 };
    let (masking, restoring) =
        (mask(&bench.store, &scope, plan, &Surrogates::NONE), restore(&bench.store, &scope, &["text"], &options));
    is_send(&masking);
    is_send(&restoring);
    assert_eq!(now(masking).unwrap().texts, ["text"]);
    assert_eq!(now(restoring).unwrap().unwrap().texts, ["text"]);
}
