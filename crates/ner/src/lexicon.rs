//! [`Lexicon`]: fingerprints of the words and phrases in lists of names, and of the words that have vectors.
//!
//! The lists themselves are not kept, but a 32-bit hash of the lower-case form of each entry and the classes of its
//! lists. One look-up in ten thousand of a word that is not listed finds an entry all the same, and one in forty thousand
//! a vector. Training asks the same table, so the model knows such errors.

use std::{collections::HashMap, ops::Range, sync::Arc};

use rustc_hash::FxBuildHasher;
use xxhash_rust::xxh3::xxh3_64;

use super::artefact::{Artefact, ArtefactError, Element};

/// Classes of lists, as bits.
pub mod class {
    /// First names.
    pub const FIRST: u16 = 1;
    /// Last names.
    pub const LAST: u16 = 1 << 1;
    /// Cities.
    pub const CITY: u16 = 1 << 2;
    /// Countries.
    pub const COUNTRY: u16 = 1 << 3;
    /// States, provinces, counties.
    pub const REGION: u16 = 1 << 4;
    /// Companies and banks.
    pub const COMPANY: u16 = 1 << 5;
    /// Last words of company names: `Ltd`.
    pub const COMPANY_SUFFIX: u16 = 1 << 6;
    /// Universities.
    pub const UNIVERSITY: u16 = 1 << 7;
    /// Nationalities and religions.
    pub const NATIONALITY: u16 = 1 << 8;
    /// Jobs.
    pub const JOB: u16 = 1 << 9;
    /// Streets.
    pub const STREET: u16 = 1 << 10;
    /// Titles: `Dr`.
    pub const TITLE: u16 = 1 << 11;
    /// First names that many people bear.
    pub const COMMON_FIRST: u16 = 1 << 12;
    /// Last names that many people bear.
    pub const COMMON_LAST: u16 = 1 << 13;
    /// The number of classes; at most 16.
    pub const COUNT: usize = 14;
}

/// What the names of the tensors of lists begin with.
pub const LISTS: &str = "lexicon.";

/// Longest phrase that is looked up, in tokens.
pub const MAX_PHRASE: usize = 5;

/// The keys are hashes of words already, and the table is fixed before any text comes, so a cheap hasher will do.
type Table<V> = HashMap<u32, V, FxBuildHasher>;

/// The lists of names: the classes of each word and phrase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lists {
    words: Table<u16>,
    phrases: Table<u16>,
    /// First words of phrases with the length of the longest, so that most places need no further look-up.
    heads: Table<u8>,
}

/// The lists, and the words that have vectors.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// Models that were trained with the same lists share them.
    lists: Arc<Lists>,
    /// Places in the list of vectors.
    vectors: Table<u32>,
    /// Clusters by place, from 1 on; 0: none.
    clusters: Vec<u16>,
    /// By place, whether the word is rare in the texts that the model was trained on. None is behind the last one.
    rare: Vec<bool>,
}

/// The facts about a word: lists, cluster, vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Classes of lists that it stands in.
    pub classes: u16,
    /// Length of the longest phrase that it begins, in words; 0: none.
    pub longest: u8,
    /// The word's cluster; 0: none.
    pub cluster: u16,
    /// The index of the word's vector.
    pub vector: Option<u32>,
    /// True if the word is frequent in the texts that the model was trained on.
    pub is_frequent: bool,
}

/// The facts about a word that do not come from lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// The word's cluster; 0: none.
    pub cluster: u16,
    /// The index of the word's vector.
    pub vector: Option<u32>,
    /// True if the word is frequent in the texts that the model was trained on.
    pub is_frequent: bool,
}

/// A table as two columns, sorted by fingerprint.
pub type Columns<V> = (Vec<u32>, Vec<V>);

/// The hash of a lower-case form.
pub fn fingerprint(lower: &str) -> u64 {
    xxh3_64(lower.as_bytes())
}

/// The part of a [`fingerprint`] that tables keep: its upper half.
pub fn key(hash: u64) -> u32 {
    (hash >> 32) as u32
}

const SEED: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of a phrase and one more word.
fn extend(phrase: u64, word: u64) -> u64 {
    (phrase.rotate_left(23) ^ word).wrapping_mul(0x2545_F491_4F6C_DD1D)
}

impl Lexicon {
    /// Adds an entry that is one word or several, in lower case. Phrases of more than [`MAX_PHRASE`] words are left
    /// out.
    pub fn add(&mut self, words: &[&str], class: u16) {
        let hashes: Vec<u64> = words.iter().map(|word| fingerprint(word)).collect();
        let lists = Arc::make_mut(&mut self.lists);
        match &hashes[..] {
            [] => {}
            [word] => *lists.words.entry(key(*word)).or_default() |= class,
            [head, ..] if hashes.len() <= MAX_PHRASE => {
                let phrase = hashes.iter().fold(SEED, |phrase, word| extend(phrase, *word));
                *lists.phrases.entry(key(phrase)).or_default() |= class;
                let longest = lists.heads.entry(key(*head)).or_default();
                *longest = (*longest).max(u8::try_from(hashes.len()).unwrap_or(u8::MAX));
            }
            _ => {}
        }
    }

    /// Sets the words that have vectors, by [`key()`] in the order of the vectors, and their clusters. All of them are
    /// frequent.
    pub fn set_vectors(&mut self, keys: impl IntoIterator<Item = u32>, clusters: &[u16]) {
        self.vectors = keys.into_iter().zip(0..).collect();
        self.clusters = clusters.to_vec();
        self.rare.clear();
    }

    /// Sets, in the order of the vectors, which of their words are rare in the texts that the model was trained on: those
    /// whose vectors were trained elsewhere.
    pub fn set_rare(&mut self, rare: Vec<bool>) {
        self.rare = rare;
    }

    /// The facts about the word with this [`fingerprint`].
    pub fn word(&self, hash: u64) -> Entry {
        let Meaning { cluster, vector, is_frequent } = self.meaning(hash);
        Entry {
            classes: self.lists.words.get(&key(hash)).copied().unwrap_or_default(),
            longest: self.lists.heads.get(&key(hash)).copied().unwrap_or_default(),
            cluster,
            vector,
            is_frequent,
        }
    }

    /// The same without what the lists say, in one look-up.
    pub fn meaning(&self, hash: u64) -> Meaning {
        let vector = self.vectors.get(&key(hash)).copied();
        Meaning {
            cluster: vector.and_then(|place| self.clusters.get(place as usize)).copied().unwrap_or_default(),
            vector,
            is_frequent: vector.is_some_and(|place| self.rare.get(place as usize) != Some(&true)),
        }
    }

    /// Calls `found` with the range and the classes of each phrase, given hash and [`Entry::longest`] of each word. Of
    /// phrases that begin at one word it reports the longest.
    pub fn phrases(&self, words: impl Iterator<Item = (u64, u8)> + Clone, mut found: impl FnMut(Range<usize>, u16)) {
        let mut rest = words;
        let mut at = 0;
        loop {
            let here = rest.clone();
            let Some((_, longest)) = rest.next() else { return };
            if longest > 1 {
                let (mut phrase, mut best) = (SEED, None);
                for (length, (word, _)) in (1..).zip(here.take(usize::from(longest).min(MAX_PHRASE))) {
                    phrase = extend(phrase, word);
                    if length > 1
                        && let Some(classes) = self.lists.phrases.get(&key(phrase))
                    {
                        best = Some((length, *classes));
                    }
                }
                if let Some((length, classes)) = best {
                    found(at..at + length, classes);
                }
            }
            at += 1;
        }
    }

    /// The lists.
    pub fn lists(&self) -> &Arc<Lists> {
        &self.lists
    }

    /// A lexicon with these lists, without vectors.
    pub fn with_lists(lists: Arc<Lists>) -> Self {
        Self { lists, ..Self::default() }
    }

    /// The number of words and phrases.
    pub fn len(&self) -> usize {
        self.lists.words.len() + self.lists.phrases.len()
    }

    /// Returns true if the lexicon has no entry.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Lists {
    /// The lists of a model.
    ///
    /// # Errors
    /// If a table is missing or not as it must be.
    pub fn read(artefact: &Artefact) -> Result<Self, ArtefactError> {
        fn table<'a, V: Element>(
            artefact: &'a Artefact,
            keys: &'static str,
            values: &'static str,
        ) -> Result<(&'a [u32], &'a [V]), ArtefactError> {
            let keys = artefact.get::<u32>(keys, None, 1)?;
            Ok((keys, artefact.get(values, Some(keys.len()), 1)?))
        }
        Ok(Self::from_columns(
            table(artefact, "lexicon.words", "lexicon.words.classes")?,
            table(artefact, "lexicon.phrases", "lexicon.phrases.classes")?,
            table(artefact, "lexicon.heads", "lexicon.heads.longest")?,
        ))
    }

    /// The tables of words, phrases and heads of phrases.
    pub fn columns(&self) -> (Columns<u16>, Columns<u16>, Columns<u8>) {
        (sorted(&self.words), sorted(&self.phrases), sorted(&self.heads))
    }

    /// The lists with these tables, which are those of [`Lists::columns`].
    pub fn from_columns(words: (&[u32], &[u16]), phrases: (&[u32], &[u16]), heads: (&[u32], &[u8])) -> Self {
        Self { words: table(words), phrases: table(phrases), heads: table(heads) }
    }
}

fn sorted<V: Copy>(table: &Table<V>) -> Columns<V> {
    let mut rows: Vec<(u32, V)> = table.iter().map(|(key, value)| (*key, *value)).collect();
    rows.sort_unstable_by_key(|(key, _)| *key);
    rows.into_iter().unzip()
}

fn table<V: Copy>((keys, values): (&[u32], &[V])) -> Table<V> {
    keys.iter().copied().zip(values.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(lexicon: &Lexicon, text: &str) -> Vec<(Range<usize>, u16)> {
        let words: Vec<_> = text.split(' ').map(fingerprint).map(|hash| (hash, lexicon.word(hash).longest)).collect();
        let mut found = Vec::new();
        lexicon.phrases(words.iter().copied(), |range, classes| found.push((range, classes)));
        found
    }

    #[test]
    fn finds_words_and_the_longest_phrases() {
        let mut lexicon = Lexicon::default();
        lexicon.add(&["york"], class::LAST);
        lexicon.add(&["new", "york"], class::CITY);
        lexicon.add(&["new", "york", "city"], class::REGION);
        lexicon.add(&["a", "b", "c", "d", "e", "f"], class::JOB);
        assert_eq!(lexicon.word(fingerprint("york")).classes, class::LAST);
        assert_eq!(found(&lexicon, "in new york now"), [(1..3, class::CITY)]);
        assert_eq!(found(&lexicon, "new york city"), [(0..3, class::REGION)]);
        assert_eq!(found(&lexicon, "new"), []);
        assert_eq!(lexicon.len(), 3);
    }

    #[test]
    fn columns_hold_all_of_it() {
        let mut lexicon = Lexicon::default();
        lexicon.add(&["ruth"], class::FIRST);
        lexicon.add(&["los", "angeles"], class::CITY);
        let (words, phrases, heads) = lexicon.lists().columns();
        let lists = Lists::from_columns((&words.0, &words.1), (&phrases.0, &phrases.1), (&heads.0, &heads.1));
        let mut copy = Lexicon::with_lists(Arc::new(lists));
        copy.set_vectors([5, key(fingerprint("ruth"))], &[7, 9]);
        let expected = Entry { classes: class::FIRST, longest: 0, cluster: 9, vector: Some(1), is_frequent: true };
        assert_eq!(copy.word(fingerprint("ruth")), expected);
        copy.set_rare(vec![false, true]);
        assert_eq!(copy.word(fingerprint("ruth")), Entry { is_frequent: false, ..expected });
        assert_eq!(found(&copy, "los angeles"), [(0..2, class::CITY)]);
    }
}
