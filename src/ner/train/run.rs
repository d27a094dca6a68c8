//! [`run`]: from a folder of texts to a model.
//!
//! Word vectors and clusters come first. Then both models are trained on annotated text. Together they label plain
//! text, and both are trained further on that too, as far as they were sure: each learns what the other knows.

use std::{path::PathBuf, sync::Arc};

use super::{
    clusters,
    encode::Encoder,
    error::TrainError,
    evaluate, export,
    fit::{self, Course},
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
    /// The folder; see `read`.
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
    /// The models. Calibration and thresholds are to be set with the model as it will be used.
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
    let (sources, values) = (data.sampler.sources.len(), vectors.values.clone());
    let mut net = Net::new(sources, values, &mut Random(options.seed));
    let mut crf = Crf::default();
    let Options { epochs, crf_epochs, seed, .. } = *options;
    let round = Round { lexicon: &lexicon, dev: &data.dev, epochs, crf_epochs, rate: 1.0, seed };
    progress.stage("annotated text");
    round.fit(&mut net, &mut crf, &data.sampler, progress);
    if !data.texts.is_empty() {
        progress.stage("labelling");
        teach::add(&data.texts, &mut round.pair(&net, &crf, CRF_SHARE), &mut data.sampler);
        progress.stage("all text");
        round.again().fit(&mut net, &mut crf, &data.sampler, progress);
    }
    let weights = export::weights(&net, &crf, &vectors, &clusters, &lexicon, CRF_SHARE);
    Ok(Trained { weights, sampler: data.sampler, dev: data.dev })
}

fn vectors(data: &Data, seed: u64, progress: &mut dyn Progress) -> Vectors {
    const EPOCHS: usize = 2;
    let mut words = Vec::new();
    let texts = data.texts.iter().map(|(_, text)| text).chain(&data.annotated);
    texts.for_each(|text| vectors::words(text, &mut words));
    vectors::train(&words, EPOCHS, &mut Random(seed ^ 4), |part| progress.done(part))
}

/// A round of training.
struct Round<'r> {
    lexicon: &'r Arc<Lexicon>,
    dev: &'r [Corpus],
    epochs: usize,
    crf_epochs: usize,
    rate: f32,
    seed: u64,
}

impl Round<'_> {
    /// Half as long, from half the rate on.
    fn again(&self) -> Self {
        let (epochs, crf_epochs) = (self.epochs.div_ceil(2), self.crf_epochs.div_ceil(2));
        Self { epochs, crf_epochs, rate: self.rate / 2.0, seed: !self.seed, ..*self }
    }

    /// Trains both models, side by side: neither depends on the other, nor on how fast it is.
    fn fit(&self, net: &mut Net, crf: &mut Crf, sampler: &Sampler, progress: &mut dyn Progress) {
        let Self { lexicon, epochs, crf_epochs, rate, seed, .. } = *self;
        let course = Course { sampler, lexicon, epochs, rate, seed };
        let losses = std::thread::scope(|scope| {
            let (for_crf, crf) = (Course { epochs: crf_epochs, seed: seed ^ 1, ..course }, &mut *crf);
            let losses = scope.spawn(move || {
                let mut losses = Vec::new();
                fit::crf(crf, for_crf, &mut |_, loss| losses.extend(loss));
                losses
            });
            fit::net(net, course, &mut |part, epoch| {
                progress.done(part);
                let Some((net, loss)) = epoch else { return };
                let mean = evaluate::mean_of_pair(self.dev, &mut Pair::new(net, None, self.encoder()));
                progress.note(&format!("network: loss {loss:.4}, mean F1 on dev {mean:.2}"));
            });
            losses.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        progress.note(&format!("CRF: losses {losses:.4?}"));
        for (name, share) in [("fast", 1.0), ("full", CRF_SHARE)] {
            let mean = evaluate::mean_of_pair(self.dev, &mut self.pair(net, crf, share));
            progress.note(&format!("{name}: mean F1 on dev {mean:.2}"));
        }
    }

    fn encoder(&self) -> Encoder {
        Encoder::new(Arc::clone(self.lexicon))
    }

    fn pair<'m>(&self, net: &'m Net, crf: &'m Crf, share: f32) -> Pair<'m> {
        Pair::new(net, Some((crf, share)), self.encoder())
    }
}
