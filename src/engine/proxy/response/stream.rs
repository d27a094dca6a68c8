//! [`StreamRestorer`]: the restorer of a stream of events, each as soon as its texts are decided.

use std::{
    collections::{HashMap, VecDeque},
    ops::Range,
};

use bytes::{Bytes, BytesMut};

use super::{
    Counts,
    carried_links::CarriedLinks,
    channel::{Channel, Fragment, agree},
    document::{Leaf, ResponseDocument},
    json_fragments::{DeclaredSyntax, FragmentEdit},
    strings::{DocumentRestorer, edited},
    tool_names::ToolNames,
};
use crate::{
    anonymize::restore::LinkState,
    codec::{
        framing::{Carrier, Frame, Framing},
        syntax::Edit,
    },
    engine::proxy::{
        RestoreMap,
        offsets::{self, ChannelOffset, GrowingShifts},
        resumption,
    },
    profile::{self, Action, ChannelEnd, EndCondition, OffsetText, PathState, PathTable, Profile},
};

/// Longest event, in bytes. Images come in one.
const MAX_FRAME: usize = 16 << 20;

/// Most bytes of events that wait for one another. A placeholder alone makes far fewer wait; only other channels'
/// events between its fragments add up.
const MAX_QUEUED: usize = 1 << 20;

/// Most channels at the same time.
const MAX_CHANNELS: usize = 256;

/// The channel of one path in a stream of unknown format.
const ANY_PATH: profile::Channel = profile::Channel { keys: &[], json: false };

/// The restoring of a stream of events.
pub(super) struct StreamRestorer {
    framing: Box<dyn Framing>,
    /// Events that wait, in order.
    queue: VecDeque<QueuedEvent>,
    /// The number of the first of them, counted from the beginning of the stream.
    first: u64,
    /// The bytes of these events.
    queued_bytes: usize,
    channels: Vec<Channel>,
    /// The links at the ends of texts.
    links: CarriedLinks,
    /// The replaced parts of the texts of ended channels, if events hold offsets into them.
    ended_shifts: HashMap<(PathState, Box<str>), GrowingShifts>,
    tool_names: ToolNames,
    /// True once too many bytes had to wait: fragments are not restored any more.
    has_given_up: bool,
    /// True once an event was too long: the rest goes through as it comes.
    is_passing: bool,
    /// The number of the last event that the client received before, which is left out with those before it.
    received: Option<u64>,
    document: ResponseDocument,
    /// Working memory.
    key: String,
    edits: Vec<FragmentEdit>,
}

/// An event that waits.
struct QueuedEvent {
    frame: Frame,
    edits: Vec<Edit>,
    /// The alignment data of its document.
    alignments: Vec<Range<usize>>,
    /// The offsets that the event holds into texts of channels.
    offsets: Vec<ChannelOffset>,
    /// The number of its fragments that are not decided.
    undecided: usize,
    /// True if the client received it before.
    is_received: bool,
}

impl QueuedEvent {
    fn doc(&self) -> &str {
        let doc = self.frame.doc.as_deref().unwrap_or_default();
        // Only events that were read have fragments and edits, and those are UTF-8.
        std::str::from_utf8(doc).expect("it was read as text before")
    }
}

/// The parts that stay the same for all events.
#[derive(Clone, Copy)]
pub(super) struct StreamContext<'a> {
    pub(super) profile: &'a Profile,
    pub(super) map: &'a RestoreMap,
}

impl<'a> StreamContext<'a> {
    fn table(&self) -> &'a PathTable {
        self.profile.event.as_ref().unwrap_or(&self.profile.response)
    }

    fn stream(&self) -> Option<&'static profile::StreamFormat> {
        self.profile.exchange.stream
    }

    /// Reports whether events hold offsets into the texts of channels at a path.
    fn is_cited(&self, path: PathState) -> bool {
        let rules = self.profile.exchange.offsets.map_or(&[][..], |offsets| offsets.event);
        rules.iter().any(|rule| match rule.text {
            OffsetText::Channel { at, .. } => self.table().at(at) == path,
            OffsetText::Member(_) | OffsetText::Document(_) => false,
        })
    }

    /// Reports whether the format of the stream is unknown: each path of its documents is a channel.
    fn is_unknown(&self) -> bool {
        self.stream().is_none()
    }
}

impl StreamRestorer {
    pub(super) fn new(carrier: Carrier, is_dialogue: bool) -> Self {
        Self {
            framing: carrier.framing(MAX_FRAME),
            queue: VecDeque::new(),
            first: 0,
            queued_bytes: 0,
            channels: Vec::new(),
            links: CarriedLinks::new(is_dialogue),
            ended_shifts: HashMap::new(),
            tool_names: ToolNames::default(),
            has_given_up: false,
            is_passing: false,
            received: None,
            document: ResponseDocument::default(),
            key: String::new(),
            edits: Vec::new(),
        }
    }

    /// Reads the next chunk, the last one if `eof`, and writes all events that are decided.
    pub(super) fn push(
        &mut self,
        context: StreamContext<'_>,
        chunk: Bytes,
        eof: bool,
        out: &mut BytesMut,
        counts: &mut Counts,
    ) {
        if self.is_passing {
            out.extend_from_slice(&chunk);
            return;
        }
        let unread = (counts.unread, counts.given_up);
        self.framing.push(chunk, eof);
        loop {
            match self.framing.next_frame() {
                Ok(Some(frame)) => {
                    self.event(context, frame, counts);
                    self.release(context, out, counts);
                }
                Ok(None) => break,
                Err(_) => {
                    self.end_all(context, counts);
                    self.release(context, out, counts);
                    out.extend_from_slice(&self.framing.take_rest());
                    self.is_passing = true;
                    counts.unread += 1;
                    counts.is_unscreened |= context.map.screen().is_some();
                    return;
                }
            }
        }
        if eof {
            self.end_all(context, counts);
            self.release(context, out, counts);
        }
        // What is not read is not screened.
        counts.is_unscreened |= context.map.screen().is_some() && unread != (counts.unread, counts.given_up);
    }

    /// Leaves out the events up to the number `received`.
    pub(super) fn resume_behind(&mut self, received: u64) {
        self.received = Some(received);
    }

    /// The number of bytes that wait.
    pub(super) fn held(&self) -> usize {
        self.queued_bytes + self.framing.held()
    }

    /// Reads an event and queues it.
    fn event(&mut self, context: StreamContext<'_>, frame: Frame, counts: &mut Counts) {
        self.queued_bytes += frame.raw.len();
        let doc = frame.doc.clone();
        self.queue.push_back(QueuedEvent {
            frame,
            edits: Vec::new(),
            alignments: Vec::new(),
            offsets: Vec::new(),
            undecided: 0,
            is_received: false,
        });
        let Some(doc) = doc else { return };
        if let Some(received) = self.received {
            let number = resumption::number(context.profile, &doc);
            self.newest_event().is_received = number.is_some_and(|number| number <= received);
        }
        let stream = context.stream();
        if stream.and_then(|stream| stream.last).is_some_and(|last| last.as_bytes() == doc.trim_ascii()) {
            return self.end_all(context, counts);
        }
        let mut parts = std::mem::take(&mut self.document);
        match std::str::from_utf8(&doc).map(|doc| (doc, parts.read_with(context.table(), doc, context.is_unknown()))) {
            Ok((doc, Ok(()))) => {
                let document = DocumentRestorer { table: context.table(), doc, parts: &parts, map: context.map };
                counts.add_ids(&document);
                if let Some(stream) = context.stream() {
                    self.tool_names.remember(stream, &document);
                }
                for leaf in &parts.strings {
                    self.string(context, &document, leaf, counts);
                }
                let event = self.newest_event();
                document.screen_numbers(&mut event.edits, counts);
                if let Some(rules) = context.profile.exchange.offsets {
                    event.offsets = offsets::shift(doc, rules.mark, rules.event, context.map.cited(), &mut event.edits);
                }
                self.end_channels(context, &document, counts);
                self.newest_event().alignments.append(&mut parts.alignments);
            }
            _ => counts.unread += 1,
        }
        self.document = parts;
        if self.queued_bytes > MAX_QUEUED && !self.has_given_up && self.queue.len() > 1 {
            self.has_given_up = true;
            counts.given_up += 1;
            self.end_all(context, counts);
        }
    }

    fn newest_event(&mut self) -> &mut QueuedEvent {
        self.queue.back_mut().expect("an event is queued before it is read")
    }

    fn string(
        &mut self,
        context: StreamContext<'_>,
        document: &DocumentRestorer<'_>,
        leaf: &Leaf,
        counts: &mut Counts,
    ) {
        let action = document.parts.action(document.table, document.doc, leaf);
        if let Action::Channel(channel) = action {
            return self.fragment(context, document, leaf, channel, counts);
        }
        if let (Some(path), Action::Text | Action::Payload) = (leaf.path, action)
            && self.has_room(path, leaf)
        {
            return self.fragment(context, document, leaf, ANY_PATH, counts);
        }
        let tool = || self.tool_names.name(context.stream()?, document, leaf.indices);
        let edits = &mut self.queue.back_mut().expect("an event is queued before it is read").edits;
        document.restore(leaf, action, tool, edits, &mut self.links, counts);
    }

    /// Reads the next fragment of a channel.
    fn fragment(
        &mut self,
        context: StreamContext<'_>,
        document: &DocumentRestorer<'_>,
        leaf: &Leaf,
        format: profile::Channel,
        counts: &mut Counts,
    ) {
        if self.has_given_up {
            return;
        }
        self.key.clear();
        match leaf.path {
            Some(path) => self.key.push_str(&path_key(path)),
            None => {
                for key in format.keys {
                    self.key.push_str(document.key_value(key, leaf.indices).unwrap_or_default());
                    self.key.push('\0');
                }
            }
        }
        let known = self.channels.iter().position(|channel| channel.is(leaf.state, &self.key));
        let at = match known {
            Some(at) => at,
            None if self.channels.len() >= MAX_CHANNELS => {
                counts.given_up += 1;
                return;
            }
            None => {
                let tool = || self.tool_names.name(context.stream()?, document, leaf.indices);
                let is_restored = document.is_restored(leaf, tool);
                let syntax = if format.json { DeclaredSyntax::Json } else { DeclaredSyntax::Text };
                let links = if format.json { syntax.links() } else { self.links_before(leaf) };
                let mut channel = Channel::new(syntax, links, is_restored, leaf.state, &self.key);
                channel.is_refusable = document.is_refusable(leaf);
                channel.screen(context.map.screen(), syntax);
                if context.is_cited(leaf.state) {
                    let before = self.ended_shifts.remove(&(leaf.state, self.key.as_str().into()));
                    channel.shifts = Some(before.unwrap_or_default().behind());
                }
                self.channels.push(channel);
                self.channels.len() - 1
            }
        };
        let event = self.first + self.queue.len() as u64 - 1;
        let channel = &mut self.channels[at];
        if !channel.is_read() {
            return;
        }
        // A lone surrogate is no text, and no placeholder lies across it.
        let is_divided = leaf.string.escaped && leaf.string.decoded(document.doc).is_none();
        for text in leaf.string.segments(document.doc) {
            if is_divided {
                let decided = channel.divide(context.map.table(), &mut self.edits);
                settle(&mut self.queue, self.first, channel, decided, &mut self.edits, counts);
            }
            let fragment = Fragment { event, string: text.source(), range: 0..0 };
            let decided = channel.push(context.map.table(), text.text(), fragment, &mut self.edits);
            self.queue.back_mut().expect("an event is queued before it is read").undecided += 1;
            settle(&mut self.queue, self.first, channel, decided, &mut self.edits, counts);
        }
        if is_divided {
            let decided = channel.divide(context.map.table(), &mut self.edits);
            settle(&mut self.queue, self.first, channel, decided, &mut self.edits, counts);
        }
        counts.is_refused |= channel.is_refusable && channel.withheld() > 0;
    }

    /// Reports whether the path has a channel, or there is room for one more. Beyond, each string is a text of its own.
    fn has_room(&self, path: u64, leaf: &Leaf) -> bool {
        let key = path_key(path);
        self.channels.len() < MAX_CHANNELS || self.channels.iter().any(|channel| channel.is(leaf.state, &key))
    }

    /// The links before a new channel: those of the last channel at its path, which may have ended.
    fn links_before(&self, leaf: &Leaf) -> LinkState {
        let last = self.channels.iter().rev().find(|channel| channel.path() == leaf.state);
        last.map_or_else(|| self.links.before(leaf.state), Channel::links)
    }

    /// Ends the channels that the event ends.
    fn end_channels(&mut self, context: StreamContext<'_>, document: &DocumentRestorer<'_>, counts: &mut Counts) {
        let Some(stream) = context.stream() else { return };
        for field in &document.parts.stream_fields {
            for &end in &document.table.facts(field.state).channel_ends {
                let end = &stream.ends[usize::from(end)];
                if is_end(end, &document.doc[field.value.clone()], field.is_null) {
                    let values: Vec<_> = end.keys.iter().map(|key| document.key_value(key, field.indices)).collect();
                    self.end(context, counts, |channel| channel.agrees(&values));
                }
            }
        }
    }

    fn end_all(&mut self, context: StreamContext<'_>, counts: &mut Counts) {
        self.end(context, counts, |_| true);
    }

    /// Decides the waiting fragments of the channels for which `ends` holds, and removes the channels.
    fn end(&mut self, context: StreamContext<'_>, counts: &mut Counts, ends: impl Fn(&Channel) -> bool) {
        let (queue, edits, links, first) = (&mut self.queue, &mut self.edits, &mut self.links, self.first);
        let ended_shifts = &mut self.ended_shifts;
        self.channels.retain_mut(|channel| {
            let is_ended = ends(channel);
            if is_ended {
                let decided = channel.finish(context.map.table(), edits);
                settle(queue, first, channel, decided, edits, counts);
                counts.withheld += channel.withheld();
                counts.is_refused |= channel.is_refusable && channel.withheld() > 0;
                links.note(channel.path(), channel.links());
                if let Some(shifts) = channel.shifts.take().filter(|_| ended_shifts.len() < MAX_CHANNELS) {
                    ended_shifts.insert((channel.path(), channel.key().into()), shifts);
                }
            }
            !is_ended
        });
    }

    /// The replaced parts of the text that an offset points into.
    fn shifts_of(&self, context: StreamContext<'_>, offset: &ChannelOffset) -> Option<&GrowingShifts> {
        let (path, keys) = (context.table().at(offset.at), offset.keys());
        let is_open = |channel: &&Channel| channel.path() == path && channel.agrees(&keys);
        let open = self.channels.iter().find(is_open).and_then(|channel| channel.shifts.as_ref());
        let ended = || self.ended_shifts.iter().find(|((at, key), _)| *at == path && agree(key, &keys));
        open.or_else(|| ended().map(|(_, shifts)| shifts))
    }

    /// Writes the events at the head of the queue whose fragments are all decided.
    fn release(&mut self, context: StreamContext<'_>, out: &mut BytesMut, counts: &mut Counts) {
        while let Some(mut event) = self.queue.pop_front_if(|event| event.undecided == 0) {
            self.first += 1;
            self.queued_bytes -= event.frame.raw.len();
            if event.is_received {
                continue;
            }
            // All texts of events before it are decided.
            for offset in &event.offsets {
                let edit = self.shifts_of(context, offset).and_then(|shifts| offset.edit(shifts.so_far()));
                event.edits.extend(edit);
            }
            if event.edits.is_empty() {
                out.extend_from_slice(&event.frame.raw);
                continue;
            }
            let mut doc = Vec::with_capacity(event.frame.raw.len() + 64);
            let edits = std::mem::take(&mut event.edits);
            let fits = edited(event.doc(), &event.alignments, edits, &mut doc);
            if !fits || self.framing.emit(&event.frame, Some(&doc), out).is_err() {
                counts.unread += 1;
                out.extend_from_slice(&event.frame.raw);
            }
        }
    }
}

/// Distributes the decided edits of a channel over the events that carried its fragments.
fn settle(
    queue: &mut VecDeque<QueuedEvent>,
    first: u64,
    channel: &mut Channel,
    decided: u64,
    edits: &mut Vec<FragmentEdit>,
    counts: &mut Counts,
) {
    let index = |event: u64| (event - first) as usize;
    let (mut restored, masked) = (0, channel.take_masked());
    for FragmentEdit { range, text } in edits.drain(..) {
        restored += 1;
        let mut text = text.as_str();
        for fragment in channel.fragments_in(&range) {
            let event = &mut queue[index(fragment.event)];
            let local = |at: u64| (at.clamp(fragment.range.start, fragment.range.end) - fragment.range.start) as usize;
            // An empty string has no segment.
            let Some(segment) = fragment.string.segments(event.doc()).next() else { continue };
            // The first fragment gets the text, the others lose theirs.
            let part = local(range.start)..local(range.end);
            let edit = segment.edit(part, std::mem::take(&mut text));
            event.edits.push(edit.expect("what was found lies within its fragments"));
        }
    }
    counts.restored += restored - masked;
    counts.masked += masked;
    counts.is_unscreened |= channel.is_unscreened();
    while let Some(fragment) = channel.take_decided(decided) {
        queue[index(fragment.event)].undecided -= 1;
    }
}

/// The key of the channel of a path in a stream of unknown format.
fn path_key(path: u64) -> String {
    format!("{path:x}\0")
}

fn is_end(end: &ChannelEnd, value: &str, is_null: bool) -> bool {
    match end.value {
        EndCondition::Present => !is_null,
        EndCondition::OneOf(values) => values.contains(&value),
        EndCondition::Suffix(suffix) => value.ends_with(suffix),
    }
}
