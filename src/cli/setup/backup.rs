//! The backup of a settings file, beside it: the text before the first change, and the text after the last.

use std::{
    ffi::OsString,
    fs,
    io::{self, ErrorKind, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use toml_edit::DocumentMut;

/// The texts of a settings file before and after a setup.
pub(super) struct Backup {
    /// The text before; `None`: there was no file.
    pub(super) original: Option<String>,
    /// The text after.
    pub(super) written: String,
}

impl Backup {
    /// The backup of a settings file, if there is one.
    pub(super) fn read(path: &Path) -> io::Result<Option<Self>> {
        let Some(text) = text(&place(path))? else { return Ok(None) };
        let broken = || {
            let message = format!("the backup beside it, {}, is damaged; remove it to go on", place(path).display());
            io::Error::new(ErrorKind::InvalidData, message)
        };
        let document: DocumentMut = text.parse().map_err(|_| broken())?;
        let member = |name: &str| document.get(name).and_then(|item| item.as_str()).map(str::to_owned);
        Ok(Some(Self { original: member("original"), written: member("written").ok_or_else(broken)? }))
    }

    /// Writes it beside the settings file.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let mut document = DocumentMut::new();
        if let Some(original) = &self.original {
            document["original"] = toml_edit::value(original);
        }
        document["written"] = toml_edit::value(&self.written);
        replace(&place(path), &document.to_string())
    }

    /// Removes it.
    pub(super) fn remove(path: &Path) -> io::Result<()> {
        fs::remove_file(place(path))
    }
}

/// The path of a settings file's backup.
fn place(path: &Path) -> PathBuf {
    with_ending(path, ".masquerade-backup")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// The text of a file; `None`: there is none.
pub(super) fn text(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Replaces the text of a file at once, with its permissions; a new file is its owner's alone.
pub(super) fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let new = with_ending(path, ".masquerade-new");
    let mut file = fs::OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
    file.write_all(text.as_bytes())?;
    if let Ok(metadata) = fs::metadata(path) {
        file.set_permissions(metadata.permissions())?;
    }
    file.sync_all()?;
    fs::rename(&new, path)
}
