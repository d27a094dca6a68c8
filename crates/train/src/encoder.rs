//! [`Encoder`]: features of words, for the network and for the CRF.

use std::{collections::HashMap, rc::Rc, sync::Arc};

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::{crf, data::Word, network::Input};
use masquerade_ner::{
    conjunctions,
    features::{Form, LIST_BITS, WordFeatures, places, token_bits},
    lexicon::Lexicon,
    token::Token,
};

/// An encoder of words as features, with a cache of the features of word forms.
pub struct Encoder {
    lexicon: Arc<Lexicon>,
    forms: HashMap<String, Rc<WordFeatures>>,
}

/// Features that are left out of a sequence in training, so that none is relied on alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blanks<'b> {
    /// True if the features of lists are left out.
    pub is_without_lists: bool,
    /// Words whose form is hidden; their shape is not.
    pub words: &'b [bool],
}

impl Blanks<'_> {
    fn mask(self) -> u64 {
        if self.is_without_lists { !LIST_BITS } else { u64::MAX }
    }
}

/// Features of a sequence, word by word.
struct SequenceFeatures {
    words: Vec<Rc<WordFeatures>>,
    forms: Vec<Form>,
    bits: Vec<u64>,
}

impl Encoder {
    /// An encoder that has seen no words.
    pub fn new(lexicon: Arc<Lexicon>) -> Self {
        Self { lexicon, forms: HashMap::new() }
    }

    fn form(&mut self, form: &str) -> Rc<WordFeatures> {
        if let Some(known) = self.forms.get(form) {
            return Rc::clone(known);
        }
        let new = Rc::new(WordFeatures::new(form, &self.lexicon));
        self.forms.insert(form.to_owned(), Rc::clone(&new));
        new
    }

    fn look(&mut self, words: &[Word], blanks: Blanks<'_>) -> SequenceFeatures {
        let tokens: Vec<Token> = words.iter().map(|word| word.token).collect();
        let words: Vec<_> = words.iter().map(|word| self.form(&word.form)).collect();
        let mut forms: Vec<Form> = words.iter().map(|word| word.form).collect();
        let mut bits = Vec::with_capacity(words.len());
        token_bits(&tokens, &forms, &self.lexicon, &mut bits);
        bits.iter_mut().for_each(|bits| *bits &= blanks.mask());
        forms.iter_mut().for_each(|form| form.bits &= blanks.mask());
        SequenceFeatures { words, forms, bits }
    }

    /// Appends the inputs of the network for `words`; `source` 0: no known corpus.
    pub fn inputs(&mut self, words: &[Word], source: u32, blanks: Blanks<'_>, out: &mut Vec<Input>) {
        let seen = self.look(words, blanks);
        for (at, (word, bits)) in seen.words.iter().zip(&seen.bits).enumerate() {
            let is_hidden = blanks.words.get(at) == Some(&true);
            let shown = if is_hidden { LOOKS } else { 0..word.rows().len() };
            out.push(Input {
                rows: word.rows().get(shown).unwrap_or_default().to_vec(),
                bits: places(*bits).map(|place| place as u16).collect(),
                vector: word.vector.filter(|_| !is_hidden),
                is_first: at == 0,
                source,
            });
        }
    }

    /// The features of `words` as rows of the CRF's weights; `source` 0: no known corpus.
    pub fn rows(&mut self, words: &[Word], source: u32, blanks: Blanks<'_>) -> Vec<Vec<u32>> {
        let seen = self.look(words, blanks);
        let rows = |(at, word): (usize, &Rc<WordFeatures>)| {
            let mut rows = Vec::with_capacity(96);
            let mut push = |hash: u64| rows.push((hash % crf::ROWS as u64) as u32);
            conjunctions::features(&seen.forms, &seen.bits, word.grams(), at, &mut push);
            if source != 0 {
                let shape = seen.forms.get(at).map(|form| form.shape).unwrap_or_default();
                let lists = seen.bits.get(at).copied().unwrap_or_default() & LIST_BITS;
                for (seed, with) in (60..).zip([0, u64::from(shape), lists]) {
                    push(xxh3_64_with_seed(&with.to_le_bytes(), seed << 32 | u64::from(source)));
                }
            }
            rows
        };
        seen.words.iter().enumerate().map(rows).collect()
    }
}

/// The rows of affixes and shape.
const LOOKS: std::ops::Range<usize> = 2..6;
