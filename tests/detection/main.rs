//! Detection as a whole: every recognizer's contract, groups, evasions; and, on request, silence on
//! real sources.

mod alternatives;
mod contract;
mod counting;
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

use masquerade_detect::{Detector, Options};

/// All built-in recognizers.
static DETECTOR: LazyLock<Detector> = LazyLock::new(|| Detector::new(Vec::new()).expect("built-in rules compile"));

/// The options of a request for all labels.
fn all() -> Options {
    Options::new(DETECTOR.select(&["ALL"]).expect("ALL is a group"))
}

/// The options of a request that names none.
fn default() -> Options {
    Options::new(DETECTOR.default_labels().clone())
}
