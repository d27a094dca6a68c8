//! Traces, from outside: W3C trace context to the upstream, and spans at a fake collector.

use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest,
    common::v1::any_value::Value,
    trace::v1::{Span, span::SpanKind, status::StatusCode},
};
use prost::Message;

use crate::{
    common::binary::Masquerade,
    common::wait::eventually,
    fake::{Fake, Then},
    setup::{ask, metric, post, proxy, route},
};

const KEY: &str = "trace-test-0123456789abcdef";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";
const CHAT: &str = r#"{"model":"m","messages":[{"role":"user","content":"Write to jane.roe@example.com"}]}"#;

fn context(flags: &str) -> String {
    format!("traceparent: 00-{TRACE}-{CALLER}-{flags}\r\ntracestate: rojo=00f067,congo=t61\r\n")
}

/// A proxy that exports to `collector`.
fn traced(upstream: &Fake, collector: &str, more: &str) -> Masquerade {
    let telemetry = format!("[telemetry.traces]\nendpoint = {collector:?}\n{more}\n");
    Masquerade::start_with(&(telemetry + &route(&[upstream], "")), &[("MASQUERADE_API_KEY", KEY)])
}

fn collector() -> Fake {
    Fake::start(|_, talk| {
        talk.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        Then::Keep
    })
}

fn ask_v1(proxy: &Masquerade, headers: &str, body: &str) -> u16 {
    ask(proxy, post("/v1/anonymize", &format!("X-API-Key: {KEY}\r\n{headers}"), body)).status
}

/// The spans that a collector has.
fn spans(collector: &Fake) -> Vec<Span> {
    let requests = collector.recorded();
    let requests = requests.iter().map(|request| ExportTraceServiceRequest::decode(&*request.body).unwrap());
    let resources = requests.flat_map(|request| request.resource_spans);
    resources.flat_map(|resource| resource.scope_spans).flat_map(|scope| scope.spans).collect()
}

/// An attribute of a span as text; empty: it has none.
fn attribute(span: &Span, key: &str) -> String {
    let found = span.attributes.iter().find(|attribute| attribute.key == key);
    match found.and_then(|attribute| attribute.value.clone()?.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn trace_context_goes_to_the_upstream_without_an_export() {
    let upstream = Fake::ok();
    let proxy = proxy(&[&upstream], "");
    assert_eq!(ask(&proxy, post("/x", &context("01"), "{}")).status, 200);
    let seen = upstream.only();
    assert_eq!(seen.header("traceparent"), Some(&*format!("00-{TRACE}-{CALLER}-01")));
    assert_eq!(seen.header("tracestate"), Some("rojo=00f067,congo=t61"));
}

#[test]
fn what_is_no_trace_context_does_not_pass_for_one() {
    let (upstream, collector) = (Fake::ok(), collector());
    let proxy = proxy(&[&upstream], "");
    let traced = traced(&upstream, &collector.url(), "");
    let valid = format!("00-{TRACE}-{CALLER}-01");
    for (parent, state) in
        [("+1 415 555 2671", "rojo=1"), ("00-jane-roe-01", "rojo=1"), (&*valid, "rojo=jane.roe@example.com")]
    {
        let headers = format!("traceparent: {parent}\r\ntracestate: {state}\r\n");
        assert_eq!(ask(&proxy, post("/x", &headers, "{}")).status, 200);
    }
    let seen = upstream.recorded();
    let parents: Vec<_> = seen.iter().map(|request| request.header("traceparent")).collect();
    assert_eq!(parents, [None, None, Some(&*valid)]);
    let headers = format!("traceparent: {valid}\r\ntracestate: rojo=jane.roe@example.com\r\n");
    assert_eq!(ask(&traced, post("/x", &headers, "{}")).status, 200);
    let seen = upstream.recorded();
    assert!(seen[3].header("traceparent").is_some_and(|parent| parent.contains(TRACE)));
    assert!(seen.iter().all(|request| request.header("tracestate").is_none()), "{seen:?}");
}

#[test]
fn a_request_has_a_span_between_its_caller_and_the_upstream() {
    let (upstream, collector) = (Fake::ok(), collector());
    let mut proxy = traced(&upstream, &collector.url(), "headers = { x-tenant = \"observability\" }");
    let request = post("/v1/chat/completions", &format!("X-Request-Id: r-1\r\n{}", context("01")), CHAT);
    assert_eq!(ask(&proxy, request).status, 200);
    assert_eq!(ask_v1(&proxy, "", r#"{"text":["jane.roe@example.com, bob@example.org"]}"#), 200);
    assert_eq!(ask_v1(&proxy, "", r#"{"texts":[]}"#), 422);
    proxy.signal("TERM");
    assert_eq!(proxy.wait(), Some(0));

    let spans = spans(&collector);
    assert_eq!(spans.len(), 3, "{spans:#?}");
    let named = |name: &str| spans.iter().filter(|span| span.name == name).collect::<Vec<_>>();
    let proxied = named("POST test")[0];
    let own = hex(&proxied.span_id);
    assert_eq!((hex(&proxied.trace_id), hex(&proxied.parent_span_id)), (TRACE.to_owned(), CALLER.to_owned()));
    let seen = upstream.only();
    assert_eq!(seen.header("traceparent"), Some(&*format!("00-{TRACE}-{own}-01")));
    assert_eq!(seen.header("tracestate"), Some("rojo=00f067,congo=t61"));
    assert_eq!((proxied.kind, &*proxied.trace_state), (SpanKind::Server as i32, ""));
    assert!(proxied.end_time_unix_nano > proxied.start_time_unix_nano);
    for (key, value) in [
        ("http.request.method", "POST"),
        ("http.response.status_code", "200"),
        ("http.request.body.size", &*CHAT.len().to_string()),
        ("network.protocol.version", "1.1"),
        ("masquerade.route", "test"),
        ("masquerade.request_id", "r-1"),
        ("masquerade.decision", "masked"),
        ("masquerade.entities", "1"),
        ("http.route", ""),
        ("url.path", ""),
        ("error.type", ""),
    ] {
        assert_eq!(attribute(proxied, key), value, "{key}");
    }

    // A span ends behind its answer, so that the next request's may end before it.
    let mut called = named("POST /v1/anonymize");
    called.sort_by_key(|span| span.start_time_unix_nano);
    assert_eq!(called.len(), 2);
    for (span, facts) in called.iter().zip([
        [("http.response.status_code", "200"), ("masquerade.entities", "2"), ("error.type", "")],
        [("http.response.status_code", "422"), ("masquerade.entities", "0"), ("error.type", "invalid-request")],
    ]) {
        assert!(span.parent_span_id.is_empty() && hex(&span.trace_id) != TRACE);
        assert_eq!(attribute(span, "http.route"), "/v1/anonymize");
        // A refusal is the client's error, not the span's.
        assert_eq!(span.status.as_ref().map(|status| status.code), Some(StatusCode::Unset as i32));
        for (key, value) in facts {
            assert_eq!(attribute(span, key), value, "{key}");
        }
    }

    for request in collector.recorded() {
        assert_eq!(request.line(), "POST /v1/traces HTTP/1.1");
        assert_eq!(request.header("content-type"), Some("application/x-protobuf"));
        assert_eq!(request.header("x-tenant"), Some("observability"));
        let body = String::from_utf8_lossy(&request.body).into_owned();
        assert!(body.contains("masquerade") && !body.contains("jane") && !body.contains("chat/completions"));
    }
}

#[test]
fn the_caller_decides_whether_a_request_has_a_span_else_the_ratio() {
    let (upstream, collector) = (Fake::ok(), collector());
    let mut proxy = traced(&upstream, &format!("{}/otlp", collector.url()), "sample_ratio = 0");
    for headers in [context("00"), String::new(), context("01")] {
        assert_eq!(ask(&proxy, post("/x", &headers, "{}")).status, 200);
    }
    proxy.signal("TERM");
    assert_eq!(proxy.wait(), Some(0));
    let parents = upstream.recorded().iter().map(|r| r.header("traceparent").unwrap().to_owned()).collect::<Vec<_>>();
    let fields = parents.iter().map(|parent| parent.split('-').collect::<Vec<_>>()).collect::<Vec<_>>();
    let flags = fields.iter().map(|fields| fields[3]).collect::<Vec<_>>();
    assert_eq!(flags, ["00", "00", "01"]);
    // Also what has no span of its own stands between its caller and the upstream.
    assert!(fields[0][1] == TRACE && fields[1][1] != TRACE && fields.iter().all(|fields| fields[2] != CALLER));
    let spans = spans(&collector);
    assert_eq!(spans.iter().map(|span| hex(&span.span_id)).collect::<Vec<_>>(), [fields[2][2]]);
    assert!(collector.recorded().iter().all(|request| request.line() == "POST /otlp HTTP/1.1"));
}

#[test]
fn requests_do_not_wait_for_a_collector_that_fails() {
    let upstream = Fake::ok();
    let refusing = Fake::start(|_, talk| {
        talk.send("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n");
        Then::Close
    });
    for collector in [refusing.url(), "http://127.0.0.1:1".to_owned(), "http://no-such-host.invalid".to_owned()] {
        let proxy = traced(&upstream, &collector, "");
        for _ in 0..3 {
            assert_eq!(ask(&proxy, post("/x", "", CHAT)).status, 200);
        }
        eventually(|| metric(&proxy, "masquerade_trace_spans_total{outcome=\"failed\"}") == 3.0);
        assert_eq!(metric(&proxy, "masquerade_trace_spans_total{outcome=\"exported\"}"), 0.0);
    }
}
