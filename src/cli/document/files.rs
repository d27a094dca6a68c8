//! The input files of the arguments, in order.

use std::{
    borrow::Cow,
    collections::VecDeque,
    fs::{self, File},
    io::{self, Read},
    path::{Path, PathBuf},
};

use super::Failure;

/// The file name that stands for standard input.
const STDIN: &str = "-";

/// The remaining input files, with standard input.
pub(in crate::cli) struct Files {
    waiting: VecDeque<PathBuf>,
    /// The bytes of all files; `None` if unknown.
    total: Option<u64>,
}

impl Files {
    /// The files of the arguments, or standard input. All of them are checked first, so that a wrong name is reported before
    /// any work.
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

    /// The bytes of all files; `None` if unknown, as of a pipe.
    pub(in crate::cli) fn total(&self) -> Option<u64> {
        self.total
    }

    /// The number of remaining files.
    pub(in crate::cli) fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Takes the next file.
    pub(in crate::cli) fn next(&mut self) -> Option<PathBuf> {
        self.waiting.pop_front()
    }
}

/// Opens a file or standard input.
///
/// # Errors
/// If it cannot be opened.
pub(in crate::cli) fn open(path: &Path) -> Result<Box<dyn Read>, Failure> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    Ok(Box::new(File::open(path).map_err(|error| Failure::File(path.to_owned(), error))?))
}

/// The failure of reading `path`.
pub(in crate::cli) fn unreadable(path: &Path, error: io::Error) -> Failure {
    if is_stdin(path) { Failure::Stdin(error) } else { Failure::File(path.to_owned(), error) }
}

/// The name of `path` in messages.
pub(in crate::cli) fn display_name(path: &Path) -> Cow<'_, str> {
    if is_stdin(path) { "standard input".into() } else { path.to_string_lossy() }
}

fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}
