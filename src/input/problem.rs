//! [`Problem`]: a fault in well-formed input, with its place.

use std::{cell::RefCell, fmt, sync::Arc};

use super::tree::Place;

/// The kind of a [`Problem`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A required member is missing.
    MissingMember,
    /// A member with an unknown name.
    UnknownMember,
    /// A value of the wrong type.
    WrongType,
    /// A value that is too small, too large or out of form.
    OutOfRange,
    /// A text or a list that is too long.
    TooLong,
    /// No label or group has this name.
    UnknownLabel,
    /// No method has this name.
    UnknownMethod,
}

/// A fault in well-formed input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind of the problem.
    pub fault: Fault,
    /// JSON Pointer (RFC 6901) to the value, or to where a missing one would be.
    pub pointer: String,
    /// A description: a sentence without a full stop and without the value.
    pub detail: String,
    /// The place of the setting, if it came from a file, a variable or a flag.
    pub place: Option<Arc<Place>>,
}

/// The problems of one input, as many as are worth reporting.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problems {
    /// The first of them, in the order of reading.
    pub list: Vec<Problem>,
    /// The number of further ones.
    pub more: usize,
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.list {
            writeln!(f, "{}: {}", problem.pointer, problem.detail)?;
        }
        if self.more > 0 {
            writeln!(f, "and {} more", self.more)?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

/// The syntax of the input, for the words in descriptions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Members of objects.
    Json,
    /// Keys of tables.
    Toml,
}

impl Dialect {
    pub(super) fn object(self) -> &'static str {
        match self {
            Self::Json => "an object",
            Self::Toml => "a table",
        }
    }

    pub(super) fn member(self) -> &'static str {
        match self {
            Self::Json => "member",
            Self::Toml => "key",
        }
    }
}

/// The problems of a tree that is being read. All readers of one tree share it, hence the
/// cell.
#[derive(Debug)]
pub(super) struct Collector {
    pub(super) dialect: Dialect,
    problems: RefCell<Problems>,
}

impl Collector {
    /// Most problems that are described: more tell a client nothing new, and an attacker could ask for millions.
    const MAX: usize = 100;

    pub(super) fn new(dialect: Dialect) -> Self {
        Self { dialect, problems: RefCell::default() }
    }

    /// Adds a problem, which is only put into words if there is room for it.
    pub(super) fn add(&self, problem: impl FnOnce() -> Problem) {
        let mut problems = self.problems.borrow_mut();
        if problems.list.len() >= Self::MAX {
            problems.more += 1;
            return;
        }
        // Putting it into words must not find the cell borrowed.
        drop(problems);
        let problem = problem();
        self.problems.borrow_mut().list.push(problem);
    }

    pub(super) fn into_problems(self) -> Problems {
        self.problems.into_inner()
    }
}
