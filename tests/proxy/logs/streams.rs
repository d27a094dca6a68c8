//! Bodies of records that are masked and forwarded as they arrive.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
};

use masquerade::codec::encoding::{Coding, Decoder, encode};

use super::{EMAIL, address, log_proxy, shipped, streamed};
use crate::{
    common::wait::PATIENCE,
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Signal, Then},
    http2::H2Echo,
    setup::{ask, connect, route},
};

const LINES: &str = "Content-Type: application/x-ndjson\r\n";

/// Bytes of three batches.
const LONG: usize = 600_000;

/// Lines of JSON of at least `bytes` bytes.
fn lines(bytes: usize) -> String {
    let line = |at: usize| format!("{{\"n\":{at},\"by\":\"{EMAIL}\",\"text\":\"{}\"}}\n", "lorem ipsum ".repeat(300));
    let mut body = String::new();
    let mut at = 0;
    while body.len() < bytes {
        body.push_str(&line(at));
        at += 1;
    }
    body
}

#[track_caller]
fn check_masked(seen: &[u8], body: &str) {
    let seen = String::from_utf8(seen.to_vec()).unwrap();
    assert!(seen == body.replace(EMAIL, &address(seen.as_bytes())), "{} bytes, {} expected", seen.len(), body.len());
}

#[test]
fn a_long_body_is_forwarded_before_it_has_ended() {
    let body = lines(LONG);
    // The backend gets records while the client still has some to send.
    let begun = Signal::default();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let upstream = format!("http://{}", listener.local_addr().unwrap());
    let backend = std::thread::spawn({
        let begun = begun.clone();
        move || {
            let mut stream = listener.accept().unwrap().0;
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            let (mut seen, mut room) = (Vec::new(), [0; 65_536]);
            while !seen.ends_with(b"\r\n0\r\n\r\n") {
                let read = stream.read(&mut room).unwrap();
                assert!(read > 0, "the body has an end");
                seen.extend_from_slice(&room[..read]);
                if memchr::memmem::find(&seen, b"[EMAIL_ADDRESS_").is_some() {
                    begun.set();
                }
            }
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok").unwrap();
            seen
        }
    });
    let proxy = proxy_to(&upstream, "profile = \"logs\"");
    let mut client = connect(&proxy);
    let (first, rest) = body.as_bytes().split_at(500_000);
    client.send(shipped_head(body.len())).send(first);
    begun.wait();
    let answer = client.send(rest).receive_whole();
    assert_eq!((answer.status, &*answer.body), (200, &b"ok"[..]));
    let seen = backend.join().unwrap();
    let head = String::from_utf8_lossy(&seen[..500]).to_ascii_lowercase();
    assert!(head.contains("transfer-encoding: chunked\r\n") && !head.contains("content-length"), "{head}");
    let coverage = answer.header("x-masquerade-coverage").unwrap();
    assert!(coverage.contains(&format!("replaced={}", body.lines().count())), "{coverage}");
}

fn proxy_to(upstream: &str, more: &str) -> Masquerade {
    let secret = "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n";
    Masquerade::start(&format!("{secret}[[routes]]\nname = \"test\"\nupstreams = [\"{upstream}\"]\n{more}\n"))
}

fn shipped_head(length: usize) -> String {
    format!("POST / HTTP/1.1\r\nHost: h\r\n{LINES}Content-Length: {length}\r\n\r\n")
}

#[test]
fn streamed_bodies_are_those_of_a_route_that_does_not_stream() {
    let body = lines(LONG);
    let array = format!("[{}]", body.trim_end().replace('\n', ","));
    let bulk: String = body.lines().map(|line| format!("{{\"create\":{{}}}}\n{line}\n")).collect();
    for (path, media_type, body) in [
        ("/logs", "application/x-ndjson", &body),
        ("/logs", "application/json", &array),
        ("/_bulk", "application/x-ndjson", &bulk),
    ] {
        let headers = format!("Content-Type: {media_type}\r\n");
        let profile = if path == "/_bulk" { "elasticsearch" } else { "logs" };
        check_masked(&streamed(profile, path, &headers, body.as_bytes()), body);
    }
}

#[test]
fn codings_are_undone_and_applied_on_the_way() {
    let number = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let body: String = (0..8_000).map(|n| format!("{{\"n\":\"{:x}\",\"by\":\"{EMAIL}\"}}\n", number(n))).collect();
    let lists: [&[Coding]; 5] =
        [&[Coding::Gzip], &[Coding::Deflate], &[Coding::Zstd], &[Coding::Brotli], &[Coding::Gzip, Coding::Zstd]];
    for codings in lists {
        let names: Vec<_> = codings.iter().map(|coding| coding.name()).collect();
        let headers = format!("{LINES}Content-Encoding: {}\r\n", names.join(", "));
        let fake = Fake::ok();
        let proxy = log_proxy(&fake, "profile = \"logs\"");
        let encoded = encode(codings, body.clone().into_bytes()).unwrap();
        assert_eq!(ask(&proxy, shipped("/", &headers, &encoded)).status, 200);
        let seen = fake.only();
        assert_eq!(seen.header("content-encoding"), Some(&*names.join(", ")));
        assert_eq!(seen.header("content-length"), None, "{} bytes", encoded.len());
        let mut plain = Vec::new();
        Decoder::new(codings).push(&seen.body, true, 1 << 30, &mut plain).unwrap();
        check_masked(&plain, &body);
        let cut = ask(&proxy, shipped("/", &headers, &encoded[..encoded.len() - 3]));
        assert_eq!(cut.status, 400, "{cut:?}");
        assert_eq!(fake.recorded().len(), 1);
    }
}

#[test]
fn a_bomb_is_refused() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"logs\"\nbody_bytes = \"64KiB\"");
    let bomb = encode(&[Coding::Gzip], vec![b' '; 100 << 20]).unwrap();
    let answer = ask(&proxy, shipped("/", &format!("{LINES}Content-Encoding: gzip\r\n"), &bomb));
    answer.assert_problem(413, "body-too-large");
    assert_eq!(fake.recorded().len(), 0);
}

#[test]
fn a_bad_record_leaves_the_upstreams_request_without_an_end() {
    let (fake, body) = (Fake::ok(), lines(LONG) + "{\"a\":}\n" + &lines(LONG));
    let proxy = log_proxy(&fake, "profile = \"logs\"");
    let answer = ask(&proxy, shipped("/", LINES, body.as_bytes()));
    assert_eq!(answer.status, 400, "{answer:?}");
    assert_eq!(ask(&proxy, shipped("/", LINES, b"{}")).status, 200);
    assert_eq!(fake.only().body, b"{}");
    assert_eq!(fake.connections(), 2, "records before it were sent, and no end");
}

#[test]
fn a_refusal_of_the_policy_ends_the_upstreams_request() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"logs\"\n[routes.methods]\nCREDIT_CARD = \"BLOCK\"");
    let body = lines(LONG) + "{\"card\":\"4111 1111 1111 1111\"}\n";
    let answer = ask(&proxy, shipped("/", LINES, body.as_bytes()));
    assert!(answer.status == 422 || answer.status == 403, "{answer:?}");
    assert!(!String::from_utf8_lossy(&answer.body).contains("4111"));
    assert_eq!(fake.recorded().len(), 0);
}

#[test]
fn answers_behind_a_streamed_body_reach_the_shipper() {
    for (status, body) in [
        ("429 Too Many Requests", "{\"error\":\"slow down\"}"),
        ("503 Service Unavailable", "busy"),
        ("200 OK", "{\"errors\":true,\"items\":[{\"index\":{\"status\":429}}]}"),
    ] {
        let fake = Fake::start(move |_, talk| {
            talk.send(format!("HTTP/1.1 {status}\r\nRetry-After: 7\r\nContent-Length: {}\r\n\r\n{body}", body.len()));
            Then::Keep
        });
        let proxy = log_proxy(&fake, "profile = \"logs\"");
        let answer = ask(&proxy, shipped("/", LINES, lines(LONG).as_bytes()));
        assert_eq!(status.split(' ').next(), Some(answer.status.to_string().as_str()));
        assert_eq!((answer.header("retry-after"), &*answer.body), (Some("7"), body.as_bytes()));
        assert_eq!(fake.recorded().len(), 1, "a request that was answered is not sent again");
    }
}

/// The shipper's response to a long body from a backend that answers `answer` behind the head, and reads no more.
fn answered_early(answer: &'static [u8]) -> Response {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let upstream = format!("http://{}", listener.local_addr().unwrap());
    let done = Signal::default();
    let backend = std::thread::spawn({
        let done = done.clone();
        move || {
            let mut stream = listener.accept().unwrap().0;
            read_head(&mut stream);
            stream.write_all(answer).unwrap();
            done.wait();
        }
    });
    let proxy = proxy_to(&upstream, "profile = \"logs\"");
    let body = lines(6 * LONG);
    let mut client = TcpStream::connect(proxy.api).unwrap();
    client.set_read_timeout(Some(PATIENCE)).unwrap();
    let writer = std::thread::spawn({
        let mut client = client.try_clone().unwrap();
        // The proxy stops reading at some point.
        move || _ = client.write_all(&shipped("/", LINES, body.as_bytes()))
    });
    let mut seen = Vec::new();
    // The connection may be reset behind the answer, which has come by then.
    let _ = client.read_to_end(&mut seen);
    drop(client);
    writer.join().unwrap();
    done.set();
    backend.join().unwrap();
    let text = String::from_utf8_lossy(&seen).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text}"));
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let headers = head.lines().skip(1).filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    Response { status, headers, body: body.as_bytes().to_vec() }
}

fn read_head(stream: &mut TcpStream) {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
}

#[test]
fn a_backend_that_answers_early_is_heard() {
    for (status, answer) in [
        (413, &b"HTTP/1.1 413 Content Too Large\r\nContent-Length: 8\r\n\r\ntoo long"[..]),
        (429, b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3\r\nContent-Length: 8\r\n\r\nslow now"),
    ] {
        let seen = answered_early(answer);
        assert_eq!((seen.status, seen.body.len()), (status, 8), "{seen:?}");
    }
}

#[test]
fn an_early_success_is_none() {
    let seen = answered_early(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    assert_eq!(seen.status, 502, "{seen:?}");
}

#[test]
fn a_body_over_the_limit_streams_and_a_record_over_it_does_not() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "profile = \"logs\"\nbody_bytes = \"300KiB\"");
    let body = lines(LONG);
    assert_eq!(ask(&proxy, shipped("/", LINES, body.as_bytes())).status, 200);
    check_masked(&fake.only().body, &body);
    let record = format!("{{\"a\":\"{}\"}}\n", "x ".repeat(1 << 20));
    ask(&proxy, shipped("/", LINES, record.as_bytes())).assert_problem(413, "body-too-large");
    assert_eq!(fake.recorded().len(), 1);
}

#[test]
fn an_upstream_that_fails_before_it_has_a_record_is_passed_over() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let fake = Fake::ok();
    let secret = "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n";
    let routes =
        route(&[&fake], "profile = \"logs\"").replace("upstreams = [", &format!("upstreams = [\"http://{closed}\", "));
    let proxy = Masquerade::start(&format!("{secret}{routes}"));
    let body = lines(LONG);
    for _ in 0..2 {
        assert_eq!(ask(&proxy, shipped("/", LINES, body.as_bytes())).status, 200);
    }
    assert_eq!(fake.recorded().len(), 2);
}

#[test]
fn an_upstream_of_http_2_gets_whole_bodies_alone() {
    let echo = H2Echo::start(None);
    let proxy = proxy_to(&format!("http://{}", echo.address), "profile = \"logs\"\nhttp = \"h2\"");
    let body = lines(LONG);
    let broken = ask(&proxy, shipped("/", LINES, (body.clone() + "{\"a\":}\n").as_bytes()));
    assert_eq!(broken.status, 400, "{broken:?}");
    assert_eq!(ask(&proxy, shipped("/", LINES, body.as_bytes())).status, 200);
    let [whole] = &echo.recorded()[..] else { panic!("one request came whole") };
    check_masked(whole.body(), &body);
}
