//! The upstreams of one route: their addresses, how they are, and how they are connected to.

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
    config::{HealthCheck, HttpVersions, Route, Timeouts, Upstream},
    telemetry::ProxyMetrics,
};

/// Streams at a time on one connection of HTTP/2: what most servers allow.
const STREAMS: usize = 100;

thread_local! {
    /// Connections belong to the runtime, and so to the thread, that they were opened on.
    static CONNECTOR: Arc<Connector> = Arc::new(Connector::new(None));
}

/// The connector of this thread, with its idle connections.
pub fn connector() -> Arc<Connector> {
    CONNECTOR.with(Arc::clone)
}

/// One address of one upstream.
#[derive(Debug)]
pub struct Backend {
    /// What is connected to.
    pub peer: HttpPeer,
    /// `Host` or `:authority` of requests to it.
    pub authority: Arc<str>,
    /// The same as a value of `Host`.
    pub host: Option<HeaderValue>,
    /// What stands before the path of requests to it.
    pub path: Arc<str>,
    /// Connections to it serve no other.
    pub pool: u64,
    address: SocketAddr,
    health: Arc<Health>,
    /// Which of the route's upstreams it is an address of.
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

/// A name that addresses are looked up for.
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
    /// Name of the route.
    pub route: String,
    /// How long they may take.
    pub timeouts: Timeouts,
    /// How they are checked.
    pub health_check: Option<HealthCheck>,
    /// What is counted of them.
    pub metrics: ProxyMetrics,
    list: Vec<UpstreamTemplate>,
    members: watch::Sender<Arc<[Arc<Backend>]>>,
    balancer: Balancer,
    /// How addresses were when last seen, by upstream; kept while an address is away.
    health: Mutex<HashMap<(usize, SocketAddr), Arc<Health>>>,
}

/// What the addresses of one upstream have in common.
#[derive(Debug)]
struct UpstreamTemplate {
    dial: DialTarget,
    peer: HttpPeer,
    authority: Arc<str>,
    path: Arc<str>,
}

impl Upstreams {
    /// Those of `route`. Addresses that need no look-up are there at once.
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

    /// Takes over what is known of the same upstreams from before a reload.
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

    /// The names that addresses must be looked up for, with the number of their upstream.
    pub fn names(&self) -> impl Iterator<Item = (usize, &DialTarget)> {
        let named = |dial: &DialTarget| dial.host.parse::<IpAddr>().is_err();
        self.list.iter().enumerate().map(|(index, template)| (index, &template.dial)).filter(move |(_, d)| named(d))
    }

    /// Takes the addresses that upstream number `index` has now.
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

    /// All addresses that are known now.
    pub fn members(&self) -> Arc<[Arc<Backend>]> {
        Arc::clone(&self.members.borrow())
    }

    /// Where a request of `tenant` goes next, having tried `tried`. Waits for the first look-up of names.
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

    /// Notes that an attempt did not reach `backend`.
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
        // The address is put in when it is known. A name of TLS is always set: without one the library
        // would not verify certificates.
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
        // Connections of one route serve no other: it may trust other authorities, or use another way.
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
