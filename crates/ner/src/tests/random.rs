//! Weights drawn at random, for measurements and tests that need a model, but not a good one.

use super::ner::{
    Weights,
    features::{BITS, ROWS},
    lexicon::{Lexicon, class, fingerprint},
    tag::{OUTSIDE, TAGS, TYPES},
    weights::{VECTOR, WIDTH},
};

/// A deterministic source of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// `count` values from minus to plus `most`.
    fn values(&mut self, count: usize, most: f32) -> Vec<f32> {
        (0..count).map(|_| ((self.next() >> 40) as f32 / (1_u64 << 23) as f32 - 1.0) * most).collect()
    }
}

/// Words that have a vector and stand in lists.
const WORDS: [&str; 12] =
    ["the", "a", "committee", "met", "london", "jane", "roe", "new", "york", "doors", "colour", "of"];

/// A model of three layers with `rows` rows of the CRF.
pub fn weights(seed: u64, rows: usize) -> Weights {
    let mut random = Random(seed);
    let mut lexicon = Lexicon::default();
    lexicon.add(&["jane"], class::FIRST);
    lexicon.add(&["roe"], class::LAST | class::COMMON_LAST);
    lexicon.add(&["new", "york"], class::CITY);
    lexicon.add(&["of", "the", "doors"], class::COMPANY);
    let layers = (0..3).map(|_| random.values((3 * WIDTH + 1) * WIDTH, 0.12)).collect();
    let mut norms = random.values(8 * WIDTH, 0.2);
    for gains in norms.chunks_mut(WIDTH).step_by(2) {
        gains.iter_mut().for_each(|gain| *gain += 1.0);
    }
    let mut output = random.values((WIDTH + 1) * TAGS, 0.15);
    output[WIDTH * TAGS + OUTSIDE] = 5.0;
    let mut moves = [[0.0; TAGS]; TAGS];
    moves.iter_mut().for_each(|row| row[OUTSIDE] = 5.0);
    Weights {
        rows: random.values(ROWS as usize * WIDTH, 0.2),
        bits: random.values(BITS * WIDTH, 0.2),
        source: random.values(WIDTH, 0.2),
        hashes: WORDS.map(fingerprint).to_vec(),
        vectors: random.values(WORDS.len() * VECTOR, 0.5),
        vector_steps: 0,
        clusters: (1..).take(WORDS.len()).collect(),
        rare: (0..WORDS.len()).map(|at| at % 2 == 1).collect(),
        project: random.values(VECTOR * WIDTH, 0.15),
        layers,
        norms,
        output,
        crf: random.values(rows * TAGS, 0.4),
        moves,
        starts: [0.0; TAGS],
        lexicon,
        mix: 0.5,
        calibration: [vec![(0.2, 0.1), (0.8, 0.9)], Vec::new()],
        thresholds: [0.3; TYPES],
    }
}
