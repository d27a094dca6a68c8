//! The checked configuration: every value parsed, every reference resolved, every default filled in.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use super::{Route, Tls};
use masquerade_detect::{Level, custom::CustomRecognizer, entity::Label};

/// Everything that one instance is configured with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen and how to stop.
    pub server: Server,
    /// What a client may ask of us at most.
    pub limits: Limits,
    /// What is detected.
    pub detection: Detection,
    /// The file of the language model; `None`: the built-in model.
    pub model: Option<ModelFile>,
    /// The user's own recognizers.
    pub recognizers: Vec<CustomRecognizer>,
    /// What becomes of what is detected.
    pub anonymization: Anonymization,
    /// How long and how much is remembered.
    pub sessions: Sessions,
    /// The instance's secret, newest generation first; empty: a random one for this run.
    pub secrets: Vec<Secret>,
    /// Who may call; empty: a key is made for this run.
    pub keys: Vec<ApiKey>,
    /// Logging.
    pub log: Log,
    /// Where requests that no endpoint of ours answers are proxied to.
    pub routes: Vec<Route>,
}

/// `[server]`
#[derive(Clone, Debug, PartialEq)]
pub struct Server {
    /// Addresses of the API.
    pub listen: Vec<SocketAddr>,
    /// Address of the admin listener.
    pub admin_listen: SocketAddr,
    /// Threads that serve connections; 0: one per core.
    pub threads: usize,
    /// How long requests in flight may go on after a request to stop.
    pub shutdown_grace: Duration,
    /// How long `/readyz` fails before listeners close, so that balancers notice first.
    pub drain_delay: Duration,
    /// What the API's listeners prove themselves with; `None`: they speak plain HTTP.
    pub tls: Option<Tls>,
}

impl Server {
    /// Whether only this machine can reach the API.
    pub fn is_loopback(&self) -> bool {
        self.listen.iter().all(|address| address.ip().to_canonical().is_loopback())
    }
}

/// `[limits]`
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Body, in bytes, as sent and after inflation.
    pub body_bytes: usize,
    /// One text, in bytes.
    pub text_bytes: usize,
    /// Texts in one request.
    pub texts: usize,
    /// Request target, in bytes.
    pub target_bytes: usize,
    /// All request headers, in bytes.
    pub header_bytes: usize,
    /// From the first chance to send a request to the end of its headers.
    pub header_timeout: Duration,
    /// From the end of the headers to the end of the body.
    pub body_timeout: Duration,
    /// How long an idle connection is kept.
    pub keepalive_timeout: Duration,
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address (IPv6: one /64); 0: no cap.
    pub connections_per_address: usize,
    /// Bytes of bodies in memory at a time, inflated ones included.
    pub inflight_bytes: usize,
    /// Threads for CPU work; 0: one per core.
    pub cpu_threads: usize,
    /// Jobs that may wait for a CPU thread before we answer 503.
    pub cpu_queue: usize,
}

/// `[detection]`. Its `Debug` counts the listed texts, which may be personal data.
#[derive(Clone, PartialEq)]
pub struct Detection {
    /// Labels and groups that are reported where a request names none; empty: the default set.
    pub entities: Vec<String>,
    /// Threshold for all labels; `None`: each label's own.
    pub threshold: Option<f32>,
    /// Texts that are never entities.
    pub allow_list: Vec<String>,
    /// Texts that always are.
    pub deny_list: Vec<(String, Label)>,
    /// How much the language model does.
    pub ner: Level,
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
            .finish()
    }
}

/// `[anonymization]`
#[derive(Clone, Debug, PartialEq)]
pub struct Anonymization {
    /// The method where neither request nor label says otherwise.
    pub method: String,
    /// Label or group, method.
    pub methods: Vec<(String, String)>,
}

/// `[sessions]`
#[derive(Clone, Debug, PartialEq)]
pub struct Sessions {
    /// Life of an entry after its last use.
    pub ttl: Duration,
    /// Life of an entry in all.
    pub max_age: Duration,
    /// Life of a session's counters after its last entry.
    pub counters_ttl: Duration,
    /// Entries of one tenant.
    pub tenant_entries: usize,
    /// Bytes of one tenant.
    pub tenant_bytes: usize,
    /// Entries in all.
    pub entries: usize,
    /// Bytes in all.
    pub bytes: usize,
}

/// `[[secrets]]`: one generation of the instance's secret.
#[derive(Clone)]
pub struct Secret(pub zeroize::Zeroizing<Vec<u8>>);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// `[[keys]]`: one API key, known by its SHA-256 only.
#[derive(Clone, Debug, PartialEq)]
pub struct ApiKey {
    /// Its name in logs and metrics.
    pub name: String,
    /// SHA-256 of the key.
    pub hash: [u8; 32],
    /// Whose data it sees.
    pub tenant: String,
    /// What it may do.
    pub permissions: Vec<Permission>,
    /// Requests per second in the long run and at once; `None`: unlimited.
    pub rate: Option<Rate>,
    /// Whether requests without `X-Session-Id` share the key's default session.
    pub default_session: bool,
}

/// What a key may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Call `/v1/anonymize`.
    Anonymize,
    /// Call `/v1/deanonymize`, and forget sessions.
    Deanonymize,
    /// Use proxied routes.
    Proxy,
    /// See and steer what is not one tenant's own.
    Admin,
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
    /// How lines look.
    pub format: LogFormat,
    /// Least severe level written: `error`, `warn`, `info`, `debug`, `trace`.
    pub level: String,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Human on a terminal, JSON elsewhere.
    Auto,
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
}
