//! Ways by which a request could reach an upstream unvetted: nothing of it gets there.

use std::io::Write;

use crate::{
    fake::Fake,
    setup::{ask, connect, proxy},
};

/// Stands in every request here, in some spelling, and never in one that the upstream sees.
const CANARY: &str = "canary.bird@example.com";

const JSON: &str = "Content-Type: application/json\r\n";

fn request(line: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("{line} HTTP/1.1\r\nHost: h\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn document() -> Vec<u8> {
    format!("{{\"a\":\"{CANARY}\"}}").into_bytes()
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn what_cannot_be_vetted_never_leaves() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let text = String::from_utf8(document()).unwrap();
    let json = |more: &str| format!("{JSON}{more}");
    let cases: Vec<(&str, Vec<u8>, u16)> = vec![
        ("plain text", request("POST /x", "Content-Type: text/plain\r\n", CANARY.as_bytes()), 415),
        (
            "a form",
            request("POST /x", "Content-Type: application/x-www-form-urlencoded\r\n", b"a=canary.bird%40example.com"),
            415,
        ),
        ("no media type, no JSON", request("POST /x", "", CANARY.as_bytes()), 400),
        ("an empty media type", request("POST /x", "Content-Type:\r\n", &document()), 415),
        ("two media types", request("POST /x", &json("Content-Type: text/plain\r\n"), &document()), 400),
        ("XML", request("PUT /x", "Content-Type: application/xml\r\n", b"<a>canary.bird@example.com</a>"), 415),
        ("a file", request("PUT /x", "Content-Type: application/octet-stream\r\n", &document()), 415),
        ("a charset", request("POST /x", "Content-Type: application/json; charset=utf-16\r\n", &document()), 415),
        (
            "a charset with spaces",
            request("POST /x", "Content-Type: application/json; charset = utf-7\r\n", &document()),
            415,
        ),
        ("UTF-16 without saying so", request("POST /x", JSON, &utf16(&text)), 400),
        ("a byte order mark", request("POST /x", JSON, &[b"\xef\xbb\xbf", &document()[..]].concat()), 400),
        ("two documents", request("POST /x", JSON, &[document(), document()].concat()), 400),
        (
            "lines where there is one document",
            request("POST /x", "Content-Type: application/x-ndjson\r\n", &document()),
            415,
        ),
        ("GET with text", request("GET /x", "", CANARY.as_bytes()), 400),
        ("DELETE with text", request("DELETE /x", "Content-Type: text/plain\r\n", CANARY.as_bytes()), 415),
        ("an unknown coding", request("POST /x", &json("Content-Encoding: compress\r\n"), &document()), 415),
        ("a coding that is none", request("POST /x", &json("Content-Encoding: gzip\r\n"), &document()), 400),
        ("a coding too few", request("POST /x", JSON, &gzip(&document())), 400),
        ("a path", request(&format!("GET /users/{CANARY}"), "", b""), 422),
        ("an encoded path", request("DELETE /users/canary.bird%40example.com/keys", "", b""), 422),
        (
            "a header that is no text",
            request("GET /x", "", b"").splice_header(b"X-User: canary.bird@example.com\xff\r\n"),
            422,
        ),
        ("TRACE", request("TRACE /x", "", b""), 405),
        ("CONNECT", format!("CONNECT {CANARY}:443 HTTP/1.1\r\nHost: h\r\n\r\n").into_bytes(), 400),
        ("OPTIONS of all", b"OPTIONS * HTTP/1.1\r\nHost: h\r\nX-User: canary.bird@example.com\r\n\r\n".to_vec(), 400),
        ("an absolute target", format!("GET http://{CANARY}/ HTTP/1.1\r\nHost: h\r\n\r\n").into_bytes(), 400),
        ("two lengths", request("POST /x", &json("Content-Length: 2\r\n"), &document()), 400),
        (
            "a coding beside chunks",
            format!("POST /x HTTP/1.1\r\nHost: h\r\n{JSON}Transfer-Encoding: chunked, identity\r\n\r\n").into_bytes(),
            400,
        ),
        ("chunks and a length", request("POST /x", &json("Transfer-Encoding: chunked\r\n"), &document()), 400),
    ];
    for (name, request, status) in cases {
        let mut client = connect(&proxy);
        client.send(request);
        assert_eq!(client.receive().status, status, "{name}");
        assert!(fake.recorded().is_empty(), "{name}: {:?}", fake.recorded());
    }
}

#[test]
fn what_leaves_is_vetted() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let chunk = format!("{:x}\r\n{}\r\n0\r\n", document().len(), String::from_utf8(document()).unwrap());
    let chunked = format!("POST /x HTTP/1.1\r\nHost: h\r\n{JSON}Transfer-Encoding: chunked\r\n");
    let mut cases: Vec<(String, Vec<u8>)> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        .map(|method| (method.to_owned(), request(&format!("{method} /x"), JSON, &document())))
        .into();
    let more: Vec<(&str, Vec<u8>)> = vec![
        ("no media type", request("POST /x", "", &document())),
        ("identity", request("POST /x", &format!("{JSON}Content-Encoding: identity\r\n"), &document())),
        ("gzip", request("POST /x", &format!("{JSON}Content-Encoding: gzip\r\n"), &gzip(&document()))),
        (
            "gzip twice",
            request(
                "POST /x",
                &format!("{JSON}Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n"),
                &gzip(&gzip(&document())),
            ),
        ),
        ("a query", request("GET /x?a=canary.bird%40example.com&canary.bird%40example.com", "", b"")),
        (
            "a header",
            request("GET /x", "X-Auth-Request-Email: canary.bird@example.com\r\nX-Auth-Request-Email: b\r\n", b""),
        ),
        ("a header that is dropped", request("GET /x", "Cookie: canary.bird@example.com\r\n", b"")),
        (
            "a header of the connection",
            request("GET /x", "Connection: x-user\r\nX-User: canary.bird@example.com\r\n", b""),
        ),
        ("an expectation", request("POST /x", &format!("{JSON}Expect: {CANARY}\r\n"), &document())),
        ("a trailer", format!("{chunked}Trailer: X-User\r\n\r\n{chunk}X-User: {CANARY}\r\n\r\n").into_bytes()),
        (
            "an extension of a chunk",
            format!("{chunked}\r\n{}\r\n", chunk.replacen("\r\n", &format!(";a={CANARY}\r\n"), 1)).into_bytes(),
        ),
        ("a host", b"GET /x HTTP/1.1\r\nHost: canary.bird.example\r\n\r\n".to_vec()),
    ];
    cases.extend(more.into_iter().map(|(name, request)| (name.to_owned(), request)));
    let count = cases.len();
    for (name, request) in cases {
        let mut client = connect(&proxy);
        client.send(request);
        assert_eq!(client.receive_head().status, 200, "{name}");
        let seen = fake.recorded().pop().unwrap();
        let everything = format!("{}{}", seen.head, String::from_utf8(seen.body).unwrap());
        assert!(!everything.contains("canary"), "{name}: {everything}");
    }
    assert_eq!(fake.recorded().len(), count);
}

#[test]
fn a_masked_header_keeps_its_other_values() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    let headers = format!("X-User: {CANARY}\r\nX-User: b\r\nX-Api-Key: k@y.example\r\n");
    assert_eq!(ask(&proxy, request("GET /models/claude@20240620", &headers, b"")).status, 200);
    let seen = fake.only();
    assert_eq!(seen.headers("x-user"), ["[EMAIL_ADDRESS_1]", "b"]);
    assert_eq!(seen.header("x-api-key"), Some("k@y.example"));
    assert_eq!(seen.line(), "GET /models/claude@20240620 HTTP/1.1");
}

trait SpliceHeader {
    /// The request with one more line in its head.
    fn splice_header(self, line: &[u8]) -> Self;
}

impl SpliceHeader for Vec<u8> {
    fn splice_header(self, line: &[u8]) -> Self {
        let at = self.windows(2).position(|w| w == b"\r\n").unwrap() + 2;
        [&self[..at], line, &self[at..]].concat()
    }
}
