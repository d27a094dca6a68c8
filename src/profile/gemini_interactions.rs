//! Gemini's Interactions: conversations of typed steps, which the provider keeps unless it is told not to.
//!
//! <https://ai.google.dev/gemini-api/docs/interactions>

use super::{
    api::{
        Action, Author, AuthorRule, BodyFormat, CallRule, Channel, ChannelEnd, EndCondition, Exchange, NotePlace,
        ProviderState, Retention, Rule, StreamFormat, TextBlock, ToolNameRule, rule,
    },
    shared::{PROTOCOL, ROLES},
};
use crate::codec::framing::Carrier;

/// `/interactions`, and an interaction by its id.
pub(super) const INTERACTIONS: Exchange = Exchange {
    name: "gemini-interactions",
    format: BodyFormat::Document,
    records: None,
    request: REQUEST,
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &["tools", "system_instruction", "input"],
    author_rules: &[
        AuthorRule { at: "{tools,response_format}", member: "", authors: &[("", Author::Tools)] },
        AuthorRule { at: "system_instruction", member: "", authors: &[("", Author::System)] },
        AuthorRule { at: "input", member: "", authors: &[("", Author::User)] },
        AuthorRule { at: "input[*]", member: "role", authors: ROLES },
        AuthorRule { at: "input[*]", member: "type", authors: STEPS },
    ],
    response: ANSWER,
    calls: CALLS,
    stream: Some(&EVENTS),
    provider_state: Some(&ProviderState {
        continues: &["previous_interaction_id", "cached_content"],
        issues: &["id", "interaction.id"],
        retention: Retention::Unless("store"),
        seals: None,
        starts_empty: false,
        asks: &[],
        attaches: &[],
    }),
    system_note: Some(NotePlace::Text { member: "system_instruction", block: TextBlock { before: "", behind: "" } }),
    offsets: None,
};

/// Contents that are base64.
const MEDIA: &[&str] = &["image", "audio", "video", "document"];

const REQUEST: &[Rule] = &[
    rule("input[*].arguments.**", Action::CallArguments),
    rule("input[*].result.**", Action::Payload),
    rule("input[*].{name,server_name}", Action::Id),
    rule("tools[*].{name,server_name}", Action::Id),
    rule("tools[*].url", Action::Link),
    // Credentials that the provider shows to the user's own tool servers.
    rule("tools[*].headers.**", Action::Skip),
    rule("**.data", Action::Opaque).when("type", MEDIA),
    rule("**.uri", Action::Link),
    rule("**.{mime_type,resolution,response_mime_type,media_resolution}", Action::Id),
    rule("{agent,cached_content,continuation_token,service_tier,environment}", Action::Id),
    rule("response_modalities[*]", Action::Id),
    rule("{agent_config,safety_settings,webhook_config}.**", Action::Id),
    rule("generation_config.{thinking_level,thinking_summaries,tool_choice,speech_config,image_config}.**", Action::Id),
    rule("labels.**", Action::Payload),
];

/// The authors of steps, by their types.
const STEPS: &[(&str, Author)] = &[
    ("user_input", Author::User),
    ("model_output", Author::Model),
    ("thought", Author::Model),
    ("function_call", Author::Model),
    ("code_execution_call", Author::Model),
    ("mcp_server_tool_call", Author::Model),
    ("function_result", Author::Tool),
    ("code_execution_result", Author::Tool),
    ("mcp_server_tool_result", Author::Tool),
    ("google_search_result", Author::Tool),
    ("url_context_result", Author::Tool),
    ("file_search_result", Author::Tool),
];

const ANSWER: &[Rule] = &[
    rule("{steps,outputs}[*].arguments.**", Action::CallArguments),
    rule("{steps,outputs}[*].result.**", Action::Payload),
    rule("{steps,outputs}[*].{name,server_name}", Action::Id),
    rule("**.data", Action::Opaque).when("type", MEDIA),
    rule("{status,object,agent,created,updated,service_tier}", Action::Skip),
    rule("usage.**", Action::Id),
];

const EVENTS: StreamFormat = StreamFormat {
    carrier: Carrier::Sse,
    rules: &[
        piece("delta.text", false),
        // A summary of a thought.
        piece("delta.content.text", false),
        piece("delta.arguments", true).when("type", &["arguments_delta"]),
        rule("delta.arguments.**", Action::CallArguments),
        rule("delta.result.**", Action::Payload),
        rule("delta.data", Action::Opaque),
        rule("{delta,step}.{name,server_name}", Action::Id),
        rule("step.arguments.**", Action::CallArguments),
        rule("step.result.**", Action::Payload),
        rule("interaction.steps[*].arguments.**", Action::CallArguments),
        rule("interaction.steps[*].result.**", Action::Payload),
        rule("interaction.steps[*].{name,server_name}", Action::Id),
        rule("interaction.{status,object,agent,created,updated,service_tier}", Action::Skip),
        rule("{event_type,event_id,status}", Action::Skip),
    ],
    ends: &[
        ChannelEnd { at: "event_type", value: EndCondition::OneOf(&["step.stop", "content.stop"]), keys: &["index"] },
        ChannelEnd {
            at: "event_type",
            value: EndCondition::OneOf(&["interaction.completed", "interaction.complete", "error"]),
            keys: &[],
        },
    ],
    tools: &[ToolNameRule { at: "step.name", keys: &["index"] }, ToolNameRule { at: "step.type", keys: &["index"] }],
    last: Some("[DONE]"),
    resumption: None,
};

const fn piece(at: &'static str, json: bool) -> Rule {
    rule(at, Action::Channel(Channel { keys: &["index"], json }))
}

/// Message text of answers and events; all else that the model says is a call.
const CALLS: &[CallRule] = &[
    CallRule::text("{steps,outputs,output_text,step,delta,interaction,error,errors,input,system_instruction}"),
    CallRule::text("{status,usage,labels,metadata,event_type,event_id,id,model}"),
    CallRule::call("*", &[]),
    CallRule::call_unless("{steps,outputs}[*].*", TEXT_STEPS, STEP_NAMES),
    CallRule::call_unless("step.*", TEXT_STEPS, STEP_NAMES),
    CallRule::call_unless("delta.*", TEXT_STEPS, STEP_NAMES),
    CallRule::call_unless("interaction.steps[*].*", TEXT_STEPS, STEP_NAMES),
    CallRule::text("interaction.{steps,output_text,status,usage,input,system_instruction,error,errors}"),
    CallRule::call("interaction.*", &[]),
];

/// Steps, contents and pieces that are message text.
const TEXT_STEPS: &[&str] = &[
    "user_input",
    "model_output",
    "thought",
    "text",
    "thought_summary",
    "thought_signature",
    "text_annotation_delta",
    "image",
    "audio",
    "video",
    "document",
];

/// The members that name the tool of a step: one without a name is called by its type.
const STEP_NAMES: &[&str] = &["name", "type"];
