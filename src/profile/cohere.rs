//! Cohere's API, version 2.
//!
//! <https://docs.cohere.com/v2/reference/chat>, <https://docs.cohere.com/v2/docs/streaming>

use super::{
    api::{
        Action, Api, Author, AuthorRule, BodyFormat, CallRule, ChannelEnd, EndCondition, Endpoint, Exchange, NotePlace,
        StreamFormat, ToolNameRule, rule,
    },
    shared::{PROTOCOL, ROLES, TEXT_BLOCK, piece},
};
use crate::{codec::framing::Carrier, problem::ErrorShape};

/// Cohere's endpoints.
pub(super) const API: Api = Api {
    name: "cohere",
    bases: &[""],
    auto: true,
    any_base: true,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::Message,
    endpoints: &[
        endpoint("POST", "/v2/chat", &CHAT),
        endpoint("POST", "/v2/embed", &EMBED),
        endpoint("POST", "/v2/rerank", &EMBED),
        endpoint("POST", "/v1/rerank", &EMBED),
    ],
};

const fn endpoint(method: &'static str, path: &'static str, exchange: &'static Exchange) -> Endpoint {
    Endpoint { method, path, exchange }
}

const CHAT: Exchange = Exchange {
    name: "cohere-chat",
    format: BodyFormat::Document,
    records: None,
    request: &[
        rule("messages[*].tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("messages[*].tool_calls[*].function.name", Action::Id),
        rule("messages[*].content[*].document.data.**", Action::Payload),
        rule("messages[*].citations[*].sources[*].{tool_output,document}.**", Action::Payload),
        rule("documents[*].data.**", Action::Payload),
        rule("tools[*].function.name", Action::Id),
        rule("{safety_mode,tool_choice,citation_options}.**", Action::Id),
    ],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["tools", "documents", "messages"],
    author_rules: &[
        AuthorRule { at: "{tools,response_format}", member: "", authors: &[("", Author::Tools)] },
        AuthorRule { at: "messages[*]", member: "role", authors: ROLES },
        AuthorRule { at: "messages[*].content[*].document", member: "", authors: &[("", Author::Tool)] },
        AuthorRule { at: "documents", member: "", authors: &[("", Author::Tool)] },
    ],
    response: &[
        rule("message.tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("message.tool_calls[*].function.name", Action::Id),
        rule("message.citations[*].sources[*].{tool_output,document}.**", Action::Payload),
        rule("finish_reason", Action::Skip),
        rule("logprobs.**", Action::Alignment),
    ],
    calls: CALLS,
    stream: Some(&StreamFormat {
        carrier: Carrier::Sse,
        rules: &[
            piece("delta.message.content.{text,thinking}", INDEX, false),
            piece("delta.message.tool_plan", &[], false),
            piece("delta.message.tool_calls.function.arguments", INDEX, true),
            rule("delta.message.tool_calls.function.name", Action::Id),
            rule("delta.message.citations.sources[*].{tool_output,document}.**", Action::Payload),
            rule("delta.finish_reason", Action::Skip),
        ],
        ends: &[
            ChannelEnd { at: "type", value: EndCondition::OneOf(&["content-end", "tool-call-end"]), keys: INDEX },
            ChannelEnd { at: "type", value: EndCondition::OneOf(&["tool-call-start", "message-end"]), keys: &[] },
        ],
        tools: &[ToolNameRule { at: "delta.message.tool_calls.function.name", keys: INDEX }],
        last: Some("[DONE]"),
        resumption: None,
    }),
    provider_state: None,
    system_note: Some(NotePlace::Message {
        messages: "messages",
        role: "role",
        roles: &["system"],
        content: "content",
        block: TEXT_BLOCK,
    }),
    offsets: None,
};

const INDEX: &[&str] = &["index"];

/// Message text of answers and events; all else that the model says is a call.
const CALLS: &[CallRule] = &[
    CallRule::text("{message,delta,finish_reason,error}"),
    CallRule::call("*", &[]),
    CallRule::text("message.{role,content,tool_plan,citations,tool_calls}"),
    CallRule::call("message.*", &[]),
    CallRule::text("delta.{message,finish_reason,error}"),
    CallRule::call("delta.*", &[]),
    CallRule::text("delta.message.{role,content,tool_plan,citations,tool_calls}"),
    CallRule::call("delta.message.*", &[]),
    CallRule::call("message.tool_calls[*].*", &["function.name"]),
    CallRule::call("delta.message.tool_calls.*", &["function.name"]),
];

/// Texts to embed or to rank.
const EMBED: Exchange = Exchange {
    name: "cohere-embed",
    request: &[
        rule("{texts,documents,inputs,query}[*]", Action::TokenIds),
        rule("{texts,documents,inputs}[*][*]", Action::TokenIds),
        rule("documents[*].**", Action::Payload),
        rule("{input_type,truncate}", Action::Id),
        rule("embedding_types[*]", Action::Id),
    ],
    cache_order: &[],
    author_rules: &[AuthorRule { at: "{texts,inputs,query,documents}", member: "", authors: &[("", Author::User)] }],
    response: &[rule("embeddings.**", Action::Skip), rule("response_type", Action::Id)],
    calls: &[],
    stream: None,
    system_note: None,
    offsets: None,
    ..CHAT
};
