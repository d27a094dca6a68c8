//! The filter of ordinary words: of each language frequent words that are no first names and no surnames that many bear, unless texts
//! write them with a capital inside a sentence, as they do names.

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    path::Path,
};

use super::{
    data,
    dataset::{files, stem, text},
    error::TrainError,
    ordinary::{counts, language},
};
use masquerade_ner::{Model, lexicon::class, word_filter::WordFilter};
use masquerade_text::FoldedText;

/// Languages, and the number of words that are read of their lists. Those in which the models take most words for persons have most.
/// English has a model of its own, and German writes its nouns with capitals.
const LANGUAGES: [(&str, usize); 19] = [
    ("sk", 30_000),
    ("tr", 30_000),
    ("fi", 20_000),
    ("hr", 30_000),
    ("sr", 20_000),
    ("cs", 3_000),
    ("hu", 8_000),
    ("no", 8_000),
    ("sv", 8_000),
    ("da", 8_000),
    ("pt", 8_000),
    ("lv", 3_000),
    ("lt", 3_000),
    ("et", 3_000),
    ("pl", 3_000),
    ("sl", 3_000),
    ("ro", 3_000),
    ("it", 3_000),
    ("nl", 3_000),
];
/// Fewest letters of a word.
const SHORTEST: usize = 3;
/// Fewest times as often that a word is written in small letters as with a capital; those and fewest times of one that is a surname, too.
const RATIO: u32 = 5;
const RATIO_OF_SURNAME: u32 = 10;
const LEAST_OF_SURNAME: u32 = 2;

/// The filter, and the number of its words.
pub struct OrdinaryFilter {
    /// The bytes of its file.
    pub bytes: Vec<u8>,
    /// The number of words in it.
    pub words: usize,
}

/// The filter of the words in the lists of frequent words in `folder`, in `len` bytes.
///
/// # Errors
/// If a file cannot be read.
pub fn ordinary_filter(folder: &Path, len: usize) -> Result<OrdinaryFilter, TrainError> {
    let model = Model::embedded();
    let classes = |word: &str| model.as_ref().map_or(0, |model| model.classes(word));
    let texts = texts(folder)?;
    let counts = counts(&texts);
    let mut words = BTreeSet::new();
    for path in files(&folder.join("gazetteers"), "tsv")? {
        let name = stem(&path);
        let language = name.strip_prefix("freqwords_").unwrap_or_default();
        let Some((_, first)) = LANGUAGES.iter().find(|(known, _)| *known == language) else { continue };
        let known = counts.get(language);
        for line in lines(&path)?.into_iter().take(*first) {
            let word = line.split('\t').next().unwrap_or_default();
            let latin = FoldedText::in_latin(word);
            let word = latin.as_ref().map_or(word, FoldedText::text);
            let is_word = word.chars().count() >= SHORTEST && word.chars().all(char::is_alphabetic);
            let count = known.and_then(|counts| counts.get(word)).copied().unwrap_or_default();
            if is_word && is_ordinary(classes(word), count) {
                words.insert(word.to_owned());
            }
        }
    }
    let bytes = WordFilter::write(words.iter().map(String::as_str), len);
    Ok(OrdinaryFilter { bytes, words: words.len() })
}

/// Reports whether a word of these classes, so often in small letters and with a capital, is rather a word than a name.
fn is_ordinary(classes: u16, (lower, upper): (u32, u32)) -> bool {
    const BORNE: u16 = class::FIRST | class::COMMON_FIRST | class::COMMON_LAST;
    let is_surname = classes & class::LAST != 0;
    let is_word = if is_surname {
        lower >= LEAST_OF_SURNAME && lower >= RATIO_OF_SURNAME * upper
    } else {
        upper == 0 || lower >= RATIO * upper
    };
    classes & BORNE == 0 && is_word
}

/// Plain and annotated texts, by the names of their files. `nb` and `nn` are Norwegian.
fn texts(folder: &Path) -> Result<Vec<(String, String)>, TrainError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| TrainError::Read(path, error)
    };
    let norwegian = |name: String| match name.get(..3) {
        Some("nb_" | "nn_") => format!("no{}", &name[2..]),
        _ => name,
    };
    let mut texts = Vec::new();
    for path in files(&folder.join("text"), "txt")? {
        texts.push((norwegian(stem(&path)), text(&path).map_err(failed(&path))?));
    }
    for path in files(&folder.join("train"), "jsonl")? {
        let documents = data::read(&path).map_err(failed(&path))?;
        let all: Vec<String> = documents.into_iter().map(|document| document.in_latin().text).collect();
        texts.push((norwegian(stem(&path)), all.join("\n")));
    }
    texts.retain(|(name, _)| LANGUAGES.iter().any(|(known, _)| *known == language(name)));
    Ok(texts)
}

fn lines(path: &Path) -> Result<Vec<String>, TrainError> {
    let failed = |error| TrainError::Read(path.to_path_buf(), error);
    BufReader::new(data::open(path).map_err(failed)?).lines().collect::<Result<_, _>>().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_names_by_lists_and_capitals() {
        for (classes, counts, expected) in [
            (0, (0, 0), true),
            (0, (5, 1), true),
            (0, (1, 1), false),
            (class::LAST, (0, 0), false),
            (class::LAST, (12, 1), true),
            (class::LAST | class::COMMON_LAST, (12, 0), false),
            (class::FIRST, (12, 0), false),
        ] {
            assert_eq!(is_ordinary(classes, counts), expected, "{classes} {counts:?}");
        }
    }
}
