//! OpenAI's Responses and Conversations.
//!
//! <https://platform.openai.com/docs/api-reference/responses>

use super::{
    api::{
        Action, Author, AuthorRule, BodyFormat, CallRule, Channel, ChannelEnd, Condition, EndCondition, Exchange,
        MessageText, NotePlace, OffsetRule, OffsetText, Offsets, ProviderState, Resumption, Retention, Rule,
        SealedState, StateRequest, StreamFormat, ToolNameRule, rule,
    },
    shared::{PROTOCOL, ROLES, TEXT_BLOCK},
};
use crate::codec::framing::Carrier;

/// `/responses` and what lies below it.
pub(super) const RESPONSES: Exchange = Exchange {
    name: "openai-responses",
    format: BodyFormat::Document,
    records: None,
    request: REQUEST,
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["tools", "text", "instructions", "prompt", "input"],
    author_rules: AUTHORS,
    response: ANSWER,
    calls: ANSWER_CALLS,
    stream: Some(&EVENTS),
    provider_state: Some(&ProviderState {
        continues: &["previous_response_id", "conversation", "conversation.id"],
        issues: &["id", "conversation.id", "response.id", "response.conversation.id"],
        retention: Retention::Unless("store"),
        seals: Some(&COMPACTION),
        starts_empty: false,
        asks: ASKS,
        attaches: FILES,
    }),
    system_note: Some(NotePlace::Text { member: "instructions", block: TEXT_BLOCK }),
    offsets: Some(&CITATIONS),
};

/// `/responses` as a WebSocket: each message of the client asks for one response. What is not stored stays at the provider
/// for as long as the socket is open.
pub(super) const RESPONSES_SOCKET: Exchange = Exchange {
    name: "openai-responses-socket",
    stream: Some(&StreamFormat { carrier: Carrier::Messages, ..EVENTS }),
    provider_state: Some(&ProviderState {
        continues: &["previous_response_id", "conversation", "conversation.id"],
        issues: &["response.id", "response.conversation.id"],
        retention: Retention::Always,
        seals: Some(&COMPACTION),
        starts_empty: false,
        asks: ASKS,
        attaches: FILES,
    }),
    // A message may be none that asks for a response.
    system_note: None,
    ..RESPONSES
};

/// The events of `/responses`, of sockets as of streams.
pub(super) const EVENTS: StreamFormat = StreamFormat {
    carrier: Carrier::Sse,
    rules: &[
        // Audio and pictures come in pieces of base64.
        rule("delta", Action::Skip).when("type", &["response.audio.delta", "response.output_audio.delta"]),
        rule("partial_image_b64", Action::Opaque),
        rule("item.content[*].audio", Action::Opaque),
        rule("response.output[*].content[*].audio", Action::Opaque),
        piece("delta", true)
            .when("type", &["response.function_call_arguments.delta", "response.mcp_call_arguments.delta"]),
        // What a custom tool is called with, and a patch, is source.
        piece("delta", true)
            .when("type", &["response.custom_tool_call_input.delta", "response.apply_patch_call_operation_diff.delta"]),
        piece("delta", false),
        // Output of a shell comes in two texts.
        piece("delta.{stdout,stderr}", false),
        rule("logprobs.**", Action::Alignment),
        rule("arguments.**", Action::Payload),
        rule("item.arguments.**", Action::CallArguments),
        rule("response.output[*].arguments.**", Action::CallArguments),
        rule("{input,diff}", Action::JsonSource),
        rule("item.input", Action::JsonSource),
        rule("item.operation.diff", Action::JsonSource),
        rule("response.output[*].input", Action::JsonSource),
        rule("response.output[*].operation.diff", Action::JsonSource),
        rule("response.output[*].name", Action::Id),
        rule("item.name", Action::Id),
    ],
    ends: &[
        ChannelEnd { at: "type", value: EndCondition::Suffix(".done"), keys: ITEM_KEYS },
        ChannelEnd {
            at: "type",
            value: EndCondition::OneOf(&["response.completed", "response.incomplete", "response.failed", "error"]),
            keys: &[],
        },
    ],
    // An item without a name is called by its type.
    tools: &[
        ToolNameRule { at: "item.name", keys: &["output_index"] },
        ToolNameRule { at: "item.type", keys: &["output_index"] },
    ],
    last: None,
    resumption: Some(Resumption { parameter: "starting_after", number: "sequence_number" }),
};

/// `/responses/compact`, whose answer stands for the conversation.
pub(super) const COMPACT: Exchange = Exchange {
    name: "openai-responses-compact",
    provider_state: Some(&ProviderState {
        continues: &["previous_response_id"],
        issues: &["id"],
        retention: Retention::Always,
        seals: Some(&COMPACTION),
        starts_empty: false,
        asks: ASKS,
        attaches: FILES,
    }),
    ..RESPONSES
};

/// Citations of parts of messages. `index` is an offset, too: that of the place that the citation stands at.
pub(super) const CITATIONS: Offsets = Offsets {
    mark: "annotation",
    request: &[cited("{input,items}[*].content[*]")],
    answer: &[cited("{output,data}[*].content[*]"), cited("content[*]")],
    event: &[
        cited("part"),
        cited("item.content[*]"),
        cited("response.output[*].content[*]"),
        OffsetRule {
            holders: "",
            text: OffsetText::Channel { at: "delta", keys: &["output_index", "content_index"] },
            offsets: &["annotation.start_index", "annotation.end_index", "annotation.index"],
        },
    ],
    documents: None,
};

/// The citations of the parts at a path.
const fn cited(holders: &'static str) -> OffsetRule {
    const OFFSETS: &[&str] = &["annotations[*].start_index", "annotations[*].end_index", "annotations[*].index"];
    OffsetRule { holders, text: OffsetText::Member("text"), offsets: OFFSETS }
}

/// A summary that the provider makes of a conversation.
const ASKS: &[StateRequest] = &[StateRequest { at: "context_management[*].type", begins: "compact" }];

/// Files that the model reads.
const FILES: &[&str] = &["{input,items}[*].content[*].file_id", "tools[*].container.file_ids[*]"];

/// Items that stand for a conversation.
pub(super) const COMPACTION: SealedState = SealedState {
    request: &["{input,items}[*].encrypted_content"],
    answer: &["{output,data}[*].encrypted_content", "item.encrypted_content", "response.output[*].encrypted_content"],
    types: &["compaction", "compaction_summary"],
};

const REQUEST: &[Rule] = &[
    rule("{input,items}[*].arguments.**", Action::CallArguments),
    rule("{input,items}[*].{action,actions,operation}.**", Action::Payload),
    rule("{input,items}[*].name", Action::Id).when("type", CALLS),
    rule("{input,items}[*].result", Action::Opaque),
    rule("{input,items}[*].{namespace,server_label}", Action::Id),
    rule("{input,items}[*].tools[*].name", Action::Id),
    rule("{input,items}[*].tools[*].tools[*].name", Action::Id),
    rule("tools[*].{name,server_label,connector_id}", Action::Id),
    rule("tools[*].tools[*].name", Action::Id),
    rule("tools[*].server_url", Action::Link),
    // Credentials that the provider shows to the user's own tool servers.
    rule("tools[*].{headers,authorization}.**", Action::Skip),
    rule("tool_choice.**", Action::Id),
    rule("text.format.name", Action::Id),
    rule("include[*]", Action::Id),
    rule("{user,safety_identifier,prompt_cache_key}", Action::EndUser),
    rule("metadata.user_id", Action::EndUser),
    rule("metadata.**", Action::Payload),
    rule("prompt.variables.*", Action::Text),
];

/// Items that name a tool.
pub(super) const CALLS: &[&str] = &[
    "function_call",
    "custom_tool_call",
    "mcp_call",
    "mcp_approval_request",
    "function_call_output",
    "tool_search_call",
];

/// Authors of items, by their types.
pub(super) const ITEM_AUTHORS: &[(&str, Author)] = &[
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
    ("program", Author::Model),
    ("tool_search_call", Author::Model),
    ("program_output", Author::Tool),
    ("additional_tools", Author::Tools),
    ("file_search_call", Author::Tool),
    ("function_call_output", Author::Tool),
    ("custom_tool_call_output", Author::Tool),
    ("shell_call_output", Author::Tool),
    ("local_shell_call_output", Author::Tool),
    ("apply_patch_call_output", Author::Tool),
    ("computer_call_output", Author::Tool),
    ("mcp_list_tools", Author::Tool),
    ("tool_search_output", Author::Tool),
];

const AUTHORS: &[AuthorRule] = &[
    AuthorRule { at: "{tools,text}", member: "", authors: &[("", Author::Tools)] },
    AuthorRule { at: "{input,items}[*].tools", member: "", authors: &[("", Author::Tools)] },
    AuthorRule { at: "{instructions,prompt}", member: "", authors: &[("", Author::System)] },
    AuthorRule { at: "input", member: "", authors: &[("", Author::User)] },
    AuthorRule { at: "{input,items}[*]", member: "role", authors: ROLES },
    AuthorRule { at: "{input,items}[*]", member: "type", authors: ITEM_AUTHORS },
];

const ANSWER: &[Rule] = &[
    rule("{output,data}[*].arguments.**", Action::CallArguments),
    rule("{output,data}[*].input", Action::JsonSource),
    rule("{output,data}[*].operation.diff", Action::JsonSource),
    rule("{output,data}[*].{action,actions,operation}.**", Action::Payload),
    rule("{output,data}[*].name", Action::Id),
    rule("{output,data}[*].result", Action::Opaque),
    rule("**.logprobs.**", Action::Alignment),
    rule("tools[*].name", Action::Id),
    rule("{object,status}", Action::Skip),
    rule("metadata.**", Action::Payload),
];

/// Message text of answers and events; all else that the model says is a call.
const ANSWER_CALLS: &[CallRule] = &[
    CallRule::text("{output,item,part,response,error,errors,metadata}"),
    CallRule::text("{instructions,prompt,tools,user,safety_identifier,incomplete_details}"),
    CallRule { at: "data", texts: MessageText::If(Condition { member: "object", values: &["list"] }), names: &[] },
    CallRule::call_unless("*", TEXT_EVENTS, &["name"]),
    CallRule::text("response.{output,error,metadata,instructions,prompt,tools,user,safety_identifier}"),
    CallRule::text("response.incomplete_details"),
    CallRule::call("response.*", &[]),
    CallRule::call_unless("{output,data}[*].*", TEXT_ITEMS, ITEM_NAMES),
    CallRule::call_unless("response.output[*].*", TEXT_ITEMS, ITEM_NAMES),
    CallRule::call_unless("item.*", TEXT_ITEMS, ITEM_NAMES),
    CallRule::call_unless("content[*].*", TEXT_PARTS, &["name"]),
    CallRule::call_unless("{output,data}[*].content[*].*", TEXT_PARTS, &["name"]),
    CallRule::call_unless("response.output[*].content[*].*", TEXT_PARTS, &["name"]),
    CallRule::call_unless("item.content[*].*", TEXT_PARTS, &["name"]),
    CallRule::call_unless("part.*", TEXT_PARTS, &["name"]),
];

/// Items that are message text.
const TEXT_ITEMS: &[&str] = &["message", "reasoning"];

/// The members that name the tool of an item: one without a name is called by its type.
pub(super) const ITEM_NAMES: &[&str] = &["name", "type"];

/// Parts of items that are message text.
const TEXT_PARTS: &[&str] = &["output_text", "input_text", "text", "refusal", "summary_text", "reasoning_text"];

/// Events, and items that are an answer of their own, with message text.
const TEXT_EVENTS: &[&str] = &[
    "response.output_text.delta",
    "response.output_text.done",
    "response.output_text.annotation.added",
    "response.refusal.delta",
    "response.refusal.done",
    "response.reasoning_text.delta",
    "response.reasoning_text.done",
    "response.reasoning_summary_text.delta",
    "response.reasoning_summary_text.done",
    "response.audio.transcript.delta",
    "response.audio.transcript.done",
    "error",
    "message",
    "reasoning",
];

/// Members that tell the channels of an item's parts apart.
const ITEM_KEYS: &[&str] = &["output_index", "content_index"];

const fn piece(at: &'static str, json: bool) -> Rule {
    const KEYS: &[&str] = &["output_index", "content_index", "summary_index", "item_id", "type", "command_index"];
    rule(at, Action::Channel(Channel { keys: KEYS, json }))
}
