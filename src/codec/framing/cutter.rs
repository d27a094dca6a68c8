//! [`Cutter`]: division of a body that arrives in chunks into the raw bytes of its frames.

use bytes::{Bytes, BytesMut};

use crate::codec::CodecError;

/// The end of frames in one framing.
pub(super) trait Boundary {
    /// The end of the frame at the beginning of `data`; `None` if it is not decided yet.
    ///
    /// Called again with the same data and more behind it, until it returns an end; it remembers the offset up to
    /// which it has read, so that it reads every byte once. `eof`: no more data will come.
    fn end(&mut self, data: &[u8], eof: bool) -> Option<usize>;
}

/// Cuts a body at a [`Boundary`], and copies only frames that arrive in several chunks.
pub(super) struct Cutter<B> {
    boundary: B,
    limit: usize,
    eof: bool,
    /// The unread rest of a chunk, whose frames are slices of it.
    rest: Bytes,
    /// The beginning of a frame, copied from several chunks. One of the two is always empty.
    pending: BytesMut,
}

impl<B: Boundary> Cutter<B> {
    pub(super) fn new(boundary: B, limit: usize) -> Self {
        Self { boundary, limit, eof: false, rest: Bytes::new(), pending: BytesMut::new() }
    }

    pub(super) fn push(&mut self, input: Bytes, eof: bool) {
        self.eof |= eof;
        if self.rest.is_empty() && self.pending.is_empty() {
            self.rest = input;
        } else {
            self.wait();
            self.pending.extend_from_slice(&input);
        }
    }

    /// The raw bytes of the next frame, and whether it is terminated.
    pub(super) fn next_frame(&mut self) -> Result<Option<(Bytes, bool)>, CodecError> {
        let data = if self.pending.is_empty() { self.rest.as_ref() } else { self.pending.as_ref() };
        let (end, terminated) = match self.boundary.end(data, self.eof) {
            Some(end) => (end, true),
            None => (data.len(), false),
        };
        if end > self.limit {
            return Err(CodecError::FrameTooLarge { limit: self.limit });
        }
        if !terminated && (!self.eof || end == 0) {
            self.wait();
            return Ok(None);
        }
        if !self.pending.is_empty() {
            self.rest = std::mem::take(&mut self.pending).freeze();
        }
        Ok(Some((self.rest.split_to(end.min(self.rest.len())), terminated)))
    }

    /// The number of bytes that are in no frame yet.
    pub(super) fn held(&self) -> usize {
        self.rest.len() + self.pending.len()
    }

    /// The bytes that are in no frame yet.
    pub(super) fn take_rest(&mut self) -> Bytes {
        self.wait();
        std::mem::take(&mut self.pending).freeze()
    }

    /// Copies the rest of the chunk, which waits for the next one.
    fn wait(&mut self) {
        if !self.rest.is_empty() {
            let rest = std::mem::take(&mut self.rest);
            self.pending = rest.try_into_mut().unwrap_or_else(|shared| BytesMut::from(&shared[..]));
        }
    }
}
