//! Files to look for false entities in.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Longest file that is read, in bytes.
const MAX_FILE: u64 = 1 << 20;

/// Adds the files below `folder` to `all`, by name; long ones are data.
pub fn files(folder: &Path, all: &mut Vec<PathBuf>) {
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
