//! Passphrases: secrets of several plain words.

use std::ops::Range;

use crate::recognizers::secrets::password_value::{MAX_LEN, is_name};
use crate::text::line;

/// The place of the passphrase of plain words that begins at `at` and ends its line or sentence.
pub(crate) fn phrase_at(text: &str, at: usize) -> Option<Range<usize>> {
    let line = line::behind(text, at, MAX_LEN + 1);
    let len = line.find(['"', '\'', '.', ',', '<', '`', ';']).unwrap_or(line.len());
    let found = line.get(..len)?.trim_end();
    (len <= MAX_LEN && is_phrase(found)).then_some(at..at + found.len())
}

/// Reports whether `found` is at least four plain words, none of them about passwords, and no sentence.
pub(crate) fn is_phrase(found: &str) -> bool {
    /// Words that no sentence is without.
    const SENTENCE: &str = "the a an is are be must to of at your you please enter this that for and or not with in on it \
        can will has have should was by from as if no der die das ein ist zu le la un est el una es il di";
    let mut words = found.split(' ');
    let is_part = |word: &str| SENTENCE.split_ascii_whitespace().any(|part| part == word);
    words.clone().count() > 3
        && words.all(|word| {
            !is_name(word) && !is_part(word) && !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase())
        })
}
