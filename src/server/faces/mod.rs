//! Faces: the interfaces of other programs, each a thin adapter over the engine, on by configuration (`[faces]`).
//!
//! | module | content |
//! |---|---|
//! | `litellm` | the generic guardrail API of LiteLLM |
//! | `presidio` | the REST interfaces of Presidio's analyzer and anonymizer |

mod litellm;
mod presidio;

use std::sync::Arc;

use super::{CpuPool, Endpoint, v1::session::ClientSessions};
use crate::{
    access::Client,
    config::{Face, FaceAuth, Faces, Limits},
    engine::{Engine, MaskSettings},
    telemetry::Metrics,
};

/// The parts of the service that faces use.
#[derive(Clone, Debug)]
pub struct FaceContext {
    /// The engine.
    pub engine: Arc<Engine>,
    /// The settings of the instance.
    pub defaults: MaskSettings,
    /// The limits of requests.
    pub limits: Limits,
    /// The pool for CPU work.
    pub cpu: Arc<CpuPool>,
    /// The sessions of clients.
    pub sessions: Arc<ClientSessions>,
    /// The metrics of the instance.
    pub metrics: Arc<Metrics>,
}

/// The endpoints of the configured faces.
///
/// # Errors
/// If a list of names does not serialize.
pub fn endpoints(faces: &Faces, context: &FaceContext) -> Result<Vec<Endpoint>, serde_json::Error> {
    let mut endpoints = Vec::new();
    if let Some(face) = &faces.presidio {
        endpoints.extend(presidio::endpoints(face, context)?);
    }
    if let Some(face) = &faces.litellm {
        endpoints.push(litellm::endpoint(face, context));
    }
    Ok(endpoints)
}

/// The client of a face that asks for no key. No key and no tenant of the configuration can have a name with a colon.
fn open_client(face: &Face, name: &str) -> Option<Arc<Client>> {
    (face.auth == FaceAuth::None).then(|| Arc::new(Client::open(&format!("face:{name}"))))
}
