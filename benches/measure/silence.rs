//! False entities in texts that hold next to no personal data.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use masquerade_detect::{Detector, Options, entity::Label, text::Field};
use masquerade_ner::{Level, Model};

use crate::{files::files, logs, random::Random};

/// Bytes of sources that are read unless the caller says otherwise.
pub const BYTES: u64 = 10_000_000;
/// Labels whose finds in sources are mostly right: authors are named there.
const MOSTLY_RIGHT: [&str; 1] = ["EMAIL_ADDRESS"];
/// Examples printed for each label.
const EXAMPLES: usize = 12;
/// Unit of the rates, in bytes.
const PER: f64 = 100_000.0;
/// Seed of the generated logs.
const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
/// Prints the entities in at most about `bytes` of the text files below `folder`, evenly spread.
pub fn sources(folder: &str, bytes: u64) {
    let mut all = Vec::new();
    files(Path::new(folder), &mut all);
    let total: u64 = all.iter().filter_map(|path| path.metadata().ok()).map(|data| data.len()).sum();
    let step = usize::try_from(total / bytes.max(1) + 1).expect("folders hold fewer files");
    let name = |path: &PathBuf| path.strip_prefix(folder).unwrap_or(path).display().to_string();
    let read = |path: &PathBuf| Some((name(path), fs::read_to_string(path).ok()?));
    let texts: Vec<_> = all.iter().step_by(step).filter_map(read).collect();
    report(&texts);
}

/// Prints the entities in 10 MB of generated logs.
pub fn logs() {
    report(&[("logs".to_owned(), logs::logs(&mut Random::new(SEED), 10_000_000))]);
}

/// Prints the entities of named texts at default settings, with rules alone and with the language model.
fn report(texts: &[(String, String)]) {
    let bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();
    let model = Model::embedded().expect("a model is built in");
    let detector = Detector::with_model(Vec::new(), model).expect("built-in rules compile");
    for (name, level) in [("rules alone", Level::Off), ("with the language model (full)", Level::Full)] {
        let options = Options { ner: level, ..Options::new(detector.default_labels().clone()) };
        let mut finds: BTreeMap<Label, Vec<String>> = BTreeMap::new();
        for (place, text) in texts {
            for entity in detector.detect(&[Field::new(text)], &options).remove(0) {
                let value: String = entity.span.slice(text).chars().take(80).collect();
                finds.entry(entity.label).or_default().push(format!("{:.2} {value:?} in {place}", entity.confidence));
            }
        }
        print(&finds);
        let is_counted = |label: &Label| !MOSTLY_RIGHT.contains(&label.name());
        let counted: usize = finds.iter().filter(|(label, _)| is_counted(label)).map(|(_, finds)| finds.len()).sum();
        let rate = counted as f64 * PER / (bytes as f64).max(1.0);
        println!("{name}: {counted} finds besides {MOSTLY_RIGHT:?} in {bytes} bytes, {rate:.2} in 100 KB\n");
    }
}

/// Prints labels by how often they were found, with examples.
fn print(finds: &BTreeMap<Label, Vec<String>>) {
    let mut by_count: Vec<_> = finds.iter().collect();
    by_count.sort_by_key(|(_, finds)| std::cmp::Reverse(finds.len()));
    for (label, finds) in &by_count {
        println!("{:6} {label}", finds.len());
        let spread = finds.len().div_ceil(EXAMPLES).max(1);
        finds.iter().step_by(spread).for_each(|find| println!("         {find}"));
    }
}
