//! The running service that the tests share, and the keys it knows.

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError, Weak},
};

use masquerade::config::ApiKey;

use crate::{client::Client, common::binary::Masquerade, contract::Contract};

/// An API key of the tests' configuration. Its secret is its name with [`SUFFIX`].
struct Key {
    name: &'static str,
    tenant: &'static str,
    more: &'static str,
}

/// The suffix that makes a key of a name.
pub const SUFFIX: &str = "-key-5Zq8vLr2";

const fn key(name: &'static str, tenant: &'static str, more: &'static str) -> Key {
    Key { name, tenant, more }
}

/// Tests that need a default session of their own have a key of their own.
const KEYS: &[Key] = &[
    key("first", "acme", ""),
    key("second", "acme", ""),
    key("rival", "rival", ""),
    key("default-one", "acme", ""),
    key("default-two", "acme", ""),
    key("default-three", "acme", ""),
    key("loner", "loner", "default_session = false"),
    key("writer", "acme", "permissions = [\"anonymize\"]"),
    key("reader", "acme", "permissions = [\"deanonymize\"]"),
    key("bare", "acme", "permissions = []"),
    key("rated", "acme", "rate = \"2/h\""),
];

/// Finds with awkward probabilities, and a name with a label of the user's own.
const RECOGNIZERS: &str = r#"
[[recognizers]]
name = "badge"
label = "EMPLOYEE_ID"
description = "Number on an employee's badge"
regex = 'E-\d{6}'
score = 0.60005
score_in_context = 0.91235
context = ["badge"]
"#;

const SECRET: &str = "a secret that all replicas of the tests share, 32 bytes and more";

/// The configuration of the tests, all but `[server]`.
pub fn config(log: &str) -> String {
    let keys = KEYS.iter().map(|Key { name, tenant, more }| {
        let hash = ApiKey::written_hash(&secret_of(name));
        format!("[[keys]]\nname = \"{name}\"\nhash = \"{hash}\"\ntenant = \"{tenant}\"\n{more}\n\n")
    });
    let keys: String = keys.collect();
    format!("{log}\n{RECOGNIZERS}\n[[secrets]]\nvalue = \"{SECRET}\"\n\n{keys}")
}

/// The key itself.
pub fn secret_of(name: &str) -> String {
    format!("{name}{SUFFIX}")
}

/// A running service and what it promises.
pub struct Service {
    /// Behind a lock only because its output can be taken once.
    running: Mutex<Masquerade>,
    /// The address that the API listens on.
    pub api: SocketAddr,
    pub contract: Contract,
}

static SHARED: Mutex<Weak<Service>> = Mutex::new(Weak::new());

impl Service {
    /// The service that all tests share that run at the same time. It ends with the last of them, for
    /// nobody would end a process that belongs to a static.
    pub fn shared() -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let service = Arc::new(Self::start(""));
            *shared = Arc::downgrade(&service);
            service
        })
    }

    /// A service of one's own, with a `[log]` table of one's own.
    pub fn start(log: &str) -> Self {
        Self::start_with(log, &[])
    }

    /// A service without a language model.
    pub fn without_model() -> Self {
        Self::start_with("", &[("MASQUERADE_DETECTION__NER", "off")])
    }

    fn start_with(log: &str, environment: &[(&str, &str)]) -> Self {
        let running = Masquerade::start_with(&config(log), environment);
        let contract = Contract::of(&running);
        Self { api: running.api, running: Mutex::new(running), contract }
    }

    /// The text of `/metrics`.
    pub fn metrics(&self) -> String {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8(running.admin("/metrics").body).expect("UTF-8")
    }

    /// Ends the process; its log.
    pub fn stop_and_collect(&self) -> String {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).stop_and_collect()
    }

    /// A client with the key of this name.
    pub fn client(&self, key: &str) -> Client<'_> {
        assert!(KEYS.iter().any(|known| known.name == key), "no key {key}");
        Client::new(self, &secret_of(key))
    }

    /// A client of which nothing is kept: what one test does is not seen by another.
    pub fn unkept(&self) -> Client<'_> {
        self.client("first").header("Cache-Control", "no-store")
    }
}
