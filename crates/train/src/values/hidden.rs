//! [`Hidden`]: the hidden layer of the classifier while it is trained.

use masquerade_ner::values::{CLASSES, FORM_ROWS, FORMS, HIDDEN, LayerWeights, MEANINGS, form_row};

use super::regression::Example;
use crate::network::{Random, gelu, gelu_slope};

/// The rate of the first steps, the pull of weights to zero, and the part of the layer's values that a step leaves out.
const RATE: f32 = 0.03;
const DECAY: f32 = 1e-4;
const DROPPED: f32 = 0.3;
/// Squares that gradients begin with.
const SQUARES: f32 = 1e-2;
/// Gradients below this are none.
const LEAST: f32 = 1e-6;

/// Weights with the sums of their squared gradients (AdaGrad).
struct Table {
    weights: Vec<f32>,
    squares: Vec<f32>,
}

impl Table {
    fn new(rows: usize, scale: f32, random: &mut Random) -> Self {
        let weights = (0..rows * HIDDEN).map(|_| (random.unit() * 2.0 - 1.0) * scale).collect();
        Self { weights, squares: vec![SQUARES; rows * HIDDEN] }
    }

    fn row(&self, row: usize) -> &[f32] {
        &self.weights[row * HIDDEN..(row + 1) * HIDDEN]
    }

    fn step(&mut self, row: usize, slopes: &[f32; HIDDEN], factor: f32) {
        let range = row * HIDDEN..(row + 1) * HIDDEN;
        let rows = self.weights[range.clone()].iter_mut().zip(&mut self.squares[range]);
        for ((weight, square), slope) in rows.zip(slopes) {
            let slope = slope * factor + DECAY * *weight;
            *square += slope * slope;
            *weight -= RATE * slope / square.sqrt();
        }
    }
}

/// The layer.
pub struct Hidden {
    meanings: Table,
    forms: Table,
    bias: Table,
    output: Table,
    /// The sums of the last example, and the factors of what was left out.
    sums: [f32; HIDDEN],
    kept: [f32; HIDDEN],
}

impl Hidden {
    /// A layer of random weights.
    pub fn new(random: &mut Random) -> Self {
        Self {
            meanings: Table::new(MEANINGS, 0.05, random),
            forms: Table::new(FORM_ROWS, 0.1, random),
            bias: Table::new(1, 0.0, random),
            output: Table::new(CLASSES, 0.2, random),
            sums: [0.0; HIDDEN],
            kept: [0.0; HIDDEN],
        }
    }

    /// Adds to `scores` what the layer makes of `example`, a part of its values left out.
    pub fn forward(&mut self, example: &Example, random: &mut Random, scores: &mut [f32; CLASSES]) {
        let mut sums = [0.0; HIDDEN];
        sums.copy_from_slice(self.bias.row(0));
        for (at, value) in example.meanings.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            add(&mut sums, self.meanings.row(at), *value);
        }
        for feature in example.features.iter().take(FORMS) {
            add(&mut sums, self.forms.row(form_row(*feature)), 1.0);
        }
        self.sums = sums;
        let factor = |unit: f32| if unit < DROPPED { 0.0 } else { 1.0 / (1.0 - DROPPED) };
        self.kept = std::array::from_fn(|_| factor(random.unit()));
        for (class, score) in scores.iter_mut().enumerate() {
            let row = self.output.row(class).iter().zip(&sums).zip(&self.kept);
            *score += row.map(|((weight, sum), kept)| weight * gelu(*sum) * kept).sum::<f32>();
        }
    }

    /// Moves the weights against the gradients that follow from those of the scores.
    pub fn backward(&mut self, example: &Example, slopes: &[f32; CLASSES]) {
        let mut back = [0.0; HIDDEN];
        for (class, slope) in slopes.iter().enumerate() {
            add(&mut back, self.output.row(class), *slope);
        }
        let values: [f32; HIDDEN] = std::array::from_fn(|at| gelu(self.sums[at]) * self.kept[at]);
        for (class, slope) in slopes.iter().enumerate() {
            self.output.step(class, &values, *slope);
        }
        for (back, (sum, kept)) in back.iter_mut().zip(self.sums.iter().zip(&self.kept)) {
            *back *= gelu_slope(*sum) * kept;
        }
        if back.iter().all(|back| back.abs() < LEAST) {
            return;
        }
        self.bias.step(0, &back, 1.0);
        for (at, value) in example.meanings.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            self.meanings.step(at, &back, *value);
        }
        for feature in example.features.iter().take(FORMS) {
            self.forms.step(form_row(*feature), &back, 1.0);
        }
    }

    /// The weights.
    pub fn weights(&self) -> LayerWeights {
        LayerWeights {
            meanings: self.meanings.weights.clone(),
            forms: self.forms.weights.clone(),
            bias: self.bias.weights.clone(),
            output: self.output.weights.clone(),
        }
    }
}

fn add(sum: &mut [f32; HIDDEN], row: &[f32], factor: f32) {
    for (sum, value) in sum.iter_mut().zip(row) {
        *sum += value * factor;
    }
}
