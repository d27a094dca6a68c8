//! [`Regression`]: the classifier while it is trained: multinomial logistic regression over sparse features beside a hidden layer, by
//! AdaGrad (Duchi, Hazan and Singer, 2011).

use std::collections::{HashMap, HashSet};

use masquerade_ner::values::{CLASSES, Class, ClassProbabilities, LayerWeights};

use super::hidden::Hidden;
use crate::network::Random;

/// The rate of the first steps.
const RATE: f32 = 0.15;
/// The part of an example's features that an epoch leaves out, so that weights do not lean on a single one.
const DROPPED: f32 = 0.65;
/// The pull of weights to zero at each step.
const DECAY: f32 = 2e-5;
/// Fewest examples with a feature.
const LEAST: u32 = 2;
/// Squares that gradients begin with.
const SQUARES: f32 = 1e-3;

/// A candidate with its features.
#[derive(Clone, Debug)]
pub struct Example {
    /// Hashes of its features.
    pub features: Vec<u32>,
    /// The meanings of the words around it.
    pub meanings: Vec<f32>,
    /// Its class.
    pub class: Class,
    /// How much it counts.
    pub weight: f32,
    /// True if it has no digit.
    pub is_word: bool,
}

/// The weights of a feature.
struct Row {
    weights: [f32; CLASSES],
    squares: [f32; CLASSES],
    /// The number of examples that have it.
    count: u32,
}

impl Row {
    fn new(count: u32) -> Self {
        Self { weights: [0.0; CLASSES], squares: [SQUARES; CLASSES], count }
    }

    fn step(&mut self, slopes: &[f32; CLASSES], scale: f32, decay: f32) {
        for ((weight, square), slope) in self.weights.iter_mut().zip(&mut self.squares).zip(slopes) {
            let slope = slope * scale + decay * *weight;
            *square += slope * slope;
            *weight -= RATE * slope / square.sqrt();
        }
    }

    /// How far it moves the scores of the examples.
    fn importance(&self) -> f32 {
        let most = centred(self.weights).iter().fold(0.0_f32, |most, weight| most.max(weight.abs()));
        most * (self.count as f32).sqrt()
    }
}

/// The weights while they are trained.
pub struct Regression {
    places: HashMap<u32, u32>,
    rows: Vec<Row>,
    bias: Row,
    hidden: Hidden,
}

impl Regression {
    /// Weights of zero for the features that several of `examples` have.
    pub fn new(examples: &[Example], random: &mut Random) -> Self {
        let mut counts: HashMap<u32, u32> = HashMap::new();
        for feature in examples.iter().flat_map(|example| &example.features) {
            *counts.entry(*feature).or_default() += 1;
        }
        let mut kept: Vec<(u32, u32)> = counts.into_iter().filter(|(_, count)| *count >= LEAST).collect();
        kept.sort_unstable();
        let rows = kept.iter().map(|(_, count)| Row::new(*count)).collect();
        let places = kept.into_iter().map(|(key, _)| key).zip(0..).collect();
        Self { places, rows, bias: Row::new(0), hidden: Hidden::new(random) }
    }

    /// Goes through `examples` once, in a random order, and returns their mean loss.
    pub fn epoch(&mut self, examples: &[Example], random: &mut Random) -> f32 {
        let mut order: Vec<usize> = (0..examples.len()).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, random.below(at + 1));
        }
        let mut kept = Vec::new();
        let (mut loss, mut sum) = (0.0, 0.0);
        for example in order.iter().map(|at| &examples[*at]) {
            kept.clear();
            let places = example.features.iter().filter_map(|feature| self.places.get(feature));
            kept.extend(places.filter(|_| random.unit() >= DROPPED).map(|place| *place as usize));
            loss += self.learn(example, &kept, random) * example.weight;
            sum += example.weight;
        }
        loss / sum
    }

    /// Moves the weights of the rows at `kept` after one example, and returns its loss.
    fn learn(&mut self, example: &Example, kept: &[usize], random: &mut Random) -> f32 {
        const SCALE: f32 = 1.0 / (1.0 - DROPPED);
        let mut scores = self.bias.weights;
        for place in kept {
            for (score, weight) in scores.iter_mut().zip(&self.rows[*place].weights) {
                *score += weight * SCALE;
            }
        }
        self.hidden.forward(example, random, &mut scores);
        let mut slopes = softmax(scores);
        let loss = -slopes[example.class as usize].max(1e-9).ln();
        slopes[example.class as usize] -= 1.0;
        let slopes = slopes.map(|slope| slope * example.weight);
        kept.iter().for_each(|place| self.rows[*place].step(&slopes, SCALE, DECAY));
        self.hidden.backward(example, &slopes);
        self.bias.step(&slopes, 1.0, 0.0);
        loss
    }

    /// Keeps the `count` features that move scores most.
    pub fn prune(&mut self, count: usize) {
        let of_row = |(key, place): (&u32, &u32)| (*key, self.rows[*place as usize].importance());
        let mut rows: Vec<(u32, f32)> = self.places.iter().map(of_row).collect();
        rows.sort_by(|(a, x), (b, y)| y.total_cmp(x).then(a.cmp(b)));
        let kept: HashSet<u32> = rows.into_iter().take(count).map(|(key, _)| key).collect();
        self.places.retain(|key, _| kept.contains(key));
    }

    /// The weights of the features, those of none, and those of the hidden layer.
    pub fn weights(&self) -> (Vec<(u32, [f32; CLASSES])>, ClassProbabilities, LayerWeights) {
        let of_row = |(key, place): (&u32, &u32)| (*key, centred(self.rows[*place as usize].weights));
        (self.places.iter().map(of_row).collect(), self.bias.weights, self.hidden.weights())
    }
}

/// `row` with a mean of zero, which changes no probability.
fn centred(row: [f32; CLASSES]) -> [f32; CLASSES] {
    let mean = row.iter().sum::<f32>() / CLASSES as f32;
    row.map(|weight| weight - mean)
}

fn softmax(scores: [f32; CLASSES]) -> [f32; CLASSES] {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let odds = scores.map(|score| (score - most).exp());
    let sum: f32 = odds.iter().sum();
    odds.map(|odds| odds / sum)
}
