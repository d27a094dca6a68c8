//! [`BuildError`]: the error of building a detector.

use std::fmt;

use masquerade_scan::RegexError;

use crate::entity::Label;

/// The reasons for which a detector cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// A regular expression of a rule cannot be used.
    Regex {
        /// The rule's label.
        label: Label,
        /// The number of the pattern in its rule, from 0.
        pattern: usize,
        /// The fault.
        error: RegexError,
    },
    /// A finder for a byte that is not ASCII, or for a sign behind names.
    Byte(Label),
    /// The regular expressions of all rules together take too much memory.
    Regexes,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Regex { label, pattern, error } => write!(f, "{label}, pattern {pattern}: {error}"),
            Self::Byte(label) => write!(f, "{label}: only an ASCII byte can be searched for, and neither `:` nor `=`"),
            Self::Regexes => f.write_str("the recognizers' regular expressions are together too large"),
        }
    }
}

impl std::error::Error for BuildError {}
