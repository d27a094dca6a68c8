//! Problems of bodies: where they are, all of them at once, and nothing of the data in them.

use serde_json::{Value, json};

use crate::{client::member, common::raw::Response, service::Service};

const CANARY: &str = "canary-Zx81";

fn pointers(response: &Response) -> Vec<String> {
    let errors = response.json()["errors"].clone();
    errors.as_array().expect("errors").iter().map(|error| member(error, "pointer").to_owned()).collect()
}

#[track_caller]
fn refused(path: &str, body: &Value) -> Response {
    let service = Service::shared();
    let response = service.unkept().post(path, body.to_string());
    assert_eq!(response.status, 422, "{body:#}: {:#}", response.json());
    assert!(!String::from_utf8_lossy(&response.body).contains(CANARY), "{:#}", response.json());
    response
}

#[test]
fn syntax_errors_have_line_and_column() {
    let service = Service::shared();
    let client = service.unkept();
    for (body, place) in [
        (&b"{\n  \"text\": [\"canary-Zx81\",]\n}"[..], "Line 2, column 26"),
        (b"{\"text\":\n[\"\xff\"]}", "Line 2, column 3"),
        (b"", "Line 1, column 0"),
        (b"{\"text\":[\"canary-Zx81\\ud800\"]}", "Line 1, column "),
        (b"{\"text\":[],\n\"text\":[\"canary-Zx81\"]}", "Line 2, column "),
    ] {
        let refused = client.post("/v1/anonymize", body);
        refused.assert_problem(400, "invalid-json");
        let detail = refused.json()["detail"].as_str().unwrap().to_owned();
        assert!(detail.starts_with(place), "{detail} for {}", String::from_utf8_lossy(body));
        assert!(!detail.contains(CANARY));
    }
}

#[test]
fn nesting_is_bounded_at_32_the_outermost_being_1() {
    let service = Service::shared();
    let client = service.unkept();
    // The element of the map is level 3; what it ignores is on the levels below.
    let body = |depth: usize| {
        let (open, close) = ("[".repeat(depth - 3), "]".repeat(depth - 3));
        format!(
            r#"{{"anonymized_text":["x"],"entities_map":[{{"text":"a","anonymized_text":"b","c":{open}{close}}}]}}"#
        )
    };
    assert_eq!(client.post("/v1/deanonymize", body(32)).status, 200);
    client.post("/v1/deanonymize", body(33)).assert_problem(400, "invalid-json");
    client.post("/v1/deanonymize", body(100_000)).assert_problem(400, "invalid-json");
}

#[test]
fn all_problems_of_a_request_are_told_at_once() {
    let body = json!({
        "txet": [CANARY],
        "detection_config": {
            "entities": ["EMIAL_ADDRESS", CANARY, 7],
            "span_unit": CANARY,
            "ner": CANARY,
            "allow_list": [CANARY, null],
            "deny_list": [{ "text": CANARY }, { "label": CANARY, "text": 1, "extra": CANARY }],
            "language": "canary-Zx81 canary-Zx81",
            "treshold": 0.5,
        },
        "anonymization_config": {
            "deidentification_method": CANARY,
            "threshold": 1.01,
            "methods": { "EMAIL": CANARY, "NO_SUCH": "MASK" },
        },
    });
    let response = refused("/v1/anonymize", &body);
    response.assert_problem(422, "invalid-request");
    let mut found = pointers(&response);
    found.sort();
    let mut expected = [
        "/text",
        "/txet",
        "/detection_config/entities/0",
        "/detection_config/entities/1",
        "/detection_config/entities/2",
        "/detection_config/span_unit",
        "/detection_config/ner",
        "/detection_config/allow_list/1",
        "/detection_config/deny_list/0/label",
        "/detection_config/deny_list/1/label",
        "/detection_config/deny_list/1/text",
        "/detection_config/deny_list/1/extra",
        "/detection_config/language",
        "/detection_config/treshold",
        "/anonymization_config/deidentification_method",
        "/anonymization_config/threshold",
        "/anonymization_config/methods/EMAIL",
        "/anonymization_config/methods/NO_SUCH",
    ];
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn all_problems_of_a_map_are_told_at_once() {
    let body = json!({
        "anonymized_text": [CANARY, 1, null],
        "entities_map": [
            { "text": CANARY },
            { "anonymized_text": CANARY },
            { "text": 1, "anonymized_text": [CANARY] },
            CANARY,
            { "text": CANARY, "anonymized_text": CANARY, "span": { "start": -1 }, "text_index": 0.5 },
        ],
        "span_unit": CANARY, "tolerant": CANARY, "report_unresolved": 1, "tolerent": true,
    });
    let mut found = pointers(&refused("/v1/deanonymize", &body));
    found.sort();
    let mut expected = [
        "/anonymized_text/1",
        "/anonymized_text/2",
        "/entities_map/0/anonymized_text",
        "/entities_map/1/text",
        "/entities_map/2/text",
        "/entities_map/2/anonymized_text",
        "/entities_map/3",
        "/entities_map/4/span/start",
        "/entities_map/4/span/end",
        "/entities_map/4/text_index",
        "/span_unit",
        "/tolerant",
        "/report_unresolved",
        "/tolerent",
    ];
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn one_sort_of_problem_names_the_type() {
    for (body, slug) in [
        (json!({}), "missing-member"),
        (json!({ "text": [], "treshold": 1 }), "unknown-member"),
        (json!({ "text": CANARY }), "wrong-type"),
        (json!({ "text": null }), "wrong-type"),
        (json!([]), "wrong-type"),
        (json!({ "text": [], "detection_config": { "entities": [CANARY] } }), "unknown-label"),
        (json!({ "text": [], "anonymization_config": { "deidentification_method": CANARY } }), "unknown-method"),
        (json!({ "text": [], "anonymization_config": { "threshold": -0.1 } }), "out-of-range"),
        (json!({ "text": vec![""; 10_001] }), "too-long"),
        (json!({ "text": ["", "x".repeat(1024 * 1024 + 1)] }), "too-long"),
    ] {
        refused("/v1/anonymize", &body).assert_problem(422, slug);
    }
}

#[test]
fn unknown_names_are_answered_with_the_nearest_known_ones() {
    let near = |body: Value| refused("/v1/anonymize", &body).json()["errors"][0]["detail"].to_string();
    let label = near(json!({ "text": [], "detection_config": { "entities": ["EMIAL_ADRESS"] } }));
    assert!(label.contains("EMAIL_ADDRESS"), "{label}");
    let method = near(json!({ "text": [], "anonymization_config": { "deidentification_method": "REDAKT" } }));
    assert!(method.contains("REDACT"), "{method}");
    let member = near(json!({ "text": [], "anonymization_config": { "treshold": 0.5 } }));
    assert!(member.contains("threshold"), "{member}");
}

#[test]
fn what_names_a_known_thing_must_be_that_thing() {
    // Names that are nearly of the right form, or of the right form elsewhere.
    for (body, pointer) in [
        (json!({ "text": [], "detection_config": { "entities": [""] } }), "/detection_config/entities/0"),
        (json!({ "text": [], "detection_config": { "entities": ["EMAIL_ADDRESS "] } }), "/detection_config/entities/0"),
        (json!({ "text": [], "detection_config": { "entities": ["LITERAL"] } }), "/detection_config/entities/0"),
        (json!({ "text": [], "detection_config": { "entities": ["O"] } }), "/detection_config/entities/0"),
        (json!({ "text": [], "detection_config": { "ner": "best" } }), "/detection_config/ner"),
        (json!({ "text": [], "Text": [] }), "/Text"),
        (
            json!({ "text": [], "anonymization_config": { "methods": { "LITERAL": "KEEP" } } }),
            "/anonymization_config/methods/LITERAL",
        ),
        (
            json!({ "text": [], "detection_config": { "deny_list": [{ "text": "x", "label": "LITERAL" }] } }),
            "/detection_config/deny_list/0/label",
        ),
    ] {
        assert_eq!(pointers(&refused("/v1/anonymize", &body)), [pointer]);
    }
}

#[test]
fn pointers_are_escaped() {
    let response = refused("/v1/anonymize", &json!({ "text": [], "a/b~c": 1 }));
    assert_eq!(pointers(&response), ["/a~1b~0c"]);
}

#[test]
fn numbers_that_no_type_holds_are_422_at_their_place() {
    let service = Service::shared();
    for number in ["1e400", "-1e400", "123456789012345678901234567890e300"] {
        let body = format!(r#"{{"text":[],"anonymization_config":{{"threshold":{number}}}}}"#);
        let response = service.unkept().post("/v1/anonymize", body);
        response.assert_problem(422, "out-of-range");
        assert_eq!(pointers(&response), ["/anonymization_config/threshold"]);
    }
}

#[test]
fn limits_are_inclusive() {
    let service = Service::shared();
    let client = service.unkept();
    assert_eq!(client.anonymize(&vec![""; 10_000]).texts.len(), 10_000);
    let longest = "x".repeat(1024 * 1024);
    assert_eq!(client.anonymize(&[&longest]).texts, [longest.as_str()]);
    assert_eq!(client.restore(&[&longest]).texts, [longest]);
}

#[test]
fn too_many_texts_are_422_however_many() {
    let service = Service::shared();
    for n in [10_001, 1_500_000] {
        for (path, member) in [("/v1/anonymize", "text"), ("/v1/deanonymize", "anonymized_text")] {
            let body = format!("{{\"{member}\":[{}\"\"]}}", "\"\",".repeat(n - 1));
            service.unkept().post(path, body).assert_problem(422, "too-long");
        }
    }
}

/// Known names are looked for only where that is told.
#[test]
fn thousands_of_wrong_names_are_told_of_in_part() {
    let methods: serde_json::Map<_, _> = (0..100_000).map(|n| (format!("EMIAL_ADDRES{n}"), json!("MASK"))).collect();
    let entities: Vec<_> = (0..10_000).map(|n| format!("EMIAL_ADDRES{n}")).collect();
    for body in [
        json!({ "text": [], "anonymization_config": { "methods": methods } }),
        json!({ "text": [], "detection_config": { "entities": entities } }),
    ] {
        let response = refused("/v1/anonymize", &body);
        response.assert_problem(422, "unknown-label");
        assert_eq!(pointers(&response).len(), 100);
        assert!(response.json()["errors"][99]["detail"].as_str().unwrap().contains("EMAIL_ADDRESS"));
    }
}
