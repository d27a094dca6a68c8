//! [`Lines`]: the lines of plain and gzip files, one at a time.

use std::{
    fmt,
    io::{self, BufRead, BufReader, Cursor, IsTerminal, Read},
    path::{Path, PathBuf},
    rc::Rc,
};

use flate2::bufread::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::document::{Failure, Files, display_name, open, unreadable};

/// The first bytes of every gzip file (RFC 1952, 2.3.1).
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The byte order mark that some editors write at the beginning of UTF-8 (Unicode 16.0, 2.6).
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A longer line is no text that anybody annotates.
const MAX_LINE: usize = 64 << 20;

/// The place of a line.
#[derive(Clone)]
pub(super) struct Place {
    file: Rc<Path>,
    line: u64,
}

impl Place {
    /// The file, as it was named.
    pub(super) fn file(&self) -> String {
        self.file.display().to_string()
    }

    /// The number of the line, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", display_name(&self.file), self.line)
    }
}

/// Reads what the arguments name, line by line.
pub(super) struct Lines {
    waiting: Files,
    current: Option<Source>,
    files: u64,
    progress: ProgressBar,
}

struct Source {
    place: Place,
    stream: Box<dyn BufRead>,
    is_gzip: bool,
}

impl Lines {
    /// The lines of `files`, as [`Files::new`] takes them.
    ///
    /// # Errors
    /// If one does not exist or is a directory.
    pub(super) fn new(files: &[PathBuf]) -> Result<Self, Failure> {
        let waiting = Files::new(files)?;
        Ok(Self { files: waiting.len() as u64, progress: progress(waiting.total()), waiting, current: None })
    }

    /// The number of files, standard input included.
    pub(super) fn files(&self) -> u64 {
        self.files
    }

    /// Puts the next line that is not blank into `line`, without what ends it; `None` at the end of the last file.
    ///
    /// # Errors
    /// If it cannot be read or is too long.
    pub(super) fn next(&mut self, line: &mut Vec<u8>) -> Result<Option<Place>, Failure> {
        loop {
            let Some(source) = &mut self.current else {
                match self.waiting.next() {
                    Some(path) => self.current = Some(Source::open(&path, &self.progress)?),
                    None => return Ok(None),
                }
                continue;
            };
            line.clear();
            source.place.line += 1;
            let read = source.stream.by_ref().take(MAX_LINE as u64).read_until(b'\n', line);
            if read.map_err(|error| source.failure(error))? == 0 {
                self.current = None;
                continue;
            }
            if line.len() == MAX_LINE {
                return Err(Failure::Data(format!("{}: is longer than {} MiB", source.place, MAX_LINE >> 20)));
            }
            if source.place.line == 1 && line.starts_with(BYTE_ORDER_MARK) {
                line.drain(..BYTE_ORDER_MARK.len());
            }
            line.truncate(line.trim_ascii_end().len());
            if !line.is_empty() {
                return Ok(Some(source.place.clone()));
            }
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.progress.finish_and_clear();
    }
}

impl Source {
    fn open(path: &Path, progress: &ProgressBar) -> Result<Self, Failure> {
        let place = Place { file: path.into(), line: 0 };
        let mut plain = progress.wrap_read(open(path)?);
        let mut head = Vec::new();
        let read = plain.by_ref().take(GZIP.len() as u64).read_to_end(&mut head);
        let is_gzip = head == GZIP;
        let all = BufReader::new(Cursor::new(head).chain(plain));
        let stream: Box<dyn BufRead> =
            if is_gzip { Box::new(BufReader::new(MultiGzDecoder::new(all))) } else { Box::new(all) };
        let source = Self { place, stream, is_gzip };
        read.map_err(|error| source.failure(error))?;
        Ok(source)
    }

    fn failure(&self, error: io::Error) -> Failure {
        let is_damage = matches!(
            error.kind(),
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof
        );
        if self.is_gzip && is_damage {
            Failure::Data(format!("{}: the gzip file is damaged or cut off", self.place))
        } else {
            unreadable(&self.place.file, error)
        }
    }
}

/// A bar for `total` bytes, or a line that counts them where nobody knows how many there are; where somebody can see it.
fn progress(total: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    let template = if total.is_some() {
        "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta} left"
    } else {
        "{spinner} {bytes} {bytes_per_sec} {elapsed}"
    };
    bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}
