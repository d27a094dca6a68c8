//! The contract of stores against real servers, and the consistency of several processes.

use std::sync::atomic::{AtomicUsize, Ordering};

use self::servers::{Cluster, Deployment, Sentinels, Server, program};
use super::*;
use crate::{
    anonymize::SubstituteKind,
    config::Acknowledgement,
    keys::Keyring,
    store::contract::{Client, Fixture, contract, limits},
};
use masquerade_detect::entity::Label;

mod failures;
mod histories;
mod servers;

/// A Valkey store with a clock that only tests move, as good as a server of its own.
struct Valkey<D = Server> {
    store: ValkeyStore,
    server: Arc<D>,
    settings: ValkeySettings,
    limits: Sessions,
    storage: StorageKey,
}

impl<D: Deployment> Valkey<D> {
    fn on(server: Arc<D>, limits: Sessions) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let settings = server.settings(&format!("t{}", NEXT.fetch_add(1, Ordering::Relaxed)));
        let storage = Keyring::random().expect("randomness").storage();
        let store = ValkeyStore::open(&settings, limits.clone(), storage.clone()).expect("a store");
        Self { store, server, settings, limits, storage }
    }

    /// The store as another process has it.
    fn other_process(&self) -> ValkeyStore {
        ValkeyStore::open(&self.settings, self.limits.clone(), self.storage.clone()).expect("a store")
    }

    fn flush(&self) {
        let runtime = self.store.runtime.as_ref().expect("a runtime");
        runtime.block_on(self.store.shared.flush()).expect("a server");
    }
}

impl<D: Deployment> Fixture for Valkey<D> {
    const HISTORIES: u32 = D::HISTORIES;

    fn is_missing() -> Option<&'static str> {
        program().is_none().then_some("neither valkey-server nor redis-server is installed")
    }

    fn new(limits: Sessions) -> Self {
        let fixture = Self::on(D::shared(), limits);
        fixture.store.shared.link.fixed_time.store(1_000_000_000_000, Ordering::Relaxed);
        fixture
    }

    fn store(&self) -> &dyn Store {
        &self.store
    }

    fn advance(&self, time: Duration) {
        self.flush();
        self.store.shared.link.fixed_time.fetch_add(millis(time), Ordering::Relaxed);
    }

    fn sweep(&self) {
        self.flush();
    }
}

mod on_one_server {
    use super::{Server, Valkey, contract};

    contract!(Valkey<Server>);
}

mod on_a_cluster {
    use super::{Cluster, Valkey, contract};

    contract!(Valkey<Cluster>);
}

/// A fixture with servers of its own, which the test may stop.
fn client_on<D: Deployment>(start: impl FnOnce() -> D) -> Option<Client<Valkey<D>>> {
    if let Some(reason) = Valkey::<D>::is_missing() {
        eprintln!("skipped: {reason}");
        return None;
    }
    let limits = Sessions { ttl: Duration::from_secs(1000), max_age: Duration::from_secs(2000), ..limits() };
    Some(Client::with(Valkey::on(Arc::new(start()), limits)))
}

/// A fixture with a server of its own.
fn client() -> Option<Client<Valkey>> {
    client_on(Server::start)
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(future)
}

fn numbered(text: &str) -> SubstituteRequest {
    SubstituteRequest { label: Label::PERSON, original: Original::new(text), kind: SubstituteKind::Numbered }
}

/// Numbered placeholders from one process.
fn assign(store: &ValkeyStore, scope: &Scope, texts: &[&str]) -> Result<Vec<String>, StoreError> {
    let requests: Vec<_> = texts.iter().map(|text| numbered(text)).collect();
    let assigned = wait(store.assign(scope, &requests, &[]))?;
    Ok(assigned.iter().map(|substitute| substitute.to_string()).collect())
}

fn lookup(store: &ValkeyStore, scope: &Scope, substitute: &str) -> Result<Option<String>, StoreError> {
    let found = wait(store.lookup(scope, &[substitute]))?;
    Ok(found[0].as_ref().map(|original| original.as_str().to_owned()))
}

/// Calls that the server has executed.
fn calls(client: &Client<Valkey>) -> u64 {
    let shared = &client.fixture.store.shared;
    let info = wait(shared.link.command(&redis::cmd("INFO").arg("commandstats").take())).expect("an answer");
    let info = match &info {
        Value::VerbatimString { text, .. } => text.clone(),
        other => String::from_utf8_lossy(reply::bytes(other).expect("text")).into_owned(),
    };
    let line = info.lines().find(|line| line.starts_with("cmdstat_fcall:")).expect("calls");
    line.split(['=', ',']).nth(1).and_then(|calls| calls.parse().ok()).expect("a number")
}

#[test]
fn processes_agree_and_see_what_another_forgets() {
    let Some(client) = client() else { return };
    let (one, two) = (&client.fixture.store, client.fixture.other_process());
    let scope = client.scope("a", "1");
    assert_eq!(assign(one, &scope, &["Ada", "Bob"]).unwrap(), ["[PERSON_1]", "[PERSON_2]"]);
    assert_eq!(assign(&two, &scope, &["Bob", "Cy"]).unwrap(), ["[PERSON_2]", "[PERSON_3]"]);
    // The first process guesses 3.
    assert_eq!(assign(one, &scope, &["Dan", "Cy", "Eve"]).unwrap(), ["[PERSON_4]", "[PERSON_3]", "[PERSON_5]"]);
    for store in [one, &two] {
        assert_eq!(lookup(store, &scope, "[PERSON_5]").unwrap().as_deref(), Some("Eve"));
    }
    wait(two.forget(&scope)).unwrap();
    // The message comes with the answer or soon after it.
    while lookup(one, &scope, "[PERSON_1]").unwrap().is_some() {}
    assert_eq!(assign(one, &scope, &["Ada"]).unwrap(), ["[PERSON_6]"]);
    assert_eq!(assign(&two, &scope, &["Ada"]).unwrap(), ["[PERSON_6]"]);
}

#[test]
fn surrogates_of_another_process_are_seen() {
    let Some(client) = client() else { return };
    let (one, two) = (&client.fixture.store, client.fixture.other_process());
    let scope = client.scope("a", "1");
    assert!(wait(two.surrogates(&scope)).unwrap().is_empty());
    let request = SubstituteRequest { kind: SubstituteKind::AnyOf(vec!["Zoe".into()]), ..numbered("Ada") };
    wait(one.assign(&scope, &[request], &[])).unwrap();
    while wait(two.surrogates(&scope)).unwrap().is_empty() {}
    assert_eq!(wait(two.surrogates(&scope)).unwrap(), [Substitute::from("Zoe")]);
}

#[test]
fn what_is_known_needs_no_call() {
    let Some(client) = client() else { return };
    let (store, scope) = (&client.fixture.store, client.scope("a", "1"));
    wait(store.surrogates(&scope)).unwrap();
    let before = calls(&client);
    assign(store, &scope, &["Ada", "Bob"]).unwrap();
    assert_eq!(calls(&client), before + 1, "one call assigns all");
    let runtime = store.runtime.as_ref().unwrap();
    runtime.block_on(store.shared.flush()).unwrap();
    let before = calls(&client);
    // Nothing is touched before, so that nothing is reported meanwhile.
    assert!(wait(store.surrogates(&scope)).unwrap().is_empty());
    let cached = store.shared.session(&scope);
    assert_eq!(assign(store, &scope, &["Bob", "Ada"]).unwrap(), ["[PERSON_2]", "[PERSON_1]"]);
    assert_eq!(lookup(store, &scope, "[PERSON_1]").unwrap().as_deref(), Some("Ada"));
    cached.state().take_touched();
    assert!(calls(&client) <= before + 1, "a report of uses at most");
}

#[test]
fn a_server_that_evicts_is_refused() {
    let Some(client) = client() else { return };
    let set = redis::cmd("CONFIG").arg("SET").arg("maxmemory-policy").arg("allkeys-lru").take();
    wait(client.fixture.store.shared.link.command(&set)).unwrap();
    let Valkey { settings, limits, storage, .. } = &client.fixture;
    let opened = ValkeyStore::open(settings, limits.clone(), storage.clone());
    assert_eq!(opened.err(), Some(ValkeyError::Evicts("allkeys-lru".into())));
}

#[test]
fn the_server_sees_neither_texts_nor_labels_nor_tenants() {
    let Some(client) = client() else { return };
    let scope = client.scope("tenant-of-the-test", "1");
    assign(&client.fixture.store, &scope, &["Katarzyna Wolanska"]).unwrap();
    client.fixture.flush();
    client.fixture.server.stop();
    let mut files = vec![client.fixture.server.directory.path().to_owned()];
    let mut seen = 0;
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let bytes = std::fs::read(path).unwrap();
        seen += bytes.len();
        for text in ["Katarzyna", "Wolanska", "PERSON", "tenant-of-the-test"] {
            assert!(!bytes.windows(text.len()).any(|window| window == text.as_bytes()), "{text}");
        }
    }
    assert!(seen > 1000, "the file of all commands");
}

#[test]
fn an_entry_under_another_name_is_refused() {
    let Some(client) = client() else { return };
    let (store, scope) = (&client.fixture.store, client.scope("a", "1"));
    assign(store, &scope, &["Ada", "Bob"]).unwrap();
    let shared = &store.shared;
    let key = &names::session_keys(&shared.prefix, &shared.names.session(&scope))[2];
    let [ada, bob] = ["[PERSON_1]", "[PERSON_2]"].map(|substitute| shared.names.entry(&scope, substitute));
    let value = wait(shared.link.command(&redis::cmd("HGET").arg(key).arg(&ada[..]).take())).unwrap();
    let exchange = redis::cmd("HSET").arg(key).arg(&bob[..]).arg(reply::bytes(&value).unwrap()).take();
    wait(shared.link.command(&exchange)).unwrap();
    let other = client.fixture.other_process();
    assert_eq!(lookup(&other, &scope, "[PERSON_2]"), Err(StoreError::Unavailable));
    assert_eq!(lookup(&other, &scope, "[PERSON_1]").unwrap().as_deref(), Some("Ada"));
}

#[test]
fn what_all_processes_keep_is_summed_up() {
    let Some(client) = client() else { return };
    let other = client.fixture.other_process();
    assign(&other, &client.scope("a", "1"), &["Ada", "Bob"]).unwrap();
    other.runtime.as_ref().unwrap().block_on(other.shared.flush()).unwrap();
    assign(&client.fixture.store, &client.scope("b", "1"), &["Cy"]).unwrap();
    client.fixture.flush();
    let Usage { sessions, entries, bytes } = client.fixture.store.usage();
    assert_eq!((sessions, entries), (2, 3));
    assert!((900..3000).contains(&bytes), "{bytes}");
}
