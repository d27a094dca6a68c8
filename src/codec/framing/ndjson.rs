//! [`Ndjson`]: a document on each line.

use bytes::{Bytes, BytesMut};
use memchr::memchr;

use super::{
    Frame, Framing,
    cutter::{Boundary, Cutter},
};
use crate::codec::CodecError;

/// Lines that end in LF or CRLF, each of which holds a document. A line of white space holds none,
/// and the last one may lack its end.
pub struct Ndjson {
    cutter: Cutter<Lines>,
}

impl Ndjson {
    /// A reader of a body whose lines have at most `limit` bytes each.
    pub fn new(limit: usize) -> Self {
        Self { cutter: Cutter::new(Lines { seen: 0 }, limit) }
    }
}

/// Ends frames behind each LF.
struct Lines {
    /// The length of the beginning that holds no LF.
    seen: usize,
}

impl Boundary for Lines {
    fn end(&mut self, data: &[u8], _eof: bool) -> Option<usize> {
        let found = memchr(b'\n', data.get(self.seen..)?);
        let end = found.map(|offset| self.seen + offset + 1);
        self.seen = if end.is_some() { 0 } else { data.len() };
        end
    }
}

/// The length of a line without its end.
fn content(line: &[u8]) -> usize {
    line.strip_suffix(b"\r\n").or(line.strip_suffix(b"\n")).unwrap_or(line).len()
}

impl Framing for Ndjson {
    fn push(&mut self, input: Bytes, eof: bool) {
        self.cutter.push(input, eof);
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CodecError> {
        let Some((raw, terminated)) = self.cutter.next_frame()? else { return Ok(None) };
        let line = raw.slice(..content(&raw));
        let doc = if line.trim_ascii().is_empty() { None } else { Some(line) };
        Ok(Some(Frame { raw, doc, event: None, terminated }))
    }

    fn held(&self) -> usize {
        self.cutter.held()
    }

    fn take_rest(&mut self) -> Bytes {
        self.cutter.take_rest()
    }

    fn emit(&self, frame: &Frame, doc: Option<&[u8]>, out: &mut BytesMut) -> Result<(), CodecError> {
        let Some(doc) = doc else {
            out.extend_from_slice(&frame.raw);
            return Ok(());
        };
        if frame.doc.is_none() || memchr(b'\n', doc).is_some() {
            return Err(CodecError::Unframeable);
        }
        out.extend_from_slice(doc);
        out.extend_from_slice(&frame.raw[content(&frame.raw)..]);
        Ok(())
    }
}
