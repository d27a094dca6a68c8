//! [`Files`]: what the arguments name, to be read one after another.

use std::{
    borrow::Cow,
    collections::VecDeque,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::Failure;

/// Stands for standard input where a file is named.
const STDIN: &str = "-";

/// Files that are still to be read, standard input among them.
pub(in crate::cli) struct Files {
    waiting: VecDeque<PathBuf>,
    /// Bytes of all; `None` where nobody knows.
    total: Option<u64>,
}

impl Files {
    /// `files`, standard input if there are none. Looks at all of them first, so that a name that is wrong is known
    /// before anything is done.
    ///
    /// # Errors
    /// If one does not exist or is a directory.
    pub(in crate::cli) fn new(files: &[PathBuf]) -> Result<Self, Failure> {
        let mut waiting: VecDeque<_> = files.iter().cloned().collect();
        if waiting.is_empty() {
            waiting.push_back(STDIN.into());
        }
        let mut total = Some(0_u64);
        for path in &waiting {
            if is_stdin(path) {
                total = None;
                continue;
            }
            let metadata = fs::metadata(path).map_err(|error| Failure::File(path.clone(), error))?;
            if metadata.is_dir() {
                return Err(Failure::File(path.clone(), io::ErrorKind::IsADirectory.into()));
            }
            total = total.filter(|_| metadata.is_file()).map(|total| total.saturating_add(metadata.len()));
        }
        Ok(Self { waiting, total })
    }

    /// Their bytes; `None` where nobody knows, as of a pipe.
    pub(in crate::cli) fn total(&self) -> Option<u64> {
        self.total
    }

    /// How many there still are.
    pub(in crate::cli) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The next one.
    pub(in crate::cli) fn next(&mut self) -> Option<PathBuf> {
        self.waiting.pop_front()
    }
}

/// The bytes of what `path` names.
///
/// # Errors
/// If it cannot be opened.
pub(in crate::cli) fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path).map_err(|error| Failure::File(path.to_owned(), error))?))
}

/// What it means that `path` cannot be read.
pub(in crate::cli) fn unreadable(path: &Path, error: io::Error) -> Failure {
    if is_stdin(path) { Failure::Stdin(error) } else { Failure::File(path.to_owned(), error) }
}

/// What `path` is called in messages.
pub(in crate::cli) fn called(path: &Path) -> Cow<'_, str> {
    if is_stdin(path) { "standard input".into() } else { path.to_string_lossy() }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}
