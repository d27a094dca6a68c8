//! [`EarlyStopping`]: the end of training where scores on the development texts no longer rise.

/// Scores, in percent, that differ by less may differ by chance.
const NOISE: f32 = 0.5;

/// Holds the latest model that is as good as the best one, as far as that can be told.
pub struct EarlyStopping<M> {
    /// Most epochs in a row without a new best score.
    epochs: usize,
    waited: usize,
    best: f32,
    kept: Option<M>,
}

impl<M: Clone> EarlyStopping<M> {
    /// Stops after so many `epochs` in a row without a new best score.
    pub fn new(epochs: usize) -> Self {
        Self { epochs, waited: 0, best: f32::NEG_INFINITY, kept: None }
    }

    /// Takes the model of an epoch with its score; whether to go on. Training has slowed down by the later of two
    /// epochs that score alike, so that one is kept.
    pub fn go_on(&mut self, model: &M, score: f32) -> bool {
        self.waited = if score > self.best { 0 } else { self.waited + 1 };
        self.best = self.best.max(score);
        if score > self.best - NOISE {
            self.kept = Some(model.clone());
        }
        self.waited < self.epochs
    }

    /// Leaves the model to keep in the place of the last one.
    pub fn restore(self, model: &mut M) {
        if let Some(kept) = self.kept {
            *model = kept;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of epochs of training, and the epoch whose model is kept.
    fn ends(epochs: usize, scores: &[f32]) -> (usize, usize) {
        let mut patience = EarlyStopping::new(epochs);
        let count = (1..).zip(scores).find(|(at, score)| !patience.go_on(at, **score)).map(|(at, _)| at);
        let mut last = count.unwrap_or(scores.len());
        let count = last;
        patience.restore(&mut last);
        (count, last)
    }

    #[test]
    fn stops_when_scores_no_longer_rise_and_keeps_a_good_epoch() {
        assert_eq!(ends(2, &[60.0, 61.0, 59.0, 58.0, 62.0]), (4, 2));
        assert_eq!(ends(2, &[60.0, 61.0, 60.8, 61.1]), (4, 4));
        assert_eq!(ends(1, &[60.0, 59.8, 70.0]), (2, 2));
        assert_eq!(ends(3, &[60.0, 50.0, 55.0]), (3, 1));
    }
}
