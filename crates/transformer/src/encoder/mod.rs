//! [`Encoder`]: tokens to vectors, and vectors to the logits of labels.

mod attention;
mod bert;
mod deberta;
mod modernbert;

use candle_core::{Module, Tensor};
use candle_nn::Linear;

use crate::{
    LoadError, RunError,
    batch::Batch,
    config::{Architecture, ModelConfig},
    weights::Weights,
};

/// A model with its head for token classification.
pub struct Encoder {
    layers: Layers,
    /// Vectors to logits.
    classifier: Linear,
}

/// The layers of an architecture.
enum Layers {
    Bert(bert::Bert),
    Deberta(deberta::Deberta),
    ModernBert(modernbert::ModernBert),
}

impl Encoder {
    /// The encoder that `config` describes.
    pub fn load(weights: &Weights<'_>, config: &ModelConfig) -> Result<Self, LoadError> {
        let layers = match config.architecture {
            Architecture::Bert | Architecture::Roberta | Architecture::DistilBert => {
                Layers::Bert(bert::Bert::load(weights, config)?)
            }
            Architecture::DebertaV2 => Layers::Deberta(deberta::Deberta::load(weights, config)?),
            Architecture::ModernBert => Layers::ModernBert(modernbert::ModernBert::load(weights, config)?),
        };
        let classifier = weights.linear("classifier", config.hidden, config.labels.len(), true)?;
        Ok(Self { layers, classifier })
    }

    /// The logits, by window, place and label.
    pub fn logits(&self, batch: &Batch) -> Result<Tensor, RunError> {
        let hidden = match &self.layers {
            Layers::Bert(layers) => layers.hidden(batch),
            Layers::Deberta(layers) => layers.hidden(batch),
            Layers::ModernBert(layers) => layers.hidden(batch),
        }?;
        Ok(self.classifier.forward(&hidden)?)
    }
}
