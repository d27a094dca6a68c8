//! The way back: from an upstream's response to the client's.

use bytes::{Bytes, BytesMut};
use http::{
    HeaderMap, HeaderValue, Method, StatusCode, Version,
    header::{CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING},
    response::Parts,
};
use pingora_core::{Error, ErrorType, protocols::http::ServerSession};
use pingora_http::ResponseHeader;
use tokio::time::{Duration, Instant};

use super::{
    super::{
        body::Interrupted,
        connection,
        exchange::{self, Exchange},
    },
    Route,
    decoding::Decoding,
    dispatch::Incoming,
    headers, idle,
    vetting::Restorer,
};
use crate::{
    engine::proxy::response::Counts,
    problem::{Problem, UpstreamFault},
    telemetry::{self, Restored},
};

/// A client may take this long to take one piece.
const WRITE: Duration = Duration::from_secs(30);

/// Pieces are passed on at this size, however small they came.
const PIECE: usize = 64 * 1024;

/// What is on its way to the client.
pub struct Relay<'r> {
    /// The client.
    pub client: &'r mut ServerSession,
    /// What is noted of the request.
    pub exchange: &'r mut Exchange,
    /// The route.
    pub route: &'r Route,
    /// What was looked at of the request.
    pub coverage: HeaderValue,
    /// Whose request it was.
    pub tenant: &'r str,
    /// When all must be over.
    pub deadline: Instant,
}

impl Relay<'_> {
    /// Passes `incoming` on, restored by `restorer`.
    ///
    /// # Errors
    /// A problem as long as the client has seen nothing; after that only what ends the connection.
    pub async fn run(mut self, mut incoming: Incoming, mut restorer: Restorer) -> std::result::Result<(), Interrupted> {
        let outcome = self.pass(&mut incoming, &mut restorer).await;
        if let Some(counts) = restorer.counts() {
            self.account(counts);
        }
        match outcome {
            Ok(()) => {
                if incoming.complete && incoming.session.response_done() {
                    idle::release(incoming.session, &incoming.backend).await;
                }
                Ok(())
            }
            Err(interrupted) => {
                // The rest is of no use to anybody: upstreams of HTTP/2 are told so.
                incoming.session.shutdown().await;
                Err(interrupted)
            }
        }
    }

    /// Counts what was restored, and notes who was given it.
    fn account(&self, counts: &Counts) {
        self.route.upstreams.metrics.restores(counts.restored, counts.withheld, counts.unread);
        if counts.restored > 0 {
            let small = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
            telemetry::audit_restore(&Restored {
                request_id: &self.exchange.request_id,
                client: self.exchange.client.as_ref().map_or("", |client| client.name.as_str()),
                tenant: self.tenant,
                source: &self.route.name,
                session: "",
                restored: small(counts.restored),
                unresolved: small(counts.withheld),
            });
        }
    }

    async fn pass(&mut self, incoming: &mut Incoming, restorer: &mut Restorer) -> std::result::Result<(), Interrupted> {
        let Some(from) = incoming.header() else { return Err(UNVETTABLE.into()) };
        let status = from.status;
        let media_type = from.headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
        let streams = is_stream(media_type);
        let header = self.header(from);
        let is_head = self.client.req_header().method == Method::HEAD;
        if is_head || matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) {
            return self.finish_empty(header, incoming).await;
        }
        let mut decoding = Decoding::new(&from.headers, self.route.limits.body_bytes)?;
        restorer.begin(media_type);
        // Taken when the client is told.
        let mut header = Some(header);
        if let Some(header) = header.take_if(|_| streams) {
            self.begin(header, None).await?;
        }
        let mut out = BytesMut::new();
        loop {
            let begun = header.is_none();
            let (piece, eof) = self.next(incoming, begun).await?;
            let plain = decoding.decode(piece, eof).map_err(|_| self.unvettable(begun))?;
            // What has to wait is held against the budget; what is told is held no more.
            self.exchange.memory.grow(plain.len()).map_err(|problem| self.cut_off(begun, problem))?;
            let pushed = restorer.push(plain, eof, &mut out).await;
            pushed.map_err(|problem| self.cut_off(begun, problem))?;
            if let Some(header) = header.take_if(|_| eof || !out.is_empty()) {
                self.begin(header, eof.then_some(out.len())).await?;
            }
            let told = out.len();
            self.write(out.split().freeze(), eof).await?;
            self.exchange.memory.shrink(told);
            if eof {
                return Ok(());
            }
        }
    }

    /// The next piece of the response, and whether it is the last one.
    async fn next(&mut self, incoming: &mut Incoming, begun: bool) -> std::result::Result<(Bytes, bool), Interrupted> {
        let timeouts = &self.route.upstreams.timeouts;
        let left = self.deadline.saturating_duration_since(Instant::now());
        incoming.session.set_read_timeout(Some(timeouts.between_bytes.min(left)));
        let read = tokio::select! {
            biased;
            read = incoming.session.read_response_body() => read,
            gone = self.client.read_body_or_idle(true) => {
                let error = gone.err().unwrap_or_else(|| Error::new(ErrorType::ConnectionClosed));
                return Err(self.gone(error));
            }
        };
        match read {
            Ok(Some(piece)) => {
                let eof = incoming.session.response_done();
                Ok((piece, eof))
            }
            Ok(None) => Ok((Bytes::new(), true)),
            Err(error) => {
                let fault = match error.etype() {
                    ErrorType::ReadTimedout => UpstreamFault::Slow,
                    _ => UpstreamFault::Broken,
                };
                self.route.upstreams.failed(&incoming.backend, "response");
                Err(self.cut_off(begun, Problem::Upstream(fault)))
            }
        }
    }

    fn unvettable(&mut self, begun: bool) -> Interrupted {
        self.route.upstreams.metrics.failed("unvettable");
        self.cut_off(begun, UNVETTABLE)
    }

    /// What becomes of a response that cannot go on. A client that has seen its beginning gets no last chunk, and
    /// so sees, too, that it is cut off.
    fn cut_off(&mut self, begun: bool, problem: Problem) -> Interrupted {
        if !begun {
            return problem.into();
        }
        self.exchange.reason = Some(problem.reason());
        Interrupted::Gone(Error::new(ErrorType::ConnectionClosed))
    }

    fn header(&self, from: &ResponseHeader) -> Parts {
        // The length and the date come to them.
        let mut headers = HeaderMap::with_capacity(from.headers.len() + 8);
        headers::backward(&from.headers, &mut headers);
        headers.insert(headers::X_MASQUERADE_COVERAGE.clone(), self.coverage.clone());
        headers.insert(headers::X_MASQUERADE_REQUEST_ID.clone(), self.exchange.named());
        self.exchange.tell_rate(&mut headers);
        exchange::parts(from.status, headers)
    }

    /// Sends the headers, with the length of the body if it is known.
    async fn begin(&mut self, mut header: Parts, length: Option<usize>) -> std::result::Result<(), Interrupted> {
        match length {
            Some(length) => _ = header.headers.insert(CONTENT_LENGTH, exchange::length(length)),
            // Clients of HTTP/1.0 take the end of the connection for the end of the body.
            None if self.client.req_header().version == Version::HTTP_11 => {
                header.headers.insert(TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
            }
            None => {}
        }
        self.send(header).await
    }

    async fn send(&mut self, header: Parts) -> std::result::Result<(), Interrupted> {
        self.exchange.status = header.status.as_u16();
        self.client.set_write_timeout(Some(WRITE));
        let sent = self.client.write_response_header(Box::new(header.into())).await;
        sent.map_err(|error| self.gone(error))
    }

    async fn write(&mut self, mut bytes: Bytes, eof: bool) -> std::result::Result<(), Interrupted> {
        self.exchange.sent += bytes.len();
        while bytes.len() > PIECE {
            let piece = bytes.split_to(PIECE);
            self.client.write_response_body(piece, false).await.map_err(|error| self.gone(error))?;
        }
        self.client.write_response_body(bytes, eof).await.map_err(|error| self.gone(error))
    }

    async fn finish_empty(&mut self, header: Parts, incoming: &mut Incoming) -> std::result::Result<(), Interrupted> {
        // Upstreams that send a body all the same are not used again.
        if !incoming.session.response_done() {
            let rest = tokio::time::timeout(Duration::from_millis(100), incoming.session.read_response_body()).await;
            incoming.complete &= matches!(rest, Ok(Ok(None)));
        }
        self.send(header).await?;
        self.client.write_response_body(Bytes::new(), true).await.map_err(|error| self.gone(error))
    }

    fn gone(&mut self, error: Box<Error>) -> Interrupted {
        connection::linger();
        self.exchange.status = super::super::exchange::GONE;
        Interrupted::Gone(error)
    }
}

const UNVETTABLE: Problem = Problem::Upstream(UpstreamFault::Unvettable);

/// Whether pieces are waited for one by one.
fn is_stream(media_type: &[u8]) -> bool {
    let essence = media_type.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
    let streams: [&[u8]; 3] = [b"text/event-stream", b"application/x-ndjson", b"application/jsonl"];
    streams.iter().any(|stream| essence.eq_ignore_ascii_case(stream))
}
