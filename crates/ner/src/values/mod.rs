//! [`ValueClassifier`]: which numbers and codes in a text are personal, told by the words around them.
//!
//! A candidate is whatever has a digit ([`candidates()`]), or a word near one that names passwords or accounts ([`Cues`]). Its features are its form and the words around it, as hashes
//! ([`features()`]), and the meanings of these words, as sums of word vectors ([`meanings()`]). A linear model over the former and a small
//! hidden layer over the latter give the probability of each [`Class`] together (wide and deep learning; Cheng et al., 2016). So
//! `it's 4471, same as for the shed` is told where no rule knows the words: a wording that nobody listed counts as the words in it do.
//! Features are the same in training and in use.

mod candidates;
mod cues;
mod features;
mod layer;
mod meanings;
mod words;

use std::{collections::HashMap, ops::Range, sync::LazyLock};

use masquerade_text::steps;
use rustc_hash::FxBuildHasher;

use self::layer::Layer;
pub use self::{
    candidates::{candidates, has_digit},
    cues::Cues,
    features::features,
    layer::{FORM_ROWS, FORMS, HIDDEN, LayerWeights, form_row},
    meanings::{MEANINGS, meanings},
    words::{Item, Kind, Vocabulary, Words},
};

use crate::{
    artefact::{Artefact, ArtefactError, Elements},
    math,
};

/// The classes of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Not personal.
    Harmless,
    /// A number of a person, an account, a case, a device.
    Id,
    /// A password, a PIN, a code, a key.
    Secret,
    /// The name of an account.
    User,
    /// A telephone number.
    Phone,
    /// A date of birth.
    Birth,
    /// The age of a person.
    Age,
    /// The plate of a vehicle.
    Plate,
}

impl Class {
    /// All classes, in the order of their weights.
    pub const ALL: [Self; 8] =
        [Self::Harmless, Self::Id, Self::Secret, Self::User, Self::Phone, Self::Birth, Self::Age, Self::Plate];

    /// The likeliest class but [`Self::Harmless`]; of equals the first.
    pub fn likeliest(probabilities: &ClassProbabilities) -> Self {
        let better = |best, at| if probabilities[at] > probabilities[best] { at } else { best };
        Self::ALL[(Self::Id as usize..CLASSES).fold(Self::Id as usize, better)]
    }

    /// Its name in annotated texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Harmless => "harmless",
            Self::Id => "id",
            Self::Secret => "secret",
            Self::User => "user",
            Self::Phone => "phone",
            Self::Birth => "birth",
            Self::Age => "age",
            Self::Plate => "plate",
        }
    }
}

/// The number of classes.
pub const CLASSES: usize = Class::ALL.len();

/// Probabilities of the classes, in the order of [`Class::ALL`].
pub type ClassProbabilities = [f32; CLASSES];

/// The weights of a feature.
type Row = [i8; CLASSES];

/// The classifier of values.
#[derive(Clone, Debug)]
pub struct ValueClassifier {
    rows: HashMap<u32, Row, FxBuildHasher>,
    /// Values of a step of weights, by class.
    scale: f32,
    bias: ClassProbabilities,
    layer: Layer,
    cues: Cues,
}

/// Working memory, kept from text to text. It holds no text but the last word in lower case.
#[derive(Clone, Debug, Default)]
pub struct ValueScratch {
    words: Words,
    places: Vec<Range<usize>>,
    features: Vec<u32>,
    meanings: Vec<f32>,
}

/// Bytes of the embedded classifier.
static EMBEDDED: &[u8] = include_bytes!("../../../../models/values.bin");

impl ValueClassifier {
    /// The embedded classifier, which is made for the embedded models; it is read at the first call.
    pub fn embedded() -> Option<&'static Self> {
        static CLASSIFIER: LazyLock<Option<ValueClassifier>> =
            LazyLock::new(|| ValueClassifier::from_bytes(EMBEDDED).ok());
        CLASSIFIER.as_ref()
    }

    /// Reads a classifier.
    ///
    /// # Errors
    /// If the file is damaged, of another version, or not as it must be.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ArtefactError> {
        let artefact = Artefact::read(bytes)?;
        let one = |name| artefact.get::<f32>(name, Some(1), 1).map(|values| values[0]);
        if artefact.get::<u32>("values.version", Some(1), 1)? != [features::VERSION] {
            return Err(ArtefactError::Tensor("values.version"));
        }
        let keys = artefact.get::<u32>("values.features", None, 1)?;
        let rows = artefact.get::<i8>("values.weights", Some(keys.len()), CLASSES)?.as_chunks::<CLASSES>().0;
        let bias = artefact.get::<f32>("values.bias", Some(CLASSES), 1)?;
        Ok(Self {
            rows: keys.iter().copied().zip(rows.iter().copied()).collect(),
            scale: one("values.scale")?,
            bias: bias.try_into().map_err(|_| ArtefactError::Tensor("values.bias"))?,
            layer: Layer::new(&artefact)?,
            cues: Cues::new(artefact.get::<u32>("values.cues", None, 1)?.iter().copied()),
        })
    }

    /// The file of a classifier with these weights by feature, and these of no feature, and the hashes of its cues.
    ///
    /// # Errors
    /// If the weights are too many.
    pub fn file(
        weights: &[(u32, [f32; CLASSES])],
        bias: &ClassProbabilities,
        layer: &LayerWeights,
        cues: &[u32],
    ) -> Result<Vec<u8>, ArtefactError> {
        let all = weights.iter().flat_map(|(_, row)| row);
        let scale = all.fold(1e-6_f32, |most, weight| most.max(weight.abs())) / 127.0;
        let mut rows: Vec<(u32, Row)> =
            weights.iter().map(|(key, row)| (*key, row.map(|weight| (weight / scale).round() as i8))).collect();
        rows.sort_unstable_by_key(|(key, _)| *key);
        let mut artefact = Artefact::default();
        artefact.set("values.version", 1, Elements::U32(vec![features::VERSION]));
        artefact.set("values.features", 1, Elements::U32(rows.iter().map(|(key, _)| *key).collect()));
        artefact.set("values.weights", CLASSES, Elements::I8(rows.iter().flat_map(|(_, row)| *row).collect()));
        artefact.set("values.scale", 1, Elements::F32(vec![scale]));
        artefact.set("values.bias", 1, Elements::F32(bias.to_vec()));
        artefact.set("values.cues", 1, Elements::U32(cues.to_vec()));
        layer.write(&mut artefact);
        artefact.write()
    }

    /// Calls `each` with the candidates of `text` that `is_asked` for, by place, and the probabilities of their classes.
    pub fn classify(
        &self,
        text: &str,
        is_asked: impl Fn(&Range<usize>) -> bool,
        vocabulary: Vocabulary<'_>,
        scratch: &mut ValueScratch,
        mut each: impl FnMut(&Range<usize>, &ClassProbabilities),
    ) {
        let ValueScratch { words, places, features: found, meanings: around } = scratch;
        words.read(text, vocabulary);
        places.clear();
        places.extend(candidates(text).filter(&is_asked));
        self.cues.candidates(text, words, |place| {
            // A frequent word is hardly ever a password, and each that is asked about takes some 20 µs.
            let is_frequent =
                matches!(words.within(&place), [item] if item.is_frequent && item.end as usize == place.end);
            places.extend(Some(place).filter(|place| !is_frequent && is_asked(place)));
        });
        places.sort_unstable_by_key(|place| place.start);
        for place in &*places {
            // Its time for each candidate is bounded; but the one who waits for it may have left.
            steps::spend(0);
            features(text, words, place, found);
            meanings(words, place, vocabulary, around);
            each(place, &self.probabilities(found, around));
        }
    }

    /// The probabilities of the classes, given the features of a candidate and the meanings of the words around it.
    pub fn probabilities(&self, features: &[u32], meanings: &[f32]) -> ClassProbabilities {
        let mut sums = [0_i32; CLASSES];
        for row in features.iter().filter_map(|feature| self.rows.get(feature)) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += i32::from(*weight);
            }
        }
        let mut scores = self.bias;
        for (score, sum) in scores.iter_mut().zip(sums) {
            *score += sum as f32 * self.scale;
        }
        self.layer.add(meanings, features, &mut scores);
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let odds = scores.map(|score| math::exp(score - most));
        let sum: f32 = odds.iter().sum();
        odds.map(|odds| odds / sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Model;

    fn class(text: &str) -> (Class, f32) {
        let mut found = None;
        let (english, european) = (Model::embedded().unwrap(), Model::european().unwrap());
        let vocabulary = Vocabulary { english: &english, european: &european };
        let classifier = ValueClassifier::embedded().unwrap();
        classifier.classify(
            text,
            |_| true,
            vocabulary,
            &mut ValueScratch::default(),
            |_, probabilities| {
                assert!((probabilities.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                let best = (0..CLASSES).max_by(|a, b| probabilities[*a].total_cmp(&probabilities[*b])).unwrap();
                found.get_or_insert((Class::ALL[best], probabilities[best]));
            },
        );
        found.expect("a candidate")
    }

    #[test]
    fn the_same_number_is_what_the_words_make_of_it() {
        assert_eq!(class("the gate opens with 4471, then push").0, Class::Secret);
        assert_eq!(class("the gate is 4471 metres from the road").0, Class::Harmless);
        assert_eq!(class("my customer reference is 4471882").0, Class::Id);
        assert_eq!(class("the reference temperature is 4471882").0, Class::Harmless);
        assert_eq!(class("she drives a red Polo, KJ19 FWD, and").0, Class::Plate);
    }

    #[test]
    fn a_file_is_read_as_it_was_written_and_refused_otherwise() {
        let mut weights = [0.0; CLASSES];
        weights[1] = 2.0;
        let layer = LayerWeights {
            meanings: vec![0.0; MEANINGS * HIDDEN],
            forms: vec![0.0; FORM_ROWS * HIDDEN],
            bias: vec![0.0; HIDDEN],
            output: vec![0.0; CLASSES * HIDDEN],
        };
        let file = ValueClassifier::file(&[(7, weights)], &[0.0; CLASSES], &layer, &[]).unwrap();
        let classifier = ValueClassifier::from_bytes(&file).unwrap();
        let odds = |features: &[u32]| classifier.probabilities(features, &[0.0; MEANINGS]);
        assert!((odds(&[7])[1] / odds(&[7])[0] - 2.0_f32.exp()).abs() < 0.1);
        assert!((odds(&[8])[1] - 1.0 / CLASSES as f32).abs() < 1e-6);
        assert!(ValueClassifier::from_bytes(&file[..file.len() - 1]).is_err());
        assert!(ValueClassifier::from_bytes(include_bytes!("../../../../models/names.bin")).is_err());
    }
}
