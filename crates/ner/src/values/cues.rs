//! [`Cues`]: the words near which a word without a digit may be a password or the name of an account: `the wifi key is quartzlamp`.

use std::{collections::HashSet, ops::Range};

use rustc_hash::FxBuildHasher;

use super::{
    candidates::{bare_value, has_digit},
    words::{Item, Kind, Words},
};

/// Words behind a cue, and before it, that are candidates.
const BEHIND: usize = 8;
const BEFORE: usize = 3;
/// Fewest and most bytes of a candidate.
const LENGTHS: Range<usize> = 2..65;

/// The stems of the cues, as hashes.
#[derive(Clone, Debug, Default)]
pub struct Cues(HashSet<u32, FxBuildHasher>);

impl Cues {
    /// Cues with these hashes.
    pub fn new(stems: impl IntoIterator<Item = u32>) -> Self {
        Self(stems.into_iter().collect())
    }

    /// The hash by which a cue is known.
    pub fn hash(item: &Item) -> u32 {
        (item.stem ^ item.stem >> 32) as u32
    }

    /// Calls `each` with the words of `text` near a cue that have no digit, by place.
    pub fn candidates(&self, text: &str, words: &Words, mut each: impl FnMut(Range<usize>)) {
        let items = words.items();
        let is_cue = |item: &Item| item.kind == Kind::Word && self.0.contains(&Self::hash(item));
        // The place behind the last candidate; the items that were looked at for cues; the one up to which the last cue reaches; the
        // last cue so far.
        let (mut end, mut ahead, mut reach, mut last_cue) = (0, 0, 0, None);
        for (at, item) in items.iter().enumerate() {
            let far = items.len().min(at + BEFORE + 1);
            last_cue = (ahead.min(far)..far).rev().find(|at| is_cue(&items[*at])).or(last_cue);
            ahead = far;
            if is_cue(item) {
                reach = at + BEHIND + 1;
                continue;
            }
            let is_near = at < reach || last_cue.is_some_and(|cue| cue > at);
            if item.kind != Kind::Word || (item.start as usize) < end || !is_near {
                continue;
            }
            let value = bare_value(text, item.start as usize);
            if LENGTHS.contains(&value.len()) && value.start >= end && !has_digit(&text[value.clone()]) {
                end = value.end;
                each(value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, values::Vocabulary};

    #[test]
    fn words_near_a_cue_are_candidates() {
        let (english, european) = (Model::embedded().unwrap(), Model::european().unwrap());
        let of = |text: &str| {
            let mut words = Words::default();
            words.read(text, Vocabulary { english: &english, european: &european });
            let stem = |word: &str| {
                let mut words = Words::default();
                words.read(word, Vocabulary { english: &english, european: &european });
                Cues::hash(&words.items()[0])
            };
            let mut found = Vec::new();
            Cues::new([stem("password")]).candidates(text, &words, |place| found.push(text[place].to_owned()));
            found
        };
        assert_eq!(
            of("it is seven feet, so the password: sea-glass!blue, or 7up."),
            ["feet", "so", "the", "sea-glass!blue", "or"]
        );
        assert_eq!(of("nothing here"), Vec::<String>::new());
        assert_eq!(of("password a b c d e f g h ij kl password mn"), ["ij", "kl", "mn"]);
    }
}
