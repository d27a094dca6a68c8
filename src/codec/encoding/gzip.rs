//! gzip (RFC 1952), of one member or several.

use flate2::{Decompress, FlushDecompress, Status};

use super::{Stage, Step};
use crate::codec::CodecError;

/// The largest window of deflate (RFC 1951), as a power of two.
const WINDOW_BITS: u8 = 15;

pub(super) struct Gzip {
    /// `None` between members.
    member: Option<Decompress>,
    is_empty: bool,
}

impl Gzip {
    pub(super) fn new() -> Self {
        Self { member: None, is_empty: true }
    }
}

impl Stage for Gzip {
    fn step(&mut self, input: &[u8], out: &mut [u8]) -> Result<Step, CodecError> {
        if self.member.is_none() && input.is_empty() {
            return Ok(Step::default());
        }
        self.is_empty = false;
        let member = self.member.get_or_insert_with(|| Decompress::new_gzip(WINDOW_BITS));
        let (step, ended) = inflate(member, input, out)?;
        if ended {
            self.member = None;
        }
        Ok(step)
    }

    fn is_whole(&self) -> bool {
        self.member.is_none() && !self.is_empty
    }
}

/// Runs the library's decoder one step further; returns whether its stream has ended.
pub(super) fn inflate(decoder: &mut Decompress, input: &[u8], out: &mut [u8]) -> Result<(Step, bool), CodecError> {
    let (read, written) = (decoder.total_in(), decoder.total_out());
    let status = decoder.decompress(input, out, FlushDecompress::None).map_err(|_| CodecError::BadCoding)?;
    let since = |now: u64, before: u64| usize::try_from(now - before).unwrap_or(usize::MAX);
    let step = Step { read: since(decoder.total_in(), read), written: since(decoder.total_out(), written) };
    Ok((step, status == Status::StreamEnd))
}
