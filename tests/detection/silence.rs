//! False entities on real sources and logs.
//!
//! ```text
//! MASQUERADE_SOURCES=~/.cargo/registry/src cargo test --release --test detection -- --ignored --nocapture silence
//! ```
//!
//! reads at most `MASQUERADE_SOURCES_BYTES` (10 MB) of text files under that folder, evenly spread, and prints
//! what is found at default settings, by label, with the files. Values that are what their label
//! says, such as the addresses of maintainers, are for the reader to tell apart: e-mail addresses and URLs are
//! listed, but not counted.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use masquerade_detect::entity::Label;
use masquerade_detect::text::Field;

use crate::{
    DETECTOR, default,
    logs::{Numbers, logs},
};

/// Labels of which finds in sources are mostly right: authors are named there.
const MOSTLY_RIGHT: [&str; 1] = ["EMAIL_ADDRESS"];
/// Examples printed for each label.
const EXAMPLES: usize = 12;
/// Bytes in which one find is too many.
const PER: usize = 100_000;
/// Of the generated logs.
const SEED: u64 = 0x9E37_79B9_7F4A_7C15;
/// Folders and files of this project whose texts are examples of personal data.
const EXAMPLES_IN: [&str; 2] = ["crates/detect/src/", "crates/text/src/fold/"];
/// Longest file that is read.
const MAX_FILE: u64 = 1 << 20;

fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, all);
        } else if path.metadata().is_ok_and(|data| data.len() < MAX_FILE) {
            all.push(path);
        }
    }
}

#[test]
#[ignore = "reads the folder MASQUERADE_SOURCES"]
fn silence_on_sources() {
    let folder = env::var("MASQUERADE_SOURCES").expect("MASQUERADE_SOURCES names a folder");
    let wanted = env::var("MASQUERADE_SOURCES_BYTES").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000_000_u64);
    let mut all = Vec::new();
    files(Path::new(&folder), &mut all);
    let total: u64 = all.iter().filter_map(|path| path.metadata().ok()).map(|data| data.len()).sum();
    // Every so manieth file, so that all of the folder has its say.
    let step = usize::try_from(total / wanted.max(1) + 1).unwrap_or(1);
    let mut texts = Vec::new();
    for path in all.iter().step_by(step) {
        let Ok(text) = fs::read_to_string(path) else { continue };
        texts.push((path.strip_prefix(&folder).unwrap_or(path).display().to_string(), text));
    }
    let read: usize = texts.iter().map(|(_, text)| text.len()).sum();
    let finds = finds(&texts);
    println!("{read} bytes");
    print(&finds);
    let counted: usize =
        finds.iter().filter(|(label, _)| !MOSTLY_RIGHT.contains(&label.name())).map(|(_, finds)| finds.len()).sum();
    let per = counted as f64 * PER as f64 / (read as f64).max(1.0);
    println!("{counted} besides {MOSTLY_RIGHT:?}, {per:.2} in 100 KB");
    assert!(read > 0 && per < 1.0, "{per:.2} in 100 KB");
}

/// What is found in texts at default settings, by label; each text has a name.
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

/// Prints what is found in 10 MB of generated logs.
#[test]
#[ignore = "a measurement"]
fn silence_on_logs() {
    let text = logs(&mut Numbers::new(SEED), 10_000_000);
    let finds = finds(&[("logs".to_owned(), text.clone())]);
    print(&finds);
    let count: usize = finds.values().map(Vec::len).sum();
    println!("{count} in {} bytes, {:.2} in 100 KB", text.len(), count as f64 * 100_000.0 / text.len() as f64);
    assert!(count * PER < text.len());
}

#[test]
fn generated_logs_are_left_alone() {
    let text = logs(&mut Numbers::new(SEED), 4 * PER);
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
