//! The environment of all targets: an engine with all that is built in, and a way to run it without a runtime.

use std::{
    pin::pin,
    sync::{Arc, LazyLock},
    task::{Context, Poll, Waker},
};

use masquerade::{anonymize::{Method, Policy}, config::{Config, Sources}, engine::{
        MaskSettings, Engine, Owner,
        proxy::{Caller, RequestMasker, RestoreRules, Rules, Style},
        setup,
    }, keys::Keyring, store::MemoryStore};
use masquerade_detect::Detector;

/// An instance with the built-in configuration.
pub struct Instance {
    /// The default configuration.
    pub config: Config,
    /// The engine of that configuration.
    pub engine: Engine,
    /// The settings of a request that names none.
    pub defaults: MaskSettings,
    /// A tenant of whom nothing is kept.
    pub owner: Owner,
    /// The rules of a proxied route with default settings, but that altered placeholders stay.
    pub rules: Rules,
    /// The rules of a route of a log API with default settings.
    pub records: Rules,
    /// Whose proxied requests it takes.
    pub caller: Caller,
}

impl Instance {
    /// The masking of its proxied requests to language models.
    pub fn masker(&self) -> RequestMasker<'_> {
        RequestMasker { engine: &self.engine, rules: &self.rules, caller: &self.caller }
    }
}

/// The instance.
pub static INSTANCE: LazyLock<Instance> = LazyLock::new(|| {
    let (config, _) = Config::load(&Sources::default(), None).expect("the defaults are valid");
    let detector = Detector::new(Vec::new()).expect("the built-in recognizers are valid");
    let defaults = setup::defaults(&detector, &config).expect("the defaults fit the detector");
    let keyring = Keyring::random().expect("randomness");
    let owner = Owner { cipher: keyring.cipher("fuzz", "/v1"), scope: None };
    let engine = Engine::new(detector, Arc::new(MemoryStore::new(config.sessions.clone())));
    let rules =
        Rules::new(defaults.clone(), Style::Dialogue(RestoreRules { tolerant: false, ..RestoreRules::default() }));
    let caller = Caller {
        tenant: "fuzz".into(),
        cipher: keyring.cipher("fuzz", "route/fuzz"),
        sessions: keyring.sessions("fuzz"),
        aliases: keyring.aliases("fuzz", "route/fuzz"),
        may_deanonymize: false,
    };
    let hashes = MaskSettings { policy: Policy::all(Method::Hash), ..defaults.clone() };
    let records = Rules::new(hashes, Style::Records);
    Instance { config, engine, defaults, owner, rules, records, caller }
});

/// The outcome of a future that never has to wait.
pub fn now<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the engine waits, although nothing is kept"),
    }
}
