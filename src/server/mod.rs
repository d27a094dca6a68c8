//! The HTTP server: listeners, connections, endpoints, proxied routes, and the lifecycle of the process.
//!
//! [`Listeners::bind`] binds the addresses, [`Listeners::serve`] answers on them until it is stopped. The answers come
//! from a [`State`]: endpoints, routes and the keys that may use them. A reload replaces it while requests are in
//! flight; each request uses one state from beginning to end.
//!
//! | module | content |
//! |---|---|
//! | `memory_budget`, `cpu_pool`, `fair_slots`, `decompress`, `endpoint` | limits and tables, without sockets |
//! | `request_checks` | the checks of a request's headers |
//! | `cors` | origins of browser clients |
//! | `delegate`, `connection`, `connection_limiter`, `tls` | wrappers of sockets |
//! | `body`, `request_context`, `reader_pace` | the body of a request, its state until the answer is logged, the pace of readers |
//! | `route` | proxied routes |
//! | `v1` | the endpoints of the API |
//! | `faces` | the interfaces of other programs |
//! | `external_model` | a model of the user's own, in a folder or behind an address |
//! | `problem_pages`, `pages` | the explanations of problems; the playground and the status page |
//! | `table_folder` | the detector's tables, kept from start to start |
//! | `service`, `admin` | the applications of the two listeners |
//! | `lifecycle`, `bootstrap` | threads, signals, reload, shutdown; construction from a configuration |

mod admin;
mod body;
mod bootstrap;
mod collector;
mod connection;
mod connection_limiter;
mod cors;
mod cpu_pool;
mod decompress;
mod delegate;
mod endpoint;
pub mod external_model;
mod faces;
mod fair_slots;
mod lifecycle;
mod memory_budget;
mod pages;
mod post;
mod problem_pages;
mod reader_pace;
mod request_checks;
mod request_context;
pub mod route;
mod service;
mod table_folder;
mod tls;
pub mod v1;

pub use cors::Cors;

use std::sync::{Arc, atomic::AtomicBool};

use arc_swap::ArcSwap;

pub use bootstrap::{ServeError, serve, serve_with};
pub use cpu_pool::{CpuPool, Job};
pub use endpoint::{Call, Endpoint, EndpointAction, EndpointCall, Endpoints, Handler, Reply};
pub use lifecycle::{Command, Control, Listeners, ReloadError, StartError};
pub use memory_budget::Reservation;
pub use table_folder::TableFolder;

use crate::{
    access::Access,
    config::{Limits, Tls},
    store::Store,
    telemetry::{Metrics, RouteMetrics, audit::AuditLog, traces::RequestTracer},
};

/// The part of the server that a reload replaces.
pub struct State {
    /// The API keys.
    pub access: Access,
    /// The endpoints of the API.
    pub endpoints: Endpoints,
    /// The proxied routes.
    pub routes: route::Routes,
    /// Limits of requests. A reload does not change the limits of connections and pools.
    pub limits: Limits,
    /// The origins of browser clients.
    pub cors: Cors,
    /// The share of access lines that are written, of requests without an error.
    pub access_share: f64,
    /// The listeners' certificate. A reload can replace it, but cannot turn TLS on or off.
    pub tls: Option<Tls>,
}

/// The services that live as long as the process.
#[derive(Clone)]
pub struct Services {
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// The pool for CPU work.
    pub cpu: Arc<CpuPool>,
    /// The sessions.
    pub store: Arc<dyn Store>,
    /// The audit stream.
    pub audit: AuditLog,
    /// The spans of requests.
    pub tracer: RequestTracer,
}

/// The context that all connections share.
pub struct SharedContext {
    state: ArcSwap<State>,
    budget: memory_budget::MemoryBudget,
    cpu: Arc<CpuPool>,
    store: Arc<dyn Store>,
    audit: AuditLog,
    tracer: RequestTracer,
    metrics: Arc<Metrics>,
    /// The metrics of requests without a route.
    unmatched: RouteMetrics,
    tls: Option<Arc<tls::TlsAcceptor>>,
    no_pattern: Arc<str>,
    draining: Arc<AtomicBool>,
}

impl SharedContext {
    fn new(state: State, limits: &Limits, services: Services) -> Result<Self, StartError> {
        let tls = state.tls.as_ref().map(tls::TlsAcceptor::new).transpose()?.map(Arc::new);
        let budget = memory_budget::MemoryBudget::new(limits.inflight_bytes);
        services.metrics.cpu_queue_limit.set(i64::try_from(limits.cpu_queue).unwrap_or(i64::MAX));
        services.metrics.refresh_with({
            let store = Arc::clone(&services.store);
            move |metrics| metrics.store_available.set(store.is_available().into())
        });
        services.metrics.refresh_with({
            let budget = budget.clone();
            move |metrics| metrics.inflight_bytes.set(i64::try_from(budget.used()).unwrap_or(i64::MAX))
        });
        Ok(Self {
            state: ArcSwap::from_pointee(state),
            tls,
            budget,
            cpu: services.cpu,
            store: services.store,
            audit: services.audit,
            tracer: services.tracer,
            unmatched: services.metrics.route("none"),
            no_pattern: "none".into(),
            metrics: services.metrics,
            draining: Arc::default(),
        })
    }
}

/// The number of threads: `configured`, or one per core if that is 0.
fn threads_or_cores(configured: usize) -> usize {
    match configured {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}
