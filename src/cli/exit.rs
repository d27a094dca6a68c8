//! [`Exit`]: how the program ends.

use std::process::ExitCode;

/// Exit statuses, as BSD's `sysexits.h` numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All went well.
    Done,
    /// The service that was asked about is not well.
    Unhealthy,
    /// A result does not keep the bounds that were set for it.
    Unmet,
    /// Arguments or configuration are wrong (`EX_USAGE`).
    Usage,
    /// What was to be read is not what it has to be (`EX_DATAERR`).
    Data,
    /// An address cannot be listened on (`EX_UNAVAILABLE`).
    Unavailable,
    /// A fault of this program (`EX_SOFTWARE`).
    Internal,
    /// Reading or writing failed (`EX_IOERR`).
    Io,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Unhealthy | Exit::Unmet => 1,
            Exit::Usage => 64,
            Exit::Data => 65,
            Exit::Unavailable => 69,
            Exit::Internal => 70,
            Exit::Io => 74,
        })
    }
}
