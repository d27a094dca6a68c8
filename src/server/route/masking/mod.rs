//! [`Masker`]: masking of a route's requests by the engine.

use std::{borrow::Cow, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};

use self::{
    profiles::{FoundProfile, RequestProfile, RouteProfiles},
    refusals::problem,
};
pub use self::{records::RecordMasker, restorer::ResponseRestorer};
use super::{headers, tenant::Tenant};
use crate::{
    codec::encoding::BodyEncoding,
    config::{self, Reencode},
    engine::{
        self, Engine, SHORT_WORK,
        proxy::{
            Caller, Coverage, HeaderScope, Incoming, IncomingHeader, MaskedBody, MaskedRequest, RequestMasker,
            RestoreMap, Rules, Tools, response::Screen, restore_request, setup::RouteRules,
        },
        setup::SetupError,
    },
    problem::{Problem, Unvettable},
    telemetry::audit::AuditFacts,
};
use masquerade_detect::Level;

mod profiles;
mod records;
mod refusals;
mod restorer;

/// The masker of one route's requests.
#[derive(Debug)]
pub struct Masker {
    engine: Arc<Engine>,
    profiles: RouteProfiles,
    rules: RouteRules,
    /// True if the route is the tenant of log APIs: a rotation of the client's credential for the upstream must not
    /// change pseudonyms.
    logs_by_route: bool,
    /// True if requests at paths that no profile knows are refused.
    refuses_unknown: bool,
    /// True if responses are restored, where the profile has it.
    restores: bool,
    /// True if new personal data in responses are masked.
    screens: bool,
    /// The rules of new personal data in responses.
    screening: Arc<Rules>,
    /// The rules by which sealed records in answers are restored.
    opening: Arc<Rules>,
    /// True if records of logs go on as they arrive.
    streams: bool,
    /// The encoding of bodies; `None`: as they came for log APIs, else none.
    reencode: Option<Reencode>,
    scanned: Vec<HeaderName>,
    /// The most bytes of a document of a response.
    limit: usize,
}

/// A header that is scanned.
#[derive(Debug)]
pub struct ScannedHeader {
    name: HeaderName,
    value: String,
    scope: HeaderScope,
}

impl ScannedHeader {
    fn incoming(&self) -> IncomingHeader<'_> {
        IncomingHeader { name: self.name.as_str(), value: &self.value, scope: self.scope }
    }
}

/// A client's decoded request.
#[derive(Debug)]
pub struct PlainRequest {
    pub method: Method,
    /// The path behind the route's prefix.
    pub path: String,
    /// The query, without the question mark.
    pub query: Option<String>,
    /// The value of `Content-Type`.
    pub media_type: Option<String>,
    /// The headers that are scanned.
    pub headers: Vec<ScannedHeader>,
    /// The body; empty if there is none.
    pub body: Bytes,
    /// The encoding in which it came.
    pub encoding: BodyEncoding,
    /// The tenant that owns the request.
    pub tenant: Arc<Tenant>,
    /// True if the client may open placeholders that other conversations sealed.
    pub may_deanonymize: bool,
    /// The name of the session of the socket that it is a message of; `None`: it is none, or the session has not begun.
    pub socket: Option<Arc<str>>,
}

/// The masked parts of a request, and the restorer of its response.
#[derive(Debug)]
pub struct MaskedParts {
    /// The masked body, encoded.
    pub body: MaskedBody,
    /// The value of its `Content-Encoding`, if it has one.
    pub encoding: Option<HeaderValue>,
    /// The masked query.
    pub query: Option<String>,
    /// The scanned headers with their masked values.
    pub headers: Vec<(HeaderName, HeaderValue)>,
    /// The counts of scanned and replaced strings.
    pub coverage: Coverage,
    /// The coverage that the route's shadow policy would have.
    pub shadow: Option<Coverage>,
    /// True if the body passes unvetted, as the route allows.
    pub unvetted: bool,
    /// The name of the API, for metrics.
    pub api: &'static str,
    /// The restorer of the response.
    pub restorer: ResponseRestorer,
}

impl MaskedParts {
    /// Adds the counts of the request to the facts for the audit stream.
    pub fn add_to(&self, facts: &mut AuditFacts) {
        facts.action = match (self.unvetted, self.coverage.is_observed) {
            (true, _) => "passed-unvetted",
            (false, true) => "observed",
            (false, false) => "masked",
        };
        for &(label, method, count) in &self.coverage.entities {
            facts.add(label.name(), method.name(), count);
        }
    }
}

impl Masker {
    /// The masker of `route`.
    ///
    /// # Errors
    /// If the route's settings contradict each other.
    pub fn new(engine: Arc<Engine>, config: &config::Config, route: &config::Route) -> Result<Self, SetupError> {
        let profiles = RouteProfiles::new(route)?;
        let rules = RouteRules::new(engine.detector(), config, route)?;
        Ok(Self {
            engine,
            profiles,
            screens: route.responses != config::Responses::Restore,
            screening: Arc::new(rules.dialogue.clone()),
            opening: Arc::new(rules.dialogue.clone()),
            rules,
            logs_by_route: route.auth == config::RouteAuth::Upstream,
            refuses_unknown: route.on_unknown == config::OnUnknown::Refuse,
            restores: route.restore != Some(false) && route.responses != config::Responses::MaskNew,
            streams: route.stream,
            reencode: route.reencode,
            scanned: route.scan_headers.iter().filter_map(|name| name.parse().ok()).collect(),
            limit: route.body_bytes,
        })
    }

    /// An estimate of the language models' time for a request of `bytes` bytes.
    pub fn inference_time(&self, bytes: usize) -> Duration {
        engine::inference_time(self.engine.detector(), self.level(), bytes)
    }

    /// The highest level at which the language model may read a request.
    pub fn level(&self) -> Level {
        match &self.rules.records {
            Some(records) if self.profiles.is_log() => records.level(),
            _ => self.rules.dialogue.level(),
        }
    }

    /// The headers of a request that are scanned: those that the route lists, and those that `headers::scope` gives.
    /// Of a header with one scanned value all values are.
    ///
    /// # Errors
    /// [`Problem::Unvettable`] for a scanned header that is not UTF-8.
    pub fn scanned(&self, headers: &HeaderMap) -> Result<Vec<ScannedHeader>, Problem> {
        let mut found = Vec::new();
        for name in headers.keys().filter(|name| headers::is_forwarded(name)) {
            let values = || headers.get_all(name).iter();
            let scope = match self.scanned.contains(name) {
                true => Some(HeaderScope::All),
                false => values().filter_map(|value| headers::scope(name, value)).max(),
            };
            let Some(scope) = scope else { continue };
            for value in values() {
                let text = std::str::from_utf8(value.as_bytes()).map_err(|_| {
                    Problem::Unvettable(Unvettable::kind("A header that is looked through must be UTF-8."))
                })?;
                found.push(ScannedHeader { name: name.clone(), value: text.to_owned(), scope });
            }
        }
        Ok(found)
    }

    /// Masks `request`.
    ///
    /// # Errors
    /// If the request cannot be masked.
    pub async fn mask(&self, request: PlainRequest) -> Result<MaskedParts, Problem> {
        let PlainRequest { method, path, query, media_type, headers, body, encoding, tenant, may_deanonymize, socket } =
            request;
        let found = self.profiles.find(method.as_str(), &path);
        let is_known = found.is_some();
        if !is_known && self.refuses_unknown && !self.rules.dialogue.observes() {
            return Err(UNKNOWN_PATH);
        }
        if let Some(found) = found.as_ref().filter(|found| found.masks_answers) {
            let caller = self.caller(&tenant, false, may_deanonymize);
            return Ok(self.reversed(found, caller, query, headers, body));
        }
        let FoundProfile { profile, api, is_log, id, .. } = found.unwrap_or_else(|| self.profiles.unknown());
        let id = socket.as_deref().or(id);
        let rules = match &self.rules.records {
            Some(records) if is_log => &**records,
            // Many paths look like those of a log API; a request without a body has nothing to hash.
            None if is_log && !body.is_empty() && !self.rules.dialogue.observes() => return Err(NO_SECRET),
            _ => &self.rules.dialogue,
        };
        let lines: Vec<IncomingHeader<'_>> = headers.iter().map(ScannedHeader::incoming).collect();
        let incoming = Incoming {
            media_type: media_type.as_deref(),
            path: &path,
            query: query.as_deref(),
            headers: &lines,
            id,
            ends_state: method == Method::DELETE || method == Method::POST && path.ends_with("/cancel"),
        };
        let caller = self.caller(&tenant, is_log, may_deanonymize);
        let masker = RequestMasker { engine: &self.engine, rules, caller: &caller };
        let shadow = self.rules.shadow.as_ref().filter(|_| !is_log);
        // Observation does not say which texts are known.
        if (rules.observes() || shadow.is_some()) && self.inference_time(body.len()) > SHORT_WORK {
            tokio::task::yield_now().await;
        }
        let shadow = shadow.map(|rules| RequestMasker { rules, ..masker }.observed(&profile, &body, incoming));
        let masked = match rules.observes() {
            true => Ok(masker.observe(&profile, body.clone(), incoming)),
            false => masker.mask(&profile, &body, incoming).await,
        };
        let masked = match masked {
            Ok(masked) => masked,
            Err(refusal) if rules.passes(&refusal) => masker.pass(&profile, body, incoming).await.map_err(problem)?,
            Err(refusal) => return Err(problem(refusal)),
        };
        let mut parts = self.masked(masked, profile, rules, query, headers);
        let encoding = self.onward(encoding, is_log);
        parts.body = parts.body.encoded(&encoding).map_err(problem)?;
        if !parts.body.bytes().is_empty() {
            parts.encoding = encoding.declaration().and_then(|value| HeaderValue::try_from(value).ok());
        }
        if let Some(query) = parts.restorer.resume(parts.query.as_deref()) {
            parts.query = query;
        }
        let screens = self.screens && !is_log && !parts.coverage.is_observed;
        if is_log && may_deanonymize && self.restores {
            parts.restorer.open_records(Arc::clone(&self.opening), caller.clone());
        }
        parts.api = api;
        parts.coverage.unknown_api = !is_known;
        parts.shadow = shadow;
        // Of an unknown API nobody knows what is message text.
        if !is_known && rules.restore().is_some_and(|restore| *restore.tools != Tools::All) {
            parts.restorer.restore_nothing();
        }
        if screens {
            parts.restorer.screen(Screen::new(Arc::clone(&self.engine), Arc::clone(&self.screening), caller.cipher));
        }
        Ok(parts)
    }

    /// A request whose placeholders are restored, and whose answer is masked.
    fn reversed(
        &self,
        found: &FoundProfile<'_>,
        caller: Caller,
        query: Option<String>,
        headers: Vec<ScannedHeader>,
        body: Bytes,
    ) -> MaskedParts {
        let rules = &self.rules.dialogue;
        let request = restore_request(&found.profile, rules, &caller, body, self.limit);
        let mut parts = self.masked(request, found.profile.clone(), rules, query, headers);
        parts.restorer.restore_nothing();
        if !rules.observes() {
            let screen = Screen::new(Arc::clone(&self.engine), Arc::clone(&self.screening), caller.cipher);
            parts.restorer.screen(screen.sealing());
        }
        parts.api = found.api;
        parts
    }

    fn masked(
        &self,
        masked: MaskedRequest,
        profile: RequestProfile,
        rules: &Rules,
        query: Option<String>,
        mut values: Vec<ScannedHeader>,
    ) -> MaskedParts {
        let restores = self.restores && rules.restore().is_some();
        let map = if restores { masked.restore } else { RestoreMap::nothing() };
        for (at, value) in masked.headers {
            values[at].value = value;
        }
        let valid = |header: ScannedHeader| {
            let value = HeaderValue::try_from(header.value);
            (header.name, value.expect("a masked value is plain text, and another one came in a header"))
        };
        let headers = values.into_iter().map(valid);
        MaskedParts {
            body: masked.body,
            encoding: None,
            query: masked.query.or(query),
            headers: headers.collect(),
            coverage: masked.coverage,
            shadow: None,
            unvetted: masked.unvetted,
            api: "",
            restorer: ResponseRestorer::new(Arc::clone(&self.engine), profile, map, masked.session, self.limit),
        }
    }

    /// The encoding in which a body goes on that came in `encoding`.
    pub fn onward(&self, encoding: BodyEncoding, is_log: bool) -> BodyEncoding {
        match self.reencode.unwrap_or(if is_log { Reencode::Same } else { Reencode::Identity }) {
            Reencode::Same => encoding,
            Reencode::Identity => encoding.undeclared(),
        }
    }

    /// The profiles of the route.
    pub fn profiles(&self) -> &RouteProfiles {
        &self.profiles
    }

    fn caller(&self, tenant: &Tenant, is_log: bool, may_deanonymize: bool) -> Caller {
        let cipher = if is_log && self.logs_by_route { &tenant.route_cipher } else { &tenant.cipher };
        Caller {
            tenant: Arc::clone(&tenant.name),
            cipher: cipher.clone(),
            sessions: tenant.sessions.clone(),
            aliases: tenant.aliases.clone(),
            may_deanonymize,
        }
    }
}

const NO_SECRET: Problem = Problem::Unvettable(Unvettable::kind(
    "Logs are hashed under a secret, and this instance has none that outlives it: add [[secrets]].",
));

const UNKNOWN_PATH: Problem = Problem::Unvettable(Unvettable {
    status: StatusCode::UNPROCESSABLE_ENTITY,
    slug: "unknown-path",
    detail: Cow::Borrowed("No profile of the route knows the method and path, and `on_unknown` says to refuse those."),
});
