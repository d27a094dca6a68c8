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

use masquerade::{entity::Label, text::Field};

use crate::{DETECTOR, default};

/// Labels of which finds in sources are mostly right: authors are named there.
const MOSTLY_RIGHT: [&str; 1] = ["EMAIL_ADDRESS"];
/// Examples printed for each label.
const EXAMPLES: usize = 12;
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
    let mut finds: BTreeMap<Label, Vec<String>> = BTreeMap::new();
    let mut read = 0;
    for path in all.iter().step_by(step) {
        let Ok(text) = fs::read_to_string(path) else { continue };
        read += text.len();
        for entity in DETECTOR.detect(&[Field::new(&text)], &default()).remove(0) {
            let place = path.strip_prefix(&folder).unwrap_or(path).display().to_string();
            let value: String = entity.span.slice(&text).chars().take(80).collect();
            finds.entry(entity.label).or_default().push(format!("{:.2} {value:?} in {place}", entity.confidence));
        }
    }
    println!("{read} bytes");
    let mut by_count: Vec<_> = finds.iter().collect();
    by_count.sort_by_key(|(_, finds)| std::cmp::Reverse(finds.len()));
    for (label, finds) in &by_count {
        println!("{:6} {label}", finds.len());
        let spread = finds.len().div_ceil(EXAMPLES).max(1);
        finds.iter().step_by(spread).for_each(|find| println!("         {find}"));
    }
    let counted: usize =
        finds.iter().filter(|(label, _)| !MOSTLY_RIGHT.contains(&label.name())).map(|(_, finds)| finds.len()).sum();
    let per = counted as f64 * 100_000.0 / (read as f64).max(1.0);
    println!("{counted} besides {MOSTLY_RIGHT:?}, {per:.2} in 100 KB");
    assert!(read > 0 && per < 1.0, "{per:.2} in 100 KB");
}
