//! A model of the user's own, as the detector asks it: a folder of weights, or a service that answers as Presidio's analyzer
//! does. Each call has a time-out; one that fails ends its request, see [`masquerade_detect::ExternalRecognizer`].

#[cfg(feature = "transformers")]
mod folder;
mod labels;
mod permits;
mod service;

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use self::labels::Labels;
use crate::{
    config::{Config, ExternalModel, ModelSource},
    engine::setup::{self, External, SetupError},
    telemetry::Metrics,
};
use masquerade_detect::{ExternalFailure, ExternalFind, ExternalLabel, ExternalReader, ExternalRecognizer};

/// The time for a text of a command, whose user waits as long as it takes.
const PATIENCE: Duration = Duration::from_secs(24 * 60 * 60);

/// The configured model of the user's own, loaded; `None` if there is none, or if nothing is read by models. `metrics` count
/// its calls in a server. A command has none, and lets a folder's model take its time.
///
/// # Errors
/// If it cannot be run, or if its labels do not fit the configured ones: in words.
pub fn load(config: &Config, metrics: Option<Arc<Metrics>>) -> Result<External, SetupError> {
    let Some(model) = config.external_model.as_ref().filter(|_| setup::uses_models(config)) else { return Ok(None) };
    let at = if model.place.is_empty() { String::new() } else { format!("{}: ", model.place) };
    let backend = ModelBackend::load(model).map_err(|fault| SetupError::new(format!("{at}{fault}")))?;
    let is_command_folder = metrics.is_none() && matches!(model.source, ModelSource::Folder(_));
    let timeout = if is_command_folder { PATIENCE } else { model.settings.timeout };
    let watch = Arc::new(Watch { metrics, is_failing: AtomicBool::new(false) });
    Ok(Some(Arc::new(Recognizer { backend: Arc::new(backend), timeout, watch })))
}

/// The reason that a model cannot be used, with the key of the configuration that is at fault.
pub(super) struct LoadError {
    key: &'static str,
    detail: String,
}

impl LoadError {
    fn model(detail: impl ToString) -> Self {
        Self { key: "detection.model", detail: detail.to_string() }
    }

    fn labels(detail: String) -> Self {
        Self { key: "external_model.labels", detail }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.key, self.detail)
    }
}

/// The runtime of a model: this process, or a service.
enum ModelBackend {
    #[cfg(feature = "transformers")]
    Folder(Box<folder::Folder>),
    Service(service::Service),
}

impl ModelBackend {
    fn load(model: &ExternalModel) -> Result<Self, LoadError> {
        let settings = &model.settings;
        match &model.source {
            #[cfg(feature = "transformers")]
            ModelSource::Folder(path) => {
                folder::Folder::load(path, settings).map(|folder| Self::Folder(Box::new(folder)))
            }
            #[cfg(not(feature = "transformers"))]
            ModelSource::Folder(_) => Err(LoadError::model(
                "a folder's model takes a build with the feature `transformers` (`cargo build --features transformers`)",
            )),
            ModelSource::Service(address) => service::Service::start(address, settings).map(Self::Service),
        }
    }

    fn labels(&self) -> &Labels {
        match self {
            #[cfg(feature = "transformers")]
            Self::Folder(folder) => folder.labels(),
            Self::Service(service) => service.labels(),
        }
    }

    fn find(&self, text: &str, deadline: Instant) -> Result<Vec<ExternalFind>, ExternalFailure> {
        match self {
            #[cfg(feature = "transformers")]
            Self::Folder(folder) => folder.find(text, deadline),
            Self::Service(service) => service.find(text, deadline),
        }
    }
}

/// The model as the detector knows it.
struct Recognizer {
    backend: Arc<ModelBackend>,
    /// The most time for the texts of a call.
    timeout: Duration,
    watch: Arc<Watch>,
}

/// The reader of one call of the detector.
struct Reader {
    backend: Arc<ModelBackend>,
    timeout: Duration,
    /// `None` until the first text.
    deadline: Option<Instant>,
    watch: Arc<Watch>,
}

impl ExternalRecognizer for Recognizer {
    fn labels(&self) -> &[ExternalLabel] {
        self.backend.labels().known()
    }

    fn reader(&self) -> Box<dyn ExternalReader> {
        let (backend, watch) = (Arc::clone(&self.backend), Arc::clone(&self.watch));
        Box::new(Reader { backend, timeout: self.timeout, deadline: None, watch })
    }
}

impl ExternalReader for Reader {
    fn find(&mut self, text: &str) -> Result<Vec<ExternalFind>, ExternalFailure> {
        let begun = Instant::now();
        let deadline = *self.deadline.get_or_insert(begun + self.timeout);
        let found = self.backend.find(text, deadline);
        self.watch.answered(begun.elapsed(), found.as_ref().err());
        found
    }
}

/// The look-out for failures.
struct Watch {
    metrics: Option<Arc<Metrics>>,
    is_failing: AtomicBool,
}

impl Watch {
    /// Counts a call, and logs when calls begin and end to fail.
    fn answered(&self, took: Duration, failure: Option<&ExternalFailure>) {
        if let Some(metrics) = &self.metrics {
            metrics.external_model(failure.is_none(), took);
        }
        let was_failing = self.is_failing.swap(failure.is_some(), Ordering::Relaxed);
        match failure {
            Some(failure) if !was_failing => {
                tracing::warn!(target: "masquerade::model", event = "external-model-failed", %failure);
            }
            None if was_failing => tracing::info!(target: "masquerade::model", event = "external-model-answers"),
            _ => {}
        }
    }
}
