//! Training loops of the network and of the CRF.

use std::sync::Arc;

use super::{
    crf::{Crf, Scratch},
    data::Sequence,
    encoder::{Blanks, Encoder},
    network::{Input, Net, Random, Tape},
    sampler::Sampler,
};
use masquerade_ner::{
    lexicon::Lexicon,
    tag::{Mask, TAGS},
};

/// Tokens of a step of the network.
const BATCH: usize = 800;
const NET_RATE: f32 = 0.002;
/// Steps until the rate is full; at most a tenth of all steps.
const WARM_UP: f32 = 200.0;
const DROPOUT: f32 = 0.2;
const WORD_DROPOUT: f32 = 0.15;
const LIST_DROPOUT: f32 = 0.1;
const CRF_RATE: f32 = 0.1;
const L1: f32 = 0.002;

/// Called with the part that is done and, at the end of an epoch, the model and the epoch's mean loss; says whether to
/// go on.
pub type Report<'r, M> = &'r mut dyn FnMut(f32, Option<(&M, f64)>) -> bool;

/// The data and the length of a training.
#[derive(Clone, Copy)]
pub struct Course<'c> {
    /// The sequences.
    pub sampler: &'c Sampler,
    /// The lists of names, and which words have vectors.
    pub lexicon: &'c Arc<Lexicon>,
    /// The number of epochs.
    pub epochs: usize,
    /// The part of the full rate to begin with; it falls from there.
    pub rate: f32,
    /// The seed of all random numbers.
    pub seed: u64,
}

/// Trains a network further.
pub fn net(net: &mut Net, course: Course<'_>, report: Report<'_, Net>) {
    let Course { sampler, lexicon, epochs, rate, seed } = course;
    let mut random = Random(seed);
    let mut encoder = Encoder::new(Arc::clone(lexicon));
    let steps = (sampler.tokens() / BATCH as f32 * epochs as f32).max(1.0);
    let warm_up = WARM_UP.min(steps / 10.0).max(1.0);
    let (mut tape, mut step) = (Tape::default(), 0);
    for _ in 0..epochs {
        let (mut inputs, mut targets): (Vec<Input>, Vec<Target>) = (Vec::new(), Vec::new());
        let (mut loss, mut seen) = (0.0, 0);
        for place in sampler.order(&mut random) {
            let (sequence, source) = sampler.draw(place, &mut random);
            let is_without_lists = random.unit() < LIST_DROPOUT;
            let words: Vec<bool> = sequence.words.iter().map(|_| random.unit() < WORD_DROPOUT).collect();
            encoder.inputs(&sequence.words, source, Blanks { is_without_lists, words: &words }, &mut inputs);
            targets.extend(sequence.words.iter().map(|word| Target { allowed: word.allowed, belief: word.belief }));
            if inputs.len() < BATCH {
                continue;
            }
            net.forward(&inputs, DROPOUT, &mut random, &mut tape);
            let mut slopes = tape.scores.clone();
            loss += slope(&mut slopes, &targets);
            net.backward(&inputs, &tape, &slopes);
            step += 1;
            let done = step as f32 / steps;
            net.step(rate * NET_RATE * (step as f32 / warm_up).min(1.0) * (1.0 - done).max(0.02));
            seen += inputs.len();
            inputs.clear();
            targets.clear();
            report(done.min(1.0), None);
        }
        if !report((step as f32 / steps).min(1.0), Some((&*net, loss / seen.max(1) as f64))) {
            return;
        }
    }
}

/// The tags that a token is to have.
struct Target {
    /// The tags that the annotation allows.
    allowed: Mask,
    /// The probability of each tag, used instead of `allowed` if models labelled the token.
    belief: Option<[f32; TAGS]>,
}

/// Turns scores into the slopes of the loss, and returns the sum of the losses. The loss is the negative logarithm of
/// the probability of the allowed tags, or the cross entropy with the believed probabilities.
fn slope(scores: &mut [f32], targets: &[Target]) -> f64 {
    let part = 1.0 / targets.len() as f32;
    let mut loss = 0.0;
    for (row, target) in scores.chunks_exact_mut(TAGS).zip(targets) {
        softmax(row);
        if let Some(belief) = &target.belief {
            for (p, belief) in row.iter_mut().zip(belief) {
                loss -= f64::from(belief * p.max(1e-9).ln());
                *p = (*p - belief) * part;
            }
            continue;
        }
        let is_allowed = |tag: usize| target.allowed >> tag & 1 == 1;
        let right: f32 = row.iter().enumerate().filter(|(tag, _)| is_allowed(*tag)).map(|(_, p)| *p).sum();
        let right = right.max(1e-9);
        loss -= f64::from(right.ln());
        for (tag, p) in row.iter_mut().enumerate() {
            let target = if is_allowed(tag) { *p / right } else { 0.0 };
            *p = (*p - target) * part;
        }
    }
    loss
}

/// Scores to probabilities.
pub fn softmax(row: &mut [f32]) {
    let most = row.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for value in row.iter_mut() {
        *value = (*value - most).exp();
        sum += *value;
    }
    row.iter_mut().for_each(|value| *value /= sum);
}

/// Trains a CRF further.
pub fn crf(crf: &mut Crf, course: Course<'_>, report: Report<'_, Crf>) {
    let Course { sampler, lexicon, epochs, rate, seed } = course;
    let (mut random, mut scratch) = (Random(seed), Scratch::default());
    let mut encoder = Encoder::new(Arc::clone(lexicon));
    for epoch in 0..epochs {
        let order = sampler.order(&mut random);
        let (mut loss, mut seen) = (0.0, 0);
        for (count, place) in order.iter().enumerate() {
            let (sequence, source): (Sequence, u32) = sampler.draw(*place, &mut random);
            let blanks = Blanks { is_without_lists: random.unit() < LIST_DROPOUT, words: &[] };
            let rows = encoder.rows(&sequence.words, source, blanks);
            let masks: Vec<Mask> = sequence.words.iter().map(|word| word.allowed).collect();
            let done = (epoch as f32 + count as f32 / order.len() as f32) / epochs as f32;
            loss += f64::from(crf.learn(&rows, &masks, rate * CRF_RATE * (1.0 - 0.9 * done), L1, &mut scratch));
            seen += rows.len();
            if count % 1000 == 0 {
                report(done, None);
            }
        }
        if !report((epoch + 1) as f32 / epochs as f32, Some((&*crf, loss / seen.max(1) as f64))) {
            return;
        }
    }
}
