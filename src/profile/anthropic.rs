//! Anthropic's Messages, token counts and batches.
//!
//! <https://docs.anthropic.com/en/api/messages>

use super::{
    api::{
        Action, Api, Author, AuthorRule, BodyFormat, CallRule, Channel, ChannelEnd, CitedDocuments, EndCondition,
        Endpoint, Exchange, InnerRequest, NotePlace, OffsetRule, OffsetText, Offsets, ProviderState, Retention, Rule,
        SealedState, StateRequest, StreamFormat, ToolNameRule, rule,
    },
    openai_files::{FILE_CONTENT, FILES},
    shared::{PLAIN, PROTOCOL, ROLES, TEXT_BLOCK, UNFOLLOWED},
};
use crate::{codec::framing::Carrier, problem::ErrorShape};

/// Anthropic's endpoints.
pub(super) const API: Api = Api {
    name: "anthropic",
    bases: &["", "/anthropic", "/api/anthropic", "/serving-endpoints/anthropic"],
    auto: true,
    any_base: true,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::Anthropic,
    endpoints: &[
        endpoint("POST", "/v1/messages", &MESSAGES),
        endpoint("POST", "/v1/messages/count_tokens", &MESSAGES),
        endpoint("POST", "/v1/messages/batches", &BATCHES),
        endpoint("GET", "/v1/messages/batches", &BATCHES),
        endpoint("GET", "/v1/messages/batches/{id}", &BATCHES),
        endpoint("DELETE", "/v1/messages/batches/{id}", &BATCHES),
        endpoint("POST", "/v1/messages/batches/{id}/cancel", &BATCHES),
        endpoint("GET", "/v1/messages/batches/{id}/results", &RESULTS),
        // On Vertex AI, where `count-tokens` is the name of a model.
        endpoint("POST", "/{v}/projects/{p}/locations/{l}/publishers/anthropic/models/{m}:rawPredict", &MESSAGES),
        endpoint("POST", "/{v}/projects/{p}/locations/{l}/publishers/anthropic/models/{m}:streamRawPredict", &MESSAGES),
        endpoint("POST", "/v1/files", &FILES),
        endpoint("GET", "/v1/files", &PLAIN),
        endpoint("GET", "/v1/files/{id}", &FILES),
        endpoint("DELETE", "/v1/files/{id}", &FILES),
        endpoint("GET", "/v1/files/{id}/content", &FILE_CONTENT),
        // Agents that the provider runs.
        endpoint("POST", "/v1/agents", &UNFOLLOWED),
        endpoint("POST", "/v1/agents/{agent}", &UNFOLLOWED),
        endpoint("POST", "/v1/sessions", &UNFOLLOWED),
        endpoint("POST", "/v1/sessions/{session}/events", &UNFOLLOWED),
        endpoint("GET", "/v1/models", &PLAIN),
        endpoint("GET", "/v1/models/{model}", &PLAIN),
    ],
};

const fn endpoint(method: &'static str, path: &'static str, exchange: &'static Exchange) -> Endpoint {
    Endpoint { method, path, exchange }
}

const MESSAGES: Exchange = Exchange {
    name: "anthropic-messages",
    format: BodyFormat::Document,
    records: None,
    request: &[
        rule("messages[*].content[*].input.**", Action::CallArguments),
        rule("messages[*].content[*].{name,server_name}", Action::Id).when("type", CALLS),
        rule("tools[*].{name,mcp_server_name}", Action::Id),
        rule("tool_choice.**", Action::Id),
        rule("mcp_servers[*].name", Action::Id),
        rule("mcp_servers[*].tool_configuration.allowed_tools[*]", Action::Id),
        rule("mcp_servers[*].url", Action::Link),
        // Summaries go back as they came.
        rule("messages[*].content[*].content", Action::Skip).when("type", COMPACTION.types),
        rule("messages[*].content[*].tool_changes.**", Action::Skip),
        rule("messages[*].content[*].tool.{name,server_name}", Action::Id),
        rule("messages[*].content[*].tool.definition.{name,mcp_server_name}", Action::Id),
        // Credentials that the provider shows to the user's own tool servers.
        rule("mcp_servers[*].authorization_token", Action::Skip),
        rule("metadata.user_id", Action::EndUser),
        rule("metadata.**", Action::Payload),
    ],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["tools", "system", "messages"],
    author_rules: AUTHORS,
    response: &[
        rule("content[*].content", Action::Skip).when("type", COMPACTION.types),
        rule("content[*].tool_changes.**", Action::Skip),
        rule("content_block.tool_changes.**", Action::Skip),
        rule("content[*].input.**", Action::CallArguments),
        rule("content[*].{name,server_name}", Action::Id).when("type", CALLS),
        rule("{type,stop_reason}", Action::Skip),
    ],
    calls: ANSWER_CALLS,
    stream: Some(&StreamFormat {
        carrier: Carrier::Sse,
        rules: &[
            piece("delta.text", false),
            piece("delta.partial_json", true),
            rule("delta.content", Action::Skip).when("type", COMPACTION.types),
            rule("content_block.content", Action::Skip).when("type", COMPACTION.types),
            // The signature that comes behind it covers it.
            rule("delta.{thinking,signature}", Action::Skip),
            rule("content_block.{thinking,signature}", Action::Skip),
            rule("content_block.input.**", Action::CallArguments),
            rule("content_block.{name,server_name}", Action::Id).when("type", CALLS),
        ],
        ends: &[
            ChannelEnd { at: "type", value: EndCondition::OneOf(&["content_block_stop"]), keys: &["index"] },
            ChannelEnd {
                at: "type",
                value: EndCondition::OneOf(&["message_delta", "message_stop", "error"]),
                keys: &[],
            },
        ],
        // A block without a name is called by its type.
        tools: &[
            ToolNameRule { at: "content_block.name", keys: &["index"] },
            ToolNameRule { at: "content_block.type", keys: &["index"] },
        ],
        last: None,
        resumption: None,
    }),
    provider_state: Some(&ProviderState {
        continues: &["thread.previous_message_id"],
        issues: &["id", "message.id"],
        // A request has no member that says so; summaries and threads are asked for.
        retention: Retention::If("store"),
        seals: Some(&COMPACTION),
        starts_empty: false,
        asks: &[
            StateRequest { at: "context_management.edits[*].type", begins: "compact" },
            StateRequest { at: "compaction.type", begins: "" },
            StateRequest { at: "thread.type", begins: "" },
        ],
        attaches: &["messages[*].content[*].file_id", "messages[*].content[*].source.file_id"],
    }),
    system_note: Some(NotePlace::Text { member: "system", block: TEXT_BLOCK }),
    offsets: Some(&CITATIONS),
};

/// Citations of the documents of a request, which may lie in results of tools.
const CITATIONS: Offsets = Offsets {
    mark: "_char_index\"",
    request: &[cited("messages[*].content[*].citations[*]")],
    answer: &[cited("content[*].citations[*]")],
    event: &[cited("delta.citation"), cited("content_block.citations[*]")],
    documents: Some(CitedDocuments {
        holders: &["messages[*].content[*]", "messages[*].content[*].content[*]"],
        kind: "document",
        text: "source.data",
    }),
};

/// The citations at a path.
const fn cited(holders: &'static str) -> OffsetRule {
    const OFFSETS: &[&str] = &["start_char_index", "end_char_index"];
    OffsetRule { holders, text: OffsetText::Document("document_index"), offsets: OFFSETS }
}

/// Blocks that stand for what was said before them.
const COMPACTION: SealedState = SealedState {
    request: &["messages[*].content[*].content"],
    answer: &["content[*].content", "delta.content", "content_block.content"],
    types: &["compaction", "compaction_delta"],
};

/// Message text of answers and events; all else that the model says is a call.
const ANSWER_CALLS: &[CallRule] = &[
    CallRule::text("{content,content_block,delta,message,result,error,stop_sequence}"),
    CallRule::call("*", &[]),
    CallRule::text("message.{content,stop_sequence}"),
    CallRule::call("message.*", &[]),
    CallRule::text("delta.{stop_reason,stop_sequence}"),
    CallRule::call_unless("delta.*", TEXT_BLOCKS, &["name"]),
    CallRule::call_unless("content_block.*", TEXT_BLOCKS, BLOCK_NAMES),
    CallRule::call_unless("content[*].*", TEXT_BLOCKS, BLOCK_NAMES),
    CallRule::call_unless("message.content[*].*", TEXT_BLOCKS, BLOCK_NAMES),
    CallRule::call_unless("result.message.content[*].*", TEXT_BLOCKS, BLOCK_NAMES),
];

/// Blocks, and changes of blocks, that are message text.
const TEXT_BLOCKS: &[&str] =
    &["text", "thinking", "redacted_thinking", "text_delta", "thinking_delta", "signature_delta", "citations_delta"];

/// The members that name the tool of a block: one without a name is called by its type.
const BLOCK_NAMES: &[&str] = &["name", "type"];

/// Blocks that name a tool.
const CALLS: &[&str] = &["tool_use", "server_tool_use", "mcp_tool_use"];

const AUTHORS: &[AuthorRule] = &[
    AuthorRule { at: "tools", member: "", authors: &[("", Author::Tools)] },
    AuthorRule { at: "system", member: "", authors: &[("", Author::System)] },
    AuthorRule { at: "messages[*]", member: "role", authors: ROLES },
    AuthorRule {
        at: "messages[*].content[*]",
        member: "type",
        authors: &[
            ("document", Author::Tool),
            ("search_result", Author::Tool),
            // Results of the provider's own tools come back in the model's turn as they were, hence as the model's.
            ("tool_result", Author::Tool),
            ("tool_addition", Author::Tools),
            ("tool_removal", Author::Tools),
        ],
    },
];

const fn piece(at: &'static str, json: bool) -> Rule {
    rule(at, Action::Channel(Channel { keys: &["index"], json }))
}

const BATCHES: Exchange = Exchange {
    name: "anthropic-batches",
    format: BodyFormat::Document,
    records: None,
    request: &[],
    inner_requests: &[InnerRequest { at: "requests[*].params", exchange: &MESSAGES }],
    protocol: PROTOCOL,
    cache_order: &[],
    author_rules: &[],
    response: &[
        rule("{type,processing_status}", Action::Skip),
        rule("results_url", Action::OwnAddress),
        rule("data[*].results_url", Action::OwnAddress),
    ],
    calls: &[],
    stream: None,
    provider_state: Some(&ProviderState {
        continues: &[],
        issues: &["id"],
        retention: Retention::Always,
        seals: None,
        starts_empty: false,
        asks: &[],
        attaches: &[],
    }),
    system_note: None,
    offsets: None,
};

/// The results of a batch: a line for each request.
const RESULTS: Exchange = Exchange {
    name: "anthropic-batch-results",
    format: BodyFormat::Document,
    records: None,
    request: &[],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &[],
    author_rules: &[],
    response: &[],
    calls: ANSWER_CALLS,
    stream: Some(&StreamFormat {
        carrier: Carrier::Ndjson,
        rules: &[
            rule("result.message.content[*].input.**", Action::CallArguments),
            rule("result.message.content[*].{name,server_name}", Action::Id).when("type", CALLS),
        ],
        ends: &[],
        tools: &[],
        last: None,
        resumption: None,
    }),
    provider_state: Some(&ProviderState {
        continues: &[],
        issues: &[],
        retention: Retention::Always,
        seals: None,
        starts_empty: false,
        asks: &[],
        attaches: &[],
    }),
    system_note: None,
    offsets: None,
};
