//! Framings: division of a body into frames, and frames with another document.
//!
//! A [`Framing`] yields the same [`Frame`]s for any chunks of a body. The raw
//! bytes of all frames, one after another, are the body: nothing is lost between them. A frame that
//! is not rewritten is written as it came; in one that is, only its document changes.
//!
//! ```
//! use bytes::{Bytes, BytesMut};
//! use masquerade::codec::framing::Carrier;
//!
//! let mut framing = Carrier::Sse.framing(1 << 20);
//! let mut out = BytesMut::new();
//! framing.push(Bytes::from_static(b": hello\n\nevent: delta\nda"), false);
//! framing.push(Bytes::from_static(b"ta: {\"t\":\"[PERSON_1]\"}\n\n"), true);
//! while let Some(frame) = framing.next_frame().unwrap() {
//!     let doc = frame.doc.as_ref().map(|_| br#"{"t":"Bob"}"#.as_slice());
//!     framing.emit(&frame, doc, &mut out).unwrap();
//! }
//! assert_eq!(out, ": hello\n\nevent: delta\ndata: {\"t\":\"Bob\"}\n\n");
//! ```
//!
//! A framing is a file here and a line in [`Carrier`].

mod aws_events;
mod cutter;
mod json_array;
mod messages;
mod ndjson;
mod records;
mod sse;
mod whole;

#[cfg(test)]
mod tests;

use std::fmt;

use bytes::{Bytes, BytesMut};

use super::CodecError;

pub use aws_events::AwsEvents;
pub use json_array::JsonArray;
pub use messages::Messages;
pub use ndjson::Ndjson;
pub use records::{Answer, Batch, Ending, RecordCutter, RecordEnds};
pub use sse::Sse;
pub use whole::Whole;

/// A part of a body with at most one document.
#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    /// The bytes of the frame, with its terminator.
    pub raw: Bytes,
    /// The document in it; `None` where there is none, as in a comment or an empty line.
    pub doc: Option<Bytes>,
    /// The name of the event, in framings that have one.
    pub event: Option<Bytes>,
    /// True if the frame has its end. Only the last frame of a body may lack it; its document may be cut short then.
    pub terminated: bool,
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doc = self.doc.as_ref().map(Bytes::len);
        write!(f, "Frame({} bytes, document {doc:?}, terminated {})", self.raw.len(), self.terminated)
    }
}

/// The reader of one body in a framing.
pub trait Framing: Send {
    /// Reads the next chunk of the body, the last one if `eof`.
    ///
    /// Take all frames before the next chunk, so that no more than one frame is ever held.
    fn push(&mut self, input: Bytes, eof: bool);

    /// The next frame; `None` until there is more input, and for good behind the last one.
    ///
    /// # Errors
    /// [`CodecError::FrameTooLarge`]. Stop then: what a later call gives is not specified.
    fn next_frame(&mut self) -> Result<Option<Frame>, CodecError>;

    /// The number of bytes that are in no frame yet.
    fn held(&self) -> usize;

    /// The bytes that are in no frame yet. With them, nothing is lost where an error ends the reading.
    fn take_rest(&mut self) -> Bytes;

    /// Writes `frame` to `out`: as it came, or with `doc` in place of its document.
    ///
    /// # Errors
    /// [`CodecError::Unframeable`], with nothing written, if the frame cannot hold `doc`, or is one
    /// without a document.
    fn emit(&self, frame: &Frame, doc: Option<&[u8]>, out: &mut BytesMut) -> Result<(), CodecError>;
}

/// The framing of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carrier {
    /// A single document, which is the body.
    Whole,
    /// Server-sent events (HTML Living Standard, 9.2).
    Sse,
    /// A document on each line.
    Ndjson,
    /// A document in each element of one JSON array.
    JsonArray,
    /// A document in each message of AWS's binary event stream.
    AwsEvents,
    /// A document in each message of a protocol that tells messages apart by itself.
    Messages,
}

impl Carrier {
    /// All framings.
    pub const ALL: [Self; 6] = [Self::Whole, Self::Sse, Self::Ndjson, Self::JsonArray, Self::AwsEvents, Self::Messages];

    /// A reader of a new body, no frame of which may be longer than `limit` bytes.
    pub fn framing(self, limit: usize) -> Box<dyn Framing> {
        match self {
            Self::Whole => Box::new(Whole::new(limit)),
            Self::Sse => Box::new(Sse::new(limit)),
            Self::Ndjson => Box::new(Ndjson::new(limit)),
            Self::JsonArray => Box::new(JsonArray::new(limit)),
            Self::AwsEvents => Box::new(AwsEvents::new(limit)),
            Self::Messages => Box::new(Messages::new(limit)),
        }
    }

    /// The framing that a `Content-Type` names. One document, unless it says otherwise.
    pub fn of_content_type(value: &[u8]) -> Self {
        let essence = value.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii().to_ascii_lowercase();
        let subtype = essence.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
        let suffix = subtype.rsplit(|&byte| byte == b'+').next().unwrap_or_default();
        match suffix {
            b"event-stream" => Self::Sse,
            b"vnd.amazon.eventstream" => Self::AwsEvents,
            b"ndjson" | b"x-ndjson" | b"jsonl" | b"x-jsonl" | b"jsonlines" | b"x-jsonlines" => Self::Ndjson,
            _ => Self::Whole,
        }
    }
}
