//! Every refusal of the contract, and their order.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};

use crate::{
    common::raw::{Raw, bare, exchange, post},
    common::wait::eventually,
    server::host::{Host, KEY, limits},
};

#[test]
fn a_good_request_is_answered() {
    let host = Host::start();
    let response = exchange(host.api, post("/v1/echo", KEY, "{\"a\":1}"));
    assert_eq!((response.status, response.body.as_slice()), (200, b"{\"a\":1}".as_slice()));
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.header("cache-control"), Some("no-store"));
    assert_eq!(response.header("x-request-id").map(str::len), Some(32));
    assert_eq!(response.header("ratelimit"), None);
}

#[test]
fn request_ids_are_echoed_if_well_formed() {
    let host = Host::start();
    let id = |line: &str| {
        let response = exchange(host.api, bare("GET", "/openapi.json", line));
        response.header("x-request-id").unwrap().to_owned()
    };
    assert_eq!(id("X-Request-Id: abc-1\r\n"), "abc-1");
    assert_ne!(id("X-Request-Id: john@example.com\r\n"), "john@example.com");
}

#[test]
fn unknown_paths_are_404_and_unknown_methods_405() {
    let host = Host::start();
    exchange(host.api, bare("GET", "/v1/nothing", KEY)).assert_problem(404, "not-found");
    exchange(host.api, bare("GET", "/metrics", KEY)).assert_problem(404, "not-found");
    let refused = exchange(host.api, bare("GET", "/v1/echo", KEY));
    refused.assert_problem(405, "method-not-allowed");
    assert_eq!(refused.header("allow"), Some("OPTIONS, POST"));
    exchange(host.api, bare("BREW", "/v1/echo", KEY)).assert_problem(405, "method-not-allowed");
}

#[test]
fn options_tells_the_methods_and_head_is_get_without_a_body() {
    let host = Host::start();
    let options = exchange(host.api, bare("OPTIONS", "/v1/things/7", ""));
    assert_eq!((options.status, options.header("allow")), (204, Some("DELETE, OPTIONS")));
    assert_eq!(options.header("content-length"), None);
    let mut client = Raw::connect(host.api);
    let head = client.send(bare("HEAD", "/openapi.json", "")).receive_head();
    assert_eq!((head.status, head.header("content-length")), (200, Some("19")));
    let get = client.send(bare("GET", "/openapi.json", "")).receive();
    assert_eq!(get.body.len(), 19);
}

#[test]
fn missing_unknown_and_repeated_keys_get_the_same_401() {
    let host = Host::start();
    let answers = ["", "X-API-Key: wrong\r\n", "X-API-Key:\r\n", "X-API-Key: all\r\nX-API-Key: all\r\n"].map(|key| {
        let response = exchange(host.api, post("/v1/echo", key, "{}"));
        response.assert_problem(401, "unauthorized");
        assert!(response.header("www-authenticate").is_some());
        response.body
    });
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn a_key_without_the_permission_gets_403() {
    let host = Host::start();
    exchange(host.api, post("/v1/echo", "X-API-Key: none\r\n", "{}")).assert_problem(403, "forbidden");
    assert_eq!(exchange(host.api, bare("GET", "/v1/who", "X-API-Key: none\r\n")).status, 200);
}

#[test]
fn a_key_over_its_rate_gets_429_and_is_told_when_to_come_again() {
    let host = Host::start();
    let once = "X-API-Key: once\r\n";
    let first = exchange(host.api, post("/v1/echo", once, "{}"));
    assert_eq!((first.status, first.header("ratelimit-policy")), (200, Some("\"key\";q=1;w=3600")));
    assert_eq!(first.header("ratelimit"), Some("\"key\";r=0;t=3600"));
    let second = exchange(host.api, post("/v1/echo", once, "{}"));
    second.assert_problem(429, "too-many-requests");
    let retry: u64 = second.header("retry-after").unwrap().parse().unwrap();
    assert!((3500..=3600).contains(&retry), "{retry}");
    assert_eq!(exchange(host.api, post("/v1/echo", KEY, "{}")).status, 200, "other keys go on");
}

#[test]
fn other_media_types_and_codings_are_415() {
    let host = Host::start();
    let request = |lines: &str| {
        let head = format!("POST /v1/echo HTTP/1.1\r\nHost: t\r\nContent-Length: 2\r\n{KEY}{lines}\r\n{{}}");
        exchange(host.api, head)
    };
    request("").assert_problem(415, "unsupported-media-type");
    request("Content-Type: text/plain\r\n").assert_problem(415, "unsupported-media-type");
    request("Content-Type: application/json; charset=utf-16\r\n").assert_problem(415, "unsupported-media-type");
    let json = "Content-Type: application/json; charset=utf-8\r\n";
    assert_eq!(request(json).status, 200);
    let refused = request(&format!("{json}Content-Encoding: compress\r\n"));
    refused.assert_problem(415, "unsupported-encoding");
    assert_eq!(refused.header("accept-encoding"), Some("gzip, deflate, br, zstd"));
    request(&format!("{json}Content-Encoding: gzip, gzip, gzip\r\n")).assert_problem(415, "unsupported-encoding");
}

#[test]
fn large_bodies_are_413_announced_or_not() {
    let host = Host::start();
    let announced = format!(
        "POST /v1/echo HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n{KEY}Content-Length: 100001\r\n\r\n"
    );
    exchange(host.api, announced).assert_problem(413, "body-too-large");
    let mut chunked = format!(
        "POST /v1/echo HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n{KEY}Transfer-Encoding: chunked\r\n\r\n"
    );
    for _ in 0..11 {
        chunked.push_str(&format!("2710\r\n{}\r\n", "x".repeat(10_000)));
    }
    exchange(host.api, &chunked).assert_problem(413, "body-too-large");
    assert_eq!(exchange(host.api, post("/v1/echo", KEY, vec![b' '; 100_000])).status, 200);
}

#[test]
fn long_targets_are_414_and_large_headers_431() {
    let host = Host::start();
    let long = format!("/openapi.json?{}", "x".repeat(8 * 1024));
    exchange(host.api, bare("GET", &long, "")).assert_problem(414, "target-too-long");
    let fits = format!("/openapi.json?{}", "x".repeat(8 * 1024 - 14));
    assert_eq!(exchange(host.api, bare("GET", &fits, "")).status, 200);
    let large = format!("X-Filler: {}\r\n", "x".repeat(32 * 1024));
    exchange(host.api, bare("GET", "/openapi.json", &large)).assert_problem(431, "headers-too-large");
    let fits = format!("X-Filler: {}\r\n", "x".repeat(31 * 1024));
    assert_eq!(exchange(host.api, bare("GET", "/openapi.json", &fits)).status, 200);
}

#[test]
fn refusals_come_in_the_contracts_order() {
    let host = Host::start();
    let post = |path: &str, lines: &str, length: usize| {
        let head = format!("POST {path} HTTP/1.1\r\nHost: t\r\nContent-Length: {length}\r\n{lines}\r\n");
        exchange(host.api, head).status
    };
    let too_large = 1_000_000;
    assert_eq!(post("/nowhere", "", too_large), 404);
    assert_eq!(post("/v1/who", "", too_large), 405);
    assert_eq!(post("/v1/echo", "", too_large), 401);
    assert_eq!(post("/v1/echo", "X-API-Key: none\r\n", too_large), 403);
    assert_eq!(exchange(host.api, bare("GET", "/v1/who", "X-API-Key: once\r\n")).status, 200);
    assert_eq!(post("/v1/echo", "X-API-Key: once\r\n", too_large), 429);
    assert_eq!(post("/v1/echo", KEY, too_large), 415);
    assert_eq!(post("/v1/echo", &format!("{KEY}Content-Type: application/json\r\n"), too_large), 413);
}

#[test]
fn compressed_bodies_are_understood() {
    let host = Host::start();
    let text = b"{\"text\":[\"hello\"]}";
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    let gzip = encoder.finish().unwrap();
    let both = zstd::encode_all(gzip.as_slice(), 1).unwrap();
    for (coding, body) in [("gzip", &gzip), ("gzip, zstd", &both)] {
        let line = format!("{KEY}Content-Encoding: {coding}\r\n");
        assert_eq!(exchange(host.api, post("/v1/echo", &line, body)).body, text, "{coding}");
    }
    let wrong = format!("{KEY}Content-Encoding: br\r\n");
    exchange(host.api, post("/v1/echo", &wrong, &gzip)).assert_problem(400, "invalid-encoding");
}

#[test]
fn a_full_pool_is_503_and_a_panic_500() {
    let host = Host::start();
    let mut held = Raw::connect(host.api);
    held.send(post("/v1/work", KEY, "{}"));
    host.gate.await_somebody();
    // The thread is taken; one request may wait, so of two more at least one is refused.
    let mut others: Vec<Raw> = (0..2).map(|_| Raw::connect(host.api)).collect();
    for other in &mut others {
        other.send(post("/v1/work", KEY, "{}"));
    }
    eventually(|| host.metric("masquerade_rejections_total{reason=\"overloaded-cpu\"}") >= 1.0);
    exchange(host.api, post("/v1/panic", KEY, "{}")).assert_problem(500, "internal");
    host.gate.open();
    let refused: Vec<_> = others.iter_mut().map(Raw::receive).filter(|response| response.status != 200).collect();
    refused[0].assert_problem(503, "overloaded");
    assert_eq!((refused.len(), refused[0].header("retry-after")), (1, Some("1")));
    assert_eq!(held.receive().status, 200);
}

#[test]
fn bodies_over_the_memory_budget_are_503_and_give_it_back() {
    let host = Host::start_with(masquerade::config::Limits { inflight_bytes: 50_000, ..limits() });
    // On one connection, because a request is read only after the one before has given its memory back.
    let mut client = Raw::connect(host.api);
    client.send(post("/v1/echo", KEY, vec![b' '; 60_000])).receive().assert_problem(503, "overloaded");
    for _ in 0..3 {
        assert_eq!(client.send(post("/v1/echo", KEY, vec![b' '; 40_000])).receive().status, 200);
    }
}

#[test]
fn parameters_and_clients_reach_the_handler() {
    let host = Host::start();
    let response = exchange(host.api, bare("DELETE", "/v1/things/a%20b", KEY));
    assert_eq!(response.json()["params"][0], "a%20b");
    assert_eq!(response.header("x-client"), Some("all"));
}
