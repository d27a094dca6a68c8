//! The state of one request from its headers to its access log line.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, response::Parts};
use pingora_core::Error;
use pingora_proxy::Session;

use super::{SharedContext, memory_budget::Reservation};
use crate::{
    access::{Admission, Client, Slot, Throttle},
    problem::{ErrorShape, Problem, RequestLimit, Resource},
    telemetry::{
        Metrics, RouteMetrics,
        audit::{AuditFacts, AuditLine, AuditLog, AuditSlot},
        traces::{RequestSpan, SpanFacts},
    },
};

/// The status in metrics and logs for a client that closed the connection (nginx's convention).
pub const GONE: u16 = 499;

/// The `Retry-After` of a request that finds no place: requests are short.
const IN_FLIGHT_PAUSE: Duration = Duration::from_secs(1);

/// The owner of limits on requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitOwner {
    /// An API key.
    Key,
    /// A proxied route.
    Route,
}

/// The state of one request and its answer.
pub struct RequestContext {
    /// The time at which the headers were complete.
    pub started: Instant,
    /// The request id.
    pub request_id: String,
    /// The span of the request, and its caller's.
    pub span: RequestSpan,
    /// The path pattern of the endpoint, or the name of the route.
    pub pattern: Arc<str>,
    /// The metrics of the endpoint or route.
    pub route: RouteMetrics,
    /// The client of the request's key.
    pub client: Option<Arc<Client>>,
    /// The state of the key's rate limit.
    pub admission: Option<Admission>,
    /// The places that the request takes among those of its key and its route.
    slots: Vec<Slot>,
    /// The headers for a browser client of another origin.
    pub cors: HeaderMap,
    /// The memory that the request holds.
    pub memory: Reservation,
    /// The status of the answer.
    pub status: u16,
    /// The reason of a refusal.
    pub reason: Option<&'static str>,
    /// The form of errors that the client's API has.
    pub error_shape: ErrorShape,
    /// The length of the answer's body so far, in bytes.
    pub sent: usize,
    /// The metrics of the instance.
    pub metrics: Arc<Metrics>,
    /// True if the request goes into the audit stream.
    pub is_audited: bool,
    /// The facts for its line.
    pub audit: AuditFacts,
    /// The share of access lines that are written, of requests without an error.
    pub access_share: f64,
    audit_log: AuditLog,
    audit_slot: Option<AuditSlot>,
    /// True once the instance stops.
    draining: Arc<AtomicBool>,
}

impl Drop for RequestContext {
    fn drop(&mut self) {
        self.metrics.requests_in_flight.dec();
    }
}

impl RequestContext {
    /// The context of a new request.
    pub fn new(shared: &SharedContext) -> Self {
        shared.metrics.requests_in_flight.inc();
        Self {
            started: Instant::now(),
            request_id: String::new(),
            span: RequestSpan::default(),
            pattern: Arc::clone(&shared.no_pattern),
            route: shared.unmatched.clone(),
            client: None,
            admission: None,
            slots: Vec::new(),
            cors: HeaderMap::new(),
            memory: shared.budget.reservation(),
            status: GONE,
            reason: None,
            error_shape: ErrorShape::Problem,
            sent: 0,
            metrics: Arc::clone(&shared.metrics),
            is_audited: false,
            audit: AuditFacts::default(),
            access_share: 1.0,
            audit_log: shared.audit.clone(),
            audit_slot: None,
            draining: Arc::clone(&shared.draining),
        }
    }

    /// Takes a place for the request and counts it.
    ///
    /// # Errors
    /// [`Problem::TooManyRequests`].
    pub fn pass_throttle(&mut self, throttle: &Throttle, owner: LimitOwner) -> Result<(), Problem> {
        let refused = |limit, retry_after| Problem::TooManyRequests { limit, retry_after };
        let (rate, in_flight) = match owner {
            LimitOwner::Key => (RequestLimit::KeyRate, RequestLimit::KeyInFlight),
            LimitOwner::Route => (RequestLimit::RouteRate, RequestLimit::RouteInFlight),
        };
        self.slots.extend(throttle.slot().map_err(|_| refused(in_flight, IN_FLIGHT_PAUSE))?);
        let admission = throttle.admit();
        let retry_after = admission.as_ref().and_then(|admission| admission.retry_after);
        if owner == LimitOwner::Key {
            self.admission = admission;
        }
        retry_after.map_or(Ok(()), |retry_after| Err(refused(rate, retry_after)))
    }

    /// Reserves the room for the request's line of the audit stream.
    ///
    /// # Errors
    /// If there is none, and requests are refused then.
    pub fn reserve_audit(&mut self) -> Result<(), Problem> {
        self.audit_slot = Some(self.audit_log.reserve().map_err(|_| Problem::Overloaded(Resource::Audit))?);
        Ok(())
    }

    /// Reports whether the instance stops, so that an answer is the last one of its connection.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Adds the rate limit headers, if the key has a rate.
    pub fn add_rate_headers(&self, headers: &mut HeaderMap) {
        let Some(admission) = &self.admission else { return };
        for (name, value) in [("ratelimit-policy", admission.policy_header()), ("ratelimit", admission.limit_header())]
        {
            // Digits and plain letters: a value it always is.
            if let Ok(value) = HeaderValue::try_from(value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }

    /// The value of the request id header.
    pub fn request_id_value(&self) -> HeaderValue {
        // Ids are letters, digits and a few signs, whoever made them.
        HeaderValue::from_str(&self.request_id).unwrap_or(HeaderValue::from_static("-"))
    }

    /// Counts the request, and writes its lines of the audit stream and of the access log, which hold configured names and
    /// patterns only.
    pub fn log(&mut self, session: &Session, error: Option<&Error>) {
        let took: Duration = self.started.elapsed();
        let received = session.as_downstream().body_bytes_read();
        self.route.answered(self.status, took, received as u64, self.sent as u64);
        if let Some(error) = error {
            tracing::debug!(target: "masquerade::connection", error = error.etype().as_str(), "aborted");
        }
        let method = method_name(&session.req_header().method);
        if self.is_audited && self.audit_log.is_on() {
            let slot = self.audit_slot.take();
            self.audit_log.write(slot, &self.audit_line(method));
        }
        self.end_span(session, method, received);
        let has_failed = self.status >= 400 || self.reason.is_some();
        if !has_failed && self.access_share < 1.0 && rand::random::<f64>() >= self.access_share {
            return;
        }
        tracing::info!(
            target: "masquerade::access",
            request_id = self.request_id,
            trace_id = self.span.trace_id(),
            method,
            route = &*self.pattern,
            status = self.status,
            reason = self.reason,
            client = self.client.as_ref().map(|client| client.name.as_str()),
            received,
            sent = self.sent,
            duration_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        );
    }

    fn end_span(&mut self, session: &Session, method: &'static str, received: usize) {
        if !self.span.is_recording() {
            return;
        }
        let mut span = std::mem::take(&mut self.span);
        span.end(&SpanFacts {
            request_id: &self.request_id,
            client: self.client.as_ref().map(|client| client.name.as_str()),
            method,
            version: session.req_header().version,
            route: &self.pattern,
            status: self.status,
            decision: self.decision(),
            reason: self.reason,
            received,
            sent: self.sent,
            entities: self.audit.entities.iter().map(|(.., count)| count).sum(),
            restored: self.audit.restored,
            unresolved: self.audit.unresolved,
        });
        self.span = span;
    }

    /// The outcome of the request, in a word.
    fn decision(&self) -> &'static str {
        match (self.reason, self.status, self.audit.action) {
            (Some(_), ..) => "refused",
            (None, GONE, _) => "aborted",
            (None, 500.., _) => "failed",
            (None, _, "") => "answered",
            (None, _, action) => action,
        }
    }

    fn audit_line(&self, method: &'static str) -> AuditLine<'_> {
        let client = self.client.as_ref();
        let tenant = self.audit.tenant.as_deref().or(client.map(|client| client.tenant.as_str()));
        AuditLine {
            request_id: &self.request_id,
            client: client.map(|client| client.name.as_str()),
            tenant,
            method,
            route: &self.pattern,
            status: self.status,
            decision: self.decision(),
            reason: self.reason,
            entities: self.audit.counts(),
            blocked: &self.audit.blocked,
            restored: self.audit.restored,
            unresolved: self.audit.unresolved,
        }
    }
}

/// The head of a response. The library's way of adding headers copies each name with its case, which takes longer than
/// the rest of building a head.
pub fn parts(status: StatusCode, headers: HeaderMap) -> Parts {
    let (mut parts, ()) = http::Response::new(()).into_parts();
    (parts.status, parts.headers) = (status, headers);
    parts
}

/// A value of `Content-Length`.
pub fn length(bytes: usize) -> HeaderValue {
    HeaderValue::from_str(itoa::Buffer::new().format(bytes)).unwrap_or_else(|_| bytes.into())
}

/// The name of a method in logs; invented methods are `other`.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
