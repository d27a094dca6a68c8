//! The form of records in the file: a blinded key, and a sealed value that only the holder of the secret can read.

use std::time::Duration;

use zeroize::Zeroizing;

use crate::{
    keys::{BLIND, StorageKey},
    store::{
        Numbering, Scope,
        encoding::{Reader, Writer},
        memory::{Entry, EntryName, Record, Text},
    },
};

/// The length of a key: the kind, and the blinded names of a session and of a thing in it.
pub(super) const KEY: usize = 1 + 2 * BLIND;

/// The kinds of records.
const ENTRY: u8 = b'e';
const COUNTERS: u8 = b'c';
const FLOOR: u8 = b'f';

/// A record as it stands in the file; without a value it is to be removed.
pub(super) struct FileRecord {
    pub(super) key: [u8; KEY],
    pub(super) value: Option<Vec<u8>>,
}

impl FileRecord {
    /// The form of `record`.
    ///
    /// # Errors
    /// If the operating system has no randomness to give.
    pub(super) fn new(storage: &StorageKey, record: &Record) -> Result<Self, getrandom::Error> {
        let key = key(storage, record);
        let value = plain(record).map(|plain| storage.seal(&key, &plain)).transpose()?;
        Ok(Self { key, value })
    }
}

/// The record of a key and a value of the file; `None` if it is damaged.
pub(super) fn read(storage: &StorageKey, key: &[u8], sealed: &[u8]) -> Option<Record> {
    parse(*key.first()?, &storage.open(key, sealed)?)
}

/// The record of a kind and a value that is no longer sealed; `None` if it is not in the form of [`plain`].
pub(in crate::store) fn parse(kind: u8, plain: &[u8]) -> Option<Record> {
    let mut reader = Reader::new(plain);
    let record = match kind {
        ENTRY => {
            let scope = reader.scope()?;
            let (created, used) = (reader.time()?, reader.time()?);
            Record::Entry { scope, entry: Entry { content: reader.content()?, created, used } }
        }
        COUNTERS => {
            let scope = reader.scope()?;
            let (since, life) = (reader.time()?, reader.time()?);
            let floor = reader.number()?;
            let mut last = Vec::new();
            while !reader.is_empty() {
                let (label, number) = (reader.label()?, reader.number()?);
                last.push((label, number));
            }
            Record::Counters { scope, numbering: Numbering::from_parts(floor, last), since, life }
        }
        FLOOR => {
            let tenant = match (reader.text()?, reader.number()?) {
                ("", 0) => None,
                (tenant, 1) => Some(tenant.into()),
                _ => return None,
            };
            Record::Floor { tenant, number: reader.number()?, until: reader.time()? }
        }
        _ => return None,
    };
    reader.is_empty().then_some(record)
}

/// The value of `record` before it is sealed; `None` if the record is to be removed.
pub(in crate::store) fn plain(record: &Record) -> Option<Zeroizing<Vec<u8>>> {
    match record {
        Record::Entry { scope, entry } => Some(entry_value(scope, entry)),
        Record::Counters { scope, numbering, since, life } => Some(counters_value(scope, numbering, *since, *life)),
        Record::Floor { tenant, number, until } => Some(floor_value(tenant.as_deref(), *number, *until)),
        Record::EntryGone { .. } | Record::CountersGone { .. } => None,
    }
}

fn key(storage: &StorageKey, record: &Record) -> [u8; KEY] {
    match record {
        Record::Entry { scope, entry } => entry_key(storage, scope, &entry.name()),
        Record::EntryGone { scope, name } => entry_key(storage, scope, name),
        Record::Counters { scope, .. } | Record::CountersGone { scope } => {
            file_key(COUNTERS, blinded_session(storage, scope), [0; BLIND])
        }
        Record::Floor { tenant, .. } => {
            let owner = tenant.as_deref().unwrap_or_default();
            file_key(FLOOR, storage.blind(&[b"tenant", owner.as_bytes()]), [0; BLIND])
        }
    }
}

fn file_key(kind: u8, session: [u8; BLIND], name: [u8; BLIND]) -> [u8; KEY] {
    let mut key = [kind; KEY];
    key[1..=BLIND].copy_from_slice(&session);
    key[1 + BLIND..].copy_from_slice(&name);
    key
}

fn blinded_session(storage: &StorageKey, scope: &Scope) -> [u8; BLIND] {
    storage.blind(&[b"session", scope.tenant.as_bytes(), scope.session.as_bytes()])
}

fn entry_key(storage: &StorageKey, scope: &Scope, name: &EntryName) -> [u8; KEY] {
    let (kind, name): (&[u8], &[u8]) = match name {
        EntryName::Substitute(substitute) => (b"substitute", substitute.as_bytes()),
        EntryName::Alias(alias) => (b"alias", alias.as_bytes()),
    };
    let name = storage.blind(&[kind, scope.tenant.as_bytes(), scope.session.as_bytes(), name]);
    file_key(ENTRY, blinded_session(storage, scope), name)
}

fn entry_value(scope: &Scope, entry: &Entry) -> Zeroizing<Vec<u8>> {
    let lengths = |text: &Text| text.original.as_str().len() + text.substitute.len();
    let mut plain = Writer::new(scope.tenant.len() + entry.text().map_or(0, lengths));
    plain.scope(scope);
    plain.time(entry.created);
    plain.time(entry.used);
    plain.content(&entry.content);
    plain.finish()
}

fn counters_value(scope: &Scope, numbering: &Numbering, since: Duration, life: Duration) -> Zeroizing<Vec<u8>> {
    let (floor, last) = numbering.parts();
    let mut plain = Writer::new(scope.tenant.len() + last.len() * 64);
    plain.scope(scope);
    plain.time(since);
    plain.time(life);
    plain.number(floor);
    for (label, number) in last {
        plain.bytes(label.name().as_bytes());
        plain.number(*number);
    }
    plain.finish()
}

fn floor_value(tenant: Option<&str>, number: u64, until: Duration) -> Zeroizing<Vec<u8>> {
    let owner = tenant.unwrap_or_default();
    let mut plain = Writer::new(owner.len());
    plain.bytes(owner.as_bytes());
    plain.number(u64::from(tenant.is_some()));
    plain.number(number);
    plain.time(until);
    plain.finish()
}
