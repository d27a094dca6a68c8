//! [`Network`]: the convolutional network at inference, quantised.
//!
//! A token's inputs are summed, normed, and pass through layers, each of which reads the token before and the next,
//! adds the result (after a GELU) to its input, and norms the sum. Values are rounded to 16 bits before they are
//! multiplied with 8-bit weights; the steps follow from how large a normed value can be at most, so nothing is cut off
//! and no sum leaves its 32 bits.

use super::{
    artefact::{Artefact, ArtefactError},
    features::{BITS, MAX_ROWS, ROWS, WordFeatures, places},
    kernel::{Kernel, Matrix, Task},
    math,
    tag::{LANES, TAGS},
    weights::{MAX_LAYERS, VECTOR, WIDTH},
};

const _: () = assert!(WIDTH.is_multiple_of(16) && VECTOR.is_multiple_of(2), "whole vectors of the processor");

/// A value for each of the network's columns.
type Row = [f32; WIDTH];
/// Largest 16-bit integer that values are rounded to.
const MOST: f32 = 32_767.0;

/// Share of a word form in a token's input, in steps of [`Network::form_step`].
pub type FormSum = [i16; WIDTH];

/// Probabilities of the tags of a token.
pub type Probabilities = [f32; LANES];

/// A convolutional network of 8-bit weights.
#[derive(Clone, Debug)]
pub struct Network {
    /// Rows of [`WIDTH`].
    rows: Vec<i8>,
    row_scales: Vec<f32>,
    bits: Vec<Row>,
    source: Row,
    /// Rows of [`VECTOR`].
    vectors: Vec<i8>,
    vector_scales: Vec<f32>,
    project: Matrix,
    project_scales: Row,
    form_step: f32,
    first: Norm,
    layers: Vec<Layer>,
    output: Matrix,
    output_scale: Probabilities,
    output_bias: Probabilities,
}

#[derive(Clone, Debug)]
struct Layer {
    weights: Matrix,
    /// Factors from products of integers to values.
    scale: Row,
    bias: Row,
    norm: Norm,
}

#[derive(Clone, Debug)]
struct Norm {
    gain: Row,
    bias: Row,
    /// The factor from a value to its integer.
    inverse: f32,
}

impl Norm {
    /// A norm with this gain and bias, and the factor from its integers back to values.
    fn new(gain: &Row, bias: &Row) -> (Self, f32) {
        let most = |row: &Row| row.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
        // No value is further from the mean than √(n − 1) standard deviations.
        let bound = (most(gain) * (WIDTH as f32).sqrt() + most(bias)).max(1e-3);
        (Self { gain: *gain, bias: *bias, inverse: MOST / bound }, bound / MOST)
    }
}

/// Working memory, reused from text to text.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    x: Vec<Row>,
    /// Values as integers, with a token of zeros before the first token and after the last.
    rounded: Vec<i16>,
    /// The indices of gaps.
    gaps: Vec<usize>,
    products: Vec<i32>,
}

impl Network {
    /// Reads the network out of a model file.
    ///
    /// # Errors
    /// If one is missing or not as it must be.
    pub fn new(artefact: &mut Artefact) -> Result<Self, ArtefactError> {
        let rows = artefact.take::<i8>("net.rows", Some(ROWS as usize), WIDTH)?;
        let vectors = artefact.take::<i8>("net.vectors", None, VECTOR)?;
        let scale = |name, rows| artefact.get::<f32>(name, Some(rows), 1);
        let row_scales = scale("net.rows.scale", rows.len() / WIDTH)?.to_vec();
        let bits = artefact.get::<f32>("net.bits", Some(BITS), WIDTH)?.as_chunks().0.to_vec();
        let source = row(artefact.get("net.source", Some(WIDTH), 1)?);
        let vector_scales = scale("net.vectors.scale", vectors.len() / VECTOR)?.to_vec();
        let project = Matrix::new(artefact.get("net.project", Some(WIDTH), VECTOR)?, VECTOR);
        let project_scales = row(scale("net.project.scale", WIDTH)?);
        let biases = artefact.get::<f32>("net.layers.bias", None, WIDTH)?.as_chunks::<WIDTH>().0;
        if biases.is_empty() || biases.len() > MAX_LAYERS {
            return Err(ArtefactError::Tensor("net.layers.bias"));
        }
        let weights = artefact.get::<i8>("net.layers", Some(biases.len() * WIDTH), 3 * WIDTH)?;
        let scales = scale("net.layers.scale", biases.len() * WIDTH)?.as_chunks::<WIDTH>().0;
        let norms = artefact.get::<f32>("net.norms", Some(2 * biases.len() + 2), WIDTH)?;
        let mut norms =
            norms.as_chunks::<WIDTH>().0.as_chunks::<2>().0.iter().map(|[gain, bias]| Norm::new(gain, bias));
        let missing = ArtefactError::Tensor("net.norms");
        let (first, mut step) = norms.next().ok_or(missing)?;
        let mut layers = Vec::with_capacity(biases.len());
        let parts = weights.chunks_exact(3 * WIDTH * WIDTH).zip(scales).zip(biases).zip(norms);
        for (((weights, scale), bias), (norm, next)) in parts {
            let scale = scale.map(|scale| scale * step);
            layers.push(Layer { weights: Matrix::new(weights, 3 * WIDTH), scale, bias: *bias, norm });
            step = next;
        }
        let output = Matrix::new(artefact.get("net.output", Some(TAGS), WIDTH)?, WIDTH);
        let output_scale: Probabilities = row(scale("net.output.scale", TAGS)?);
        let output_bias = row(artefact.get("net.output.bias", Some(TAGS), 1)?);
        let mut network = Self {
            rows,
            row_scales,
            bits,
            source,
            vectors,
            vector_scales,
            project,
            project_scales,
            form_step: 1.0,
            first,
            layers,
            output,
            output_scale: output_scale.map(|scale| scale * step),
            output_bias,
        };
        network.form_step = network.form_bound() / MOST;
        Ok(network)
    }

    /// No form's sum has a larger value.
    fn form_bound(&self) -> f32 {
        let most = |values: &[f32]| values.iter().fold(0.0_f32, |most, value| most.max(value.abs()));
        let rows = most(&self.row_scales) * 128.0 * MAX_ROWS as f32;
        let vector = most(&self.vector_scales) * most(&self.project_scales) * 128.0 * 128.0 * VECTOR as f32;
        let bits: f32 = self.bits.iter().map(|row| most(row)).sum();
        (rows + vector + bits + most(&self.source)).max(1e-3)
    }

    /// The share of a form in a token's input: its rows, its vector, the bits that do not depend on the place, and the
    /// row for no known corpus.
    pub fn form(&self, word: &WordFeatures, kernel: Kernel) -> FormSum {
        let mut products = [0; WIDTH];
        let mut scale = 0.0;
        if let Some((vector, vector_scale)) = word.vector.and_then(|place| self.vector(place)) {
            kernel.multiply(&self.project, &vector.map(i16::from), VECTOR, &mut products);
            scale = vector_scale;
        }
        kernel.run(FormTask { network: self, word, products: &products, scale })
    }

    /// The word vector at `place`, and the value of its steps.
    pub fn vector(&self, place: u32) -> Option<(&[i8; VECTOR], f32)> {
        let place = place as usize;
        let vector = self.vectors.as_chunks::<VECTOR>().0.get(place)?;
        Some((vector, *self.vector_scales.get(place)?))
    }

    /// The number of tokens on each side that its answer for a token depends on.
    pub fn reach(&self) -> usize {
        self.layers.len()
    }

    /// The probabilities of the tags of each token, given the sum of its form and its bits that are not in this sum. `None`
    /// is a gap between two stretches of text, which the layers see as they see the ends of a text.
    pub fn infer<'f>(
        &self,
        tokens: impl ExactSizeIterator<Item = Option<(&'f FormSum, u64)>>,
        kernel: Kernel,
        scratch: &mut Scratch,
        out: &mut Vec<Probabilities>,
    ) {
        let count = tokens.len();
        let Scratch { x, rounded, gaps, products } = scratch;
        x.resize(count, [0.0; WIDTH]);
        rounded.clear();
        rounded.resize((count + 2) * WIDTH, 0);
        products.resize(count * WIDTH, 0);
        gaps.clear();
        for ((at, x), token) in x.iter_mut().enumerate().zip(tokens) {
            match token {
                Some((form, bits)) => self.add_up(form, bits, x),
                None => gaps.push(at),
            }
        }
        kernel.run(NormTask { norm: &self.first, x, rounded: inner(rounded) });
        clear(gaps, inner(rounded));
        for layer in &self.layers {
            kernel.multiply(&layer.weights, rounded, WIDTH, products);
            kernel.run(LayerTask { layer, products: products.as_chunks().0, x, rounded: inner(rounded) });
            clear(gaps, inner(rounded));
        }
        products.resize(count * LANES, 0);
        kernel.multiply(&self.output, rounded.get(WIDTH..).unwrap_or_default(), WIDTH, products);
        out.clear();
        kernel.run(OutputTask { network: self, products: products.as_chunks().0, out });
    }

    /// Sets `x` to a token's input.
    fn add_up(&self, form: &FormSum, bits: u64, x: &mut Row) {
        for (x, value) in x.iter_mut().zip(form) {
            *x = f32::from(*value) * self.form_step;
        }
        for row in places(bits).filter_map(|place| self.bits.get(place)) {
            add(x, row);
        }
    }
}

/// Sets the tokens at `gaps` to zeros.
fn clear(gaps: &[usize], rounded: &mut [[i16; WIDTH]]) {
    for gap in gaps {
        if let Some(rounded) = rounded.get_mut(*gap) {
            *rounded = [0; WIDTH];
        }
    }
}

/// The tokens in `rounded` between the tokens of zeros at both ends.
fn inner(rounded: &mut [i16]) -> &mut [[i16; WIDTH]] {
    let last = rounded.len().saturating_sub(WIDTH);
    rounded.get_mut(WIDTH..last).unwrap_or_default().as_chunks_mut().0
}

/// The values, padded with zeros.
fn row<const N: usize>(values: &[f32]) -> [f32; N] {
    std::array::from_fn(|at| values.get(at).copied().unwrap_or_default())
}

#[inline(always)]
fn add(to: &mut Row, row: &Row) {
    for (to, value) in to.iter_mut().zip(row) {
        *to += value;
    }
}

struct FormTask<'t> {
    network: &'t Network,
    word: &'t WordFeatures,
    /// Products of the vector and the projection, to be multiplied with `scale` and the scales of the projection.
    products: &'t [i32; WIDTH],
    scale: f32,
}

impl Task for FormTask<'_> {
    type Output = FormSum;

    #[inline(always)]
    fn run(self) -> FormSum {
        let network = self.network;
        let mut sum = network.source;
        for ((sum, product), scale) in sum.iter_mut().zip(self.products).zip(&network.project_scales) {
            *sum += *product as f32 * (self.scale * scale);
        }
        let rows = network.rows.as_chunks::<WIDTH>().0;
        for place in self.word.rows() {
            let place = *place as usize;
            if let (Some(row), Some(scale)) = (rows.get(place), network.row_scales.get(place)) {
                for (sum, value) in sum.iter_mut().zip(row) {
                    *sum += f32::from(*value) * scale;
                }
            }
        }
        for row in places(self.word.form.bits).filter_map(|place| network.bits.get(place)) {
            add(&mut sum, row);
        }
        sum.map(|value| rounded(value, 1.0 / network.form_step))
    }
}

#[inline(always)]
fn rounded(value: f32, inverse: f32) -> i16 {
    math::round((value * inverse).clamp(-MOST, MOST)) as i16
}

struct NormTask<'t> {
    norm: &'t Norm,
    x: &'t mut [Row],
    rounded: &'t mut [[i16; WIDTH]],
}

impl Task for NormTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (x, rounded) in self.x.iter_mut().zip(self.rounded) {
            norm(self.norm, x, rounded);
        }
    }
}

/// Layer norm (Ba et al., 2016).
#[inline(always)]
fn norm(norm: &Norm, x: &mut Row, out: &mut [i16; WIDTH]) {
    let mean = math::sum(x) * (1.0 / WIDTH as f32);
    let mut squares = [0.0; WIDTH];
    for (square, x) in squares.iter_mut().zip(x.iter_mut()) {
        *x -= mean;
        *square = *x * *x;
    }
    let scale = 1.0 / (math::sum(&squares) * (1.0 / WIDTH as f32) + 1e-5).sqrt();
    for (((x, out), gain), bias) in x.iter_mut().zip(out).zip(&norm.gain).zip(&norm.bias) {
        *x = *x * scale * gain + bias;
        *out = rounded(*x, norm.inverse);
    }
}

struct LayerTask<'t> {
    layer: &'t Layer,
    products: &'t [[i32; WIDTH]],
    x: &'t mut [Row],
    rounded: &'t mut [[i16; WIDTH]],
}

impl Task for LayerTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Layer { scale, bias, norm: after, .. } = self.layer;
        for ((x, products), rounded) in self.x.iter_mut().zip(self.products).zip(self.rounded) {
            for (((x, product), scale), bias) in x.iter_mut().zip(products).zip(scale).zip(bias) {
                *x += math::gelu(*product as f32 * scale + bias);
            }
            norm(after, x, rounded);
        }
    }
}

struct OutputTask<'t> {
    network: &'t Network,
    products: &'t [[i32; LANES]],
    out: &'t mut Vec<Probabilities>,
}

impl Task for OutputTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Network { output_scale, output_bias, .. } = self.network;
        for products in self.products {
            let mut scores = [0.0; LANES];
            for (((score, product), scale), bias) in scores.iter_mut().zip(products).zip(output_scale).zip(output_bias)
            {
                *score = *product as f32 * scale + bias;
            }
            let most = scores.iter().take(TAGS).copied().fold(f32::MIN, f32::max);
            let mut odds = [0.0; LANES];
            for (odds, score) in odds.iter_mut().zip(&scores).take(TAGS) {
                *odds = math::exp(score - most);
            }
            let inverse = 1.0 / math::sum(&odds);
            self.out.push(odds.map(|odds| odds * inverse));
        }
    }
}
