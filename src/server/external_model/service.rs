//! [`Service`]: a model behind an address, asked as Presidio's analyzer is (`POST /analyze`).
//!
//! Each text that is read leaves the process for that address. The request holds the text, a language and the labels that
//! are wanted; the answer is a list of finds with offsets in code points. Errors and logs hold neither.
//!
//! Detection runs on threads of the CPU pool and cannot await. They wait for a thread of the service's own, which has the
//! connections: at most `concurrency` of them, and no longer than the time-out.

use std::{
    io,
    sync::{
        Arc,
        mpsc::{RecvTimeoutError, SyncSender, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::{HeaderValue, header::ACCEPT};
use pingora_core::connectors::http::Connector;
use pingora_http::RequestHeader;
use serde::{Deserialize, Serialize};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::timeout_at,
};

use super::super::post::{self, PostError};
use super::{LoadError, labels::Labels, permits::Permits};
use crate::config::{ExternalSettings, Upstream};
use masquerade_detect::{
    ExternalFailure, ExternalFind,
    text::{Span, Unit, UnitCursor},
};

/// The time for which an idle connection is kept.
const IDLE: Duration = Duration::from_secs(30);

/// A service.
pub(super) struct Service {
    jobs: UnboundedSender<Job>,
    labels: Labels,
    language: String,
    permits: Permits,
}

/// A request with the place for its answer.
struct Job {
    body: Bytes,
    deadline: Instant,
    answer: SyncSender<Result<Vec<u8>, ExternalFailure>>,
}

/// The request, as Presidio's analyzer takes it.
#[derive(Serialize)]
struct Request<'r> {
    text: &'r str,
    language: &'r str,
    entities: Vec<&'r str>,
}

/// A find, as Presidio's analyzer gives it; other members are ignored.
#[derive(Deserialize)]
struct Answer {
    entity_type: String,
    start: usize,
    end: usize,
    score: f64,
}

impl Service {
    /// Starts the thread with the connections to the service at `address`. It ends when the service is dropped.
    pub(super) fn start(address: &Upstream, settings: &ExternalSettings) -> Result<Self, LoadError> {
        let labels = Labels::configured(settings)?;
        let client = Client { address: address.clone(), settings: settings.clone() };
        let jobs = client.start().map_err(LoadError::model)?;
        let (language, permits) = (settings.language.clone(), Permits::new(settings.concurrency));
        Ok(Self { jobs, labels, language, permits })
    }

    pub(super) fn labels(&self) -> &Labels {
        &self.labels
    }

    pub(super) fn find(&self, text: &str, deadline: Instant) -> Result<Vec<ExternalFind>, ExternalFailure> {
        let request = Request { text, language: &self.language, entities: self.labels.theirs().collect() };
        let body = serde_json::to_vec(&request).map_err(|_| ExternalFailure::Fault)?.into();
        let _permit = self.permits.take(deadline)?;
        let (answer, answered) = sync_channel(1);
        self.jobs.send(Job { body, deadline, answer }).map_err(|_| ExternalFailure::Fault)?;
        let time = deadline.saturating_duration_since(Instant::now());
        let answer = answered.recv_timeout(time).map_err(|error| match error {
            RecvTimeoutError::Timeout => ExternalFailure::Late,
            RecvTimeoutError::Disconnected => ExternalFailure::Fault,
        })??;
        self.read(text, &answer)
    }

    /// The finds in an answer. One that does not fit the text makes all of it worthless.
    fn read(&self, text: &str, answer: &[u8]) -> Result<Vec<ExternalFind>, ExternalFailure> {
        let answers: Vec<Answer> = serde_json::from_slice(answer).map_err(|_| ExternalFailure::Nonsense)?;
        let mut ends: Vec<usize> = answers.iter().flat_map(|find| [find.start, find.end]).collect();
        ends.sort_unstable();
        ends.dedup();
        let mut cursor = UnitCursor::new(text, Unit::Codepoint);
        let bytes: Option<Vec<usize>> = ends.iter().map(|end| cursor.byte_at(*end)).collect();
        let bytes = bytes.ok_or(ExternalFailure::Nonsense)?;
        let byte = |end: usize| ends.binary_search(&end).ok().and_then(|at| bytes.get(at).copied());
        let mut finds = Vec::with_capacity(answers.len());
        for Answer { entity_type, start, end, score } in answers {
            let span = byte(start).zip(byte(end)).filter(|(start, end)| start < end);
            let span = span.and_then(|(start, end)| Span::new(text, start..end)).ok_or(ExternalFailure::Nonsense)?;
            if !(0.0..=1.0).contains(&score) {
                return Err(ExternalFailure::Nonsense);
            }
            let find = |label| ExternalFind { span, label, confidence: score as f32 };
            finds.extend(self.labels.ours(&entity_type).map(find));
        }
        Ok(finds)
    }
}

/// The connections to a service.
struct Client {
    address: Upstream,
    settings: ExternalSettings,
}

impl Client {
    /// Starts the thread; returns the way to it.
    fn start(self) -> io::Result<UnboundedSender<Job>> {
        let (jobs, work) = unbounded_channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        thread::Builder::new().name("model".to_owned()).spawn(move || runtime.block_on(self.serve(work)))?;
        Ok(jobs)
    }

    /// Does jobs until nobody can send one.
    async fn serve(self, mut work: UnboundedReceiver<Job>) {
        let (client, connector) = (Arc::new(self), Arc::new(Connector::new(None)));
        while let Some(job) = work.recv().await {
            let (client, connector) = (Arc::clone(&client), Arc::clone(&connector));
            tokio::spawn(async move {
                let asked = timeout_at(job.deadline.into(), client.ask(&connector, &job.body)).await;
                // Whoever asked may have stopped waiting.
                let _ = job.answer.send(asked.unwrap_or(Err(ExternalFailure::Late)));
            });
        }
    }

    /// The answer to `body`. A connection that was kept may have ended meanwhile; then a new one is tried.
    async fn ask(&self, connector: &Connector, body: &Bytes) -> Result<Vec<u8>, ExternalFailure> {
        match self.exchange(connector, body).await {
            (Err(ExternalFailure::Unreachable), true) => self.exchange(connector, body).await.0,
            (answer, _) => answer,
        }
    }

    /// The answer on one connection, and whether that had been in use before.
    async fn exchange(&self, connector: &Connector, body: &Bytes) -> (Result<Vec<u8>, ExternalFailure>, bool) {
        let mut is_reused = false;
        let answer = self.answer(connector, body, &mut is_reused).await;
        (answer, is_reused)
    }

    async fn answer(
        &self,
        connector: &Connector,
        body: &Bytes,
        is_reused: &mut bool,
    ) -> Result<Vec<u8>, ExternalFailure> {
        fn unreachable<E>(_: E) -> ExternalFailure {
            ExternalFailure::Unreachable
        }
        let peer = post::peer(&self.address).await.map_err(unreachable)?;
        let (mut session, reused) = connector.get_http_session(&peer).await.map_err(unreachable)?;
        *is_reused = reused;
        let request = self.request(body.len()).map_err(|_| ExternalFailure::Fault)?;
        session.write_request_header(Box::new(request)).await.map_err(unreachable)?;
        session.write_request_body(body.clone(), true).await.map_err(unreachable)?;
        session.finish_request_body().await.map_err(unreachable)?;
        loop {
            session.read_response_header().await.map_err(unreachable)?;
            let status = session.response_header().ok_or(ExternalFailure::Unreachable)?.status;
            match status.as_u16() {
                100..=199 => {}
                200 => break,
                _ => return Err(ExternalFailure::Nonsense),
            }
        }
        // From here on it has the text: no second attempt.
        *is_reused = false;
        let mut answer = Vec::new();
        while let Some(piece) = session.read_response_body().await.map_err(unreachable)? {
            answer.extend_from_slice(&piece);
            if answer.len() > self.settings.answer_bytes {
                return Err(ExternalFailure::Nonsense);
            }
        }
        connector.release_http_session(session, &peer, Some(IDLE)).await;
        Ok(answer)
    }

    fn request(&self, length: usize) -> Result<RequestHeader, PostError> {
        let mut request = post::head(&self.address, "application/json", length, &self.settings.headers)?;
        request.insert_header(ACCEPT, HeaderValue::from_static("application/json"))?;
        Ok(request)
    }
}
