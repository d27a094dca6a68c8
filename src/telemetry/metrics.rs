//! Prometheus metrics. A request counts by atomic additions on handles that were looked up before; label values come from
//! small fixed sets, not from requests.

use std::{
    sync::{Arc, OnceLock, PoisonError, RwLock},
    time::Duration,
};

use super::{
    process,
    proxy::{Families, ProxyMetrics},
};
use prometheus::{
    Gauge, Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGauge, Opts, Registry, TextEncoder,
};
use rustc_hash::FxHashMap;

/// The bounds of the latency histogram, in seconds: small texts take tens of microseconds.
const LATENCY_BUCKETS: [f64; 16] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// The statuses with a counter of their own; others count as `other`.
const STATUSES: [u16; 19] =
    [200, 204, 400, 401, 403, 404, 405, 408, 413, 414, 415, 422, 429, 431, 500, 502, 503, 504, 499];

/// The reasons of refusals that alerts are about.
const OVERLOADS: [&str; 7] = [
    "model-unavailable",
    "overloaded-audit",
    "overloaded-connections",
    "overloaded-cpu",
    "overloaded-memory",
    "overloaded-steps",
    "overloaded-store",
];

/// The fate of a span of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpanOutcome {
    /// The collector took it.
    Exported,
    /// The collector could not be reached, or refused it.
    Failed,
    /// The queue was full.
    Dropped,
}

impl SpanOutcome {
    const ALL: [Self; 3] = [Self::Exported, Self::Failed, Self::Dropped];

    fn name(self) -> &'static str {
        match self {
            Self::Exported => "exported",
            Self::Failed => "failed",
            Self::Dropped => "dropped",
        }
    }
}

/// A callback that updates gauges before the metrics are rendered.
type Refresh = Box<dyn Fn(&Metrics) + Send + Sync>;

/// All metrics of one instance.
pub struct Metrics {
    registry: Registry,
    refresh: RwLock<Vec<Refresh>>,
    requests: IntCounterVec,
    latency: HistogramVec,
    bytes: IntCounterVec,
    rejections: Family<&'static str>,
    entities: Family<(&'static str, &'static str)>,
    evictions: Family<&'static str>,
    restores: Family<&'static str>,
    spans: Family<&'static str>,
    external_model: HistogramVec,
    proxy: Families,
    /// Open connections.
    pub connections: IntGauge,
    /// Requests in flight.
    pub requests_in_flight: IntGauge,
    /// Memory of bodies, in bytes.
    pub inflight_bytes: IntGauge,
    /// Threads of the CPU pool.
    pub cpu_threads: IntGauge,
    /// Jobs in the queue of the CPU pool.
    pub cpu_queue: IntGauge,
    /// Sessions in the store.
    pub sessions: IntGauge,
    /// Entries of all sessions.
    pub session_entries: IntGauge,
    /// Bytes of all entries.
    pub session_bytes: IntGauge,
    /// Successful reloads.
    pub reloads: IntCounter,
    /// Failed reloads.
    pub reload_failures: IntCounter,
    /// The time at which the current configuration was loaded, in seconds since 1970.
    pub config_loaded: Gauge,
    /// Contained panics.
    pub panics: IntCounter,
    /// Audit lines that were written.
    pub audit_lines: IntCounter,
    /// Audit lines that were lost.
    pub audit_lines_lost: IntCounter,
    /// The state of the audit file: 1 if it can be written, else 0; 0 without one.
    pub audit_writable: IntGauge,
    /// The state of the store: 1 if it answers, else 0.
    pub store_available: IntGauge,
    /// The length of the CPU pool's queue from which requests are refused.
    pub cpu_queue_limit: IntGauge,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Metrics")
    }
}

/// The metrics of one endpoint or route.
#[derive(Clone, Debug)]
pub struct RouteMetrics(Arc<RouteHandles>);

#[derive(Debug)]
struct RouteHandles {
    route: String,
    requests: IntCounterVec,
    by_status: [OnceLock<IntCounter>; STATUSES.len()],
    latency: Histogram,
    received: IntCounter,
    sent: IntCounter,
}

impl RouteMetrics {
    /// Counts an answered request; status 499 is a client that closed the connection.
    pub fn answered(&self, status: u16, took: Duration, received: u64, sent: u64) {
        let handles = &self.0;
        match STATUSES.iter().position(|&known| known == status).and_then(|i| handles.by_status.get(i)) {
            Some(slot) => slot.get_or_init(|| handles.count(&status.to_string())).inc(),
            None => handles.count("other").inc(),
        }
        handles.latency.observe(took.as_secs_f64());
        handles.received.inc_by(received);
        handles.sent.inc_by(sent);
    }
}

impl RouteHandles {
    fn count(&self, status: &str) -> IntCounter {
        self.requests.with_label_values(&[self.route.as_str(), status])
    }
}

/// A family of counters with fixed label values, whose handles are cached.
struct Family<K> {
    counters: IntCounterVec,
    /// A fast hash is safe: no key comes from a request.
    handles: RwLock<FxHashMap<K, IntCounter>>,
}

impl<K: Copy + Eq + std::hash::Hash> Family<K> {
    fn add(&self, key: K, labels: &[&str], n: u64) {
        if let Some(handle) = self.handles.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
            handle.inc_by(n);
            return;
        }
        let handle = self.counters.with_label_values(labels);
        handle.inc_by(n);
        self.handles.write().unwrap_or_else(PoisonError::into_inner).insert(key, handle);
    }
}

/// A builder that registers metrics under the prefix `masquerade`.
pub(super) struct Builder {
    registry: Registry,
}

impl Builder {
    pub(super) fn register<C: prometheus::core::Collector + Clone + 'static>(
        &self,
        made: prometheus::Result<C>,
    ) -> prometheus::Result<C> {
        let metric = made?;
        self.registry.register(Box::new(metric.clone()))?;
        Ok(metric)
    }

    pub(super) fn counters(&self, name: &str, help: &str, labels: &[&str]) -> prometheus::Result<IntCounterVec> {
        self.register(IntCounterVec::new(Opts::new(name, help), labels))
    }

    fn family<K>(&self, name: &str, help: &str, labels: &[&str]) -> prometheus::Result<Family<K>> {
        Ok(Family { counters: self.counters(name, help, labels)?, handles: RwLock::default() })
    }

    fn counter(&self, name: &str, help: &str) -> prometheus::Result<IntCounter> {
        self.register(IntCounter::new(name, help))
    }

    fn gauge(&self, name: &str, help: &str) -> prometheus::Result<IntGauge> {
        self.register(IntGauge::new(name, help))
    }
}

impl Metrics {
    /// The metrics of a new instance, all at zero.
    ///
    /// # Errors
    /// None in practice: names are fixed and distinct, as a test shows.
    pub fn new() -> prometheus::Result<Self> {
        let registry = Registry::new_custom(Some("masquerade".into()), None)?;
        let make = Builder { registry: registry.clone() };
        let info = make.register(IntGauge::with_opts(
            Opts::new("build_info", "Always 1; the version of this build.")
                .const_label("version", env!("CARGO_PKG_VERSION")),
        ))?;
        info.set(1);
        let rejections = make.family("rejections_total", "Requests and connections refused.", &["reason"])?;
        let restores = make.family("restores_total", "Occurrences looked at when restoring.", &["outcome"])?;
        // Alerts are about increases: a series that appears with its first count shows none.
        OVERLOADS.into_iter().for_each(|reason| rejections.add(reason, &[reason], 0));
        ["restored", "unresolved"].into_iter().for_each(|outcome| restores.add(outcome, &[outcome], 0));
        let spans = make.family("trace_spans_total", "Spans, by what became of them.", &["outcome"])?;
        SpanOutcome::ALL.into_iter().for_each(|outcome| spans.add(outcome.name(), &[outcome.name()], 0));
        let latency =
            HistogramOpts::new("http_request_duration_seconds", "Time from a request's headers to its answer.")
                .buckets(LATENCY_BUCKETS.to_vec());
        let model = HistogramOpts::new("external_model_duration_seconds", "Time of a text with the external model.")
            .buckets(LATENCY_BUCKETS.to_vec());
        Ok(Self {
            refresh: RwLock::default(),
            requests: make.counters("http_requests_total", "Answered requests.", &["route", "status"])?,
            latency: make.register(HistogramVec::new(latency, &["route"]))?,
            bytes: make.counters("http_body_bytes_total", "Bytes of bodies.", &["route", "direction"])?,
            rejections,
            entities: make.family("entities_total", "Entities replaced.", &["label", "method"])?,
            evictions: make.family("session_evictions_total", "Session entries dropped.", &["reason"])?,
            restores,
            spans,
            external_model: make.register(HistogramVec::new(model, &["outcome"]))?,
            proxy: Families::new(&make)?,
            connections: make.gauge("connections", "Open connections.")?,
            requests_in_flight: make.gauge("http_requests_in_flight", "Requests being answered.")?,
            inflight_bytes: make.gauge("inflight_body_bytes", "Bytes of bodies in memory.")?,
            cpu_threads: make.gauge("cpu_pool_threads", "Threads for CPU work.")?,
            cpu_queue: make.gauge("cpu_pool_queue", "Jobs that wait for a CPU thread.")?,
            sessions: make.gauge("sessions", "Sessions in the store.")?,
            session_entries: make.gauge("session_entries", "Entries of all sessions.")?,
            session_bytes: make.gauge("session_bytes", "Bytes of all session entries.")?,
            reloads: make.counter("config_reloads_total", "Reloads that brought a new configuration.")?,
            reload_failures: make
                .counter("config_reload_failures_total", "Reloads that kept the old configuration.")?,
            config_loaded: make.register(Gauge::new(
                "config_loaded_timestamp_seconds",
                "When the configuration in force was loaded.",
            ))?,
            panics: make.counter("panics_total", "Panics that were contained.")?,
            audit_lines: make.counter("audit_lines_total", "Lines of the audit stream that were written.")?,
            audit_lines_lost: make.counter("audit_lines_lost_total", "Lines of the audit stream that were lost.")?,
            audit_writable: make.gauge("audit_writable", "1 while the audit stream can be written.")?,
            store_available: make.gauge("store_available", "1 while the session store answers.")?,
            cpu_queue_limit: make.gauge("cpu_pool_queue_limit", "Jobs that may wait before requests are refused.")?,
            registry,
        })
    }

    /// Handles of the route with this pattern, such as `/v1/sessions/{id}`.
    pub fn route(&self, pattern: &str) -> RouteMetrics {
        RouteMetrics(Arc::new(RouteHandles {
            route: pattern.to_owned(),
            requests: self.requests.clone(),
            by_status: [const { OnceLock::new() }; STATUSES.len()],
            latency: self.latency.with_label_values(&[pattern]),
            received: self.bytes.with_label_values(&[pattern, "received"]),
            sent: self.bytes.with_label_values(&[pattern, "sent"]),
        }))
    }

    /// The metrics of a proxied route.
    pub fn proxy(&self, route: &str) -> ProxyMetrics {
        self.proxy.of(route)
    }

    /// Counts a refused request or connection; `reason` is one of a fixed set.
    pub fn rejected(&self, reason: &'static str) {
        self.rejections.add(reason, &[reason], 1);
    }

    /// Counts `n` entities of a label under a method.
    pub fn entities(&self, label: &'static str, method: &'static str, n: u64) {
        self.entities.add((label, method), &[label, method], n);
    }

    /// Counts `n` dropped session entries; `reason` is one of the store's.
    pub fn evicted(&self, reason: &'static str, n: u64) {
        self.evictions.add(reason, &[reason], n);
    }

    /// Counts restored occurrences and unresolved placeholders.
    pub fn restored(&self, restored: u64, unresolved: u64) {
        self.restores.add("restored", &["restored"], restored);
        self.restores.add("unresolved", &["unresolved"], unresolved);
    }

    /// Counts a text that the external model has read, or has failed to read.
    pub fn external_model(&self, is_answered: bool, took: Duration) {
        let outcome = if is_answered { "answered" } else { "failed" };
        self.external_model.with_label_values(&[outcome]).observe(took.as_secs_f64());
    }

    /// Counts `n` spans.
    pub fn spans(&self, outcome: SpanOutcome, n: usize) {
        self.spans.add(outcome.name(), &[outcome.name()], n as u64);
    }

    /// Adds a callback that sets gauges before each rendering.
    pub fn refresh_with(&self, refresh: impl Fn(&Metrics) + Send + Sync + 'static) {
        self.refresh.write().unwrap_or_else(PoisonError::into_inner).push(Box::new(refresh));
    }

    /// All metrics in Prometheus' text format, with those of the process.
    ///
    /// # Errors
    /// If a collector yields invalid metrics.
    pub fn render(&self) -> prometheus::Result<String> {
        for refresh in self.refresh.read().unwrap_or_else(PoisonError::into_inner).iter() {
            refresh(self);
        }
        let mut families = self.registry.gather();
        families.extend(process::families()?);
        TextEncoder::new().encode_to_string(&families)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_count_by_route_and_status() {
        let metrics = Metrics::new().unwrap();
        let route = metrics.route("/v1/anonymize");
        route.answered(200, Duration::from_millis(1), 10, 20);
        route.answered(200, Duration::from_millis(1), 10, 20);
        route.answered(418, Duration::from_millis(1), 0, 0);
        let text = metrics.render().unwrap();
        for line in [
            r#"masquerade_http_requests_total{route="/v1/anonymize",status="200"} 2"#,
            r#"masquerade_http_requests_total{route="/v1/anonymize",status="other"} 1"#,
            r#"masquerade_http_body_bytes_total{direction="sent",route="/v1/anonymize"} 40"#,
            r#"masquerade_http_request_duration_seconds_count{route="/v1/anonymize"} 3"#,
        ] {
            assert!(text.contains(line), "{line} is missing from\n{text}");
        }
    }

    #[test]
    fn families_count_under_their_labels() {
        let metrics = Metrics::new().unwrap();
        metrics.entities("EMAIL_ADDRESS", "REDACT", 3);
        metrics.entities("EMAIL_ADDRESS", "REDACT", 2);
        metrics.rejected("unauthorized");
        let text = metrics.render().unwrap();
        assert!(text.contains(r#"masquerade_entities_total{label="EMAIL_ADDRESS",method="REDACT"} 5"#), "{text}");
        assert!(text.contains(r#"masquerade_rejections_total{reason="unauthorized"} 1"#), "{text}");
    }

    #[test]
    fn gauges_are_refreshed_when_read_and_the_process_is_described() {
        let metrics = Metrics::new().unwrap();
        metrics.refresh_with(|metrics| metrics.sessions.set(7));
        let text = metrics.render().unwrap();
        assert!(text.contains("masquerade_sessions 7"), "{text}");
        assert!(text.contains("\nprocess_resident_memory_bytes "), "{text}");
        assert!(text.contains("masquerade_build_info{version="), "{text}");
        let seconds = text.split("\nprocess_cpu_seconds_total ").nth(1).and_then(|rest| rest.split('\n').next());
        assert!(seconds.is_some_and(|seconds| seconds.parse::<f64>().unwrap() > 0.0), "{text}");
    }
}
