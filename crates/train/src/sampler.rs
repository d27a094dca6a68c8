//! [`Sampler`]: order, frequency and augmentation of the training sequences.

use super::{augment, data::Sequence, european, gazetteers::Names, network::Random};

/// Probabilities of each change of a sequence.
const SWAP: f32 = 0.4;
const LOWER: f32 = 0.15;
/// The same of texts in other languages than English, where more names have other forms than those of lists, and the share of those
/// texts that lose their accents, too: so people write on their telephones.
const LOWER_IF_FOREIGN: f32 = 0.3;
const BARE: f32 = 0.4;
const UPPER: f32 = 0.05;
const FLAT: f32 = 0.3;
/// Courts, clinics and many languages write names alone in capitals.
const UPPER_NAMES: f32 = 0.05;
/// Probability that the corpus of a sequence is withheld. The model does not know it in use, so it must do without;
/// where it is given, the peculiarities of a corpus are learnt apart from the words.
const UNTOLD: f32 = 0.4;

/// Sequences of all corpora.
#[derive(Default)]
pub struct Sampler {
    /// The sequences. Their sources count from 1.
    pub sequences: Vec<Sequence>,
    /// The names of the sources.
    pub sources: Vec<String>,
    /// Passes over each source in one epoch.
    pub weights: Vec<f32>,
    /// Names to put in the place of others.
    pub names: Names,
}

impl Sampler {
    /// The number of the source `name`, which is new or known.
    pub fn source(&mut self, name: &str, weight: f32) -> usize {
        let known = self.sources.iter().position(|known| known == name);
        let place = known.unwrap_or_else(|| {
            self.sources.push(name.to_owned());
            self.weights.push(weight);
            self.sources.len() - 1
        });
        place + 1
    }

    fn weight(&self, sequence: &Sequence) -> f32 {
        sequence.source.checked_sub(1).and_then(|place| self.weights.get(place)).copied().unwrap_or(1.0)
    }

    fn is_foreign(&self, sequence: &Sequence) -> bool {
        let source = sequence.source.checked_sub(1).and_then(|place| self.sources.get(place));
        source.is_some_and(|source| european::is_foreign(source))
    }

    /// Tokens of an epoch, about.
    pub fn tokens(&self) -> f32 {
        self.sequences.iter().map(|sequence| sequence.words.len() as f32 * self.weight(sequence)).sum()
    }

    /// The sequences of an epoch.
    pub fn order(&self, random: &mut Random) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.sequences.len());
        for (place, sequence) in self.sequences.iter().enumerate() {
            let mut left = self.weight(sequence);
            while left > 0.0 {
                if left >= 1.0 || random.unit() < left {
                    order.push(place);
                }
                left -= 1.0;
            }
        }
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last + 1));
        }
        order
    }

    /// A sequence with this epoch's augmentation, and the number of its source; 0 if the source is withheld.
    pub fn draw(&self, place: usize, random: &mut Random) -> (Sequence, u32) {
        let mut sequence = self.sequences[place].clone();
        if random.unit() < SWAP {
            augment::swap(&mut sequence, &self.names, random);
        }
        if random.unit() < FLAT {
            augment::flatten(&mut sequence);
        }
        let is_foreign = self.is_foreign(&sequence);
        let lower = if is_foreign { LOWER_IF_FOREIGN } else { LOWER };
        let case = random.unit();
        if case < lower {
            augment::lower(&mut sequence);
            if is_foreign && random.unit() < BARE {
                augment::without_accents(&mut sequence);
            }
        } else if case < lower + UPPER {
            augment::upper(&mut sequence);
        } else if case < lower + UPPER + UPPER_NAMES {
            augment::upper_names(&mut sequence);
        }
        let source = if random.unit() < UNTOLD { 0 } else { sequence.source as u32 };
        (sequence, source)
    }
}
