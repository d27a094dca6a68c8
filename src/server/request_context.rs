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
    problem::{ErrorShape, Problem, RequestLimit},
    telemetry::{Metrics, RouteMetrics},
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
    /// Whether the instance stops.
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

    /// Whether the instance stops, so that an answer is the last one of its connection.
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

    /// Counts the request and writes its access log line, which holds configured names and patterns only.
    pub fn log(&self, session: &Session, error: Option<&Error>) {
        let took: Duration = self.started.elapsed();
        let received = session.as_downstream().body_bytes_read();
        self.route.answered(self.status, took, received as u64, self.sent as u64);
        if let Some(error) = error {
            tracing::debug!(target: "masquerade::connection", error = error.etype().as_str(), "aborted");
        }
        tracing::info!(
            target: "masquerade::access",
            request_id = self.request_id,
            method = method_name(&session.req_header().method),
            route = &*self.pattern,
            status = self.status,
            reason = self.reason,
            client = self.client.as_ref().map(|client| client.name.as_str()),
            received,
            sent = self.sent,
            duration_us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
        );
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
