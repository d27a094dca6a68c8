//! The server in a process of its own: signals and log lines.

use crate::{
    common::wait::eventually,
    common::{
        binary::Masquerade,
        raw::{Raw, bare, exchange, post},
    },
};

const KEY: &str = "X-API-Key: a-key-of-the-tests-0123456789\r\n";

/// A service with JSON logs and a grace that no test waits out.
fn start() -> Masquerade {
    Masquerade::start_with(
        "[log]\nformat = \"json\"\n",
        &[("MASQUERADE_API_KEY", "a-key-of-the-tests-0123456789"), ("MASQUERADE_SERVER__SHUTDOWN_GRACE", "1h")],
    )
}

fn metrics(service: &Masquerade) -> String {
    String::from_utf8(service.admin("/metrics").body).unwrap()
}

#[test]
fn signals_reload_and_stop() {
    for stop in ["TERM", "INT"] {
        let mut service = start();
        assert_eq!(exchange(service.api, bare("GET", "/openapi.json", "")).status, 200);
        service.write_config("no = \"such setting\"\n");
        service.signal("HUP");
        eventually(|| metrics(&service).contains("masquerade_config_reload_failures_total 1"));
        service.signal(stop);
        let (code, log) = service.end();
        assert_eq!(code, Some(0), "{log}");
        assert!(log.contains("\"event\":\"reload-failed\"") && log.contains("\"event\":\"stopped\""), "{log}");
    }
}

#[test]
fn a_later_second_signal_ends_at_once() {
    let mut service = start();
    let mut waiting = Raw::connect(service.api);
    // The body never comes.
    waiting.send(&post("/v1/anonymize", KEY, vec![b' '; 90_000])[..500]);
    eventually(|| metrics(&service).contains("masquerade_http_requests_in_flight 1"));
    // The first repetitions are taken for echoes, a later one is not.
    eventually(|| {
        service.signal("TERM");
        service.has_ended()
    });
    let (code, log) = service.end();
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("\"event\":\"stopped-at-once\""), "{log}");
}

#[test]
fn log_lines_hold_nothing_that_a_client_sent() {
    let mut service = start();
    let canary = "CANARY";
    let requests = [
        bare("GET", &format!("/{canary}/x?q={canary}"), KEY).into_bytes(),
        bare("GET", &format!("/openapi.json?{canary}"), &format!("X-{canary}: {canary}\r\n")).into_bytes(),
        bare("DELETE", &format!("/v1/sessions/{canary}"), KEY).into_bytes(),
        bare(canary, "/openapi.json", "").into_bytes(),
        bare("GET", "/v1/entities", &format!("X-API-Key: {canary}\r\n")).into_bytes(),
        bare("GET", "/openapi.json", &format!("X-Request-Id: {canary}@x\r\n")).into_bytes(),
        post("/v1/anonymize", KEY, format!("{{\"text\":[\"{canary}@example.com\"]}}")),
        post("/v1/anonymize", KEY, format!("{{\"text\":[\"a\"], \"{canary}\": 1}}")),
        post("/v1/anonymize", KEY, canary),
        post("/v1/anonymize", &format!("{KEY}Content-Encoding: {canary}\r\n"), canary),
        format!("{canary}\r\n\r\n").into_bytes(),
        format!("GET /{canary} HTTP/1.1\r\nHost: {canary}\r\nBad header {canary}\r\n\r\n").into_bytes(),
        format!("GET /{canary} HTTP/1.1\r\nHost: a@{canary}\r\n\r\n").into_bytes(),
        format!("POST /v1/anonymize HTTP/1.1\r\nHost: t\r\nContent-Length: {canary}\r\n\r\n").into_bytes(),
        format!("CONNECT {canary}:1 HTTP/1.1\r\nHost: {canary}:1\r\n\r\n").into_bytes(),
    ];
    for request in &requests {
        exchange(service.api, request);
    }
    // Clients that leave in the middle make the library write lines of its own.
    Raw::connect(service.api).send(format!("GET /{canary} HTTP/1.1\r\nX: {canary}"));
    Raw::connect(service.api).send(&post("/v1/anonymize", KEY, vec![b' '; 90_000])[..500]);
    service.signal("TERM");
    let (code, log) = service.end();
    assert_eq!(code, Some(0));
    assert!(!log.to_uppercase().contains(canary), "{log}");
    let lines: Vec<serde_json::Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let done = lines.iter().find(|line| line["route"] == "/v1/anonymize" && line["status"] == 200);
    let done = done.expect("an access line");
    assert_eq!((&done["method"], &done["received"]), (&"POST".into(), &31.into()));
    assert_eq!(done["request_id"].as_str().map(str::len), Some(32));
    assert!(lines.iter().any(|line| line["reason"] == "not-found" && line["status"] == 404), "{log}");
}
