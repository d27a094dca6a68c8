//! Anthropic's Messages, token counts and batches.
//!
//! <https://docs.anthropic.com/en/api/messages>

use super::{
    api::{
        Act, Api, Author, Carrier, Channel, End, Ending, Endpoint, Exchange, Kept, Note, Records, Rule, State, Stream,
        Tool, Voice, rule,
    },
    shared::{PLAIN, PROTOCOL, ROLES},
};

/// Anthropic's endpoints.
pub(super) const API: Api = Api {
    name: "anthropic",
    bases: &["", "/anthropic"],
    auto: true,
    endpoints: &[
        endpoint("POST", "/v1/messages", &MESSAGES),
        endpoint("POST", "/v1/messages/count_tokens", &MESSAGES),
        endpoint("POST", "/v1/messages/batches", &BATCHES),
        endpoint("GET", "/v1/messages/batches", &BATCHES),
        endpoint("GET", "/v1/messages/batches/{id}", &BATCHES),
        endpoint("DELETE", "/v1/messages/batches/{id}", &BATCHES),
        endpoint("POST", "/v1/messages/batches/{id}/cancel", &BATCHES),
        endpoint("GET", "/v1/messages/batches/{id}/results", &RESULTS),
        endpoint("GET", "/v1/models", &PLAIN),
        endpoint("GET", "/v1/models/{model}", &PLAIN),
    ],
};

const fn endpoint(method: &'static str, path: &'static str, exchange: &'static Exchange) -> Endpoint {
    Endpoint { method, path, exchange }
}

const MESSAGES: Exchange = Exchange {
    name: "anthropic-messages",
    records: Records::One,
    request: &[
        rule("messages[*].content[*].input.**", Act::Call("name")),
        rule("messages[*].content[*].{name,server_name}", Act::Id).when("type", CALLS),
        rule("tools[*].{name,mcp_server_name}", Act::Id),
        rule("tool_choice.**", Act::Id),
        rule("mcp_servers[*].name", Act::Id),
        rule("mcp_servers[*].tool_configuration.allowed_tools[*]", Act::Id),
        rule("mcp_servers[*].url", Act::Link),
        // What the provider shows to the user's own tool servers.
        rule("mcp_servers[*].authorization_token", Act::Never),
        rule("metadata.**", Act::Free),
    ],
    protocol: PROTOCOL,
    order: &["tools", "system", "messages"],
    voices: VOICES,
    response: &[
        rule("content[*].input.**", Act::Call("name")),
        rule("content[*].{name,server_name}", Act::Id).when("type", CALLS),
        rule("{type,stop_reason}", Act::Never),
    ],
    stream: Some(&Stream {
        carrier: Carrier::Sse,
        rules: &[
            piece("delta.text", false),
            piece("delta.partial_json", true),
            // The signature that comes behind it covers it.
            rule("delta.{thinking,signature}", Act::Never),
            rule("content_block.{thinking,signature}", Act::Never),
            rule("content_block.input.**", Act::Call("name")),
            rule("content_block.{name,server_name}", Act::Id).when("type", CALLS),
        ],
        ends: &[
            End { at: "type", value: Ending::OneOf(&["content_block_stop"]), keys: &["index"] },
            End { at: "type", value: Ending::OneOf(&["message_delta", "message_stop", "error"]), keys: &[] },
        ],
        tools: &[Tool { at: "content_block.name", keys: &["index"] }],
        last: None,
    }),
    state: None,
    note: Some(Note::Text { member: "system" }),
};

/// Blocks that name a tool.
const CALLS: &[&str] = &["tool_use", "server_tool_use", "mcp_tool_use"];

const VOICES: &[Voice] = &[
    Voice { at: "system", member: "", authors: &[("", Author::System)] },
    Voice { at: "requests[*].params.system", member: "", authors: &[("", Author::System)] },
    Voice { at: "**.messages[*]", member: "role", authors: ROLES },
    Voice {
        at: "**.messages[*].content[*]",
        member: "type",
        authors: &[
            ("document", Author::Tool),
            ("search_result", Author::Tool),
            ("tool_result", Author::Tool),
            ("mcp_tool_result", Author::Tool),
            ("web_search_tool_result", Author::Tool),
            ("web_fetch_tool_result", Author::Tool),
            ("code_execution_tool_result", Author::Tool),
            ("bash_code_execution_tool_result", Author::Tool),
            ("text_editor_code_execution_tool_result", Author::Tool),
        ],
    },
];

const fn piece(at: &'static str, json: bool) -> Rule {
    rule(at, Act::Channel(Channel { keys: &["index"], json, family: "block" }))
}

const BATCHES: Exchange = Exchange {
    name: "anthropic-batches",
    records: Records::One,
    request: &[
        rule("requests[*].params.messages[*].content[*].input.**", Act::Call("name")),
        rule("requests[*].params.messages[*].content[*].{name,server_name}", Act::Id).when("type", CALLS),
        rule("requests[*].params.tools[*].{name,mcp_server_name}", Act::Id),
        rule("requests[*].params.tool_choice.**", Act::Id),
        rule("requests[*].params.metadata.**", Act::Free),
    ],
    protocol: PROTOCOL,
    order: &[],
    voices: VOICES,
    response: &[rule("{type,processing_status}", Act::Never), rule("results_url", Act::Never)],
    stream: None,
    state: Some(&State { continues: &[], issues: &["id"], kept: Kept::Always }),
    note: None,
};

/// The results of a batch: a line for each request.
const RESULTS: Exchange = Exchange {
    name: "anthropic-batch-results",
    records: Records::One,
    request: &[],
    protocol: PROTOCOL,
    order: &[],
    voices: &[],
    response: &[],
    stream: Some(&Stream {
        carrier: Carrier::Ndjson,
        rules: &[
            rule("result.message.content[*].input.**", Act::Call("name")),
            rule("result.message.content[*].{name,server_name}", Act::Id).when("type", CALLS),
        ],
        ends: &[],
        tools: &[],
        last: None,
    }),
    state: Some(&State { continues: &[], issues: &[], kept: Kept::Always }),
    note: None,
};
