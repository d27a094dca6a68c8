//! [`Lexicon`]: which words and phrases stand in lists of names, as fingerprints.
//!
//! The lists themselves are not kept: what is kept of an entry is a 64-bit hash of its lower-case form and the
//! classes of lists that it stands in.

use std::collections::HashMap;

use xxhash_rust::xxh3::xxh3_64;

use super::token::Token;

/// Classes of lists, as bits.
pub mod class {
    /// First names.
    pub const FIRST: u16 = 1;
    /// Last names.
    pub const LAST: u16 = 1 << 1;
    /// Cities.
    pub const CITY: u16 = 1 << 2;
    /// Countries.
    pub const COUNTRY: u16 = 1 << 3;
    /// States, provinces, counties.
    pub const REGION: u16 = 1 << 4;
    /// Companies and banks.
    pub const COMPANY: u16 = 1 << 5;
    /// What names of companies end in: `Ltd`.
    pub const COMPANY_SUFFIX: u16 = 1 << 6;
    /// Universities.
    pub const UNIVERSITY: u16 = 1 << 7;
    /// Nationalities and religions.
    pub const NATIONALITY: u16 = 1 << 8;
    /// Jobs.
    pub const JOB: u16 = 1 << 9;
    /// Streets.
    pub const STREET: u16 = 1 << 10;
    /// Titles: `Dr`.
    pub const TITLE: u16 = 1 << 11;
    /// First names that many people bear.
    pub const COMMON_FIRST: u16 = 1 << 12;
    /// Last names that many people bear.
    pub const COMMON_LAST: u16 = 1 << 13;
    /// How many there are.
    pub const COUNT: usize = 14;
}

/// Longest phrase that is looked up, in tokens.
pub const MAX_PHRASE: usize = 5;

/// The lists.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    words: HashMap<u64, u16>,
    phrases: HashMap<u64, u16>,
    /// First words of phrases, so that most places need one lookup only.
    heads: HashMap<u64, u8>,
}

/// The hash of a lower-case form.
pub fn fingerprint(lower: &str) -> u64 {
    xxh3_64(lower.as_bytes())
}

/// The hash of the phrase that the words with these hashes make up.
fn phrase(words: &[u64]) -> u64 {
    words.iter().fold(0x9E37_79B9_7F4A_7C15, |hash: u64, word| (hash.rotate_left(23) ^ word).wrapping_mul(0x2545_F491_4F6C_DD1D))
}

impl Lexicon {
    /// Adds an entry that is one word or several, in lower case.
    pub fn add(&mut self, words: &[&str], class: u16) {
        let hashes: Vec<u64> = words.iter().map(|word| fingerprint(word)).collect();
        match &hashes[..] {
            [] => {}
            [word] => *self.words.entry(*word).or_default() |= class,
            [head, ..] if hashes.len() <= MAX_PHRASE => {
                *self.phrases.entry(phrase(&hashes)).or_default() |= class;
                let longest = self.heads.entry(*head).or_default();
                *longest = (*longest).max(u8::try_from(hashes.len()).unwrap_or(u8::MAX));
            }
            _ => {}
        }
    }

    /// The classes of a word, by its hash.
    pub fn word(&self, hash: u64) -> u16 {
        self.words.get(&hash).copied().unwrap_or_default()
    }

    /// Calls `found` with the range and the classes of each phrase; of those that begin at one place, the longest.
    pub fn phrases(&self, tokens: &[Token], hashes: &[u64], mut found: impl FnMut(std::ops::Range<usize>, u16)) {
        for (at, hash) in hashes.iter().enumerate().take(tokens.len()) {
            let Some(&longest) = self.heads.get(hash) else { continue };
            let longest = usize::from(longest).min(hashes.len() - at);
            for length in (2..=longest).rev() {
                let Some(words) = hashes.get(at..at + length) else { continue };
                if let Some(&class) = self.phrases.get(&phrase(words)) {
                    found(at..at + length, class);
                    break;
                }
            }
        }
    }

    /// Entries in all.
    pub fn len(&self) -> usize {
        self.words.len() + self.phrases.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
