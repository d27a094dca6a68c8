//! [`PlacedEdit`]: edits of texts, turned into edits of the body around the documents, strings and files that hold them.

use std::collections::BTreeMap;

use bytes::Bytes;

use super::{Doc, RequestText, RequestTexts, Spelling, TextKind, repeats::Occurrence, view::byte_at};
use crate::{
    codec::{
        encoding::{self, Coding},
        syntax::{
            Edit,
            json::{escape, pointer},
            lengths, splice, splice_bytes,
        },
    },
    engine::proxy::refusal::{Refusal, TextPlace},
};
use masquerade_detect::text::Span;

/// An edit of the body, or of the content of a file in base64, by its place in [`RequestTexts::docs`].
#[derive(Debug)]
pub(in crate::engine::proxy) struct PlacedEdit {
    file: Option<usize>,
    edit: Edit,
}

impl RequestTexts<'_> {
    /// `body` with `edits` of it, and with the lengths that it declares mended.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if they do not fit, which would be a fault of the gateway.
    pub(in crate::engine::proxy) fn spliced(&self, body: &Bytes, edits: Vec<Edit>) -> Result<Bytes, Refusal> {
        if edits.is_empty() {
            return Ok(body.clone());
        }
        if self.lengths.is_empty() && self.integers.is_empty() {
            return spliced(body, edits).map(Bytes::from);
        }
        let patches = lengths::mend(edits, &self.lengths, &self.integers).map_err(|_| Refusal::Internal)?;
        let more: usize = patches.iter().map(|patch| patch.replacement.len()).sum();
        let mut out = Vec::with_capacity(body.len() + more);
        let patches = patches.iter().map(|patch| (patch.range.clone(), &*patch.replacement));
        splice_bytes(body, patches, &mut out).map_err(|_| Refusal::Internal)?;
        Ok(out.into())
    }

    /// The edit of the body that puts `replacement` in place of `span` of a text.
    ///
    /// # Errors
    /// [`Refusal::Internal`] if they do not fit, which would be a fault of the gateway.
    pub(in crate::engine::proxy) fn edit(
        &self,
        text: &RequestText<'_>,
        span: Span,
        replacement: &str,
    ) -> Result<PlacedEdit, Refusal> {
        let edit = match &text.spelling {
            Spelling::Segment(segment) => segment.edit(span.range(), replacement).ok_or(Refusal::Internal)?,
            Spelling::Source(_, start) => {
                Edit { range: span.start() + start..span.end() + start, replacement: replacement.to_owned() }
            }
            Spelling::Plain(..) => return Err(Refusal::Internal),
        };
        self.lift(edit, text.doc.ok_or(Refusal::Internal)?)
    }

    /// The edit of the body that puts `replacement` in place of `span` of an occurrence of a text.
    ///
    /// # Errors
    /// As [`RequestTexts::edit`].
    pub(in crate::engine::proxy) fn edit_of(
        &self,
        occurrence: Occurrence<'_>,
        span: Span,
        replacement: &str,
    ) -> Result<PlacedEdit, Refusal> {
        let Some(repeat) = occurrence.repeat else { return self.edit(&self.all[occurrence.text], span, replacement) };
        let mut escaped = String::with_capacity(replacement.len());
        escape(replacement, &mut escaped);
        let range = repeat.start + span.start()..repeat.start + span.end();
        self.lift(Edit { range, replacement: escaped }, repeat.doc)
    }

    /// The edit of the body that puts `replacement`, which is JSON source, in place of a whole number.
    ///
    /// # Errors
    /// As [`RequestTexts::edit`].
    pub(in crate::engine::proxy) fn edit_whole(
        &self,
        text: &RequestText<'_>,
        replacement: String,
    ) -> Result<PlacedEdit, Refusal> {
        let Spelling::Plain(_, range) = &text.spelling else { return Err(Refusal::Internal) };
        let edit = Edit { range: range.clone(), replacement };
        self.lift(edit, text.doc.ok_or(Refusal::Internal)?)
    }

    /// The place of an occurrence of a text in the request, of which `body` is the body.
    pub(in crate::engine::proxy) fn place(&self, occurrence: Occurrence<'_>, body: &[u8]) -> TextPlace {
        let text = &self.all[occurrence.text];
        let at = |range| Some(Edit { range, replacement: String::new() });
        let empty = match (occurrence.repeat, &text.spelling) {
            (Some(repeat), _) => at(repeat.start..repeat.start),
            (None, Spelling::Segment(segment)) => segment.edit(0..0, ""),
            (None, Spelling::Plain(_, range)) => at(range.clone()),
            (None, Spelling::Source(_, start)) => at(*start..*start),
        };
        let doc = occurrence.repeat.map(|repeat| repeat.doc).or(text.doc);
        let edit = match text.kind {
            TextKind::Query(_) => return TextPlace::Query,
            TextKind::Header(..) => return TextPlace::Header,
            _ => empty.zip(doc).and_then(|(edit, doc)| self.lift_out(edit, doc)),
        };
        let Some((at, body)) = edit.map(|edit| edit.range.start).zip(std::str::from_utf8(body).ok()) else {
            return TextPlace::Body(String::new());
        };
        let is_lines = self.docs.iter().flatten().any(|doc| matches!(doc, Doc::InBody(base) if *base > 0));
        if !is_lines {
            return TextPlace::Body(pointer(body, at));
        }
        let start = body[..at].rfind('\n').map_or(0, |end| end + 1);
        let line = body[..at].matches('\n').count();
        let end = body[at..].find('\n').map_or(body.len(), |end| at + end);
        TextPlace::Body(format!("/{line}{}", pointer(&body[start..end], at - start)))
    }

    /// The edit of the body at the place of an edit of a document, if that is in a file at the beginning of the file.
    fn lift_out(&self, edit: Edit, doc: usize) -> Option<Edit> {
        let mut placed = self.lift(edit, doc).ok()?;
        while let Some(file) = placed.file {
            let Some(Doc::InBase64 { segment, outer, start, .. }) = &self.docs[file] else { return None };
            placed = self.lift(segment.edit(*start..*start, "")?, *outer).ok()?;
        }
        Some(placed.edit)
    }

    /// The edits of the body that `placed` make, with those of a file in one.
    ///
    /// # Errors
    /// As [`RequestTexts::edit`].
    pub(in crate::engine::proxy) fn in_body(&self, placed: Vec<PlacedEdit>) -> Result<Vec<Edit>, Refusal> {
        let (mut body, mut files) = (Vec::with_capacity(placed.len()), BTreeMap::<usize, Vec<Edit>>::new());
        let mut place = |PlacedEdit { file, edit }: PlacedEdit, files: &mut BTreeMap<usize, Vec<Edit>>| match file {
            Some(doc) => files.entry(doc).or_default().push(edit),
            None => body.push(edit),
        };
        placed.into_iter().for_each(|edit| place(edit, &mut files));
        // A file within a file stands behind it.
        while let Some((doc, mut edits)) = files.pop_last() {
            let Some(Doc::InBase64 { segment, outer, start, base64, is_gzip, content }) = &self.docs[doc] else {
                return Err(Refusal::Internal);
            };
            edits.sort_by_key(|edit| edit.range.start);
            let mut masked = Vec::with_capacity(content.len());
            splice(content, &edits, &mut masked).map_err(|_| Refusal::Internal)?;
            if *is_gzip {
                masked = encoding::encode(&[Coding::Gzip], masked).map_err(|_| Refusal::Internal)?;
            }
            let edit = segment.edit(*start..segment.text().len(), &base64.encode(&masked)).ok_or(Refusal::Internal)?;
            place(self.lift(edit, *outer)?, &mut files);
        }
        Ok(body)
    }

    /// Turns an edit of a document into one of the body or of a file's content.
    fn lift(&self, mut edit: Edit, mut doc: usize) -> Result<PlacedEdit, Refusal> {
        loop {
            match self.docs.get(doc).and_then(Option::as_ref).ok_or(Refusal::Internal)? {
                Doc::InString { segment, outer, .. } => {
                    edit = segment.edit(edit.range, &edit.replacement).ok_or(Refusal::Internal)?;
                    doc = *outer;
                }
                Doc::InBody(base) => {
                    edit.range = edit.range.start + base..edit.range.end + base;
                    return Ok(PlacedEdit { file: None, edit });
                }
                Doc::Line(outer, base) => {
                    edit.range = edit.range.start + base..edit.range.end + base;
                    doc = *outer;
                }
                Doc::Widened { outer, base, wide } => {
                    edit.range = base + byte_at(edit.range.start, wide)..base + byte_at(edit.range.end, wide);
                    doc = *outer;
                }
                Doc::InBase64 { .. } => return Ok(PlacedEdit { file: Some(doc), edit }),
            }
        }
    }
}

/// `source` with `edits` of it, which come in any order.
///
/// # Errors
/// [`Refusal::Internal`] if they do not fit, which would be a fault of the gateway.
pub(in crate::engine::proxy) fn spliced(source: &[u8], mut edits: Vec<Edit>) -> Result<Vec<u8>, Refusal> {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let more: usize = edits.iter().map(|edit| edit.replacement.len()).sum();
    let mut out = Vec::with_capacity(source.len() + more);
    splice(source, &edits, &mut out).map_err(|_| Refusal::Internal)?;
    Ok(out)
}
