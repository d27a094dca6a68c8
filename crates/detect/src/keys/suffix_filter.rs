//! [`SuffixFilter`]: a filter by the last letters before a sign, which passes the endings of known names.
//!
//! The five letters before a sign exclude nearly all signs in a text, without reading the name.

/// The endings of all names of a kind, as sets of bits.
pub struct SuffixFilter {
    /// Two bits for each pair of last letters: some name ends with it, and a name of fewer than [`LAST`] letters does.
    pairs: Box<[u8; PAIRS]>,
    /// A set of bits by a hash of the last [`LAST`] letters, or of all of a shorter name.
    known: Box<[u64; ENDINGS / 64]>,
}

/// Pairs of letters.
const PAIRS: usize = 1 << 10;
/// Bits of the set of endings: many times as many as there are names.
const ENDINGS: usize = 1 << 16;
/// Most letters at the end of a name that are looked at.
const LAST: usize = 5;
/// Most blanks, quotes and the like between a name and its sign, in columns.
const MAX_GAPS: usize = 24;
/// The bits of [`SuffixFilter::pairs`]: a name ends with the pair, and a short name does.
const ENDS: [u8; 2] = [1, 2];

/// The last letters of a name.
pub struct NameEnding {
    letters: u32,
    len: usize,
    /// The last two.
    pair: Option<u32>,
}

impl NameEnding {
    /// The last letters of `name`, which is normalized.
    pub fn of(name: &str) -> Self {
        let (mut letters, mut len, mut pair) = (0, 0, None);
        for letter in name.bytes().rev().skip_while(u8::is_ascii_digit) {
            if len == LAST || !letter.is_ascii_alphabetic() {
                break;
            }
            (letters, len) = (SuffixFilter::longer(letters, letter), len + 1);
            if len == 2 {
                pair = Some(letters);
            }
        }
        Self { letters, len, pair }
    }
}

impl SuffixFilter {
    /// The hash of an ending with one more letter before it.
    fn longer(ending: u32, letter: u8) -> u32 {
        ending << 5 | u32::from(letter & 0x1F)
    }

    /// The index of the word and the bit of an ending of `len` letters.
    fn bit(ending: u32, len: usize) -> (usize, u64) {
        // From the golden ratio.
        const MIX: u32 = 0x9E37_79B1;
        let mixed = (ending | (len as u32) << (LAST * 5)).wrapping_mul(MIX) >> (u32::BITS - ENDINGS.trailing_zeros());
        (mixed as usize / 64, 1 << (mixed % 64))
    }

    /// A filter without names, which passes nothing.
    pub fn new() -> Self {
        Self { pairs: Box::new([0; PAIRS]), known: Box::new([0; ENDINGS / 64]) }
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.pairs) + size_of_val(&*self.known)
    }

    /// Adds `name`, which is normalized.
    pub fn add(&mut self, name: &str) {
        self.add_ending(&NameEnding::of(name));
    }

    /// Adds the names that end so.
    pub fn add_ending(&mut self, ending: &NameEnding) {
        let NameEnding { letters, len, pair } = *ending;
        if let Some(pair) = pair {
            self.pairs[pair as usize % PAIRS] |= ENDS[0] | if len < LAST { ENDS[1] } else { 0 };
        }
        let (at, bit) = Self::bit(letters, len);
        self.known[at] |= bit;
    }

    /// The ending that the last letters of `head` make, whether it is one of a name or not.
    pub fn ending(head: &[u8]) -> u32 {
        let letters = head.iter().rev().filter(|byte| byte.is_ascii_alphabetic());
        letters.take(LAST).fold(0, |ending, &letter| Self::longer(ending, letter))
    }

    fn has(&self, ending: u32, len: usize) -> bool {
        let (at, bit) = Self::bit(ending, len);
        self.known[at] & bit != 0
    }

    /// The ending of a name that `head` may end with, for each of `kinds`, and the number of bytes that decide it.
    /// Names that end alike share an ending.
    #[inline]
    pub fn may_end<const KINDS: usize>(kinds: &[Self; KINDS], head: &[u8]) -> ([Option<u32>; KINDS], usize) {
        let [a, b, c, d, e, f] = *head.last_chunk().unwrap_or(&[0; LAST + 1]);
        let last: [u8; LAST] = if matches!(f, b'"' | b'\'') { [a, b, c, d, e] } else { [b, c, d, e, f] };
        // In a word of small letters no shorter name is a word of its own, unless an escape sequence ends in it.
        let quote = usize::from(matches!(f, b'"' | b'\''));
        let is_escaped = matches!(last, [b'n' | b'r' | b't' | b'm', ..])
            && head.len().checked_sub(LAST + quote).is_some_and(|at| is_escape(head, at));
        if last.iter().all(u8::is_ascii_lowercase) && !is_escaped {
            let ending = last.iter().rev().fold(0, |ending, &letter| Self::longer(ending, letter));
            return (kinds.each_ref().map(|names| names.has(ending, LAST).then_some(ending)), LAST + 1 + quote);
        }
        Self::may_end_general(kinds, head)
    }

    /// The endings of names that `head` may have, and the bytes read, for heads of any form.
    fn may_end_general<const KINDS: usize>(kinds: &[Self; KINDS], head: &[u8]) -> ([Option<u32>; KINDS], usize) {
        let (mut ending, mut len) = (0, 0);
        let (mut found, mut ends) = ([None; KINDS], [0; KINDS]);
        // In a word of small letters a short name is no word of its own.
        let before = |at: usize| {
            at.checked_sub(1).is_some_and(|at| head.get(at).is_some_and(u8::is_ascii_lowercase) && !is_escape(head, at))
        };
        for (at, &byte) in head.iter().enumerate().rev().take(LAST + MAX_GAPS) {
            match Kind::OF[usize::from(byte)] {
                Kind::Letter => {
                    (ending, len) = (Self::longer(ending, byte), len + 1);
                    if len == 2 {
                        ends = kinds.each_ref().map(|names| names.pairs[ending as usize % PAIRS]);
                    }
                    let is_short = len > 1 && !(byte.is_ascii_lowercase() && before(at));
                    for ((found, ends), names) in found.iter_mut().zip(&ends).zip(kinds) {
                        let may_end = len == LAST || is_short && ends & ENDS[1] != 0;
                        if found.is_none() && may_end && ends & ENDS[0] != 0 && names.has(ending, len) {
                            *found = Some(ending);
                        }
                    }
                    if len == LAST {
                        // The byte before was looked at, too: whether it escapes this letter.
                        return (found, head.len() - at + 1);
                    }
                    if len > 1 && ends == [0; KINDS] || !found.contains(&None) {
                        // The two bytes before were looked at, too.
                        return (found, head.len() - at + 2);
                    }
                }
                Kind::Unsure => return (found.map(|known| known.or(Some(ending))), head.len() - at),
                Kind::Digit if len == 0 => {}
                Kind::Gap => {}
                Kind::Digit | Kind::Other => return (found, head.len() - at + 2),
            }
        }
        (found, usize::MAX)
    }
}

/// Reports whether the byte at `at` is the letter of an escape sequence, `\n`, `\r`, `\t`, or ends the colour of a terminal: `[32m`.
fn is_escape(head: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| head.get(before));
    match head.get(at) {
        Some(b'n' | b'r' | b't') => before == Some(&b'\\'),
        Some(b'm') => before.is_some_and(u8::is_ascii_digit),
        _ => false,
    }
}

/// The kind of a byte at the end of a name.
#[derive(Clone, Copy)]
enum Kind {
    Letter,
    Digit,
    /// May stand between a name and its sign, or between the words of a name.
    Gap,
    /// Letters of other scripts, numbers at the end and brackets are looked at more closely.
    Unsure,
    Other,
}

impl Kind {
    const OF: [Self; 256] = {
        let mut kinds = [Self::Other; 256];
        let mut byte = 0;
        while byte < kinds.len() {
            kinds[byte] = match byte as u8 {
                b'a'..=b'z' | b'A'..=b'Z' => Self::Letter,
                b'0'..=b'9' => Self::Digit,
                b' ' | b'"' | b'\'' | b'\\' | b']' | b'[' | b'`' | b'*' | b'_' | b'-' | b'.' | b'\t' => Self::Gap,
                0x80.. | b'#' | b')' => Self::Unsure,
                _ => Self::Other,
            };
            byte += 1;
        }
        kinds
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearly_nothing_else_ends_as_a_name_does() {
        let (mut values, mut signs) = (SuffixFilter::new(), SuffixFilter::new());
        ["iban", "age", "dateofbirth", "phone2"].iter().for_each(|name| values.add(name));
        ["password", "pw"].iter().for_each(|name| signs.add(name));
        let kinds = [values, signs];
        for (head, expected) in [
            ("{\"iban\"", [true, false]),
            ("IBAN  ", [true, false]),
            ("userAge", [true, false]),
            ("user_age", [true, false]),
            ("message", [false, false]),
            ("\"dateOfBirth\"", [true, false]),
            ("date_of_birth", [true, false]),
            ("phone_7", [true, false]),
            ("DB_PASSWORD", [false, true]),
            ("pw", [false, true]),
            ("wp", [false, false]),
            ("раssword", [false, true]),
            ("пароль", [true, true]),
            ("", [false, false]),
            ("}", [false, false]),
        ] {
            let (found, _) = SuffixFilter::may_end(&kinds, head.as_bytes());
            assert_eq!(found.map(|ending| ending.is_some()), expected, "{head}");
        }
    }

    #[test]
    fn what_is_told_by_some_bytes_is_told_by_them_alone() {
        let mut names = SuffixFilter::new();
        ["iban", "age", "pw"].iter().for_each(|name| names.add(name));
        let kinds = [names];
        for head in ["\"path\"", "a_ms", "{\"x\"", "message", "page", "user name", "Age", "a\"iban\"", "x1.pw"] {
            let (found, seen) = SuffixFilter::may_end(&kinds, head.as_bytes());
            if let Some(tail) = head.len().checked_sub(seen).and_then(|at| head.get(at..)) {
                for before in ["a", "Z", "_", " ", "\"", "9", "é"] {
                    let other = format!("{before}{tail}");
                    assert_eq!(SuffixFilter::may_end(&kinds, other.as_bytes()).0, found, "{other}");
                }
            }
        }
    }
}
