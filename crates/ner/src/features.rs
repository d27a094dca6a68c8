//! [`WordFeatures`] and [`token_bits`]: the features of a token.
//!
//! Features that depend on the form of a word alone are computed once for each form and cached; the rest are bits.

use std::ops::Range;

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use super::{
    lexicon::{Lexicon, class, fingerprint},
    token::{Gap, Kind, Token},
};

/// The version of these features, of the features in [`conjunctions`](super::conjunctions), and of all their hashes;
/// kept in the model.
pub const VERSION: u16 = 1;

/// Rows of the table of word forms.
pub const WORD_ROWS: u64 = 1 << 14;
/// Rows of the table of affixes of one kind, of which there are three.
pub const AFFIX_ROWS: u64 = 1 << 12;
/// Rows of the table of shapes.
pub const SHAPE_ROWS: u64 = 1 << 9;
/// Rows of the table of character n-grams.
pub const GRAM_ROWS: u64 = 1 << 14;
/// Limit on the character n-grams of a word.
pub const MAX_GRAMS: usize = 14;
/// Rows of all tables together; each feature's row is counted from the first table's beginning.
pub const ROWS: u64 = WORD_ROWS + 3 * AFFIX_ROWS + SHAPE_ROWS + GRAM_ROWS;
/// Limit on the rows of a token.
pub const MAX_ROWS: usize = GRAMS + MAX_GRAMS;
/// The index of a word's first n-gram in its rows: behind two rows of its form, three of affixes and one of its shape.
const GRAMS: usize = 6;
/// Limit on the letters of a word that affixes and n-grams are taken from.
const MAX_LETTERS: usize = 40;

const CASE_BITS: usize = 8;
const FLAG_BITS: usize = 8;
const CASE: usize = 3 * class::COUNT;
const FLAGS: usize = CASE + CASE_BITS;
/// Bits of a token besides its rows: classes of words, begin and inside of phrases, case, spacing, kind.
pub const BITS: usize = FLAGS + FLAG_BITS;
/// Mask of the bits of gazetteers.
pub const LIST_BITS: u64 = (1 << CASE) - 1;

const _: () = assert!(BITS <= 64 && class::COUNT <= 16, "the bits of a token are one number");

/// Attributes of a word form other than its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// Hash of the lower-case form.
    pub hash: u64,
    /// Gazetteer classes and case: bits of [`token_bits`].
    pub bits: u64,
    /// Row of its shape.
    pub shape: u32,
    /// Prefix and suffix rows.
    pub affixes: [u32; 3],
    /// Cluster of its word vector; 0: none.
    pub cluster: u16,
    /// Length of the longest phrase of a gazetteer that begins with it, in words.
    longest: u8,
}

impl Form {
    /// The form before the first and after the last token of a text.
    pub const NONE: Self = Self { hash: 0, bits: 0, shape: 0, affixes: [0; 3], cluster: 0, longest: 0 };

    fn has(&self, case: Case) -> bool {
        self.bits >> (CASE + case as usize) & 1 == 1
    }
}

/// Letter case and other signs of a form, a bit each.
#[derive(Clone, Copy)]
enum Case {
    /// The first character is an upper-case letter.
    First,
    /// All letters are upper case.
    Upper,
    /// All letters are lower case.
    Lower,
    /// Upper and lower case, not only in the first place.
    Mixed,
    /// One letter only.
    Single,
    /// A digit within.
    Digit,
    /// An apostrophe or an underscore within.
    Joined,
    /// Characters that are not ASCII.
    Foreign,
}

/// Features of a word form: attributes and rows of the tables.
#[derive(Clone, Debug)]
pub struct WordFeatures {
    /// Attributes other than rows.
    pub form: Form,
    /// Index of its word vector.
    pub vector: Option<u32>,
    rows: [u32; MAX_ROWS],
    count: usize,
}

impl WordFeatures {
    /// Features of `form`.
    pub fn new(form: &str, lexicon: &Lexicon) -> Self {
        let lower = form.to_lowercase();
        let hash = fingerprint(&lower);
        let entry = lexicon.word(hash);
        let marked = MarkedWord::new(&lower);
        let mut rows = Rows::default();
        rows.push(hash, WORD_ROWS);
        rows.push(hash >> 32, WORD_ROWS);
        rows.base += WORD_ROWS;
        let letters = marked.letters();
        let head = letters.start..letters.end.min(letters.start + 3);
        let tail = |count: usize| letters.end.saturating_sub(count).max(letters.start)..letters.end;
        for (seed, part) in [(1, head), (2, tail(2)), (3, tail(3))] {
            rows.push(marked.hash(part, seed), AFFIX_ROWS);
            rows.base += AFFIX_ROWS;
        }
        rows.push(xxh3_64(shape(form).as_bytes()), SHAPE_ROWS);
        rows.base += SHAPE_ROWS;
        marked.grams(|gram| rows.push(gram, GRAM_ROWS));
        let [_, _, prefix, suffix2, suffix3, shape, ..] = rows.rows;
        let form = Form {
            hash,
            bits: u64::from(entry.classes) | u64::from(case(form)) << CASE,
            shape,
            affixes: [prefix, suffix2, suffix3],
            cluster: entry.cluster,
            longest: entry.longest,
        };
        Self { form, vector: entry.vector, rows: rows.rows, count: rows.count }
    }

    /// Rows of the word: two of the form, three of affixes, one of the shape, then one for each n-gram.
    pub fn rows(&self) -> &[u32] {
        self.rows.get(..self.count).unwrap_or_default()
    }

    /// Rows of the character n-grams.
    pub fn grams(&self) -> &[u32] {
        self.rows.get(GRAMS..self.count).unwrap_or_default()
    }
}

#[derive(Default)]
struct Rows {
    rows: [u32; MAX_ROWS],
    count: usize,
    base: u64,
}

impl Rows {
    /// Adds the row of `hash` in the table of `size` rows that begins at `base`.
    fn push(&mut self, hash: u64, size: u64) {
        if let Some(row) = self.rows.get_mut(self.count) {
            *row = u32::try_from(self.base + hash % size).unwrap_or_default();
            self.count += 1;
        }
    }
}

/// A lower-case word between marks of its ends, digits all alike, with the byte offset of each of its characters.
struct MarkedWord {
    text: String,
    offsets: [u8; MAX_LETTERS + 3],
    /// Characters, with both marks.
    count: usize,
}

impl MarkedWord {
    fn new(lower: &str) -> Self {
        let mut marked = Self { text: String::with_capacity(48), offsets: [0; MAX_LETTERS + 3], count: 0 };
        marked.push('^');
        for c in lower.chars().take(MAX_LETTERS) {
            marked.push(if c.is_ascii_digit() { '0' } else { c });
        }
        marked.push('$');
        marked
    }

    fn push(&mut self, c: char) {
        self.text.push(c);
        self.count += 1;
        if let Some(offset) = self.offsets.get_mut(self.count) {
            // At most 42 characters of at most 4 bytes.
            *offset = u8::try_from(self.text.len()).unwrap_or(u8::MAX);
        }
    }

    /// The characters between the marks.
    fn letters(&self) -> Range<usize> {
        1..self.count - 1
    }

    fn hash(&self, chars: Range<usize>, seed: u64) -> u64 {
        let offset = |at: usize| self.offsets.get(at).copied().map_or(0, usize::from);
        let part = self.text.as_bytes().get(offset(chars.start)..offset(chars.end)).unwrap_or_default();
        xxh3_64_with_seed(part, seed)
    }

    /// The hashes of the 3- to 5-grams with the marks, from the ends of the word inwards.
    fn grams(&self, mut gram: impl FnMut(u64)) {
        if self.letters().len() < 2 {
            return;
        }
        let mut left = MAX_GRAMS;
        // The distance of the gram from the nearer end of the word.
        for distance in 0..self.count {
            for length in 3..=5 {
                let Some(last) = self.count.checked_sub(length + distance).filter(|last| *last >= distance) else {
                    continue;
                };
                for start in [Some(distance), Some(last).filter(|last| *last > distance)].into_iter().flatten() {
                    if left == 0 {
                        return;
                    }
                    gram(self.hash(start..start + length, 4));
                    left -= 1;
                }
            }
        }
    }
}

/// `Xxxx` for `Jane`, `X.` for `J.`, `dddd` for years: runs longer than four count as four.
fn shape(form: &str) -> String {
    let mut shape = String::with_capacity(16);
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

/// Bits of a form by [`Case`].
fn case(form: &str) -> u8 {
    let (mut upper, mut count) = (0, 0);
    for c in form.chars().filter(|c| c.is_alphabetic()) {
        count += 1;
        upper += usize::from(c.is_uppercase());
    }
    let first = form.chars().next().is_some_and(char::is_uppercase);
    let bits = [
        (Case::First, first),
        (Case::Upper, count > 0 && upper == count),
        (Case::Lower, count > 0 && upper == 0),
        (Case::Mixed, upper > usize::from(first) && upper < count),
        (Case::Single, count == 1),
        (Case::Digit, form.bytes().any(|byte| byte.is_ascii_digit())),
        (Case::Joined, form.contains(['\'', '\u{2019}', '_'])),
        (Case::Foreign, !form.is_ascii()),
    ];
    bits.iter().fold(0, |all, (case, bit)| all | u8::from(*bit) << *case as usize)
}

/// Two flags of a stretch of tokens: its words are in lower case, and nearly all are in upper case.
fn surroundings(forms: impl Iterator<Item = Form>) -> (bool, bool) {
    let (mut upper, mut first, mut words) = (0, 0, 0);
    for form in forms.filter(|form| form.has(Case::First) || form.has(Case::Upper) || form.has(Case::Lower)) {
        words += 1;
        upper += usize::from(form.has(Case::Upper));
        first += usize::from(form.has(Case::First) || form.has(Case::Mixed));
    }
    (words > 2 && first == 0, words > 2 && upper * 10 > words * 8)
}

/// Appends the bits of each token of a stretch of text: [`BITS`] of them, from the lowest on.
pub fn token_bits(tokens: &[Token], forms: &[Form], lexicon: &Lexicon, out: &mut Vec<u64>) {
    let base = out.len();
    let (is_lower, is_upper) = surroundings(forms.iter().copied());
    for (token, form) in tokens.iter().zip(forms) {
        let flags = [
            token.gap == Gap::None,
            token.gap == Gap::Line,
            token.kind == Kind::Number,
            token.kind == Kind::Sign,
            token.kind == Kind::Address,
            matches!(token.kind, Kind::Handle | Kind::Tag),
            is_lower,
            is_upper,
        ];
        let flags = flags.iter().rev().fold(0, |all, flag| all << 1 | u64::from(*flag));
        out.push(form.bits | flags << FLAGS);
    }
    let words = forms.iter().take(tokens.len()).map(|form| (form.hash, form.longest));
    lexicon.phrases(words, |range, classes| {
        let bits = out.get_mut(base + range.start..base + range.end).unwrap_or_default();
        if let Some((first, rest)) = bits.split_first_mut() {
            *first |= u64::from(classes) << class::COUNT;
            rest.iter_mut().for_each(|bits| *bits |= u64::from(classes) << (2 * class::COUNT));
        }
    });
}

/// Indices of the set bits.
pub fn places(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(place)
    })
}

/// The bits of [`token_bits`] without the bits of gazetteers.
pub fn flags(bits: u64) -> u64 {
    bits >> CASE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokenize;

    fn bits(text: &str, lexicon: &Lexicon) -> Vec<u64> {
        let mut tokens = Vec::new();
        tokenize(text, &mut tokens);
        let forms: Vec<Form> = tokens.iter().map(|t| WordFeatures::new(t.of(text), lexicon).form).collect();
        let mut out = vec![7];
        token_bits(&tokens, &forms, lexicon, &mut out);
        out.split_off(1)
    }

    #[test]
    fn rows_lie_in_their_tables() {
        for form in ["a", "Jane", "O'Brien", "1984", "caf\u{e9}", &"x".repeat(500), &"\u{10400}".repeat(99)] {
            let word = WordFeatures::new(form, &Lexicon::default());
            let ends = [WORD_ROWS, WORD_ROWS, WORD_ROWS + AFFIX_ROWS, WORD_ROWS + 2 * AFFIX_ROWS];
            for (row, end) in word.rows().iter().zip(ends) {
                assert!(u64::from(*row) < end, "{form}");
            }
            assert!(word.grams().iter().all(|row| (ROWS - GRAM_ROWS..ROWS).contains(&u64::from(*row))), "{form}");
            assert!(word.rows().len() <= MAX_ROWS);
        }
        assert_eq!(WordFeatures::new("a", &Lexicon::default()).grams().len(), 0);
        // ^ab$: two of three characters, one of four.
        assert_eq!(WordFeatures::new("ab", &Lexicon::default()).grams().len(), 3);
        assert_eq!(WordFeatures::new("abcdefghij", &Lexicon::default()).grams().len(), MAX_GRAMS);
    }

    #[test]
    fn case_shapes_the_form_but_not_the_word() {
        let [a, b] = ["Jane", "jane"].map(|form| WordFeatures::new(form, &Lexicon::default()));
        assert_eq!(a.form.hash, b.form.hash);
        assert_ne!((a.form.shape, a.form.bits), (b.form.shape, b.form.bits));
        assert_eq!(shape("McDonald7000x"), "XxXxxxxddddx");
    }

    #[test]
    fn marks_phrases_gaps_and_texts_of_one_case() {
        let mut lexicon = Lexicon::default();
        lexicon.add(&["new", "york"], class::CITY);
        let city = u64::from(class::CITY);
        let found = bits("in new york, now", &lexicon);
        assert_eq!(found[1] & LIST_BITS, city << class::COUNT);
        assert_eq!(found[2] & LIST_BITS, city << (2 * class::COUNT));
        assert_eq!(found[3] & LIST_BITS, 0);
        let flag = |bits: u64, place: usize| bits >> (FLAGS + place) & 1 == 1;
        assert!(flag(found[3], 0) && !flag(found[2], 0));
        assert!(found.iter().all(|bits| flag(*bits, 6) && !flag(*bits, 7)));
        assert!(bits("WE ARE HERE", &lexicon).iter().all(|bits| flag(*bits, 7)));
        assert!(bits("We are here", &lexicon).iter().all(|bits| !flag(*bits, 6) && !flag(*bits, 7)));
    }
}
