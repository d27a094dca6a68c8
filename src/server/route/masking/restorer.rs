//! [`ResponseRestorer`]: restoring of a response by the engine.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use http::StatusCode;

use super::{
    super::{
        super::cpu_pool::{self, TenantPool},
        cost,
    },
    RequestProfile,
};
use crate::{
    engine::{
        self, Engine,
        proxy::{
            Caller, RestoreMap, Rules, Session, open_answer,
            response::{Counts, Response, Screen, Shape, Work},
            whole_stream,
        },
    },
    problem::{Problem, Resource, UpstreamFault},
};
use masquerade_detect::Level;

/// The answer of a backend that keeps sealed records.
struct Opener {
    rules: Arc<Rules>,
    caller: Caller,
    /// The beginning of the answer's body.
    body: BytesMut,
}

impl std::fmt::Debug for Opener {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Opener({} bytes)", self.body.len())
    }
}

/// The facts of a response that are known before it begins.
#[derive(Debug)]
struct Settings {
    profile: RequestProfile,
    /// The most bytes of a document, and of sealed records, that are waited for.
    limit: usize,
    /// The opener of sealed records in the answer.
    opener: Option<Opener>,
    /// The number of the last event of a resumed stream that the client received.
    last_event: Option<u64>,
}

/// The body of a response, which goes to the pool for CPU work and comes back.
#[derive(Debug)]
struct Body {
    /// The opener of sealed records in the answer, for a caller who may open them.
    opener: Option<Opener>,
    response: Response<RequestProfile>,
}

impl Body {
    /// Takes the next piece, the last one if `eof`, and appends to `out` what can go on.
    fn push(&mut self, piece: Bytes, eof: bool, out: &mut BytesMut) {
        let Some(opener) = &mut self.opener else { return self.response.push(piece, eof, out) };
        opener.body.extend_from_slice(&piece);
        // What is too long to wait for goes on sealed.
        if eof || opener.body.len() > self.response.limit() {
            let body = opener.body.split().freeze();
            let (profile, limit) = (self.response.profile(), self.response.limit());
            out.extend_from_slice(&match eof {
                true => open_answer(profile, &opener.rules, &opener.caller, body, limit),
                false => body,
            });
            self.opener = self.opener.take().filter(|_| eof);
        }
    }

    /// The work of a push of `bytes` bytes, the last ones if `eof`.
    fn work(&self, bytes: usize, eof: bool) -> Work {
        match &self.opener {
            // Sealed texts are longer than what they stand for.
            Some(opener) if eof => Work { read: opener.body.len() + bytes, restored: 0, level: Level::Off },
            Some(_) => Work::NONE,
            None => self.response.work(bytes, eof),
        }
    }

    /// The number of bytes that wait for others.
    fn held(&self) -> usize {
        self.opener.as_ref().map_or(0, |opener| opener.body.len()) + self.response.held()
    }
}

/// The restorer of one response.
#[derive(Debug)]
pub struct ResponseRestorer {
    engine: Arc<Engine>,
    map: RestoreMap,
    session: Option<Session>,
    /// `None` once the response has begun.
    settings: Option<Settings>,
    /// `None` before the response begins, and where it did not come back from the pool.
    body: Option<Box<Body>>,
    /// The counts of a body that is in the pool.
    counts: Option<Counts>,
    /// The number of the provider's ids that are stored as aliases of the session.
    remembered: usize,
    /// True if the upstream has yet to accept the credential that names the tenant.
    awaits_acceptance: bool,
    /// The name of the session of a socket.
    socket: Option<Arc<str>>,
}

impl ResponseRestorer {
    /// The restorer of the response to a request. Documents of more than `limit` bytes are not waited for.
    pub(super) fn new(
        engine: Arc<Engine>,
        profile: RequestProfile,
        map: RestoreMap,
        session: Option<Session>,
        limit: usize,
    ) -> Self {
        Self {
            engine,
            map,
            session,
            settings: Some(Settings { profile, limit, opener: None, last_event: None }),
            body: None,
            counts: None,
            remembered: 0,
            awaits_acceptance: false,
            socket: None,
        }
    }

    /// Lets sealed records in the answer be restored for `caller`.
    pub(super) fn open_records(&mut self, rules: Arc<Rules>, caller: Caller) {
        if let Some(settings) = &mut self.settings {
            settings.opener = Some(Opener { rules, caller, body: BytesMut::new() });
        }
    }

    /// The query for the whole of the stream that a client resumes with `query`, whose events up to the last one that the
    /// client received are then left out; `None`: it resumes no stream in which anything is restored.
    pub(super) fn resume(&mut self, query: Option<&str>) -> Option<Option<String>> {
        let settings = self.settings.as_mut()?;
        let (query, last_event) = whole_stream(&settings.profile, query?).filter(|_| !self.map.is_empty())?;
        settings.last_event = Some(last_event);
        Some(query)
    }

    /// Lets nothing be restored.
    pub(super) fn restore_nothing(&mut self) {
        self.map = RestoreMap::nothing();
    }

    /// Lets new personal data in the response be masked.
    pub(super) fn screen(&mut self, screen: Screen) {
        let map = std::mem::replace(&mut self.map, RestoreMap::nothing());
        self.map = map.with_screen(screen);
    }

    /// Lets the map of state that the provider keeps serve only if the upstream accepts the request: until then nobody has
    /// verified that it is the tenant's.
    pub fn await_acceptance(&mut self) {
        self.awaits_acceptance = true;
    }

    /// Starts the response, with this status and media type; empty: it has none. It starts once.
    pub fn begin(&mut self, status: StatusCode, media_type: &[u8]) {
        let Some(Settings { profile, limit, opener, last_event }) = self.settings.take() else { return };
        let shape = Shape::of(media_type, &profile);
        let opener = opener.filter(|_| shape == Shape::Whole);
        let mut map = std::mem::replace(&mut self.map, RestoreMap::nothing());
        if self.awaits_acceptance && !status.is_success() && self.session.take().is_some() {
            map = RestoreMap::nothing();
        }
        let mut response = Response::new(profile, shape, map, limit);
        if let Some(event) = last_event {
            response.resume_behind(event);
        }
        self.body = Some(Box::new(Body { opener, response }));
    }

    /// Takes the next piece, the last one if `eof`, and appends restored bytes to `out`: in `pool` if it is long. Ids of the
    /// provider are stored as aliases of the session before this returns: a client may use them at once.
    ///
    /// # Errors
    /// If the store cannot be reached, or the answer may not go on.
    pub async fn push(
        &mut self,
        piece: Bytes,
        eof: bool,
        pool: TenantPool<'_>,
        out: &mut BytesMut,
    ) -> Result<(), Problem> {
        self.restore(piece, eof, pool, out).await?;
        let Some(response) = self.body.as_ref().map(|body| &body.response) else { return Err(Problem::Internal) };
        if response.counts().is_unscreened {
            return Err(Problem::Upstream(UpstreamFault::Unvettable));
        }
        if response.counts().is_refused {
            return Err(Problem::Upstream(UpstreamFault::Withheld));
        }
        let Some(session) = &self.session else { return Ok(()) };
        for id in response.ids().skip(self.remembered) {
            let kept = session.remember(self.engine.store().as_ref(), id).await;
            kept.map_err(|_| Problem::Overloaded(Resource::Store))?;
            self.remembered += 1;
        }
        Ok(())
    }

    async fn restore(
        &mut self,
        piece: Bytes,
        eof: bool,
        pool: TenantPool<'_>,
        out: &mut BytesMut,
    ) -> Result<(), Problem> {
        let Some(mut body) = self.body.take() else { return Err(Problem::Internal) };
        let Work { read, restored, level } = body.work(piece.len(), eof);
        let inference = engine::inference_time(self.engine.detector(), level, read);
        let estimate = cost(read.saturating_add(restored)).saturating_add(inference);
        if cpu_pool::is_short(estimate) {
            body.push(piece, eof, out);
            self.body = Some(body);
            return Ok(());
        }
        self.counts = Some(body.response.counts().clone());
        let mut appended = std::mem::take(out);
        let work = async move {
            body.push(piece, eof, &mut appended);
            (body, appended)
        };
        let (body, appended) = pool.run(estimate, Some(read.saturating_add(restored)), work).await?;
        (self.body, *out) = (Some(body), appended);
        Ok(())
    }

    /// The name of the session of the socket, once it has begun.
    pub fn socket(&self) -> Option<Arc<str>> {
        self.socket.clone()
    }

    /// Goes on with the map and the session of the next message of a socket.
    ///
    /// # Errors
    /// If the store cannot be reached, or the system gives no random numbers.
    pub async fn adopt(&mut self, next: Self) -> Result<(), Problem> {
        if let Some(session) = next.session {
            if self.socket.is_none() {
                let mut fresh = [0; 16];
                getrandom::fill(&mut fresh).map_err(|_| Problem::Internal)?;
                let name: Arc<str> = format!("socket/{:032x}", u128::from_ne_bytes(fresh)).into();
                let named = session.remember(self.engine.store().as_ref(), &name).await;
                named.map_err(|_| Problem::Overloaded(Resource::Store))?;
                self.socket = Some(name);
            }
            self.session = Some(session);
        }
        if let Some(body) = self.body.as_mut().filter(|_| !next.map.is_empty()) {
            body.response.set_map(next.map);
        }
        Ok(())
    }

    /// The number of bytes of the response that wait for others.
    pub fn held(&self) -> usize {
        self.body.as_ref().map_or(0, |body| body.held())
    }

    /// The counts of restored placeholders so far.
    pub fn counts(&self) -> Option<&Counts> {
        self.body.as_ref().map(|body| body.response.counts()).or(self.counts.as_ref())
    }
}
