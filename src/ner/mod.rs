//! The language model.
pub mod conjunctions;
pub mod decode;
pub mod features;
pub mod lexicon;
pub mod tag;
pub mod token;
pub mod train;
