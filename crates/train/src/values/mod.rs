//! Training the classifier of values: from texts with marked values to the file that the service reads.

mod cue_words;
mod hidden;
mod regression;

use std::{
    ops::Range,
    path::{Path, PathBuf},
};

use self::{
    cue_words::CueWords,
    regression::{Example, Regression},
};
use crate::{
    data,
    dataset::files,
    error::TrainError,
    marked::{self, Marked},
    network::Random,
};
use masquerade_ner::{
    Model,
    values::{
        Class, ClassProbabilities, Cues, ValueClassifier, Vocabulary, Words, candidates, features, has_digit, meanings,
    },
};

/// The seed of all random numbers.
const SEED: u64 = 7;
/// Epochs with the features that are kept alone.
const AFTERWARDS: usize = 2;
/// Marks of what is personal, but is found in other ways, and of what may be either: nothing is learnt there.
const SKIPPED: [&str; 4] = ["address", "person", "mail", "either"];
/// One text in so many is kept to measure with.
const HELD_OUT: usize = 10;
/// One word near a cue in so many is learnt from in texts without marks.
const PLAIN_STEP: usize = 8;
/// Longest part of a text without marks that is read as one.
const PART: usize = 2_000;
/// Most of a file without marks that is read.
const MAX_PLAIN: u64 = 4 << 20;
/// Probabilities of a personal value that are measured.
const STEPS: [f32; 7] = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98];
/// The probability from which the service takes a value in prose for personal.
const USED: f32 = 0.6;

/// The settings of a training run.
#[derive(Clone, Debug)]
pub struct ValueOptions {
    /// The folder of the marked texts.
    pub texts: PathBuf,
    /// A folder of texts without marks.
    pub plain: Option<PathBuf>,
    /// A folder of marked texts to measure with, instead of one text in ten of the others.
    pub measure: Option<PathBuf>,
    /// The number of epochs.
    pub epochs: usize,
    /// The number of features that are kept.
    pub features: usize,
    /// The weight of a harmless number of a text without marks.
    pub plain_weight: f32,
}

/// Trains a classifier of values, and returns its file; `note` is told how far it is and what was measured.
///
/// # Errors
/// If files cannot be read, or there are no texts.
pub fn train_values(options: &ValueOptions, note: &mut dyn FnMut(&str)) -> Result<Vec<u8>, TrainError> {
    let missing = || TrainError::Empty(options.texts.clone());
    let (english, european) = Model::embedded().zip(Model::european()).ok_or_else(missing)?;
    let vocabulary = Vocabulary { english: &english, european: &european };
    let paths = files(&options.texts, "txt")?;
    let texts: Vec<Vec<Marked<Meaning>>> = paths.iter().map(|path| marked(path, note)).collect::<Result<_, _>>()?;
    let cues = CueWords::of(texts.iter().flatten(), vocabulary).hashes();
    note(&format!("{} cues of passwords and accounts", cues.len()));
    let mut examples = Examples::new(vocabulary, Cues::new(cues.iter().copied()));
    let is_held_out = |at: usize| options.measure.is_none() && at % HELD_OUT == HELD_OUT - 1;
    for texts in &texts {
        texts.iter().enumerate().for_each(|(at, text)| examples.add(text, 1.0, is_held_out(at)));
    }
    if let Some(folder) = &options.measure {
        for path in files(folder, "txt")? {
            marked(&path, note)?.iter().for_each(|text| examples.add(text, 1.0, true));
        }
    }
    if let Some(folder) = &options.plain {
        for path in files(folder, "txt")? {
            let text = text(&path)?;
            for (at, part) in parts(&text).enumerate() {
                let plain = Marked { text: part.to_owned(), marks: Vec::new() };
                examples.add(&plain, options.plain_weight, at % HELD_OUT == HELD_OUT - 1);
            }
        }
    }
    let Examples { train, held_out, .. } = examples;
    if train.is_empty() {
        return Err(TrainError::Empty(options.texts.clone()));
    }
    note(&format!("{} candidates to learn from, {} to measure with", train.len(), held_out.len()));
    let mut random = Random(SEED);
    let mut regression = Regression::new(&train, &mut random);
    for epoch in 1..=options.epochs + AFTERWARDS {
        if epoch == options.epochs + 1 {
            regression.prune(options.features);
        }
        let loss = regression.epoch(&train, &mut random);
        note(&format!("epoch {epoch}: loss {loss:.4}"));
    }
    let (weights, bias, layer) = regression.weights();
    let file = ValueClassifier::file(&weights, &bias, &layer, &cues)?;
    let classifier = ValueClassifier::from_bytes(&file)?;
    note(&format!("{} features, {} bytes", weights.len(), file.len()));
    for (kind, is_word) in [("numbers and codes", false), ("words", true)] {
        note(kind);
        let of_kind: Vec<Example> = held_out.iter().filter(|example| example.is_word == is_word).cloned().collect();
        measure(&classifier, &of_kind, note);
    }
    Ok(file)
}

/// The class of what is marked; `None`: nothing is said of it.
type Meaning = Option<Class>;

/// The meaning of a mark's name.
fn meaning(name: &str) -> Option<Meaning> {
    let class = Class::ALL.into_iter().find(|class| class.name() == name);
    class.map(Some).or_else(|| SKIPPED.contains(&name).then_some(None))
}

/// The class of the candidate at `place`; `None`: nothing is said of it.
fn class(text: &Marked<Meaning>, place: &Range<usize>) -> Meaning {
    let overlapping = text.marks.iter().find(|(mark, _)| mark.start < place.end && place.start < mark.end);
    match overlapping {
        Some((_, class)) => *class,
        None => Some(Class::Harmless),
    }
}

/// The marked texts of a file.
fn marked(path: &Path, note: &mut dyn FnMut(&str)) -> Result<Vec<Marked<Meaning>>, TrainError> {
    let (texts, wrong) = marked::read(&text(path)?, meaning);
    note(&format!("{}: {} texts, {wrong} wrong marks", path.display(), texts.len()));
    Ok(texts)
}

fn text(path: &Path) -> Result<String, TrainError> {
    use std::io::Read;
    let read = |path: &Path| {
        let mut bytes = Vec::new();
        data::open(path)?.take(MAX_PLAIN).read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    };
    read(path).map_err(|error| TrainError::Read(path.to_owned(), error))
}

/// `text` in parts of whole lines.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut cut = PART.min(rest.len());
        while !rest.is_char_boundary(cut) {
            cut -= 1;
        }
        let cut = if cut < rest.len() { rest[..cut].rfind('\n').map_or(cut, |at| at + 1) } else { cut };
        let (part, behind) = rest.split_at(cut.max(1));
        rest = behind;
        Some(part)
    })
}

/// Candidates to learn from, and to measure with.
struct Examples<'m> {
    vocabulary: Vocabulary<'m>,
    cues: Cues,
    words: Words,
    /// Words near cues so far.
    seen: usize,
    train: Vec<Example>,
    held_out: Vec<Example>,
}

impl<'m> Examples<'m> {
    fn new(vocabulary: Vocabulary<'m>, cues: Cues) -> Self {
        Self { vocabulary, cues, words: Words::default(), seen: 0, train: Vec::new(), held_out: Vec::new() }
    }

    fn add(&mut self, marked: &Marked<Meaning>, weight: f32, is_held_out: bool) {
        self.words.read(&marked.text, self.vocabulary);
        let mut places: Vec<Range<usize>> = candidates(&marked.text).collect();
        // In texts without marks there are many words near a cue, and hardly a password.
        let step = if weight < 1.0 { PLAIN_STEP } else { 1 };
        self.cues.candidates(&marked.text, &self.words, |place| {
            self.seen += 1;
            if self.seen.is_multiple_of(step) {
                places.push(place);
            }
        });
        for place in places {
            let Some(class) = class(marked, &place) else { continue };
            let mut found = Vec::new();
            features(&marked.text, &self.words, &place, &mut found);
            let mut around = Vec::new();
            meanings(&self.words, &place, self.vocabulary, &mut around);
            let is_word = !has_digit(&marked.text[place]);
            let example = Example { features: found, meanings: around, class, weight, is_word };
            if is_held_out { self.held_out.push(example) } else { self.train.push(example) }
        }
    }
}

/// Tells how many personal values are found, and how many harmless ones are taken for personal, by probability.
fn measure(classifier: &ValueClassifier, examples: &[Example], note: &mut dyn FnMut(&str)) {
    let judged: Vec<(Class, bool, ClassProbabilities)> = examples
        .iter()
        .map(|example| {
            (example.class, example.weight < 1.0, classifier.probabilities(&example.features, &example.meanings))
        })
        .collect();
    let count = |is_counted: &dyn Fn(&(Class, bool, ClassProbabilities)) -> bool| {
        judged.iter().filter(|one| is_counted(one)).count()
    };
    let personal = count(&|(class, ..)| *class != Class::Harmless);
    let (harmless, plain) =
        (count(&|(class, plain, _)| *class == Class::Harmless && !plain), count(&|(_, plain, _)| *plain));
    note(&format!("held out: {personal} personal, {harmless} harmless, {plain} of texts without marks"));
    for step in STEPS {
        let is_found = |probabilities: &ClassProbabilities| 1.0 - probabilities[0] >= step;
        let found = count(&|(class, _, p)| *class != Class::Harmless && is_found(p));
        let named = count(&|(class, _, p)| *class != Class::Harmless && is_found(p) && Class::likeliest(p) == *class);
        let wrong = count(&|(class, plain, p)| *class == Class::Harmless && !plain && is_found(p));
        let of_plain = count(&|(_, plain, p)| *plain && is_found(p));
        note(&format!(
            "from {step:.2}: {found} found, {named} of them with their class; {wrong} harmless, {of_plain} of texts without marks"
        ));
    }
    for class in Class::ALL.into_iter().skip(1) {
        let all = count(&|(of, ..)| *of == class);
        let found = count(&|(of, _, p)| *of == class && 1.0 - p[0] >= USED);
        note(&format!("{}: {found} of {all} from {USED:.2}", class.name()));
    }
}
