//! Conversations with Cohere.

use super::{Conversation, MESSAGE, MODEL, Stream};
use crate::conformance::wire::Carrier;

pub const CHAT: Conversation = Conversation {
    name: "cohere v2",
    path: "/v2/chat",
    headers: "Authorization: Bearer k\r\n",
    head: r#"{"model":"command-x","messages":["#,
    tail: "]}",
    user: MESSAGE,
    model: Some(MODEL),
    call: Some(
        r#"{"role":"assistant","tool_plan":"I send.","tool_calls":[{"id":"c1","type":"function","function":{"name":"send","arguments":"{\"to\":\"$1\"}"}}]}"#,
    ),
    result: Some(
        r#"{"role":"tool","tool_call_id":"c1","content":[{"type":"document","document":{"data":{"x":"$0"}}}]}"#,
    ),
    answer: r#"{"id":"x","finish_reason":"COMPLETE","message":{"role":"assistant","content":[{"type":"text","text":"$0"}]}}"#,
    text_at: "/message/content/0/text",
    call_answer: r#"{"id":"x","finish_reason":"TOOL_CALL","message":{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"send","arguments":"{\"to\":\"$1\"}"}}]}}"#,
    call_at: "/message/tool_calls/0/function/arguments",
    error: r#"{"id":"x","message":"$0"}"#,
    error_at: "/message",
    stream: Some(Stream {
        path: "/v2/chat",
        request: r#""stream":true,"#,
        carrier: Carrier::Sse,
        before: &[(
            "message-start",
            r#"{"id":"x","type":"message-start","delta":{"message":{"role":"assistant","content":[],"tool_plan":"","tool_calls":[],"citations":[]}}}"#,
        )],
        delta: ("content-delta", r#"{"type":"content-delta","index":0,"delta":{"message":{"content":{"text":"$0"}}}}"#),
        text_at: "/delta/message/content/text",
        call_delta: Some((
            "tool-call-delta",
            r#"{"type":"tool-call-delta","index":0,"delta":{"message":{"tool_calls":{"function":{"arguments":"$0"}}}}}"#,
            "/delta/message/tool_calls/function/arguments",
        )),
        after: &[
            ("content-end", r#"{"type":"content-end","index":0}"#),
            ("message-end", r#"{"type":"message-end","delta":{"finish_reason":"COMPLETE"}}"#),
        ],
    }),
    file: None,
    state: None,
};
