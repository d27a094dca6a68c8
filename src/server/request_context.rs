//! What is known of one request and its answer, and the line that is logged of it.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, response::Parts};
use pingora_core::Error;
use pingora_proxy::Session;

use super::{SharedContext, memory_budget::Reservation};
use crate::{
    access::{Admission, Client},
    telemetry::{Metrics, RouteMetrics},
};

/// The status that stands in metrics and logs for a client that went away (after nginx).
pub const GONE: u16 = 499;

/// One request and its answer.
pub struct RequestContext {
    /// When its headers were complete.
    pub started: Instant,
    /// Its name in logs and answers.
    pub request_id: String,
    /// The pattern of its endpoint, or the name of its route.
    pub pattern: Arc<str>,
    /// Where it is counted.
    pub route: RouteMetrics,
    /// Whose key it carries.
    pub client: Option<Arc<Client>>,
    /// What is left of that key's rate.
    pub admission: Option<Admission>,
    /// The memory it holds.
    pub memory: Reservation,
    /// What it was answered with.
    pub status: u16,
    /// Why it was refused, if it was.
    pub reason: Option<&'static str>,
    /// Bytes of the answer's body.
    pub sent: usize,
    /// Where everything else is counted.
    pub metrics: Arc<Metrics>,
}

impl Drop for RequestContext {
    fn drop(&mut self) {
        self.metrics.requests_in_flight.dec();
    }
}

impl RequestContext {
    /// A request that has just come in.
    pub fn new(shared: &SharedContext) -> Self {
        shared.metrics.requests_in_flight.inc();
        Self {
            started: Instant::now(),
            request_id: String::new(),
            pattern: Arc::clone(&shared.no_pattern),
            route: shared.unmatched.clone(),
            client: None,
            admission: None,
            memory: shared.budget.reservation(),
            status: GONE,
            reason: None,
            sent: 0,
            metrics: Arc::clone(&shared.metrics),
        }
    }

    /// Tells the client what is left of its rate, if it has one.
    pub fn tell_rate(&self, headers: &mut HeaderMap) {
        let Some(admission) = &self.admission else { return };
        for (name, value) in [("ratelimit-policy", admission.policy_header()), ("ratelimit", admission.limit_header())]
        {
            // Digits and plain letters: a value it always is.
            if let Ok(value) = HeaderValue::try_from(value) {
                headers.insert(HeaderName::from_static(name), value);
            }
        }
    }

    /// The header that names the request.
    pub fn named(&self) -> HeaderValue {
        // Ids are letters, digits and a few signs, whoever made them.
        HeaderValue::from_str(&self.request_id).unwrap_or(HeaderValue::from_static("-"))
    }

    /// Counts the request and writes its line: patterns and names of our own only.
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

/// The head of a response. The library's own way of adding headers spells each name anew, which takes longer than
/// all else that is done with it.
pub fn parts(status: StatusCode, headers: HeaderMap) -> Parts {
    let (mut parts, ()) = http::Response::new(()).into_parts();
    (parts.status, parts.headers) = (status, headers);
    parts
}

/// A `Content-Length`.
pub fn length(bytes: usize) -> HeaderValue {
    HeaderValue::from_str(itoa::Buffer::new().format(bytes)).unwrap_or_else(|_| bytes.into())
}

/// Clients may make methods up; those stay out of logs.
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
