//! `[external_model]`: the settings of a model of the user's own, which `detection.model` names by a folder or an address.

use std::{path::PathBuf, time::Duration};

use super::{
    Context, SetHeader, Upstream,
    routes::{headers::header_values, upstream::upstream},
    tables::non_empty,
    units::{duration, size},
    vocabulary::Names,
};
use crate::input::{Item, Object};
use masquerade_detect::entity::Label;

/// The path of a service whose address has none, as Presidio's analyzer has it.
const ANALYZE_PATH: &str = "/analyze";

/// The longest time-out: clients do not wait longer.
const LONGEST: Duration = Duration::from_secs(600);

const GIB: usize = 1 << 30;

/// A model of the user's own, named but not loaded.
#[derive(Clone, Debug)]
pub struct ExternalModel {
    /// The folder or the service.
    pub source: ModelSource,
    /// The settings of either.
    pub settings: ExternalSettings,
    /// The file and line, the variable or the flag that names it, for messages; may be empty.
    pub place: String,
}

/// The place of a model.
#[derive(Clone, Debug)]
pub enum ModelSource {
    /// A folder as the common hub gives it.
    Folder(PathBuf),
    /// A service that answers as Presidio's analyzer does. Texts are sent to it.
    Service(Upstream),
}

/// `[external_model]`
#[derive(Clone, Debug)]
pub struct ExternalSettings {
    /// The labels of the model with ours; `None`: its finds are left out.
    pub labels: Vec<(String, Option<Label>)>,
    /// The confidence from which finds count.
    pub threshold: f32,
    /// Other thresholds by label.
    pub thresholds: Vec<(Label, f32)>,
    /// The way in which the tokens of a word agree on a label.
    pub aggregation: Aggregation,
    /// The most time for the texts of one request.
    pub timeout: Duration,
    /// The most texts that are read at the same time.
    pub concurrency: usize,
    /// The language that a service is told.
    pub language: String,
    /// The longest answer of a service, in bytes.
    pub answer_bytes: usize,
    /// The headers of requests to a service.
    pub headers: Vec<SetHeader>,
}

/// The way in which the tokens of a word agree on a label.
///
/// It repeats the enum of `masquerade_transformer`, since a program without that crate checks configurations, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregation {
    /// Each token counts alone.
    Simple,
    /// A word has the label of its first token.
    First,
    /// A word has the label with the highest mean probability.
    Average,
    /// A word has the label of its surest token.
    Max,
}

impl Aggregation {
    /// All ways with their names.
    pub const ALL: [(&'static str, Self); 4] =
        [("simple", Self::Simple), ("first", Self::First), ("average", Self::Average), ("max", Self::Max)];
}

/// `[external_model]`
pub(super) fn settings(item: Item<'_, '_>, names: &Names<'_>, context: &Context<'_>) -> Option<ExternalSettings> {
    let mut object = item.object()?;
    let labels = object.required("labels", |item| labels(item, names));
    let threshold = object.required("threshold", probability);
    let thresholds = object.required("thresholds", |item| thresholds(item, names));
    let aggregation = object.required("aggregation", |item| item.name(&Aggregation::ALL));
    let timeout = object.required("timeout", |item| duration(item, Duration::from_millis(1)..=LONGEST));
    let concurrency = object.required("concurrency", |item| item.size(1..=1024));
    let language = object.required("language", non_empty);
    let answer_bytes = object.required("answer_bytes", |item| size(item, 1..=GIB));
    let headers = headers(&mut object, context);
    object.finish();
    Some(ExternalSettings {
        labels: labels?,
        threshold: threshold?,
        thresholds: thresholds?,
        aggregation: aggregation?,
        timeout: timeout?,
        concurrency: concurrency?,
        language: language?,
        answer_bytes: answer_bytes?,
        headers: headers?,
    })
}

fn headers(object: &mut Object<'_, '_>, context: &Context<'_>) -> Option<Vec<SetHeader>> {
    header_values(object, "headers", context)
}

#[allow(clippy::cast_possible_truncation)]
fn probability(item: Item<'_, '_>) -> Option<f32> {
    item.number(0.0..=1.0).map(|value| value as f32)
}

/// Reads labels of the model with ours; the empty string leaves one out.
fn labels(item: Item<'_, '_>, names: &Names<'_>) -> Option<Vec<(String, Option<Label>)>> {
    item.entries(|theirs, item| {
        let ours = item.parse(|name| if name.trim().is_empty() { Ok(None) } else { names.label(name).map(Some) });
        Some((theirs.to_owned(), ours?))
    })
}

fn thresholds(item: Item<'_, '_>, names: &Names<'_>) -> Option<Vec<(Label, f32)>> {
    item.entries(|name, item| match names.label(name) {
        Ok(label) => Some((label, probability(item)?)),
        Err(detail) => item.refuse(crate::input::Fault::OutOfRange, || detail),
    })
}

/// The service at the address `text`; `None` if it is no address.
pub(super) fn service(text: &str) -> Option<Result<Upstream, &'static str>> {
    const FORM: &str =
        "must be a URL such as \"http://127.0.0.1:5002/analyze\"; credentials belong into `external_model.headers`";
    text.contains("://").then(|| {
        let mut service = upstream(text).map_err(|_| FORM)?;
        if service.path.is_empty() {
            service.path = ANALYZE_PATH.to_owned();
        }
        Ok(service)
    })
}
