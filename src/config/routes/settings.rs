//! What a checked `[[routes]]` table says.

use std::{fmt, sync::Arc, time::Duration};

use zeroize::Zeroizing;

use crate::config::Detection;
use masquerade_detect::Level;

/// One proxied route. Its `Debug` counts the listed texts, which may be personal data.
#[derive(Clone)]
pub struct Route {
    /// Its name: in logs and metrics, and its realm unless `realm` says otherwise.
    pub name: String,
    /// The host it answers for, in lower case, without a port; `None`: any.
    pub host: Option<String>,
    /// The path it answers for, in whole segments, without a slash at the end: empty is everything. It is
    /// cut off before a request goes on.
    pub path_prefix: String,
    /// Where requests go; at least one.
    pub upstreams: Vec<Upstream>,
    /// How the upstream's API is known.
    pub profile: Profile,
    /// Who may use it, and whose data it is.
    pub auth: RouteAuth,
    /// The method where no label says otherwise; `None`: the profile's own.
    pub method: Option<String>,
    /// Label or group, method. What `[anonymization.methods]` says holds for what is not named here.
    pub methods: Vec<(String, String)>,
    /// What is detected: `[detection]`, as far as the route says nothing else.
    pub detection: Detection,
    /// How much the language model does, if the route says so; else `detection` has it for chats, and logs are
    /// looked through without it.
    pub ner: Option<Level>,
    /// Whether placeholders of responses are replaced by what they stand for; `None`: as the profile has it.
    pub restore: Option<bool>,
    /// Whether placeholders are known again in the forms that language models make of them.
    pub tolerant: bool,
    /// What becomes of bodies that cannot be vetted.
    pub on_unknown: OnUnknown,
    /// Hosts, in lower case, into whose URLs originals may be restored; `*.example.com` is all below it.
    pub restore_hosts: Vec<String>,
    /// Tool calls whose arguments are restored.
    pub restore_tools: RestoreTools,
    /// A note to the model about placeholders, in the API's own place for it.
    pub note: Option<String>,
    /// The realm of the keys of `HASH` and `ENCRYPT`.
    pub realm: String,
    /// Request headers whose values are scanned, in lower case.
    pub scan_headers: Vec<String>,
    /// Request headers that are set, whatever the client sent.
    pub set_headers: Vec<SetHeader>,
    /// Most bytes of a request's body, as sent and after inflation.
    pub body_bytes: usize,
    /// How long an upstream may take.
    pub timeouts: Timeouts,
    /// The versions of HTTP spoken to upstreams.
    pub http: HttpVersions,
    /// How one of several upstreams is chosen.
    pub balance: Balance,
    /// How upstreams are checked; `None`: only by what becomes of requests.
    pub health: Option<HealthCheck>,
    /// The only authorities whose certificates are accepted, in DER; empty: those of the system.
    pub authorities: Arc<[Vec<u8>]>,
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Route")
            .field("name", &self.name)
            .field("host", &self.host)
            .field("path_prefix", &self.path_prefix)
            .field("upstreams", &self.upstreams)
            .field("profile", &self.profile)
            .field("auth", &self.auth)
            .field("method", &self.method)
            .field("set_headers", &self.set_headers)
            .finish_non_exhaustive()
    }
}

/// One place that requests go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upstream {
    /// Whether it speaks TLS.
    pub tls: bool,
    /// Its host, in lower case; addresses of IPv6 without brackets.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// `Host` or `:authority` of requests to it.
    pub authority: String,
    /// What stands before the path of requests to it, without a slash at the end; mostly empty.
    pub path: String,
    /// The proxy on the way to it.
    pub proxy: Option<EgressProxy>,
}

impl Upstream {
    /// Whether nothing on the way to it can listen.
    pub fn is_private(&self) -> bool {
        let is_loopback = |host: &str| host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
        self.tls || self.host == "localhost" || is_loopback(&self.host)
    }
}

/// A proxy that opens tunnels (`CONNECT`).
#[derive(Clone, PartialEq, Eq)]
pub struct EgressProxy {
    /// Its host.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Value of `Proxy-Authorization`.
    pub authorization: Option<Zeroizing<String>>,
}

impl fmt::Debug for EgressProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EgressProxy({}:{})", self.host, self.port)
    }
}

/// How the upstream's API is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Profile {
    /// By the path of each request.
    Auto,
    /// One of the built-in profiles.
    Named(String),
    /// Any JSON API, as the user describes it.
    Json(JsonSelectors),
}

/// The user's own description of a JSON API: selectors such as `items[*].id` or `meta.**`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JsonSelectors {
    /// What is never touched.
    pub never: Vec<String>,
    /// Free payload: member names and long numbers are scanned, too.
    pub free: Vec<String>,
    /// Strings that hold JSON source.
    pub nested: Vec<String>,
    /// What else of responses is restored; empty: all of them.
    pub restore: Vec<String>,
}

/// Who may use a route, and whose data it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteAuth {
    /// The client's own credential for the upstream passes through, and tells tenants apart.
    Upstream,
    /// A key of ours is asked for, and removed.
    Key,
    /// Everybody, all as one tenant.
    None,
}

/// What becomes of bodies that cannot be vetted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnUnknown {
    /// They are refused.
    Refuse,
    /// They pass, and each is counted.
    Pass,
}

/// Tool calls whose arguments are restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreTools {
    /// All of them.
    All,
    /// None of them.
    None,
    /// Those of these tools.
    Named(Vec<String>),
}

/// A request header that is set.
#[derive(Clone)]
pub struct SetHeader {
    /// Its name.
    pub name: http::HeaderName,
    /// Its value, marked as sensitive if it is a secret.
    pub value: http::HeaderValue,
}

impl fmt::Debug for SetHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SetHeader({})", self.name)
    }
}

/// How long an upstream may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// To connect, the TLS handshake included.
    pub connect: Duration,
    /// From the end of the request to the end of the headers of the response.
    pub first_byte: Duration,
    /// Between two pieces of the response.
    pub between_bytes: Duration,
    /// For everything, from the end of the client's request to the end of the response.
    pub total: Duration,
    /// How long an idle connection is kept.
    pub idle: Duration,
}

/// The versions of HTTP spoken to upstreams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpVersions {
    /// What TLS negotiates; without TLS HTTP/1.1.
    Auto,
    /// HTTP/1.1.
    One,
    /// HTTP/2, without TLS, too.
    Two,
}

/// How one of several upstreams is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// In turn.
    RoundRobin,
    /// By chance.
    Random,
    /// The same for the same tenant, as far as it is well.
    Tenant,
}

/// How upstreams are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HealthCheck {
    /// The path that must answer with a status from 200 to 299; `None`: connecting is enough.
    pub path: Option<String>,
    /// Time from one check to the next.
    pub interval: Duration,
    /// Time that a check may take.
    pub timeout: Duration,
    /// Failures in a row after which an upstream gets no requests.
    pub fall: usize,
    /// Successes in a row after which it gets them again.
    pub rise: usize,
}
