//! Streaming decoding of a response's content codings.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, header::CONTENT_ENCODING};

use super::super::cpu_pool::TenantPool;
use crate::{
    codec::{
        CodecError,
        encoding::{self, Decoder},
    },
    problem::{Problem, UpstreamFault},
};

/// An estimate of the time for each byte of an encoded piece, which may be a hundred bytes of text.
const TIME_PER_BYTE: Duration = Duration::from_nanos(100);

/// The decoder of one response.
#[derive(Debug)]
pub struct ResponseDecoder {
    coding: Coding,
    /// The most bytes that one piece may decode to.
    cap: usize,
    /// True once a byte has come: an empty body with a coding is accepted, although it is no valid stream.
    started: bool,
}

#[derive(Debug)]
enum Coding {
    Identity,
    Encoded(Box<Decoder>),
    /// The decoder did not come back from the pool.
    Lost,
}

impl ResponseDecoder {
    /// The decoder for a response with these headers, of which one piece may decode to `cap` bytes.
    ///
    /// # Errors
    /// [`UpstreamFault::Unvettable`] for unknown codings.
    pub fn new(headers: &HeaderMap, cap: usize) -> Result<Self, Problem> {
        let values = headers.get_all(CONTENT_ENCODING);
        let codings = encoding::codings(values.iter().map(|value| value.as_bytes()))
            .map_err(|_| Problem::Upstream(UpstreamFault::Unvettable))?;
        let coding =
            if codings.is_empty() { Coding::Identity } else { Coding::Encoded(Box::new(Decoder::new(&codings))) };
        Ok(Self { coding, cap, started: false })
    }

    /// Decodes the next piece, the last one if `eof`, in `pool` if it is long.
    ///
    /// # Errors
    /// [`UpstreamFault::Unvettable`] if the piece does not decode or becomes too large, [`Problem::Internal`] if the decoder
    /// panics.
    pub async fn decode(&mut self, piece: Bytes, eof: bool, pool: TenantPool<'_>) -> Result<Bytes, Problem> {
        self.started |= !piece.is_empty();
        let mut decoder = match std::mem::replace(&mut self.coding, Coding::Lost) {
            Coding::Identity => {
                self.coding = Coding::Identity;
                return Ok(piece);
            }
            Coding::Encoded(decoder) => decoder,
            Coding::Lost => return Err(Problem::Internal),
        };
        let (started, cap) = (self.started, self.cap);
        let estimate = TIME_PER_BYTE * u32::try_from(piece.len()).unwrap_or(u32::MAX);
        let work = async move {
            let mut decoded = Vec::new();
            if started {
                decoder.push(&piece, eof, cap, &mut decoded)?;
            }
            Ok::<_, CodecError>((decoder, decoded))
        };
        let decoded = pool.run(estimate, None, work).await?;
        let (decoder, decoded) = decoded.map_err(|_| Problem::Upstream(UpstreamFault::Unvettable))?;
        self.coding = Coding::Encoded(decoder);
        Ok(decoded.into())
    }
}
