//! [`Masked`]: masked texts, and what stands in the place of what.

use std::{borrow::Cow, fmt};

use super::map::{Name, Original};
use masquerade_detect::entity::Label;

/// What stands in the place of an entity.
#[derive(Clone, PartialEq, Eq)]
pub enum Replacement<'t> {
    /// The entity's own text: it was kept.
    Kept(&'t str),
    /// Something else.
    Name(Name),
}

impl Replacement<'_> {
    /// The text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Kept(text) => text,
            Self::Name(name) => name,
        }
    }
}

impl fmt::Debug for Replacement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Kept(_) => "Kept(…)",
            Self::Name(_) => "Name(…)",
        })
    }
}

/// Masked texts.
#[derive(Default)]
pub struct Masked<'t> {
    /// The texts, in order; those without entities as they came.
    pub texts: Vec<Cow<'t, str>>,
    /// What stands in the place of each entity, of one text after another.
    pub(super) replacements: Vec<Replacement<'t>>,
    /// Where those of each text end.
    pub(super) ends: Vec<usize>,
    /// The distinct texts that were replaced, in order of appearance.
    pub given: Vec<Given>,
    /// Surrogates of parts of entities (of a first name, say), with what they stand for: whoever answers may
    /// use them alone.
    pub parts: Vec<(Name, Original)>,
}

/// A text that was replaced, and what stands for it.
#[derive(Clone, Debug)]
pub struct Given {
    /// What it is.
    pub label: Label,
    /// What stands for it.
    pub name: Name,
    /// The text.
    pub original: Original,
}

impl fmt::Debug for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Masked({} texts)", self.texts.len())
    }
}

impl<'t> Masked<'t> {
    /// What stands in the place of each entity of text number `text`, in order.
    pub fn replacements(&self, text: usize) -> &[Replacement<'t>] {
        let start = text.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let range = start.zip(self.ends.get(text).copied());
        range.and_then(|(start, end)| self.replacements.get(start..end)).unwrap_or_default()
    }
}
