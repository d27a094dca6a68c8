//! [`AwsEvents`]: the binary event stream of AWS (`application/vnd.amazon.eventstream`).
//!
//! <https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html>. A message is a prelude (its length, the length of
//! its headers, and the CRC of both), headers, a payload, and the CRC of all before; numbers are big-endian, of four
//! bytes each.

use std::ops::Range;

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::{Bytes, BytesMut};

use super::{
    Frame, Framing,
    cutter::{Boundary, Cutter},
};
use crate::codec::{
    CodecError,
    syntax::json::{Cursor, Token},
};

/// The length of the prelude with its CRC.
const PRELUDE: usize = 12;
/// The length of a CRC.
const CRC: usize = 4;

/// The event whose payload wraps a document of a model: `{"bytes": "…"}`, in base64.
const CHUNK: &[u8] = b"chunk";

/// Messages whose payloads are documents. The document of an event named `chunk` is the one that its payload holds in
/// base64. A message with a wrong CRC has none.
pub struct AwsEvents {
    cutter: Cutter<Messages>,
}

impl AwsEvents {
    /// A reader of a stream whose messages have at most `limit` bytes each.
    pub fn new(limit: usize) -> Self {
        Self { cutter: Cutter::new(Messages, limit) }
    }
}

/// Ends frames behind each message. One whose lengths contradict each other never ends.
struct Messages;

impl Boundary for Messages {
    fn end(&mut self, data: &[u8], _: bool) -> Option<usize> {
        let (total, headers) = (number(data, 0)?, number(data, 4)?);
        let is_sound = headers.checked_add(PRELUDE + CRC).is_some_and(|least| least <= total);
        (is_sound && data.len() >= total).then_some(total)
    }
}

/// The number at an offset.
fn number(data: &[u8], at: usize) -> Option<usize> {
    let bytes = data.get(at..at + 4)?;
    usize::try_from(u32::from_be_bytes(bytes.try_into().ok()?)).ok()
}

/// The parts of a message whose CRCs are right.
struct Message {
    payload: Range<usize>,
    event: Option<Range<usize>>,
}

impl Message {
    fn read(raw: &[u8]) -> Option<Self> {
        let (total, headers) = (number(raw, 0)?, number(raw, 4)?);
        let end = total.checked_sub(CRC).filter(|_| total == raw.len())?;
        let payload = PRELUDE.checked_add(headers).filter(|start| *start <= end)?..end;
        let is_whole = crc(&raw[..8]) == raw[8..PRELUDE] && crc(&raw[..end]) == raw[end..];
        is_whole.then(|| Self { event: event(raw, PRELUDE..payload.start), payload })
    }

    fn is_chunk(&self, raw: &[u8]) -> bool {
        self.event.as_ref().is_some_and(|event| raw[event.clone()] == *CHUNK)
    }
}

fn crc(data: &[u8]) -> [u8; CRC] {
    crc32fast::hash(data).to_be_bytes()
}

/// The value of the header that names the event or the exception.
fn event(raw: &[u8], headers: Range<usize>) -> Option<Range<usize>> {
    let raw = &raw[..headers.end];
    let mut at = headers.start;
    while let Some(&length) = raw.get(at) {
        let name = at + 1..at + 1 + usize::from(length);
        let kind = *raw.get(name.end)?;
        let start = name.end + 1;
        let value = match kind {
            0 | 1 => start..start,
            2 => start..start + 1,
            3 => start..start + 2,
            4 => start..start + 4,
            5 | 8 => start..start + 8,
            6 | 7 => {
                let length = u16::from_be_bytes(raw.get(start..start + 2)?.try_into().ok()?);
                start + 2..start + 2 + usize::from(length)
            }
            9 => start..start + 16,
            _ => return None,
        };
        if matches!(raw.get(name)?, b":event-type" | b":exception-type") {
            return raw.get(value.clone()).map(|_| value);
        }
        at = value.end;
    }
    None
}

/// The bytes between the quotes of a chunk's document in its payload.
fn wrapped(payload: &[u8]) -> Option<Range<usize>> {
    let payload = std::str::from_utf8(payload).ok()?;
    match Cursor::object(payload)?.member("bytes")? {
        (Token::String(bytes), _) => Some(bytes.range),
        _ => None,
    }
}

impl Framing for AwsEvents {
    fn push(&mut self, input: Bytes, eof: bool) {
        self.cutter.push(input, eof);
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CodecError> {
        let Some((raw, terminated)) = self.cutter.next_frame()? else { return Ok(None) };
        let Some(message) = Message::read(&raw) else {
            return Ok(Some(Frame { raw, doc: None, event: None, terminated }));
        };
        let event = message.event.clone().map(|event| raw.slice(event));
        let payload = raw.slice(message.payload.clone());
        let doc = match message.is_chunk(&raw) {
            true => wrapped(&payload).and_then(|range| STANDARD.decode(&payload[range]).ok()).map(Bytes::from),
            false => Some(payload).filter(|payload| !payload.is_empty()),
        };
        Ok(Some(Frame { raw, doc, event, terminated }))
    }

    fn held(&self) -> usize {
        self.cutter.held()
    }

    fn take_rest(&mut self) -> Bytes {
        self.cutter.take_rest()
    }

    fn emit(&self, frame: &Frame, doc: Option<&[u8]>, out: &mut BytesMut) -> Result<(), CodecError> {
        let raw = &frame.raw;
        let Some(doc) = doc else {
            out.extend_from_slice(raw);
            return Ok(());
        };
        let message = Message::read(raw).filter(|_| frame.doc.is_some()).ok_or(CodecError::Unframeable)?;
        let old = &raw[message.payload.clone()];
        let payload = match message.is_chunk(raw) {
            true => {
                let range = wrapped(old).ok_or(CodecError::Unframeable)?;
                [&old[..range.start], STANDARD.encode(doc).as_bytes(), &old[range.end..]].concat()
            }
            false => doc.to_vec(),
        };
        let total = raw.len() - old.len() + payload.len();
        let total = u32::try_from(total).map_err(|_| CodecError::Unframeable)?;
        let mut mended = Vec::with_capacity(raw.len() - old.len() + payload.len());
        mended.extend_from_slice(&total.to_be_bytes());
        mended.extend_from_slice(&raw[4..8]);
        mended.extend_from_slice(&crc(&mended));
        mended.extend_from_slice(&raw[PRELUDE..message.payload.start]);
        mended.extend_from_slice(&payload);
        mended.extend_from_slice(&crc(&mended));
        out.extend_from_slice(&mended);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message of AWS's own test suite for encoders: no headers, payload `{'foo':'bar'}`.
    const PAYLOAD_ONLY: &[u8] = &[
        0x00, 0x00, 0x00, 0x1d, 0x00, 0x00, 0x00, 0x00, 0xfd, 0x52, 0x8c, 0x5a, 0x7b, 0x27, 0x66, 0x6f, 0x6f, 0x27,
        0x3a, 0x27, 0x62, 0x61, 0x72, 0x27, 0x7d, 0xc3, 0x65, 0x39, 0x36,
    ];

    /// A message with these headers, all of them strings.
    fn message(headers: &[(&str, &str)], payload: &[u8]) -> Vec<u8> {
        let mut block = Vec::new();
        for (name, value) in headers {
            block.push(name.len() as u8);
            block.extend_from_slice(name.as_bytes());
            block.push(7);
            block.extend_from_slice(&(value.len() as u16).to_be_bytes());
            block.extend_from_slice(value.as_bytes());
        }
        let mut all = ((PRELUDE + block.len() + payload.len() + CRC) as u32).to_be_bytes().to_vec();
        all.extend_from_slice(&(block.len() as u32).to_be_bytes());
        all.extend_from_slice(&crc(&all));
        all.extend_from_slice(&block);
        all.extend_from_slice(payload);
        all.extend_from_slice(&crc(&all));
        all
    }

    fn frames(body: &[u8], step: usize) -> Vec<Frame> {
        let (mut framing, mut found) = (AwsEvents::new(1 << 12), Vec::new());
        let mut chunks = body.chunks(step).peekable();
        while let Some(chunk) = chunks.next() {
            framing.push(Bytes::copy_from_slice(chunk), chunks.peek().is_none());
            while let Some(frame) = framing.next_frame().unwrap() {
                found.push(frame);
            }
        }
        assert_eq!(found.iter().flat_map(|frame| frame.raw.to_vec()).collect::<Vec<_>>(), body);
        found
    }

    fn emitted(frame: &Frame, doc: &[u8]) -> Vec<u8> {
        let mut out = BytesMut::new();
        AwsEvents::new(1 << 12).emit(frame, Some(doc), &mut out).unwrap();
        out.to_vec()
    }

    #[test]
    fn a_known_message_is_read_and_made() {
        let frame = &frames(PAYLOAD_ONLY, 1)[0];
        assert_eq!((frame.doc.as_deref(), frame.event.as_deref()), (Some(&b"{'foo':'bar'}"[..]), None));
        assert_eq!(emitted(frame, b"{'foo':'bar'}"), PAYLOAD_ONLY);
        assert_eq!(message(&[], b"{'foo':'bar'}"), PAYLOAD_ONLY);
    }

    #[test]
    fn payloads_are_documents_however_they_come() {
        let headers = [(":message-type", "event"), (":event-type", "contentBlockDelta")];
        let body = [message(&headers, b"{\"a\":1}"), message(&[], b""), message(&headers, b"{}")].concat();
        for step in [1, 3, 1000] {
            let found = frames(&body, step);
            let docs: Vec<_> = found.iter().map(|frame| frame.doc.as_deref()).collect();
            assert_eq!(docs, [Some(&b"{\"a\":1}"[..]), None, Some(&b"{}"[..])]);
            assert_eq!(found[0].event.as_deref(), Some(&b"contentBlockDelta"[..]));
            assert_eq!(emitted(&found[0], b"{\"long\":2}"), message(&headers, b"{\"long\":2}"));
        }
    }

    #[test]
    fn chunks_hold_their_document_in_base64() {
        let headers = [(":event-type", "chunk")];
        let payload = |doc: &str| format!("{{\"bytes\":\"{}\",\"p\":\"abc\"}}", STANDARD.encode(doc)).into_bytes();
        let found = frames(&message(&headers, &payload("{\"a\":1}")), 1000);
        assert_eq!(found[0].doc.as_deref(), Some(&b"{\"a\":1}"[..]));
        assert_eq!(emitted(&found[0], b"{\"a\":\"x\"}"), message(&headers, &payload("{\"a\":\"x\"}")));
    }

    #[test]
    fn a_damaged_message_goes_on_as_it_came() {
        for at in [9, 14, PAYLOAD_ONLY.len() - 1] {
            let mut damaged = PAYLOAD_ONLY.to_vec();
            damaged[at] ^= 1;
            let found = frames(&damaged, 1000);
            assert_eq!((found.len(), &found[0].doc), (1, &None), "{at}");
        }
        // Lengths that contradict each other.
        let mut short = PAYLOAD_ONLY.to_vec();
        short[7] = 0x40;
        assert!(!frames(&short, 1000)[0].terminated);
    }
}
