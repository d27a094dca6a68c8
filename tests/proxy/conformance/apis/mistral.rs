//! Conversations with Mistral.

use super::{Conversation, ProviderState, Stream, openai};
use crate::conformance::wire::Carrier;

pub const FIM: Conversation = Conversation {
    name: "mistral fim",
    path: "/v1/fim/completions",
    head: r#"{"model":"codestral","suffix":"end","prompt":"#,
    tail: "}",
    user: r#""$0""#,
    model: None,
    call: None,
    result: None,
    stream: Some(Stream {
        path: "/v1/fim/completions",
        call_delta: None,
        ..match openai::CHAT.stream {
            Some(stream) => stream,
            None => panic!(),
        }
    }),
    file: None,
    ..openai::CHAT
};

pub const AGENTS: Conversation = Conversation {
    name: "mistral agents",
    path: "/v1/agents/completions",
    head: r#"{"agent_id":"ag_1","messages":["#,
    ..openai::CHAT
};

pub const CONVERSATIONS: Conversation = Conversation {
    name: "mistral conversations",
    path: "/v1/conversations",
    headers: "Authorization: Bearer k\r\n",
    head: r#"{"model":"mistral-x","instructions":"Be brief.","inputs":["#,
    tail: r#"],"completion_args":{"temperature":0.5}}"#,
    user: r#"{"object":"entry","type":"message.input","role":"user","content":"$0"}"#,
    model: Some(r#"{"object":"entry","type":"message.output","role":"assistant","content":"$0"}"#),
    call: Some(
        r#"{"object":"entry","type":"function.call","tool_call_id":"c1","name":"send","arguments":"{\"to\":\"$1\"}"}"#,
    ),
    result: Some(r#"{"object":"entry","type":"function.result","tool_call_id":"c1","result":"$0"}"#),
    answer: r#"{"object":"conversation.response","conversation_id":"conv_a","outputs":[{"object":"entry","type":"message.output","role":"assistant","content":"$0"}]}"#,
    text_at: "/outputs/0/content",
    call_answer: r#"{"object":"conversation.response","conversation_id":"conv_a","outputs":[{"object":"entry","type":"function.call","tool_call_id":"c1","name":"send","arguments":"{\"to\":\"$1\"}"}]}"#,
    call_at: "/outputs/0/arguments",
    error: r#"{"error":{"message":"$0","type":"invalid_request_error"}}"#,
    error_at: "/error/message",
    stream: Some(Stream {
        path: "/v1/conversations",
        request: r#""stream":true,"#,
        carrier: Carrier::Sse,
        before: &[(
            "conversation.response.started",
            r#"{"type":"conversation.response.started","conversation_id":"conv_a"}"#,
        )],
        delta: (
            "message.output.delta",
            r#"{"type":"message.output.delta","id":"msg_1","output_index":0,"content_index":0,"role":"assistant","content":"$0"}"#,
        ),
        text_at: "/content",
        call_delta: Some((
            "function.call.delta",
            r#"{"type":"function.call.delta","id":"fc_1","tool_call_id":"c1","name":"send","output_index":1,"arguments":"$0"}"#,
            "/arguments",
        )),
        after: &[("conversation.response.done", r#"{"type":"conversation.response.done","usage":{}}"#)],
    }),
    file: None,
    state: Some(ProviderState {
        path: "/v1/conversations",
        head: r#"{"model":"mistral-x","inputs":["#,
        answer: r#"{"object":"conversation.response","conversation_id":"conv_kept","outputs":[]}"#,
        next_path: "/v1/conversations/conv_kept",
        next_head: r#"{"inputs":["#,
    }),
};
