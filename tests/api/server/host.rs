//! The server's own code in this process, with endpoints made for the tests.

use std::{
    net::SocketAddr,
    sync::{Arc, Condvar, Mutex},
    thread::JoinHandle,
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method};
use masquerade::{
    access::Access,
    config::{ApiKey, Config, KeyScope, Limits, Permission, Rate, Server, Sources, TablePlace},
    problem::{ErrorShape, Problem},
    server::{
        Call, Command, Control, Cors, CpuPool, Endpoint, EndpointAction, EndpointCall, Endpoints, Handler, Job,
        Listeners, Reply, Services, State, route::Routes,
    },
    store::MemoryStore,
    telemetry::{Metrics, audit::AuditLog, traces::RequestTracer},
};
use sha2::{Digest, Sha256};
use tokio::sync::mpsc;

/// Header line of a key that may do everything.
pub const KEY: &str = "X-API-Key: all\r\n";

/// A gate that holds those who come to it until it is opened.
#[derive(Clone, Default)]
pub struct Gate(Arc<(Mutex<GateState>, Condvar)>);

#[derive(Default)]
struct GateState {
    waiting: usize,
    open: bool,
}

impl Gate {
    pub fn pass(&self) {
        let (state, changed) = &*self.0;
        let mut state = state.lock().unwrap();
        state.waiting += 1;
        changed.notify_all();
        drop(changed.wait_while(state, |state| !state.open).unwrap());
    }

    pub fn open(&self) {
        self.0.0.lock().unwrap().open = true;
        self.0.1.notify_all();
    }

    /// The number of those who came to the gate so far.
    pub fn passed(&self) -> usize {
        self.0.0.lock().unwrap().waiting
    }

    /// Waits until somebody stands at the gate.
    pub fn await_somebody(&self) {
        let (state, changed) = &*self.0;
        drop(changed.wait_while(state.lock().unwrap(), |state| state.waiting == 0).unwrap());
    }
}

/// Answers with the body it was sent.
struct Echo;

#[async_trait]
impl Handler for Echo {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        Ok(Reply::json(call.body))
    }
}

/// Answers who calls, and with which parameters.
struct Who;

#[async_trait]
impl Handler for Who {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let name = HeaderValue::from_str(&call.client.name).map_err(|_| Problem::Internal)?;
        let reply = Reply::json(Bytes::from(format!("{{\"params\":{:?}}}", call.params)));
        Ok(reply.with_header(HeaderName::from_static("x-client"), name))
    }
}

/// Panics with the body in its message.
struct Panics;

#[async_trait]
impl Handler for Panics {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        panic!("{:?}", call.body)
    }
}

/// Holds the CPU pool's thread until the gate opens.
struct Works(Arc<CpuPool>, Gate);

#[async_trait]
impl Handler for Works {
    async fn call(&self, _: Call<'_>) -> Result<Reply, Problem> {
        let gate = self.1.clone();
        self.0.run(Job { tenant: "", estimate: Duration::MAX, bytes: None }, async move { gate.pass() }).await?;
        Ok(Reply::json("{}"))
    }
}

pub fn key(name: &str, permissions: &[Permission], rate: Option<Rate>) -> ApiKey {
    ApiKey {
        name: name.into(),
        hash: Sha256::digest(name.as_bytes()).into(),
        tenant: name.into(),
        permissions: permissions.to_vec(),
        rate,
        default_session: true,
        scope: KeyScope::default(),
    }
}

pub fn keys() -> Vec<ApiKey> {
    let all = [Permission::Anonymize, Permission::Deanonymize];
    let rate = Rate { requests: 1, period: Duration::from_secs(3600) };
    vec![key("all", &all, None), key("none", &[], None), key("once", &all, Some(rate))]
}

pub fn limits() -> Limits {
    Limits {
        body_bytes: 100_000,
        text_bytes: 100_000,
        texts: 100,
        list_bytes: 100_000,
        answer_entities: 1000,
        answer_bytes: 1_000_000,
        reader_rate: 16 * 1024,
        reader_window: Duration::from_secs(10),
        target_bytes: 8 * 1024,
        header_bytes: 32 * 1024,
        header_timeout: Duration::from_secs(10),
        body_timeout: Duration::from_secs(10),
        keepalive_timeout: Duration::from_secs(60),
        connections: 1000,
        connections_per_address: 0,
        inflight_bytes: 10_000_000,
        cpu_threads: 1,
        cpu_queue: 1,
        steps_per_byte: 512,
    }
}

pub fn settings() -> Server {
    Server {
        listen: vec![([127, 0, 0, 1], 0).into()],
        admin_listen: ([127, 0, 0, 1], 0).into(),
        threads: 2,
        shutdown_grace: Duration::from_secs(20),
        drain_delay: Duration::ZERO,
        cors_origins: Vec::new(),
        table_cache: TablePlace::Off,
        playground: false,
        tls: None,
    }
}

fn call(
    method: Method,
    path: &'static str,
    permission: Option<Permission>,
    handler: impl Handler + 'static,
) -> Endpoint {
    let json = (method == Method::POST).then(|| limits().body_bytes);
    let (handler, error_shape) = (Arc::new(handler), ErrorShape::Problem);
    let call = EndpointCall { permission, json, handler, client: None, error_shape };
    Endpoint { method, path: path.into(), action: EndpointAction::Call(call) }
}

pub fn state(services: &Services, gate: &Gate, keys: &[ApiKey], limits: &Limits) -> State {
    let endpoints = vec![
        Endpoint {
            method: Method::GET,
            path: "/openapi.json".into(),
            action: EndpointAction::Static(Reply::json("{\"openapi\":\"3.1.0\"}")),
        },
        call(Method::POST, "/v1/echo", Some(Permission::Anonymize), Echo),
        call(Method::POST, "/v1/panic", None, Panics),
        call(Method::POST, "/v1/work", None, Works(Arc::clone(&services.cpu), gate.clone())),
        call(Method::GET, "/v1/who", None, Who),
        call(Method::DELETE, "/v1/things/{id}", Some(Permission::Deanonymize), Who),
    ];
    State {
        access: Access::new(keys),
        endpoints: Endpoints::new(endpoints, &services.metrics),
        routes: Routes::default(),
        limits: limits.clone(),
        cors: Cors::default(),
        access_share: 1.0,
        tls: None,
    }
}

/// The services of a process with these limits.
pub fn services(limits: &Limits) -> Services {
    let metrics = Arc::new(Metrics::new().unwrap());
    let cpu =
        CpuPool::start(limits.cpu_threads, limits.cpu_queue, limits.steps_per_byte, Arc::clone(&metrics)).unwrap();
    let (defaults, _) = Config::load(&Sources::default(), None).unwrap();
    let store = Arc::new(MemoryStore::new(defaults.sessions));
    Services { metrics, cpu: Arc::new(cpu), store, audit: AuditLog::default(), tracer: RequestTracer::default() }
}

/// A running server; stopped when dropped.
pub struct Host {
    pub api: SocketAddr,
    pub admin: SocketAddr,
    pub gate: Gate,
    pub metrics: Arc<Metrics>,
    /// Keys that the next reload brings; `None`: it fails.
    pub next_keys: Arc<Mutex<Option<Vec<ApiKey>>>>,
    commands: Option<mpsc::Sender<Command>>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    pub fn start() -> Self {
        Self::start_with(limits())
    }

    pub fn start_with(limits: Limits) -> Self {
        Self::start_on(settings(), limits)
    }

    pub fn start_on(settings: Server, limits: Limits) -> Self {
        let bound = Listeners::bind(&settings).unwrap();
        let (api, admin) = (bound.api_addresses()[0], bound.admin_address().unwrap());
        let services = services(&limits);
        let metrics = Arc::clone(&services.metrics);
        let (gate, next_keys) = (Gate::default(), Arc::<Mutex<Option<Vec<ApiKey>>>>::default());
        let state_of = {
            let (services, gate, limits) = (services.clone(), gate.clone(), limits.clone());
            move |keys: &[ApiKey]| state(&services, &gate, keys, &limits)
        };
        let first = state_of(&keys());
        let reload = {
            let next_keys = Arc::clone(&next_keys);
            move || next_keys.lock().unwrap().as_deref().map(&state_of).ok_or_else(|| "no keys".into())
        };
        let (commands, control) = mpsc::channel(8);
        let thread = std::thread::spawn(move || {
            bound.serve(&settings, &limits, services, first, reload, Control::Channel(control)).unwrap();
        });
        Self { api, admin, gate, metrics, next_keys, commands: Some(commands), thread: Some(thread) }
    }

    pub fn tell(&self, command: Command) {
        self.commands.as_ref().unwrap().blocking_send(command).unwrap();
    }

    /// Waits for the server's end.
    pub fn join(&mut self) {
        self.thread.take().unwrap().join().unwrap();
    }

    /// Value of a metric, by its whole name with labels.
    pub fn metric(&self, name: &str) -> f64 {
        let text = self.metrics.render().unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.map_or(0.0, |value| value.parse().unwrap())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.gate.open();
        if self.thread.is_some() {
            let commands = self.commands.take().unwrap();
            let _ = commands.blocking_send(Command::Stop);
            let _ = commands.blocking_send(Command::Stop);
            let failed = self.thread.take().unwrap().join().is_err();
            assert!(!failed || std::thread::panicking(), "the server panicked");
        }
    }
}
