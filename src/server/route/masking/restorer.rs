//! [`ResponseRestorer`]: restoring of a response by the engine.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use http::StatusCode;

use super::RequestProfile;
use crate::{
    engine::{
        Engine,
        proxy::{
            Caller, RestoreMap, Rules, Session, open_answer,
            response::{Counts, Response, Screen, Shape},
            whole_stream,
        },
    },
    problem::{Problem, Resource, UpstreamFault},
};

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

/// The restorer of one response.
#[derive(Debug)]
pub struct ResponseRestorer {
    engine: Arc<Engine>,
    profile: RequestProfile,
    map: RestoreMap,
    session: Option<Session>,
    limit: usize,
    response: Option<Response<RequestProfile>>,
    /// The opener of sealed records in the answer, for a caller who may open them.
    opener: Option<Opener>,
    /// The number of the provider's ids that are stored as aliases of the session.
    remembered: usize,
    /// True if the upstream has yet to accept the credential that names the tenant.
    awaits_acceptance: bool,
    /// The name of the session of a socket.
    socket: Option<Arc<str>>,
    /// The number of the last event of a resumed stream that the client received.
    received: Option<u64>,
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
        let (response, opener, socket) = (None, None, None);
        let (remembered, awaits_acceptance, received) = (0, false, None);
        Self { engine, profile, map, session, limit, response, opener, remembered, awaits_acceptance, socket, received }
    }

    /// Lets sealed records in the answer be restored for `caller`.
    pub(super) fn open_records(&mut self, rules: Arc<Rules>, caller: Caller) {
        self.opener = Some(Opener { rules, caller, body: BytesMut::new() });
    }

    /// The query for the whole of the stream that a client resumes with `query`, whose events up to the last one that the
    /// client received are then left out; `None`: it resumes no stream in which anything is restored.
    pub(super) fn resume(&mut self, query: Option<&str>) -> Option<Option<String>> {
        let (query, received) = whole_stream(&self.profile, query?).filter(|_| !self.map.is_empty())?;
        self.received = Some(received);
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

    /// Starts a response with this status and media type; empty: it has none.
    pub fn begin(&mut self, status: StatusCode, media_type: &[u8]) {
        let shape = Shape::of(media_type, &self.profile);
        self.opener = self.opener.take().filter(|_| shape == Shape::Whole);
        let mut map = std::mem::replace(&mut self.map, RestoreMap::nothing());
        if self.awaits_acceptance && !status.is_success() && self.session.take().is_some() {
            map = RestoreMap::nothing();
        }
        let mut response = Response::new(self.profile.clone(), shape, map, self.limit);
        if let Some(received) = self.received {
            response.resume_behind(received);
        }
        self.response = Some(response);
    }

    /// Takes the next piece, the last one if `eof`, and appends restored bytes to `out`. Ids of the provider are stored as
    /// aliases of the session before this returns: a client may use them at once.
    ///
    /// # Errors
    /// If the store cannot be reached.
    pub async fn push(&mut self, piece: Bytes, eof: bool, out: &mut BytesMut) -> Result<(), Problem> {
        if let Some(opener) = &mut self.opener {
            opener.body.extend_from_slice(&piece);
            // What is too long to wait for goes on sealed.
            if eof || opener.body.len() > self.limit {
                let body = opener.body.split().freeze();
                out.extend_from_slice(&match eof {
                    true => open_answer(&self.profile, &opener.rules, &opener.caller, body, self.limit),
                    false => body,
                });
                self.opener = self.opener.take().filter(|_| eof);
            }
            return Ok(());
        }
        let Some(response) = &mut self.response else { return Err(Problem::Internal) };
        response.push(piece, eof, out);
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
        if let Some(response) = self.response.as_mut().filter(|_| !next.map.is_empty()) {
            response.set_map(next.map);
        }
        Ok(())
    }

    /// The number of bytes of the response that wait for others.
    pub fn held(&self) -> usize {
        let waiting = self.opener.as_ref().map_or(0, |opener| opener.body.len());
        waiting + self.response.as_ref().map_or(0, Response::held)
    }

    /// The counts of restored placeholders so far.
    pub fn counts(&self) -> Option<&Counts> {
        self.response.as_ref().map(Response::counts)
    }
}
