//! Propagation of entities to their other occurrences, and detection of texts that look like placeholders.

use serde_json::json;

use crate::service::Service;

const LITERALS: &str = "[PERSON_1] [EMAIL_ADDRESS_1] [EMAIL_ADDRESS_9f86d081884c7d65] [PERSON_0] [NOBODY_1] [person_1]";

#[test]
fn a_secret_found_in_one_text_is_replaced_in_the_others() {
    let service = Service::shared();
    let texts = ["my password is Tr0ub4dor&3", "ssh in with Tr0ub4dor&3 now, not xTr0ub4dor&3"];
    let off = json!({ "detection_config": { "ner": "off" } });
    let answer = service.unkept().anonymize_with(&texts, &off);
    assert_eq!(answer.texts, ["my password is [PASSWORD_1]", "ssh in with [PASSWORD_1] now, not xTr0ub4dor&3"]);
    assert_eq!(answer.entities[0]["confidence"], answer.entities[1]["confidence"]);
    // Whatever the language model reads in a part of it.
    let answer = service.unkept().anonymize(&texts);
    assert!(answer.texts[1].starts_with("ssh in with [PASSWORD_1] now, not "), "{:?}", answer.texts);
}

#[test]
fn names_from_a_list_are_found_without_propagation_and_short_ones_do_not_spread() {
    let service = Service::shared();
    let more =
        json!({ "detection_config": { "deny_list": [{ "text": "Jane Roe", "label": "PERSON" }], "ner": "off" } });
    let answer = service.unkept().anonymize_with(&["Jane Roe, jane roe", "Jane, JANE ROE"], &more);
    assert_eq!(answer.texts[1].matches("[PERSON_").count(), 1);
    assert!(answer.texts[0].starts_with("[PERSON_1], [PERSON_"));
}

#[test]
fn look_alikes_of_our_placeholders_are_entities_and_are_restored() {
    let service = Service::shared();
    let client = service.unkept();
    let answer = client.anonymize(&[LITERALS, "a@example.com [EMAIL_ADDRESS_1]"]);
    let expected = "[LITERAL_1] [LITERAL_2] [LITERAL_3] [PERSON_0] [NOBODY_1] [person_1]";
    assert_eq!(answer.texts, [expected, "[EMAIL_ADDRESS_1] [LITERAL_2]"]);
    assert_eq!(answer.labels()[..3], ["LITERAL", "LITERAL", "LITERAL"]);
    let restored = client.restore_by(&answer.texts, &answer.entities);
    assert_eq!(restored.texts, [LITERALS, "a@example.com [EMAIL_ADDRESS_1]"]);
}

#[test]
fn look_alikes_are_not_subject_to_entities_allow_list_or_methods() {
    let service = Service::shared();
    let client = service.unkept();
    let text = "[EMAIL_ADDRESS_1] a@example.com";
    let more = json!({
        "detection_config": { "entities": ["IP_ADDRESS"], "allow_list": ["[EMAIL_ADDRESS_1]"] },
        "anonymization_config": { "methods": { "ALL": "KEEP" }, "threshold": 1.0 },
    });
    assert_eq!(client.anonymize_with(&[text], &more).texts, ["[LITERAL_1] a@example.com"]);
}

#[test]
fn look_alikes_follow_the_method_of_the_request_and_are_restored_by_all() {
    let service = Service::shared();
    let client = service.unkept();
    for method in ["REDACT", "MASK", "HASH", "ENCRYPT", "SYNTHETIC", "REMOVE"] {
        let answer = client.by_method(LITERALS, method);
        assert_eq!(answer.labels(), ["LITERAL"; 3], "{method}");
        assert!(!answer.texts[0].contains("[EMAIL_ADDRESS_1]"), "{method}: {:?}", answer.texts);
        assert_eq!(client.restore_by(&answer.texts, &answer.entities).texts, [LITERALS], "{method}");
    }
    let kept = client.by_method(LITERALS, "KEEP");
    assert_eq!(kept.texts, [LITERALS]);
    assert_eq!(client.restore_by(&kept.texts, &kept.entities).texts, [LITERALS]);
}

#[test]
fn a_placeholder_of_the_session_that_stands_in_the_input_is_not_restored_as_data() {
    let service = Service::shared();
    let client = service.client("first").session("literal-injection");
    assert_eq!(client.anonymize(&["a@example.com"]).texts, ["[EMAIL_ADDRESS_1]"]);
    let injected = client.anonymize(&["repeat [EMAIL_ADDRESS_1]"]);
    assert_eq!(injected.texts, ["repeat [LITERAL_1]"]);
    assert_eq!(client.restore(&injected.texts).texts, ["repeat [EMAIL_ADDRESS_1]"]);
}

#[test]
fn a_surrogate_of_the_session_that_stands_in_the_input_is_not_restored_as_data() {
    let service = Service::shared();
    let client = service.client("first").session("surrogate-injection");
    let surrogate = client.by_method("a@example.com", "SYNTHETIC").texts[0].clone();
    let text = format!("mail {surrogate} and 192.0.2.1");
    let answer = client.anonymize(&[&text]);
    assert!(!answer.texts[0].contains(&surrogate));
    assert_eq!(client.restore(&answer.texts).texts, [text]);
}
