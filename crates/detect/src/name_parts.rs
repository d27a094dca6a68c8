//! The parts of a full name that may name the person elsewhere.

use crate::{common_words::is_common_word, model::function_words::is_function_word};

/// Fewest characters of a part that may stand alone.
const MIN_CHARS: usize = 3;

/// A function word of German that the lists lack, since English has a word like it.
const ARTICLE: &str = "Die";

/// Titles and suffixes beside names, in lower case, without dots.
const TITLES: [&str; 22] = [
    "mr", "mrs", "ms", "mx", "miss", "dr", "prof", "sir", "dame", "lord", "lady", "rev", "hon", "herr", "frau", "jr",
    "sr", "ii", "iii", "phd", "md", "esq",
];

/// The first and the last word of a name of at least two words, each only if it may stand for the person alone: long
/// enough, in the form of a name, and no common or function word: bands and works are taken for persons now and then.
pub fn parts(name: &str) -> impl Iterator<Item = &str> {
    let words =
        || name.split([' ', '\t', '\n', '\r', ',', '\u{a0}']).map(|word| word.trim_matches('.')).filter(is_part);
    let last = words().next_back();
    let first = words().next().filter(|_| words().nth(1).is_some());
    first.into_iter().chain(last.filter(|_| first.is_some() && first != last)).filter(|word| stands_alone(word))
}

/// Reports whether a single word may stand for a person wherever it is written so.
pub fn stands_alone(word: &str) -> bool {
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '\u{300}'..='\u{36F}');
    word.starts_with(char::is_uppercase)
        && word.chars().nth(MIN_CHARS - 1).is_some()
        && word.chars().all(stands)
        && !is_common_word(word)
        && !is_function_word(&word.to_lowercase())
        && word != ARTICLE
}

/// Reports whether `word` belongs to the name itself.
fn is_part(word: &&str) -> bool {
    let is_title = TITLES.iter().any(|title| word.eq_ignore_ascii_case(title));
    !word.is_empty() && !is_title
}

/// Reports whether `word` is an initial and a family name in small letters, as accounts are made of: `mfinch`, `hweiss`. No
/// word begins with two such consonants.
pub(crate) fn is_initial_and_name(word: &str) -> bool {
    /// Fewest and most letters.
    const LEN: std::ops::RangeInclusive<usize> = 5..=16;
    /// Pairs of consonants that begin words in the languages of Europe.
    const ONSETS: &str = "bl br ch cl cr cz dr dw fj fl fr gh gl gn gr hj hr kh kj kl kn kr kv ll mc mn ng nj pf ph pl pn pr ps pt \
        rh sc sh sk sl sm sn sp sq sr st sv sw sz tc th tr ts tv tw tz vl vr wh wl wr zd zh zl zn zv zw";
    let bytes = word.as_bytes();
    let is_consonant = |b: u8| b.is_ascii_lowercase() && !b"aeiouy".contains(&b);
    let [first, second, rest @ ..] = bytes else { return false };
    let pair = || word.get(..2).unwrap_or_default();
    LEN.contains(&word.len())
        && bytes.iter().all(u8::is_ascii_lowercase)
        && is_consonant(*first)
        && is_consonant(*second)
        && rest.first().is_some_and(|b| !is_consonant(*b))
        && !ONSETS.split_ascii_whitespace().any(|known| known == pair())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_first_and_a_last_part() {
        for (name, expected) in [
            ("Jane Roe", "Jane Roe"),
            ("Dr. Jane M. Roe, PhD", "Jane Roe"),
            ("Roe, Jane", "Roe Jane"),
            ("Anna-Lena O'Neill", "Anna-Lena O'Neill"),
            ("Ludwig van Beethoven", "Ludwig Beethoven"),
            ("Zoë Öz", "Zoë"),
            ("Will Self", ""),
            ("May Roe", "Roe"),
            ("The Roes", "Roes"),
            ("Die Ärztin", "Ärztin"),
            ("J. Roe", "Roe"),
            ("Dr. Roe", ""),
            ("Jane", ""),
            ("jane roe", ""),
            ("", ""),
        ] {
            assert_eq!(parts(name).collect::<Vec<_>>().join(" "), expected, "{name}");
        }
    }
}
