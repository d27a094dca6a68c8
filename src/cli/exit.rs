//! Exit statuses of the program.

use std::process::ExitCode;

/// Exit statuses, as BSD's `sysexits.h` numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Success.
    Done,
    /// The service is not healthy.
    Unhealthy,
    /// A result is outside its bounds.
    Unmet,
    /// Invalid arguments or configuration (`EX_USAGE`).
    Usage,
    /// Malformed input (`EX_DATAERR`).
    Data,
    /// An address cannot be bound (`EX_UNAVAILABLE`).
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
