//! Envelopes of Sentry.

use super::{EMAIL, address, log_proxy, sent, shipped};
use crate::{fake::Fake, setup::ask};

const HEADERS: &str = "Content-Type: application/x-sentry-envelope\r\n";

/// An envelope of an event, a text without a length, and an attachment.
fn envelope(mail: &str) -> String {
    let event = format!(
        "{{\"event_id\":\"9ec79c33ec9942ab8353589fcb2e04dc\",\"timestamp\":1767323045,\"level\":\"error\",\"message\":\"for {mail}\",\"user\":{{\"email\":\"{mail}\"}},\"exception\":{{\"values\":[{{\"type\":\"ValueError\",\"value\":\"no {mail}\",\"stacktrace\":{{\"frames\":[{{\"function\":\"load\",\"vars\":{{\"to\":\"'{mail}'\"}}}}]}}}}]}}}}"
    );
    let log = format!("line of {mail}\nand another\n");
    format!(
        "{{\"event_id\":\"9ec79c33ec9942ab8353589fcb2e04dc\",\"dsn\":\"https://0123456789abcdef@sentry.example/42\",\"sent_at\":\"2026-01-02T03:04:05Z\"}}\n\
         {{\"type\":\"event\",\"length\":{}}}\n{event}\n\
         {{\"type\":\"user_report\"}}\n{{\"email\":\"{mail}\"}}\n\
         {{\"filename\":\"a.log\",\"length\": {} ,\"type\":\"attachment\"}}\n{log}\n",
        event.len(),
        log.len(),
    )
}

#[test]
fn items_are_masked_and_their_lengths_mended() {
    for path in ["/api/42/envelope/", "/api/42/envelope"] {
        let seen = String::from_utf8(sent("auto", path, HEADERS, envelope(EMAIL).as_bytes()).body).unwrap();
        assert_eq!(seen, envelope(&address(seen.as_bytes())));
    }
}

#[test]
fn sessions_hide_whose_they_are() {
    let session = |user: &str| {
        let item = format!(
            "{{\"sid\":\"7c7b6585-f901-4351-bf8d-02711b721929\",\"did\":\"{user}\",\"init\":true,\"started\":\"2026-01-02T03:04:05Z\"}}"
        );
        format!("{{}}\n{{\"type\":\"session\",\"length\":{}}}\n{item}\n", item.len())
    };
    let seen =
        String::from_utf8(sent("sentry", "/api/42/envelope/", HEADERS, session("mkowalska7").as_bytes()).body).unwrap();
    let (_, user) = seen.split_once("\"did\":\"").unwrap();
    let user = user.split('"').next().unwrap();
    assert_ne!(user, "mkowalska7");
    assert_eq!(seen, session(user));
}

#[test]
fn envelopes_that_are_none_are_refused() {
    let fake = Fake::ok();
    let proxy = log_proxy(&fake, "");
    for body in [
        "",
        "x",
        "{}\n{\"type\":\"event\",\"length\":9}\n{}\n",
        "{}\n{\"length\":2,\"length\":2}\n{}\n",
        "{}\n{\"type\":\"event\",\"length\":1}\n{}\n",
        "{}\n[]\n{}\n",
    ] {
        let answer = ask(&proxy, shipped("/api/1/envelope/", HEADERS, body.as_bytes()));
        let expected = if body.is_empty() { 200 } else { 400 };
        assert_eq!(answer.status, expected, "{body} {answer:?}");
    }
    let picture = b"{}\n{\"type\":\"attachment\",\"length\":5}\n%PDF\xff\n";
    ask(&proxy, shipped("/api/1/envelope/", HEADERS, picture)).assert_problem(422, "opaque-file");
}
