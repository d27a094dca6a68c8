//! [`StartFilter`]: where in a text something may begin.
//!
//! Patterns begin where words do, behind the low lines of markup (`_x_`), at signs, and at characters that are not
//! ASCII. These places are found by
//! blocks of bytes, with vector instructions, so that a text costs an
//! instruction or two per byte however many patterns there are. What begins there is for [`PrefixFilter`](crate::prefix_filter) to
//! say.

use wide::u8x16;

use crate::bucket::Groups;

/// Bytes that are looked at together.
const BLOCK: usize = 64;
/// Bytes that are compared together.
const PART: usize = 16;
/// The first of each eight places.
const LANES: u64 = u64::MAX / 0xFF;

/// A byte of a longer character but its first, which begins nothing.
const PADDING: u8 = 0x80;
/// The least byte that a character of several begins with (RFC 3629).
const FIRST_OF_MANY: u8 = 0xC0;

/// Signs that texts are full of, and that often begin nothing: the commonest first.
const FREQUENT: [u8; 6] = *b" \",.'\n";
/// How many of them are passed over.
const QUIET: usize = 3;

/// See the module's documentation.
pub struct StartFilter {
    /// Signs that begin nothing.
    quiet: [u8; QUIET],
    /// The bytes that begin patterns which are looked for within words, if any do; all others need no look.
    inner: Option<Box<[bool; 256]>>,
}

/// What is told of the places of a text, in order.
pub trait Visit {
    /// Something may begin at `at`.
    fn begins(&mut self, at: usize);
    /// The eight bytes from `at` on are letters and digits of ASCII, or `_`.
    fn is_long(&mut self, at: usize);
}

impl StartFilter {
    /// The start_filter to patterns of which those of `firsts` begin with a byte, `within` of them within words, too.
    pub fn new(firsts: &[Groups; 256], within: Groups) -> Self {
        let begins =
            |byte: &u8, groups: Groups| firsts.get(usize::from(*byte)).is_some_and(|first| first & groups != 0);
        // No sign is like a byte of a longer character.
        let mut quiet = [u8::MAX; QUIET];
        let silent = FREQUENT.into_iter().filter(|byte| !is_word(*byte) && !begins(byte, Groups::MAX));
        quiet.iter_mut().zip(silent).for_each(|(slot, byte)| *slot = byte);
        let mut inner = Box::new([false; 256]);
        inner.iter_mut().zip(0..=u8::MAX).for_each(|(slot, byte)| *slot = is_word(byte) && begins(&byte, within));
        let needed = inner.contains(&true);
        Self { quiet, inner: needed.then_some(inner) }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of::<Self>() + self.inner.as_ref().map_or(0, |inner| size_of_val(&**inner))
    }

    /// Tells `visit` of each place of `text` at which something may begin, in order, and of what is long.
    pub fn scan(&self, text: &[u8], visit: &mut impl Visit) {
        let (blocks, rest) = text.as_chunks::<BLOCK>();
        let mut before = Before::default();
        for (number, block) in blocks.iter().enumerate() {
            before = self.scan_block(block, before, number * BLOCK, visit);
        }
        if !rest.is_empty() {
            // Behind the end stands nothing that begins anything.
            let mut block = [PADDING; BLOCK];
            block.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
            self.scan_block(&block, before, blocks.len() * BLOCK, visit);
        }
    }

    /// Tells `visit` of the places of a block that begins at `start`, behind what stands `before` it. What stands before
    /// the next block.
    #[inline(always)]
    fn scan_block(&self, block: &[u8; BLOCK], before: Before, start: usize, visit: &mut impl Visit) -> Before {
        let Classes { words, low_lines, silent, first } = self.classify(block);
        let edges = words & !(words << 1 | u64::from(before.in_word));
        // A run of low lines that no word goes on with: adding its first bit carries to the place behind its last.
        let runs = low_lines & (edges | u64::from(before.in_low_lines));
        let (carried, in_low_lines) = low_lines.overflowing_add(runs);
        let behind_runs = (carried & !low_lines | u64::from(before.in_low_lines)) & words & !low_lines;
        let mut begins = edges | behind_runs | !(words | silent) | first;
        if let Some(inner) = &self.inner {
            let is_inner = |byte: &u8| inner.get(usize::from(*byte)).is_some_and(|is| *is);
            begins |= block.iter().rev().fold(0, |mask, byte| mask << 1 | u64::from(is_inner(byte)));
        }
        let byte_pairs = words & words >> 1;
        let fours = byte_pairs & byte_pairs >> 2;
        each(fours & fours >> 4 & LANES, |place| visit.is_long(start + place));
        each(begins, |place| visit.begins(start + place));
        Before { in_word: words >> (BLOCK - 1) != 0, in_low_lines }
    }

    /// What the bytes of a block are.
    #[inline(always)]
    fn classify(&self, block: &[u8; BLOCK]) -> Classes {
        let [first, second, third] = self.quiet.map(u8x16::splat);
        let (parts, _) = block.as_chunks::<PART>();
        let mut classes = Classes { words: 0, low_lines: 0, silent: 0, first: 0 };
        for part in parts.iter().rev() {
            let bytes = u8x16::new(*part);
            let quiet = bytes.simd_eq(first) | bytes.simd_eq(second) | bytes.simd_eq(third);
            classes.words = classes.words << PART | u64::from(words(bytes).to_bitmask());
            let low_lines = bytes.simd_eq(u8x16::splat(b'_'));
            classes.low_lines = classes.low_lines << PART | u64::from(low_lines.to_bitmask());
            // The highest bit of a byte tells that it is not of ASCII.
            classes.silent = classes.silent << PART | u64::from((quiet | bytes).to_bitmask());
            let many = bytes.simd_ge(u8x16::splat(FIRST_OF_MANY));
            classes.first = classes.first << PART | u64::from(many.to_bitmask());
        }
        classes
    }
}

/// The end of the bytes before a block.
#[derive(Clone, Copy, Default)]
struct Before {
    /// Whether the last one is of a word.
    in_word: bool,
    /// Whether the last ones are low lines that stand behind no letter or digit.
    in_low_lines: bool,
}

/// What the bytes of a block are: a bit each, the first one lowest.
struct Classes {
    /// Of words of ASCII.
    words: u64,
    /// Low lines, which are of words, too.
    low_lines: u64,
    /// Signs that begin nothing, and what is not of ASCII.
    silent: u64,
    /// The first of a longer character.
    first: u64,
}

/// Calls `found` with the place of each bit of `mask`, in order.
#[inline(always)]
fn each(mut mask: u64, mut found: impl FnMut(usize)) {
    while mask != 0 {
        found(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

/// Which of `bytes` are letters or digits of ASCII, or `_`: of ASCII the same as [`text::is_word`](masquerade_text::is_word).
#[inline(always)]
fn words(bytes: u8x16) -> u8x16 {
    let reaches = |bytes: u8x16, first: u8, count: u8| (bytes - u8x16::splat(first)).simd_le(u8x16::splat(count - 1));
    let lower = bytes | u8x16::splat(0x20);
    reaches(lower, b'a', 26) | reaches(bytes, b'0', 10) | bytes.simd_eq(u8x16::splat(b'_'))
}

/// The same of one byte.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Default)]
    struct Places {
        begins: Vec<usize>,
        long: Vec<usize>,
    }

    impl Visit for Places {
        fn begins(&mut self, at: usize) {
            self.begins.push(at);
        }

        fn is_long(&mut self, at: usize) {
            self.long.push(at);
        }
    }

    fn places(start_filter: &StartFilter, text: &str) -> Places {
        let mut places = Places::default();
        start_filter.scan(text.as_bytes(), &mut places);
        places
    }

    fn start_filter(within: &[u8]) -> StartFilter {
        let mut firsts = [0; 256];
        b"ab+.".iter().for_each(|byte| firsts[usize::from(*byte)] |= 1);
        within.iter().for_each(|byte| firsts[usize::from(*byte)] |= 2);
        StartFilter::new(&firsts, 2)
    }

    #[test]
    fn words_of_ascii_are_those_of_texts() {
        for byte in 0..=u8::MAX {
            let expected = byte.is_ascii() && masquerade_text::is_word(char::from(byte));
            assert_eq!(is_word(byte), expected, "{byte:#x}");
            assert_eq!(words(u8x16::splat(byte)).to_bitmask(), if expected { 0xFFFF } else { 0 }, "{byte:#x}");
        }
    }

    #[test]
    fn signs_that_begin_nothing_are_passed_over() {
        assert_eq!(places(&start_filter(b""), "ab, cd.\"é 日x_y").begins, [0, 4, 6, 8, 11, 14]);
        assert_eq!(places(&start_filter(b"d"), "ab, cdd").begins, [0, 4, 5, 6]);
        assert_eq!(places(&start_filter(b" "), "a b").begins, [0, 1, 2]);
        assert_eq!(places(&start_filter(b""), "__a_b_").begins, [0, 2]);
        assert_eq!(places(&start_filter(b""), "").begins, [0; 0]);
    }

    proptest! {
        #[test]
        fn every_beginning_is_visited_once_and_in_order(text in "([ab+. _\"é日-]|_{60,70}){0,200}", inner in any::<bool>()) {
            let start_filter = start_filter(if inner { b"b" } else { b"" });
            let bytes = text.as_bytes();
            let found = places(&start_filter, &text);
            let expected: Vec<_> = (0..bytes.len()).filter(|&at| {
                let edge = is_word(bytes[at]) && !at.checked_sub(1).is_some_and(|before| is_word(bytes[before]));
                let low_lines = bytes[..at].iter().rev().take_while(|byte| **byte == b'_').count();
                let before = at.checked_sub(low_lines + 1).map(|before| bytes[before]);
                let in_markup = low_lines > 0 && bytes[at].is_ascii_alphanumeric() && !before.is_some_and(is_word);
                let quiet = b" \"".contains(&bytes[at]);
                let sign = bytes[at].is_ascii() && !is_word(bytes[at]) && !quiet;
                edge || in_markup || sign || bytes[at] >= 0xC0 || inner && bytes[at] == b'b'
            }).collect();
            prop_assert_eq!(found.begins, expected);
            let long = |at: &usize| bytes.get(*at..at + 8).is_some_and(|lane| lane.iter().all(|byte| is_word(*byte)));
            let long: Vec<_> = (0..bytes.len()).step_by(8).filter(long).collect();
            prop_assert_eq!(found.long, long);
        }
    }
}
