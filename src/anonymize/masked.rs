//! [`MaskingResult`]: the masked texts of one request, and the substitutes in them.

use std::{borrow::Cow, fmt};

use super::substitute::{Original, Substitute};
use masquerade_detect::entity::Label;

/// The text in the place of an entity in a masked text.
#[derive(Clone, PartialEq, Eq)]
pub enum Replacement<'t> {
    /// The entity's own text, under the method KEEP.
    Original(&'t str),
    /// A substitute.
    Substitute(Substitute),
}

impl Replacement<'_> {
    /// The text that stands in the masked text.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Original(text) => text,
            Self::Substitute(substitute) => substitute,
        }
    }
}

impl fmt::Debug for Replacement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Original(_) => "Original(…)",
            Self::Substitute(_) => "Substitute(…)",
        })
    }
}

/// The masked texts of one request.
#[derive(Default)]
pub struct MaskingResult<'t> {
    /// The texts in the request's order; a text without entities is borrowed unchanged.
    pub texts: Vec<Cow<'t, str>>,
    /// The replacement of each entity, text after text.
    pub(super) replacements: Vec<Replacement<'t>>,
    /// The end of each text's replacements in `replacements`.
    pub(super) ends: Vec<usize>,
    /// The distinct replaced texts, in order of appearance.
    pub substitutions: Vec<Substitution>,
    /// Surrogates of parts of entities, of a first name, say: whoever answers may use them alone.
    pub parts: Vec<(Substitute, Original)>,
}

/// A replaced text and its substitute.
#[derive(Clone, Debug)]
pub struct Substitution {
    /// The label of the entity.
    pub label: Label,
    /// The text that leaves.
    pub substitute: Substitute,
    /// The text that stays.
    pub original: Original,
}

impl fmt::Debug for MaskingResult<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MaskingResult({} texts)", self.texts.len())
    }
}

impl<'t> MaskingResult<'t> {
    /// The replacement of each entity of text number `text`, in order.
    pub fn replacements(&self, text: usize) -> &[Replacement<'t>] {
        let start = text.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied());
        let range = start.zip(self.ends.get(text).copied());
        range.and_then(|(start, end)| self.replacements.get(start..end)).unwrap_or_default()
    }
}
