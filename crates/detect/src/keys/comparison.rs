//! Comparisons of SQL whose sign is a word: `phone LIKE '%600123987%'`, `ssn IN ('078-05-1120', …)`.

use std::ops::Range;

use super::{Keys, MAX_NAME, MAX_VALUE, Value, quote::quoted_len};
use crate::text::{place_of, window};

/// Most values of a list that are looked at.
const MOST: usize = 32;

impl Keys {
    /// The literals behind `LIKE` or `IN (`, which stands at `word` and whose first quote ends it, if a pattern knows the
    /// column before.
    pub fn of_comparison<'a>(&'a self, text: &'a str, word: &Range<usize>) -> impl Iterator<Item = Value<'a>> {
        let column = column(text, word.start);
        let known = column.clone().and_then(|name| Some((self.of_name(text.get(name.clone())?)?, name)));
        let is_list = text[word.clone()].contains('(');
        let mut from = Some(word.end);
        let literals = std::iter::from_fn(move || {
            let start = from?;
            let quote = text.as_bytes().get(start - 1).copied().map(char::from)?;
            let end = start + quoted_len(text.get(start..)?, quote, 0, MAX_VALUE)?;
            let behind = text.get(end + 1..).unwrap_or_default();
            let next = behind.strip_prefix(',').map(|rest| rest.trim_start_matches([' ', '\n', '\r', '\t']));
            let next = next.filter(|next| is_list && next.starts_with(quote));
            from = next.map(|next| text.len() - next.len() + 1);
            Some(start..end)
        });
        let literals = literals.take(MOST).map(move |place| without_wildcards(text, place));
        let named = move |place: Range<usize>| known.clone().map(|(known, name)| self.named(known, name, place));
        literals.filter(|place| !place.is_empty()).filter_map(named)
    }
}

/// The name of the column before the word at `at`, with that of its table: `p.phone`, `lower(email)`.
fn column(text: &str, at: usize) -> Option<Range<usize>> {
    let head = window::before(text, at, MAX_NAME).trim_end_matches([' ', '\n', '\t']);
    let head = [" NOT", " not"].iter().find_map(|not| head.strip_suffix(not)).unwrap_or(head);
    let head = head.trim_end_matches([')', '"', '`', ']']);
    let stands = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let name = &head[head.trim_end_matches(stands).len()..];
    place_of(text, name).filter(|place| !place.is_empty())
}

/// `place` without the signs of patterns at its ends.
fn without_wildcards(text: &str, place: Range<usize>) -> Range<usize> {
    let found = text.get(place.clone()).unwrap_or_default();
    let bare = found.trim_start_matches('%');
    let start = place.end - bare.len();
    start..start + bare.trim_end_matches('%').len()
}
