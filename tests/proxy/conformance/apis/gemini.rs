//! Conversations with Gemini.

use super::{Conversation, ProviderState, Stream};
use crate::conformance::wire::Carrier;

pub const GENERATE_CONTENT: Conversation = Conversation {
    name: "gemini (events)",
    path: "/v1beta/models/gemini-x:generateContent",
    headers: "x-goog-api-key: k\r\n",
    head: r#"{"systemInstruction":{"parts":[{"text":"Be brief."}]},"contents":["#,
    tail: r#"],"generationConfig":{"temperature":0.5}}"#,
    user: r#"{"role":"user","parts":[{"text":"$0"}]}"#,
    model: Some(r#"{"role":"model","parts":[{"text":"$0"}]}"#),
    call: Some(r#"{"role":"model","parts":[{"functionCall":{"name":"send","args":{"to":"$0"}}}]}"#),
    result: Some(r#"{"role":"user","parts":[{"functionResponse":{"name":"send","response":{"result":"$0"}}}]}"#),
    answer: r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"$0"}]},"finishReason":"STOP"}],"modelVersion":"gemini-x"}"#,
    text_at: "/candidates/0/content/parts/0/text",
    call_answer: r#"{"candidates":[{"content":{"role":"model","parts":[{"functionCall":{"name":"send","args":{"to":"$0"}}}]}}]}"#,
    call_at: "/candidates/0/content/parts/0/functionCall/args",
    error: r#"{"error":{"code":400,"message":"$0","status":"INVALID_ARGUMENT"}}"#,
    error_at: "/error/message",
    stream: Some(Stream {
        path: "/v1beta/models/gemini-x:streamGenerateContent?alt=sse",
        request: "",
        carrier: Carrier::Sse,
        before: &[],
        delta: ("", r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"$0"}]}}]}"#),
        text_at: "/candidates/0/content/parts/0/text",
        call_delta: None,
        after: &[(
            "",
            r#"{"candidates":[{"content":{"parts":[{"text":""}]},"finishReason":"STOP"}],"usageMetadata":{}}"#,
        )],
    }),
    file: Some(r#"{"role":"user","parts":[{"inlineData":{"mimeType":"text/plain","data":"$64"}}]}"#),
    state: Some(ProviderState {
        path: "/v1beta/cachedContents",
        head: r#"{"model":"models/gemini-x","contents":["#,
        answer: r#"{"name":"cachedContents/kept","model":"models/gemini-x"}"#,
        next_path: "/v1beta/models/gemini-x:generateContent",
        next_head: r#"{"cachedContent":"cachedContents/kept","contents":["#,
    }),
};

/// Gemini's conversation in snake case, below a project of Vertex AI; the stream is one JSON array.
pub const VERTEX: Conversation = Conversation {
    name: "gemini (array)",
    path: "/v1/projects/p/locations/global/publishers/google/models/gemini-x:generateContent",
    head: r#"{"system_instruction":{"parts":[{"text":"Be brief."}]},"contents":["#,
    tail: r#"],"generation_config":{"temperature":0.5}}"#,
    call: Some(r#"{"role":"model","parts":[{"function_call":{"name":"send","args":{"to":"$0"}}}]}"#),
    result: Some(r#"{"role":"user","parts":[{"function_response":{"name":"send","response":{"result":"$0"}}}]}"#),
    stream: Some(Stream {
        path: "/v1/projects/p/locations/global/publishers/google/models/gemini-x:streamGenerateContent",
        request: "",
        carrier: Carrier::JsonArray,
        before: &[],
        delta: ("", r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"$0"}]}}]}"#),
        text_at: "/candidates/0/content/parts/0/text",
        call_delta: None,
        after: &[("", r#"{"candidates":[{"finishReason":"STOP"}]}"#)],
    }),
    file: Some(r#"{"role":"user","parts":[{"inline_data":{"mime_type":"text/plain","data":"$64"}}]}"#),
    state: Some(ProviderState {
        path: "/v1/projects/p/locations/global/cachedContents",
        head: r#"{"model":"gemini-x","contents":["#,
        answer: r#"{"name":"projects/p/locations/global/cachedContents/kept","model":"gemini-x"}"#,
        next_path: "/v1/projects/p/locations/global/publishers/google/models/gemini-x:generateContent",
        next_head: r#"{"cached_content":"projects/p/locations/global/cachedContents/kept","contents":["#,
    }),
    ..GENERATE_CONTENT
};

pub const INTERACTIONS: Conversation = Conversation {
    name: "gemini interactions",
    path: "/v1beta/interactions",
    headers: "x-goog-api-key: k\r\n",
    head: r#"{"model":"gemini-x","store":false,"system_instruction":"Be brief.","input":["#,
    tail: r#"],"generation_config":{"temperature":0.5}}"#,
    user: r#"{"type":"user_input","content":[{"type":"text","text":"$0"}]}"#,
    model: Some(r#"{"type":"model_output","content":[{"type":"text","text":"$0"}]}"#),
    call: Some(r#"{"type":"function_call","id":"c1","name":"send","arguments":{"to":"$0"}}"#),
    result: Some(r#"{"type":"function_result","call_id":"c1","name":"send","result":{"x":"$0"}}"#),
    answer: r#"{"id":"v1_a","status":"completed","steps":[{"type":"model_output","content":[{"type":"text","text":"$0"}]}],"usage":{"total_tokens":3}}"#,
    text_at: "/steps/0/content/0/text",
    call_answer: r#"{"id":"v1_a","status":"requires_action","steps":[{"type":"function_call","id":"c1","name":"send","arguments":{"to":"$0"}}]}"#,
    call_at: "/steps/0/arguments",
    error: r#"{"error":{"code":400,"message":"$0","status":"INVALID_ARGUMENT"}}"#,
    error_at: "/error/message",
    stream: Some(Stream {
        path: "/v1beta/interactions",
        request: r#""stream":true,"#,
        carrier: Carrier::Sse,
        before: &[
            (
                "interaction.created",
                r#"{"event_type":"interaction.created","interaction":{"id":"v1_a","status":"in_progress"}}"#,
            ),
            ("step.start", r#"{"event_type":"step.start","index":0,"step":{"type":"model_output"}}"#),
        ],
        delta: ("step.delta", r#"{"event_type":"step.delta","index":0,"delta":{"type":"text","text":"$0"}}"#),
        text_at: "/delta/text",
        call_delta: Some((
            "step.delta",
            r#"{"event_type":"step.delta","index":1,"delta":{"type":"arguments_delta","arguments":"$0"}}"#,
            "/delta/arguments",
        )),
        after: &[
            ("step.stop", r#"{"event_type":"step.stop","index":0}"#),
            (
                "interaction.completed",
                r#"{"event_type":"interaction.completed","interaction":{"id":"v1_a","status":"completed"}}"#,
            ),
            ("done", "[DONE]"),
        ],
    }),
    file: Some(r#"{"type":"user_input","content":[{"type":"document","data":"$64","mime_type":"text/plain"}]}"#),
    state: Some(ProviderState {
        path: "/v1beta/interactions",
        head: r#"{"model":"gemini-x","input":["#,
        answer: r#"{"id":"v1_kept","status":"completed","steps":[]}"#,
        next_path: "/v1beta/interactions",
        next_head: r#"{"model":"gemini-x","previous_interaction_id":"v1_kept","input":["#,
    }),
};
