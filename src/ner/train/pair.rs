//! [`Pair`]: the two models together, before they are made small.

use super::{
    data::Word,
    encode::{Blanks, Encoder},
    fit::softmax,
    linear::{Crf, Scratch},
    net::{Input, Net, Random, Tape},
};
use crate::ner::tag::TAGS;

/// Part of the CRF in the average.
pub const CRF_SHARE: f32 = 0.4;

/// Models and what they need at work.
pub struct Pair<'m> {
    nets: &'m [Net],
    crf: Option<&'m Crf>,
    share: f32,
    encoder: Encoder,
    inputs: Vec<Input>,
    tape: Tape,
    scratch: Scratch,
}

impl<'m> Pair<'m> {
    /// Of these.
    pub fn new(nets: &'m [Net], crf: Option<&'m Crf>, share: f32, encoder: Encoder) -> Self {
        Self { nets, crf, share, encoder, inputs: Vec::new(), tape: Tape::default(), scratch: Scratch::default() }
    }

    /// The probability of each tag of each word: the average of the networks, and of those with the CRF.
    pub fn probabilities(&mut self, words: &[Word]) -> Vec<f32> {
        let mut all = vec![0.0; words.len() * TAGS];
        let share = if self.nets.is_empty() { 1.0 } else { self.crf.map_or(0.0, |_| self.share) };
        self.inputs.clear();
        self.encoder.inputs(words, 0, Blanks::default(), &mut self.inputs);
        for net in self.nets {
            net.forward(&self.inputs, 0.0, &mut Random(0), &mut self.tape);
            for (sum, row) in all.chunks_exact_mut(TAGS).zip(self.tape.scores.chunks_exact_mut(TAGS)) {
                softmax(row);
                let part = (1.0 - share) / self.nets.len() as f32;
                sum.iter_mut().zip(row).for_each(|(sum, p)| *sum += *p * part);
            }
        }
        if let Some(crf) = self.crf {
            let rows = self.encoder.rows(words, 0, Blanks::default());
            crf.infer(&rows, &mut self.scratch);
            all.iter_mut().zip(self.scratch.marginals.iter().flatten()).for_each(|(sum, p)| *sum += *p * share);
        }
        all
    }
}
