//! The lifecycle of the process: listeners, worker threads, signals, reloads, graceful shutdown.

use std::{
    fmt, io,
    net::{SocketAddr, TcpListener},
    os::fd::IntoRawFd,
    sync::{Arc, atomic::Ordering},
    thread::JoinHandle,
    time::{Duration, SystemTime},
};

use pingora_core::{
    apps::{HttpServerOptions, ServerApp},
    protocols::http::v2::server::default_h2_options,
    server::{Fds, ListenFds, configuration::ServerConf},
    services::{Service as _, listening::Service},
};
use pingora_proxy::{HttpProxy, http_proxy};
use tokio::{
    runtime::Runtime,
    signal::unix::{Signal, SignalKind, signal},
    sync::{mpsc, watch},
    task::JoinHandle as JoinTask,
    time::{Instant, sleep, timeout},
};

use super::{
    Services, SharedContext, State,
    admin::Admin,
    connection_limiter::{ConnectionLimiter, LimitedApp},
    route,
    service::HttpService,
    threads_or_cores,
};
use crate::config::{Limits, Server};

/// The most connections of the admin listener, which a few scrapers and probes use.
const ADMIN_CONNECTIONS: usize = 64;

/// The most concurrent streams of one HTTP/2 connection. Their bodies count against the memory budget like any other.
const STREAMS: u32 = 100;

/// The time in which a second signal is a copy of the first: terminals and supervisors often signal a process group and
/// then each member.
const SIGNAL_ECHO: Duration = Duration::from_millis(500);

/// An error at the start of the service.
#[derive(Debug)]
pub enum StartError {
    /// An address cannot be listened on.
    Bind {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        source: io::Error,
    },
    /// A thread or a signal handler could not be set up.
    System(io::Error),
}

impl StartError {
    /// The exit code for it, after `sysexits.h`: 69 (service unavailable), 71 (system error).
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Bind { .. } => 69,
            Self::System(_) => 71,
        }
    }
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bind { address, source } => {
                let why = match source.kind() {
                    io::ErrorKind::AddrInUse => "another process listens there",
                    io::ErrorKind::PermissionDenied => "this user may not listen there",
                    io::ErrorKind::AddrNotAvailable => "this machine does not have that address",
                    _ => return write!(f, "cannot listen on {address}: {source}"),
                };
                write!(f, "cannot listen on {address}: {why}")
            }
            Self::System(source) => write!(f, "cannot start: {source}"),
        }
    }
}

impl std::error::Error for StartError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Bind { source, .. } | Self::System(source) => Some(source),
        }
    }
}

/// The error of a failed reload. Its text is logged, so it may name settings and must not hold payload.
pub type ReloadError = Box<dyn std::error::Error + Send + Sync>;

/// A command to a running service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Load the configuration again.
    Reload,
    /// Stop gracefully; a second time: at once.
    Stop,
}

/// The source of commands.
#[derive(Debug)]
pub enum Control {
    /// The signals `SIGHUP`, `SIGTERM` and `SIGINT`.
    Signals,
    /// A channel of the embedding program. The service stops when the channel closes.
    Channel(mpsc::Receiver<Command>),
}

/// Bound addresses. Clients can connect, and are answered once [`Listeners::serve`] runs.
#[derive(Debug)]
pub struct Listeners {
    api: Vec<TcpListener>,
    admin: TcpListener,
}

impl Listeners {
    /// Binds the configured addresses; port 0 is any free port.
    ///
    /// # Errors
    /// [`StartError::Bind`] with the first address that cannot be bound.
    pub fn bind(server: &Server) -> Result<Self, StartError> {
        let api = server.listen.iter().map(|&address| listen(address)).collect::<Result<_, _>>()?;
        Ok(Self { api, admin: listen(server.admin_listen)? })
    }

    /// The addresses of the API, with their actual ports.
    pub fn api_addresses(&self) -> Vec<SocketAddr> {
        self.api.iter().filter_map(|listener| listener.local_addr().ok()).collect()
    }

    /// The address of the admin listener, with its actual port.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.local_addr().ok()
    }

    /// Serves until a command to stop, and then until the last request is answered or the grace period is over.
    ///
    /// # Errors
    /// [`StartError::System`].
    pub fn serve(
        self,
        server: &Server,
        limits: &Limits,
        services: Services,
        state: State,
        reload: impl Fn() -> Result<State, ReloadError> + Send + Sync + 'static,
        control: Control,
    ) -> Result<(), StartError> {
        let runtime = runtime().map_err(StartError::System)?;
        // Handlers are set before the first answer: a client may send signals as soon as it got one.
        let commands = runtime.block_on(async { Commands::new(control) }).map_err(StartError::System)?;
        let api = self.api_addresses().iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let admin = self.admin_address().map(|address| address.to_string()).unwrap_or_default();
        tracing::info!(target: "masquerade::life", event = "started", api, admin);
        let threads = threads_or_cores(server.threads);
        let (stop, stopping) = watch::channel(false);
        let shared = Arc::new(SharedContext::new(state, limits, services)?);
        let limiter = Arc::new(ConnectionLimiter::new(limits, Arc::clone(&shared.metrics)));

        let conf = Arc::new(ServerConf { threads, work_stealing: false, ..ServerConf::default() });
        let proxy = Arc::new(proxy(&conf, HttpService::new(Arc::clone(&shared)), limits));
        let workers = Workers::start(threads, &stopping, || {
            let listeners = self.api.iter().map(TcpListener::try_clone).collect::<io::Result<_>>()?;
            let app = LimitedApp::new(Arc::clone(&proxy), Arc::clone(&limiter), limits);
            Ok(service("api", listeners, app.with_tls(shared.tls.clone())))
        });
        let workers = workers.map_err(StartError::System)?;
        // Each worker has a handle of its own; the port must be free when the workers have closed theirs.
        drop(self.api);

        let admin_limits = Limits { connections: ADMIN_CONNECTIONS, connections_per_address: 0, ..limits.clone() };
        let admin_limiter = Arc::new(ConnectionLimiter::new(&admin_limits, Arc::clone(&shared.metrics)));
        let admin = LimitedApp::new(Arc::new(Admin::new(Arc::clone(&shared))), admin_limiter, limits);
        let (mut admin, fds) = service("admin", vec![self.admin], admin);
        // The admin listener has this thread to itself, so that probes are answered under load, and until the end: nobody
        // sends on its stop channel.
        let (_admin_stop, never) = watch::channel(false);
        let lifecycle = Lifecycle { shared, limiter, stop, reload: Arc::new(reload) };
        runtime.block_on(async {
            tokio::spawn(async move { admin.start_service(Some(fds), never, 1).await });
            lifecycle.run(server, commands).await;
        });
        runtime.shutdown_timeout(Duration::ZERO);
        workers.end();
        Ok(())
    }
}

/// The worker threads, each with a runtime: a connection stays on the thread that accepted it, and busy threads leave
/// new connections to others.
struct Workers {
    quit: watch::Sender<bool>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    fn start<A: ServerApp + Send + Sync + 'static>(
        threads: usize,
        stopping: &watch::Receiver<bool>,
        service: impl Fn() -> io::Result<(Service<A>, ListenFds)>,
    ) -> io::Result<Self> {
        let (quit, quitting) = watch::channel(false);
        let mut workers = Self { quit, threads: Vec::with_capacity(threads) };
        for i in 0..threads {
            let (mut service, fds) = service()?;
            let (stopping, mut quitting) = (stopping.clone(), quitting.clone());
            let runtime = runtime()?;
            let work = move || {
                runtime.spawn(async move { service.start_service(Some(fds), stopping, 1).await });
                // An error means that the sender was dropped, which ends the thread as well.
                let _ = runtime.block_on(quitting.wait_for(|&quit| quit));
                runtime.shutdown_timeout(Duration::ZERO);
            };
            workers.threads.push(std::thread::Builder::new().name(format!("api-{i}")).spawn(work)?);
        }
        Ok(workers)
    }

    /// Ends all threads, with their connections.
    fn end(self) {
        let _ = self.quit.send(true);
        for thread in self.threads {
            // The panic hook has reported a panic already.
            let _ = thread.join();
        }
    }
}

/// The HTTP application with its limits of HTTP/2.
fn proxy(conf: &Arc<ServerConf>, front: HttpService, limits: &Limits) -> HttpProxy<HttpService> {
    let mut proxy = http_proxy(conf, front);
    let mut options = HttpServerOptions::default();
    options.h2_idle_timeout = Some(limits.keepalive_timeout);
    proxy.server_options = Some(options);
    let mut h2 = default_h2_options();
    h2.max_concurrent_streams(STREAMS);
    h2.max_header_list_size(u32::try_from(limits.header_bytes).unwrap_or(u32::MAX));
    proxy.h2_options = Some(h2);
    proxy
}

fn runtime() -> io::Result<Runtime> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    let failed = |source| StartError::Bind { address, source };
    let listener = TcpListener::bind(address).map_err(failed)?;
    listener.set_nonblocking(true).map_err(failed)?;
    Ok(listener)
}

/// A service of the library on bound sockets. The library itself would bind late, retry for half a minute and then panic
/// in a task while the process stays up.
fn service<A: ServerApp + Send + Sync + 'static>(
    name: &str,
    listeners: Vec<TcpListener>,
    app: A,
) -> (Service<A>, ListenFds) {
    let mut service = Service::new(name.to_owned(), app);
    let mut fds = Fds::new();
    for (i, listener) in listeners.into_iter().enumerate() {
        let key = format!("{name}-{i}");
        service.add_tcp(&key);
        fds.add(key, listener.into_raw_fd());
    }
    (service, Arc::new(fds.into()))
}

/// The control of a running service.
struct Lifecycle<R> {
    shared: Arc<SharedContext>,
    limiter: Arc<ConnectionLimiter>,
    stop: watch::Sender<bool>,
    reload: Arc<R>,
}

impl<R: Fn() -> Result<State, ReloadError> + Send + Sync + 'static> Lifecycle<R> {
    async fn run(&self, server: &Server, mut commands: Commands) {
        self.record_load_time();
        let mut maintenance = self.maintain();
        while commands.next().await == Command::Reload {
            if self.reload().await {
                maintenance.abort();
                maintenance = self.maintain();
            }
        }
        tracing::info!(target: "masquerade::life", event = "stopping");
        tokio::select! {
            () = self.drain(server) => tracing::info!(target: "masquerade::life", event = "stopped"),
            () = commands.stop() => tracing::warn!(target: "masquerade::life", event = "stopped-at-once"),
        }
    }

    /// Graceful shutdown: readiness fails, then listeners close, then the requests in flight are answered.
    async fn drain(&self, server: &Server) {
        self.shared.draining.store(true, Ordering::Relaxed);
        sleep(server.drain_delay).await;
        // An error means that no listener is left.
        let _ = self.stop.send(true);
        if timeout(server.shutdown_grace, self.limiter.idle()).await.is_err() {
            let left = self.shared.metrics.connections.get();
            tracing::warn!(target: "masquerade::life", event = "grace-over", connections = left);
        }
    }

    /// Spawns the maintenance of the current state's upstreams.
    fn maintain(&self) -> JoinTask<()> {
        tokio::spawn(route::maintain(self.shared.state.load().routes.upstreams()))
    }

    /// Loads a new state. Returns whether it replaced the old one.
    async fn reload(&self) -> bool {
        let reload = Arc::clone(&self.reload);
        // Reading files and compiling patterns takes a while; probes are answered meanwhile.
        let loaded = tokio::task::spawn_blocking(move || reload()).await.unwrap_or_else(|e| Err(e.into()));
        match loaded {
            Ok(mut state) => {
                let old = self.shared.state.load();
                state.access = state.access.continuing(&old.access);
                state.routes = state.routes.continuing(&old.routes);
                match (&self.shared.tls, &state.tls) {
                    (Some(handshakes), Some(tls)) => {
                        if let Err(error) = handshakes.replace(tls) {
                            tracing::error!(target: "masquerade::life", event = "tls-unchanged", error = %error);
                        }
                    }
                    (None, None) => {}
                    _ => {
                        tracing::warn!(target: "masquerade::life", event = "tls-unchanged", "TLS begins or ends at a start")
                    }
                }
                self.shared.state.store(Arc::new(state));
                self.shared.metrics.reloads.inc();
                self.record_load_time();
                tracing::info!(target: "masquerade::life", event = "reloaded");
                true
            }
            Err(error) => {
                self.shared.metrics.reload_failures.inc();
                tracing::error!(target: "masquerade::life", event = "reload-failed", error = %error);
                false
            }
        }
    }

    fn record_load_time(&self) {
        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
        self.shared.metrics.config_loaded.set(now.as_secs_f64());
    }
}

/// The incoming commands.
enum Commands {
    Signals { reload: Signal, terminate: Signal, interrupt: Signal },
    Channel(mpsc::Receiver<Command>),
}

impl Commands {
    fn new(control: Control) -> io::Result<Self> {
        Ok(match control {
            Control::Channel(channel) => Self::Channel(channel),
            Control::Signals => Self::Signals {
                reload: signal(SignalKind::hangup())?,
                terminate: signal(SignalKind::terminate())?,
                interrupt: signal(SignalKind::interrupt())?,
            },
        })
    }

    async fn next(&mut self) -> Command {
        match self {
            Self::Channel(channel) => channel.recv().await.unwrap_or(Command::Stop),
            Self::Signals { reload, terminate, interrupt } => tokio::select! {
                _ = reload.recv() => Command::Reload,
                _ = terminate.recv() => Command::Stop,
                _ = interrupt.recv() => Command::Stop,
            },
        }
    }

    /// Waits for a second [`Command::Stop`]. A channel that closes is not one.
    async fn stop(&mut self) {
        let first = Instant::now();
        loop {
            match self {
                Self::Channel(channel) => match channel.recv().await {
                    Some(Command::Stop) => return,
                    Some(Command::Reload) => {}
                    None => std::future::pending().await,
                },
                Self::Signals { .. } => {
                    if self.next().await == Command::Stop && first.elapsed() > SIGNAL_ECHO {
                        return;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::TablePlace;

    fn server(listen: SocketAddr) -> Server {
        Server {
            listen: vec![listen],
            admin_listen: ([127, 0, 0, 1], 0).into(),
            threads: 1,
            shutdown_grace: Duration::ZERO,
            drain_delay: Duration::ZERO,
            playground: true,
            tls: None,
            cors_origins: Vec::new(),
            table_cache: TablePlace::Off,
        }
    }

    #[test]
    fn an_address_in_use_is_named_and_has_its_exit_code() {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = taken.local_addr().unwrap();
        let error = Listeners::bind(&server(address)).unwrap_err();
        assert_eq!(error.to_string(), format!("cannot listen on {address}: another process listens there"));
        assert_eq!(error.exit_code(), 69);
    }

    #[test]
    fn an_address_of_another_machine_is_named() {
        let error = Listeners::bind(&server("192.0.2.1:80".parse().unwrap())).unwrap_err();
        assert_eq!(error.to_string(), "cannot listen on 192.0.2.1:80: this machine does not have that address");
    }

    #[test]
    fn port_0_becomes_a_real_port() {
        let bound = Listeners::bind(&server("127.0.0.1:0".parse().unwrap())).unwrap();
        assert!(bound.api_addresses().iter().all(|address| address.port() != 0));
        assert_ne!(bound.admin_address().unwrap().port(), 0);
    }
}
