//! [`FragmentRestorer`]: the restorer of a text that arrives in fragments and may be JSON source.
//!
//! The arguments of a tool call are JSON source within a JSON string, and a stream cuts them anywhere, also within
//! an escape. An original that is restored in a string of theirs must be escaped for it, and a
//! placeholder may be spelled with escapes there. So a lexer follows the source from quote to quote; each string,
//! and each stretch between two strings, is restored as a text of its own. The strings of arguments are texts, which may
//! hold JSON or quote it; in all texts [`Place`] decides how an original is spelled.

use std::ops::Range;

use super::{embedded_json::EmbeddedJson, spelling::Place};
use crate::{
    anonymize::restore::{LinkState, Restoration, RestoreTable, Restorer},
    codec::syntax::json::{escape, unescape},
    engine::proxy::quotes::QuoteReader,
};

/// White space that may stand before JSON source without being followed by any, in bytes.
pub(super) const MAX_HEAD: usize = 64;

/// The syntax that the profile declares for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeclaredSyntax {
    /// A text; JSON only if it begins as an object or an array of objects or strings does.
    Text,
    /// JSON source, unless it begins like none.
    Json,
    /// A value among the arguments of a call: a text that nothing renders.
    Argument,
}

/// A replacement in the source.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct FragmentEdit {
    /// Bytes of the source, from its beginning.
    pub(super) range: Range<u64>,
    /// The replacement, with JSON's escapes where the source has them.
    pub(super) text: String,
}

/// The restoring of one text.
pub(super) struct FragmentRestorer {
    mode: Mode,
    declared: DeclaredSyntax,
    /// The length of the source so far, in bytes.
    at: u64,
    restorer: Restorer,
    /// Offsets in the source of parts of the restorer's text, in order.
    anchors: Vec<Anchor>,
    withheld: u64,
    /// The JSON within a text that is none as a whole.
    embedded: EmbeddedJson,
    /// The strings that the quotes of a text's lines tell.
    quotes: QuoteReader,
    /// Working memory.
    restorations: Vec<Restoration>,
}

/// A pair of offsets from which text and source run in step up to the next pair.
#[derive(Clone, Copy)]
struct Anchor {
    text: u64,
    source: u64,
}

enum Mode {
    /// Too little source to tell JSON from text.
    Head(DeclaredSyntax, String),
    Text,
    Json(Lexer),
}

/// The state of a lexer of JSON source.
#[derive(Default)]
pub(super) struct Lexer {
    /// True within a string.
    inside: bool,
    /// The beginning of an escape.
    escape: String,
}

impl DeclaredSyntax {
    /// The links at the beginning of such a text: JSON is the arguments of a call, which nothing renders.
    pub(super) fn links(self) -> LinkState {
        match self {
            Self::Text => LinkState::default(),
            Self::Json | Self::Argument => LinkState::of_source(),
        }
    }
}

impl FragmentRestorer {
    /// The restoring of a text behind another one, in which `links` are open.
    pub(super) fn behind(syntax: DeclaredSyntax, links: LinkState) -> Self {
        Self {
            // What goes on with a link is no JSON of its own.
            mode: if links.is_open() { Mode::Text } else { Mode::Head(syntax, String::new()) },
            declared: syntax,
            at: 0,
            restorer: Restorer::behind(links),
            anchors: Vec::new(),
            withheld: 0,
            embedded: EmbeddedJson::default(),
            quotes: QuoteReader::default(),
            restorations: Vec::new(),
        }
    }

    /// The length of the source so far, in bytes.
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    /// The links that are open at the end of what is decided.
    pub(super) fn links(&self) -> LinkState {
        self.restorer.links()
    }

    /// The number of placeholders that were left as they are because others could have fetched the original.
    pub(super) fn withheld(&self) -> u64 {
        self.withheld + self.restorer.withheld()
    }

    /// Reads the next fragment, the last one if `eof`. Returns the offset up to which the source is decided.
    pub(super) fn push(&mut self, table: &RestoreTable, fragment: &str, eof: bool, out: &mut Vec<FragmentEdit>) -> u64 {
        if let Mode::Head(syntax, head) = &mut self.mode {
            // Most often the first fragment tells, and need not be kept.
            if head.is_empty()
                && let Some(json) = is_json(*syntax, fragment)
            {
                self.mode = if json { Mode::Json(Lexer::default()) } else { Mode::Text };
                return self.read(table, fragment, eof, out);
            }
            head.push_str(fragment);
            let json = match is_json(*syntax, head) {
                Some(json) => json,
                None if eof || head.len() > MAX_HEAD => false,
                None => {
                    // Neither white space nor a brace begins a placeholder.
                    let open = if head.trim_start().starts_with('[') { head.trim_start().len() } else { 0 };
                    self.at += fragment.len() as u64;
                    return self.at - open as u64;
                }
            };
            let head = std::mem::take(head);
            self.mode = if json { Mode::Json(Lexer::default()) } else { Mode::Text };
            self.at = 0;
            return self.read(table, &head, eof, out);
        }
        self.read(table, fragment, eof, out)
    }

    fn read(&mut self, table: &RestoreTable, fragment: &str, eof: bool, out: &mut Vec<FragmentEdit>) -> u64 {
        let start = self.at;
        self.at += fragment.len() as u64;
        match &mut self.mode {
            Mode::Json(lexer) => {
                let lexer = std::mem::take(lexer);
                self.read_json(table, lexer, fragment, start, eof, out)
            }
            _ => {
                let decided = self.restorer.push(table, fragment, eof, &mut self.restorations);
                self.embedded.push(fragment);
                if table.has_escapes() {
                    self.quotes.push(fragment);
                }
                for restoration in std::mem::take(&mut self.restorations) {
                    let at = restoration.range.start;
                    let text = self.spelled(table, &restoration, at);
                    out.push(FragmentEdit { range: restoration.range, text });
                }
                self.embedded.read_to(decided);
                self.quotes.read_to(decided);
                decided
            }
        }
    }

    /// The original of a restoration, as it is spelled in the text around it. That begins at `source` in the source.
    fn spelled(&mut self, table: &RestoreTable, restoration: &Restoration, source: u64) -> String {
        let original = table.original(restoration);
        if !table.has_escapes() {
            return original.to_owned();
        }
        let is_json = self.is_json_text();
        let is_embedded = self.embedded.is_in_string(restoration.range.start);
        let line = self.quotes.place(if is_json { source } else { restoration.range.start });
        let place = Place { line, levels: u8::from(is_json) + u8::from(is_embedded), is_json };
        place.spell(original, table.source_spellings(restoration)).into_owned()
    }

    /// Reports whether the text is JSON as a whole, rather than arguments of a call, whose strings are texts.
    fn is_json_text(&self) -> bool {
        matches!(self.mode, Mode::Json(_)) && self.declared != DeclaredSyntax::Json
    }

    fn read_json(
        &mut self,
        table: &RestoreTable,
        mut lexer: Lexer,
        fragment: &str,
        start: u64,
        eof: bool,
        out: &mut Vec<FragmentEdit>,
    ) -> u64 {
        if self.anchors.is_empty() {
            self.anchors.push(Anchor { text: 0, source: start });
        }
        if self.is_json_text() && table.has_escapes() {
            self.quotes.push(fragment);
        }
        // Texts between escapes go to the restorer together.
        let mut text = String::new();
        let mut pushed = self.text_length();
        let mut at = 0;
        while let Some(rest) = fragment.get(at..).filter(|rest| !rest.is_empty()) {
            if lexer.is_in_escape() {
                let (taken, read) = lexer.extend(rest);
                at += taken;
                if let Some(c) = read {
                    text.push(c);
                    let source = start + at as u64 - lexer.pending();
                    self.anchors.push(Anchor { text: pushed + text.len() as u64, source });
                }
                continue;
            }
            let plain = lexer.plain(rest);
            text.push_str(rest.get(..plain).unwrap_or_default());
            at += plain;
            match rest.as_bytes().get(plain) {
                Some(b'"') => {
                    self.push_text(table, &text, true, lexer.inside, out);
                    text.clear();
                    pushed = 0;
                    at += lexer.turn();
                    self.anchors.clear();
                    self.anchors.push(Anchor { text: 0, source: start + at as u64 });
                }
                Some(_) => at += lexer.begin_escape(),
                None => {}
            }
        }
        let decided = self.push_text(table, &text, eof, lexer.inside, out);
        if self.is_json_text() {
            self.quotes.read_to(decided);
        }
        self.mode = Mode::Json(lexer);
        if eof { self.at } else { decided }
    }

    /// The length of the present string's text so far, in bytes.
    fn text_length(&self) -> u64 {
        self.restorer.decided() + self.restorer.waiting() as u64
    }

    /// Pushes `text` to the restorer, the last of its string if `last`. The anchors give its offsets in the source.
    fn push_text(
        &mut self,
        table: &RestoreTable,
        text: &str,
        last: bool,
        inside: bool,
        out: &mut Vec<FragmentEdit>,
    ) -> u64 {
        let decided = self.restorer.push(table, text, last, &mut self.restorations);
        self.embedded.push(text);
        if !self.is_json_text() && table.has_escapes() {
            self.quotes.push(text);
        }
        for restoration in std::mem::take(&mut self.restorations) {
            let range = self.source_at(restoration.range.start)..self.source_at(restoration.range.end);
            if !inside {
                out.push(FragmentEdit { range, text: table.original(&restoration).to_owned() });
                continue;
            }
            let spelled = self.spelled(table, &restoration, range.start);
            let text = match self.is_json_text() {
                true => spelled,
                false => {
                    let mut escaped = String::with_capacity(spelled.len());
                    escape(&spelled, &mut escaped);
                    escaped
                }
            };
            out.push(FragmentEdit { range, text });
        }
        self.embedded.read_to(decided);
        if !self.is_json_text() {
            self.quotes.read_to(decided);
        }
        let source = self.source_at(decided);
        let passed = self.anchors.partition_point(|anchor| anchor.text <= decided).saturating_sub(1);
        self.anchors.drain(..passed);
        if last {
            self.withheld += self.restorer.withheld();
            self.restorer = Restorer::behind(self.declared.links());
            self.embedded = EmbeddedJson::default();
            if !self.is_json_text() {
                self.quotes = QuoteReader::default();
            }
        }
        source
    }

    fn source_at(&self, text: u64) -> u64 {
        let behind = self.anchors.partition_point(|anchor| anchor.text <= text);
        let anchor = behind.checked_sub(1).and_then(|last| self.anchors.get(last));
        anchor.map_or(text, |anchor| anchor.source + (text - anchor.text))
    }
}

/// Reports whether a text that begins with `head` is JSON; `None`: the head is too short to tell.
pub(super) fn is_json(syntax: DeclaredSyntax, head: &str) -> Option<bool> {
    let mut bytes = head.bytes().filter(|byte| !byte.is_ascii_whitespace());
    let first = bytes.next()?;
    match (syntax, first) {
        (DeclaredSyntax::Json, _) => Some(matches!(first, b'{' | b'[' | b'"')),
        (DeclaredSyntax::Text | DeclaredSyntax::Argument, b'{') => bytes.next().map(|next| next == b'"'),
        (DeclaredSyntax::Text | DeclaredSyntax::Argument, b'[') => bytes.next().map(|next| matches!(next, b'"' | b'{')),
        _ => Some(false),
    }
}

impl Lexer {
    /// Reports whether the beginning of an escape has been read.
    pub(super) fn is_in_escape(&self) -> bool {
        !self.escape.is_empty()
    }

    /// The number of bytes of that beginning.
    pub(super) fn pending(&self) -> u64 {
        self.escape.len() as u64
    }

    /// The number of bytes of `rest` up to a quote or an escape.
    pub(super) fn plain(&self, rest: &str) -> usize {
        let plain = memchr::memchr2(b'"', if self.inside { b'\\' } else { b'"' }, rest.as_bytes());
        plain.unwrap_or(rest.len())
    }

    /// Reads a quote; returns its length.
    pub(super) fn turn(&mut self) -> usize {
        self.inside = !self.inside;
        1
    }

    /// Reads a backslash; returns its length.
    pub(super) fn begin_escape(&mut self) -> usize {
        self.escape.push('\\');
        1
    }

    /// Reads more of the escape, from the beginning of `rest`. Returns the number of bytes read, and
    /// the escape's character once it is whole. Half a surrogate pair and an invalid escape give
    /// a character that no placeholder has.
    pub(super) fn extend(&mut self, rest: &str) -> (usize, Option<char>) {
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
                let read = unescape(&self.escape).unwrap_or(char::REPLACEMENT_CHARACTER);
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

    /// Reports whether it is the first half of a surrogate pair.
    fn is_high(&self) -> bool {
        let unit = self.escape.get(2..6).and_then(|digits| u16::from_str_radix(digits, 16).ok());
        unit.is_some_and(|unit| (0xD800..0xDC00).contains(&unit))
    }
}
