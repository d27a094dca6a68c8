//! [`DocumentStore`]: the session store of one document.

use std::{
    borrow::Cow,
    collections::hash_map::RandomState,
    hash::BuildHasher,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;

use crate::{
    anonymize::{SubstituteKind, SubstituteRequest},
    config::Sessions,
    store::{MemoryLayer, MemoryStore, Scope, Store, StoreError},
};
use masquerade_detect::text::{is_boundary, is_word};

/// Longer than any run, and short enough to be added to a clock.
const FOREVER: Duration = Duration::from_secs(100 * 365 * 86_400);

/// Most bytes of surrogates of one document, since every piece is searched for them; further texts get numbers.
const MAX_SURROGATES: usize = 1 << 20;

/// A store for one document that is masked piece by piece.
///
/// It drops no entry, since a forgotten surrogate would look like any other text. It assigns no surrogate that may stand
/// in a piece that has been written already, where restoring would replace it by mistake.
pub(in crate::cli) struct DocumentStore {
    memory: MemoryStore,
    written: Mutex<WordFilter>,
}

impl DocumentStore {
    /// An empty session.
    pub(in crate::cli) fn new() -> Self {
        let (most, forever) = (usize::MAX, FOREVER);
        let memory = MemoryStore::new(Sessions {
            ttl: forever,
            max_age: forever,
            counters_ttl: forever,
            tenant_entries: most,
            tenant_bytes: most,
            entries: most,
            bytes: most,
        });
        Self { memory, written: Mutex::new(WordFilter::new()) }
    }

    /// Remembers that `text` is written.
    pub(in crate::cli) fn written(&self, text: &str) {
        let mut words = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        for word in split(text) {
            words.insert(word);
        }
    }

    /// `requests` without the surrogates that may stand in the written text.
    fn unwritten(&self, requests: &[SubstituteRequest], has_room: bool) -> Vec<SubstituteRequest> {
        let words = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        let without = |request: &SubstituteRequest| {
            let mut request = request.clone();
            if let SubstituteKind::AnyOf(candidates) = &mut request.kind {
                // Without candidates it stays a request for a surrogate: a text that has one already gets that one.
                candidates.retain(|candidate| has_room && !words.may_hold(candidate));
            }
            request
        };
        requests.iter().map(without).collect()
    }
}

#[async_trait]
impl MemoryLayer for DocumentStore {
    fn memory(&self) -> &MemoryStore {
        &self.memory
    }

    async fn admitted<'r>(
        &self,
        scope: &Scope,
        requests: &'r [SubstituteRequest],
    ) -> Result<Cow<'r, [SubstituteRequest]>, StoreError> {
        if !requests.iter().any(|request| matches!(request.kind, SubstituteKind::AnyOf(_))) {
            return Ok(Cow::Borrowed(requests));
        }
        let bytes: usize = self.memory.surrogates(scope).await?.iter().map(|surrogate| surrogate.len()).sum();
        Ok(Cow::Owned(self.unwritten(requests, bytes < MAX_SURROGATES)))
    }
}

/// A Bloom filter of the words of a text. It may report a word that was not inserted, and never misses one that was.
struct WordFilter {
    bits: Vec<u64>,
    hasher: RandomState,
}

impl WordFilter {
    /// Size in bits: 1 MiB, with a rate of false positives of 1 % at some 900,000 distinct words.
    const BITS: usize = 1 << 23;
    /// Bits that stand for one word.
    const PER_WORD: u64 = 4;

    fn new() -> Self {
        Self { bits: vec![0; Self::BITS / 64], hasher: RandomState::new() }
    }

    fn places(&self, word: &str) -> impl Iterator<Item = (usize, u64)> + use<> {
        // Four hashes made of one (Kirsch and Mitzenmacher, "Less hashing, same performance").
        let hash = self.hasher.hash_one(word);
        (0..Self::PER_WORD).map(move |i| {
            let hash = hash.wrapping_add(i.wrapping_mul(hash.rotate_left(32) | 1));
            // The size is a power of two, so that the low bits alone decide.
            let bit = hash as usize % Self::BITS;
            (bit / 64, 1 << (bit % 64))
        })
    }

    fn insert(&mut self, word: &str) {
        for (at, bit) in self.places(word) {
            self.bits[at] |= bit;
        }
    }

    fn contains(&self, word: &str) -> bool {
        self.places(word).all(|(at, bit)| self.bits[at] & bit != 0)
    }

    /// Reports whether `name` may stand in the text: whether all its words may. A word at an end of `name` without a letter
    /// or a digit there may be longer in the text, so it is left out.
    fn may_hold(&self, name: &str) -> bool {
        let (first, last) = (name.chars().next(), name.chars().next_back());
        let goes_on = |edge: Option<char>| edge.is_some_and(|c| is_word(c) && !c.is_alphanumeric());
        let mut words: Vec<_> = split(name).collect();
        if goes_on(last) {
            words.pop();
        }
        if goes_on(first) && !words.is_empty() {
            words.remove(0);
        }
        words.iter().all(|word| self.contains(word))
    }
}

/// The words of `text`: runs of word characters, split where a boundary lies within.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text.get(rest..)?.find(is_word)?;
        let mut ends = text.get(start..)?.char_indices().skip(1).map(|(at, _)| start + at);
        let end = ends.find(|&at| is_boundary(text, at)).unwrap_or(text.len());
        rest = end;
        text.get(start..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_boundaries_lie() {
        assert_eq!(split("Ann_1, (日本) e\u{301}a-\r\n").collect::<Vec<_>>(), ["Ann_1", "日", "本", "e\u{301}a"]);
        assert_eq!(split(" -").count(), 0);
    }

    #[test]
    fn a_name_is_missed_only_where_it_does_not_stand() {
        let mut words = WordFilter::new();
        for word in split("Ann met Bob_1 and 日本, call 555-0100") {
            words.insert(word);
        }
        for there in ["Ann", "met Bob_1", "日本", "555-0100", "本", "_", "+"] {
            assert!(words.may_hold(there), "{there}");
        }
        for missing in ["Eve", "Ann Smith", "Bob", "555-0101", "Bob_"] {
            assert_eq!(words.may_hold(missing), missing == "Bob_", "{missing}");
        }
    }
}
