//! Documents: what `anonymize` and `deanonymize` read, in pieces, and how they fail.

mod chunks;
mod files;
mod map;
mod reader;
mod run;

pub(super) use self::{
    chunks::{Chunks, SIGHT, Seam},
    files::{Files, called, open, unreadable},
    map::{Listing, MapFile, Spool, create_private, entries, refuse_input},
    reader::Reader,
    run::Run,
};

use std::{fmt, io, path::PathBuf};

use super::{ConfigArguments, Exit, complain, load};
use crate::{
    config::Config,
    engine::{RestoreError, setup::SetupError},
    store::StoreError,
};

/// Why a document was not worked through. Holds nothing of a text.
#[derive(Debug)]
pub(super) enum Failure {
    /// What is wrong has been said already.
    Said(Exit),
    /// The arguments do not go with each other or with the configuration.
    Usage(String),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// Standard input cannot be read.
    Stdin(io::Error),
    /// Standard output cannot be written.
    Stdout(io::Error),
    /// Something that was read is not what it has to be.
    Data(String),
    /// A fault of this program or of its system.
    Internal(String),
}

impl Failure {
    /// Says what is wrong, and how to end because of it. Whoever closes our output early, as `head` does,
    /// has what they wanted.
    pub(super) fn end(&self) -> Exit {
        let exit = match self {
            Self::Said(exit) => return *exit,
            Self::Stdout(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Done,
            Self::Usage(_) => Exit::Usage,
            Self::File(..) | Self::Stdin(_) | Self::Stdout(_) => Exit::Io,
            Self::Data(_) => Exit::Data,
            Self::Internal(_) => Exit::Internal,
        };
        complain(&format!("error: {self}"));
        exit
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Said(_) => Ok(()),
            Self::Usage(detail) | Self::Data(detail) | Self::Internal(detail) => f.write_str(detail),
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Stdin(error) => write!(f, "standard input: {error}"),
            Self::Stdout(error) => write!(f, "standard output: {error}"),
        }
    }
}

impl From<SetupError> for Failure {
    fn from(error: SetupError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.to_string())
    }
}

impl From<RestoreError> for Failure {
    fn from(error: RestoreError) -> Self {
        match error {
            RestoreError::Store(error) => error.into(),
            RestoreError::TooLong => Self::Data("the restored text would be too long".to_owned()),
        }
    }
}

/// The configuration. Without a secret it is good enough here: who needs one says so.
pub(super) fn configuration(arguments: ConfigArguments) -> Result<Config, Failure> {
    let (config, warnings) = load(&arguments.sources()).map_err(Failure::Said)?;
    for warning in warnings.iter().filter(|warning| warning.key != "secrets") {
        complain(&format!("warning: {warning}"));
    }
    Ok(config)
}

/// Runs what never waits for anything, since all of it is in this process.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_current_thread().build().map_err(|error| Failure::Internal(error.to_string()))
}
