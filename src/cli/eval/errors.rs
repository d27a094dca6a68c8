//! [`ErrorLog`]: missed and false finds, a JSON object a line.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;

use super::lines::Place;
use crate::eval::{Gold, Judgement, Verdict, report::LabelSelection, score::Scores};
use masquerade_detect::entity::{Entity, Label};
use masquerade_detect::text::{Span, Unit, UnitCursor};

/// Writes errors as they come.
pub(super) struct ErrorLog {
    out: Box<dyn Write>,
    unit: Unit,
    /// True if the log shows the texts themselves.
    with_text: bool,
    wanted: LabelSelection,
    /// False alarms of labels of which nobody knows yet whether they are annotated.
    held: BTreeMap<Label, Vec<u8>>,
}

#[derive(Serialize)]
struct Line<'a> {
    file: &'a str,
    line: u64,
    error: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotated: Option<Part<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<Part<'a>>,
}

#[derive(Clone, Copy, Serialize)]
struct Part<'a> {
    start: usize,
    end: usize,
    label: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

impl ErrorLog {
    /// A log that goes to `out`, with offsets in `unit`s.
    pub(super) fn new(out: Box<dyn Write>, unit: Unit, with_text: bool, wanted: LabelSelection) -> Self {
        Self { out, unit, with_text, wanted, held: BTreeMap::new() }
    }

    /// Adds the errors of one text, which `scores` has counted already.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn add(
        &mut self,
        place: &Place,
        text: &str,
        (gold, found, judgement): (&Gold, &[Entity], &Judgement),
        scores: &Scores,
    ) -> io::Result<()> {
        let (file, line) = (place.file(), place.line());
        let (file, with_text) = (file.as_str(), self.with_text);
        let spans = gold.mentions().iter().map(|mention| mention.span).chain(found.iter().map(|entity| entity.span));
        let offsets = Offsets::new(text, self.unit, spans);
        let part = |span: Span, label: Label, confidence| Part {
            start: offsets.of(span.start()),
            end: offsets.of(span.end()),
            label: label.name(),
            confidence,
            text: with_text.then(|| span.slice(text)),
        };
        let of_find = |entity: &Entity| part(entity.span, entity.label, Some(entity.confidence));
        for (mention, (verdict, by)) in gold.mentions().iter().zip(&judgement.mentions) {
            if *verdict == Verdict::Correct || !self.wanted.holds(mention.label, true) {
                continue;
            }
            let found = by.and_then(|at| found.get(at)).map(of_find);
            let annotated = Some(part(mention.span, mention.label, None));
            let line = Line { file, line, error: verdict.name(), annotated, found };
            self.out.write_all(&bytes(&line)?)?;
        }
        for (entity, _) in found.iter().zip(&judgement.finds).filter(|(_, judged)| judged.is_spurious()) {
            if !self.wanted.holds(entity.label, true) {
                continue;
            }
            let line = Line { file, line, error: "false_alarm", annotated: None, found: Some(of_find(entity)) };
            self.held.entry(entity.label).or_default().extend(bytes(&line)?);
        }
        let (wanted, out) = (&self.wanted, &mut self.out);
        for (label, held) in self.held.iter_mut().filter(|(_, held)| !held.is_empty()) {
            if wanted.holds(*label, scores.is_annotated(*label)) {
                out.write_all(held)?;
                held.clear();
            }
        }
        Ok(())
    }

    /// Ends the log. What is still held is of labels that are not scored.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn bytes(line: &Line<'_>) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(line)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Offsets in another unit, of the bounds of some spans.
struct Offsets(Vec<(usize, usize)>);

impl Offsets {
    fn new(text: &str, unit: Unit, spans: impl Iterator<Item = Span>) -> Self {
        let mut bytes: Vec<_> = spans.flat_map(|span| [span.start(), span.end()]).collect();
        bytes.sort_unstable();
        bytes.dedup();
        let mut cursor = UnitCursor::new(text, unit);
        Self(bytes.into_iter().filter_map(|byte| Some((byte, cursor.unit_at(byte)?))).collect())
    }

    /// The offset of `byte`, which bounds one of the spans.
    fn of(&self, byte: usize) -> usize {
        let place = self.0.binary_search_by_key(&byte, |(byte, _)| *byte);
        place.ok().and_then(|at| self.0.get(at)).map_or(0, |(_, offset)| *offset)
    }
}
