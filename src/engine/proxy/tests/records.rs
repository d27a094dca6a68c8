//! Tests of log routes: pseudonyms of the same type, and nothing restored.

use serde_json::{Value, json};

use super::*;

fn records() -> Bench {
    Bench::new(Method::Hash, Style::Records)
}

#[test]
fn bulk_requests_keep_their_actions_order_and_lines() {
    let bench = records();
    let body = concat!(
        r#"{"index":{"_index":"a@b.example","_id":"a@b.example"}}"#,
        "\r\n",
        r#"{"message":"by a@b.example","id":"a@b.example"}"#,
        "\n",
        r#"{"delete":{"_id":"1"}}"#,
        "\n\n",
        r#"{"update":{"_id":"2"}}"#,
        "\n",
        r#"{"doc":{"mail":"a@b.example","card":4111111111111111},"retry_on_conflict":3}"#,
        "\n",
    );
    let request = bench.request(BULK, body);
    let masked = text(&request);
    let lines: Vec<_> = masked.split('\n').collect();
    let before: Vec<_> = body.split('\n').collect();
    assert_eq!(lines.len(), before.len());
    for unchanged in [2, 3, 4, 6] {
        assert_eq!(lines[unchanged], before[unchanged]);
    }
    let source: Value = serde_json::from_str(lines[1]).unwrap();
    let hash = source["id"].as_str().unwrap();
    assert!(hash.starts_with("[EMAIL_ADDRESS_") && source["message"] == format!("by {hash}"));
    // An id is the user's, the name of an index is not.
    assert_eq!(lines[0], format!("{{\"index\":{{\"_index\":\"a@b.example\",\"_id\":\"{hash}\"}}}}\r"));
    let update: Value = serde_json::from_str(lines[5]).unwrap();
    assert_eq!(update["doc"]["mail"], hash);
    let card = update["doc"]["card"].as_u64().unwrap();
    assert!(card.to_string().len() == 16 && card != 4_111_111_111_111_111);
    assert!(request.restore.is_empty());
}

#[test]
fn broken_bulk_requests_are_refused_at_the_line() {
    let bench = records();
    for (body, at) in [
        ("{\"index\":{}}\n", 0),
        ("{\"drop\":{}}\n{}\n", 0),
        ("{\"index\":{},\"create\":{}}\n{}\n", 0),
        ("{\"delete\":{}}\n[]\n{}\n", 14),
    ] {
        let refusal = bench.try_mask(BULK, body, Incoming::default()).unwrap_err();
        assert_eq!(refusal, Refusal::Action { at }, "{body}");
    }
    let refusal = bench.try_mask(BULK, "{\"index\":{}}\n{\"a\":}\n", Incoming::default()).unwrap_err();
    assert!(refusal.to_string().contains("byte 18"), "{refusal}");
}

#[test]
fn equal_values_are_equal_everywhere_and_typed_ones_stay_valid() {
    let (bench, other) = (records(), records());
    let line = r#"{"@timestamp":"2026-01-02T03:04:05Z","client":"203.0.113.7","mail":"a@b.example","n":1}"#;
    let body = format!("{line}\n{line}\n");
    let masked = bench.masked("/lines", &body);
    assert_eq!(masked, other.masked("/lines", &body));
    let lines: Vec<Value> = masked.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0], lines[1]);
    assert_eq!(lines[0]["@timestamp"], "2026-01-02T03:04:05Z");
    let client = lines[0]["client"].as_str().unwrap();
    assert!(client.parse::<std::net::Ipv4Addr>().is_ok() && client != "203.0.113.7");
}

#[test]
fn what_was_masked_before_is_not_masked_again() {
    let bench = records();
    let once = bench.masked("/lines", r#"{"mail":"a@b.example"}"#);
    assert_eq!(bench.masked("/lines", &once), once);
}

#[test]
fn names_and_nested_json_of_documents_are_looked_through() {
    let bench = records();
    let document =
        json!({"a@b.example": 1, "message": json!({"user": "a@b.example", "card": 4111111111111111_u64}).to_string()});
    let masked: Value = serde_json::from_str(&bench.masked("/logs/_doc", &document.to_string())).unwrap();
    let inner: Value = serde_json::from_str(masked["message"].as_str().unwrap()).unwrap();
    let hash = inner["user"].as_str().unwrap();
    assert_eq!(masked[hash], 1);
    assert!(inner["card"].is_u64() && inner["card"] != 4_111_111_111_111_111_u64);
}
