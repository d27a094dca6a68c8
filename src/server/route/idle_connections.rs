//! A pool of idle HTTP/1.1 connections to upstreams, per thread.
//!
//! The library's pool has a task for every idle connection, which the next request wakes and ends: as much work as reading
//! that request. This pool is a list per thread. One task evicts closed connections periodically, and a connection is
//! checked once more when it is taken. HTTP/2 connections, which their streams share, stay in the library's pool.

use std::{
    cell::RefCell,
    collections::HashMap,
    time::{Duration, Instant},
};

use futures_util::FutureExt as _;
use pingora_core::protocols::{
    Stream,
    http::{client::HttpSession, v1},
};
use tokio::io::AsyncReadExt as _;

use super::upstream::{Backend, connector};

/// The most idle connections of one thread, as in the library's pool.
const CAPACITY: usize = 128;

/// The interval between two evictions of expired and closed connections.
const EVICTION_INTERVAL: Duration = Duration::from_secs(1);

thread_local! {
    /// A connection belongs to the runtime, and so to the thread, that opened it.
    static IDLE: RefCell<IdleConnections> = RefCell::default();
}

/// The idle connections of one thread.
#[derive(Default)]
struct IdleConnections {
    /// The connections by [`Backend::pool`], the longest idle first.
    connections: HashMap<u64, Vec<IdleConnection>>,
    count: usize,
    /// True while an eviction task runs.
    has_eviction_task: bool,
}

/// An idle connection.
struct IdleConnection {
    stream: Stream,
    /// The time of its eviction.
    until: Instant,
}

impl IdleConnection {
    /// Reports whether the connection can be reused: it is open, and the upstream has sent nothing unasked.
    fn is_usable(&mut self, now: Instant) -> bool {
        let mut byte = [0; 1];
        // `unconstrained`: the cooperative budget of the task must not make a readable connection look quiet.
        self.until > now && tokio::task::unconstrained(self.stream.read(&mut byte)).now_or_never().is_none()
    }
}

impl IdleConnections {
    /// The connection that became idle last.
    fn take(&mut self, pool: u64, now: Instant) -> Option<Stream> {
        let list = self.connections.get_mut(&pool)?;
        while let Some(mut idle) = list.pop() {
            self.count -= 1;
            if idle.is_usable(now) {
                return Some(idle.stream);
            }
        }
        None
    }

    fn insert(&mut self, pool: u64, mut idle: IdleConnection, now: Instant) {
        if self.count < CAPACITY && idle.is_usable(now) {
            self.connections.entry(pool).or_default().push(idle);
            self.count += 1;
        }
    }

    /// Closes expired and unusable connections.
    fn evict(&mut self, now: Instant) {
        self.connections.retain(|_, list| {
            list.retain_mut(|idle| idle.is_usable(now));
            !list.is_empty()
        });
        self.count = self.connections.values().map(Vec::len).sum();
    }
}

/// An idle connection to `backend`, if there is one.
pub fn take(backend: &Backend) -> Option<HttpSession> {
    let stream = IDLE.with_borrow_mut(|idle_list| idle_list.take(backend.pool, Instant::now()))?;
    Some(HttpSession::H1(v1::client::HttpSession::new_with_options(stream, &backend.peer)))
}

/// Returns a connection to `backend` to the pool after a complete response, if it can be reused.
pub async fn release(session: HttpSession, backend: &Backend) {
    let timeout = backend.peer.options.idle_timeout;
    let mut session = match session {
        HttpSession::H1(session) => session,
        other => return Box::pin(connector().release_http_session(other, &backend.peer, timeout)).await,
    };
    session.respect_keepalive();
    let (Some(stream), Some(timeout)) = (session.reuse().await, timeout) else { return };
    let now = Instant::now();
    let has_eviction_task = IDLE.with_borrow_mut(|idle_list| {
        idle_list.insert(backend.pool, IdleConnection { stream, until: now + timeout }, now);
        std::mem::replace(&mut idle_list.has_eviction_task, true)
    });
    if !has_eviction_task {
        tokio::spawn(evict_periodically());
    }
}

/// Evicts connections of this thread until none is left.
async fn evict_periodically() {
    loop {
        tokio::time::sleep(EVICTION_INTERVAL).await;
        let is_over = IDLE.with_borrow_mut(|idle_list| {
            idle_list.evict(Instant::now());
            idle_list.has_eviction_task = idle_list.count > 0;
            !idle_list.has_eviction_task
        });
        if is_over {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use pingora_core::protocols::l4;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    /// The two ends of a connection.
    async fn connection() -> (Stream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        (Box::new(l4::stream::Stream::from(near)), listener.accept().await.unwrap().0)
    }

    #[tokio::test]
    async fn only_connections_that_are_open_and_quiet_serve_again() {
        let (now, mut idle_list) = (Instant::now(), IdleConnections::default());
        let until = now + Duration::from_secs(60);
        let (quiet, _open) = connection().await;
        let (expired, _held) = connection().await;
        let (closed, far) = connection().await;
        idle_list.insert(1, IdleConnection { stream: quiet, until }, now);
        idle_list.insert(1, IdleConnection { stream: expired, until: now + Duration::from_secs(1) }, now);
        idle_list.insert(2, IdleConnection { stream: closed, until }, now);
        assert_eq!(idle_list.count, 3);
        drop(far);
        // Until the close has come in, the connection looks open.
        while idle_list.connections.contains_key(&2) {
            tokio::task::yield_now().await;
            idle_list.evict(now);
        }
        assert_eq!(idle_list.count, 2);
        let later = now + Duration::from_secs(2);
        assert!(
            idle_list.take(2, later).is_none()
                && idle_list.take(1, later).is_some()
                && idle_list.take(1, later).is_none()
        );
        assert_eq!(idle_list.count, 0);
    }

    #[tokio::test]
    async fn no_more_wait_than_there_is_room_for() {
        let (now, mut idle_list) = (Instant::now(), IdleConnections { count: CAPACITY, ..IdleConnections::default() });
        let (stream, _far) = connection().await;
        idle_list.insert(1, IdleConnection { stream, until: now + Duration::from_secs(60) }, now);
        assert!(idle_list.connections.is_empty());
    }
}
