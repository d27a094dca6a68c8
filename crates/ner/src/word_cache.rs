//! [`WordCache`]: a direct-mapped cache of the scores of word forms.
//!
//! Nine of ten words of a text were seen shortly before. An entry holds sums of weights and a hash of the form, never
//! the form itself. The hash is SipHash with a random key (the standard library's), so that nobody can construct a word
//! that takes another's scores.

use std::hash::{BuildHasher, RandomState};

use super::{
    crf::{Crf, FormScores},
    features::{Form, WordFeatures},
    kernel::Kernel,
    lexicon::Lexicon,
    network::{FormSum, Network},
    weights::WIDTH,
};

/// Entries of the cache: a power of two. At 400 bytes each they take 3.2 MiB.
const PLACES: usize = 1 << 13;

static NOTHING: (Form, FormScores) = (Form::NONE, FormScores::NONE);

/// The cache. A key of zero marks an empty entry: no form hashes to it.
#[derive(Clone, Debug)]
pub struct WordCache {
    /// The [id](Parts::id) of the model that the entries belong to.
    model: u64,
    hasher: RandomState,
    keys: Vec<u64>,
    known: Vec<(Form, FormScores)>,
    /// The keys of `sums`, which level `fast` does not need.
    summed: Vec<u64>,
    sums: Vec<FormSum>,
}

impl Default for WordCache {
    fn default() -> Self {
        Self {
            model: 0,
            hasher: RandomState::new(),
            keys: Vec::new(),
            known: Vec::new(),
            summed: Vec::new(),
            sums: Vec::new(),
        }
    }
}

/// The parts of a model that forms are looked up in.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'m> {
    /// Number of the model, unique in the process; not zero.
    pub id: u64,
    /// Lists and vectors.
    pub lexicon: &'m Lexicon,
    /// The CRF.
    pub crf: &'m Crf,
    /// The network, if it is asked, too.
    pub network: Option<&'m Network>,
    /// The instructions to compute with.
    pub kernel: Kernel,
}

impl WordCache {
    /// Forgets all, unless it was for this model.
    pub fn prepare(&mut self, parts: &Parts) {
        if self.model != parts.id {
            self.model = parts.id;
            self.keys = vec![0; PLACES];
            self.known = vec![NOTHING; PLACES];
            self.summed.clear();
        }
        if parts.network.is_some() && self.summed.is_empty() {
            self.summed = vec![0; PLACES];
            self.sums = vec![[0; WIDTH]; PLACES];
        }
    }

    /// The features and scores of `form`, and its share in the input of the network, if there is one.
    pub fn get(&mut self, form: &str, parts: &Parts) -> (&(Form, FormScores), Option<&FormSum>) {
        let hash = self.hasher.hash_one(form.as_bytes()) | 1;
        let place = (hash >> 1) as usize % PLACES;
        let is_known = self.keys.get(place) == Some(&hash);
        let is_summed = parts.network.is_none() || self.summed.get(place) == Some(&hash);
        if !(is_known && is_summed) {
            self.learn(form, hash, place, parts);
        }
        (self.known.get(place).unwrap_or(&NOTHING), self.sums.get(place).filter(|_| parts.network.is_some()))
    }

    #[cold]
    fn learn(&mut self, form: &str, hash: u64, place: usize, parts: &Parts) {
        let word = WordFeatures::new(form, parts.lexicon);
        if let (Some(key), Some(known)) = (self.keys.get_mut(place), self.known.get_mut(place)) {
            *known = (word.form, parts.crf.word(&word, parts.kernel));
            *key = hash;
        }
        if let (Some(network), Some(key), Some(sum)) =
            (parts.network, self.summed.get_mut(place), self.sums.get_mut(place))
        {
            *sum = network.form(&word, parts.kernel);
            *key = hash;
        }
    }
}
