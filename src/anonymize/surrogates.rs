//! [`Surrogates`]: the surrogates that a session can restore.

use super::{matcher::Matcher, substitute::Substitute};
use masquerade_detect::text::Span;

/// The surrogates that a session can restore.
///
/// A text of a request that holds one of them by chance would be restored wrongly. So before planning, the caller
/// searches for them and takes each occurrence for an entity with the label [`LITERAL`](masquerade_detect::entity::Label::LITERAL).
#[derive(Debug, Default)]
pub struct Surrogates(Option<Matcher>);

impl Surrogates {
    /// The empty set.
    pub const NONE: Self = Self(None);

    /// The set of `surrogates`.
    pub fn new(surrogates: &[Substitute]) -> Self {
        Self(Matcher::new(surrogates.iter().map(|surrogate| &**surrogate)))
    }

    /// Reports whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The spans of surrogates in `text`, from left to right, between the spans that are to be `replaced` (in order): a
    /// replacement makes boundaries where there were none.
    pub fn find(&self, text: &str, replaced: impl IntoIterator<Item = Span>) -> Vec<Span> {
        let Some(matcher) = &self.0 else { return Vec::new() };
        let mut scratch = Vec::new();
        let mut found = Vec::new();
        let mut at = 0;
        let gaps = replaced.into_iter().map(|span| (span.start(), span.end())).chain([(text.len(), text.len())]);
        for (end, next) in gaps {
            let gap = text.get(at..end).unwrap_or_default();
            let within = matcher.find(gap, &mut scratch).into_iter();
            found.extend(within.filter_map(|find| Span::new(text, at + find.range.start..at + find.range.end)));
            at = at.max(next);
        }
        found
    }

    pub(super) fn matcher(&self) -> Option<&Matcher> {
        self.0.as_ref()
    }
}
