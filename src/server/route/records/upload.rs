//! [`Upload`]: a request to an upstream whose body follows in pieces.
//!
//! An attempt that fails before the first piece is written is repeated at another address. Later ones are not: the pieces
//! are gone, and the client has them all.

use std::sync::Arc;

use http::{HeaderValue, header::TRANSFER_ENCODING};
use pingora_core::{BError, ErrorType, protocols::http::client::HttpSession};
use tokio::time::Instant;

use super::{
    super::{
        balance::Member as _,
        dispatch::{
            ATTEMPTS, EARLY_RESPONSE_TIMEOUT, UpstreamRequest, UpstreamResponse, fault_of, header, read_header, reason,
            with_deadline,
        },
        upstream::{Backend, Upstreams, connector},
    },
    early_answer::EarlyAnswerStream,
};
use crate::{
    engine::proxy::MaskedBody,
    problem::{Problem, UpstreamFault},
};

/// A request whose head is sent.
pub struct Upload {
    session: HttpSession,
    backend: Arc<Backend>,
    upstreams: Arc<Upstreams>,
}

/// The end of an upload before its body has ended.
pub enum UploadEnd {
    /// The upstream has answered, and takes no more.
    Answered(Box<UpstreamResponse>),
    /// The upstream has failed.
    Failed(Problem),
}

impl Upload {
    /// Sends the head of `request`, whose body is left out, to one of `upstreams`.
    ///
    /// # Errors
    /// A problem (502, 503, 504).
    pub async fn begin(
        upstreams: &Arc<Upstreams>,
        tenant: &str,
        request: &UpstreamRequest,
        deadline: Instant,
    ) -> Result<Self, Problem> {
        let (mut tried, mut fault) = (Vec::new(), UpstreamFault::Unavailable);
        for attempt in 0..ATTEMPTS {
            let Some(backend) = upstreams.choose(tenant, &tried).await else { break };
            if attempt > 0 {
                upstreams.metrics.retried();
            }
            match with_deadline(deadline, Box::pin(connect(upstreams, &backend, request))).await {
                Ok(session) => return Ok(Self { session, backend, upstreams: Arc::clone(upstreams) }),
                Err(error) if matches!(error.etype(), ErrorType::H2Downgrade | ErrorType::InvalidH2) => {
                    connector().prefer_h1(&backend.peer);
                }
                Err(error) => {
                    fault = fault_of(&error);
                    upstreams.record_failure(&backend, reason(fault));
                    tried.push(backend.address());
                }
            }
        }
        Err(Problem::Upstream(fault))
    }

    /// Sends a piece of the body.
    ///
    /// # Errors
    /// If the upstream has failed, or has answered already.
    pub async fn write(mut self, piece: MaskedBody) -> Result<Self, UploadEnd> {
        // An empty chunk would end the body.
        if piece.bytes().is_empty() {
            return Ok(self);
        }
        match self.session.write_request_body(piece.into(), false).await {
            Ok(()) => Ok(self),
            Err(error) => Err(self.interrupted(&error).await),
        }
    }

    /// Ends the body, and reads the head of the answer.
    ///
    /// # Errors
    /// If the upstream has failed, or had answered before.
    pub async fn finish(mut self, deadline: Instant) -> Result<UpstreamResponse, UploadEnd> {
        if let Err(error) = self.session.finish_request_body().await {
            return Err(self.interrupted(&error).await);
        }
        let patience = deadline.min(Instant::now() + self.upstreams.timeouts.first_byte);
        match with_deadline(patience, read_header(&mut self.session)).await {
            Ok(()) => Ok(self.answered()),
            Err(error) => Err(UploadEnd::Failed(self.failed(&error))),
        }
    }

    /// Ends the request without its last chunk, so that the upstream acts on none of it.
    pub async fn abort(mut self) {
        self.session.shutdown().await;
    }

    /// The end of an upload whose write has failed: the upstream's answer, if it has given one. An answer that says that all
    /// is well is none: not all of the body was sent.
    async fn interrupted(mut self, error: &BError) -> UploadEnd {
        let read = tokio::time::timeout(EARLY_RESPONSE_TIMEOUT, read_header(&mut self.session)).await;
        let status = self.session.response_header().map(|header| header.status);
        match (read, status) {
            (Ok(Ok(())), Some(status)) if !status.is_success() => UploadEnd::Answered(Box::new(self.answered())),
            _ => UploadEnd::Failed(self.failed(error)),
        }
    }

    fn answered(self) -> UpstreamResponse {
        self.backend.health().record_success();
        // The connection serves nothing else: it listens while it is written to.
        UpstreamResponse { session: self.session, backend: self.backend, complete: false }
    }

    fn failed(&self, error: &BError) -> Problem {
        let fault = fault_of(error);
        self.upstreams.record_failure(&self.backend, reason(fault));
        Problem::Upstream(fault)
    }
}

/// A connection on which the head of `request` is sent. It is a new one: an idle one may be closed already, which only shows
/// when pieces of the body are gone.
async fn connect(upstreams: &Upstreams, backend: &Backend, request: &UpstreamRequest) -> Result<HttpSession, BError> {
    let (session, _) = connector().get_http_session(&backend.peer).await?;
    let mut session = EarlyAnswerStream::wrap(session, &backend.peer);
    session.set_write_timeout(Some(upstreams.timeouts.between_bytes));
    session.set_read_timeout(None);
    let is_h2 = session.as_http2().is_some();
    let mut header = header(request, backend, is_h2)?;
    if !is_h2 {
        header.insert_header(TRANSFER_ENCODING, HeaderValue::from_static("chunked"))?;
    }
    session.write_request_header(Box::new(header)).await?;
    Ok(session)
}
