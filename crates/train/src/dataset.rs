//! [`Dataset`]: the files of a training folder.
//!
//! | folder or file | what |
//! |---|---|
//! | `train/*.jsonl`, or `*.jsonl` in the folder itself | annotated texts, see [`Document`] |
//! | `dev/*.jsonl` | annotated texts to choose thresholds with; else every tenth document of the others |
//! | `gazetteers/*` | lists of names, see [`gazetteers`] |
//! | `text/*.txt` | plain text |
//!
//! Only the first is needed. Files may be gzipped, with `.gz` after their names. Texts in which names are marked may lie in a folder of
//! their own, in files that are called after their language: `fi.txt`.

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::{
    corpora,
    data::{self, Annotation, Document, sequences},
    error::TrainError,
    european,
    gazetteers::{self, FrequentWords, Names},
    label_map::LabelMap,
    marked::{self, Marked},
    network::Random,
    sampler::Sampler,
    templates,
};
use masquerade_ner::lexicon::Lexicon;
use masquerade_text::FoldedText;

/// Largest plain text that is read of one file, in bytes.
const MAX_TEXT: u64 = 256 << 20;
/// One document in so many is kept for development if the folder has no texts for it.
const HELD_OUT: usize = 10;
/// Each template is filled once for so many tokens of the corpora, at most [`MOST_FILLED`] times.
const TOKENS_PER_FILLING: usize = 50_000;
const MOST_FILLED: usize = 30;

/// What stands behind the language in the names of corpora of marked texts whose files have the language alone as name.
const WRITTEN: &str = "_written";

/// Documents of one corpus.
pub type Corpus = (String, Vec<Document>);

/// The data of a training.
pub struct Dataset {
    /// The sequences to train on.
    pub sampler: Sampler,
    /// Corpora for development.
    pub dev: Vec<Corpus>,
    /// Texts without annotations, by the names of their files.
    pub texts: Vec<(String, String)>,
    /// Texts with annotations, for word vectors.
    pub annotated: Vec<String>,
    /// Lists of names.
    pub lexicon: Lexicon,
    /// Words that are nobody.
    pub frequent: FrequentWords,
}

impl Dataset {
    /// Reads `folder`, and the marked texts of another, but no corpora whose names begin as one of `without` does.
    ///
    /// # Errors
    /// If files cannot be read, are malformed, have labels that are neither known nor in `map`, or there are no annotated texts.
    pub fn read(
        folder: &Path,
        marked: Option<&Path>,
        without: &[String],
        map: &LabelMap,
        random: &mut Random,
    ) -> Result<Self, TrainError> {
        let is_wanted = |corpus: &str| !without.iter().any(|name| corpus.starts_with(name.as_str()));
        let list = |folder: &Path, ending: &str| -> Result<Vec<PathBuf>, TrainError> {
            Ok(files(folder, ending)?.into_iter().filter(|path| is_wanted(&stem(path))).collect())
        };
        let lists = folder.join("gazetteers");
        let (lexicon, names) = gazetteers::read(&lists)?;
        let frequent = gazetteers::frequent_words(&lists, &lexicon)?;
        let (sampler, dev, texts, annotated) = Default::default();
        let mut data = Self { sampler, dev, texts, annotated, lexicon, frequent };
        for path in list(&folder.join("dev"), "jsonl")? {
            data.dev.push((stem(&path), corpus(&path, map)?));
        }
        let is_held_out = data.dev.is_empty();
        for path in [list(folder, "jsonl")?, list(&folder.join("train"), "jsonl")?].concat() {
            data.add(&stem(&path), corpus(&path, map)?, is_held_out);
        }
        if let Some(marked) = marked {
            for path in files(marked, "txt")? {
                let name = stem(&path);
                let name = if name.contains('_') { name } else { name + WRITTEN };
                if is_wanted(&name) {
                    data.add(&name, marked_corpus(&path, &name)?, is_held_out);
                }
            }
        }
        if data.sampler.sequences.is_empty() {
            return Err(TrainError::Empty(folder.to_owned()));
        }
        for path in list(&folder.join("text"), "txt")? {
            data.sampler.source(&stem(&path), 1.0);
            data.texts.push((stem(&path), text(&path).map_err(|error| TrainError::Read(path.clone(), error))?));
        }
        data.templates(&names, random);
        data.sampler.names = names;
        Ok(data)
    }

    fn templates(&mut self, names: &Names, random: &mut Random) {
        let tokens: usize = self.sampler.sequences.iter().map(|sequence| sequence.words.len()).sum();
        let times = (tokens / TOKENS_PER_FILLING).clamp(1, MOST_FILLED);
        let odd = templates::odd();
        let mut all = vec![(templates::LAYOUTS, "layouts"), (templates::QUIET, "quiet"), (&odd, "quiet")];
        if self.sampler.sources.iter().any(|source| european::is_foreign(source)) {
            all.push((templates::EUROPEAN_QUIET, "quiet"));
            for (language, templates) in templates::LANGUAGES {
                let names = names.of_language(language);
                let filled = templates::render(templates, "layouts", times, &names, random);
                self.sequences("layouts", &filled.into_iter().map(Document::in_latin).collect::<Vec<_>>());
            }
        }
        for (templates, source) in all {
            self.sequences(source, &templates::render(templates, source, times, names, random));
        }
        for (templates, source) in [(templates::DEV_LAYOUTS, "layouts"), (templates::DEV_QUIET, "quiet")] {
            let filled = templates::render(templates, source, times, names, random);
            if !filled.is_empty() {
                self.dev.push((source.to_owned(), filled));
            }
        }
    }

    fn add(&mut self, name: &str, documents: Vec<Document>, is_held_out: bool) {
        self.annotated.extend(documents.iter().map(|document| document.text.clone()));
        if !corpora::is_trained_on(name) {
            return;
        }
        let mut kept: Vec<Document> = documents.into_iter().step_by(corpora::step(name)).collect();
        if is_held_out {
            let mut count = 0;
            let held: Vec<Document> = kept
                .extract_if(.., |_| {
                    count += 1;
                    count % HELD_OUT == 0
                })
                .collect();
            self.dev.push((name.to_owned(), held));
        }
        self.sequences(name, &kept);
    }

    fn sequences(&mut self, name: &str, documents: &[Document]) {
        let source = self.sampler.source(name, corpora::weight(name));
        for document in documents {
            sequences(document, source, &mut self.sampler.sequences);
        }
    }
}

/// The documents of a file. A document without a source gets the name of the file.
fn corpus(path: &Path, map: &LabelMap) -> Result<Vec<Document>, TrainError> {
    let mut documents = data::read(path).map_err(|error| TrainError::Read(path.to_owned(), error))?;
    for document in documents.iter_mut().filter(|document| document.source.is_empty()) {
        document.source = stem(path);
    }
    map.apply(&mut documents).map_err(|labels| TrainError::Labels(path.to_owned(), labels))?;
    documents.iter_mut().for_each(data::cut_titles);
    Ok(documents.into_iter().map(Document::in_latin).collect())
}

/// The marked texts of a file, whose titles stand outside the marks.
fn marked_corpus(path: &Path, name: &str) -> Result<Vec<Document>, TrainError> {
    let failed = |error| TrainError::Read(path.to_owned(), error);
    let mut file = String::new();
    data::open(path).and_then(|source| source.take(MAX_TEXT).read_to_string(&mut file)).map_err(failed)?;
    let (texts, wrong) = marked::read(&file, mark_label);
    if wrong > 0 {
        return Err(failed(io::Error::new(io::ErrorKind::InvalidData, format!("{wrong} marks are of no known kind"))));
    }
    Ok(texts.into_iter().map(|text| document(text, name).in_latin()).collect())
}

/// The label that a mark's name stands for.
fn mark_label(name: &str) -> Option<&'static str> {
    Some(match name {
        "person" => "PERSON",
        "place" => "LOCATION",
        "org" => "ORGANIZATION",
        "nrp" => "NRP",
        "any" => corpora::IGNORED,
        _ => return None,
    })
}

fn document(marked: Marked<&'static str>, source: &str) -> Document {
    let codes = |at: usize| marked.text[..at].chars().count();
    let entities = marked.marks.iter().map(|(place, label)| Annotation {
        start: codes(place.start),
        end: codes(place.end),
        label: (*label).to_owned(),
    });
    Document { entities: entities.collect(), text: marked.text.clone(), source: source.to_owned() }
}

/// The text of a file, in Latin letters.
pub fn text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    data::open(path)?.take(MAX_TEXT).read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let latin = FoldedText::in_latin(&text).map(|latin| latin.text().to_owned());
    Ok(latin.unwrap_or(text))
}

/// The files of `folder` with this ending, in order; none where there is no such folder.
pub fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, TrainError> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let failed = |error| TrainError::Read(folder.to_owned(), error);
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name.trim_end_matches(".gz").ends_with(&format!(".{ending}")) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The name of a file up to its first stop.
pub fn stem(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    name.split('.').next().unwrap_or_default().to_owned()
}
