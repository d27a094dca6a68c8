//! [`Surrogates`]: the surrogates that are live in a session.

use super::{map::Name, matcher::Matcher};
use crate::text::Span;

/// The surrogates that a session has given out and can still restore.
///
/// A text of a request that holds one of them by chance would be restored wrongly. So before
/// planning, the caller looks for them and takes each find for an entity with the label
/// [`LITERAL`](crate::entity::Label::LITERAL).
#[derive(Debug, Default)]
pub struct Surrogates(Option<Matcher>);

impl Surrogates {
    /// No surrogates at all.
    pub const NONE: Self = Self(None);

    /// These surrogates.
    pub fn new(names: &[Name]) -> Self {
        Self(Matcher::new(names.iter().map(|name| &**name)))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Where surrogates stand in `text`, from left to right.
    pub fn find(&self, text: &str) -> Vec<Span> {
        let Some(matcher) = &self.0 else { return Vec::new() };
        matcher.find(text, &mut Vec::new()).into_iter().filter_map(|found| Span::new(text, found.range)).collect()
    }

    pub(super) fn matcher(&self) -> Option<&Matcher> {
        self.0.as_ref()
    }
}
