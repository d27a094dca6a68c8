//! The dispatch of a request to an upstream, with safe retries, up to the headers of its response.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode, Uri, header::HOST, uri::PathAndQuery};
use jiff::Timestamp;
use pingora_core::{
    BError, ErrorType, Result, RetryType,
    protocols::{
        ALPN,
        http::{ServerSession, client::HttpSession},
    },
};
use pingora_http::{RequestHeader, ResponseHeader};
use tokio::time::Instant;

use super::{
    super::body::RequestError,
    balance::Member,
    coalesce::CoalescingStream,
    idle_connections,
    signature::Signer,
    upstream::{Backend, Upstreams, connector},
};
use crate::problem::{Problem, UpstreamFault};

/// The most attempts of one request.
pub const ATTEMPTS: usize = 3;

/// The time for a response of an upstream that stopped reading the request.
pub const EARLY_RESPONSE_TIMEOUT: Duration = Duration::from_secs(1);

/// A vetted request. Every attempt sends the same bytes.
pub struct UpstreamRequest {
    /// The method.
    pub method: Method,
    /// The headers; `Host` is replaced by each upstream's.
    pub headers: HeaderMap,
    /// The path and query, without the upstream's path prefix.
    pub target: PathAndQuery,
    /// The body.
    pub body: Bytes,
    /// The signer of the route's credentials.
    pub signer: Option<Arc<Signer>>,
}

/// The response of an upstream, read up to the end of its headers.
pub struct UpstreamResponse {
    /// The connection, read up to the end of the headers.
    pub session: HttpSession,
    /// The address that answers.
    pub backend: Arc<Backend>,
    /// True if the request was sent completely, so that the connection can be reused.
    pub complete: bool,
}

impl UpstreamResponse {
    /// The headers of the response.
    pub fn header(&self) -> Option<&ResponseHeader> {
        self.session.response_header()
    }
}

/// The error of one attempt.
struct AttemptError {
    error: BError,
    /// True if the connection was reused, and may have been closed while idle.
    reused: bool,
    /// True if a byte of the request may have gone out, and the upstream has not said that it acted on none of it.
    sent: bool,
    /// True if a byte of a response had come: the upstream may have acted on the request.
    response_started: bool,
    /// True if the total timeout is over.
    is_over: bool,
}

impl AttemptError {
    /// Reports whether a reused connection was closed before it answered.
    fn is_stale(&self, fault: UpstreamFault) -> bool {
        self.reused && !self.response_started && fault == UpstreamFault::Broken
    }
}

/// The output of `work`, or a timeout at `until`.
pub async fn with_deadline<T>(until: Instant, work: impl Future<Output = Result<T>>) -> Result<T> {
    let late = |_| Err(pingora_core::Error::new(ErrorType::ReadTimedout));
    tokio::time::timeout_at(until, work).await.unwrap_or_else(late)
}

/// Sends `request` to one of `upstreams`, and to another one as long as a retry is safe. Stops when the client closes the
/// connection.
///
/// # Errors
/// A problem (502, 503, 504), or the client has closed the connection.
pub async fn send(
    upstreams: &Upstreams,
    tenant: &str,
    request: &UpstreamRequest,
    client: &mut ServerSession,
    deadline: Instant,
) -> std::result::Result<UpstreamResponse, RequestError> {
    let mut tried: Vec<SocketAddr> = Vec::new();
    let mut fault = UpstreamFault::Unavailable;
    for attempt in 0..ATTEMPTS {
        let Some(backend) = upstreams.choose(tenant, &tried).await else { break };
        if attempt > 0 {
            upstreams.metrics.retried();
        }
        let started = Instant::now();
        let outcome = tokio::select! {
            biased;
            outcome = try_once(upstreams, &backend, request, deadline) => outcome,
            gone = client.read_body_or_idle(true) => return Err(RequestError::left(gone)),
        };
        match outcome {
            Ok(incoming) => {
                backend.health().record_success();
                upstreams.metrics.first_byte(started.elapsed());
                return Ok(incoming);
            }
            Err(failure) if failure.is_over => {
                upstreams.metrics.failed(reason(UpstreamFault::Slow));
                return Err(Problem::Upstream(UpstreamFault::Slow).into());
            }
            Err(failure) => {
                let (now, again) = classify(&failure, &request.method);
                fault = now;
                if failure.is_stale(now) {
                    // A stale connection does not count as a failure of its upstream.
                    upstreams.metrics.failed("stale");
                    if again {
                        continue;
                    }
                    break;
                }
                upstreams.record_failure(&backend, reason(now));
                if !again {
                    break;
                }
                tried.push(backend.address());
            }
        }
    }
    Err(Problem::Upstream(fault).into())
}

/// Makes one attempt, until `deadline`.
async fn try_once(
    upstreams: &Upstreams,
    backend: &Arc<Backend>,
    request: &UpstreamRequest,
    deadline: Instant,
) -> std::result::Result<UpstreamResponse, AttemptError> {
    let is_over = || Instant::now() >= deadline;
    let fresh = |error| AttemptError { error, reused: false, sent: false, response_started: false, is_over: is_over() };
    let connector = connector();
    let (session, reused) = match idle_connections::take(backend) {
        Some(session) => (session, true),
        // Boxed, since the future is as large as the rest together and is seldom needed.
        None => with_deadline(deadline, Box::pin(connector.get_http_session(&backend.peer))).await.map_err(
            |mut error| {
                // Nothing was sent, so a retry repeats nothing.
                error.retry = RetryType::Decided(true);
                fresh(error)
            },
        )?,
    };
    let mut session =
        if request.body.is_empty() { session } else { CoalescingStream::next_request(session, &backend.peer) };
    session.set_write_timeout(Some(upstreams.timeouts.between_bytes));
    // One timer for the whole head: the library would set one up per read.
    session.set_read_timeout(None);
    let sent = with_deadline(deadline, write(&mut session, backend, request)).await;
    let complete = sent.is_ok();
    let patience = deadline.min(Instant::now() + upstreams.timeouts.first_byte);
    let read = match sent {
        Ok(()) => {
            let read = with_deadline(patience, read_header(&mut session)).await;
            read.map_err(|error| (response_has_started(&session, &error), error))
        }
        Err(error) if is_over() => Err((true, error)),
        // The upstream may have answered before it had read everything.
        Err(error) => match tokio::time::timeout(EARLY_RESPONSE_TIMEOUT, read_header(&mut session)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(last)) => Err((response_has_started(&session, &last), error)),
            Err(_) => Err((true, error)),
        },
    };
    match read {
        Ok(()) => Ok(UpstreamResponse { session, backend: Arc::clone(backend), complete }),
        Err((response_started, error)) => {
            if matches!(error.etype(), ErrorType::H2Downgrade | ErrorType::InvalidH2) {
                connector.prefer_h1(&backend.peer);
            }
            // Only HTTP/2 has refusals that say so: REFUSED_STREAM, GOAWAY and HTTP_1_1_REQUIRED (RFC 9113, 8.7).
            let is_refused = session.as_http2().is_some()
                && matches!(error.retry, RetryType::Decided(true))
                && error.etype() != &ErrorType::InvalidH2;
            Err(AttemptError { error, reused, sent: !is_refused, response_started, is_over: is_over() })
        }
    }
}

async fn write(session: &mut HttpSession, backend: &Backend, request: &UpstreamRequest) -> Result<()> {
    let header = header(request, backend, session.as_http2().is_some())?;
    session.write_request_header(Box::new(header)).await?;
    if !request.body.is_empty() {
        session.write_request_body(request.body.clone(), true).await?;
    }
    session.finish_request_body().await
}

/// The head of `request` to `backend`, signed if the route signs.
pub fn header(request: &UpstreamRequest, backend: &Backend, h2: bool) -> Result<RequestHeader> {
    let UpstreamRequest { method, headers, target, body, signer } = request;
    let mut headers = headers.clone();
    if let Some(signer) = signer {
        let target = prefixed(backend, target)?;
        signer.sign(method, &target, &backend.authority, &mut headers, body, Timestamp::now());
    }
    addressed(method.clone(), headers, backend, target, h2)
}

/// Sends a handshake for another protocol to one of `upstreams`, and to another one while connections fail. The answer may be
/// any.
///
/// # Errors
/// A problem (502, 503, 504).
pub async fn upgrade(
    upstreams: &Upstreams,
    tenant: &str,
    request: &UpstreamRequest,
    deadline: Instant,
) -> std::result::Result<UpstreamResponse, Problem> {
    let mut tried: Vec<SocketAddr> = Vec::new();
    let mut fault = UpstreamFault::Unavailable;
    while tried.len() < ATTEMPTS {
        let Some(backend) = upstreams.choose(tenant, &tried).await else { break };
        match with_deadline(deadline, Box::pin(shake_hands(upstreams, &backend, request))).await {
            Ok(session) => {
                backend.health().record_success();
                // Such a connection serves nothing else.
                return Ok(UpstreamResponse { session, backend, complete: false });
            }
            Err(error) => {
                let is_over = Instant::now() >= deadline;
                let attempt = AttemptError { error, reused: false, sent: true, response_started: false, is_over };
                fault = classify(&attempt, &request.method).0;
                upstreams.record_failure(&backend, reason(fault));
                tried.push(backend.address());
            }
        }
    }
    Err(Problem::Upstream(fault))
}

/// A connection of HTTP/1.1 of its own, behind the answer to the handshake.
async fn shake_hands(upstreams: &Upstreams, backend: &Backend, request: &UpstreamRequest) -> Result<HttpSession> {
    let mut peer = backend.peer.clone();
    peer.options.alpn = ALPN::H1;
    let (mut session, _) = connector().get_http_session(&peer).await?;
    session.set_write_timeout(Some(upstreams.timeouts.between_bytes));
    session.set_read_timeout(None);
    session.write_request_header(Box::new(header(request, backend, false)?)).await?;
    loop {
        session.read_response_header().await?;
        let is_last = |status: StatusCode| !status.is_informational() || status == StatusCode::SWITCHING_PROTOCOLS;
        if session.response_header().is_none_or(|header| is_last(header.status)) {
            return Ok(session);
        }
    }
}

/// Reads the final response headers, past informational ones.
pub async fn read_header(session: &mut HttpSession) -> Result<()> {
    loop {
        session.read_response_header().await?;
        match session.response_header() {
            // No request asks for an upgrade.
            Some(header) if header.status == StatusCode::SWITCHING_PROTOCOLS => {
                return Err(pingora_core::Error::new(ErrorType::InvalidHTTPHeader));
            }
            Some(header) if header.status.is_informational() => {}
            _ => return Ok(()),
        }
    }
}

/// Reports whether a byte of a response had come when `error` ended the reading of its headers.
fn response_has_started(session: &HttpSession, error: &pingora_core::Error) -> bool {
    // Only the text of the library's error tells how many bytes it had read (`tests/api/pingora.rs` holds it). If the
    // text changed, more errors would count as a started response, and fewer requests would be retried.
    let none_read =
        || error.context.as_ref().is_some_and(|context| context.as_str().ends_with("bytes already read: 0"));
    let is_cut = matches!(error.etype(), ErrorType::ConnectionClosed | ErrorType::ReadError);
    let has_head = session.response_header().is_some();
    has_head
        || session.as_http2().is_none() && (error.etype() == &ErrorType::InvalidHTTPHeader || is_cut && !none_read())
}

/// The head of a request to `backend`, with the upstream's name and path prefix.
pub fn addressed(
    method: Method,
    mut headers: HeaderMap,
    backend: &Backend,
    target: &PathAndQuery,
    h2: bool,
) -> Result<RequestHeader> {
    let target = prefixed(backend, target)?;
    let (mut parts, ()) = http::Request::new(()).into_parts();
    if h2 {
        let scheme = if backend.peer.is_tls() { "https" } else { "http" };
        let uri = Uri::builder().scheme(scheme).authority(&*backend.authority).path_and_query(target).build();
        headers.remove(HOST);
        parts.uri = uri.map_err(|_| invalid())?;
        parts.version = http::Version::HTTP_2;
    } else {
        headers.insert(HOST, backend.host.clone().ok_or_else(invalid)?);
        parts.uri = Uri::from(target);
    }
    (parts.method, parts.headers) = (method, headers);
    Ok(parts.into())
}

/// A target behind the upstream's path prefix.
fn prefixed(backend: &Backend, target: &PathAndQuery) -> Result<PathAndQuery> {
    match &*backend.path {
        "" => Ok(target.clone()),
        path => PathAndQuery::try_from(format!("{path}{target}")).map_err(|_| invalid()),
    }
}

fn invalid() -> BError {
    pingora_core::Error::new(ErrorType::InvalidHTTPHeader)
}

/// The fault that the client is told.
pub fn fault_of(error: &pingora_core::Error) -> UpstreamFault {
    use ErrorType as E;
    match error.etype() {
        E::ConnectTimedout | E::TLSHandshakeTimedout | E::ReadTimedout | E::WriteTimedout => UpstreamFault::Slow,
        E::ConnectRefused
        | E::ConnectNoRoute
        | E::ConnectError
        | E::ConnectProxyFailure
        | E::TLSHandshakeFailure
        | E::TLSWantX509Lookup
        | E::InvalidCert
        | E::HandshakeError
        | E::BindError
        | E::SocketError => UpstreamFault::Unreachable,
        _ => UpstreamFault::Broken,
    }
}

/// The fault that the client is told, and whether a retry is safe: if no response had started, and the upstream cannot
/// have acted on the request or may act on it twice (RFC 9110, 9.2.2). A connection that closes without an answer does
/// not tell which: the upstream may have acted on a request that came whole.
fn classify(failure: &AttemptError, method: &Method) -> (UpstreamFault, bool) {
    let fault = fault_of(&failure.error);
    if fault == UpstreamFault::Slow {
        let is_unsent = matches!(failure.error.etype(), ErrorType::ConnectTimedout | ErrorType::TLSHandshakeTimedout);
        return (fault, is_unsent);
    }
    let again = match failure.error.retry {
        RetryType::Decided(again) => again || failure.reused && failure.error.etype() == &ErrorType::WriteError,
        RetryType::ReusedOnly => failure.reused,
    };
    let may_repeat = !failure.sent || method.is_idempotent();
    (fault, !failure.response_started && may_repeat && (again || fault == UpstreamFault::Broken))
}

/// The name of a fault in metrics.
pub fn reason(fault: UpstreamFault) -> &'static str {
    match fault {
        UpstreamFault::Unavailable => "unavailable",
        UpstreamFault::Unreachable => "connect",
        UpstreamFault::Broken => "broken",
        UpstreamFault::Slow => "timeout",
        UpstreamFault::Unvettable => "unvettable",
        UpstreamFault::Withheld => "withheld",
    }
}
