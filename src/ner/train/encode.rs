//! [`Encoder`]: from words to what the two models are trained on.

use std::{collections::HashMap, rc::Rc, sync::Arc};

use super::{data::Word, linear, net::Input, vectors::Vectors};
use crate::ner::{
    conjunctions::{self, Around},
    features::{Surroundings, WordFeatures, token_bits},
    lexicon::{Lexicon, class},
    token::Token,
};

/// What is known of word forms, kept by all who encode.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    /// The lists of names.
    pub lexicon: Lexicon,
    /// The place of a word's vector, by the hash of its lower-case form.
    pub vectors: HashMap<u64, u32>,
    /// The cluster of each vector, from 1.
    pub clusters: Vec<u32>,
}

impl Knowledge {
    /// Of these lists and vectors.
    pub fn new(lexicon: Lexicon, vectors: &Vectors, clusters: Vec<u32>) -> Self {
        let vectors = (0_u32..).zip(&vectors.hashes).map(|(place, hash)| (*hash, place)).collect();
        Self { lexicon, vectors, clusters }
    }

    fn cluster(&self, hash: u64) -> u32 {
        let place = self.vectors.get(&hash).and_then(|place| self.clusters.get(*place as usize));
        place.copied().unwrap_or_default()
    }
}

/// Encodes words, and remembers what their forms look like.
pub struct Encoder {
    knowledge: Arc<Knowledge>,
    forms: HashMap<String, Rc<WordFeatures>>,
}

/// What is left out of a sequence while it is trained on, so that no feature is relied on alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blanks<'b> {
    /// No lists.
    pub is_without_lists: bool,
    /// Words whose form is hidden; what they look like is not.
    pub words: &'b [bool],
}

/// What is seen of a sequence.
struct Seen {
    features: Vec<Rc<WordFeatures>>,
    begins: Vec<u16>,
    inside: Vec<u16>,
    around: Surroundings,
}

impl Encoder {
    /// An encoder that has seen no words.
    pub fn new(knowledge: Arc<Knowledge>) -> Self {
        Self { knowledge, forms: HashMap::new() }
    }

    fn form(&mut self, form: &str) -> Rc<WordFeatures> {
        if let Some(known) = self.forms.get(form) {
            return Rc::clone(known);
        }
        let new = Rc::new(WordFeatures::new(form, &self.knowledge.lexicon));
        self.forms.insert(form.to_owned(), Rc::clone(&new));
        new
    }

    fn look(&mut self, words: &[Word]) -> Seen {
        let features: Vec<_> = words.iter().map(|word| self.form(&word.form)).collect();
        let hashes: Vec<u64> = features.iter().map(|features| features.hash).collect();
        let tokens: Vec<Token> = words.iter().map(|word| word.token).collect();
        let (mut begins, mut inside) = (vec![0; words.len()], vec![0; words.len()]);
        self.knowledge.lexicon.phrases(&tokens, &hashes, |range, classes| {
            begins[range.start] |= classes;
            inside[range.start + 1..range.end].iter_mut().for_each(|inside| *inside |= classes);
        });
        let around = Surroundings::of(features.iter().map(|features| &**features));
        Seen { features, begins, inside, around }
    }

    /// Appends what the network sees of `words`.
    pub fn inputs(&mut self, words: &[Word], source: u32, blanks: Blanks<'_>, out: &mut Vec<Input>) {
        let seen = self.look(words);
        for (at, (word, features)) in words.iter().zip(&seen.features).enumerate() {
            let mut input = Input { is_first: at == 0, source, vector: u32::MAX, ..Input::default() };
            if blanks.words.get(at) == Some(&true) {
                input.rows.extend_from_slice(features.rows.get(2..6).unwrap_or_default());
            } else {
                input.vector = self.knowledge.vectors.get(&features.hash).copied().unwrap_or(u32::MAX);
                input.rows.extend_from_slice(&features.rows);
            }
            token_bits(&word.token, features, seen.begins[at], seen.inside[at], seen.around, |bit| {
                if !(blanks.is_without_lists && bit < LIST_BITS) {
                    input.bits.push(bit as u16);
                }
            });
            out.push(input);
        }
    }

    /// What the CRF sees of `words`: rows of its weights.
    pub fn rows(&mut self, words: &[Word], source: u32, blanks: Blanks<'_>) -> Vec<Vec<u32>> {
        let seen = self.look(words);
        let around: Vec<Around> = (words.iter().zip(&seen.features).enumerate())
            .map(|(at, (word, features))| {
                let affixes = [features.rows[2], features.rows[3], features.rows[4]];
                let cluster = self.knowledge.cluster(features.hash);
                let mut around =
                    Around { word: features.hash, shape: features.rows[5], affixes, cluster, ..Around::default() };
                token_bits(&word.token, features, seen.begins[at], seen.inside[at], seen.around, |bit| {
                    if bit >= LIST_BITS {
                        around.flags |= 1 << (bit - LIST_BITS);
                    } else if !blanks.is_without_lists {
                        around.classes |= 1 << bit;
                    }
                });
                around
            })
            .collect();
        (0..words.len())
            .map(|at| {
                let mut rows = Vec::with_capacity(80);
                conjunctions::features(&around, &seen.features, at, source, |hash| {
                    rows.push((hash % linear::ROWS as u64) as u32);
                });
                rows
            })
            .collect()
    }
}

/// The bits before this one tell of lists.
const LIST_BITS: usize = 3 * class::COUNT;
