//! BERT (Devlin et al. 2018), with RoBERTa, XLM-RoBERTa and DistilBERT, whose tensors have other names and positions.

use candle_core::{Module, Tensor};
use candle_nn::{Embedding, LayerNorm, Linear};

use super::attention::{attend, from_heads, scores, to_heads};
use crate::{
    LoadError, RunError,
    batch::Batch,
    config::{Activation, Architecture, ModelConfig},
    weights::Weights,
};

/// The names of the tensors.
struct Names {
    model: &'static str,
    layers: &'static str,
    query: &'static str,
    key: &'static str,
    value: &'static str,
    attended: &'static str,
    attended_norm: &'static str,
    inner: &'static str,
    outer: &'static str,
    norm: &'static str,
}

const BERT: Names = Names {
    model: "bert",
    layers: "encoder.layer",
    query: "attention.self.query",
    key: "attention.self.key",
    value: "attention.self.value",
    attended: "attention.output.dense",
    attended_norm: "attention.output.LayerNorm",
    inner: "intermediate.dense",
    outer: "output.dense",
    norm: "output.LayerNorm",
};

const ROBERTA: Names = Names { model: "roberta", ..BERT };

const DISTILBERT: Names = Names {
    model: "distilbert",
    layers: "transformer.layer",
    query: "attention.q_lin",
    key: "attention.k_lin",
    value: "attention.v_lin",
    attended: "attention.out_lin",
    attended_norm: "sa_layer_norm",
    inner: "ffn.lin1",
    outer: "ffn.lin2",
    norm: "output_layer_norm",
};

/// The layers of a BERT.
pub struct Bert {
    words: Embedding,
    positions: Embedding,
    /// The vector of the first of two texts, which is the only one here; DistilBERT has none.
    first_text: Option<Tensor>,
    norm: LayerNorm,
    layers: Vec<Layer>,
    /// True if positions begin behind the number of the padding token.
    counts_from_padding: bool,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    attended: Linear,
    attended_norm: LayerNorm,
    inner: Linear,
    activation: Activation,
    outer: Linear,
    norm: LayerNorm,
    heads: usize,
}

impl Bert {
    pub fn load(weights: &Weights<'_>, config: &ModelConfig) -> Result<Self, LoadError> {
        let names = match config.architecture {
            Architecture::Roberta => &ROBERTA,
            Architecture::DistilBert => &DISTILBERT,
            _ => &BERT,
        };
        let weights = weights.at(names.model);
        let table = weights.at("embeddings");
        let first_text = match config.architecture {
            Architecture::DistilBert => None,
            _ => {
                let kinds = config.settings.size_or("type_vocab_size", 2)?;
                let vectors = table.embedding("token_type_embeddings", kinds, config.hidden)?;
                let first = vectors.embeddings().narrow(0, 0, 1);
                Some(first.map_err(|_| LoadError::new("config.json: type_vocab_size must be at least 1"))?)
            }
        };
        let layers = weights.at(names.layers);
        let layers = (0..config.layers).map(|number| Layer::load(&layers.at(number), config, names));
        Ok(Self {
            words: table.embedding("word_embeddings", config.vocabulary, config.hidden)?,
            positions: table.embedding("position_embeddings", config.positions, config.hidden)?,
            first_text,
            norm: table.norm("LayerNorm", config.hidden, config.norm_epsilon, true)?,
            layers: layers.collect::<Result<_, _>>()?,
            counts_from_padding: config.architecture == Architecture::Roberta,
        })
    }

    /// The vectors of the tokens, by window and place.
    pub fn hidden(&self, batch: &Batch) -> Result<Tensor, RunError> {
        let words = self.words.forward(&batch.ids()?)?;
        let positions = if self.counts_from_padding { batch.positions_behind_padding() } else { batch.positions() };
        let mut sum = words.broadcast_add(&self.positions.forward(&positions?)?)?;
        if let Some(first_text) = &self.first_text {
            sum = sum.broadcast_add(first_text)?;
        }
        let (mut hidden, mask) = (self.norm.forward(&sum)?, batch.mask()?);
        for layer in &self.layers {
            batch.in_time()?;
            hidden = layer.forward(&hidden, mask.as_ref())?;
        }
        Ok(hidden)
    }
}

impl Layer {
    fn load(weights: &Weights<'_>, config: &ModelConfig, names: &Names) -> Result<Self, LoadError> {
        let (hidden, inner) = (config.hidden, config.intermediate);
        let square = |name: &str| weights.linear(name, hidden, hidden, true);
        Ok(Self {
            query: square(names.query)?,
            key: square(names.key)?,
            value: square(names.value)?,
            attended: square(names.attended)?,
            attended_norm: weights.norm(names.attended_norm, hidden, config.norm_epsilon, true)?,
            inner: weights.linear(names.inner, hidden, inner, true)?,
            activation: config.activation,
            outer: weights.linear(names.outer, inner, hidden, true)?,
            norm: weights.norm(names.norm, hidden, config.norm_epsilon, true)?,
            heads: config.heads,
        })
    }

    fn forward(&self, hidden: &Tensor, mask: Option<&Tensor>) -> candle_core::Result<Tensor> {
        let part = |linear: &Linear| to_heads(&linear.forward(hidden)?, self.heads);
        let (query, key, value) = (part(&self.query)?, part(&self.key)?, part(&self.value)?);
        let scale = 1.0 / (query.dim(3)? as f64).sqrt();
        let attended = from_heads(&attend(scores(&query, &key, scale)?, &[mask], &value)?)?;
        let attended = self.attended_norm.forward(&(self.attended.forward(&attended)? + hidden)?)?;
        let inner = self.activation.apply(&self.inner.forward(&attended)?)?;
        self.norm.forward(&(self.outer.forward(&inner)? + attended)?)
    }
}
