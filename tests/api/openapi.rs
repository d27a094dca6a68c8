//! `/openapi.json` itself. That answers agree with it is checked wherever a test gets one.

use serde_json::{Value, json};

use crate::{
    common::raw::{bare, exchange},
    service::Service,
};

#[test]
fn it_needs_no_key_and_describes_every_endpoint() {
    let service = Service::shared();
    let response = exchange(service.api, bare("GET", "/openapi.json", ""));
    assert_eq!((response.status, response.header("content-type")), (200, Some("application/json")));
    let document = response.json();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1."));
    let paths = &document["paths"];
    for (path, method) in [
        ("/v1/anonymize", "post"),
        ("/v1/detect", "post"),
        ("/v1/deanonymize", "post"),
        ("/v1/entities", "get"),
        ("/v1/sessions/{id}", "delete"),
        ("/v1/sessions/{id}", "get"),
        ("/v1/sessions/{id}/extend", "post"),
        ("/v1/forget", "post"),
        ("/problems/{slug}", "get"),
        ("/openapi.json", "get"),
    ] {
        assert!(paths[path][method].is_object(), "{method} {path}");
        assert!(paths[path][method]["responses"].is_object());
    }
    assert_eq!(paths.as_object().unwrap().len(), 9);
}

#[test]
fn every_reference_leads_somewhere_and_every_schema_is_one() {
    let service = Service::shared();
    let contract = &service.contract;
    fn visit(value: &Value, found: &mut Vec<Value>) {
        match value {
            Value::Object(members) => {
                found.extend(members.get("$ref").map(|_| value.clone()));
                members.values().for_each(|value| visit(value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| visit(item, found)),
            _ => {}
        }
    }
    let mut references = Vec::new();
    visit(&contract.document, &mut references);
    assert!(references.len() > 10);
    references.iter().for_each(|reference| _ = contract.resolve(reference));
    for (name, schema) in contract.document["components"]["schemas"].as_object().unwrap() {
        assert!(jsonschema::meta::is_valid(schema), "{name}");
    }
}

#[test]
fn labels_are_listed_and_schemas_are_named() {
    let service = Service::shared();
    let document = &service.contract.document;
    let listed = document["components"]["schemas"]["Label"]["enum"].as_array().unwrap();
    let mut known: Vec<&str> = service.contract.labels().iter().map(String::as_str).collect();
    known.push("LITERAL");
    known.dedup();
    assert_eq!(listed.iter().map(|label| label.as_str().unwrap()).collect::<Vec<_>>(), known);
    assert!(known.contains(&"EMPLOYEE_ID"), "a label of the configuration");
    // Generators name types after schemas; what has no name gets one that nobody wants to read.
    fn unnamed(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    let path = format!("{path}/{name}");
                    if name == "properties" && path.matches('/').count() > 2 {
                        found.push(path.clone());
                    }
                    unnamed(value, &path, found);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| unnamed(item, path, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    unnamed(&document["components"]["schemas"], "", &mut found);
    unnamed(&document["paths"], "/paths", &mut found);
    assert!(found.is_empty(), "{found:?}");
    for (path, operations) in document["paths"].as_object().unwrap() {
        for operation in operations.as_object().unwrap().values() {
            let statuses = operation["responses"].as_object().unwrap();
            assert!(!statuses.contains_key("default") && statuses.contains_key("500"), "{path}");
            assert_eq!(statuses.contains_key("422"), operation["requestBody"].is_object(), "{path}");
            assert_eq!(statuses.contains_key("401"), path.starts_with("/v1/"), "{path}");
        }
    }
}

#[test]
fn the_type_of_a_problem_leads_to_a_page() {
    let service = Service::shared();
    let refused = service.unkept().post("/v1/anonymize", json!({ "text": ["a"], "more": 1 }).to_string());
    let page = exchange(service.api, bare("GET", refused.json()["type"].as_str().unwrap(), ""));
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert_eq!(page.header("content-security-policy"), Some("default-src 'none'"));
    assert!(String::from_utf8(page.body).unwrap().contains("<h1>unknown-member</h1>"));
    exchange(service.api, bare("GET", "/problems/none", "")).assert_problem(404, "not-found");
    for page in masquerade::problem::PAGES {
        assert_eq!(exchange(service.api, bare("GET", &format!("/problems/{}", page.slug), "")).status, 200);
    }
}

#[test]
fn its_examples_are_answered() {
    let service = Service::shared();
    let client = service.unkept();
    for path in ["/v1/anonymize", "/v1/detect", "/v1/deanonymize"] {
        let operation = &service.contract.document["paths"][path]["post"];
        client.succeed(path, &operation["requestBody"]["content"]["application/json"]["example"]);
    }
}

#[test]
fn what_the_schema_refuses_the_service_refuses() {
    let service = Service::shared();
    let client = service.unkept();
    let wrong = [
        ("/v1/anonymize", json!({})),
        ("/v1/anonymize", json!([])),
        ("/v1/anonymize", json!({ "text": "a" })),
        ("/v1/anonymize", json!({ "text": [1] })),
        ("/v1/anonymize", json!({ "text": [], "more": 1 })),
        ("/v1/anonymize", json!({ "text": [], "detection_config": { "span_unit": "utf32" } })),
        ("/v1/anonymize", json!({ "text": [], "detection_config": { "entities": "PERSON" } })),
        ("/v1/anonymize", json!({ "text": [], "detection_config": { "deny_list": [{ "text": "a" }] } })),
        ("/v1/anonymize", json!({ "text": [], "detection_config": { "ner": "best" } })),
        ("/v1/anonymize", json!({ "text": [], "anonymization_config": { "threshold": 1.5 } })),
        ("/v1/anonymize", json!({ "text": [], "anonymization_config": { "treshold": 0.5 } })),
        ("/v1/anonymize", json!({ "text": [], "anonymization_config": { "deidentification_method": "BURN" } })),
        ("/v1/anonymize", json!({ "text": [], "anonymization_config": { "methods": { "EMAIL": 1 } } })),
        ("/v1/detect", json!({ "text": [], "threshold": 2 })),
        ("/v1/detect", json!({ "text": [], "anonymization_config": {} })),
        ("/v1/deanonymize", json!({ "anonymized_text": null })),
        ("/v1/deanonymize", json!({ "anonymized_text": [], "entities_map": {} })),
        ("/v1/deanonymize", json!({ "anonymized_text": [], "entities_map": [{ "text": "a" }] })),
        ("/v1/deanonymize", json!({ "anonymized_text": [], "tolerant": "yes" })),
        ("/v1/deanonymize", json!({ "anonymized_text": [], "report_unresolved": 1 })),
    ];
    for (path, body) in wrong {
        assert!(service.contract.request_fault("POST", path, &body).is_some(), "the schema takes {body}");
        assert_eq!(client.post(path, body.to_string()).status, 422, "{body}");
    }
}
