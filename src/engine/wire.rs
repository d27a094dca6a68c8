//! Wire types that the API and the command line share: lists of entities and of labels.

use std::borrow::Cow;

use serde::Serialize;

use super::AnonymizedTexts;
use crate::{
    anonymize::Policy,
    anonymize::restore::{MapEntry, Position},
    input::Item,
};
use masquerade_detect::entity::{Entity, Label, LabelInfo};
use masquerade_detect::text::{Unit, UnitCursor};

/// The realm of the keys of `/v1`.
pub const REALM: &str = "/v1";

/// An element of `detected_entities`, borrowed unless it has to outlive the text.
#[derive(Clone, Serialize)]
pub struct DetectedEntity<'a> {
    text: Cow<'a, str>,
    label: &'static str,
    span: WireSpan,
    confidence: f64,
    alternatives: Alternative,
    validated: &'static str,
    /// The substitute; `None` if the texts were not masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    anonymized_text: Option<Cow<'a, str>>,
    text_index: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    text_length: Option<usize>,
    /// The name of the method, in an observation only.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'static str>,
}

#[derive(Clone, Serialize)]
struct WireSpan {
    start: usize,
    end: usize,
}

#[derive(Clone, Serialize)]
struct Alternative {
    label: &'static str,
    confidence: f64,
}

/// `probability` with four decimals, which is what the detector can tell apart.
pub fn rounded(probability: f64) -> f64 {
    (probability * 1e4).round() / 1e4
}

impl From<&Entity> for Alternative {
    fn from(entity: &Entity) -> Self {
        let outside = (Label::OUTSIDE, 1.0 - entity.confidence);
        let (label, confidence) = entity.alternative.unwrap_or(outside);
        Self { label: label.name(), confidence: rounded(f64::from(confidence)) }
    }
}

impl<'a> DetectedEntity<'a> {
    /// The entities of `text`, number `text_index` of the masked texts, with offsets in `unit`.
    pub fn of_text(
        done: &'a AnonymizedTexts<'_>,
        text_index: usize,
        text: &'a str,
        unit: Unit,
    ) -> impl Iterator<Item = Self> + use<'a> {
        let entities = done.entities.get(text_index).map_or(&[][..], Vec::as_slice);
        let replacements = done.masked.replacements(text_index);
        // Counting the whole text is only worth its time where restoring will need it.
        let mut length = None;
        Self::detected(entities, text_index, text, unit).zip(replacements).map(move |(entity, replacement)| {
            let anonymized_text = replacement.as_str();
            Self {
                anonymized_text: Some(anonymized_text.into()),
                text_length: anonymized_text.is_empty().then(|| *length.get_or_insert_with(|| unit.count(text))),
                ..entity
            }
        })
    }

    /// The entities of `text`, number `text_index` of the texts, without substitutes, with offsets in `unit`.
    pub fn detected(
        entities: &'a [Entity],
        text_index: usize,
        text: &'a str,
        unit: Unit,
    ) -> impl Iterator<Item = Self> + use<'a> {
        let mut cursor = UnitCursor::new(text, unit);
        let mut at = move |offset| cursor.unit_at(offset).expect("spans lie on characters of their text, in order");
        entities.iter().map(move |entity| Self {
            text: entity.span.slice(text).into(),
            label: entity.label.name(),
            span: WireSpan { start: at(entity.span.start()), end: at(entity.span.end()) },
            confidence: rounded(f64::from(entity.confidence)),
            alternatives: entity.into(),
            validated: entity.validated.name(),
            anonymized_text: None,
            text_index,
            text_length: None,
            method: None,
        })
    }

    /// The entity in a longer text, of which the entity's text is a piece that begins at `base` units. The length of
    /// the longer text is not known yet.
    #[must_use]
    pub fn in_longer(mut self, base: usize) -> Self {
        self.span = WireSpan { start: base + self.span.start, end: base + self.span.end };
        self.text_length = None;
        self
    }

    /// The entity with the length of its whole text, which tells whether something was added behind the last entity.
    #[must_use]
    pub fn with_text_length(mut self, length: usize) -> Self {
        self.text_length = Some(length);
        self
    }

    /// The entity with the method that a policy has for it.
    #[must_use]
    pub fn with_method(mut self, policy: &Policy) -> Self {
        self.method = Label::intern(self.label).map(|label| policy.method(label).name());
        self
    }

    /// Reports whether its replacement is empty.
    pub fn is_removed(&self) -> bool {
        self.anonymized_text.as_ref().is_some_and(|text| text.is_empty())
    }

    /// The entity with owned texts.
    pub fn into_owned(self) -> DetectedEntity<'static> {
        DetectedEntity {
            text: self.text.into_owned().into(),
            anonymized_text: self.anonymized_text.map(|text| text.into_owned().into()),
            label: self.label,
            span: self.span,
            confidence: self.confidence,
            alternatives: self.alternatives,
            validated: self.validated,
            text_index: self.text_index,
            text_length: self.text_length,
            method: self.method,
        }
    }
}

/// An element of `entities_map`: the members of a [`DetectedEntity`] that restoring needs.
pub struct MapElement<'b> {
    original: Cow<'b, str>,
    replacement: Cow<'b, str>,
    position: Option<Position>,
}

impl std::fmt::Debug for MapElement<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MapElement").field("position", &self.position).finish_non_exhaustive()
    }
}

impl<'b> MapElement<'b> {
    /// The element in `item`; `None` if it was refused.
    pub fn read(item: Item<'_, 'b>) -> Option<Self> {
        let offset = |item: Item<'_, '_>| item.offset();
        let mut object = item.object()?;
        let original = object.required("text", |item| item.string());
        let replacement = object.required("anonymized_text", |item| item.string());
        let text_index = object.optional("text_index", offset);
        let text_length = object.optional("text_length", offset);
        let span = object.optional("span", |item| {
            let mut object = item.object()?;
            let (start, end) = (object.required("start", offset), object.required("end", offset));
            object.ignore_rest();
            Some((start?, end?))
        });
        object.ignore_rest();
        let position = match (text_index, span) {
            (Some(text_index), Some((start, end))) => Some(Position { text_index, start, end, text_length }),
            _ => None,
        };
        Some(Self { original: original?, replacement: replacement?, position })
    }

    /// The element as restoring takes it.
    pub fn entry(&self) -> MapEntry<'_> {
        MapEntry { original: &self.original, replacement: &self.replacement, position: self.position }
    }
}

/// The body of the answer to `GET /v1/entities`.
#[derive(Serialize)]
pub struct EntitiesResponse<'a> {
    entities: Vec<WireLabel<'a>>,
}

#[derive(Serialize)]
struct WireLabel<'a> {
    label: &'static str,
    description: &'a str,
    groups: Vec<&'static str>,
    aliases: &'a [&'static str],
    default: bool,
    validation: &'static str,
    threshold: f64,
    languages: &'a [&'static str],
    example: &'a str,
}

impl<'a> EntitiesResponse<'a> {
    /// The list of `labels`.
    pub fn new(labels: impl IntoIterator<Item = &'a LabelInfo>) -> Self {
        let entities = labels.into_iter().map(|info| WireLabel {
            label: info.name,
            description: info.description,
            groups: info.groups.iter().map(|group| group.name()).collect(),
            aliases: info.aliases,
            default: info.default,
            validation: info.validation.name(),
            threshold: rounded(f64::from(info.threshold)),
            languages: info.languages,
            example: info.example,
        });
        Self { entities: entities.collect() }
    }
}
