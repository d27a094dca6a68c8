//! [`Screen`]: masks personal data that a model itself produces, on its way to a client that may not see it.
//!
//! Substitutes need no store, so that a text that comes in fragments and again as a whole has the same ones: methods that
//! number their placeholders give way to keyed hashes.

use std::{fmt, ops::Range, sync::Arc};

use super::json_fragments::FragmentEdit;
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
use masquerade_detect::Scratch;
use masquerade_detect::entity::{Entity, Label};
use masquerade_detect::text::Field;

/// Most bytes of a text that wait for the end of a sentence.
const MAX_AHEAD: usize = 1024;

/// Bytes at the end of a text without the end of a sentence that wait on, since an entity may begin in them.
const KEPT_BACK: usize = 256;

/// Bytes of decided text that detection reads again, for the words that introduce an entity.
const CONTEXT: usize = 256;

/// The masking of new personal data in answers.
#[derive(Clone)]
pub struct Screen {
    engine: Arc<Engine>,
    rules: Arc<Rules>,
    cipher: Cipher,
    /// Whether entities are sealed, so that they can be restored without a map.
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

    /// This masking with sealed entities, which the tenant's key alone restores.
    pub fn sealing(self) -> Self {
        Self { seals: true, ..self }
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
    pub(super) fn whole(&self, text: &str, edits: &mut Vec<FragmentEdit>) -> u64 {
        let restored: Vec<_> = edits.iter().map(|edit| edit.range.clone()).collect();
        let before = edits.len();
        let found = self.find(text).into_iter().map(|(range, text)| (range.start as u64..range.end as u64, text));
        let is_new = |range: &Range<u64>| !restored.iter().any(|other| overlap(other, range));
        edits.extend(found.filter(|(range, _)| is_new(range)).map(|(range, text)| FragmentEdit { range, text }));
        (edits.len() - before) as u64
    }
}

fn overlap(a: &Range<u64>, b: &Range<u64>) -> bool {
    a.start < b.end && b.start < a.end
}

/// The screening of a text that arrives in fragments: it waits for the end of a sentence, and never longer than
/// [`MAX_AHEAD`] bytes.
pub(super) struct ScreenedText {
    screen: Arc<Screen>,
    /// The last decided bytes, and all that are not decided.
    text: String,
    /// The offset of that text.
    base: u64,
    /// The offset up to which the text is decided.
    decided: u64,
    /// Parts that are restored.
    restored: Vec<Range<u64>>,
}

impl ScreenedText {
    pub(super) fn new(screen: Arc<Screen>) -> Self {
        Self { screen, text: String::new(), base: 0, decided: 0, restored: Vec::new() }
    }

    /// Reads the next fragment, the last one if `eof`. `restored` are the parts of which an original is restored, decided
    /// up to `limit`. Returns the offset up to which the text is decided, and adds the edits before it.
    pub(super) fn push(
        &mut self,
        fragment: &str,
        eof: bool,
        restored: impl IntoIterator<Item = Range<u64>>,
        limit: u64,
        edits: &mut Vec<FragmentEdit>,
    ) -> u64 {
        self.text.push_str(fragment);
        self.restored.extend(restored);
        let end = self.text.floor_char_boundary(limit.saturating_sub(self.base) as usize);
        let start = (self.decided - self.base) as usize;
        if end <= start || !eof && end - start <= MAX_AHEAD && sentence_end(&self.text[start..end]).is_none() {
            return self.decided;
        }
        let found = self.screen.find(&self.text[..end]);
        let to = if eof { end } else { self.cut(start, end, &found) };
        for (range, text) in found {
            // A part before the last cut was decided as no entity.
            let range = range.start.max(start) as u64 + self.base..range.end as u64 + self.base;
            let is_decided = range.end <= self.base + to as u64 && range.start < range.end;
            if is_decided && !self.restored.iter().any(|other| overlap(other, &range)) {
                edits.push(FragmentEdit { range, text });
            }
        }
        self.decided = self.base + to as u64;
        let keep = self.text.floor_char_boundary(to.saturating_sub(CONTEXT));
        self.text.drain(..keep);
        self.base += keep as u64;
        let base = self.base;
        self.restored.retain(|range| range.end > base);
        self.decided
    }

    /// The place up to which the text is decided: the end of the last sentence, or, where none ends for too long, the last
    /// space before the bytes that are kept back; within no entity.
    fn cut(&self, start: usize, end: usize, found: &[(Range<usize>, String)]) -> usize {
        let is_long = end - start > MAX_AHEAD;
        let sentence = sentence_end(&self.text[start..end]).map(|at| start + at);
        let mut to = sentence.unwrap_or_else(|| {
            let last = self.text.floor_char_boundary(end - KEPT_BACK);
            self.text[start..last].rfind(char::is_whitespace).map_or(last, |at| start + at)
        });
        while let Some((range, _)) = found.iter().find(|(range, _)| range.start < to && to < range.end) {
            if range.start > start {
                to = range.start;
            } else {
                // One entity is all that waits.
                return if is_long { range.end } else { start };
            }
        }
        to
    }
}

/// The offset behind the last sentence that ends in a text: behind a line end, or behind a blank after a full stop, a
/// question mark or an exclamation mark.
fn sentence_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_end = |at: &usize| match bytes[*at] {
        b'\n' => true,
        b' ' => *at > 0 && matches!(bytes[*at - 1], b'.' | b'?' | b'!'),
        _ => false,
    };
    (0..bytes.len()).rev().find(is_end).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::sentence_end;

    #[test]
    fn sentences_end_behind_their_marks() {
        for (text, expected) in
            [("a. b", Some(3)), ("a.b", None), ("a\nb", Some(2)), ("a? b! c", Some(6)), ("a.", None), ("", None)]
        {
            assert_eq!(sentence_end(text), expected, "{text}");
        }
    }
}
