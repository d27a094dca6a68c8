//! Construction of the service from a configuration.

use std::{
    fmt, io,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use super::{
    Control, Cors, CpuPool, Endpoints, Listeners, ReloadError, Services, StartError, State, TableFolder,
    collector::HttpCollector,
    external_model,
    faces::{self, FaceContext},
    pages, problem_pages,
    route::Routes,
    v1::{Api, session::ClientSessions},
};
use crate::{
    access::Access,
    config::{Config, StoreKind},
    engine::{Engine, setup},
    keys::Keyring,
    store::{DiskStore, MemoryStore, Reason, Store, Usage, ValkeyStore},
    telemetry::{Metrics, audit::AuditLog, traces::RequestTracer},
};

/// The interval between two sweeps of expired sessions.
const SWEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The state of the process that outlives a reload.
struct ProcessState {
    services: Services,
    /// The keyring for a configuration without a secret, the same for the whole run.
    random: Keyring,
}

/// The reason for which the service does not run.
#[derive(Debug)]
pub enum ServeError {
    /// An unusable configuration.
    Configuration(ReloadError),
    /// A missing resource, such as an address.
    Start(StartError),
}

impl ServeError {
    /// The exit code for it, after `sysexits.h`.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Configuration(_) => 64,
            Self::Start(error) => error.exit_code(),
        }
    }
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Configuration(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<StartError> for ServeError {
    fn from(error: StartError) -> Self {
        Self::Start(error)
    }
}

impl From<io::Error> for ServeError {
    fn from(error: io::Error) -> Self {
        Self::Start(StartError::System(error))
    }
}

/// Serves `config` on `listeners` until the process is stopped; `reload` loads the configuration again.
///
/// # Errors
/// If the configuration cannot be used, or a thread not be started.
pub fn serve(
    listeners: Listeners,
    config: &Config,
    reload: impl Fn() -> Result<Config, ReloadError> + Send + Sync + 'static,
) -> Result<(), ServeError> {
    serve_with(listeners, config, reload, Control::Signals)
}

/// Serves `config` on `listeners` until `control` stops it.
///
/// # Errors
/// As [`serve`].
pub fn serve_with(
    listeners: Listeners,
    config: &Config,
    reload: impl Fn() -> Result<Config, ReloadError> + Send + Sync + 'static,
    control: Control,
) -> Result<(), ServeError> {
    let metrics = Arc::new(Metrics::new().map_err(io::Error::other)?);
    let cpu = Arc::new(CpuPool::start(
        config.limits.cpu_threads,
        config.limits.cpu_queue,
        config.limits.steps_per_byte,
        Arc::clone(&metrics),
    )?);
    let random = setup::random_keyring().map_err(io::Error::other)?;
    let keyring = setup::keyring(config).unwrap_or_else(|| random.clone());
    let OpenStore { store, memory, valkey } = open_store(config, &keyring)?;
    if let Some(memory) = memory {
        observe(&metrics, &memory);
        cpu.background(sweep(memory));
    }
    if let Some(valkey) = valkey {
        observe_shared(&metrics, valkey);
    }
    // Dropped at the end, when they write the last lines and export the last spans.
    let (tracer, _spans) = match &config.traces.collector {
        Some(collector) => {
            let client = HttpCollector::new(collector, &config.traces.headers)?;
            let (tracer, spans) = RequestTracer::start(&config.traces, client, &metrics);
            (tracer, Some(spans))
        }
        None => (RequestTracer::default(), None),
    };
    let (audit, _drain) = AuditLog::start(&config.audit, &metrics).map_err(|error| {
        StartError::System(io::Error::new(error.kind(), format!("the audit stream cannot be opened: {error}")))
    })?;
    let services = Services { metrics, cpu, store, audit, tracer };
    let process = ProcessState { services: services.clone(), random };
    let state = process.state(config).map_err(ServeError::Configuration)?;
    let reload = move || process.state(&reload()?);
    listeners.serve(&config.server, &config.limits, services, state, reload, control)?;
    Ok(())
}

impl ProcessState {
    fn state(&self, config: &Config) -> Result<State, ReloadError> {
        let Services { metrics, cpu, store, .. } = self.services.clone();
        let external = external_model::load(config, Some(Arc::clone(&metrics)))?;
        let tables = TableFolder::at(&config.server.table_cache);
        let detector = setup::detector(config, external, tables.as_ref().map(|folder| folder as _))?;
        let defaults = setup::defaults(&detector, config)?;
        let keyring = setup::keyring(config).unwrap_or_else(|| self.random.clone());
        let engine = Arc::new(Engine::new(detector, store));
        let limits = config.limits.clone();
        let face_context = FaceContext {
            engine: Arc::clone(&engine),
            defaults: defaults.clone(),
            limits: limits.clone(),
            cpu: Arc::clone(&cpu),
            sessions: Arc::new(ClientSessions::new(keyring.clone())),
            metrics: Arc::clone(&metrics),
        };
        let api = Arc::new(Api::new(
            Arc::clone(&engine),
            defaults,
            limits.clone(),
            keyring.clone(),
            cpu,
            Arc::clone(&metrics),
        )?);
        let mut endpoints = api.endpoints();
        endpoints.push(problem_pages::endpoint());
        if config.server.playground {
            endpoints.extend(pages::playground());
        }
        endpoints.extend(faces::endpoints(&config.faces, &face_context)?);
        let endpoints = Endpoints::new(endpoints, &metrics);
        let routes = Routes::new(&engine, config, &keyring, &metrics)?;
        let access = Access::new(&config.keys);
        let (access_share, tls) = (config.log.access, config.server.tls.clone());
        let cors = Cors::new(&config.server.cors_origins);
        Ok(State { access, endpoints, routes, limits, cors, access_share, tls })
    }
}

/// The configured store.
struct OpenStore {
    store: Arc<dyn Store>,
    /// The part in memory that holds all of it; `None` for a far store.
    memory: Option<Arc<MemoryStore>>,
    /// The store as a far one.
    valkey: Option<Arc<ValkeyStore>>,
}

fn open_store(config: &Config, keyring: &Keyring) -> Result<OpenStore, StartError> {
    let limits = config.sessions.clone();
    Ok(match config.store.kind {
        StoreKind::Memory => {
            let memory = Arc::new(MemoryStore::new(limits));
            OpenStore { store: Arc::clone(&memory) as _, memory: Some(memory), valkey: None }
        }
        StoreKind::Disk => {
            let disk = DiskStore::open(config.store.path.clone(), limits, keyring.storage());
            let disk = disk.map_err(|error| StartError::System(io::Error::other(error)))?;
            let memory = Arc::clone(disk.sessions());
            OpenStore { store: Arc::new(disk), memory: Some(memory), valkey: None }
        }
        StoreKind::Valkey => {
            let valkey = ValkeyStore::open(&config.store.valkey, limits, keyring.storage());
            let valkey = valkey.map_err(|error| StartError::System(io::Error::other(error)))?;
            if let Some(fault) = valkey.fault() {
                tracing::warn!(target: "masquerade::store", "{fault}; requests that need numbers are refused");
            }
            let valkey = Arc::new(valkey);
            OpenStore { store: Arc::clone(&valkey) as _, memory: None, valkey: Some(valkey) }
        }
    })
}

/// Sweeps expired sessions for as long as the process lives.
async fn sweep(store: Arc<MemoryStore>) {
    loop {
        tokio::time::sleep(SWEEP_INTERVAL).await;
        store.sweep();
    }
}

/// Sets the gauges of a store that many processes share whenever the metrics are read: each process shows the whole.
fn observe_shared(metrics: &Metrics, store: Arc<ValkeyStore>) {
    metrics.refresh_with(move |metrics| {
        let Usage { sessions, entries, bytes } = store.usage();
        let gauge = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
        metrics.sessions.set(gauge(sessions));
        metrics.session_entries.set(gauge(entries));
        metrics.session_bytes.set(gauge(bytes));
    });
}

/// Sets the gauges of the store whenever the metrics are read.
fn observe(metrics: &Metrics, store: &Arc<MemoryStore>) {
    let store = Arc::clone(store);
    let seen = Mutex::new([0; Reason::ALL.len()]);
    metrics.refresh_with(move |metrics| {
        let stats = store.stats();
        let gauge = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
        metrics.sessions.set(gauge(stats.sessions));
        metrics.session_entries.set(gauge(stats.entries));
        metrics.session_bytes.set(gauge(stats.bytes));
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        for (seen, (reason, total)) in seen.iter_mut().zip(stats.dropped) {
            metrics.evicted(reason.name(), total.saturating_sub(*seen));
            *seen = total;
        }
    });
}
