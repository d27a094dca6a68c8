//! Datadog's intake of logs.
//!
//! <https://docs.datadoghq.com/api/latest/logs/#send-logs>: an object, an array of them, or text.

use super::{
    api::{Action, Api, BodyFormat, Endpoint, Exchange, rule},
    json::DOCUMENT,
    loki::QUERIES,
};
use crate::problem::ErrorShape;

/// The intake, in both versions.
pub(super) const API: Api = Api {
    name: "datadog",
    bases: &[""],
    auto: true,
    any_base: true,
    masks_answers: false,
    errors: ErrorShape::Problem,
    endpoints: &[
        Endpoint { method: "POST", path: "/api/v2/logs", exchange: &LOGS },
        Endpoint { method: "POST", path: "/v1/input", exchange: &LOGS },
        Endpoint { method: "POST", path: "/v1/input/{key}", exchange: &LOGS },
        Endpoint { method: "GET", path: "/api/v1/validate", exchange: &QUERIES },
    ],
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
