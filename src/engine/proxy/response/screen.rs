//! [`Screen`]: the masking of personal data that a model itself produces, on its way to a client that may not see it.
//!
//! Substitutes need no store, so that a text that comes in fragments and again as a whole has the same ones: methods that
//! number their placeholders give way to keyed hashes.

use std::{fmt, ops::Range, sync::Arc};

use super::{
    json_fragments::{DeclaredSyntax, FragmentEdit},
    source_reader::SourceReader,
};
use crate::{
    anonymize::{
        Method, SubstituteKind,
        operators::{Outcome, Subject},
    },
    engine::{
        Engine,
        proxy::{
            request::LONGEST_SEALED,
            rules::{Rules, counts_in_number, is_sure},
        },
    },
    keys::Cipher,
    profile::Author,
};
use masquerade_detect::entity::{Entity, Label};
use masquerade_detect::text::Field;
use masquerade_detect::{Level, Scratch};

/// Most bytes of a text that wait for the end of a sentence.
const MAX_AHEAD: usize = 1024;

/// Bytes at the end of a text without the end of a sentence that wait on, since an entity may begin in them.
const KEPT_BACK: usize = 256;

/// Most bytes of one entity, such as a private key, that wait for its end.
const MAX_ENTITY: usize = 64 << 10;

/// Bytes of decided text that detection reads again, for the words that introduce an entity.
const CONTEXT: usize = 256;

/// The masking of new personal data in answers.
#[derive(Clone)]
pub struct Screen {
    engine: Arc<Engine>,
    rules: Arc<Rules>,
    cipher: Cipher,
    /// True if entities are sealed, so that they can be restored without a map.
    seals: bool,
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Screen(…)")
    }
}

impl Screen {
    /// A masking by `rules` with the keys of `cipher`.
    pub fn new(engine: Arc<Engine>, rules: Arc<Rules>, cipher: Cipher) -> Self {
        Self { engine, rules, cipher, seals: false }
    }

    /// The masking with sealed entities, which the tenant's key alone restores.
    pub fn sealing(self) -> Self {
        Self { seals: true, ..self }
    }

    /// The level at which texts of the model are read.
    pub(super) fn level(&self) -> Level {
        self.rules.voice(Author::Model).0.ner
    }

    /// The entities of a text of the model, and their substitutes.
    fn find(&self, text: &str) -> Vec<(Range<usize>, String)> {
        let detector = self.engine.detector();
        let (options, only_sure, _) = self.rules.voice(Author::Model);
        let mut entities = detector.detect_field(&Field { text, key: None }, options, &mut Scratch::default());
        entities.retain(|entity| entity.label != Label::LITERAL && (!only_sure || is_sure(entity)));
        entities.iter().filter_map(|entity| Some((entity.span.range(), self.substitute(entity, text)?))).collect()
    }

    /// The substitute of an entity; `None`: it stays.
    fn substitute(&self, entity: &Entity, text: &str) -> Option<String> {
        let method = match self.rules.method_in_answer(entity)? {
            Method::Redact | Method::Synthetic if self.seals && entity.span.len() <= LONGEST_SEALED => Method::Encrypt,
            Method::Redact | Method::Synthetic => Method::Hash,
            method => method,
        };
        let handling = self.engine.detector().catalogue().handling(entity.label);
        let text = entity.span.slice(text);
        let subject = Subject { label: entity.label, handling, text, cipher: &self.cipher, bounded: true };
        match method.operate(subject) {
            Outcome::Keep => None,
            Outcome::Replace(substitute) => Some(substitute),
            Outcome::Request(SubstituteKind::Fixed(substitute)) => Some(substitute.to_string()),
            Outcome::Request(_) | Outcome::Pieces(_) => Some(format!("[{}]", entity.label.name())),
        }
    }

    /// The substitute of a number, if it is one of an entity whose label has a validation.
    pub(super) fn number(&self, digits: &str) -> Option<String> {
        let detector = self.engine.detector();
        let (options, ..) = self.rules.voice(Author::Model);
        let found = detector.detect_field(&Field { text: digits, key: None }, options, &mut Scratch::default());
        let entity = found.iter().find(|entity| counts_in_number(detector, entity))?;
        self.substitute(entity, digits)
    }

    /// Adds the edits of a whole text, of which `edits` restore other parts. Returns their number.
    pub(super) fn whole(self: &Arc<Self>, text: &str, declared: DeclaredSyntax, edits: &mut Vec<FragmentEdit>) -> u64 {
        let restored: Vec<_> = edits.iter().map(|edit| edit.range.clone()).collect();
        let before = edits.len();
        ScreenedText::new(Arc::clone(self), declared).push(text, true, restored, text.len() as u64, edits);
        (edits.len() - before) as u64
    }
}

fn overlap(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.start < b.end && b.start < a.end
}

/// The screening of a text that arrives in fragments: it waits for the end of a sentence, and for longer than
/// [`MAX_AHEAD`] bytes only within an entity.
pub(super) struct ScreenedText {
    screen: Arc<Screen>,
    reader: SourceReader,
    /// The last decided characters, and all that are not decided.
    text: String,
    /// The offset of that text.
    base: u64,
    /// The offset up to which the text is decided.
    decided: u64,
    /// The offset up to which the text was searched.
    searched: u64,
    /// Parts of the source that are restored.
    restored: Vec<Range<u64>>,
    /// True if an entity was longer than [`MAX_ENTITY`].
    is_overlong: bool,
}

impl ScreenedText {
    /// The screening of a text that the profile declares as `syntax`.
    pub(super) fn new(screen: Arc<Screen>, syntax: DeclaredSyntax) -> Self {
        Self {
            screen,
            reader: SourceReader::new(syntax),
            text: String::new(),
            base: 0,
            decided: 0,
            searched: 0,
            restored: Vec::new(),
            is_overlong: false,
        }
    }

    /// Reports whether an entity was too long to be read as a whole, so that its rest may go through unread.
    pub(super) fn is_overlong(&self) -> bool {
        self.is_overlong
    }

    /// Reads the next fragment of the source, the last one if `eof`. `restored` are the parts of which an original is
    /// restored, decided up to `limit`. Returns the offset up to which the source is decided, and adds the edits before it.
    pub(super) fn push(
        &mut self,
        fragment: &str,
        eof: bool,
        restored: impl IntoIterator<Item = Range<u64>>,
        limit: u64,
        edits: &mut Vec<FragmentEdit>,
    ) -> u64 {
        self.reader.push(fragment, eof, self.base, &mut self.text);
        self.restored.extend(restored);
        let limit = self.reader.text_at(limit).saturating_sub(self.base) as usize;
        let end = self.text.floor_char_boundary(limit);
        let start = (self.decided - self.base) as usize;
        if end > start && (eof || self.is_due(start, end)) {
            self.search(start, end, eof, edits);
        }
        if eof { self.reader.length() } else { self.reader.source_at(self.decided) }
    }

    /// Searches the text up to `end`, which is decided up to `start`, and decides what can be.
    fn search(&mut self, start: usize, end: usize, eof: bool, edits: &mut Vec<FragmentEdit>) {
        self.searched = self.base + end as u64;
        let found = self.screen.find(&self.text[..end]);
        let to = if eof { end } else { self.cut(start, end, &found) };
        for (range, substitute) in found.into_iter().filter(|(range, _)| start < range.end && range.end <= to) {
            // What lies before the last cut was decided then.
            let range = range.start.max(start) as u64 + self.base..range.end as u64 + self.base;
            self.reader.replace(range, &substitute, |range, text| {
                if !self.restored.iter().any(|other| overlap(other, &range)) {
                    edits.push(FragmentEdit { range, text });
                }
            });
        }
        self.decided = self.base + to as u64;
        let keep = self.text.floor_char_boundary(to.saturating_sub(CONTEXT));
        self.text.drain(..keep);
        self.base += keep as u64;
        self.reader.forget(self.base);
        let from = self.reader.source_at(self.base);
        self.restored.retain(|range| range.end > from);
    }

    /// Reports whether the text up to `end`, decided up to `start`, is searched: if a sentence has ended in it since
    /// the last search, or if too much waits.
    fn is_due(&self, start: usize, end: usize) -> bool {
        let searched = (self.searched.saturating_sub(self.base) as usize).clamp(start, end);
        // A full stop may be the last byte that was searched.
        let from = self.text.floor_char_boundary(searched.saturating_sub(1).max(start));
        let has_ended = sentence_end(&self.text[from..end]).is_some_and(|at| from + at > searched);
        has_ended || end - start > MAX_AHEAD && end - searched >= KEPT_BACK
    }

    /// The place up to which the text is decided: the end of the last sentence, or, where none ends for too long, the last
    /// space before the bytes that are kept back; within no entity, and before whatever may go on behind `end`.
    fn cut(&mut self, start: usize, end: usize, found: &[(Range<usize>, String)]) -> usize {
        let is_long = end - start > MAX_AHEAD;
        let sentence = sentence_end(&self.text[start..end]).map(|at| self.complete(start, start + at));
        let mut to = sentence.filter(|to| *to > start || !is_long).unwrap_or_else(|| {
            let last = self.text.floor_char_boundary(end - KEPT_BACK);
            self.text[start..last].rfind(char::is_whitespace).map_or(last, |at| start + at)
        });
        // An entity at the end of what is there may go on: in the next line, or behind the next comma.
        let open = self.text[..end].trim_end().len();
        while let Some((range, _)) =
            found.iter().find(|(range, _)| range.start < to && (to < range.end || open <= range.end))
        {
            if range.start > start {
                to = range.start;
            } else if range.end - start > MAX_ENTITY {
                self.is_overlong = true;
                return range.end;
            } else {
                // One entity is all that waits.
                return start;
            }
        }
        to
    }

    /// The place before `to` behind which nothing may be the beginning of a value that goes on in the next line: digits,
    /// and the fillers of machine-readable lines.
    fn complete(&self, start: usize, to: usize) -> usize {
        let mut rest = self.text[start..to].trim_end();
        let mut complete = to;
        loop {
            let word = rest.rfind(char::is_whitespace).map_or(0, |at| at + 1);
            if !rest[word..].contains(|c: char| c.is_ascii_digit() || c == '<') {
                return complete;
            }
            complete = start + word;
            rest = rest[..word].trim_end();
        }
    }
}

/// The offset behind the last sentence that ends in a text: behind a line end, behind a blank after a full stop, a
/// question mark or an exclamation mark, or behind one of these marks in the scripts that put no blank there.
fn sentence_end(text: &str) -> Option<usize> {
    let mut behind = text.len();
    for (at, c) in text.char_indices().rev() {
        let is_end = match c {
            '\n' | '。' | '！' | '？' | '।' => true,
            ' ' => text[..at].ends_with(['.', '?', '!']),
            _ => false,
        };
        if is_end {
            return Some(behind);
        }
        behind = at;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::sentence_end;

    #[test]
    fn sentences_end_behind_their_marks() {
        for (text, expected) in [
            ("a. b", Some(3)),
            ("a.b", None),
            ("a\nb", Some(2)),
            ("a? b! c", Some(6)),
            ("a.", None),
            ("", None),
            ("雨。", Some(6)),
        ] {
            assert_eq!(sentence_end(text), expected, "{text}");
        }
    }
}
