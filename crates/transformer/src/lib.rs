//! Token classification by transformers, from folders as the common hub gives them.
//!
//! A [`TokenClassifier`] reads `config.json`, `tokenizer.json` and `model.safetensors` of a folder and finds the entities
//! of a text: spans with the labels of the model. Its logits are those of the reference implementation (the Python
//! library `transformers`), and its spans are those of that library's pipeline `token-classification`.
//!
//! # Architectures
//!
//! | `model_type` | encoder |
//! |---|---|
//! | `bert`, `roberta`, `xlm-roberta`, `distilbert` | `encoder/bert.rs`: absolute positions, a norm behind each sum |
//! | `deberta-v2` (DeBERTa v2 and v3) | `encoder/deberta.rs`: attention to content and to relative positions |
//! | `modernbert` | `encoder/modernbert.rs`: rotary positions, local and global attention |
//!
//! # Long texts
//!
//! A text is cut into windows of as many tokens as the model has positions, at most 512, of which each shares a quarter
//! with the one before. Windows are run in batches. Time is linear in the text.
//!
//! # Traps
//!
//! * A model that is fit for loading may still fail to run: each call has a result, and an error says nothing about the
//!   entities of the text.
//! * The arithmetic uses as many threads as `RAYON_NUM_THREADS` says, or as there are cores, for each call.

mod batch;
mod classifier;
mod config;
mod encoder;
mod error;
mod spans;
mod weights;
mod windows;

pub use classifier::TokenClassifier;
pub use error::{LoadError, RunError};
pub use spans::{Aggregation, Find};
