//! W3C trace context: the headers `traceparent` and `tracestate`.

use http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::trace::{SpanContext, SpanId, TraceFlags, TraceId, TraceState};

static TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
static TRACESTATE: HeaderName = HeaderName::from_static("tracestate");

/// Reports whether a header belongs to the trace context.
pub fn is_trace_context(name: &HeaderName) -> bool {
    *name == TRACEPARENT || *name == TRACESTATE
}

/// The span that the headers name as the caller's; `None` without one, or if the header is malformed or stands twice.
pub(super) fn read(headers: &HeaderMap) -> Option<SpanContext> {
    let mut values = headers.get_all(&TRACEPARENT).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return None };
    let (trace, span, flags) = parse(value.to_str().ok()?)?;
    let states: Option<Vec<_>> = headers.get_all(&TRACESTATE).iter().map(|value| value.to_str().ok()).collect();
    // A state that cannot be read is left out; the parent counts all the same (W3C Trace Context, 3.3.1).
    let state = states.and_then(|states| states.join(",").parse().ok()).unwrap_or(TraceState::NONE);
    Some(SpanContext::new(trace, span, flags & TraceFlags::SAMPLED, true, state)).filter(SpanContext::is_valid)
}

/// Adds headers that name `span` as the caller, with the state of its trace.
pub(super) fn write(span: &SpanContext, state: Option<&TraceState>, headers: &mut HeaderMap) {
    let parent = format!("00-{}-{}-{:02x}", span.trace_id(), span.span_id(), span.trace_flags());
    let state = state.map(TraceState::header).filter(|state| !state.is_empty());
    for (name, value) in [(&TRACEPARENT, Some(parent)), (&TRACESTATE, state)] {
        // Hexadecimal digits, or what came in a header: a value it always is.
        if let Some(value) = value.and_then(|value| HeaderValue::try_from(value).ok()) {
            headers.insert(name.clone(), value);
        }
    }
}

/// Adds the trace context of `from` as it stands there; `with_state`: with the state of the trace.
pub(super) fn copy(from: &HeaderMap, to: &mut HeaderMap, with_state: bool) {
    for name in [&TRACEPARENT, &TRACESTATE].into_iter().take(if with_state { 2 } else { 1 }) {
        for value in from.get_all(name) {
            to.append(name.clone(), value.clone());
        }
    }
}

/// The fields of a `traceparent`; of versions to come those that version 00 has.
fn parse(text: &str) -> Option<(TraceId, SpanId, TraceFlags)> {
    let mut fields = text.trim().splitn(5, '-');
    let mut field = |length: usize| {
        let is_hex = |field: &&str| field.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        fields.next().filter(|field| field.len() == length).filter(is_hex)
    };
    let (version, trace, span, flags) = (field(2)?, field(32)?, field(16)?, field(2)?);
    if version == "ff" || version == "00" && fields.next().is_some() {
        return None;
    }
    let flags = TraceFlags::new(u8::from_str_radix(flags, 16).ok()?);
    Some((TraceId::from_hex(trace).ok()?, SpanId::from_hex(span).ok()?, flags))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
    const SPAN: &str = "00f067aa0ba902b7";

    fn headers(lines: &[(&HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    #[test]
    fn a_context_is_read_and_written() {
        let parent = format!("00-{TRACE}-{SPAN}-01");
        let came = headers(&[(&TRACEPARENT, &parent), (&TRACESTATE, "rojo=1"), (&TRACESTATE, "congo=t61,a@b=2")]);
        let context = read(&came).unwrap();
        assert!(context.is_sampled() && context.is_remote());
        let mut goes = HeaderMap::new();
        write(&context, Some(context.trace_state()), &mut goes);
        assert_eq!(goes, headers(&[(&TRACEPARENT, &parent), (&TRACESTATE, "rojo=1,congo=t61,a@b=2")]));
        let mut goes = HeaderMap::new();
        copy(&came, &mut goes, true);
        assert_eq!(goes, came);
    }

    #[test]
    fn a_malformed_context_is_none() {
        let is_read = |value: &str| read(&headers(&[(&TRACEPARENT, value)])).is_some();
        assert!(is_read(&format!("00-{TRACE}-{SPAN}-00")));
        assert!(is_read(&format!("01-{TRACE}-{SPAN}-01-later")));
        for value in [
            String::new(),
            "jane.roe@example.com".to_owned(),
            "00-1-2-00".to_owned(),
            format!("00-{TRACE}-{SPAN}"),
            format!("00-{TRACE}-{SPAN}-01-more"),
            format!("ff-{TRACE}-{SPAN}-01"),
            format!("00-{}-{SPAN}-01", TRACE.to_uppercase()),
            format!("00-{}-{SPAN}-01", "0".repeat(32)),
            format!("00-{TRACE}-{}-01", "0".repeat(16)),
            format!("00-{TRACE}-{SPAN}-+1"),
            format!("00 {TRACE} {SPAN} 01"),
        ] {
            assert!(!is_read(&value), "{value}");
        }
        let twice = format!("00-{TRACE}-{SPAN}-01");
        assert!(read(&headers(&[(&TRACEPARENT, &twice), (&TRACEPARENT, &twice)])).is_none());
        assert!(read(&headers(&[(&TRACESTATE, "rojo=1")])).is_none());
        let broken = headers(&[(&TRACEPARENT, &twice), (&TRACESTATE, "no member")]);
        assert_eq!(read(&broken).unwrap().trace_state().header(), "");
    }
}
