//! [`Labels`]: the labels of a model, each with ours.

use masquerade_detect::{ExternalLabel, entity::Label};

use super::LoadError;
use crate::config::ExternalSettings;

/// Labels that models for names usually have, with ours.
#[cfg(feature = "transformers")]
const USUAL: [(&str, Label); 9] = [
    ("PER", Label::PERSON),
    ("PERSON", Label::PERSON),
    ("LOC", Label::LOCATION),
    ("LOCATION", Label::LOCATION),
    ("GPE", Label::LOCATION),
    ("ORG", Label::ORGANIZATION),
    ("ORGANIZATION", Label::ORGANIZATION),
    ("NORP", Label::NRP),
    ("NRP", Label::NRP),
];

/// The labels of a model, by name, with ours.
pub(super) struct Labels {
    named: Vec<(String, Option<Label>)>,
    /// Ours, each once, with their thresholds.
    known: Vec<ExternalLabel>,
}

impl Labels {
    /// The labels of a model that has exactly `theirs`, each of which must stand for something.
    #[cfg(feature = "transformers")]
    pub(super) fn of(theirs: &[String], settings: &ExternalSettings) -> Result<Self, LoadError> {
        let is_theirs = |name: &str| theirs.iter().any(|known| known.eq_ignore_ascii_case(name));
        if let Some((name, _)) = settings.labels.iter().find(|(name, _)| !is_theirs(name)) {
            let theirs = theirs.join(", ");
            return Err(LoadError::labels(format!("the model has no label {name}; it has {theirs}")));
        }
        let ours = |name: &String| {
            let configured = settings.labels.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            let usual =
                || USUAL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, ours)| Some(*ours));
            configured.map(|(_, ours)| *ours).or_else(usual)
        };
        let unknown: Vec<_> = theirs.iter().filter(|name| ours(name).is_none()).map(String::as_str).collect();
        if let Some(first) = unknown.first() {
            return Err(LoadError::labels(format!(
                "the model's labels {} stand for nothing here: give each one of ours, such as {first} = \"PERSON\", or \"\" \
                 to leave its finds out",
                unknown.join(", ")
            )));
        }
        Self::new(theirs.iter().map(|name| (name.clone(), ours(name).flatten())).collect(), settings)
    }

    /// The labels that are configured.
    pub(super) fn configured(settings: &ExternalSettings) -> Result<Self, LoadError> {
        Self::new(settings.labels.clone(), settings)
    }

    fn new(named: Vec<(String, Option<Label>)>, settings: &ExternalSettings) -> Result<Self, LoadError> {
        let mut ours: Vec<Label> = named.iter().filter_map(|(_, ours)| *ours).collect();
        ours.sort_unstable();
        ours.dedup();
        if ours.is_empty() {
            return Err(LoadError::labels("must give at least one label of the model one of ours".to_owned()));
        }
        let threshold = |label: Label| {
            let own = settings.thresholds.iter().find(|(known, _)| *known == label);
            own.map_or(settings.threshold, |(_, threshold)| *threshold)
        };
        let known = ours.into_iter().map(|label| ExternalLabel { label, threshold: threshold(label) }).collect();
        Ok(Self { named, known })
    }

    /// Ours, each once.
    pub(super) fn known(&self) -> &[ExternalLabel] {
        &self.known
    }

    /// Our label for the model's label `name`; `None`: its finds are left out.
    pub(super) fn ours(&self, name: &str) -> Option<Label> {
        self.named.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).and_then(|(_, ours)| *ours)
    }

    /// The model's labels whose finds count.
    pub(super) fn theirs(&self) -> impl Iterator<Item = &str> {
        self.named.iter().filter(|(_, ours)| ours.is_some()).map(|(name, _)| name.as_str())
    }
}
