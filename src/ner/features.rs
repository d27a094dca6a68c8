//! [`WordFeatures`] and [`token_bits`]: what the model sees of a token.
//!
//! What depends on the form of a word alone is computed once for each form and cached; the rest are bits.

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::{
    lexicon::{Lexicon, class, fingerprint},
    token::{Gap, Kind, Token},
};

/// The version of these features and hashes, kept in the model.
pub const VERSION: u16 = 1;

/// Rows of the tables of word forms, affixes, shapes and character n-grams.
pub const WORD_ROWS: u64 = 1 << 14;
/// See [`WORD_ROWS`].
pub const AFFIX_ROWS: u64 = 1 << 12;
/// See [`WORD_ROWS`].
pub const SHAPE_ROWS: u64 = 1 << 9;
/// See [`WORD_ROWS`].
pub const GRAM_ROWS: u64 = 1 << 14;
/// Most n-grams of a word.
pub const MAX_GRAMS: usize = 14;
/// Rows of all tables together; each feature's row is counted from the first table's beginning.
pub const ROWS: u64 = WORD_ROWS + 3 * AFFIX_ROWS + SHAPE_ROWS + GRAM_ROWS;
/// Most rows of a token.
pub const MAX_ROWS: usize = 6 + MAX_GRAMS;
/// Bits of a token besides its rows: classes of words, begin and inside of phrases, case, spacing, kind.
pub const BITS: usize = 3 * class::COUNT + CASE_BITS + 8;
const CASE_BITS: usize = 8;

/// What is known of a word form.
#[derive(Clone, Debug)]
pub struct WordFeatures {
    /// The hash of its lower-case form.
    pub hash: u64,
    /// Its rows.
    pub rows: Vec<u32>,
    /// Classes of lists that it stands in.
    pub classes: u16,
    /// How it is capitalized.
    case: u8,
}

impl WordFeatures {
    /// Of `form`.
    pub fn new(form: &str, lexicon: &Lexicon) -> Self {
        let lower = form.to_lowercase();
        let hash = fingerprint(&lower);
        let mut rows = Vec::with_capacity(MAX_ROWS);
        let mut base = 0;
        let row = |hash: u64, count: u64| u32::try_from(base + hash % count).unwrap_or_default();
        rows.push(row(hash, WORD_ROWS));
        rows.push(row(hash >> 32, WORD_ROWS));
        base += WORD_ROWS;
        let chars: Vec<char> = normalized(&lower).collect();
        let affix = |range: &[char], seed: u64| {
            let text: String = range.iter().collect();
            xxh3_64_with_seed(text.as_bytes(), seed)
        };
        for (seed, part) in [(1, head(&chars, 3)), (2, tail(&chars, 2)), (3, tail(&chars, 3))] {
            rows.push(u32::try_from(base + affix(part, seed) % AFFIX_ROWS).unwrap_or_default());
            base += AFFIX_ROWS;
        }
        rows.push(u32::try_from(base + xxh3_64(shape(form).as_bytes()) % SHAPE_ROWS).unwrap_or_default());
        base += SHAPE_ROWS;
        grams(&chars, |gram| rows.push(u32::try_from(base + affix(gram, 4) % GRAM_ROWS).unwrap_or_default()));
        Self { hash, rows, classes: lexicon.word(hash), case: case(form) }
    }
}

fn head(chars: &[char], count: usize) -> &[char] {
    chars.get(..count.min(chars.len())).unwrap_or_default()
}

fn tail(chars: &[char], count: usize) -> &[char] {
    chars.get(chars.len().saturating_sub(count)..).unwrap_or_default()
}

/// Digits are all alike.
fn normalized(lower: &str) -> impl Iterator<Item = char> + '_ {
    lower.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).take(40)
}

/// Character 3- to 5-grams of the word between marks of its ends; of long words, those at the ends.
fn grams(chars: &[char], mut gram: impl FnMut(&[char])) {
    if chars.len() < 2 {
        return;
    }
    let mut marked = Vec::with_capacity(chars.len() + 2);
    marked.push('^');
    marked.extend_from_slice(chars);
    marked.push('$');
    let mut all: Vec<(usize, &[char])> = Vec::new();
    for length in 3..=5 {
        for (start, window) in marked.windows(length).enumerate() {
            // How far the window is from the nearer end of the word.
            all.push((start.min(marked.len() - length - start), window));
        }
    }
    all.sort_by_key(|(distance, _)| *distance);
    for (_, window) in all.into_iter().take(MAX_GRAMS) {
        gram(window);
    }
}

/// `Xxxx` for `Jane`, `X.` for `J.`, `d4` for years: runs longer than four count as four.
fn shape(form: &str) -> String {
    let mut shape = String::new();
    let (mut last, mut run) = ('\0', 0);
    for c in form.chars().take(64) {
        let kind = match c {
            c if c.is_ascii_digit() => 'd',
            c if c.is_uppercase() => 'X',
            c if c.is_alphabetic() => 'x',
            c => c,
        };
        run = if kind == last { run + 1 } else { 1 };
        last = kind;
        if run <= 4 {
            shape.push(kind);
        }
    }
    shape
}

/// Bits: first letter upper, all upper, all lower, mixed, one letter, digit within, hyphen or apostrophe within, not ASCII.
fn case(form: &str) -> u8 {
    let letters = form.chars().filter(|c| c.is_alphabetic());
    let upper = letters.clone().filter(|c| c.is_uppercase()).count();
    let count = letters.count();
    let first = form.chars().next().is_some_and(char::is_uppercase);
    let bits = [
        first,
        count > 0 && upper == count,
        count > 0 && upper == 0,
        upper > usize::from(first) && upper < count,
        count == 1,
        form.bytes().any(|byte| byte.is_ascii_digit()),
        form.contains(['\'', '\u{2019}', '_']),
        !form.is_ascii(),
    ];
    bits.iter().enumerate().fold(0, |all, (place, bit)| all | u8::from(*bit) << place)
}

/// What is known of a whole text, for [`token_bits`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Surroundings {
    /// No token of the window has an upper-case letter.
    pub is_lower: bool,
    /// Nearly all letters of the window are upper case.
    pub is_upper: bool,
}

impl Surroundings {
    /// Of these words.
    pub fn of<'f>(words: impl Iterator<Item = &'f WordFeatures> + Clone) -> Self {
        let (mut upper, mut first, mut words_seen) = (0, 0, 0);
        for word in words.filter(|word| word.case & 0b111 != 0) {
            words_seen += 1;
            upper += usize::from(word.case & 2 != 0);
            first += usize::from(word.case & 0b1001 != 0);
        }
        Self { is_lower: words_seen > 2 && first == 0, is_upper: words_seen > 2 && upper * 10 > words_seen * 8 }
    }
}

/// The bits of a token, as places in 0..[`BITS`]. `begins` and `inside` are the classes of phrases that begin at
/// it and that hold it further on.
pub fn token_bits(
    token: &Token,
    word: &WordFeatures,
    begins: u16,
    inside: u16,
    around: Surroundings,
    mut bit: impl FnMut(usize),
) {
    let classes = |classes: u16, base: usize, bit: &mut dyn FnMut(usize)| {
        (0..class::COUNT).filter(|place| classes >> place & 1 == 1).for_each(|place| bit(base + place));
    };
    classes(word.classes, 0, &mut bit);
    classes(begins, class::COUNT, &mut bit);
    classes(inside, 2 * class::COUNT, &mut bit);
    let base = 3 * class::COUNT;
    (0..CASE_BITS).filter(|place| word.case >> place & 1 == 1).for_each(|place| bit(base + place));
    let base = base + CASE_BITS;
    let flags = [
        token.gap == Gap::None,
        token.gap == Gap::Line,
        token.kind == Kind::Number,
        token.kind == Kind::Sign,
        token.kind == Kind::Address,
        matches!(token.kind, Kind::Handle | Kind::Tag),
        around.is_lower,
        around.is_upper,
    ];
    flags.iter().enumerate().filter(|(_, flag)| **flag).for_each(|(place, _)| bit(base + place));
}
