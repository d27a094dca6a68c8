//! Metrics of proxied routes.

use std::{sync::Arc, time::Duration};

use prometheus::{Histogram, HistogramOpts, HistogramVec, IntCounter, IntCounterVec};

use super::metrics::Builder;

/// The bounds of the first-byte histogram, in seconds: language models take from fractions of a second to minutes.
const UPSTREAM_BUCKETS: [f64; 14] =
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0, 120.0];

/// The metric families of all proxied routes.
pub(super) struct Families {
    requests: IntCounterVec,
    strings: IntCounterVec,
    unenforced: IntCounterVec,
    passes: IntCounterVec,
    restores: IntCounterVec,
    failures: IntCounterVec,
    first_byte: HistogramVec,
    retries: IntCounterVec,
    ejections: IntCounterVec,
}

impl Families {
    pub(super) fn new(make: &Builder) -> prometheus::Result<Self> {
        let first_byte = HistogramOpts::new(
            "upstream_first_byte_seconds",
            "Time from the masked request to the first byte of the upstream's response.",
        );
        let first_byte = first_byte.buckets(UPSTREAM_BUCKETS.to_vec());
        Ok(Self {
            requests: make.counters(
                "proxy_requests_total",
                "Vetted requests of proxied routes, by the API that their paths belong to.",
                &["route", "api"],
            )?,
            strings: make.counters(
                "proxy_strings_total",
                "Strings of proxied requests: scanned, replaced (of those scanned), skipped by rule.",
                &["route", "outcome"],
            )?,
            unenforced: make.counters(
                "proxy_unenforced_total",
                "Entities that an observing route (observe) or a shadow policy (shadow) would have masked, by label and \
                 method; requests that it would have refused, by the reason as the method.",
                &["route", "policy", "label", "method"],
            )?,
            passes: make.counters(
                "proxy_unvetted_passes_total",
                "Messages that were passed on although they could not be vetted.",
                &["route"],
            )?,
            restores: make.counters(
                "proxy_restores_total",
                "Placeholders in proxied responses: restored, withheld; new entities masked; documents unread.",
                &["route", "outcome"],
            )?,
            failures: make.counters("upstream_failures_total", "Attempts that failed.", &["route", "reason"])?,
            first_byte: make.register(HistogramVec::new(first_byte, &["route"]))?,
            retries: make.counters("upstream_retries_total", "Attempts after the first one.", &["route"])?,
            ejections: make.counters(
                "upstream_ejections_total",
                "Upstreams that were left out for a while after failures.",
                &["route"],
            )?,
        })
    }

    pub(super) fn of(&self, route: &str) -> ProxyMetrics {
        let strings = |outcome| self.strings.with_label_values(&[route, outcome]);
        let restores = |outcome| self.restores.with_label_values(&[route, outcome]);
        // An alert is about its increase: a series that appears with its first count shows none.
        self.requests.with_label_values(&[route, "unknown"]);
        ProxyMetrics(Arc::new(Handles {
            scanned: strings("scanned"),
            replaced: strings("replaced"),
            skipped: strings("skipped"),
            restored: restores("restored"),
            withheld: restores("withheld"),
            masked: restores("masked"),
            unread: restores("unread"),
            passes: self.passes.with_label_values(&[route]),
            first_byte: self.first_byte.with_label_values(&[route]),
            retries: self.retries.with_label_values(&[route]),
            ejections: self.ejections.with_label_values(&[route]),
            requests: self.requests.clone(),
            unenforced: self.unenforced.clone(),
            failures: self.failures.clone(),
            route: route.to_owned(),
        }))
    }
}

/// The metrics of one proxied route.
#[derive(Clone, Debug)]
pub struct ProxyMetrics(Arc<Handles>);

#[derive(Debug)]
struct Handles {
    scanned: IntCounter,
    replaced: IntCounter,
    skipped: IntCounter,
    restored: IntCounter,
    withheld: IntCounter,
    masked: IntCounter,
    unread: IntCounter,
    passes: IntCounter,
    first_byte: Histogram,
    retries: IntCounter,
    ejections: IntCounter,
    requests: IntCounterVec,
    unenforced: IntCounterVec,
    failures: IntCounterVec,
    route: String,
}

impl ProxyMetrics {
    /// Counts a vetted request; `api` is one of a fixed set.
    pub fn request(&self, api: &'static str) {
        self.0.requests.with_label_values(&[self.0.route.as_str(), api]).inc();
    }

    /// Counts what a policy would have done that is not enforced: `policy` is `observe` or `shadow`.
    pub fn unenforced(&self, policy: &'static str, label: &'static str, method: &'static str, count: u64) {
        self.0.unenforced.with_label_values(&[self.0.route.as_str(), policy, label, method]).inc_by(count);
    }

    /// Counts the strings of one request: scanned, replaced, and skipped by rule.
    pub fn strings(&self, scanned: u64, replaced: u64, skipped: u64) {
        self.0.scanned.inc_by(scanned);
        self.0.replaced.inc_by(replaced);
        self.0.skipped.inc_by(skipped);
    }

    /// Counts the placeholders of one response: restored; withheld in places whose content others could fetch; new entities
    /// that were masked; and
    /// documents that passed unread.
    pub fn restores(&self, restored: u64, withheld: u64, masked: u64, unread: u64) {
        self.0.restored.inc_by(restored);
        self.0.masked.inc_by(masked);
        self.0.withheld.inc_by(withheld);
        self.0.unread.inc_by(unread);
    }

    /// Counts a message that passed unvetted, as its route allows.
    pub fn passed(&self) {
        self.0.passes.inc();
    }

    /// Records the time to the first byte of a response.
    pub fn first_byte(&self, took: Duration) {
        self.0.first_byte.observe(took.as_secs_f64());
    }

    /// Counts an attempt after the first one.
    pub fn retried(&self) {
        self.0.retries.inc();
    }

    /// Counts an ejection of an upstream.
    pub fn ejected(&self) {
        self.0.ejections.inc();
    }

    /// Counts a failed attempt; `reason` is one of a fixed set.
    pub fn failed(&self, reason: &'static str) {
        self.0.failures.with_label_values(&[self.0.route.as_str(), reason]).inc();
    }
}
