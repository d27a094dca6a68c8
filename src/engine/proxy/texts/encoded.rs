//! The texts in strings that stand for bytes: files of conversations, and payloads of log records, which brokers and clouds
//! carry in base64, compressed or not.

use std::borrow::Cow;

use super::{
    Doc, RequestTexts, Spelling, TextKind, Utf8View,
    leaves::{MAX_LEVELS, Origin, OwnedStorage, Storage, StringContext, StringLeaf, key},
};
use crate::{
    codec::{
        CodecError,
        encoding::{Coding, Decoder},
        syntax::json::{MAX_DEPTH, Segment, Str},
    },
    engine::proxy::{
        body,
        document::{self, Paths},
        files::{self, Base64, FileKind},
        refusal::Refusal,
    },
    profile::Action,
};

/// Shortest content of base64 that is searched as text, and shortest that is taken for a file, in bytes.
const MIN_TEXT: usize = 8;
const MIN_FILE: usize = 48;
/// Shortest text in base64 under a name that may hold any payload: a shorter one may look like base64 by chance.
const MIN_CARRIED: usize = 16;

/// Most bytes that the compressed strings of one request, or of one batch of its records, decode to.
const MAX_DECODED: usize = 16 << 20;

/// Names of members in which brokers, clouds and shippers carry records.
const CARRIERS: [&str; 14] = [
    "data", "payload", "body", "message", "record", "records", "event", "log", "raw", "content", "value", "key",
    "bytes", "base64",
];

/// The bytes that a string stands for.
struct Decoded {
    bytes: Vec<u8>,
    base64: Base64,
    is_gzip: bool,
}

/// The string with the base64, and the place where that begins in it.
struct Encoded<'x> {
    segment: Segment<'x>,
    start: usize,
}

impl<'b> RequestTexts<'b> {
    /// Adds the texts of a file in base64, or leaves out one that is no text; returns whether the string is a file.
    pub(super) fn file<'x, S: Storage<'x, 'b>>(&mut self, place: &StringLeaf<'_, 'x>) -> Result<bool, Refusal> {
        let StringLeaf { string, leaf, origin, .. } = *place;
        let Some(segment) = only_segment(string, origin) else { return Ok(false) };
        let (media_type, start) = match files::data_url(segment.text()) {
            Some(found) => found,
            None if leaf.action == Action::Link => return Ok(false),
            // Sound without a container tells nothing of itself.
            None if leaf.key.as_ref().is_some_and(|key| key.raw(origin.text) == "audio") => ("audio/", 0),
            None => ("", 0),
        };
        let Some(decoded) = self.decoded(&segment.text()[start..])? else { return Ok(false) };
        let kind = FileKind::of(&decoded.bytes, media_type);
        // A short text may look like base64 by chance.
        if start == 0 && decoded.bytes.len() < if kind == FileKind::Text { MIN_TEXT } else { MIN_FILE } {
            return Ok(false);
        }
        if kind != FileKind::Text {
            self.coverage.skipped += 1;
            self.count_opaque(kind, string)?;
            return Ok(true);
        }
        self.add_encoded::<S>(Encoded { segment, start }, decoded, place)?;
        Ok(true)
    }

    /// Adds the texts of a string of a log record in base64, if it is one that is meant to be decoded; returns whether it is.
    pub(super) fn carried<'x, S: Storage<'x, 'b>>(&mut self, place: &StringLeaf<'_, 'x>) -> Result<bool, Refusal> {
        let StringLeaf { string, leaf, origin, .. } = *place;
        /// Base64 of this many bytes has four thirds as many characters.
        const SHORTEST: usize = MIN_CARRIED / 3 * 4;
        let is_carrier = |key: &Str| {
            let name = key.raw(origin.text);
            let name = name.rsplit(['.', '_', '-']).next().unwrap_or(name);
            CARRIERS.iter().any(|carrier| carrier.eq_ignore_ascii_case(name)) || name.eq_ignore_ascii_case("b64")
        };
        let may_be = matches!(leaf.action, Action::Payload | Action::Text | Action::Reference)
            && string.range.len() >= SHORTEST
            && leaf.key.as_ref().is_some_and(is_carrier);
        let Some(segment) = may_be.then(|| only_segment(string, origin)).flatten() else { return Ok(false) };
        let decoded = match self.decoded(segment.text()) {
            Ok(Some(decoded)) => decoded,
            // A log may have cut it off, which leaves no more than letters.
            Ok(None) | Err(Refusal::Body(CodecError::BadCoding | CodecError::Truncated | CodecError::TrailingData)) => {
                return Ok(false);
            }
            Err(refusal) => return Err(refusal),
        };
        let is_meant = FileKind::of(&decoded.bytes, "") == FileKind::Text && decoded.bytes.len() >= MIN_CARRIED;
        if !is_meant && !decoded.is_gzip {
            return Ok(false);
        }
        self.add_encoded::<S>(Encoded { segment, start: 0 }, decoded, place)?;
        Ok(true)
    }

    /// Adds the texts of bytes in base64; returns whether the string is base64.
    pub(super) fn bytes<'x, S: Storage<'x, 'b>>(&mut self, place: &StringLeaf<'_, 'x>) -> Result<bool, Refusal> {
        let StringLeaf { string, origin, .. } = *place;
        let Some(segment) = only_segment(string, origin) else { return Ok(string.range.is_empty()) };
        let Some(decoded) = self.decoded(segment.text())? else { return Ok(false) };
        self.add_encoded::<S>(Encoded { segment, start: 0 }, decoded, place)?;
        Ok(true)
    }

    /// The bytes that a text in base64 stands for, those of log records also decompressed; `None` if it is no base64.
    ///
    /// # Errors
    /// If they are too many, or their coding is damaged.
    fn decoded(&mut self, text: &str) -> Result<Option<Decoded>, Refusal> {
        const GZIP: &[u8] = b"\x1f\x8b\x08";
        let Some((bytes, base64)) = Base64::decode(text) else { return Ok(None) };
        if !self.is_log || !bytes.starts_with(GZIP) {
            return Ok(Some(Decoded { bytes, base64, is_gzip: false }));
        }
        let mut plain = Vec::new();
        Decoder::new(&[Coding::Gzip]).push(&bytes, true, MAX_DECODED - self.decoded_bytes, &mut plain)?;
        self.decoded_bytes += plain.len();
        Ok(Some(Decoded { bytes: plain, base64, is_gzip: true }))
    }

    /// Adds the texts of the bytes that a string stands for.
    fn add_encoded<'x, S: Storage<'x, 'b>>(
        &mut self,
        Encoded { segment, start }: Encoded<'x>,
        Decoded { bytes, base64, is_gzip }: Decoded,
        &StringLeaf { leaf, who: (author, order), origin, .. }: &StringLeaf<'_, 'x>,
    ) -> Result<(), Refusal> {
        if origin.level == MAX_LEVELS {
            return Err(Refusal::Body(CodecError::TooDeep { limit: MAX_DEPTH }));
        }
        let doc = self.docs.len();
        self.docs.push(None);
        let key = key::<OwnedStorage>(leaf, origin, self.is_log);
        let (outer, first) = (StringContext { key, author, order }, self.all.len());
        let view = Utf8View::of(&bytes);
        let inner = match view.wide.is_empty() {
            true => doc,
            false => {
                self.docs.push(Some(Doc::Widened { outer: doc, base: 0, wide: view.wide }));
                doc + 1
            }
        };
        match leaf.action {
            Action::Whole => self.one(&view.text, inner, &outer),
            _ => self.content(&view.text, inner, origin.level + 1, &outer)?,
        }
        self.mark_whole(leaf.action, first);
        let segment = S::segment(segment);
        self.docs[doc] = Some(Doc::InBase64 { segment, outer: origin.doc, start, base64, is_gzip, content: bytes });
        Ok(())
    }

    /// Adds the texts of a file's content: of JSON, of lines of JSON, or one text.
    fn content(&mut self, content: &str, doc: usize, level: usize, outer: &StringContext<'_>) -> Result<(), Refusal> {
        if self.is_log {
            return self.records(content, doc, level, outer);
        }
        if document::is_json(content) {
            return self.record(content, 0, doc, level, outer);
        }
        if document::is_json_lines(content) {
            for (base, line) in body::lines(content) {
                self.record(line, base, doc, level, outer)?;
            }
            return Ok(());
        }
        self.one(content, doc, outer);
        Ok(())
    }

    /// Adds the texts of records of a log: JSON documents, or lines of any kind.
    pub(super) fn records(
        &mut self,
        text: &str,
        doc: usize,
        level: usize,
        outer: &StringContext<'_>,
    ) -> Result<(), Refusal> {
        if body::documents(text).all(|(_, document)| document::is_json(document)) {
            for (base, document) in body::documents(text) {
                self.record(document, base, doc, level, outer)?;
            }
            return Ok(());
        }
        if !body::lines(text).any(|(_, line)| line.starts_with('{')) {
            self.one(text, doc, outer);
            return Ok(());
        }
        for (base, line) in body::lines(text) {
            match document::is_json(line) {
                true => self.record(line, base, doc, level, outer)?,
                false => {
                    self.docs.push(Some(Doc::Line(doc, base)));
                    self.one(line, self.docs.len() - 1, outer);
                }
            }
        }
        Ok(())
    }

    /// Adds the texts of a JSON document that begins at byte `base` of the document `doc`.
    fn record(
        &mut self,
        text: &str,
        base: usize,
        doc: usize,
        level: usize,
        outer: &StringContext<'_>,
    ) -> Result<(), Refusal> {
        let document = document::read(text, self.fields.map(Paths::records), None)?;
        self.docs.push(Some(Doc::Line(doc, base)));
        let origin = Origin { text, doc: self.docs.len() - 1, level, outer: Some(outer) };
        self.leaves::<OwnedStorage>(&document, &origin)
    }

    /// Adds a text that is the document `doc`.
    fn one(&mut self, text: &str, doc: usize, outer: &StringContext<'_>) {
        self.coverage.scanned += 1;
        if text.is_empty() {
            return;
        }
        // The name of a file's member says nothing of the file.
        let key = outer.key.as_deref().filter(|_| self.is_log).map(|key| Cow::Owned(key.to_owned()));
        let spelling = Spelling::Source(Cow::Owned(text.to_owned()), 0);
        self.push(spelling, key, TextKind::Text, (outer.author, outer.order), doc);
    }
}

/// The text of a string without lone surrogates.
fn only_segment<'x>(string: &Str, origin: &Origin<'x, '_>) -> Option<Segment<'x>> {
    let mut segments = string.segments(origin.text);
    segments.next().filter(|_| segments.next().is_none())
}
