//! [`CueWords`]: the words near which passwords and names of accounts without a digit stand in marked texts.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use masquerade_ner::values::{Class, Cues, Item, Kind, Vocabulary, Words, has_digit};

use super::Meaning;
use crate::marked::Marked;

/// Words before a value, and behind it, that are near.
const BEFORE: usize = 8;
const BEHIND: usize = 3;
/// A cue stands near such a value in so many texts at least, and in this part of the texts that have it.
const LEAST: u32 = 5;
const PART: f32 = 0.3;

/// Texts with a word, and those of them in which it stands near a value.
#[derive(Clone, Copy, Default)]
struct Count {
    all: u32,
    near: u32,
}

/// The words of marked texts, by the hashes of [`Cues`].
#[derive(Default)]
pub struct CueWords(HashMap<u32, Count>);

impl CueWords {
    /// The words of `texts`.
    pub fn of<'t>(texts: impl Iterator<Item = &'t Marked<Meaning>>, vocabulary: Vocabulary<'_>) -> Self {
        let (mut all, mut words) = (Self::default(), Words::default());
        for text in texts {
            words.read(&text.text, vocabulary);
            all.add(text, &words);
        }
        all
    }

    fn add(&mut self, text: &Marked<Meaning>, words: &Words) {
        let is_within = |item: &Item, value: &Range<usize>| value.contains(&(item.start as usize));
        let is_plain =
            |item: &&Item| item.kind == Kind::Word && !text.marks.iter().any(|(mark, _)| is_within(item, mark));
        let all = |items: &[Item]| items.iter().filter(is_plain).map(Cues::hash).collect::<HashSet<u32>>();
        let (items, _) = words.around(&(text.text.len()..text.text.len()));
        for hash in all(items) {
            self.0.entry(hash).or_default().all += 1;
        }
        let is_word = |value: &Range<usize>| !has_digit(&text.text[value.clone()]);
        let is_meant = |meaning: &Meaning| matches!(meaning, Some(Class::Secret | Class::User));
        let near: HashSet<u32> = (text.marks.iter())
            .filter(|(value, meaning)| is_meant(meaning) && is_word(value))
            .flat_map(|(value, _)| {
                let (before, behind) = words.around(value);
                let mut near = all(&before[before.len().saturating_sub(BEFORE)..]);
                near.extend(all(&behind[..behind.len().min(BEHIND)]));
                near
            })
            .collect();
        for hash in near {
            self.0.entry(hash).or_default().near += 1;
        }
    }

    /// The hashes of the cues, ascending.
    pub fn hashes(&self) -> Vec<u32> {
        let is_cue = |count: &Count| count.near >= LEAST && count.near as f32 >= PART * count.all as f32;
        let mut hashes: Vec<u32> = self.0.iter().filter(|(_, count)| is_cue(count)).map(|(hash, _)| *hash).collect();
        hashes.sort_unstable();
        hashes
    }
}
