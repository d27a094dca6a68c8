//! Conversations with Ollama.

use super::{Conversation, MESSAGE, MODEL, Stream};
use crate::conformance::wire::Carrier;

pub const CHAT: Conversation = Conversation {
    name: "ollama chat",
    path: "/api/chat",
    headers: "",
    head: r#"{"model":"llama3","messages":["#,
    tail: "]}",
    user: MESSAGE,
    model: Some(MODEL),
    call: Some(
        r#"{"role":"assistant","content":"","tool_calls":[{"function":{"name":"send","arguments":{"to":"$0"}}}]}"#,
    ),
    result: Some(r#"{"role":"tool","tool_name":"send","content":"$0"}"#),
    answer: r#"{"model":"llama3","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"$0"},"done":true}"#,
    text_at: "/message/content",
    call_answer: r#"{"model":"llama3","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"send","arguments":{"to":"$0"}}}]},"done":true}"#,
    call_at: "/message/tool_calls/0/function/arguments",
    error: r#"{"error":"$0"}"#,
    error_at: "/error",
    stream: Some(Stream {
        path: "/api/chat",
        request: "",
        carrier: Carrier::Ndjson,
        before: &[],
        delta: ("", r#"{"model":"llama3","message":{"role":"assistant","content":"$0"},"done":false}"#),
        text_at: "/message/content",
        call_delta: None,
        after: &[(
            "",
            r#"{"model":"llama3","message":{"role":"assistant","content":""},"done_reason":"stop","done":true}"#,
        )],
    }),
    file: None,
    state: None,
};

pub const GENERATE: Conversation = Conversation {
    name: "ollama generate",
    path: "/api/generate",
    head: r#"{"model":"llama3","prompt":"#,
    tail: "}",
    user: r#""$0""#,
    model: None,
    call: None,
    result: None,
    answer: r#"{"model":"llama3","response":"$0","done":true}"#,
    text_at: "/response",
    stream: Some(Stream {
        path: "/api/generate",
        request: "",
        carrier: Carrier::Ndjson,
        before: &[],
        delta: ("", r#"{"model":"llama3","response":"$0","done":false}"#),
        text_at: "/response",
        call_delta: None,
        after: &[("", r#"{"model":"llama3","response":"","done":true,"context":[1,2,3]}"#)],
    }),
    ..CHAT
};
