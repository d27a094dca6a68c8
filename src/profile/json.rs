//! Any JSON API, and lines of JSON: all strings are looked through, as far as the user's own selectors
//! say nothing else.

use super::api::{Act, Api, Endpoint, Exchange, Records, rule};

/// Log lines of JSON, at any path.
pub(super) const API: Api = Api {
    name: "ndjson",
    bases: &[""],
    auto: false,
    endpoints: &[
        Endpoint { method: "POST", path: "/**", exchange: &LINES },
        Endpoint { method: "PUT", path: "/**", exchange: &LINES },
    ],
};

/// One JSON document, of which nothing is known.
pub static DOCUMENT: Exchange = Exchange {
    name: "json",
    records: Records::One,
    request: &[],
    protocol: &[],
    order: &[],
    voices: &[],
    response: &[],
    stream: None,
    state: None,
    note: None,
};

/// One JSON document a line, each a record of a log.
pub static LINES: Exchange = Exchange {
    name: "ndjson",
    records: Records::Lines,
    request: &[
        rule("{@timestamp,timestamp,time,ts,date}", Act::Time),
        rule("{level,severity,trace_id,span_id,traceId,spanId}", Act::Id),
        rule("**", Act::Free),
    ],
    ..DOCUMENT
};
