//! The methods of the contract: what each writes, and what brings the original back.

use serde_json::{Value, json};

use crate::service::Service;

const TEXT: &str = "a.b@example.com, 4111 1111 1111 1111 & 192.0.2.17";
const METHODS: [&str; 7] = ["REDACT", "MASK", "HASH", "ENCRYPT", "SYNTHETIC", "REMOVE", "KEEP"];

/// The substitute of the first entity of [`TEXT`].
fn replacement(client: &crate::client::Client<'_>, method: &str) -> String {
    client.by_method(TEXT, method).found()[0].2.to_owned()
}

#[test]
fn every_method_is_restored_by_its_own_answer() {
    let service = Service::shared();
    let client = service.unkept();
    for method in METHODS {
        for method in [method.to_owned(), method.to_lowercase()] {
            let answer = client.by_method(TEXT, &method);
            assert_eq!(answer.labels(), ["EMAIL_ADDRESS", "CREDIT_CARD", "IP_ADDRESS"], "{method}");
            assert_eq!(client.restore_by(&answer.texts, &answer.entities).texts, [TEXT], "{method}");
        }
    }
}

#[test]
fn masks_keep_separators_and_the_last_four_of_accounts() {
    let service = Service::shared();
    let client = service.unkept();
    let masked = "*.*@*******.***, **** **** **** 1111 & ***.*.*.**";
    assert_eq!(client.by_method(TEXT, "MASK").texts, [masked]);
    let more = json!({
        "detection_config": { "deny_list": [{ "text": "💥", "label": "PERSON" }] },
        "anonymization_config": { "deidentification_method": "MASK" },
    });
    assert_eq!(client.anonymize_with(&["a 💥 b"], &more).texts, ["a * b"], "neither letter nor digit");
}

#[test]
fn hashes_are_the_same_for_the_same_text_and_tenant() {
    let service = Service::shared();
    let hash = replacement(&service.unkept(), "HASH");
    let digits = hash.strip_prefix("[EMAIL_ADDRESS_").and_then(|rest| rest.strip_suffix(']')).unwrap();
    assert!(digits.len() == 16 && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')), "{hash}");
    assert_eq!(replacement(&service.client("second"), "HASH"), hash);
    assert_ne!(replacement(&service.client("rival"), "HASH"), hash);
}

#[test]
fn sealed_texts_are_the_same_for_the_same_text_and_tenant_and_hide_short_lengths() {
    let service = Service::shared();
    let sealed = replacement(&service.unkept(), "ENCRYPT");
    assert!(sealed.starts_with("[EMAIL_ADDRESS:") && sealed.ends_with(']'), "{sealed}");
    assert_eq!(replacement(&service.client("second"), "ENCRYPT"), sealed);
    assert_ne!(replacement(&service.client("rival"), "ENCRYPT"), sealed);
    let lengths = ["192.0.2.1", "192.0.2.111"].map(|ip| service.unkept().by_method(ip, "ENCRYPT").texts[0].len());
    assert_eq!(lengths[0], lengths[1]);
}

#[test]
fn surrogates_are_of_the_same_kind_and_the_same_for_the_same_text() {
    let service = Service::shared();
    let client = service.unkept();
    let answer = client.by_method(&format!("{TEXT}; {TEXT}"), "SYNTHETIC");
    let surrogates: Vec<_> = answer.found().iter().map(|found| found.2.to_owned()).collect();
    assert_eq!(surrogates[..3], surrogates[3..]);
    assert!(surrogates[..3].iter().all(|surrogate| !TEXT.contains(surrogate.as_str()) && !surrogate.starts_with('[')));
    let labels = ["EMAIL_ADDRESS", "CREDIT_CARD", "IP_ADDRESS", "EMAIL_ADDRESS", "CREDIT_CARD", "IP_ADDRESS"];
    assert_eq!(client.anonymize(&[&answer.texts[0]]).labels(), labels, "{:?}", answer.texts);
}

#[test]
fn removing_leaves_nothing_and_keeping_everything() {
    let service = Service::shared();
    let client = service.unkept();
    assert_eq!(client.by_method(TEXT, "REMOVE").texts, [",  & "]);
    assert_eq!(client.by_method(TEXT, "KEEP").texts, [TEXT]);
}

#[test]
fn in_methods_a_label_beats_a_group_whatever_their_order() {
    let service = Service::shared();
    let client = service.unkept();
    for methods in [
        r#"{"EMAIL":"KEEP","pii":"mask","CONTACT":"MASK"}"#,
        r#"{"CONTACT":"MASK","PII":"Mask","email_address":"keep"}"#,
    ] {
        let methods: Value = serde_json::from_str(methods).unwrap();
        let more = json!({ "anonymization_config": { "deidentification_method": "REDACT", "methods": methods } });
        let answer = client.anonymize_with(&["a@example.com 192.0.2.1 password: hunter2x!"], &more);
        assert_eq!(answer.texts, ["a@example.com ***.*.*.* password: [PASSWORD_1]"]);
    }
}
