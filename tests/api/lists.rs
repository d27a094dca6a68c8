//! Allow and deny lists.

use serde_json::{Value, json};

use crate::service::Service;

/// Lists without the language model, which reads names in the texts around them, too.
fn config(allow: Value, deny: Value) -> Value {
    json!({ "detection_config": { "allow_list": allow, "deny_list": deny, "ner": "off" } })
}

#[test]
fn allowed_texts_are_no_entities_in_any_case_but_only_as_whole_words() {
    let service = Service::shared();
    let texts = ["a@example.com, A@EXAMPLE.COM, aa@example.com"];
    let answer = service.unkept().anonymize_with(&texts, &config(json!(["A@example.com"]), json!([])));
    assert_eq!(answer.texts, ["a@example.com, A@EXAMPLE.COM, [EMAIL_ADDRESS_1]"]);
}

#[test]
fn denied_texts_are_entities_of_certainty_one() {
    let service = Service::shared();
    let deny = json!([{ "text": "Project Falcon", "label": "organization" }, { "text": "李雷", "label": "PERSON" }]);
    let text = "project FALCON, Project Falcons and 他叫李雷。";
    let answer = service.unkept().anonymize_with(&[text], &config(json!(null), deny));
    assert_eq!(answer.texts, ["[ORGANIZATION_1], Project Falcons and 他叫[PERSON_1]。"]);
    assert!(answer.entities.iter().all(|entity| entity["confidence"] == 1.0));
}

#[test]
fn the_allow_list_wins() {
    let service = Service::shared();
    let deny = json!([{ "text": "Falcon", "label": "PERSON" }, { "text": "Eagle", "label": "PERSON" }]);
    let answer = service.unkept().anonymize_with(&["Falcon Eagle"], &config(json!(["falcon"]), deny));
    assert_eq!(answer.texts, ["Falcon [PERSON_1]"]);
}

#[test]
fn denied_texts_count_whatever_is_asked_for_and_at_any_threshold() {
    let service = Service::shared();
    let more = json!({
        "detection_config": { "entities": ["IP_ADDRESS"], "deny_list": [{ "text": "Jane Roe", "label": "PERSON" }] },
        "anonymization_config": { "threshold": 1.0 },
    });
    let answer = service.unkept().anonymize_with(&["Jane Roe, a@example.com"], &more);
    assert_eq!(answer.texts, ["[PERSON_1], a@example.com"]);
}

#[test]
fn labels_that_only_lists_give_have_methods_too() {
    let service = Service::shared();
    let more = json!({
        "detection_config": { "deny_list": [{ "text": "Jane Roe", "label": "PERSON" }] },
        "anonymization_config": { "methods": { "person": "MASK" } },
    });
    let answer = service.unkept().anonymize_with(&["Jane Roe, a@example.com"], &more);
    assert_eq!(answer.texts, ["**** ***, [EMAIL_ADDRESS_1]"]);
}

#[test]
fn a_group_cannot_be_the_label_of_a_text() {
    let service = Service::shared();
    let body = json!({ "text": ["x"], "detection_config": { "deny_list": [{ "text": "x", "label": "PII" }] } });
    let refused = service.unkept().post("/v1/anonymize", body.to_string());
    refused.assert_problem(422, "unknown-label");
    assert_eq!(refused.json()["errors"][0]["pointer"], "/detection_config/deny_list/0/label");
}

#[test]
fn texts_of_lists_are_data_and_not_patterns() {
    let service = Service::shared();
    let deny = json!([{ "text": ".*", "label": "PERSON" }, { "text": "", "label": "PERSON" }, { "text": "a|b", "label": "PERSON" }]);
    let answer = service.unkept().anonymize_with(&["a b a|b .* x"], &config(json!([""]), deny));
    assert_eq!(answer.texts, ["a b [PERSON_1] [PERSON_2] x"]);
}
