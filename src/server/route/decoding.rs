//! Undoing the content codings of a response while it comes in.

use bytes::BytesMut;
use http::{HeaderMap, header::CONTENT_ENCODING};

use super::vetting::Unvettable;
use crate::problem::{Problem, UpstreamFault};

/// Undoes the codings of one response.
pub enum Decoding {
    /// There is none.
    Identity,
}

impl Decoding {
    /// For a response with these headers, whose body may have at most `cap` bytes.
    ///
    /// # Errors
    /// [`UpstreamFault::Unvettable`] for codings that are not known.
    pub fn new(headers: &HeaderMap, _cap: usize) -> Result<Self, Problem> {
        if headers.contains_key(CONTENT_ENCODING) {
            return Err(Problem::Upstream(UpstreamFault::Unvettable));
        }
        Ok(Self::Identity)
    }

    /// Takes the next piece and adds what it stands for to `out`.
    ///
    /// # Errors
    /// If it is not what the headers say.
    pub fn push(&mut self, piece: &[u8], _eof: bool, out: &mut BytesMut) -> Result<(), Unvettable> {
        out.extend_from_slice(piece);
        Ok(())
    }
}
