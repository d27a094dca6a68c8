//! The types of a checked configuration: values parsed, references resolved, defaults filled in.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use super::{ExternalModel, Faces, Route, Tls, Traces};
use masquerade_detect::{Level, custom::CustomRecognizer, entity::Label};

/// The configuration of an instance.
#[derive(Clone, Debug)]
pub struct Config {
    /// Listeners and shutdown.
    pub server: Server,
    /// Limits of requests and connections.
    pub limits: Limits,
    /// Detection.
    pub detection: Detection,
    /// The file of the language model; `None`: the built-in model.
    pub model: Option<ModelFile>,
    /// A model of the user's own, beside the built-in one.
    pub external_model: Option<ExternalModel>,
    /// Custom recognizers.
    pub recognizers: Vec<CustomRecognizer>,
    /// Methods.
    pub anonymization: Anonymization,
    /// The place of sessions.
    pub store: StoreSettings,
    /// Lifetimes and sizes of sessions.
    pub sessions: Sessions,
    /// The generations of the secret, newest first; empty: a random secret for this run.
    pub secrets: Vec<Secret>,
    /// The API keys; empty: one is generated for this run.
    pub keys: Vec<ApiKey>,
    /// Logging.
    pub log: Log,
    /// The audit stream.
    pub audit: Audit,
    /// The export of traces.
    pub traces: Traces,
    /// The proxied routes.
    pub routes: Vec<Route>,
    /// The interfaces of other programs.
    pub faces: Faces,
}

/// `[server]`
#[derive(Clone, Debug, PartialEq)]
pub struct Server {
    /// The addresses of the API.
    pub listen: Vec<SocketAddr>,
    /// The address of the admin listener.
    pub admin_listen: SocketAddr,
    /// The threads that serve connections; 0: one per core.
    pub threads: usize,
    /// The grace period of requests in flight at a shutdown.
    pub shutdown_grace: Duration,
    /// The time for which `/readyz` fails before listeners close, so that balancers notice.
    pub drain_delay: Duration,
    /// True if browsers get the playground at `/` of the API.
    pub playground: bool,
    /// The certificate of the API's listeners; `None`: plain HTTP.
    pub tls: Option<Tls>,
    /// The origins of browser clients that may read answers of the API; `*` is any.
    pub cors_origins: Vec<String>,
    /// The place of the detector's tables between two starts.
    pub table_cache: TablePlace,
}

/// A place of the detector's tables between two starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TablePlace {
    /// The folder for caches of the service manager or the user, if there is one.
    Auto,
    /// No place: they are built at each start.
    Off,
    /// A folder of their own.
    Folder(PathBuf),
}

impl Server {
    /// Reports whether the API asks clients for certificates (mutual TLS).
    pub fn asks_for_certificates(&self) -> bool {
        self.tls.as_ref().is_some_and(|tls| tls.client_authorities.is_some())
    }

    /// Reports whether the API listens on loopback addresses only.
    pub fn is_loopback(&self) -> bool {
        self.listen.iter().all(|address| address.ip().to_canonical().is_loopback())
    }
}

/// `[limits]`
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// The size of a body, in bytes, as sent and decoded.
    pub body_bytes: usize,
    /// The size of a text, in bytes.
    pub text_bytes: usize,
    /// The number of texts in a request.
    pub texts: usize,
    /// The size of all texts of a request's allow and deny lists together, in bytes.
    pub list_bytes: usize,
    /// The number of entities in an answer.
    pub answer_entities: usize,
    /// The size of an answer of `/v1/anonymize`, in bytes.
    pub answer_bytes: usize,
    /// The lowest rate at which a client may read an answer, in bytes a second.
    pub reader_rate: usize,
    /// The time over which `reader_rate` is measured.
    pub reader_window: Duration,
    /// The size of a request target, in bytes.
    pub target_bytes: usize,
    /// The size of a request's headers, in bytes.
    pub header_bytes: usize,
    /// The time from a request's first byte, or the start of the connection, to the end of the headers.
    pub header_timeout: Duration,
    /// The time from the end of the headers to the end of the body.
    pub body_timeout: Duration,
    /// The lifetime of an idle connection.
    pub keepalive_timeout: Duration,
    /// The number of connections.
    pub connections: usize,
    /// The number of connections from one address (IPv6: one /64); 0: unlimited.
    pub connections_per_address: usize,
    /// The memory of all bodies, decoded ones included, in bytes.
    pub inflight_bytes: usize,
    /// The threads of the CPU pool; 0: one per core.
    pub cpu_threads: usize,
    /// The length of the CPU pool's queue; further requests get 503.
    pub cpu_queue: usize,
    /// The allowance of a request for each byte of its body, in steps; beyond it the request gets 503.
    pub steps_per_byte: u64,
}

/// `[detection]`. Its `Debug` counts the listed texts, which may be personal data.
#[derive(Clone, PartialEq)]
pub struct Detection {
    /// The labels and groups that are reported if a request names none; empty: the default set.
    pub entities: Vec<String>,
    /// The threshold of all labels; `None`: each label's own.
    pub threshold: Option<f32>,
    /// Texts that are never entities.
    pub allow_list: Vec<String>,
    /// Texts that are always entities, with their labels.
    pub deny_list: Vec<(String, Label)>,
    /// The level of the language model.
    pub ner: Level,
    /// True if the texts that a session knows are searched for in its later requests.
    pub use_session: bool,
}

/// The file of a language model, named but not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelFile {
    /// Relative paths of the configuration are resolved already.
    pub path: PathBuf,
    /// The file and line, the variable or the flag that names it, for messages; may be empty.
    pub place: String,
}

impl std::fmt::Debug for Detection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Detection")
            .field("entities", &self.entities)
            .field("threshold", &self.threshold)
            .field("allow_list", &self.allow_list.len())
            .field("deny_list", &self.deny_list.len())
            .field("ner", &self.ner)
            .field("use_session", &self.use_session)
            .finish()
    }
}

/// `[anonymization]`
#[derive(Clone, Debug, PartialEq)]
pub struct Anonymization {
    /// The default method.
    pub method: String,
    /// Methods by label or group.
    pub methods: Vec<(String, String)>,
}

/// `[sessions]`
#[derive(Clone, Debug, PartialEq)]
pub struct Sessions {
    /// The lifetime of an entry after its last use.
    pub ttl: Duration,
    /// The total lifetime of an entry.
    pub max_age: Duration,
    /// The lifetime of a session's counters after its last entry.
    pub counters_ttl: Duration,
    /// The most entries of one tenant.
    pub tenant_entries: usize,
    /// The most bytes of one tenant.
    pub tenant_bytes: usize,
    /// The most entries of the instance.
    pub entries: usize,
    /// The most bytes of the instance.
    pub bytes: usize,
}

/// `[store]`
#[derive(Clone, Debug, PartialEq)]
pub struct StoreSettings {
    /// The kind of the store.
    pub kind: StoreKind,
    /// The file of the disk store.
    pub path: PathBuf,
    /// The servers of the Valkey store.
    pub valkey: ValkeySettings,
}

/// The settings of the Valkey store.
#[derive(Clone, Debug, PartialEq)]
pub struct ValkeySettings {
    /// The address of the server, or those of some nodes or of the sentinels.
    pub url: StoreUrl,
    /// The relation of the servers.
    pub topology: Topology,
    /// The name by which sentinels know the server.
    pub service: String,
    /// The prefix of all keys.
    pub prefix: String,
    /// The acknowledgement that completes a write.
    pub acknowledgement: Acknowledgement,
}

/// The relation of the servers of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topology {
    /// A single server.
    Single,
    /// A cluster, whose nodes share the keys.
    Cluster,
    /// A server and its replicas, one of which sentinels put in its place when it fails.
    Sentinel,
}

impl Topology {
    /// All topologies with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("single", Self::Single), ("cluster", Self::Cluster), ("sentinel", Self::Sentinel)];
}

/// The addresses of a store's servers, with commas between, which may hold a password.
#[derive(Clone, PartialEq)]
pub struct StoreUrl(String);

impl StoreUrl {
    /// The address `url`.
    pub fn new(url: String) -> Self {
        Self(url)
    }

    /// The address with its password.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StoreUrl(…)")
    }
}

/// The acknowledgement that completes a write to a store's server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acknowledgement {
    /// The server holds the write in memory.
    Memory,
    /// The server and so many replicas hold the write in memory.
    Replicas(u32),
}

/// The kind of a session store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// The memory of the process.
    Memory,
    /// The memory of the process, and a file.
    Disk,
    /// A Valkey or Redis server.
    Valkey,
}

impl StoreKind {
    /// All kinds with their names.
    pub const ALL: [(&'static str, Self); 3] =
        [("memory", Self::Memory), ("disk", Self::Disk), ("valkey", Self::Valkey)];

    /// The name of the kind in the configuration.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// `[[secrets]]`: one generation of the secret.
#[derive(Clone)]
pub struct Secret(pub zeroize::Zeroizing<Vec<u8>>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// `[[keys]]`: one API key, of which only the SHA-256 is stored.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiKey {
    /// The name in logs and metrics.
    pub name: String,
    /// The SHA-256 of the key.
    pub hash: [u8; 32],
    /// The tenant whose data the key sees.
    pub tenant: String,
    /// The permissions of the key.
    pub permissions: Vec<Permission>,
    /// The rate limit; `None`: unlimited.
    pub rate: Option<Rate>,
    /// True if requests without `X-Session-Id` share the key's default session.
    pub default_session: bool,
    /// The narrower limits of the key.
    pub scope: KeyScope,
}

/// The part of its permissions that a key has; `None`: all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyScope {
    /// The names of the proxied routes that it may use.
    pub routes: Option<Vec<String>>,
    /// The labels and groups whose originals it may restore.
    pub restore: Option<Vec<String>>,
    /// The most requests at once.
    pub in_flight: Option<usize>,
}

/// A permission of an API key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Call `/v1/anonymize`.
    Anonymize,
    /// Call `/v1/deanonymize` and delete sessions.
    Deanonymize,
    /// Use proxied routes.
    Proxy,
    /// Administer the whole instance.
    Admin,
}

impl Permission {
    /// All permissions with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("anonymize", Self::Anonymize),
        ("deanonymize", Self::Deanonymize),
        ("proxy", Self::Proxy),
        ("admin", Self::Admin),
    ];

    /// The name of the permission in the configuration.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, permission)| *permission == self).map_or("", |(name, _)| name)
    }
}

/// A rate limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Requests in each period.
    pub requests: u32,
    /// The period.
    pub period: Duration,
}

/// `[log]`
#[derive(Clone, Debug, PartialEq)]
pub struct Log {
    /// The format of lines.
    pub format: LogFormat,
    /// The least severe level that is written: `error`, `warn`, `info`, `debug`, `trace`.
    pub level: String,
    /// The share of access lines that are written, of requests without an error, from 0 to 1.
    pub access: f64,
}

/// `[audit]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// The file; `None`: no audit stream.
    pub file: Option<PathBuf>,
    /// The treatment of requests while the file cannot be written.
    pub on_failure: AuditFailure,
    /// The size from which the file is rotated, in bytes.
    pub rotate_bytes: usize,
}

/// The treatment of requests that cannot be audited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditFailure {
    /// Requests are refused.
    Refuse,
    /// Requests are served; lines that find no room are lost and counted.
    Continue,
}

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// `Human` on a terminal, `Json` elsewhere.
    Auto,
    /// Lines for people.
    Human,
    /// One JSON object a line.
    Json,
}
