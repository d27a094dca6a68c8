//! Entities that lie across the parts of one message: a model reads the parts as one text.

use std::ops::Range;

use super::{
    rules::Rules,
    texts::{RequestText, RequestTexts},
};
use masquerade_detect::text::{Field, Span};
use masquerade_detect::{
    Detector, Scratch,
    entity::{Entity, Label},
};

/// Bytes on each side of a boundary between parts that are read together.
const REACH: usize = 256;

/// Reports whether a message has several parts.
pub(super) fn has_parts(texts: &RequestTexts<'_>) -> bool {
    texts.all.windows(2).any(|pair| pair[0].message.is_some() && pair[0].message == pair[1].message)
}

/// Adds to `found` the entities of each text of `texts` that go on in its neighbours: in each part an entity of its own,
/// so that each part is restored by itself. The language model does not read across parts.
pub(super) fn find_across(detector: &Detector, rules: &Rules, texts: &RequestTexts<'_>, found: &mut [Vec<Entity>]) {
    let mut scratch = Scratch::default();
    let mut first = 0;
    for run in texts.all.chunk_by(|a, b| a.message.is_some() && a.message == b.message) {
        let own = &mut found[first..first + run.len()];
        first += run.len();
        if run.len() > 1 {
            let run = Run::new(run);
            for entity in run.across(detector, rules, &mut scratch) {
                run.add(entity, own);
            }
        }
    }
}

/// The parts of one message, joined.
struct Run<'t> {
    text: String,
    parts: Vec<&'t str>,
    /// The offsets of the parts.
    starts: Vec<usize>,
}

impl<'t> Run<'t> {
    fn new(texts: &'t [RequestText<'_>]) -> Self {
        let (mut text, mut starts) = (String::new(), Vec::with_capacity(texts.len()));
        let parts: Vec<&str> = texts.iter().map(RequestText::content).collect();
        for part in &parts {
            starts.push(text.len());
            text.push_str(part);
        }
        Self { text, parts, starts }
    }

    /// The ranges around boundaries, those that overlap in one.
    fn windows(&self) -> Vec<Range<usize>> {
        let mut windows: Vec<Range<usize>> = Vec::new();
        for &at in &self.starts[1..] {
            let start = self.text.floor_char_boundary(at.saturating_sub(REACH));
            let end = self.text.ceil_char_boundary((at + REACH).min(self.text.len()));
            match windows.last_mut() {
                Some(last) if start <= last.end => last.end = end,
                _ => windows.push(start..end),
            }
        }
        windows
    }

    /// The places of the entities that hold a boundary, with their entities.
    fn across(&self, detector: &Detector, rules: &Rules, scratch: &mut Scratch) -> Vec<(Range<usize>, Entity)> {
        let mut across = Vec::new();
        for window in self.windows() {
            let field = Field { text: &self.text[window.clone()], key: None };
            for entity in detector.detect_field(&field, &rules.paths, scratch) {
                let range = entity.span.start() + window.start..entity.span.end() + window.start;
                let behind = self.starts.partition_point(|start| *start <= range.start);
                let holds = self.starts.get(behind).is_some_and(|start| *start < range.end);
                if holds && entity.label != Label::LITERAL {
                    across.push((range, entity));
                }
            }
        }
        across
    }

    /// Adds an entity to those of each part that it lies in, in the place of all that it shares a byte with.
    fn add(&self, (range, entity): (Range<usize>, Entity), found: &mut [Vec<Entity>]) {
        for ((part, start), entities) in self.parts.iter().zip(&self.starts).zip(found) {
            let local = |at: usize| at.clamp(*start, start + part.len()) - start;
            let mut own = local(range.start)..local(range.end);
            if own.is_empty() {
                continue;
            }
            entities.retain(|other| {
                let other = other.span.range();
                let is_apart = other.end <= own.start || own.end <= other.start;
                if !is_apart {
                    own = own.start.min(other.start)..own.end.max(other.end);
                }
                is_apart
            });
            let span = Span::new(part, own).expect("entities begin and end between characters");
            let at = entities.partition_point(|other| other.span.start() < span.start());
            entities.insert(at, Entity { span, ..entity });
        }
    }
}
