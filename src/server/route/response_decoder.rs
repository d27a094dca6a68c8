//! Streaming decoding of a response's content codings.

use bytes::Bytes;
use http::{HeaderMap, header::CONTENT_ENCODING};

use crate::{
    codec::{
        CodecError,
        encoding::{self, Decoder},
    },
    problem::{Problem, UpstreamFault},
};

/// The decoder of one response.
#[derive(Debug)]
pub struct ResponseDecoder {
    /// `None` for a response without a coding.
    decoder: Option<Decoder>,
    /// The most bytes that one piece may decode to.
    cap: usize,
    /// True once a byte has come: an empty body with a coding is accepted, although it is no valid stream.
    started: bool,
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
        let decoder = (!codings.is_empty()).then(|| Decoder::new(&codings));
        Ok(Self { decoder, cap, started: false })
    }

    /// Decodes the next piece, the last one if `eof`.
    ///
    /// # Errors
    /// If the piece does not decode or becomes too large.
    pub fn decode(&mut self, piece: Bytes, eof: bool) -> Result<Bytes, CodecError> {
        let Some(decoder) = &mut self.decoder else { return Ok(piece) };
        self.started |= !piece.is_empty();
        let mut decoded = Vec::new();
        if self.started {
            decoder.push(&piece, eof, self.cap, &mut decoded)?;
        }
        Ok(decoded.into())
    }
}
