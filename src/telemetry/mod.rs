//! Telemetry of a running instance: [`Metrics`], log lines and audit events.
//!
//! None of them holds payload: no text, map, key, header or URL of a request. Paths appear as patterns, clients by the name
//! of their key, and lines of other crates without their message.

pub mod audit;
pub mod log;
mod metrics;
mod process;
mod proxy;
mod queue;
pub mod traces;

pub use metrics::{Metrics, RouteMetrics, SpanOutcome};
pub use process::processor_time;
pub use proxy::ProxyMetrics;

/// The audit event of a restore.
#[derive(Debug)]
pub struct RestoreEvent<'a> {
    /// The request id.
    pub request_id: &'a str,
    /// The name of the API key; empty without one.
    pub client: &'a str,
    /// The tenant that owns the data.
    pub tenant: &'a str,
    /// The source of the originals: `map`, `session`, `token`, or the name of a proxied route.
    pub source: &'a str,
    /// The start of the session's keyed hash; empty without a session.
    pub session: &'a str,
    /// The number of restored occurrences.
    pub restored: usize,
    /// The number of unresolved placeholders.
    pub unresolved: usize,
}

/// Writes the audit event of a restore.
pub fn audit_restore(event: &RestoreEvent<'_>) {
    tracing::info!(
        target: "masquerade::audit",
        event = "restore",
        request_id = event.request_id,
        client = event.client,
        tenant = event.tenant,
        source = event.source,
        session = event.session,
        restored = event.restored,
        unresolved = event.unresolved,
    );
}

/// Writes the audit event of a request of which a policy that is not enforced (`policy`: `observe` or `shadow`) would have
/// masked entities, or which it would have refused by `refusal`; empty: it would not.
pub fn audit_unenforced(route: &str, policy: &str, entities: u64, refusal: &str) {
    tracing::info!(target: "masquerade::audit", event = "unenforced", route, policy, entities, refusal);
}

/// Writes the audit event of texts that a client had forgotten in all sessions.
pub fn audit_forget_texts(request_id: &str, client: &str, tenant: &str, entries: usize, sessions: usize) {
    tracing::info!(target: "masquerade::audit", event = "forget_texts", request_id, client, tenant, entries, sessions);
}

/// Writes the audit event of a session that a client deleted.
pub fn audit_forget(request_id: &str, client: &str, tenant: &str, session: &str) {
    tracing::info!(target: "masquerade::audit", event = "forget", request_id, client, tenant, session);
}
