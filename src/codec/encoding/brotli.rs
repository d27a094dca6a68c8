//! Brotli (RFC 7932).

use brotli::{BrotliDecompressStream, BrotliResult, BrotliState, enc::StandardAlloc};

use super::{Stage, Step};
use crate::codec::CodecError;

/// Uses the library's stream interface, because its reader accepts the "large window" extension, with
/// which 20 bytes make it allocate a gigabyte.
pub(super) struct Brotli {
    state: Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>,
    ended: bool,
}

impl Brotli {
    pub(super) fn new() -> Self {
        let alloc = StandardAlloc::default;
        Self { state: Box::new(BrotliState::new_strict(alloc(), alloc(), alloc())), ended: false }
    }
}

impl Stage for Brotli {
    fn step(&mut self, input: &[u8], out: &mut [u8]) -> Result<Step, CodecError> {
        if self.ended {
            return if input.is_empty() { Ok(Step::default()) } else { Err(CodecError::TrailingData) };
        }
        let mut step = Step::default();
        let (mut available_in, mut available_out, mut total) = (input.len(), out.len(), 0);
        let result = BrotliDecompressStream(
            &mut available_in,
            &mut step.read,
            input,
            &mut available_out,
            &mut step.written,
            out,
            &mut total,
            &mut self.state,
        );
        match result {
            BrotliResult::ResultFailure => return Err(CodecError::BadCoding),
            BrotliResult::ResultSuccess => self.ended = true,
            BrotliResult::NeedsMoreInput | BrotliResult::NeedsMoreOutput => {}
        }
        Ok(step)
    }

    fn is_whole(&self) -> bool {
        self.ended
    }
}
