//! Presidio's REST interfaces: the paths, bodies and errors of its analyzer and its anonymizer. `docs/presidio.md` lists the
//! differences.
//!
//! | module | content |
//! |---|---|
//! | `analyze` | texts to entities |
//! | `ad_hoc` | recognizers that a request brings along |
//! | `names` | the names of entities and recognizers |
//! | `anonymize` | the requests that replace spans of a text, and their answers |
//! | `operators` | replacements of one span |
//! | `spans` | conflicts between spans, and their replacement in a text |
//! | `refusal` | errors in Presidio's form |

mod ad_hoc;
mod analyze;
mod anonymize;
mod names;
mod operators;
mod refusal;
mod spans;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use bytes::Bytes;
use http::Method;
use serde::Serialize;

use self::{operators::Direction, refusal::Refusal};
use super::FaceContext;
use crate::{
    config::{Face, Permission},
    engine,
    problem::{ErrorShape, Problem},
    server::{Call, Endpoint, EndpointAction, EndpointCall, Handler, Job, Reply, Reservation},
};

/// The CPU time of a byte of body without the language model.
const TIME_PER_BYTE: Duration = Duration::from_nanos(10);

/// The CPU time of compiling the recognizers of a request.
const COMPILE_TIME: Duration = Duration::from_millis(10);

/// The endpoints below the face's path.
///
/// # Errors
/// If a list of names does not serialize.
pub(super) fn endpoints(face: &Face, context: &FaceContext) -> Result<Vec<Endpoint>, serde_json::Error> {
    let client = super::open_client(face, "presidio");
    let call = |permission, json, handler| {
        EndpointAction::Call(EndpointCall {
            permission,
            json,
            handler,
            client: client.clone(),
            error_shape: ErrorShape::Text,
        })
    };
    let list = |names: Vec<String>| -> Result<_, serde_json::Error> {
        Ok(call(None, None, Arc::new(List(serde_json::to_vec(&names)?.into())) as Arc<dyn Handler>))
    };
    let operation = |kind: Operation, permission| {
        let handler = Arc::new(Operate { context: context.clone(), kind });
        call(Some(permission), Some(context.limits.body_bytes), handler as Arc<dyn Handler>)
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let labels = || context.engine.detector().labels().iter().map(|info| info.name);
    let up = Reply::new("text/plain; charset=utf-8", "Presidio service is up");
    let endpoint =
        |method, path: &str, action| Endpoint { method, path: format!("{}{path}", face.path).into(), action };
    Ok(vec![
        endpoint(Method::GET, "/health", EndpointAction::Static(up)),
        endpoint(Method::POST, "/analyze", operation(Operation::Analyze, Permission::Anonymize)),
        endpoint(Method::GET, "/recognizers", list(labels().map(names::recognizer).collect())?),
        endpoint(Method::GET, "/supportedentities", list(labels().map(str::to_owned).collect())?),
        endpoint(
            Method::POST,
            "/anonymize",
            operation(Operation::Replace(Direction::Anonymize), Permission::Anonymize),
        ),
        endpoint(Method::GET, "/anonymizers", list(names(Direction::Anonymize.operators()))?),
        endpoint(
            Method::POST,
            "/deanonymize",
            operation(Operation::Replace(Direction::Deanonymize), Permission::Deanonymize),
        ),
        endpoint(Method::GET, "/deanonymizers", list(names(Direction::Deanonymize.operators()))?),
    ])
}

/// A JSON answer.
fn answer(body: &impl Serialize) -> Result<Reply, Refusal> {
    Ok(Reply::json(serde_json::to_vec(body).map_err(|_| Refusal::from(Problem::Internal))?))
}

/// The handler of a constant list.
struct List(Bytes);

#[async_trait]
impl Handler for List {
    async fn call(&self, _: Call<'_>) -> Result<Reply, Problem> {
        Ok(Reply::json(self.0.clone()))
    }
}

/// The kinds of requests that take a body.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Analyze,
    Replace(Direction),
}

/// The handler of requests that take a body.
struct Operate {
    context: FaceContext,
    kind: Operation,
}

impl Operate {
    fn estimate(&self, body: &Bytes) -> Duration {
        let reading = TIME_PER_BYTE * u32::try_from(body.len()).unwrap_or(u32::MAX);
        match self.kind {
            Operation::Analyze => {
                let level = self.context.defaults.detection.ner;
                let compiling = if ad_hoc::has_recognizers(body) { COMPILE_TIME } else { Duration::ZERO };
                let inference = engine::inference_time(self.context.engine.detector(), level, body.len());
                reading.saturating_add(inference).saturating_add(compiling)
            }
            Operation::Replace(_) => reading,
        }
    }
}

#[async_trait]
impl Handler for Operate {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let (context, kind, body) = (self.context.clone(), self.kind, call.body.clone());
        let mut memory: Reservation = call.memory.sibling();
        let cpu = Arc::clone(&context.cpu);
        let work = async move {
            match kind {
                Operation::Analyze => analyze::analyze(&context, &body, &mut memory),
                Operation::Replace(direction) => anonymize::replace(&context.limits, direction, &body, &mut memory),
            }
        };
        let job =
            Job { tenant: &call.client.tenant, estimate: self.estimate(&call.body), bytes: Some(call.body.len()) };
        cpu.run(job, work).await?.or_else(Refusal::into_answer)
    }
}
