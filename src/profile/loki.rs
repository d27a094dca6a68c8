//! Grafana Loki: pushed streams of lines, in JSON or in Protocol Buffers.
//!
//! <https://grafana.com/docs/loki/latest/reference/loki-http-api/#ingest-logs>. Agents push blocks of Snappy. A line is often
//! JSON or logfmt itself; labels are part of the index, and pseudonyms in them are as good.

use super::{
    api::{Action, Api, BodyFormat, Endpoint, Exchange, Message, MessageField, Protobuf, rule},
    json::{DOCUMENT, LOG_BACKEND},
    records::RecordRules,
};

/// The push of agents, and queries.
pub(super) const API: Api = Api {
    name: "loki",
    endpoints: &[
        Endpoint { method: "POST", path: "/loki/api/v1/push", exchange: &PUSH },
        Endpoint { method: "POST", path: "/api/prom/push", exchange: &PUSH },
        Endpoint { method: "GET", path: "/loki/api/v1/**", exchange: &QUERIES },
        // Long queries are sent as forms.
        Endpoint { method: "POST", path: "/loki/api/v1/query", exchange: &FORMS },
        Endpoint { method: "POST", path: "/loki/api/v1/query_range", exchange: &FORMS },
        Endpoint { method: "POST", path: "/loki/api/v1/series", exchange: &FORMS },
    ],
    ..LOG_BACKEND
};

const PUSH: Exchange = Exchange {
    name: "loki-push",
    format: BodyFormat::Records { protobuf: Some(&Protobuf { message: &PUSH_REQUEST, snappy: true }) },
    request: &[
        // The time and the line of an entry; members that stand behind them are metadata.
        rule("streams[*].values[*][*]", Action::Time),
        rule("streams[*].entries[*].ts", Action::Time),
        rule("streams[*].**", Action::Payload),
    ],
    ..DOCUMENT
};

/// Requests for data, whose texts stand in the query.
pub(super) const QUERIES: Exchange = Exchange { name: "log-queries", ..DOCUMENT };

/// The same requests, with the query in a form.
const FORMS: Exchange = Exchange {
    name: "loki-queries",
    format: BodyFormat::Records { protobuf: None },
    records: Some(&RecordRules { may_be_form: true, ..RecordRules::USUAL }),
    ..QUERIES
};

/// `logproto.PushRequest`.
static PUSH_REQUEST: Message = Message { name: "logproto.PushRequest", fields: &[(1, MessageField::Message(&STREAM))] };

static STREAM: Message = Message {
    name: "logproto.Stream",
    fields: &[
        (1, MessageField::Value(Action::Payload)),
        (2, MessageField::Message(&ENTRY)),
        // A hash of the labels.
        (3, MessageField::Value(Action::Skip)),
    ],
};

static ENTRY: Message = Message {
    name: "logproto.Entry",
    fields: &[
        (1, MessageField::Value(Action::Skip)),
        (2, MessageField::Value(Action::Payload)),
        (3, MessageField::Message(&LABEL_PAIR)),
        (4, MessageField::Message(&LABEL_PAIR)),
    ],
};

static LABEL_PAIR: Message = Message {
    name: "logproto.LabelPair",
    fields: &[(1, MessageField::Value(Action::PairName)), (2, MessageField::Value(Action::Payload))],
};
