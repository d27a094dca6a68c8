//! A panic in detection: the API answers 500, the proxy refuses the request, and the text stays here.

use std::{borrow::Cow, path::Path, sync::Arc, thread::JoinHandle, time::Duration};

use masquerade::{
    access::Access,
    config::{ApiKey, Config, KeyScope, Permission, Sources},
    engine::{Engine, setup},
    server::{Command, Control, Cors, CpuPool, Endpoints, Listeners, Services, State, route::Routes, v1::Api},
    store::MemoryStore,
    telemetry::{Metrics, audit::AuditLog, traces::RequestTracer},
};
use masquerade_detect::{
    Candidate, Detector, Finding, Pattern, Rule,
    entity::{Handling, LabelInfo},
};
use tokio::sync::mpsc;

use crate::{
    common::raw::{bare, exchange, post},
    fake::Fake,
    setup::route,
};

/// Text in which the broken rule panics, and what stands beside it.
const BROKEN: &str = "inconsistent-4711 canary.bird@example.com";

const KEY: &str = "X-API-Key: panics\r\n";

/// A rule whose check indexes a table that lacks the entry.
fn broken_rule() -> Rule {
    fn check(candidate: &Candidate<'_>) -> Option<Finding> {
        let table: &[usize] = &[];
        let end = table[candidate.range.start];
        candidate.part(candidate.range.start..end)
    }
    Rule {
        info: LabelInfo::new("BROKEN", "A text that a broken rule finds.", "inconsistent-1", Handling::CUSTOM),
        patterns: Cow::Owned(vec![Pattern::regex("inconsistent-[0-9]{1,9}", 0.9, 0.9)]),
        context: Cow::Borrowed(&[]),
        check,
    }
}

/// A service in this process whose detector has the broken rule; stopped when dropped.
struct Service {
    api: std::net::SocketAddr,
    metrics: Arc<Metrics>,
    commands: mpsc::Sender<Command>,
    thread: Option<JoinHandle<()>>,
}

impl Service {
    fn start(routes: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let config = Service::config(&directory.path().join("masquerade.toml"), routes);
        let metrics = Arc::new(Metrics::new().unwrap());
        let cpu = Arc::new(CpuPool::start(1, 16, 512, Arc::clone(&metrics)).unwrap());
        let detector = Detector::new(vec![broken_rule()]).unwrap();
        let defaults = setup::defaults(&detector, &config).unwrap();
        let keyring = setup::random_keyring().unwrap();
        let store = Arc::new(MemoryStore::new(config.sessions.clone()));
        let engine = Arc::new(Engine::new(detector, Arc::clone(&store) as _));
        let routes = Routes::new(&engine, &config, &keyring, &metrics).unwrap();
        let audit = AuditLog::default();
        let tracer = RequestTracer::default();
        let services = Services { metrics: Arc::clone(&metrics), cpu: Arc::clone(&cpu), store, audit, tracer };
        let api = Api::new(engine, defaults, config.limits.clone(), keyring, cpu, Arc::clone(&metrics)).unwrap();
        let state = State {
            access: Access::new(&config.keys),
            endpoints: Endpoints::new(Arc::new(api).endpoints(), &metrics),
            routes,
            limits: config.limits.clone(),
            cors: Cors::default(),
            access_share: 1.0,
            tls: None,
        };
        let bound = Listeners::bind(&config.server).unwrap();
        let api = bound.api_addresses()[0];
        let (commands, control) = mpsc::channel(8);
        let thread = std::thread::spawn(move || {
            let reload = || Err("no reload".into());
            bound.serve(&config.server, &config.limits, services, state, reload, Control::Channel(control)).unwrap();
        });
        Self { api, metrics, commands, thread: Some(thread) }
    }

    fn config(file: &Path, routes: &str) -> Config {
        std::fs::write(file, routes).unwrap();
        let sources = Sources { file: Some(file.to_owned()), ..Sources::default() };
        let (mut config, _) = Config::load(&sources, None).unwrap();
        config.server.listen = vec![([127, 0, 0, 1], 0).into()];
        config.server.admin_listen = ([127, 0, 0, 1], 0).into();
        config.server.drain_delay = Duration::ZERO;
        config.keys = vec![ApiKey {
            name: "panics".into(),
            hash: ApiKey::hash_of(b"panics"),
            tenant: "panics".into(),
            permissions: vec![Permission::Anonymize, Permission::Deanonymize],
            rate: None,
            default_session: true,
            scope: KeyScope::default(),
        }];
        config
    }

    /// The number of panics that were contained.
    fn panics(&self) -> u64 {
        let text = self.metrics.render().unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("masquerade_panics_total "));
        line.unwrap().parse().unwrap()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.commands.blocking_send(Command::Stop);
        let _ = self.commands.blocking_send(Command::Stop);
        let failed = self.thread.take().unwrap().join().is_err();
        assert!(!failed || std::thread::panicking(), "the server panicked");
    }
}

#[test]
fn the_api_answers_500_and_goes_on() {
    let service = Service::start("");
    let ask = |text: &str| exchange(service.api, post("/v1/anonymize", KEY, format!("{{\"text\":[{text:?}]}}")));
    // Short texts are masked where the request is read, long ones in the pool.
    for (panics, padding) in [(1, 0), (2, 200_000)] {
        let answer = ask(&format!("{BROKEN} {}", "x ".repeat(padding)));
        answer.assert_problem(500, "internal");
        let body = String::from_utf8_lossy(&answer.body);
        assert!(!body.contains("canary") && !body.contains("4711"), "{body}");
        assert_eq!(service.panics(), panics);
    }
    assert_eq!(ask("canary.bird@example.com").status, 200);
}

#[test]
fn the_proxy_refuses_the_request_whatever_passes_else() {
    let fake = Fake::ok();
    let service = Service::start(&route(&[&fake], "on_unknown = \"pass\""));
    let send = |path: &str, text: &str| exchange(service.api, post(path, "", format!("{{\"a\":{text:?}}}")));
    let long = format!("{BROKEN} {}", "x ".repeat(200_000));
    let chat = format!("{{\"model\":\"m\",\"messages\":[{{\"role\":\"user\",\"content\":{BROKEN:?}}}]}}");
    let answers = [
        send("/documents", BROKEN),
        send("/documents", &long),
        exchange(service.api, post("/v1/chat/completions", "", chat)),
        exchange(service.api, bare("GET", "/search?q=inconsistent-4711", "")),
    ];
    for answer in answers {
        assert_eq!(answer.status, 500, "{}", String::from_utf8_lossy(&answer.body));
        assert!(!String::from_utf8_lossy(&answer.body).contains("4711"));
    }
    assert_eq!(fake.recorded().len(), 0);
    assert_eq!(service.panics(), 4);
    assert_eq!(send("/documents", "canary.bird@example.com").status, 200);
    assert!(!String::from_utf8_lossy(&fake.only().body).contains("canary"));
}
