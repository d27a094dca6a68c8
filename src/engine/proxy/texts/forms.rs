//! [`Spelled`]: the spellings of a part of a text in the text that the model reads, which may be a JSON document with the
//! text in a string.

use std::ops::Range;

use super::{Doc, RequestText, RequestTexts, Spelling};
use masquerade_detect::text::Span;

/// A part of a text, as the model reads it.
pub(in crate::engine::proxy) struct Spelled<'t> {
    /// The part, and its spelling in each document around it, from the innermost.
    pub(in crate::engine::proxy) forms: Vec<&'t str>,
    /// The text that the model reads.
    pub(in crate::engine::proxy) source: &'t str,
    /// The bytes of that text which spell the part.
    pub(in crate::engine::proxy) range: Range<usize>,
}

impl Spelled<'_> {
    /// Reports whether the part may be spelled otherwise elsewhere.
    pub(in crate::engine::proxy) fn is_special(&self) -> bool {
        let first = self.forms[0];
        let is_escaped = |byte: u8| byte < 0x20 || matches!(byte, b'"' | b'\\');
        first.bytes().any(is_escaped) || self.forms.iter().any(|form| *form != first)
    }
}

impl RequestTexts<'_> {
    /// The spellings of `span` of a text; `None`: no model reads the text as one.
    pub(in crate::engine::proxy) fn spelled<'t>(
        &'t self,
        text: &'t RequestText<'_>,
        span: Span,
    ) -> Option<Spelled<'t>> {
        let content = text.content();
        let mut spelled = Spelled { forms: vec![span.slice(content)], source: content, range: span.range() };
        let mut range = match &text.spelling {
            Spelling::Segment(segment) => segment.raw(span.range())?,
            Spelling::Source(_, start) => span.start() + start..span.end() + start,
            Spelling::Plain(..) => return None,
        };
        let mut doc = text.doc?;
        let is_content = matches!(text.spelling, Spelling::Source(..));
        loop {
            match self.docs.get(doc)?.as_ref()? {
                Doc::InBody(_) | Doc::InString { is_protocol: true, .. } => return Some(spelled),
                Doc::Line(outer, base) => {
                    range = range.start + base..range.end + base;
                    doc = *outer;
                }
                Doc::InBase64 { content, .. } => {
                    if !is_content {
                        spelled.add(std::str::from_utf8(content).ok()?, range)?;
                    }
                    return Some(spelled);
                }
                // Bytes that are no text: no place in them is one in a text.
                Doc::Widened { .. } => return None,
                Doc::InString { segment, outer, .. } => {
                    spelled.add(segment.text(), range.clone())?;
                    range = segment.raw(range)?;
                    doc = *outer;
                }
            }
        }
    }
}

impl<'t> Spelled<'t> {
    /// Adds the document `source` around it.
    fn add(&mut self, source: &'t str, range: Range<usize>) -> Option<()> {
        self.forms.push(source.get(range.clone())?);
        (self.source, self.range) = (source, range);
        Some(())
    }
}
