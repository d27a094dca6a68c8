//! Requests and answers of `POST /v1/anonymize`.

use serde_json::{Value, json};

use crate::service::Service;

/// A mail address amid scripts, combining marks and characters of one to four bytes.
const MIXED: &str = "é👩‍👩‍👧 Ünïcödé e\u{301} 漢字 кириллица العربية 🇩🇪: jane.roe@example.com, 192.0.2.17.";

#[test]
fn answers_have_the_shape_of_the_contract() {
    let service = Service::shared();
    let answer = service.unkept().anonymize(&["Write to jane.roe@example.com."]);
    assert_eq!(answer.texts, ["Write to [EMAIL_ADDRESS_1]."]);
    let confidence = answer.entities[0]["confidence"].as_f64().unwrap();
    let expected = json!([{
        "text": "jane.roe@example.com", "label": "EMAIL_ADDRESS", "span": { "start": 9, "end": 29 },
        "confidence": confidence,
        "alternatives": { "label": "O", "confidence": answer.entities[0]["alternatives"]["confidence"] },
        "anonymized_text": "[EMAIL_ADDRESS_1]", "text_index": 0, "validated": "passed",
    }]);
    assert_eq!(Value::from(answer.entities), expected);
    assert_eq!(answer.response.header("content-type"), Some("application/json"));
    assert_eq!(answer.response.header("cache-control"), Some("no-store"));
}

#[test]
fn texts_keep_their_number_and_order_and_entities_are_in_order() {
    let service = Service::shared();
    let client = service.unkept();
    let texts = ["a@example.com then 192.0.2.1", "", "nothing", "192.0.2.2, b@example.com and c@example.com", ""];
    let answer = client.anonymize(&texts);
    let expected = [
        "[EMAIL_ADDRESS_1] then [IP_ADDRESS_1]",
        "",
        "nothing",
        "[IP_ADDRESS_2], [EMAIL_ADDRESS_2] and [EMAIL_ADDRESS_3]",
        "",
    ];
    assert_eq!(answer.texts, expected);
    assert!(client.anonymize(&[]).texts.is_empty());
}

#[test]
fn spans_count_what_was_asked_for() {
    let service = Service::shared();
    let client = service.unkept();
    // That they cut out the entity is checked for every answer.
    let starts = |unit: Value| -> Vec<u64> {
        let answer = client.anonymize_with(&[MIXED, MIXED], &json!({ "detection_config": { "span_unit": unit } }));
        assert_eq!(answer.labels(), ["EMAIL_ADDRESS", "IP_ADDRESS", "EMAIL_ADDRESS", "IP_ADDRESS"]);
        answer.entities.iter().map(|entity| entity["span"]["start"].as_u64().unwrap()).collect()
    };
    let (points, units, bytes) = (starts(json!("codepoint")), starts(json!("utf16")), starts(json!("byte")));
    assert_eq!(starts(Value::Null), points);
    assert!(points.iter().zip(&units).all(|(point, unit)| point < unit), "{points:?} {units:?}");
    assert!(units.iter().zip(&bytes).all(|(unit, byte)| unit < byte), "{units:?} {bytes:?}");
}

#[test]
fn null_and_empty_lists_are_as_good_as_absent() {
    let service = Service::shared();
    let client = service.unkept();
    let plain = client.anonymize(&[MIXED]);
    let bodies = [
        json!({ "detection_config": null, "anonymization_config": null }),
        json!({ "detection_config": {}, "anonymization_config": {} }),
        json!({
            "detection_config": {
                "entities": null, "span_unit": null, "ner": null, "allow_list": null, "deny_list": null, "language": null,
            },
            "anonymization_config": { "deidentification_method": null, "threshold": null, "methods": null },
        }),
        json!({
            "detection_config": { "entities": [], "allow_list": [], "deny_list": [] },
            "anonymization_config": { "methods": {} },
        }),
        json!({ "anonymization_config": { "methods": { "EMAIL_ADDRESS": null } } }),
    ];
    for body in bodies {
        assert_eq!(client.anonymize_with(&[MIXED], &body).response.body, plain.response.body, "{body}");
    }
}

#[test]
fn labels_are_understood_in_any_case_by_alias_and_by_group_and_answered_canonically() {
    let service = Service::shared();
    let client = service.unkept();
    let text = "a@example.com 192.0.2.1 4111 1111 1111 1111 +1 202-555-0143";
    let labels = |entities: Value| {
        let answer = client.anonymize_with(&[text], &json!({ "detection_config": { "entities": entities } }));
        answer.labels().join(" ")
    };
    assert_eq!(labels(json!(["EMAIL_ADDRESS"])), "EMAIL_ADDRESS");
    assert_eq!(labels(json!(["email_Address"])), "EMAIL_ADDRESS");
    assert_eq!(labels(json!(["EMAIL", "phone"])), "EMAIL_ADDRESS PHONE_NUMBER");
    assert_eq!(labels(json!(["CONTACT"])), "EMAIL_ADDRESS PHONE_NUMBER");
    assert_eq!(labels(json!(["pci", "Network"])), "IP_ADDRESS CREDIT_CARD");
    assert_eq!(labels(json!(["SECRETS"])), "");
    assert_eq!(labels(json!(["ALL"])), "EMAIL_ADDRESS IP_ADDRESS CREDIT_CARD PHONE_NUMBER");
}

#[test]
fn the_default_set_leaves_out_what_breaks_logs() {
    let service = Service::shared();
    let client = service.unkept();
    let text = "2024-02-29T08:30:00Z GET https://www.example.com/users/42 f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
    assert_eq!(client.anonymize(&[text]).texts, [text]);
    let all = client.anonymize_with(&[text], &json!({ "detection_config": { "entities": ["ALL"] } }));
    assert_eq!(all.labels(), ["DATE_TIME", "URL", "UUID"]);
}

#[test]
fn what_is_asked_for_never_changes_what_a_span_is_taken_for() {
    let service = Service::shared();
    let client = service.unkept();
    let text = "Call 202-555-0143 or +1 202-555-0143.";
    let only =
        client.anonymize_with(&[text], &json!({ "detection_config": { "entities": ["US_SSN", "CREDIT_CARD"] } }));
    assert_eq!(only.texts, [text]);
}

#[test]
fn thresholds_cut_at_the_reported_confidence() {
    let service = Service::shared();
    let client = service.unkept();
    let at = |threshold: f64| {
        let more = json!({ "anonymization_config": { "threshold": threshold } });
        client.anonymize_with(&["E-123456 and a@example.com"], &more).labels().join(" ")
    };
    assert_eq!(at(0.0), "EMPLOYEE_ID EMAIL_ADDRESS");
    assert_eq!(at(0.6), "EMPLOYEE_ID EMAIL_ADDRESS");
    assert_eq!(at(0.61), "EMAIL_ADDRESS");
    assert_eq!(at(1.0), "");
    // A whole number is a number.
    let more = json!({ "anonymization_config": { "threshold": 1 } });
    assert!(client.anonymize_with(&["a@example.com"], &more).entities.is_empty());
}

#[test]
fn context_raises_a_confidence() {
    let service = Service::shared();
    let answer = service.unkept().anonymize(&["E-123456", "badge E-654321"]);
    let confidences: Vec<_> = answer.entities.iter().map(|entity| entity["confidence"].as_f64().unwrap()).collect();
    assert!(confidences[0] < confidences[1], "{confidences:?}");
}

#[test]
fn one_text_gets_one_replacement_throughout_all_texts() {
    let service = Service::shared();
    let answer = service.unkept().anonymize(&["b@example.com a@example.com", "a@example.com", "b@example.com!"]);
    let expected = ["[EMAIL_ADDRESS_1] [EMAIL_ADDRESS_2]", "[EMAIL_ADDRESS_2]", "[EMAIL_ADDRESS_1]!"];
    assert_eq!(answer.texts, expected);
}

#[test]
fn the_language_decides_between_readings_of_a_number() {
    let service = Service::shared();
    let client = service.unkept();
    // Both countries have numbers of ten digits with a check digit after Luhn.
    for (language, label) in [("sv", "SE_PERSONNUMMER"), ("ar", "SA_NATIONAL_ID"), ("ar-SA", "SA_NATIONAL_ID")] {
        let more = json!({ "detection_config": { "language": language, "ner": "off" } });
        assert_eq!(client.anonymize_with(&["national id 1101798278"], &more).labels(), [label], "{language}");
    }
}

#[test]
fn languages_are_hints_and_the_model_can_be_off() {
    let service = Service::shared();
    let client = service.unkept();
    for language in ["en", "de-CH", "zh-Hant-TW"] {
        let more = json!({ "detection_config": { "language": language, "ner": "off" } });
        assert_eq!(client.anonymize_with(&["a@example.com"], &more).labels(), ["EMAIL_ADDRESS"]);
    }
}
