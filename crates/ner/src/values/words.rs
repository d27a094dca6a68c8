//! [`Words`]: a text as the words, numbers and line ends around its values.

use std::ops::Range;

use masquerade_text::{FoldedText, base_letter};

use crate::{
    Model,
    lexicon::{Meaning, fingerprint},
    weights::VECTOR,
};

/// Letters of a word that its stem has at most.
const STEM: usize = 5;
/// A text is in another language than English if so few of its words, of so many at least, are frequent in English texts.
const ENGLISH: f32 = 0.6;
const LEAST: usize = 3;
/// Clusters of the European model are counted from here on.
const EUROPEAN_CLUSTERS: u16 = 1 << 12;

/// The models that know the meanings of words.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'m> {
    /// The model for English.
    pub english: &'m Model,
    /// The model for other European languages.
    pub european: &'m Model,
}

/// The kinds of items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Letters; a name such as `orderId` or `order_id` is two words.
    Word,
    /// Digits, and letters that touch them.
    Number,
    /// The end of a line.
    Line,
}

/// A word, a number or a line end.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The first byte.
    pub start: u32,
    /// The byte behind the last one.
    pub end: u32,
    /// What it is.
    pub kind: Kind,
    /// The hash of the word in lower case, or of the form of the number.
    pub hash: u64,
    /// The hash of the first letters of the word; of a short word that of all of it.
    pub stem: u64,
    /// The cluster of the word in the model for the language of the text; 0: none.
    pub cluster: u16,
    /// The index of the word's vector in that model.
    pub vector: Option<u32>,
    /// True if the word is frequent in that model's texts.
    pub is_frequent: bool,
}

impl Item {
    /// An item that is no word.
    fn without_word(kind: Kind, hash: u64) -> Self {
        Self { start: 0, end: 0, kind, hash, stem: hash, cluster: 0, vector: None, is_frequent: false }
    }
}

/// The items of a text.
#[derive(Clone, Debug, Default)]
pub struct Words {
    items: Vec<Item>,
    lower: String,
    /// The words, and those that are frequent in English.
    words: usize,
    frequent: usize,
    is_european: bool,
}

impl Words {
    /// Reads `text`.
    pub fn read(&mut self, text: &str, vocabulary: Vocabulary<'_>) {
        let Vocabulary { english, european } = vocabulary;
        self.read_items(text, english);
        self.is_european = self.words >= LEAST && (self.frequent as f32) < ENGLISH * self.words as f32;
        if self.is_european {
            for item in self.items.iter_mut().filter(|item| item.kind == Kind::Word) {
                let Meaning { cluster, vector, is_frequent } = european.meaning(item.hash);
                item.cluster = if cluster > 0 { cluster + EUROPEAN_CLUSTERS } else { 0 };
                (item.vector, item.is_frequent) = (vector, is_frequent);
            }
        }
    }

    /// All items.
    pub(super) fn items(&self) -> &[Item] {
        &self.items
    }

    /// The items that begin in `place`.
    pub(super) fn within(&self, place: &Range<usize>) -> &[Item] {
        let first = self.items.partition_point(|item| (item.start as usize) < place.start);
        let end = self.items.partition_point(|item| (item.start as usize) < place.end);
        &self.items[first..end.max(first)]
    }

    /// Whether the European model's meanings are the words'.
    pub fn is_european(&self) -> bool {
        self.is_european
    }

    /// The word vector of `item`, and the value of its steps.
    pub(super) fn vector<'m>(&self, item: &Item, vocabulary: Vocabulary<'m>) -> Option<(&'m [i8; VECTOR], f32)> {
        let model = if self.is_european { vocabulary.european } else { vocabulary.english };
        model.vector(item.vector?)
    }

    fn read_items(&mut self, text: &str, model: &Model) {
        self.items.clear();
        (self.words, self.frequent) = (0, 0);
        let mut at = 0;
        while let Some(c) = text[at..].chars().next() {
            let next = at + c.len_utf8();
            at = match c {
                '\n' => {
                    let (start, end) = (at as u32, next as u32);
                    self.items.push(Item { start, end, ..Item::without_word(Kind::Line, 1) });
                    next
                }
                c if c.is_alphanumeric() => self.push(text, at, model),
                _ => next,
            };
        }
    }

    /// Adds the word or number that begins at `start`, and returns its end.
    fn push(&mut self, text: &str, start: usize, model: &Model) -> usize {
        let mut has_digit = false;
        let mut run = start;
        for c in text[start..].chars() {
            if !c.is_alphanumeric() {
                break;
            }
            has_digit |= c.is_ascii_digit();
            run += c.len_utf8();
        }
        let (at, end) = (start as u32, run as u32);
        if has_digit {
            let hash = number(&text[start..run]);
            self.items.push(Item { start: at, end, ..Item::without_word(Kind::Number, hash) });
            return run;
        }
        let end = word_end(&text[start..run]) + start;
        self.lower.clear();
        self.lower.extend(text[start..end].chars().flat_map(char::to_lowercase));
        // As the models were trained on Cyrillic and Greek.
        if let Some(latin) = FoldedText::in_latin(&self.lower).map(|latin| latin.text().to_owned()) {
            self.lower = latin;
        }
        let hash = fingerprint(&self.lower);
        let stem = self.stem(hash);
        let Meaning { cluster, vector, is_frequent } = model.meaning(hash);
        self.words += 1;
        self.frequent += usize::from(is_frequent);
        self.items.push(Item {
            start: at,
            end: end as u32,
            kind: Kind::Word,
            hash,
            stem,
            cluster,
            vector,
            is_frequent,
        });
        end
    }

    /// The hash of the first letters of the last word without accents: `número` and `numero` have one stem.
    fn stem(&self, hash: u64) -> u64 {
        if self.lower.is_ascii() {
            return if self.lower.len() <= STEM { hash } else { fingerprint(&self.lower[..STEM]) };
        }
        fingerprint(&self.lower.chars().take(STEM).map(|c| base_letter(c).unwrap_or(c)).collect::<String>())
    }

    /// The items before `place`, and those behind it.
    pub fn around(&self, place: &Range<usize>) -> (&[Item], &[Item]) {
        let before = self.items.partition_point(|item| item.end as usize <= place.start);
        let behind = self.items.partition_point(|item| (item.start as usize) < place.end);
        (&self.items[..before], &self.items[behind..])
    }
}

/// The end of the first word of a run of letters: before a capital that follows a small letter.
fn word_end(run: &str) -> usize {
    let mut is_after_small = false;
    for (at, c) in run.char_indices() {
        if is_after_small && c.is_uppercase() {
            return at;
        }
        is_after_small = c.is_lowercase();
    }
    run.len()
}

/// The hash of the form of a number: its length if it is of digits alone.
fn number(run: &str) -> u64 {
    let is_digits = run.bytes().all(|b| b.is_ascii_digit());
    0x4E00 + if is_digits { run.len().min(12) as u64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_fields_are_words() {
        let text = "orderId = order_id\nHTTP2 Élan";
        let mut words = Words::default();
        let (english, european) = (Model::embedded().unwrap(), Model::european().unwrap());
        let vocabulary = Vocabulary { english: &english, european: &european };
        words.read(text, vocabulary);
        let read: Vec<&str> = words.items.iter().map(|item| &text[item.start as usize..item.end as usize]).collect();
        assert_eq!(read, ["order", "Id", "order", "id", "\n", "HTTP2", "Élan"]);
        assert_eq!(words.items[1].hash, words.items[3].hash);
        let (before, behind) = words.around(&(10..18));
        assert_eq!((before.len(), behind.len()), (2, 3));
    }

    #[test]
    fn words_of_kindred_languages_have_one_stem() {
        let mut words = Words::default();
        let (english, european) = (Model::embedded().unwrap(), Model::european().unwrap());
        words.read("número numero номер telefon телефон", Vocabulary { english: &english, european: &european });
        let stems: Vec<u64> = words.items.iter().map(|item| item.stem).collect();
        assert_eq!(stems[0], stems[1]);
        assert_eq!(stems[3], stems[4]);
        assert_eq!(words.items[3].hash, words.items[4].hash, "both have the vector of the word in Latin letters");
        assert_eq!(words.items[3].vector, words.items[4].vector);
    }
}
