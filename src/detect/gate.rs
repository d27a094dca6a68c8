//! [`Gate`]: where in a text something may begin.
//!
//! Patterns begin where words do, at signs, and at characters that are not ASCII. These places are found by
//! blocks of bytes, with comparisons that a compiler turns into vector instructions, so that a text costs an
//! instruction or two per byte however many patterns there are. What begins there is for [`Heads`](super::heads) to
//! say.

use super::family::Groups;

/// Bytes that are looked at together.
const BLOCK: usize = 64;
/// Bytes of a block whose places are read out together.
const LANE: usize = 8;
/// A lane of nothing but ones.
const ONES: u64 = u64::MAX / 0xFF;

/// A byte of a longer character but its first, which begins nothing.
const PADDING: u8 = 0x80;
/// The least byte that a character of several begins with (RFC 3629).
const FIRST_OF_MANY: u8 = 0xC0;

/// Signs that texts are full of, and that often begin nothing: the commonest first.
const FREQUENT: [u8; 6] = *b" \",.'\n";
/// How many of them are passed over.
const QUIET: usize = 3;

/// See the module's documentation.
pub struct Gate {
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

impl Gate {
    /// The gate to patterns of which those of `firsts` begin with a byte, `within` of them within words, too.
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
        let mut before = b' ';
        for (number, block) in blocks.iter().enumerate() {
            self.scan_block(block, before, number * BLOCK, visit);
            before = block[BLOCK - 1];
        }
        if !rest.is_empty() {
            // Behind the end stands nothing that begins anything.
            let mut block = [PADDING; BLOCK];
            block.iter_mut().zip(rest).for_each(|(slot, byte)| *slot = *byte);
            self.scan_block(&block, before, blocks.len() * BLOCK, visit);
        }
    }

    /// The same for a block that begins at `start`, behind a byte.
    #[inline(always)]
    fn scan_block(&self, block: &[u8; BLOCK], before: u8, start: usize, visit: &mut impl Visit) {
        let (words, mut begins) = self.classify(block, before);
        if let Some(inner) = &self.inner {
            for (begins, byte) in begins.iter_mut().zip(block) {
                *begins |= u8::from(inner.get(usize::from(*byte)).is_some_and(|is| *is));
            }
        }
        let ((words, _), (begins, _)) = (words.as_chunks::<LANE>(), begins.as_chunks::<LANE>());
        for (number, (words, begins)) in words.iter().zip(begins).enumerate() {
            let at = start + number * LANE;
            if u64::from_le_bytes(*words) == ONES {
                visit.is_long(at);
            }
            let mut rest = u64::from_le_bytes(*begins);
            while rest != 0 {
                visit.begins(at + rest.trailing_zeros() as usize / LANE);
                rest &= rest - 1;
            }
        }
    }

    /// By byte of a block behind `before`: 1 where it is of a word, and 1 where something may begin.
    #[inline(always)]
    fn classify(&self, block: &[u8; BLOCK], before: u8) -> ([u8; BLOCK], [u8; BLOCK]) {
        let mut words = [0; BLOCK];
        words.iter_mut().zip(block).for_each(|(word, byte)| *word = u8::from(is_word(*byte)));
        // What stands before each.
        let mut last = [u8::from(is_word(before)); BLOCK];
        if let (Some(slots), Some(words)) = (last.get_mut(1..), words.get(..BLOCK - 1)) {
            slots.copy_from_slice(words);
        }
        let [first, second, third] = self.quiet;
        let mut begins = [0; BLOCK];
        for (((begins, byte), word), last) in begins.iter_mut().zip(block).zip(&words).zip(&last) {
            let sign = (*byte < 0x80) & (*byte != first) & (*byte != second) & (*byte != third) & (*word == 0);
            let other = *byte >= FIRST_OF_MANY;
            *begins = word & (last ^ 1) | u8::from(sign | other);
        }
        (words, begins)
    }
}

/// Whether `byte` is a letter or a digit of ASCII, or `_`: of ASCII the same as [`text::is_word`](crate::text::is_word),
/// in comparisons alone, for vectors.
#[inline(always)]
fn is_word(byte: u8) -> bool {
    ((byte | 0x20).wrapping_sub(b'a') < 26) | (byte.wrapping_sub(b'0') < 10) | (byte == b'_')
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

    fn places(gate: &Gate, text: &str) -> Places {
        let mut places = Places::default();
        gate.scan(text.as_bytes(), &mut places);
        places
    }

    fn gate(within: &[u8]) -> Gate {
        let mut firsts = [0; 256];
        b"ab+.".iter().for_each(|byte| firsts[usize::from(*byte)] |= 1);
        within.iter().for_each(|byte| firsts[usize::from(*byte)] |= 2);
        Gate::new(&firsts, 2)
    }

    #[test]
    fn words_of_ascii_are_those_of_texts() {
        for byte in 0..=u8::MAX {
            assert_eq!(is_word(byte), byte.is_ascii() && crate::text::is_word(char::from(byte)), "{byte:#x}");
        }
    }

    #[test]
    fn signs_that_begin_nothing_are_passed_over() {
        assert_eq!(places(&gate(b""), "ab, cd.\"é 日x_y").begins, [0, 4, 6, 8, 11, 14]);
        assert_eq!(places(&gate(b"d"), "ab, cdd").begins, [0, 4, 5, 6]);
        assert_eq!(places(&gate(b" "), "a b").begins, [0, 1, 2]);
        assert_eq!(places(&gate(b""), "").begins, [0; 0]);
    }

    proptest! {
        #[test]
        fn every_beginning_is_visited_once_and_in_order(text in "[ab+. _\"é日-]{0,200}", inner in any::<bool>()) {
            let gate = gate(if inner { b"b" } else { b"" });
            let bytes = text.as_bytes();
            let found = places(&gate, &text);
            let expected: Vec<_> = (0..bytes.len()).filter(|&at| {
                let edge = is_word(bytes[at]) && !at.checked_sub(1).is_some_and(|before| is_word(bytes[before]));
                let quiet = b" \"".contains(&bytes[at]);
                let sign = bytes[at].is_ascii() && !is_word(bytes[at]) && !quiet;
                edge || sign || bytes[at] >= 0xC0 || inner && bytes[at] == b'b'
            }).collect();
            prop_assert_eq!(found.begins, expected);
            let long = |at: &usize| bytes.get(*at..at + LANE).is_some_and(|lane| lane.iter().all(|byte| is_word(*byte)));
            let long: Vec<_> = (0..bytes.len()).step_by(LANE).filter(long).collect();
            prop_assert_eq!(found.long, long);
        }
    }
}
