//! Parts of surrogates: whoever answers may use a first or last name alone.
//!
//! A session knows the parts of its surrogates. A map that a caller kept has whole ones; where original and surrogate
//! have as many words, each word stands for the one in its place.

use super::map::MapEntry;
use masquerade_detect::entity::Placeholder;

/// Fewest letters of a word that is restored alone, as many as a surrogate has.
const LEAST: usize = 5;

/// Most words of a name.
const MOST: usize = 12;

/// The words of the surrogates in `map`, with the words that they stand for.
pub(super) fn parts<'m>(map: &[MapEntry<'m>]) -> Vec<MapEntry<'m>> {
    let mut parts = Vec::new();
    for entry in map.iter().filter(|entry| Placeholder::parse(entry.replacement).is_none()) {
        let count = |text: &str| text.split_whitespace().take(MOST + 1).count();
        let words = count(entry.replacement);
        if !(2..=MOST).contains(&words) || words != count(entry.original) {
            continue;
        }
        let pairs = entry.original.split_whitespace().map(bare).zip(entry.replacement.split_whitespace().map(bare));
        let part = |(original, replacement): (&'m str, &'m str)| {
            let is_word = replacement.chars().all(|c| c.is_alphabetic() || c == '-');
            let is_part = is_word && replacement.chars().count() >= LEAST && !original.is_empty();
            (is_part && original != replacement).then_some(MapEntry { original, replacement, position: None })
        };
        parts.extend(pairs.filter_map(part));
    }
    parts
}

/// `word` without what stands around its letters, and without a possessive's ending.
fn bare(word: &str) -> &str {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    ["'s", "’s", "'S", "’S"].iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_for_the_words_in_their_places() {
        for (original, replacement, expected) in [
            ("Jane Roe", "Wanda Douglas", &[("Jane", "Wanda"), ("Roe", "Douglas")][..]),
            ("Roe, Jane’s", "Douglas, Wanda’s", &[("Roe", "Douglas"), ("Jane", "Wanda")]),
            ("Dr. J. Roe", "Dr. W. Douglas", &[("Roe", "Douglas")]),
            ("Jane Roe", "Wanda van Douglas", &[]),
            ("Jane", "Wanda", &[]),
            ("Jane Roe", "[PERSON_1]", &[]),
            ("4111 1111", "**** ****", &[]),
            ("4111 1111", "4000 0012", &[]),
        ] {
            let found = parts(&[MapEntry { original, replacement, position: None }]);
            let found: Vec<_> = found.iter().map(|part| (part.original, part.replacement)).collect();
            assert_eq!(found, expected, "{original}");
        }
    }
}
