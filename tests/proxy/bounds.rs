//! Bounds on what one exchange may take: memory is counted, and a few long originals do not make a short answer long.

use serde_json::{Value, json};

use crate::{
    common::wait::eventually,
    fake::{Fake, Signal, Then},
    setup::{ask, connect, metric, post, proxy},
};

/// The metric of bytes in memory.
const INFLIGHT: &str = "masquerade_inflight_body_bytes";

/// The limit on bodies of the route.
const BODY: usize = 16 * 1024;

/// The factor by which restored answers may exceed it.
const GROWTH: usize = 4;

/// A text that a route with [`long_original`] masks.
fn original() -> String {
    "CANARY-".repeat(1000) + "END"
}

/// The configuration of a route in which [`original`] is an entity.
fn long_original() -> String {
    format!("body_bytes = \"{BODY}B\"\ndeny_list = [{{ text = \"{}\", label = \"PERSON\" }}]\n", original())
}

fn chat(words: &str) -> String {
    json!({"model": "m", "messages": [{"role": "user", "content": words}]}).to_string()
}

/// The words of the user, as the upstream sees them.
fn words(body: &[u8]) -> String {
    let body: Value = serde_json::from_slice(body).unwrap();
    body["messages"][0]["content"].as_str().unwrap().to_owned()
}

/// The number of restored and of kept placeholders in an answer of a length that the ceiling allows.
#[track_caller]
fn assert_bounded(answer: &[u8], mentions: usize) {
    let text = String::from_utf8_lossy(answer);
    let restored = text.matches(&original()).count();
    assert_eq!(restored, BODY * GROWTH / original().len(), "all that fit are restored");
    assert_eq!(text.matches("[PERSON_1]").count(), mentions - restored, "the others stay");
}

#[test]
fn a_short_answer_does_not_become_longer_than_the_ceiling() {
    const MENTIONS: usize = 400;
    let fake = Fake::start(|request, talk| {
        let words = words(&request.body).repeat(MENTIONS);
        talk.json(&json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": words}}]}).to_string())
    });
    let proxy = proxy(&[&fake], &long_original());
    let answer = ask(&proxy, post("/v1/chat/completions", "", &chat(&original())));
    assert_bounded(&answer.body, MENTIONS);
    eventually(|| metric(&proxy, "masquerade_proxy_restores_total{outcome=\"withheld\",route=\"test\"}") > 390.0);
    eventually(|| metric(&proxy, INFLIGHT) == 0.0);
}

#[test]
fn a_stream_does_not_become_longer_than_the_ceiling() {
    const MENTIONS: usize = 400;
    let fake = Fake::start(|request, talk| {
        let words = words(&request.body);
        let event = json!({"choices": [{"index": 0, "delta": {"content": format!("{words} ")}}]});
        let stream = format!("data: {event}\n\n").repeat(MENTIONS);
        talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
        talk.send(format!("{:x}\r\n{stream}\r\n0\r\n\r\n", stream.len()));
        Then::Keep
    });
    let proxy = proxy(&[&fake], &long_original());
    let answer = ask(&proxy, post("/v1/chat/completions", "", &chat(&original())));
    assert_bounded(&answer.body, MENTIONS);
}

#[test]
fn bytes_of_a_stream_are_given_back_as_they_are_written() {
    const EVENTS: usize = 500;
    // Originals that are longer and that are shorter than their placeholders.
    for email in ["a@b.co", "a.very.long.name.of.a.person.with.many.parts@a.very.long.host.name.example.com"] {
        let end = Signal::default();
        let ended = end.clone();
        let fake = Fake::start(move |request, talk| {
            let words = words(&request.body);
            let event = json!({"choices": [{"index": 0, "delta": {"content": format!("{words} ")}}]});
            talk.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n");
            for _ in 0..EVENTS {
                let event = format!("data: {event}\n\n");
                talk.send(format!("{:x}\r\n{event}\r\n", event.len()));
            }
            ended.wait();
            talk.send("0\r\n\r\n");
            Then::Keep
        });
        let proxy = proxy(&[&fake], "");
        let mut client = connect(&proxy);
        client.send(post("/v1/chat/completions", "", &chat(email)));
        // The last event waits for its end neither here nor at the upstream: a blank decides its placeholder.
        client.await_count(email.as_bytes(), EVENTS);
        eventually(|| metric(&proxy, INFLIGHT) == 0.0);
        end.set();
        assert_eq!(client.receive_whole().status, 200);
        eventually(|| metric(&proxy, INFLIGHT) == 0.0);
    }
}

// The following would take hours if each part were compared with each: nothing is timed.

#[test]
fn hashed_placeholders_in_a_long_history_are_looked_up_by_hash() {
    const ADDRESSES: usize = 3000;
    const SETTINGS: &str =
        "method = \"HASH\"\nrestore = false\n[[secrets]]\nvalue = \"a secret of 32 bytes and more, of tests\"\n";
    let fake = Fake::start(|request, talk| {
        let words = words(&request.body);
        talk.json(&json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": words}}]}).to_string())
    });
    let proxy = proxy(&[&fake], SETTINGS);
    let addresses: String = (0..ADDRESSES).map(|at| format!("n{at}@example.com ")).collect();
    let first = ask(&proxy, post("/v1/chat/completions", "", &chat(&addresses))).json();
    let hashed = first["choices"][0]["message"]["content"].as_str().unwrap();
    assert_eq!(hashed.matches("[EMAIL_ADDRESS_").count(), ADDRESSES);
    let turn = |role: &str, content: &str| json!({"role": role, "content": content});
    let history = json!({"model": "m", "messages": [turn("user", &addresses), turn("assistant", hashed)]});
    assert_eq!(ask(&proxy, post("/v1/chat/completions", "", &history.to_string())).status, 200);
    let seen: Value = serde_json::from_slice(&fake.recorded()[1].body).unwrap();
    assert_eq!(seen["messages"][1]["content"], hashed, "what the model wrote comes back as it was");
}

#[test]
fn many_choices_and_blocks_are_read_once_each() {
    const PARTS: usize = 20_000;
    let fake = Fake::start(|request, talk| {
        let words = words(&request.body);
        if request.line().contains("/messages") {
            let blocks: Vec<_> = (0..PARTS).map(|_| json!({"type": "text", "text": format!("{words} ")})).collect();
            return talk.json(&json!({"type": "message", "role": "assistant", "content": blocks}).to_string());
        }
        let choice = |index: usize| json!({"index": index % 200, "delta": {"content": format!("{words} ")}});
        let event = json!({"choices": (0..PARTS).map(choice).collect::<Vec<_>>()});
        let stream = format!("data: {event}\n\ndata: [DONE]\n\n");
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
        talk.send(format!("{head}Content-Length: {}\r\n\r\n{stream}", stream.len()));
        Then::Keep
    });
    let proxy = proxy(&[&fake], "");
    for path in ["/v1/messages", "/v1/chat/completions"] {
        let answer = ask(&proxy, post(path, "", &chat("a@b.co")));
        assert_eq!(String::from_utf8_lossy(&answer.body).matches("a@b.co").count(), PARTS, "{path}");
    }
}
