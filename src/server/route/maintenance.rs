//! Background maintenance of upstreams: look-ups of names and active health checks.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use futures_util::future::join_all;
use http::{HeaderMap, Method, uri::PathAndQuery};
use pingora_core::{Error, ErrorType, Result};
use tokio::{
    net::{TcpStream, lookup_host},
    time::{sleep, timeout},
};

use super::{
    balance::Member,
    upstream::{Backend, DialTarget, Upstreams, connector},
};
use crate::config::HealthCheck;

/// The interval between two look-ups of a name: the system's resolver does not tell lifetimes, and a minute is the most
/// usual.
const LOOKUP_INTERVAL: Duration = Duration::from_secs(60);

/// The time to the next look-up after a failed one; the last good answer is used meanwhile.
const RETRY_INTERVAL: Duration = Duration::from_secs(2);

/// The timeout of a look-up.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(10);

/// Maintains the upstreams of all routes until it is dropped.
pub async fn maintain(all: Vec<Arc<Upstreams>>) {
    join_all(all.iter().map(|upstreams| async {
        let names = join_all(upstreams.names().map(|(index, dial)| look_up(upstreams, index, dial)));
        tokio::join!(names, check(upstreams));
    }))
    .await;
    // Without upstreams this does not end either: an end would mean a fault.
    std::future::pending::<()>().await;
}

/// Keeps the addresses of one name up to date.
async fn look_up(upstreams: &Upstreams, index: usize, dial: &DialTarget) {
    loop {
        let found = timeout(LOOKUP_TIMEOUT, lookup_host((dial.host.as_str(), dial.port))).await;
        let addresses = found.ok().and_then(Result::ok).map(sorted).unwrap_or_default();
        if addresses.is_empty() {
            upstreams.metrics.failed("dns");
            tracing::warn!(target: "masquerade::upstream", event = "dns-failed", route = upstreams.route, host = dial.host);
            sleep(RETRY_INTERVAL).await;
        } else {
            upstreams.set_addresses(index, &addresses);
            sleep(LOOKUP_INTERVAL).await;
        }
    }
}

/// Addresses in a fixed order, because resolvers shuffle their answers.
fn sorted(found: impl Iterator<Item = SocketAddr>) -> Vec<SocketAddr> {
    let mut addresses: Vec<_> = found.collect();
    addresses.sort_unstable();
    addresses.dedup();
    addresses
}

/// Checks all addresses periodically, if the route has a health check.
async fn check(upstreams: &Upstreams) {
    let Some(check) = &upstreams.health_check else { return };
    loop {
        let members = upstreams.members();
        join_all(members.iter().map(|backend| async move {
            let healthy = timeout(check.timeout, is_healthy(backend, check)).await.unwrap_or(false);
            if backend.health().record_check(healthy, check.rise, check.fall) {
                upstreams.metrics.ejected();
                let upstream = &backend.authority;
                tracing::warn!(target: "masquerade::upstream", event = "down", route = upstreams.route, %upstream);
            }
        }))
        .await;
        sleep(check.interval).await;
    }
}

async fn is_healthy(backend: &Backend, check: &HealthCheck) -> bool {
    match &check.path {
        None => TcpStream::connect(backend.address()).await.is_ok(),
        Some(path) => probe(backend, path).await.unwrap_or(false),
    }
}

/// Reports whether `path` answers with a status from 200 to 299.
async fn probe(backend: &Backend, path: &str) -> Result<bool> {
    let connector = connector();
    let (mut session, _) = connector.get_http_session(&backend.peer).await?;
    let target = PathAndQuery::try_from(path).map_err(|_| Error::new(ErrorType::InvalidHTTPHeader))?;
    let is_h2 = session.as_http2().is_some();
    let request = super::dispatch::addressed(Method::GET, HeaderMap::new(), backend, &target, is_h2)?;
    session.write_request_header(Box::new(request)).await?;
    session.finish_request_body().await?;
    session.read_response_header().await?;
    Ok(session.response_header().is_some_and(|header| header.status.is_success()))
}
