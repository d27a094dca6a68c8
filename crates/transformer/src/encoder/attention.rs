//! Multi-head attention (Vaswani et al. 2017): each head sees a part of the vectors.

use candle_core::{D, Result, Tensor};
use candle_nn::ops::softmax_last_dim;

/// Shares vectors out to heads: window, place, number to window, head, place, number.
pub fn to_heads(tensor: &Tensor, heads: usize) -> Result<Tensor> {
    let (windows, length, width) = tensor.dims3()?;
    tensor.reshape((windows, length, heads, width / heads))?.transpose(1, 2)?.contiguous()
}

/// Puts the vectors of all heads together again.
pub fn from_heads(tensor: &Tensor) -> Result<Tensor> {
    tensor.transpose(1, 2)?.contiguous()?.flatten_from(2)
}

/// The product of each query with each key, times `scale`, by window, head, query and key.
pub fn scores(query: &Tensor, key: &Tensor, scale: f64) -> Result<Tensor> {
    (query * scale)?.matmul(&key.transpose(D::Minus2, D::Minus1)?)
}

/// The values, weighted by the scores. Each mask is added to the scores.
pub fn attend(scores: Tensor, masks: &[Option<&Tensor>], value: &Tensor) -> Result<Tensor> {
    let add = |scores: Tensor, mask: &&Tensor| scores.broadcast_add(mask);
    let scores = masks.iter().flatten().try_fold(scores, add)?;
    softmax_last_dim(&scores)?.matmul(value)
}
