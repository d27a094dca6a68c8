//! Numbers that are dictated digit by digit, in words: `four four seven one`, `null eins sieben sechs`, `double oh seven`.

use std::ops::Range;

use crate::recognizers::support::number_words::{is_number_link, is_number_word};
use crate::recognizers::support::word_list::{WordList, is_listed};

/// Declares the words for the digits in each language, and a regular expression of all of them.
macro_rules! languages {
    ($([$($($word:literal)|+),+],)+) => {
        /// The words for the ten digits in each language.
        const LANGUAGES: &[[&[&str]; 10]] = &[$([$(&[$($word),+]),+]),+];
        /// All of them, and the words that repeat a digit.
        const WORDS: &WordList = &WordList::new(
            concat!("double|triple|doble|dubbel|doppel", $($($("|", $word),+),+),+)
        );
        /// The first two words of a number that is dictated, as a regular expression.
        pub(crate) const TWO_DIGITS: &str = concat!(
            "(?i:double|triple|doble|dubbel|doppel", $($($("|", $word),+),+),+, ") ",
            "(?i:double|triple|doble|dubbel|doppel", $($($("|", $word),+),+),+, ")",
        );
    };
}

languages! {
    ["zero" | "oh" | "o" | "nought" | "naught", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine" | "niner"],
    ["null", "eins" | "ein", "zwei" | "zwo", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"],
    ["zéro" | "zero", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"],
    ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"],
    ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"],
    ["zero", "um", "dois", "três" | "tres", "quatro", "cinco", "seis" | "meia", "sete", "oito", "nove"],
    ["nul", "een" | "één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen"],
    ["noll", "ett" | "en", "två", "tre", "fyra", "fem", "sex", "sju", "åtta", "nio"],
    ["null", "en" | "ett" | "én", "to", "tre", "fire", "fem", "seks", "sju" | "syv", "åtte" | "otte", "ni"],
    ["zero", "jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć"],
    ["ноль" | "нуль", "один" | "раз", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять"],
    ["nolla", "yksi", "kaksi", "kolme", "neljä", "viisi", "kuusi", "seitsemän", "kahdeksan", "yhdeksän"],
    ["nula", "jedna" | "jeden", "dva" | "dvě", "tři" | "tri", "čtyři" | "štyri", "pět" | "päť", "šest" | "šesť", "sedm" | "sedem", "osm" | "osem", "devět" | "deväť"],
    ["nulla", "egy", "kettő" | "két", "három", "négy", "öt", "hat", "hét", "nyolc", "kilenc"],
    ["zero", "unu", "doi", "trei", "patru", "cinci", "șase", "șapte", "opt", "nouă"],
    ["sıfır", "bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz"],
}

/// Words that repeat the digit behind them, and how often it stands.
const REPEATS: [(&str, usize); 5] = [("double", 2), ("triple", 3), ("doble", 2), ("dubbel", 2), ("doppel", 2)];

/// Shortest word for a number of two digits that is no other word in any language, in bytes.
const SHORTEST: usize = 5;

/// The number that is dictated at `at`, with the count of its digits; at least three words, all of one language.
pub(crate) fn spoken_at(text: &str, at: usize) -> Option<(Range<usize>, usize)> {
    let rest = text.get(at..).filter(|rest| begins_with_numbers(rest))?;
    // The first word rules out nearly all languages.
    let first = word_at(rest).to_lowercase();
    let is_any =
        first.len() >= SHORTEST && is_number_word(&first) || REPEATS.iter().any(|(repeat, _)| *repeat == first);
    let may_begin = |digits: &&[&[&str]; 10]| is_any || digits.iter().any(|names| names.contains(&first.as_str()));
    let runs = LANGUAGES.iter().filter(may_begin).filter_map(|digits| run(rest, digits));
    runs.max().map(|(len, count)| (at..at + len, count))
}

/// Reports whether `rest` may begin with a dictated number: its first words are words of numbers. Nearly no text does.
fn begins_with_numbers(rest: &str) -> bool {
    /// Fewest words, of which one that repeats a digit counts for two.
    const LEAST: usize = 3;
    let (mut at, mut said) = (0, 0);
    while said < LEAST {
        let word = word_at(&rest[at..]);
        said += match is_listed(word, WORDS) {
            true if REPEATS.iter().any(|(repeat, _)| word.eq_ignore_ascii_case(repeat)) => 2,
            true => 1,
            false if is_number_link(word) || is_number_word(word) => 1,
            false => return false,
        };
        at += word.len();
        at += gap_len(&rest[at..]);
    }
    true
}

/// The length of the number at the start of `rest`, and the count of its digits, if they are said with the words in `digits`.
fn run(rest: &str, digits: &[&[&str]; 10]) -> Option<(usize, usize)> {
    /// Fewest and most words.
    const WORDS: std::ops::RangeInclusive<usize> = 3..=24;
    let (mut at, mut end, mut words, mut count, mut times) = (0, 0, 0, 0, 1);
    // True between the tens and the ones of a number in words: `treinta y cuatro`.
    let (mut is_tens, mut is_linked) = (false, false);
    while words <= *WORDS.end() {
        let word = word_at(rest.get(at..)?);
        let repeat = REPEATS.iter().find(|(repeat, _)| word.eq_ignore_ascii_case(repeat));
        match (digits_of(word, digits), repeat) {
            (0, None) if is_tens && !is_linked && is_number_link(word) => is_linked = true,
            // `soixante-dix-huit`
            (0, None) if is_tens && rest[..at].ends_with('-') && is_number_word(&word.to_lowercase()) => {
                end = at + word.len();
            }
            (0, None) => break,
            (0, Some((_, often))) => times = *often,
            (found, _) => {
                // The ones take the place of the zero of the tens.
                count += if is_linked { 0 } else { found * times };
                words += times;
                (is_tens, is_linked) = (found > 1, false);
                times = 1;
                end = at + word.len();
            }
        }
        at += word.len();
        at += gap_len(rest.get(at..)?);
    }
    WORDS.contains(&words).then_some((end, count))
}

/// The count of digits that `word` says: one of `digits`, or a number of two digits and more.
fn digits_of(word: &str, digits: &[&[&str]; 10]) -> usize {
    if word.is_empty() {
        return 0;
    }
    let lower = word.to_lowercase();
    let is_digit = digits.iter().any(|names| names.contains(&lower.as_str()));
    match is_digit {
        true => 1,
        false if word.len() >= SHORTEST && is_number_word(&lower) => 2,
        false => 0,
    }
}

/// The word at the start of `rest`, with the parts that hyphens join.
fn word_at(rest: &str) -> &str {
    /// Longest word, in bytes.
    const LONGEST: usize = 24;
    let near = rest.get(..rest.floor_char_boundary(LONGEST)).unwrap_or_default();
    let len = near.find(|c: char| !c.is_alphabetic()).unwrap_or(near.len());
    near.get(..len).unwrap_or_default()
}

/// The length of what stands between two words: a blank, a comma, a dash, dots.
fn gap_len(rest: &str) -> usize {
    /// Most signs.
    const MOST: usize = 5;
    let signs = rest.chars().take(MOST).take_while(|c| matches!(c, ' ' | ',' | '-' | '–' | '.' | '…' | '\n'));
    let len: usize = signs.map(char::len_utf8).sum();
    // A full stop and a blank end a sentence.
    let gap = rest.get(..len).unwrap_or_default();
    if gap.starts_with(". ") || gap.matches('\n').count() > 1 { 0 } else { len }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dictated_numbers_are_told_from_counts() {
        for (text, expected) in [
            ("four four seven one and more", Some(("four four seven one", 4))),
            ("double oh seven, nine", Some(("double oh seven, nine", 4))),
            ("null eins sieben sechs, ab sieben Uhr", Some(("null eins sieben sechs", 4))),
            ("nineteen eighty six", Some(("nineteen eighty six", 5))),
            ("один два три четыре", Some(("один два три четыре", 4))),
            ("seis uno treinta y cuatro, doble cero", Some(("seis uno treinta y cuatro, doble cero", 6))),
            ("zéro six soixante-dix-huit et", Some(("zéro six soixante-dix-huit", 5))),
            ("double five six", Some(("double five six", 3))),
            ("four double five", Some(("four double five", 3))),
            ("triple five", Some(("triple five", 3))),
            ("one or two", None),
            ("double five", None),
            ("two four packs", None),
            ("four. Four. Five", None),
            ("", None),
        ] {
            let found = spoken_at(text, 0).map(|(range, count)| (&text[range], count));
            assert_eq!(found, expected, "{text}");
        }
    }
}
