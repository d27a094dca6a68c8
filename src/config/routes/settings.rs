//! The types of a checked `[[routes]]` table.

use std::{fmt, sync::Arc, time::Duration};

use zeroize::Zeroizing;

use super::agents::{OpaqueFileRule, Voices, WithholdRule};
use super::policy::{Mode, PolicyRule, Responses, Shadow};
use super::tenant::TenantName;
use crate::config::{Detection, Rate};

/// A proxied route. `Debug` counts the listed texts, which may be personal data.
#[derive(Clone)]
pub struct Route {
    /// The name in logs and metrics, and the default realm.
    pub name: String,
    /// The host, in lower case, without a port; `None`: any.
    pub host: Option<String>,
    /// The path prefix, in whole segments, without a slash at the end; empty: any path. It is removed from forwarded
    /// requests.
    pub path_prefix: String,
    /// The upstreams; at least one.
    pub upstreams: Vec<Upstream>,
    /// The profile of the upstream's API.
    pub profile: Profile,
    /// The authentication, which also determines the tenant.
    pub auth: RouteAuth,
    /// The part of a request that names its tenant.
    pub tenant: TenantName,
    /// The default method; `None`: the profile's.
    pub method: Option<String>,
    /// Methods by label or group, before those of `[anonymization.methods]`.
    pub methods: Vec<(String, String)>,
    /// The settings of detection, by default those of `[detection]`.
    pub detection: Detection,
    /// The treatment of requests.
    pub mode: Mode,
    /// The treatment of personal data in answers.
    pub responses: Responses,
    /// The policy beside the methods of labels.
    pub policy: Vec<PolicyRule>,
    /// A policy that is only counted.
    pub shadow: Option<Shadow>,
    /// The level of the language model for each voice; `None`: the usual ones with the level of `detection` for chats,
    /// off for logs.
    pub ner: Option<Voices>,
    /// True if responses are restored; `None`: as the profile has it.
    pub restore: Option<bool>,
    /// True if variants of placeholders are restored.
    pub tolerant: bool,
    /// True if numbered placeholders tell attributes of their originals.
    pub attributes: bool,
    /// The treatment of unknown paths, and of bodies that cannot be vetted.
    pub on_unknown: OnUnknown,
    /// The least life of the map of state that the provider keeps, after the last use of its entries.
    pub state_ttl: Duration,
    /// The hosts, in lower case, into whose URLs originals may be restored; `*.example.com` is all subdomains.
    pub restore_hosts: Vec<String>,
    /// The tool calls whose arguments are restored.
    pub restore_tools: RestoreTools,
    /// The treatment of tool calls in which a placeholder stays.
    pub withhold: WithholdRule,
    /// The treatment of files that cannot be searched.
    pub opaque: OpaqueFileRule,
    /// Fields of log records that are masked as a whole, wherever they stand.
    pub always: Vec<String>,
    /// Fields of log records that are left as they are, wherever they stand.
    pub never: Vec<String>,
    /// True if records of logs are masked and forwarded as they arrive.
    pub stream: bool,
    /// The encoding in which bodies go on; `None`: as they came for log APIs, else none.
    pub reencode: Option<Reencode>,
    /// A note about placeholders to the model, in the API's place for system prompts.
    pub note: Option<String>,
    /// The realm of the keys of `HASH` and `ENCRYPT`.
    pub realm: String,
    /// The request headers that are scanned, in lower case.
    pub scan_headers: Vec<String>,
    /// The request headers that are set, replacing the client's.
    pub set_headers: Vec<SetHeader>,
    /// The credentials with which requests are signed for AWS, replacing the client's.
    pub aws: Option<AwsCredentials>,
    /// The most bytes of a request's body, as sent and decoded.
    pub body_bytes: usize,
    /// The rate limit of all clients together; `None`: unlimited.
    pub rate: Option<Rate>,
    /// The most requests at once of all clients together; `None`: unlimited.
    pub in_flight: Option<usize>,
    /// The timeouts of upstreams.
    pub timeouts: UpstreamTimeouts,
    /// The HTTP versions for upstreams.
    pub http: HttpVersions,
    /// The choice among several upstreams.
    pub balance: Balance,
    /// The active health check; `None`: passive ejection only.
    pub health: Option<HealthCheck>,
    /// The accepted certificate authorities, in DER; empty: those of the system.
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

/// Credentials for AWS, and what they sign for.
#[derive(Clone)]
pub struct AwsCredentials {
    /// The region, such as `us-east-1`.
    pub region: String,
    /// The service, such as `bedrock`.
    pub service: String,
    /// The id of the access key.
    pub access_key_id: String,
    /// The secret access key.
    pub secret_access_key: Zeroizing<String>,
    /// The token of temporary credentials.
    pub session_token: Option<Zeroizing<String>>,
}

impl fmt::Debug for AwsCredentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AwsCredentials")
            .field("region", &self.region)
            .field("service", &self.service)
            .finish_non_exhaustive()
    }
}

/// An upstream of a route.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upstream {
    /// True if connections use TLS.
    pub tls: bool,
    /// The host, in lower case; IPv6 addresses without brackets.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The value of `Host` or `:authority`.
    pub authority: String,
    /// The prefix of request paths, without a slash at the end; mostly empty.
    pub path: String,
    /// The proxy for connections.
    pub proxy: Option<EgressProxy>,
}

impl Upstream {
    /// Reports whether requests cannot be read on the network: TLS or loopback.
    pub fn is_private(&self) -> bool {
        let is_loopback = |host: &str| host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback());
        self.tls || self.host == "localhost" || is_loopback(&self.host)
    }
}

/// An HTTP proxy that opens tunnels (`CONNECT`).
#[derive(Clone, PartialEq, Eq)]
pub struct EgressProxy {
    /// The host name or address.
    pub host: String,
    /// The TCP port.
    pub port: u16,
    /// The value of `Proxy-Authorization`.
    pub authorization: Option<Zeroizing<String>>,
}

impl fmt::Debug for EgressProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EgressProxy({}:{})", self.host, self.port)
    }
}

/// The profile of a route's API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Profile {
    /// The profile that matches the path of each request.
    Auto,
    /// A built-in profile.
    Named(String),
    /// Selectors for any JSON API.
    Json(JsonSelectors),
}

/// A user's description of a JSON API: selectors such as `items[*].id` or `meta.**`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JsonSelectors {
    /// Values that are never masked.
    pub never: Vec<String>,
    /// Payload of which member names and long numbers are scanned as well.
    pub free: Vec<String>,
    /// Strings that hold JSON source.
    pub nested: Vec<String>,
    /// Values of responses that are restored; empty: all.
    pub restore: Vec<String>,
}

/// The authentication of a route, which determines the tenant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteAuth {
    /// The client's credential for the upstream, which is forwarded; each credential is a tenant.
    Upstream,
    /// An API key of this instance, which is removed.
    Key,
    /// None; all clients are one tenant.
    None,
}

/// The treatment of paths that no profile knows, and of bodies that cannot be vetted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnUnknown {
    /// At an unknown path all strings, member names and numbers are vetted; a body that cannot be vetted is refused.
    Vet,
    /// Unknown paths and bodies that cannot be vetted are refused.
    Refuse,
    /// An unknown path is vetted; a body that cannot be vetted passes and is counted.
    Pass,
}

/// The encoding in which bodies go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reencode {
    /// The content codings in which they came.
    Same,
    /// No content coding.
    Identity,
}

/// The tool calls whose arguments are restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RestoreTools {
    /// All tool calls.
    All,
    /// No tool call.
    None,
    /// The calls of these tools.
    Named(Vec<String>),
}

/// A request header that a route sets.
#[derive(Clone)]
pub struct SetHeader {
    /// The header's name.
    pub name: http::HeaderName,
    /// The value, marked as sensitive if it is a secret.
    pub value: http::HeaderValue,
}

impl fmt::Debug for SetHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SetHeader({})", self.name)
    }
}

/// The timeouts of an upstream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpstreamTimeouts {
    /// The time to connect, with the TLS handshake.
    pub connect: Duration,
    /// The time from the end of the request to the end of the response headers.
    pub first_byte: Duration,
    /// The time between two pieces of the response.
    pub between_bytes: Duration,
    /// The time from the end of the client's request to the end of the response.
    pub total: Duration,
    /// The lifetime of an idle connection.
    pub idle: Duration,
}

/// The HTTP versions for upstreams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HttpVersions {
    /// The version that TLS negotiates; HTTP/1.1 without TLS.
    Auto,
    /// HTTP/1.1.
    One,
    /// HTTP/2, also without TLS.
    Two,
}

/// The choice among several upstreams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// Rotation.
    RoundRobin,
    /// A random one.
    Random,
    /// A healthy upstream that all requests of a tenant share.
    Tenant,
}

/// The active health check of upstreams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HealthCheck {
    /// The path that must answer with a status from 200 to 299; `None`: connecting is enough.
    pub path: Option<String>,
    /// The interval between two checks.
    pub interval: Duration,
    /// The timeout of a check.
    pub timeout: Duration,
    /// The consecutive failures that take an upstream down.
    pub fall: usize,
    /// The consecutive successes that bring it back.
    pub rise: usize,
}
