//! [`TrainError`]: the ways in which training fails.

use std::{collections::BTreeSet, fmt, io, path::PathBuf};

use masquerade_ner::artefact::ArtefactError;

/// The reasons for which training gives no model.
#[derive(Debug)]
pub enum TrainError {
    /// A file or folder cannot be read, or a line of it is malformed.
    Read(PathBuf, io::Error),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// A file has labels that are not known.
    Labels(PathBuf, BTreeSet<String>),
    /// A file or folder has no annotated texts.
    Empty(PathBuf),
    /// A model has other lists of names than the trained one.
    Lists(PathBuf),
    /// The model cannot be written or read again.
    Artefact(ArtefactError),
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            Self::Labels(path, labels) => {
                let labels: Vec<_> = labels.iter().map(String::as_str).collect();
                let (path, labels) = (path.display(), labels.join(", "));
                write!(f, "{path} has labels that are not known: {labels}; say what they are by --map LABEL=TYPE")
            }
            Self::Empty(path) => write!(f, "{} has no annotated texts (*.jsonl, or train/*.jsonl)", path.display()),
            Self::Lists(path) => write!(f, "{} has other lists of names than the folder of texts", path.display()),
            Self::Artefact(error) => write!(f, "the trained model is refused: {error}"),
        }
    }
}

impl std::error::Error for TrainError {}

impl From<ArtefactError> for TrainError {
    fn from(error: ArtefactError) -> Self {
        Self::Artefact(error)
    }
}
