//! [`WordMatcher`]: a search for many texts as whole words, in one pass.

use std::ops::Range;

use aho_corasick::{AhoCorasick, BuildError};

use crate::text::{is_value_edge, steps::Meter};

/// Texts that are found where word boundaries lie at both ends, in any case, in all scripts.
#[derive(Debug)]
pub struct WordMatcher {
    texts: AhoCorasick,
}

impl WordMatcher {
    /// A matcher of `texts`.
    pub fn new<S: AsRef<str>>(texts: &[S]) -> Result<Self, BuildError> {
        let folded: Vec<String> = texts.iter().map(|text| text.as_ref().chars().flat_map(fold).collect()).collect();
        let texts = AhoCorasick::builder().ascii_case_insensitive(true).build(folded)?;
        Ok(Self { texts })
    }

    /// Calls `found` with the index of a text and its place, ordered by end. Of texts that end at one place only the
    /// longest counts.
    pub fn find(&self, text: &str, mut found: impl FnMut(usize, Range<usize>)) {
        let folded = (!text.is_ascii()).then(|| CaselessText::new(text));
        let haystack = folded.as_ref().map_or(text, |folded| &folded.text);
        // Texts that are parts of one another may be found thousands of times at one place.
        let mut meter = Meter::default();
        meter.count(haystack.len() as u64);
        // Matches come by end. The longest one so far for the current end is kept back until the next end.
        let mut last: Option<(usize, Range<usize>)> = None;
        for hit in self.texts.find_overlapping_iter(haystack) {
            meter.count(STEPS_OF_HIT);
            let place = match &folded {
                Some(folded) => folded.original(hit.range()),
                None => Some(hit.range()),
            };
            let Some(place) = place.filter(|place| !place.is_empty()) else { continue };
            if !(is_value_edge(text, place.start) && is_value_edge(text, place.end)) {
                continue;
            }
            match &mut last {
                Some(kept) if kept.1.end == place.end => {
                    if place.start < kept.1.start {
                        *kept = (hit.pattern().as_usize(), place);
                    }
                }
                _ => {
                    if let Some((index, place)) = last.replace((hit.pattern().as_usize(), place)) {
                        found(index, place);
                    }
                }
            }
        }
        if let Some((index, place)) = last {
            found(index, place);
        }
        meter.finish();
    }
}

/// Steps that a look at a hit and its neighbours is worth.
const STEPS_OF_HIT: u64 = 8;

/// An offset in 32 bits.
fn offset(at: usize) -> u32 {
    u32::try_from(at).expect("texts are shorter than 4 GiB")
}

/// One character without its case: as Unicode's full case folding for all but a handful of letters
/// (`ß` and `SS` are one, and so are `ς`, `σ` and `Σ`).
fn fold(c: char) -> impl Iterator<Item = char> {
    c.to_uppercase().flat_map(char::to_lowercase)
}

/// A text without case, with a map of offsets to the original: folding may change lengths.
struct CaselessText {
    text: String,
    /// For each byte of `text` and its end, the byte at which the original character begins. `None` except at the first
    /// byte of that character's folding.
    origins: Vec<Option<u32>>,
}

impl CaselessText {
    fn new(original: &str) -> Self {
        let mut folded =
            Self { text: String::with_capacity(original.len()), origins: Vec::with_capacity(original.len() + 1) };
        for (at, c) in original.char_indices() {
            folded.origins.push(Some(offset(at)));
            if c.is_ascii() {
                folded.text.push(c.to_ascii_lowercase());
            } else {
                folded.text.extend(fold(c));
                folded.origins.resize(folded.text.len(), None);
            }
        }
        folded.origins.push(Some(offset(original.len())));
        folded
    }

    /// The place in the original; `None` if it begins or ends within the folding of one character.
    fn original(&self, range: Range<usize>) -> Option<Range<usize>> {
        let origin = |at: usize| self.origins[at].map(|at| at as usize);
        Some(origin(range.start)?..origin(range.end)?)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(matcher: &WordMatcher, text: &str) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        matcher.find(text, |index, range| found.push((index, text[range].to_owned())));
        found
    }

    #[test]
    fn finds_whole_words_in_any_case() {
        for (texts, text, expected) in [
            (vec!["anna"], "Anna, ANNA and Hannah anna_", vec!["Anna", "ANNA", "anna"]),
            (vec!["straße"], "Straße STRASSE strasse", vec!["Straße", "STRASSE", "strasse"]),
            (vec!["STRASSE 1"], "İ İ straße 1", vec!["straße 1"]),
            (vec!["ΟΔΟΣ"], "οδος οδός Οδοσ", vec!["οδος", "Οδοσ"]),
            (vec!["анна"], "АННА Ханна", vec!["АННА"]),
            (vec!["李"], "李さん", vec!["李"]),
            // A longer one that is no whole word hides no shorter one.
            (vec!["foo", "foo b"], "foo bar", vec!["foo"]),
            (vec!["b c", "a b c", "c"], "a b c", vec!["a b c"]),
            (vec!["s"], "ß s", vec!["s"]),
            (vec![], "a", vec![]),
        ] {
            let matcher = WordMatcher::new(&texts).unwrap();
            let found: Vec<_> = found(&matcher, text).into_iter().map(|(_, text)| text).collect();
            assert_eq!(found, expected, "{texts:?} in {text:?}");
        }
    }

    proptest! {
        #[test]
        fn places_lie_on_boundaries(texts in prop::collection::vec("[a-cßİσς李 ]{1,3}", 0..5), text in "\\PC{0,20}|[a-cßİσςΣ李 ]{0,20}") {
            WordMatcher::new(&texts).unwrap().find(&text, |_, range| {
                assert!(is_value_edge(&text, range.start) && is_value_edge(&text, range.end) && !range.is_empty());
            });
        }
    }
}
