//! [`Crf`]: the linear-chain CRF at inference (Lafferty et al., 2001), quantised.
//!
//! Features are summed as integers, so their order does not matter and sums for a word form can be kept.
//! Probabilities follow by forward and backward passes over powers of e, brought back to a sum of one at each token.

use super::{
    artefact::{Artefact, ArtefactError},
    conjunctions::{self, Place},
    features::{Form, WordFeatures},
    kernel::{Kernel, Task},
    math,
    network::Probabilities,
    tag::{LANES, TAGS, may_follow},
};

/// Sums of weights by tag. 258 features of the largest weight fit into 16 bits; real words have less than a third of that.
pub type Sums = [i16; LANES];

/// Scores that a word form adds to its own token and to the neighbours.
#[derive(Clone, Copy, Debug)]
pub struct FormScores {
    /// Scores for its own token.
    own: Sums,
    /// Scores for the tokens it is a neighbour of, in the order of [`Place::ALL`].
    beside: [Sums; 4],
}

impl FormScores {
    /// Zero scores.
    pub const NONE: Self = Self { own: [0; LANES], beside: [[0; LANES]; 4] };
}

/// A linear-chain CRF over hashed features.
#[derive(Clone, Debug)]
pub struct Crf {
    /// A power of two of them: the last bits of a feature's hash are the place of its row.
    rows: Vec<[i8; LANES]>,
    scale: [f32; LANES],
    /// Exponentials of the transition weights, by tag and next tag.
    moves: [[f32; LANES]; TAGS],
    /// Transposed `moves`: exponentials of the transition weights, by next tag and tag.
    turned: [[f32; LANES]; TAGS],
    starts: [f32; LANES],
    /// Row past the last token: every tag may end a text.
    none: FormScores,
}

/// Working memory, reused from text to text.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    hashes: Hashes,
    /// Exponentials of the tokens' own scores.
    odds: Vec<[f32; LANES]>,
}

/// A batch of feature hashes, gathered before the look-ups so that cache misses overlap.
#[derive(Clone, Debug)]
struct Hashes {
    all: [u64; MOST],
    count: usize,
}

/// Capacity of the batch.
const MOST: usize = 256;

impl Default for Hashes {
    #[inline(always)]
    fn default() -> Self {
        Self { all: [0; MOST], count: 0 }
    }
}

impl Hashes {
    #[inline(always)]
    fn push(&mut self, hash: u64) {
        if let Some(place) = self.all.get_mut(self.count) {
            *place = hash;
            self.count += 1;
        }
    }

    #[inline(always)]
    fn gathered(&self) -> &[u64] {
        self.all.get(..self.count).unwrap_or_default()
    }
}

/// Floor of the exponentials of transitions, so that sums over allowed paths never vanish.
const LEAST: f32 = -20.0;

impl Crf {
    /// Reads the CRF out of a model file.
    ///
    /// # Errors
    /// If one is missing or not as it must be.
    pub fn new(artefact: &Artefact) -> Result<Self, ArtefactError> {
        let rows = artefact.get::<i8>("crf.rows", None, TAGS)?.as_chunks::<TAGS>().0;
        if !rows.len().is_power_of_two() {
            return Err(ArtefactError::Tensor("crf.rows"));
        }
        let moves = artefact.get::<f32>("crf.moves", Some(TAGS), TAGS)?.as_chunks::<TAGS>().0;
        let first = artefact.get::<f32>("crf.starts", Some(TAGS), 1)?;
        let power = |from, to, weight: f32| {
            if may_follow(from, to) { math::exp(weight.clamp(LEAST, -LEAST)) } else { 0.0 }
        };
        let (mut table, mut turned) = ([[0.0; LANES]; TAGS], [[0.0; LANES]; TAGS]);
        for (from, (row, weights)) in table.iter_mut().zip(moves).enumerate() {
            for (to, (cell, weight)) in row.iter_mut().zip(weights).enumerate() {
                *cell = power(Some(from), to, *weight);
            }
        }
        for (to, row) in turned.iter_mut().enumerate() {
            row.iter_mut().zip(&table).for_each(|(cell, from)| *cell = from.get(to).copied().unwrap_or_default());
        }
        let scale = artefact.get::<f32>("crf.rows.scale", Some(TAGS), 1)?;
        let mut crf = Self {
            rows: rows.iter().map(padded_row).collect(),
            scale: padded(scale),
            moves: table,
            turned,
            starts: std::array::from_fn(|to| first.get(to).map_or(0.0, |weight| power(None, to, *weight))),
            none: FormScores::NONE,
        };
        crf.none = crf.form(&Form::NONE, &[], Kernel::SCALAR);
        Ok(crf)
    }

    /// Scores of the features that depend on the word form alone.
    pub fn word(&self, word: &WordFeatures, kernel: Kernel) -> FormScores {
        self.form(&word.form, word.grams(), kernel)
    }

    fn form(&self, form: &Form, grams: &[u32], kernel: Kernel) -> FormScores {
        kernel.run(FormTask { crf: self, form, grams, kernel })
    }

    /// Marginal probabilities of the tags of each token, by forward-backward.
    pub fn infer(&self, tokens: Tokens, kernel: Kernel, scratch: &mut Scratch, out: &mut Vec<Probabilities>) {
        kernel.run(InferTask { crf: self, tokens, kernel, scratch, out });
    }

    /// Scores of token `at`, by tag.
    #[inline(always)]
    fn scores(&self, tokens: Tokens, at: usize, kernel: Kernel, hashes: &mut Hashes) -> Sums {
        let Tokens { forms, bits, scores } = tokens;
        let mut sums = scores.get(at).unwrap_or(&self.none).own;
        for (place, offset) in [(0, -2), (1, -1), (2, 1), (3, 2)] {
            let neighbour = at.checked_add_signed(offset).and_then(|at| scores.get(at)).unwrap_or(&self.none);
            for (sum, score) in sums.iter_mut().zip(&neighbour.beside[place]) {
                *sum = sum.wrapping_add(*score);
            }
        }
        hashes.count = 0;
        conjunctions::joint(forms, bits, at, |hash| hashes.push(hash));
        kernel.add_rows(&self.rows, hashes.gathered(), &mut sums);
        sums
    }

    /// Exponentials of the scores, after subtracting the highest.
    #[inline(always)]
    fn odds(&self, sums: &Sums) -> [f32; LANES] {
        let mut scores = [0.0; LANES];
        for ((score, sum), scale) in scores.iter_mut().zip(sums).zip(&self.scale) {
            *score = f32::from(*sum) * scale;
        }
        let most = scores.iter().take(TAGS).copied().fold(f32::MIN, f32::max);
        // Odds below e⁻²⁸, about 10⁻¹², all count as that.
        let mut odds = scores.map(|score| math::exp((score - most).max(-28.0)));
        odds.iter_mut().skip(TAGS).for_each(|odds| *odds = 0.0);
        odds
    }

    /// Forward-backward over the exponentials of the scores.
    #[inline(always)]
    fn marginals(&self, odds: &[[f32; LANES]], out: &mut [Probabilities]) {
        let mut before: Option<[f32; LANES]> = None;
        for (odds, here) in odds.iter().zip(out.iter_mut()) {
            let reached = match &before {
                Some(before) => product(before, &self.moves),
                None => self.starts,
            };
            *here = normed(times(&reached, odds));
            before = Some(*here);
        }
        let mut ahead = [1.0; LANES];
        for (odds, here) in odds.iter().zip(out.iter_mut()).rev() {
            *here = normed(times(here, &ahead));
            ahead = normed(product(&times(odds, &ahead), &self.turned));
        }
    }
}

/// The tokens of a stretch of text: word forms, bits, and cached scores of the forms.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'t> {
    /// Word forms.
    pub forms: &'t [Form],
    /// Bits by [`token_bits`](super::features::token_bits).
    pub bits: &'t [u64],
    /// Scores by [`Crf::word`].
    pub scores: &'t [FormScores],
}

struct FormTask<'t> {
    crf: &'t Crf,
    form: &'t Form,
    grams: &'t [u32],
    kernel: Kernel,
}

impl Task for FormTask<'_> {
    type Output = FormScores;

    #[inline(always)]
    fn run(self) -> FormScores {
        let Self { crf, form, grams, kernel } = self;
        let mut scores = FormScores::NONE;
        let mut hashes = Hashes::default();
        conjunctions::own(form, grams, |hash| hashes.push(hash));
        kernel.add_rows(&crf.rows, hashes.gathered(), &mut scores.own);
        for (place, sums) in Place::ALL.into_iter().zip(&mut scores.beside) {
            hashes.count = 0;
            conjunctions::beside(form, place, |hash| hashes.push(hash));
            kernel.add_rows(&crf.rows, hashes.gathered(), sums);
        }
        scores
    }
}

struct InferTask<'t> {
    crf: &'t Crf,
    tokens: Tokens<'t>,
    kernel: Kernel,
    scratch: &'t mut Scratch,
    out: &'t mut Vec<Probabilities>,
}

impl Task for InferTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { crf, tokens, kernel, scratch, out } = self;
        let count = tokens.forms.len();
        scratch.odds.resize(count, [0.0; LANES]);
        for (at, odds) in scratch.odds.iter_mut().enumerate() {
            *odds = crf.odds(&crf.scores(tokens, at, kernel, &mut scratch.hashes));
        }
        out.resize(count, [0.0; LANES]);
        crf.marginals(&scratch.odds, out);
    }
}

/// A row of weights with zeros behind it: there are hundreds of thousands of them, so whole rows are copied.
fn padded_row(row: &[i8; TAGS]) -> [i8; LANES] {
    let mut lanes = [0; LANES];
    lanes[..TAGS].copy_from_slice(row);
    lanes
}

fn padded<T: Copy + Default>(values: &[T]) -> [T; LANES] {
    std::array::from_fn(|at| values.get(at).copied().unwrap_or_default())
}

#[inline(always)]
fn times(a: &[f32; LANES], b: &[f32; LANES]) -> [f32; LANES] {
    let mut out = *a;
    out.iter_mut().zip(b).for_each(|(out, b)| *out *= b);
    out
}

/// Product of a row vector and a matrix.
#[inline(always)]
fn product(row: &[f32; LANES], matrix: &[[f32; LANES]; TAGS]) -> [f32; LANES] {
    let mut out = [0.0; LANES];
    for (value, row) in row.iter().zip(matrix) {
        for (out, cell) in out.iter_mut().zip(row) {
            *out += value * cell;
        }
    }
    out
}

/// Values divided by their sum, which is never zero: "outside" may follow every tag.
#[inline(always)]
fn normed(values: [f32; LANES]) -> [f32; LANES] {
    let inverse = 1.0 / math::sum(&values).max(f32::MIN_POSITIVE);
    values.map(|value| value * inverse)
}
