//! The application of the API listeners: checks each request in the contract's order, then calls its endpoint or its
//! proxied route.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    sync::Arc,
    task::Poll,
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
    SharedContext, State,
    body::{self, RequestError},
    connection, decompress,
    endpoint::{Call, EndpointAction, EndpointCall, Handler, Reply},
    reader_pace::ReaderPace,
    request_checks,
    request_context::{self, GONE, LimitOwner, RequestContext},
};
use crate::{problem::Problem, telemetry::Metrics};

/// The HTTP application of the API listeners.
pub struct HttpService {
    shared: Arc<SharedContext>,
}

impl HttpService {
    /// A service over the context that all connections share.
    pub fn new(shared: Arc<SharedContext>) -> Self {
        Self { shared }
    }
}

#[async_trait]
impl ProxyHttp for HttpService {
    type CTX = RequestContext;

    fn new_ctx(&self) -> RequestContext {
        RequestContext::new(&self.shared)
    }

    fn init_downstream_modules(&self, _: &mut HttpModules) {}

    async fn early_request_filter(&self, session: &mut Session, context: &mut RequestContext) -> Result<()> {
        connection::mark_headers_complete();
        let session = session.as_downstream_mut();
        // `body::read` has a deadline for the whole body; the library has one per read.
        session.set_read_timeout(None);
        session.set_pipelining_enabled(true);
        let headers = &session.req_header().headers;
        context.request_id = request_checks::request_id(headers);
        context.span = self.shared.tracer.begin(headers);
        Ok(())
    }

    async fn request_filter(&self, session: &mut Session, context: &mut RequestContext) -> Result<bool> {
        let state = self.shared.state.load_full();
        context.access_share = state.access_share;
        let (reply, close) = match self.answer(session, context, &state).await {
            Ok(Some(mut reply)) => {
                if let Some(facts) = reply.audit.take() {
                    context.audit = *facts;
                }
                (reply, false)
            }
            Ok(None) => return Ok(true),
            Err(RequestError::Problem(problem)) => {
                let reason = problem.reason();
                context.reason = Some(reason);
                context.metrics.rejected(reason);
                if let Problem::Blocked { labels, .. } = &problem {
                    context.audit.blocked.clone_from(labels);
                }
                (Reply::problem(&problem, context.error_shape), ends_connection(&problem))
            }
            Err(RequestError::ClientGone(e)) => return Err(e),
        };
        send(session, context, reply, close, ReaderPace::from(&state.limits)).await?;
        Ok(true)
    }

    async fn upstream_peer(&self, _: &mut Session, _: &mut RequestContext) -> Result<Box<HttpPeer>> {
        // `request_filter` answers every request: nothing goes upstream.
        Err(Error::new(ErrorType::HTTPStatus(StatusCode::NOT_FOUND.as_u16())))
    }

    async fn logging(&self, session: &mut Session, error: Option<&Error>, context: &mut RequestContext) {
        context.log(session, error);
        // The connection may linger; the memory of the request is free.
        context.memory.shrink(usize::MAX);
        connection::mark_answered();
    }

    async fn fail_to_proxy(&self, _: &mut Session, _: &Error, _: &mut RequestContext) -> FailToProxy {
        // Errors reach this point only if the client is gone: there is nobody to answer.
        FailToProxy { error_code: 0, can_reuse_downstream: false }
    }

    fn suppress_error_log(&self, _: &Session, _: &RequestContext, _: &Error) -> bool {
        true
    }

    fn request_summary(&self, _: &Session, context: &RequestContext) -> String {
        context.pattern.to_string()
    }
}

impl HttpService {
    /// Answers a request; `None` if a route has answered already.
    ///
    /// # Errors
    /// The first refusal in the contract's order: framing, sizes, path, method, key, permission, rate, media type and
    /// codings, size of the body, and then the problems that the handler finds.
    async fn answer(
        &self,
        session: &mut Session,
        context: &mut RequestContext,
        state: &State,
    ) -> std::result::Result<Option<Reply>, RequestError> {
        let session = session.as_downstream_mut();
        let request = session.req_header();
        let raw = session.as_http1().map(|h1| h1.get_headers_raw_bytes());
        request_checks::framing(request, raw.as_deref())?;
        request_checks::sizes(request, raw.as_ref().map(|raw| raw.len()), &state.limits)?;

        let uri = request.uri.clone();
        let found = state.endpoints.find(uri.path());
        let routed = match &found {
            None => Some(state.routes.find(request)?.ok_or(Problem::NotFound)?),
            Some((endpoint, _)) if endpoint.is_page() && !request_checks::accepts_html(&request.headers) => {
                state.routes.find(request)?
            }
            Some(_) => None,
        };
        if let Some(routed) = routed {
            return routed.serve(session, context, state, &self.shared).await.map(|()| None);
        }
        let (route, params) = found.ok_or(Problem::NotFound)?;
        context.pattern = Arc::clone(&route.name);
        context.route = route.metrics.clone();
        context.cors = state.cors.headers(&request.headers, &route.allow);
        if request.method == Method::OPTIONS {
            let allow = HeaderValue::from_str(&route.allow).map_err(|_| Problem::Internal)?;
            return Ok(Some(Reply::no_content().with_header(ALLOW, allow)));
        }
        let action =
            route.action(&request.method).ok_or_else(|| Problem::MethodNotAllowed { allow: route.allow.clone() })?;
        let call = match action {
            EndpointAction::Static(reply) | EndpointAction::Page(reply) => return Ok(Some(reply.clone())),
            EndpointAction::Call(call) => call,
        };
        let EndpointCall { permission, json, handler, client, error_shape } = call;
        context.error_shape = *error_shape;
        context.is_audited = permission.is_some() || json.is_some();
        let client = match client {
            Some(client) => client,
            None => request_checks::client(&request.headers, &state.access)?,
        };
        let client = Arc::clone(client);
        context.client = Some(Arc::clone(&client));
        request_checks::permission(&client, *permission)?;
        context.pass_throttle(&client.throttle, LimitOwner::Key)?;

        if context.is_audited {
            context.reserve_audit()?;
        }

        let mut body = bytes::Bytes::new();
        if let Some(limit) = *json {
            request_checks::media_type(&request.headers)?;
            let codings = decompress::codings(&request.headers)?;
            body = body::read(session, limit, state.limits.body_timeout, &mut context.memory).await?;
            let tenant = &*client.tenant;
            body = body::decode(body, codings, limit, tenant, &self.shared.cpu, &mut context.memory).await?;
        }
        let headers = session.req_header().headers.clone();
        let call = Call {
            client: &client,
            params: &params,
            headers: &headers,
            body,
            request_id: &context.request_id,
            memory: &mut context.memory,
        };
        let work = contained(handler.as_ref(), call, &context.metrics);
        let reply = match json {
            // The body has ended: a client that sends on, or closes, does not wait for the answer.
            Some(_) => tokio::select! {
                biased;
                reply = work => reply?,
                gone = session.read_body_or_idle(true) => return Err(RequestError::left(gone)),
            },
            None => work.await?,
        };
        // The request's memory is free; the answer takes it until the client has read it.
        context.memory.resize(reply.body.len())?;
        Ok(Some(reply))
    }
}

/// Calls a handler. A panic in it becomes a 500.
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

/// Reports whether a refusal ends its connection, because the end of the request cannot be found or is not worth
/// waiting for.
fn ends_connection(problem: &Problem) -> bool {
    matches!(problem, Problem::Malformed(_) | Problem::BodyTimeout | Problem::BodyTooLarge { .. })
}

/// Writes an answer. The connection is kept open only if the request was read to its end.
async fn send(
    session: &mut Session,
    context: &mut RequestContext,
    reply: Reply,
    close: bool,
    pace: ReaderPace,
) -> Result<()> {
    let head = session.req_header().method == Method::HEAD;
    let session = session.as_downstream_mut();
    if close || !body::drain(session).await {
        session.set_keepalive(None);
        connection::mark_lingering();
    } else if context.is_draining() {
        session.set_keepalive(None);
    }
    let header = header(context, &reply);
    context.status = reply.status.as_u16();
    let written = async {
        pace.begin(session);
        session.write_response_header(Box::new(header)).await?;
        if !head && !reply.body.is_empty() {
            context.sent = reply.body.len();
            pace.write(session, reply.body, true).await?;
        }
        Ok(())
    };
    let written: Result<()> = written.await;
    written.inspect_err(|_| context.status = GONE)?;
    context.memory.shrink(usize::MAX);
    body::linger(session).await;
    Ok(())
}

fn header(context: &RequestContext, reply: &Reply) -> ResponseHeader {
    let mut headers = HeaderMap::with_capacity(reply.headers.len() + 8);
    for (name, value) in &reply.headers {
        headers.append(name, value.clone());
    }
    if reply.status != StatusCode::NO_CONTENT {
        headers.insert(CONTENT_LENGTH, request_context::length(reply.body.len()));
    }
    if !headers.contains_key(CACHE_CONTROL) {
        // Answers hold personal data, or tell about a key: no cache may keep them.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if headers.contains_key(CONTENT_TYPE) {
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    }
    headers.insert(request_checks::X_REQUEST_ID.clone(), context.request_id_value());
    context.add_rate_headers(&mut headers);
    headers.extend(context.cors.clone());
    request_context::parts(reply.status, headers).into()
}
