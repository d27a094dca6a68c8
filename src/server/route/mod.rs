//! Proxied routes: requests that no endpoint of ours answers go to an upstream, masked, and come back
//! restored.
//!
//! The exchange with the upstream is driven from here rather than by the library's own proxy loop: a body is
//! whole and vetted before an upstream is so much as connected to, whatever its framing; every attempt sends
//! the same bytes; and what has to be remembered is remembered before the client sees a byte. The library
//! gives the connections, their pools, and HTTP/1.1 and HTTP/2 on both sides.
//!
//! Floors inside, lowest first: `matching`, `headers`, `balance` and `tunnel` are pure or nearly so;
//! `tenant` derives keys; `upstream` holds addresses, which `tend` keeps fresh, and `idle` their connections; `dispatch` is the way there
//! and `respond` the way back; `vetting` is what the engine is asked.

mod balance;
mod decoding;
mod dispatch;
mod gather;
mod headers;
mod idle;
mod matching;
mod respond;
mod tenant;
mod tend;
mod tunnel;
mod upstream;
mod vetting;

use std::{collections::HashMap, sync::Arc, time::Duration};

use http::{
    HeaderMap, HeaderValue,
    header::{CONTENT_LENGTH, CONTENT_TYPE, HOST},
    uri::PathAndQuery,
};
use pingora_core::protocols::http::ServerSession;
use pingora_http::RequestHeader;
use tokio::time::Instant;

pub use tend::tend;
pub use upstream::Upstreams;
pub use vetting::Vetting;

use self::{
    dispatch::Outgoing,
    matching::{Place, Target},
    respond::Relay,
    tenant::Tenants,
    vetting::{Masked, Plain, Restorer},
};
use super::{
    Shared, State, body,
    body::Interrupted,
    cpu,
    exchange::{self, Exchange},
    inflate,
};
use crate::{
    config::{self, Config, Limits, SetHeader},
    engine::{Engine, setup::SetupError},
    keys::Keyring,
    problem::Problem,
    telemetry::{Metrics, RouteMetrics},
};

/// One proxied route.
pub struct Route {
    name: Arc<str>,
    place: Place,
    tenants: Tenants,
    upstreams: Arc<Upstreams>,
    set_headers: Vec<SetHeader>,
    limits: Limits,
    vetting: Arc<Vetting>,
    metrics: RouteMetrics,
}

impl Route {
    /// Counts what was done to a request.
    fn count(&self, masked: &Masked, all: &Metrics) {
        let coverage = &masked.coverage;
        self.upstreams.metrics.strings(coverage.scanned, coverage.replaced, coverage.skipped);
        if masked.unvetted {
            self.upstreams.metrics.passed();
        }
        for &(label, method, count) in &coverage.entities {
            all.entities(label.name(), method.name(), count);
        }
    }
}

/// All proxied routes, the most particular first.
#[derive(Default)]
pub struct Routes {
    list: Vec<Arc<Route>>,
}

impl Routes {
    /// Those of a configuration.
    ///
    /// # Errors
    /// If one of them names what does not exist.
    pub fn new(
        engine: &Arc<Engine>,
        config: &Config,
        keyring: &Keyring,
        metrics: &Metrics,
    ) -> Result<Self, SetupError> {
        let route = |route: &config::Route| {
            let limits = Limits { body_bytes: route.body_bytes, ..config.limits.clone() };
            Ok(Arc::new(Route {
                place: Place { host: route.host.clone(), prefix: route.path_prefix.clone() },
                tenants: Tenants::new(&route.name, &route.realm, route.auth, keyring.clone(), &limits),
                upstreams: Arc::new(Upstreams::new(route, metrics.proxy(&route.name))),
                limits,
                metrics: metrics.route(&route.name),
                name: route.name.as_str().into(),
                set_headers: route.set_headers.clone(),
                vetting: Arc::new(Vetting::new(Arc::clone(engine), config, route)?),
            }))
        };
        let mut list = config.routes.iter().map(route).collect::<Result<Vec<_>, SetupError>>()?;
        list.sort_by_key(|route| std::cmp::Reverse(route.place.rank()));
        Ok(Self { list })
    }

    /// The same routes, with what `old` knows of upstreams that are still used.
    #[must_use]
    pub fn continuing(self, old: &Self) -> Self {
        let before: HashMap<_, _> = old.list.iter().map(|route| (&route.name, &route.upstreams)).collect();
        for route in &self.list {
            if let Some(old) = before.get(&route.name) {
                route.upstreams.inherit(old);
            }
        }
        self
    }

    /// The upstreams of all routes.
    pub fn upstreams(&self) -> Vec<Arc<Upstreams>> {
        self.list.iter().map(|route| Arc::clone(&route.upstreams)).collect()
    }

    /// The route of a request, with what is left of its path; none if there is none.
    ///
    /// # Errors
    /// [`Problem::Malformed`] for targets that could mean two things.
    pub fn find(&self, request: &RequestHeader) -> Result<Option<Taken>, Problem> {
        if self.list.is_empty() {
            return Ok(None);
        }
        let target = Target::of(request)?;
        // Most often no route asks for it.
        let is_asked = self.list.iter().any(|route| route.place.host.is_some());
        let host = if is_asked { matching::host(request) } else { String::new() };
        Ok(self.list.iter().find_map(|route| {
            let rest = route.place.rest(&host, target.path)?;
            Some(Taken { route: Arc::clone(route), path: rest.to_owned(), query: target.query.map(str::to_owned) })
        }))
    }
}

/// A request that has found its route.
pub struct Taken {
    route: Arc<Route>,
    path: String,
    query: Option<String>,
}

impl Taken {
    /// Answers the request from the route's upstreams.
    ///
    /// # Errors
    /// A problem as long as the client has seen nothing; after that only what ends the connection.
    pub async fn serve(
        self,
        client: &mut ServerSession,
        exchange: &mut Exchange,
        state: &State,
        shared: &Shared,
    ) -> Result<(), Interrupted> {
        let route = &*self.route;
        exchange.pattern = Arc::clone(&route.name);
        exchange.route = route.metrics.clone();
        let request = client.req_header();
        headers::vettable(request, self.query.as_deref())?;
        let caller = route.tenants.caller(&request.headers, self.query.as_deref(), &state.access)?;
        exchange.client.clone_from(&caller.client);
        exchange.admission = caller.client.as_ref().and_then(|client| client.admit());
        if let Some(retry_after) = exchange.admission.as_ref().and_then(|admission| admission.retry_after) {
            return Err(Problem::TooManyRequests { retry_after }.into());
        }
        let codings = inflate::codings(&request.headers)?;
        exchange.memory.also_of(&caller.tenant.budget);
        let body = body::read(client, &route.limits, &mut exchange.memory).await?;
        let body = body::decode(body, codings, route.limits.body_bytes, &shared.cpu, &mut exchange.memory).await?;
        let masked = self.mask(client.req_header(), body, &caller.tenant, shared).await?;
        route.count(&masked, &exchange.metrics);
        let coverage = HeaderValue::try_from(masked.coverage.value()).map_err(|_| Problem::Internal)?;
        let (outgoing, restorer) = self.outgoing(client.req_header(), masked, state)?;
        let deadline = Instant::now() + route.upstreams.timeouts.total;
        let incoming = dispatch::send(&route.upstreams, &caller.tenant.name, &outgoing, client, deadline).await?;
        drop(outgoing);
        // From here on it is the response that takes memory.
        exchange.memory.shrink(usize::MAX);
        Relay { client, exchange, route, coverage, tenant: &caller.tenant.name, deadline }.run(incoming, restorer).await
    }

    async fn mask(
        &self,
        request: &RequestHeader,
        body: bytes::Bytes,
        tenant: &Arc<tenant::Tenant>,
        shared: &Shared,
    ) -> Result<Masked, Problem> {
        let vetting = Arc::clone(&self.route.vetting);
        let estimate = cost(body.len()).saturating_add(cpu::reading(vetting.level(), body.len()));
        let media_type = request.headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default().to_owned());
        let plain = Plain {
            method: request.method.clone(),
            path: self.path.clone(),
            query: self.query.clone(),
            media_type,
            headers: vetting.scanned(&request.headers)?,
            body,
            tenant: Arc::clone(tenant),
        };
        // On the heap once, rather than moved with all that waits for it.
        shared.cpu.run(estimate, Box::pin(async move { vetting.mask(plain).await })).await?
    }

    fn outgoing(
        &self,
        request: &RequestHeader,
        masked: Masked,
        state: &State,
    ) -> Result<(Outgoing, Restorer), Problem> {
        let mut target = self.path.clone();
        if let Some(query) = &masked.query {
            target.push('?');
            target.push_str(query);
        }
        let target = PathAndQuery::try_from(target).map_err(|_| Problem::Internal)?;
        let mut headers = HeaderMap::with_capacity(request.headers.len() + self.route.set_headers.len() + 3);
        // Each upstream puts its own name there.
        headers.insert(HOST, HeaderValue::from_static(""));
        headers::forward(&request.headers, &mut headers, &masked.headers, &self.route.set_headers, &state.access);
        let length = masked.body.bytes().len();
        if length > 0 || takes_body(&request.method) {
            headers.insert(CONTENT_LENGTH, exchange::length(length));
        }
        let method = request.method.clone();
        Ok((Outgoing { method, headers, target, body: masked.body.into() }, masked.restorer))
    }
}

/// Servers want to know that there is no body where there could be one (RFC 9110, 8.6).
fn takes_body(method: &http::Method) -> bool {
    [http::Method::POST, http::Method::PUT, http::Method::PATCH].contains(method)
}

/// About how long masking a body takes on one core without the language model: 100 MB/s, and something for each request.
fn cost(bytes: usize) -> Duration {
    Duration::from_nanos(20_000 + 10 * bytes as u64)
}
