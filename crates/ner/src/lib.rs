//! Named entity recognition on one processor core: persons, places, organizations and nationalities in prose.
//!
//! ```text
//! text ─▶ tokens ─▶ word forms (cached) ─▶ CRF ─┬───────────────────────────┬▶ tags ─▶ memory ─▶ calibration ─▶ mentions
//!                                               └ doubtful tokens ─▶ network ┘
//! ```
//!
//! A linear-chain CRF over hashed features gives the probabilities of tags ([`Level::Fast`]). Where it has doubts, the mean of
//! it and a small network does ([`Level::Full`]). A model comes from a file ([`Model::from_bytes`]) or is the embedded one
//! ([`Model::embedded`]).
//!
//! ```
//! use masquerade_ner::{Level, Model, Scratch, Type};
//!
//! let model = Model::embedded().expect("a model is built in");
//! let text = "The report was written by Jane Roe.";
//! let mentions = model.mentions(text, Level::Full, model.thresholds(), &mut Scratch::default());
//! assert_eq!(mentions[0].span.slice(text), "Jane Roe");
//! assert_eq!(mentions[0].kind, Type::Person);
//! ```
//!
//! Arithmetic is on integers, or on single floating-point operations in one fixed order, so a text gives the same
//! mentions, to the last bit, on every processor. `unsafe` stands in one file, [`kernel`]: vector instructions, each
//! with a scalar twin that tests hold equal.

pub mod artefact;
pub mod conjunctions;
mod crf;
pub mod decode;
pub mod document_memory;
pub mod features;
mod first_names;
pub mod kernel;
pub mod lexicon;
pub mod math;
mod model;
mod name_bounds;
mod name_form;
mod network;
mod stretches;
pub mod tag;
pub mod titles;
pub mod token;
pub mod values;
pub mod weights;
mod word_cache;
pub mod word_filter;

pub use artefact::{Artefact, ArtefactError};
pub use decode::{Mention, Thresholds};
pub use model::{FAINT, FAINT_FORM, Level, Model, Scratch};
pub use network::Probabilities;
pub use tag::Type;
pub use weights::Weights;

#[cfg(test)]
mod tests;
