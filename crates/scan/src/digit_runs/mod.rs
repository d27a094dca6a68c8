//! [`DigitRuns`]: which patterns a word of digits may begin, decimal or hexadecimal ones.
//!
//! Logs are full of numbers, hashes, and identifiers of traces and requests. Each leads an automaton another way, far
//! from what is in the cache, until a byte that nothing looked for goes on with. Nearly all are told by how long they
//! are, and by the two bytes behind them.

mod prefix;

use regex_syntax::hir::Hir;

use crate::{
    bucket::{self, Bucket, Groups},
    digit_runs::prefix::{DigitPrefix, Lengths, MOST, Row, Signed},
    start_filter::is_word,
};

/// Bytes that are looked at together.
const HEAD: usize = 8;
/// Hexadecimal digits.
const DIGITS: usize = 16;
/// Bytes of ASCII.
const ASCII: usize = 128;

/// See the module's documentation.
pub struct DigitRuns {
    /// What decimal words may begin, then what those with letters may: by the first digit, and by the length.
    words: Box<[[[Known; MOST + 1]; DIGITS]; 2]>,
    /// By two bytes behind them: the groups that have a pattern which goes on so.
    behind: Box<[[Groups; ASCII]; ASCII]>,
}

/// What words of one kind may begin.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The groups that have a pattern for it, whatever follows.
    alone: Groups,
    /// Those that have one which goes on behind it.
    followed: Groups,
}

impl DigitRuns {
    /// Those of nothing.
    pub fn none() -> Self {
        Self { words: Box::new([[[Known::default(); MOST + 1]; DIGITS]; 2]), behind: Box::new([[0; ASCII]; ASCII]) }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.words) + size_of_val(&*self.behind)
    }

    /// Adds a pattern of `bucket`, which is looked for between word boundaries.
    pub fn add(&mut self, hir: &Hir, bucket: Bucket) {
        let DigitPrefix { whole, signed, ended } = DigitPrefix::of(hir);
        let Signed { row: followed, signs } = signed | ended;
        let mut groups = 0;
        for (byte, _) in (0..=u8::MAX).zip(bucket::firsts(hir)).filter(|(_, begins)| *begins) {
            let (Some(digit), group) = (digit(byte), bucket.group(byte)) else { continue };
            groups |= group;
            let kinds: [fn(Row) -> Lengths; 2] = [|row| row.numbers, |row| row.mixed];
            for (words, lengths) in self.words.iter_mut().zip(kinds) {
                for (len, known) in words.get_mut(digit).into_iter().flatten().enumerate() {
                    let has = |row| if lengths(row) >> len & 1 == 1 { group } else { 0 };
                    known.alone |= has(whole);
                    known.followed |= has(followed);
                }
            }
        }
        let bytes = bucket::bytes(hir);
        for (sign, behind) in self.behind.iter_mut().enumerate().filter(|(sign, _)| signs >> sign & 1 == 1) {
            let ends = signed.signs >> sign & 1 == 1;
            let known = behind.iter_mut().zip(bytes).filter(|(_, next)| ends || *next);
            known.for_each(|(known, _)| *known |= groups);
        }
    }

    /// The groups of what may begin at `at` between word boundaries: all, unless a word of digits stands there.
    #[inline(always)]
    pub fn groups(&self, text: &[u8], at: usize) -> Groups {
        let Some(head) = text.get(at..).and_then(<[u8]>::first_chunk) else { return Groups::MAX };
        match begins(*head) {
            Some((len, is_mixed)) => self.of_word(text.get(at..).unwrap_or_default(), len, is_mixed),
            None => Groups::MAX,
        }
    }

    /// The same where `text` begins with so many digits, some of which are letters, or none.
    #[inline(never)]
    fn of_word(&self, text: &[u8], mut len: usize, mut is_mixed: bool) -> Groups {
        let mut more = len;
        // Eight at a time, as long as all are digits.
        while more == HEAD && len < MOST {
            let kinds = Kinds::of(head(text.get(len..).unwrap_or_default()));
            more = kinds.len();
            is_mixed |= kinds.has_letters();
            len = MOST.min(len + more);
        }
        let next = text.get(len);
        // No letter that is not of ASCII goes on with it, either.
        if len < MOST && next.is_some_and(|next| !next.is_ascii() || is_word(*next)) {
            return Groups::MAX;
        }
        let known = text.first().and_then(|first| self.words[usize::from(is_mixed)].get(digit(*first)?)?.get(len));
        let Some(Known { alone, followed }) = known else { return Groups::MAX };
        let behind = next.and_then(|next| self.behind.get(usize::from(*next)));
        let behind = behind.and_then(|behind| behind.get(usize::from(*text.get(len + 1)?)));
        // Where less follows, or more than ASCII, anything may.
        alone | followed & behind.filter(|_| len < MOST).copied().unwrap_or(Groups::MAX)
    }
}

/// The first bytes of `text`, zeros behind its end.
fn head(text: &[u8]) -> [u8; HEAD] {
    match text.first_chunk() {
        Some(head) => *head,
        None => std::array::from_fn(|at| text.get(at).copied().unwrap_or_default()),
    }
}

/// The value of a hexadecimal digit in lower case.
fn digit(byte: u8) -> Option<usize> {
    match byte {
        b'0'..=b'9' => Some(usize::from(byte - b'0')),
        b'a'..=b'f' => Some(usize::from(byte - b'a') + 10),
        _ => None,
    }
}

/// One in each of eight bytes, and the highest bit of each.
const EACH: u64 = u64::MAX / 0xFF;
const TOP: u64 = EACH * 0x80;

/// Which of eight bytes are hexadecimal digits in lower case, up to the first that is none: the highest bit of each.
struct Kinds {
    decimal: u64,
    letters: u64,
}

impl Kinds {
    #[inline(always)]
    fn of(bytes: [u8; HEAD]) -> Self {
        let bytes = u64::from_le_bytes(bytes);
        // Whether each byte is `least` or more; what is not of ASCII carries into those behind it.
        let reach = |least: u8| bytes.wrapping_add(EACH * u64::from(0x80 - least)) | bytes;
        let decimal = reach(b'0') & !reach(b'9' + 1) & TOP;
        let letters = reach(b'a') & !reach(b'f' + 1) & TOP;
        let none = !(decimal | letters) & TOP;
        let before = (none & none.wrapping_neg()).wrapping_sub(1);
        Self { decimal: decimal & before, letters: letters & before }
    }

    /// How many they are.
    #[inline(always)]
    fn len(&self) -> usize {
        ((self.decimal | self.letters) ^ TOP).trailing_zeros() as usize / HEAD
    }

    /// How many decimal ones come first.
    #[inline(always)]
    fn decimal(&self) -> usize {
        (self.decimal ^ TOP).trailing_zeros() as usize / HEAD
    }

    #[inline(always)]
    fn has_letters(&self) -> bool {
        self.letters != 0
    }
}

/// With how many digits `head` begins, if these are decimal ones and a sign follows, or all are hexadecimal ones in lower
/// case; and whether some are letters.
#[inline(always)]
fn begins(head: [u8; HEAD]) -> Option<(usize, bool)> {
    let kinds = Kinds::of(head);
    if kinds.len() == HEAD {
        return Some((HEAD, kinds.has_letters()));
    }
    let len = kinds.decimal();
    let is_number = len > 0 && head.get(len).is_some_and(|next| !is_word(*next));
    is_number.then_some((len, false))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::regex::parse;

    fn digits(regex: &str) -> (DigitRuns, Bucket) {
        let hir = parse(regex).unwrap();
        let (mut digits, bucket) = (DigitRuns::none(), Bucket::of(&hir));
        digits.add(&hir, bucket);
        (digits, bucket)
    }

    /// Whether `digits` let a pattern of `bucket` be looked for where `text` begins.
    fn lets_through((digits, bucket): &(DigitRuns, Bucket), text: &str) -> bool {
        digits.groups(text.as_bytes(), 0) & bucket.group(text.as_bytes()[0]) != 0
    }

    #[test]
    fn patterns_are_told_by_their_first_digit_and_the_length_of_the_word() {
        for (regex, text, expected) in [
            ("[0-9a-f]{8}-[0-9a-f]{4}", "54cda58fbbee87e0\"}", false),
            ("[0-9a-f]{8}-[0-9a-f]{4}", "54cda58f-bbee", true),
            ("[0-9a-f]{16}", "54cda58fbbee87e0\"}", true),
            ("[0-9a-f]{16}", "54cda58fbbee87e0", true),
            ("[0-9a-f]{16}", "54cda58fbbee87e01\"}", false),
            ("[13][1-9a-km-z]{12,}", "54cda58fbbee87e0", false),
            ("[13][1-9a-km-z]{12,}", "34cda58fbbee87e0", true),
            ("[13][1-9a-km-z]{12,}", "34cda58f", false),
            ("[0-9]{16}", "54cda58fbbee87e0", false),
            ("(?i)[A-F]{8,12}", "abcdefab", true),
            ("(?i)[A-F]{8,12}", "abcdefababcdefab", false),
            ("(?:(?:a|)?){4000000000}[0-9]{16}", "54cda58fbbee87e0", false),
            ("(?:(?:a|[0-9])?){4000000000}!", "54cda58fbbee87e0", true),
            ("(?:de|fr)[0-9]{2}(?: ?[0-9]{4})+", "de4567890123", true),
            ("[0-9]{3}-[0-9]{4}", "935-1234", true),
            ("[0-9]{3}-[0-9]{4}", "935-x234", false),
            ("[0-9]{3}-[0-9]{4}", "935-\"234", false),
            ("[0-9]{3}-[0-9]{4}", "9351-234", false),
            ("[0-9]{3},? [a-z]{2}", "935,\"path\"", false),
            ("[0-9]{3},? [a-z]{2}", "935, path", true),
            ("[0-9]{3},? [a-z]{2}", "935 \"path\"", false),
            ("[0-9]+[%,]", "935%\"path\"", true),
            ("[0-9]+[%,]x?", "935,\"path\"", true),
            ("[0-9]+[%,]x", "935,\"path\"", false),
            ("[0-9]+(?:[%,][0-9])*", "935,\"path\"", true),
            ("[0-9]{2}(?:[%,][0-9])*", "935,\"path\"", false),
            ("[0-9]{8}", "12345678", true),
            ("[0-9]{8}", "123456789,", false),
            ("[0-9]{2}", "1234567890123", false),
            // What is no word of digits is not told by it, nor what the text ends in.
            ("[0-9]{2}", "54cda58", true),
            ("[0-9]{2}", "935", true),
            ("[0-9]{2}", "12ms: 345", true),
            ("[0-9]{2}", "12\u{e9}: 345", true),
            ("[0-9]{2}", "54cda58fbbee87eg", true),
            ("[0-9]{2}", "54cda58fbbee87eé", true),
            ("[0-9]{2}", "54CDA58FBBEE", true),
        ] {
            assert_eq!(lets_through(&digits(regex), text), expected, "{regex} {text}");
        }
    }

    #[test]
    fn very_long_words_are_like_one_another() {
        let long = "a".repeat(MOST + 1);
        assert!(lets_through(&digits("a{3,}"), &long) && lets_through(&digits("a{3,}!"), &long));
        assert!(!lets_through(&digits("a{3,60}"), &long));
    }

    proptest! {
        #[test]
        fn nothing_that_matches_is_held_back(
            text in "(?:[0-9a-f]{8,70}|[0-9]{1,70})[-. ]{0,2}[0-9a-fx]{0,4}[é.]{0,8}",
            regex in prop::sample::select(vec![
                "[0-9a-f]+", "[0-9]{2}[a-f]{6,}", "(?:[0-9]|[a-c]{2})+[^x]", "[1a](?:[0-9a-f]{4}-?)+", "[a-f]*[0-9a-f]*\\.[0-9]",
                "(?:[0-9a-f]{3}){3,4}(?:$|[0-9a-f]{20}) ?", "\\b[0-9a-z_]{9,40}", "[0-9]{2,5}(?:[. ]x)?",
                "[0-9]{1,20} ?(?:\\.|-x)", "(?:[0-9]{3}-)*[0-9]+", "(?:[1-4]{1,9}-?){2,7}x?",
            ]),
        ) {
            let plain = regex_automata::meta::Regex::new(&format!("^(?:{regex})$")).unwrap();
            let ends = (1..=text.len()).filter(|end| masquerade_text::is_boundary(&text, *end));
            if ends.into_iter().any(|end| plain.is_match(&text[..end])) {
                prop_assert!(lets_through(&digits(regex), &text), "{regex}");
            }
        }
    }
}
