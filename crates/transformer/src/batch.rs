//! [`Batch`]: windows of one length, filled up with padding.

use std::time::Instant;

use candle_core::{Device, Tensor};

use crate::RunError;

/// The stand-in for minus infinity in masks: far below all scores, and finite, so that a row of padding yields numbers.
const MASKED: f32 = -1e30;

/// Tokens of some windows.
pub struct Batch {
    /// The number of windows.
    pub windows: usize,
    /// The tokens of each, padding included.
    pub length: usize,
    /// The tokens of the windows, one after another.
    ids: Vec<u32>,
    /// The number of tokens of each window without padding.
    lengths: Vec<usize>,
    pad: u32,
    deadline: Instant,
}

impl Batch {
    /// A batch of `windows`, which must be done by `deadline`.
    pub fn new(windows: &[&[u32]], pad: u32, deadline: Instant) -> Self {
        let lengths: Vec<_> = windows.iter().map(|window| window.len()).collect();
        let length = lengths.iter().copied().max().unwrap_or_default();
        let mut ids = Vec::with_capacity(windows.len() * length);
        for window in windows {
            ids.extend_from_slice(window);
            ids.resize(ids.len() + length - window.len(), pad);
        }
        Self { windows: windows.len(), length, ids, lengths, pad, deadline }
    }

    /// The tokens, by window and place.
    pub fn ids(&self) -> candle_core::Result<Tensor> {
        Tensor::from_slice(&self.ids, (self.windows, self.length), &Device::Cpu)
    }

    /// Positions as RoBERTa counts them: tokens behind the number of the padding, and padding at that number.
    pub fn positions_behind_padding(&self) -> candle_core::Result<Tensor> {
        let mut positions = Vec::with_capacity(self.ids.len());
        for window in self.ids.chunks(self.length) {
            let mut last = self.pad;
            positions.extend(window.iter().map(|id| {
                if *id == self.pad {
                    return self.pad;
                }
                last += 1;
                last
            }));
        }
        Tensor::from_vec(positions, (self.windows, self.length), &Device::Cpu)
    }

    /// Positions from 0 on.
    pub fn positions(&self) -> candle_core::Result<Tensor> {
        Tensor::arange(0, self.length as u32, &Device::Cpu)
    }

    /// 1 for tokens and 0 for padding, by window, place and one more dimension; `None` if there is no padding.
    pub fn presence(&self) -> candle_core::Result<Option<Tensor>> {
        self.marks((self.windows, self.length, 1), 1.0, 0.0)
    }

    /// The mask of padding, which is added to scores by window, head, asking token and asked token; `None` if there
    /// is no padding.
    pub fn mask(&self) -> candle_core::Result<Option<Tensor>> {
        self.marks((self.windows, 1, 1, self.length), 0.0, MASKED)
    }

    fn marks(
        &self,
        shape: impl candle_core::shape::ShapeWithOneHole,
        token: f32,
        padding: f32,
    ) -> candle_core::Result<Option<Tensor>> {
        if self.lengths.iter().all(|length| *length == self.length) {
            return Ok(None);
        }
        let row = |length: &usize| {
            let tokens = std::iter::repeat_n(token, *length);
            tokens.chain(std::iter::repeat_n(padding, self.length - length))
        };
        let marks: Vec<f32> = self.lengths.iter().flat_map(row).collect();
        Tensor::from_vec(marks, shape, &Device::Cpu).map(Some)
    }

    /// The mask of tokens more than `reach` away, which is added to scores by asking token and asked token.
    pub fn local_mask(&self, reach: usize) -> candle_core::Result<Tensor> {
        let near = |(asking, asked): (usize, usize)| if asking.abs_diff(asked) <= reach { 0.0 } else { MASKED };
        let pairs = (0..self.length).flat_map(|asking| (0..self.length).map(move |asked| (asking, asked)));
        Tensor::from_vec(pairs.map(near).collect::<Vec<f32>>(), (1, 1, self.length, self.length), &Device::Cpu)
    }

    /// Fails once the deadline has passed; each layer asks.
    pub fn in_time(&self) -> Result<(), RunError> {
        if Instant::now() < self.deadline { Ok(()) } else { Err(RunError::Late) }
    }
}
