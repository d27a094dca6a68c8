//! OpenAI's API and those that follow it: Azure OpenAI, vLLM, DeepSeek, Mistral, and others.
//!
//! <https://platform.openai.com/docs/api-reference>

use super::{
    WEBSOCKET,
    api::{
        Action, Api, Author, AuthorRule, BodyFormat, CallRule, Channel, ChannelEnd, EndCondition, Endpoint, Exchange,
        NotePlace, OffsetRule, OffsetText, Offsets, ProviderState, Retention, Rule, StreamFormat, ToolNameRule, rule,
    },
    conversations::CONVERSATIONS,
    openai_files::{BATCHES, FILE_CONTENT, FILES, FORMS},
    openai_realtime::REALTIME,
    openai_responses::{COMPACT, RESPONSES, RESPONSES_SOCKET},
    openai_threads::{ASSISTANTS, THREADS},
    shared::{PLAIN, PROTOCOL, ROLES, TEXT_BLOCK, UNFOLLOWED},
};
use crate::{codec::framing::Carrier, problem::ErrorShape};

/// Endpoints of OpenAI and of those that speak as it does.
pub(super) const API: Api = Api {
    name: "openai",
    bases: BASES,
    auto: true,
    any_base: true,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::OpenAi,
    endpoints: &[
        endpoint("POST", "/chat/completions", &CHAT),
        endpoint("GET", "/chat/completions", &CHAT),
        endpoint("GET", "/chat/completions/{id}", &CHAT),
        endpoint("POST", "/chat/completions/{id}", &CHAT),
        endpoint("DELETE", "/chat/completions/{id}", &CHAT),
        endpoint("GET", "/chat/completions/{id}/messages", &CHAT),
        endpoint("POST", "/agents/completions", &CHAT),
        endpoint("POST", "/responses", &RESPONSES),
        endpoint(WEBSOCKET, "/responses", &RESPONSES_SOCKET),
        endpoint(WEBSOCKET, "/realtime", &REALTIME),
        endpoint("GET", "/responses/{id}", &RESPONSES),
        endpoint("DELETE", "/responses/{id}", &RESPONSES),
        endpoint("POST", "/responses/{id}/cancel", &RESPONSES),
        endpoint("GET", "/responses/{id}/input_items", &RESPONSES),
        endpoint("POST", "/responses/input_tokens", &RESPONSES),
        endpoint("POST", "/responses/compact", &COMPACT),
        endpoint("POST", "/conversations", &CONVERSATIONS),
        endpoint("GET", "/conversations/{id}", &CONVERSATIONS),
        endpoint("POST", "/conversations/{id}", &CONVERSATIONS),
        endpoint("DELETE", "/conversations/{id}", &CONVERSATIONS),
        endpoint("GET", "/conversations/{id}/items", &CONVERSATIONS),
        endpoint("POST", "/conversations/{id}/items", &CONVERSATIONS),
        // Mistral's.
        endpoint("GET", "/conversations/{id}/history", &CONVERSATIONS),
        endpoint("GET", "/conversations/{id}/messages", &CONVERSATIONS),
        endpoint("POST", "/conversations/{id}/restart", &CONVERSATIONS),
        endpoint("GET", "/conversations/{id}/items/{item}", &CONVERSATIONS),
        endpoint("DELETE", "/conversations/{id}/items/{item}", &CONVERSATIONS),
        endpoint("POST", "/completions", &COMPLETIONS),
        endpoint("POST", "/fim/completions", &COMPLETIONS),
        endpoint("POST", "/embeddings", &EMBEDDINGS),
        endpoint("POST", "/ocr", &OCR),
        // Mistral's models on Vertex AI.
        endpoint("POST", "/{v}/projects/{p}/locations/{l}/publishers/mistralai/models/{m}:rawPredict", &CHAT),
        endpoint("POST", "/{v}/projects/{p}/locations/{l}/publishers/mistralai/models/{m}:streamRawPredict", &CHAT),
        endpoint("POST", "/moderations", &MODERATIONS),
        endpoint("POST", "/chat/moderations", &MODERATIONS),
        endpoint("POST", "/classifications", &MODERATIONS),
        endpoint("POST", "/chat/classifications", &MODERATIONS),
        endpoint("POST", "/files", &FILES),
        endpoint("GET", "/files", &PLAIN),
        endpoint("GET", "/files/{id}", &FILES),
        endpoint("DELETE", "/files/{id}", &FILES),
        endpoint("GET", "/files/{id}/content", &FILE_CONTENT),
        endpoint("POST", "/batches", &BATCHES),
        endpoint("GET", "/batches", &PLAIN),
        endpoint("GET", "/batches/{id}", &BATCHES),
        endpoint("POST", "/batches/{id}/cancel", &BATCHES),
        endpoint("POST", "/audio/transcriptions", &FORMS),
        endpoint("POST", "/audio/translations", &FORMS),
        endpoint("POST", "/audio/speech", &FORMS),
        endpoint("POST", "/images/generations", &FORMS),
        endpoint("POST", "/images/edits", &FORMS),
        endpoint("POST", "/images/variations", &FORMS),
        endpoint("POST", "/threads", &THREADS),
        endpoint("POST", "/threads/runs", &THREADS),
        endpoint("GET", "/threads/{id}", &THREADS),
        endpoint("POST", "/threads/{id}", &THREADS),
        endpoint("DELETE", "/threads/{id}", &THREADS),
        endpoint("GET", "/threads/{id}/messages", &THREADS),
        endpoint("POST", "/threads/{id}/messages", &THREADS),
        endpoint("GET", "/threads/{id}/messages/{message}", &THREADS),
        endpoint("POST", "/threads/{id}/messages/{message}", &THREADS),
        endpoint("DELETE", "/threads/{id}/messages/{message}", &THREADS),
        endpoint("GET", "/threads/{id}/runs", &THREADS),
        endpoint("POST", "/threads/{id}/runs", &THREADS),
        endpoint("GET", "/threads/{id}/runs/{run}", &THREADS),
        endpoint("POST", "/threads/{id}/runs/{run}", &THREADS),
        endpoint("GET", "/threads/{id}/runs/{run}/steps", &THREADS),
        endpoint("GET", "/threads/{id}/runs/{run}/steps/{step}", &THREADS),
        endpoint("POST", "/threads/{id}/runs/{run}/submit_tool_outputs", &THREADS),
        endpoint("POST", "/threads/{id}/runs/{run}/cancel", &THREADS),
        endpoint("POST", "/assistants", &ASSISTANTS),
        endpoint("POST", "/assistants/{assistant}", &ASSISTANTS),
        endpoint("POST", "/chatkit/sessions", &UNFOLLOWED),
        endpoint("GET", "/models", &PLAIN),
        endpoint("GET", "/models/{model}", &PLAIN),
        endpoint("GET", "/models/{owner}/{model}", &PLAIN),
    ],
};

/// The bases of providers that speak OpenAI's API; `tests/proxy/bases.rs` has a line for each provider.
const BASES: &[&str] = &[
    // OpenAI, and most others.
    "/v1",
    // Base URLs without a version.
    "",
    // Azure OpenAI, Groq, Amazon Bedrock.
    "/openai",
    "/openai/v1",
    "/openai/deployments/{deployment}",
    // Azure AI Foundry and GitHub Models.
    "/models",
    "/inference",
    // OpenRouter.
    "/api/v1",
    // Fireworks.
    "/inference/v1",
    // DeepSeek.
    "/beta",
    // Gemini and Vertex AI.
    "/v1beta/openai",
    "/{version}/projects/{project}/locations/{location}/endpoints/openapi",
    // Alibaba, ByteDance, Zhipu, Baidu.
    "/compatible-mode/v1",
    "/api/v3",
    "/api/paas/v4",
    "/v2",
    // DeepInfra, Novita.
    "/v1/openai",
    "/v3/openai",
    // Databricks, Snowflake.
    "/serving-endpoints",
    "/api/v2/cortex/v1",
    // Cohere.
    "/compatibility/v1",
    // Cloudflare.
    "/client/v4/accounts/{account}/ai/v1",
    "/v1/{account}/{gateway}/openai",
    "/v1/{account}/{gateway}/compat",
];

const fn endpoint(method: &'static str, path: &'static str, exchange: &'static Exchange) -> Endpoint {
    Endpoint { method, path, exchange }
}

pub(super) const CHAT: Exchange = Exchange {
    name: "openai-chat",
    format: BodyFormat::Document,
    records: None,
    request: &[
        rule("messages[*].tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("messages[*].tool_calls[*].{function,custom}.name", Action::Id),
        rule("messages[*].function_call.arguments.**", Action::CallArguments),
        rule("messages[*].function_call.name", Action::Id),
        rule("messages[*].name", Action::Id).when("role", &["tool", "function"]),
        rule("tools[*].{function,custom}.name", Action::Id),
        rule("functions[*].name", Action::Id),
        rule("function_call.name", Action::Id),
        rule("tool_choice.**", Action::Id),
        rule("response_format.json_schema.name", Action::Id),
        rule("{user,safety_identifier,prompt_cache_key}", Action::EndUser),
        rule("metadata.user_id", Action::EndUser),
        rule("metadata.**", Action::Payload),
    ],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["tools", "functions", "response_format", "messages"],
    author_rules: &[
        AuthorRule { at: "{tools,functions,response_format}", member: "", authors: &[("", Author::Tools)] },
        AuthorRule { at: "messages[*]", member: "role", authors: ROLES },
    ],
    response: CHAT_ANSWER,
    calls: CALLS,
    stream: Some(&StreamFormat {
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
        ends: &[ChannelEnd {
            at: "choices[*].finish_reason",
            value: EndCondition::Present,
            keys: &["choices[*].index"],
        }],
        tools: &[
            ToolNameRule { at: "choices[*].delta.tool_calls[*].{function,custom}.name", keys: CALL_KEYS },
            ToolNameRule { at: "choices[*].delta.function_call.name", keys: &["choices[*].index"] },
        ],
        last: Some("[DONE]"),
        resumption: None,
    }),
    provider_state: Some(&ProviderState {
        continues: &[],
        issues: &["id"],
        retention: Retention::If("store"),
        seals: None,
        starts_empty: false,
        asks: &[],
        attaches: &["messages[*].content[*].file.file_id"],
    }),
    system_note: Some(NotePlace::Message {
        messages: "messages",
        role: "role",
        roles: &["system", "developer"],
        content: "content",
        block: TEXT_BLOCK,
    }),
    offsets: Some(&CHAT_CITATIONS),
};

/// Citations of message text. In a stream they come behind the text.
const CHAT_CITATIONS: Offsets = Offsets {
    mark: "\"annotations\"",
    request: &[OffsetRule { holders: "messages[*]", text: OffsetText::Member("content"), offsets: URL_CITATIONS }],
    answer: &[OffsetRule {
        holders: "choices[*].message",
        text: OffsetText::Member("content"),
        offsets: URL_CITATIONS,
    }],
    event: &[OffsetRule {
        holders: "choices[*]",
        text: OffsetText::Channel { at: "choices[*].delta.content", keys: &["index"] },
        offsets: &["delta.annotations[*].url_citation.start_index", "delta.annotations[*].url_citation.end_index"],
    }],
    documents: None,
};

const URL_CITATIONS: &[&str] = &["annotations[*].url_citation.start_index", "annotations[*].url_citation.end_index"];

const CHAT_ANSWER: &[Rule] = &[
    rule("choices[*].{message,delta}.tool_calls[*].function.arguments.**", Action::CallArguments),
    rule("choices[*].{message,delta}.tool_calls[*].{function,custom}.name", Action::Id),
    rule("choices[*].{message,delta}.function_call.arguments.**", Action::CallArguments),
    rule("choices[*].{message,delta}.function_call.name", Action::Id),
    rule("choices[*].logprobs.**", Action::Alignment),
    rule("choices[*].finish_reason", Action::Skip),
    rule("metadata.**", Action::Payload),
];

/// Message text of chats and completions; all else that the model says is a call.
const CALLS: &[CallRule] = &[
    CallRule::text("{choices,error,errors,metadata}"),
    CallRule::call("*", &[]),
    CallRule::text("choices[*].{message,delta,text,finish_reason,stop_reason}"),
    CallRule::call("choices[*].*", &[]),
    CallRule::text("choices[*].{message,delta}.{content,refusal,reasoning,reasoning_content,reasoning_details}"),
    CallRule::text("choices[*].{message,delta}.{role,annotations,audio,tool_calls,function_call}"),
    CallRule::call("choices[*].{message,delta}.*", &[]),
    CallRule::call_unless("choices[*].{message,delta}.content[*].*", TEXT_PARTS, &["name"]),
    CallRule::call("choices[*].{message,delta}.tool_calls[*].*", &["function.name", "custom.name", "name"]),
    CallRule::call("choices[*].{message,delta}.function_call.*", &["name"]),
];

/// Parts of a message's content that are text.
const TEXT_PARTS: &[&str] = &["text", "output_text", "refusal", "thinking", "reasoning", "reference"];

const CALL_KEYS: &[&str] = &["choices[*].index", "choices[*].delta.tool_calls[*].index"];

const fn piece(at: &'static str, json: bool) -> Rule {
    rule(at, Action::Channel(Channel { keys: &["choices[*].index"], json }))
}

const fn call_piece(at: &'static str, json: bool) -> Rule {
    rule(at, Action::Channel(Channel { keys: CALL_KEYS, json }))
}

const COMPLETIONS: Exchange = Exchange {
    name: "openai-completions",
    format: BodyFormat::Document,
    records: None,
    request: &[
        rule("prompt.**", Action::TokenIds),
        rule("{user,safety_identifier,prompt_cache_key}", Action::EndUser),
        rule("metadata.user_id", Action::EndUser),
        rule("metadata.**", Action::Payload),
    ],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["prompt", "suffix"],
    author_rules: &[AuthorRule { at: "{prompt,suffix}", member: "", authors: &[("", Author::User)] }],
    response: &[rule("choices[*].logprobs.**", Action::Alignment), rule("choices[*].finish_reason", Action::Skip)],
    calls: CALLS,
    stream: Some(&StreamFormat {
        carrier: Carrier::Sse,
        rules: &[
            piece("choices[*].text", false),
            // Mistral streams fill-in-the-middle as it does chats.
            piece("choices[*].delta.content", false),
        ],
        ends: &[ChannelEnd {
            at: "choices[*].finish_reason",
            value: EndCondition::Present,
            keys: &["choices[*].index"],
        }],
        tools: &[],
        last: Some("[DONE]"),
        resumption: None,
    }),
    provider_state: None,
    system_note: None,
    offsets: None,
};

const EMBEDDINGS: Exchange = Exchange {
    name: "openai-embeddings",
    format: BodyFormat::Document,
    records: None,
    request: &[rule("input.**", Action::TokenIds), rule("user", Action::EndUser)],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["input"],
    author_rules: &[AuthorRule { at: "input", member: "", authors: &[("", Author::User)] }],
    // Vectors, as numbers or in base64.
    response: &[rule("data[*].embedding", Action::Skip)],
    calls: &[],
    stream: None,
    provider_state: None,
    system_note: None,
    offsets: None,
};

/// Mistral's reading of documents, which are links or base64.
const OCR: Exchange = Exchange {
    name: "mistral-ocr",
    format: BodyFormat::Document,
    records: None,
    request: &[rule("document.type", Action::Id), rule("document.**", Action::Link), rule("pages.**", Action::Id)],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &[],
    author_rules: &[],
    response: &[rule("pages[*].images[*].image_base64", Action::Opaque)],
    calls: &[],
    stream: None,
    provider_state: None,
    system_note: None,
    offsets: None,
};

const MODERATIONS: Exchange = Exchange {
    name: "openai-moderations",
    format: BodyFormat::Document,
    records: None,
    request: &[rule("input.**.tool_calls[*].function.arguments.**", Action::CallArguments)],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["input"],
    author_rules: &[AuthorRule { at: "input", member: "", authors: &[("", Author::User)] }],
    response: &[],
    calls: &[],
    stream: None,
    provider_state: None,
    system_note: None,
    offsets: None,
};
