//! Conversations with Amazon Bedrock.

use super::{Conversation, Stream, anthropic};
use crate::conformance::wire::Carrier;

pub const CONVERSE: Conversation = Conversation {
    name: "bedrock converse",
    path: "/model/us.amazon.nova-x-v1%3A0/converse",
    headers: "Authorization: Bearer bedrock-api-key-k\r\n",
    head: r#"{"system":[{"text":"Be brief."}],"messages":["#,
    tail: r#"],"inferenceConfig":{"maxTokens":9}}"#,
    user: r#"{"role":"user","content":[{"text":"$0"}]}"#,
    model: Some(r#"{"role":"assistant","content":[{"text":"$0"}]}"#),
    call: Some(r#"{"role":"assistant","content":[{"toolUse":{"toolUseId":"t1","name":"send","input":{"to":"$0"}}}]}"#),
    result: Some(
        r#"{"role":"user","content":[{"toolResult":{"toolUseId":"t1","content":[{"json":{"x":"$0"}}],"status":"success"}}]}"#,
    ),
    answer: r#"{"output":{"message":{"role":"assistant","content":[{"text":"$0"}]}},"stopReason":"end_turn","usage":{"totalTokens":3}}"#,
    text_at: "/output/message/content/0/text",
    call_answer: r#"{"output":{"message":{"role":"assistant","content":[{"toolUse":{"toolUseId":"t1","name":"send","input":{"to":"$0"}}}]}},"stopReason":"tool_use"}"#,
    call_at: "/output/message/content/0/toolUse/input",
    error: r#"{"message":"$0"}"#,
    error_at: "/message",
    stream: Some(Stream {
        path: "/model/us.amazon.nova-x-v1%3A0/converse-stream",
        request: "",
        carrier: Carrier::AwsEvents,
        before: &[("messageStart", r#"{"p":"abcd","role":"assistant"}"#)],
        delta: ("contentBlockDelta", r#"{"contentBlockIndex":0,"delta":{"text":"$0"},"p":"abcdefg"}"#),
        text_at: "/delta/text",
        call_delta: Some((
            "contentBlockDelta",
            r#"{"contentBlockIndex":1,"delta":{"toolUse":{"input":"$0"}},"p":"ab"}"#,
            "/delta/toolUse/input",
        )),
        after: &[
            ("contentBlockStop", r#"{"contentBlockIndex":0,"p":"a"}"#),
            ("messageStop", r#"{"p":"abc","stopReason":"end_turn"}"#),
            ("metadata", r#"{"metrics":{"latencyMs":7},"usage":{"totalTokens":3}}"#),
        ],
    }),
    file: Some(r#"{"role":"user","content":[{"document":{"format":"txt","name":"a","source":{"bytes":"$64"}}}]}"#),
    state: None,
};

pub const INVOKE_CLAUDE: Conversation = Conversation {
    name: "bedrock invoke",
    path: "/model/anthropic.claude-x-v1%3A0/invoke",
    headers: "Authorization: Bearer bedrock-api-key-k\r\n",
    head: r#"{"anthropic_version":"bedrock-2023-05-31","max_tokens":9,"messages":["#,
    error: r#"{"message":"$0"}"#,
    error_at: "/message",
    stream: Some(Stream {
        path: "/model/anthropic.claude-x-v1%3A0/invoke-with-response-stream",
        request: "",
        carrier: Carrier::AwsChunks,
        ..anthropic::STREAM
    }),
    ..anthropic::MESSAGES
};
