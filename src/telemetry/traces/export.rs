//! The export of spans: a bounded queue, and messages of OTLP in Protocol Buffers, on a thread of their own.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use opentelemetry::Context;
use opentelemetry_proto::{
    tonic::collector::trace::v1::ExportTraceServiceRequest,
    transform::{common::tonic::ResourceAttributesWithSchema, trace::tonic::group_spans_by_resource_and_scope},
};
use opentelemetry_sdk::{
    Resource,
    error::{OTelSdkError, OTelSdkResult},
    trace::{BatchConfigBuilder, BatchSpanProcessor, Span, SpanData, SpanExporter, SpanProcessor},
};
use prost::Message;

use crate::telemetry::{Metrics, SpanOutcome};

/// The most spans that wait for their export: some 4 MiB.
const CAPACITY: usize = 4096;

/// The most spans of one request to the collector.
const BATCH: usize = 512;

/// The longest time that a span waits for others to be exported with.
const DELAY: Duration = Duration::from_secs(1);

/// The client of a collector.
pub trait CollectorClient: Send + Sync + 'static {
    /// Sends a message of spans and waits for the answer, within a time.
    ///
    /// # Errors
    /// If the collector did not take it.
    fn post(&self, message: Bytes) -> Result<(), ExportError>;
}

/// Starts the export by `client`.
pub(super) fn start<C: CollectorClient>(client: C, metrics: &Arc<Metrics>) -> impl SpanProcessor + use<C> {
    let waiting = Arc::new(AtomicUsize::new(0));
    let exporter = OtlpExporter {
        client,
        resource: ResourceAttributesWithSchema::default(),
        waiting: Arc::clone(&waiting),
        is_failing: AtomicBool::new(false),
        metrics: Arc::clone(metrics),
    };
    let config = BatchConfigBuilder::default()
        .with_max_queue_size(CAPACITY)
        .with_max_export_batch_size(BATCH)
        .with_scheduled_delay(DELAY)
        .build();
    let batches = BatchSpanProcessor::builder(exporter).with_batch_config(config).build();
    BoundedQueue { batches, waiting, metrics: Arc::clone(metrics) }
}

/// The queue of the library, which counts no drops, behind a count of what waits in it.
#[derive(Debug)]
struct BoundedQueue {
    batches: BatchSpanProcessor,
    /// The spans of the queue; never fewer than it has.
    waiting: Arc<AtomicUsize>,
    metrics: Arc<Metrics>,
}

impl SpanProcessor for BoundedQueue {
    fn on_start(&self, span: &mut Span, context: &Context) {
        self.batches.on_start(span, context);
    }

    fn on_end(&self, span: SpanData) {
        if self.waiting.fetch_add(1, Ordering::Relaxed) < CAPACITY {
            self.batches.on_end(span);
        } else {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            self.metrics.spans(SpanOutcome::Dropped, 1);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        self.batches.force_flush()
    }

    fn shutdown_with_timeout(&self, timeout: Duration) -> OTelSdkResult {
        self.batches.shutdown_with_timeout(timeout)
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.batches.set_resource(resource);
    }
}

/// The encoder of spans. A batch that the collector does not take is lost and counted: a retry would hold newer spans up.
struct OtlpExporter<C> {
    client: C,
    resource: ResourceAttributesWithSchema,
    waiting: Arc<AtomicUsize>,
    is_failing: AtomicBool,
    metrics: Arc<Metrics>,
}

impl<C> fmt::Debug for OtlpExporter<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OtlpExporter")
    }
}

impl<C: CollectorClient> SpanExporter for OtlpExporter<C> {
    fn export(&self, batch: Vec<SpanData>) -> impl Future<Output = OTelSdkResult> + Send {
        let count = batch.len();
        self.waiting.fetch_sub(count, Ordering::Relaxed);
        let resource_spans = group_spans_by_resource_and_scope(batch, &self.resource);
        // The thread is the export's own.
        let sent = self.client.post(ExportTraceServiceRequest { resource_spans }.encode_to_vec().into());
        self.report(count, sent.as_ref().err());
        std::future::ready(sent.map_err(|error| OTelSdkError::InternalFailure(error.to_string())))
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.resource = resource.into();
    }
}

/// The reason for which a batch was lost.
#[derive(Debug)]
pub enum ExportError {
    /// No connection, or none that lasted until the answer.
    Unreachable,
    /// The collector's answer is this status.
    Status(u16),
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("the collector does not answer"),
            Self::Status(status) => write!(f, "the collector answers {status}"),
        }
    }
}

impl<C> OtlpExporter<C> {
    /// Counts a batch, and logs when exports begin and end to fail.
    fn report(&self, count: usize, error: Option<&ExportError>) {
        let outcome = if error.is_some() { SpanOutcome::Failed } else { SpanOutcome::Exported };
        self.metrics.spans(outcome, count);
        let was_failing = self.is_failing.swap(error.is_some(), Ordering::Relaxed);
        match error {
            Some(error) if !was_failing => {
                tracing::warn!(target: "masquerade::traces", event = "traces-not-exported", %error);
            }
            None if was_failing => tracing::info!(target: "masquerade::traces", event = "traces-exported"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::{Receiver, bounded};

    use super::*;
    use crate::{
        config::{Config, Sources},
        telemetry::traces::{RequestTracer, SpanFacts},
    };

    /// A collector that answers nothing until the channel closes.
    struct Silent(Receiver<()>);

    impl CollectorClient for Silent {
        fn post(&self, _: Bytes) -> Result<(), ExportError> {
            let _ = self.0.recv();
            Err(ExportError::Unreachable)
        }
    }

    #[test]
    fn what_finds_no_room_is_dropped_and_counted() {
        let config = Config::load(&Sources::default(), None).unwrap().0;
        let metrics = Arc::new(Metrics::new().unwrap());
        let (hold, held) = bounded(0);
        let (tracer, drain) = RequestTracer::start(&config.traces, Silent(held), &metrics);
        let facts = SpanFacts {
            request_id: "r",
            client: None,
            method: "GET",
            version: http::Version::HTTP_11,
            route: "/",
            status: 200,
            decision: "answered",
            reason: None,
            received: 0,
            sent: 0,
            entities: 0,
            restored: 0,
            unresolved: 0,
        };
        for _ in 0..2 * CAPACITY {
            tracer.begin(&http::HeaderMap::new()).end(&facts);
        }
        let count = |outcome: &str| {
            let text = metrics.render().unwrap();
            let name = format!("masquerade_trace_spans_total{{outcome=\"{outcome}\"}} ");
            text.lines().find_map(|line| line.strip_prefix(&name)?.parse::<usize>().ok()).unwrap()
        };
        let dropped = count("dropped");
        assert!((CAPACITY - BATCH..=CAPACITY).contains(&dropped), "{dropped}");
        drop::<crossbeam_channel::Sender<()>>(hold);
        drop(drain);
        assert_eq!((count("failed"), count("exported")), (2 * CAPACITY - dropped, 0));
    }
}
