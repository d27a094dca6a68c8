//! The arguments that all subcommands with detection share.

use std::collections::BTreeSet;

use super::{
    ConfigArguments,
    document::{Failure, configuration},
};
use crate::{
    config::Config,
    engine::{MaskSettings, setup},
    server::{TableFolder, external_model},
};
use masquerade_detect::entity::Label;
use masquerade_detect::{Detector, Level, UnknownName};

/// The arguments of detection.
#[derive(Debug, clap::Args)]
pub(super) struct DetectionArguments {
    #[command(flatten)]
    config: ConfigArguments,

    /// Least confidence, from 0 to 1 [default: each label's own]
    #[arg(long, value_parser = threshold)]
    threshold: Option<f32>,

    /// Labels and groups to look for, separated by commas [default: the default set]
    #[arg(long, value_name = "LABELS", value_delimiter = ',')]
    entities: Vec<String>,
}

fn threshold(text: &str) -> Result<f32, &'static str> {
    text.parse().ok().filter(|number| (0.0..=1.0).contains(number)).ok_or("must be a number from 0 to 1")
}

/// The detection that the arguments describe.
pub(super) struct DetectionSetup {
    /// The configuration.
    pub config: Config,
    /// The detector, with the configuration's own recognizers.
    pub detector: Detector,
    /// The settings of the configuration, overridden by flags.
    pub ask: MaskSettings,
}

impl DetectionArguments {
    /// Loads the configuration and builds the detector.
    ///
    /// # Errors
    /// If the configuration or a flag is invalid.
    pub(super) fn prepare(&self) -> Result<DetectionSetup, Failure> {
        let config = configuration(self.config.clone().sources())?;
        let is_off = config.detection.ner == Level::Off;
        let cache = TableFolder::at(&config.server.table_cache);
        let external = if is_off { None } else { external_model::load(&config, None)? };
        let detector = setup::cached_detector(&config, external, cache.as_ref().map(|cache| cache as _))?;
        let mut ask = setup::defaults(&detector, &config)?;
        if !self.entities.is_empty() {
            let names: Vec<_> = self.entities.iter().map(|name| name.trim()).collect();
            let needs_model =
                |name: &&str| detector.catalogue().find_label(name).is_some_and(|label| Label::MODEL.contains(&label));
            if let Some(name) = names.iter().copied().find(needs_model).filter(|_| is_off) {
                return Err(Failure::Usage(format!("--entities: {name} takes the language model: not with --ner off")));
            }
            let labels = detector.select(&names);
            ask.detection.labels = labels.map_err(|unknown| unknown_labels("--entities", &names, &unknown))?;
        }
        ask.detection.threshold = self.threshold.or(ask.detection.threshold);
        Ok(DetectionSetup { config, detector, ask })
    }
}

/// The labels of the `names` given with `flag`, with labels that only lists assign.
///
/// # Errors
/// If a name is unknown.
pub(super) fn labels(detector: &Detector, flag: &str, names: &[String]) -> Result<BTreeSet<Label>, Failure> {
    let names: Vec<_> = names.iter().map(|name| name.trim()).collect();
    let (mut labels, mut unknown) = (BTreeSet::new(), Vec::new());
    for (index, name) in names.iter().enumerate() {
        match (detector.catalogue().find_labels(name), detector.catalogue().label(name)) {
            (Some(set), _) => labels.extend(set.iter()),
            (None, Ok(label)) => _ = labels.insert(label),
            (None, Err(error)) => unknown.push(UnknownName { index, ..error }),
        }
    }
    if unknown.is_empty() { Ok(labels) } else { Err(unknown_labels(flag, &names, &unknown)) }
}

/// The error of unknown labels.
fn unknown_labels(flag: &str, names: &[&str], unknown: &[UnknownName]) -> Failure {
    let line = |unknown: &UnknownName| {
        let name = names.get(unknown.index).copied().unwrap_or_default();
        match unknown.nearest.join(", ").as_str() {
            "" => format!("{flag}: unknown label {name}; `masquerade entities` lists the known ones"),
            nearest => format!("{flag}: unknown label {name}; the nearest known: {nearest}"),
        }
    };
    Failure::Usage(unknown.iter().map(line).collect::<Vec<_>>().join("\nerror: "))
}
