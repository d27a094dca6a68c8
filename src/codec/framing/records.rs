//! [`RecordCutter`]: division of a body of records into batches that can be read by themselves.

use bytes::{Bytes, BytesMut};
use memchr::{memchr, memchr2};

use self::binary::{PackedDocuments, end_of_fields};
use crate::codec::{CodecError, Fault};

mod binary;

/// Bytes on each side of the end of a line that [`RecordEnds::Lines`] shows.
const REACH: usize = 8 * 1024;

/// The ends of lines that are tried wherever they are. Behind them there are at least [`FIRST_STEP`] bytes before the next
/// one, and twice as many before each further one, so that a batch costs a bounded number of questions.
const FREE_TRIES: usize = 8;
const FIRST_STEP: usize = 1024;

/// The places where records end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordEnds {
    /// Behind JSON documents, with or without anything between them, and behind elements of an array at the root.
    Documents,
    /// Ends of lines, where a record may continue in the next line.
    Lines,
    /// Behind lines of operations and of their sources.
    Operations,
    /// Behind documents of MessagePack, and behind elements of arrays that stand in no map.
    PackedDocuments,
    /// Behind fields of a message of Protocol Buffers.
    Fields,
    /// The end of the body alone.
    Nowhere,
}

/// Consecutive records of a body.
#[derive(Clone, PartialEq, Eq)]
pub struct Batch {
    /// The bytes; of elements of an array those from the comma before the first one to the end of the last one.
    pub bytes: Bytes,
    /// The offset of the bytes in the body.
    pub base: usize,
    /// True if the records begin within an array at the root.
    pub begins_within: bool,
    /// True if the records end within an array at the root.
    pub ends_within: bool,
}

impl std::fmt::Debug for Batch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Batch({} bytes at {})", self.bytes.len(), self.base)
    }
}

impl Batch {
    /// The batch as a text of whole documents: brackets stand for the parts of an array before and behind it, the first one
    /// in the place of a comma.
    ///
    /// # Errors
    /// [`CodecError::Syntax`] if an element is missing beside a comma, which the brackets would hide.
    pub fn as_documents(&self) -> Result<Bytes, CodecError> {
        if !self.begins_within && !self.ends_within {
            return Ok(self.bytes.clone());
        }
        let missing = |at| CodecError::Syntax { at: self.base + at, fault: Fault::Unexpected };
        let mut text = Vec::with_capacity(self.bytes.len() + 1);
        text.extend_from_slice(&self.bytes);
        if self.begins_within {
            text[0] = b'[';
            if text[1..].trim_ascii_start().first() == Some(&b']') {
                return Err(missing(1));
            }
        }
        if self.ends_within {
            if text.trim_ascii_end().last() == Some(&b'[') {
                return Err(missing(text.len()));
            }
            text.push(b']');
        }
        Ok(text.into())
    }

    /// The bytes of a batch whose [`Batch::as_documents`] became `text`, outside of brackets.
    pub fn from_documents(&self, text: Bytes) -> Bytes {
        if !self.begins_within && !self.ends_within {
            return text;
        }
        let mut bytes = Vec::from(text);
        if self.begins_within {
            bytes[0] = b',';
        }
        if self.ends_within {
            bytes.pop();
        }
        bytes.into()
    }
}

/// The answer to an [`Ending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A batch may end there.
    Yes,
    /// No end of a batch here, nor before so many bytes behind the place.
    NotBefore(usize),
}

/// The question whether a batch may end at a place.
pub enum Ending<'d> {
    /// Behind a line, which is the operation of a bulk request: whether no source follows.
    Operation(&'d [u8]),
    /// Between the bytes of two lines, of which at most 8 KiB are shown on each side: whether they are apart.
    Lines(&'d [u8], &'d [u8]),
}

/// Cuts a body that arrives in chunks of any size into batches. The batches depend on the bytes of the body alone.
pub struct RecordCutter {
    ends: RecordEnds,
    /// The least bytes of a batch but the last one.
    target: usize,
    /// The most bytes of a record.
    limit: usize,
    /// The bytes that are in no batch yet.
    pending: BytesMut,
    /// The offset of `pending` in the body.
    base: usize,
    /// Bytes of `pending` that were read; one more if the last one is a backslash.
    seen: usize,
    begins_within: bool,
    documents: Documents,
    lines: Lines,
    operations: Operations,
    packed: PackedDocuments,
}

/// The place of the next byte in JSON documents.
#[derive(Default)]
struct Documents {
    /// Open brackets.
    depth: usize,
    /// True if the outermost container is an array.
    is_array: bool,
    is_string: bool,
    /// True in a document that ends with its line.
    is_line: bool,
}

/// The next end of a line that is tried.
struct Lines {
    from: usize,
    tries: usize,
}

/// The place of the next line.
#[derive(Default)]
struct Operations {
    start: usize,
    is_source: bool,
}

impl RecordCutter {
    /// A cutter into batches of `target` bytes and a record, of records of at most `limit` bytes.
    pub fn new(ends: RecordEnds, target: usize, limit: usize) -> Self {
        Self {
            ends,
            target,
            limit,
            pending: BytesMut::new(),
            base: 0,
            seen: 0,
            begins_within: false,
            documents: Documents::default(),
            lines: Lines { from: target, tries: 0 },
            operations: Operations::default(),
            packed: PackedDocuments::default(),
        }
    }

    /// Adds the next chunk.
    pub fn push(&mut self, chunk: &[u8]) {
        self.pending.extend_from_slice(chunk);
    }

    /// The number of bytes that are in no batch yet.
    pub fn held(&self) -> usize {
        self.pending.len()
    }

    /// The next batch; `None` until there is more input, and for good behind the last one. `eof`: no more will come.
    /// `may_end` answers whether a batch may end at a place.
    ///
    /// # Errors
    /// [`CodecError::FrameTooLarge`] for a record over the limit, [`CodecError::Syntax`] and [`CodecError::TooDeep`] for a
    /// binary body that is malformed. Stop then.
    pub fn next_batch(
        &mut self,
        eof: bool,
        may_end: &mut dyn FnMut(Ending<'_>) -> Answer,
    ) -> Result<Option<Batch>, CodecError> {
        let found = self.end(eof, may_end).map_err(|error| error.shifted(self.base))?;
        let length = found.map_or(self.pending.len(), |(end, _)| end);
        let target = if self.ends == RecordEnds::Nowhere { 0 } else { self.target };
        if length > target.saturating_add(self.limit) {
            return Err(CodecError::FrameTooLarge { limit: self.limit });
        }
        let (end, ends_within) = match found {
            Some(found) => found,
            None if eof && !self.pending.is_empty() => (self.pending.len(), false),
            None => return Ok(None),
        };
        let bytes = self.pending.split_to(end).freeze();
        let begins_within = std::mem::replace(&mut self.begins_within, ends_within);
        let batch = Batch { bytes, base: self.base, begins_within, ends_within };
        self.base += end;
        self.seen = self.seen.saturating_sub(end);
        self.operations.start = 0;
        self.lines = Lines { from: self.target, tries: 0 };
        Ok(Some(batch))
    }

    /// The end of the next batch, and whether it is within an array of JSON; `None`: it is not there yet.
    fn end(
        &mut self,
        eof: bool,
        may_end: &mut dyn FnMut(Ending<'_>) -> Answer,
    ) -> Result<Option<(usize, bool)>, CodecError> {
        let Self { pending, seen, target, .. } = self;
        let end = match self.ends {
            RecordEnds::Documents => return Ok(self.documents.end(pending, seen, *target)),
            RecordEnds::Lines => self.lines.end(pending, seen, eof, may_end),
            RecordEnds::Operations => self.operations.end(pending, seen, *target, may_end),
            RecordEnds::PackedDocuments => {
                let end = self.packed.end(pending, seen, *target)?;
                // Nobody else knows the arrays around the records.
                if end.is_none() && eof && (*seen < pending.len() || !self.packed.is_whole()) {
                    return Err(CodecError::Syntax { at: pending.len(), fault: Fault::End });
                }
                end
            }
            RecordEnds::Fields => end_of_fields(pending, seen, *target)?,
            RecordEnds::Nowhere => None,
        };
        Ok(end.map(|end| (end, false)))
    }
}

impl Documents {
    /// The end of a batch of at least `target` bytes, and whether it is within an array; `None`: it is not there yet.
    fn end(&mut self, data: &[u8], seen: &mut usize, target: usize) -> Option<(usize, bool)> {
        while let Some(&byte) = data.get(*seen) {
            if self.is_string {
                match memchr2(b'"', b'\\', &data[*seen..]) {
                    None => *seen = data.len(),
                    Some(found) if data[*seen + found] == b'"' => {
                        self.is_string = false;
                        *seen += found + 1;
                    }
                    // The next byte is escaped, whether it is there yet or not.
                    Some(found) => *seen += found + 2,
                }
                continue;
            }
            if self.is_line {
                let end = memchr(b'\n', &data[*seen..]);
                *seen = end.map_or(data.len(), |end| *seen + end + 1);
                self.is_line = end.is_none();
                continue;
            }
            if self.depth == 0 {
                if *seen >= target {
                    return Some((*seen, false));
                }
                match byte {
                    b'{' | b'[' => (self.depth, self.is_array) = (1, byte == b'['),
                    _ => self.is_line = !is_between(byte),
                }
                // The byte may be the end of the line itself.
                *seen += usize::from(!self.is_line);
                continue;
            }
            match byte {
                b'"' => self.is_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth -= 1,
                b',' if self.depth == 1 && self.is_array && *seen >= target => {
                    // It is read again as the first byte of the next batch, which is not as long as `target`.
                    return Some((*seen, true));
                }
                _ => {}
            }
            *seen += 1;
        }
        None
    }
}

/// Reports whether a byte may stand between documents: white space, the signs of text sequences (RFC 7464) and of the ends of
/// messages, and the bytes of UTF-8's mark.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0 | 0x1e | 0xef | 0xbb | 0xbf)
}

impl Lines {
    /// The end of a batch; `None`: it is not there yet.
    fn end(
        &mut self,
        data: &[u8],
        seen: &mut usize,
        eof: bool,
        may_end: &mut dyn FnMut(Ending<'_>) -> Answer,
    ) -> Option<usize> {
        loop {
            let from = (*seen).max(self.from.saturating_sub(1));
            let found = data.get(from..).and_then(|rest| memchr(b'\n', rest));
            let Some(end) = found.map(|found| from + found + 1) else {
                *seen = (*seen).max(data.len());
                return None;
            };
            if end + REACH > data.len() && !eof || end == data.len() {
                *seen = end - 1;
                return None;
            }
            let behind = &data[end..data.len().min(end + REACH)];
            *seen = end;
            match may_end(Ending::Lines(&data[end.saturating_sub(REACH)..end], behind)) {
                Answer::Yes => return Some(end),
                Answer::NotBefore(bytes) => {
                    let doublings = self.tries.checked_sub(FREE_TRIES).map(|more| more.min(32));
                    let least = doublings.map_or(1, |more| FIRST_STEP << more);
                    (self.from, self.tries) = (end + bytes.max(least), self.tries + 1);
                }
            }
        }
    }
}

impl Operations {
    /// The end of a batch of at least `target` bytes; `None`: it is not there yet.
    fn end(
        &mut self,
        data: &[u8],
        seen: &mut usize,
        target: usize,
        may_end: &mut dyn FnMut(Ending<'_>) -> Answer,
    ) -> Option<usize> {
        while let Some(found) = data.get(*seen..).and_then(|rest| memchr(b'\n', rest)) {
            let end = *seen + found + 1;
            let line = &data[self.start..end];
            (self.start, *seen) = (end, end);
            if line.trim_ascii().is_empty() {
                continue;
            }
            self.is_source = !self.is_source && may_end(Ending::Operation(line)) != Answer::Yes;
            if !self.is_source && end >= target {
                return Some(end);
            }
        }
        *seen = data.len();
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The batches of `body`, cut after every `step` bytes.
    fn batches(ends: RecordEnds, body: &[u8], step: usize, target: usize) -> Vec<Batch> {
        let mut cutter = RecordCutter::new(ends, target, 1 << 20);
        let (mut found, mut chunks) = (Vec::new(), body.chunks(step).peekable());
        while let Some(chunk) = chunks.next() {
            cutter.push(chunk);
            let mut may_end = |ending: Ending<'_>| match ending {
                Ending::Operation(line) if line.starts_with(b"delete") => Answer::Yes,
                Ending::Lines(_, behind) if !behind.starts_with(b" ") => Answer::Yes,
                _ => Answer::NotBefore(0),
            };
            while let Some(batch) = cutter.next_batch(chunks.peek().is_none(), &mut may_end).unwrap() {
                found.push(batch);
            }
        }
        assert_eq!(cutter.held(), 0);
        found
    }

    fn texts(batches: &[Batch]) -> Vec<String> {
        let text = |batch: &Batch| String::from_utf8(batch.as_documents().unwrap().to_vec()).unwrap();
        batches.iter().map(text).collect()
    }

    #[test]
    fn batches_end_behind_records() {
        let cases: [(RecordEnds, &str, &[&str]); 8] = [
            (
                RecordEnds::Documents,
                "{\"a\":\"}\\\"\"}{\"b\":[1,2]}\n{}",
                &["{\"a\":\"}\\\"\"}", "{\"b\":[1,2]}", "\n{}"],
            ),
            (
                RecordEnds::Documents,
                "[{\"a\":1} , {\"b\":[2,3]},[4,5]]\n{}",
                &["[{\"a\":1} ]", "[ {\"b\":[2,3]}]", "[[4,5]]", "\n{}"],
            ),
            (RecordEnds::Documents, "\u{feff}[{\"a\":1},\n{}]", &["\u{feff}", "[{\"a\":1}]", "[\n{}]"]),
            (RecordEnds::Documents, "\u{1e}{\"a\":1}\0{}", &["\u{1e}{\"a\":1}", "\0{}"]),
            (RecordEnds::Documents, "null\n\"a{\"\n{}", &["null\n", "\"a{\"\n", "{}"]),
            (RecordEnds::Documents, "{\"cut\":", &["{\"cut\":"]),
            (RecordEnds::Lines, "a: 1\n b\n  c\nd: 2\n", &["a: 1\n b\n  c\n", "d: 2\n"]),
            (
                RecordEnds::Operations,
                "delete\nindex\ndelete\n\nindex\n{}",
                &["delete\n", "index\ndelete\n", "\nindex\n{}"],
            ),
        ];
        for (ends, body, expected) in cases {
            for step in [1, 2, 3, 100] {
                assert_eq!(texts(&batches(ends, body.as_bytes(), step, 3)), expected, "{body} by {step}");
            }
        }
    }

    #[test]
    fn a_line_that_goes_on_is_not_cut_off() {
        let body =
            [vec![b'a'; 2000], b"\n b\n".to_vec(), vec![b'c'; 1100], b"\nd\n".to_vec(), vec![b'e'; 9000]].concat();
        for step in [1, 7, 5000, 1 << 20] {
            let found = batches(RecordEnds::Lines, &body, step, 10);
            let ends: Vec<_> = found.iter().map(|batch| batch.base + batch.bytes.len()).collect();
            assert_eq!(ends, [2004, 2004 + 1101, body.len()], "by {step}");
        }
    }

    #[test]
    fn brackets_do_not_hide_a_missing_element() {
        for body in ["[      ,1]", "[1     ,]"] {
            let found = batches(RecordEnds::Documents, body.as_bytes(), 100, 3);
            assert!(found.iter().any(|batch| batch.as_documents().is_err()), "{body}");
        }
    }

    #[test]
    fn a_record_over_the_limit_is_refused() {
        let mut cutter = RecordCutter::new(RecordEnds::Documents, 10, 100);
        cutter.push(&[b'['; 200]);
        assert_eq!(cutter.next_batch(false, &mut |_| Answer::Yes), Err(CodecError::FrameTooLarge { limit: 100 }));
    }

    proptest! {
        #[test]
        fn batches_depend_on_the_body_alone(
            parts in prop::collection::vec("(\\{\"a\":\"[b\\]}]{0,9}\"\\}|[\\[\\],{}\"\\\\ \n]|delete\n|index\n|,|7){0,6}", 0..20),
            step in 1_usize..40,
            target in 1_usize..60,
        ) {
            let body = parts.concat();
            for ends in [RecordEnds::Documents, RecordEnds::Lines, RecordEnds::Operations] {
                let whole = batches(ends, body.as_bytes(), body.len().max(1), target);
                prop_assert_eq!(&batches(ends, body.as_bytes(), step, target), &whole);
                let joined: Vec<u8> = whole.iter().flat_map(|batch| batch.bytes.to_vec()).collect();
                prop_assert_eq!(joined, body.as_bytes());
                for batch in whole {
                    if let Ok(text) = batch.as_documents() {
                        prop_assert_eq!(batch.from_documents(text), batch.bytes);
                    }
                }
            }
        }
    }
}
