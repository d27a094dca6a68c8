//! False entities in logs and in the sources of this project, with rules alone. The bench `measure` counts them on
//! other texts, and with the language model.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use masquerade_detect::entity::Label;
use masquerade_detect::text::Field;

use crate::{DETECTOR, default, files::files, logs::logs, random::Random};

/// Bytes in which one find is too many.
const PER: usize = 100_000;
/// The seed of the generated logs.
const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
/// Folders and files of this project whose texts are examples of personal data.
const EXAMPLES_IN: [&str; 6] = [
    "crates/detect/src/",
    "crates/scan/src/lib.rs",
    "crates/text/src/",
    "crates/train/src/templates.rs",
    "src/cli/verify.rs",
    "src/store/contract/",
];

/// The finds in texts at default settings, by label; each text has a name.
fn finds(texts: &[(String, String)]) -> BTreeMap<Label, Vec<String>> {
    let mut finds: BTreeMap<Label, Vec<String>> = BTreeMap::new();
    for (place, text) in texts {
        for entity in DETECTOR.detect(&[Field::new(text)], &default()).remove(0) {
            let value: String = entity.span.slice(text).chars().take(80).collect();
            finds.entry(entity.label).or_default().push(format!("{:.2} {value:?} in {place}", entity.confidence));
        }
    }
    finds
}

#[test]
fn generated_logs_are_left_alone() {
    let text = logs(&mut Random::new(SEED), 4 * PER);
    let len = text.len();
    let finds = finds(&[("logs".to_owned(), text)]);
    let count: usize = finds.values().map(Vec::len).sum();
    assert!(count * PER < len, "{count} in {len} bytes: {finds:?}");
}

#[test]
fn the_sources_of_this_project_are_left_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(&root.join("src"), &mut paths);
    files(&root.join("crates"), &mut paths);
    let is_example = |path: &PathBuf| {
        let place = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
        EXAMPLES_IN.iter().any(|folder| place.starts_with(folder))
            || place.contains("tests")
            || path.extension().is_none_or(|kind| kind != "rs")
    };
    paths.retain(|path| !is_example(path));
    let text = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("a source");
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        (path.display().to_string(), code.to_owned())
    };
    let texts: Vec<_> = paths.iter().map(text).collect();
    let len: usize = texts.iter().map(|(_, text)| text.len()).sum();
    let mut finds = finds(&texts);
    // Comments say what placeholders look like.
    finds.remove(&Label::LITERAL);
    let count: usize = finds.values().map(Vec::len).sum();
    assert!(len > 5 * PER && count * PER < len, "{count} in {len} bytes: {finds:#?}");
}
