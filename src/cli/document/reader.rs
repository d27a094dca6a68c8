//! A reader of files and standard input, in order, as one UTF-8 text.

use std::{
    io::{self, IsTerminal, Read},
    path::PathBuf,
};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    Failure,
    files::{Files, display_name, open, unreadable},
};

/// The input size from which a progress bar is shown, in bytes.
const LONG: u64 = 16 << 20;

/// A reader of the input files.
pub(in crate::cli) struct Reader {
    files: Files,
    current: Option<Source>,
    progress: Option<ProgressBar>,
}

struct Source {
    name: PathBuf,
    stream: Box<dyn Read>,
    /// The line ends so far.
    lines: usize,
    /// The first bytes of a character that is cut off.
    partial: Vec<u8>,
}

impl Reader {
    /// A reader of `files`, as [`Files::new`] takes them.
    ///
    /// # Errors
    /// If one does not exist or is a directory.
    pub(in crate::cli) fn new(files: &[PathBuf]) -> Result<Self, Failure> {
        let files = Files::new(files)?;
        Ok(Self { progress: files.total().and_then(progress), files, current: None })
    }

    /// Adds at least `wanted` bytes to `text`, fewer at the end of all input. Returns whether the end is reached.
    ///
    /// # Errors
    /// If input cannot be read or is not UTF-8.
    pub(in crate::cli) fn fill(&mut self, text: &mut String, wanted: usize) -> Result<bool, Failure> {
        let target = text.len().saturating_add(wanted);
        let mut bytes = Vec::new();
        while text.len() < target {
            let Some(source) = &mut self.current else {
                match self.files.next() {
                    Some(path) => self.current = Some(Source::open(path)?),
                    None => return Ok(true),
                }
                continue;
            };
            bytes.clear();
            bytes.append(&mut source.partial);
            let missing = u64::try_from(target - text.len()).unwrap_or(u64::MAX);
            let read = source.stream.by_ref().take(missing).read_to_end(&mut bytes);
            let read = read.map_err(|error| unreadable(&source.name, error))? as u64;
            if let Some(progress) = &self.progress {
                progress.inc(read);
            }
            let is_end = read < missing;
            source.decode(&bytes, is_end, text)?;
            if is_end {
                self.current = None;
            }
        }
        Ok(false)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if let Some(progress) = &self.progress {
            progress.finish_and_clear();
        }
    }
}

impl Source {
    fn open(name: PathBuf) -> Result<Self, Failure> {
        Ok(Self { stream: open(&name)?, name, lines: 0, partial: Vec::new() })
    }

    /// Adds `bytes` to `text`, keeping a character that is cut off at their end unless `is_end`.
    fn decode(&mut self, bytes: &[u8], is_end: bool, text: &mut String) -> Result<(), Failure> {
        let (good, is_broken) = match std::str::from_utf8(bytes) {
            Ok(_) => (bytes.len(), false),
            Err(error) => (error.valid_up_to(), is_end || error.error_len().is_some()),
        };
        let (good, rest) = bytes.split_at_checked(good).unwrap_or((bytes, &[]));
        self.lines += memchr::memchr_iter(b'\n', good).count();
        if is_broken {
            return Err(Failure::Data(format!("{}, line {}: not UTF-8", display_name(&self.name), self.lines + 1)));
        }
        text.push_str(std::str::from_utf8(good).unwrap_or_default());
        self.partial.extend_from_slice(rest);
        Ok(())
    }
}

/// A progress bar for `total` bytes, if standard error is a terminal and standard output is not.
fn progress(total: u64) -> Option<ProgressBar> {
    if total < LONG || !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return None;
    }
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta} left");
    Some(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
}
