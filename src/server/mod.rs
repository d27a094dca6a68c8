//! The HTTP service: listeners, connections, the order of refusals, and the life of the process.
//!
//! [`Listeners::new`] takes the addresses, [`Listeners::serve`] answers on them until it is told to stop. What
//! is answered is a [`State`]: a table of [`Endpoints`] over plain data, and who may call them. It can
//! be swapped while requests are in flight; each request sees one state from beginning to end.
//!
//! Floors inside, lowest first: `budget`, `cpu`, `inflate` and `endpoint` know no sockets; `gate` judges
//! headers; `wrapped`, `connection` and `guard` wrap sockets; `body` reads; `route` proxies; `front` and `admin` answer.

mod admin;
mod body;
mod bootstrap;
mod connection;
mod connection_limiter;
mod cpu_pool;
mod decompress;
mod delegate;
mod endpoint;
mod lifecycle;
mod memory_budget;
mod request_checks;
mod request_context;
pub mod route;
mod service;
mod tls;
pub mod v1;

use std::sync::{Arc, atomic::AtomicBool};

use arc_swap::ArcSwap;

pub use bootstrap::{ServeError, serve};
pub use cpu_pool::CpuPool;
pub use endpoint::{Call, Endpoint, EndpointAction, Endpoints, Handler, Reply};
pub use lifecycle::{Command, Control, Listeners, ReloadError, StartError};
pub use memory_budget::Reservation;

use crate::{
    access::Access,
    config::{Limits, Tls},
    telemetry::{Metrics, RouteMetrics},
};

/// What a reload replaces.
pub struct State {
    /// Who may call.
    pub access: Access,
    /// What can be called.
    pub endpoints: Endpoints,
    /// What is proxied.
    pub routes: route::Routes,
    /// Limits of requests. Those of connections and pools are fixed at the start.
    pub limits: Limits,
    /// What listeners prove themselves with. Whether they do is fixed at the start.
    pub tls: Option<Tls>,
}

/// What lives as long as the process.
#[derive(Clone, Debug)]
pub struct Services {
    /// Where everything is counted.
    pub metrics: Arc<Metrics>,
    /// Where CPU work is done.
    pub cpu: Arc<CpuPool>,
}

/// The context that all connections share.
pub struct SharedContext {
    state: ArcSwap<State>,
    budget: memory_budget::MemoryBudget,
    cpu: Arc<CpuPool>,
    metrics: Arc<Metrics>,
    /// Where requests that match no route are counted.
    unmatched: RouteMetrics,
    tls: Option<Arc<tls::TlsAcceptor>>,
    no_pattern: Arc<str>,
    draining: AtomicBool,
}

impl SharedContext {
    fn new(state: State, limits: &Limits, services: Services) -> Result<Self, StartError> {
        let tls = state.tls.as_ref().map(tls::TlsAcceptor::new).transpose()?.map(Arc::new);
        let budget = memory_budget::MemoryBudget::new(limits.inflight_bytes);
        services.metrics.refresh_with({
            let budget = budget.clone();
            move |metrics| metrics.inflight_bytes.set(i64::try_from(budget.used()).unwrap_or(i64::MAX))
        });
        Ok(Self {
            state: ArcSwap::from_pointee(state),
            tls,
            budget,
            cpu: services.cpu,
            unmatched: services.metrics.route("none"),
            no_pattern: "none".into(),
            metrics: services.metrics,
            draining: AtomicBool::new(false),
        })
    }
}

/// `configured`, or one per core where that is 0.
fn threads_or_cores(configured: usize) -> usize {
    match configured {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        n => n,
    }
}
