//! [`JsonArray`]: one JSON array, whose elements are documents.

use bytes::{Bytes, BytesMut};

use super::{
    Frame, Framing,
    cutter::{Boundary, Cutter},
};
use crate::codec::CodecError;

/// The elements of a JSON array, each a document with the bracket or comma before it. The closing bracket is a frame
/// without a document. A body that is no array is one document.
pub struct JsonArray {
    cutter: Cutter<Elements>,
}

impl JsonArray {
    /// A reader of an array whose elements have at most `limit` bytes each.
    pub fn new(limit: usize) -> Self {
        Self { cutter: Cutter::new(Elements::default(), limit) }
    }
}

/// Ends frames behind each element, and behind the closing bracket.
#[derive(Default)]
struct Elements {
    place: Place,
    /// Bytes of the frame that were read.
    seen: usize,
    /// Open brackets within the element.
    depth: usize,
    is_string: bool,
    is_escaped: bool,
}

/// The place of the next byte.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    /// Before the first byte that is no white space.
    #[default]
    Start,
    /// A place in a body that is no array, or behind the array.
    Outside,
    /// Before an element.
    Before,
    /// Within an element.
    Within,
    /// Behind an element.
    Behind,
}

impl Elements {
    /// Reads a byte of an element; returns whether it is the last one of a string, an object or an array.
    fn element(&mut self, byte: u8) -> bool {
        if self.is_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.is_string = false,
                _ => {}
            }
            return !self.is_string && self.depth == 0;
        }
        match byte {
            b'"' => self.is_string = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }

    fn end_at(&mut self, end: usize, place: Place) -> Option<usize> {
        (self.seen, self.place) = (0, place);
        Some(end)
    }
}

impl Boundary for Elements {
    fn end(&mut self, data: &[u8], eof: bool) -> Option<usize> {
        while let Some(&byte) = data.get(self.seen) {
            let at = self.seen;
            self.seen += 1;
            match (self.place, byte) {
                (Place::Outside, _) => {
                    self.seen = data.len();
                    break;
                }
                // A number or a literal ends before what follows it.
                (Place::Within, b',' | b']' | b' ' | b'\t' | b'\n' | b'\r') if self.depth == 0 && !self.is_string => {
                    return self.end_at(at, Place::Behind);
                }
                (Place::Within, _) => {
                    if self.element(byte) {
                        return self.end_at(at + 1, Place::Behind);
                    }
                }
                (_, b' ' | b'\t' | b'\n' | b'\r') => {}
                (Place::Start, b'[') | (Place::Behind, b',') => self.place = Place::Before,
                (Place::Start, _) => self.place = Place::Outside,
                (Place::Before | Place::Behind, b']') => return self.end_at(at + 1, Place::Outside),
                (Place::Before | Place::Behind, _) => {
                    self.place = Place::Within;
                    self.element(byte);
                }
            }
        }
        // What is no array is whole at its end.
        (eof && self.place == Place::Outside && !data.is_empty()).then_some(data.len())
    }
}

/// The offset of a frame's document: behind white space and one bracket or comma.
fn document(raw: &[u8]) -> usize {
    let blank = |from: usize| from + raw[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let start = blank(0);
    match raw.get(start) {
        Some(b'[' | b',') => blank(start + 1),
        _ => start,
    }
}

impl Framing for JsonArray {
    fn push(&mut self, input: Bytes, eof: bool) {
        self.cutter.push(input, eof);
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CodecError> {
        let Some((raw, terminated)) = self.cutter.next_frame()? else { return Ok(None) };
        let start = document(&raw);
        let has_doc = raw.get(start).is_some_and(|&byte| byte != b']');
        let doc = has_doc.then(|| raw.slice(start..));
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
        if frame.doc.is_none() {
            return Err(CodecError::Unframeable);
        }
        out.extend_from_slice(&frame.raw[..document(&frame.raw)]);
        out.extend_from_slice(doc);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames of `body`, cut after every `step` bytes.
    fn frames(body: &str, step: usize) -> Vec<(String, Option<String>)> {
        let mut framing = JsonArray::new(1 << 10);
        let mut found = Vec::new();
        let text = |bytes: &Bytes| String::from_utf8(bytes.to_vec()).unwrap();
        let mut chunks = body.as_bytes().chunks(step).peekable();
        while let Some(chunk) = chunks.next() {
            framing.push(Bytes::copy_from_slice(chunk), chunks.peek().is_none());
            while let Some(frame) = framing.next_frame().unwrap() {
                found.push((text(&frame.raw), frame.doc.as_ref().map(text)));
            }
        }
        found
    }

    #[test]
    fn elements_are_documents_however_they_come() {
        for (body, expected) in [
            (r#"[{"a":"]}\"[,"},{"b":[1,{}]}]"#, vec![r#"{"a":"]}\"[,"}"#, r#"{"b":[1,{}]}"#]),
            ("[\n{\"a\":1}\n,\r\n{\"b\":2}\n]\n", vec!["{\"a\":1}", "{\"b\":2}"]),
            ("[1, null ,\"x\",[2,[3]]]", vec!["1", "null", "\"x\"", "[2,[3]]"]),
            ("[]", vec![]),
            (" [ ] ", vec![]),
            ("{\"error\":[1]}\n", vec!["{\"error\":[1]}\n"]),
            ("[{\"cut\":", vec!["{\"cut\":"]),
            ("  ", vec![]),
        ] {
            for step in [1, 2, 3, 100] {
                let found = frames(body, step);
                let docs: Vec<&str> = found.iter().filter_map(|(_, doc)| doc.as_deref()).collect();
                assert_eq!(docs, expected, "{body} by {step}");
                assert_eq!(found.iter().map(|(raw, _)| raw.as_str()).collect::<String>(), body);
            }
        }
    }

    #[test]
    fn an_element_passes_once_it_is_whole() {
        let mut framing = JsonArray::new(1 << 10);
        framing.push(Bytes::from_static(b"[{\"a\":1}"), false);
        assert_eq!(framing.next_frame().unwrap().unwrap().doc.as_deref(), Some(&b"{\"a\":1}"[..]));
        framing.push(Bytes::from_static(b"\n]"), false);
        assert_eq!(framing.next_frame().unwrap().unwrap().doc, None);
    }

    #[test]
    fn a_new_document_keeps_what_stands_before_it() {
        let mut framing = JsonArray::new(1 << 10);
        framing.push(Bytes::from_static(b"[ {\"a\":1}\n, {\"b\":2}]"), true);
        let mut out = BytesMut::new();
        while let Some(frame) = framing.next_frame().unwrap() {
            let doc = frame.doc.is_some().then_some(&b"{}"[..]);
            framing.emit(&frame, doc, &mut out).unwrap();
        }
        assert_eq!(out, "[ {}\n, {}]");
    }
}
