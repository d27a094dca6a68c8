//! Map files of `anonymize --map` and `deanonymize --map`.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use zeroize::{Zeroize, Zeroizing};

use super::Failure;
use crate::{
    anonymize::restore::MapEntry,
    engine::wire::{DetectedEntity, MapElement},
    input::{Dialect, Problem, Value, json, read},
};

/// A streaming writer of entities as a JSON array.
///
/// The last entity is held until the end: if a text was removed, it records the length of the whole text, which tells later
/// whether something was appended.
pub(in crate::cli) struct EntityWriter<W> {
    out: W,
    last: Option<DetectedEntity<'static>>,
    is_empty: bool,
    has_removed: bool,
}

impl<W: Write> EntityWriter<W> {
    /// A writer to `out`.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub(in crate::cli) fn new(mut out: W) -> io::Result<Self> {
        out.write_all(b"[")?;
        Ok(Self { out, last: None, is_empty: true, has_removed: false })
    }

    /// Adds `entities`.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(in crate::cli) fn add<'a>(&mut self, entities: impl IntoIterator<Item = DetectedEntity<'a>>) -> io::Result<()> {
        let mut held: Option<DetectedEntity<'a>> = None;
        for entity in entities {
            self.has_removed |= entity.is_removed();
            match held.replace(entity) {
                Some(before) => self.write(&before)?,
                None => {
                    if let Some(before) = self.last.take() {
                        self.write(&before)?;
                    }
                }
            }
        }
        self.last = held.map(DetectedEntity::into_owned).or(self.last.take());
        self.out.flush()
    }

    fn write(&mut self, entity: &DetectedEntity<'_>) -> io::Result<()> {
        self.out.write_all(if self.is_empty { b"\n" } else { b",\n" })?;
        self.is_empty = false;
        Ok(serde_json::to_writer(&mut self.out, entity)?)
    }

    /// Ends the array; the text of its entities has `length` units.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(in crate::cli) fn finish(mut self, length: usize) -> io::Result<W> {
        if let Some(last) = self.last.take() {
            self.write(&if self.has_removed { last.with_text_length(length) } else { last })?;
        }
        self.out.write_all(if self.is_empty { b"]" } else { b"\n]" })?;
        self.out.write_all(b"\n")?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A buffer that is zeroed on drop.
#[derive(Default)]
pub(in crate::cli) struct Spool(Zeroizing<Vec<u8>>);

impl Spool {
    /// The written bytes.
    pub(in crate::cli) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Write for Spool {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A vector that grows frees its old memory without zeroing it.
        if self.0.capacity() - self.0.len() < bytes.len() {
            let mut larger = Vec::with_capacity((self.0.len() + bytes.len()).next_power_of_two().max(4096));
            larger.extend_from_slice(&self.0);
            std::mem::replace(&mut *self.0, larger).zeroize();
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl EntityWriter<BufWriter<File>> {
    /// A writer to the file `path`, which only its owner may read: it holds the originals.
    ///
    /// # Errors
    /// If the file cannot be made, or is one of the `inputs`.
    pub(in crate::cli) fn create(path: &Path, inputs: &[PathBuf]) -> Result<Self, Failure> {
        let file = create_private("--map", path, inputs)?;
        Self::new(BufWriter::new(file)).map_err(|error| Failure::File(path.to_owned(), error))
    }
}

/// Creates the file `path` of `flag`, readable by its owner only.
///
/// # Errors
/// If it cannot be made, or is one of the `inputs`.
pub(in crate::cli) fn create_private(flag: &str, path: &Path, inputs: &[PathBuf]) -> Result<File, Failure> {
    refuse_input(flag, path, inputs)?;
    open_private(path).map_err(|error| Failure::File(path.to_owned(), error))
}

/// Checks that writing the file `path` of `flag` would not overwrite an input.
///
/// # Errors
/// If it is one of the `inputs`.
pub(in crate::cli) fn refuse_input(flag: &str, path: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    let known = fs::canonicalize(path).ok();
    if known.is_some() && inputs.iter().any(|input| fs::canonicalize(input).ok() == known) {
        return Err(Failure::Usage(format!("{flag} {}: is an input, too", path.display())));
    }
    Ok(())
}

#[cfg(unix)]
fn open_private(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    const PRIVATE: u32 = 0o600;
    let file = OpenOptions::new().write(true).create(true).truncate(true).mode(PRIVATE).open(path)?;
    // A file that was there before keeps its mode. A pipe or a terminal is not ours to change.
    if file.metadata()?.is_file() {
        file.set_permissions(fs::Permissions::from_mode(PRIVATE))?;
    }
    Ok(file)
}

#[cfg(not(unix))]
fn open_private(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create(true).truncate(true).open(path)
}

/// The bytes of a map file.
pub(in crate::cli) struct MapFile {
    path: PathBuf,
    bytes: Zeroizing<Vec<u8>>,
}

impl MapFile {
    /// Reads the file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(in crate::cli) fn open(path: PathBuf) -> Result<Self, Failure> {
        match fs::read(&path) {
            Ok(bytes) => Ok(Self { path, bytes: Zeroizing::new(bytes) }),
            Err(error) => Err(Failure::File(path, error)),
        }
    }

    /// The map's elements: those of its array, or of the `detected_entities` of its object.
    ///
    /// # Errors
    /// All that is wrong with it, without a byte of it.
    pub(in crate::cli) fn elements(&self) -> Result<Vec<MapElement<'_>>, Failure> {
        // The map is the user's own, and as long as their document requires.
        let limits = json::Limits { values: usize::MAX, ..json::Limits::default() };
        let name = self.path.display();
        let node = json::parse(&self.bytes, limits).map_err(|error| Failure::Data(format!("{name}: {error}")))?;
        let elements = read(node, Dialect::Json, |item| {
            if !matches!(item.value(), Value::Object(_)) {
                return item.list(usize::MAX, MapElement::read);
            }
            let mut object = item.object()?;
            let elements = object.required("detected_entities", |item| item.list(usize::MAX, MapElement::read));
            object.ignore_rest();
            elements
        });
        elements.map_err(|problems| {
            let at =
                |problem: &Problem| if problem.pointer.is_empty() { "/".to_owned() } else { problem.pointer.clone() };
            let mut lines: Vec<_> =
                problems.list.iter().map(|problem| format!("{name}: {}: {}", at(problem), problem.detail)).collect();
            if problems.more > 0 {
                lines.push(format!("and {} more", problems.more));
            }
            Failure::Data(lines.join("\n"))
        })
    }
}

/// The entries for restoring that `elements` describe.
pub(in crate::cli) fn entries<'m>(elements: &'m [MapElement<'_>]) -> Vec<MapEntry<'m>> {
    elements.iter().map(MapElement::entry).collect()
}
