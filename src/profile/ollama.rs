//! Ollama's own API. Answers are streamed as lines unless a request says otherwise.
//!
//! <https://docs.ollama.com/api>

use super::{
    api::{
        Action, Api, Author, AuthorRule, BodyFormat, CallRule, Channel, ChannelEnd, EndCondition, Endpoint, Exchange,
        NotePlace, Rule, StreamFormat, TextBlock, rule,
    },
    shared::{PLAIN, PROTOCOL, ROLES},
};
use crate::{codec::framing::Carrier, problem::ErrorShape};

/// Ollama's endpoints.
pub(super) const API: Api = Api {
    name: "ollama",
    bases: &[""],
    auto: true,
    any_base: true,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::Text,
    endpoints: &[
        endpoint("POST", "/api/chat", &CHAT),
        endpoint("POST", "/api/generate", &GENERATE),
        endpoint("POST", "/api/embed", &EMBED),
        endpoint("POST", "/api/embeddings", &EMBED),
        endpoint("POST", "/api/show", &PLAIN),
        endpoint("GET", "/api/tags", &PLAIN),
        endpoint("GET", "/api/ps", &PLAIN),
        endpoint("GET", "/api/version", &PLAIN),
    ],
};

const fn endpoint(method: &'static str, path: &'static str, exchange: &'static Exchange) -> Endpoint {
    Endpoint { method, path, exchange }
}

const CHAT: Exchange = Exchange {
    name: "ollama-chat",
    format: BodyFormat::Document,
    records: None,
    request: &[
        rule("messages[*].tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("messages[*].tool_calls[*].function.name", Action::Id),
        rule("messages[*].tool_name", Action::Id),
        rule("tools[*].function.name", Action::Id),
        rule("{keep_alive,format,think}", Action::Id),
    ],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["tools", "messages"],
    author_rules: &[
        AuthorRule { at: "{tools,format}", member: "", authors: &[("", Author::Tools)] },
        AuthorRule { at: "messages[*]", member: "role", authors: ROLES },
    ],
    response: ANSWER,
    calls: CALLS,
    stream: Some(&LINES),
    provider_state: None,
    system_note: Some(NotePlace::Message {
        messages: "messages",
        role: "role",
        roles: &["system"],
        content: "content",
        block: NO_BLOCK,
    }),
    offsets: None,
};

/// Contents are strings, so no block is ever written.
const NO_BLOCK: TextBlock = TextBlock { before: "", behind: "" };

const GENERATE: Exchange = Exchange {
    name: "ollama-generate",
    request: &[
        // Token ids of an earlier answer, which hide a text.
        rule("context[*]", Action::TokenIds),
        rule("{keep_alive,format,think}", Action::Id),
    ],
    cache_order: &["system", "prompt", "suffix"],
    author_rules: &[
        AuthorRule { at: "{system,template}", member: "", authors: &[("", Author::System)] },
        AuthorRule { at: "{prompt,suffix}", member: "", authors: &[("", Author::User)] },
    ],
    system_note: None,
    offsets: None,
    ..CHAT
};

const EMBED: Exchange = Exchange {
    name: "ollama-embed",
    request: &[rule("{input,prompt}.**", Action::TokenIds), rule("keep_alive", Action::Id)],
    cache_order: &["input", "prompt"],
    author_rules: &[AuthorRule { at: "{input,prompt}", member: "", authors: &[("", Author::User)] }],
    calls: &[],
    stream: None,
    system_note: None,
    offsets: None,
    ..CHAT
};

const ANSWER: &[Rule] = &[
    rule("message.tool_calls[*].function.arguments.**", Action::CallArguments),
    rule("message.tool_calls[*].function.name", Action::Id),
    rule("{done_reason,remote_model,remote_host}", Action::Skip),
    rule("logprobs.**", Action::Alignment),
];

const LINES: StreamFormat = StreamFormat {
    carrier: Carrier::Ndjson,
    rules: &[piece("message.{content,thinking}"), piece("{response,thinking}")],
    ends: &[ChannelEnd { at: "done", value: EndCondition::OneOf(&["true"]), keys: &[] }],
    tools: &[],
    last: None,
    resumption: None,
};

const fn piece(at: &'static str) -> Rule {
    rule(at, Action::Channel(Channel { keys: &[], json: false }))
}

/// Message text of answers; all else that the model says is a call.
const CALLS: &[CallRule] = &[
    CallRule::text("{message,response,thinking,error,done_reason,created_at,model}"),
    CallRule::call("*", &[]),
    CallRule::text("message.{role,content,thinking,images,tool_calls}"),
    CallRule::call("message.*", &[]),
    CallRule::call("message.tool_calls[*].*", &["function.name"]),
];
