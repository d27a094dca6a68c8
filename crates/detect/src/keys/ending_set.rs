//! [`EndingSet`]: the endings of all known names, which tell where no name can be.
//!
//! A name is looked up with all its endings that begin at a word. In prose nearly any word may end like a name (`status`
//! like `marital status`), and only the word before it tells that none stands there. The set answers this from the last
//! word on, without a copy of the text in one form.

use super::{name::TAILS, normalize::NormalizedName};
use crate::letter_case::CaselessHash;

/// The endings of names, by their hashes. It may take others for one of them.
pub struct EndingSet {
    /// [`ENDING`] and [`WHOLE`] of each of the [`TAGS`], by hash.
    bits: Box<[u8; HASHES]>,
}

/// Hashes that are told apart: many times as many as names have endings.
const HASHES: usize = 1 << 17;
/// Hashes of one slot that are told apart. Without them a text whose words fall together with endings by chance is read to
/// its beginning, and so is each line of a log of that form.
const TAGS: usize = 4;
/// Some name ends so.
const ENDING: u8 = 1;
/// Some name is this ending as a whole.
const WHOLE: u8 = 1 << TAGS;
/// Most bytes at the end of a text that are asked for an ending. It lies far below the length at which names are cut.
const MAX_READ: usize = 40;

/// The hash of an ending, which grows to the left, with `word` before it.
fn with_word(hash: CaselessHash, word: &[u8]) -> CaselessHash {
    word.iter().rev().fold(hash, |hash, byte| hash.with(*byte))
}

/// The slot of a hash, and its tag as the number of bits by which [`ENDING`] and [`WHOLE`] are shifted.
fn place(hash: CaselessHash) -> (usize, u32) {
    (hash.slot(HASHES), hash.top_bits(TAGS.ilog2()))
}

impl EndingSet {
    /// A set of no names.
    pub fn new() -> Self {
        Self { bits: Box::new([0; HASHES]) }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.bits)
    }

    /// Adds all endings of `name`, which is normalized.
    pub fn add(&mut self, name: &str) {
        let mut hash = CaselessHash::EMPTY;
        for byte in name.bytes().rev() {
            hash = hash.with(byte);
            let (slot, tag) = place(hash);
            self.bits[slot] |= ENDING << tag;
        }
        let (slot, tag) = place(hash);
        self.bits[slot] |= WHOLE << tag;
    }

    /// Those of [`ENDING`] and [`WHOLE`] that a hash has.
    fn kinds(&self, hash: CaselessHash) -> u8 {
        let (slot, tag) = place(hash);
        self.bits[slot] >> tag & (ENDING | WHOLE)
    }

    /// The number of the first word of `name` with which the rest of it may be the ending of a known name. No ending
    /// that begins at a word before it is one.
    pub fn first_word(&self, name: &NormalizedName) -> usize {
        let (mut hash, mut first) = (CaselessHash::EMPTY, name.words());
        while let Some(word) = first.checked_sub(1) {
            hash = with_word(hash, name.bytes(word));
            if self.kinds(hash) & ENDING == 0 {
                break;
            }
            first = word;
        }
        first
    }

    /// Reports whether surely no known name ends `text`, as far as plain words and numbers with single blanks between them
    /// tell.
    pub fn excludes(&self, text: &[u8]) -> bool {
        let (mut hash, mut end) = (CaselessHash::EMPTY, text.len());
        while text.len() - end < MAX_READ {
            let head = text.get(..end).unwrap_or_default();
            let len = head.iter().rev().take(MAX_READ).take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let (before, word) = head.split_at(end - len);
            // Any other byte before a word may belong to an escape sequence, to code, or to the word. A number at the
            // end counts things of the name before it.
            let is_number = end < text.len() && !word.is_empty() && word.iter().all(u8::is_ascii_digit);
            if !(is_number || is_one_word(word)) || !matches!(before, [] | [.., b' ']) {
                return false;
            }
            hash = with_word(hash, word);
            let found = self.kinds(hash);
            if found & WHOLE != 0 {
                return false;
            }
            if found & ENDING == 0 {
                return !TAILS.iter().any(|tail| text.ends_with(tail.as_bytes()));
            }
            let Some(blank) = before.len().checked_sub(1) else { return false };
            end = blank;
        }
        false
    }
}

/// Reports whether letters and digits are one word: letters alone, with capitals at the start alone or throughout.
fn is_one_word(letters: &[u8]) -> bool {
    if !letters.iter().all(u8::is_ascii_alphabetic) {
        return false;
    }
    let capitals = letters.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    let begins = letters.first().is_some_and(u8::is_ascii_uppercase);
    !letters.is_empty() && (capitals == 0 || capitals == 1 && begins || capitals == letters.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_an_ending_exclude_it() {
        let mut names = EndingSet::new();
        ["maritalstatus", "ssn", "dateofbirth"].iter().for_each(|name| names.add(name));
        for (text, excluded) in [
            ("done with status", true),
            ("Marital Status", false),
            ("marital status", false),
            ("martial status", true),
            ("the ssn", false),
            ("SSN", false),
            ("my sSN", false),
            ("the date of birth", false),
            ("a data of birth", true),
            ("with\tstatus", false),
            ("200 status", true),
            ("v2 status", false),
            ("status 2", false),
            ("", false),
            ("queue", true),
            ("éa queue", true),
            ("with status as requested", false),
            ("our ssn", false),
        ] {
            assert_eq!(names.excludes(text.as_bytes()), excluded, "{text}");
        }
    }
}
