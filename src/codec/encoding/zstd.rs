//! zstd (RFC 8878), of one frame or several.

use zstd::stream::raw::{DParameter, Decoder, Operation};

use super::{Stage, Step};
use crate::codec::CodecError;

/// Largest window with memory for it, as a power of two: the 8 MiB that RFC 8878, 3.1.1.1.2, asks of decoders.
const WINDOW_LOG: u32 = 23;

pub(super) struct Zstd {
    /// `None` if the library has no memory for it.
    decoder: Option<Decoder<'static>>,
    whole: bool,
}

impl Zstd {
    pub(super) fn new() -> Self {
        let limited = |mut decoder: Decoder<'static>| {
            decoder.set_parameter(DParameter::WindowLogMax(WINDOW_LOG)).ok().map(|()| decoder)
        };
        Self { decoder: Decoder::new().ok().and_then(limited), whole: false }
    }
}

impl Stage for Zstd {
    fn step(&mut self, input: &[u8], out: &mut [u8]) -> Result<Step, CodecError> {
        if self.whole && input.is_empty() {
            // Asked to go on, the library would begin another frame.
            return Ok(Step::default());
        }
        let decoder = self.decoder.as_mut().ok_or(CodecError::BadCoding)?;
        let status = decoder.run_on_buffers(input, out).map_err(|_| CodecError::BadCoding)?;
        // Nothing is wanted only behind a frame's last byte, with all of it written.
        self.whole = status.remaining == 0;
        Ok(Step { read: status.bytes_read, written: status.bytes_written })
    }

    fn is_whole(&self) -> bool {
        self.whole
    }
}
