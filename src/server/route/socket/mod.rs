//! WebSockets: each JSON message of a client is masked on its way to the upstream, and each one of the upstream restored on
//! its way back, by the same profiles as bodies are.
//!
//! All messages of a socket share one session, whose map grows with them. A message that cannot be masked does not leave:
//! the client gets an event of type `error` in its place, and the socket stays open. Binary messages and extensions are
//! refused: what is compressed or not text cannot be read.

mod endpoint;

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use http::{
    HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version,
    header::{
        CONNECTION, SEC_WEBSOCKET_EXTENSIONS, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, TRANSFER_ENCODING, UPGRADE,
    },
};
use pingora_core::protocols::http::{ServerSession, client::HttpSession};
use pingora_http::RequestHeader;
use tokio::time::Instant;
use tungstenite::Utf8Bytes;

use self::endpoint::{Endpoint, SocketEvent};
use super::{
    super::{
        Job, SharedContext, State,
        body::RequestError,
        cpu_pool::TenantPool,
        reader_pace::ReaderPace,
        request_context::{self, RequestContext},
    },
    Route, RoutedRequest, cost, dispatch, headers,
    masking::{MaskedParts, PlainRequest, ResponseRestorer},
    relay::ResponseRelay,
    tenant::Identity,
};
use crate::{
    codec::{encoding::BodyEncoding, framing::Messages},
    problem::{Problem, RequestLimit, UpstreamFault},
    profile::WEBSOCKET,
};

/// Close codes (RFC 6455, 7.4.1).
const NORMAL: u16 = 1000;
const GOING_AWAY: u16 = 1001;
const NO_STATUS: u16 = 1005;
const INTERNAL_ERROR: u16 = 1011;
const TRY_AGAIN_LATER: u16 = 1013;

/// Reports whether a request opens a WebSocket.
pub fn is_handshake(request: &RequestHeader) -> bool {
    let has = |name: &HeaderName, token: &str| {
        let values = request.headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).any(|value| value.trim().eq_ignore_ascii_case(token))
    };
    request.method == Method::GET
        && request.version == Version::HTTP_11
        && has(&UPGRADE, "websocket")
        && has(&CONNECTION, "upgrade")
        && has(&SEC_WEBSOCKET_VERSION, "13")
        && request.headers.contains_key(SEC_WEBSOCKET_KEY)
}

impl RoutedRequest {
    /// Opens a WebSocket to an upstream, and passes messages until one side closes.
    ///
    /// # Errors
    /// A problem before the client's handshake is answered; later only an error that ends the connection.
    pub(super) async fn serve_socket(
        self,
        client: &mut ServerSession,
        context: &mut RequestContext,
        state: &State,
        shared: &SharedContext,
        identity: Identity,
    ) -> Result<(), RequestError> {
        let route = Arc::clone(&self.route);
        let mut handshake = client.req_header().clone();
        handshake.set_method(method()?);
        let masked = self.mask(Box::new(handshake), (Bytes::new(), BodyEncoding::default()), &identity, shared).await?;
        let coverage = masked.coverage.value();
        let mut outgoing = self.outgoing(client.req_header(), &masked, state, &context.span)?;
        let MaskedParts { mut restorer, .. } = masked;
        switch_protocols(&mut outgoing.headers);
        let deadline = Instant::now() + route.upstreams.timeouts.first_byte;
        let incoming = dispatch::upgrade(&route.upstreams, &identity.tenant.name, &outgoing, deadline).await?;
        let answer = incoming.header().ok_or(UNVETTABLE)?;
        if answer.status != StatusCode::SWITCHING_PROTOCOLS {
            let pool = TenantPool { cpu: &shared.cpu, tenant: &identity.tenant.name };
            let relay = ResponseRelay { client, context, route: &route, coverage, pool, deadline, is_early: false };
            return relay.run(incoming, restorer).await;
        }
        if answer.headers.contains_key(SEC_WEBSOCKET_EXTENSIONS) {
            return Err(UNVETTABLE.into());
        }
        let mut headers = HeaderMap::with_capacity(answer.headers.len() + 4);
        headers::backward(&answer.headers, &mut headers);
        headers.remove(TRANSFER_ENCODING);
        switch_protocols(&mut headers);
        headers.insert(headers::X_MASQUERADE_REQUEST_ID.clone(), context.request_id_value());
        context.status = StatusCode::SWITCHING_PROTOCOLS.as_u16();
        let pace = ReaderPace::from(&route.limits);
        pace.begin(client);
        let head = request_context::parts(StatusCode::SWITCHING_PROTOCOLS, headers);
        client.write_response_header(Box::new(head.into())).await.map_err(RequestError::ClientGone)?;
        let mut upstream = incoming.session;
        if let HttpSession::H1(h1) = &mut upstream {
            h1.maybe_upgrade_body_writer();
        }
        upstream.set_read_timeout(None);
        // An upstream that opens the socket has accepted the credential.
        restorer.begin(StatusCode::OK, b"");
        let limit = route.limits.body_bytes;
        let relay = SocketRelay {
            request: &self,
            route: &route,
            identity: &identity,
            shared,
            near: Endpoint::server(limit),
            far: Endpoint::client(limit),
            restorer,
            is_over: false,
        };
        relay.run(client, context, upstream, pace).await
    }
}

/// The method by which profiles know sockets.
fn method() -> Result<Method, Problem> {
    Method::from_bytes(WEBSOCKET.as_bytes()).map_err(|_| Problem::Internal)
}

/// Sets the headers of a handshake. Extensions are not offered: a compressed message cannot be read.
fn switch_protocols(headers: &mut HeaderMap) {
    headers.remove(SEC_WEBSOCKET_EXTENSIONS);
    headers.insert(CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
}

const UNVETTABLE: Problem = Problem::Upstream(UpstreamFault::Unvettable);

/// The passing of messages between a client and an upstream.
struct SocketRelay<'r> {
    request: &'r RoutedRequest,
    route: &'r Route,
    identity: &'r Identity,
    shared: &'r SharedContext,
    /// The side towards the client.
    near: Endpoint,
    /// The side towards the upstream.
    far: Endpoint,
    restorer: ResponseRestorer,
    /// True if both sides are closed.
    is_over: bool,
}

impl SocketRelay<'_> {
    async fn run(
        mut self,
        client: &mut ServerSession,
        context: &mut RequestContext,
        mut upstream: HttpSession,
        pace: ReaderPace,
    ) -> Result<(), RequestError> {
        let idle = self.route.upstreams.timeouts.total;
        while !self.is_over {
            let is_draining = context.is_draining();
            tokio::select! {
                read = client.read_request_body() => match read {
                    Ok(Some(bytes)) => {
                        self.near.feed(&bytes);
                        self.read_client(context).await;
                    }
                    Ok(None) | Err(_) => self.end(GOING_AWAY, NORMAL),
                },
                read = upstream.read_response_body() => match read {
                    Ok(Some(bytes)) => {
                        self.far.feed(&bytes);
                        self.read_upstream().await;
                    }
                    Ok(None) | Err(_) => {
                        self.flush().await;
                        self.end(NORMAL, GOING_AWAY);
                    }
                },
                () = tokio::time::sleep(idle) => self.end(GOING_AWAY, GOING_AWAY),
            }
            if is_draining {
                self.end(GOING_AWAY, GOING_AWAY);
            }
            if context.memory.resize(self.held()).is_err() {
                self.end(GOING_AWAY, TRY_AGAIN_LATER);
            }
            let out = self.far.outgoing();
            if !out.is_empty() && upstream.write_request_body(out, false).await.is_err() {
                self.end(NORMAL, GOING_AWAY);
            }
            let out = self.near.outgoing();
            context.sent += out.len();
            if !out.is_empty() && pace.write(client, out, false).await.is_err() {
                self.is_over = true;
            }
        }
        self.account();
        upstream.shutdown().await;
        // The library closes an upgraded connection at the end of its body.
        client.write_response_body(Bytes::new(), true).await.map_err(RequestError::ClientGone)
    }

    /// The number of bytes that wait for the rest of a message or of a text.
    fn held(&self) -> usize {
        self.near.held() + self.far.held() + self.restorer.held()
    }

    /// Closes both sides with these codes, towards the upstream and towards the client.
    fn end(&mut self, far: u16, near: u16) {
        self.far.close(far, "");
        self.near.close(near, "");
        self.is_over = true;
    }

    /// Masks the messages of the client.
    async fn read_client(&mut self, context: &mut RequestContext) {
        while let Some(received) = self.near.receive() {
            match received {
                SocketEvent::Text(text) => match self.mask(text, context).await {
                    Ok(masked) => match Utf8Bytes::try_from(masked) {
                        Ok(text) => self.far.send(text),
                        Err(_) => return self.end(GOING_AWAY, INTERNAL_ERROR),
                    },
                    Err(problem) => self.refuse(&problem, context),
                },
                // The reason is free text, which the upstream does not need.
                SocketEvent::Close(frame) => return self.end(frame.map_or(NO_STATUS, |(code, _)| code), NO_STATUS),
                SocketEvent::Violation(code) => return self.end(GOING_AWAY, code),
            }
        }
    }

    /// The masked message. The map of what comes back knows it before it leaves.
    async fn mask(&mut self, text: Utf8Bytes, context: &mut RequestContext) -> Result<Bytes, Problem> {
        let key = self.identity.client.as_ref().map(|client| (&client.throttle, RequestLimit::KeyRate));
        for (throttle, limit) in key.into_iter().chain([(&self.route.throttle, RequestLimit::RouteRate)]) {
            if let Some(retry_after) = throttle.admit().and_then(|admission| admission.retry_after) {
                return Err(Problem::TooManyRequests { limit, retry_after });
            }
        }
        let body = Bytes::from(text);
        context.memory.resize(body.len() + self.held())?;
        let masked = self.request.mask_message(body, self.identity, self.shared, self.restorer.socket()).await?;
        self.route.count(&masked, &context.metrics);
        masked.add_to(&mut context.audit);
        self.restorer.adopt(masked.restorer).await?;
        Ok(masked.body.into())
    }

    /// Tells the client why its message did not leave.
    fn refuse(&mut self, problem: &Problem, context: &RequestContext) {
        context.metrics.rejected(problem.reason());
        let rendered = problem.render_for(context.error_shape);
        let document: Result<serde_json::Map<_, _>, _> = serde_json::from_slice(&rendered.body);
        let mut document = document.unwrap_or_default();
        document.insert("type".to_owned(), "error".into());
        self.near.send(serde_json::Value::from(document).to_string().into());
    }

    /// Restores the messages of the upstream.
    async fn read_upstream(&mut self) {
        let mut framed = BytesMut::new();
        while let Some(received) = self.far.receive() {
            match received {
                SocketEvent::Text(text) => Messages::put(text.as_bytes(), &mut framed),
                SocketEvent::Close(frame) => {
                    if self.restore(framed.split().freeze(), true).await {
                        let (code, reason) = frame.unwrap_or((NO_STATUS, String::new()));
                        self.far.close(code, "");
                        self.near.close(code, &reason);
                        self.is_over = true;
                    }
                    return;
                }
                SocketEvent::Violation(code) => {
                    self.restore(framed.split().freeze(), true).await;
                    return self.end(code, INTERNAL_ERROR);
                }
            }
        }
        self.restore(framed.freeze(), false).await;
    }

    /// Sends what waits for more of its text.
    async fn flush(&mut self) {
        self.restore(Bytes::new(), true).await;
    }

    /// Restores framed messages and sends what is decided; closes, and returns `false`, if they may not go on.
    async fn restore(&mut self, framed: Bytes, eof: bool) -> bool {
        let mut out = BytesMut::new();
        let pool = TenantPool { cpu: &self.shared.cpu, tenant: &self.identity.tenant.name };
        if self.restorer.push(framed, eof, pool, &mut out).await.is_err() {
            self.end(GOING_AWAY, INTERNAL_ERROR);
            return false;
        }
        while let Some(message) = Messages::take(&mut out) {
            match Utf8Bytes::try_from(message) {
                Ok(text) => self.near.send(text),
                Err(_) => {
                    self.end(GOING_AWAY, INTERNAL_ERROR);
                    return false;
                }
            }
        }
        true
    }

    fn account(&self) {
        if let Some(counts) = self.restorer.counts() {
            self.route.upstreams.metrics.restores(counts.restored, counts.withheld, counts.masked, counts.unread);
        }
    }
}

impl RoutedRequest {
    /// Masks a message of a socket, whose session has the name `socket` once it has begun.
    async fn mask_message(
        &self,
        body: Bytes,
        identity: &Identity,
        shared: &SharedContext,
        socket: Option<Arc<str>>,
    ) -> Result<MaskedParts, Problem> {
        let masker = Arc::clone(&self.route.masker);
        let size = body.len();
        let estimate = cost(size).saturating_add(masker.inference_time(size));
        let plain = PlainRequest {
            method: method()?,
            path: self.path.clone(),
            query: None,
            media_type: Some("application/json".to_owned()),
            headers: Vec::new(),
            body,
            encoding: BodyEncoding::default(),
            tenant: Arc::clone(&identity.tenant),
            may_deanonymize: identity.may_deanonymize(),
            socket,
        };
        let work = Box::pin(async move { masker.mask(plain).await });
        shared.cpu.run(Job { tenant: &identity.tenant.name, estimate, bytes: Some(size) }, work).await?
    }
}
