//! OpenAI's API and those that follow it: Azure OpenAI, vLLM, DeepSeek, Mistral, and others.
//!
//! <https://platform.openai.com/docs/api-reference>

use super::{
    api::{
        Act, Api, Author, Carrier, Channel, End, Ending, Endpoint, Exchange, Kept, Note, Records, Rule, State, Stream,
        Tool, Voice, rule,
    },
    openai_responses::{CONVERSATIONS, RESPONSES},
    shared::{PLAIN, PROTOCOL, ROLES},
};

/// Endpoints of OpenAI and of those that speak as it does.
pub(super) const API: Api = Api {
    name: "openai",
    // Azure's two forms, OpenRouter's, and the bare paths that base URLs without a version give.
    bases: &["/v1", "/openai/v1", "/openai/deployments/{deployment}", "/api/v1", ""],
    auto: true,
    endpoints: &[
        endpoint("POST", "/chat/completions", &CHAT),
        endpoint("GET", "/chat/completions", &CHAT),
        endpoint("GET", "/chat/completions/{id}", &CHAT),
        endpoint("POST", "/chat/completions/{id}", &CHAT),
        endpoint("DELETE", "/chat/completions/{id}", &CHAT),
        endpoint("GET", "/chat/completions/{id}/messages", &CHAT),
        endpoint("POST", "/agents/completions", &CHAT),
        endpoint("POST", "/responses", &RESPONSES),
        endpoint("GET", "/responses/{id}", &RESPONSES),
        endpoint("DELETE", "/responses/{id}", &RESPONSES),
        endpoint("POST", "/responses/{id}/cancel", &RESPONSES),
        endpoint("GET", "/responses/{id}/input_items", &RESPONSES),
        endpoint("POST", "/responses/input_tokens", &RESPONSES),
        endpoint("POST", "/responses/compact", &RESPONSES),
        endpoint("POST", "/conversations", &CONVERSATIONS),
        endpoint("GET", "/conversations/{id}", &CONVERSATIONS),
        endpoint("POST", "/conversations/{id}", &CONVERSATIONS),
        endpoint("DELETE", "/conversations/{id}", &CONVERSATIONS),
        endpoint("GET", "/conversations/{id}/items", &CONVERSATIONS),
        endpoint("POST", "/conversations/{id}/items", &CONVERSATIONS),
        endpoint("GET", "/conversations/{id}/items/{item}", &CONVERSATIONS),
        endpoint("DELETE", "/conversations/{id}/items/{item}", &CONVERSATIONS),
        endpoint("POST", "/completions", &COMPLETIONS),
        endpoint("POST", "/fim/completions", &COMPLETIONS),
        endpoint("POST", "/embeddings", &EMBEDDINGS),
        endpoint("POST", "/moderations", &MODERATIONS),
        endpoint("POST", "/chat/moderations", &MODERATIONS),
        endpoint("GET", "/models", &PLAIN),
        endpoint("GET", "/models/{model}", &PLAIN),
        endpoint("GET", "/models/{owner}/{model}", &PLAIN),
    ],
};

const fn endpoint(method: &'static str, path: &'static str, exchange: &'static Exchange) -> Endpoint {
    Endpoint { method, path, exchange }
}

const CHAT: Exchange = Exchange {
    name: "openai-chat",
    records: Records::One,
    request: &[
        rule("messages[*].tool_calls[*].function.arguments.**", Act::Call("name")),
        rule("messages[*].tool_calls[*].{function,custom}.name", Act::Id),
        rule("messages[*].function_call.arguments.**", Act::Call("name")),
        rule("messages[*].function_call.name", Act::Id),
        rule("messages[*].name", Act::Id).when("role", &["tool", "function"]),
        rule("tools[*].{function,custom}.name", Act::Id),
        rule("functions[*].name", Act::Id),
        rule("function_call.name", Act::Id),
        rule("tool_choice.**", Act::Id),
        rule("response_format.json_schema.name", Act::Id),
        rule("{user,safety_identifier}", Act::Text),
        rule("metadata.**", Act::Free),
    ],
    protocol: PROTOCOL,
    order: &["tools", "functions", "response_format", "messages"],
    voices: &[Voice { at: "messages[*]", member: "role", authors: ROLES }],
    response: CHAT_ANSWER,
    stream: Some(&Stream {
        carrier: Carrier::Sse,
        rules: &[
            piece("choices[*].delta.{content,refusal,reasoning_content,reasoning}", false),
            piece("choices[*].delta.content[*].text", false),
            piece("choices[*].delta.content[*].thinking[*].text", false),
            piece("choices[*].delta.reasoning_details[*].{text,summary}", false),
            piece("choices[*].delta.audio.transcript", false),
            piece("choices[*].delta.function_call.arguments", true),
            call_piece("choices[*].delta.tool_calls[*].function.arguments", true),
            call_piece("choices[*].delta.tool_calls[*].custom.input", false),
        ],
        ends: &[End { at: "choices[*].finish_reason", value: Ending::Present, keys: &["choices[*].index"] }],
        tools: &[
            Tool { at: "choices[*].delta.tool_calls[*].{function,custom}.name", keys: CALL_KEYS },
            Tool { at: "choices[*].delta.function_call.name", keys: &["choices[*].index"] },
        ],
        last: Some("[DONE]"),
    }),
    state: Some(&State { continues: &[], issues: &["id"], kept: Kept::If("store") }),
    note: Some(Note::Message { member: "messages", role: "system" }),
};

const CHAT_ANSWER: &[Rule] = &[
    rule("choices[*].{message,delta}.tool_calls[*].function.arguments.**", Act::Call("name")),
    rule("choices[*].{message,delta}.tool_calls[*].{function,custom}.name", Act::Id),
    rule("choices[*].{message,delta}.function_call.arguments.**", Act::Call("name")),
    rule("choices[*].{message,delta}.function_call.name", Act::Id),
    rule("choices[*].logprobs.**", Act::Aligned),
    rule("choices[*].finish_reason", Act::Never),
    rule("metadata.**", Act::Free),
];

const CALL_KEYS: &[&str] = &["choices[*].index", "choices[*].delta.tool_calls[*].index"];

const fn piece(at: &'static str, json: bool) -> Rule {
    rule(at, Act::Channel(Channel { keys: &["choices[*].index"], json, family: "choice" }))
}

const fn call_piece(at: &'static str, json: bool) -> Rule {
    rule(at, Act::Channel(Channel { keys: CALL_KEYS, json, family: "choice" }))
}

const COMPLETIONS: Exchange = Exchange {
    name: "openai-completions",
    records: Records::One,
    request: &[
        rule("prompt.**", Act::Tokens),
        rule("{user,safety_identifier}", Act::Text),
        rule("metadata.**", Act::Free),
    ],
    protocol: PROTOCOL,
    order: &["prompt", "suffix"],
    voices: &[Voice { at: "{prompt,suffix}", member: "", authors: &[("", Author::User)] }],
    response: &[rule("choices[*].logprobs.**", Act::Aligned), rule("choices[*].finish_reason", Act::Never)],
    stream: Some(&Stream {
        carrier: Carrier::Sse,
        rules: &[
            piece("choices[*].text", false),
            // Mistral streams fill-in-the-middle as it does chats.
            piece("choices[*].delta.content", false),
        ],
        ends: &[End { at: "choices[*].finish_reason", value: Ending::Present, keys: &["choices[*].index"] }],
        tools: &[],
        last: Some("[DONE]"),
    }),
    state: None,
    note: None,
};

const EMBEDDINGS: Exchange = Exchange {
    name: "openai-embeddings",
    records: Records::One,
    request: &[rule("input.**", Act::Tokens), rule("user", Act::Text)],
    protocol: PROTOCOL,
    order: &["input"],
    voices: &[Voice { at: "input", member: "", authors: &[("", Author::User)] }],
    // Vectors, as numbers or in base64.
    response: &[rule("data[*].embedding", Act::Never)],
    stream: None,
    state: None,
    note: None,
};

const MODERATIONS: Exchange = Exchange {
    name: "openai-moderations",
    records: Records::One,
    request: &[rule("input.**.tool_calls[*].function.arguments.**", Act::Call("name"))],
    protocol: PROTOCOL,
    order: &["input"],
    voices: &[Voice { at: "input", member: "", authors: &[("", Author::User)] }],
    response: &[],
    stream: None,
    state: None,
    note: None,
};
