//! A histogram of finds by confidence, with the share that is correct.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{judge::FindOutcome, ratio};

/// The resolution of confidence: detectors give ten-thousandths.
const STEPS: f64 = 10_000.0;

/// The bins of a reliability table.
pub const BINS: usize = 10;

/// Counts of finds by confidence, in at most 10,001 steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    steps: BTreeMap<u16, Count>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    finds: u64,
    correct: u64,
    overlapping: u64,
}

impl Count {
    fn add(&mut self, more: &Self) {
        self.finds += more.finds;
        self.correct += more.correct;
        self.overlapping += more.overlapping;
    }
}

/// The finds of one range of confidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Bin {
    /// Least confidence.
    pub from: f64,
    /// The upper bound, exclusive; the last bin holds 1.0, too.
    pub to: f64,
    /// Finds.
    pub count: u64,
    /// The mean confidence.
    pub confidence: f64,
    /// The share of correct finds.
    pub precision: f64,
    /// The share of finds that overlap a mention of their label.
    pub overlap: f64,
}

/// Precision and recall at a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Least confidence of what is reported.
    pub threshold: f64,
    /// Share of finds that is correct.
    pub precision: f64,
    /// Share of mentions that is found.
    pub recall: f64,
}

impl Point {
    /// The harmonic mean of precision and recall.
    pub fn f1(&self) -> f64 {
        let sum = self.precision + self.recall;
        if sum > 0.0 { 2.0 * self.precision * self.recall / sum } else { 0.0 }
    }

    /// Reports whether precision or recall of the two differ by more than `least`.
    pub(super) fn is_apart(&self, other: &Self, least: f64) -> bool {
        (self.recall - other.recall).abs() > least || (self.precision - other.precision).abs() > least
    }
}

impl Histogram {
    /// Counts a find with its outcome.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn add(&mut self, confidence: f32, judged: &FindOutcome) {
        let step = (f64::from(confidence.clamp(0.0, 1.0)) * STEPS).round() as u16;
        let count = self.steps.entry(step).or_default();
        count.finds += 1;
        count.correct += u64::from(judged.correct);
        count.overlapping += u64::from(judged.overlaps);
    }

    /// Adds the counts of `other`.
    pub fn merge(&mut self, other: &Self) {
        for (step, more) in &other.steps {
            self.steps.entry(*step).or_default().add(more);
        }
    }

    /// The number of finds.
    pub fn count(&self) -> u64 {
        self.steps.values().map(|count| count.finds).sum()
    }

    /// The non-empty ones of [`BINS`] ranges of equal width.
    #[allow(clippy::cast_precision_loss)]
    pub fn bins(&self) -> Vec<Bin> {
        let width = 1.0 / BINS as f64;
        let mut bins = [(Count::default(), 0.0_f64); BINS];
        for (&step, count) in &self.steps {
            let place = usize::from(step) * BINS / 10_000;
            if let Some((all, sum)) = bins.get_mut(place.min(BINS - 1)) {
                all.add(count);
                *sum += f64::from(step) / STEPS * count.finds as f64;
            }
        }
        let bin = |(at, (all, sum)): (usize, (Count, f64))| {
            let (precision, overlap) = (ratio(all.correct, all.finds)?, ratio(all.overlapping, all.finds)?);
            let from = at as f64 * width;
            let confidence = sum / all.finds as f64;
            Some(Bin { from, to: from + width, count: all.finds, confidence, precision, overlap })
        };
        bins.into_iter().enumerate().filter_map(bin).collect()
    }

    /// The expected calibration error: how far confidence and observed precision are apart in a bin, on average over
    /// the finds; `None` without finds. (Naeini, Cooper, Hauskrecht: Obtaining Well Calibrated Probabilities Using
    /// Bayesian Binning, AAAI 2015.)
    #[allow(clippy::cast_precision_loss)]
    pub fn calibration_error(&self) -> Option<f64> {
        let count = self.count();
        let gap = |bin: Bin| bin.count as f64 * (bin.confidence - bin.precision).abs();
        (count > 0).then(|| self.bins().into_iter().map(gap).sum::<f64>() / count as f64)
    }

    /// The precision-recall curve for `gold` mentions, from the highest threshold to the lowest; empty without mentions.
    pub fn curve(&self, gold: u64) -> Vec<Point> {
        let (mut finds, mut correct) = (0, 0);
        let point = |(&step, count): (&u16, &Count)| {
            finds += count.finds;
            correct += count.correct;
            let threshold = f64::from(step) / STEPS;
            Some(Point { threshold, precision: ratio(correct, finds)?, recall: ratio(correct, gold)? })
        };
        self.steps.iter().rev().filter_map(point).collect()
    }
}
