//! [`DigitRunFilter`]: the groups of patterns that a word of digits may begin.
//!
//! Logs are full of numbers, hashes and identifiers of traces. Each leads an automaton along a path of its own, outside
//! the processor's cache, up to the byte that no pattern has there. Nearly all of these runs are foreseen by the first
//! digit, the length of the word, and the two bytes behind it, which eight bytes at a time are read with ordinary
//! integer instructions.

mod run_prefix;

use regex_syntax::hir::Hir;

use self::run_prefix::{LengthSet, MAX_LEN, RunLengths, RunPrefix, SeparatedRuns};
use crate::{
    bucket::{Bucket, GroupSet},
    byte_set::{ByteSet, FirstSet},
    start_filter::is_word_byte,
    tables::Stored,
};

/// Bytes that are read together.
const CHUNK: usize = 8;
/// Hexadecimal digits, of which letters are in lower case.
const HEX_DIGITS: usize = 16;
/// ASCII bytes.
const ASCII: usize = 128;

/// Group sets by the first digit of a run, by its length, and by the two bytes behind it.
pub struct DigitRunFilter {
    /// Group sets of decimal words at 0, of words with letters among the digits at 1; by first digit, then by length.
    runs: Box<[[[RunGroups; MAX_LEN + 1]; HEX_DIGITS]; 2]>,
    /// Group sets by separator and the byte behind it: groups with a pattern that continues with both behind digits.
    separators: Box<[[GroupSet; ASCII]; ASCII]>,
}

/// The groups of patterns that begin with one run of digits.
#[derive(Clone, Copy, Default)]
struct RunGroups {
    /// Groups with a pattern that ends with the run.
    whole: GroupSet,
    /// Groups with a pattern that continues with a separator.
    longer: GroupSet,
}

impl DigitRunFilter {
    /// A filter that lets no word of digits through.
    pub fn empty() -> Self {
        Self {
            runs: Box::new([[[RunGroups::default(); MAX_LEN + 1]; HEX_DIGITS]; 2]),
            separators: Box::new([[0; ASCII]; ASCII]),
        }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.runs) + size_of_val(&*self.separators)
    }

    /// Adds a pattern of `bucket`.
    pub fn add(&mut self, hir: &Hir, bucket: Bucket) {
        let RunPrefix { whole, with_separator, with_more } = RunPrefix::of(hir);
        let SeparatedRuns { lengths, separators } = with_separator | with_more;
        let mut groups = 0;
        for byte in FirstSet::of(hir).bytes.iter() {
            let (Some(digit), group) = (hex_digit(byte), bucket.group(byte)) else { continue };
            groups |= group;
            let kinds: [fn(RunLengths) -> LengthSet; 2] = [|lengths| lengths.decimal, |lengths| lengths.mixed];
            for (runs, kind) in self.runs.iter_mut().zip(kinds) {
                for (len, known) in runs[digit].iter_mut().enumerate() {
                    let group_if = |lengths| if kind(lengths) >> len & 1 == 1 { group } else { 0 };
                    known.whole |= group_if(whole);
                    known.longer |= group_if(lengths);
                }
            }
        }
        let alphabet = ByteSet::alphabet(hir);
        for (separator, by_next) in self.separators.iter_mut().enumerate() {
            if separators >> separator & 1 == 0 {
                continue;
            }
            let may_end = with_separator.separators >> separator & 1 == 1;
            for (next, known) in (0..).zip(by_next) {
                if may_end || alphabet.contains(next) {
                    *known |= groups;
                }
            }
        }
    }

    /// The groups of patterns that may match at `at` between word boundaries: all, unless a word of digits stands
    /// there.
    #[inline(always)]
    pub fn groups(&self, text: &[u8], at: usize) -> GroupSet {
        let rest = &text[at..];
        match rest.first_chunk().and_then(|chunk| leading_run(*chunk)) {
            Some((len, is_mixed)) => self.groups_of_run(rest, len, is_mixed),
            None => GroupSet::MAX,
        }
    }

    /// The groups where `text` begins with at least `len` digits, more only if they fill the first chunk; letters are
    /// among them if `is_mixed`.
    #[inline(never)]
    fn groups_of_run(&self, text: &[u8], mut len: usize, mut is_mixed: bool) -> GroupSet {
        let mut read = len;
        while read == CHUNK && len < MAX_LEN {
            let digits = HexDigits::of(chunk(&text[len..]));
            read = digits.len();
            is_mixed |= digits.has_letters();
            len = MAX_LEN.min(len + read);
        }
        // A letter follows, so that this is no word of digits, or a character beyond ASCII, which may be one.
        if len < MAX_LEN && text.get(len).is_some_and(|next| !next.is_ascii() || is_word_byte(*next)) {
            return GroupSet::MAX;
        }
        let digit = hex_digit(text[0]).expect("a run of digits begins with a digit");
        let RunGroups { whole, longer } = self.runs[usize::from(is_mixed)][digit][len];
        whole | longer & self.groups_behind(text, len)
    }

    /// The groups with a pattern that goes on with the two bytes behind a run.
    fn groups_behind(&self, text: &[u8], len: usize) -> GroupSet {
        match (text.get(len), text.get(len + 1)) {
            (Some(separator), Some(next)) if len < MAX_LEN && separator.is_ascii() && next.is_ascii() => {
                self.separators[usize::from(*separator)][usize::from(*next)]
            }
            // The text ends, a character is beyond ASCII, or the run has [`MAX_LEN`] digits or more.
            _ => GroupSet::MAX,
        }
    }
}

impl Stored for DigitRunFilter {
    fn write(&self, out: &mut Vec<u8>) {
        self.runs.write(out);
        self.separators.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self { runs: Stored::read(bytes)?, separators: Stored::read(bytes)? })
    }
}

impl Stored for RunGroups {
    fn write(&self, out: &mut Vec<u8>) {
        self.whole.write(out);
        self.longer.write(out);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some(Self { whole: Stored::read(bytes)?, longer: Stored::read(bytes)? })
    }
}

/// The first bytes of `text`, with zeros behind its end.
fn chunk(text: &[u8]) -> [u8; CHUNK] {
    match text.first_chunk() {
        Some(chunk) => *chunk,
        None => std::array::from_fn(|at| text.get(at).copied().unwrap_or(0)),
    }
}

/// The value of a hexadecimal digit, of which letters are in lower case.
fn hex_digit(byte: u8) -> Option<usize> {
    match byte {
        b'0'..=b'9' => Some(usize::from(byte - b'0')),
        b'a'..=b'f' => Some(usize::from(byte - b'a') + 10),
        _ => None,
    }
}

/// The lowest bit of each of eight bytes.
const LOW_BITS: u64 = u64::MAX / 0xFF;
/// The highest bit of each.
const HIGH_BITS: u64 = LOW_BITS * 0x80;

/// The hexadecimal digits that eight bytes begin with: the highest bit of each, by SIMD within a register (SWAR).
struct HexDigits {
    decimal: u64,
    letters: u64,
}

impl HexDigits {
    #[inline(always)]
    fn of(bytes: [u8; CHUNK]) -> Self {
        let bytes = u64::from_le_bytes(bytes);
        // The high bit of each byte that is at least `least`. A byte beyond ASCII carries into those behind it, which
        // count no more.
        let at_least = |least: u8| bytes.wrapping_add(LOW_BITS * u64::from(0x80 - least)) | bytes;
        let decimal = at_least(b'0') & !at_least(b'9' + 1) & HIGH_BITS;
        let letters = at_least(b'a') & !at_least(b'f' + 1) & HIGH_BITS;
        let others = !(decimal | letters) & HIGH_BITS;
        let before_others = (others & others.wrapping_neg()).wrapping_sub(1);
        Self { decimal: decimal & before_others, letters: letters & before_others }
    }

    /// The number of hexadecimal digits before any other byte.
    #[inline(always)]
    fn len(&self) -> usize {
        ((self.decimal | self.letters) ^ HIGH_BITS).trailing_zeros() as usize / 8
    }

    /// The number of decimal digits before any other byte.
    #[inline(always)]
    fn leading_decimal(&self) -> usize {
        (self.decimal ^ HIGH_BITS).trailing_zeros() as usize / 8
    }

    #[inline(always)]
    fn has_letters(&self) -> bool {
        self.letters != 0
    }
}

/// The length of the run of digits in the first chunk of a word, and whether letters are among them: of eight
/// hexadecimal digits, or of decimal ones before a byte that continues no word.
#[inline(always)]
fn leading_run(chunk: [u8; CHUNK]) -> Option<(usize, bool)> {
    let digits = HexDigits::of(chunk);
    if digits.len() == CHUNK {
        return Some((CHUNK, digits.has_letters()));
    }
    let len = digits.leading_decimal();
    (len > 0 && !is_word_byte(chunk[len])).then_some((len, false))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::regex::parse;

    fn filter(regex: &str) -> (DigitRunFilter, Bucket) {
        let hir = parse(regex).unwrap();
        let (mut filter, bucket) = (DigitRunFilter::empty(), Bucket::of(&hir));
        filter.add(&hir, bucket);
        (filter, bucket)
    }

    /// Reports whether the filter of a pattern of `bucket` lets the beginning of `text` through.
    fn lets_through((filter, bucket): &(DigitRunFilter, Bucket), text: &str) -> bool {
        filter.groups(text.as_bytes(), 0) & bucket.group(text.as_bytes()[0]) != 0
    }

    #[test]
    fn a_word_of_digits_passes_by_its_first_digit_and_length() {
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
            // Words of other letters pass, and so does one at the end of the text.
            ("[0-9]{2}", "54cda58", true),
            ("[0-9]{2}", "935", true),
            ("[0-9]{2}", "12ms: 345", true),
            ("[0-9]{2}", "12\u{e9}: 345", true),
            ("[0-9]{2}", "54cda58fbbee87eg", true),
            ("[0-9]{2}", "54cda58fbbee87eé", true),
            ("[0-9]{2}", "54CDA58FBBEE", true),
        ] {
            assert_eq!(lets_through(&filter(regex), text), expected, "{regex} {text}");
        }
    }

    #[test]
    fn very_long_words_are_not_told_apart() {
        let long = "a".repeat(MAX_LEN + 1);
        assert!(lets_through(&filter("a{3,}"), &long) && lets_through(&filter("a{3,}!"), &long));
        assert!(!lets_through(&filter("a{3,60}"), &long));
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
                prop_assert!(lets_through(&filter(regex), &text), "{regex}");
            }
        }
    }
}
