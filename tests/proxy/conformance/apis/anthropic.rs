//! Conversations with Anthropic, directly and through Vertex AI.

use super::{Conversation, MESSAGE, MODEL, Stream};
use crate::conformance::wire::Carrier;

pub const MESSAGES: Conversation = Conversation {
    name: "anthropic",
    path: "/v1/messages",
    headers: "x-api-key: k\r\nanthropic-version: 2023-06-01\r\n",
    head: r#"{"model":"m","max_tokens":9,"messages":["#,
    tail: "]}",
    user: MESSAGE,
    model: Some(MODEL),
    call: Some(r#"{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"send","input":{"to":"$0"}}]}"#),
    result: Some(r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"$0"}]}"#),
    answer: r#"{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"$0"}],"stop_reason":"end_turn"}"#,
    text_at: "/content/0/text",
    call_answer: r#"{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"send","input":{"to":"$0"}}]}"#,
    call_at: "/content/0/input",
    error: r#"{"type":"error","error":{"type":"invalid_request_error","message":"$0"}}"#,
    error_at: "/error/message",
    stream: Some(STREAM),
    file: Some(
        r#"{"role":"user","content":[{"type":"document","title":"a","source":{"type":"base64","media_type":"text/plain","data":"$64"}}]}"#,
    ),
    state: None,
};

pub const STREAM: Stream = Stream {
    path: "/v1/messages",
    request: r#""stream":true,"#,
    carrier: Carrier::Sse,
    before: &[(
        "content_block_start",
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
    )],
    delta: (
        "content_block_delta",
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"$0"}}"#,
    ),
    text_at: "/delta/text",
    call_delta: Some((
        "content_block_delta",
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"$0"}}"#,
        "/delta/partial_json",
    )),
    after: &[
        ("content_block_stop", r#"{"type":"content_block_stop","index":0}"#),
        ("message_stop", r#"{"type":"message_stop"}"#),
    ],
};

pub const VERTEX_CLAUDE: Conversation = Conversation {
    name: "claude on vertex",
    path: "/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-x@20250101:rawPredict",
    headers: "Authorization: Bearer ya29.token\r\n",
    head: r#"{"anthropic_version":"vertex-2023-10-16","max_tokens":9,"messages":["#,
    stream: Some(Stream {
        path: "/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-x@20250101:streamRawPredict",
        ..STREAM
    }),
    ..MESSAGES
};
