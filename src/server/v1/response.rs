//! Bodies of the answers of `/v1`. Wire types: they borrow what they write and are written once.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    engine::Anonymized,
    entity::{Entity, Label, LabelInfo},
    text::{Unit, UnitCursor},
};

/// Body of the answer to `POST /v1/anonymize`.
#[derive(Serialize)]
pub struct AnonymizeResponse<'a> {
    anonymized_text: &'a [Cow<'a, str>],
    detected_entities: Vec<DetectedEntity<'a>>,
}

#[derive(Serialize)]
struct DetectedEntity<'a> {
    text: &'a str,
    label: &'static str,
    span: WireSpan,
    confidence: f64,
    alternatives: Alternative,
    anonymized_text: &'a str,
    text_index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_length: Option<usize>,
}

#[derive(Serialize)]
struct WireSpan {
    start: usize,
    end: usize,
}

#[derive(Serialize)]
struct Alternative {
    label: &'static str,
    confidence: f64,
}

/// Four decimals: what the detector can tell apart, and no more.
fn rounded(probability: f64) -> f64 {
    (probability * 1e4).round() / 1e4
}

impl From<&Entity> for Alternative {
    fn from(entity: &Entity) -> Self {
        let outside = (Label::OUTSIDE, 1.0 - entity.confidence);
        let (label, confidence) = entity.alternative.unwrap_or(outside);
        Self { label: label.name(), confidence: rounded(f64::from(confidence)) }
    }
}

impl<'a> AnonymizeResponse<'a> {
    /// The answer for `texts`, with offsets in `unit`.
    pub fn new(texts: &'a [&'a str], done: &'a Anonymized<'a>, unit: Unit) -> Self {
        let mut detected_entities = Vec::with_capacity(done.entities.iter().map(Vec::len).sum());
        for (text_index, ((&text, entities), replacements)) in
            texts.iter().zip(&done.entities).zip(&done.masked.replacements).enumerate()
        {
            let mut cursor = UnitCursor::new(text, unit);
            // Counting the whole text is only worth its time where restoring will need it.
            let mut length = None;
            for (entity, replacement) in entities.iter().zip(replacements) {
                let span = entity.span;
                let (Some(start), Some(end)) = (cursor.unit_at(span.start()), cursor.unit_at(span.end())) else {
                    continue;
                };
                let anonymized_text = replacement.as_str();
                detected_entities.push(DetectedEntity {
                    text: span.slice(text),
                    label: entity.label.name(),
                    span: WireSpan { start, end },
                    confidence: rounded(f64::from(entity.confidence)),
                    alternatives: entity.into(),
                    anonymized_text,
                    text_index,
                    text_length: anonymized_text.is_empty().then(|| *length.get_or_insert_with(|| unit.count(text))),
                });
            }
        }
        Self { anonymized_text: &done.masked.texts, detected_entities }
    }
}

/// Body of the answer to `POST /v1/deanonymize`.
#[derive(Serialize)]
pub struct DeanonymizeResponse<'a> {
    /// The texts.
    pub deanonymized_text: &'a [Cow<'a, str>],
    /// What stayed, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unresolved: Option<&'a [String]>,
}

/// Body of the answer to `GET /v1/entities`.
#[derive(Serialize)]
pub struct EntitiesResponse<'a> {
    entities: Vec<WireLabel<'a>>,
}

#[derive(Serialize)]
struct WireLabel<'a> {
    label: &'static str,
    description: &'a str,
    groups: Vec<&'static str>,
    validation: &'static str,
    threshold: f64,
    languages: &'a [&'static str],
    example: &'a str,
}

impl<'a> EntitiesResponse<'a> {
    /// The list of `labels`.
    pub fn new(labels: &'a [LabelInfo]) -> Self {
        let entities = labels.iter().map(|info| WireLabel {
            label: info.label.name(),
            description: info.description,
            groups: info.groups.iter().map(|group| group.name()).collect(),
            validation: info.validation.name(),
            threshold: rounded(f64::from(info.threshold)),
            languages: info.languages,
            example: info.example,
        });
        Self { entities: entities.collect() }
    }
}
