//! ModernBERT (Warner et al. 2024): rotary positions, gated feed-forward layers, and attention that is local in most
//! layers.

use candle_core::{D, Device, Module, Tensor};
use candle_nn::{Embedding, LayerNorm, Linear, rotary_emb::rope};

use super::attention::{attend, from_heads, scores, to_heads};
use crate::{
    LoadError, RunError,
    batch::Batch,
    config::{Activation, ModelConfig, Settings},
    weights::Weights,
};

/// The frequencies of rotary positions where the configuration names none.
const GLOBAL_THETA: f64 = 160_000.0;
const LOCAL_THETA: f64 = 10_000.0;

/// The layers of a ModernBERT, with the dense layer of its head.
pub struct ModernBert {
    words: Embedding,
    norm: LayerNorm,
    layers: Vec<Layer>,
    last_norm: LayerNorm,
    /// The most tokens that a token sees on each side in layers of local attention.
    reach: usize,
    global_frequencies: Tensor,
    local_frequencies: Tensor,
    head: Linear,
    head_activation: Activation,
    head_norm: LayerNorm,
}

struct Layer {
    /// The first layer has none.
    norm: Option<LayerNorm>,
    /// Queries, keys and values.
    parts: Linear,
    attended: Linear,
    inner_norm: LayerNorm,
    inner: Linear,
    activation: Activation,
    outer: Linear,
    heads: usize,
    is_local: bool,
}

/// The cosines and sines of rotary positions.
struct Rotation {
    cos: Tensor,
    sin: Tensor,
}

impl Rotation {
    fn new(frequencies: &Tensor, length: usize) -> candle_core::Result<Self> {
        let places = Tensor::arange(0, length as u32, &Device::Cpu)?.to_dtype(frequencies.dtype())?;
        let angles = places.reshape((length, 1))?.matmul(frequencies)?;
        Ok(Self { cos: angles.cos()?, sin: angles.sin()? })
    }
}

fn frequencies(theta: f64, width: usize) -> Result<Tensor, LoadError> {
    let frequency = |at: usize| (1.0 / theta.powf(at as f64 / width as f64)) as f32;
    let all: Vec<_> = (0..width).step_by(2).map(frequency).collect();
    let count = all.len();
    Tensor::from_vec(all, (1, count), &Device::Cpu).map_err(|error| LoadError::new(error.to_string()))
}

/// The base of the frequencies of one kind of layers. Newer configurations have `rope_parameters`.
fn theta(settings: &Settings, kind: &str, old_name: &str, default: f64) -> Result<f64, LoadError> {
    match settings.number_at(&["rope_parameters", kind, "rope_theta"]) {
        Some(theta) => Ok(theta),
        None => settings.number_or(old_name, default),
    }
}

/// Refuses rotary positions that are scaled, and reports for each layer whether its attention is local.
fn kinds(config: &ModelConfig) -> Result<Vec<bool>, LoadError> {
    let settings = &config.settings;
    settings.refuse_scaled_positions()?;
    let named = settings.texts("layer_types")?;
    if named.is_empty() {
        let every = settings.size_or("global_attn_every_n_layers", 3)?.max(1);
        return Ok((0..config.layers).map(|number| number % every != 0).collect());
    }
    let is_local = |kind: &String| match kind.as_str() {
        "sliding_attention" => Some(true),
        "full_attention" => Some(false),
        _ => None,
    };
    let kinds: Option<Vec<_>> = named.iter().map(is_local).collect();
    kinds.filter(|kinds| kinds.len() == config.layers).ok_or_else(|| {
        LoadError::new("config.json: layer_types must name full_attention or sliding_attention for each layer")
    })
}

impl ModernBert {
    pub fn load(weights: &Weights<'_>, config: &ModelConfig) -> Result<Self, LoadError> {
        let settings = &config.settings;
        let has_bias = settings.flag_or("norm_bias", false)?;
        let norm = |weights: &Weights<'_>, name: &str| weights.norm(name, config.hidden, config.norm_epsilon, has_bias);
        let (model, head) = (weights.at("model"), weights.at("head"));
        let (table, layers) = (model.at("embeddings"), model.at("layers"));
        let width = config.hidden / config.heads;
        let head_bias = settings.flag_or("classifier_bias", false)?;
        let layers = kinds(config)?.into_iter().enumerate().map(|(number, is_local)| {
            let weights = layers.at(number);
            let first = (number > 0).then(|| norm(&weights, "attn_norm")).transpose()?;
            Layer::load(&weights, config, first, norm(&weights, "mlp_norm")?, is_local)
        });
        Ok(Self {
            words: table.embedding("tok_embeddings", config.vocabulary, config.hidden)?,
            norm: norm(&table, "norm")?,
            layers: layers.collect::<Result<_, _>>()?,
            last_norm: norm(&model, "final_norm")?,
            reach: settings.size_or("local_attention", 128)? / 2,
            global_frequencies: frequencies(
                theta(settings, "full_attention", "global_rope_theta", GLOBAL_THETA)?,
                width,
            )?,
            local_frequencies: frequencies(
                theta(settings, "sliding_attention", "local_rope_theta", LOCAL_THETA)?,
                width,
            )?,
            head: head.linear("dense", config.hidden, config.hidden, head_bias)?,
            head_activation: settings.activation("classifier_activation")?,
            head_norm: norm(&head, "norm")?,
        })
    }

    /// The vectors of the tokens, by window and place.
    pub fn hidden(&self, batch: &Batch) -> Result<Tensor, RunError> {
        let mut hidden = self.norm.forward(&self.words.forward(&batch.ids()?)?)?;
        let (mask, local_mask) = (batch.mask()?, batch.local_mask(self.reach)?);
        let global = Rotation::new(&self.global_frequencies, batch.length)?;
        let local = Rotation::new(&self.local_frequencies, batch.length)?;
        for layer in &self.layers {
            batch.in_time()?;
            let (rotation, local_mask) = if layer.is_local { (&local, Some(&local_mask)) } else { (&global, None) };
            hidden = layer.forward(&hidden, rotation, &[mask.as_ref(), local_mask])?;
        }
        let hidden = self.head.forward(&self.last_norm.forward(&hidden)?)?;
        Ok(self.head_norm.forward(&self.head_activation.apply(&hidden)?)?)
    }
}

impl Layer {
    fn load(
        weights: &Weights<'_>,
        config: &ModelConfig,
        norm: Option<LayerNorm>,
        inner_norm: LayerNorm,
        is_local: bool,
    ) -> Result<Self, LoadError> {
        let (hidden, inner) = (config.hidden, config.intermediate);
        let attention_bias = config.settings.flag_or("attention_bias", false)?;
        let inner_bias = config.settings.flag_or("mlp_bias", false)?;
        Ok(Self {
            norm,
            parts: weights.linear("attn.Wqkv", hidden, 3 * hidden, attention_bias)?,
            attended: weights.linear("attn.Wo", hidden, hidden, attention_bias)?,
            inner_norm,
            inner: weights.linear("mlp.Wi", hidden, 2 * inner, inner_bias)?,
            activation: config.activation,
            outer: weights.linear("mlp.Wo", inner, hidden, inner_bias)?,
            heads: config.heads,
            is_local,
        })
    }

    fn forward(&self, hidden: &Tensor, rotation: &Rotation, masks: &[Option<&Tensor>]) -> candle_core::Result<Tensor> {
        let normed = self.norm.as_ref().map_or_else(|| Ok(hidden.clone()), |norm| norm.forward(hidden))?;
        let parts = self.parts.forward(&normed)?.chunk(3, D::Minus1)?;
        let [query, key, value] = parts.as_slice() else { candle_core::bail!("three parts") };
        let rotate = |part: &Tensor| rope(&to_heads(part, self.heads)?, &rotation.cos, &rotation.sin);
        let (query, key, value) = (rotate(query)?, rotate(key)?, to_heads(value, self.heads)?);
        let scale = 1.0 / (query.dim(3)? as f64).sqrt();
        let attended = from_heads(&attend(scores(&query, &key, scale)?, masks, &value)?)?;
        let hidden = (self.attended.forward(&attended)? + hidden)?;
        let inner = self.inner.forward(&self.inner_norm.forward(&hidden)?)?.chunk(2, D::Minus1)?;
        let [input, gate] = inner.as_slice() else { candle_core::bail!("two parts") };
        let gated = (self.activation.apply(&input.contiguous()?)? * gate)?;
        self.outer.forward(&gated)? + hidden
    }
}
