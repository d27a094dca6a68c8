//! Datadog's intake of logs.
//!
//! <https://docs.datadoghq.com/api/latest/logs/#send-logs>: an object, an array of them, or text.

use super::{
    api::{Action, Api, BodyFormat, Endpoint, Exchange, rule},
    json::{DOCUMENT, LOG_BACKEND},
    loki::QUERIES,
};

/// The intake, in both versions.
pub(super) const API: Api = Api {
    name: "datadog",
    endpoints: &[
        Endpoint { method: "POST", path: "/api/v2/logs", exchange: &LOGS },
        Endpoint { method: "POST", path: "/v1/input", exchange: &LOGS },
        Endpoint { method: "POST", path: "/v1/input/{key}", exchange: &LOGS },
        Endpoint { method: "GET", path: "/api/v1/validate", exchange: &QUERIES },
    ],
    ..LOG_BACKEND
};

const LOGS: Exchange = Exchange {
    name: "datadog-logs",
    format: BodyFormat::Records { protobuf: None },
    request: &[
        rule("{timestamp,@timestamp,date}", Action::Time),
        rule("{status,level,severity,ddsource,service}", Action::Id),
        rule("{dd\\.trace_id,dd\\.span_id,trace_id,span_id}", Action::Id),
        rule("dd.{trace_id,span_id}", Action::Id),
        rule("**", Action::Payload),
    ],
    ..DOCUMENT
};
