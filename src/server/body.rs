//! Reading of request bodies under a deadline, a size limit and the memory budget.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use pingora_core::{Error, ErrorType, protocols::http::ServerSession};
use tokio::time::{Instant, timeout_at};

use super::{
    connection::LINGER,
    cpu_pool::{CpuPool, Job},
    decompress,
    memory_budget::Reservation,
    request_checks,
};
use crate::{codec::encoding::BodyEncoding, problem::Problem};

/// The most bytes that are allocated by a declared length before the bytes arrive.
const ROOM: usize = 16 * 1024;

/// The largest body of a refused request that is read to its end, so that the connection can be kept.
const DRAIN_BYTES: usize = 64 * 1024;

/// The time for that: a body this small has usually arrived with its headers.
const DRAIN_TIME: Duration = Duration::from_secs(1);

/// The failure of a request.
#[derive(Debug)]
pub enum RequestError {
    /// The client gets this problem.
    Problem(Problem),
    /// The client has closed the connection.
    ClientGone(Box<Error>),
}

impl RequestError {
    /// The error of a client that did not wait for its answer: `outcome` is what reading from it gave.
    pub fn left(outcome: pingora_core::Result<Option<Bytes>>) -> Self {
        // A client that sent more of a body than it had declared is no better.
        Self::ClientGone(outcome.err().unwrap_or_else(|| Error::new(ErrorType::ConnectionClosed)))
    }
}

impl From<Problem> for RequestError {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

/// Reads the whole body as it was sent, at most `limit` bytes within `patience`. `reservation` grows with it.
///
/// # Errors
/// A problem (413, 408, 400, 503), or the client has closed the connection.
pub async fn read(
    session: &mut ServerSession,
    limit: usize,
    patience: Duration,
    reservation: &mut Reservation,
) -> Result<Bytes, RequestError> {
    let declared = request_checks::declared_length(&session.req_header().headers);
    if declared.is_some_and(|length| length > limit as u64) {
        return Err(Problem::BodyTooLarge { limit }.into());
    }
    fill(session, usize::MAX, Some(limit), patience, reservation).await
}

/// The beginning of a body.
pub enum Beginning {
    /// The whole body.
    Whole(Bytes),
    /// A part of the body.
    Part(Bytes),
}

/// Reads a body as it was sent until it ends, or until there are `enough` bytes of it. `reservation` grows with them.
///
/// # Errors
/// A problem (408, 400, 503), or the client has closed the connection.
pub async fn begin(
    session: &mut ServerSession,
    enough: usize,
    patience: Duration,
    reservation: &mut Reservation,
) -> Result<Beginning, RequestError> {
    let first = fill(session, enough, None, patience, reservation).await?;
    Ok(if first.len() < enough { Beginning::Whole(first) } else { Beginning::Part(first) })
}

/// Reads a body until it ends, or until there are `enough` bytes of it, which are at most `limit`.
async fn fill(
    session: &mut ServerSession,
    enough: usize,
    limit: Option<usize>,
    patience: Duration,
    reservation: &mut Reservation,
) -> Result<Bytes, RequestError> {
    let declared = request_checks::declared_length(&session.req_header().headers);
    if request_checks::expects_continue(session.req_header()) {
        session.write_continue_response().await.map_err(RequestError::ClientGone)?;
    }
    let deadline = Instant::now() + patience;
    let mut first = Bytes::new();
    let mut all = BytesMut::new();
    // When all declared bytes are there, the check spares a read that would only report the end.
    while first.len() + all.len() < enough
        && (declared != Some((first.len() + all.len()) as u64) || !session.is_body_done())
    {
        let Some(chunk) = next_chunk(session, deadline).await? else { break };
        if let Some(limit) = limit.filter(|&limit| first.len() + all.len() + chunk.len() > limit) {
            return Err(Problem::BodyTooLarge { limit }.into());
        }
        reservation.grow(chunk.len())?;
        // Most bodies arrive in one piece and are not copied.
        if first.is_empty() && all.is_empty() {
            first = chunk;
        } else {
            if all.is_empty() {
                // A declared length is trusted up to `ROOM`, so that usual bodies are copied once.
                let room = usize::try_from(declared.unwrap_or_default()).unwrap_or(usize::MAX).min(ROOM);
                all.reserve(room.max(first.len() + chunk.len()));
            }
            all.extend_from_slice(&std::mem::take(&mut first));
            all.extend_from_slice(&chunk);
        }
    }
    Ok(if all.is_empty() { first } else { all.freeze() })
}

/// The next chunk of a body; `None`: it has ended.
///
/// # Errors
/// A problem (408, 400), or the client has closed the connection.
pub async fn next_chunk(session: &mut ServerSession, deadline: Instant) -> Result<Option<Bytes>, RequestError> {
    match timeout_at(deadline, session.read_request_body()).await {
        Ok(Ok(chunk)) => Ok(chunk),
        // The library does not export the constants of these errors; `tests/api/pingora.rs` checks their names.
        Ok(Err(e)) if matches!(e.etype().as_str(), "InvalidChunk" | "InvalidTrailerEnd") => {
            Err(Problem::Malformed("The chunks of the body are malformed.").into())
        }
        Ok(Err(e)) => Err(RequestError::ClientGone(e)),
        Err(_) => Err(Problem::BodyTimeout.into()),
    }
}

/// Decodes a body, the outermost coding first, in the CPU pool: a kilobyte can become megabytes.
///
/// # Errors
/// The errors of [`decompress::decompress`] and of the pool.
pub async fn decode(
    body: Bytes,
    encoding: impl Into<BodyEncoding>,
    limit: usize,
    tenant: &str,
    cpu: &CpuPool,
    reservation: &mut Reservation,
) -> Result<Bytes, Problem> {
    let encoding = encoding.into();
    if encoding.is_identity() || body.is_empty() {
        return Ok(body);
    }
    let mut decompressed = reservation.sibling();
    let undo = async move {
        let mut decoded = body;
        if !encoding.codings.is_empty() {
            decoded = decompress::decompress(&encoding.codings, &decoded, limit, &mut decompressed)?.into();
        }
        if encoding.snappy {
            decoded = decompress::unblock(&decoded, limit, &mut decompressed)?.into();
        }
        Ok::<_, Problem>((decoded, decompressed))
    };
    let (decoded, decompressed) = cpu.run(Job { tenant, estimate: Duration::MAX, bytes: None }, undo).await??;
    *reservation = decompressed;
    Ok(decoded)
}

/// Reads and discards the rest of a body behind an answer on HTTP/2, for as long as a connection of HTTP/1.1 lingers: a
/// stream that is reset while its client still sends loses the answer in common clients (RFC 9113, 8.1).
pub async fn linger(session: &mut ServerSession) {
    if session.as_http2().is_none() {
        return;
    }
    let deadline = Instant::now() + LINGER;
    while !session.is_body_done() && matches!(next_chunk(session, deadline).await, Ok(Some(_))) {}
}

/// Reads the rest of a refused request's body if it is short. Returns whether the body has ended.
pub async fn drain(session: &mut ServerSession) -> bool {
    if session.is_body_done() {
        return true;
    }
    let headers = session.req_header();
    if request_checks::expects_continue(headers)
        || request_checks::declared_length(&headers.headers).is_some_and(|n| n > DRAIN_BYTES as u64)
    {
        return false;
    }
    let deadline = Instant::now() + DRAIN_TIME;
    let mut drained = 0;
    while let Ok(Some(chunk)) = next_chunk(session, deadline).await {
        drained += chunk.len();
        if drained > DRAIN_BYTES {
            break;
        }
    }
    session.is_body_done()
}
