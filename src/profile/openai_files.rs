//! OpenAI's files and batches, and forms that hold sound and pictures.
//!
//! The lines of a batch's file are requests of other endpoints, and those of its results their answers.
//!
//! <https://platform.openai.com/docs/api-reference/batch>

use super::{
    api::{
        Action, BodyFormat, Channel, ChannelEnd, EndCondition, Exchange, InnerRequest, ProviderState, Retention, Rule,
        StreamFormat, rule,
    },
    openai::CHAT,
    openai_responses::RESPONSES,
    shared::{PLAIN, PROTOCOL},
};
use crate::codec::framing::Carrier;

/// `/files`: uploads.
pub(super) const FILES: Exchange = Exchange {
    name: "openai-files",
    format: BodyFormat::Document,
    request: &[rule("{method,url}", Action::Id)],
    protocol: PROTOCOL,
    cache_order: &[],
    inner_requests: &[InnerRequest { at: "body", exchange: &CHAT }, InnerRequest { at: "body", exchange: &RESPONSES }],
    provider_state: Some(&ProviderState {
        continues: &[],
        issues: &["id"],
        retention: Retention::Always,
        seals: None,
        starts_empty: false,
        asks: &[],
        attaches: &[],
    }),
    ..PLAIN
};

/// The content of a file: results of a batch, which are lines of JSON.
pub(super) const FILE_CONTENT: Exchange = Exchange {
    name: "openai-file-content",
    response: LINES,
    stream: Some(&StreamFormat {
        carrier: Carrier::Ndjson,
        rules: LINES,
        ends: &[],
        tools: &[],
        last: None,
        resumption: None,
    }),
    ..FILES
};

const LINES: &[Rule] = &[
    rule("response.body.choices[*].message.tool_calls[*].function.arguments.**", Action::CallArguments),
    rule("response.body.choices[*].message.tool_calls[*].function.name", Action::Id),
    rule("response.body.output[*].arguments.**", Action::CallArguments),
    rule("body.messages[*].tool_calls[*].function.arguments.**", Action::CallArguments),
    rule("body.input[*].arguments.**", Action::CallArguments),
];

/// `/batches`.
pub(super) const BATCHES: Exchange = Exchange {
    name: "openai-batches",
    request: &[rule("{endpoint,completion_window}", Action::Id), rule("metadata.**", Action::Payload)],
    provider_state: Some(&ProviderState {
        continues: &["input_file_id"],
        issues: &["id", "output_file_id", "error_file_id"],
        retention: Retention::Always,
        seals: None,
        starts_empty: false,
        asks: &[],
        attaches: &[],
    }),
    ..FILES
};

/// Forms with sound or pictures: transcriptions, translations, edits and variations.
pub(super) const FORMS: Exchange = Exchange {
    name: "openai-forms",
    format: BodyFormat::Document,
    protocol: PROTOCOL,
    stream: Some(&StreamFormat {
        carrier: Carrier::Sse,
        rules: &[rule("delta", Action::Channel(Channel { keys: &["segment_id"], json: false }))],
        ends: &[ChannelEnd { at: "type", value: EndCondition::Suffix(".done"), keys: &[] }],
        tools: &[],
        last: Some("[DONE]"),
        resumption: None,
    }),
    ..PLAIN
};
