//! Restoring: masked texts in, the originals back in their places.
//!
//! [`by_map`] uses a map that the caller kept, by position where that is exact. Without a map,
//! [`Scan`] finds what could be restored, a store is asked for all of it at once, and
//! [`Scan::resolve`] puts the answers in.

use std::{borrow::Cow, fmt};

use crate::keys::Cipher;

mod map;
mod parts;
mod position;
mod scan;
mod stream;
#[cfg(test)]
mod tests;
mod tolerant;

pub use map::{MapEntry, Position, by_map};
pub use scan::Scan;
pub use stream::{BadHost, Hosts, Live, Put, Restorer};
pub use tolerant::Forms;

/// What holds for all ways of restoring.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Opens `ENCRYPT` placeholders; `None`: they are left alone unless a map has them.
    pub cipher: Option<&'a Cipher>,
    /// Whether a name is the label of a placeholder of this instance: what is not one of ours is
    /// never reported as unresolved.
    pub is_label: &'a (dyn Fn(&str) -> bool + Sync),
    /// Whether to accept what language models make of placeholders, and words of a map's surrogates alone.
    pub tolerant: bool,
    /// Placeholders that altered forms are never taken for, because such a form stood in the
    /// request itself.
    pub taken: &'a Forms,
    /// Most bytes of all restored texts together. A map can stand for any length, however short
    /// the texts are.
    pub max_bytes: usize,
}

/// Restored texts.
#[derive(Default)]
pub struct Restored<'t> {
    /// The texts, in order; those without a find as they came.
    pub texts: Vec<Cow<'t, str>>,
    /// Originals put in.
    pub restored: usize,
    /// Occurrences of placeholders of ours that nothing resolved.
    pub unresolved_count: usize,
    /// The same, each distinct one once, in order of appearance.
    pub unresolved: Vec<String>,
}

impl fmt::Debug for Restored<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (texts, restored, unresolved) = (self.texts.len(), self.restored, self.unresolved_count);
        write!(f, "Restored({texts} texts, {restored} restored, {unresolved} unresolved)")
    }
}

/// The restored texts would be longer than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the restored texts would be too long")
    }
}

impl std::error::Error for TooLong {}
