//! The upstreams of one route: their addresses, health and connection settings.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use http::HeaderValue;
use pingora_core::{
    connectors::http::Connector,
    protocols::{ALPN, tls::CaType},
    upstreams::peer::{HttpPeer, Peer},
    utils::tls::{WrappedX509, parse_x509},
};
use tokio::sync::watch;

use super::{
    balance::{Balancer, Health, Member},
    tunnel::Tunnel,
};
use crate::{
    config::{HealthCheck, HttpVersions, Route, Upstream, UpstreamTimeouts},
    telemetry::ProxyMetrics,
};

/// The most concurrent streams of one HTTP/2 connection, as most servers allow.
const STREAMS: usize = 100;

thread_local! {
    /// A connection belongs to the runtime, and so to the thread, that opened it.
    static CONNECTOR: Arc<Connector> = Arc::new(Connector::new(None));
}

/// The connector of this thread, with its idle connections.
pub fn connector() -> Arc<Connector> {
    CONNECTOR.with(Arc::clone)
}

/// An address of an upstream, with its connections and its health.
#[derive(Debug)]
pub struct Backend {
    /// The address and connection options.
    pub peer: HttpPeer,
    /// The value of `Host` or `:authority`.
    pub authority: Arc<str>,
    /// The authority as a header value.
    pub host: Option<HeaderValue>,
    /// The prefix of request paths.
    pub path: Arc<str>,
    /// The key of idle connections: backends with other settings have another one.
    pub pool: u64,
    address: SocketAddr,
    health: Arc<Health>,
    /// The index of the upstream in the route.
    upstream: usize,
}

impl Member for Backend {
    fn address(&self) -> SocketAddr {
        self.address
    }

    fn upstream(&self) -> usize {
        self.upstream
    }

    fn name(&self) -> &str {
        &self.authority
    }

    fn health(&self) -> &Health {
        &self.health
    }
}

/// A host and port to connect to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DialTarget {
    /// The host.
    pub host: String,
    /// The port.
    pub port: u16,
}

/// The upstreams of one route.
#[derive(Debug)]
pub struct Upstreams {
    /// The name of the route.
    pub route: String,
    /// The timeouts of requests and connections.
    pub timeouts: UpstreamTimeouts,
    /// The active health check; `None`: passive ejection only.
    pub health_check: Option<HealthCheck>,
    /// The metrics of the route.
    pub metrics: ProxyMetrics,
    list: Vec<UpstreamTemplate>,
    members: watch::Sender<Arc<[Arc<Backend>]>>,
    balancer: Balancer,
    /// The health of addresses, by upstream.
    health: Mutex<HashMap<(usize, SocketAddr), Arc<Health>>>,
}

/// The settings that all addresses of one upstream share.
#[derive(Debug)]
struct UpstreamTemplate {
    dial: DialTarget,
    peer: HttpPeer,
    authority: Arc<str>,
    path: Arc<str>,
}

impl Upstreams {
    /// The upstreams of `route`. IP addresses are members at once, names after their look-up.
    pub fn new(route: &Route, metrics: ProxyMetrics) -> Self {
        let authorities = authorities(&route.authorities);
        let template = |upstream: &Upstream| UpstreamTemplate::new(route, upstream, authorities.clone());
        let this = Self {
            route: route.name.clone(),
            timeouts: route.timeouts,
            health_check: route.health.clone(),
            metrics,
            list: route.upstreams.iter().map(template).collect(),
            members: watch::Sender::new(Arc::new([])),
            balancer: Balancer::new(route.balance),
            health: Mutex::default(),
        };
        for (index, template) in this.list.iter().enumerate() {
            if let Ok(ip) = template.dial.host.parse::<IpAddr>() {
                this.set_addresses(index, &[SocketAddr::new(ip, template.dial.port)]);
            }
        }
        this
    }

    /// Takes the health and addresses of the same upstreams from before a reload.
    pub fn inherit(&self, old: &Self) {
        let kept = old.health.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for (index, template) in self.list.iter().enumerate() {
            let Some(before) = old.list.iter().position(|known| known.dial == template.dial) else { continue };
            let members = old.members.borrow().clone();
            let addresses: Vec<_> =
                members.iter().filter(|m| m.upstream == before).map(|member| member.address).collect();
            let mut health = self.health.lock().unwrap_or_else(PoisonError::into_inner);
            let same = kept.iter().filter(|((upstream, _), _)| *upstream == before);
            health.extend(same.map(|((_, address), known)| ((index, *address), Arc::clone(known))));
            drop(health);
            if !addresses.is_empty() {
                self.set_addresses(index, &addresses);
            }
        }
    }

    /// The host names to look up, with the index of their upstream.
    pub fn names(&self) -> impl Iterator<Item = (usize, &DialTarget)> {
        let named = |dial: &DialTarget| dial.host.parse::<IpAddr>().is_err();
        self.list.iter().enumerate().map(|(index, template)| (index, &template.dial)).filter(move |(_, d)| named(d))
    }

    /// Sets the addresses of the upstream with this index.
    pub fn set_addresses(&self, index: usize, addresses: &[SocketAddr]) {
        let Some(template) = self.list.get(index) else { return };
        let now = Instant::now();
        let mut health = self.health.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh: Vec<_> = addresses
            .iter()
            .map(|&address| {
                let known = health.entry((index, address)).or_insert_with(|| Arc::new(Health::new(now)));
                Arc::new(template.backend(index, address, Arc::clone(known)))
            })
            .collect();
        health.retain(|(upstream, address), _| *upstream != index || addresses.contains(address));
        drop(health);
        self.members.send_if_modified(|members| {
            let same = |m: &&Arc<Backend>| m.upstream == index;
            let before: Vec<_> = members.iter().filter(same).map(|m| m.address).collect();
            if before == addresses {
                return false;
            }
            let mut all: Vec<_> = members.iter().filter(|m| m.upstream != index).cloned().collect();
            all.extend(fresh);
            // The order of the configuration, whichever answer came first.
            all.sort_by_key(|member| member.upstream);
            *members = all.into();
            true
        });
    }

    /// The known addresses of all upstreams.
    pub fn members(&self) -> Arc<[Arc<Backend>]> {
        Arc::clone(&self.members.borrow())
    }

    /// The address for the next attempt of a request of `tenant`, preferably none of `tried`. Waits for the first look-up of
    /// names.
    pub async fn choose(&self, tenant: &str, tried: &[SocketAddr]) -> Option<Arc<Backend>> {
        let mut members = self.members();
        if members.is_empty() {
            members = self.wait_for_members(self.timeouts.connect).await?;
        }
        self.balancer.choose(&members, tenant, tried, Instant::now()).cloned()
    }

    async fn wait_for_members(&self, patience: Duration) -> Option<Arc<[Arc<Backend>]>> {
        let mut members = self.members.subscribe();
        let known = tokio::time::timeout(patience, members.wait_for(|members| !members.is_empty())).await;
        known.ok()?.ok().map(|members| Arc::clone(&members))
    }

    /// Records a failed attempt.
    pub fn record_failure(&self, backend: &Backend, reason: &'static str) {
        self.metrics.failed(reason);
        if backend.health.record_failure(Instant::now()) {
            self.metrics.ejected();
            tracing::warn!(target: "masquerade::upstream", event = "ejected", route = self.route, upstream = %backend.authority);
        }
    }
}

impl UpstreamTemplate {
    fn new(route: &Route, upstream: &Upstream, authorities: Option<Arc<CaType>>) -> Self {
        let dial = match &upstream.proxy {
            Some(proxy) => DialTarget { host: proxy.host.clone(), port: proxy.port },
            None => DialTarget { host: upstream.host.clone(), port: upstream.port },
        };
        // The address is set when it is known. The TLS server name is never empty: without one the library would not
        // verify certificates.
        let mut peer = HttpPeer::new(SocketAddr::from(([0, 0, 0, 0], 0)), upstream.tls, upstream.host.clone());
        let options = &mut peer.options;
        options.connection_timeout = Some(route.timeouts.connect);
        options.total_connection_timeout = Some(route.timeouts.connect);
        options.idle_timeout = Some(route.timeouts.idle);
        options.max_h2_streams = STREAMS;
        options.alpn = match route.http {
            HttpVersions::Auto if upstream.tls => ALPN::H2H1,
            HttpVersions::Auto | HttpVersions::One => ALPN::H1,
            HttpVersions::Two => ALPN::H2,
        };
        options.ca = authorities;
        if let Some(proxy) = &upstream.proxy {
            let host = &upstream.host;
            let host = if host.contains(':') { format!("[{host}]") } else { host.clone() };
            let authority = format!("{host}:{}", upstream.port);
            let tunnel = Tunnel::new(authority, proxy.authorization.clone(), route.timeouts.connect);
            options.custom_l4 = Some(Arc::new(tunnel));
        }
        // Routes share no connections: they may trust other authorities or use another proxy.
        let mut hasher = DefaultHasher::new();
        (&route.name, &upstream.host, upstream.port, upstream.proxy.is_some(), &route.authorities).hash(&mut hasher);
        peer.group_key = hasher.finish();
        Self { dial, peer, authority: upstream.authority.as_str().into(), path: upstream.path.as_str().into() }
    }

    fn backend(&self, upstream: usize, address: SocketAddr, health: Arc<Health>) -> Backend {
        let mut peer = self.peer.clone();
        peer._address = address.into();
        Backend {
            pool: peer.reuse_hash(),
            peer,
            authority: Arc::clone(&self.authority),
            host: HeaderValue::from_str(&self.authority).ok(),
            path: Arc::clone(&self.path),
            address,
            health,
            upstream,
        }
    }
}

fn authorities(der: &[Vec<u8>]) -> Option<Arc<CaType>> {
    let certificates: Vec<_> = der.iter().map(|der| WrappedX509::new(der.clone(), parse_x509)).collect();
    if certificates.is_empty() { None } else { Some(certificates.into()) }
}
