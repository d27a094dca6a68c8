//! Errors of loading and of running, in words and without payload.

use std::fmt;

/// The reason that a folder's model cannot be run, for whoever configures it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError(String);

impl LoadError {
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LoadError {}

/// The reason that a text was not read to its end: nothing is known about its entities then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The deadline has passed.
    Late,
    /// The tokenizer cannot read the text.
    Tokenizer,
    /// The arithmetic failed: a shape that the folder's files do not agree about.
    Arithmetic,
    /// A probability is no number: the weights are damaged, or overflow.
    NotANumber,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Late => "the model took longer than its time-out",
            Self::Tokenizer => "the model's tokenizer cannot read the text",
            Self::Arithmetic => "the model's arithmetic failed",
            Self::NotANumber => "the model's probabilities are no numbers",
        })
    }
}

impl std::error::Error for RunError {}

impl From<candle_core::Error> for RunError {
    fn from(_: candle_core::Error) -> Self {
        Self::Arithmetic
    }
}
