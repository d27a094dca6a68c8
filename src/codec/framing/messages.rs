//! [`Messages`]: a document in each message of a protocol that tells messages apart by itself, such as a WebSocket.

use bytes::{BufMut, Bytes, BytesMut};

use super::{
    Frame, Framing,
    cutter::{Boundary, Cutter},
};
use crate::codec::CodecError;

/// Bytes of the length in front of a message: it stands for what the protocol says of its bounds.
const LENGTH: usize = 8;

/// Messages, each behind its length of 8 bytes, the highest first.
pub struct Messages {
    cutter: Cutter<Lengths>,
}

impl Messages {
    /// A reader of messages of at most `limit` bytes each, with their lengths.
    pub fn new(limit: usize) -> Self {
        Self { cutter: Cutter::new(Lengths, limit) }
    }

    /// Appends a message to `out`.
    pub fn put(message: &[u8], out: &mut BytesMut) {
        out.put_u64(message.len() as u64);
        out.extend_from_slice(message);
    }

    /// Takes the first message from `out`; `None` if there is none.
    pub fn take(out: &mut BytesMut) -> Option<Bytes> {
        let end = length(out)?;
        let mut message = (out.len() >= end).then(|| out.split_to(end))?;
        Some(message.split_off(LENGTH).freeze())
    }
}

/// The length of the first message with its own length in front.
fn length(data: &[u8]) -> Option<usize> {
    let length = u64::from_be_bytes(*data.first_chunk::<LENGTH>()?);
    Some(usize::try_from(length).unwrap_or(usize::MAX).saturating_add(LENGTH))
}

struct Lengths;

impl Boundary for Lengths {
    fn end(&mut self, data: &[u8], _eof: bool) -> Option<usize> {
        length(data).filter(|end| *end <= data.len())
    }
}

impl Framing for Messages {
    fn push(&mut self, input: Bytes, eof: bool) {
        self.cutter.push(input, eof);
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CodecError> {
        let Some((raw, terminated)) = self.cutter.next_frame()? else { return Ok(None) };
        let doc = terminated.then(|| raw.slice(LENGTH..)).filter(|doc| !doc.trim_ascii().is_empty());
        Ok(Some(Frame { raw, doc, event: None, terminated }))
    }

    fn held(&self) -> usize {
        self.cutter.held()
    }

    fn take_rest(&mut self) -> Bytes {
        self.cutter.take_rest()
    }

    fn emit(&self, frame: &Frame, doc: Option<&[u8]>, out: &mut BytesMut) -> Result<(), CodecError> {
        match doc {
            None => out.extend_from_slice(&frame.raw),
            Some(_) if frame.doc.is_none() => return Err(CodecError::Unframeable),
            Some(doc) => Self::put(doc, out),
        }
        Ok(())
    }
}
