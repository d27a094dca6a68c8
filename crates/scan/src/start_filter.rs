//! [`StartFilter`]: the places of a text at which a match may begin at all.
//!
//! Matches begin where words do, behind the underscores of markup (`_x_`), at punctuation, and at characters beyond
//! ASCII. Vector instructions find these places in blocks of bytes, at an instruction or two for each byte, however
//! many patterns there are. The patterns that may begin there are left to the
//! [`PrefixFilter`](crate::prefix_filter::PrefixFilter).

use wide::u8x16;

use crate::{
    bucket::{Bucket, GroupSet},
    byte_set::ByteSet,
};

/// Bytes that are classified together: a bit each in a word.
const BLOCK: usize = 64;
/// Bytes in a vector.
const VECTOR: usize = 16;
/// Bytes in a lane. A lane is reported if all its bytes continue a word.
const LANE: usize = 8;
/// The first bit of each lane of a block.
const LANE_STARTS: u64 = u64::MAX / 0xFF;

/// A UTF-8 continuation byte: nothing begins with one, so it fills blocks behind the end of a text.
const PADDING: u8 = 0x80;
/// The least lead byte of a character of several bytes, in UTF-8 (RFC 3629).
const LEAST_LEAD_BYTE: u8 = 0xC0;

/// Characters between words that most matches do not begin with, the most frequent first.
const FREQUENT: [u8; 6] = *b" \",.'\n";
/// The number of [`FREQUENT`] characters that are passed over. Each costs a comparison of every vector.
const QUIET: usize = 3;

/// A filter over all bytes of a text.
pub struct StartFilter {
    /// Characters between words that no match begins with.
    quiet: [u8; QUIET],
    /// The bytes with which matches begin within words, if there are any: otherwise no byte needs a look of its own.
    anywhere: Option<Box<ByteSet>>,
}

/// The receiver of a text's starts.
pub trait StartSink {
    /// Notes that a match may begin at `at`. Starts come in order.
    fn start(&mut self, at: usize);
    /// Notes that the eight bytes from `at` on, a multiple of eight, are ASCII letters, digits or `_`. Lanes come in
    /// order, at most 64 bytes before the starts beside them.
    fn word_lane(&mut self, at: usize);
    /// Notes that small letters which begin a word end at `at`, before a digit, or a character before a digit. They come
    /// in order, at most 64 bytes before the starts beside them, and may be too many, but not too few.
    fn digit_behind_letters(&mut self, at: usize);
}

impl StartFilter {
    /// The filter for patterns with these groups by first byte.
    pub fn new(first_byte: &[GroupSet; 256]) -> Self {
        let begins = |byte: u8, groups: GroupSet| first_byte[usize::from(byte)] & groups != 0;
        // A byte that is in no text skips nothing.
        let mut quiet = [u8::MAX; QUIET];
        let silent = FREQUENT.into_iter().filter(|byte| !begins(*byte, GroupSet::MAX));
        quiet.iter_mut().zip(silent).for_each(|(slot, byte)| *slot = byte);
        let mut anywhere = ByteSet::EMPTY;
        let in_words =
            (0..=u8::MAX).filter(|byte| is_word_byte(*byte) && begins(*byte, Bucket::ANYWHERE | Bucket::BYTES));
        in_words.for_each(|byte| anywhere.insert(byte));
        let is_needed = anywhere.iter().next().is_some();
        Self { quiet, anywhere: is_needed.then(|| Box::new(anywhere)) }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + self.anywhere.as_ref().map_or(0, |bytes| size_of_val(&**bytes))
    }

    /// Reports the starts of `text` from `from` on, and some of the bytes before, as lanes of eight begin there.
    pub fn scan(&self, text: &[u8], from: usize, sink: &mut impl StartSink) {
        let from = from - from % LANE;
        let (blocks, rest) = text[from..].as_chunks::<BLOCK>();
        let mut before = from.checked_sub(1).map_or_else(Before::default, |at| Before::byte(text[at]));
        for (number, block) in blocks.iter().enumerate() {
            before = self.scan_block(block, before, from + number * BLOCK, sink);
        }
        if !rest.is_empty() {
            let mut block = [PADDING; BLOCK];
            block[..rest.len()].copy_from_slice(rest);
            self.scan_block(&block, before, text.len() - rest.len(), sink);
        }
    }

    /// Reports the starts of a block at `base`, behind the bytes that `before` describes; returns a description of the
    /// bytes before the next block.
    #[inline(always)]
    fn scan_block(&self, block: &[u8; BLOCK], before: Before, base: usize, sink: &mut impl StartSink) -> Before {
        let BlockMasks { words, letters, digits, underscores, silent, leads } = self.classify(block);
        let word_starts = words & !(words << 1 | u64::from(before.in_word));
        // A run of underscores that begins a word: adding its first bit carries to the place behind its last.
        let runs = underscores & (word_starts | u64::from(before.in_markup));
        let (carried, in_markup) = underscores.overflowing_add(runs);
        let behind_markup = (carried & !underscores | u64::from(before.in_markup)) & words & !underscores;
        // Likewise a run of small letters that begins a word.
        let first_letters = letters & (word_starts | behind_markup | u64::from(before.in_letters));
        let (carried, in_letters) = letters.overflowing_add(first_letters);
        let behind_letters = (carried | u64::from(before.in_letters)) & !letters;
        // The byte behind the block is not known.
        let before_digit = digits >> 1 | 1 << (BLOCK - 1);
        let mut starts = word_starts | behind_markup | !(words | silent) | leads;
        if let Some(anywhere) = &self.anywhere {
            starts |= block.iter().rev().fold(0, |mask, byte| mask << 1 | u64::from(anywhere.contains(*byte)));
        }
        let twos = words & words >> 1;
        let fours = twos & twos >> 2;
        each_bit(fours & fours >> 4 & LANE_STARTS, |bit| sink.word_lane(base + bit));
        each_bit(behind_letters & (digits | before_digit & !words), |bit| sink.digit_behind_letters(base + bit));
        each_bit(starts, |bit| sink.start(base + bit));
        Before { in_word: words >> (BLOCK - 1) != 0, in_markup, in_letters }
    }

    #[inline(always)]
    fn classify(&self, block: &[u8; BLOCK]) -> BlockMasks {
        let [first, second, third] = self.quiet.map(u8x16::splat);
        let (vectors, _) = block.as_chunks::<VECTOR>();
        let mut masks = BlockMasks { words: 0, letters: 0, digits: 0, underscores: 0, silent: 0, leads: 0 };
        for vector in vectors.iter().rev() {
            let bytes = u8x16::new(*vector);
            let quiet = bytes.simd_eq(first) | bytes.simd_eq(second) | bytes.simd_eq(third);
            masks.words = masks.words << VECTOR | u64::from(word_bytes(bytes).to_bitmask());
            masks.letters = masks.letters << VECTOR | u64::from(in_range(bytes, b'a', 26).to_bitmask());
            masks.digits = masks.digits << VECTOR | u64::from(in_range(bytes, b'0', 10).to_bitmask());
            let underscores = bytes.simd_eq(u8x16::splat(b'_'));
            masks.underscores = masks.underscores << VECTOR | u64::from(underscores.to_bitmask());
            // A mask is made of highest bits, and the highest bit of a byte tells that it is beyond ASCII.
            masks.silent = masks.silent << VECTOR | u64::from((quiet | bytes).to_bitmask());
            let leads = bytes.simd_ge(u8x16::splat(LEAST_LEAD_BYTE));
            masks.leads = masks.leads << VECTOR | u64::from(leads.to_bitmask());
        }
        masks
    }
}

/// Reports the start of every character, every lane of words and every digit behind letters in `text`:
/// [`StartFilter::scan`] is measured against it.
pub fn scan_every_character(text: &str, sink: &mut impl StartSink) {
    let bytes = text.as_bytes();
    let mut in_letters = false;
    for at in 0..bytes.len() {
        let is_letter = bytes[at].is_ascii_lowercase();
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        if in_letters && !is_letter && (is_digit(at) || is_digit(at + 1) && !is_word_byte(bytes[at])) {
            sink.digit_behind_letters(at);
        }
        let underscores = bytes[..at].iter().rev().take_while(|byte| **byte == b'_').count();
        let begins = at.checked_sub(underscores + 1).is_none_or(|before| !is_word_byte(bytes[before]));
        in_letters = is_letter && (in_letters || begins);
        let is_lane = at % LANE == 0
            && bytes[at..].first_chunk::<LANE>().is_some_and(|lane| lane.iter().all(|b| is_word_byte(*b)));
        if is_lane {
            sink.word_lane(at);
        }
        if text.is_char_boundary(at) {
            sink.start(at);
        }
    }
}

/// The bytes before a block.
#[derive(Clone, Copy, Default)]
struct Before {
    /// True if the last byte before the block is a word byte.
    in_word: bool,
    /// True if the block follows underscores that no letter or digit precedes.
    in_markup: bool,
    /// True if the block follows small letters that begin a word.
    in_letters: bool,
}

impl Before {
    /// What is known when only the byte before the block is: too many starts are reported rather than too few.
    fn byte(byte: u8) -> Self {
        Self { in_word: is_word_byte(byte), in_markup: byte == b'_', in_letters: byte.is_ascii_lowercase() }
    }
}

/// Classes of the bytes of a block: a bit each, the first byte lowest.
struct BlockMasks {
    /// ASCII letters, digits and `_`.
    words: u64,
    /// Small letters of ASCII.
    letters: u64,
    /// Digits of ASCII.
    digits: u64,
    /// `_`, which are word bytes, too.
    underscores: u64,
    /// Quiet characters, and all bytes beyond ASCII.
    silent: u64,
    /// Lead bytes of characters beyond ASCII.
    leads: u64,
}

/// Calls `visit` with the place of each bit that is set in `mask`, the lowest first.
#[inline(always)]
fn each_bit(mut mask: u64, mut visit: impl FnMut(usize)) {
    while mask != 0 {
        visit(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

/// The mask of [word bytes](is_word_byte).
#[inline(always)]
fn word_bytes(bytes: u8x16) -> u8x16 {
    let lower = bytes | u8x16::splat(0x20);
    in_range(lower, b'a', 26) | in_range(bytes, b'0', 10) | bytes.simd_eq(u8x16::splat(b'_'))
}

/// The mask of the `count` values from `first` on.
#[inline(always)]
fn in_range(bytes: u8x16, first: u8, count: u8) -> u8x16 {
    (bytes - u8x16::splat(first)).simd_le(u8x16::splat(count - 1))
}

/// Reports whether `byte` is an ASCII letter, digit or `_`: [`masquerade_text::is_word`] for ASCII.
pub fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Debug, Default, PartialEq)]
    struct Places {
        starts: Vec<usize>,
        lanes: Vec<usize>,
        digits: Vec<usize>,
    }

    impl StartSink for Places {
        fn start(&mut self, at: usize) {
            self.starts.push(at);
        }

        fn word_lane(&mut self, at: usize) {
            self.lanes.push(at);
        }

        fn digit_behind_letters(&mut self, at: usize) {
            self.digits.push(at);
        }
    }

    fn places(filter: &StartFilter, text: &str) -> Places {
        let mut places = Places::default();
        filter.scan(text.as_bytes(), 0, &mut places);
        places
    }

    /// The filter of patterns that begin with `a`, `b`, `+` or `.`, and within words with `anywhere`.
    fn filter(anywhere: &[u8]) -> StartFilter {
        let mut first_byte = [0; 256];
        b"ab+.".iter().for_each(|byte| first_byte[usize::from(*byte)] |= Bucket::Other.groups());
        anywhere.iter().for_each(|byte| first_byte[usize::from(*byte)] |= Bucket::ANYWHERE);
        StartFilter::new(&first_byte)
    }

    #[test]
    fn word_bytes_are_the_word_characters_of_ascii() {
        for byte in 0..=u8::MAX {
            let expected = byte.is_ascii() && masquerade_text::is_word(char::from(byte));
            assert_eq!(is_word_byte(byte), expected, "{byte:#x}");
            assert_eq!(word_bytes(u8x16::splat(byte)).to_bitmask(), if expected { 0xFFFF } else { 0 }, "{byte:#x}");
        }
    }

    #[test]
    fn frequent_characters_that_begin_nothing_are_quiet() {
        assert_eq!(places(&filter(b""), "ab, cd.\"é 日x_y").starts, [0, 4, 6, 8, 11, 14]);
        assert_eq!(places(&filter(b"d"), "ab, cdd").starts, [0, 4, 5, 6]);
        assert_eq!(places(&filter(b" "), "a b").starts, [0, 1, 2]);
        assert_eq!(places(&filter(b""), "__a_b_").starts, [0, 2]);
        assert_eq!(places(&filter(b""), "").starts, [0; 0]);
    }

    proptest! {
        #[test]
        fn every_start_is_reported_once_and_in_order(text in "([ab+. _\"é日19-]|_{60,70}|a{60,70}){0,200}", in_words in any::<bool>()) {
            let bytes = text.as_bytes();
            let found = places(&filter(if in_words { b"b" } else { b"" }), &text);
            let starts: Vec<_> = (0..bytes.len()).filter(|&at| {
                let before = at.checked_sub(1).is_some_and(|before| is_word_byte(bytes[before]));
                let is_word_start = is_word_byte(bytes[at]) && !before;
                let is_sign = bytes[at].is_ascii() && !is_word_byte(bytes[at]) && !b" \"".contains(&bytes[at]);
                let underscores = bytes[..at].iter().rev().take_while(|byte| **byte == b'_').count();
                let before_them = at.checked_sub(underscores + 1).map(|before| bytes[before]);
                let is_behind_markup = underscores > 0
                    && bytes[at].is_ascii_alphanumeric()
                    && !before_them.is_some_and(is_word_byte);
                is_word_start || is_behind_markup || is_sign || bytes[at] >= 0xC0 || in_words && bytes[at] == b'b'
            }).collect();
            let is_lane = |at: &usize| bytes.get(*at..at + 8).is_some_and(|lane| lane.iter().all(|b| is_word_byte(*b)));
            let lanes: Vec<_> = (0..bytes.len()).step_by(8).filter(is_lane).collect();
            let mut all = Places::default();
            scan_every_character(&text, &mut all);
            prop_assert!(starts.iter().all(|start| all.starts.contains(start)));
            prop_assert_eq!(&all.lanes, &lanes);
            // Before a last byte of a block any sign is reported.
            let told = |at: &usize| at % BLOCK != BLOCK - 1 || all.digits.contains(at);
            let digits: Vec<_> = found.digits.iter().copied().filter(told).collect();
            prop_assert_eq!(&digits, &all.digits);
            prop_assert_eq!((&found.starts, &found.lanes), (&starts, &lanes));
        }
    }
}
