//! [`Source`]: restores a text that arrives in pieces and may be JSON source.
//!
//! Tool calls have arguments that are JSON source within a JSON string, cut anywhere by a stream, in
//! the middle of an escape, too. What is put into a string of theirs must be escaped for it, and a
//! name may be spelled with escapes there. So the source is followed from quote to quote; each string,
//! and what stands between two, is a text of its own.

use std::ops::Range;

use crate::{
    anonymize::restore::{Live, Put, Restorer},
    codec::syntax::json::escape,
};

/// White space that may stand before JSON source without being followed by any, in bytes.
const MAX_HEAD: usize = 64;

/// What a text is said to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A text; JSON only if it begins as an object or an array of objects or strings does.
    Text,
    /// JSON source, unless it begins like none.
    Json,
}

/// Something to be put into the source.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Place {
    /// Bytes of the source, from its beginning.
    pub(super) range: Range<u64>,
    /// As it is to stand there.
    pub(super) text: String,
}

/// Restores one text.
pub(super) struct Source {
    mode: Mode,
    /// How much of the source has been pushed, in bytes.
    at: u64,
    restorer: Restorer,
    /// Where the part of the source that the restorer sees as its text begins.
    anchors: Vec<Anchor>,
    withheld: u64,
    /// Working memory.
    puts: Vec<Put>,
}

/// From here on, text and source run in step up to the next one.
#[derive(Clone, Copy)]
struct Anchor {
    text: u64,
    source: u64,
}

enum Mode {
    /// Nothing but this has been read, which does not tell.
    Head(Kind, String),
    Text,
    Json(Lexer),
}

/// Where the reading of JSON source stands.
#[derive(Default)]
struct Lexer {
    inside: bool,
    /// An escape, as far as it has been read.
    escape: String,
}

impl Source {
    pub(super) fn new(kind: Kind) -> Self {
        Self {
            mode: Mode::Head(kind, String::new()),
            at: 0,
            restorer: Restorer::default(),
            anchors: Vec::new(),
            withheld: 0,
            puts: Vec::new(),
        }
    }

    /// How much has been pushed.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// Names that stayed as they were because of where they stood.
    pub(super) fn withheld(&self) -> u64 {
        self.withheld + self.restorer.withheld()
    }

    /// Goes on with `piece`, the last one if `eof`. Returns up to where the source is decided.
    pub(super) fn push(&mut self, live: &Live, piece: &str, eof: bool, out: &mut Vec<Place>) -> u64 {
        if let Mode::Head(kind, head) = &mut self.mode {
            // Most often the first piece tells, and need not be kept.
            if head.is_empty()
                && let Some(json) = is_json(*kind, piece)
            {
                self.mode = if json { Mode::Json(Lexer::default()) } else { Mode::Text };
                return self.read(live, piece, eof, out);
            }
            head.push_str(piece);
            let json = match is_json(*kind, head) {
                Some(json) => json,
                None if eof || head.len() > MAX_HEAD => false,
                None => {
                    // Neither white space nor a brace begins a name.
                    let open = if head.trim_start().starts_with('[') { head.trim_start().len() } else { 0 };
                    self.at += piece.len() as u64;
                    return self.at - open as u64;
                }
            };
            let head = std::mem::take(head);
            self.mode = if json { Mode::Json(Lexer::default()) } else { Mode::Text };
            self.at = 0;
            return self.read(live, &head, eof, out);
        }
        self.read(live, piece, eof, out)
    }

    fn read(&mut self, live: &Live, piece: &str, eof: bool, out: &mut Vec<Place>) -> u64 {
        let start = self.at;
        self.at += piece.len() as u64;
        match &mut self.mode {
            Mode::Json(lexer) => {
                let lexer = std::mem::take(lexer);
                self.read_json(live, lexer, piece, start, eof, out)
            }
            _ => {
                let decided = self.restorer.push(live, piece, eof, &mut self.puts);
                let text = |put: &Put| live.original(put).to_owned();
                out.extend(self.puts.drain(..).map(|put| Place { text: text(&put), range: put.range }));
                decided
            }
        }
    }

    fn read_json(
        &mut self,
        live: &Live,
        mut lexer: Lexer,
        piece: &str,
        start: u64,
        eof: bool,
        out: &mut Vec<Place>,
    ) -> u64 {
        if self.anchors.is_empty() {
            self.anchors.push(Anchor { text: 0, source: start });
        }
        // Texts between escapes go to the restorer together.
        let mut text = String::new();
        let mut pushed = self.text_length();
        let mut at = 0;
        while let Some(rest) = piece.get(at..).filter(|rest| !rest.is_empty()) {
            if !lexer.escape.is_empty() {
                let (taken, read) = lexer.extend(rest);
                at += taken;
                if let Some(c) = read {
                    text.push(c);
                    let source = start + (at - lexer.escape.len()) as u64;
                    self.anchors.push(Anchor { text: pushed + text.len() as u64, source });
                }
                continue;
            }
            let plain = memchr::memchr2(b'"', if lexer.inside { b'\\' } else { b'"' }, rest.as_bytes());
            let plain = plain.unwrap_or(rest.len());
            text.push_str(rest.get(..plain).unwrap_or_default());
            at += plain;
            match rest.as_bytes().get(plain) {
                Some(b'"') => {
                    self.push_text(live, &text, true, lexer.inside, out);
                    text.clear();
                    pushed = 0;
                    at += 1;
                    lexer.inside = !lexer.inside;
                    self.anchors.clear();
                    self.anchors.push(Anchor { text: 0, source: start + at as u64 });
                }
                Some(_) => {
                    lexer.escape.push('\\');
                    at += 1;
                }
                None => {}
            }
        }
        let decided = self.push_text(live, &text, eof, lexer.inside, out);
        self.mode = Mode::Json(lexer);
        if eof { self.at } else { decided }
    }

    /// How much text the restorer has been given of the present string.
    fn text_length(&self) -> u64 {
        self.restorer.decided() + self.restorer.waiting() as u64
    }

    /// Gives `text` to the restorer, the last of its string if `last`; where that lies in the source,
    /// the anchors tell.
    fn push_text(&mut self, live: &Live, text: &str, last: bool, inside: bool, out: &mut Vec<Place>) -> u64 {
        let decided = self.restorer.push(live, text, last, &mut self.puts);
        for put in std::mem::take(&mut self.puts) {
            let range = self.source_at(put.range.start)..self.source_at(put.range.end);
            let original = live.original(&put);
            let mut text = String::with_capacity(original.len());
            if inside {
                escape(original, &mut text)
            } else {
                text.push_str(original)
            }
            out.push(Place { range, text });
        }
        let source = self.source_at(decided);
        let passed = self.anchors.partition_point(|anchor| anchor.text <= decided).saturating_sub(1);
        self.anchors.drain(..passed);
        if last {
            self.withheld += self.restorer.withheld();
            self.restorer = Restorer::default();
        }
        source
    }

    fn source_at(&self, text: u64) -> u64 {
        let behind = self.anchors.partition_point(|anchor| anchor.text <= text);
        let anchor = behind.checked_sub(1).and_then(|last| self.anchors.get(last));
        anchor.map_or(text, |anchor| anchor.source + (text - anchor.text))
    }
}

/// Whether a text that begins with `head` is JSON; `None`: that does not tell.
fn is_json(kind: Kind, head: &str) -> Option<bool> {
    let mut bytes = head.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let first = bytes.next()?;
    match (kind, first) {
        (Kind::Json, _) => Some(matches!(first, b'{' | b'[' | b'"')),
        (Kind::Text, b'{') => bytes.next().map(|next| next == b'"'),
        (Kind::Text, b'[') => bytes.next().map(|next| matches!(next, b'"' | b'{')),
        _ => Some(false),
    }
}

impl Lexer {
    /// Goes on with the escape at the beginning of `rest`: how many bytes of that have been read, and
    /// what the escape stands for, once it is whole. Half a surrogate pair and what is no escape stand
    /// for a character that no name has.
    fn extend(&mut self, rest: &str) -> (usize, Option<char>) {
        let mut taken = 0;
        for c in rest.chars() {
            let fits = match self.escape.len() {
                1 => c.is_ascii(),
                6 => c == '\\',
                7 => c == 'u',
                _ => c.is_ascii_hexdigit(),
            };
            if !fits {
                // The backslash behind half a pair begins an escape of its own.
                let next = if self.escape.len() == 7 { "\\" } else { "" };
                self.escape.clear();
                self.escape.push_str(next);
                return (taken, Some(char::REPLACEMENT_CHARACTER));
            }
            self.escape.push(c);
            taken += c.len_utf8();
            if self.is_whole() {
                let read = self.character();
                self.escape.clear();
                return (taken, Some(read));
            }
        }
        (taken, None)
    }

    fn is_whole(&self) -> bool {
        match self.escape.as_bytes().get(1) {
            Some(b'u') => self.escape.len() == 12 || self.escape.len() == 6 && !self.is_high(),
            other => other.is_some(),
        }
    }

    fn unit(&self, at: usize) -> Option<u16> {
        u16::from_str_radix(self.escape.get(at..at + 4)?, 16).ok()
    }

    fn is_high(&self) -> bool {
        self.unit(2).is_some_and(|unit| (0xD800..0xDC00).contains(&unit))
    }

    fn character(&self) -> char {
        match self.escape.as_bytes().get(1) {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'u') => {
                let units = [self.unit(2), self.unit(8)].into_iter().flatten();
                char::decode_utf16(units).next().and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            Some(&byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            _ => char::REPLACEMENT_CHARACTER,
        }
    }
}
