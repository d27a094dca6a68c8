//! Randomness of a text: a model of letter pairs tells keys from words.
//!
//! A text is written either by somebody who puts words together (`next_token`, `maxRetries2`) or by a generator that
//! draws from an alphabet. The first costs as many bits as its transitions are unlikely in words, the second the same
//! for each character. A text that is cheaper as words counts as words. The letter pairs are counted in [`mod@words`];
//! how often an identifier goes on in another case or with a digit is [stated](TRANSITIONS).

mod words;

use std::{
    collections::HashSet,
    sync::{LazyLock, OnceLock},
};

/// Letters of an alphabet, and the row of the first letters of words in [`Model::pairs`].
const LETTERS: usize = 26;

/// Bits by which a text of letters of one case must be cheaper as random characters than as words. Pairs of letters
/// that are rare in one language are frequent in another.
const DOUBTFUL: f32 = 10.0;

/// Bits by which any other text must be cheaper as random characters than as words.
const CLEAR: f32 = 4.0;

/// Longest text that is judged; of longer ones the beginning.
const LONGEST: usize = 128;

/// The state of reading an identifier.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Start,
    Lower,
    /// Behind the first capital of a word.
    Capital,
    /// In a word of capitals.
    Upper,
    Digit,
    Sign,
}

/// The probabilities in identifiers of a small letter, a capital, a digit and a sign behind each [`State`].
const TRANSITIONS: [[f32; 4]; 6] = [
    [0.6, 0.3, 0.08, 0.02],
    [0.87, 0.04, 0.02, 0.07],
    [0.5, 0.4, 0.03, 0.07],
    [0.04, 0.86, 0.02, 0.08],
    [0.12, 0.08, 0.5, 0.3],
    [0.55, 0.25, 0.15, 0.05],
];

/// The costs of words, in bits.
struct Model {
    /// The bits of a letter behind another one, by both letters; the last row is for the first letters of words.
    pairs: [[f32; LETTERS]; LETTERS + 1],
    transitions: [[f32; 4]; 6],
    words: HashSet<&'static str>,
}

fn model() -> &'static Model {
    static MODEL: LazyLock<Model> = LazyLock::new(Model::new);
    &MODEL
}

impl Model {
    fn new() -> Self {
        let mut counts = [[0.5; LETTERS]; LETTERS + 1];
        for word in words::all() {
            let mut last = LETTERS;
            for letter in word.bytes().filter_map(letter) {
                counts[last][letter] += 1.0;
                last = letter;
            }
        }
        let pairs = counts.map(|row: [f32; LETTERS]| {
            let all = row.iter().sum::<f32>().log2();
            row.map(|count| all - count.log2())
        });
        Self {
            pairs,
            transitions: TRANSITIONS.map(|row| row.map(|share| -share.log2())),
            words: words::all().collect(),
        }
    }

    /// Bits that `text` costs as words.
    fn cost(&self, text: &[u8]) -> f32 {
        let (mut state, mut last, mut cost) = (State::Start, LETTERS, 0.0);
        for &byte in text {
            let transitions = self.transitions[state as usize];
            let in_word = matches!(
                (state, byte.is_ascii_uppercase()),
                (State::Lower | State::Capital, false) | (State::Capital | State::Upper, true)
            );
            let pair = |letter: usize| self.pairs[if in_word { last } else { LETTERS }][letter];
            match (letter(byte), byte) {
                (Some(letter), b'A'..=b'Z') => {
                    cost += transitions[1] + pair(letter);
                    state = if matches!(state, State::Capital | State::Upper) { State::Upper } else { State::Capital };
                    last = letter;
                }
                (Some(letter), _) => {
                    cost += transitions[0] + pair(letter);
                    (state, last) = (State::Lower, letter);
                }
                (None, b'0'..=b'9') => {
                    cost += transitions[2] + 10_f32.log2();
                    state = State::Digit;
                }
                // Generators put signs between groups, too.
                (None, _) => state = State::Sign,
            }
        }
        cost
    }
}

/// The place of a letter in the alphabet.
fn letter(byte: u8) -> Option<usize> {
    byte.is_ascii_alphabetic().then(|| usize::from(byte.to_ascii_lowercase() - b'a'))
}

/// The kinds of characters of a text.
#[derive(Clone, Copy, Default)]
struct Kinds {
    digits: bool,
    lower: bool,
    upper: bool,
    /// Letters that are no hexadecimal digits.
    beyond_hex: bool,
    /// The number of letters and digits.
    count: usize,
}

impl Kinds {
    fn of(text: &[u8]) -> Self {
        let mut kinds = Self::default();
        for byte in text {
            kinds.digits |= byte.is_ascii_digit();
            kinds.lower |= byte.is_ascii_lowercase();
            kinds.upper |= byte.is_ascii_uppercase();
            kinds.beyond_hex |= byte.is_ascii_alphabetic() && !byte.is_ascii_hexdigit();
            kinds.count += usize::from(byte.is_ascii_alphanumeric());
        }
        kinds
    }

    /// The size of the smallest usual alphabet of letters and digits that holds the text.
    fn alphabet(self) -> f32 {
        match (self.lower && self.upper, self.beyond_hex, self.digits) {
            (_, false, _) => 16.0,
            (true, true, true) => 62.0,
            (true, true, false) => 52.0,
            (false, true, true) => 36.0,
            (false, true, false) => 26.0,
        }
    }
}

/// Reports whether `text` is drawn from an alphabet rather than made of words. Texts under a dozen characters tell
/// little.
pub(crate) fn is_random(text: &str) -> bool {
    let text = text.as_bytes();
    let text = text.get(..LONGEST).unwrap_or(text);
    let kinds = Kinds::of(text);
    if !kinds.lower && !kinds.upper {
        return false;
    }
    let margin = model().cost(text) - kinds.count as f32 * kinds.alphabet().log2();
    let mixed = kinds.digits || kinds.lower && kinds.upper;
    margin > if mixed { CLEAR } else { DOUBTFUL }
}

/// Reports whether `word` is a common word of code or prose, in any case.
pub(crate) fn is_common(word: &str) -> bool {
    /// Length of the longest word, in bytes.
    static LONGEST_WORD: OnceLock<usize> = OnceLock::new();
    let longest = *LONGEST_WORD.get_or_init(|| words::all().map(str::len).max().unwrap_or_default());
    if word.len() > longest {
        return false;
    }
    let word = word.to_ascii_lowercase();
    let known = |word: &str| model().words.contains(word);
    known(&word)
        || ["s", "es", "d", "ed", "ing", "er", "ly", "r"].iter().any(|end| {
            let stem = word.strip_suffix(end).filter(|stem| stem.len() > 2);
            stem.is_some_and(|stem| known(stem) || *end != "s" && known(&[stem, "e"].concat()))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    const ALPHABETS: [&str; 9] = [
        "0123456789abcdef",
        "0123456789ABCDEF",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "abcdefghijklmnopqrstuvwxyz0123456789",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
        "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
        "abcdefghijklmnopqrstuvwxyz",
    ];

    #[test]
    fn what_is_drawn_is_told_from_what_is_written() {
        const TRIES: usize = 2_000;
        let mut random = Random::new(0x9E37_79B9_7F4A_7C15);
        for alphabet in ALPHABETS {
            for (len, most_missed) in [(16, 0.03), (24, 0.01), (48, 0.005)] {
                let mut draw =
                    || -> String { (0..len).map(|_| char::from(random.pick(alphabet.as_bytes()))).collect() };
                let missed = (0..TRIES).filter(|_| !is_random(&draw())).count();
                assert!(missed as f32 <= most_missed * TRIES as f32, "{alphabet} {len}: {missed}");
            }
        }
        let words: Vec<_> = words::all().collect();
        let mut found = Vec::new();
        for _ in 0..10 * TRIES {
            let some: Vec<_> = (0..1 + random.below(4)).map(|_| random.pick(&words)).collect();
            let identifier = match random.below(4) {
                0 => some.join("_"),
                1 => some.join("-"),
                2 => some.join("_").to_uppercase(),
                _ => some.iter().map(|word| word[..1].to_uppercase() + &word[1..]).collect(),
            };
            let end = if random.below(8) == 0 { random.below(100).to_string() } else { String::new() };
            found.extend(Some(identifier + &end).filter(|identifier| is_random(identifier)));
        }
        assert!(found.len() <= TRIES / 20, "{} {found:?}", found.len());
    }

    #[test]
    fn words_are_common_in_any_case_and_with_their_endings() {
        for (word, expected) in
            [("primary", true), ("Required", true), ("handlers", true), ("swordfish", false), ("hunter2", false)]
        {
            assert_eq!(is_common(word), expected, "{word}");
        }
    }
}
