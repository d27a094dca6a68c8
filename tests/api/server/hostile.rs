//! Clients that are slow, huge, ambiguous, too many, or gone.

use std::{io::Write, time::Duration};

use flate2::{
    Compression,
    write::{GzEncoder, ZlibEncoder},
};
use masquerade::config::Limits;

use crate::{
    common::raw::{Raw, bare, exchange, post},
    common::wait::eventually,
    server::host::{Host, KEY, limits},
};

const SHORT: Duration = Duration::from_millis(200);

/// A request whose answer shows that the service goes on for others.
#[track_caller]
fn others_are_served(host: &Host) {
    assert_eq!(exchange(host.api, post("/v1/echo", KEY, "{}")).status, 200);
}

#[test]
fn slow_headers_end_in_408_however_steadily_they_drip() {
    let host = Host::start_with(Limits { header_timeout: SHORT, ..limits() });
    let mut stalled = Raw::connect(host.api);
    stalled.send("GET /openapi.json HTTP/1.1\r\nHo");
    others_are_served(&host);
    stalled.receive().assert_problem(408, "header-timeout");
    assert!(stalled.is_closed());
    let mut dripping = Raw::connect(host.api);
    let request = format!("GET /openapi.json HTTP/1.1\r\nX-Long: {}", "x".repeat(5000));
    dripping.dribble(request, Duration::from_millis(10)).expect("an answer").assert_problem(408, "header-timeout");
}

#[test]
fn a_connection_that_asks_nothing_is_closed_without_a_word() {
    let host = Host::start_with(Limits { header_timeout: SHORT, ..limits() });
    assert!(Raw::connect(host.api).is_closed());
}

#[test]
fn idle_connections_are_closed_and_slow_headers_count_from_their_first_byte() {
    let host = Host::start_with(Limits { header_timeout: SHORT, keepalive_timeout: SHORT, ..limits() });
    let mut client = Raw::connect(host.api);
    assert_eq!(client.send(bare("GET", "/openapi.json", "")).receive().status, 200);
    assert!(client.is_closed());
    let host = Host::start_with(Limits { header_timeout: SHORT, ..limits() });
    let mut client = Raw::connect(host.api);
    assert_eq!(client.send(bare("GET", "/openapi.json", "")).receive().status, 200);
    client.send("GET /").receive().assert_problem(408, "header-timeout");
}

#[test]
fn slow_bodies_end_in_408_however_steadily_they_drip() {
    let host = Host::start_with(Limits { body_timeout: SHORT, ..limits() });
    let head = format!(
        "POST /v1/echo HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n{KEY}Content-Length: 90000\r\n\r\n"
    );
    let mut stalled = Raw::connect(host.api);
    stalled.send(&head).send("{");
    others_are_served(&host);
    let refused = stalled.receive();
    refused.assert_problem(408, "body-timeout");
    assert_eq!(refused.header("connection"), Some("close"));
    let mut dripping = Raw::connect(host.api);
    dripping.send(&head);
    let answer = dripping.dribble(" ".repeat(5000), Duration::from_millis(10));
    answer.expect("an answer").assert_problem(408, "body-timeout");
}

#[test]
fn endless_headers_and_targets_are_refused_while_they_arrive() {
    let host = Host::start();
    let mut headers = Raw::connect(host.api);
    headers.send("GET / HTTP/1.1\r\nHost: t\r\n");
    headers.send(format!("X-A: {}\r\n", "x".repeat(1000)).repeat(300));
    headers.receive().assert_problem(431, "headers-too-large");
    let mut target = Raw::connect(host.api);
    target.send(format!("GET /{}", "x".repeat(300_000)));
    target.receive().assert_problem(414, "target-too-long");
    others_are_served(&host);
}

#[test]
fn bombs_in_all_codings_are_413() {
    let host = Host::start();
    let zeros = vec![b' '; 20_000_000];
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(&zeros).unwrap();
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
    zlib.write_all(&zeros).unwrap();
    let mut brotli = Vec::new();
    brotli::BrotliCompress(&mut zeros.as_slice(), &mut brotli, &brotli::enc::BrotliEncoderParams::default()).unwrap();
    let zstd = zstd::encode_all(zeros.as_slice(), 3).unwrap();
    let twice = zstd::encode_all(zstd.as_slice(), 3).unwrap();
    let bombs = [
        ("gzip", gzip.finish().unwrap()),
        ("deflate", zlib.finish().unwrap()),
        ("br", brotli),
        ("zstd", zstd),
        ("zstd, zstd", twice),
    ];
    for (coding, bomb) in bombs {
        assert!(bomb.len() < 100_000, "{coding}: only what it inflates to is over the limit");
        let line = format!("{KEY}Content-Encoding: {coding}\r\n");
        exchange(host.api, post("/v1/echo", &line, bomb)).assert_problem(413, "body-too-large");
    }
    eventually(|| host.metric("masquerade_inflight_body_bytes") == 0.0);
}

/// Requests that two servers could frame differently, with a second request hidden behind or inside.
const AMBIGUOUS: &[&str] = &[
    "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
    "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "Content-Length: 2, 3\r\n\r\n{}",
    "Content-Length: +2\r\n\r\n{}",
    "Content-Length: 0x2\r\n\r\n{}",
    "Content-Length: -2\r\n\r\n{}",
    "Content-Length: 99999999999999999999\r\n\r\n{}",
    "Content-Length: \r\n\r\n{}",
    "X: a\r\n Content-Length: 2\r\n\r\n{}",
    "X\0: a\r\nContent-Length: 2\r\n\r\n{}",
    "Host: other\r\nContent-Length: 2\r\n\r\n{}",
];

#[test]
fn ambiguous_requests_are_400_and_nothing_behind_them_is_answered() {
    let host = Host::start();
    let smuggled = bare("GET", "/openapi.json", "");
    for rest in AMBIGUOUS {
        let head = format!("POST /v1/echo HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n{KEY}");
        let mut client = Raw::connect(host.api);
        let refused = client.send(format!("{head}{rest}{smuggled}")).receive();
        assert_eq!(refused.status, 400, "{rest:?}: {refused:?}");
        refused.assert_problem(400, "malformed-request");
        assert_eq!(refused.header("connection"), Some("close"), "{rest:?}");
        assert!(client.is_closed(), "{rest:?} was followed by another answer");
    }
}

#[test]
fn malformed_requests_are_400() {
    let host = Host::start();
    for bad in [
        "GET /openapi.json HTTP/1.1\r\n\r\n",
        "GET http://a/openapi.json HTTP/1.1\r\nHost: b\r\n\r\n",
        "GET /openapi.json HTTP/9.9\r\nHost: t\r\n\r\n",
        "POST /v1/echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n",
        ":\r\n\r\n",
    ] {
        let mut client = Raw::connect(host.api);
        client.send(bad).receive().assert_problem(400, "malformed-request");
        assert!(client.is_closed(), "{bad:?}");
    }
    for chunks in ["zz\r\n{}\r\n0\r\n\r\n", "2\r\n{}XX0\r\n\r\n", "fffffffffffffffff\r\n{}\r\n0\r\n\r\n"] {
        let head = format!("POST /v1/echo HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n{KEY}");
        let mut client = Raw::connect(host.api);
        client.send(format!("{head}Transfer-Encoding: chunked\r\n\r\n{chunks}"));
        client.receive().assert_problem(400, "malformed-request");
        assert!(client.is_closed(), "{chunks:?}");
    }
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let host = Host::start();
    let mut client = Raw::connect(host.api);
    let mut all = Vec::new();
    for i in 0..20 {
        all.extend(post("/v1/echo", KEY, format!("{{\"n\":{i}}}")));
    }
    client.send(all);
    for i in 0..20 {
        assert_eq!(client.receive().json()["n"], i);
    }
}

#[test]
fn the_body_of_a_refused_request_is_never_taken_for_a_request() {
    let host = Host::start();
    let hidden = bare("GET", "/v1/who", KEY);
    let mut client = Raw::connect(host.api);
    client.send(post("/v1/echo", "", &hidden)).receive().assert_problem(401, "unauthorized");
    assert_eq!(client.send(post("/v1/echo", KEY, "{}")).receive().body, b"{}");
    client.send(post("/nowhere", "", &hidden)).receive().assert_problem(404, "not-found");
    assert_eq!(client.send(post("/v1/echo", KEY, "{}")).receive().body, b"{}");
    let large = [vec![b' '; 200_000], hidden.into_bytes()].concat();
    let refused = client.send(post("/v1/echo", KEY, large)).receive();
    refused.assert_problem(413, "body-too-large");
    assert_eq!(refused.header("connection"), Some("close"));
    assert!(client.is_closed());
}

#[test]
fn answers_reach_clients_that_are_still_sending() {
    let host = Host::start();
    for _ in 0..20 {
        // More than socket buffers hold: closing at once would reset the connection and lose the answer.
        let response = exchange(host.api, post("/v1/echo", KEY, vec![b' '; 8_000_000]));
        response.assert_problem(413, "body-too-large");
    }
}

#[test]
fn half_closed_clients_get_their_answer() {
    let host = Host::start();
    let mut client = Raw::connect(host.api);
    assert_eq!(client.send(post("/v1/echo", KEY, "{}")).half_close().receive().status, 200);
    assert!(client.is_closed());
}

#[test]
fn http_1_0_is_answered_and_closed_unless_it_asks_to_go_on() {
    let host = Host::start();
    let mut client = Raw::connect(host.api);
    assert_eq!(client.send("GET /openapi.json HTTP/1.0\r\n\r\n").receive().status, 200);
    assert!(client.is_closed());
    let mut client = Raw::connect(host.api);
    let again = "GET /openapi.json HTTP/1.0\r\nConnection: keep-alive\r\n\r\n";
    assert_eq!(client.send(again).receive().header("connection"), Some("keep-alive"));
    assert_eq!(client.send(again).receive().status, 200);
}

#[test]
fn connections_over_the_cap_get_503_until_there_is_room() {
    for limits in [Limits { connections: 3, ..limits() }, Limits { connections_per_address: 3, ..limits() }] {
        let host = Host::start_with(limits);
        let mut held: Vec<Raw> = (0..3).map(|_| Raw::connect(host.api)).collect();
        for client in &mut held {
            assert_eq!(client.send(bare("GET", "/openapi.json", "")).receive().status, 200);
        }
        let mut fourth = Raw::connect(host.api);
        let refused = fourth.receive();
        refused.assert_problem(503, "overloaded");
        assert_eq!(refused.header("retry-after"), Some("1"));
        assert!(fourth.is_closed());
        assert_eq!(held[0].send(bare("GET", "/openapi.json", "")).receive().status, 200, "others go on");
        held.pop();
        eventually(|| host.metric("masquerade_connections") < 3.0);
        others_are_served(&host);
    }
}

#[test]
fn connect_is_refused_and_upgrades_are_not_made() {
    let host = Host::start();
    let mut client = Raw::connect(host.api);
    let connect = "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n";
    client.send(connect).receive().assert_problem(405, "method-not-allowed");
    assert!(client.is_closed());
    for upgrade in ["h2c", "websocket"] {
        let lines = format!("Connection: Upgrade\r\nUpgrade: {upgrade}\r\n");
        let response = exchange(host.api, bare("GET", "/openapi.json", &lines));
        assert_eq!((response.status, response.header("upgrade")), (200, None));
    }
}

#[test]
fn bodies_are_asked_for_only_if_they_will_be_read() {
    let host = Host::start();
    let head = |key: &str, length: usize| {
        format!(
            "POST /v1/echo HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n{key}Expect: 100-continue\r\n\
             Content-Length: {length}\r\n\r\n"
        )
    };
    let mut client = Raw::connect(host.api);
    assert_eq!(client.send(head(KEY, 2)).receive().status, 100);
    assert_eq!(client.send("{}").receive().body, b"{}");
    for (refused, status) in [(head("", 2), 401), (head(KEY, 1_000_000), 413)] {
        let mut client = Raw::connect(host.api);
        assert_eq!(client.send(refused).receive().status, status);
        assert!(client.half_close().is_closed());
    }
}

#[test]
fn clients_that_leave_cost_nothing_that_stays() {
    let host = Host::start();
    let head = post("/v1/echo", KEY, vec![b' '; 90_000]);
    for cut in [10, 100, 1000, 50_000] {
        Raw::connect(host.api).send(&head[..cut]);
    }
    let gone = "masquerade_http_requests_total{route=\"/v1/echo\",status=\"499\"}";
    eventually(|| host.metric(gone) == 2.0 && host.metric("masquerade_connections") == 0.0);
    assert_eq!(host.metric("masquerade_inflight_body_bytes"), 0.0);
    assert_eq!(host.metric("masquerade_http_requests_in_flight"), 0.0);
    others_are_served(&host);
}

#[test]
fn clients_that_take_no_answer_are_dropped() {
    let host = Host::start_with(Limits { body_timeout: SHORT, ..limits() });
    let mut deaf = Raw::connect(host.api);
    // More answers than the socket buffers of both sides hold.
    let request = post("/v1/echo", KEY, vec![b' '; 90_000]);
    for _ in 0..500 {
        deaf.send(&request);
    }
    eventually(|| host.metric("masquerade_connections") == 0.0);
    assert_eq!(host.metric("masquerade_inflight_body_bytes"), 0.0);
}

#[test]
fn absolute_targets_are_understood() {
    let host = Host::start();
    let request = format!("GET http://t/v1/who HTTP/1.1\r\nHost: t\r\n{KEY}\r\n");
    assert_eq!(exchange(host.api, request).status, 200);
}
