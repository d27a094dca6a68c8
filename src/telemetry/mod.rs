//! What an operator sees of a running instance: [`Metrics`], log lines and audit events.
//!
//! Neither ever holds payload: no text, no map, no key, no header or URL of a request. Routes appear
//! as patterns, clients by the name of their key, and lines of other crates lose their words.

pub mod log;
mod metrics;
mod proxy;
mod queue;

pub use metrics::{Metrics, RouteMetrics};
pub use proxy::ProxyMetrics;

/// Somebody was given originals back.
#[derive(Debug)]
pub struct Restored<'a> {
    /// Id of the request.
    pub request_id: &'a str,
    /// Name of the key.
    pub client: &'a str,
    /// Whose data it was.
    pub tenant: &'a str,
    /// Where the originals came from: `map`, `session`, `token`, or the name of a proxied route.
    pub source: &'a str,
    /// The session, as its keyed hash; empty without one.
    pub session: &'a str,
    /// How many occurrences were restored.
    pub restored: usize,
    /// How many of our placeholders stayed.
    pub unresolved: usize,
}

/// Writes the audit event of a restore: who, which session, how many, never what.
pub fn audit_restore(event: &Restored<'_>) {
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

/// Writes the audit event of a session that was forgotten on request.
pub fn audit_forget(request_id: &str, client: &str, tenant: &str, session: &str) {
    tracing::info!(target: "masquerade::audit", event = "forget", request_id, client, tenant, session);
}
