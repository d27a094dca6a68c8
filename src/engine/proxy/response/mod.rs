//! [`Response`]: the restoring of the answer to a masked request, in chunks of any size.
//!
//! A JSON document is restored once it is whole. Of a stream, every event goes on at once, unless a
//! text in it ends in a possible beginning of a placeholder of the map: then it waits, with all events
//! behind it, until the next fragment of that text decides. The original goes to the event that the
//! placeholder began in. Events and members are never added, merged or dropped, and nothing else in
//! them changes.
//!
//! A body that cannot be read goes through as it came, with its placeholders: nothing is ever lost, and
//! nothing is restored in a text whose form is unknown.

mod carried_links;
mod channel;
mod document;
mod embedded_json;
mod json_fragments;
mod plain;
mod screen;
mod source_reader;
pub(in crate::engine::proxy) mod spelling;
mod stream;
mod strings;
#[cfg(test)]
mod tests;
mod tool_names;

use std::{fmt, ops::Deref};

use bytes::{Bytes, BytesMut};

use self::{
    carried_links::CarriedLinks,
    document::ResponseDocument,
    json_fragments::{DeclaredSyntax, FragmentRestorer},
    plain::PlainRestorer,
    stream::{StreamContext, StreamRestorer},
    strings::{DocumentRestorer, edited},
};
use super::{RestoreMap, offsets};
use crate::{
    anonymize::restore::LinkState,
    codec::{framing::Carrier, syntax::splice},
    profile::Profile,
};
use masquerade_detect::Level;

pub use screen::Screen;

/// Most ids of the provider that are remembered of one response.
const MAX_IDS: usize = 8;

/// The form of a response's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A JSON document.
    Whole,
    /// A stream of events with JSON documents.
    Stream(Carrier),
    /// Lines of JSON documents, or any file: its first bytes tell.
    File,
    /// Plain text.
    Text,
    /// Images, audio or video.
    Media,
    /// A form that is not known.
    Opaque,
}

impl Shape {
    /// The shape of an answer of this media type (`Content-Type`; empty: there was none).
    pub fn of(media_type: &[u8], profile: &Profile) -> Self {
        let essence = media_type.split(|&byte| byte == b';').next().unwrap_or_default().trim_ascii();
        let lower;
        let essence = if essence.iter().any(u8::is_ascii_uppercase) {
            lower = essence.to_ascii_lowercase();
            &lower[..]
        } else {
            essence
        };
        let (kind, subtype) = match essence.iter().position(|&byte| byte == b'/') {
            Some(slash) => (essence.get(..slash).unwrap_or_default(), essence.get(slash + 1..).unwrap_or_default()),
            None => (essence, &b""[..]),
        };
        let carrier = profile.exchange.stream.map(|stream| stream.carrier);
        if carrier == Some(Carrier::Messages) {
            return Self::Stream(Carrier::Messages);
        }
        match (Carrier::of_content_type(media_type), kind, subtype) {
            (carrier @ (Carrier::Sse | Carrier::Ndjson | Carrier::AwsEvents), ..) => Self::Stream(carrier),
            // Results of batches are lines of JSON, whatever their media type says, and are read as files are.
            (_, b"application", b"octet-stream" | b"binary") if carrier == Some(Carrier::Ndjson) => Self::File,
            (_, _, b"json") if carrier == Some(Carrier::JsonArray) => Self::Stream(Carrier::JsonArray),
            (_, b"", _) | (_, _, b"json") => Self::Whole,
            (_, _, subtype) if subtype.ends_with(b"+json") => Self::Whole,
            (_, b"text", _) | (_, b"application", b"xml" | b"yaml" | b"x-yaml" | b"javascript") => Self::Text,
            (_, _, subtype) if subtype.ends_with(b"+xml") => Self::Text,
            (_, b"image" | b"audio" | b"video", _) => Self::Media,
            _ => Self::Opaque,
        }
    }
}

/// Counts of placeholders and documents that were restored in a response, and of those that were not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Placeholders and surrogates that were restored.
    pub restored: u64,
    /// Placeholders of the map that stayed: others could have fetched an original in their place, or the response
    /// would have become too long.
    pub withheld: u64,
    /// True if a withheld placeholder stayed in a tool call, where the map says that such an answer is refused.
    pub is_refused: bool,
    /// Entities of the model's own that were masked.
    pub masked: u64,
    /// True if a part went through unread, where new personal data are masked.
    pub is_unscreened: bool,
    /// Documents and bodies that went through unread: broken, too long, or no text.
    pub unread: u64,
    /// Times that too many bytes would have had to wait, or that there were too many channels.
    pub given_up: u64,
    /// Ids of state that the provider keeps.
    ids: Vec<Box<str>>,
}

impl Counts {
    fn add_ids(&mut self, document: &DocumentRestorer<'_>) {
        for id in &document.parts.ids {
            let Some(id) = id.decoded(document.doc).filter(|id| !id.is_empty()) else { continue };
            if self.ids.len() < MAX_IDS && !self.ids.iter().any(|known| **known == *id) {
                self.ids.push(id.into());
            }
        }
    }
}

/// The restoring of one response. `P` dereferences to the profile of its request.
pub struct Response<P> {
    profile: P,
    map: RestoreMap,
    reader: Reader,
    counts: Counts,
    /// Most bytes of a document.
    limit: usize,
}

/// The work of a push, as far as it is known before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The bytes that are read.
    pub read: usize,
    /// About the most bytes of originals that are put in.
    pub restored: usize,
    /// The level at which the language model reads them.
    pub level: Level,
}

impl Work {
    /// Bytes that are kept or passed on.
    pub const NONE: Self = Self { read: 0, restored: 0, level: Level::Off };
}

/// The reader of a body of one form.
enum Reader {
    /// The beginning of a document.
    Whole(BytesMut),
    Stream(Box<StreamRestorer>),
    Text(Box<PlainRestorer>),
    /// The beginning of a text that is screened once it is whole.
    WholeText(Vec<u8>),
    /// A file of which nothing has been read.
    Unread,
    /// Bytes go through as they are.
    Passing,
}

impl<P: Deref<Target = Profile>> Response<P> {
    /// A restoring of an answer of `shape` with `map`. A document of more than `limit` bytes goes through as
    /// it is.
    pub fn new(profile: P, shape: Shape, map: RestoreMap, limit: usize) -> Self {
        let is_idle = map.is_empty()
            && map.screen().is_none()
            && profile.exchange.provider_state.is_none()
            && !profile.has_own_addresses;
        let mut response = Self { profile, map, reader: Reader::Passing, counts: Counts::default(), limit };
        if !is_idle {
            response.reader = response.reader(shape);
        }
        response
    }

    /// The profile of the request.
    pub fn profile(&self) -> &P {
        &self.profile
    }

    /// Most bytes of a document.
    pub fn limit(&self) -> usize {
        self.limit
    }

    /// The reader of a body of `shape`.
    fn reader(&mut self, shape: Shape) -> Reader {
        match shape {
            Shape::Whole => Reader::Whole(BytesMut::new()),
            Shape::Stream(carrier) => {
                Reader::Stream(Box::new(StreamRestorer::new(carrier, is_dialogue(&self.profile))))
            }
            Shape::File => Reader::Unread,
            // Texts without a format are screened as a whole, and so is what may be text.
            Shape::Text | Shape::Opaque if self.map.screen().is_some() => Reader::WholeText(Vec::new()),
            Shape::Text => Reader::Text(Box::default()),
            Shape::Media | Shape::Opaque => {
                self.counts.unread += 1;
                Reader::Passing
            }
        }
    }

    /// Leaves out the events of a stream up to the number `received`.
    pub fn resume_behind(&mut self, received: u64) {
        if let Reader::Stream(stream) = &mut self.reader {
            stream.resume_behind(received);
        }
    }

    /// Reads the next chunk, the last one if `eof`, and appends to `out` the bytes that can go to the client.
    pub fn push(&mut self, chunk: Bytes, eof: bool, out: &mut BytesMut) {
        // White space before a file's content leaves its shape open, and goes on as it is.
        if matches!(self.reader, Reader::Unread) && !chunk.trim_ascii().is_empty() {
            self.reader = self.reader(shape_of_file(&chunk));
        }
        match &mut self.reader {
            Reader::Unread | Reader::Passing => out.extend_from_slice(&chunk),
            Reader::Text(text) => text.push(self.map.table(), &chunk, eof, out, &mut self.counts),
            Reader::WholeText(body) => {
                body.extend_from_slice(&chunk);
                self.counts.is_unscreened |= body.len() > self.limit;
                if eof {
                    let body = std::mem::take(body);
                    self.whole_text(&body, out);
                }
            }
            Reader::Stream(stream) => {
                let context = StreamContext { profile: &self.profile, map: &self.map };
                stream.push(context, chunk, eof, out, &mut self.counts);
            }
            Reader::Whole(body) => {
                if body.len() + chunk.len() > self.limit {
                    out.extend_from_slice(body);
                    out.extend_from_slice(&chunk);
                    self.counts.unread += 1;
                    self.counts.is_unscreened |= self.map.screen().is_some();
                    self.reader = Reader::Passing;
                    return;
                }
                if eof && body.is_empty() {
                    self.whole(&chunk, out);
                } else {
                    body.extend_from_slice(&chunk);
                    if eof {
                        let body = std::mem::take(body);
                        self.whole(&body, out);
                    }
                }
            }
        }
    }

    /// The work of a push of `bytes` bytes, the last ones if `eof`.
    pub fn work(&self, bytes: usize, eof: bool) -> Work {
        let read = match &self.reader {
            Reader::Unread | Reader::Passing => 0,
            // A document is only kept until it is whole.
            Reader::Whole(_) | Reader::WholeText(_) if !eof => 0,
            Reader::Stream(_) | Reader::Text(_) if !eof => bytes,
            Reader::Whole(_) | Reader::WholeText(_) | Reader::Stream(_) | Reader::Text(_) => bytes + self.held(),
        };
        let level = self.map.screen().map_or(Level::Off, |screen| screen.level());
        Work { read, restored: self.map.table().most_restored(read), level }
    }

    /// Goes on with another map.
    pub fn set_map(&mut self, map: RestoreMap) {
        self.map = map;
    }

    /// The number of bytes of the body that wait for others.
    pub fn held(&self) -> usize {
        match &self.reader {
            Reader::Whole(body) => body.len(),
            Reader::WholeText(body) => body.len(),
            Reader::Stream(stream) => stream.held(),
            Reader::Text(text) => text.held(),
            Reader::Unread | Reader::Passing => 0,
        }
    }

    /// The counts so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// The ids so far of state that the provider keeps.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.counts.ids.iter().map(|id| &**id)
    }

    /// Restores and screens a text without a format.
    fn whole_text(&mut self, body: &[u8], out: &mut BytesMut) {
        let (Ok(text), Some(screen)) = (std::str::from_utf8(body), self.map.screen()) else {
            self.counts.is_unscreened = true;
            return;
        };
        let mut edits = Vec::new();
        let mut restorer = FragmentRestorer::behind(DeclaredSyntax::Text, LinkState::default());
        restorer.push(self.map.table(), text, true, &mut edits);
        self.counts.restored += edits.len() as u64;
        self.counts.withheld += restorer.withheld();
        self.counts.masked += screen.whole(text, DeclaredSyntax::Text, &mut edits);
        edits.sort_by_key(|edit| edit.range.start);
        let edits = edits.iter().map(|edit| (edit.range.start as usize..edit.range.end as usize, edit.text.as_str()));
        splice(body, edits, out).expect("restored and screened parts are apart");
    }

    fn whole(&mut self, body: &[u8], out: &mut BytesMut) {
        let mut parts = ResponseDocument::take();
        let table = &self.profile.response;
        let read = std::str::from_utf8(body).ok().filter(|doc| parts.read(table, doc).is_ok());
        let Some(doc) = read else {
            self.counts.unread += u64::from(!body.is_empty());
            self.counts.is_unscreened |= !body.is_empty() && self.map.screen().is_some();
            return out.extend_from_slice(body);
        };
        let document = DocumentRestorer { table, doc, parts: &parts, map: &self.map };
        self.counts.add_ids(&document);
        let mut edits = Vec::new();
        let mut links = CarriedLinks::new(is_dialogue(&self.profile));
        for leaf in &parts.strings {
            let action = parts.action(table, doc, leaf);
            document.restore(leaf, action, || None, &mut edits, &mut links, &mut self.counts);
        }
        document.screen_numbers(&mut edits, &mut self.counts);
        if let Some(rules) = self.profile.exchange.offsets {
            offsets::shift(doc, rules.mark, rules.answer, self.map.cited(), &mut edits);
        }
        out.reserve(body.len());
        if edits.is_empty() || !edited(doc, &parts.alignments, edits, out) {
            out.extend_from_slice(body);
        }
        parts.give_back();
    }
}

/// The shape of a file by its first bytes.
fn shape_of_file(bytes: &[u8]) -> Shape {
    let is_control = |byte: &u8| *byte < 0x20 && !byte.is_ascii_whitespace();
    match bytes.trim_ascii_start().first() {
        Some(b'{') => Shape::Stream(Carrier::Ndjson),
        _ if bytes.iter().any(is_control) => Shape::Opaque,
        _ => Shape::Text,
    }
}

/// Reports whether answers are those of a conversation, whose streamed texts have ends.
fn is_dialogue(profile: &Profile) -> bool {
    profile.exchange.stream.is_some_and(|stream| !stream.ends.is_empty())
}

impl<P> fmt::Debug for Response<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response").field("counts", &self.counts).finish_non_exhaustive()
    }
}
