//! [`Ensemble`]: the mean of several networks and the CRF in single precision, which labels plain text.

use super::{
    crf::{Crf, Scratch},
    data::Word,
    encoder::{Blanks, Encoder},
    fit::softmax,
    network::{Input, Net, Random, Tape},
};
use masquerade_ner::tag::TAGS;

/// Part of the CRF in the average.
pub const CRF_SHARE: f32 = 0.4;

/// Networks and a CRF that label together: their probabilities are averaged.
pub struct Ensemble<'m> {
    /// Networks whose probabilities are averaged.
    nets: &'m [Net],
    /// The CRF, with its part in the average.
    crf: Option<(&'m Crf, f32)>,
    encoder: Encoder,
    inputs: Vec<Input>,
    tape: Tape,
    scratch: Scratch,
}

impl<'m> Ensemble<'m> {
    /// An ensemble of `nets` and a CRF with its part in the average.
    pub fn new(nets: &'m [Net], crf: Option<(&'m Crf, f32)>, encoder: Encoder) -> Self {
        Self { nets, crf, encoder, inputs: Vec::new(), tape: Tape::default(), scratch: Scratch::default() }
    }

    /// The probability of each tag of each word.
    pub fn probabilities(&mut self, words: &[Word]) -> Vec<f32> {
        let share = self.crf.map_or(0.0, |(_, share)| share);
        let mut all = vec![0.0; words.len() * TAGS];
        if share < 1.0 {
            self.inputs.clear();
            self.encoder.inputs(words, 0, Blanks::default(), &mut self.inputs);
            let part = (1.0 - share) / self.nets.len() as f32;
            for net in self.nets {
                net.forward(&self.inputs, 0.0, &mut Random(0), &mut self.tape);
                self.tape.scores.chunks_exact_mut(TAGS).for_each(softmax);
                all.iter_mut().zip(&self.tape.scores).for_each(|(sum, p)| *sum += p * part);
            }
        }
        if let Some((crf, share)) = self.crf {
            let rows = self.encoder.rows(words, 0, Blanks::default());
            crf.infer(&rows, &mut self.scratch);
            all.iter_mut().zip(self.scratch.marginals.iter().flatten()).for_each(|(sum, p)| *sum += p * share);
        }
        all
    }
}
