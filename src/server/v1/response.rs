//! The response bodies of `/v1`, as borrowing wire types.

use std::{
    borrow::Cow,
    io::{self, Write},
};

use serde::Serialize;

use crate::{
    anonymize::Policy,
    codec::syntax::json::escape,
    engine::{AnonymizedTexts, wire::DetectedEntity},
    store::SessionSummary,
};
use masquerade_detect::{entity::Entity, text::Unit};

/// The response body of `POST /v1/anonymize`.
pub struct AnonymizeResponse<'a> {
    anonymized_text: Cow<'a, [Cow<'a, str>]>,
    detected_entities: Vec<DetectedEntity<'a>>,
}

impl<'a> AnonymizeResponse<'a> {
    /// The response for `texts`, with offsets in `unit`. With a policy to be observed, the texts stay as they are, and each
    /// entity has the method of its label.
    pub fn new(texts: &'a [&'a str], done: &'a AnonymizedTexts<'a>, unit: Unit, observed: Option<&Policy>) -> Self {
        let mut detected_entities = Vec::with_capacity(done.entities.iter().map(Vec::len).sum());
        for (text_index, text) in texts.iter().enumerate() {
            let of_text = DetectedEntity::of_text(done, text_index, text, unit);
            match observed {
                Some(policy) => detected_entities.extend(of_text.map(|entity| entity.with_method(policy))),
                None => detected_entities.extend(of_text),
            }
        }
        let anonymized_text = match observed {
            Some(_) => Cow::Owned(texts.iter().map(|text| Cow::Borrowed(*text)).collect()),
            None => Cow::Borrowed(&done.masked.texts[..]),
        };
        Self { anonymized_text, detected_entities }
    }

    /// The serialized body; `size` is an estimate of its length in bytes. `None`: it is longer than `limit` bytes. The
    /// texts, which are most of it, are escaped many bytes at a time, which the serializer does not do.
    pub fn written(&self, size: usize, limit: usize) -> Option<Vec<u8>> {
        let mut written = String::with_capacity(size);
        for (at, text) in self.anonymized_text.iter().enumerate() {
            written.push_str(if at == 0 { "{\"anonymized_text\":[\"" } else { "\",\"" });
            escape(text, &mut written);
            if written.len() > limit {
                return None;
            }
        }
        written.push_str(if self.anonymized_text.is_empty() { "{\"anonymized_text\":[" } else { "\"" });
        written.push_str("],\"detected_entities\":");
        let mut written = LimitedWriter { bytes: written.into_bytes(), limit };
        // All values serialize, so that an error is the limit's.
        serde_json::to_writer(&mut written, &self.detected_entities).ok()?;
        written.write_all(b"}").ok()?;
        Some(written.bytes)
    }
}

/// The response body of `POST /v1/detect`.
#[derive(Serialize)]
pub struct DetectResponse<'a> {
    detected_entities: Vec<DetectedEntity<'a>>,
}

impl<'a> DetectResponse<'a> {
    /// The response for `texts` and the entities of each, with offsets in `unit`.
    pub fn new(texts: &[&'a str], entities: &'a [Vec<Entity>], unit: Unit) -> Self {
        let of_text = |(at, (text, entities)): (usize, (&&'a str, &'a Vec<Entity>))| {
            DetectedEntity::detected(entities, at, text, unit)
        };
        Self { detected_entities: texts.iter().zip(entities).enumerate().flat_map(of_text).collect() }
    }

    /// The serialized body; `size` is an estimate of its length in bytes. `None`: it is longer than `limit` bytes.
    pub fn written(&self, size: usize, limit: usize) -> Option<Vec<u8>> {
        let mut written = LimitedWriter { bytes: Vec::with_capacity(size), limit };
        // All values serialize, so that an error is the limit's.
        serde_json::to_writer(&mut written, self).ok()?;
        Some(written.bytes)
    }
}

/// A buffer that takes no more bytes than its limit.
struct LimitedWriter {
    bytes: Vec<u8>,
    limit: usize,
}

impl Write for LimitedWriter {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + more.len() > self.limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The response body of `POST /v1/deanonymize`.
#[derive(Serialize)]
pub struct DeanonymizeResponse<'a> {
    /// The texts.
    pub deanonymized_text: &'a [Cow<'a, str>],
    /// The unresolved placeholders, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unresolved: Option<&'a [String]>,
}

/// The response body of `POST /v1/forget`.
#[derive(Serialize)]
pub struct ForgetResponse {
    /// Entries that were forgotten.
    pub entries: usize,
    /// Sessions that had one.
    pub sessions: usize,
}

/// The response body of `GET /v1/sessions/{id}`. Times are in whole seconds.
#[derive(Serialize)]
pub struct SessionResponse {
    entries: usize,
    aliases: usize,
    age_seconds: u64,
    idle_seconds: u64,
    expires_in_seconds: u64,
}

impl SessionResponse {
    /// The response for a session of these counts and times.
    pub fn new(summary: &SessionSummary) -> Self {
        Self {
            entries: summary.texts,
            aliases: summary.aliases,
            age_seconds: summary.age.as_secs(),
            idle_seconds: summary.idle.as_secs(),
            expires_in_seconds: summary.expires_in.as_secs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_written_as_the_serializer_writes_them() {
        let all: String = (0..0x2_0000).filter_map(char::from_u32).collect();
        for texts in [&["".into(), "a\"\\\n\u{1}\u{7f}é".into(), Cow::Borrowed(all.as_str())][..], &["a".into()], &[]]
        {
            let response = AnonymizeResponse { anonymized_text: texts.into(), detected_entities: Vec::new() };
            let expected = serde_json::json!({ "anonymized_text": texts, "detected_entities": [] }).to_string();
            assert_eq!(String::from_utf8(response.written(0, usize::MAX).unwrap()).unwrap(), expected);
            assert!(response.written(0, expected.len()).is_some() && response.written(0, expected.len() - 1).is_none());
        }
    }
}
