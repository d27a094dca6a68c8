//! Training the language model: from a folder of annotated texts to the file that the service reads, and its card.
//!
//! ```text
//! folder ─▶ word vectors ─▶ network, CRF ─▶ labels of plain text ─▶ network, CRF ─▶ calibration ─▶ thresholds
//! ```
//!
//! Tokens, features and decoding are those of inference. Everything random comes of one seed, sums are taken in one
//! order, and the two models are trained side by side without sharing anything that changes: the same data and seed
//! give the same bytes.

mod argmax;
mod augment;
mod calibrate;
mod card;
mod checkpoint;
mod clusters;
mod corpora;
mod crf;
mod data;
mod dataset;
mod early_stopping;
mod encoder;
mod ensemble;
mod error;
mod european;
mod evaluate;
mod export;
mod fit;
mod gazetteers;
mod label_map;
mod marked;
mod network;
mod ordinary;
mod ordinary_filter;
mod pipeline;
mod pretrained;
mod sampler;
mod score;
mod self_training;
mod templates;
mod thresholds;
pub mod values;
mod vectors;

pub use error::TrainError;
pub use label_map::LabelRule;
pub use ordinary_filter::{OrdinaryFilter, ordinary_filter};
pub use pipeline::{Options, Progress};

use self::{
    calibrate::reliability,
    card::{Card, Level as Scored},
    pipeline::TrainingResult,
};
use masquerade_ner::{
    Level, Model, Scratch,
    lexicon::LISTS,
    weights::{set_calibration, set_thresholds},
};

/// Trains a model: its file and its card, which is Markdown.
///
/// # Errors
/// If the data cannot be read.
pub fn train(options: &Options, progress: &mut dyn Progress) -> Result<(Vec<u8>, String), TrainError> {
    let mut trained = match &options.tune {
        Some(file) => pipeline::given(file, options, progress)?,
        None => pipeline::run(options, progress)?,
    };
    progress.stage("calibration");
    let TrainingResult { artefact, dev, .. } = &mut trained;
    set_calibration(artefact, &Default::default());
    set_calibration(artefact, &thresholds::calibration(&Model::new(artefact.clone())?, dev));
    progress.stage("thresholds");
    let chosen = match options.thresholds {
        Some(thresholds) => thresholds,
        None => thresholds::choose(&Model::new(artefact.clone())?, dev),
    };
    set_thresholds(artefact, &chosen);
    progress.stage("packing");
    let model = Model::new(artefact.clone())?;
    if options.lists_of.is_some() {
        artefact.take_all(LISTS);
    }
    let file = artefact.write()?;
    finish(file, &model, &trained, options, progress)
}

/// Scores the model of the file, and writes its card.
fn finish(
    file: Vec<u8>,
    model: &Model,
    trained: &TrainingResult,
    options: &Options,
    progress: &mut dyn Progress,
) -> Result<(Vec<u8>, String), TrainError> {
    let mut scratch = Scratch::default();
    let mut levels = Vec::new();
    for (name, level) in [("fast", Level::Fast), ("full", Level::Full)] {
        progress.stage(name);
        let mut presences = Vec::new();
        for (_, documents) in evaluate::for_calibration(&trained.dev) {
            thresholds::presences(documents, model, level, &mut scratch, &mut presences);
        }
        let thresholds = model.thresholds();
        let scored = Scored::score(name, &trained.dev, reliability(&presences), &mut |text| {
            thresholds::found(model, text, level, thresholds, &mut scratch)
        });
        progress.note(&format!("{name}: mean F1 on dev {:.2}", scored.mean()));
        levels.push(scored);
    }
    let card = Card { options, file: &file, trained, thresholds: model.thresholds(), levels: &levels }.to_string();
    Ok((file, card))
}
