//! BLOCK, and requests that only observe.

use serde_json::json;

use crate::service::Service;

const EMAIL: &str = "jane.roe@example.com";

#[test]
fn a_blocked_label_refuses_the_request_and_names_places_without_values() {
    let service = Service::shared();
    let client = service.unkept();
    let ask = |text: &[&str]| {
        let body = json!({ "text": text, "anonymization_config": { "methods": { "EMAIL_ADDRESS": "block" } } });
        client.post("/v1/anonymize", body.to_string())
    };
    let refused = ask(&["nothing", &format!("to {EMAIL} and {EMAIL}")]);
    refused.assert_problem(422, "blocked");
    let document = refused.json();
    assert_eq!(document["errors"], json!([{ "pointer": "/text/1", "detail": "the value holds EMAIL_ADDRESS" }]));
    assert!(!document.to_string().contains("jane"), "{document}");
    assert_eq!(ask(&["card 4111 1111 1111 1111"]).status, 200);
    // What only looks like a placeholder is nobody's.
    let all = json!({ "text": ["see [PERSON_1]"], "anonymization_config": { "deidentification_method": "BLOCK" } });
    assert_eq!(client.post("/v1/anonymize", all.to_string()).status, 200);
}

#[test]
fn an_observation_answers_entities_with_what_would_become_of_them() {
    let service = Service::shared();
    let client = service.client("first").session("observed");
    let body = json!({
        "text": [format!("to {EMAIL}"), "SSN 536-22-8712"],
        "observe": true,
        "anonymization_config": { "methods": { "US_SSN": "BLOCK" } },
    });
    let answer = client.succeed("/v1/anonymize", &body).json();
    assert_eq!(answer["anonymized_text"], body["text"]);
    let found = |at: usize, name: &str| answer["detected_entities"][at][name].as_str().unwrap().to_owned();
    assert_eq!((found(0, "method"), found(0, "anonymized_text")), ("REDACT".into(), "[EMAIL_ADDRESS_1]".into()));
    assert_eq!((found(1, "method"), found(1, "anonymized_text")), ("BLOCK".into(), String::new()));
    // Nothing is kept.
    let restored = client.restore(&["[EMAIL_ADDRESS_1]"]);
    assert_eq!((restored.texts, restored.unresolved), (vec!["[EMAIL_ADDRESS_1]".to_owned()], 1));
}
