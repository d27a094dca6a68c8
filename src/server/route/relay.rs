//! The relay of an upstream's response to the client.

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
        body::RequestError,
        connection,
        cpu_pool::TenantPool,
        reader_pace::ReaderPace,
        request_context::{self, RequestContext},
    },
    Route,
    dispatch::UpstreamResponse,
    headers, idle_connections,
    masking::ResponseRestorer,
    own_addresses::Place,
    response_decoder::ResponseDecoder,
    upstream::Backend,
};
use crate::{
    engine::proxy::response::Counts,
    problem::{Problem, UpstreamFault},
    telemetry::{self, RestoreEvent},
};

/// The relay of one response.
pub struct ResponseRelay<'r> {
    /// The client.
    pub client: &'r mut ServerSession,
    /// The state of the request.
    pub context: &'r mut RequestContext,
    pub route: &'r Route,
    /// The value of the coverage header, as far as the request tells it.
    pub coverage: String,
    /// The pool for CPU work on the response, as the tenant uses it.
    pub pool: TenantPool<'r>,
    /// The end of the route's total timeout.
    pub deadline: Instant,
    /// True if the client may still be sending a body that nobody reads.
    pub is_early: bool,
}

impl ResponseRelay<'_> {
    /// Sends `incoming` to the client, restored by `restorer`.
    ///
    /// # Errors
    /// A problem before the response has started; later only an error that ends the connection.
    pub async fn run(
        mut self,
        mut incoming: UpstreamResponse,
        mut restorer: ResponseRestorer,
    ) -> std::result::Result<(), RequestError> {
        let outcome = self.pass(&mut incoming, &mut restorer).await;
        if let Some(counts) = restorer.counts() {
            self.account(counts);
        }
        match outcome {
            Ok(()) => {
                if incoming.complete && incoming.session.response_done() {
                    idle_connections::release(incoming.session, &incoming.backend).await;
                }
                Ok(())
            }
            Err(interrupted) => {
                // Cancels the rest, which an upstream of HTTP/2 would otherwise send.
                incoming.session.shutdown().await;
                Err(interrupted)
            }
        }
    }

    /// Counts the restored placeholders and writes the audit event.
    fn account(&mut self, counts: &Counts) {
        (self.context.audit.restored, self.context.audit.unresolved) = (counts.restored, counts.withheld);
        self.route.upstreams.metrics.restores(counts.restored, counts.withheld, counts.masked, counts.unread);
        if counts.restored > 0 {
            let small = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
            telemetry::audit_restore(&RestoreEvent {
                request_id: &self.context.request_id,
                client: self.context.client.as_ref().map_or("", |client| client.name.as_str()),
                tenant: self.pool.tenant,
                source: &self.route.name,
                session: "",
                restored: small(counts.restored),
                unresolved: small(counts.withheld),
            });
        }
    }

    async fn pass(
        &mut self,
        incoming: &mut UpstreamResponse,
        restorer: &mut ResponseRestorer,
    ) -> std::result::Result<(), RequestError> {
        let Some(from) = incoming.header() else { return Err(UNVETTABLE.into()) };
        let status = from.status;
        let media_type = from.headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
        let streams = is_stream(media_type);
        let header = self.header(from, &incoming.backend);
        let is_head = self.client.req_header().method == Method::HEAD;
        if is_head || matches!(status, StatusCode::NO_CONTENT | StatusCode::NOT_MODIFIED) {
            return self.finish_empty(header, incoming).await.map_err(RequestError::from);
        }
        let mut decoding = ResponseDecoder::new(&from.headers, self.route.limits.body_bytes)?;
        restorer.begin(status, media_type);
        // Taken when the response starts.
        let mut header = Some(header);
        if let Some(header) = header.take_if(|_| streams) {
            self.begin(header, None).await?;
        }
        let mut out = BytesMut::new();
        let ended = self.relay(incoming, restorer, &mut decoding, &mut header, &mut out).await;
        let Err(End::Cut(problem)) = ended else { return ended.map_err(RequestError::from) };
        if header.is_some() {
            return Err(problem.into());
        }
        self.context.reason = Some(problem.reason());
        out.clear();
        if problem == Problem::Upstream(UpstreamFault::Withheld) {
            // The call must not come to its end: an error takes the place of what is left of it.
            out.extend_from_slice(b"event: error\ndata: ");
            out.extend_from_slice(&problem.render_for(self.context.error_shape).body);
            out.extend_from_slice(b"\n\n");
        } else if restorer.push(Bytes::new(), true, self.pool, &mut out).await.is_err() {
            out.clear();
        }
        // What waits for a decision goes out undecided.
        if !out.is_empty() {
            self.write(out.freeze(), false).await.map_err(RequestError::from)?;
        }
        // A client that gets no last chunk sees that the response is cut off.
        Err(RequestError::ClientGone(Error::new(ErrorType::ConnectionClosed)))
    }

    /// Relays the body. `header` is taken when the response starts.
    async fn relay(
        &mut self,
        incoming: &mut UpstreamResponse,
        restorer: &mut ResponseRestorer,
        decoding: &mut ResponseDecoder,
        header: &mut Option<Parts>,
        out: &mut BytesMut,
    ) -> std::result::Result<(), End> {
        loop {
            let (piece, eof) = self.next(incoming).await?;
            let plain = decoding.decode(piece, eof, self.pool).await.inspect_err(|problem| self.count(problem))?;
            // Bytes count against the budget until they are written.
            self.context.memory.grow(plain.len())?;
            // Work for a client that leaves is stopped.
            tokio::select! {
                biased;
                restored = restorer.push(plain, eof, self.pool, out) => restored?,
                error = leaving(self.client, self.is_early) => return Err(self.gone(error)),
            }
            // Restored bytes are not as many as were masked.
            let written = out.len();
            self.context.memory.resize(restorer.held() + written)?;
            if let Some(mut header) = header.take_if(|_| eof || !out.is_empty()) {
                let withheld = restorer.counts().filter(|_| eof).map_or(0, |counts| counts.withheld);
                if withheld > 0 {
                    let coverage = format!("{}, withheld={withheld}", self.coverage);
                    header.headers.insert(headers::X_MASQUERADE_COVERAGE.clone(), value(&coverage));
                }
                self.begin(header, eof.then_some(written)).await?;
            }
            self.write(out.split().freeze(), eof).await?;
            self.context.memory.shrink(written);
            if eof {
                return Ok(());
            }
        }
    }

    /// The next piece of the response, and whether it is the last one.
    async fn next(&mut self, incoming: &mut UpstreamResponse) -> std::result::Result<(Bytes, bool), End> {
        let timeouts = &self.route.upstreams.timeouts;
        let left = self.deadline.saturating_duration_since(Instant::now());
        incoming.session.set_read_timeout(Some(timeouts.between_bytes.min(left)));
        let read = tokio::select! {
            biased;
            read = incoming.session.read_response_body() => read,
            error = leaving(self.client, self.is_early) => return Err(self.gone(error)),
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
                self.route.upstreams.record_failure(&incoming.backend, "response");
                Err(Problem::Upstream(fault).into())
            }
        }
    }

    /// Counts a response that cannot be read.
    fn count(&self, problem: &Problem) {
        if *problem == UNVETTABLE {
            self.route.upstreams.metrics.failed("unvettable");
        }
    }

    fn header(&self, from: &ResponseHeader, backend: &Backend) -> Parts {
        // Room for the length, the date and our own.
        let mut headers = HeaderMap::with_capacity(from.headers.len() + 8);
        headers::backward(&from.headers, &mut headers);
        let place = Place { prefix: &self.route.pattern.prefix, authority: &backend.authority, path: &backend.path };
        place.lead_back(&mut headers, &self.client.req_header().method, from.status);
        headers.insert(headers::X_MASQUERADE_COVERAGE.clone(), value(&self.coverage));
        headers.insert(headers::X_MASQUERADE_REQUEST_ID.clone(), self.context.request_id_value());
        self.context.add_rate_headers(&mut headers);
        request_context::parts(from.status, headers)
    }

    /// Sends the headers, with the length of the body if it is known.
    async fn begin(&mut self, mut header: Parts, length: Option<usize>) -> std::result::Result<(), End> {
        match length {
            Some(length) => _ = header.headers.insert(CONTENT_LENGTH, request_context::length(length)),
            // For HTTP/1.0 the end of the connection ends the body.
            None if self.client.req_header().version == Version::HTTP_11 => {
                header.headers.insert(TRANSFER_ENCODING, HeaderValue::from_static("chunked"));
            }
            None => {}
        }
        self.send(header).await
    }

    async fn send(&mut self, header: Parts) -> std::result::Result<(), End> {
        self.context.status = header.status.as_u16();
        self.pace().begin(self.client);
        if self.context.is_draining() {
            self.client.set_keepalive(None);
        }
        let sent = self.client.write_response_header(Box::new(header.into())).await;
        sent.map_err(|error| self.gone(error))
    }

    fn pace(&self) -> ReaderPace {
        ReaderPace::from(&self.route.limits)
    }

    async fn write(&mut self, bytes: Bytes, eof: bool) -> std::result::Result<(), End> {
        self.context.sent += bytes.len();
        self.pace().write(self.client, bytes, eof).await.map_err(|error| self.gone(error))
    }

    async fn finish_empty(&mut self, header: Parts, incoming: &mut UpstreamResponse) -> std::result::Result<(), End> {
        // The connection of an upstream that sends a body all the same is not reused.
        if !incoming.session.response_done() {
            let rest = tokio::time::timeout(Duration::from_millis(100), incoming.session.read_response_body()).await;
            incoming.complete &= matches!(rest, Ok(Ok(None)));
        }
        self.send(header).await?;
        self.client.write_response_body(Bytes::new(), true).await.map_err(|error| self.gone(error))
    }

    fn gone(&mut self, error: Box<Error>) -> End {
        connection::mark_lingering();
        self.context.status = super::super::request_context::GONE;
        End::Gone(error)
    }
}

/// The error of a client that leaves. The rest of a body is discarded if it `is_sending`.
async fn leaving(client: &mut ServerSession, is_sending: bool) -> Box<Error> {
    loop {
        match client.read_body_or_idle(!is_sending).await {
            Ok(_) if is_sending => {}
            Ok(_) => return Error::new(ErrorType::ConnectionClosed),
            Err(error) => return error,
        }
    }
}

/// The value of the coverage header, which is letters, digits and signs.
fn value(coverage: &str) -> HeaderValue {
    HeaderValue::from_str(coverage).unwrap_or(HeaderValue::from_static("-"))
}

/// The early end of a response.
enum End {
    /// The response cannot go on.
    Cut(Problem),
    /// The client has closed the connection.
    Gone(Box<Error>),
}

impl From<Problem> for End {
    fn from(problem: Problem) -> Self {
        Self::Cut(problem)
    }
}

impl From<End> for RequestError {
    fn from(end: End) -> Self {
        match end {
            End::Cut(problem) => Self::Problem(problem),
            End::Gone(error) => Self::ClientGone(error),
        }
    }
}

const UNVETTABLE: Problem = Problem::Upstream(UpstreamFault::Unvettable);

/// Reports whether a media type is a stream, whose headers are sent before the first piece.
fn is_stream(media_type: &[u8]) -> bool {
    let essence = media_type.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
    let streams: [&[u8]; 4] =
        [b"text/event-stream", b"application/x-ndjson", b"application/jsonl", b"application/vnd.amazon.eventstream"];
    streams.iter().any(|stream| essence.eq_ignore_ascii_case(stream))
}
