//! Looks for a live name at one place of a text that may go on.

use std::ops::Range;

use super::{
    altered,
    live::{Live, Starts},
};
use masquerade_detect::text::is_boundary_between;

/// Most names that are tried one by one: reading along more of them at once is quicker.
const FEW: usize = 16;

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A name, by its place in the list of names.
    One {
        /// Of so many bytes.
        length: usize,
        /// Which one.
        name: usize,
    },
    /// What follows decides.
    Perhaps,
    /// No name.
    No,
}

/// Where in `text`, from `from` on, a name may begin; the length of `text` if nowhere.
pub(super) fn next_start(live: &Live, before: Option<char>, text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        let kinds = live.starts.of(byte);
        if kinds != 0 && (kinds & (Starts::EXACT | Starts::OPENING) != 0 || is_bare_start(before, text, at, kinds)) {
            return at;
        }
        at += 1;
    }
    at
}

/// Whether a placeholder without brackets may begin at `at`.
fn is_bare_start(before: Option<char>, text: &str, at: usize, kinds: u8) -> bool {
    match before_at(before, text, at) {
        Some('*' | '`') => true,
        Some(before) => kinds & Starts::BARE != 0 && !(before == '_' || before.is_alphanumeric()),
        None => kinds & Starts::BARE != 0,
    }
}

fn before_at(before: Option<char>, text: &str, at: usize) -> Option<char> {
    text.get(..at).and_then(|start| start.chars().next_back()).or(before)
}

/// What stands at byte `at` of `text`, which follows the character `before` and is all there is, if
/// `eof`.
pub(super) fn find(live: &Live, before: Option<char>, text: &str, at: usize, eof: bool) -> Found {
    let Some(rest) = text.get(at..) else { return Found::No };
    let Some(&first) = rest.as_bytes().first() else { return Found::No };
    let kinds = live.starts.of(first);
    let before = before_at(before, text, at);
    if kinds & Starts::EXACT != 0 {
        match exact(live, before, rest, eof) {
            Found::No => {}
            found => return found,
        }
    }
    if first == b'\\' {
        // A backslash before what is no escaped form is the text's own, as in `C:\Users\[PERSON_1]`.
        match exact(live, Some('\\'), rest.get(1..).unwrap_or_default(), eof) {
            Found::No => {}
            Found::One { .. } => return Found::No,
            Found::Perhaps => return Found::Perhaps,
        }
    }
    if kinds & Starts::OPENING != 0 {
        match altered::bracketed(live, rest, eof) {
            Found::No => {}
            found => return found,
        }
    }
    if kinds & (Starts::BARE | Starts::MARKED) != 0 && is_bare_start(before, rest, 0, kinds) {
        return altered::bare(live, before, rest, eof);
    }
    Found::No
}

/// The longest name that stands at the beginning of `text`, letter for letter, between boundaries.
fn exact(live: &Live, before: Option<char>, text: &str, eof: bool) -> Found {
    let is_bounded = |one: Option<char>, other: Option<char>| match (one, other) {
        (Some(one), Some(other)) => is_boundary_between(one, other),
        _ => true,
    };
    if text.chars().next().is_some_and(|c| c.is_alphanumeric() && !is_bounded(before, Some(c))) {
        return Found::No;
    }
    if live.names.len() <= FEW {
        return exact_of_few(live, text, eof, is_bounded);
    }
    let mut best = Found::No;
    let mut names = 0..live.names.len();
    for (at, byte) in text.bytes().enumerate() {
        names = narrow(&live.names, names, at, byte, |(name, _)| name.as_bytes());
        let Some((name, _)) = live.names.get(names.start).filter(|_| !names.is_empty()) else { return best };
        let end = at + 1;
        if name.len() > end {
            continue;
        }
        let last = name.chars().next_back().filter(|last| last.is_alphanumeric());
        let next = text.get(end..).and_then(|rest| rest.chars().next());
        if last.is_some() && next.is_none() && !eof {
            return Found::Perhaps;
        }
        if is_bounded(last, next) {
            best = Found::One { length: end, name: names.start };
        }
        if names.len() == 1 {
            return best;
        }
    }
    if eof { best } else { Found::Perhaps }
}

/// The same where there are few names: each of them is compared as a whole.
fn exact_of_few(live: &Live, text: &str, eof: bool, is_bounded: impl Fn(Option<char>, Option<char>) -> bool) -> Found {
    let (mut best, mut longest, mut perhaps) = (Found::No, 0, text.is_empty());
    for (index, (name, _)) in live.names.iter().enumerate() {
        let Some(rest) = text.strip_prefix(&**name) else {
            perhaps |= name.starts_with(text);
            continue;
        };
        let last = name.chars().next_back().filter(|last| last.is_alphanumeric());
        let next = rest.chars().next();
        perhaps |= last.is_some() && next.is_none();
        if name.len() > longest && is_bounded(last, next) {
            best = Found::One { length: name.len(), name: index };
            longest = name.len();
        }
    }
    if perhaps && !eof { Found::Perhaps } else { best }
}

/// Those of `sorted` within `range`, which agree in their first `length` bytes, that go on with
/// `byte`.
pub(super) fn narrow<T>(
    sorted: &[T],
    range: Range<usize>,
    length: usize,
    byte: u8,
    bytes: impl Fn(&T) -> &[u8],
) -> Range<usize> {
    let within = sorted.get(range.clone()).unwrap_or_default();
    // What ends here comes first, as `None` does.
    let start = within.partition_point(|item| bytes(item).get(length).copied() < Some(byte));
    let behind = within.get(start..).unwrap_or_default();
    let count = behind.partition_point(|item| bytes(item).get(length).copied() == Some(byte));
    range.start + start..range.start + start + count
}
