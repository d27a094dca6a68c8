//! The language model: finds persons, places, organizations in prose.
//!
//! ```text
//! text ─▶ tokens ─▶ word forms (cached) ─▶ CRF ─────┐
//!                                     └──▶ network ─┴▶ probabilities of tags ─▶ memory ─▶ calibration ─▶ mentions
//! ```
//!
//! Everything that decides is computed with integers, or with single floating-point operations in one fixed order,
//! so that a text gives the same mentions, to the last bit, on every processor.

pub mod artefact;
pub mod conjunctions;
mod crf;
pub mod decode;
pub mod features;
mod forms;
mod given;
pub mod kernel;
pub mod lexicon;
pub mod math;
pub mod memory;
mod model;
mod network;
mod shape;
pub mod tag;
pub mod token;
pub mod weights;

pub use artefact::{Artefact, ArtefactError};
pub use decode::{Mention, Thresholds};
pub use model::{Level, Model, Scratch};
pub use network::Probabilities;
pub use tag::Type;
pub use weights::Weights;

#[cfg(test)]
mod tests;
