//! Traces: W3C trace context, and a span for each request, exported over OTLP/HTTP.
//!
//! A span holds methods, patterns, names of the configuration, statuses, sizes and counts, and never a path or another text
//! of a request. Its export never holds a request up: spans wait in a bounded queue, and what finds no room is dropped and
//! counted.
//!
//! | module | content |
//! |---|---|
//! | `context` | the headers `traceparent` and `tracestate` |
//! | `export` | the queue, and the messages to the collector |

mod context;
mod export;

use std::sync::Arc;

use http::{HeaderMap, Version};
use opentelemetry::{
    Context, KeyValue,
    trace::{
        Span as _, SpanBuilder, SpanContext, SpanKind, Status, TraceContextExt, TraceState, Tracer as _,
        TracerProvider as _,
    },
};
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracer, SdkTracerProvider, Span},
};

pub use self::{
    context::is_trace_context,
    export::{CollectorClient, ExportError},
};
use super::Metrics;
use crate::config::Traces;

/// The maker of spans of an instance; clones share it. The default makes none, and trace context is passed on as it came.
#[derive(Clone, Default)]
pub struct RequestTracer(Option<SdkTracer>);

/// A guard of the export: on drop it waits until the spans of the queue are exported, for 5 s at most.
pub struct SpanDrain(SdkTracerProvider);

impl Drop for SpanDrain {
    fn drop(&mut self) {
        // What could not be exported is counted; there is nobody else to tell.
        let _ = self.0.shutdown();
    }
}

impl RequestTracer {
    /// Starts the export by the client of the collector.
    pub fn start(config: &Traces, client: impl CollectorClient, metrics: &Arc<Metrics>) -> (Self, SpanDrain) {
        // A caller that traces has decided already, and a trace with gaps is of little use.
        let sampler = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(config.sample_ratio)));
        let resource = Resource::builder()
            .with_service_name(env!("CARGO_PKG_NAME"))
            .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")))
            .build();
        let provider = SdkTracerProvider::builder()
            .with_sampler(sampler)
            .with_resource(resource)
            .with_span_processor(export::start(client, metrics))
            .build();
        let tracer = provider.tracer(env!("CARGO_PKG_NAME"));
        (Self(Some(tracer)), SpanDrain(provider))
    }

    /// Begins the span of a request with these headers.
    pub fn begin(&self, headers: &HeaderMap) -> RequestSpan {
        let parent = context::read(headers);
        let span = self.0.as_ref().map(|tracer| {
            let around = parent.as_ref().map_or_else(Context::new, |caller| {
                // The state is a header's text, which no span has.
                let (trace, id, flags) = (caller.trace_id(), caller.span_id(), caller.trace_flags());
                Context::new().with_remote_span_context(SpanContext::new(trace, id, flags, true, TraceState::NONE))
            });
            // The name is known when the route is.
            let builder = SpanBuilder::from_name("request").with_kind(SpanKind::Server);
            Box::new(tracer.build_with_context(builder, &around))
        });
        RequestSpan { parent, span }
    }
}

/// The span of one request, and that of its caller.
#[derive(Debug, Default)]
pub struct RequestSpan {
    parent: Option<SpanContext>,
    span: Option<Box<Span>>,
}

/// The facts of a request that its span tells.
#[derive(Debug)]
pub struct SpanFacts<'a> {
    /// The request id.
    pub request_id: &'a str,
    /// The name of the API key.
    pub client: Option<&'a str>,
    /// The HTTP method.
    pub method: &'static str,
    /// The version of HTTP.
    pub version: Version,
    /// The path pattern of the endpoint, or the name of the route.
    pub route: &'a str,
    /// The HTTP status.
    pub status: u16,
    /// The outcome, in a word.
    pub decision: &'static str,
    /// The reason of a refusal.
    pub reason: Option<&'static str>,
    /// The length of the request's body, in bytes.
    pub received: usize,
    /// The length of the answer's body, in bytes.
    pub sent: usize,
    /// The number of entities that were found.
    pub entities: u64,
    /// The number of restored occurrences.
    pub restored: u64,
    /// The number of placeholders that were not restored.
    pub unresolved: u64,
}

impl RequestSpan {
    /// Reports whether the span will be exported.
    pub fn is_recording(&self) -> bool {
        self.span.as_ref().is_some_and(|span| span.is_recording())
    }

    /// The id of the trace, in hexadecimal digits; `None` without span and caller.
    pub fn trace_id(&self) -> Option<String> {
        let own = self.span.as_ref().map(|span| span.span_context());
        own.or(self.parent.as_ref()).map(|context| context.trace_id().to_string())
    }

    /// Names the span as the caller in the headers `to`; without a span, the caller of `from` as it is named there. `with_state`:
    /// with the state of the trace.
    pub fn write(&self, from: &HeaderMap, to: &mut HeaderMap, with_state: bool) {
        match (&self.span, &self.parent) {
            (Some(span), parent) => {
                let state = parent.as_ref().filter(|_| with_state).map(SpanContext::trace_state);
                context::write(span.span_context(), state, to);
            }
            (None, Some(_)) => context::copy(from, to, with_state),
            (None, None) => {}
        }
    }

    /// Ends the span and hands it to the export.
    pub fn end(&mut self, facts: &SpanFacts<'_>) {
        let Some(span) = self.span.as_mut().filter(|span| span.is_recording()) else { return };
        span.update_name(format!("{} {}", facts.method, facts.route));
        span.set_attributes(attributes(facts));
        if (500..=599).contains(&facts.status) {
            span.set_status(Status::error(""));
        }
        span.end();
    }
}

/// The attributes of a span, by the semantic conventions for HTTP servers where these have one.
fn attributes(facts: &SpanFacts<'_>) -> Vec<KeyValue> {
    let count = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let mut attributes = Vec::with_capacity(16);
    attributes.extend([
        KeyValue::new("http.request.method", if facts.method == "other" { "_OTHER" } else { facts.method }),
        KeyValue::new("http.response.status_code", i64::from(facts.status)),
        KeyValue::new("http.request.body.size", count(facts.received as u64)),
        KeyValue::new("http.response.body.size", count(facts.sent as u64)),
        KeyValue::new("network.protocol.version", if facts.version == Version::HTTP_2 { "2" } else { "1.1" }),
        KeyValue::new("masquerade.route", facts.route.to_owned()),
        KeyValue::new("masquerade.request_id", facts.request_id.to_owned()),
        KeyValue::new("masquerade.decision", facts.decision),
        KeyValue::new("masquerade.entities", count(facts.entities)),
        KeyValue::new("masquerade.restored", count(facts.restored)),
        KeyValue::new("masquerade.unresolved", count(facts.unresolved)),
    ]);
    // A proxied route has no template of its paths, which may hold anything.
    attributes.extend(facts.route.starts_with('/').then(|| KeyValue::new("http.route", facts.route.to_owned())));
    attributes.extend(facts.client.map(|client| KeyValue::new("masquerade.client", client.to_owned())));
    match facts.reason {
        Some(reason) => attributes.push(KeyValue::new("error.type", reason)),
        None if facts.status >= 500 => attributes.push(KeyValue::new("error.type", facts.status.to_string())),
        None => {}
    }
    attributes
}
