//! Graylog Extended Log Format over HTTP.
//!
//! <https://go2docs.graylog.org/current/getting_in_log_data/gelf.html#GELFPayloadSpecification>

use super::{
    api::{Action, Api, BodyFormat, Endpoint, Exchange, rule},
    json::{DOCUMENT, LOG_BACKEND},
};

/// The input of Graylog.
pub(super) const API: Api =
    Api { name: "gelf", endpoints: &[Endpoint { method: "POST", path: "/gelf", exchange: &MESSAGE }], ..LOG_BACKEND };

const MESSAGE: Exchange = Exchange {
    name: "gelf",
    format: BodyFormat::Records { protobuf: None },
    request: &[
        rule("timestamp", Action::Time),
        rule("{version,level,facility,_level,_trace_id,_span_id,_traceId,_spanId}", Action::Id),
        rule("host", Action::Reference),
        rule("**", Action::Payload),
    ],
    ..DOCUMENT
};
