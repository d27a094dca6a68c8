//! Confidence intervals of scores by the bootstrap.
//!
//! The bootstrap draws as many texts as there are, with replacement, and scores each sample. The number of draws of one text
//! is nearly Poisson distributed with mean 1 and independent of the others, so weights are drawn as the texts come, and only
//! sums are kept (Hanley, MacGibbon: Creating non-parametric bootstrap samples using Poisson frequencies,
//! Computer Methods and Programs in Biomedicine 83, 2006).

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};

use super::score::Counts;
use masquerade_detect::entity::Label;

/// The most draws of a text in one sample: more have a probability of 10^-18.
const MOST_DRAWS: usize = 20;

/// The share of samples outside a 95 % interval at each end.
const TAIL: f64 = 0.025;

/// The sums of counts over bootstrap samples.
pub(super) struct Resamples {
    rng: Xoshiro256PlusPlus,
    /// The cumulative probabilities of the number of draws.
    cumulative: Vec<f64>,
    samples: usize,
    weights: Vec<u64>,
    sums: BTreeMap<Label, Vec<Counts>>,
}

impl Resamples {
    /// `samples` samples; equal seeds give equal samples.
    pub fn new(samples: usize, seed: u64) -> Self {
        let (mut probability, mut sum) = ((-1.0_f64).exp(), 0.0);
        let mut cumulative = Vec::with_capacity(MOST_DRAWS);
        for draws in 1..=MOST_DRAWS {
            sum += probability;
            cumulative.push(sum);
            probability /= draws as f64;
        }
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        Self { rng, cumulative, samples, weights: Vec::with_capacity(samples), sums: BTreeMap::new() }
    }

    /// Counts a text that has these counts, by label.
    pub fn add<'c>(&mut self, text: impl IntoIterator<Item = (&'c Label, &'c Counts)>) {
        let mut is_drawn = false;
        for (label, counts) in text {
            if !is_drawn {
                self.draw();
                is_drawn = true;
            }
            let sums = self.sums.entry(*label).or_insert_with(|| vec![Counts::default(); self.samples]);
            for (sum, &weight) in sums.iter_mut().zip(&self.weights) {
                sum.add(&counts.times(weight));
            }
        }
    }

    fn draw(&mut self) {
        self.weights.clear();
        for _ in 0..self.samples {
            let point: f64 = self.rng.random();
            let draws = self.cumulative.iter().take_while(|&&probability| probability <= point).count();
            self.weights.push(draws as u64);
        }
    }

    /// The 95 % interval of F1 of `label`, `None` if most samples have none.
    pub fn interval(&self, label: Label) -> Option<[f64; 2]> {
        let sums = self.sums.get(&label)?;
        quantiles(sums.iter().filter_map(Counts::f1).collect(), self.samples)
    }

    /// The 95 % intervals of all `labels` taken as one, and of their mean.
    pub fn intervals(&self, labels: &[Label]) -> (Option<[f64; 2]>, Option<[f64; 2]>) {
        let columns: Vec<_> = labels.iter().filter_map(|label| self.sums.get(label)).collect();
        let (mut all, mut means) = (Vec::with_capacity(self.samples), Vec::with_capacity(self.samples));
        for sample in 0..self.samples {
            let (mut total, mut scores) = (Counts::default(), Vec::with_capacity(columns.len()));
            for counts in columns.iter().filter_map(|column| column.get(sample)) {
                total.add(counts);
                if counts.gold > 0 {
                    scores.extend(counts.f1());
                }
            }
            all.extend(total.f1());
            if !scores.is_empty() {
                means.push(scores.iter().sum::<f64>() / scores.len() as f64);
            }
        }
        (quantiles(all, self.samples), quantiles(means, self.samples))
    }
}

/// The interval between the tails of `values`, if there are values for at least half of the `samples`.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
fn quantiles(mut values: Vec<f64>, samples: usize) -> Option<[f64; 2]> {
    if values.is_empty() || values.len() * 2 < samples {
        return None;
    }
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len() - 1;
    let tail = (last as f64 * TAIL).floor() as usize;
    Some([*values.get(tail)?, *values.get(last - tail)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Label = Label::PERSON;
    const B: Label = Label::LOCATION;

    fn of(texts: &[(Label, u64, u64, u64)], seed: u64) -> Resamples {
        let mut resamples = Resamples::new(1000, seed);
        for &(label, gold, found, correct) in texts {
            resamples.add([(&label, &Counts { gold, found, correct })]);
        }
        resamples
    }

    #[test]
    fn weights_have_mean_and_variance_one() {
        let mut resamples = Resamples::new(100_000, 1);
        resamples.draw();
        let mean = |of: &dyn Fn(f64) -> f64| resamples.weights.iter().map(|&w| of(w as f64)).sum::<f64>() / 1e5;
        assert!((mean(&|w| w) - 1.0).abs() < 0.02);
        assert!((mean(&|w| (w - 1.0).powi(2)) - 1.0).abs() < 0.03);
    }

    #[test]
    fn intervals_hold_the_score_and_narrow_with_texts() {
        let texts = |count: usize| -> Vec<_> {
            (0..count).map(|at| if at % 4 == 0 { (A, 1, 1, 0) } else { (A, 1, 1, 1) }).collect()
        };
        let width = |count| {
            let [low, high] = of(&texts(count), 7).interval(A).unwrap();
            assert!(low < 0.75 && 0.75 < high, "{low} {high}");
            high - low
        };
        // The standard error of a share of 0.75 of 400 texts is 0.0217.
        let (few, many) = (width(100), width(400));
        assert!((many - 2.0 * 1.96 * 0.0217).abs() < 0.02, "{many}");
        assert!(many < few);
    }

    #[test]
    fn equal_seeds_give_equal_intervals() {
        let texts = [(A, 2, 1, 1), (B, 1, 1, 0), (A, 1, 2, 1), (B, 3, 3, 3), (A, 1, 0, 0)];
        assert_eq!(of(&texts, 5).intervals(&[A, B]), of(&texts, 5).intervals(&[A, B]));
        assert_ne!(of(&texts, 5).intervals(&[A, B]), of(&texts, 6).intervals(&[A, B]));
        assert_eq!(of(&[(A, 3, 3, 3); 20], 5).intervals(&[A]), (Some([1.0, 1.0]), Some([1.0, 1.0])));
        assert_eq!(of(&[], 5).interval(A), None);
    }
}
