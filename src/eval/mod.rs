//! Evaluation of detection against annotated texts: pure functions from texts, annotations and finds to scores.
//!
//! 1. [`corpus`] reads an annotated text from a line,
//! 2. [`mapping`] translates its labels,
//! 3. [`score::Scores`] adds up the counts of each text with its annotations and finds,
//! 4. [`report::Report`] computes the scores, which [`table`] and [`plot`] show and [`gate`] compares with bounds.
//!
//! Memory does not grow with the corpus: only counts are kept.
//!
//! # Measures
//!
//! - A find is *correct* if its span and label equal those of a mention ("strict").
//! - "Overlap" counts finds and mentions that share a character and the label; "span" those with the
//!   very same span, whatever the labels.
//! - *Leaked* characters are annotated ones that no find covers, whatever its label: they would be sent in clear.
//! - Neighbours that a corpus has under several labels of one meaning, such as first name and surname, are one mention.
//! - A *false alarm* is a find that touches no mention at all.
//! - A find that touches only ignored mentions is neither right nor wrong.

pub mod corpus;
pub mod gate;
pub mod histogram;
mod judge;
pub mod mapping;
pub mod plot;
pub mod report;
mod resample;
pub mod score;
pub mod table;
#[cfg(test)]
mod tests;

pub use judge::{FindOutcome, Gold, Judgement, Mention, Verdict, join_parts};

/// The ratio of `part` to `whole`; `None` if `whole` is 0.
#[allow(clippy::cast_precision_loss)]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
