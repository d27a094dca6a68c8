//! DeBERTa, versions 2 and 3 (He et al. 2020, 2021): attention to content, and to the relative positions of tokens.

use candle_core::{D, Device, Module, Tensor};
use candle_nn::{Conv1d, Embedding, LayerNorm, Linear};

use super::attention::{attend, from_heads, scores, to_heads};
use crate::{
    LoadError, RunError,
    batch::Batch,
    config::{Activation, ModelConfig},
    weights::Weights,
};

/// The layers of a DeBERTa.
pub struct Deberta {
    words: Embedding,
    positions: Option<Embedding>,
    first_text: Option<Tensor>,
    /// The projection of vectors of words that are narrower than those of the layers.
    widening: Option<Linear>,
    norm: LayerNorm,
    relative: Option<RelativePositions>,
    layers: Vec<Layer>,
    convolution: Option<Convolution>,
}

/// The vectors of relative positions, which all layers share.
struct RelativePositions {
    /// By position from the left end on, normed if the model norms them.
    vectors: Tensor,
    /// The number of positions on each side.
    span: usize,
    /// Far positions share vectors: the number of vectors on each side; 0: each has its own.
    buckets: usize,
    /// The farthest position.
    farthest: usize,
}

/// The convolution over neighbours beside the first layer, which version 2 has.
struct Convolution {
    kernel: Conv1d,
    activation: Activation,
    norm: LayerNorm,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    /// The keys of relative positions, for `c2p`.
    position_keys: Option<Linear>,
    /// The queries of relative positions, for `p2c`.
    position_queries: Option<Linear>,
    attended: Linear,
    attended_norm: LayerNorm,
    inner: Linear,
    activation: Activation,
    outer: Linear,
    norm: LayerNorm,
    heads: usize,
    /// The number of products that make up a score.
    terms: usize,
}

impl Deberta {
    pub fn load(weights: &Weights<'_>, config: &ModelConfig) -> Result<Self, LoadError> {
        let (settings, hidden, epsilon) = (&config.settings, config.hidden, config.norm_epsilon);
        let weights = weights.at("deberta");
        let (table, encoder) = (weights.at("embeddings"), weights.at("encoder"));
        let width = settings.size_or("embedding_size", hidden)?;
        let kinds = settings.size_or("type_vocab_size", 0)?;
        if settings.size_or("attention_head_size", hidden / config.heads)? != hidden / config.heads {
            return Err(LoadError::new("config.json: attention_head_size must be hidden_size / num_attention_heads"));
        }
        let positions = settings.flag_or("position_biased_input", true)?;
        let first_text = match kinds {
            0 => None,
            _ => table.embedding("token_type_embeddings", kinds, width)?.embeddings().narrow(0, 0, 1).ok(),
        };
        let relative = RelativePositions::load(&encoder, config)?;
        let layers = encoder.at("layer");
        let layers = (0..config.layers).map(|at| Layer::load(&layers.at(at), config, relative.is_some()));
        Ok(Self {
            words: table.embedding("word_embeddings", config.vocabulary, width)?,
            positions: positions
                .then(|| table.embedding("position_embeddings", config.positions, width))
                .transpose()?,
            first_text,
            widening: (width != hidden).then(|| table.linear("embed_proj", width, hidden, false)).transpose()?,
            norm: table.norm("LayerNorm", hidden, epsilon, true)?,
            layers: layers.collect::<Result<_, _>>()?,
            relative,
            convolution: Convolution::load(&encoder, config)?,
        })
    }

    /// The vectors of the tokens, by window and place.
    pub fn hidden(&self, batch: &Batch) -> Result<Tensor, RunError> {
        let (mask, presence) = (batch.mask()?, batch.presence()?);
        let embedded = self.embedded(batch, presence.as_ref())?;
        let relative = self.relative.as_ref().map(|relative| Ok((relative, relative.indices(batch.length)?)));
        let relative = relative.transpose().map_err(|error: candle_core::Error| RunError::from(error))?;
        let mut hidden = embedded.clone();
        for (number, layer) in self.layers.iter().enumerate() {
            batch.in_time()?;
            hidden = layer.forward(&hidden, relative.as_ref(), mask.as_ref())?;
            if let Some(convolution) = self.convolution.as_ref().filter(|_| number == 0) {
                hidden = convolution.forward(&embedded, &hidden, presence.as_ref())?;
            }
        }
        Ok(hidden)
    }

    /// The vectors before the first layer, those of padding zero.
    fn embedded(&self, batch: &Batch, presence: Option<&Tensor>) -> candle_core::Result<Tensor> {
        let mut sum = self.words.forward(&batch.ids()?)?;
        if let Some(positions) = &self.positions {
            sum = sum.broadcast_add(&positions.forward(&batch.positions()?)?)?;
        }
        if let Some(first_text) = &self.first_text {
            sum = sum.broadcast_add(first_text)?;
        }
        if let Some(widening) = &self.widening {
            sum = widening.forward(&sum)?;
        }
        present(self.norm.forward(&sum)?, presence)
    }
}

/// `tensor` with zeros in the place of padding.
fn present(tensor: Tensor, presence: Option<&Tensor>) -> candle_core::Result<Tensor> {
    presence.map_or_else(|| Ok(tensor.clone()), |presence| tensor.broadcast_mul(presence))
}

impl Convolution {
    fn load(encoder: &Weights<'_>, config: &ModelConfig) -> Result<Option<Self>, LoadError> {
        let (settings, hidden) = (&config.settings, config.hidden);
        let (kernel, groups) = (settings.size_or("conv_kernel_size", 0)?, settings.size_or("conv_groups", 1)?);
        if kernel == 0 {
            return Ok(None);
        }
        if kernel % 2 == 0 || groups == 0 || hidden % groups != 0 {
            return Err(LoadError::new(
                "config.json: conv_kernel_size must be odd, and conv_groups must divide hidden_size",
            ));
        }
        let weights = encoder.at("conv");
        // The reference implementation takes `tanh` where nothing is named.
        let activation = match settings.text("conv_act")? {
            Some(_) => settings.activation("conv_act")?,
            None => Activation::Tanh,
        };
        Ok(Some(Self {
            kernel: weights.convolution("conv", hidden, kernel, groups)?,
            activation,
            norm: weights.norm("LayerNorm", hidden, config.norm_epsilon, true)?,
        }))
    }

    /// `hidden` with the neighbourhood of each token in `embedded`.
    fn forward(&self, embedded: &Tensor, hidden: &Tensor, presence: Option<&Tensor>) -> candle_core::Result<Tensor> {
        let channels = embedded.transpose(1, 2)?.contiguous()?;
        let around = self.kernel.forward(&channels)?.transpose(1, 2)?.contiguous()?;
        let around = self.activation.apply(&present(around, presence)?)?;
        present(self.norm.forward(&(hidden + around)?)?, presence)
    }
}

impl RelativePositions {
    fn load(encoder: &Weights<'_>, config: &ModelConfig) -> Result<Option<Self>, LoadError> {
        let settings = &config.settings;
        if !settings.flag_or("relative_attention", false)? {
            return Ok(None);
        }
        // -1 stands for the default.
        let positive = |name: &str, default: usize| {
            let is_default = settings.number_at(&[name]).is_none();
            if is_default { Ok(default) } else { settings.size_or(name, default) }
        };
        let farthest = positive("max_relative_positions", config.positions)?;
        let buckets = positive("position_buckets", 0)?;
        let span = if buckets > 0 { buckets } else { farthest };
        let vectors = encoder.embedding("rel_embeddings", 2 * span, config.hidden)?.embeddings().clone();
        let is_normed = settings.texts("norm_rel_ebd")?.iter().any(|name| name == "layer_norm");
        let vectors = match is_normed {
            true => encoder.norm("LayerNorm", config.hidden, config.norm_epsilon, true)?.forward(&vectors),
            false => Ok(vectors),
        };
        let vectors = vectors.and_then(|vectors| vectors.unsqueeze(0));
        let vectors = vectors.map_err(|error| LoadError::new(error.to_string()))?;
        Ok(Some(Self { vectors, span, buckets, farthest }))
    }

    /// The position of a token relative to one that is `distance` before it, in buckets of growing width.
    fn bucket(&self, distance: i64) -> i64 {
        let middle = (self.buckets / 2) as i64;
        if self.buckets == 0 || self.farthest == 0 || distance.abs() <= middle {
            return distance;
        }
        // 32-bit floats as in the reference implementation, so that the limits of buckets are the same.
        let (far, middle_f) = (distance.abs() as f32, middle as f32);
        let scale = ((self.farthest as f64 - 1.0) / middle as f64) as f32;
        let scale = scale.ln();
        let log = ((far / middle_f).ln() / scale * (middle_f - 1.0)).ceil() + middle_f;
        log as i64 * distance.signum()
    }

    /// The numbers of the vectors for each pair of places, from the one to the other and back.
    fn indices(&self, length: usize) -> candle_core::Result<PairIndices> {
        let span = self.span as i64;
        let index = |position: i64| (position + span).clamp(0, 2 * span - 1) as u32;
        let count = length as i64;
        let pairs = || (0..count).flat_map(|one| (0..count).map(move |other| one - other));
        let there: Vec<_> = pairs().map(|distance| index(self.bucket(distance))).collect();
        let back: Vec<_> = pairs().map(|distance| index(-self.bucket(distance))).collect();
        let table = |indices| Tensor::from_vec(indices, (1, 1, length, length), &Device::Cpu);
        Ok(PairIndices { there: table(there)?, back: table(back)? })
    }
}

/// The numbers of vectors of relative positions, by pairs of places.
struct PairIndices {
    there: Tensor,
    back: Tensor,
}

/// The products with all vectors of relative positions to those for each pair of places.
fn pick(products: &Tensor, indices: &Tensor) -> candle_core::Result<Tensor> {
    let (windows, heads, length, _) = products.dims4()?;
    let indices = indices.expand((windows, heads, length, length))?.contiguous()?;
    products.contiguous()?.gather(&indices, D::Minus1)
}

impl Layer {
    fn load(weights: &Weights<'_>, config: &ModelConfig, is_relative: bool) -> Result<Self, LoadError> {
        let (hidden, inner, epsilon) = (config.hidden, config.intermediate, config.norm_epsilon);
        let square = |name: &str| weights.linear(name, hidden, hidden, true);
        let kinds = config.settings.texts("pos_att_type")?;
        if let Some(unknown) = kinds.iter().find(|kind| !matches!(kind.as_str(), "c2p" | "p2c")) {
            return Err(LoadError::new(format!(
                "config.json: pos_att_type {unknown:?} is not known; known are c2p, p2c"
            )));
        }
        let shares = config.settings.flag_or("share_att_key", false)?;
        let of_positions = |kind: &str, shared: &str, own: &str| {
            let is_used = is_relative && kinds.iter().any(|name| name == kind);
            is_used.then(|| square(if shares { shared } else { own })).transpose()
        };
        let terms = 1 + ["c2p", "p2c"].into_iter().filter(|kind| kinds.iter().any(|name| name == kind)).count();
        let (query, key) = ("attention.self.query_proj", "attention.self.key_proj");
        Ok(Self {
            query: square(query)?,
            key: square(key)?,
            value: square("attention.self.value_proj")?,
            position_keys: of_positions("c2p", key, "attention.self.pos_key_proj")?,
            position_queries: of_positions("p2c", query, "attention.self.pos_query_proj")?,
            attended: square("attention.output.dense")?,
            attended_norm: weights.norm("attention.output.LayerNorm", hidden, epsilon, true)?,
            inner: weights.linear("intermediate.dense", hidden, inner, true)?,
            activation: config.activation,
            outer: weights.linear("output.dense", inner, hidden, true)?,
            norm: weights.norm("output.LayerNorm", hidden, epsilon, true)?,
            heads: config.heads,
            terms,
        })
    }

    fn forward(
        &self,
        hidden: &Tensor,
        relative: Option<&(&RelativePositions, PairIndices)>,
        mask: Option<&Tensor>,
    ) -> candle_core::Result<Tensor> {
        let part = |linear: &Linear| to_heads(&linear.forward(hidden)?, self.heads);
        let (query, key, value) = (part(&self.query)?, part(&self.key)?, part(&self.value)?);
        let scale = 1.0 / (query.dim(3)? as f64 * self.terms as f64).sqrt();
        let mut all = scores(&query, &key, scale)?;
        if let Some((positions, indices)) = relative {
            let of_positions = |linear: &Linear| to_heads(&linear.forward(&positions.vectors)?, self.heads);
            if let Some(keys) = &self.position_keys {
                let products = query.broadcast_matmul(&(of_positions(keys)? * scale)?.transpose(2, 3)?)?;
                all = (all + pick(&products, &indices.there)?)?;
            }
            if let Some(queries) = &self.position_queries {
                let products = key.broadcast_matmul(&(of_positions(queries)? * scale)?.transpose(2, 3)?)?;
                all = (all + pick(&products, &indices.back)?.transpose(2, 3)?)?;
            }
        }
        let attended = from_heads(&attend(all, &[mask], &value)?)?;
        let attended = self.attended_norm.forward(&(self.attended.forward(&attended)? + hidden)?)?;
        let inner = self.activation.apply(&self.inner.forward(&attended)?)?;
        self.norm.forward(&(self.outer.forward(&inner)? + attended)?)
    }
}
