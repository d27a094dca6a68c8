//! The cases of `hostile.rs` that are about HTTP: headers, keys, sessions, targets and framing.

use crate::{
    common::raw::{bare, post},
    hostile_cases::{ANONYMIZE, Case, DEANONYMIZE, VALID, VALID_MAP, case, key},
    service::secret_of,
};

/// All cases.
pub fn all() -> impl Iterator<Item = Case> {
    [headers(), keys(), sessions(), targets(), framing()].into_iter().flatten()
}

fn headers() -> Vec<Case> {
    let plain = |name: String, status, lines: String| {
        case(name, status, bare("GET", "/v1/entities", &format!("{}{lines}", key())))
    };
    let mut cases = vec![
        plain("one large header".into(), 431, format!("X-Canary: {}\r\n", "canary".repeat(6_000))),
        plain("many headers".into(), 431, "X-Canary: canary-canary-canary-canary\r\n".repeat(1_000)),
        plain("too many headers".into(), 431, "X-Canary: 1\r\n".repeat(300)),
        plain("many headers that fit".into(), 200, "X-Canary: 1\r\n".repeat(200)),
        plain("a large name".into(), 431, format!("{}: 1\r\n", "canary".repeat(6_000))),
    ];
    for id in ["canary @", "canary\u{e9}", "canary;drop", &"canary".repeat(20)] {
        cases.push(plain(format!("X-Request-Id: {id}"), 200, format!("X-Request-Id: {id}\r\n")));
    }
    for media in [
        "text/canary",
        "application/jsonp",
        "application/json; charset=canary",
        "application/*",
        "canary",
        "application/json, text/x",
    ] {
        let head = format!("POST {ANONYMIZE} HTTP/1.1\r\nHost: t\r\nContent-Type: {media}\r\n{}", key());
        cases.push(case(format!("Content-Type: {media}"), 415, format!("{head}Content-Length: 2\r\n\r\n{{}}")));
    }
    for agent in [
        "User-Agent: ${jndi:ldap://canary}",
        "Referer: http://canary/",
        "Cookie: canary=canary",
        "X-Forwarded-For: canary",
    ] {
        cases.push(plain(agent.into(), 200, format!("{agent}\r\n")));
    }
    cases
}

fn keys() -> Vec<Case> {
    let long = "canary".repeat(4_000);
    let bad = ["", "canary", "mk_canary", "' OR canary='canary", "\u{fffd}canary", "null", "%00canary", &long];
    let mut cases = Vec::new();
    for key in bad {
        for (path, text) in [(ANONYMIZE, VALID), (DEANONYMIZE, VALID_MAP)] {
            let shown: String = key.chars().take(30).collect();
            cases.push(case(
                format!("{path} with key {shown}"),
                401,
                post(path, &format!("X-API-Key: {key}\r\n"), text),
            ));
        }
    }
    let elsewhere = ["Authorization: Bearer canary\r\n", "Cookie: X-API-Key=canary\r\n", "X_API_Key: canary\r\n"];
    cases.extend(elsewhere.map(|line| case(line, 401, post(ANONYMIZE, line, VALID))));
    cases.push(case("a key in the query", 401, post("/v1/anonymize?X-API-Key=canary", "", VALID)));
    let smuggled = format!("X-API-Key: canary\r\n{}", key());
    cases.push(case("two keys", 401, post(ANONYMIZE, &smuggled, VALID)));
    cases
}

fn sessions() -> Vec<Case> {
    let long = "canary".repeat(22);
    let bad = [
        "-canary",
        ".canary",
        "_canary",
        "canary/canary",
        "../canary",
        "canary canary",
        "canary\u{e9}",
        "canary,b",
        "canary%00",
        "[canary]",
        &long,
    ];
    let mut cases = Vec::new();
    for id in bad {
        let headers = format!("X-Session-Id: {id}\r\n{}", key());
        for (path, text) in [(ANONYMIZE, VALID), (DEANONYMIZE, VALID_MAP)] {
            cases.push(case(format!("{path} in session {id}"), 400, post(path, &headers, text)));
        }
    }
    for id in ["canary", "canary.1-2_3"] {
        let headers = format!("X-Session-Id: {id}\r\nX-API-Key: {}\r\n", secret_of("first"));
        cases.push(case(format!("in session {id}"), 200, post(ANONYMIZE, &headers, VALID)));
        cases.push(case(format!("DELETE {id}"), 204, bare("DELETE", &format!("/v1/sessions/{id}"), &headers)));
    }
    for id in ["canary%2F..", "-canary", "canary;x=1", "canary@example.com", "%00canary"] {
        cases.push(case(format!("DELETE {id}"), 204, bare("DELETE", &format!("/v1/sessions/{id}"), &key())));
    }
    cases
}

fn targets() -> Vec<Case> {
    let mut cases = Vec::new();
    let unknown = [
        "/canary",
        "/v1/canary",
        "/v1/anonymize/canary",
        "/v1/../v1/anonymize",
        "/v1/./anonymize",
        "/v1%2Fanonymize",
        "/v1/%61nonymize",
        "/v1/anonymize%00",
        "/v1/anonymize;canary",
        "/v1//anonymize",
        "//v1/anonymize",
        "/V1/ANONYMIZE",
        "/v1/sessions/canary/canary",
        "/metrics",
        "/readyz",
        "/.git/config",
        "/v1/sessions",
    ];
    cases.extend(unknown.map(|path| case(format!("POST {path}"), 404, post(path, &key(), VALID))));
    for method in ["GET", "PUT", "PATCH", "DELETE", "HEAD", "TRACE", "CANARY", "post", "PROPFIND"] {
        if method != "HEAD" {
            cases.push(case(format!("{method} {ANONYMIZE}"), 405, bare(method, ANONYMIZE, &key())));
        }
    }
    cases.push(case("a query is no matter", 200, post("/v1/anonymize?canary=canary", &key(), VALID)));
    let long = format!("/v1/anonymize?{}", "canary".repeat(1_500));
    cases.push(case("a target with a space", 404, "GET /can ary HTTP/1.1\r\nHost: t\r\n\r\n"));
    cases.push(case("a long target", 414, post(&long, &key(), VALID)));
    cases
}

/// Requests that two servers could understand differently, and what is no HTTP at all.
fn framing() -> Vec<Case> {
    let inner = bare("GET", "/canary", "");
    let head = format!("POST {ANONYMIZE} HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\n{}", key());
    let ambiguous = [
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n",
        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "Content-Length: 2, 3\r\n\r\n{}",
        "Content-Length: +2\r\n\r\n{}",
        "Content-Length: 0x2\r\n\r\n{}",
        "Content-Length: -2\r\n\r\n{}",
        "Content-Length: 2 2\r\n\r\n{}",
        "Content-Length: canary\r\n\r\n{}",
        "Content-Length: 99999999999999999999\r\n\r\n{}",
        "Content-Length: \r\n\r\n{}",
        "X: canary\r\n Content-Length: 2\r\n\r\n{}",
        "X canary: a\r\nContent-Length: 2\r\n\r\n{}",
        "X\0canary: a\r\nContent-Length: 2\r\n\r\n{}",
        "X-Canary: a\0b\r\nContent-Length: 2\r\n\r\n{}",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\ncanary\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n-1\r\ncanary\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\r\n{}canary\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n0\r\n\r\n",
    ];
    let mut cases: Vec<_> = ambiguous.iter().map(|rest| case(*rest, 400, format!("{head}{rest}{inner}"))).collect();
    let broken = [
        "GET /canary HTTP/1.1\r\n\r\n",
        "GET /canary HTTP/9.9\r\nHost: t\r\n\r\n",
        "GET /canary\r\n\r\n",
        "canary canary canary canary\r\n\r\n",
        "\x16\x03\x01\x02canary\r\n\r\n",
        "GET http://canary/v1/entities HTTP/1.1\r\nHost: other\r\n\r\n",
        ":canary\r\n\r\n",
    ];
    cases.extend(broken.map(|text| case(text, 400, text)));
    cases
}
