//! Conversations with OpenAI.

use super::{Conversation, MESSAGE, MODEL, ProviderState, Stream};
use crate::conformance::wire::Carrier;

pub const CHAT: Conversation = Conversation {
    name: "openai chat",
    path: "/v1/chat/completions",
    headers: "Authorization: Bearer k\r\n",
    head: r#"{"model":"m","messages":["#,
    tail: "]}",
    user: MESSAGE,
    model: Some(MODEL),
    call: Some(
        r#"{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"send","arguments":"{\"to\":\"$1\"}"}}]}"#,
    ),
    result: Some(r#"{"role":"tool","tool_call_id":"c1","content":"$0"}"#),
    answer: r#"{"id":"a","choices":[{"index":0,"message":{"role":"assistant","content":"$0"},"finish_reason":"stop"}]}"#,
    text_at: "/choices/0/message/content",
    call_answer: r#"{"choices":[{"index":0,"message":{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"send","arguments":"{\"to\":\"$1\"}"}}]}}]}"#,
    call_at: "/choices/0/message/tool_calls/0/function/arguments",
    error: r#"{"error":{"message":"$0","type":"invalid_request_error","code":null}}"#,
    error_at: "/error/message",
    stream: Some(Stream {
        path: "/v1/chat/completions",
        request: r#""stream":true,"#,
        carrier: Carrier::Sse,
        before: &[("", r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}"#)],
        delta: ("", r#"{"choices":[{"index":0,"delta":{"content":"$0"}}]}"#),
        text_at: "/choices/0/delta/content",
        call_delta: Some((
            "",
            r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"$0"}}]}}]}"#,
            "/choices/0/delta/tool_calls/0/function/arguments",
        )),
        after: &[("", r#"{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#), ("", "[DONE]")],
    }),
    file: Some(
        r#"{"role":"user","content":[{"type":"file","file":{"filename":"a.txt","file_data":"data:text/plain;base64,$64"}}]}"#,
    ),
    state: None,
};

pub const RESPONSES: Conversation = Conversation {
    name: "openai responses",
    path: "/v1/responses",
    headers: "Authorization: Bearer k\r\n",
    head: r#"{"model":"m","store":false,"input":["#,
    tail: "]}",
    user: MESSAGE,
    model: Some(MODEL),
    call: Some(r#"{"type":"function_call","call_id":"c1","name":"send","arguments":"{\"to\":\"$1\"}"}"#),
    result: Some(r#"{"type":"function_call_output","call_id":"c1","output":"$0"}"#),
    answer: r#"{"id":"resp_1","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"$0"}]}]}"#,
    text_at: "/output/0/content/0/text",
    call_answer: r#"{"id":"resp_1","output":[{"type":"function_call","call_id":"c1","name":"send","arguments":"{\"to\":\"$1\"}"}]}"#,
    call_at: "/output/0/arguments",
    error: r#"{"error":{"message":"$0","type":"invalid_request_error"}}"#,
    error_at: "/error/message",
    stream: Some(Stream {
        path: "/v1/responses",
        request: r#""stream":true,"#,
        carrier: Carrier::Sse,
        before: &[(
            "response.output_item.added",
            r#"{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m1"}}"#,
        )],
        delta: (
            "response.output_text.delta",
            r#"{"type":"response.output_text.delta","item_id":"m1","output_index":0,"content_index":0,"delta":"$0"}"#,
        ),
        text_at: "/delta",
        call_delta: Some((
            "response.function_call_arguments.delta",
            r#"{"type":"response.function_call_arguments.delta","item_id":"m1","output_index":0,"delta":"$0"}"#,
            "/delta",
        )),
        after: &[("response.completed", r#"{"type":"response.completed","response":{"id":"resp_1","output":[]}}"#)],
    }),
    file: Some(
        r#"{"role":"user","content":[{"type":"input_file","filename":"a.txt","file_data":"data:text/plain;base64,$64"}]}"#,
    ),
    state: Some(ProviderState {
        path: "/v1/responses",
        head: r#"{"model":"m","input":["#,
        answer: r#"{"id":"resp_kept","output":[]}"#,
        next_path: "/v1/responses",
        next_head: r#"{"model":"m","previous_response_id":"resp_kept","input":["#,
    }),
};
