//! [`Response`]: restores the answer to a masked request, in whatever pieces it arrives.
//!
//! A JSON document is restored once it is whole. Of a stream, every event goes on at once, unless a
//! text in it ends in what may be the beginning of a live placeholder: then it waits, with all events
//! behind it, until the next piece of that text decides. What is put in goes to the event that the
//! placeholder began in. Events and members are never added, merged or dropped, and nothing else in
//! them changes.
//!
//! What cannot be read goes through as it came, with its placeholders: nothing is ever lost, and
//! nothing is restored where it is not understood.

mod channel;
mod document;
mod json_fragments;
mod plain;
mod stream;
mod strings;
#[cfg(test)]
mod tests;

use std::{fmt, ops::Deref};

use bytes::{Bytes, BytesMut};

use self::{
    document::Leaves,
    plain::Plain,
    stream::{Setting, Stream},
    strings::{Document, edited},
};
use super::RestoreMap;
use crate::{codec::framing::Carrier, profile::Profile};

/// Most ids of the provider that are remembered of one response.
const MAX_IDS: usize = 8;

/// How a response is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// As one JSON document.
    Whole,
    /// As a stream of events with JSON documents.
    Stream(Carrier),
    /// As text.
    Text,
    /// Not at all: it is no text.
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
        match (Carrier::of_content_type(media_type), kind, subtype) {
            (carrier @ (Carrier::Sse | Carrier::Ndjson), ..) => Self::Stream(carrier),
            // Results of batches are lines of JSON, whatever they are said to be.
            (_, b"application", b"octet-stream" | b"binary") if carrier == Some(Carrier::Ndjson) => {
                Self::Stream(Carrier::Ndjson)
            }
            (_, b"", _) | (_, _, b"json") => Self::Whole,
            (_, _, subtype) if subtype.ends_with(b"+json") => Self::Whole,
            (_, b"text", _) | (_, b"application", b"xml" | b"yaml" | b"x-yaml" | b"javascript") => Self::Text,
            (_, _, subtype) if subtype.ends_with(b"+xml") => Self::Text,
            _ => Self::Opaque,
        }
    }
}

/// What was done to a response, and what was not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Names that were restored.
    pub restored: u64,
    /// Live names that stayed, because others could have fetched what was put there.
    pub withheld: u64,
    /// Documents and bodies that went through unread: broken, too long, or no text.
    pub unread: u64,
    /// Times that too much would have had to wait, or too many texts came at once.
    pub given_up: u64,
    /// Ids under which the provider keeps state.
    ids: Vec<Box<str>>,
}

impl Counts {
    fn see_ids(&mut self, document: &Document<'_>) {
        for id in &document.leaves.ids {
            let Some(id) = id.decoded(document.doc).filter(|id| !id.is_empty()) else { continue };
            if self.ids.len() < MAX_IDS && !self.ids.iter().any(|known| **known == *id) {
                self.ids.push(id.into());
            }
        }
    }
}

/// Restores one response. `P` leads to the profile that the request was read with.
pub struct Response<P> {
    profile: P,
    map: RestoreMap,
    state: State,
    counts: Counts,
    /// Most bytes of a document.
    limit: usize,
}

enum State {
    /// What has arrived of a document.
    Whole(BytesMut),
    Stream(Box<Stream>),
    Text(Box<Plain>),
    /// What comes goes through as it is.
    Passing,
}

impl<P: Deref<Target = Profile>> Response<P> {
    /// Restores an answer of `shape` with `map`. A document of more than `limit` bytes goes through as
    /// it is.
    pub fn new(profile: P, shape: Shape, map: RestoreMap, limit: usize) -> Self {
        let is_idle = map.is_empty() && profile.exchange.provider_state.is_none();
        let mut counts = Counts::default();
        let state = match shape {
            _ if is_idle => State::Passing,
            Shape::Whole => State::Whole(BytesMut::new()),
            Shape::Stream(carrier) => State::Stream(Box::new(Stream::new(carrier))),
            Shape::Text => State::Text(Box::default()),
            Shape::Opaque => {
                counts.unread = 1;
                State::Passing
            }
        };
        Self { profile, map, state, counts, limit }
    }

    /// Takes the next piece, the last one if `eof`, and adds to `out` what can go to the client.
    pub fn push(&mut self, chunk: Bytes, eof: bool, out: &mut BytesMut) {
        match &mut self.state {
            State::Passing => out.extend_from_slice(&chunk),
            State::Text(text) => text.push(self.map.live(), &chunk, eof, out, &mut self.counts),
            State::Stream(stream) => {
                let setting = Setting { profile: &self.profile, map: &self.map };
                stream.push(setting, chunk, eof, out, &mut self.counts);
            }
            State::Whole(body) => {
                if body.len() + chunk.len() > self.limit {
                    out.extend_from_slice(body);
                    out.extend_from_slice(&chunk);
                    self.counts.unread += 1;
                    self.state = State::Passing;
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

    /// What was done so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Ids seen so far under which the provider keeps state.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.counts.ids.iter().map(|id| &**id)
    }

    fn whole(&mut self, body: &[u8], out: &mut BytesMut) {
        let mut leaves = Leaves::take();
        let walk = &self.profile.response;
        let read = std::str::from_utf8(body).ok().filter(|doc| leaves.read(walk, doc).is_ok());
        let Some(doc) = read else {
            self.counts.unread += u64::from(!body.is_empty());
            return out.extend_from_slice(body);
        };
        let document = Document { walk, doc, leaves: &leaves, map: &self.map };
        self.counts.see_ids(&document);
        let mut edits = Vec::new();
        for leaf in &leaves.strings {
            let action = leaves.action(walk, doc, leaf);
            document.restore(leaf, action, None, &mut edits, &mut self.counts);
        }
        out.reserve(body.len());
        if edits.is_empty() || !edited(doc, &leaves.aligned, edits, out) {
            out.extend_from_slice(body);
        }
        leaves.give_back();
    }
}

impl<P> fmt::Debug for Response<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Response").field("counts", &self.counts).finish_non_exhaustive()
    }
}
