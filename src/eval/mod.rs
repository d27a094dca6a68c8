//! Evaluation: how well what was found in annotated texts agrees with their annotations.
//!
//! Pure: texts, annotations and finds in, numbers out. Who runs a detector over a corpus
//!
//! 1. reads each line with [`corpus`],
//! 2. translates its labels with [`mapping`],
//! 3. gives text, annotations and finds to [`score::Scores`],
//! 4. and makes a [`report::Report`] of what has added up, which [`table`] and [`plot`] show and
//!    [`gate`] holds to bounds.
//!
//! Memory does not grow with the corpus: of each text only counts are kept.
//!
//! # What is counted
//!
//! - A find is *correct* if its span and its label are those of a mention, exactly ("strict").
//! - "Overlap" counts finds and mentions that share a character and the label; "span" those with the
//!   very same span, whatever the labels.
//! - *Leaked* characters are annotated ones that no find covers, whatever its label: what would be sent in clear.
//! - A *false alarm* is a find that touches no mention at all.
//! - What touches only mentions that are to be ignored is neither right nor wrong.

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

pub use judge::{Gold, Judged, Judgement, Mention, Verdict};

/// `part` of `whole`; `None` of nothing.
#[allow(clippy::cast_precision_loss)]
fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
