//! Proxied routes: requests are masked on their way to an upstream, and responses restored on their way back.
//!
//! The exchange with an upstream does not use the library's proxy loop: a body is read and vetted as a whole before an
//! upstream is connected to, whatever its framing; every attempt sends the same bytes; and the store has kept an
//! upstream's ids before the client sees them. The library gives the connections, and HTTP/1.1 and HTTP/2 on both sides.
//!
//! | module | content |
//! |---|---|
//! | `matching` | the route of a request |
//! | `headers` | the headers that are forwarded, both ways |
//! | `own_addresses` | addresses of upstreams in responses, led back here |
//! | `own_keys` | API keys of this instance in the places of upstreams' credentials |
//! | `tenant` | the tenant of a request, with its keys |
//! | `masking` | the calls of the engine for a route |
//! | `upstream`, `balance`, `maintenance` | addresses, their health and choice, look-ups and checks |
//! | `tunnel`, `coalesce`, `idle_connections` | connections to upstreams |
//! | `dispatch` | the request to an upstream, with retries |
//! | `records` | bodies of log records that go on as they arrive |
//! | `signature` | signatures of requests to AWS |
//! | `response_decoder`, `relay` | the response to the client |
//! | `socket` | the messages of WebSockets |

mod balance;
mod coalesce;
mod dispatch;
mod headers;
mod idle_connections;
mod maintenance;
mod masking;
mod matching;
mod own_addresses;
mod own_keys;
mod records;
mod relay;
mod response_decoder;
mod signature;
mod socket;
mod tenant;
mod tunnel;
mod upstream;

use std::{collections::HashMap, sync::Arc, time::Duration};

use http::{
    HeaderMap, HeaderValue,
    header::{CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HOST},
    uri::PathAndQuery,
};
use pingora_core::protocols::http::ServerSession;
use pingora_http::RequestHeader;
use tokio::time::Instant;

pub use maintenance::maintain;
pub use masking::Masker;
pub use upstream::Upstreams;

use self::{
    dispatch::UpstreamRequest,
    masking::{MaskedParts, PlainRequest},
    matching::{RequestTarget, RouteMatch},
    relay::ResponseRelay,
    signature::Signer,
    tenant::{Identity, Tenants},
};
use super::{
    Job, SharedContext, State, body,
    body::{Beginning, RequestError},
    cpu_pool::TenantPool,
    decompress,
    request_context::{self, LimitOwner, RequestContext},
    tls,
};
use crate::{
    access::Throttle,
    codec::encoding::BodyEncoding,
    config::{self, Config, Limits, SetHeader},
    engine::{Engine, proxy::Coverage, setup::SetupError},
    keys::Keyring,
    problem::Problem,
    profile::WEBSOCKET,
    telemetry::{self, Metrics, RouteMetrics, traces::RequestSpan},
};

/// A proxied route.
pub struct Route {
    name: Arc<str>,
    pattern: RouteMatch,
    tenants: Tenants,
    upstreams: Arc<Upstreams>,
    set_headers: Vec<SetHeader>,
    limits: Limits,
    masker: Arc<Masker>,
    signer: Option<Arc<Signer>>,
    metrics: RouteMetrics,
    /// The limits on all requests of the route together.
    throttle: Arc<Throttle>,
}

impl Route {
    /// Counts the coverage of a request.
    fn count(&self, masked: &MaskedParts, all: &Metrics) {
        let coverage = &masked.coverage;
        self.upstreams.metrics.strings(coverage.scanned, coverage.replaced, coverage.skipped);
        self.upstreams.metrics.request(masked.api);
        if masked.unvetted {
            self.upstreams.metrics.passed();
        }
        if let Some(shadow) = &masked.shadow {
            self.count_unenforced("shadow", shadow);
        }
        if coverage.is_observed {
            return self.count_unenforced("observe", coverage);
        }
        for &(label, method, count) in &coverage.entities {
            all.entities(label.name(), method.name(), count);
        }
    }

    /// Counts and logs what a policy would have done that is not enforced.
    fn count_unenforced(&self, policy: &'static str, coverage: &Coverage) {
        for &(label, method, count) in &coverage.entities {
            self.upstreams.metrics.unenforced(policy, label.name(), method.name(), count);
        }
        if let Some(refusal) = coverage.would_refuse {
            self.upstreams.metrics.unenforced(policy, "", refusal, 1);
        }
        let entities: u64 = coverage.entities.iter().map(|(.., count)| count).sum();
        if entities > 0 || coverage.would_refuse.is_some() {
            telemetry::audit_unenforced(&self.name, policy, entities, coverage.would_refuse.unwrap_or_default());
        }
    }
}

/// All proxied routes, the most specific first.
#[derive(Default)]
pub struct Routes {
    list: Vec<Arc<Route>>,
}

impl Routes {
    /// The routes of a configuration.
    ///
    /// # Errors
    /// If a route names a label, method or profile that does not exist.
    pub fn new(
        engine: &Arc<Engine>,
        config: &Config,
        keyring: &Keyring,
        metrics: &Metrics,
    ) -> Result<Self, SetupError> {
        let route = |route: &config::Route| {
            let limits = Limits { body_bytes: route.body_bytes, ..config.limits.clone() };
            Ok(Arc::new(Route {
                pattern: RouteMatch { host: route.host.clone(), prefix: route.path_prefix.clone() },
                tenants: Tenants::new(route, keyring.clone(), &limits),
                upstreams: Arc::new(Upstreams::new(route, metrics.proxy(&route.name))),
                limits,
                metrics: metrics.route(&route.name),
                throttle: Arc::new(Throttle::new(route.rate, route.in_flight)),
                name: route.name.as_str().into(),
                set_headers: route.set_headers.clone(),
                signer: route.aws.clone().map(|credentials| Arc::new(Signer::new(credentials))),
                masker: Arc::new(Masker::new(Arc::clone(engine), config, route)?),
            }))
        };
        let mut list = config.routes.iter().map(route).collect::<Result<Vec<_>, SetupError>>()?;
        list.sort_by_key(|route| std::cmp::Reverse(route.pattern.rank()));
        Ok(Self { list })
    }

    /// Takes the health and addresses of `old` for upstreams that both have, and the throttles of routes with unchanged
    /// limits.
    #[must_use]
    pub fn continuing(mut self, old: &Self) -> Self {
        let before: HashMap<_, _> = old.list.iter().map(|route| (&route.name, route)).collect();
        for route in &mut self.list {
            let Some(old) = before.get(&route.name) else { continue };
            route.upstreams.inherit(&old.upstreams);
            if route.throttle.is_like(&old.throttle)
                && let Some(route) = Arc::get_mut(route)
            {
                route.throttle = Arc::clone(&old.throttle);
            }
        }
        self
    }

    /// The upstreams of all routes.
    pub fn upstreams(&self) -> Vec<Arc<Upstreams>> {
        self.list.iter().map(|route| Arc::clone(&route.upstreams)).collect()
    }

    /// A request's route and the rest of its path; `None` if no route matches.
    ///
    /// # Errors
    /// [`Problem::Malformed`] for ambiguous targets.
    pub fn find(&self, request: &RequestHeader) -> Result<Option<RoutedRequest>, Problem> {
        if self.list.is_empty() {
            return Ok(None);
        }
        let target = RequestTarget::of(request)?;
        // Most configurations have no route with a host.
        let is_asked = self.list.iter().any(|route| route.pattern.host.is_some());
        let host = if is_asked { matching::host(request) } else { String::new() };
        let found = self.list.iter().find_map(|route| Some((route, route.pattern.rest(&host, target.path)?)));
        let Some((route, path)) = found else { return Ok(None) };
        if target.has_date_math && !route.masker.profiles().has_indices(request.method.as_str(), path) {
            return Err(matching::FORBIDDEN);
        }
        let query = target.query.map(str::to_owned);
        Ok(Some(RoutedRequest { route: Arc::clone(route), path: path.to_owned(), query }))
    }
}

/// A request with its route.
pub struct RoutedRequest {
    route: Arc<Route>,
    path: String,
    query: Option<String>,
}

impl RoutedRequest {
    /// Sends the request to an upstream and the response to the client.
    ///
    /// # Errors
    /// A problem before the response has started; later only an error that ends the connection.
    pub async fn serve(
        mut self,
        client: &mut ServerSession,
        context: &mut RequestContext,
        state: &State,
        shared: &SharedContext,
    ) -> Result<(), RequestError> {
        let route = Arc::clone(&self.route);
        let route = &*route;
        context.pattern = Arc::clone(&route.name);
        context.route = route.metrics.clone();
        let request = client.req_header();
        let is_socket = socket::is_handshake(request) && route.masker.profiles().has_socket(&self.path);
        let method = if is_socket { WEBSOCKET } else { request.method.as_str() };
        context.error_shape = route.masker.profiles().error_shape(method, &self.path);
        headers::check_maskable(request, self.query.as_deref(), is_socket, route.signer.is_some())?;
        context.is_audited = true;
        let certificate = tls::certificate_name(client.digest());
        let identity = route.tenants.identify(&request.headers, self.query.as_deref(), certificate, &state.access)?;
        context.client.clone_from(&identity.client);
        context.audit.tenant = Some(Arc::clone(&identity.tenant.name));
        self.query = own_keys::without(self.query.take(), &state.access);
        if let Some(client) = &identity.client {
            if !client.may_use(&route.name) {
                return Err(Problem::ForbiddenRoute.into());
            }
            context.pass_throttle(&client.throttle, LimitOwner::Key)?;
        }
        context.pass_throttle(&route.throttle, LimitOwner::Route)?;
        context.reserve_audit()?;
        let mut encoding = decompress::encoding(&request.headers)?;
        encoding.snappy |= route.masker.profiles().takes_snappy(request, &self.path);
        context.memory.charge_also(&identity.tenant.budget);
        if is_socket {
            return Box::pin(self.serve_socket(client, context, state, shared, identity)).await;
        }
        let records = self.records(client, &encoding, &identity);
        let body = match records {
            None => body::read(client, route.limits.body_bytes, route.limits.body_timeout, &mut context.memory).await?,
            Some(records) => {
                let (threshold, patience) = (self.threshold(&encoding), route.limits.body_timeout);
                match body::begin(client, threshold, patience, &mut context.memory).await? {
                    Beginning::Whole(body) => body,
                    Beginning::Part(first) => {
                        let (client, server) = ((client, context), (state, shared));
                        let body = (encoding, first);
                        return Box::pin(self.serve_records(client, server, identity, body, records)).await;
                    }
                }
            }
        };
        let (limit, tenant) = (route.limits.body_bytes, &*identity.tenant.name);
        let body = body::decode(body, encoding.clone(), limit, tenant, &shared.cpu, &mut context.memory).await?;
        let masked = tokio::select! {
            biased;
            masked = self.mask(Box::new(client.req_header().clone()), (body, encoding), &identity, shared) => masked?,
            gone = client.read_body_or_idle(true) => return Err(RequestError::left(gone)),
        };
        route.count(&masked, &context.metrics);
        masked.add_to(&mut context.audit);
        let coverage = masked.coverage.value();
        let outgoing = self.outgoing(client.req_header(), &masked, state, &context.span)?;
        let MaskedParts { mut restorer, .. } = masked;
        if identity.is_claimed {
            restorer.await_acceptance();
        }
        let deadline = Instant::now() + route.upstreams.timeouts.total;
        let incoming = dispatch::send(&route.upstreams, &identity.tenant.name, &outgoing, client, deadline).await?;
        drop(outgoing);
        // The request's memory is free; from here on the response takes it.
        context.memory.shrink(usize::MAX);
        let pool = TenantPool { cpu: &shared.cpu, tenant: &identity.tenant.name };
        ResponseRelay { client, context, route, coverage, pool, deadline, is_early: false }
            .run(incoming, restorer)
            .await
    }

    async fn mask(
        &self,
        request: Box<RequestHeader>,
        (body, encoding): (bytes::Bytes, BodyEncoding),
        identity: &Identity,
        shared: &SharedContext,
    ) -> Result<MaskedParts, Problem> {
        let masker = Arc::clone(&self.route.masker);
        let size = body.len();
        let inference = masker.inference_time(size);
        let media_type = request.headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default().to_owned());
        let plain = PlainRequest {
            method: request.method.clone(),
            path: self.path.clone(),
            query: self.query.clone(),
            media_type,
            headers: masker.scanned(&request.headers)?,
            body,
            encoding,
            tenant: Arc::clone(&identity.tenant),
            may_deanonymize: identity.may_deanonymize(),
            socket: None,
        };
        // Boxed, so that the large future is not moved with each future that awaits it.
        let work = Box::pin(async move { masker.mask(plain).await });
        let job = Job { tenant: &identity.tenant.name, estimate: cost(size), bytes: Some(size) };
        match inference.is_zero() {
            true => shared.cpu.run(job, work).await?,
            // Most of a conversation is known: the language models read the rest of it behind an await, if it is long.
            false => shared.cpu.begin(job, work).await?,
        }
    }

    fn outgoing(
        &self,
        request: &RequestHeader,
        masked: &MaskedParts,
        state: &State,
        span: &RequestSpan,
    ) -> Result<UpstreamRequest, Problem> {
        let mut target = self.path.clone();
        if let Some(query) = &masked.query {
            target.push('?');
            target.push_str(query);
        }
        let target = PathAndQuery::try_from(target).map_err(|_| Problem::Internal)?;
        let mut headers = HeaderMap::with_capacity(request.headers.len() + self.route.set_headers.len() + 3);
        // A placeholder in the first place: each upstream sets its own name.
        headers.insert(HOST, HeaderValue::from_static(""));
        let set = &self.route.set_headers;
        headers::forward(&request.headers, &mut headers, &masked.headers, set, &state.access, span);
        if let Some(encoding) = &masked.encoding {
            headers.insert(CONTENT_ENCODING, encoding.clone());
        }
        let length = masked.body.bytes().len();
        if length > 0 || takes_body(&request.method) {
            headers.insert(CONTENT_LENGTH, request_context::length(length));
        }
        let method = request.method.clone();
        let signer = self.route.signer.clone();
        Ok(UpstreamRequest { method, headers, target, body: masked.body.clone().into(), signer })
    }
}

/// Reports whether a request without a body needs a `Content-Length` of 0 (RFC 9110, 8.6).
fn takes_body(method: &http::Method) -> bool {
    [http::Method::POST, http::Method::PUT, http::Method::PATCH].contains(method)
}

/// An estimate of the time to mask a body on one core without the language model: 100 MB/s and 20 µs per request.
fn cost(bytes: usize) -> Duration {
    Duration::from_nanos(20_000 + 10 * bytes as u64)
}
