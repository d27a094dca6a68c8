//! Tests of masked requests and their restored answers, by profile.

mod actions;
mod batches;
mod leaks;
mod records;
mod refusals;
mod repeats;
mod stable;
mod state;

use std::sync::{Arc, LazyLock};

use bytes::{Bytes, BytesMut};
use zeroize::Zeroizing;

use super::*;
use crate::{
    anonymize::{Method, Policy},
    config::{Config, Sources},
    engine::{Engine, MaskSettings},
    keys::Keyring,
    profile::{Profile, Profiles},
    store::MemoryStore,
};
use masquerade_detect::entity::Label;
use masquerade_detect::{DenyList, Detector, Options};

/// An engine, a route and a caller.
struct Bench {
    engine: &'static Engine,
    rules: Rules,
    caller: Caller,
}

fn dialogue() -> Style {
    Style::Dialogue(RestoreRules::default())
}

impl Bench {
    fn masker(&self) -> RequestMasker<'_> {
        RequestMasker { engine: self.engine, rules: &self.rules, caller: &self.caller }
    }

    fn new(method: Method, style: Style) -> Self {
        // One for all tests: it takes its time to build without optimization.
        static ENGINE: LazyLock<Engine> = LazyLock::new(|| {
            let (config, _) = Config::load(&Sources::default(), None).unwrap();
            Engine::new(Detector::new(Vec::new()).unwrap(), Arc::new(MemoryStore::new(config.sessions)))
        });
        let detector = ENGINE.detector();
        let person = Label::PERSON;
        let options = Options {
            deny: DenyList::new(&[("Ada Lovelace", person), ("Jörg Öztürk", person)]).unwrap(),
            ..Options::new(detector.default_labels().clone())
        };
        let ask = MaskSettings {
            detection: options,
            policy: Policy::all(method),
            max_entities: usize::MAX,
            uses_session: false,
        };
        let keyring = Keyring::new(&[Zeroizing::new(b"secret".to_vec())]).unwrap();
        Self {
            rules: Rules::new(ask, style),
            engine: &ENGINE,
            caller: Caller {
                tenant: "t".into(),
                cipher: keyring.cipher("t", "r"),
                sessions: keyring.sessions("t"),
                aliases: keyring.aliases("t", "r"),
                may_deanonymize: false,
            },
        }
    }

    /// Keeps sessions in `store` from now on.
    fn keep_in(&mut self, store: MemoryStore) {
        self.engine = Box::leak(Box::new(Engine::new(Detector::new(Vec::new()).unwrap(), Arc::new(store))));
    }

    fn redacting() -> Self {
        Self::new(Method::Redact, dialogue())
    }

    fn try_mask(&self, path: &str, body: &str, incoming: Incoming<'_>) -> Result<MaskedRequest, Refusal> {
        let body = Bytes::copy_from_slice(body.as_bytes());
        ready(self.masker().mask(profile(path), &body, incoming))
    }

    fn request(&self, path: &str, body: &str) -> MaskedRequest {
        self.try_mask(path, body, Incoming::default()).unwrap_or_else(|refusal| panic!("{path} {body}: {refusal}"))
    }

    fn masked(&self, path: &str, body: &str) -> String {
        text(&self.request(path, body))
    }
}

fn text(request: &MaskedRequest) -> String {
    String::from_utf8(request.body.bytes().to_vec()).unwrap()
}

/// The profile of `METHOD /path`.
fn profile(path: &str) -> &'static Profile {
    let (method, path) = path.split_once(' ').unwrap_or(("POST", path));
    let api = path.starts_with("/lines").then_some("ndjson");
    Profiles::all().find(api, method, path).unwrap_or_else(|| panic!("{path} is unknown")).profile
}

/// The output of a future of the engine, which never waits for long with a store in memory.
fn ready<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// `body` as an answer of the provider, restored.
fn restored(path: &str, request: &MaskedRequest, body: &str) -> String {
    let shape = response::Shape::of(b"application/json", profile(path));
    let mut response = response::Response::new(profile(path), shape, request.restore.clone(), 1 << 20);
    let mut out = BytesMut::new();
    response.push(Bytes::copy_from_slice(body.as_bytes()), true, &mut out);
    String::from_utf8(out.to_vec()).unwrap()
}

const CHAT: &str = "/v1/chat/completions";
const RESPONSES: &str = "/v1/responses";
const MESSAGES: &str = "/v1/messages";
const BULK: &str = "/_bulk";
