//! Log shippers before fake backends: what arrives is complete, in order, and without personal data.

mod bodies;
mod encodings;
mod fields;
mod names;
mod pack;
mod payloads;
mod protobuf;
mod search;
mod sentry;
mod streams;

use std::rc::Rc;

use crate::{
    common::{binary::Masquerade, raw::Response},
    fake::{Fake, Recorded, Then},
    setup::{Stage, ask, route, stage},
};

const EMAIL: &str = "jane.roe@example.com";

/// Configuration of a secret.
const SECRET: &str = "[[secrets]]\nvalue = \"0123456789abcdef0123456789abcdef\"\n";

/// A proxy to `fake` with a secret.
fn log_proxy(fake: &Fake, more: &str) -> Masquerade {
    Masquerade::start(&format!("{SECRET}{}", route(&[fake], more)))
}

/// A proxy with a secret for several cases of a test, and a backend that takes everything.
fn log_stage(more: &str) -> Rc<Stage> {
    stage(SECRET, more, |_, talk| talk.json("{\"ok\":true}"))
}

/// A `POST` of a body with header lines.
fn shipped(path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("POST {path} HTTP/1.1\r\nHost: h\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// Sends a body, and returns what the backend got.
#[track_caller]
fn sent(profile: &str, path: &str, headers: &str, body: &[u8]) -> Recorded {
    let stage = log_stage(&format!("profile = \"{profile}\""));
    let answer: Response = ask(&stage.proxy, shipped(path, headers, body));
    assert_eq!(answer.status, 200, "{answer:?}");
    stage.fake.only()
}

/// Sends a body of several batches through a route that streams and through one that does not, and returns what the backend got:
/// equal bytes, without a length and with one.
#[track_caller]
fn streamed(profile: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let [streamed, whole] = [true, false].map(|streams| {
        let stage = log_stage(&format!("profile = \"{profile}\"\nstream = {streams}"));
        let answer = ask(&stage.proxy, shipped(path, headers, body));
        assert_eq!(answer.status, 200, "{answer:?}");
        stage.fake.only()
    });
    assert!(streamed.body == whole.body, "{path}");
    assert_eq!(streamed.header("content-length"), None);
    assert_eq!(whole.header("content-length"), Some(whole.body.len().to_string().as_str()));
    streamed.body
}

/// Checks that a body with a fault behind several batches is refused, and that the backend gets no end of it.
#[track_caller]
fn check_breaks_off(profile: &str, path: &str, headers: &str, body: &[u8]) {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, &format!("profile = \"{profile}\""));
    let answer = ask(&proxy, shipped(path, headers, body));
    assert_eq!(answer.status, 400, "{answer:?}");
    assert_eq!(fake.recorded().len(), 0);
    // Records before the fault may have been sent, unless it was seen first.
    assert!(fake.connections() <= 1, "{} connections", fake.connections());
}

/// The first placeholder of e-mail addresses in bytes.
#[track_caller]
fn address(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let start = text.find("[EMAIL_ADDRESS_").unwrap_or_else(|| panic!("no placeholder in {text}"));
    let end = start + text[start..].find(']').unwrap() + 1;
    text[start..end].to_owned()
}

#[test]
fn answers_of_the_backend_reach_the_shipper() {
    for (status, body) in [
        ("429 Too Many Requests", "{\"error\":\"slow down\"}"),
        ("503 Service Unavailable", "busy"),
        ("200 OK", "{\"errors\":true,\"items\":[{\"index\":{\"status\":429}}]}"),
        ("400 Bad Request", "{\"text\":\"Invalid token\",\"code\":4}"),
    ] {
        let stage = stage(SECRET, "", move |_, talk| {
            talk.send(format!("HTTP/1.1 {status}\r\nRetry-After: 7\r\nContent-Length: {}\r\n\r\n{body}", body.len()));
            Then::Keep
        });
        let Stage { fake, proxy } = &*stage;
        let record = format!("{{\"index\":{{}}}}\n{{\"m\":\"{EMAIL}\"}}\n");
        let answer = ask(proxy, shipped("/_bulk", "Content-Type: application/x-ndjson\r\n", record.as_bytes()));
        assert_eq!(status.split(' ').next(), Some(answer.status.to_string().as_str()));
        assert_eq!((answer.header("retry-after"), &*answer.body), (Some("7"), body.as_bytes()));
        assert_eq!(fake.recorded().len(), 1, "a request that was answered is not sent again");
    }
}
