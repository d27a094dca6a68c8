//! [`Weights`]: the tensors of `model.safetensors`, with errors that name the tensor and what it should be.

use candle_core::{DType, Device, Tensor};
use candle_nn::{Conv1d, Conv1dConfig, Embedding, LayerNorm, Linear, VarBuilder};

use crate::LoadError;

/// The tensors under a prefix. All become 32-bit floats, whatever the file has.
pub struct Weights<'w>(VarBuilder<'w>);

impl<'w> Weights<'w> {
    /// The tensors of a file's bytes.
    pub fn of(bytes: &'w [u8]) -> Result<Self, LoadError> {
        let tensors = VarBuilder::from_slice_safetensors(bytes, DType::F32, &Device::Cpu);
        tensors.map(Self).map_err(|_| LoadError::new("model.safetensors is damaged, or no file of this format"))
    }

    /// The tensors under `prefix`.
    pub fn at(&self, prefix: impl ToString) -> Self {
        Self(self.0.pp(prefix))
    }

    /// Reports whether there is a tensor of this name.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_tensor(name)
    }

    /// The tensor `name` of this shape.
    pub fn tensor(&self, name: &str, shape: &[usize]) -> Result<Tensor, LoadError> {
        let path = || match self.0.prefix() {
            prefix if prefix.is_empty() => name.to_owned(),
            prefix => format!("{prefix}.{name}"),
        };
        if !self.has(name) {
            return Err(LoadError::new(format!(
                "model.safetensors has no tensor {}: it is no model for token classification of this architecture",
                path()
            )));
        }
        self.0.get(shape, name).map_err(|_| {
            LoadError::new(format!(
                "model.safetensors: the tensor {} has not the shape {shape:?} that config.json gives it, or is not of floats",
                path()
            ))
        })
    }

    /// A linear layer.
    pub fn linear(&self, name: &str, input: usize, output: usize, has_bias: bool) -> Result<Linear, LoadError> {
        let weights = self.at(name);
        let weight = weights.tensor("weight", &[output, input])?;
        Ok(Linear::new(weight, has_bias.then(|| weights.tensor("bias", &[output])).transpose()?))
    }

    /// A table of `count` vectors.
    pub fn embedding(&self, name: &str, count: usize, size: usize) -> Result<Embedding, LoadError> {
        Ok(Embedding::new(self.at(name).tensor("weight", &[count, size])?, size))
    }

    /// A layer norm. One without a bias gets zeros, for which the arithmetic is faster than for none.
    pub fn norm(&self, name: &str, size: usize, epsilon: f64, has_bias: bool) -> Result<LayerNorm, LoadError> {
        let weights = self.at(name);
        let weight = weights.tensor("weight", &[size])?;
        let bias = match has_bias {
            true => weights.tensor("bias", &[size])?,
            false => weight.zeros_like().map_err(|error| LoadError::new(error.to_string()))?,
        };
        Ok(LayerNorm::new(weight, bias, epsilon))
    }

    /// A convolution over tokens, of as many channels as it has, which keeps their number.
    pub fn convolution(&self, name: &str, size: usize, kernel: usize, groups: usize) -> Result<Conv1d, LoadError> {
        let weights = self.at(name);
        let config = Conv1dConfig { padding: (kernel - 1) / 2, groups, ..Conv1dConfig::default() };
        let weight = weights.tensor("weight", &[size, size / groups, kernel])?;
        Ok(Conv1d::new(weight, Some(weights.tensor("bias", &[size])?), config))
    }
}
