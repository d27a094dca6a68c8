//! Tests of the store on disk: the contract of stores, and records that outlive the process.

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use tempfile::TempDir;

use super::*;
use crate::{
    keys::Keyring,
    store::{
        Store,
        contract::{Client, Fixture, contract, limits},
    },
};
use zeroize::Zeroizing;

/// A disk store with a clock that only tests move.
struct Disk {
    store: Option<DiskStore>,
    limits: Sessions,
    nanoseconds: Arc<AtomicU64>,
    directory: TempDir,
}

fn storage(secret: &str) -> StorageKey {
    Keyring::new(&[Zeroizing::new(secret.as_bytes().to_vec())]).expect("a secret").storage()
}

/// A directory in memory, where there is one: tests of rules need no disk.
fn directory() -> TempDir {
    let shared = Path::new("/dev/shm");
    if shared.is_dir() { tempfile::tempdir_in(shared) } else { tempfile::tempdir() }.expect("a directory")
}

impl Disk {
    fn path(&self) -> PathBuf {
        self.directory.path().join("store.redb")
    }

    fn open(&mut self) {
        let clock = Arc::clone(&self.nanoseconds);
        let clock: Clock = Arc::new(move || Duration::from_nanos(clock.load(Ordering::Relaxed)));
        let store = DiskStore::with_clock(self.path(), self.limits.clone(), storage("secret"), clock);
        self.store = Some(store.expect("a store"));
    }

    fn open_again(&mut self) {
        self.store = None;
        self.open();
    }

    fn memory(&self) -> &MemoryStore {
        self.store.as_ref().expect("a store").memory()
    }
}

impl Fixture for Disk {
    fn new(limits: Sessions) -> Self {
        let mut disk = Self { store: None, limits, nanoseconds: Arc::new(AtomicU64::new(1)), directory: directory() };
        disk.open();
        disk
    }

    fn store(&self) -> &dyn Store {
        self.store.as_ref().expect("a store")
    }

    fn advance(&self, time: Duration) {
        self.nanoseconds.fetch_add(u64::try_from(time.as_nanos()).expect("a short time"), Ordering::Relaxed);
    }

    fn sweep(&self) {
        self.memory().sweep();
    }
}

contract!(Disk);

#[test]
fn sessions_counters_and_aliases_outlive_the_process() {
    let mut client = Client::<Disk>::new(limits());
    let (kept, emptied) = (client.scope("a", "1"), client.scope("a", "2"));
    client.assign(&kept, &["Ada", "Bob"]);
    client.assign(&emptied, &["Eve"]);
    client.alias(&kept, "resp_1");
    client.forget(&emptied);
    client.advance(9);
    client.fixture.open_again();
    assert_eq!(client.lookup(&kept, "[PERSON_2]").as_deref(), Some("Bob"));
    assert_eq!(client.assign(&kept, &["Bob", "Cy"]), ["[PERSON_2]", "[PERSON_3]"]);
    assert_eq!(client.resolve("a", "resp_1"), Some(kept.clone()));
    assert_eq!(client.lookup(&emptied, "[PERSON_1]"), None);
    assert_eq!(client.assign(&emptied, &["Dan"]), ["[PERSON_2]"]);
    // What was not used since has expired, whoever was running.
    client.fixture.open_again();
    client.advance(1);
    assert_eq!(client.lookup(&kept, "[PERSON_1]"), None);
    assert_eq!(client.lookup(&kept, "[PERSON_2]").as_deref(), Some("Bob"));
}

#[test]
fn a_long_life_outlives_the_process() {
    let mut client = Client::<Disk>::new(limits());
    let scope = client.scope("a", "1");
    client.assign(&scope, &["Ada"]);
    client.alias_for(&scope, "resp_1", 1000);
    for _ in 0..2 {
        client.advance(999);
        client.fixture.open_again();
        assert_eq!(client.lookup(&scope, "[PERSON_1]").as_deref(), Some("Ada"));
    }
    client.advance(1000);
    client.fixture.open_again();
    assert_eq!(client.lookup(&scope, "[PERSON_1]"), None);
}

#[test]
fn floors_outlive_the_process() {
    let mut client = Client::<Disk>::new(Sessions { tenant_entries: 50, tenant_bytes: 64 << 10, ..limits() });
    let scope = client.scope("a", "victim");
    let before = client.assign(&scope, &["Ada", "Bob", "Eve"]);
    for n in 0..300 {
        client.assign(&client.scope("a", &n.to_string()), &["Mallory"]);
    }
    client.fixture.open_again();
    let after = client.assign(&scope, &["Zoe"]);
    assert!(!before.contains(&after[0]), "{after:?}");
}

#[test]
fn what_has_gone_leaves_no_record() {
    let mut client = Client::<Disk>::new(limits());
    client.assign(&client.scope("a", "1"), &["Ada"]);
    client.alias(&client.scope("a", "1"), "resp_1");
    client.advance(10);
    client.fixture.sweep();
    client.advance(100);
    client.fixture.sweep();
    client.fixture.store = None;
    let (_, records) = File::open(client.fixture.path(), storage("secret")).expect("a file");
    // Of a tenant that is gone, one floor for all tenants stays.
    let is_floor = |record: &_| matches!(record, crate::store::memory::Record::Floor { tenant: None, .. });
    assert!(records.iter().all(is_floor), "{}", records.len());
}

#[test]
fn the_file_tells_nothing_without_its_secret() {
    let mut client = Client::<Disk>::new(limits());
    let scope = client.scope("tenant-of-the-test", "1");
    client.assign(&scope, &["Katarzyna Wolanska"]);
    client.fixture.store = None;
    let path = client.fixture.path();
    let bytes = std::fs::read(&path).expect("the file");
    for text in ["Katarzyna", "Wolanska", "PERSON", "tenant-of-the-test"] {
        assert!(!bytes.windows(text.len()).any(|window| window == text.as_bytes()), "{text}");
    }
    let open = |secrets: &[&str]| {
        let secrets: Vec<_> = secrets.iter().map(|text| Zeroizing::new(text.as_bytes().to_vec())).collect();
        let storage = Keyring::new(&secrets).expect("a secret").storage();
        DiskStore::open(path.clone(), limits(), storage)
    };
    assert!(matches!(open(&["other"]), Err(DiskError::OtherSecret)));
    let first = open(&["secret"]).expect("a store");
    assert!(matches!(open(&["secret"]), Err(DiskError::File(_))), "it is in use");
    drop(first);
    // A new secret ends all sessions.
    assert_eq!(open(&["new", "secret"]).expect("a store").memory().stats().sessions, 0);
    assert!(matches!(open(&["secret"]), Err(DiskError::OtherSecret)));
}

#[test]
#[cfg(unix)]
fn only_the_owner_may_read_the_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let client = Client::<Disk>::new(limits());
    let mode = std::fs::metadata(client.fixture.path()).expect("the file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}
