//! Bodies of the answers of `/v1`. Wire types: they borrow what they write and are written once.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    engine::{Anonymized, wire::DetectedEntity},
    text::Unit,
};

/// Body of the answer to `POST /v1/anonymize`.
#[derive(Serialize)]
pub struct AnonymizeResponse<'a> {
    anonymized_text: &'a [Cow<'a, str>],
    detected_entities: Vec<DetectedEntity<'a>>,
}

impl<'a> AnonymizeResponse<'a> {
    /// The answer for `texts`, with offsets in `unit`.
    pub fn new(texts: &'a [&'a str], done: &'a Anonymized<'a>, unit: Unit) -> Self {
        let mut detected_entities = Vec::with_capacity(done.entities.iter().map(Vec::len).sum());
        for (text_index, text) in texts.iter().enumerate() {
            detected_entities.extend(DetectedEntity::of_text(done, text_index, text, unit));
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
