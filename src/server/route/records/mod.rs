//! Requests of log records, which are masked and forwarded as they arrive, in bounded memory.
//!
//! A body that ends within its first bytes is masked as a whole, so that its upstream gets its length and it can be sent
//! again. A longer one is divided into batches, several of which are masked at the same time; they go on in their order, in
//! a chunked body. What follows a batch that cannot be masked is not sent, and the body is not ended, so that its upstream
//! acts on none of it. The client is answered by the upstream, once the body has ended or the upstream takes no more.

use bytes::Bytes;
use futures_util::{StreamExt as _, stream::FuturesOrdered};
use http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use pingora_core::protocols::http::ServerSession;
use tokio::time::Instant;

use self::{
    codings::{Sink, Source},
    upload::{Upload, UploadEnd},
};
use super::{
    Route, RoutedRequest, State, cost,
    dispatch::{UpstreamRequest, UpstreamResponse},
    masking::{MaskedParts, RecordMasker},
    relay::ResponseRelay,
    tenant::Identity,
};
use crate::{
    codec::{encoding::BodyEncoding, framing::Batch},
    engine::proxy::{BATCH_BYTES, Coverage, MaskedBatch, MaskedBody},
    problem::Problem,
    server::{
        Job, SharedContext,
        body::{self, RequestError},
        connection,
        cpu_pool::{CpuPool, TenantPool},
        memory_budget::Reservation,
        request_context::RequestContext,
    },
};

mod codings;
mod early_answer;
mod upload;

/// The least bytes of an encoded body that go on as they arrive: a few may be many.
const ENCODED_BYTES: usize = BATCH_BYTES / 16;

impl RoutedRequest {
    /// The masker of the request's records; `None`: its body is read as a whole.
    pub(super) fn records(
        &self,
        client: &ServerSession,
        encoding: &BodyEncoding,
        identity: &Identity,
    ) -> Option<RecordMasker> {
        // A block of Snappy is decoded as a whole, and a signature is one of the whole body.
        if encoding.snappy || self.route.signer.is_some() {
            return None;
        }
        let request = client.req_header();
        let media_type = request.headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default().to_owned());
        self.route.masker.records(request.method.as_str(), &self.path, media_type, &identity.tenant)
    }

    /// Sends a request whose body began with `first` to an upstream as it arrives, and the response to the client.
    ///
    /// # Errors
    /// A problem before the response has started; later only an error that ends the connection.
    pub(super) async fn serve_records(
        self,
        (client, context): (&mut ServerSession, &mut RequestContext),
        (state, shared): (&State, &SharedContext),
        identity: Identity,
        (encoding, first): (BodyEncoding, Bytes),
        records: RecordMasker,
    ) -> Result<(), RequestError> {
        let route = &*self.route;
        let head = Box::new(client.req_header().clone());
        let mut masked = self.mask(head, (Bytes::new(), BodyEncoding::default()), &identity, shared).await?;
        let onward = route.masker.onward(encoding.clone(), true);
        masked.encoding = onward.declaration().and_then(|value| value.try_into().ok());
        let mut request = self.outgoing(client.req_header(), &masked, state, &context.span)?;
        request.headers.remove(CONTENT_LENGTH);
        let mut source = Source::new(&encoding.codings, route.limits.body_bytes);
        source.push(Some(first));
        context.memory.shrink(usize::MAX);
        let transfer = Transfer {
            client: &mut *client,
            memory: &mut context.memory,
            route,
            tenant: &identity.tenant.name,
            cpu: &shared.cpu,
            request: &request,
            records,
            source,
            sink: Sink::new(&onward.codings)?,
        };
        let TransferEnd { incoming, coverage, is_whole } = transfer.run().await?;
        masked.coverage.add(&coverage);
        route.count(&masked, &context.metrics);
        masked.add_to(&mut context.audit);
        let MaskedParts { mut restorer, coverage, .. } = masked;
        if identity.is_claimed {
            restorer.await_acceptance();
        }
        context.memory.shrink(usize::MAX);
        if !is_whole {
            client.set_keepalive(None);
            connection::mark_lingering();
        }
        let (coverage, deadline) = (coverage.value(), Instant::now() + route.upstreams.timeouts.total);
        let pool = TenantPool { cpu: &shared.cpu, tenant: &identity.tenant.name };
        let relay =
            ResponseRelay { client: &mut *client, context, route, coverage, pool, deadline, is_early: !is_whole };
        relay.run(incoming, restorer).await?;
        if !is_whole {
            body::linger(client).await;
        }
        Ok(())
    }

    /// The bytes of a body from which on it goes on as it arrives.
    pub(super) fn threshold(&self, encoding: &BodyEncoding) -> usize {
        let usual = if encoding.is_identity() { BATCH_BYTES } else { ENCODED_BYTES };
        usual.min(self.route.limits.body_bytes.saturating_add(1))
    }
}

/// The transfer of one body to an upstream.
struct Transfer<'t> {
    client: &'t mut ServerSession,
    /// The memory of what has arrived and is not forwarded yet.
    memory: &'t mut Reservation,
    route: &'t Route,
    tenant: &'t str,
    cpu: &'t CpuPool,
    request: &'t UpstreamRequest,
    records: RecordMasker,
    source: Source,
    sink: Sink,
}

/// The end of a transfer.
struct TransferEnd {
    incoming: UpstreamResponse,
    coverage: Coverage,
    /// True if the whole body was sent.
    is_whole: bool,
}

impl<'t> Transfer<'t> {
    /// Sends the body to its end, or to the upstream's answer.
    ///
    /// # Errors
    /// A problem, or the client has closed the connection. Then the upstream's request has no end.
    async fn run(mut self) -> Result<TransferEnd, RequestError> {
        let mut upload = None;
        let outcome = self.pass(&mut upload).await;
        if let (Err(_), Some(upload)) = (&outcome, upload) {
            upload.abort().await;
        }
        outcome
    }

    async fn pass(&mut self, upload: &mut Option<Upload>) -> Result<TransferEnd, RequestError> {
        let patience = self.route.limits.body_timeout;
        let most = self.cpu.threads() + 1;
        let mut coverage = Coverage::default();
        let mut jobs = FuturesOrdered::new();
        let mut deadline = Instant::now() + patience;
        loop {
            while jobs.len() < most {
                match self.records.next_batch(self.source.is_ended())? {
                    Some(batch) => {
                        jobs.push_back(self.job(batch));
                        deadline = Instant::now() + patience;
                    }
                    None if self.source.is_ended() || self.source.is_dry() => break,
                    None => {
                        let decoded = self.source.decode(self.tenant, self.cpu).await?;
                        self.memory.grow(decoded.len())?;
                        self.records.push(&decoded);
                    }
                }
            }
            let reads = jobs.len() < most && !self.source.is_ended();
            tokio::select! {
                biased;
                Some(masked) = jobs.next() => {
                    let (MaskedBatch { body, coverage: counts }, size) = masked?;
                    coverage.add(&counts);
                    let piece = self.sink.encode(body, self.tenant, self.cpu).await?;
                    if let Some(incoming) = self.write(upload, piece).await? {
                        return Ok(TransferEnd { incoming, coverage, is_whole: false });
                    }
                    self.memory.shrink(size);
                }
                chunk = body::next_chunk(self.client, deadline), if reads => self.source.push(chunk?),
                else => break,
            }
        }
        let end = self.sink.finish()?;
        if let Some(incoming) = self.write(upload, end).await? {
            return Ok(TransferEnd { incoming, coverage, is_whole: false });
        }
        let total = Instant::now() + self.route.upstreams.timeouts.total;
        let open = match upload.take() {
            Some(open) => open,
            None => self.begin().await?,
        };
        let started = Instant::now();
        let answer = tokio::select! {
            biased;
            answer = open.finish(total) => answer,
            gone = self.client.read_body_or_idle(true) => return Err(RequestError::left(gone)),
        };
        self.route.upstreams.metrics.first_byte(started.elapsed());
        match answer {
            Ok(incoming) => Ok(TransferEnd { incoming, coverage, is_whole: true }),
            Err(UploadEnd::Answered(incoming)) => Ok(TransferEnd { incoming: *incoming, coverage, is_whole: false }),
            Err(UploadEnd::Failed(problem)) => Err(problem.into()),
        }
    }

    /// The masking of a batch in the CPU pool, with its size.
    fn job(&self, batch: Batch) -> impl Future<Output = Result<(MaskedBatch, usize), Problem>> + use<'t> {
        let (cpu, tenant, size) = (self.cpu, self.tenant, batch.bytes.len());
        let estimate = cost(size).saturating_add(self.route.masker.inference_time(size));
        let work = Box::pin(self.records.mask(batch));
        async move { Ok((cpu.run(Job { tenant, estimate, bytes: Some(size) }, work).await??, size)) }
    }

    /// Sends a piece; returns the upstream's answer if it takes no more.
    async fn write(
        &mut self,
        upload: &mut Option<Upload>,
        piece: MaskedBody,
    ) -> Result<Option<UpstreamResponse>, RequestError> {
        if piece.bytes().is_empty() {
            return Ok(None);
        }
        let open = match upload.take() {
            Some(open) => open,
            None => self.begin().await?,
        };
        match open.write(piece).await {
            Ok(open) => {
                *upload = Some(open);
                Ok(None)
            }
            Err(UploadEnd::Answered(incoming)) => Ok(Some(*incoming)),
            Err(UploadEnd::Failed(problem)) => Err(problem.into()),
        }
    }

    /// Sends the head of the request.
    fn begin(&self) -> impl Future<Output = Result<Upload, Problem>> + use<'t> {
        let (upstreams, tenant, request) = (&self.route.upstreams, self.tenant, self.request);
        Upload::begin(upstreams, tenant, request, Instant::now() + upstreams.timeouts.total)
    }
}
