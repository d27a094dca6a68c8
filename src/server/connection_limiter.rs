//! Limits on the number of connections, in all and from one address.

use std::{
    net::{IpAddr, Ipv6Addr},
    sync::Arc,
    time::Duration,
};

use async_trait::async_trait;
use dashmap::{DashMap, Entry};
use pingora_core::{apps::ServerApp, protocols::Stream, server::ShutdownWatch};
use tokio::{
    io::AsyncWriteExt,
    sync::{OwnedSemaphorePermit, Semaphore},
};

use super::{
    connection::{Connection, Timeouts, refusal},
    tls::TlsAcceptor,
};
use crate::{
    config::Limits,
    problem::{Problem, Resource},
    telemetry::Metrics,
};

/// The time to write a refusal, which fits into any socket's buffer.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);

/// A counter of connections that refuses those over the limits.
#[derive(Debug)]
pub struct ConnectionLimiter {
    permits: Arc<Semaphore>,
    total: u32,
    per_address: u32,
    addresses: Arc<DashMap<IpAddr, u32>>,
    metrics: Arc<Metrics>,
}

/// A permit for one connection, returned on drop.
struct ConnectionPermit {
    _permit: OwnedSemaphorePermit,
    address: Option<(Arc<DashMap<IpAddr, u32>>, IpAddr)>,
    metrics: Arc<Metrics>,
}

impl ConnectionLimiter {
    /// A limiter for the connection limits of `limits`.
    pub fn new(limits: &Limits, metrics: Arc<Metrics>) -> Self {
        let total = u32::try_from(limits.connections.min(Semaphore::MAX_PERMITS)).unwrap_or(u32::MAX).max(1);
        Self {
            permits: Arc::new(Semaphore::new(total as usize)),
            total,
            per_address: u32::try_from(limits.connections_per_address).unwrap_or(u32::MAX),
            addresses: Arc::default(),
            metrics,
        }
    }

    /// A permit for a connection from `peer`; `None` over a limit.
    fn admit(&self, peer: Option<IpAddr>) -> Option<ConnectionPermit> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        let address = match peer.filter(|_| self.per_address > 0).map(network) {
            None => None,
            Some(network) => {
                let mut count = self.addresses.entry(network).or_insert(0);
                if *count >= self.per_address {
                    return None;
                }
                *count += 1;
                drop(count);
                Some((Arc::clone(&self.addresses), network))
            }
        };
        self.metrics.connections.inc();
        Some(ConnectionPermit { _permit: permit, address, metrics: Arc::clone(&self.metrics) })
    }

    /// Waits until no connection is left.
    pub async fn idle(&self) {
        // The semaphore is never closed; an error would mean that nobody can connect, either.
        let _ = self.permits.acquire_many(self.total).await;
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.metrics.connections.dec();
        if let Some((addresses, network)) = self.address.take()
            && let Entry::Occupied(mut count) = addresses.entry(network)
        {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
}

/// The network that counts as one address: the address of IPv4, the /64 of IPv6, which one customer has at least
/// (RFC 6177).
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() & (u128::MAX << 64))),
        v4 => v4,
    }
}

/// The time at a stop in which an open connection may bring one more request: one that closes while a request is on its
/// way loses that request.
const LAST_REQUEST: Duration = Duration::from_secs(1);

/// An application behind a [`ConnectionLimiter`], with TLS if configured.
pub struct LimitedApp<A> {
    app: Arc<A>,
    limiter: Arc<ConnectionLimiter>,
    timeouts: Timeouts,
    tls: Option<Arc<TlsAcceptor>>,
}

impl<A> LimitedApp<A> {
    /// `app` behind `limiter`, without TLS.
    pub fn new(app: Arc<A>, limiter: Arc<ConnectionLimiter>, limits: &Limits) -> Self {
        Self { app, limiter, timeouts: limits.into(), tls: None }
    }

    /// Adds TLS, if `tls` is given.
    pub fn with_tls(self, tls: Option<Arc<TlsAcceptor>>) -> Self {
        Self { tls, ..self }
    }

    /// The connection after its TLS handshake, if TLS is on; `None` if the handshake fails.
    async fn shake_hands(&self, stream: Stream) -> Option<Stream> {
        let Some(tls) = &self.tls else { return Some(stream) };
        match tokio::time::timeout(self.timeouts.headers, tls.accept(stream)).await {
            Ok(Ok(stream)) => Some(stream),
            _ => {
                self.limiter.metrics.rejected("tls-handshake");
                None
            }
        }
    }
}

#[async_trait]
impl<A: ServerApp + Send + Sync + 'static> ServerApp for LimitedApp<A> {
    async fn process_new(self: &Arc<Self>, mut stream: Stream, shutdown: &ShutdownWatch) -> Option<Stream> {
        let peer = stream.get_socket_digest().and_then(|digest| digest.peer_addr()?.as_inet().map(|inet| inet.ip()));
        let Some(_permit) = self.limiter.admit(peer) else {
            let problem = Problem::Overloaded(Resource::Connections);
            self.limiter.metrics.rejected(problem.reason());
            if self.tls.is_some() {
                // Before a handshake the client would not understand a refusal, and a handshake costs more than a permit.
                return None;
            }
            let refuse = async {
                stream.write_all(&refusal(&problem)).await?;
                stream.shutdown().await
            };
            // A client that is gone does not need the refusal.
            let _ = tokio::time::timeout(REFUSAL_TIMEOUT, refuse).await;
            return None;
        };
        let stream = self.shake_hands(stream).await?;
        let metrics = Arc::clone(&self.limiter.metrics);
        Connection::scope(stream, self.timeouts.clone(), metrics, |stream| self.app.process_new(stream, shutdown))
            .await;
        None
    }

    /// Ends idle connections. A busy client first sends its next request, whose answer tells it that it is the last.
    async fn cleanup(&self) {
        tokio::time::sleep(LAST_REQUEST).await;
        self.app.cleanup().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(total: usize, per_address: usize) -> ConnectionLimiter {
        let metrics = Arc::new(Metrics::new().unwrap());
        ConnectionLimiter {
            permits: Arc::new(Semaphore::new(total)),
            total: total as u32,
            per_address: per_address as u32,
            addresses: Arc::default(),
            metrics,
        }
    }

    fn ip(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn places_are_counted_in_all() {
        let limiter = limiter(2, 0);
        let (_a, b) = (limiter.admit(ip("192.0.2.1")).unwrap(), limiter.admit(None).unwrap());
        assert!(limiter.admit(ip("192.0.2.2")).is_none());
        drop(b);
        assert!(limiter.admit(ip("192.0.2.2")).is_some());
    }

    #[test]
    fn places_are_counted_by_address_and_by_64_for_ipv6() {
        let limiter = limiter(100, 1);
        let v4 = limiter.admit(ip("192.0.2.1"));
        assert!(v4.is_some());
        assert!(limiter.admit(ip("::ffff:192.0.2.1")).is_none(), "a mapped address is the same address");
        assert!(limiter.admit(ip("192.0.2.2")).is_some());
        let v6 = limiter.admit(ip("2001:db8::1"));
        assert!(v6.is_some());
        assert!(limiter.admit(ip("2001:db8::ffff:1")).is_none());
        assert!(limiter.admit(ip("2001:db8:0:1::1")).is_some());
        drop((v4, v6));
        assert!(limiter.addresses.is_empty(), "nothing is kept of those who left");
        assert_eq!(limiter.metrics.connections.get(), 0);
    }

    #[tokio::test]
    async fn idle_comes_when_the_last_connection_is_gone() {
        let limiter = limiter(2, 0);
        let place = limiter.admit(None);
        assert!(tokio::time::timeout(Duration::ZERO, limiter.idle()).await.is_err());
        drop(place);
        limiter.idle().await;
    }
}
