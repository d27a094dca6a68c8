//! [`StartFilter`]: the places of a text at which a match may begin at all.
//!
//! Matches begin where words do, behind the underscores of markup (`_x_`), at punctuation, and at characters beyond
//! ASCII; those of some patterns within words, too. These places are found in blocks of bytes, by vector instructions and
//! by the [pairs](StartPairs) of bytes there, at a few instructions for each byte, however many patterns there are. The patterns
//! that may begin there are left to the [`PrefixFilter`](crate::prefix_filter::PrefixFilter).

use wide::u8x16;

use crate::start_pairs::{BLOCK, StartMasks, StartPairs, VECTOR};

/// Bytes in a lane. A lane is reported if all its bytes continue a word.
const LANE: usize = 8;
/// The first bit of each lane of a block.
const LANE_STARTS: u64 = u64::MAX / 0xFF;

/// A UTF-8 continuation byte: nothing begins with one, so it fills blocks behind the end of a text.
const PADDING: u8 = 0x80;
/// The least lead byte of a character of several bytes, in UTF-8 (RFC 3629).
const LEAST_LEAD_BYTE: u8 = 0xC0;

/// A filter over all bytes of a text.
pub struct StartFilter {
    pairs: StartPairs,
}

/// The receiver of a text's starts.
pub trait StartSink {
    /// Notes that a match may begin at `at`. Starts come in order.
    fn start(&mut self, at: usize);
    /// Likewise of a match that may begin within a word: one stands around `at`. They come in order among the other starts.
    fn inner_start(&mut self, at: usize);
    /// Notes that the eight bytes from `at` on, a multiple of eight, are ASCII letters, digits or `_`. Lanes come in
    /// order, at most 64 bytes before the starts beside them.
    fn word_lane(&mut self, at: usize);
    /// Notes that small letters which begin a word end at `at`, before a digit, or a character before a digit. They come
    /// in order, at most 64 bytes before the starts beside them, and may be too many, but not too few.
    fn digit_behind_letters(&mut self, at: usize);
}

impl StartFilter {
    /// The filter for patterns whose matches begin with `pairs`.
    pub fn new(pairs: StartPairs) -> Self {
        Self { pairs }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        self.pairs.memory()
    }

    /// Reports the starts of `text` from `from` on, and some of the bytes before, as lanes of eight begin there.
    pub fn scan(&self, text: &[u8], from: usize, sink: &mut impl StartSink) {
        let from = from - from % LANE;
        let (blocks, rest) = text[from..].as_chunks::<BLOCK>();
        let mut before = from.checked_sub(1).map_or_else(Before::default, |at| Before::byte(text[at]));
        for (number, block) in blocks.iter().enumerate() {
            let base = from + number * BLOCK;
            before = self.scan_block(block, &text[base..], before, base, sink);
        }
        if !rest.is_empty() {
            let mut block = [PADDING; BLOCK];
            block[..rest.len()].copy_from_slice(rest);
            self.scan_block(&block, rest, before, text.len() - rest.len(), sink);
        }
    }

    /// Reports the starts of a block at `base`, with which `rest` begins, behind the bytes that `before` describes; returns a
    /// description of the bytes before the next block.
    #[inline(always)]
    fn scan_block(
        &self,
        block: &[u8; BLOCK],
        rest: &[u8],
        before: Before,
        base: usize,
        sink: &mut impl StartSink,
    ) -> Before {
        let BlockMasks { words, letters, digits, underscores, beyond, leads } = classify(block);
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
        let StartMasks { within, any } = self.pairs.of_block(rest);
        let outer = word_starts | behind_markup | !(words | beyond) | leads;
        let (starts, inner) = (outer & any, words & !outer & within);
        let twos = words & words >> 1;
        let fours = twos & twos >> 2;
        each_bit(fours & fours >> 4 & LANE_STARTS, |bit| sink.word_lane(base + bit));
        each_bit(behind_letters & (digits | before_digit & !words), |bit| sink.digit_behind_letters(base + bit));
        each_bit(starts | inner, |bit| match inner >> bit & 1 {
            0 => sink.start(base + bit),
            _ => sink.inner_start(base + bit),
        });
        Before { in_word: words >> (BLOCK - 1) != 0, in_markup, in_letters }
    }
}

#[inline(always)]
fn classify(block: &[u8; BLOCK]) -> BlockMasks {
    let (vectors, _) = block.as_chunks::<VECTOR>();
    let mut masks = BlockMasks { words: 0, letters: 0, digits: 0, underscores: 0, beyond: 0, leads: 0 };
    for vector in vectors.iter().rev() {
        let bytes = u8x16::new(*vector);
        masks.words = masks.words << VECTOR | u64::from(word_bytes(bytes).to_bitmask());
        masks.letters = masks.letters << VECTOR | u64::from(in_range(bytes, b'a', 26).to_bitmask());
        masks.digits = masks.digits << VECTOR | u64::from(in_range(bytes, b'0', 10).to_bitmask());
        let underscores = bytes.simd_eq(u8x16::splat(b'_'));
        masks.underscores = masks.underscores << VECTOR | u64::from(underscores.to_bitmask());
        // A mask is made of highest bits, and the highest bit of a byte tells that it is beyond ASCII.
        masks.beyond = masks.beyond << VECTOR | u64::from(bytes.to_bitmask());
        let leads = bytes.simd_ge(u8x16::splat(LEAST_LEAD_BYTE));
        masks.leads = masks.leads << VECTOR | u64::from(leads.to_bitmask());
    }
    masks
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
    /// Bytes beyond ASCII.
    beyond: u64,
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
    use crate::bucket::{Bucket, GroupSet};

    #[derive(Debug, Default, PartialEq)]
    struct Places {
        starts: Vec<usize>,
        /// Those within words.
        inner: Vec<usize>,
        lanes: Vec<usize>,
        digits: Vec<usize>,
    }

    impl StartSink for Places {
        fn start(&mut self, at: usize) {
            self.starts.push(at);
        }

        fn inner_start(&mut self, at: usize) {
            self.starts.push(at);
            self.inner.push(at);
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

    /// The filter of patterns that begin with anything, and within words with `anywhere`.
    fn filter(anywhere: &[u8]) -> StartFilter {
        let within = |pair: [u8; 2]| if anywhere.contains(&pair[0]) { Bucket::ANYWHERE } else { 0 };
        let any = Bucket::Other.groups();
        StartFilter::new(StartPairs::new(|pair| [any | within(pair), GroupSet::MAX, GroupSet::MAX]))
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
    fn words_signs_and_characters_beyond_ascii_are_starts() {
        assert_eq!(places(&filter(b""), "ab, d.\"é 日x_y").starts, [0, 2, 3, 4, 5, 6, 7, 9, 10, 13]);
        assert_eq!(places(&filter(b"d"), "ab cdd").starts, [0, 2, 3, 4, 5]);
        assert_eq!(places(&filter(b""), "__a_b_").starts, [0, 2]);
        assert_eq!(places(&filter(b""), "").starts, [0; 0]);
    }

    #[test]
    fn starts_begin_with_pairs_of_a_match() {
        let of = |pair: [u8; 2], wanted: &[u8; 2], groups| if pair == *wanted { groups } else { 0 };
        let other = Bucket::Other.groups();
        // A match is `abcd`, and where words begin.
        let word =
            StartFilter::new(StartPairs::new(|pair| [b"ab", b"bc", b"cd"].map(|wanted| of(pair, wanted, other))));
        assert_eq!(places(&word, "abcd abce ab xabcd (abcd abc").starts, [0, 20]);
        assert_eq!(places(&word, &"abcd ".repeat(40)).starts, (0..40).map(|n| 5 * n).collect::<Vec<_>>());
        // A match is `bc`, also within words.
        let within =
            StartFilter::new(StartPairs::new(|pair| [of(pair, b"bc", Bucket::ANYWHERE), GroupSet::MAX, GroupSet::MAX]));
        let found = places(&within, "xbc bc xbx xb");
        assert_eq!((found.starts, found.inner), (vec![1, 4], vec![1]));
        assert_eq!(places(&within, &"xbc".repeat(40)).inner, (0..40).map(|n| 3 * n + 1).collect::<Vec<_>>());
    }

    proptest! {
        #[test]
        fn every_start_is_reported_once_and_in_order(text in "([ab+. _\"é日19-]|_{60,70}|a{60,70}){0,200}", in_words in any::<bool>()) {
            let bytes = text.as_bytes();
            let found = places(&filter(if in_words { b"b" } else { b"" }), &text);
            let starts: Vec<_> = (0..bytes.len()).filter(|&at| {
                let before = at.checked_sub(1).is_some_and(|before| is_word_byte(bytes[before]));
                let is_word_start = is_word_byte(bytes[at]) && !before;
                let is_sign = bytes[at].is_ascii() && !is_word_byte(bytes[at]);
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
            let is_inner = |at: &usize| in_words && bytes[*at] == b'b' && *at > 0 && is_word_byte(bytes[at - 1]);
            let is_behind_markup = |at: &usize| bytes[..*at].ends_with(b"_");
            prop_assert!(found.inner.iter().all(is_inner));
            prop_assert!(starts.iter().filter(|at| is_inner(at)).all(|at| found.inner.contains(at) || is_behind_markup(at)));
        }
    }
}
