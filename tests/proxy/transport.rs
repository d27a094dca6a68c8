//! Bodies of all sizes and framings, fast and slow, both ways.

use std::time::Duration;

use crate::{
    common::wait::eventually,
    fake::{Fake, Signal, Then},
    setup::{JSON, ask, connect, get, metric, post, proxy},
};

/// A JSON document of this many bytes: mostly numbers, which are quickly looked through.
fn text(bytes: usize) -> String {
    let numbers = "1234567,".repeat((bytes - 4) / 8);
    format!("[{numbers}\"{}\"]", "x".repeat(bytes - 4 - numbers.len()))
}

#[test]
fn bodies_of_all_sizes_go_with_their_exact_length() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let mut client = connect(&proxy);
    for size in [4, 1000, 65_535, 65_536, 65_537, 100_000, 1 << 20] {
        let body = text(size);
        client.send(post("/x", "", &body));
        assert_eq!(client.receive().status, 200, "{size}");
        let seen = fake.recorded().pop().unwrap();
        assert_eq!((seen.body.len(), seen.header("content-length")), (size, Some(size.to_string().as_str())));
        assert_eq!(seen.body, body.into_bytes());
    }
    assert_eq!(fake.connections(), 1, "connections are reused");
}

#[test]
fn ten_megabytes_go_through_and_a_byte_more_does_not() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "body_bytes = \"10MiB\"");
    assert_eq!(ask(&proxy, post("/x", "", &text(10 << 20))).status, 200);
    assert_eq!(fake.only().body.len(), 10 << 20);
    ask(&proxy, post("/x", "", &text((10 << 20) + 1))).assert_problem(413, "body-too-large");
}

#[test]
fn chunked_requests_are_whole_before_the_upstream_hears_of_them() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let mut client = connect(&proxy);
    client.send(format!("POST /x HTTP/1.1\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n"));
    let big = "1,".repeat(50_000);
    client.send("1\r\n[\r\n");
    client.send(format!("{:x}\r\n{big}\r\n", big.len()));
    eventually(|| metric(&proxy, "masquerade_http_requests_in_flight") == 1.0);
    assert_eq!(fake.connections(), 0);
    client.send("2\r\n1]\r\n0\r\n\r\n");
    assert_eq!(client.receive().status, 200);
    let seen = fake.only();
    assert_eq!(seen.header("content-length"), Some("100003"));
    assert_eq!(seen.header("transfer-encoding"), None);
    assert!(seen.body.starts_with(b"[1,1") && seen.body.ends_with(b"1,1]"));
}

#[test]
fn broken_chunks_never_reach_the_upstream() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let request = format!("POST /x HTTP/1.1\r\n{JSON}Transfer-Encoding: chunked\r\n\r\n3\r\n[1]\r\nzz\r\n");
    ask(&proxy, request).assert_problem(400, "malformed-request");
    assert_eq!(fake.connections(), 0);
}

#[test]
fn pieces_of_streams_are_passed_on_as_they_come() {
    let go_on = Signal::default();
    let fake = Fake::start({
        let go_on = go_on.clone();
        move |_, talk| {
            talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            talk.send("b\r\ndata: one\n\n\r\n");
            go_on.wait();
            talk.send("b\r\ndata: two\n\n\r\n0\r\n\r\n");
            Then::Keep
        }
    });
    let proxy = proxy(&[&fake], "");
    let mut client = connect(&proxy);
    client.send(post("/x", "", "{}"));
    let head = client.receive_head();
    assert_eq!(head.header("transfer-encoding"), Some("chunked"));
    client.await_bytes(b"data: one\n\n");
    go_on.set();
    let rest = client.read_chunked();
    assert!(rest.ends_with(b"data: two\n\n"), "{}", String::from_utf8_lossy(&rest));
}

#[test]
fn large_responses_of_every_framing_arrive_whole() {
    let body = text(300_000);
    let fake = Fake::start({
        let body = body.clone();
        move |request, talk| {
            const TYPE: &str = "Content-Type: application/json\r\n";
            match request.line().split(' ').nth(1).unwrap() {
                "/length" => {
                    talk.send(format!("HTTP/1.1 200 OK\r\n{TYPE}Content-Length: {}\r\n\r\n{body}", body.len()));
                    Then::Keep
                }
                "/chunks" => {
                    talk.send(format!("HTTP/1.1 200 OK\r\n{TYPE}Transfer-Encoding: chunked\r\n\r\n"));
                    for piece in body.as_bytes().chunks(997) {
                        talk.send(format!("{:x}\r\n", piece.len())).send(piece).send("\r\n");
                    }
                    talk.send("0\r\n\r\n");
                    Then::Keep
                }
                _ => {
                    talk.send(format!("HTTP/1.1 200 OK\r\n{TYPE}\r\n{body}"));
                    Then::Close
                }
            }
        }
    });
    let proxy = proxy(&[&fake], "");
    for path in ["/length", "/chunks", "/close"] {
        let mut client = connect(&proxy);
        client.send(format!("GET {path} HTTP/1.1\r\nHost: h\r\n\r\n"));
        assert_eq!(client.receive_whole().body, body.as_bytes(), "{path}");
    }
    // A client of HTTP/1.0 knows no chunks.
    let mut client = connect(&proxy);
    client.send("GET /chunks HTTP/1.0\r\nHost: h\r\n\r\n");
    let old = client.receive_head();
    assert_eq!(old.header("transfer-encoding"), None);
    assert!(client.read_to_close().ends_with(&body.as_bytes()[1000..]));
}

#[test]
fn clients_that_send_slowly_are_waited_for_only_so_long() {
    let fake = Fake::ok();
    let config = format!("{}[limits]\nbody_timeout = \"1s\"\n", crate::setup::route(&[&fake], ""));
    let proxy = crate::common::binary::Masquerade::start(&config);
    let mut client = connect(&proxy);
    client.send(format!("POST /x HTTP/1.1\r\n{JSON}Content-Length: 10\r\n\r\n[1"));
    client.receive().assert_problem(408, "body-timeout");
    assert_eq!(fake.connections(), 0);
}

#[test]
fn clients_that_read_slowly_get_everything() {
    let body = text(3_000_000);
    let fake = Fake::start({
        let body = body.clone();
        move |_, talk| talk.json(&body)
    });
    let proxy = proxy(&[&fake], "");
    let mut client = connect(&proxy);
    client.send("GET /x HTTP/1.1\r\nHost: h\r\n\r\n");
    // It reads nothing until the upstream has been asked.
    eventually(|| !fake.recorded().is_empty());
    assert_eq!(client.receive_whole().body, body.as_bytes());
}

#[test]
fn a_client_that_leaves_ends_the_work_of_its_upstream() {
    for begun in [false, true] {
        let ended = Signal::default();
        let fake = Fake::start({
            let ended = ended.clone();
            move |_, talk| {
                if begun {
                    talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: x\n\n");
                }
                talk.await_close();
                ended.set();
                Then::Close
            }
        });
        let proxy = proxy(&[&fake], "");
        let mut client = connect(&proxy);
        client.send(post("/x", "", "{}"));
        eventually(|| !fake.recorded().is_empty());
        if begun {
            assert_eq!(client.receive_head().status, 200);
        }
        drop(client);
        ended.wait();
        let gone = "masquerade_http_requests_total{route=\"test\",status=\"499\"}";
        eventually(|| metric(&proxy, gone) == 1.0);
    }
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let fake = Fake::start(|request, talk| {
        let path = request.line().split(' ').nth(1).unwrap();
        talk.json(&format!("{{\"path\":\"{path}\"}}"))
    });
    let proxy = proxy(&[&fake], "");
    let mut client = connect(&proxy);
    client.send([post("/1", "", "{}"), post("/2", "", "{}"), post("/3", "", "{}")].concat());
    for path in ["/1", "/2", "/3"] {
        assert_eq!(client.receive_whole().json()["path"], path);
    }
}

#[test]
fn the_log_names_the_route_and_nothing_of_the_request() {
    let fake = Fake::start(|_, talk| talk.json("{\"x\":\"CANARY-BACK\"}"));
    let mut proxy = proxy(&[&fake], "");
    assert_eq!(ask(&proxy, post("/CANARY?CANARY=1", "X-Canary: CANARY\r\n", "{\"a\":\"CANARY\"}")).status, 200);
    get(&proxy, "/CANARY/../CANARY", "").assert_problem(400, "malformed-request");
    eventually(|| metric(&proxy, "masquerade_http_requests_in_flight") == 0.0);
    proxy.signal("TERM");
    assert_eq!(proxy.wait(), Some(0));
    let log = proxy.stop_and_collect();
    assert!(log.contains("\"route\":\"test\"") && log.contains("\"status\":200"), "{log}");
    assert!(!log.contains("CANARY"), "{log}");
}

#[test]
fn upstreams_that_stall_are_given_up() {
    let fake = Fake::start(|request, talk| {
        if request.line().contains("/begun") {
            talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            talk.send("b\r\ndata: one\n\n\r\n");
        }
        talk.await_close();
        Then::Close
    });
    let times = "[routes.timeouts]\nfirst_byte = \"300ms\"\nbetween_bytes = \"300ms\"";
    let proxy = proxy(&[&fake], times);
    get(&proxy, "/silent", "").assert_problem(504, "upstream-timeout");
    let mut client = connect(&proxy);
    client.send("GET /begun HTTP/1.1\r\nHost: h\r\n\r\n");
    assert_eq!(client.receive_head().status, 200);
    let cut = client.read_to_close();
    assert!(!cut.ends_with(b"0\r\n\r\n"), "a response that is cut off must not look whole");
    assert_eq!(fake.recorded().len(), 2, "neither is tried again");
    let _ = Duration::ZERO;
}

#[test]
fn compressed_messages_are_decoded_both_ways_and_unknown_codings_refused() {
    let fake = Fake::start(|request, talk| {
        let coding = request.line().split(['/', ' ']).nth(2).unwrap().to_owned();
        let body = match coding.as_str() {
            "gzip" | "broken" => gzip(b"{\"a\":\"gzip\"}"),
            "empty" => Vec::new(),
            "bomb" => gzip(&vec![b' '; 4_000_000]),
            _ => b"???".to_vec(),
        };
        let body = if coding == "broken" { &body[..body.len() - 4] } else { &body };
        let name = if coding == "odd" { "compress" } else { "gzip" };
        talk.send(format!(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: {name}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        ));
        talk.send(body);
        Then::Keep
    });
    let proxy = proxy(&[&fake], "body_bytes = \"1MiB\"");
    let answer = get(&proxy, "/gzip", "");
    assert_eq!((answer.json()["a"].as_str(), answer.header("content-encoding")), (Some("gzip"), None));
    assert_eq!(get(&proxy, "/empty", "").status, 200);
    for bad in ["/odd", "/broken", "/bomb"] {
        get(&proxy, bad, "").assert_problem(502, "upstream-unvettable");
    }
    let body = gzip(b"{\"b\":1}");
    let head = format!("POST /x HTTP/1.1\r\n{JSON}Content-Encoding: gzip\r\nContent-Length: {}\r\n\r\n", body.len());
    ask(&proxy, [head.as_bytes(), &body].concat());
    let seen = fake.recorded().pop().unwrap();
    assert_eq!((seen.body.as_slice(), seen.header("content-encoding")), (&b"{\"b\":1}"[..], None));
    let unknown = "Content-Encoding: compress\r\n";
    ask(&proxy, post("/x", unknown, "{}")).assert_problem(415, "unsupported-encoding");
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, bytes).unwrap();
    encoder.finish().unwrap()
}
