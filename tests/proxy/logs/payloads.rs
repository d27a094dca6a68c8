//! Values that JSON spells as strings, and that stay what they are: integers, and bytes in base64.

use base64::{
    Engine as _,
    engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD},
};
use masquerade::codec::encoding::{Coding, Decoder, encode};
use serde_json::{Value, json};

use super::{EMAIL, address, log_proxy, sent, shipped};
use crate::{fake::Fake, setup::ask};

const JSON: &str = "Content-Type: application/json\r\n";

/// Sends a document, and returns the one that the backend got.
#[track_caller]
fn seen(profile: &str, path: &str, document: &Value) -> Value {
    let seen = sent(profile, path, JSON, document.to_string().as_bytes()).body;
    serde_json::from_slice(&seen).unwrap()
}

/// A request of logs with one attribute.
fn attribute(key: &str, value: Value) -> Value {
    json!({"resourceLogs": [{"scopeLogs": [{"logRecords": [{"attributes": [{"key": key, "value": value}]}]}]}]})
}

/// The value of the attribute `key` as the backend gets it.
#[track_caller]
fn masked(key: &str, value: Value) -> Value {
    let seen = seen("otlp", "/v1/logs", &attribute(key, value));
    seen["resourceLogs"][0]["scopeLogs"][0]["logRecords"][0]["attributes"][0]["value"].clone()
}

#[test]
fn integers_of_opentelemetry_stay_integers() {
    let quoted = masked("card.number", json!({"intValue": "4111111111111111"}));
    let digits = quoted["intValue"].as_str().unwrap();
    assert!(digits.len() == 16 && digits.parse::<i64>().is_ok() && digits != "4111111111111111", "{quoted}");
    let plain = masked("card.number", json!({"intValue": 4_111_111_111_111_111_u64}));
    assert_eq!(plain["intValue"].to_string(), digits, "both spellings are one value");
    for stays in ["-7", "1764000000123", "41"] {
        assert_eq!(masked("took", json!({"intValue": stays})), json!({"intValue": stays}));
    }
}

#[test]
fn integers_that_are_always_masked_stay_integers() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"otlp\"\nalways = [\"seat\"]");
    let body = attribute("seat", json!({"intValue": "42"})).to_string();
    assert_eq!(ask(&proxy, shipped("/v1/logs", JSON, body.as_bytes())).status, 200);
    let seen = String::from_utf8(fake.only().body).unwrap();
    let (_, value) = seen.split_once("\"intValue\":\"").unwrap();
    assert!(value[..2].parse::<u8>().is_ok() && &value[..2] != "42" && value[2..].starts_with('"'), "{seen}");
}

#[test]
fn bytes_of_opentelemetry_are_masked_in_base64() {
    for content in [format!("{{\"mail\":\"{EMAIL}\",\"n\":1}}").into_bytes(), format!("by {EMAIL}").into_bytes(), {
        [b"\xff\xfe ".as_slice(), EMAIL.as_bytes(), b" \xc3"].concat()
    }] {
        let value = masked("payload", json!({"bytesValue": STANDARD.encode(&content)}));
        let bytes = STANDARD.decode(value["bytesValue"].as_str().unwrap()).unwrap();
        let placeholder = address(&bytes);
        let at = content.windows(EMAIL.len()).position(|window| window == EMAIL.as_bytes()).unwrap();
        let expected = [&content[..at], placeholder.as_bytes(), &content[at + EMAIL.len()..]].concat();
        assert_eq!(bytes, expected);
    }
    for stays in ["", "AAECAwQF", "not base64!"] {
        assert_eq!(masked("payload", json!({"bytesValue": stays})), json!({"bytesValue": stays}));
    }
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    Decoder::new(&[Coding::Gzip]).push(bytes, true, 1 << 20, &mut plain).unwrap();
    plain
}

#[test]
fn records_in_base64_are_read_and_written_in_base64() {
    let record = format!("{{\"mail\":\"{EMAIL}\",\"card\":\"4111111111111111\",\"message\":\"login of {EMAIL}\"}}\n");
    let plain = STANDARD.encode(&record);
    let glued = record.repeat(3).replace('\n', "");
    let gzip = STANDARD.encode(encode(&[Coding::Gzip], glued.clone().into_bytes()).unwrap());
    let pointers = [
        (json!({"records": [{"data": plain}]}), "/records/0/data"),
        (json!({"records": [{"data": gzip}], "requestId": "r"}), "/records/0/data"),
        (json!({"awslogs": {"data": gzip}}), "/awslogs/data"),
        (json!({"message": {"data": plain, "messageId": "1"}}), "/message/data"),
        (json!({"messages": [{"data": URL_SAFE_NO_PAD.encode(&record)}]}), "/messages/0/data"),
        (json!({"records": [{"key": "u1", "value": plain}]}), "/records/0/value"),
        (json!({"fields": {"request.body": plain}}), "/fields/request.body"),
    ];
    for (document, pointer) in pointers {
        let seen = seen("logs", "/ingest", &document);
        let before = document.pointer(pointer).unwrap().as_str().unwrap();
        let masked = seen.pointer(pointer).unwrap().as_str().unwrap();
        let is_url_safe = pointer == "/messages/0/data";
        let bytes = if is_url_safe { URL_SAFE_NO_PAD.decode(masked) } else { STANDARD.decode(masked) };
        let bytes = bytes.unwrap_or_else(|_| panic!("{pointer} is no base64: {masked}"));
        let (text, before) = match before == gzip {
            true => (gunzip(&bytes), glued.clone()),
            false => (bytes, record.clone()),
        };
        let text = String::from_utf8(text).unwrap();
        assert!(!text.contains("jane") && !text.contains("4111111111111111"), "{pointer} {text}");
        let first: Value = serde_json::Deserializer::from_str(&text).into_iter().next().unwrap().unwrap();
        let placeholder = first["mail"].as_str().unwrap();
        let card = first["card"].as_str().unwrap();
        assert_eq!(text, before.replace(EMAIL, placeholder).replace("4111111111111111", card), "{pointer}");
    }
}

#[test]
fn strings_that_only_look_like_base64_are_read_as_they_are() {
    for (key, value) in [
        ("data", "production"),
        ("value", "internalserver01"),
        ("data", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
        ("message", "SGVsbG8"),
    ] {
        let document = json!({ key: value });
        assert_eq!(seen("logs", "/ingest", &document), document);
    }
}

#[test]
fn records_in_base64_that_cannot_be_read_are_refused() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"logs\"");
    let binary: Vec<u8> = (0..200).map(|at: u8| at.wrapping_mul(91) ^ 0x81).collect();
    let mut damaged = encode(&[Coding::Gzip], EMAIL.repeat(9).into_bytes()).unwrap();
    damaged.truncate(30);
    let bomb = encode(&[Coding::Gzip], vec![b'a'; 20 << 20]).unwrap();
    for (bytes, status) in [(binary, 422), (damaged, 400), (bomb, 413)] {
        let body = json!({"records": [{"data": STANDARD.encode(bytes)}]}).to_string();
        let answer = ask(&proxy, shipped("/ingest", JSON, body.as_bytes()));
        assert_eq!(answer.status, status, "{answer:?}");
    }
    assert_eq!(fake.connections(), 0);
}
