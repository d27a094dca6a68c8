//! `POST /v1/detect`: entities without masking.

use serde_json::{Value, json};

use crate::service::Service;

const TEXTS: [&str; 3] = ["grüße an jane.roe@example.com", "", "SSN 536-22-8712 and card 4111 1111 1111 1111"];

/// The entities without the members of masking.
fn bare(entities: &Value) -> Vec<Value> {
    let mut entities = entities.as_array().expect("a list").clone();
    for entity in &mut entities {
        entity.as_object_mut().expect("an object").remove("anonymized_text");
    }
    entities
}

#[test]
fn it_finds_what_anonymize_finds_and_keeps_nothing() {
    let service = Service::shared();
    let client = service.client("first").session("detected");
    for config in [
        json!({}),
        json!({ "span_unit": "byte" }),
        json!({ "entities": ["US_SSN"] }),
        json!({ "allow_list": ["jane.roe@example.com"], "deny_list": [{ "text": "card", "label": "COMPANY_ID" }] }),
    ] {
        let body = json!({ "text": TEXTS, "detection_config": config });
        let detected = client.succeed("/v1/detect", &body).json();
        assert_eq!(detected.as_object().unwrap().len(), 1);
        let masked = service.unkept().succeed("/v1/anonymize", &body).json();
        assert_eq!(bare(&detected["detected_entities"]), bare(&masked["detected_entities"]), "{config}");
        assert!(detected["detected_entities"][0].get("anonymized_text").is_none());
    }
    assert_eq!(client.send("GET", "/v1/sessions/detected").status, 404);
}

#[test]
fn the_threshold_is_the_least_confidence() {
    let service = Service::shared();
    let client = service.unkept();
    let count = |threshold: Value| {
        let body = json!({ "text": ["badge E-123456, or E-654321 elsewhere"], "threshold": threshold });
        let found = client.succeed("/v1/detect", &body).json()["detected_entities"].as_array().unwrap().clone();
        let least = body["threshold"].as_f64().unwrap_or_default();
        assert!(found.iter().all(|entity| entity["confidence"].as_f64().unwrap() >= least));
        found.len()
    };
    assert_eq!((count(json!(1)), count(json!(null))), (0, 2));
}

#[test]
fn it_takes_the_permission_to_anonymize_and_no_settings_of_masking() {
    let service = Service::shared();
    let body = json!({ "text": ["a"] }).to_string();
    assert_eq!(service.client("reader").post("/v1/detect", &body).status, 403);
    assert_eq!(service.client("writer").post("/v1/detect", &body).status, 200);
    let wrong = json!({ "text": ["a"], "observe": true });
    service.unkept().post("/v1/detect", wrong.to_string()).assert_problem(422, "unknown-member");
}
