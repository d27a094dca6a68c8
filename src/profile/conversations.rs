//! Conversations that the provider keeps (`/conversations`): OpenAI's, which hold items of Responses, and Mistral's, which
//! answer to `inputs`.
//!
//! <https://platform.openai.com/docs/api-reference/conversations>,
//! <https://docs.mistral.ai/api/endpoint/beta/conversations>

use super::{
    api::{
        Action, Author, AuthorRule, BodyFormat, CallRule, Channel, ChannelEnd, Condition, EndCondition, Exchange,
        MessageText, ProviderState, Retention, Rule, StreamFormat, ToolNameRule, rule,
    },
    openai_responses::{CALLS, CITATIONS, COMPACTION, ITEM_AUTHORS, ITEM_NAMES},
    shared::{PROTOCOL, ROLES},
};
use crate::codec::framing::Carrier;

/// `/conversations` and what lies below it.
pub(super) const CONVERSATIONS: Exchange = Exchange {
    name: "openai-conversations",
    format: BodyFormat::Document,
    records: None,
    request: &[
        rule("{items,inputs}[*].arguments.**", Action::CallArguments),
        rule("items[*].{action,actions,operation}.**", Action::Payload),
        rule("items[*].name", Action::Id).when("type", CALLS),
        rule("inputs[*].name", Action::Id).when("type", &["function.call", "tool.execution"]),
        rule("items[*].result", Action::Opaque),
        rule("items[*].{namespace,server_label}", Action::Id),
        rule("tools[*].function.name", Action::Id),
        rule("completion_args.tool_choice.**", Action::Id),
        rule("completion_args.response_format.json_schema.name", Action::Id),
        rule("{object,handoff_execution}", Action::Id),
        rule("include[*]", Action::Id),
        rule("metadata.user_id", Action::EndUser),
        rule("metadata.**", Action::Payload),
    ],
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["tools", "instructions", "items", "inputs"],
    author_rules: &[
        AuthorRule { at: "{tools,completion_args}", member: "", authors: &[("", Author::Tools)] },
        AuthorRule { at: "instructions", member: "", authors: &[("", Author::System)] },
        AuthorRule { at: "inputs", member: "", authors: &[("", Author::User)] },
        AuthorRule { at: "{items,inputs}[*]", member: "role", authors: ROLES },
        AuthorRule { at: "items[*]", member: "type", authors: ITEM_AUTHORS },
        AuthorRule { at: "inputs[*]", member: "type", authors: ENTRIES },
    ],
    response: &[
        rule("{data,outputs,entries}[*].arguments.**", Action::CallArguments),
        rule("{data,outputs,entries}[*].name", Action::Id),
        rule("data[*].{action,actions,operation}.**", Action::Payload),
        rule("data[*].result", Action::Opaque),
        rule("**.logprobs.**", Action::Alignment),
        rule("{object,status}", Action::Skip),
        rule("metadata.**", Action::Payload),
    ],
    calls: &[
        CallRule::text("{outputs,entries,messages,error,errors,metadata,guardrails}"),
        CallRule { at: "data", texts: MessageText::If(Condition { member: "object", values: &["list"] }), names: &[] },
        CallRule::call_unless("*", TEXT_EVENTS, ITEM_NAMES),
        CallRule::call_unless("{data,outputs,entries,messages}[*].*", TEXT_ENTRIES, ITEM_NAMES),
        CallRule::call_unless("content[*].*", TEXT_CHUNKS, &["name"]),
        CallRule::call_unless("{data,outputs,entries,messages}[*].content[*].*", TEXT_CHUNKS, &["name"]),
    ],
    stream: Some(&StreamFormat {
        carrier: Carrier::Sse,
        rules: &[
            piece("content", false),
            piece("content.text", false),
            piece("content.thinking[*].text", false),
            piece("arguments", true).when("type", &["function.call.delta", "tool.execution.delta"]),
            rule("arguments.**", Action::Payload),
            rule("name", Action::Id),
        ],
        ends: &[ChannelEnd { at: "type", value: EndCondition::OneOf(ENDS), keys: &[] }],
        tools: &[ToolNameRule { at: "name", keys: KEYS }],
        last: Some("[DONE]"),
        resumption: None,
    }),
    provider_state: Some(&ProviderState {
        continues: &[],
        issues: &["id", "conversation_id"],
        retention: Retention::Always,
        seals: Some(&COMPACTION),
        starts_empty: true,
        asks: &[],
        attaches: &["items[*].content[*].file_id"],
    }),
    system_note: None,
    offsets: Some(&CITATIONS),
};

/// Authors of Mistral's entries, by their types.
const ENTRIES: &[(&str, Author)] = &[
    ("function.call", Author::Model),
    ("message.output", Author::Model),
    ("function.result", Author::Tool),
    ("tool.execution", Author::Tool),
];

/// Members that tell the texts of events apart.
const KEYS: &[&str] = &["output_index", "content_index", "id", "tool_call_id"];

/// Events behind which no text goes on.
const ENDS: &[&str] =
    &["conversation.response.done", "conversation.response.error", "tool.execution.done", "agent.handoff.started"];

const fn piece(at: &'static str, json: bool) -> Rule {
    rule(at, Action::Channel(Channel { keys: KEYS, json }))
}

/// Items and entries that are message text.
const TEXT_ENTRIES: &[&str] = &["message", "reasoning", "message.input", "message.output"];

/// Events, and items that are an answer of their own, with message text.
const TEXT_EVENTS: &[&str] = &["message.output.delta", "conversation.response.error", "error", "message", "reasoning"];

/// Parts of contents that are message text.
const TEXT_CHUNKS: &[&str] =
    &["output_text", "input_text", "text", "refusal", "summary_text", "reasoning_text", "thinking", "tool_reference"];
