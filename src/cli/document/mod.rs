//! Documents of `anonymize` and `deanonymize`: input in pieces, map files, errors.

mod chunks;
mod files;
mod map;
mod reader;
mod store;

pub(super) use self::{
    chunks::{Chunks, LOOKAROUND, SplitPoint},
    files::{Files, display_name, open, unreadable},
    map::{EntityWriter, MapFile, Spool, create_private, entries, refuse_input},
    reader::Reader,
    store::DocumentStore,
};

use std::{
    ffi::OsString,
    fmt, io,
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
};

use super::{Exit, load, print_error};
use crate::{
    config::{Config, Sources},
    engine::MaskError,
    engine::{RestoreError, setup::SetupError},
    store::StoreError,
};
use masquerade_detect::ExternalFailure;

/// The failure of a subcommand on a document. Holds nothing of a text.
#[derive(Debug)]
pub(super) enum Failure {
    /// The problem is printed already.
    Reported(Exit),
    /// The arguments contradict each other or the configuration.
    Usage(String),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
    /// Standard input cannot be read.
    Stdin(io::Error),
    /// Standard output cannot be written.
    Stdout(io::Error),
    /// Malformed input.
    Data(String),
    /// A service that is needed has no answer.
    Unavailable(String),
    /// A fault of this program or of the system.
    Internal(String),
}

impl Failure {
    /// Prints the error and returns the exit status. Closed output, as by `head`, is not an error.
    pub(super) fn end(&self) -> Exit {
        let exit = match self {
            Self::Reported(exit) => return *exit,
            Self::Stdout(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Done,
            Self::Usage(_) => Exit::Usage,
            Self::File(..) | Self::Stdin(_) | Self::Stdout(_) => Exit::Io,
            Self::Data(_) => Exit::Data,
            Self::Unavailable(_) => Exit::Unavailable,
            Self::Internal(_) => Exit::Internal,
        };
        print_error(&format!("error: {self}"));
        exit
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reported(_) => Ok(()),
            Self::Usage(detail) | Self::Data(detail) | Self::Unavailable(detail) | Self::Internal(detail) => {
                f.write_str(detail)
            }
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

impl From<MaskError> for Failure {
    fn from(error: MaskError) -> Self {
        match error {
            MaskError::Store(error) => error.into(),
            MaskError::TooManyEntities => Self::Data("the text has too many entities".to_owned()),
            MaskError::Blocked(places) => {
                let mut labels: Vec<_> = places.iter().map(|(_, label)| label.name()).collect();
                labels.sort_unstable();
                labels.dedup();
                Self::Data(format!("the policy blocks {}", labels.join(", ")))
            }
        }
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

/// Loads the configuration of a subcommand that serves nothing, without the warning about a missing secret: subcommands
/// that need one refuse. Variables of the section `server` do not count: an image that sets an address for the service is
/// no reason to ask for its key.
pub(super) fn configuration(mut sources: Sources) -> Result<Config, Failure> {
    let is_of_server = |name: &OsString| name.to_str().is_some_and(|name| name.starts_with("MASQUERADE_SERVER__"));
    sources.environment.retain(|(name, _)| !is_of_server(name));
    let (config, warnings) = load(&sources).map_err(Failure::Reported)?;
    for warning in warnings.iter().filter(|warning| warning.key != "secrets") {
        print_error(&format!("warning: {warning}"));
    }
    Ok(config)
}

/// Runs `work`, of which a failure of the external model is a failure like others.
pub(super) fn with_external_model<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| {
        match payload.downcast_ref::<ExternalFailure>() {
            Some(failure) => Err(Failure::Unavailable(failure.to_string())),
            None => panic::resume_unwind(payload),
        }
    })
}

/// A runtime for work that does not wait, because the store is in this process.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Builder::new_current_thread().build().map_err(|error| Failure::Internal(error.to_string()))
}
