//! Restoring: originals from masked texts.
//!
//! Whole texts are restored by [`by_map`], with a map that the caller kept, by position where that is exact; or by
//! [`Scan`], which finds what could be restored, so that a store can be asked for all of it at once. Texts that arrive in
//! chunks are restored by a [`Restorer`] with a [`RestoreTable`]. All of them know the same variants of placeholders.
//!
//! Whole texts are searched by an automaton, since maps come from clients and may have a hundred thousand entries of any
//! length; a table has the short substitutes of one request, along which a stream is read byte by byte.

use masquerade_detect::entity::Placeholder;
use std::{borrow::Cow, fmt};

use crate::keys::Cipher;

mod map;
mod parts;
mod position;
mod prefix;
mod scan;
mod stream;
#[cfg(test)]
mod tests;
mod variants;

pub use map::{MapEntry, Position, by_map};
pub use scan::Scan;
pub use stream::{BadHost, Hosts, LinkState, Restoration, RestoreTable, Restorer, SourceSpelling, Surroundings};
pub use variants::PlaceholderVariants;

/// Settings of restoring whole texts.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The key of sealed texts; `None`: these stay unless a map has them.
    pub cipher: Option<&'a Cipher>,
    /// A test for labels of which this instance writes placeholders; placeholders of others are never reported as
    /// unresolved.
    pub is_label: &'a (dyn Fn(&str) -> bool + Sync),
    /// True if variants of placeholders are restored, and words of a map's surrogates alone.
    pub tolerant: bool,
    /// Placeholders whose variants are not restored, because one stood in the request itself.
    pub taken: &'a PlaceholderVariants,
    /// A test for labels whose originals may be restored; `None`: all. With a test, surrogates stay, since they name no
    /// label.
    pub is_restorable: Option<&'a (dyn Fn(&str) -> bool + Sync)>,
    /// Most bytes of all restored texts together: a map can make short texts long.
    pub max_bytes: usize,
}

impl Options<'_> {
    /// Reports whether what stands for an original by this substitute may be restored.
    pub fn may_restore(&self, substitute: &str) -> bool {
        let is_of = |restorable: &(dyn Fn(&str) -> bool + Sync)| {
            Placeholder::parse(substitute).is_some_and(|placeholder| restorable(placeholder.label))
        };
        self.is_restorable.is_none_or(is_of)
    }
}

/// Restored texts.
#[derive(Default)]
pub struct RestoredTexts<'t> {
    /// The texts in the order of the request; a text in which nothing was restored is borrowed unchanged.
    pub texts: Vec<Cow<'t, str>>,
    /// The number of originals that were put in.
    pub restored: usize,
    /// Occurrences of placeholders of ours that stayed.
    pub unresolved_count: usize,
    /// The distinct placeholders of ours that stayed, in order of appearance.
    pub unresolved: Vec<String>,
}

impl fmt::Debug for RestoredTexts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (texts, restored, unresolved) = (self.texts.len(), self.restored, self.unresolved_count);
        write!(f, "RestoredTexts({texts} texts, {restored} restored, {unresolved} unresolved)")
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
