//! [`WordFilter`]: an approximate set of words (Bloom, 1970).
//!
//! A word that was put in is found; one in thirty of the others is found all the same. The embedded filter holds ordinary words of the
//! languages of Europe that no list of names has and that the models did not meet often enough to know them.

use super::lexicon::fingerprint;

/// Bits of a word.
const BITS: u32 = 5;

/// An approximate set of words, in lower case.
#[derive(Clone, Copy, Debug)]
pub struct WordFilter<'b> {
    bits: &'b [u8],
}

/// Bytes of the embedded filter.
static EMBEDDED: &[u8] = include_bytes!("../../../models/ordinary-words.bin");

impl<'b> WordFilter<'b> {
    /// The filter that these bytes are; an empty one holds no words.
    pub fn from_bytes(bits: &'b [u8]) -> Self {
        Self { bits }
    }

    /// The bytes of a filter of `words`, which are in lower case, in so many bytes.
    pub fn write<'w>(words: impl IntoIterator<Item = &'w str>, len: usize) -> Vec<u8> {
        let mut bits = vec![0; len];
        for word in words {
            for bit in places(word, len) {
                bits[bit / 8] |= 1 << (bit % 8);
            }
        }
        bits
    }

    /// Reports whether `word`, in any case, was put in; sometimes it says so of others.
    pub fn has(&self, word: &str) -> bool {
        let stands = |bit: usize| self.bits[bit / 8] & (1 << (bit % 8)) != 0;
        !self.bits.is_empty() && places(&word.to_lowercase(), self.bits.len()).all(stands)
    }
}

impl WordFilter<'static> {
    /// The embedded filter of ordinary words.
    pub fn embedded() -> Self {
        Self::from_bytes(EMBEDDED)
    }
}

/// The bits of `word` in a filter of `len` bytes (Kirsch and Mitzenmacher, 2006).
fn places(word: &str, len: usize) -> impl Iterator<Item = usize> {
    let hash = fingerprint(word);
    let (first, step) = (hash as u32, (hash >> 32) as u32 | 1);
    (0..BITS).map(move |bit| {
        let place = u64::from(first.wrapping_add(bit.wrapping_mul(step)));
        ((place * 8 * len as u64) >> 32) as usize
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_were_put_in_are_found_and_few_others() {
        let words: Vec<String> = (0..1000).map(|number| format!("word{number}")).collect();
        let bytes = WordFilter::write(words.iter().map(String::as_str), 1000);
        let filter = WordFilter::from_bytes(&bytes);
        assert!(words.iter().all(|word| filter.has(word) && filter.has(&word.to_uppercase())));
        let others = (0..10_000).filter(|number| filter.has(&format!("other{number}"))).count();
        assert!(others < 400, "{others}");
        assert!(!WordFilter::from_bytes(&[]).has("word"));
    }

    #[test]
    fn ordinary_words_are_embedded() {
        let filter = WordFilter::embedded();
        assert!(["nakoniec", "dôležité"].iter().all(|word| filter.has(word)));
        assert!(["borisz", "olga", "jankauskas"].iter().all(|word| !filter.has(word)));
    }
}
