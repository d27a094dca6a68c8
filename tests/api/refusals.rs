//! Every row of the contract's table of errors, and the order of refusals.

use crate::{
    client::Client,
    common::raw::{Raw, Response, bare, exchange, post},
    service::{Service, secret_of},
};

const VALID: &str = r#"{"text":["a@example.com"]}"#;

fn key(name: &str) -> String {
    format!("X-API-Key: {}\r\n", secret_of(name))
}

#[test]
fn missing_and_unknown_keys_get_one_and_the_same_401() {
    let service = Service::shared();
    let first = secret_of("first");
    let (longer, shorter, upper) = (format!("{first}x"), first[..first.len() - 1].to_owned(), first.to_uppercase());
    let bad = ["", " ", "nobody", "Bearer x", &longer, &shorter, &upper, "\u{e9}"];
    let mut answers: Vec<Response> =
        bad.iter().map(|bad| Client::new(&service, bad).post("/v1/anonymize", VALID)).collect();
    answers.push(exchange(service.api, post("/v1/anonymize", "", VALID)));
    answers.push(service.unkept().header("X-API-Key", &first).post("/v1/anonymize", VALID));
    for answer in &answers {
        answer.assert_problem(401, "unauthorized");
        assert!(answer.header("www-authenticate").is_some());
        assert_eq!(answer.body, answers[0].body);
    }
}

#[test]
fn keys_do_what_they_may() {
    let service = Service::shared();
    let (writer, reader, bare) = (service.client("writer"), service.client("reader"), service.client("bare"));
    assert_eq!(writer.post("/v1/anonymize", VALID).status, 200);
    assert_eq!(reader.post("/v1/deanonymize", r#"{"anonymized_text":[]}"#).status, 200);
    reader.post("/v1/anonymize", VALID).assert_problem(403, "forbidden");
    writer.post("/v1/deanonymize", r#"{"anonymized_text":[]}"#).assert_problem(403, "forbidden");
    bare.post("/v1/anonymize", VALID).assert_problem(403, "forbidden");
    bare.post("/v1/deanonymize", VALID).assert_problem(403, "forbidden");
    bare.send("DELETE", "/v1/sessions/x").assert_problem(403, "forbidden");
}

#[test]
fn paths_and_methods() {
    let service = Service::shared();
    let client = service.client("first");
    for path in
        ["/v1/anonymise", "/v1/anonymize/", "//v1/anonymize", "/V1/anonymize", "/v1", "/metrics", "/v1/sessions/a/b"]
    {
        client.post(path, VALID).assert_problem(404, "not-found");
    }
    for (path, method, allow) in [
        ("/v1/anonymize", "GET", "OPTIONS, POST"),
        ("/v1/deanonymize", "PUT", "OPTIONS, POST"),
        ("/v1/entities", "POST", "GET, HEAD, OPTIONS"),
        ("/v1/sessions/x", "PUT", "DELETE, GET, HEAD, OPTIONS"),
        ("/v1/forget", "GET", "OPTIONS, POST"),
        ("/openapi.json", "DELETE", "GET, HEAD, OPTIONS"),
    ] {
        let refused = client.send(method, path);
        refused.assert_problem(405, "method-not-allowed");
        assert_eq!(refused.header("allow"), Some(allow));
        let options = exchange(service.api, bare("OPTIONS", path, ""));
        assert_eq!((options.status, options.header("allow")), (204, Some(allow)), "without a key");
    }
    let get = client.send("GET", "/v1/entities").body.len().to_string();
    let head = Raw::connect(service.api).send(bare("HEAD", "/v1/entities", &key("first"))).receive_head();
    assert_eq!((head.status, head.header("content-length")), (200, Some(get.as_str())));
}

#[test]
fn a_rate_is_held_and_told() {
    // Of its own, because it is spent once and for all.
    let service = Service::start("");
    let client = service.client("rated");
    for left in ["1", "0"] {
        let answer = client.post("/v1/anonymize", VALID);
        assert_eq!(answer.status, 200);
        assert!(answer.header("ratelimit").unwrap().contains(&format!("r={left}")), "{answer:?}");
    }
    let refused = client.post("/v1/anonymize", VALID);
    refused.assert_problem(429, "too-many-requests");
    let after: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=3600).contains(&after));
    assert!(refused.header("ratelimit").is_some() && refused.header("ratelimit-policy").is_some());
}

#[test]
fn refusals_come_in_order() {
    let service = Service::start("");
    let api = service.api;
    let send = |path: &str, lines: &str, length: usize, body: &str| {
        let head = format!("POST {path} HTTP/1.1\r\nHost: t\r\nContent-Length: {length}\r\n{lines}\r\n{body}");
        exchange(api, head).status
    };
    let json = "Content-Type: application/json\r\n";
    let large = 11 * 1024 * 1024;
    let (first, reader, rated) = (key("first"), key("reader"), key("rated"));
    let smuggled = "Transfer-Encoding: chunked\r\n";
    let all = "/v1/anonymize";
    // Each is wrong in every way that comes later, too.
    assert_eq!(send("/nowhere", smuggled, large, ""), 400);
    assert_eq!(send("/nowhere", "", large, ""), 404);
    assert_eq!(send("/v1/entities", "", large, ""), 405);
    assert_eq!(send(all, "", large, ""), 401);
    assert_eq!(send(all, &reader, large, ""), 403);
    for _ in 0..2 {
        assert_eq!(service.client("rated").send("GET", "/v1/entities").status, 200);
    }
    assert_eq!(send(all, &rated, large, ""), 429);
    assert_eq!(send(all, &first, large, ""), 415);
    assert_eq!(send(all, &format!("{first}{json}Content-Encoding: lzma\r\n"), large, ""), 415);
    assert_eq!(send(all, &format!("{first}{json}Content-Encoding: gzip\r\n"), large, ""), 413);
    assert_eq!(send(all, &format!("{first}{json}Content-Encoding: gzip\r\n"), 2, "{}"), 400);
    assert_eq!(send(all, &format!("{first}{json}X-Session-Id: -\r\n"), 2, "{}"), 400);
    assert_eq!(send(all, &format!("{first}{json}"), 2, "{,"), 400);
    assert_eq!(send(all, &format!("{first}{json}"), 2, "{}"), 422);
}

#[test]
fn media_types_other_than_json_are_415() {
    let service = Service::shared();
    let send = |content_type: &str| {
        let (first, length) = (key("first"), VALID.len());
        let head = "POST /v1/anonymize HTTP/1.1\r\nHost: t\r\nCache-Control: no-store\r\n";
        exchange(service.api, format!("{head}Content-Length: {length}\r\n{first}{content_type}\r\n{VALID}")).status
    };
    for good in ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON;charset=\"UTF-8\""] {
        assert_eq!(send(&format!("Content-Type: {good}\r\n")), 200, "{good}");
    }
    for bad in ["text/plain", "application/json; charset=latin1", "application/x-www-form-urlencoded", ""] {
        assert_eq!(send(&format!("Content-Type: {bad}\r\n")), 415, "{bad}");
    }
    assert_eq!(send(""), 415);
}

#[test]
fn slow_and_large_requests_are_408_413_414_and_431() {
    let service = Service::start("[limits]\nbody_timeout = \"1s\"\nheader_timeout = \"1s\"\nbody_bytes = \"2KiB\"");
    let api = service.api;
    let head = |length: usize| {
        let first = key("first");
        format!(
            "POST /v1/anonymize HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n{first}Content-Length: {length}\r\n\r\n"
        )
    };
    exchange(api, head(100)).assert_problem(408, "body-timeout");
    exchange(api, "GET /v1/entities HTTP/1.1\r\nHost:").assert_problem(408, "header-timeout");
    exchange(api, head(2049)).assert_problem(413, "body-too-large");
    let fits = format!(r#"{{"text":["{}"]}}"#, "x".repeat(2048 - 13));
    assert_eq!(exchange(api, head(fits.len()) + &fits).status, 200);
    exchange(api, bare("GET", &format!("/{}", "x".repeat(9000)), "")).assert_problem(414, "target-too-long");
    let lines = format!("X-Filler: {}\r\n", "x".repeat(33 * 1024));
    exchange(api, bare("GET", "/v1/entities", &lines)).assert_problem(431, "headers-too-large");
}
