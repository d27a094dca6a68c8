//! [`run`]: from a folder of texts to a model.
//!
//! Word vectors and clusters come first. Then both models are trained twice: the first pair labels plain text, and
//! the second learns from that too, where the first was sure. The second pair's beliefs are calibrated on the texts
//! for development.

use std::{path::PathBuf, sync::Arc};

use super::{
    calibrate, clusters,
    encode::Encoder,
    error::TrainError,
    evaluate, export, fit,
    linear::Crf,
    net::{Net, Random},
    pair::{CRF_SHARE, Pair},
    read::{Corpus, Data},
    sample::Sampler,
    teach,
    vectors::{self, Vectors},
};
use crate::ner::{lexicon::Lexicon, weights::Weights};

/// What to train on, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder; see [`read`](super::read).
    pub data: PathBuf,
    /// Corpora are left out whose names begin as one of these.
    pub without: Vec<String>,
    /// The same seed and data give the same model.
    pub seed: u64,
    /// How often the network sees the data.
    pub epochs: usize,
    /// How often the CRF does.
    pub crf_epochs: usize,
    /// The revision of this program, for the card.
    pub commit: String,
}

/// Told how far training is.
pub trait Progress {
    /// A stage begins.
    fn stage(&mut self, name: &str);
    /// This part of the stage is done.
    fn done(&mut self, part: f32);
    /// Something worth knowing.
    fn note(&mut self, text: &str);
}

/// What training ends with.
pub struct Trained {
    /// The models. Thresholds are to be chosen with the model as it will be used.
    pub weights: Weights,
    /// What they were trained on.
    pub sampler: Sampler,
    /// What they are to be scored on.
    pub dev: Vec<Corpus>,
}

/// Trains a model.
///
/// # Errors
/// If the data cannot be read.
pub fn run(options: &Options, progress: &mut dyn Progress) -> Result<Trained, TrainError> {
    progress.stage("reading");
    let mut data = Data::read(&options.data, &options.without, &mut Random(options.seed))?;
    progress.stage("word vectors");
    let vectors = vectors(&data, options.seed, progress);
    let clusters = clusters::of(&vectors);
    data.lexicon.set_vectors(&vectors.hashes, &clusters);
    let lexicon = Arc::new(std::mem::take(&mut data.lexicon));
    let round = Round { options, lexicon: &lexicon, vectors: &vectors, dev: &data.dev };
    let (net, crf) = round.fit("teachers", &data.sampler, 0, progress);
    let (net, crf) = if data.texts.is_empty() {
        (net, crf)
    } else {
        progress.stage("teaching");
        teach::add(&data.texts, &mut round.pair(&net, &crf, CRF_SHARE), &mut data.sampler);
        round.fit("models", &data.sampler, 1, progress)
    };
    progress.stage("calibration");
    let mut weights = export::weights(&net, &crf, &vectors, &clusters, &lexicon, CRF_SHARE);
    for (line, share) in weights.calibration.iter_mut().zip([1.0, CRF_SHARE]) {
        let mut beliefs = Vec::new();
        let mut pair = round.pair(&net, &crf, share);
        for (_, documents) in evaluate::for_calibration(&data.dev) {
            evaluate::beliefs(documents, &mut pair, &mut beliefs);
        }
        *line = calibrate::line(beliefs);
    }
    Ok(Trained { weights, sampler: data.sampler, dev: data.dev })
}

fn vectors(data: &Data, seed: u64, progress: &mut dyn Progress) -> Vectors {
    const EPOCHS: usize = 2;
    let mut words = Vec::new();
    let texts = data.texts.iter().map(|(_, text)| text).chain(&data.annotated);
    texts.for_each(|text| vectors::words(text, &mut words));
    vectors::train(&words, EPOCHS, &mut Random(seed), |part| progress.done(part))
}

/// What both rounds of training share.
struct Round<'r> {
    options: &'r Options,
    lexicon: &'r Arc<Lexicon>,
    vectors: &'r Vectors,
    dev: &'r [Corpus],
}

impl Round<'_> {
    /// Trains both models, side by side: neither depends on the other, nor on how fast it is.
    fn fit(&self, name: &str, sampler: &Sampler, round: u64, progress: &mut dyn Progress) -> (Net, Crf) {
        progress.stage(name);
        let (options, lexicon) = (self.options, self.lexicon);
        let seed = options.seed ^ (round << 32);
        let (net, (crf, losses)) = std::thread::scope(|scope| {
            let crf = scope.spawn(|| {
                let mut losses = Vec::new();
                let crf = fit::crf(sampler, lexicon, options.crf_epochs, seed ^ 1, &mut |_, loss| losses.extend(loss));
                (crf, losses)
            });
            let net = self.net(sampler, seed, progress);
            (net, crf.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        });
        progress.note(&format!("CRF: losses by epoch {losses:.4?}"));
        for (name, share) in [("fast", 1.0), ("full", CRF_SHARE)] {
            let mean = evaluate::mean_of_pair(self.dev, &mut self.pair(&net, &crf, share));
            progress.note(&format!("{name}: mean F1 on dev {mean:.2}"));
        }
        (net, crf)
    }

    fn net(&self, sampler: &Sampler, seed: u64, progress: &mut dyn Progress) -> Net {
        let Options { epochs, .. } = *self.options;
        fit::net(sampler, self.lexicon, &self.vectors.values, epochs, seed, &mut |part, epoch| {
            progress.done(part);
            let Some((net, loss)) = epoch else { return };
            let encoder = Encoder::new(Arc::clone(self.lexicon));
            let mean = evaluate::mean_of_pair(self.dev, &mut Pair::new(net, None, encoder));
            progress.note(&format!("network: loss {loss:.4}, mean F1 on dev {mean:.2}"));
        })
    }

    fn pair<'m>(&self, net: &'m Net, crf: &'m Crf, share: f32) -> Pair<'m> {
        Pair::new(net, Some((crf, share)), Encoder::new(Arc::clone(self.lexicon)))
    }
}
