//! [`Whole`]: a body that is one document.

use bytes::{Bytes, BytesMut};

use super::{
    Frame, Framing,
    cutter::{Boundary, Cutter},
};
use crate::codec::CodecError;

/// A reader of a body that is one document. An empty body has no frame.
pub struct Whole {
    cutter: Cutter<BodyEnd>,
}

impl Whole {
    /// A reader of a body of at most `limit` bytes.
    pub fn new(limit: usize) -> Self {
        Self { cutter: Cutter::new(BodyEnd, limit) }
    }
}

struct BodyEnd;

impl Boundary for BodyEnd {
    fn end(&mut self, data: &[u8], eof: bool) -> Option<usize> {
        (eof && !data.is_empty()).then_some(data.len())
    }
}

impl Framing for Whole {
    fn push(&mut self, input: Bytes, eof: bool) {
        self.cutter.push(input, eof);
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CodecError> {
        let next = self.cutter.next_frame()?;
        Ok(next.map(|(raw, terminated)| Frame { doc: Some(raw.clone()), raw, event: None, terminated }))
    }

    fn held(&self) -> usize {
        self.cutter.held()
    }

    fn take_rest(&mut self) -> Bytes {
        self.cutter.take_rest()
    }

    fn emit(&self, frame: &Frame, doc: Option<&[u8]>, out: &mut BytesMut) -> Result<(), CodecError> {
        out.extend_from_slice(doc.unwrap_or(&frame.raw));
        Ok(())
    }
}
