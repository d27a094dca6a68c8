//! Word vectors from plain text: skip-gram with negative sampling (Mikolov et al., 2013), one thread, so that the
//! same text gives the same vectors.

use std::collections::HashMap;

use super::network::{Random, VECTOR};
use masquerade_ner::{
    lexicon::fingerprint,
    token::{Kind, Token, tokenize},
};

/// Most words that get a vector.
pub const MAX_WORDS: usize = 30_000;
const MIN_COUNT: u32 = 5;
const WINDOW: usize = 4;
const NEGATIVES: usize = 5;
/// Words more frequent than this part are left out more often, the more frequent they are.
const SAMPLE: f32 = 1e-4;
const RATE: f32 = 0.05;

/// Word vectors, with the hashes of the lower-case forms that they belong to.
pub struct Vectors {
    /// The hash of each vector's word.
    pub hashes: Vec<u64>,
    /// [`VECTOR`] values for each.
    pub values: Vec<f32>,
    /// Whether each word is rare in our texts; empty: none is.
    pub rare: Vec<bool>,
    /// The part of one that the values are rounded to; 0: none.
    pub steps: u8,
}

impl Vectors {
    /// Rounds the values to one `steps`th of one; 0: leaves them as they are.
    pub fn round(&mut self, steps: u8) {
        self.steps = steps;
        if steps > 0 {
            let steps = f32::from(steps);
            self.values.iter_mut().for_each(|value| *value = (*value * steps).round_ties_even() / steps);
        }
    }
}

/// The hashes of the lower-case forms of `text`'s words, digits all alike.
pub fn words(text: &str, out: &mut Vec<u64>) {
    let mut tokens: Vec<Token> = Vec::new();
    tokenize(text, &mut tokens);
    out.extend(
        tokens
            .iter()
            .filter(|token| token.kind != Kind::Address)
            .map(|token| fingerprint(&token.of(text).to_lowercase())),
    );
}

/// Trains on a stream of words, `epochs` times; `progress` is called with the part that is done.
pub fn train(words: &[u64], epochs: usize, random: &mut Random, mut progress: impl FnMut(f32)) -> Vectors {
    let mut counts: HashMap<u64, u32> = HashMap::new();
    for word in words {
        *counts.entry(*word).or_default() += 1;
    }
    let mut kept: Vec<(u64, u32)> = counts.into_iter().filter(|(_, count)| *count >= MIN_COUNT).collect();
    kept.sort_by_key(|(hash, count)| (std::cmp::Reverse(*count), *hash));
    kept.truncate(MAX_WORDS);
    let ids: HashMap<u64, u32> = kept.iter().enumerate().map(|(id, (hash, _))| (*hash, id as u32)).collect();
    let total: f64 = kept.iter().map(|(_, count)| f64::from(*count)).sum();
    let keep: Vec<f32> =
        kept.iter().map(|(_, count)| (SAMPLE * total as f32 / *count as f32).sqrt().min(1.0)).collect();
    let noise = noise(&kept);
    let mut input: Vec<f32> = (0..kept.len() * VECTOR).map(|_| (random.unit() - 0.5) / VECTOR as f32).collect();
    let mut output = vec![0.0_f32; kept.len() * VECTOR];
    let mut sentence: Vec<u32> = Vec::new();
    let all = (words.len() * epochs) as f32;
    for epoch in 0..epochs {
        for (part, chunk) in words.chunks(1000).enumerate() {
            sentence.clear();
            sentence
                .extend(chunk.iter().filter_map(|word| ids.get(word)).filter(|id| random.unit() < keep[**id as usize]));
            let done = (epoch * words.len() + part * 1000) as f32 / all;
            let rate = RATE * (1.0 - done).max(0.001);
            for at in 0..sentence.len() {
                let reach = 1 + random.below(WINDOW);
                for near in at.saturating_sub(reach)..(at + reach + 1).min(sentence.len()) {
                    if near != at {
                        learn(&mut input, &mut output, sentence[near], sentence[at], &noise, rate, random);
                    }
                }
            }
            if part % 1000 == 0 {
                progress(done);
            }
        }
    }
    normalize(&mut input);
    Vectors { hashes: kept.into_iter().map(|(hash, _)| hash).collect(), values: input, rare: Vec::new(), steps: 0 }
}

/// Words by the three-quarter power of their counts.
fn noise(kept: &[(u64, u32)]) -> Vec<u32> {
    const SIZE: f64 = 1_000_000.0;
    let power = |count: u32| f64::from(count).powf(0.75);
    let total: f64 = kept.iter().map(|(_, count)| power(*count)).sum();
    let mut table = Vec::with_capacity(SIZE as usize + kept.len());
    for (id, (_, count)) in kept.iter().enumerate() {
        let places = (power(*count) / total * SIZE).ceil() as usize;
        table.extend(std::iter::repeat_n(id as u32, places));
    }
    table
}

fn learn(
    input: &mut [f32],
    output: &mut [f32],
    word: u32,
    context: u32,
    noise: &[u32],
    rate: f32,
    random: &mut Random,
) {
    let row = |id: u32| id as usize * VECTOR..(id as usize + 1) * VECTOR;
    let x = &mut input[row(word)];
    let mut delta = [0.0_f32; VECTOR];
    for turn in 0..=NEGATIVES {
        let (target, label) = if turn == 0 { (context, 1.0) } else { (noise[random.below(noise.len())], 0.0) };
        if turn > 0 && target == context {
            continue;
        }
        let y = &mut output[row(target)];
        let dot: f32 = x.iter().zip(y.iter()).map(|(a, b)| a * b).sum();
        let error = (label - 1.0 / (1.0 + (-dot.clamp(-8.0, 8.0)).exp())) * rate;
        for ((d, y), x) in delta.iter_mut().zip(y.iter_mut()).zip(x.iter()) {
            *d += error * *y;
            *y += error * x;
        }
    }
    for (x, d) in x.iter_mut().zip(&delta) {
        *x += d;
    }
}

/// Brings the values to about one on average.
pub fn normalize(values: &mut [f32]) {
    for row in values.chunks_exact_mut(VECTOR) {
        let length = row.iter().map(|v| v * v).sum::<f32>().sqrt().max(1e-6);
        let scale = (VECTOR as f32).sqrt() / length * 0.5;
        row.iter_mut().for_each(|v| *v *= scale);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_to_steps_if_there_are_any() {
        let rounded = |steps| {
            let mut vectors = Vectors { hashes: vec![1], values: vec![0.4, -0.26, 2.0], rare: Vec::new(), steps: 0 };
            vectors.round(steps);
            vectors.values
        };
        assert_eq!(rounded(0), [0.4, -0.26, 2.0]);
        assert_eq!(rounded(4), [0.5, -0.25, 2.0]);
    }
}
