//! Parts of surrogates: a first or last name alone is restored only where it is that person's.

use std::collections::HashSet;

use super::table::RestoreTable;
use crate::anonymize::{Substitute, operators::is_given_name};

/// The number of bytes before a place that are kept: a given name and a blank.
const REACH: usize = 40;

/// The places among `entries` of words that are parts of other surrogates there.
pub(super) fn parts<O>(entries: &[(Substitute, O)]) -> HashSet<usize> {
    let is_surrogate = |text: &&str| !text.starts_with('[');
    let all = || entries.iter().map(|(substitute, _)| &**substitute).enumerate().filter(|(_, text)| is_surrogate(text));
    let words: HashSet<&str> =
        all().filter(|(_, text)| text.contains(' ')).flat_map(|(_, text)| text.split(' ')).collect();
    all().filter(|(_, text)| words.contains(text)).map(|(at, _)| at).collect()
}

/// The end of a text that is read already.
#[derive(Clone, Default)]
pub(super) struct WordsBefore(String);

impl WordsBefore {
    /// Goes on behind `text`.
    pub(super) fn read(&mut self, text: &str) {
        self.0.push_str(text);
        let cut = self.0.len().saturating_sub(REACH);
        let cut = (cut..=self.0.len()).find(|at| self.0.is_char_boundary(*at)).unwrap_or(0);
        self.0.drain(..cut);
    }

    /// Reports whether these words and `text` behind them end in a given name, capitalized, that is no surrogate: then
    /// a part of a surrogate that follows belongs to somebody else's name.
    pub(super) fn end_in_another_given_name(&self, table: &RestoreTable, text: &str) -> bool {
        let mut all = self.clone();
        all.read(text);
        let Some(before) = all.0.strip_suffix(' ') else { return false };
        let is_part = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’');
        let name = &before[before.trim_end_matches(is_part).len()..];
        name.starts_with(char::is_uppercase)
            && is_given_name(name)
            && table.entries.binary_search_by(|(substitute, _)| (**substitute).cmp(name)).is_err()
    }
}
