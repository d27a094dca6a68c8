//! `GET /v1/entities`.

use serde_json::json;

use crate::{client::strings, service::Service};

#[test]
fn labels_are_listed_once_in_order_with_all_that_is_published() {
    let service = Service::shared();
    let answer = service.client("first").send("GET", "/v1/entities").json();
    let entities = answer["entities"].as_array().unwrap();
    let labels: Vec<_> = entities.iter().map(|entity| entity["label"].as_str().unwrap()).collect();
    assert!(labels.windows(2).all(|pair| pair[0] < pair[1]), "{labels:?}");
    let built_in = ["CREDIT_CARD", "EMAIL_ADDRESS", "IBAN_CODE", "IP_ADDRESS", "JWT", "PHONE_NUMBER", "US_SSN"];
    assert!(built_in.iter().all(|label| labels.contains(label)));
    let own = entities.iter().find(|entity| entity["label"] == "EMPLOYEE_ID").unwrap();
    assert_eq!(own["description"], "Number on an employee's badge");
    let card = entities.iter().find(|entity| entity["label"] == "CREDIT_CARD").unwrap();
    assert_eq!(card["validation"], "checksum");
    assert!(strings(&card["groups"]).contains(&"FINANCIAL".to_owned()));
}

#[test]
fn every_built_in_example_is_detected_as_its_label_and_every_group_is_understood() {
    let service = Service::shared();
    let client = service.unkept();
    let answer = client.send("GET", "/v1/entities").json();
    for entity in answer["entities"].as_array().unwrap() {
        let (label, example) = (entity["label"].as_str().unwrap(), entity["example"].as_str().unwrap());
        let groups = strings(&entity["groups"]);
        for name in groups.iter().map(String::as_str).chain([label]) {
            // Rules are held to find their own examples without the model's help.
            let level = if entity["validation"] == "language_model" { "full" } else { "off" };
            let more = json!({ "detection_config": { "entities": [name], "ner": level } });
            // Many numbers mean nothing without a word on what they are; the label's name is one.
            let named = format!("{label}: {example}");
            let found = [example, named.as_str()].map(|text| client.anonymize_with(&[text], &more));
            let is_found = found.iter().any(|answer| answer.labels().contains(&label));
            assert!(example.is_empty() || is_found, "{label} by {name}: {found:?}");
        }
    }
}

#[test]
fn any_key_may_list_them_but_a_key_it_takes() {
    let service = Service::shared();
    assert_eq!(service.client("bare").send("GET", "/v1/entities").status, 200);
    crate::client::Client::new(&service, "nobody").send("GET", "/v1/entities").assert_problem(401, "unauthorized");
}
