//! OpenAI's `/threads`, which hold messages and runs, and `/assistants`, which answer in them.
//!
//! <https://platform.openai.com/docs/api-reference/threads>

use super::{
    api::{
        Action, Author, AuthorRule, BodyFormat, CallRule, ChannelEnd, EndCondition, Exchange, OffsetRule, OffsetText,
        Offsets, ProviderState, Retention, Rule, StreamFormat, ToolNameRule, rule,
    },
    shared::{PROTOCOL, ROLES, UNFOLLOWED, piece},
};
use crate::codec::framing::Carrier;

/// `/threads` and what lies below it.
pub(super) const THREADS: Exchange = Exchange {
    name: "openai-threads",
    format: BodyFormat::Document,
    records: None,
    request: REQUEST,
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["tools", "instructions", "additional_instructions", "thread", "additional_messages", "content"],
    author_rules: &[
        AuthorRule { at: "tools", member: "", authors: &[("", Author::Tools)] },
        AuthorRule { at: "{instructions,additional_instructions}", member: "", authors: &[("", Author::System)] },
        AuthorRule { at: "content", member: "", authors: &[("", Author::User)] },
        AuthorRule { at: "tool_outputs", member: "", authors: &[("", Author::Tool)] },
        AuthorRule { at: "{messages,additional_messages}[*]", member: "role", authors: ROLES },
        AuthorRule { at: "thread.messages[*]", member: "role", authors: ROLES },
    ],
    response: &[
        rule("required_action.submit_tool_outputs.tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("required_action.submit_tool_outputs.tool_calls[*].function.name", Action::Id),
        rule("data[*].required_action.submit_tool_outputs.tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("data[*].required_action.submit_tool_outputs.tool_calls[*].function.name", Action::Id),
        rule("step_details.tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("step_details.tool_calls[*].function.name", Action::Id),
        rule("data[*].step_details.tool_calls[*].function.arguments.**", Action::CallArguments),
        rule("data[*].step_details.tool_calls[*].function.name", Action::Id),
        rule("tools[*].function.name", Action::Id),
        rule("{object,status}", Action::Skip),
        rule("metadata.**", Action::Payload),
    ],
    calls: &[
        CallRule::text(
            "{content,data,delta,step_details,required_action,instructions,tools,error,errors,last_error,metadata}",
        ),
        CallRule::call("*", &[]),
        CallRule::text("data[*].{content,step_details,required_action,instructions,tools,last_error,metadata}"),
        CallRule::call("data[*].*", &[]),
        CallRule::text("delta.{content,step_details,role}"),
        CallRule::call("delta.*", &[]),
        CallRule::call_unless("content[*].*", TEXT_PARTS, &[]),
        CallRule::call_unless("data[*].content[*].*", TEXT_PARTS, &[]),
        CallRule::call_unless("delta.content[*].*", TEXT_PARTS, &[]),
        CallRule::call("required_action.submit_tool_outputs.tool_calls[*].*", CALL_NAMES),
        CallRule::call("data[*].required_action.submit_tool_outputs.tool_calls[*].*", CALL_NAMES),
        CallRule::call("step_details.tool_calls[*].*", CALL_NAMES),
        CallRule::call("data[*].step_details.tool_calls[*].*", CALL_NAMES),
        CallRule::call("delta.step_details.tool_calls[*].*", CALL_NAMES),
    ],
    stream: Some(&StreamFormat {
        carrier: Carrier::Sse,
        rules: &[
            piece("delta.content[*].text.value", PART_KEYS, false),
            piece("delta.content[*].refusal", PART_KEYS, false),
            piece("delta.step_details.tool_calls[*].function.arguments", CALL_KEYS, true),
            piece("delta.step_details.tool_calls[*].function.output", CALL_KEYS, false),
            piece("delta.step_details.tool_calls[*].code_interpreter.input", CALL_KEYS, false),
            rule("delta.step_details.tool_calls[*].function.name", Action::Id),
        ],
        ends: &[ChannelEnd { at: "object", value: EndCondition::OneOf(WHOLE), keys: &[] }],
        tools: &[ToolNameRule { at: "delta.step_details.tool_calls[*].function.name", keys: CALL_KEYS }],
        last: Some("[DONE]"),
        resumption: None,
    }),
    provider_state: Some(&ProviderState {
        continues: &[],
        issues: &["id", "thread_id"],
        retention: Retention::Always,
        seals: None,
        starts_empty: true,
        asks: &[],
        attaches: &[
            "attachments[*].file_id",
            "{messages,additional_messages}[*].attachments[*].file_id",
            "thread.messages[*].attachments[*].file_id",
        ],
    }),
    system_note: None,
    offsets: Some(&ANNOTATIONS),
};

/// `/assistants`: their instructions are read in threads of any map.
pub(super) const ASSISTANTS: Exchange =
    Exchange { name: "openai-assistants", provider_state: UNFOLLOWED.provider_state, ..THREADS };

const REQUEST: &[Rule] = &[
    rule("tools[*].function.name", Action::Id),
    rule("tool_choice.**", Action::Id),
    rule("response_format.json_schema.name", Action::Id),
    rule("{messages,additional_messages}[*].metadata.**", Action::Payload),
    rule("thread.messages[*].metadata.**", Action::Payload),
    rule("thread.metadata.**", Action::Payload),
    rule("metadata.user_id", Action::EndUser),
    rule("metadata.**", Action::Payload),
];

/// Parts of a message that are text.
const TEXT_PARTS: &[&str] = &["text", "refusal", "image_file", "image_url"];

/// The name of the tool in a call.
const CALL_NAMES: &[&str] = &["function.name"];

/// Members that tell the texts of a message's parts apart.
const PART_KEYS: &[&str] = &["delta.content[*].index", "id"];

/// Members that tell the texts of calls apart.
const CALL_KEYS: &[&str] = &["delta.step_details.tool_calls[*].index", "id"];

/// Events of whole objects, behind which no text goes on.
const WHOLE: &[&str] = &["thread.message", "thread.run", "thread.run.step"];

/// Annotations of texts: citations of files.
const ANNOTATIONS: Offsets = Offsets {
    mark: "annotation",
    request: &[],
    answer: &[annotated("content[*].text"), annotated("data[*].content[*].text")],
    event: &[
        annotated("content[*].text"),
        OffsetRule {
            holders: "delta.content[*]",
            text: OffsetText::Channel { at: "delta.content[*].text.value", keys: &["index"] },
            offsets: &["text.annotations[*].start_index", "text.annotations[*].end_index"],
        },
    ],
    documents: None,
};

/// The annotations of the texts at a path.
const fn annotated(holders: &'static str) -> OffsetRule {
    const OFFSETS: &[&str] = &["annotations[*].start_index", "annotations[*].end_index"];
    OffsetRule { holders, text: OffsetText::Member("value"), offsets: OFFSETS }
}
