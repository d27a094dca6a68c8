//! The network while it is trained: forward, backward, Adam; single precision, one thread, one order of
//! summation, so that the same data give the same weights.

use ndarray::{ArrayView2, ArrayViewMut2, linalg::general_mat_mul};

use masquerade_ner::{
    features::{BITS, ROWS},
    tag::TAGS,
};

pub use masquerade_ner::weights::{VECTOR, WIDTH};

/// A deterministic source of numbers (SplitMix64).
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 up to, but not including, 1.
    pub fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// A number below `count`; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }
}

/// Weights with their gradients and Adam's moments.
#[derive(Clone, Debug)]
pub struct Tensor {
    /// The weights, row after row.
    pub w: Vec<f32>,
    g: Vec<f32>,
    m: Vec<f32>,
    v: Vec<f32>,
    width: usize,
    /// Rows with a gradient; `None`: all rows have one.
    touched: Option<(Vec<u32>, Vec<bool>)>,
}

impl Tensor {
    fn new(rows: usize, width: usize, scale: f32, is_sparse: bool, random: &mut Random) -> Self {
        let count = rows * width;
        let w = (0..count).map(|_| (random.unit() * 2.0 - 1.0) * scale).collect();
        let touched = is_sparse.then(|| (Vec::new(), vec![false; rows]));
        Self { w, g: vec![0.0; count], m: vec![0.0; count], v: vec![0.0; count], width, touched }
    }

    /// A row of weights.
    pub fn row(&self, row: usize) -> &[f32] {
        &self.w[row * self.width..(row + 1) * self.width]
    }

    fn gradient(&mut self, row: usize) -> &mut [f32] {
        if let Some((rows, is_touched)) = &mut self.touched
            && !is_touched[row]
        {
            is_touched[row] = true;
            rows.push(row as u32);
        }
        &mut self.g[row * self.width..(row + 1) * self.width]
    }

    fn step(&mut self, rate: f32, step: i32, decay: f32) {
        const B1: f32 = 0.9;
        const B2: f32 = 0.999;
        let (c1, c2) = (1.0 - B1.powi(step), 1.0 - B2.powi(step));
        let all = self.w.len();
        let mut update = |range: std::ops::Range<usize>| {
            let (w, g) = (&mut self.w[range.clone()], &mut self.g[range.clone()]);
            let (m, v) = (&mut self.m[range.clone()], &mut self.v[range]);
            for (((w, g), m), v) in w.iter_mut().zip(g).zip(m).zip(v) {
                *m = B1 * *m + (1.0 - B1) * *g;
                *v = B2 * *v + (1.0 - B2) * *g * *g;
                *w -= rate * (*m / c1 / ((*v / c2).sqrt() + 1e-8) + decay * *w);
                *g = 0.0;
            }
        };
        match &mut self.touched {
            None => update(0..all),
            Some((rows, is_touched)) => {
                for row in rows.drain(..) {
                    is_touched[row as usize] = false;
                    update(row as usize * self.width..(row as usize + 1) * self.width);
                }
            }
        }
    }
}

/// The inputs of the network for one token.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// Rows of [`Net::tables`] to add.
    pub rows: Vec<u32>,
    /// Rows of [`Net::bits`] to add.
    pub bits: Vec<u16>,
    /// The word's row in [`Net::vectors`], if it has a vector.
    pub vector: Option<u32>,
    /// True if the token is the first of its sequence.
    pub is_first: bool,
    /// The row of the corpus in [`Net::sources`]; 0: no known corpus.
    pub source: u32,
}

/// The network.
#[derive(Clone, Debug)]
pub struct Net {
    /// Tables of rows.
    pub tables: Tensor,
    /// A row for each bit of a token.
    pub bits: Tensor,
    /// A row for each corpus.
    pub sources: Tensor,
    /// The projection of word vectors to the width of the network.
    pub project: Tensor,
    /// Layers: `3 * WIDTH` rows each, and a bias row.
    pub layers: Vec<Tensor>,
    /// The weights of the tags, and a bias row.
    pub output: Tensor,
    /// Gains and biases of norms: two rows each, one norm before the layers and one after each.
    pub norms: Tensor,
    /// The word vectors.
    pub vectors: Vec<f32>,
    /// The number of times that the weights were moved.
    steps: i32,
}

/// Values of a forward pass that the backward pass needs.
#[derive(Default)]
pub struct Tape {
    sum: Vec<f32>,
    xs: Vec<Vec<f32>>,
    hats: Vec<Vec<f32>>,
    inverses: Vec<Vec<f32>>,
    pres: Vec<Vec<f32>>,
    wides: Vec<Vec<f32>>,
    vectors: Vec<f32>,
    drops: Vec<Vec<f32>>,
    /// Scores of the tags of each token.
    pub scores: Vec<f32>,
}

impl Net {
    /// A network of so many layers with random weights.
    pub fn new(sources: usize, vectors: Vec<f32>, layers: usize, random: &mut Random) -> Self {
        let scale = (6.0 / (4 * WIDTH) as f32).sqrt();
        let mut norms = Tensor::new(2 * (layers + 1), WIDTH, 0.0, false, random);
        for norm in 0..=layers {
            norms.w[2 * norm * WIDTH..(2 * norm + 1) * WIDTH].fill(1.0);
        }
        let layers = (0..layers).map(|_| {
            let mut tensor = Tensor::new(3 * WIDTH + 1, WIDTH, scale, false, random);
            tensor.w[3 * WIDTH * WIDTH..].fill(0.0);
            tensor
        });
        let layers = layers.collect();
        Self {
            tables: Tensor::new(ROWS as usize, WIDTH, 0.1, true, random),
            bits: Tensor::new(BITS, WIDTH, 0.1, false, random),
            sources: Tensor::new(sources + 1, WIDTH, 0.1, false, random),
            project: Tensor::new(VECTOR, WIDTH, 0.15, false, random),
            layers,
            output: Tensor::new(WIDTH + 1, TAGS, 0.1, false, random),
            norms,
            vectors,
            steps: 0,
        }
    }

    /// Scores of the tags of each token; `drop`: the part of values that is dropped (0 at inference).
    pub fn forward(&self, inputs: &[Input], drop: f32, random: &mut Random, tape: &mut Tape) {
        let count = inputs.len();
        tape.sum.clear();
        tape.sum.resize(count * WIDTH, 0.0);
        for (input, x) in inputs.iter().zip(tape.sum.chunks_exact_mut(WIDTH)) {
            for &row in &input.rows {
                add(x, self.tables.row(row as usize), 1.0);
            }
            for &bit in &input.bits {
                add(x, self.bits.row(bit as usize), 1.0);
            }
            add(x, self.sources.row(input.source as usize), 1.0);
        }
        tape.vectors.clear();
        inputs.iter().for_each(|input| self.vector(input, &mut tape.vectors));
        multiply(Matrix::of(&tape.vectors, VECTOR), Matrix::of(&self.project.w, WIDTH), &mut tape.sum);
        for list in [&mut tape.xs, &mut tape.hats, &mut tape.inverses, &mut tape.pres, &mut tape.wides, &mut tape.drops]
        {
            list.resize_with(self.layers.len() + 1, Vec::new);
        }
        let sum = std::mem::take(&mut tape.sum);
        self.norm(0, &sum, tape);
        tape.sum = sum;
        dropout(&mut tape.xs[0], &mut tape.drops[0], drop, random);
        for layer in 0..self.layers.len() {
            let mut pre = std::mem::take(&mut tape.pres[layer]);
            self.window(layer, inputs, &tape.xs[layer], &mut tape.wides[layer], &mut pre);
            let mut after = tape.xs[layer].clone();
            for (x, pre) in after.iter_mut().zip(&pre) {
                *x += gelu(*pre);
            }
            tape.pres[layer] = pre;
            self.norm(layer + 1, &after, tape);
            dropout(&mut tape.xs[layer + 1], &mut tape.drops[layer + 1], drop, random);
        }
        tape.scores.clear();
        for x in tape.xs[self.layers.len()].chunks_exact(WIDTH) {
            let mut scores = [0.0; TAGS];
            scores.copy_from_slice(self.output.row(WIDTH));
            for (k, value) in x.iter().enumerate() {
                add(&mut scores, self.output.row(k), *value);
            }
            tape.scores.extend_from_slice(&scores);
        }
    }

    /// Appends the word vector of a token, or zeros.
    fn vector(&self, input: &Input, out: &mut Vec<f32>) {
        let row = |vector: u32| self.vectors.get(vector as usize * VECTOR..(vector as usize + 1) * VECTOR);
        out.extend_from_slice(input.vector.and_then(row).unwrap_or(&[0.0; VECTOR]));
    }

    /// Fills `wide` with each token's values between those of its neighbours, and `out` with these times the layer's
    /// weights.
    fn window(&self, layer: usize, inputs: &[Input], x: &[f32], wide: &mut Vec<f32>, out: &mut Vec<f32>) {
        let weights = &self.layers[layer];
        wide.clear();
        wide.resize(inputs.len() * 3 * WIDTH, 0.0);
        for (t, row) in wide.chunks_exact_mut(3 * WIDTH).enumerate() {
            for (offset, from) in neighbours(inputs, t) {
                row[offset * WIDTH..(offset + 1) * WIDTH].copy_from_slice(&x[from * WIDTH..(from + 1) * WIDTH]);
            }
        }
        out.clear();
        inputs.iter().for_each(|_| out.extend_from_slice(weights.row(3 * WIDTH)));
        multiply(Matrix::of(wide, 3 * WIDTH), Matrix::of(&weights.w[..3 * WIDTH * WIDTH], WIDTH), out);
    }

    fn norm(&self, which: usize, values: &[f32], tape: &mut Tape) {
        let (gain, bias) = (self.norms.row(2 * which), self.norms.row(2 * which + 1));
        let (x, hat, inverse) = (&mut tape.xs[which], &mut tape.hats[which], &mut tape.inverses[which]);
        x.clear();
        hat.clear();
        inverse.clear();
        for row in values.chunks_exact(WIDTH) {
            let mean = row.iter().sum::<f32>() / WIDTH as f32;
            let variance = row.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / WIDTH as f32;
            let scale = 1.0 / (variance + 1e-5).sqrt();
            inverse.push(scale);
            for ((v, gain), bias) in row.iter().zip(gain).zip(bias) {
                let normal = (v - mean) * scale;
                hat.push(normal);
                x.push(normal * gain + bias);
            }
        }
    }

    /// Adds the gradients that follow from `d`, the gradients of the scores.
    pub fn backward(&mut self, inputs: &[Input], tape: &Tape, d: &[f32]) {
        let count = inputs.len();
        let last = &tape.xs[self.layers.len()];
        let mut dx = vec![0.0; count * WIDTH];
        for t in 0..count {
            let (x, d) = (&last[t * WIDTH..(t + 1) * WIDTH], &d[t * TAGS..(t + 1) * TAGS]);
            let dx = &mut dx[t * WIDTH..(t + 1) * WIDTH];
            for k in 0..WIDTH {
                let row = self.output.row(k);
                dx[k] = row.iter().zip(d).map(|(w, d)| w * d).sum();
                add(self.output.gradient(k), d, x[k]);
            }
            add(self.output.gradient(WIDTH), d, 1.0);
        }
        for layer in (0..self.layers.len()).rev() {
            scale(&mut dx, &tape.drops[layer + 1]);
            let before = self.norm_back(layer + 1, tape, &dx);
            let mut pre = before.clone();
            for (d, value) in pre.iter_mut().zip(&tape.pres[layer]) {
                *d *= gelu_slope(*value);
            }
            dx = before;
            self.window_back(layer, inputs, &tape.wides[layer], &pre, &mut dx);
        }
        scale(&mut dx, &tape.drops[0]);
        let dx = self.norm_back(0, tape, &dx);
        multiply(Matrix::of(&tape.vectors, VECTOR).turned(), Matrix::of(&dx, WIDTH), &mut self.project.g);
        for (input, d) in inputs.iter().zip(dx.chunks_exact(WIDTH)) {
            for &row in &input.rows {
                add(self.tables.gradient(row as usize), d, 1.0);
            }
            for &bit in &input.bits {
                add(self.bits.gradient(bit as usize), d, 1.0);
            }
            add(self.sources.gradient(input.source as usize), d, 1.0);
        }
    }

    fn norm_back(&mut self, which: usize, tape: &Tape, d: &[f32]) -> Vec<f32> {
        let gain: Vec<f32> = self.norms.row(2 * which).to_vec();
        let mut out = Vec::with_capacity(d.len());
        let rows = d.chunks_exact(WIDTH).zip(tape.hats[which].chunks_exact(WIDTH)).zip(&tape.inverses[which]);
        for ((d, hat), inverse) in rows {
            for (g, (d, hat)) in self.norms.gradient(2 * which).iter_mut().zip(d.iter().zip(hat)) {
                *g += d * hat;
            }
            add(self.norms.gradient(2 * which + 1), d, 1.0);
            let (mut mean, mut along) = (0.0, 0.0);
            for ((d, hat), gain) in d.iter().zip(hat).zip(&gain) {
                mean += d * gain;
                along += d * gain * hat;
            }
            mean /= WIDTH as f32;
            along /= WIDTH as f32;
            for ((d, hat), gain) in d.iter().zip(hat).zip(&gain) {
                out.push((d * gain - mean - hat * along) * inverse);
            }
        }
        out
    }

    fn window_back(&mut self, layer: usize, inputs: &[Input], wide: &[f32], d: &[f32], dx: &mut [f32]) {
        let weights = &mut self.layers[layer];
        let (block, bias) = weights.g.split_at_mut(3 * WIDTH * WIDTH);
        multiply(Matrix::of(wide, 3 * WIDTH).turned(), Matrix::of(d, WIDTH), block);
        d.chunks_exact(WIDTH).for_each(|d| add(bias, d, 1.0));
        let mut back = vec![0.0; wide.len()];
        multiply(Matrix::of(d, WIDTH), Matrix::of(&weights.w[..3 * WIDTH * WIDTH], WIDTH).turned(), &mut back);
        for (t, row) in back.chunks_exact(3 * WIDTH).enumerate() {
            for (offset, from) in neighbours(inputs, t) {
                add(&mut dx[from * WIDTH..(from + 1) * WIDTH], &row[offset * WIDTH..(offset + 1) * WIDTH], 1.0);
            }
        }
    }

    /// All weights but word vectors, list by list, always in one order.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let Self { tables, bits, sources, project, output, norms, layers, .. } = self;
        [tables, bits, sources, project, output, norms].into_iter().chain(layers).map(|tensor| &mut tensor.w[..])
    }

    /// Moves all weights against their gradients.
    pub fn step(&mut self, rate: f32) {
        self.steps += 1;
        let step = self.steps;
        let dense = [&mut self.bits, &mut self.sources, &mut self.project, &mut self.output];
        for tensor in dense.into_iter().chain(&mut self.layers) {
            tensor.step(rate, step, 0.01);
        }
        self.norms.step(rate, step, 0.0);
        self.tables.step(rate, step, 0.0);
    }
}

/// The tokens in the window of token `t`: which block of weights, and which token.
fn neighbours(inputs: &[Input], t: usize) -> impl Iterator<Item = (usize, usize)> {
    let before = (!inputs[t].is_first).then(|| (0, t.wrapping_sub(1)));
    let after = inputs.get(t + 1).is_some_and(|next| !next.is_first).then_some((2, t + 1));
    [before, Some((1, t)), after].into_iter().flatten()
}

/// Values row after row, maybe to be read column by column.
#[derive(Clone, Copy)]
struct Matrix<'m> {
    values: &'m [f32],
    width: usize,
    is_turned: bool,
}

impl<'m> Matrix<'m> {
    fn of(values: &'m [f32], width: usize) -> Self {
        Self { values, width, is_turned: false }
    }

    fn turned(self) -> Self {
        Self { is_turned: !self.is_turned, ..self }
    }

    fn view(self) -> Option<ArrayView2<'m, f32>> {
        let view = ArrayView2::from_shape((self.values.len() / self.width, self.width), self.values).ok()?;
        Some(if self.is_turned { view.reversed_axes() } else { view })
    }
}

/// `out += a * b`
fn multiply(a: Matrix<'_>, b: Matrix<'_>, out: &mut [f32]) {
    let (Some(a), Some(b)) = (a.view(), b.view()) else { return };
    if let Ok(mut out) = ArrayViewMut2::from_shape((a.nrows(), b.ncols()), out) {
        general_mat_mul(1.0, &a, &b, 1.0, &mut out);
    }
}

fn add(to: &mut [f32], from: &[f32], factor: f32) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += factor * from;
    }
}

fn scale(values: &mut [f32], factors: &[f32]) {
    if !factors.is_empty() {
        for (value, factor) in values.iter_mut().zip(factors) {
            *value *= factor;
        }
    }
}

fn dropout(values: &mut [f32], factors: &mut Vec<f32>, part: f32, random: &mut Random) {
    factors.clear();
    if part == 0.0 {
        return;
    }
    let keep = 1.0 / (1.0 - part);
    factors.extend(values.iter().map(|_| if random.unit() < part { 0.0 } else { keep }));
    scale(values, factors);
}

/// The tanh form of GELU, with tanh as a rational function, so that it is the same on every machine.
pub fn gelu(x: f32) -> f32 {
    0.5 * x * (1.0 + tanh(0.797_884_6 * (x + 0.044_715 * x * x * x)))
}

pub fn gelu_slope(x: f32) -> f32 {
    let t = tanh(0.797_884_6 * (x + 0.044_715 * x * x * x));
    0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * 0.797_884_6 * (1.0 + 3.0 * 0.044_715 * x * x)
}

fn tanh(x: f32) -> f32 {
    let x = x.clamp(-4.97, 4.97);
    let s = x * x;
    let value =
        x * (135_135.0 + s * (17_325.0 + s * (378.0 + s))) / (135_135.0 + s * (62_370.0 + s * (3_150.0 + s * 28.0)));
    value.clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inputs() -> Vec<Input> {
        let token = |at: u32| Input {
            rows: vec![at, 40 + at, 3],
            bits: vec![at as u16, 5],
            vector: at.checked_sub(1),
            is_first: at == 0 || at == 3,
            source: at % 2,
        };
        (0..5).map(token).collect()
    }

    /// A loss whose slopes are `slopes`.
    fn loss(net: &Net, slopes: &[f32]) -> f64 {
        let mut tape = Tape::default();
        net.forward(&inputs(), 0.0, &mut Random(0), &mut tape);
        tape.scores.iter().zip(slopes).map(|(score, slope)| f64::from(*score) * f64::from(*slope)).sum()
    }

    #[test]
    fn slopes_are_those_of_small_changes() {
        const LAYERS: usize = 4;
        let mut random = Random(3);
        let vectors = (0..4 * VECTOR).map(|_| random.unit() - 0.5).collect();
        let mut net = Net::new(1, vectors, LAYERS, &mut random);
        let slopes: Vec<f32> = (0..5 * TAGS).map(|_| random.unit() - 0.5).collect();
        let mut tape = Tape::default();
        net.forward(&inputs(), 0.0, &mut random, &mut tape);
        net.backward(&inputs(), &tape, &slopes);
        type Pick = fn(&mut Net) -> &mut Tensor;
        let tensors: [(&str, Pick, usize); 7] = [
            ("tables", |net| &mut net.tables, 3 * WIDTH + 7),
            ("bits", |net| &mut net.bits, 5 * WIDTH + 1),
            ("sources", |net| &mut net.sources, WIDTH + 4),
            ("project", |net| &mut net.project, 9 * WIDTH + 2),
            ("first layer", |net| &mut net.layers[0], WIDTH * WIDTH + 11),
            ("last layer's bias", |net| &mut net.layers[LAYERS - 1], 3 * WIDTH * WIDTH + 5),
            ("norms", |net| &mut net.norms, 2 * WIDTH + 3),
        ];
        for (name, pick, at) in tensors {
            const STEP: f32 = 0.01;
            let expected = pick(&mut net).g[at];
            let mut moved = |by: f32| {
                pick(&mut net).w[at] += by;
                loss(&net, &slopes)
            };
            let (above, below) = (moved(STEP), moved(-2.0 * STEP));
            moved(STEP);
            let found = ((above - below) / f64::from(2.0 * STEP)) as f32;
            assert!((found - expected).abs() < 0.02 * expected.abs() + 0.005, "{name}: {found} is not {expected}");
        }
    }
}
