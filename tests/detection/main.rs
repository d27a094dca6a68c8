//! Detection as a whole: every recognizer's contract, groups, evasions; and, on request, silence on
//! real sources.

mod alternatives;
mod chats;
mod contract;
mod counting;
mod declensions;
mod evasion;
mod files;
mod forms;
mod groups;
mod logs;
mod matrix;
mod numbers;
mod phones;
mod properties;
mod random;
mod recognizers;
mod secrets;
mod silence;
mod surrogates;

use std::sync::LazyLock;

use masquerade_detect::{Detector, Level, Model, Options};

/// All built-in recognizers.
static DETECTOR: LazyLock<Detector> = LazyLock::new(|| Detector::new(Vec::new()).expect("built-in rules compile"));

/// All built-in recognizers and the built-in language model.
static READER: LazyLock<Detector> = LazyLock::new(|| {
    let model = Model::embedded().expect("a model is built in");
    Detector::with_model(Vec::new(), model).expect("built-in rules compile")
});

/// The options of a request that names none, with the language model.
fn reading() -> Options {
    Options { ner: Level::Full, ..Options::new(READER.default_labels().clone()) }
}

/// The options of a request for all labels.
fn all() -> Options {
    Options::new(DETECTOR.select(&["ALL"]).expect("ALL is a group"))
}

/// The options of a request that names none.
fn default() -> Options {
    Options::new(DETECTOR.default_labels().clone())
}
