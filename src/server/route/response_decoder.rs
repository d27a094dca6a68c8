//! Undoing the content codings of a response while it comes in.

use bytes::Bytes;
use http::{HeaderMap, header::CONTENT_ENCODING};

use crate::{
    codec::{
        CodecError,
        encoding::{self, Decoder},
    },
    problem::{Problem, UpstreamFault},
};

/// Undoes the codings of one response.
#[derive(Debug)]
pub struct ResponseDecoder {
    /// `None` where there is nothing to undo.
    decoder: Option<Decoder>,
    /// Most bytes that one piece may become.
    cap: usize,
    /// Whether anything has come yet: an empty body is no stream of any coding, and yet is sent with such a label.
    begun: bool,
}

impl ResponseDecoder {
    /// For a response with these headers, of which one piece may become `cap` bytes.
    ///
    /// # Errors
    /// [`UpstreamFault::Unvettable`] for codings that are not known.
    pub fn new(headers: &HeaderMap, cap: usize) -> Result<Self, Problem> {
        let values = headers.get_all(CONTENT_ENCODING);
        let codings = encoding::codings(values.iter().map(|value| value.as_bytes()))
            .map_err(|_| Problem::Upstream(UpstreamFault::Unvettable))?;
        let decoder = (!codings.is_empty()).then(|| Decoder::new(&codings));
        Ok(Self { decoder, cap, begun: false })
    }

    /// What the next piece stands for; `eof` says that it is the last one.
    ///
    /// # Errors
    /// If it is not what the headers say, or becomes too large.
    pub fn decode(&mut self, piece: Bytes, eof: bool) -> Result<Bytes, CodecError> {
        let Some(decoder) = &mut self.decoder else { return Ok(piece) };
        self.begun |= !piece.is_empty();
        let mut decoded = Vec::new();
        if self.begun {
            decoder.push(&piece, eof, self.cap, &mut decoded)?;
        }
        Ok(decoded.into())
    }
}
