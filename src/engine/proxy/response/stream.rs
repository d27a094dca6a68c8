//! [`Stream`]: restores a stream of events, each as soon as its texts are decided.

use std::{
    collections::{HashMap, VecDeque},
    ops::Range,
};

use bytes::{Bytes, BytesMut};

use super::{
    Counts,
    channel::{Channel, Piece},
    document::{Elements, Leaf, Leaves, Mark},
    json_fragments::{Kind, Place},
    strings::{Document, edited},
};
use crate::{
    codec::{
        framing::{Carrier, Frame, Framing},
        syntax::Edit,
    },
    engine::proxy::RestoreMap,
    profile::{self, Action, ChannelEnd, EndCondition, PathTable, Profile},
};

/// Longest event, in bytes. Images come in one.
const MAX_FRAME: usize = 16 << 20;

/// Most bytes of events that wait for one another. What a placeholder makes wait is less than this by
/// far; only other channels' events between its pieces add up.
const MAX_HELD: usize = 1 << 20;

/// Most texts that arrive in pieces at the same time.
const MAX_CHANNELS: usize = 256;

/// Most calls of which the tool is remembered.
const MAX_TOLD: usize = 4096;

/// A stream of events.
pub(super) struct Stream {
    framing: Box<dyn Framing>,
    /// Events that wait, in order.
    queue: VecDeque<Held>,
    /// The number of the first of them, counted from the beginning of the stream.
    first: u64,
    /// Their bytes.
    held: usize,
    channels: Vec<Channel>,
    /// The tools of calls, by the keys of the channel of their arguments.
    told: HashMap<Box<str>, Box<str>>,
    /// Whether more was held than is allowed: nothing in pieces is restored any more.
    given_up: bool,
    /// Whether an event was too long: what is left goes through as it comes.
    passing: bool,
    leaves: Leaves,
    /// Working memory.
    key: String,
    places: Vec<Place>,
}

/// An event that waits.
struct Held {
    frame: Frame,
    edits: Vec<Edit>,
    /// What repeats alignments in its document.
    aligned: Vec<Range<usize>>,
    /// How many pieces in it are not decided.
    waits: usize,
}

impl Held {
    fn doc(&self) -> &str {
        self.frame.doc.as_deref().and_then(|doc| std::str::from_utf8(doc).ok()).unwrap_or_default()
    }
}

/// What stays the same for all events.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) profile: &'a Profile,
    pub(super) map: &'a RestoreMap,
}

impl<'a> Setting<'a> {
    fn walk(&self) -> &'a PathTable {
        self.profile.event.as_ref().unwrap_or(&self.profile.response)
    }

    fn stream(&self) -> Option<&'static profile::StreamFormat> {
        self.profile.exchange.stream
    }
}

impl Stream {
    pub(super) fn new(carrier: Carrier) -> Self {
        Self {
            framing: carrier.framing(MAX_FRAME),
            queue: VecDeque::new(),
            first: 0,
            held: 0,
            channels: Vec::new(),
            told: HashMap::new(),
            given_up: false,
            passing: false,
            leaves: Leaves::default(),
            key: String::new(),
            places: Vec::new(),
        }
    }

    /// Takes the next piece, and writes all events that are decided.
    pub(super) fn push(
        &mut self,
        setting: Setting<'_>,
        chunk: Bytes,
        eof: bool,
        out: &mut BytesMut,
        counts: &mut Counts,
    ) {
        if self.passing {
            out.extend_from_slice(&chunk);
            return;
        }
        self.framing.push(chunk, eof);
        loop {
            match self.framing.next_frame() {
                Ok(Some(frame)) => {
                    self.event(setting, frame, counts);
                    self.release(out, counts);
                }
                Ok(None) => break,
                Err(_) => {
                    self.end_all(setting, counts);
                    self.release(out, counts);
                    out.extend_from_slice(&self.framing.take_rest());
                    self.passing = true;
                    counts.unread += 1;
                    return;
                }
            }
        }
        if eof {
            self.end_all(setting, counts);
            self.release(out, counts);
        }
    }

    /// Looks through an event and puts it behind those that wait.
    fn event(&mut self, setting: Setting<'_>, frame: Frame, counts: &mut Counts) {
        self.held += frame.raw.len();
        let doc = frame.doc.clone();
        self.queue.push_back(Held { frame, edits: Vec::new(), aligned: Vec::new(), waits: 0 });
        let Some(doc) = doc else { return };
        let stream = setting.stream();
        if stream.and_then(|stream| stream.last).is_some_and(|last| last.as_bytes() == doc.trim_ascii()) {
            return self.end_all(setting, counts);
        }
        let mut leaves = std::mem::take(&mut self.leaves);
        match std::str::from_utf8(&doc).map(|doc| (doc, leaves.read(setting.walk(), doc))) {
            Ok((doc, Ok(()))) => {
                let document = Document { walk: setting.walk(), doc, leaves: &leaves, map: setting.map };
                counts.see_ids(&document);
                self.hear_tools(setting, &document);
                for leaf in &leaves.strings {
                    self.string(setting, &document, leaf, counts);
                }
                self.end_told(setting, &document, counts);
                if let Some(held) = self.queue.back_mut() {
                    held.aligned.append(&mut leaves.aligned);
                }
            }
            _ => counts.unread += 1,
        }
        self.leaves = leaves;
        if self.held > MAX_HELD && !self.given_up && self.queue.len() > 1 {
            self.given_up = true;
            counts.given_up += 1;
            self.end_all(setting, counts);
        }
    }

    fn string(&mut self, setting: Setting<'_>, document: &Document<'_>, leaf: &Leaf, counts: &mut Counts) {
        let action = document.leaves.action(document.walk, document.doc, leaf);
        if let Action::Channel(channel) = action {
            return self.piece(setting, document, leaf, channel, counts);
        }
        let told = match action {
            Action::CallArguments(_) | Action::Payload => self.tool_of(setting, document, leaf.elements),
            _ => None,
        };
        let told = told.map(str::to_owned);
        if let Some(held) = self.queue.back_mut() {
            document.restore(leaf, action, told.as_deref(), &mut held.edits, counts);
        }
    }

    /// Goes on with a channel.
    fn piece(
        &mut self,
        setting: Setting<'_>,
        document: &Document<'_>,
        leaf: &Leaf,
        kind: profile::Channel,
        counts: &mut Counts,
    ) {
        if self.given_up {
            return;
        }
        self.key.clear();
        for key in kind.keys {
            self.key.push_str(value(document, key, leaf.elements).unwrap_or_default());
            self.key.push('\0');
        }
        let mut at = self.channels.iter().position(|channel| channel.is(leaf.place, &self.key));
        if at.is_none() {
            if self.channels.len() >= MAX_CHANNELS {
                counts.given_up += 1;
                return;
            }
            let restored = self.is_restored(setting, document, leaf, kind);
            let json = if kind.json { Kind::Json } else { Kind::Text };
            at = Some(self.channels.len());
            self.channels.push(Channel::new(json, restored, leaf.place, &self.key));
        }
        let event = self.first + self.queue.len() as u64 - 1;
        let channel = at.and_then(|at| self.channels.get_mut(at)).filter(|channel| channel.restored);
        let Some(channel) = channel else { return };
        // A lone surrogate is no text, and no name lies across it.
        let divided = leaf.string.escaped && leaf.string.decoded(document.doc).is_none();
        for (segment, text) in leaf.string.segments(document.doc).enumerate() {
            if divided {
                let decided = channel.divide(setting.map.live(), &mut self.places);
                settle(&mut self.queue, self.first, channel, decided, &mut self.places, counts);
            }
            let piece = Piece { event, string: leaf.string.clone(), segment, range: 0..0 };
            let decided = channel.push(setting.map.live(), text.text(), piece, &mut self.places);
            if let Some(held) = self.queue.back_mut() {
                held.waits += 1;
            }
            settle(&mut self.queue, self.first, channel, decided, &mut self.places, counts);
        }
        if divided {
            let decided = channel.divide(setting.map.live(), &mut self.places);
            settle(&mut self.queue, self.first, channel, decided, &mut self.places, counts);
        }
    }

    /// Whether the text of a new channel is restored: not if it is a tool call's that is not.
    fn is_restored(&self, setting: Setting<'_>, document: &Document<'_>, leaf: &Leaf, kind: profile::Channel) -> bool {
        if !kind.json && kind.keys.len() < 2 {
            return true;
        }
        match self.tool_of(setting, document, leaf.elements) {
            None if !kind.json => true,
            told => setting.map.tools().contains(told),
        }
    }

    /// The tool that was told of what has the keys that `elements` of this event have.
    fn tool_of(&self, setting: Setting<'_>, document: &Document<'_>, elements: Elements) -> Option<&str> {
        if self.told.is_empty() {
            return None;
        }
        let tools = setting.stream()?.tools.iter();
        tools
            .filter_map(|tool| call_key(document, tool.keys, elements))
            .find_map(|key| self.told.get(key.as_str()))
            .map(|name| &**name)
    }

    /// Remembers the names of tools that the event tells.
    fn hear_tools(&mut self, setting: Setting<'_>, document: &Document<'_>) {
        let Some(stream) = setting.stream() else { return };
        for Mark { place, elements, value, .. } in &document.leaves.marks {
            for tool in
                document.walk.facts(*place).tool_names.iter().filter_map(|&at| stream.tools.get(usize::from(at)))
            {
                let name = document.doc.get(value.clone()).filter(|name| !name.is_empty());
                if let (Some(name), Some(key)) = (name, call_key(document, tool.keys, *elements))
                    && self.told.len() < MAX_TOLD
                {
                    self.told.insert(key.into(), name.into());
                }
            }
        }
    }

    /// Ends the channels that the event ends.
    fn end_told(&mut self, setting: Setting<'_>, document: &Document<'_>, counts: &mut Counts) {
        let Some(stream) = setting.stream() else { return };
        for mark in &document.leaves.marks {
            let ends = document.walk.facts(mark.place).channel_ends.iter();
            for end in ends.filter_map(|&at| stream.ends.get(usize::from(at))) {
                if is_end(end, document.doc.get(mark.value.clone()).unwrap_or_default(), mark.is_null) {
                    let values: Vec<_> = end.keys.iter().map(|key| value(document, key, mark.elements)).collect();
                    self.end(setting, counts, |channel| channel.agrees(&values));
                }
            }
        }
    }

    fn end_all(&mut self, setting: Setting<'_>, counts: &mut Counts) {
        self.end(setting, counts, |_| true);
    }

    /// Decides what waits in the channels for which `ends` holds, and forgets them.
    fn end(&mut self, setting: Setting<'_>, counts: &mut Counts, ends: impl Fn(&Channel) -> bool) {
        let (queue, places, first) = (&mut self.queue, &mut self.places, self.first);
        self.channels.retain_mut(|channel| {
            let ended = ends(channel);
            if ended {
                let decided = channel.finish(setting.map.live(), places);
                settle(queue, first, channel, decided, places, counts);
                counts.withheld += channel.withheld();
            }
            !ended
        });
    }

    /// Writes the events that wait for nothing.
    fn release(&mut self, out: &mut BytesMut, counts: &mut Counts) {
        while let Some(mut held) = self.queue.pop_front_if(|held| held.waits == 0) {
            self.first += 1;
            self.held -= held.frame.raw.len();
            if held.edits.is_empty() {
                out.extend_from_slice(&held.frame.raw);
                continue;
            }
            let mut doc = Vec::with_capacity(held.frame.raw.len() + 64);
            let edits = std::mem::take(&mut held.edits);
            let done = edited(held.doc(), &held.aligned, edits, &mut doc);
            if !done || self.framing.emit(&held.frame, Some(&doc), out).is_err() {
                counts.unread += 1;
                out.extend_from_slice(&held.frame.raw);
            }
        }
    }
}

/// Puts what a channel has decided into the events that carried it.
fn settle(
    queue: &mut VecDeque<Held>,
    first: u64,
    channel: &mut Channel,
    decided: u64,
    places: &mut Vec<Place>,
    counts: &mut Counts,
) {
    let index = |event: u64| usize::try_from(event - first).unwrap_or(usize::MAX);
    for place in places.drain(..) {
        counts.restored += 1;
        let mut text = place.text.as_str();
        for piece in channel.pieces_in(&place.range) {
            let Some(held) = queue.get_mut(index(piece.event)) else { continue };
            let local = |at: u64| usize::try_from(at.clamp(piece.range.start, piece.range.end) - piece.range.start);
            let (Ok(start), Ok(end)) = (local(place.range.start), local(place.range.end)) else { continue };
            let segment = piece.string.segments(held.doc()).nth(piece.segment);
            // The first piece gets the text, the others lose theirs.
            let edit = segment.and_then(|segment| segment.edit(start..end, std::mem::take(&mut text)));
            held.edits.extend(edit);
        }
    }
    while let Some(piece) = channel.take_decided(decided) {
        if let Some(held) = queue.get_mut(index(piece.event)) {
            held.waits -= 1;
        }
    }
}

fn is_end(end: &ChannelEnd, value: &str, is_null: bool) -> bool {
    match end.value {
        EndCondition::Present => !is_null,
        EndCondition::OneOf(values) => values.contains(&value),
        EndCondition::Suffix(suffix) => value.ends_with(suffix),
    }
}

/// The value of the member that the key `selector` takes, seen from `elements`.
fn value<'d>(document: &Document<'d>, selector: &str, elements: Elements) -> Option<&'d str> {
    let is_key = |mark: &&Mark| {
        let key = document
            .walk
            .facts(mark.place)
            .channel_key
            .and_then(|key| document.walk.channel_keys().get(usize::from(key)));
        key.is_some_and(|key| *key == selector) && mark.elements.contain(&elements)
    };
    document.leaves.marks.iter().find(is_key).and_then(|mark| document.doc.get(mark.value.clone()))
}

/// What a call is remembered by: the first keys of the channel of its arguments.
fn call_key(document: &Document<'_>, keys: &[&str], elements: Elements) -> Option<String> {
    let mut all = String::new();
    for key in keys {
        all.push_str(key);
        all.push('\0');
        all.push_str(value(document, key, elements)?);
        all.push('\0');
    }
    Some(all)
}
