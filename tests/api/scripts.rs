//! The hard text: many scripts, emoji, line ends, NUL and combining marks, back byte for byte.

use serde_json::json;

use crate::service::Service;

/// Latin, Cyrillic, Han, Arabic, Devanagari and more, with everything that usual tools trip over.
const HARD: &str = "\u{feff}Hello Jane Roe \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467} <jane.roe@example.com>\r\n\
    Привет, мой IP 192.0.2.17\u{0}; нуль\u{0}\r\n\
    您好,电话+1 202-555-0143。电邮zhang@example.cn。\r\
    مرحبا \u{202e}user@example.org\u{202c} شكرا\n\
    नमस्ते कार्ड 4111 1111 1111 1111 धन्यवाद\u{2028}\
    e\u{301}\u{327}\u{334} Zalgo\u{35c}\u{300} GB82 WEST 1234 5698 7654 32\t\
    [PERSON_1] [EMAIL_ADDRESS_1] *** **** \u{10ffff}\u{e000}\u{fffd} \\u0041 \"quoted\" \u{7f}\u{85}";

const DENIED: &str = "Jane Roe";
const METHODS: [&str; 7] = ["REDACT", "MASK", "HASH", "ENCRYPT", "SYNTHETIC", "REMOVE", "KEEP"];

fn config(method: &str) -> serde_json::Value {
    json!({
        "detection_config": { "deny_list": [{ "text": DENIED, "label": "PERSON" }] },
        "anonymization_config": { "deidentification_method": method },
    })
}

const ORIGINALS: [&str; 7] = [
    DENIED,
    "jane.roe@example.com",
    "192.0.2.17",
    "+1 202-555-0143",
    "zhang@example.cn",
    "user@example.org",
    "4111 1111 1111 1111",
];

#[test]
fn all_entities_are_found_between_the_scripts() {
    let service = Service::shared();
    let answer = service.unkept().anonymize_with(&[HARD], &config("REDACT"));
    for original in ORIGINALS {
        assert!(answer.found().iter().any(|found| found.0.ends_with(original)), "{original} in {:?}", answer.found());
        assert!(!answer.texts[0].contains(original), "{original}");
    }
}

#[test]
fn the_hard_text_comes_back_by_map_byte_for_byte() {
    let service = Service::shared();
    let client = service.unkept();
    for method in METHODS {
        let answer = client.anonymize_with(&[HARD, "", HARD], &config(method));
        let restored = client.restore_by(&answer.texts, &answer.entities);
        assert_eq!(restored.texts, [HARD, "", HARD], "{method}");
        let of_a_rival = service.client("rival").restore_by(&answer.texts, &answer.entities);
        assert_eq!(of_a_rival.texts, restored.texts, "who holds the map needs nothing else");
    }
}

#[test]
fn the_hard_text_comes_back_by_session_byte_for_byte_and_to_its_tenant_only() {
    let service = Service::shared();
    for method in ["REDACT", "HASH", "SYNTHETIC", "ENCRYPT"] {
        let id = format!("hard-{method}");
        let client = service.client("first").session(&id);
        let masked = client.anonymize_with(&[HARD], &config(method)).texts;
        assert_eq!(client.restore(&masked).texts, [HARD], "{method}");
        let rival = service.client("rival").session(&id).restore(&masked);
        assert_eq!(rival.texts, masked, "{method}");
        assert!(ORIGINALS.iter().all(|original| !rival.texts[0].contains(original)), "{method}");
    }
}

#[test]
fn the_hard_text_comes_back_by_encrypt_with_nothing() {
    let service = Service::shared();
    let masked = service.unkept().anonymize_with(&[HARD], &config("ENCRYPT")).texts;
    assert_eq!(service.unkept().restore(&masked).texts, [HARD]);
    assert_eq!(service.client("second").restore(&masked).texts, [HARD]);
    let rival = service.client("rival").restore(&masked);
    assert_eq!(rival.texts, masked);
    assert!(rival.unresolved >= ORIGINALS.len());
}

#[test]
fn every_other_text_comes_back_too() {
    let service = Service::shared();
    let client = service.unkept();
    let texts = [
        "\u{0}",
        "\r\n\r\n",
        "a@example.coma@example.com",
        "*************",
        "[[[[PERSON_1]]]]",
        "[PERSON_1[PERSON_1]PERSON_1]",
        "192.0.2.1192.0.2.1 192.0.2.1,192.0.2.1",
        "電話+81 90-1234-5678電話",
        "[EMAIL_ADDRESS:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA]",
        "\u{301}a@example.com\u{301}",
    ];
    for method in METHODS {
        let answer = client.anonymize_with(&texts, &config(method));
        assert_eq!(client.restore_by(&answer.texts, &answer.entities).texts, texts, "{method}");
    }
}
