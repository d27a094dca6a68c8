//! Matches of patterns, for tests of their checks.

use crate::text::Field;
use crate::{Candidate, Finding, Form};

/// The entity that `check` finds for a match of pattern number `pattern`, which is the first `matched` in `text`.
///
/// # Panics
/// If `text` does not hold `matched`.
pub(crate) fn check_match<'t>(
    check: fn(&Candidate<'_>) -> Option<Finding>,
    text: &'t str,
    matched: &str,
    pattern: usize,
) -> Option<&'t str> {
    let (field, start) = (Field::new(text), text.find(matched).expect("the text holds the match"));
    let range = start..start + matched.len();
    let candidate = Candidate { field: &field, range, pattern, form: Form::Shape, name: "" };
    check(&candidate).map(|found| &text[found.range])
}
