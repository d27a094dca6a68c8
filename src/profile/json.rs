//! Any JSON API, and records of any log: every string is text, unless the user's own selectors
//! except it.

use super::api::{Action, Api, BodyFormat, Endpoint, Exchange, rule};
use crate::problem::ErrorShape;

/// Records of Fluent Bit, Vector, syslog-ng, rsyslog and others, at any path.
pub(super) const API: Api = Api {
    name: "logs",
    bases: &[""],
    auto: false,
    any_base: false,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::Problem,
    endpoints: &[
        Endpoint { method: "POST", path: "/**", exchange: &RECORDS },
        Endpoint { method: "PUT", path: "/**", exchange: &RECORDS },
    ],
};

/// The older name of [`API`].
pub(super) const NDJSON: Api = Api { name: "ndjson", ..API };

/// The common base of log backends: the end of the path tells the API at any base, and errors have no shape of their
/// own.
pub(super) const LOG_BACKEND: Api = Api {
    name: "",
    bases: &[""],
    auto: true,
    any_base: true,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::Problem,
    endpoints: &[],
};

/// A JSON document of an unknown API.
pub static DOCUMENT: Exchange = Exchange {
    name: "json",
    format: BodyFormat::Document,
    records: None,
    request: &[],
    inner_requests: &[],
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

/// A JSON document at an unknown path of a route for language models, where token ids may stand for a text.
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

/// Records of a log in any form.
pub static RECORDS: Exchange = Exchange {
    name: "logs",
    format: BodyFormat::Records { protobuf: None },
    request: &[
        rule("{@timestamp,timestamp,time,ts,date,_time,datetime,eventTime}", Action::Time),
        rule("{level,severity,lvl,pid,trace_id,span_id,traceId,spanId,trace\\.id,span\\.id}", Action::Id),
        // The records of Firehose and Kinesis, of Pub/Sub and of CloudWatch, which stand in base64.
        rule("records[*].data", Action::Opaque),
        rule("Records[*].kinesis.data", Action::Opaque),
        rule("message.data", Action::Opaque),
        rule("messages[*].data", Action::Opaque),
        rule("awslogs.data", Action::Opaque),
        rule("**", Action::Payload),
    ],
    ..DOCUMENT
};
