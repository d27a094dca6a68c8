//! OpenAI's Realtime API over WebSockets.
//!
//! <https://platform.openai.com/docs/api-reference/realtime>

use super::{
    api::{
        Action, Author, AuthorRule, BodyFormat, CallRule, Exchange, ProviderState, Retention, Rule, StreamFormat, rule,
    },
    openai_responses::EVENTS,
    shared::{PROTOCOL, ROLES},
};
use crate::codec::framing::Carrier;

/// The events of both sides of `/realtime`: what is said before stays at the provider for as long as the socket is open.
pub(super) const REALTIME: Exchange = Exchange {
    name: "openai-realtime",
    format: BodyFormat::Document,
    records: None,
    request: REQUEST,
    inner_requests: &[],
    protocol: PROTOCOL,
    cache_order: &[],
    author_rules: &[
        AuthorRule { at: "{session,response}.instructions", member: "", authors: &[("", Author::System)] },
        AuthorRule { at: "{session,response}.tools", member: "", authors: &[("", Author::Tools)] },
        AuthorRule { at: "item", member: "role", authors: ROLES },
        AuthorRule { at: "item", member: "type", authors: ITEMS },
        AuthorRule { at: "response.input[*]", member: "role", authors: ROLES },
        AuthorRule { at: "response.input[*]", member: "type", authors: ITEMS },
    ],
    response: &[],
    calls: CALLS,
    stream: Some(&StreamFormat { carrier: Carrier::Messages, ..EVENTS }),
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

const REQUEST: &[Rule] = &[
    rule("audio", Action::Opaque),
    rule("item.content[*].audio", Action::Opaque),
    rule("response.input[*].content[*].audio", Action::Opaque),
    rule("item.arguments.**", Action::CallArguments),
    rule("response.input[*].arguments.**", Action::CallArguments),
    rule("item.name", Action::Id).when("type", &["function_call"]),
    rule("response.input[*].name", Action::Id).when("type", &["function_call"]),
    rule("{session,response}.tools[*].{name,server_label,connector_id}", Action::Id),
    rule("{session,response}.tools[*].server_url", Action::Link),
    rule("{session,response}.tools[*].{headers,authorization}.**", Action::Skip),
    rule("{session,response}.tool_choice.**", Action::Id),
    rule("{session,response}.prompt.variables.*", Action::Text),
    rule("{session,response}.metadata.**", Action::Payload),
];

const ITEMS: &[(&str, Author)] = &[("function_call", Author::Model), ("function_call_output", Author::Tool)];

/// Message text of events; all else that the model says is a call.
const CALLS: &[CallRule] = &[
    CallRule::text("{session,conversation,error,transcript,text,part}"),
    CallRule::call_unless("delta", TEXT_EVENTS, &["name"]),
    CallRule::call_unless("item.*", &["message"], &["name", "type"]),
    CallRule::text("response.{output,status_details,metadata}"),
    CallRule::call_unless("response.output[*].*", &["message"], &["name", "type"]),
    CallRule::call("{arguments,response}.**", &["name"]),
];

/// Events with pieces of message text.
const TEXT_EVENTS: &[&str] = &[
    "response.text.delta",
    "response.output_text.delta",
    "response.audio_transcript.delta",
    "response.output_audio_transcript.delta",
    "conversation.item.input_audio_transcription.delta",
];
