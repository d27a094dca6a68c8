//! Any JSON API, and lines of JSON: every string is text, unless the user's own selectors
//! except it.

use super::api::{Action, Api, BodyFormat, Endpoint, Exchange, rule};
use crate::problem::ErrorShape;

/// Log lines of JSON, at any path.
pub(super) const API: Api = Api {
    name: "ndjson",
    bases: &[""],
    auto: false,
    any_base: false,
    masks_answers: false,
    errors: ErrorShape::Problem,
    endpoints: &[
        Endpoint { method: "POST", path: "/**", exchange: &LINES },
        Endpoint { method: "PUT", path: "/**", exchange: &LINES },
    ],
};

/// One JSON document of an unknown API.
pub static DOCUMENT: Exchange = Exchange {
    name: "json",
    format: BodyFormat::Document,
    request: &[],
    protocol: &[],
    cache_order: &[],
    author_rules: &[],
    response: &[],
    calls: &[],
    stream: None,
    provider_state: None,
    system_note: None,
    offsets: None,
};

/// One JSON document at an unknown path of a route for language models, where token ids may stand for a text.
pub static UNKNOWN: Exchange = Exchange {
    name: "unknown",
    request: &[
        rule("**.{prompt,prompts,input,inputs,text,texts,query,queries,document,documents}[*]", Action::TokenIds),
        rule("**.{prompt,prompts,input,inputs,text,texts,query,queries,document,documents}[*][*]", Action::TokenIds),
        rule("**.{content,contents,passages,tokens,token_ids,input_ids,prompt_token_ids}[*]", Action::TokenIds),
        rule("**.{content,contents,passages,tokens,token_ids,input_ids,prompt_token_ids}[*][*]", Action::TokenIds),
    ],
    ..DOCUMENT
};

/// One JSON document a line, each a record of a log.
pub static LINES: Exchange = Exchange {
    name: "ndjson",
    format: BodyFormat::Lines,
    request: &[
        rule("{@timestamp,timestamp,time,ts,date}", Action::Time),
        rule("{level,severity,trace_id,span_id,traceId,spanId}", Action::Id),
        rule("**", Action::Payload),
    ],
    ..DOCUMENT
};
