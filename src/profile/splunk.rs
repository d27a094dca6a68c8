//! Splunk's HTTP event collector.
//!
//! <https://docs.splunk.com/Documentation/Splunk/latest/Data/FormateventsforHTTPEventCollector>. Events are JSON objects with
//! or without anything between them; `raw` is any text.

use super::{
    api::{Action, Api, BodyFormat, Endpoint, Exchange, RecordRules, rule},
    json::{DOCUMENT, LOG_BACKEND, RECORDS},
    loki::QUERIES,
};

/// The endpoints of the collector.
pub(super) const API: Api = Api {
    name: "splunk",
    endpoints: &[
        Endpoint { method: "POST", path: "/services/collector/", exchange: &EVENT },
        Endpoint { method: "POST", path: "/services/collector/event/", exchange: &EVENT },
        Endpoint { method: "POST", path: "/services/collector/event/{version}", exchange: &EVENT },
        Endpoint { method: "POST", path: "/services/collector/raw/", exchange: &RAW },
        Endpoint { method: "POST", path: "/services/collector/raw/{version}", exchange: &RAW },
        // Asks which of the client's events are stored, by their numbers.
        Endpoint { method: "POST", path: "/services/collector/ack", exchange: &QUERIES },
        Endpoint { method: "GET", path: "/services/collector/health", exchange: &QUERIES },
        Endpoint { method: "GET", path: "/services/collector/health/{version}", exchange: &QUERIES },
    ],
    ..LOG_BACKEND
};

const EVENT: Exchange = Exchange {
    name: "splunk-event",
    format: BodyFormat::Records { protobuf: None },
    request: &[
        rule("time", Action::Time),
        rule("{index,sourcetype}", Action::Id),
        rule("{host,source}", Action::Reference),
        rule("event.{@timestamp,timestamp,time,ts}", Action::Time),
        rule("event.{level,severity,trace_id,span_id,traceId,spanId}", Action::Id),
        rule("fields.{metric_name,_value,metric_type}", Action::Id),
        rule("**", Action::Payload),
    ],
    ..DOCUMENT
};

/// Clients declare what their libraries do by default: `curl -d` a form, others JSON.
const RAW: Exchange = Exchange {
    name: "splunk-raw",
    records: Some(&RecordRules { media_type: Some("text/plain"), ..RecordRules::USUAL }),
    ..RECORDS
};
