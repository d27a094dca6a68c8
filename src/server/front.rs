//! The API listener's side of pingora: each request passes the refusals in the contract's order and
//! is then answered by its endpoint, or else by the proxied route it belongs to.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::Poll,
    time::Duration,
};

use async_trait::async_trait;
use http::{
    HeaderMap, HeaderValue, Method, StatusCode,
    header::{ALLOW, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS},
};
use pingora_core::{Error, ErrorType, Result, modules::http::HttpModules, upstreams::peer::HttpPeer};
use pingora_http::ResponseHeader;
use pingora_proxy::{FailToProxy, ProxyHttp, Session};

use super::{
    Shared, State,
    body::{self, Interrupted},
    connection,
    endpoint::{Action, Call, Handler, Reply},
    exchange::{self, Exchange, GONE},
    gate, inflate,
};
use crate::{problem::Problem, telemetry::Metrics};

/// A client may take this long to take an answer, and [`SLOWEST_READER`] on top.
const WRITE_BASE: Duration = Duration::from_secs(10);

/// Bytes per second at which the slowest client that we serve reads.
const SLOWEST_READER: usize = 16 * 1024;

/// Answers the requests of the API listeners.
pub struct Front {
    shared: Arc<Shared>,
}

impl Front {
    /// Over what all connections share.
    pub fn new(shared: Arc<Shared>) -> Self {
        Self { shared }
    }
}

#[async_trait]
impl ProxyHttp for Front {
    type CTX = Exchange;

    fn new_ctx(&self) -> Exchange {
        Exchange::new(&self.shared)
    }

    fn init_downstream_modules(&self, _: &mut HttpModules) {}

    async fn early_request_filter(&self, session: &mut Session, exchange: &mut Exchange) -> Result<()> {
        connection::headers_complete();
        let session = session.as_downstream_mut();
        // Bodies are read under a total deadline of ours.
        session.set_read_timeout(None);
        session.set_pipelining_enabled(true);
        exchange.request_id = gate::request_id(&session.req_header().headers);
        Ok(())
    }

    async fn request_filter(&self, session: &mut Session, exchange: &mut Exchange) -> Result<bool> {
        let state = self.shared.state.load_full();
        let (reply, close) = match self.answer(session, exchange, &state).await {
            Ok(Some(reply)) => (reply, false),
            Ok(None) => return Ok(true),
            Err(Interrupted::Refused(problem)) => {
                let reason = problem.reason();
                exchange.reason = Some(reason);
                exchange.metrics.rejected(reason);
                (Reply::from(&problem), ends_connection(&problem))
            }
            Err(Interrupted::Gone(e)) => return Err(e),
        };
        send(session, exchange, reply, close).await?;
        Ok(true)
    }

    async fn upstream_peer(&self, _: &mut Session, _: &mut Exchange) -> Result<Box<HttpPeer>> {
        // `request_filter` answers every request: nothing goes upstream.
        Err(Error::new(ErrorType::HTTPStatus(StatusCode::NOT_FOUND.as_u16())))
    }

    async fn logging(&self, session: &mut Session, error: Option<&Error>, exchange: &mut Exchange) {
        exchange.log(session, error);
        // The answer is written, and the connection may linger.
        exchange.memory.shrink(usize::MAX);
        connection::answered();
    }

    async fn fail_to_proxy(&self, _: &mut Session, _: &Error, _: &mut Exchange) -> FailToProxy {
        // Errors reach this point only if the client is gone: there is nobody to answer.
        FailToProxy { error_code: 0, can_reuse_downstream: false }
    }

    fn suppress_error_log(&self, _: &Session, _: &Exchange, _: &Error) -> bool {
        true
    }

    fn request_summary(&self, _: &Session, exchange: &Exchange) -> String {
        exchange.pattern.to_string()
    }
}

impl Front {
    /// The answer, none if a route has given it, or the first refusal in the contract's order: framing, sizes, path, method, key,
    /// permission, rate, media type and codings, size of the body, and then what the handler finds.
    async fn answer(
        &self,
        session: &mut Session,
        exchange: &mut Exchange,
        state: &State,
    ) -> std::result::Result<Option<Reply>, Interrupted> {
        let session = session.as_downstream_mut();
        let request = session.req_header();
        let raw = session.as_http1().map(|h1| h1.get_headers_raw_bytes());
        gate::framing(request, raw.as_deref())?;
        gate::sizes(request, raw.as_ref().map(|raw| raw.len()), &state.limits)?;

        let uri = request.uri.clone();
        let Some((route, params)) = state.endpoints.find(uri.path()) else {
            let taken = state.routes.find(request)?.ok_or(Problem::NotFound)?;
            return taken.serve(session, exchange, state, &self.shared).await.map(|()| None);
        };
        exchange.pattern = Arc::clone(&route.name);
        exchange.route = route.metrics.clone();
        if request.method == Method::OPTIONS {
            let allow = HeaderValue::from_str(&route.allow).map_err(|_| Problem::Internal)?;
            return Ok(Some(Reply::no_content().with(ALLOW, allow)));
        }
        let action =
            route.action(&request.method).ok_or_else(|| Problem::MethodNotAllowed { allow: route.allow.clone() })?;
        let (permission, json, handler) = match action {
            Action::Page(reply) => return Ok(Some(reply.clone())),
            Action::Call { permission, json, handler } => (*permission, *json, handler),
        };

        let client = Arc::clone(gate::client(&request.headers, &state.access)?);
        exchange.client = Some(Arc::clone(&client));
        gate::permission(&client, permission)?;
        exchange.admission = client.admit();
        if let Some(retry_after) = exchange.admission.as_ref().and_then(|admission| admission.retry_after) {
            return Err(Problem::TooManyRequests { retry_after }.into());
        }

        let mut body = bytes::Bytes::new();
        if json {
            gate::media_type(&request.headers)?;
            let codings = inflate::codings(&request.headers)?;
            body = body::read(session, &state.limits, &mut exchange.memory).await?;
            body = body::decode(body, codings, state.limits.body_bytes, &self.shared.cpu, &mut exchange.memory).await?;
        }
        let call = Call {
            client: &client,
            params: &params,
            headers: &session.req_header().headers,
            body,
            request_id: &exchange.request_id,
            memory: &mut exchange.memory,
        };
        Ok(Some(contained(handler.as_ref(), call, &exchange.metrics).await?))
    }
}

/// Calls the handler; a panic in it costs its request and nothing else.
async fn contained(handler: &dyn Handler, call: Call<'_>, metrics: &Metrics) -> std::result::Result<Reply, Problem> {
    let mut answer = pin!(async { handler.call(call).await });
    std::future::poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| answer.as_mut().poll(cx))) {
        Ok(poll) => poll,
        Err(_) => {
            metrics.panics.inc();
            Poll::Ready(Err(Problem::Internal))
        }
    })
    .await
}

/// After these nobody can tell, or wants to wait for, where the next request would begin.
fn ends_connection(problem: &Problem) -> bool {
    matches!(problem, Problem::Malformed(_) | Problem::BodyTimeout | Problem::BodyTooLarge { .. })
}

/// Writes an answer. The connection goes on only if the request was read to its end.
async fn send(session: &mut Session, exchange: &mut Exchange, reply: Reply, close: bool) -> Result<()> {
    let head = session.req_header().method == Method::HEAD;
    let session = session.as_downstream_mut();
    if close || !body::drain(session).await {
        session.set_keepalive(None);
        connection::linger();
    }
    let header = header(exchange, &reply);
    exchange.status = reply.status.as_u16();
    let seconds = reply.body.len() / SLOWEST_READER;
    session.set_write_timeout(Some(WRITE_BASE + Duration::from_secs(seconds as u64)));
    let written = async {
        session.write_response_header(Box::new(header)).await?;
        if !head && !reply.body.is_empty() {
            exchange.sent = reply.body.len();
            session.write_response_body(reply.body, true).await?;
        }
        Ok(())
    };
    written.await.inspect_err(|_| exchange.status = GONE)
}

fn header(exchange: &Exchange, reply: &Reply) -> ResponseHeader {
    let mut headers = HeaderMap::with_capacity(reply.headers.len() + 8);
    for (name, value) in &reply.headers {
        headers.append(name, value.clone());
    }
    if reply.status != StatusCode::NO_CONTENT {
        headers.insert(CONTENT_LENGTH, exchange::length(reply.body.len()));
    }
    if !headers.contains_key(CACHE_CONTROL) {
        // Answers hold personal data, or tell about a key: no cache may keep them.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if headers.contains_key(CONTENT_TYPE) {
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    }
    headers.insert(gate::X_REQUEST_ID.clone(), exchange.named());
    exchange.tell_rate(&mut headers);
    exchange::parts(reply.status, headers).into()
}
