//! Tests of state that the provider keeps: the session of its map goes on with it.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use super::*;
use crate::store::contract::limits;

fn remember(bench: &Bench, request: &MaskedRequest, id: &str) {
    let session = request.session.as_ref().expect("a session");
    ready(session.remember(bench.engine.store().as_ref(), id)).unwrap();
}

#[test]
fn a_response_that_is_continued_goes_on_with_its_map() {
    let bench = Bench::redacting();
    let first = bench.request(RESPONSES, r#"{"input":"a@x.example"}"#);
    assert_eq!(text(&first), r#"{"input":"[EMAIL_ADDRESS_1]"}"#);
    remember(&bench, &first, "resp_1");
    let second = bench.request(RESPONSES, r#"{"previous_response_id":"resp_1","input":"b@x.example, a@x.example"}"#);
    let expected = r#"{"previous_response_id":"resp_1","input":"[EMAIL_ADDRESS_2], [EMAIL_ADDRESS_1]"}"#;
    assert_eq!(text(&second), expected);
    remember(&bench, &second, "resp_2");
    let incoming = Incoming { id: Some("resp_2"), ..Incoming::default() };
    let stored = bench.try_mask("GET /v1/responses/resp_2", "", incoming).unwrap();
    let answer = r#"{"output":[{"type":"message","content":[{"text":"[EMAIL_ADDRESS_1] [EMAIL_ADDRESS_2]"}]}]}"#;
    let restored = restored("GET /v1/responses/resp_2", &stored, answer);
    assert!(restored.contains("a@x.example b@x.example"), "{restored}");
}

#[test]
fn an_id_that_two_conversations_have_in_common_is_the_name_of_neither() {
    let bench = Bench::redacting();
    // A summary in which no person is named stands for its own text.
    let [first, same, second] = ["a@x.example", "a@x.example", "b@x.example"]
        .map(|address| bench.request(RESPONSES, &format!(r#"{{"input":"{address}"}}"#)));
    remember(&bench, &first, "summary");
    remember(&bench, &same, "summary");
    let body = r#"{"previous_response_id":"summary","input":"c@x.example"}"#;
    assert_eq!(text(&bench.request(RESPONSES, body)), body.replace("c@x.example", "[EMAIL_ADDRESS_2]"));
    remember(&bench, &second, "summary");
    for request in [&first, &second] {
        assert_eq!(bench.try_mask(RESPONSES, body, Incoming::default()).unwrap_err().name(), "unknown-state");
        remember(&bench, request, "summary");
    }
}

#[test]
fn a_map_lives_as_long_as_the_state_that_the_provider_keeps() {
    const DAY: Duration = Duration::from_secs(86_400);
    let mut bench = Bench::redacting();
    let seconds = Arc::new(AtomicU64::new(0));
    let clock = Arc::clone(&seconds);
    bench.keep_in(MemoryStore::with_clock(
        limits(),
        Arc::new(move || Duration::from_secs(clock.load(Ordering::Relaxed))),
    ));
    bench.rules = bench.rules.with_state_ttl(30 * DAY);
    let first = bench.request(RESPONSES, r#"{"input":"a@x.example"}"#);
    remember(&bench, &first, "resp_5");
    let body = r#"{"previous_response_id":"resp_5","input":"b@x.example"}"#;
    for _ in 0..2 {
        seconds.fetch_add((30 * DAY).as_secs() - 1, Ordering::Relaxed);
        assert_eq!(text(&bench.request(RESPONSES, body)), body.replace("b@x.example", "[EMAIL_ADDRESS_2]"));
    }
    seconds.fetch_add((30 * DAY).as_secs(), Ordering::Relaxed);
    assert_eq!(bench.try_mask(RESPONSES, body, Incoming::default()).unwrap_err().name(), "unknown-state");
}

#[test]
fn another_tenant_finds_nothing_under_the_same_id() {
    let mut bench = Bench::redacting();
    let first = bench.request(RESPONSES, r#"{"input":"a@x.example"}"#);
    remember(&bench, &first, "resp_3");
    bench.caller.tenant = "other".into();
    let body = r#"{"previous_response_id":"resp_3","input":"b@x.example"}"#;
    assert_eq!(bench.try_mask(RESPONSES, body, Incoming::default()).unwrap_err().name(), "unknown-state");
    bench.rules = bench.rules.with_unknown(OnUnknown::Pass);
    assert_eq!(text(&bench.request(RESPONSES, body)), body.replace("b@x.example", "[EMAIL_ADDRESS_1]"));
}

#[test]
fn nothing_is_kept_where_the_provider_keeps_nothing() {
    let bench = Bench::redacting();
    for (path, body, kept) in [
        (RESPONSES, r#"{"input":"a@x.example"}"#, true),
        (RESPONSES, r#"{"store":false,"input":"a@x.example"}"#, false),
        (CHAT, r#"{"messages":[{"role":"user","content":"a@x.example"}]}"#, false),
        (CHAT, r#"{"store":true,"messages":[{"role":"user","content":"a@x.example"}]}"#, true),
        (MESSAGES, r#"{"messages":[{"role":"user","content":"a@x.example"}]}"#, false),
        ("/v1/messages/batches", r#"{"requests":[{"params":{"system":"a@x.example"}}]}"#, true),
    ] {
        assert_eq!(bench.request(path, body).session.is_some(), kept, "{path} {body}");
    }
    let records = Bench::new(Method::Hash, Style::Records);
    assert!(records.request(RESPONSES, r#"{"input":"a@x.example"}"#).session.is_none());
}

#[test]
fn what_the_model_wrote_of_a_continued_map_passes() {
    let bench = Bench::redacting();
    let first = bench.request(RESPONSES, r#"{"input":"a@x.example"}"#);
    remember(&bench, &first, "resp_4");
    let body = r#"{"previous_response_id":"resp_4","input":[{"role":"assistant","content":"[EMAIL_ADDRESS_1]"},{"role":"user","content":"[EMAIL_ADDRESS_1]"}]}"#;
    assert_eq!(
        bench.masked(RESPONSES, body),
        r#"{"previous_response_id":"resp_4","input":[{"role":"assistant","content":"[EMAIL_ADDRESS_1]"},{"role":"user","content":"[LITERAL_1]"}]}"#
    );
}
