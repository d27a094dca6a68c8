//! The endpoints under `/v1`: request bodies to engine calls to response bodies.

mod openapi;
pub mod request;
pub mod response;
pub mod session;

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use async_trait::async_trait;
use bytes::Bytes;
use http::{
    HeaderName, HeaderValue, Method,
    header::{CACHE_CONTROL, HeaderMap},
};
use memchr::memmem;

use self::{
    request::RequestReader,
    response::{AnonymizeResponse, DeanonymizeResponse, DetectResponse, ForgetResponse, SessionResponse},
    session::{ClientSessions, SessionChoice},
};
use super::{Call, CpuPool, Endpoint, EndpointAction, EndpointCall, Handler, Job, Reply, memory_budget::Reservation};
use crate::{
    access::Client,
    config::{Limits, Permission},
    engine::{
        self, AnonymizedTexts, Engine, MAX_GROWTH, MaskError, MaskSettings, Owner, RestoreError, RestoreSettings,
        wire::{EntitiesResponse, MapElement},
    },
    input::{Fault, Problem as Violation, Problems, json},
    keys::Keyring,
    problem::{ErrorShape, Problem, Resource},
    store::{ForgetCounts, StoreError},
    telemetry::{self, Metrics, RestoreEvent, audit::AuditFacts},
};
use masquerade_detect::{Level, ListTooLarge};
use masquerade_detect::{entity::Label, text::Field};

/// The header with the number of unresolved placeholders.
const UNRESOLVED: HeaderName = HeaderName::from_static("x-unresolved-placeholders");

/// Most places of blocked entities that an answer tells.
const MAX_PLACES: usize = 100;

/// The growth of a text as it is restored that decides between inline work and the pool.
const USUAL_GROWTH: u32 = 8;

/// The CPU time of a byte of body without the language model, to decide between inline work and the pool.
const TIME_PER_BYTE: Duration = Duration::from_nanos(10);

/// A member name in bodies that set the level of the language model.
static NER: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(b"\"ner\""));

/// The memory that searching for one byte of an allow or deny list takes, in bytes.
const LIST_MEMORY: usize = 70;

/// The most values of JSON by which an answer names an entity.
const ENTITY_VALUES: usize = 16;

/// The usual length of an entity in an answer, in bytes.
const ENTITY_SIZE: usize = 256;

/// The state that all `/v1` endpoints share.
#[derive(Debug)]
pub struct Api {
    engine: Arc<Engine>,
    /// The settings of a request that names none.
    defaults: MaskSettings,
    limits: Limits,
    sessions: ClientSessions,
    cpu: Arc<CpuPool>,
    metrics: Arc<Metrics>,
    /// The answer of `GET /v1/entities`.
    entities: Bytes,
}

impl Api {
    /// The state of the endpoints.
    ///
    /// # Errors
    /// If the list of labels does not serialize.
    pub fn new(
        engine: Arc<Engine>,
        defaults: MaskSettings,
        limits: Limits,
        keyring: Keyring,
        cpu: Arc<CpuPool>,
        metrics: Arc<Metrics>,
    ) -> Result<Self, serde_json::Error> {
        let entities = serde_json::to_vec(&EntitiesResponse::new(engine.detector().labels()))?.into();
        Ok(Self { engine, defaults, limits, sessions: ClientSessions::new(keyring), cpu, metrics, entities })
    }

    /// The table of the endpoints.
    pub fn endpoints(self: &Arc<Self>) -> Vec<Endpoint> {
        let call = |permission, json, handler: Arc<dyn Handler>| {
            let error_shape = ErrorShape::Problem;
            EndpointAction::Call(EndpointCall { permission, json, handler, client: None, error_shape })
        };
        let answer_bytes = self.limits.answer_bytes;
        // Half as long again: many clients write blanks behind commas and colons.
        let answer_again = self.limits.body_bytes.max(answer_bytes.saturating_add(answer_bytes / 2));
        let openapi = Reply::json(openapi::document(self.engine.detector().labels()));
        vec![
            Endpoint {
                method: Method::POST,
                path: "/v1/anonymize".into(),
                action: call(
                    Some(Permission::Anonymize),
                    Some(self.limits.body_bytes),
                    Arc::new(Anonymize(Arc::clone(self))),
                ),
            },
            Endpoint {
                method: Method::POST,
                path: "/v1/detect".into(),
                action: call(
                    Some(Permission::Anonymize),
                    Some(self.limits.body_bytes),
                    Arc::new(Detect(Arc::clone(self))),
                ),
            },
            Endpoint {
                method: Method::POST,
                path: "/v1/deanonymize".into(),
                action: call(
                    Some(Permission::Deanonymize),
                    Some(answer_again),
                    Arc::new(Deanonymize(Arc::clone(self))),
                ),
            },
            Endpoint {
                method: Method::GET,
                path: "/v1/entities".into(),
                action: call(None, None, Arc::new(Entities(Arc::clone(self)))),
            },
            Endpoint {
                method: Method::DELETE,
                path: "/v1/sessions/{id}".into(),
                action: call(Some(Permission::Deanonymize), None, Arc::new(ForgetSession(Arc::clone(self)))),
            },
            Endpoint {
                method: Method::GET,
                path: "/v1/sessions/{id}".into(),
                action: call(
                    Some(Permission::Deanonymize),
                    None,
                    Arc::new(ShowSession { api: Arc::clone(self), extends: false }),
                ),
            },
            Endpoint {
                method: Method::POST,
                path: "/v1/sessions/{id}/extend".into(),
                action: call(
                    Some(Permission::Deanonymize),
                    None,
                    Arc::new(ShowSession { api: Arc::clone(self), extends: true }),
                ),
            },
            Endpoint {
                method: Method::POST,
                path: "/v1/forget".into(),
                action: call(
                    Some(Permission::Deanonymize),
                    Some(self.limits.body_bytes),
                    Arc::new(ForgetTexts(Arc::clone(self))),
                ),
            },
            Endpoint { method: Method::GET, path: "/openapi.json".into(), action: EndpointAction::Static(openapi) },
        ]
    }

    fn reader(&self) -> RequestReader<'_> {
        RequestReader { detector: self.engine.detector(), limits: &self.limits, defaults: &self.defaults }
    }

    fn estimate(body: &Bytes) -> Duration {
        TIME_PER_BYTE * u32::try_from(body.len()).unwrap_or(u32::MAX)
    }

    /// An estimate with the language model: at the default level, or at the highest if the body, which is not yet parsed,
    /// seems to set a level.
    fn estimate_reading(&self, body: &Bytes) -> Duration {
        let says = NER.find(body).is_some();
        let level = if says { Level::Full } else { self.defaults.detection.ner };
        Self::estimate(body).saturating_add(engine::inference_time(self.engine.detector(), level, body.len()))
    }

    async fn anonymize(self: Arc<Self>, body: Bytes, owner: Owner, mut memory: Reservation) -> Result<Reply, Problem> {
        let size = body.len();
        let body = json::parse(&body, json::Limits::default())?;
        let mut request = self.reader().anonymize(body)?;
        memory.grow(request.lists.bytes().saturating_mul(LIST_MEMORY))?;
        request.lists.add_to(&mut request.ask.detection).map_err(list_too_large)?;
        request.ask.max_entities = self.limits.answer_entities;
        let texts: Vec<&str> = request.texts.iter().map(AsRef::as_ref).collect();
        let masked = match request.observes {
            true => self.engine.observe(&texts, &request.ask, &owner),
            false => self.engine.anonymize(&texts, &request.ask, &owner).await,
        };
        let done = masked.map_err(|error| match error {
            MaskError::Store(error) => Problem::from(error),
            MaskError::Blocked(places) => blocked(&places),
            MaskError::TooManyEntities => self.too_many_entities(),
        })?;
        let facts = count_entities(&self.metrics, &done, &request.ask, request.observes);
        let found: usize = done.entities.iter().map(Vec::len).sum();
        let observed = request.observes.then_some(&request.ask.policy);
        let response = AnonymizeResponse::new(&texts, &done, request.unit, observed);
        let limit = self.limits.answer_bytes;
        let written = response.written(size.saturating_add(ENTITY_SIZE * found).min(limit), limit);
        Ok(reply(written.ok_or_else(|| self.answer_too_long())?).with_audit(facts))
    }

    fn detect(&self, body: &Bytes, memory: &mut Reservation) -> Result<Reply, Problem> {
        let body = json::parse(body, json::Limits::default())?;
        let mut request = self.reader().detect(body)?;
        memory.grow(request.lists.bytes().saturating_mul(LIST_MEMORY))?;
        request.lists.add_to(&mut request.options).map_err(list_too_large)?;
        let texts: Vec<&str> = request.texts.iter().map(AsRef::as_ref).collect();
        let fields: Vec<_> = texts.iter().map(|text| Field::new(text)).collect();
        let entities = self.engine.detect(&fields, &request.options, self.limits.answer_entities);
        let entities = entities.map_err(|_| self.too_many_entities())?;
        let found: usize = entities.iter().map(Vec::len).sum();
        let limit = self.limits.answer_bytes;
        let response = DetectResponse::new(&texts, &entities, request.unit);
        let written = response.written((ENTITY_SIZE * found).min(limit), limit);
        let mut facts = AuditFacts { action: "detected", ..AuditFacts::default() };
        entities.iter().flatten().for_each(|entity| facts.add(entity.label.name(), "", 1));
        Ok(reply(written.ok_or_else(|| self.answer_too_long())?).with_audit(facts))
    }

    fn too_many_entities(&self) -> Problem {
        let most = self.limits.answer_entities;
        too_long("/text", format!("the texts have more than {most} entities; send them in several requests"))
    }

    fn answer_too_long(&self) -> Problem {
        let limit = self.limits.answer_bytes;
        too_long("/text", format!("the answer would have more than {limit} bytes; send the texts in several requests"))
    }

    async fn deanonymize(self: Arc<Self>, body: Bytes, owner: Owner, audit: AuditContext) -> Result<Reply, Problem> {
        let size = body.len();
        let usual = json::Limits::default();
        let values = usual.values.max(self.limits.answer_entities.saturating_mul(ENTITY_VALUES) + self.limits.texts);
        let body = json::parse(&body, json::Limits { values, ..usual })?;
        let request = self.reader().deanonymize(body)?;
        let texts: Vec<&str> = request.texts.iter().map(AsRef::as_ref).collect();
        let map: Vec<_> = request.map.iter().map(MapElement::entry).collect();
        let how = RestoreSettings {
            unit: request.unit,
            tolerant: request.tolerant,
            restorable: audit.client.restorable(),
            max_bytes: self.limits.body_bytes.saturating_mul(MAX_GROWTH),
        };
        let done = self.engine.restore(&texts, &map, &owner, how).await.map_err(|error| match error {
            RestoreError::Store(error) => Problem::from(error),
            RestoreError::TooLong => {
                too_long("/entities_map", format!("the restored texts would have more than {} bytes", how.max_bytes))
            }
        })?;
        audit.write(&owner, !map.is_empty(), done.restored, done.unresolved_count);
        self.metrics.restored(done.restored as u64, done.unresolved_count as u64);
        let unresolved = request.report_unresolved.then_some(&done.unresolved[..]);
        let mut written = Vec::with_capacity(size);
        let response = DeanonymizeResponse { deanonymized_text: &done.texts, unresolved };
        serde_json::to_writer(&mut written, &response).map_err(|_| Problem::Internal)?;
        let facts = AuditFacts::restored(done.restored, done.unresolved_count);
        Ok(reply(written).with_header(UNRESOLVED, HeaderValue::from(done.unresolved_count)).with_audit(facts))
    }
}

impl Api {
    async fn forget_texts(self: Arc<Self>, body: Bytes, tenant: Arc<str>) -> Result<ForgetCounts, Problem> {
        let body = json::parse(&body, json::Limits::default())?;
        let texts = self.reader().forget(body)?;
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        Ok(self.engine.store().forget_texts(&tenant, &texts).await?)
    }
}

/// The facts for the audit stream about texts that were masked or, with `observes`, would be. What was masked is counted
/// in the metrics.
pub fn count_entities(metrics: &Metrics, done: &AnonymizedTexts<'_>, ask: &MaskSettings, observes: bool) -> AuditFacts {
    let mut facts = AuditFacts { action: if observes { "observed" } else { "masked" }, ..AuditFacts::default() };
    for entity in done.entities.iter().flatten() {
        facts.add(entity.label.name(), ask.policy.method(entity.label).name(), 1);
    }
    if !observes {
        facts.entities.iter().for_each(|&(label, method, n)| metrics.entities(label, method, n));
    }
    facts
}

/// The request that an audit event of a restore names.
struct AuditContext {
    client: Arc<Client>,
    request_id: String,
}

impl AuditContext {
    fn write(&self, owner: &Owner, by_map: bool, restored: usize, unresolved: usize) {
        let session = owner.scope.as_ref().filter(|_| !by_map).map(|scope| session::display_id(&scope.session));
        let source = match (by_map, &session) {
            (true, _) => "map",
            (false, Some(_)) => "session",
            (false, None) => "token",
        };
        telemetry::audit_restore(&RestoreEvent {
            request_id: &self.request_id,
            client: &self.client.name,
            tenant: &self.client.tenant,
            source,
            session: session.as_deref().unwrap_or_default(),
            restored,
            unresolved,
        });
    }
}

/// The problem of a policy that blocks entities: labels and the texts that hold them.
fn blocked(places: &[(usize, Label)]) -> Problem {
    let mut labels: Vec<_> = places.iter().map(|(_, label)| label.name()).collect();
    labels.sort_unstable();
    labels.dedup();
    let violation = |(at, label): &(usize, Label)| Violation {
        fault: Fault::OutOfRange,
        pointer: format!("/text/{at}"),
        detail: format!("the value holds {label}"),
        place: None,
    };
    let list: Vec<Violation> = places.iter().take(MAX_PLACES).map(violation).collect();
    let more = places.len() - list.len();
    Problem::Blocked { labels, places: Problems { list, more } }
}

/// The problem with lists that cannot be searched for.
fn list_too_large(error: ListTooLarge) -> Problem {
    too_long("/detection_config", error.to_string())
}

/// The problem with a part of a request that is too long, or whose answer would be.
pub fn too_long(pointer: &str, detail: String) -> Problem {
    Problem::from(Violation { fault: Fault::TooLong, pointer: pointer.to_owned(), detail, place: None })
}

/// A JSON answer that caches must not store.
fn reply(body: Vec<u8>) -> Reply {
    Reply::json(body).with_header(CACHE_CONTROL, HeaderValue::from_static("no-store"))
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable => Self::Overloaded(Resource::Store),
        }
    }
}

/// Reports whether the request forbids storing (`no-store`, RFC 9111, 5.2.1.5): it then uses no session.
fn is_no_store(headers: &HeaderMap) -> bool {
    let values = headers.get_all(CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|directive| directive.trim().eq_ignore_ascii_case("no-store"))
}

/// The work for a call, which takes about `estimate`.
fn job<'a>(call: &'a Call<'_>, estimate: Duration) -> Job<'a> {
    Job { tenant: &call.client.tenant, estimate, bytes: Some(call.body.len()) }
}

struct Anonymize(Arc<Api>);

#[async_trait]
impl Handler for Anonymize {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let api = &self.0;
        let SessionChoice { owner, fresh } =
            api.sessions.choose(call.client, call.headers, session::SessionUse::Write)?;
        let work = Arc::clone(api).anonymize(call.body.clone(), owner, call.memory.sibling());
        let reply = api.cpu.run(job(&call, api.estimate_reading(&call.body)), work).await??;
        Ok(match fresh {
            Some(id) => reply.with_header(session::HEADER, id),
            None => reply,
        })
    }
}

struct Detect(Arc<Api>);

#[async_trait]
impl Handler for Detect {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let api = Arc::clone(&self.0);
        let estimate = api.estimate_reading(&call.body);
        let (body, mut memory) = (call.body.clone(), call.memory.sibling());
        let cpu = Arc::clone(&api.cpu);
        cpu.run(job(&call, estimate), async move { api.detect(&body, &mut memory) }).await?
    }
}

struct Deanonymize(Arc<Api>);

#[async_trait]
impl Handler for Deanonymize {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let api = &self.0;
        let SessionChoice { owner, .. } = api.sessions.choose(call.client, call.headers, session::SessionUse::Read)?;
        let audit = AuditContext { client: Arc::clone(call.client), request_id: call.request_id.to_owned() };
        let work = Arc::clone(api).deanonymize(call.body.clone(), owner, audit);
        // The originals of a session, which are not loaded yet, may be many times as long as their placeholders.
        api.cpu.run(job(&call, Api::estimate(&call.body) * USUAL_GROWTH), work).await?
    }
}

struct Entities(Arc<Api>);

#[async_trait]
impl Handler for Entities {
    async fn call(&self, _: Call<'_>) -> Result<Reply, Problem> {
        Ok(Reply::json(self.0.entities.clone()))
    }
}

struct ForgetSession(Arc<Api>);

#[async_trait]
impl Handler for ForgetSession {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let api = &self.0;
        let id = call.params.first().copied().unwrap_or_default();
        // A malformed id names no session, and the answer does not tell whether one existed.
        if let Some(scope) = api.sessions.named(call.client, id) {
            api.engine.store().forget(&scope).await?;
            let display_id = session::display_id(&scope.session);
            telemetry::audit_forget(call.request_id, &call.client.name, &call.client.tenant, &display_id);
        }
        Ok(Reply::no_content().with_audit(AuditFacts { action: "forgotten", ..AuditFacts::default() }))
    }
}

struct ShowSession {
    api: Arc<Api>,
    /// True if the session's lifetime begins anew.
    extends: bool,
}

#[async_trait]
impl Handler for ShowSession {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let id = call.params.first().copied().unwrap_or_default();
        let scope = self.api.sessions.named(call.client, id).ok_or(Problem::NotFound)?;
        let store = self.api.engine.store();
        if self.extends {
            // Loading counts as a use of every entry.
            store.load(&scope).await?;
        }
        let summary = store.summary(&scope).await?.ok_or(Problem::NotFound)?;
        Ok(reply(serde_json::to_vec(&SessionResponse::new(&summary)).map_err(|_| Problem::Internal)?))
    }
}

struct ForgetTexts(Arc<Api>);

#[async_trait]
impl Handler for ForgetTexts {
    async fn call(&self, call: Call<'_>) -> Result<Reply, Problem> {
        let api = &self.0;
        let tenant: Arc<str> = call.client.tenant.as_str().into();
        let work = Arc::clone(api).forget_texts(call.body.clone(), tenant);
        // It goes through all entries of the tenant, so it never runs inline.
        let ForgetCounts { entries, sessions } =
            api.cpu.run(Job { bytes: None, ..job(&call, Duration::MAX) }, work).await??;
        telemetry::audit_forget_texts(call.request_id, &call.client.name, &call.client.tenant, entries, sessions);
        let written = serde_json::to_vec(&ForgetResponse { entries, sessions }).map_err(|_| Problem::Internal)?;
        Ok(reply(written).with_audit(AuditFacts { action: "forgotten", ..AuditFacts::default() }))
    }
}
