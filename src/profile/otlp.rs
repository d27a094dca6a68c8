//! OpenTelemetry over HTTP: logs, traces and metrics, in Protocol Buffers or JSON.
//!
//! <https://opentelemetry.io/docs/specs/otlp/#otlphttp>; the messages are those of
//! <https://github.com/open-telemetry/opentelemetry-proto>. An attribute's value is read in the context of its key.

use super::{
    api::{Action, Api, BodyFormat, Endpoint, Exchange, Message, MessageField, Protobuf, Rule, rule},
    json::DOCUMENT,
};
use crate::problem::ErrorShape;

/// The receivers of a collector, and of backends behind a base of their own.
pub(super) const API: Api = Api {
    name: "otlp",
    bases: &["", "/otlp"],
    auto: true,
    any_base: true,
    masks_answers: false,
    has_indices: false,
    errors: ErrorShape::Problem,
    endpoints: &[
        Endpoint { method: "POST", path: "/v1/logs", exchange: &LOGS },
        Endpoint { method: "POST", path: "/v1/traces", exchange: &TRACES },
        Endpoint { method: "POST", path: "/v1/metrics", exchange: &METRICS },
    ],
};

const LOGS: Exchange = exchange("otlp-logs", &LOGS_BODY);
const TRACES: Exchange = exchange("otlp-traces", &TRACES_BODY);
const METRICS: Exchange = exchange("otlp-metrics", &METRICS_BODY);

static LOGS_BODY: Protobuf = Protobuf { message: &LOGS_REQUEST, snappy: false };
static TRACES_BODY: Protobuf = Protobuf { message: &TRACES_REQUEST, snappy: false };
static METRICS_BODY: Protobuf = Protobuf { message: &METRICS_REQUEST, snappy: false };

const fn exchange(name: &'static str, protobuf: &'static Protobuf) -> Exchange {
    Exchange {
        name,
        format: BodyFormat::Records { protobuf: Some(protobuf) },
        request: JSON,
        protocol: PROTOCOL,
        ..DOCUMENT
    }
}

/// Members of metrics that hold numbers, which JSON spells as strings.
const JSON: &[Rule] = &[
    rule("resourceMetrics[*].scopeMetrics[*].metrics[*].{name,unit}", Action::Id),
    rule("resourceMetrics[*].scopeMetrics[*].metrics[*].*.dataPoints[*].{count,sum,asInt,zeroCount}", Action::Skip),
    rule(
        "resourceMetrics[*].scopeMetrics[*].metrics[*].*.dataPoints[*].{bucketCounts,explicitBounds}.**",
        Action::Skip,
    ),
    rule("resourceMetrics[*].scopeMetrics[*].metrics[*].*.dataPoints[*].exemplars[*].asInt", Action::Skip),
    rule("resourceMetrics[*].scopeMetrics[*].metrics[*].*.dataPoints[*].{positive,negative}.**", Action::Skip),
];

const PROTOCOL: &[Rule] = &[
    rule("**.{timeUnixNano,observedTimeUnixNano,startTimeUnixNano,endTimeUnixNano}", Action::Time),
    rule("**.{traceId,spanId,parentSpanId,traceState,severityText,schemaUrl,eventName}", Action::Id),
    rule("**.scope.{name,version}", Action::Id),
    // The mapping of Protocol Buffers to JSON spells integers of 64 bits as strings, and bytes in base64.
    rule("**.intValue", Action::Integer),
    rule("**.bytesValue", Action::Base64),
    rule("**.key", Action::PairName),
];

const TEXT: MessageField = MessageField::Value(Action::Payload);
const ID: MessageField = MessageField::Value(Action::Id);
const NO_TEXT: MessageField = MessageField::Value(Action::Skip);

const fn message(message: &'static Message) -> MessageField {
    MessageField::Message(message)
}

static LOGS_REQUEST: Message = Message { name: "ExportLogsServiceRequest", fields: &[(1, message(&RESOURCE_LOGS))] };
static TRACES_REQUEST: Message =
    Message { name: "ExportTraceServiceRequest", fields: &[(1, message(&RESOURCE_SPANS))] };
static METRICS_REQUEST: Message =
    Message { name: "ExportMetricsServiceRequest", fields: &[(1, message(&RESOURCE_METRICS))] };

static RESOURCE_LOGS: Message =
    Message { name: "ResourceLogs", fields: &[(1, message(&RESOURCE)), (2, message(&SCOPE_LOGS)), (3, ID)] };
static RESOURCE_SPANS: Message =
    Message { name: "ResourceSpans", fields: &[(1, message(&RESOURCE)), (2, message(&SCOPE_SPANS)), (3, ID)] };
static RESOURCE_METRICS: Message =
    Message { name: "ResourceMetrics", fields: &[(1, message(&RESOURCE)), (2, message(&SCOPE_METRICS)), (3, ID)] };

static SCOPE_LOGS: Message =
    Message { name: "ScopeLogs", fields: &[(1, message(&SCOPE)), (2, message(&LOG_RECORD)), (3, ID)] };
static SCOPE_SPANS: Message =
    Message { name: "ScopeSpans", fields: &[(1, message(&SCOPE)), (2, message(&SPAN)), (3, ID)] };
static SCOPE_METRICS: Message =
    Message { name: "ScopeMetrics", fields: &[(1, message(&SCOPE)), (2, message(&METRIC)), (3, ID)] };

static RESOURCE: Message = Message { name: "Resource", fields: &[(1, message(&KEY_VALUE))] };
static SCOPE: Message = Message { name: "InstrumentationScope", fields: &[(1, ID), (2, ID), (3, message(&KEY_VALUE))] };

static KEY_VALUE: Message =
    Message { name: "KeyValue", fields: &[(1, MessageField::Value(Action::PairName)), (2, message(&ANY_VALUE))] };
static ANY_VALUE: Message = Message {
    name: "AnyValue",
    fields: &[(1, TEXT), (3, TEXT), (5, message(&ARRAY_VALUE)), (6, message(&KEY_VALUE_LIST)), (7, TEXT)],
};
static ARRAY_VALUE: Message = Message { name: "ArrayValue", fields: &[(1, message(&ANY_VALUE))] };
static KEY_VALUE_LIST: Message = Message { name: "KeyValueList", fields: &[(1, message(&KEY_VALUE))] };

static LOG_RECORD: Message = Message {
    name: "LogRecord",
    fields: &[
        (2, NO_TEXT),
        (3, ID),
        (5, message(&ANY_VALUE)),
        (6, message(&KEY_VALUE)),
        (7, NO_TEXT),
        // Identifiers of the trace and the span.
        (9, NO_TEXT),
        (10, NO_TEXT),
        (12, ID),
    ],
};

static SPAN: Message = Message {
    name: "Span",
    fields: &[
        (1, NO_TEXT),
        (2, NO_TEXT),
        (3, ID),
        (4, NO_TEXT),
        (5, TEXT),
        (9, message(&KEY_VALUE)),
        (11, message(&EVENT)),
        (13, message(&LINK)),
        (15, message(&STATUS)),
    ],
};
static EVENT: Message = Message { name: "Span.Event", fields: &[(2, TEXT), (3, message(&KEY_VALUE))] };
static LINK: Message =
    Message { name: "Span.Link", fields: &[(1, NO_TEXT), (2, NO_TEXT), (3, ID), (4, message(&KEY_VALUE))] };
static STATUS: Message = Message { name: "Status", fields: &[(2, TEXT)] };

static METRIC: Message = Message {
    name: "Metric",
    fields: &[
        (1, ID),
        (2, TEXT),
        (3, ID),
        (5, message(&NUMBER_POINTS)),
        (7, message(&NUMBER_POINTS)),
        (9, message(&HISTOGRAM)),
        (10, message(&EXPONENTIAL_HISTOGRAM)),
        (11, message(&SUMMARY)),
        (12, message(&KEY_VALUE)),
    ],
};
static NUMBER_POINTS: Message = Message { name: "Gauge", fields: &[(1, message(&NUMBER_POINT))] };
static HISTOGRAM: Message = Message { name: "Histogram", fields: &[(1, message(&HISTOGRAM_POINT))] };
static EXPONENTIAL_HISTOGRAM: Message =
    Message { name: "ExponentialHistogram", fields: &[(1, message(&EXPONENTIAL_POINT))] };
static SUMMARY: Message = Message { name: "Summary", fields: &[(1, message(&SUMMARY_POINT))] };
static NUMBER_POINT: Message =
    Message { name: "NumberDataPoint", fields: &[(5, message(&EXEMPLAR)), (7, message(&KEY_VALUE)), (8, NO_TEXT)] };
static HISTOGRAM_POINT: Message = Message {
    name: "HistogramDataPoint",
    fields: &[
        // Packed counts and bounds.
        (6, NO_TEXT),
        (7, NO_TEXT),
        (8, message(&EXEMPLAR)),
        (9, message(&KEY_VALUE)),
        (10, NO_TEXT),
    ],
};
static EXPONENTIAL_POINT: Message = Message {
    name: "ExponentialHistogramDataPoint",
    fields: &[(1, message(&KEY_VALUE)), (6, NO_TEXT), (8, NO_TEXT), (9, NO_TEXT), (11, message(&EXEMPLAR))],
};
static SUMMARY_POINT: Message =
    Message { name: "SummaryDataPoint", fields: &[(6, NO_TEXT), (7, message(&KEY_VALUE)), (8, NO_TEXT)] };
static EXEMPLAR: Message =
    Message { name: "Exemplar", fields: &[(4, NO_TEXT), (5, NO_TEXT), (7, message(&KEY_VALUE))] };
