//! A wrapper of a client's connection: deadlines for headers and idle time, a limit on header bytes while they arrive,
//! problem documents in place of the HTTP library's bare refusals, and a lingering close.
//!
//! The library's own timeouts are per read, so one byte a minute would hold a connection for ever.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::{Buf, Bytes};
use pingora_core::protocols::{ALPN, Stream};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep},
};

use super::delegate::delegate_to_inner;
use crate::{config::Limits, problem::Problem, telemetry::Metrics};

/// The time of a lingering close: reading goes on after the answer, so that a client that is still sending can read it.
/// A close with unread bytes would reset the connection and discard the answer.
pub const LINGER: Duration = Duration::from_secs(2);

/// The most headers of a request that the HTTP library accepts.
const MAX_HEADERS: usize = 256;

/// The bytes that every HTTP/2 client sends first: the preface, and the frame header of its settings (RFC 9113, 3.4).
const PREFACE: usize = 24 + 9;

tokio::task_local! {
    static CURRENT: Arc<RequestPhase>;
}

/// The phase of a connection in its sequence of requests, shared by the stream and the application.
#[derive(Debug, Default)]
struct RequestPhase {
    serving: AtomicBool,
    linger: AtomicBool,
}

/// Marks the headers of this task's connection as complete: a request is being served.
pub fn mark_headers_complete() {
    set(|phase| phase.serving.store(true, Ordering::Relaxed));
}

/// Marks the request of this task's connection as answered.
pub fn mark_answered() {
    set(|phase| phase.serving.store(false, Ordering::Relaxed));
}

/// Asks for a lingering close of this task's connection, because the client may still be sending.
pub fn mark_lingering() {
    set(|phase| phase.linger.store(true, Ordering::Relaxed));
}

fn set(change: impl FnOnce(&RequestPhase)) {
    // Streams of HTTP/2 are tasks of their own, without a phase, and need none.
    let _ = CURRENT.try_with(|phase| change(phase));
}

/// The timeouts and header limits of a [`Connection`].
#[derive(Clone, Debug)]
pub struct Timeouts {
    /// The time from the start of the connection, or a request's first byte, to the end of the headers.
    pub headers: Duration,
    /// The time between two requests.
    pub idle: Duration,
    /// The time in which a client reads nothing of an answer.
    pub stall: Duration,
    /// The most bytes of a request target.
    pub target_bytes: usize,
    /// The most bytes of a request's headers.
    pub header_bytes: usize,
}

impl From<&Limits> for Timeouts {
    fn from(limits: &Limits) -> Self {
        Self {
            headers: limits.header_timeout,
            idle: limits.keepalive_timeout,
            // Reading an answer may take as long as sending a body.
            stall: limits.body_timeout,
            target_bytes: limits.target_bytes,
            header_bytes: limits.header_bytes,
        }
    }
}

/// A counter of the lines of a header section while they arrive.
#[derive(Debug, Default)]
struct HeaderLines {
    complete: usize,
    /// The bytes of the last line, which is incomplete.
    partial: usize,
    /// True once the empty line has ended the section.
    ended: bool,
}

impl HeaderLines {
    fn count(&mut self, bytes: &[u8]) {
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', bytes) {
            if self.ended {
                return;
            }
            // An empty line may have a carriage return; lines before the first do not count (RFC 9112, 2.2).
            let is_empty = self.partial + end - start <= 1;
            self.ended = is_empty && self.complete > 0;
            self.complete += usize::from(!is_empty);
            self.partial = 0;
            start = end + 1;
        }
        self.partial += bytes.len() - start;
    }
}

/// A client's connection under [`Timeouts`].
#[derive(Debug)]
pub struct Connection {
    inner: Stream,
    /// True for HTTP/2, whose frames and streams the library limits after the preface.
    is_h2: bool,
    phase: Arc<RequestPhase>,
    timeouts: Timeouts,
    metrics: Arc<Metrics>,
    /// True if a request was being served at the last read or write.
    served: bool,
    /// True if the connection has served a request before.
    reused: bool,
    /// The bytes of the next request's headers so far.
    received: usize,
    /// The lines of the next request's headers so far.
    lines: HeaderLines,
    /// The deadline of the next request's headers.
    deadline: Instant,
    /// A timer that fires at `deadline` or earlier: a later deadline resets it only when it fires.
    timer: Pin<Box<Sleep>>,
    /// The timer of a write that waits for the client.
    stalled: Option<Pin<Box<Sleep>>>,
    /// The rest of a refusal that is written before the close.
    refusal: Option<Bytes>,
    lingering: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    /// Wraps `inner` and calls `serve` with it, in the task-local scope of [`mark_headers_complete`],
    /// [`mark_answered`] and [`mark_lingering`].
    pub async fn scope<F: Future>(
        inner: Stream,
        timeouts: Timeouts,
        metrics: Arc<Metrics>,
        serve: impl FnOnce(Stream) -> F,
    ) -> F::Output {
        let phase = Arc::<RequestPhase>::default();
        let deadline = Instant::now() + timeouts.headers;
        let connection = Self {
            is_h2: matches!(inner.selected_alpn_proto(), Some(ALPN::H2)),
            inner,
            phase: Arc::clone(&phase),
            timeouts,
            metrics,
            served: false,
            reused: false,
            received: 0,
            lines: HeaderLines::default(),
            deadline,
            timer: Box::pin(tokio::time::sleep_until(deadline)),
            stalled: None,
            refusal: None,
            lingering: None,
        };
        CURRENT.scope(phase, serve(Box::new(connection))).await
    }

    /// Refuses an incomplete request: the library reads the end of the stream, the client gets the problem.
    fn refuse(&mut self, problem: &Problem) {
        let (status, reason) = (problem.status().as_u16(), problem.reason());
        self.metrics.rejected(reason);
        tracing::info!(target: "masquerade::access", route = "none", status, reason);
        self.phase.linger.store(true, Ordering::Relaxed);
        self.refusal = Some(refusal(problem));
    }

    /// Resets the header limits if a request was served since the last call.
    fn reset_after_request(&mut self) {
        if self.served {
            self.served = false;
            self.reused = true;
            self.received = 0;
            self.lines = HeaderLines::default();
            self.deadline = Instant::now() + self.timeouts.idle;
        }
    }

    /// Counts header bytes that were read.
    fn count_header_bytes(&mut self, bytes: &[u8]) {
        if self.received == 0 && self.reused {
            self.deadline = Instant::now() + self.timeouts.headers;
        }
        self.received += bytes.len();
        self.lines.count(bytes);
    }

    /// The problem with the size of the incomplete headers, if there is one.
    fn size_problem(&self) -> Option<Problem> {
        let limit = self.timeouts.target_bytes;
        // The first line also has a method and a version.
        if self.lines.complete == 0 && self.received > limit + 256 {
            return Some(Problem::TargetTooLong { limit });
        }
        let limit = self.timeouts.header_bytes;
        (self.received > limit + self.timeouts.target_bytes + 256).then_some(Problem::HeadersTooLarge { limit })
    }

    fn poll_deadline(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        if self.timer.deadline() > self.deadline {
            self.timer.as_mut().reset(self.deadline);
        }
        loop {
            ready!(self.timer.as_mut().poll(cx));
            if Instant::now() >= self.deadline {
                return Poll::Ready(());
            }
            self.timer.as_mut().reset(self.deadline);
        }
    }
}

/// A problem as a whole HTTP/1.1 response that closes the connection.
pub fn refusal(problem: &Problem) -> Bytes {
    let rendered = problem.render();
    let mut out = format!(
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: close\r\n",
        rendered.status,
        crate::problem::MEDIA_TYPE,
        rendered.body.len()
    )
    .into_bytes();
    if let Some((name, value)) = rendered.header {
        out.extend_from_slice(name.as_str().as_bytes());
        out.extend_from_slice(b": ");
        out.extend_from_slice(value.as_bytes());
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b"\r\n");
    out.extend_from_slice(&rendered.body);
    out.into()
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.is_h2 {
            return this.poll_read_h2(cx, buf);
        }
        if this.phase.serving.load(Ordering::Relaxed) {
            this.served = true;
            return Pin::new(&mut this.inner).poll_read(cx, buf);
        }
        this.reset_after_request();
        if this.refusal.is_some() {
            return Poll::Ready(Ok(()));
        }
        if let Some(problem) = this.size_problem() {
            this.refuse(&problem);
            return Poll::Ready(Ok(()));
        }
        let before = buf.filled().len();
        match Pin::new(&mut this.inner).poll_read(cx, buf) {
            Poll::Ready(Ok(())) => {
                this.count_header_bytes(buf.filled().get(before..).unwrap_or_default());
                Poll::Ready(Ok(()))
            }
            Poll::Ready(Err(e)) => Poll::Ready(Err(e)),
            Poll::Pending => {
                ready!(this.poll_deadline(cx));
                // A connection without a request is closed without a response.
                if this.received > 0 {
                    this.refuse(&Problem::HeaderTimeout);
                }
                Poll::Ready(Ok(()))
            }
        }
    }
}

impl Connection {
    /// Reads frames, with a deadline for the preface, which the library does not have.
    fn poll_read_h2(&mut self, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        match Pin::new(&mut self.inner).poll_read(cx, buf) {
            Poll::Pending if self.received < PREFACE => {
                ready!(self.poll_deadline(cx));
                self.metrics.rejected(Problem::HeaderTimeout.reason());
                Poll::Ready(Ok(()))
            }
            outcome => {
                self.received = self.received.saturating_add(buf.filled().len() - before);
                outcome
            }
        }
    }

    /// Reports whether a write comes before a request: the library then refuses a request that it cannot parse.
    fn is_before_request(&mut self) -> bool {
        let serving = self.phase.serving.load(Ordering::Relaxed);
        self.served |= serving;
        !serving && !self.served && !self.is_h2
    }

    /// Replaces the library's bare refusal by a problem document, which is written at the close that follows.
    fn replace_refusal(&mut self, bare: &[u8]) {
        if self.refusal.is_none() && bare.starts_with(b"HTTP/1.1 ") {
            let problem = match bare.get(9..12) {
                // The first line is no header.
                _ if self.lines.complete > MAX_HEADERS + 1 => Problem::TooManyHeaders { limit: MAX_HEADERS },
                Some(b"405") => Problem::MethodNotAllowed { allow: "DELETE, GET, HEAD, OPTIONS, POST".into() },
                _ => Problem::Malformed("The request is not valid HTTP."),
            };
            self.refuse(&problem);
        }
    }

    /// The outcome of a write, or an error if the client has read nothing for too long: the library has no timeout for
    /// writing headers and flushing.
    fn poll_progress<T>(&mut self, cx: &mut Context<'_>, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.stalled = None;
            return outcome;
        }
        let stall = self.timeouts.stall;
        let timer = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(stall)));
        ready!(timer.as_mut().poll(cx));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn poll_refusal(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some(rest) = self.refusal.as_mut().filter(|rest| rest.has_remaining()) {
            let written = ready!(Pin::new(&mut self.inner).poll_write(cx, rest))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            rest.advance(written);
        }
        Poll::Ready(Ok(()))
    }

    /// Reads and discards until the client closes the connection, or [`LINGER`] is over.
    fn poll_linger(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let timer = self.lingering.get_or_insert_with(|| Box::pin(tokio::time::sleep(LINGER)));
        if timer.as_mut().poll(cx).is_ready() {
            return Poll::Ready(());
        }
        let mut discarded = [0; 8 * 1024];
        loop {
            let mut buf = ReadBuf::new(&mut discarded);
            match ready!(Pin::new(&mut self.inner).poll_read(cx, &mut buf)) {
                Ok(()) if !buf.filled().is_empty() => {}
                _ => return Poll::Ready(()),
            }
            // A fast sender must neither keep this task busy for ever nor starve its timer.
            if timer_elapsed(self.lingering.as_mut(), cx) {
                return Poll::Ready(());
            }
        }
    }
}

fn timer_elapsed(timer: Option<&mut Pin<Box<Sleep>>>, cx: &mut Context<'_>) -> bool {
    timer.is_none_or(|timer| timer.as_mut().poll(cx).is_ready())
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.is_before_request() {
            this.replace_refusal(buf);
            return Poll::Ready(Ok(buf.len()));
        }
        let outcome = Pin::new(&mut this.inner).poll_write(cx, buf);
        this.poll_progress(cx, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.is_before_request() {
            this.replace_refusal(bufs.first().map_or(&[], |first| first));
            return Poll::Ready(Ok(bufs.iter().map(|buf| buf.len()).sum()));
        }
        let outcome = Pin::new(&mut this.inner).poll_write_vectored(cx, bufs);
        this.poll_progress(cx, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = Pin::new(&mut self.inner).poll_flush(cx);
        self.poll_progress(cx, outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        if this.lingering.is_none() {
            let outcome = this.poll_refusal(cx);
            ready!(this.poll_progress(cx, outcome))?;
            let outcome = Pin::new(&mut this.inner).poll_shutdown(cx);
            ready!(this.poll_progress(cx, outcome))?;
        }
        if this.phase.linger.load(Ordering::Relaxed) {
            ready!(this.poll_linger(cx));
        }
        Poll::Ready(Ok(()))
    }
}

delegate_to_inner!(Connection);
