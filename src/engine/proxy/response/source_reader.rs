//! [`SourceReader`]: the characters of a text that may be JSON source, with their places in it.

use std::{collections::VecDeque, ops::Range};

use super::json_fragments::{DeclaredSyntax, Lexer, MAX_HEAD, is_json};

/// A reader of source that arrives in fragments. Offsets are in bytes, from the beginning of the source or of its text.
///
/// In JSON source the escapes of strings are read; all else, the quotes too, is text as it stands.
pub(super) struct SourceReader {
    mode: Mode,
    /// The length of the source so far.
    length: u64,
    /// The places of characters behind escapes, in order; in front of them one place from which they count.
    places: VecDeque<Place>,
    /// The offsets in the text of the quotes around strings, and the number of those that were forgotten.
    quotes: VecDeque<u64>,
    forgotten: usize,
}

enum Mode {
    /// Too little source to tell JSON from text.
    Head(DeclaredSyntax, String),
    Text,
    Json(Lexer),
}

/// A pair of offsets from which text and source run in step up to the next escape.
#[derive(Clone, Copy, Default)]
struct Place {
    text: u64,
    source: u64,
    /// The length of the escaped character before it, in bytes.
    escaped: u64,
}

impl SourceReader {
    pub(super) fn new(syntax: DeclaredSyntax) -> Self {
        Self {
            mode: Mode::Head(syntax, String::new()),
            length: 0,
            places: VecDeque::from([Place::default()]),
            quotes: VecDeque::new(),
            forgotten: 0,
        }
    }

    /// The length of the source so far.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Reads the next fragment of the source, the last one if `eof`, and appends its characters to `text`, which begins at
    /// the offset `base`.
    pub(super) fn push(&mut self, fragment: &str, eof: bool, base: u64, text: &mut String) {
        let start = self.length;
        self.length += fragment.len() as u64;
        let Mode::Head(syntax, head) = &mut self.mode else {
            return self.read(fragment, start, base, text);
        };
        head.push_str(fragment);
        let is_json = match is_json(*syntax, head) {
            Some(is_json) => is_json,
            None if eof || head.len() > MAX_HEAD => false,
            None => return,
        };
        let head = std::mem::take(head);
        self.mode = if is_json { Mode::Json(Lexer::default()) } else { Mode::Text };
        self.read(&head, 0, base, text);
    }

    fn read(&mut self, fragment: &str, start: u64, base: u64, text: &mut String) {
        let Mode::Json(lexer) = &mut self.mode else {
            return text.push_str(fragment);
        };
        let mut at = 0;
        while let Some(rest) = fragment.get(at..).filter(|rest| !rest.is_empty()) {
            if lexer.is_in_escape() {
                let (taken, read) = lexer.extend(rest);
                at += taken;
                if let Some(c) = read {
                    text.push(c);
                    let (behind, source) = (base + text.len() as u64, start + at as u64 - lexer.pending());
                    self.places.push_back(Place { text: behind, source, escaped: c.len_utf8() as u64 });
                }
                continue;
            }
            let plain = lexer.plain(rest);
            text.push_str(&rest[..plain]);
            at += plain;
            match rest.as_bytes().get(plain) {
                Some(b'"') => {
                    self.quotes.push_back(base + text.len() as u64);
                    text.push('"');
                    at += lexer.turn();
                }
                Some(_) => at += lexer.begin_escape(),
                None => {}
            }
        }
    }

    /// The offset in the source of a character.
    pub(super) fn source_at(&self, text: u64) -> u64 {
        let place = self.places[self.places.partition_point(|place| place.text <= text).saturating_sub(1)];
        place.source + text.saturating_sub(place.text)
    }

    /// The offset of the character at, or around, an offset in the source.
    pub(super) fn text_at(&self, source: u64) -> u64 {
        let behind = self.places.partition_point(|place| place.source <= source);
        let place = self.places[behind.saturating_sub(1)];
        let text = place.text + source.saturating_sub(place.source);
        // Within an escape: before its character.
        self.places.get(behind).map_or(text, |next| text.min(next.text - next.escaped))
    }

    /// Calls `edit` with the ranges of the source, and their replacements, that put `substitute` in the place of a range of
    /// the text. In JSON source a number becomes a string, and the quotes of strings stay.
    pub(super) fn replace(&self, range: Range<u64>, substitute: &str, mut edit: impl FnMut(Range<u64>, String)) {
        let place = |range: &Range<u64>| self.source_at(range.start)..self.source_at(range.end);
        if !matches!(self.mode, Mode::Json(_)) {
            return edit(place(&range), substitute.to_owned());
        }
        let first = self.quotes.partition_point(|quote| *quote < range.start);
        let last = self.quotes.partition_point(|quote| *quote < range.end);
        let (mut start, mut pieces) = (range.start, Vec::new());
        for quote in first..last {
            pieces.push((start..self.quotes[quote], quote));
            start = self.quotes[quote] + 1;
        }
        pieces.push((start..range.end, last));
        for (piece, quotes) in pieces {
            let is_in_string = (self.forgotten + quotes) % 2 == 1;
            match is_in_string {
                _ if piece.is_empty() => {}
                true => edit(place(&piece), substitute.to_owned()),
                // Between two strings stands nothing of either.
                false if first < last => {}
                false => edit(place(&piece), format!("\"{substitute}\"")),
            }
        }
    }

    /// Forgets all places before an offset of the text.
    pub(super) fn forget(&mut self, text: u64) {
        while self.places.get(1).is_some_and(|next| next.text <= text) {
            self.places.pop_front();
        }
        while self.quotes.pop_front_if(|quote| *quote < text).is_some() {
            self.forgotten += 1;
        }
    }
}
