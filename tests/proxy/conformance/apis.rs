//! The formats of the APIs: templates in which `$0` is a text in a JSON string, and `$1` one in JSON source in a JSON
//! string.

use super::wire::Carrier;

/// An API of conversations.
pub struct Conversation {
    pub name: &'static str,
    pub path: &'static str,
    pub headers: &'static str,
    /// The request before its messages and behind them.
    pub head: &'static str,
    pub tail: &'static str,
    /// Messages of the user and of the model.
    pub user: &'static str,
    pub model: Option<&'static str>,
    /// Messages with a call of a tool, and with its result.
    pub call: Option<&'static str>,
    pub result: Option<&'static str>,
    /// An answer and the pointer to its text.
    pub answer: &'static str,
    pub said: &'static str,
    /// An answer that calls a tool, and the pointer to the arguments.
    pub call_answer: &'static str,
    pub call_at: &'static str,
    pub error: &'static str,
    pub error_at: &'static str,
    pub stream: Option<Stream>,
    /// A message with a text file, whose base64 is `$64`.
    pub file: Option<&'static str>,
    pub state: Option<Kept>,
}

/// State that the provider keeps: a request that begins it, and one that goes on with it.
#[derive(Clone, Copy)]
pub struct Kept {
    /// The request that begins it, around its messages, and the answer that names it.
    pub path: &'static str,
    pub head: &'static str,
    pub answer: &'static str,
    /// The request that goes on with it.
    pub next_path: &'static str,
    pub next_head: &'static str,
}

/// The stream of an API. Events have names, which may be empty.
#[derive(Clone, Copy)]
pub struct Stream {
    pub path: &'static str,
    /// Members that the request begins with.
    pub request: &'static str,
    pub carrier: Carrier,
    pub before: &'static [(&'static str, &'static str)],
    pub delta: (&'static str, &'static str),
    /// The pointer to the text of a delta.
    pub said: &'static str,
    /// A piece of a call's arguments, and the pointer to it.
    pub call_delta: Option<(&'static str, &'static str, &'static str)>,
    pub after: &'static [(&'static str, &'static str)],
}

const MESSAGE: &str = r#"{"role":"user","content":"$0"}"#;
const MODEL: &str = r#"{"role":"assistant","content":"$0"}"#;

const OPENAI_CHAT: Conversation = Conversation {
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
    said: "/choices/0/message/content",
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
        said: "/choices/0/delta/content",
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

const OPENAI_RESPONSES: Conversation = Conversation {
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
    said: "/output/0/content/0/text",
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
        said: "/delta",
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
    state: Some(Kept {
        path: "/v1/responses",
        head: r#"{"model":"m","input":["#,
        answer: r#"{"id":"resp_kept","output":[]}"#,
        next_path: "/v1/responses",
        next_head: r#"{"model":"m","previous_response_id":"resp_kept","input":["#,
    }),
};

const ANTHROPIC: Conversation = Conversation {
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
    said: "/content/0/text",
    call_answer: r#"{"type":"message","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"send","input":{"to":"$0"}}]}"#,
    call_at: "/content/0/input",
    error: r#"{"type":"error","error":{"type":"invalid_request_error","message":"$0"}}"#,
    error_at: "/error/message",
    stream: Some(ANTHROPIC_STREAM),
    file: Some(
        r#"{"role":"user","content":[{"type":"document","title":"a","source":{"type":"base64","media_type":"text/plain","data":"$64"}}]}"#,
    ),
    state: None,
};

const ANTHROPIC_STREAM: Stream = Stream {
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
    said: "/delta/text",
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

const VERTEX_CLAUDE: Conversation = Conversation {
    name: "claude on vertex",
    path: "/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-x@20250101:rawPredict",
    headers: "Authorization: Bearer ya29.token\r\n",
    head: r#"{"anthropic_version":"vertex-2023-10-16","max_tokens":9,"messages":["#,
    stream: Some(Stream {
        path: "/v1/projects/p/locations/us-east5/publishers/anthropic/models/claude-x@20250101:streamRawPredict",
        ..ANTHROPIC_STREAM
    }),
    ..ANTHROPIC
};

const GEMINI: Conversation = Conversation {
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
    said: "/candidates/0/content/parts/0/text",
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
        said: "/candidates/0/content/parts/0/text",
        call_delta: None,
        after: &[(
            "",
            r#"{"candidates":[{"content":{"parts":[{"text":""}]},"finishReason":"STOP"}],"usageMetadata":{}}"#,
        )],
    }),
    file: Some(r#"{"role":"user","parts":[{"inlineData":{"mimeType":"text/plain","data":"$64"}}]}"#),
    state: Some(Kept {
        path: "/v1beta/cachedContents",
        head: r#"{"model":"models/gemini-x","contents":["#,
        answer: r#"{"name":"cachedContents/kept","model":"models/gemini-x"}"#,
        next_path: "/v1beta/models/gemini-x:generateContent",
        next_head: r#"{"cachedContent":"cachedContents/kept","contents":["#,
    }),
};

/// Gemini's conversation in snake case, below a project of Vertex AI; the stream is one JSON array.
const GEMINI_VERTEX: Conversation = Conversation {
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
        said: "/candidates/0/content/parts/0/text",
        call_delta: None,
        after: &[("", r#"{"candidates":[{"finishReason":"STOP"}]}"#)],
    }),
    file: Some(r#"{"role":"user","parts":[{"inline_data":{"mime_type":"text/plain","data":"$64"}}]}"#),
    state: Some(Kept {
        path: "/v1/projects/p/locations/global/cachedContents",
        head: r#"{"model":"gemini-x","contents":["#,
        answer: r#"{"name":"projects/p/locations/global/cachedContents/kept","model":"gemini-x"}"#,
        next_path: "/v1/projects/p/locations/global/publishers/google/models/gemini-x:generateContent",
        next_head: r#"{"cached_content":"projects/p/locations/global/cachedContents/kept","contents":["#,
    }),
    ..GEMINI
};

const CONVERSE: Conversation = Conversation {
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
    said: "/output/message/content/0/text",
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
        said: "/delta/text",
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

const INVOKE_CLAUDE: Conversation = Conversation {
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
        ..ANTHROPIC_STREAM
    }),
    ..ANTHROPIC
};

const COHERE: Conversation = Conversation {
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
    said: "/message/content/0/text",
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
        said: "/delta/message/content/text",
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

const OLLAMA_CHAT: Conversation = Conversation {
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
    said: "/message/content",
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
        said: "/message/content",
        call_delta: None,
        after: &[(
            "",
            r#"{"model":"llama3","message":{"role":"assistant","content":""},"done_reason":"stop","done":true}"#,
        )],
    }),
    file: None,
    state: None,
};

const OLLAMA_GENERATE: Conversation = Conversation {
    name: "ollama generate",
    path: "/api/generate",
    head: r#"{"model":"llama3","prompt":"#,
    tail: "}",
    user: r#""$0""#,
    model: None,
    call: None,
    result: None,
    answer: r#"{"model":"llama3","response":"$0","done":true}"#,
    said: "/response",
    stream: Some(Stream {
        path: "/api/generate",
        request: "",
        carrier: Carrier::Ndjson,
        before: &[],
        delta: ("", r#"{"model":"llama3","response":"$0","done":false}"#),
        said: "/response",
        call_delta: None,
        after: &[("", r#"{"model":"llama3","response":"","done":true,"context":[1,2,3]}"#)],
    }),
    ..OLLAMA_CHAT
};

const MISTRAL_FIM: Conversation = Conversation {
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
        ..match OPENAI_CHAT.stream {
            Some(stream) => stream,
            None => panic!(),
        }
    }),
    file: None,
    ..OPENAI_CHAT
};

const MISTRAL_AGENTS: Conversation = Conversation {
    name: "mistral agents",
    path: "/v1/agents/completions",
    head: r#"{"agent_id":"ag_1","messages":["#,
    ..OPENAI_CHAT
};

const INTERACTIONS: Conversation = Conversation {
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
    said: "/steps/0/content/0/text",
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
        said: "/delta/text",
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
    state: Some(Kept {
        path: "/v1beta/interactions",
        head: r#"{"model":"gemini-x","input":["#,
        answer: r#"{"id":"v1_kept","status":"completed","steps":[]}"#,
        next_path: "/v1beta/interactions",
        next_head: r#"{"model":"gemini-x","previous_interaction_id":"v1_kept","input":["#,
    }),
};

const MISTRAL_CONVERSATIONS: Conversation = Conversation {
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
    said: "/outputs/0/content",
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
        said: "/content",
        call_delta: Some((
            "function.call.delta",
            r#"{"type":"function.call.delta","id":"fc_1","tool_call_id":"c1","name":"send","output_index":1,"arguments":"$0"}"#,
            "/arguments",
        )),
        after: &[("conversation.response.done", r#"{"type":"conversation.response.done","usage":{}}"#)],
    }),
    file: None,
    state: Some(Kept {
        path: "/v1/conversations",
        head: r#"{"model":"mistral-x","inputs":["#,
        answer: r#"{"object":"conversation.response","conversation_id":"conv_kept","outputs":[]}"#,
        next_path: "/v1/conversations/conv_kept",
        next_head: r#"{"inputs":["#,
    }),
};

/// The conversations of all APIs.
pub const APIS: &[Conversation] = &[
    OPENAI_CHAT,
    OPENAI_RESPONSES,
    ANTHROPIC,
    VERTEX_CLAUDE,
    GEMINI,
    GEMINI_VERTEX,
    CONVERSE,
    INVOKE_CLAUDE,
    COHERE,
    OLLAMA_CHAT,
    OLLAMA_GENERATE,
    MISTRAL_FIM,
    MISTRAL_AGENTS,
    INTERACTIONS,
    MISTRAL_CONVERSATIONS,
];

/// Requests without a conversation.
pub const EMBEDDINGS: &[(&str, &str)] = &[
    ("/v1/embeddings", r#"{"model":"m","input":["$0"]}"#),
    ("/v1beta/models/e:embedContent", r#"{"content":{"parts":[{"text":"$0"}]},"taskType":"RETRIEVAL_QUERY"}"#),
    (
        "/v1beta/models/e:batchEmbedContents",
        r#"{"requests":[{"model":"models/e","content":{"parts":[{"text":"$0"}]}}]}"#,
    ),
    ("/v1beta/models/g:countTokens", r#"{"generateContentRequest":{"contents":[{"parts":[{"text":"$0"}]}]}}"#),
    ("/v1/projects/p/locations/l/publishers/google/models/e:predict", r#"{"instances":[{"content":"$0"}]}"#),
    ("/v2/embed", r#"{"model":"m","texts":["$0"],"input_type":"search_query","embedding_types":["float"]}"#),
    ("/v2/rerank", r#"{"model":"m","query":"$0","documents":["$0","x"],"top_n":1}"#),
    ("/api/embed", r#"{"model":"m","input":["$0"]}"#),
    ("/model/amazon.titan-embed-text-v2%3A0/invoke", r#"{"inputText":"$0","dimensions":256}"#),
];
