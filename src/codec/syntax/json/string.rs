//! [`Str`] and [`Segment`]: a string's spelling and its text.

use std::{borrow::Cow, fmt, ops::Range};

use memchr::memchr;

use super::escape::{self, EscapeValue};
use crate::codec::syntax::Edit;

/// A string of a document: its bytes, and whether there are escapes among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Str {
    /// The bytes between the quotes.
    pub range: Range<usize>,
    /// True if the string has a backslash.
    pub escaped: bool,
}

impl Str {
    pub(super) fn new(range: Range<usize>, escaped: bool) -> Self {
        Self { range, escaped }
    }

    /// The string as it is spelled in `doc`, without its quotes.
    pub fn raw<'d>(&self, doc: &'d str) -> &'d str {
        &doc[self.range.clone()]
    }

    /// The decoded text; `None` if it holds a lone surrogate.
    pub fn decoded<'d>(&self, doc: &'d str) -> Option<Cow<'d, str>> {
        if !self.escaped {
            return Some(Cow::Borrowed(self.raw(doc)));
        }
        let mut segments = self.segments(doc);
        let text = segments.next().map_or(Cow::Borrowed(""), |segment| segment.text);
        if segments.lone { None } else { Some(text) }
    }

    /// The decoded segments: one, unless lone surrogates divide the string, and none if it is empty.
    ///
    /// A lone surrogate (`\ud83d` without its other half) is no text. It belongs to no segment, so it
    /// is never part of an edit and goes through as it was.
    pub fn segments<'d>(&self, doc: &'d str) -> Segments<'d> {
        let raw = self.raw(doc);
        Segments { raw, at: 0, start: self.range.start, escaped: self.escaped, lone: false }
    }
}

/// The texts of one string, in order. See [`Str::segments`].
#[derive(Clone)]
pub struct Segments<'d> {
    raw: &'d str,
    /// Offset in `raw` of the unread rest.
    at: usize,
    /// Offset of `raw` in the document.
    start: usize,
    escaped: bool,
    /// True if a lone surrogate was read.
    lone: bool,
}

impl fmt::Debug for Segments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Segments(at {} of {})", self.at, self.raw.len())
    }
}

impl<'d> Iterator for Segments<'d> {
    type Item = Segment<'d>;

    fn next(&mut self) -> Option<Segment<'d>> {
        while self.at < self.raw.len() {
            let segment = if self.escaped { self.unescape() } else { self.rest() };
            if !segment.text.is_empty() {
                return Some(segment);
            }
        }
        None
    }
}

impl<'d> Segments<'d> {
    fn rest(&mut self) -> Segment<'d> {
        let (text, start) = (&self.raw[self.at..], self.start + self.at);
        self.at = self.raw.len();
        Segment { text: Cow::Borrowed(text), start, escapes: Vec::new() }
    }

    /// Reads up to the next lone surrogate and past it, or to the end.
    fn unescape(&mut self) -> Segment<'d> {
        let start = self.start + self.at;
        let bytes = self.raw.as_bytes();
        let (mut text, mut escapes) = (String::new(), Vec::new());
        loop {
            let plain = &self.raw[self.at..];
            let Some(length) = memchr(b'\\', plain.as_bytes()) else {
                if escapes.is_empty() && text.is_empty() {
                    return self.rest();
                }
                self.at = self.raw.len();
                text.push_str(plain);
                break;
            };
            // A string that lone surrogates divide has thousands of texts: each takes what it needs.
            if text.capacity() == 0 && !self.lone {
                text.reserve(plain.len());
            }
            text.push_str(&plain[..length]);
            self.at += length;
            let (escaped, width) = escape::read(bytes, self.at).expect("the scanner has read every escape");
            self.at += width;
            match escaped {
                EscapeValue::Char(c) => text.push(c),
                EscapeValue::Lone => {
                    self.lone = true;
                    break;
                }
            }
            escapes.push(Escape { text_end: text.len(), raw_end: self.start + self.at });
        }
        if self.lone {
            text.shrink_to_fit();
        }
        Segment { text: Cow::Owned(text), start, escapes }
    }
}

/// The end of an escape, in the decoded text and in the document.
#[derive(Clone, Copy)]
struct Escape {
    text_end: usize,
    raw_end: usize,
}

/// A text of a string, with a map of its offsets to those of the document.
#[derive(Clone)]
pub struct Segment<'d> {
    text: Cow<'d, str>,
    /// Offset of the text's beginning in the document.
    start: usize,
    /// The escapes, in order of position.
    escapes: Vec<Escape>,
}

impl fmt::Debug for Segment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Segment({} bytes from {}, {} escapes)", self.text.len(), self.start, self.escapes.len())
    }
}

impl<'d> Segment<'d> {
    /// The text, borrowed from the document where it holds no escape.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A copy that outlives the document.
    pub fn into_owned(self) -> Segment<'static> {
        Segment { text: Cow::Owned(self.text.into_owned()), start: self.start, escapes: self.escapes }
    }

    /// The part of the string that spells it, a string of its own.
    pub fn source(&self) -> Str {
        Str::new(self.start..self.raw_at(self.text.len()), !self.escapes.is_empty())
    }

    /// The text itself.
    pub fn into_text(self) -> Cow<'d, str> {
        self.text
    }

    /// The bytes of the document that spell the bytes `range` of the text. `None` if `range` is
    /// reversed, out of bounds or splits a character.
    pub fn raw(&self, range: Range<usize>) -> Option<Range<usize>> {
        self.text.get(range.clone())?;
        Some(self.raw_at(range.start)..self.raw_at(range.end))
    }

    /// Behind the last escape that ends at or before `at`, text and document run in step up to the
    /// next escape, which cannot begin before `at`, since `at` is not within a character.
    fn raw_at(&self, at: usize) -> usize {
        let behind = self.escapes.partition_point(|escape| escape.text_end <= at);
        match behind.checked_sub(1).and_then(|last| self.escapes.get(last)) {
            Some(last) => last.raw_end + (at - last.text_end),
            None => self.start + at,
        }
    }

    /// The edit of the document that puts `replacement`, escaped here, in place of the bytes `range`
    /// of the text. `None` as for [`Segment::raw`].
    pub fn edit(&self, range: Range<usize>, replacement: &str) -> Option<Edit> {
        let mut escaped = String::with_capacity(replacement.len());
        escape::escape(replacement, &mut escaped);
        Some(Edit { range: self.raw(range)?, replacement: escaped })
    }

    /// Turns edits of the text, taken as a document of its own, into edits of the document around it.
    /// `None` if one does not fit the text; `out` may hold some of them then.
    pub fn lift(&self, edits: &[Edit], out: &mut Vec<Edit>) -> Option<()> {
        for edit in edits {
            out.push(self.edit(edit.range.clone(), &edit.replacement)?);
        }
        Some(())
    }
}
