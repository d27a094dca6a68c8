//! Search for an active substitute at one place of a text that may go on.

use super::table::RestoreTable;
use crate::anonymize::restore::{
    prefix::narrow,
    variants::{FirstBytes, SubstituteMatch, before_at},
};
use masquerade_detect::text::is_boundary_between;

/// Substitutes up to which comparing each is quicker than reading along all of them at once.
const FEW: usize = 16;

/// The first byte of `text`, from byte `from` on, at which a substitute or a variant may begin; the length of `text` if
/// there is none. `text` follows the character `before`.
pub(super) fn next_start(table: &RestoreTable, before: Option<char>, text: &str, from: usize) -> usize {
    (from..text.len()).find(|at| table.first.may_begin(before, text, *at)).unwrap_or(text.len())
}

/// The substitute or variant at byte `at` of `text`, which follows the character `before` and is all there is if `eof`.
pub(super) fn find(table: &RestoreTable, before: Option<char>, text: &str, at: usize, eof: bool) -> SubstituteMatch {
    let Some(rest) = text.get(at..) else { return SubstituteMatch::None };
    let Some(&first) = rest.as_bytes().first() else { return SubstituteMatch::None };
    let roles = table.first.of(first);
    let before = before_at(before, text, at);
    if roles & FirstBytes::EXACT != 0 {
        match exact(table, before, rest, eof) {
            SubstituteMatch::None => {}
            found => return found,
        }
    }
    if first == b'\\' {
        // A backslash before an exact placeholder is the text's own, as in `C:\Users\[PERSON_1]`.
        match exact(table, Some('\\'), &rest[1..], eof) {
            SubstituteMatch::None => {}
            SubstituteMatch::Whole { .. } => return SubstituteMatch::None,
            SubstituteMatch::Partial => return SubstituteMatch::Partial,
        }
    }
    table.variants.find_at(before, rest, eof, roles)
}

/// The longest substitute at the beginning of `text`, letter for letter and between word boundaries.
fn exact(table: &RestoreTable, before: Option<char>, text: &str, eof: bool) -> SubstituteMatch {
    let is_bounded = |one: Option<char>, other: Option<char>| match (one, other) {
        (Some(one), Some(other)) => is_boundary_between(one, other),
        _ => true,
    };
    if text.chars().next().is_some_and(|c| c.is_alphanumeric() && !is_bounded(before, Some(c))) {
        return SubstituteMatch::None;
    }
    if table.entries.len() <= FEW {
        return exact_of_few(table, text, eof, is_bounded);
    }
    let mut best = SubstituteMatch::None;
    let mut entries = 0..table.entries.len();
    for (at, byte) in text.bytes().enumerate() {
        entries = narrow(&table.entries, entries, at, byte, |(substitute, _)| substitute.as_bytes());
        let Some((substitute, _)) = table.entries.get(entries.start).filter(|_| !entries.is_empty()) else {
            return best;
        };
        let end = at + 1;
        if substitute.len() > end {
            continue;
        }
        let last = substitute.chars().next_back().filter(|last| last.is_alphanumeric());
        let next = text.get(end..).and_then(|rest| rest.chars().next());
        if last.is_some() && next.is_none() && !eof {
            return SubstituteMatch::Partial;
        }
        if is_bounded(last, next) {
            best = SubstituteMatch::Whole { length: end, id: entries.start };
        }
        if entries.len() == 1 {
            return best;
        }
    }
    if eof { best } else { SubstituteMatch::Partial }
}

/// [`exact`] for few substitutes, each of which is compared as a whole.
fn exact_of_few(
    table: &RestoreTable,
    text: &str,
    eof: bool,
    is_bounded: impl Fn(Option<char>, Option<char>) -> bool,
) -> SubstituteMatch {
    let (mut best, mut longest, mut perhaps) = (SubstituteMatch::None, 0, text.is_empty());
    for (id, (substitute, _)) in table.entries.iter().enumerate() {
        let Some(rest) = text.strip_prefix(&**substitute) else {
            perhaps |= substitute.starts_with(text);
            continue;
        };
        let last = substitute.chars().next_back().filter(|last| last.is_alphanumeric());
        let next = rest.chars().next();
        perhaps |= last.is_some() && next.is_none();
        if substitute.len() > longest && is_bounded(last, next) {
            best = SubstituteMatch::Whole { length: substitute.len(), id };
            longest = substitute.len();
        }
    }
    if perhaps && !eof { SubstituteMatch::Partial } else { best }
}
