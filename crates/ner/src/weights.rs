//! [`Weights`]: single-precision weights of a trained model, and their quantisation into an [`Artefact`].
//!
//! # Tensors
//!
//! `W` is [`WIDTH`], `T` is [`TAGS`]. A tensor `x` of type i8 has a tensor `x.scale` beside it: one factor for each
//! of its rows (for `crf.rows`: for each of its columns), so that an element is the integer times its factor.
//!
//! | name | type | rows × columns | what |
//! |---|---|---|---|
//! | `net.rows` | i8 | [`ROWS`](super::features::ROWS) × W | tables of forms, affixes, shapes, n-grams |
//! | `net.bits` | f32 | [`BITS`](super::features::BITS) × W | for each bit of a token |
//! | `net.source` | f32 | W | the corpus is not known |
//! | `net.vectors` | i8 | V × [`VECTOR`] | word vectors, by ascending key |
//! | `net.vectors.keys` | u32 | V | [`key()`](super::lexicon::key) of the words, ascending |
//! | `net.vectors.clusters` | u16 | V | clusters of the words, from 1 on; 0: none |
//! | `net.vectors.rare` | u8 | V, or missing | 1: the word is rare in the texts that the model was trained on; missing: none is |
//! | `net.project` | i8 | W × [`VECTOR`] | from word vectors |
//! | `net.layers` | i8 | layers · W × 3 W | for each output: weights of the token before, the token itself, the next |
//! | `net.layers.bias` | f32 | layers × W | |
//! | `net.norms` | f32 | 2 (layers + 1) × W | gain and bias of the norm before the first layer and after each |
//! | `net.output` | i8 | T × W | |
//! | `net.output.bias` | f32 | T | |
//! | `crf.rows` | i8 | a power of two × T | a feature's row is its hash modulo the number of rows |
//! | `crf.moves` | f32 | T × T | from tag to tag; what [`may_follow`](super::tag::may_follow) forbids is not looked at |
//! | `crf.starts` | f32 | T | to the first tag |
//! | `lexicon.words`, `.phrases`, `.heads` | u32 | any | fingerprints, ascending; a model that shares another's lists has none |
//! | `lexicon.words.classes`, `.phrases.classes` | u16 | as many | classes of lists |
//! | `lexicon.heads.longest` | u8 | as many | words of the longest phrase |
//! | `mix` | f32 | 1 | the CRF's part in the probabilities of level `full`, 0 to 1 |
//! | `calibration.fast`, `calibration.full` | f32 | points × 2 | see [`Weights::calibration`] |
//! | `thresholds` | f32 | types | by default, in the order of [`Type::ALL`](super::tag::Type::ALL) |

use super::{
    artefact::{Artefact, Elements},
    lexicon::{Lexicon, key},
    tag::{TAGS, TYPES},
};

/// Width of the network.
pub const WIDTH: usize = 96;
/// Length of a word vector.
pub const VECTOR: usize = 64;
/// Limit on the steps from 0 to 1 of word vectors that are rounded: their values, up to 4, must fit 8 bits.
pub const MAX_VECTOR_STEPS: u8 = 31;
/// Limit on the layers.
pub const MAX_LAYERS: usize = 8;

/// Single-precision weights of a trained model, in row-major order.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// The tables: [`ROWS`](super::features::ROWS) rows of [`WIDTH`].
    pub rows: Vec<f32>,
    /// [`BITS`](super::features::BITS) rows of [`WIDTH`].
    pub bits: Vec<f32>,
    /// The row that says that the corpus is not known: [`WIDTH`].
    pub source: Vec<f32>,
    /// Hashes of the words with vectors, in the order of `vectors` and `clusters`.
    pub hashes: Vec<u64>,
    /// [`VECTOR`] values for each.
    pub vectors: Vec<f32>,
    /// The part of one that the values of vectors are rounded to, at most [`MAX_VECTOR_STEPS`]; 0: none.
    pub vector_steps: u8,
    /// The cluster of each, from 1 on; 0: none.
    pub clusters: Vec<u16>,
    /// Whether each word is rare in the texts that the model was trained on; empty: none is.
    pub rare: Vec<bool>,
    /// The projection of word vectors: a row of [`WIDTH`] for each of the [`VECTOR`] values.
    pub project: Vec<f32>,
    /// The layers, each of rows of [`WIDTH`]: one for each value of the token before, of the token itself, of the next,
    /// and a last one for the bias.
    pub layers: Vec<Vec<f32>>,
    /// Gain and bias of the norm before the first layer and of the one after each: rows of [`WIDTH`].
    pub norms: Vec<f32>,
    /// [`WIDTH`] rows of [`TAGS`], and one for the bias.
    pub output: Vec<f32>,
    /// The CRF's features: a power of two rows of [`TAGS`].
    pub crf: Vec<f32>,
    /// Transition weights from tag to tag.
    pub moves: [[f32; TAGS]; TAGS],
    /// Weights of the first tag.
    pub starts: [f32; TAGS],
    /// Lists of names. Its vectors are not looked at.
    pub lexicon: Lexicon,
    /// The CRF's part in the probabilities of level `full`, 0 to 1.
    pub mix: f32,
    /// The calibration of levels `fast` and `full`: a line that rises from (0, 0) to (1, 1), and maps 1 − P(outside) of
    /// a token to the share of such tokens that are in an entity. Only the points between the two ends are given;
    /// without points nothing changes.
    pub calibration: [Vec<(f32, f32)>; 2],
    /// Confidence from which a type is reported, by default.
    pub thresholds: [f32; TYPES],
}

impl Weights {
    /// The quantised model.
    pub fn artefact(&self) -> Artefact {
        let mut artefact = Artefact::default();
        let floats = |values: &[f32]| Elements::F32(values.to_vec());
        quantised(&mut artefact, "net.rows", &self.rows, WIDTH);
        artefact.set("net.bits", WIDTH, floats(&self.bits));
        artefact.set("net.source", 1, floats(&self.source));
        self.vectors(&mut artefact);
        quantised(&mut artefact, "net.project", &transposed(&self.project, WIDTH), VECTOR);
        let (mut layers, mut biases) = (Vec::new(), Vec::new());
        for layer in &self.layers {
            let (weights, bias) = layer.split_at(layer.len().saturating_sub(WIDTH));
            layers.extend(transposed(weights, WIDTH));
            biases.extend_from_slice(bias);
        }
        quantised(&mut artefact, "net.layers", &layers, 3 * WIDTH);
        artefact.set("net.layers.bias", WIDTH, Elements::F32(biases));
        artefact.set("net.norms", WIDTH, floats(&self.norms));
        let (weights, bias) = self.output.split_at(self.output.len().saturating_sub(TAGS));
        quantised(&mut artefact, "net.output", &transposed(weights, TAGS), WIDTH);
        artefact.set("net.output.bias", 1, floats(bias));
        self.crf(&mut artefact);
        self.lists(&mut artefact);
        artefact.set("mix", 1, floats(&[self.mix]));
        set_calibration(&mut artefact, &self.calibration);
        set_thresholds(&mut artefact, &self.thresholds);
        artefact
    }

    fn vectors(&self, artefact: &mut Artefact) {
        let mut order: Vec<usize> = (0..self.hashes.len()).collect();
        order.sort_unstable_by_key(|place| self.hashes.get(*place));
        let pick = |place: &usize| self.vectors.get(place * VECTOR..(place + 1) * VECTOR).unwrap_or_default();
        let vectors: Vec<f32> = order.iter().flat_map(pick).copied().collect();
        let (elements, scales) = match self.vector_steps {
            0 => quantise(&vectors, VECTOR),
            steps => in_steps(&vectors, VECTOR, steps),
        };
        artefact.set("net.vectors", VECTOR, Elements::I8(elements));
        artefact.set("net.vectors.scale", 1, Elements::F32(scales));
        let keys = order.iter().filter_map(|place| self.hashes.get(*place)).map(|hash| key(*hash)).collect();
        artefact.set("net.vectors.keys", 1, Elements::U32(keys));
        let clusters = order.iter().map(|place| self.clusters.get(*place).copied().unwrap_or_default()).collect();
        artefact.set("net.vectors.clusters", 1, Elements::U16(clusters));
        if self.rare.contains(&true) {
            let rare = order.iter().map(|place| u8::from(self.rare.get(*place) == Some(&true))).collect();
            artefact.set("net.vectors.rare", 1, Elements::U8(rare));
        }
    }

    fn crf(&self, artefact: &mut Artefact) {
        let columns = transposed(&self.crf, TAGS);
        let (columns, scales) = quantise(&columns, columns.len() / TAGS);
        artefact.set("crf.rows", TAGS, Elements::I8(transposed(&columns, columns.len() / TAGS)));
        artefact.set("crf.rows.scale", 1, Elements::F32(scales));
        artefact.set("crf.moves", TAGS, Elements::F32(self.moves.as_flattened().to_vec()));
        artefact.set("crf.starts", 1, Elements::F32(self.starts.to_vec()));
    }

    fn lists(&self, artefact: &mut Artefact) {
        let (words, phrases, heads) = self.lexicon.lists().columns();
        artefact.set("lexicon.words", 1, Elements::U32(words.0));
        artefact.set("lexicon.words.classes", 1, Elements::U16(words.1));
        artefact.set("lexicon.phrases", 1, Elements::U32(phrases.0));
        artefact.set("lexicon.phrases.classes", 1, Elements::U16(phrases.1));
        artefact.set("lexicon.heads", 1, Elements::U32(heads.0));
        artefact.set("lexicon.heads.longest", 1, Elements::U8(heads.1));
    }
}

/// Sets [`Weights::calibration`] in a model.
pub fn set_calibration(artefact: &mut Artefact, lines: &[Vec<(f32, f32)>; 2]) {
    for (name, points) in ["calibration.fast", "calibration.full"].into_iter().zip(lines) {
        artefact.set(name, 2, Elements::F32(points.iter().flat_map(|(x, y)| [*x, *y]).collect()));
    }
}

/// Sets [`Weights::thresholds`] in a model.
pub fn set_thresholds(artefact: &mut Artefact, thresholds: &[f32; TYPES]) {
    artefact.set("thresholds", 1, Elements::F32(thresholds.to_vec()));
}

fn quantised(artefact: &mut Artefact, name: &str, values: &[f32], width: usize) {
    let (elements, scales) = quantise(values, width);
    artefact.set(name, width, Elements::I8(elements));
    artefact.set(&format!("{name}.scale"), 1, Elements::F32(scales));
}

/// The rows as integers from -127 to 127, and the factor of each row that restores its values.
fn quantise(values: &[f32], width: usize) -> (Vec<i8>, Vec<f32>) {
    let (mut elements, mut scales) = (Vec::with_capacity(values.len()), Vec::new());
    for row in values.chunks_exact(width.max(1)) {
        let scale = row.iter().fold(0.0_f32, |most, value| most.max(value.abs())) / 127.0;
        let step = if scale > 0.0 { scale } else { 1.0 };
        elements.extend(row.iter().map(|value| (value / step).round_ties_even() as i8));
        scales.push(scale);
    }
    (elements, scales)
}

/// The rows as numbers of steps, of which so many make one, and the length of a step for each row. Rows that share their
/// steps have few numbers in common use, and pack well.
fn in_steps(values: &[f32], width: usize, steps: u8) -> (Vec<i8>, Vec<f32>) {
    let steps = f32::from(steps);
    let elements = values.iter().map(|value| (value * steps).round_ties_even() as i8).collect();
    (elements, vec![1.0 / steps; values.len() / width.max(1)])
}

/// Rows as columns, where rows have `width` values.
fn transposed<T: Copy>(values: &[T], width: usize) -> Vec<T> {
    (0..width).flat_map(|column| values.iter().skip(column).step_by(width.max(1)).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_quantised_to_within_half_a_step() {
        let values = [0.5, -1.27, 0.0, 0.003, 0.0, 0.0];
        let (elements, scales) = quantise(&values, 3);
        assert_eq!(elements, [50, -127, 0, 127, 0, 0]);
        for (at, value) in values.iter().enumerate() {
            assert!((f32::from(elements[at]) * scales[at / 3] - value).abs() <= scales[at / 3] / 2.0 + 1e-6);
        }
    }

    #[test]
    fn rounded_vectors_are_numbers_of_steps() {
        let values = [0.5, -1.0 / 6.0, 4.0, 0.0];
        assert_eq!(in_steps(&values, 2, 6), (vec![3, -1, 24, 0], vec![1.0 / 6.0; 2]));
        assert_eq!(in_steps(&[-4.0, 4.0], 2, MAX_VECTOR_STEPS).0, [-124, 124]);
    }

    #[test]
    fn transposing_twice_changes_nothing() {
        let values = [1, 2, 3, 4, 5, 6];
        assert_eq!(transposed(&values, 3), [1, 4, 2, 5, 3, 6]);
        assert_eq!(transposed(&transposed(&values, 3), 2), values);
    }

    #[test]
    fn vectors_are_sorted_with_what_belongs_to_them() {
        let mut weights = Weights {
            hashes: vec![9 << 32, 3 << 32],
            clusters: vec![1, 2],
            rare: vec![true, false],
            ..Weights::default()
        };
        weights.vectors = [[1.0; VECTOR], [-1.0; VECTOR]].concat();
        let artefact = weights.artefact();
        assert_eq!(artefact.get::<u32>("net.vectors.keys", None, 1).unwrap(), [3, 9]);
        assert_eq!(artefact.get::<u16>("net.vectors.clusters", None, 1).unwrap(), [2, 1]);
        assert_eq!(artefact.get::<u8>("net.vectors.rare", None, 1).unwrap(), [0, 1]);
        assert_eq!(artefact.get::<i8>("net.vectors", None, VECTOR).unwrap()[..2], [-127, -127]);
    }
}
