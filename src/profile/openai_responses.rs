//! OpenAI's Responses and Conversations.
//!
//! <https://platform.openai.com/docs/api-reference/responses>

use super::{
    api::{
        Act, Author, Carrier, Channel, End, Ending, Exchange, Kept, Note, Records, Rule, State, Stream, Tool, Voice,
        rule,
    },
    shared::{PROTOCOL, ROLES},
};

/// `/responses` and what lies below it.
pub(super) const RESPONSES: Exchange = Exchange {
    name: "openai-responses",
    records: Records::One,
    request: REQUEST,
    protocol: PROTOCOL,
    order: &["tools", "text", "instructions", "prompt", "input"],
    voices: VOICES,
    response: ANSWER,
    stream: Some(&Stream {
        carrier: Carrier::Sse,
        rules: &[
            // Audio and pictures come in pieces of base64.
            rule("delta", Act::Never).when("type", &["response.audio.delta"]),
            rule("partial_image_b64", Act::Opaque),
            piece("delta", true)
                .when("type", &["response.function_call_arguments.delta", "response.mcp_call_arguments.delta"]),
            piece("delta", false),
            rule("logprobs.**", Act::Aligned),
            rule("arguments.**", Act::Free),
            rule("item.arguments.**", Act::Call("name")),
            rule("response.output[*].arguments.**", Act::Call("name")),
            rule("response.output[*].name", Act::Id),
            rule("item.name", Act::Id),
        ],
        ends: &[
            End { at: "type", value: Ending::Suffix(".done"), keys: ITEM_KEYS },
            End {
                at: "type",
                value: Ending::OneOf(&["response.completed", "response.incomplete", "response.failed", "error"]),
                keys: &[],
            },
        ],
        tools: &[Tool { at: "item.name", keys: &["output_index"] }],
        last: None,
    }),
    state: Some(&State {
        continues: &["previous_response_id", "conversation", "conversation.id"],
        issues: &["id", "conversation.id", "response.id", "response.conversation.id"],
        kept: Kept::Unless("store"),
    }),
    note: Some(Note::Text { member: "instructions" }),
};

/// `/conversations` and what lies below it.
pub(super) const CONVERSATIONS: Exchange = Exchange {
    name: "openai-conversations",
    records: Records::One,
    request: REQUEST,
    protocol: PROTOCOL,
    order: &["items"],
    voices: VOICES,
    response: ANSWER,
    stream: None,
    state: Some(&State { continues: &[], issues: &["id"], kept: Kept::Always }),
    note: None,
};

const REQUEST: &[Rule] = &[
    rule("{input,items}[*].arguments.**", Act::Call("name")),
    rule("{input,items}[*].{action,actions,operation}.**", Act::Free),
    rule("{input,items}[*].name", Act::Id).when("type", CALLS),
    rule("{input,items}[*].result", Act::Opaque),
    rule("{input,items}[*].{namespace,server_label}", Act::Id),
    rule("{input,items}[*].tools[*].name", Act::Id),
    rule("tools[*].{name,server_label,connector_id}", Act::Id),
    rule("tools[*].tools[*].name", Act::Id),
    rule("tools[*].server_url", Act::Link),
    // What the provider shows to the user's own tool servers.
    rule("tools[*].{headers,authorization}.**", Act::Never),
    rule("tool_choice.**", Act::Id),
    rule("text.format.name", Act::Id),
    rule("include[*]", Act::Id),
    rule("{user,safety_identifier}", Act::Text),
    rule("metadata.**", Act::Free),
    rule("prompt.variables.*", Act::Text),
];

/// Items that name a tool.
const CALLS: &[&str] = &[
    "function_call",
    "custom_tool_call",
    "mcp_call",
    "mcp_approval_request",
    "function_call_output",
    "tool_search_call",
];

const VOICES: &[Voice] = &[
    Voice { at: "{instructions,prompt}", member: "", authors: &[("", Author::System)] },
    Voice { at: "input", member: "", authors: &[("", Author::User)] },
    Voice { at: "{input,items}[*]", member: "role", authors: ROLES },
    Voice {
        at: "{input,items}[*]",
        member: "type",
        authors: &[
            ("function_call", Author::Model),
            ("custom_tool_call", Author::Model),
            ("reasoning", Author::Model),
            ("mcp_call", Author::Model),
            ("mcp_approval_request", Author::Model),
            ("shell_call", Author::Model),
            ("local_shell_call", Author::Model),
            ("apply_patch_call", Author::Model),
            ("code_interpreter_call", Author::Model),
            ("computer_call", Author::Model),
            ("web_search_call", Author::Model),
            ("file_search_call", Author::Tool),
            ("function_call_output", Author::Tool),
            ("custom_tool_call_output", Author::Tool),
            ("shell_call_output", Author::Tool),
            ("local_shell_call_output", Author::Tool),
            ("apply_patch_call_output", Author::Tool),
            ("computer_call_output", Author::Tool),
            ("mcp_list_tools", Author::Tool),
            ("tool_search_output", Author::Tool),
        ],
    },
];

const ANSWER: &[Rule] = &[
    rule("{output,data}[*].arguments.**", Act::Call("name")),
    rule("{output,data}[*].{action,actions,operation}.**", Act::Free),
    rule("{output,data}[*].name", Act::Id),
    rule("{output,data}[*].result", Act::Opaque),
    rule("**.logprobs.**", Act::Aligned),
    rule("tools[*].name", Act::Id),
    rule("{object,status}", Act::Never),
    rule("metadata.**", Act::Free),
];

/// Members that tell the channels of an item's parts apart.
const ITEM_KEYS: &[&str] = &["output_index", "content_index"];

const fn piece(at: &'static str, json: bool) -> Rule {
    const KEYS: &[&str] = &["output_index", "content_index", "summary_index", "item_id", "type"];
    rule(at, Act::Channel(Channel { keys: KEYS, json, family: "item" }))
}
