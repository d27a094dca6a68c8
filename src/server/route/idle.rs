//! Connections to upstreams that wait for their next request.
//!
//! The library's pool gives every connection that waits a task of its own, which is woken and ended by the next
//! request: as much work as reading that request. Here they lie in a list of their thread, which one task looks
//! through every now and then, and each is looked at once more when it is taken. Streams of HTTP/2 share their
//! connection and stay with the library.

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

/// Most connections that wait on one thread: as many as the library's pool would keep.
const MOST: usize = 128;

/// How often those are closed that waited for too long, or that their upstream has closed.
const PERIOD: Duration = Duration::from_secs(1);

thread_local! {
    /// Connections belong to the runtime, and so to the thread, that they were opened on.
    static WAITING: RefCell<Waiting> = RefCell::default();
}

/// The connections that wait on one thread.
#[derive(Default)]
struct Waiting {
    /// By [`Backend::pool`], the one that waits longest first.
    connections: HashMap<u64, Vec<Idle>>,
    count: usize,
    /// Whether there is a task that looks after them.
    is_tended: bool,
}

/// A connection that waits.
struct Idle {
    stream: Stream,
    /// When it is closed.
    until: Instant,
}

impl Idle {
    /// Whether it may serve another request: nothing may come in on it unasked.
    fn is_usable(&mut self, now: Instant) -> bool {
        let mut byte = [0; 1];
        // Outside of the budget of its task, reading is not put off where there is something to read.
        self.until > now && tokio::task::unconstrained(self.stream.read(&mut byte)).now_or_never().is_none()
    }
}

impl Waiting {
    /// The connection that has waited least.
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

    fn keep(&mut self, pool: u64, mut idle: Idle, now: Instant) {
        if self.count < MOST && idle.is_usable(now) {
            self.connections.entry(pool).or_default().push(idle);
            self.count += 1;
        }
    }

    /// Closes what need not wait any more.
    fn tend(&mut self, now: Instant) {
        self.connections.retain(|_, list| {
            list.retain_mut(|idle| idle.is_usable(now));
            !list.is_empty()
        });
        self.count = self.connections.values().map(Vec::len).sum();
    }
}

/// A connection to `backend` that has served a request before, if one waits.
pub fn take(backend: &Backend) -> Option<HttpSession> {
    let stream = WAITING.with_borrow_mut(|waiting| waiting.take(backend.pool, Instant::now()))?;
    Some(HttpSession::H1(v1::client::HttpSession::new_with_options(stream, &backend.peer)))
}

/// Lets a connection to `backend`, whose last response has ended, wait for the next request, if it can serve one.
pub async fn release(session: HttpSession, backend: &Backend) {
    let timeout = backend.peer.options.idle_timeout;
    let mut session = match session {
        HttpSession::H1(session) => session,
        other => return Box::pin(connector().release_http_session(other, &backend.peer, timeout)).await,
    };
    session.respect_keepalive();
    let (Some(stream), Some(timeout)) = (session.reuse().await, timeout) else { return };
    let now = Instant::now();
    let is_tended = WAITING.with_borrow_mut(|waiting| {
        waiting.keep(backend.pool, Idle { stream, until: now + timeout }, now);
        std::mem::replace(&mut waiting.is_tended, true)
    });
    if !is_tended {
        tokio::spawn(tend());
    }
}

/// Looks after the connections of this thread until there is none.
async fn tend() {
    loop {
        tokio::time::sleep(PERIOD).await;
        let is_over = WAITING.with_borrow_mut(|waiting| {
            waiting.tend(Instant::now());
            waiting.is_tended = waiting.count > 0;
            !waiting.is_tended
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

    /// Both ends of a connection.
    async fn connection() -> (Stream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let near = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        (Box::new(l4::stream::Stream::from(near)), listener.accept().await.unwrap().0)
    }

    #[tokio::test]
    async fn only_connections_that_are_open_and_quiet_serve_again() {
        let (now, mut waiting) = (Instant::now(), Waiting::default());
        let until = now + Duration::from_secs(60);
        let (quiet, _open) = connection().await;
        let (expired, _held) = connection().await;
        let (closed, far) = connection().await;
        waiting.keep(1, Idle { stream: quiet, until }, now);
        waiting.keep(1, Idle { stream: expired, until: now + Duration::from_secs(1) }, now);
        waiting.keep(2, Idle { stream: closed, until }, now);
        assert_eq!(waiting.count, 3);
        drop(far);
        // Until the close has come in, the connection looks open.
        while waiting.connections.contains_key(&2) {
            tokio::task::yield_now().await;
            waiting.tend(now);
        }
        assert_eq!(waiting.count, 2);
        let later = now + Duration::from_secs(2);
        assert!(
            waiting.take(2, later).is_none() && waiting.take(1, later).is_some() && waiting.take(1, later).is_none()
        );
        assert_eq!(waiting.count, 0);
    }

    #[tokio::test]
    async fn no_more_wait_than_there_is_room_for() {
        let (now, mut waiting) = (Instant::now(), Waiting { count: MOST, ..Waiting::default() });
        let (stream, _far) = connection().await;
        waiting.keep(1, Idle { stream, until: now + Duration::from_secs(60) }, now);
        assert!(waiting.connections.is_empty());
    }
}
