//! deflate (RFC 1951), in zlib's format (RFC 1950) or raw.

use flate2::Decompress;

use super::{Stage, Step, gzip::inflate};
use crate::codec::CodecError;

pub(super) struct Deflate {
    decoder: Decompress,
    ended: bool,
}

impl Deflate {
    /// A decoder at its beginning. `zlib`: the stream has zlib's header and checksum.
    pub(super) fn new(zlib: bool) -> Self {
        Self { decoder: Decompress::new(zlib), ended: false }
    }
}

impl Stage for Deflate {
    fn step(&mut self, input: &[u8], out: &mut [u8]) -> Result<Step, CodecError> {
        if self.ended {
            return if input.is_empty() { Ok(Step::default()) } else { Err(CodecError::TrailingData) };
        }
        let (step, ended) = inflate(&mut self.decoder, input, out)?;
        self.ended = ended;
        Ok(step)
    }

    fn is_whole(&self) -> bool {
        self.ended
    }
}
