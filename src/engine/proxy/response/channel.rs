//! [`Channel`]: a text that arrives in pieces, and the events that carry them.

use std::{collections::VecDeque, ops::Range};

use super::json_fragments::{Kind, Place, Source};
use crate::{anonymize::restore::Live, codec::syntax::json::Str, profile};

/// A text that arrives in pieces.
pub(super) struct Channel {
    source: Source,
    /// Those that are not decided.
    pieces: VecDeque<Piece>,
    /// Where its pieces stand in events.
    place: profile::PathState,
    /// The values of its keys, each with a NUL behind it.
    key: Box<str>,
    /// Whether anything in it is restored.
    pub(super) restored: bool,
}

/// A piece of a text.
pub(super) struct Piece {
    /// The number of the event that carries it.
    pub(super) event: u64,
    /// The string in the event's document.
    pub(super) string: Str,
    /// Which of its segments.
    pub(super) segment: usize,
    /// Where it lies in the text, in bytes.
    pub(super) range: Range<u64>,
}

impl Channel {
    pub(super) fn new(kind: Kind, restored: bool, place: profile::PathState, key: &str) -> Self {
        Self { source: Source::new(kind), pieces: VecDeque::new(), place, key: key.into(), restored }
    }

    /// Whether pieces at `place` with the keys `key` belong to it.
    pub(super) fn is(&self, place: profile::PathState, key: &str) -> bool {
        self.place == place && *self.key == *key
    }

    /// Goes on with `text`, which `piece` tells the place of. Returns up to where the text is decided.
    pub(super) fn push(&mut self, live: &Live, text: &str, mut piece: Piece, places: &mut Vec<Place>) -> u64 {
        let start = self.source.at();
        let decided = self.source.push(live, text, false, places);
        piece.range = start..self.source.at();
        self.pieces.push_back(piece);
        decided
    }

    /// Goes on behind something that is no text and that no name lies across.
    pub(super) fn divide(&mut self, live: &Live, places: &mut Vec<Place>) -> u64 {
        self.source.push(live, "\u{FFFD}", false, places)
    }

    /// The text has ended.
    pub(super) fn finish(&mut self, live: &Live, places: &mut Vec<Place>) -> u64 {
        self.source.push(live, "", true, places)
    }

    pub(super) fn withheld(&self) -> u64 {
        self.source.withheld()
    }

    /// The pieces that share a byte with `range`.
    pub(super) fn pieces_in(&self, range: &Range<u64>) -> impl Iterator<Item = &Piece> {
        let from = self.pieces.partition_point(|piece| piece.range.end <= range.start);
        self.pieces.range(from..).take_while(move |piece| piece.range.start < range.end)
    }

    /// Takes away the first piece, if it ends before `decided`.
    pub(super) fn take_decided(&mut self, decided: u64) -> Option<Piece> {
        self.pieces.pop_front_if(|piece| piece.range.end <= decided)
    }

    /// Whether the values of its first keys are these; what is not given may be anything.
    pub(super) fn agrees(&self, values: &[Option<&str>]) -> bool {
        self.key.split_terminator('\0').zip(values).all(|(own, other)| other.is_none_or(|other| own == other))
    }
}
