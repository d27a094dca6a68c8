//! A client that knows what the contract promises of every answer, and looks at each.

use serde_json::{Value, json};

use crate::{
    common::raw::{Response, bare, exchange, post},
    service::Service,
};

/// A client of the service with one API key, and with headers for all its requests.
#[derive(Clone)]
pub struct Client<'s> {
    service: &'s Service,
    headers: String,
}

/// An answer of `/v1/anonymize`.
#[derive(Debug)]
pub struct Anonymized {
    pub texts: Vec<String>,
    pub entities: Vec<Value>,
    pub response: Response,
}

/// An answer of `/v1/deanonymize`.
#[derive(Debug)]
pub struct Restored {
    pub texts: Vec<String>,
    /// Value of `X-Unresolved-Placeholders`.
    pub unresolved: usize,
    pub response: Response,
}

impl<'s> Client<'s> {
    /// A client with the API key `key`.
    pub fn new(service: &'s Service, key: &str) -> Self {
        Self { service, headers: format!("X-API-Key: {key}\r\n") }
    }

    /// The client with one more header.
    pub fn header(&self, name: &str, value: &str) -> Self {
        Self { service: self.service, headers: format!("{}{name}: {value}\r\n", self.headers) }
    }

    /// The client in the session `id`.
    pub fn session(&self, id: &str) -> Self {
        self.header("X-Session-Id", id)
    }

    /// Posts these bytes as JSON.
    #[track_caller]
    pub fn post(&self, path: &str, body: impl AsRef<[u8]>) -> Response {
        let response = exchange(self.service.api, post(path, &self.headers, body));
        self.service.contract.check("POST", path, &response);
        response
    }

    /// Sends a request without a body.
    #[track_caller]
    pub fn send(&self, method: &str, path: &str) -> Response {
        let response = exchange(self.service.api, bare(method, path, &self.headers));
        self.service.contract.check(method, path, &response);
        response
    }

    /// Posts a body that is valid, and says so by its schema and by the answer.
    #[track_caller]
    pub fn succeed(&self, path: &str, body: &Value) -> Response {
        let fault = self.service.contract.request_fault("POST", path, body);
        assert_eq!(fault, None, "the schema refuses {body:#}");
        let response = self.post(path, body.to_string());
        assert_eq!(response.status, 200, "{body:#} is answered by {:#}", response.json());
        response
    }

    /// Anonymizes with the defaults.
    #[track_caller]
    pub fn anonymize(&self, texts: &[&str]) -> Anonymized {
        self.anonymize_with(texts, &json!({}))
    }

    /// Anonymizes; `more` are the members beside `text`.
    #[track_caller]
    pub fn anonymize_with(&self, texts: &[&str], more: &Value) -> Anonymized {
        let mut body = more.clone();
        body["text"] = json!(texts);
        let response = self.succeed("/v1/anonymize", &body);
        let answer = response.json();
        let anonymized = Anonymized {
            texts: strings(&answer["anonymized_text"]),
            entities: answer["detected_entities"].as_array().expect("entities").clone(),
            response,
        };
        let unit = more["detection_config"]["span_unit"].as_str().unwrap_or("codepoint");
        anonymized.check(texts, unit, self.service.contract.labels());
        anonymized
    }

    /// Anonymizes one text by one method.
    #[track_caller]
    pub fn by_method(&self, text: &str, method: &str) -> Anonymized {
        self.anonymize_with(&[text], &json!({ "anonymization_config": { "deidentification_method": method } }))
    }

    /// Restores from the session.
    #[track_caller]
    pub fn restore(&self, texts: &[impl AsRef<str>]) -> Restored {
        self.restore_with(texts, &json!({}))
    }

    /// Restores by a map.
    #[track_caller]
    pub fn restore_by(&self, texts: &[impl AsRef<str>], map: &[Value]) -> Restored {
        self.restore_with(texts, &json!({ "entities_map": map }))
    }

    /// Restores; `more` are the members beside `anonymized_text`.
    #[track_caller]
    pub fn restore_with(&self, texts: &[impl AsRef<str>], more: &Value) -> Restored {
        let mut body = more.clone();
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        body["anonymized_text"] = json!(texts);
        let response = self.succeed("/v1/deanonymize", &body);
        let answer = response.json();
        let restored = strings(&answer["deanonymized_text"]);
        assert_eq!(restored.len(), texts.len());
        let unresolved = response.header("x-unresolved-placeholders").expect("a count").parse().expect("a number");
        let listed = answer.get("unresolved").map(|listed| listed.as_array().expect("a list").len());
        assert_eq!(listed.is_some(), more["report_unresolved"] == true);
        assert!(listed.is_none_or(|listed| (listed > 0) == (unresolved > 0) && listed <= unresolved));
        Restored { texts: restored, unresolved, response }
    }
}

/// The strings of a JSON array.
pub fn strings(array: &Value) -> Vec<String> {
    let items = array.as_array().unwrap_or_else(|| panic!("no array: {array}")).iter();
    items.map(|item| item.as_str().expect("a string").to_owned()).collect()
}

/// The part of `text` from `start` to `end` in `unit`, as each language's own slicing has it.
pub fn slice(text: &str, unit: &str, start: usize, end: usize) -> String {
    match unit {
        "codepoint" => text.chars().skip(start).take(end - start).collect(),
        "utf16" => {
            let units: Vec<u16> = text.encode_utf16().collect();
            String::from_utf16(&units[start..end]).expect("whole characters")
        }
        "byte" => text[start..end].to_owned(),
        other => panic!("no unit {other}"),
    }
}

/// A member of an object that is a string.
pub fn member<'v>(object: &'v Value, name: &str) -> &'v str {
    object[name].as_str().unwrap_or_else(|| panic!("{name} is no string: {object}"))
}

fn length(text: &str, unit: &str) -> usize {
    match unit {
        "codepoint" => text.chars().count(),
        "utf16" => text.encode_utf16().count(),
        _ => text.len(),
    }
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap_or_else(|| panic!("no number: {value}"))).expect("a small number")
}

impl Anonymized {
    /// Text, label and replacement of each entity.
    pub fn found(&self) -> Vec<(&str, &str, &str)> {
        let all = self.entities.iter();
        all.map(|entity| (member(entity, "text"), member(entity, "label"), member(entity, "anonymized_text"))).collect()
    }

    /// The labels found, in order.
    pub fn labels(&self) -> Vec<&str> {
        self.found().into_iter().map(|(_, label, _)| label).collect()
    }

    /// Checks the contract's rules for every answer.
    #[track_caller]
    fn check(&self, texts: &[&str], unit: &str, labels: &[String]) {
        assert_eq!(self.texts.len(), texts.len());
        let mut rebuilt: Vec<String> = vec![String::new(); texts.len()];
        let mut last = (0, 0);
        for entity in &self.entities {
            let index = number(&entity["text_index"]);
            let (start, end) = (number(&entity["span"]["start"]), number(&entity["span"]["end"]));
            if index > last.0 {
                for between in last.0..index {
                    let from = if between == last.0 { last.1 } else { 0 };
                    rebuilt[between].push_str(&slice(texts[between], unit, from, length(texts[between], unit)));
                }
                last = (index, 0);
            }
            assert!(index == last.0 && start >= last.1 && end > start, "out of order: {entity:#}");
            assert_eq!(slice(texts[index], unit, start, end), member(entity, "text"), "{entity:#}");
            rebuilt[index].push_str(&slice(texts[index], unit, last.1, start));
            rebuilt[index].push_str(member(entity, "anonymized_text"));
            last.1 = end;
            check_probabilities(entity);
            let label = member(entity, "label");
            let is_known = labels.iter().any(|known| known == label)
                || ["LITERAL", "PERSON", "ORGANIZATION", "LOCATION"].contains(&label);
            assert!(is_known, "{label} is not listed");
        }
        for between in last.0..texts.len() {
            let from = if between == last.0 { last.1 } else { 0 };
            rebuilt[between].push_str(&slice(texts[between], unit, from, length(texts[between], unit)));
        }
        assert_eq!(rebuilt, self.texts, "the texts are not the originals with the entities replaced");
    }
}

/// Checks that both confidences are probabilities of rival hypotheses for one span.
fn check_probabilities(entity: &Value) {
    let confidence = entity["confidence"].as_f64().expect("a number");
    let alternative = entity["alternatives"]["confidence"].as_f64().expect("a number");
    assert!((0.0..=1.0).contains(&confidence) && (0.0..=1.0).contains(&alternative), "{entity:#}");
    assert!(confidence + alternative <= 1.0 + f64::EPSILON, "more than certain: {entity:#}");
    if entity["alternatives"]["label"] == "O" {
        assert!((confidence + alternative - 1.0).abs() < 1e-9, "{entity:#}");
    }
    assert_ne!(entity["alternatives"]["label"], entity["label"], "{entity:#}");
}
