//! [`Sse`]: server-sent events (HTML Living Standard, 9.2.5 and 9.2.6).

use bytes::{Bytes, BytesMut};
use memchr::memchr2;

use super::{
    Frame, Framing,
    cutter::{Boundary, Cutter},
};
use crate::codec::CodecError;

/// The byte order mark, which may begin a stream.
const BOM: &[u8] = "\u{feff}".as_bytes();

/// Events that end in an empty line. The document is the event's data, its lines joined by LF.
///
/// Lines end in LF, CRLF or CR, also mixed. Comments, `id`, `retry`, unknown fields and the byte order
/// mark go through as they are. A new document is cut into lines at LF, CRLF and CR alike, which all
/// read as LF then: the format has no way to carry a CR.
pub struct Sse {
    cutter: Cutter<Events>,
}

impl Sse {
    /// A reader of a stream whose events have at most `limit` bytes each.
    pub fn new(limit: usize) -> Self {
        Self { cutter: Cutter::new(Events::default(), limit) }
    }
}

/// Ends frames behind each empty line.
///
/// Behind a CR it waits for the next byte, since an LF would belong to it. That would hold every event
/// of a stream that uses CR alone until the next one comes. So once a CR was seen alone, lines end at
/// CR at once, and an LF that follows after all opens the next line and counts for nothing.
#[derive(Default)]
struct Events {
    /// True once the beginning of the stream has been read.
    started: bool,
    /// True if a CR without LF was seen in this stream.
    lone_cr: bool,
    /// True if the last line ended at a CR whose LF may still come.
    after_cr: bool,
    /// Bytes of the frame that were read.
    seen: usize,
    /// The offset of the current line.
    line: usize,
}

impl Boundary for Events {
    fn end(&mut self, data: &[u8], eof: bool) -> Option<usize> {
        if !self.started {
            if data.starts_with(BOM) {
                self.started = true;
                return Some(BOM.len());
            }
            if BOM.starts_with(data) && !eof {
                return None;
            }
            self.started = true;
        }
        loop {
            self.skip_late_lf(data)?;
            let begin = self.line;
            let (content_end, end) = self.line_end(data, eof)?;
            if content_end == begin {
                (self.seen, self.line) = (0, 0);
                return Some(end);
            }
        }
    }
}

impl Events {
    /// Skips an LF whose CR has ended a line already; `None` if the next byte has not come.
    fn skip_late_lf(&mut self, data: &[u8]) -> Option<()> {
        if self.after_cr {
            if *data.get(self.seen)? == b'\n' {
                self.seen += 1;
                self.line = self.seen;
            }
            self.after_cr = false;
        }
        Some(())
    }

    /// The end of the current line without and with its terminator; `None` if it has not come.
    fn line_end(&mut self, data: &[u8], eof: bool) -> Option<(usize, usize)> {
        let Some(offset) = memchr2(b'\n', b'\r', data.get(self.seen..)?) else {
            self.seen = data.len();
            return None;
        };
        let at = self.seen + offset;
        let end = match (data.get(at)?, data.get(at + 1)) {
            (b'\n', _) => at + 1,
            _ if self.lone_cr => {
                self.after_cr = true;
                at + 1
            }
            (_, Some(b'\n')) => at + 2,
            (_, Some(_)) => {
                self.lone_cr = true;
                at + 1
            }
            (_, None) if eof => at + 1,
            (_, None) => {
                self.seen = at;
                return None;
            }
        };
        (self.seen, self.line) = (end, end);
        Some((at, end))
    }
}

/// A line of an event.
struct Line<'e> {
    /// The bytes of the line, with its terminator.
    raw: &'e [u8],
    /// The length of the name before the colon.
    name: usize,
    /// The offset of the value in `raw`.
    value: usize,
    /// The end of the value in `raw`.
    end: usize,
}

impl<'e> Line<'e> {
    /// The first line of `rest`, and the bytes behind it.
    fn split(rest: &'e [u8]) -> Option<(Self, &'e [u8])> {
        if rest.is_empty() {
            return None;
        }
        let end = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let terminator = match rest.get(end..) {
            Some([b'\r', b'\n', ..]) => 2,
            Some([]) | None => 0,
            Some(_) => 1,
        };
        let (raw, behind) = rest.split_at_checked(end + terminator)?;
        let content = raw.get(..end)?;
        let (name, value) = match memchr::memchr(b':', content) {
            Some(colon) => (colon, colon + 1 + usize::from(content.get(colon + 1) == Some(&b' '))),
            None => (end, end),
        };
        Some((Self { raw, name, value, end }, behind))
    }

    fn is(&self, name: &[u8]) -> bool {
        self.raw.get(..self.name) == Some(name)
    }

    fn terminator(&self) -> &'e [u8] {
        match self.raw.get(self.end..) {
            Some(end) if !end.is_empty() => end,
            _ => b"\n",
        }
    }

    /// Writes the line with another value and the end `terminator`.
    fn with_value(&self, value: &[u8], terminator: &[u8], out: &mut BytesMut) {
        out.extend_from_slice(&self.raw[..self.value]);
        if self.name == self.value && !value.is_empty() {
            out.extend_from_slice(b": ");
        } else if self.name + 1 == self.value && value.first() == Some(&b' ') {
            // The reader takes away one space.
            out.extend_from_slice(b" ");
        }
        out.extend_from_slice(value);
        out.extend_from_slice(terminator);
    }
}

/// The lines of an event, to its end.
fn lines(raw: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut rest = raw;
    std::iter::from_fn(move || {
        let (line, behind) = Line::split(rest)?;
        rest = behind;
        Some(line)
    })
}

/// The lines of a new document: one more than there are line ends in it.
fn split_doc(doc: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(doc);
    std::iter::from_fn(move || {
        let doc = rest?;
        let Some(at) = memchr2(b'\n', b'\r', doc) else { return rest.take() };
        let width = if doc.get(at..at + 2) == Some(b"\r\n") { 2 } else { 1 };
        rest = doc.get(at + width..);
        doc.get(..at)
    })
}

impl Framing for Sse {
    fn push(&mut self, input: Bytes, eof: bool) {
        self.cutter.push(input, eof);
    }

    fn next_frame(&mut self) -> Result<Option<Frame>, CodecError> {
        let Some((raw, terminated)) = self.cutter.next_frame()? else { return Ok(None) };
        let (mut doc, mut event) = (None::<Bytes>, None);
        let mut joined = BytesMut::new();
        for (line, at) in with_offsets(&raw) {
            let value = at + line.value..at + line.end;
            if line.is(b"event") {
                event = Some(raw.slice(value));
            } else if line.is(b"data") {
                match &doc {
                    None => doc = Some(raw.slice(value)),
                    Some(first) => {
                        if joined.is_empty() {
                            joined.extend_from_slice(first);
                        }
                        joined.extend_from_slice(b"\n");
                        joined.extend_from_slice(&raw[value]);
                    }
                }
            }
        }
        let doc = if joined.is_empty() { doc } else { Some(joined.freeze()) };
        Ok(Some(Frame { raw, doc, event, terminated }))
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
        let mut left = lines(&frame.raw).filter(|line| line.is(b"data")).count();
        if left == 0 {
            return Err(CodecError::Unframeable);
        }
        let mut values = split_doc(doc).peekable();
        let mut dropped = false;
        for line in lines(&frame.raw) {
            if !line.is(b"data") {
                // With the line between them gone, a CR and an LF that ended two lines would end one.
                if dropped && line.raw.first() == Some(&b'\n') && out.last() == Some(&b'\r') {
                    out.extend_from_slice(b"\n");
                }
                out.extend_from_slice(line.raw);
                dropped = false;
                continue;
            }
            left -= 1;
            dropped = values.peek().is_none();
            while let Some(value) = values.next() {
                let is_last = left > 0 || values.peek().is_none();
                let own_end = &line.raw[line.end..];
                line.with_value(value, if is_last { own_end } else { line.terminator() }, out);
                if is_last {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The lines of an event with the offset of each.
fn with_offsets(raw: &[u8]) -> impl Iterator<Item = (Line<'_>, usize)> {
    lines(raw).scan(0, |at, line| {
        let begin = *at;
        *at += line.raw.len();
        Some((line, begin))
    })
}
