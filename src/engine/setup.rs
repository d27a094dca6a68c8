//! Construction of an engine's parts from a configuration.

use masquerade_detect::custom::CustomRecognizer;
use std::{collections::HashMap, fmt, fs, path::Path, sync::Arc, thread};

use super::MaskSettings;
use crate::{
    anonymize::{Method, Policy},
    config::{Anonymization, Config, Detection, ModelFile},
    keys::Keyring,
    profile::{ProfileError, Profiles},
};
use masquerade_detect::entity::Label;
use masquerade_detect::text::Field;
use masquerade_detect::{
    AllowList, Catalogue, DenyList, Detector, ExternalRecognizer, Level, ListTooLarge, Model, Models, Options, Rule,
    TableCache, custom, recognizers,
};

/// An error of a configuration that is well-formed but unusable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError(String);

impl SetupError {
    /// An error with this message.
    pub fn new(words: String) -> Self {
        Self(words)
    }

    /// Adds the name of the route.
    #[must_use]
    pub fn of_route(self, name: &str) -> Self {
        Self(format!("route {name}: {}", self.0))
    }
}

impl From<ProfileError> for SetupError {
    fn from(error: ProfileError) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SetupError {}

impl From<ListTooLarge> for SetupError {
    fn from(error: ListTooLarge) -> Self {
        Self(format!("detection.allow_list or detection.deny_list: {error}"))
    }
}

/// Texts without findings that need each table of detection: prose in languages of both embedded models, and words where
/// secrets would stand.
const EXAMPLES: [&str; 3] = [
    "Please send us the report before noon, since the others have asked for it twice.",
    "Wir haben das nicht gewusst, und es ist auch noch nicht so weit, dass alle zufrieden sind.",
    "api_key = configuration_value\npassword: required\nAuthorization: Bearer next_token_value\nghp_example\n",
];

/// A model of the user's own, loaded.
pub type External = Option<Arc<dyn ExternalRecognizer>>;

/// The detector with the recognizers of the configuration, and with the language models unless they are off everywhere: a
/// model that is not used is not loaded. All tables are read from `cache` or built, so that no request waits for one.
///
/// # Errors
/// If a recognizer cannot be used, if all together take too much memory, or if the model is missing or unusable.
pub fn detector(config: &Config, external: External, cache: Option<&dyn TableCache>) -> Result<Detector, SetupError> {
    // A model of the user's own may leave nothing to the built-in ones. Where it leaves something, the European model is read
    // while the detector warms up.
    let is_built_in = external.is_none() && config.model.is_none() && uses_models(config);
    let (has_model, detector) = thread::scope(|scope| {
        // What is otherwise built at its first use is built beside the model and the rules, which take longer.
        scope.spawn(|| {
            // Only the embedded model has another one for European languages beside it.
            is_built_in.then(Model::european);
            recognizers::prepare();
            // Nothing else asks for them.
            if !config.routes.is_empty() {
                Profiles::all();
            }
        });
        let models = models(config, external)?;
        let has_model = models.needed_built_in().is_some();
        Ok::<_, SetupError>((has_model, built(config, &models, cache)?))
    })?;
    let ner = if has_model { Level::Full } else { Level::Off };
    let options = Options { ner, ..Options::new(detector.default_labels().clone()) };
    EXAMPLES.iter().for_each(|text| detector.warm_up(&Field::new(text), &options));
    Ok(detector)
}

/// The detector for the level of `[detection]`, whose tables are kept in `cache`, for programs that end soon.
///
/// # Errors
/// As [`detector`].
pub fn cached_detector(
    config: &Config,
    external: External,
    cache: Option<&dyn TableCache>,
) -> Result<Detector, SetupError> {
    let is_off = config.detection.ner == Level::Off;
    let models = if is_off { Models::default() } else { models(config, external)? };
    built(config, &models, cache)
}

fn built(config: &Config, models: &Models, cache: Option<&dyn TableCache>) -> Result<Detector, SetupError> {
    Detector::cached(custom_rules(config)?, models, cache).map_err(|error| SetupError(error.to_string()))
}

fn models(config: &Config, external: External) -> Result<Models, SetupError> {
    Ok(Models { built_in: language_model(config)?, external })
}

/// Reports whether a language model reads anything.
pub fn uses_models(config: &Config) -> bool {
    level(config).is_some()
}

/// A level of the language model that is not off, if there is one.
fn level(config: &Config) -> Option<Level> {
    let mut levels = config.routes.iter().filter_map(|route| Some(route.ner?.highest())).chain([config.detection.ner]);
    levels.find(|level| *level != Level::Off)
}

/// The catalogue of [`detector`], for which nothing is compiled.
///
/// # Errors
/// If a recognizer cannot be used, or if the model is missing or unusable.
pub fn catalogue(config: &Config, external: External) -> Result<Catalogue, SetupError> {
    let mut rules = recognizers::all();
    rules.extend(custom_rules(config)?);
    Ok(Catalogue::of(&rules, &models(config, external)?))
}

/// The language model; `None` if it is off everywhere.
fn language_model(config: &Config) -> Result<Option<Arc<Model>>, SetupError> {
    let Some(level) = level(config) else { return Ok(None) };
    let model = match &config.model {
        Some(ModelFile { path, place }) => {
            let at = if place.is_empty() { String::new() } else { format!("{place}: ") };
            Arc::new(load_model(path).map_err(|detail| SetupError(format!("{at}detection.model: {detail}")))?)
        }
        None => Model::embedded().ok_or_else(|| {
            let level = level.name();
            SetupError(format!("ner = \"{level}\": no language model is built in; name one by `model`, or say \"off\""))
        })?,
    };
    Ok(Some(model))
}

/// The detector without the language model, whatever level is configured.
///
/// # Errors
/// If a recognizer cannot be used, or all together take too much memory.
pub fn rules_alone(config: &Config, cache: Option<&dyn TableCache>) -> Result<Detector, SetupError> {
    built(config, &Models::default(), cache)
}

fn load_model(path: &Path) -> Result<Model, String> {
    let bytes = fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    Model::from_bytes(&bytes).map_err(|error| format!("cannot be used: {error}"))
}

/// Checks that the file of a language model can be read and used.
///
/// # Errors
/// The reason that the file cannot be used, without its path.
pub fn check_model(path: &Path) -> Result<(), String> {
    load_model(path).map(drop)
}

fn custom_rules(config: &Config) -> Result<Vec<Rule>, SetupError> {
    let own = config.recognizers.iter();
    own.map(|recognizer| custom::rule(recognizer).map_err(|error| SetupError(error.to_string()))).collect()
}

/// Checks one recognizer.
///
/// # Errors
/// The fault of the recognizer.
pub fn recognizer(recognizer: &CustomRecognizer) -> Result<(), SetupError> {
    let rule = custom::rule(recognizer).map_err(|error| SetupError(error.problem.to_string()))?;
    Detector::with_rules(vec![rule]).map(drop).map_err(|error| SetupError(error.to_string()))
}

/// The settings of a request that names none.
///
/// # Errors
/// If the configuration names a label, a group or a method that does not exist.
pub fn defaults(detector: &Detector, config: &Config) -> Result<MaskSettings, SetupError> {
    Ok(MaskSettings {
        detection: detection(detector, &config.detection)?,
        policy: policy(detector, &config.anonymization)?,
        max_entities: usize::MAX,
        uses_session: config.detection.use_session,
    })
}

pub(super) fn detection(detector: &Detector, settings: &Detection) -> Result<Options, SetupError> {
    let labels = detector
        .select(&settings.entities)
        .map_err(|unknown| unknown_name("detection.entities", &settings.entities, unknown.first().map(|u| u.index)))?;
    Ok(Options {
        labels,
        threshold: settings.threshold,
        allow: AllowList::new(&settings.allow_list)?,
        deny: DenyList::new(&settings.deny_list)?,
        ner: settings.ner,
        language: None,
    })
}

fn unknown_name(key: &str, names: &[String], index: Option<usize>) -> SetupError {
    let name = index.and_then(|index| names.get(index)).map_or("", String::as_str);
    SetupError(format!("{key}: unknown label or group {name}"))
}

pub(super) fn policy(detector: &Detector, settings: &Anonymization) -> Result<Policy, SetupError> {
    let method =
        |key: &str, name: &str| Method::parse(name).ok_or_else(|| SetupError(format!("{key}: unknown method {name}")));
    let mut by_label: HashMap<Label, Method> = HashMap::new();
    // Groups first: a label overrides a group.
    for labels_only in [false, true] {
        for (name, wanted) in &settings.methods {
            if detector.catalogue().label(name).is_ok() != labels_only {
                continue;
            }
            let wanted = method("anonymization.methods", wanted)?;
            match (labels_only, detector.catalogue().label(name)) {
                (true, Ok(label)) => _ = by_label.insert(label, wanted),
                _ => {
                    let labels = detector
                        .select(&[name])
                        .map_err(|_| SetupError(format!("anonymization.methods: unknown label or group {name}")))?;
                    by_label.extend(labels.iter().map(|label| (label, wanted)));
                }
            }
        }
    }
    Ok(Policy { method: method("anonymization.method", &settings.method)?, by_label })
}

/// The keyring of the configured secrets; `None` if there are none.
pub fn keyring(config: &Config) -> Option<Keyring> {
    let generations: Vec<_> = config.secrets.iter().map(|secret| secret.0.clone()).collect();
    Keyring::new(&generations)
}

/// A random keyring, for a run without a secret.
///
/// # Errors
/// If the system has no randomness.
pub fn random_keyring() -> Result<Keyring, SetupError> {
    Keyring::random().map_err(|error| SetupError(format!("no random secret can be made: {error}")))
}
