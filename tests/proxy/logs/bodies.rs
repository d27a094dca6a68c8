//! The forms of records that are text.

use super::{EMAIL, address, log_proxy, sent, shipped};
use crate::{fake::Fake, setup::ask};

const JSON: &str = "Content-Type: application/json\r\n";
const TEXT: &str = "Content-Type: text/plain\r\n";

#[test]
fn records_keep_every_byte_but_those_that_are_masked() {
    let bodies = [
        // Glued, on lines, in an array, pretty-printed.
        (JSON, format!("{{\"m\":\"by {EMAIL}\",\"n\":1.50}}{{\"m\":\"}}{{ \\\"{EMAIL}\\\"\"}}")),
        ("Content-Type: application/x-ndjson\r\n", format!("{{\"a\":\"{EMAIL}\"}}\n\n{{\"b\":[\"{EMAIL}\"]}}\r\n")),
        (JSON, format!("[\n  {{\"log\": \"{EMAIL}\"}},\n  {{\"log\": \"none\"}}\n]\n")),
        ("", format!("{{\"m\":\"{EMAIL}\"}}")),
        (TEXT, format!("{{\"m\":\"{EMAIL}\"}}\n{{\"m\":2}}\n")),
        // Text, logfmt, tables, lines of both kinds.
        (TEXT, format!("<34>1 host app - - - user {EMAIL} logged in\n\ttab\n")),
        (TEXT, format!("level=info user={EMAIL} msg=\"sent to {EMAIL}\" n=1\n")),
        ("Content-Type: text/csv\r\n", format!("id,mail\n1,{EMAIL}\n2,\"{EMAIL}\"\n")),
        (TEXT, format!("started\n{{\"user\":\"{EMAIL}\"}}\nstopped {EMAIL}\n")),
    ];
    for (headers, body) in bodies {
        let seen = String::from_utf8(sent("logs", "/ingest", headers, body.as_bytes()).body).unwrap();
        assert_eq!(seen, body.replace(EMAIL, &address(seen.as_bytes())), "{headers}");
    }
}

#[test]
fn records_of_each_backend_are_masked_at_its_paths() {
    let at = "2026-01-02T03:04:05Z";
    let jwt = "4bf92f3577b34da6a3ce929d0e0e4736";
    for (path, headers, body) in [
        (
            "/loki/api/v1/push",
            JSON,
            format!(
                "{{\"streams\":[{{\"stream\":{{\"job\":\"a\"}},\"values\":[[\"1767323045000000000\",\"{{\\\"user\\\":\\\"{EMAIL}\\\"}}\"],[\"1767323045000000001\",\"mail={EMAIL}\",{{\"trace_id\":\"{jwt}\"}}]]}}]}}"
            ),
        ),
        (
            "/services/collector/event",
            "",
            format!(
                "{{\"time\":1767323045.123,\"index\":\"main\",\"event\":\"by {EMAIL}\"}}{{\"event\":{{\"mail\":\"{EMAIL}\"}},\"fields\":{{\"level\":\"info\"}}}}"
            ),
        ),
        ("/services/collector/raw", "", format!("1767323045 {EMAIL}\n")),
        (
            "/api/v2/logs",
            JSON,
            format!(
                "[{{\"message\":\"by {EMAIL}\",\"ddtags\":\"env:prod,mail:{EMAIL}\",\"status\":\"info\",\"timestamp\":\"{at}\"}}]"
            ),
        ),
        (
            "/gelf",
            JSON,
            format!(
                "{{\"version\":\"1.1\",\"host\":\"web-1\",\"short_message\":\"{EMAIL}\",\"timestamp\":1767323045.1,\"_mail\":\"{EMAIL}\"}}"
            ),
        ),
        (
            "/v1/logs",
            JSON,
            format!(
                "{{\"resourceLogs\":[{{\"scopeLogs\":[{{\"logRecords\":[{{\"timeUnixNano\":\"1767323045000000000\",\"traceId\":\"{jwt}\",\"body\":{{\"stringValue\":\"{EMAIL}\"}},\"attributes\":[{{\"key\":\"enduser.mail\",\"value\":{{\"stringValue\":\"{EMAIL}\"}}}}]}}]}}]}}]}}"
            ),
        ),
        (
            "/logs,other/_msearch",
            "Content-Type: application/x-ndjson\r\n",
            format!("{{\"index\":\"a\"}}\n{{\"query\":{{\"term\":{{\"user.email\":\"{EMAIL}\"}}}}}}\n"),
        ),
    ] {
        let seen = String::from_utf8(sent("auto", path, headers, body.as_bytes()).body).unwrap();
        assert_eq!(seen, body.replace(EMAIL, &address(seen.as_bytes())), "{path}");
    }
}

#[test]
fn an_attribute_is_read_in_the_context_of_its_key() {
    let record = |value: &str| {
        format!(
            "{{\"resourceLogs\":[{{\"resource\":{{\"attributes\":[{{\"key\":\"db.password\",\"value\":{{\"stringValue\":\"{value}\"}}}}]}}}}]}}"
        )
    };
    let body = record("correct-horse-7");
    let seen = String::from_utf8(sent("otlp", "/v1/logs", JSON, body.as_bytes()).body).unwrap();
    assert!(!seen.contains("horse") && seen.contains("\"db.password\""), "{seen}");
}

#[test]
fn cloud_events_are_masked_in_both_modes() {
    let event = format!(
        "{{\"specversion\":\"1.0\",\"id\":\"a-1\",\"source\":\"/shop\",\"type\":\"order.created\",\"time\":\"2026-01-02T03:04:05Z\",\"data\":{{\"mail\":\"{EMAIL}\"}}}}"
    );
    for (media_type, body) in [
        ("application/cloudevents+json", event.clone()),
        ("application/cloudevents-batch+json", format!("[{event},{event}]")),
        ("application/json", format!("{{\"mail\":\"{EMAIL}\"}}")),
    ] {
        let headers = format!("Content-Type: {media_type}\r\nce-id: a-1\r\nce-type: order.created\r\n");
        let seen = sent("cloudevents", "/events", &headers, body.as_bytes());
        assert_eq!(seen.header("ce-id"), Some("a-1"));
        let seen = String::from_utf8(seen.body).unwrap();
        assert_eq!(seen, body.replace(EMAIL, &address(seen.as_bytes())), "{media_type}");
    }
}

#[test]
fn records_that_cannot_be_read_are_refused_whole() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"logs\"");
    for (headers, body, status) in [
        (JSON, &b"{\"m\":\"a\"}{\"m\":"[..], 400),
        (JSON, b"{\"m\":\"a\"}x", 400),
        (JSON, b"level=info", 400),
        (JSON, b"{\"m\":\"caf\xe9\"}", 400),
        ("Content-Type: application/msgpack\r\n", b"\x82\xa1a", 400),
        ("Content-Type: application/x-protobuf\r\n", b"\x0a\x01a", 415),
        ("Content-Type: image/png\r\n", b"\x89PNG", 415),
        ("Content-Type: application/x-www-form-urlencoded\r\n", b"mail=jane%40example.com", 400),
    ] {
        let answer = ask(&proxy, shipped("/ingest", headers, body));
        assert_eq!(answer.status, status, "{headers} {answer:?}");
    }
    assert_eq!(fake.connections(), 0);
}

#[test]
fn numbers_in_json_within_a_text_stay_numbers() {
    let card = "4111111111111111";
    let message = format!("order {{\"userId\":4821,\"card\":{card},\"n\":1}} for {EMAIL}");
    let body = serde_json::json!({ "message": message }).to_string();
    let seen = sent("elasticsearch", "/logs/_doc", JSON, body.as_bytes()).body;
    let seen: serde_json::Value = serde_json::from_slice(&seen).unwrap();
    let (_, inner) = seen["message"].as_str().unwrap().split_once("order ").unwrap();
    let inner: serde_json::Value = serde_json::from_str(inner.split_once(" for ").unwrap().0).unwrap();
    assert_eq!((&inner["userId"], &inner["n"]), (&4821.into(), &1.into()));
    assert!(inner["card"].as_u64().is_some_and(|other| Ok(other) != card.parse()), "{inner}");
}

#[test]
fn queries_of_loki_may_be_forms() {
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    let body = "query=%7Bjob%3D%22x%22%7D+%7C%3D+%22jane.roe%40example.com%22&limit=10";
    let seen = sent("loki", "/loki/api/v1/query_range", form, body.as_bytes()).body;
    let seen = String::from_utf8(seen).unwrap();
    assert!(seen.starts_with("query=%7Bjob%3D%22x%22%7D%20%7C%3D%20%22%5BEMAIL_ADDRESS_"), "{seen}");
    assert!(seen.ends_with("%5D%22&limit=10") && !seen.contains("jane"), "{seen}");
}

#[test]
fn what_is_unknown_on_a_route_of_logs_is_hashed_like_the_rest() {
    let body = format!("{{\"m\":\"{EMAIL}\"}}");
    let known = sent("elasticsearch", "/logs/_doc", JSON, body.as_bytes());
    let unknown = sent("elasticsearch", "/_some/new/endpoint", JSON, body.as_bytes());
    assert_eq!(known.body, unknown.body);
}

#[test]
fn bytes_that_are_no_utf_8_stay_in_text() {
    for body in [
        format!("caf\u{e9} by {EMAIL}, {EMAIL} \u{ff}\n\u{e9} {EMAIL}\n"),
        format!("started\n{{\"user\":\"{EMAIL}\",\"note\":\"gr\u{fc}n\"}}\nstopped \u{e9} {EMAIL}\n"),
        format!("{{\"user\":\"{EMAIL}\",\"note\":\"gr\u{fc}n\"}}\n"),
    ] {
        let latin: Vec<u8> = body.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        let seen = sent("logs", "/ingest", TEXT, &latin).body;
        let text: String = seen.iter().copied().map(char::from).collect();
        assert_eq!(text, body.replace(EMAIL, &address(&seen)));
    }
}

#[test]
fn marks_before_and_behind_documents_stay() {
    for (path, media_type, body) in [
        ("/ingest", "application/json", format!("\u{feff}{{\"m\":\"{EMAIL}\"}}")),
        ("/ingest", "application/x-ndjson", format!("\u{feff}{{\"m\":\"{EMAIL}\"}}\n{{\"m\":\"{EMAIL}\"}}\n")),
        ("/ingest", "text/plain", format!("\u{feff}a {EMAIL}\n{{\"m\":\"{EMAIL}\"}}\n")),
        ("/ingest", "application/json", format!("{{\"m\":\"{EMAIL}\"}}\0")),
        ("/ingest", "application/json-seq", format!("\u{1e}{{\"m\":\"{EMAIL}\"}}\n\u{1e}{{}}\n")),
        ("/ingest", "application/x-json-stream", format!("{{\"m\":\"{EMAIL}\"}}\n")),
        ("/ingest", "application/nd-json", format!("{{\"m\":\"{EMAIL}\"}}\n")),
    ] {
        let headers = format!("Content-Type: {media_type}\r\n");
        let seen = String::from_utf8(sent("logs", path, &headers, body.as_bytes()).body).unwrap();
        assert_eq!(seen, body.replace(EMAIL, &address(seen.as_bytes())), "{media_type}");
    }
    for (path, body) in [
        ("/logs/_doc", format!("\u{feff}{{\"m\":\"{EMAIL}\"}}")),
        ("/_bulk", format!("\u{feff}{{\"index\":{{}}}}\n{{\"m\":\"{EMAIL}\"}}\n")),
    ] {
        let seen = String::from_utf8(sent("elasticsearch", path, JSON, body.as_bytes()).body).unwrap();
        assert_eq!(seen, body.replace(EMAIL, &address(seen.as_bytes())), "{path}");
    }
}

#[test]
fn raw_events_of_splunk_are_text_whatever_is_declared() {
    for media_type in ["application/x-www-form-urlencoded", "application/json", "text/plain", "image/png"] {
        for body in [format!("1767323045 user={EMAIL}\n"), format!("{{\"m\":\"{EMAIL}\"}}\n")] {
            let headers = format!("Content-Type: {media_type}\r\n");
            let seen = sent("splunk", "/services/collector/raw", &headers, body.as_bytes()).body;
            assert_eq!(String::from_utf8(seen.clone()).unwrap(), body.replace(EMAIL, &address(&seen)), "{media_type}");
        }
    }
}

#[test]
fn refusals_name_the_media_type_if_it_is_plain() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"logs\"");
    for (media_type, told) in [
        ("image/PNG; name=x", Some("image/png")),
        ("text/plain; charset=utf-16", Some("text/plain; charset=utf-16")),
        ("image/<b>", None),
    ] {
        let answer = ask(&proxy, shipped("/ingest", &format!("Content-Type: {media_type}\r\n"), b"x"));
        let detail = answer.json()["detail"].as_str().unwrap().to_owned();
        assert_eq!(answer.status, 415);
        assert!(told.map_or(!detail.contains("image"), |told| detail.contains(told)), "{detail}");
    }
}

#[test]
fn places_on_the_earth_stay_places() {
    let body = "{\"geo\":{\"location\":\"53.79648,-1.54785\"}}";
    let seen = sent("elasticsearch", "/logs/_doc", JSON, body.as_bytes()).body;
    let seen: serde_json::Value = serde_json::from_slice(&seen).unwrap();
    let place = seen["geo"]["location"].as_str().unwrap();
    let degrees: Vec<f64> = place.split(',').map(|degrees| degrees.parse().unwrap()).collect();
    assert!(place != "53.79648,-1.54785" && degrees[0].abs() <= 90.0 && degrees[1].abs() <= 180.0, "{place}");
}
