//! The training pipeline: from a folder of texts to a model.
//!
//! Word vectors and clusters come first. Then a CRF and several networks are trained on annotated text. Together they
//! label plain text, and the CRF and one network are trained further on it: each learns from the others. Or a new
//! network is trained on all text, instead of one of those.

use std::{
    fs,
    path::{Path, PathBuf},
    slice,
    sync::Arc,
};

use super::{
    checkpoint, clusters,
    crf::Crf,
    dataset::{Corpus, Dataset},
    early_stopping::EarlyStopping,
    encoder::Encoder,
    ensemble::{CRF_SHARE, Ensemble},
    error::TrainError,
    evaluate, export,
    fit::{self, Course},
    label_map::{LabelMap, LabelRule},
    network::{Net, Random},
    pretrained,
    sampler::Sampler,
    self_training,
    vectors::{self, Vectors},
};
use masquerade_ner::{
    Thresholds,
    artefact::Artefact,
    lexicon::{LISTS, Lexicon, Lists, key},
};

/// Makes the seed of a student's weights another than those of its teachers.
const STUDENT: u64 = 0x5EED;

/// The settings of a training run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder; see `read`.
    pub data: PathBuf,
    /// A folder of texts in which names are marked.
    pub marked: Option<PathBuf>,
    /// Corpora are left out whose names begin as one of these.
    pub without: Vec<String>,
    /// Meanings of labels that the trainer does not know.
    pub map: Vec<LabelRule>,
    /// The seed of all random numbers: equal seeds and data give equal models.
    pub seed: u64,
    /// Number of epochs of the network.
    pub epochs: usize,
    /// Number of epochs of the CRF.
    pub crf_epochs: usize,
    /// Layers of the network.
    pub layers: usize,
    /// Plain text is for word vectors alone: nothing is learnt from labels that the models gave it.
    pub annotated_only: bool,
    /// Networks that label plain text together, of which the first learns from it.
    pub teachers: u64,
    /// A new network learns from annotated and labelled text, instead of the first teacher; the CRF goes on.
    pub new_student: bool,
    /// The file of the teachers and the CRF: they are read from it, or trained and written to it if it is not there.
    pub checkpoint: Option<PathBuf>,
    /// Each stops earlier, after so many epochs in a row without a better score on the texts for development.
    pub patience: usize,
    /// A model that is trained already: it is calibrated anew, its thresholds are chosen anew, and its card is written.
    pub tune: Option<PathBuf>,
    /// The thresholds, instead of those that the texts for development call for.
    pub thresholds: Option<Thresholds>,
    /// Word vectors that others trained, in the usual text format.
    pub vectors: Option<PathBuf>,
    /// The number of words of that file that are kept.
    pub words: usize,
    /// The model with the same lists of names, which are left out of the file.
    pub lists_of: Option<PathBuf>,
    /// Values of word vectors are rounded to this part of one, which makes the file smaller; 0: to no step.
    pub vector_steps: u8,
    /// The revision of this program, for the card.
    pub commit: String,
}

/// Receiver of the progress of training.
pub trait Progress {
    /// Called at the beginning of the stage `name`.
    fn stage(&mut self, name: &str);
    /// Called with the part of the stage that is done.
    fn done(&mut self, part: f32);
    /// Called with a note for the user.
    fn note(&mut self, text: &str);
}

/// The result of training.
pub struct TrainingResult {
    /// The models. Calibration and thresholds are to be set with the model as it will be used.
    pub artefact: Artefact,
    /// The training data.
    pub sampler: Sampler,
    /// The corpora to score the models on.
    pub dev: Vec<Corpus>,
}

/// Trains a model.
///
/// # Errors
/// If the data cannot be read.
pub fn run(options: &Options, progress: &mut dyn Progress) -> Result<TrainingResult, TrainError> {
    progress.stage("reading");
    let mut data = read(options)?;
    progress.stage("word vectors");
    let mut vectors = vectors(&data, options.seed, progress);
    if let Some(path) = &options.vectors {
        let own = vectors.hashes.len();
        vectors = pretrained::join(path, options.words, &vectors)?;
        progress.note(&format!("word vectors: {own} of our own, {} in all", vectors.hashes.len()));
    }
    vectors.round(options.vector_steps);
    let clusters = clusters::of(&vectors);
    data.lexicon.set_vectors(vectors.hashes.iter().map(|hash| key(*hash)), &clusters);
    data.lexicon.set_rare(vectors.rare.clone());
    let lexicon = Arc::new(std::mem::take(&mut data.lexicon));
    let sources = data.sampler.sources.len();
    let new_net = |seed| Net::new(sources, vectors.values.clone(), options.layers, &mut Random(seed));
    let mut nets: Vec<Net> = (0..options.teachers.max(1)).map(|place| new_net(options.seed + place)).collect();
    let mut crf = Crf::default();
    let Options { epochs, crf_epochs, patience, seed, .. } = *options;
    let round = Round { lexicon: &lexicon, dev: &data.dev, epochs, crf_epochs, patience, rate: 1.0, seed };
    progress.stage("annotated text");
    let labels_texts = !options.annotated_only && !data.texts.is_empty();
    if !labels_texts {
        nets.truncate(1);
    }
    match &options.checkpoint {
        Some(path) if path.exists() => checkpoint::read(path, &mut nets, &mut crf)?,
        path => {
            round.fit(&mut nets, &mut crf, &data.sampler, progress);
            if let Some(path) = path {
                checkpoint::write(path, &mut nets, &mut crf)?;
            }
        }
    }
    if labels_texts {
        progress.stage("labelling");
        let mut pair = Ensemble::new(&nets, Some((&crf, CRF_SHARE)), Encoder::new(Arc::clone(&lexicon)));
        self_training::add(&data.texts, &data.frequent, &mut pair, &mut data.sampler);
        progress.stage("all text");
        if options.new_student {
            nets = vec![new_net(options.seed ^ STUDENT)];
            // The CRF has no hidden layers that what it knew could hold back: it goes on where it was.
            let Round { crf_epochs, .. } = round.again();
            crf.start_course();
            Round { crf_epochs, seed: !seed, ..round }.fit(&mut nets, &mut crf, &data.sampler, progress);
        } else {
            nets.truncate(1);
            round.again().fit(&mut nets, &mut crf, &data.sampler, progress);
        }
    }
    let Some(net) = nets.first() else { return Err(TrainError::Empty(options.data.clone())) };
    let weights = export::weights(net, &crf, &vectors, &clusters, &lexicon, CRF_SHARE);
    Ok(TrainingResult { artefact: weights.artefact(), sampler: data.sampler, dev: data.dev })
}

/// The model in `file` as if it had just been trained.
///
/// # Errors
/// If the data or the model cannot be read.
pub fn given(file: &Path, options: &Options, progress: &mut dyn Progress) -> Result<TrainingResult, TrainError> {
    progress.stage("reading");
    let mut artefact = artefact(file)?;
    if let Some(path) = &options.lists_of {
        artefact.add_all(self::artefact(path)?.take_all(LISTS));
    }
    let data = read(options)?;
    Ok(TrainingResult { artefact, sampler: data.sampler, dev: data.dev })
}

fn artefact(file: &Path) -> Result<Artefact, TrainError> {
    let bytes = fs::read(file).map_err(|error| TrainError::Read(file.to_owned(), error))?;
    Ok(Artefact::read(&bytes)?)
}

fn read(options: &Options) -> Result<Dataset, TrainError> {
    let Options { data, marked, without, map, seed, lists_of, .. } = options;
    let data = Dataset::read(data, marked.as_deref(), without, &LabelMap::new(map), &mut Random(*seed))?;
    // Here, since training takes an hour.
    if let Some(path) = lists_of
        && Lists::read(&artefact(path)?)? != **data.lexicon.lists()
    {
        return Err(TrainError::Lists(path.clone()));
    }
    Ok(data)
}

fn vectors(data: &Dataset, seed: u64, progress: &mut dyn Progress) -> Vectors {
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
    patience: usize,
    rate: f32,
    seed: u64,
}

impl Round<'_> {
    /// A second round: half as long, from half the rate on, with another seed.
    fn again(&self) -> Self {
        let (epochs, crf_epochs) = (self.epochs.div_ceil(2), self.crf_epochs.div_ceil(2));
        Self { epochs, crf_epochs, rate: self.rate / 2.0, seed: !self.seed, ..*self }
    }

    /// Trains the models, side by side: none depends on another, nor on how fast it is.
    fn fit(&self, nets: &mut [Net], crf: &mut Crf, sampler: &Sampler, progress: &mut dyn Progress) {
        let Self { lexicon, dev, epochs, crf_epochs, patience, rate, seed } = *self;
        let course = Course { sampler, lexicon, epochs, rate, seed };
        let encoder = || Encoder::new(Arc::clone(lexicon));
        let score = |nets: &[Net], crf: Option<(&Crf, f32)>| {
            evaluate::mean_of_pair(dev, &mut Ensemble::new(nets, crf, encoder()))
        };
        // Fits one network, and reports its progress to `each`.
        let fit_net = |net: &mut Net, course, each: &mut dyn FnMut(f32, Option<(f32, f64)>)| {
            let mut patience = EarlyStopping::new(patience);
            fit::net(net, course, &mut |part, epoch| {
                let scored = epoch.map(|(net, loss)| (net, score(slice::from_ref(net), None), loss));
                each(part, scored.map(|(_, mean, loss)| (mean, loss)));
                scored.is_none_or(|(net, mean, _)| patience.go_on(net, mean))
            });
            patience.restore(net);
        };
        let epochs_of_crf = std::thread::scope(|scope| {
            let (for_crf, crf) = (Course { epochs: crf_epochs, seed: seed ^ 1, ..course }, &mut *crf);
            let epochs_of_crf = scope.spawn(move || {
                let (mut said, mut patience) = (Vec::new(), EarlyStopping::new(patience));
                fit::crf(crf, for_crf, &mut |_, epoch| {
                    let Some((crf, loss)) = epoch else { return true };
                    let mean = score(&[], Some((crf, 1.0)));
                    said.push(format!("CRF: loss {loss:.4}, mean F1 on dev {mean:.2}"));
                    patience.go_on(crf, mean)
                });
                patience.restore(crf);
                said
            });
            let Some((first, others)) = nets.split_first_mut() else { return Vec::new() };
            for (place, net) in (1..).zip(others) {
                let course = Course { seed: seed ^ place << 8, ..course };
                scope.spawn(move || fit_net(net, course, &mut |_, _| {}));
            }
            fit_net(first, course, &mut |part, epoch| {
                progress.done(part);
                if let Some((mean, loss)) = epoch {
                    progress.note(&format!("network: loss {loss:.4}, mean F1 on dev {mean:.2}"));
                }
            });
            epochs_of_crf.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        epochs_of_crf.iter().for_each(|said| progress.note(said));
        for (name, share) in [("fast", 1.0), ("full", CRF_SHARE)] {
            let mean = score(nets, Some((crf, share)));
            progress.note(&format!("{name}: mean F1 on dev {mean:.2}"));
        }
    }
}
