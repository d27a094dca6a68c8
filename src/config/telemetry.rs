//! `[telemetry]`: the export of traces.

use super::{
    Context, SetHeader, Upstream,
    routes::{headers::header_values, upstream::upstream},
};
use crate::input::{Item, Object};

/// The path of traces on a collector (OTLP/HTTP) whose address has none.
const TRACES_PATH: &str = "/v1/traces";

/// `[telemetry.traces]`
#[derive(Clone, Debug)]
pub struct Traces {
    /// The collector with the path that takes traces; `None`: no spans are made.
    pub collector: Option<Upstream>,
    /// The share of requests with a span, of those whose caller has not decided, from 0 to 1.
    pub sample_ratio: f64,
    /// The headers of requests to the collector, such as its credentials.
    pub headers: Vec<SetHeader>,
}

/// `[telemetry]`
pub(super) fn telemetry(item: Item<'_, '_>, context: &Context<'_>) -> Option<Traces> {
    let mut object = item.object()?;
    let traces = object.required("traces", |item| traces(item.object()?, context));
    object.finish();
    traces
}

fn traces(mut object: Object<'_, '_>, context: &Context<'_>) -> Option<Traces> {
    let collector = object.required("endpoint", |item| item.parse(collector));
    let sample_ratio = object.required("sample_ratio", |item| item.number(0.0..=1.0));
    let headers = header_values(&mut object, "headers", context);
    object.finish();
    Some(Traces { collector: collector?, sample_ratio: sample_ratio?, headers: headers? })
}

/// Reads the address of a collector; the empty string stands for none.
fn collector(text: &str) -> Result<Option<Upstream>, &'static str> {
    const FORM: &str = "must be a URL such as \"http://127.0.0.1:4318\"; credentials belong into `headers`";
    if text.trim().is_empty() {
        return Ok(None);
    }
    let mut collector = upstream(text).map_err(|_| FORM)?;
    if collector.path.is_empty() {
        collector.path = TRACES_PATH.to_owned();
    }
    Ok(Some(collector))
}
