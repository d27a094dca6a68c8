//! Headers and queries are searched whatever becomes of the body.

use crate::{
    fake::Fake,
    setup::{ask, get, proxy},
};

/// Headers with personal data that no configuration lists.
const HEADERS: [(&str, &str); 6] = [
    ("X-User", "jane.roe@example.com"),
    ("X-SSN", "536-22-8712"),
    ("X-Customer-IBAN", "DE89370400440532013000"),
    ("Idempotency-Key", "order-of-jane.roe@example.com"),
    ("X-User-Token", "jane.roe@example.com"),
    ("X-Mail", "jane.roe%40example.com"),
];

/// Headers that are not changed.
const KEPT: [(&str, &str); 9] = [
    ("Authorization", "Bearer jane.roe@example.com"),
    ("X-Api-Key", "key-4111111111111111"),
    ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.0.0"),
    ("Idempotency-Key", "0b9f6f0e-5f4c-4c53-9d0f-0f2b7b2a6d11"),
    ("X-App-Version", "1.2.3.4"),
    ("HTTP-Referer", "https://app.example.com/1"),
    ("X-Title", "An application"),
    ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"),
    ("OpenAI-Organization", "org-1234567890"),
];

fn lines(headers: &[(&str, &str)]) -> String {
    headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect()
}

#[track_caller]
fn assert_masked(text: &str) {
    for leak in ["jane", "8712", "DE8937", "5552671", "555-2671"] {
        assert!(!text.contains(leak), "{leak} in {text}");
    }
}

#[test]
fn headers_and_query_are_masked_beside_a_body_that_passes() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "on_unknown = \"pass\"");
    let body = "written by jane.roe@example.com";
    let request = format!(
        "POST /x?e=jane.roe@example.com HTTP/1.1\r\nHost: h\r\nContent-Type: text/plain\r\n{}Content-Length: {}\r\n\r\n{body}",
        lines(&HEADERS),
        body.len()
    );
    assert_eq!(ask(&proxy, request).status, 200);
    let sent = fake.only();
    assert_eq!(sent.body, body.as_bytes());
    assert_masked(&sent.head);
    ask(&proxy, "GET /x?e=%ffjane HTTP/1.1\r\nHost: h\r\n\r\n").assert_problem(400, "malformed-query");
    assert_eq!(fake.recorded().len(), 1);
}

#[test]
fn headers_that_nobody_lists_are_searched_for_addresses_and_checked_identifiers() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    assert_eq!(get(&proxy, "/x", &lines(&HEADERS)).status, 200);
    assert_masked(&fake.only().head);
    assert_eq!(get(&proxy, "/x", &lines(&KEPT)).status, 200);
    let sent = fake.recorded().pop().unwrap();
    for (name, value) in KEPT {
        assert_eq!(sent.header(name), Some(value), "{name}");
    }
}

#[test]
fn a_plus_sign_of_a_query_is_read_as_it_is_meant() {
    let fake = Fake::ok();
    let proxy = proxy(&[&fake], "");
    for query in [
        "p=+14155552671",
        "p=%2B14155552671",
        "q=call++14155552671",
        "q=tel:+1+415-555-2671",
        "api-version=jane.roe@example.com",
    ] {
        assert_eq!(get(&proxy, &format!("/x?{query}"), "").status, 200);
        let line = fake.recorded().pop().unwrap().line().to_owned();
        assert_masked(&line);
    }
    assert_eq!(get(&proxy, "/x?q=a+b+1&api-version=2024-10-01-preview", "").status, 200);
    assert_eq!(fake.recorded().pop().unwrap().line(), "GET /x?q=a+b+1&api-version=2024-10-01-preview HTTP/1.1");
}
