//! [`Folder`]: a model that is run in this process.

use std::{path::Path, time::Instant};

use masquerade_detect::{ExternalFailure, ExternalFind, entity::Label, text::Span};
use masquerade_transformer::{Aggregation, Find, RunError, TokenClassifier};

use super::{LoadError, labels::Labels, permits::Permits};
use crate::config::{self, ExternalSettings};

/// The model of a folder.
pub(super) struct Folder {
    model: TokenClassifier,
    labels: Labels,
    /// Our labels, by the numbers of the model's.
    ours: Vec<Option<Label>>,
    permits: Permits,
}

impl Folder {
    /// Loads the model of the folder at `path`.
    pub(super) fn load(path: &Path, settings: &ExternalSettings) -> Result<Self, LoadError> {
        let aggregation = match settings.aggregation {
            config::Aggregation::Simple => Aggregation::Simple,
            config::Aggregation::First => Aggregation::First,
            config::Aggregation::Average => Aggregation::Average,
            config::Aggregation::Max => Aggregation::Max,
        };
        let model = TokenClassifier::load(path, aggregation).map_err(LoadError::model)?;
        let labels = Labels::of(model.labels(), settings)?;
        let ours = model.labels().iter().map(|name| labels.ours(name)).collect();
        // What its files do not agree about shows at the first text, not at the first request.
        let deadline = Instant::now() + settings.timeout.max(WARM_UP);
        model.find("A text.", deadline).map_err(|error| LoadError::model(format!("{error}, at the first text")))?;
        Ok(Self { model, labels, ours, permits: Permits::new(settings.concurrency) })
    }

    pub(super) fn labels(&self) -> &Labels {
        &self.labels
    }

    pub(super) fn find(&self, text: &str, deadline: Instant) -> Result<Vec<ExternalFind>, ExternalFailure> {
        let _permit = self.permits.take(deadline)?;
        let finds = self.model.find(text, deadline).map_err(|error| match error {
            RunError::Late => ExternalFailure::Late,
            RunError::Tokenizer | RunError::Arithmetic | RunError::NotANumber => ExternalFailure::Fault,
        })?;
        let ours = |find: Find| {
            let label = (*self.ours.get(find.label)?)?;
            Some(Span::new(text, find.range).map(|span| ExternalFind { span, label, confidence: find.score }))
        };
        // A place that is none is no find of this text.
        finds.into_iter().filter_map(ours).collect::<Option<_>>().ok_or(ExternalFailure::Fault)
    }
}

/// The time for the first text, at the start.
const WARM_UP: std::time::Duration = std::time::Duration::from_secs(30);
