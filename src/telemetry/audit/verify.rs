//! The check of an audit stream: all lines of a file, and of the files that were rotated before it.

use std::{
    fmt,
    fs::File,
    io::{self, BufRead, BufReader},
    path::{Path, PathBuf},
};

use super::chain::{self, Chain, GENESIS, Hash};

/// An unbroken stream.
#[derive(Debug)]
pub struct VerifiedStream {
    /// The number of files.
    pub files: usize,
    /// The number of the first line that is left; above 1 where the oldest files are gone.
    pub first: u64,
    /// The number of the last line.
    pub last: u64,
    /// The hash of the last line.
    pub hash: String,
    /// True if the stream holds the line with the hash that was asked for; `None`: none was.
    pub has_anchor: Option<bool>,
}

/// The first place where a stream is broken.
#[derive(Debug)]
pub struct Break {
    /// The file.
    pub file: PathBuf,
    /// The line in the file, from 1.
    pub line: u64,
    /// The reason.
    pub reason: &'static str,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file.display(), self.line, self.reason)
    }
}

/// Verifies a file and those that were rotated before it. `anchor` is the hash of a line that must be among them.
///
/// # Errors
/// If a file cannot be read.
pub fn verify(file: &Path, anchor: Option<&str>) -> io::Result<Result<VerifiedStream, Break>> {
    let mut files = rotated(file)?;
    files.push(file.to_owned());
    let mut check = Check { chain: None, first: 0, anchor, has_anchor: false };
    for file in &files {
        if let Err(broken) = check.file(file)? {
            return Ok(Err(broken));
        }
    }
    let Chain { sequence, hash } = check.chain.unwrap_or_default();
    Ok(Ok(VerifiedStream {
        files: files.len(),
        first: check.first,
        last: sequence,
        hash: String::from_utf8_lossy(&hash).into_owned(),
        has_anchor: anchor.map(|_| check.has_anchor),
    }))
}

/// The files that were rotated before `file`, oldest first: its name with the number of their first line behind it.
fn rotated(file: &Path) -> io::Result<Vec<PathBuf>> {
    let Some(name) = file.file_name().and_then(|name| name.to_str()) else { return Ok(Vec::new()) };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let number = path.file_name().and_then(|other| other.to_str()?.strip_prefix(name)?.strip_prefix('.'));
        if let Some(number) = number.filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit())) {
            found.extend(number.parse::<u64>().ok().map(|number| (number, path.clone())));
        }
    }
    found.sort();
    Ok(found.into_iter().map(|(_, path)| path).collect())
}

struct Check<'a> {
    /// The end of what is verified; `None` before the first line.
    chain: Option<Chain>,
    first: u64,
    anchor: Option<&'a str>,
    has_anchor: bool,
}

impl Check<'_> {
    fn file(&mut self, path: &Path) -> io::Result<Result<(), Break>> {
        let mut reader = BufReader::new(File::open(path)?);
        let mut line = Vec::new();
        for at in 1.. {
            line.clear();
            if reader.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            if let Err(reason) = self.line(&line, at == 1) {
                return Ok(Err(Break { file: path.to_owned(), line: at, reason }));
            }
        }
        Ok(Ok(()))
    }

    fn line(&mut self, line: &[u8], opens_file: bool) -> Result<(), &'static str> {
        let line = line.strip_suffix(b"\n").ok_or("the line is cut off")?;
        let sealed = chain::parse(line).ok_or("the line is not of an audit stream")?;
        let named = chain::opened_behind(sealed.body);
        if opens_file && named.is_none() {
            return Err("the file does not begin with the line that opens it");
        }
        let previous = self.previous(&sealed, named)?;
        if sealed.hash != chain::hash(&previous, sealed.body) {
            return Err("the hash does not fit: this line, or its place, has been changed");
        }
        self.has_anchor |= self.anchor.is_some_and(|anchor| anchor.as_bytes() == sealed.hash);
        self.chain = Some(Chain { sequence: sealed.sequence, hash: sealed.hash });
        Ok(())
    }

    /// The hash before a line. The first line of all says it itself, since older files may be gone.
    fn previous(&mut self, sealed: &chain::LineParts<'_>, named: Option<Hash>) -> Result<Hash, &'static str> {
        let Some(Chain { sequence, hash }) = self.chain else {
            self.first = sealed.sequence;
            let named = named.ok_or("the file does not begin with the line that opens it")?;
            return match sealed.sequence {
                1 if named != GENESIS => Err("the first line of all names a line before it"),
                _ => Ok(named),
            };
        };
        if sealed.sequence != sequence + 1 {
            return Err("lines are missing before this one, or stand twice");
        }
        if named.is_some_and(|named| named != hash) {
            return Err("the line that opens the file names another line before it");
        }
        Ok(hash)
    }
}
