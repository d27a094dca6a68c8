//! The linear-chain CRF (Lafferty et al., 2001) while it is trained: hashed features, AdaGrad, L1.

use masquerade_ner::tag::{ANY, Mask, TAGS, may_follow};

/// The number of rows of hashed features.
pub const ROWS: usize = 1 << 19;

/// The model.
#[derive(Clone, Debug)]
pub struct Crf {
    /// A row of [`TAGS`] for each hash.
    pub weights: Vec<f32>,
    squares: Vec<f32>,
    /// Weights of transitions from tag to tag.
    pub moves: [[f32; TAGS]; TAGS],
    move_squares: [[f32; TAGS]; TAGS],
    /// Weights of the first tag.
    pub starts: [f32; TAGS],
}

/// Working memory, kept from sequence to sequence.
#[derive(Default)]
pub struct Scratch {
    scores: Vec<[f32; TAGS]>,
    alpha: Vec<[f32; TAGS]>,
    beta: Vec<[f32; TAGS]>,
    /// Probabilities of the tags of each token.
    pub marginals: Vec<[f32; TAGS]>,
}

const NEVER: f32 = -1e4;

/// The sum of squared slopes, by which steps are divided, before the first step.
const FIRST_SQUARE: f32 = 1e-4;

impl Default for Crf {
    fn default() -> Self {
        let mut moves = [[0.0; TAGS]; TAGS];
        let mut starts = [0.0; TAGS];
        for to in 0..TAGS {
            starts[to] = if may_follow(None, to) { 0.0 } else { NEVER };
            for (from, row) in moves.iter_mut().enumerate() {
                row[to] = if may_follow(Some(from), to) { 0.0 } else { NEVER };
            }
        }
        Self {
            weights: vec![0.0; ROWS * TAGS],
            squares: vec![FIRST_SQUARE; ROWS * TAGS],
            moves,
            move_squares: [[FIRST_SQUARE; TAGS]; TAGS],
            starts,
        }
    }
}

fn log_sum(values: &[f32; TAGS]) -> f32 {
    let most = values.iter().copied().fold(f32::MIN, f32::max);
    most + values.iter().map(|v| (v - most).exp()).sum::<f32>().ln()
}

impl Crf {
    /// Forgets how steep the way here was, so that a second course takes steps as large as a first one. A checkpoint keeps weights
    /// alone.
    pub fn start_course(&mut self) {
        self.squares.fill(FIRST_SQUARE);
        self.move_squares = [[FIRST_SQUARE; TAGS]; TAGS];
    }

    /// All weights, list by list, always in one order.
    pub fn weights_mut(&mut self) -> impl Iterator<Item = &mut [f32]> {
        let moves = self.moves.iter_mut().map(|row| &mut row[..]);
        std::iter::once(&mut self.weights[..]).chain(moves).chain([&mut self.starts[..]])
    }

    /// Forward and backward pass over a sequence, restricted to the tags in `masks`. Returns the log of the partition
    /// function. Leaves probabilities in `scratch.marginals` and adds those of moves to `moves`.
    fn run(
        &self,
        masks: Option<&[Mask]>,
        scratch: &mut Scratch,
        sign: f32,
        moves: Option<&mut [[f32; TAGS]; TAGS]>,
    ) -> f32 {
        let n = scratch.scores.len();
        let score = |t: usize, tag: usize| {
            let allowed = masks.map_or(ANY, |masks| masks[t]);
            scratch.scores[t][tag] + if allowed >> tag & 1 == 1 { 0.0 } else { NEVER }
        };
        scratch.alpha.clear();
        scratch.alpha.resize(n, [0.0; TAGS]);
        scratch.beta.clear();
        scratch.beta.resize(n, [0.0; TAGS]);
        for t in 0..n {
            for to in 0..TAGS {
                scratch.alpha[t][to] = score(t, to)
                    + if t == 0 {
                        self.starts[to]
                    } else {
                        let mut from = [0.0; TAGS];
                        for (k, from) in from.iter_mut().enumerate() {
                            *from = scratch.alpha[t - 1][k] + self.moves[k][to];
                        }
                        log_sum(&from)
                    };
            }
        }
        let z = log_sum(&scratch.alpha[n - 1]);
        for t in (0..n - 1).rev() {
            for from in 0..TAGS {
                let mut to = [0.0; TAGS];
                for (k, to) in to.iter_mut().enumerate() {
                    *to = self.moves[from][k] + score(t + 1, k) + scratch.beta[t + 1][k];
                }
                scratch.beta[t][from] = log_sum(&to);
            }
        }
        scratch.marginals.resize(n, [0.0; TAGS]);
        for t in 0..n {
            for tag in 0..TAGS {
                scratch.marginals[t][tag] += sign * (scratch.alpha[t][tag] + scratch.beta[t][tag] - z).exp();
            }
        }
        if let Some(moves) = moves {
            for t in 1..n {
                for (from, row) in moves.iter_mut().enumerate() {
                    for (to, p) in row.iter_mut().enumerate() {
                        let log =
                            scratch.alpha[t - 1][from] + self.moves[from][to] + score(t, to) + scratch.beta[t][to] - z;
                        *p += sign * log.exp();
                    }
                }
            }
        }
        z
    }

    fn score(&self, features: &[Vec<u32>], scratch: &mut Scratch) {
        scratch.scores.clear();
        for features in features {
            let mut scores = [0.0; TAGS];
            for &row in features {
                for (score, w) in scores.iter_mut().zip(&self.weights[row as usize * TAGS..]) {
                    *score += w;
                }
            }
            scratch.scores.push(scores);
        }
    }

    /// Probabilities of the tags of each token.
    pub fn infer(&self, features: &[Vec<u32>], scratch: &mut Scratch) {
        scratch.marginals.clear();
        if !features.is_empty() {
            self.score(features, scratch);
            self.run(None, scratch, 1.0, None);
        }
    }

    /// Trains on one sequence, and returns the loss.
    pub fn learn(&mut self, features: &[Vec<u32>], masks: &[Mask], rate: f32, l1: f32, scratch: &mut Scratch) -> f32 {
        self.score(features, scratch);
        scratch.marginals.clear();
        let mut moves = [[0.0; TAGS]; TAGS];
        let all = self.run(None, scratch, 1.0, Some(&mut moves));
        let right = self.run(Some(masks), scratch, -1.0, Some(&mut moves));
        for (features, d) in features.iter().zip(&scratch.marginals) {
            if d.iter().all(|d| d.abs() < 1e-3) {
                continue;
            }
            for &row in features {
                let range = row as usize * TAGS..(row as usize + 1) * TAGS;
                for ((w, s), d) in self.weights[range.clone()].iter_mut().zip(&mut self.squares[range]).zip(d) {
                    *s += d * d;
                    let rate = rate / s.sqrt();
                    let moved = *w - rate * d;
                    *w = moved.signum() * (moved.abs() - rate * l1).max(0.0);
                }
            }
        }
        let rows = self.moves.iter_mut().zip(&mut self.move_squares).zip(&moves);
        for (from, ((weights, squares), slopes)) in rows.enumerate() {
            for (to, ((w, s), d)) in weights.iter_mut().zip(squares).zip(slopes).enumerate() {
                if may_follow(Some(from), to) {
                    *s += d * d;
                    *w -= rate * d / s.sqrt();
                }
            }
        }
        all - right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use masquerade_ner::tag::{OUTSIDE, Type};

    #[test]
    fn learns_a_tag_from_a_feature_and_never_an_inside_without_its_beginning() {
        let (mut crf, mut scratch) = (Crf::default(), Scratch::default());
        let person = Type::Person;
        let features: Vec<Vec<u32>> = vec![vec![1], vec![2], vec![3], vec![1]];
        let masks = [1 << OUTSIDE, 1 << person.begin(), 1 << person.inside(), 1 << OUTSIDE];
        let losses: Vec<f32> = (0..200).map(|_| crf.learn(&features, &masks, 0.1, 1e-4, &mut scratch)).collect();
        assert!(losses[199] < losses[0] / 10.0 && losses.iter().all(|loss| *loss > -1e-3), "{losses:?}");
        crf.infer(&features, &mut scratch);
        for (row, mask) in scratch.marginals.iter().zip(masks) {
            assert!((row.iter().sum::<f32>() - 1.0).abs() < 1e-3);
            assert!(row[mask.trailing_zeros() as usize] > 0.9, "{row:?}");
        }
        crf.infer(&[vec![3]], &mut scratch);
        assert!(Type::ALL.iter().all(|kind| scratch.marginals[0][kind.inside()] < 1e-6));
    }

    #[test]
    fn what_is_left_open_is_not_learnt() {
        let (mut crf, mut scratch) = (Crf::default(), Scratch::default());
        let loss = crf.learn(&[vec![1], vec![2]], &[ANY, ANY], 0.1, 0.0, &mut scratch);
        assert!(loss.abs() < 1e-4);
        assert!(crf.weights.iter().all(|weight| weight.abs() < 1e-3));
    }
}
