//! Profiles of APIs: the action for each path of their bodies, as data.
//!
//! Every string of a body is masked, at any path and any depth, unless a rule of the profile excepts its path: a
//! profile is a list of exceptions, so a member that a provider adds tomorrow is masked today. Each API is one file
//! and one line of [`registry`].
//!
//! An [`Api`] lists its endpoints, each with an [`Exchange`], the format of the request and of the answer.
//! [`Profiles::find`] gives the exchange of a method and a path. An exchange is compiled to
//! automata over member names. A reader steps them while it scans a body: one state per
//! nesting level, and no path is ever written out.

mod api;
mod automaton;
mod builder;
mod compiled;
mod find;
mod name_table;
mod offsets;
mod paths;
mod protobuf;
mod provider_state;
mod records;
mod selector;
mod streams;

mod anthropic;
mod bedrock;
mod cloudevents;
mod cohere;
mod conversations;
mod datadog;
mod elasticsearch;
mod gelf;
mod gemini;
mod gemini_interactions;
mod json;
mod loki;
mod mcp;
mod ollama;
mod openai;
mod openai_files;
mod openai_realtime;
mod openai_responses;
mod openai_threads;
mod otlp;
mod sentry;
mod shared;
mod splunk;

#[cfg(test)]
mod tests;

pub use api::{
    Action, Api, Author, AuthorRule, BodyFormat, CallRule, Channel, ChannelEnd, CitedDocuments, Condition,
    EndCondition, Endpoint, Exchange, FieldScope, Message, MessageField, MessageText, NotePlace, OffsetRule,
    OffsetText, Offsets, Protobuf, ProviderState, RecordRules, Retention, Rule, SealedState, StreamFormat, TextBlock,
    ToolNameRule, rule,
};
pub use automaton::{Symbol, TooComplex};
pub use compiled::{FieldRules, Profile, ProfileError, UserRules};
pub use find::{ProfileMatch, Profiles};
pub use paths::{PathFacts, PathState, PathTable};
pub use selector::SelectorError;

pub use json::{DOCUMENT, RECORDS, UNKNOWN};

/// The method of the endpoints that are WebSockets.
pub const WEBSOCKET: &str = "WEBSOCKET";

pub use shared::{CREDENTIALS, VERSION};

/// The API of this name.
pub fn api_named(name: &str) -> Option<&'static Api> {
    registry().iter().copied().find(|api| api.name == name)
}

/// All APIs. Where a path belongs to several, the first one counts.
pub fn registry() -> &'static [&'static Api] {
    &[
        &openai::API,
        &anthropic::API,
        &gemini::API,
        &bedrock::API,
        &cohere::API,
        &ollama::API,
        &elasticsearch::API,
        &loki::API,
        &splunk::API,
        &datadog::API,
        &otlp::API,
        &sentry::API,
        &gelf::API,
        &cloudevents::API,
        &json::API,
        &json::NDJSON,
        &mcp::API,
    ]
}
