//! [`Hashes`]: which patterns a long word of hexadecimal digits may begin.
//!
//! Logs are full of hashes and of numbers of traces and requests. Each leads an automaton another way, far from what is
//! in the cache, until a byte that nothing looked for goes on with. Nearly all are told by how long they are.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

use super::{
    family::{self, Family, Groups},
    gate::is_word,
};

/// Bytes that a word is told by at first: shorter ones are not looked at.
const HEAD: usize = 8;

/// A set of lengths, a bit each, the last one for all longer ones.
type Lengths = u64;
const MOST: usize = Lengths::BITS as usize - 1;

/// Hexadecimal digits.
const DIGITS: usize = 16;

/// By the first digit of a word and its length: the groups that have a pattern for it.
pub struct Hashes(Box<[[Groups; MOST + 1]; DIGITS]>);

impl Hashes {
    /// Those of nothing.
    pub fn none() -> Self {
        Self(Box::new([[0; MOST + 1]; DIGITS]))
    }

    /// Memory, in bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Adds a pattern of `family`, which is looked for between word boundaries.
    pub fn add(&mut self, hir: &Hir, family: Family) {
        let Begun { whole, ended } = begun(hir);
        let lengths = whole.mixed | ended.mixed;
        for (byte, _) in (0..=u8::MAX).zip(family::firsts(hir)).filter(|(_, begins)| *begins) {
            let Some(known) = digit(byte).and_then(|digit| self.0.get_mut(digit)) else { continue };
            let mine = known.iter_mut().enumerate().filter(|(len, _)| lengths >> len & 1 == 1);
            mine.for_each(|(_, known)| *known |= family.group(byte));
        }
    }

    /// The groups of what may begin at `at` between word boundaries: all, unless a hash stands there.
    #[inline(always)]
    pub fn groups(&self, text: &[u8], at: usize) -> Groups {
        match text.get(at..).and_then(<[u8]>::first_chunk) {
            Some(head) if is_hash(*head) => self.of_word(text.get(at..).unwrap_or_default()),
            _ => Groups::MAX,
        }
    }

    /// The same where `text` begins.
    #[inline(never)]
    fn of_word(&self, text: &[u8]) -> Groups {
        let rest = text.get(HEAD..MOST.min(text.len())).unwrap_or_default();
        let len = HEAD + rest.iter().take_while(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')).count();
        // No letter that is not of ASCII goes on with it, either.
        let ends = len == MOST || text.get(len).is_none_or(|next| next.is_ascii() && !is_word(*next));
        let known = text.first().and_then(|first| self.0.get(digit(*first)?));
        known.filter(|_| ends).map_or(Groups::MAX, |known| known[len])
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

/// Whether all of `head` are hexadecimal digits in lower case, and some are letters.
#[inline(always)]
fn is_hash(head: [u8; HEAD]) -> bool {
    const EACH: u64 = u64::MAX / 0xFF;
    const TOP: u64 = EACH * 0x80;
    let bytes = u64::from_le_bytes(head);
    // The highest bit of each byte tells whether it is `least` or more; none carries into the next.
    let reach = |least: u8| bytes.wrapping_add(EACH * u64::from(0x80 - least));
    let (digits, letters) = (reach(b'0') & !reach(b'9' + 1), reach(b'a') & !reach(b'f' + 1));
    bytes & TOP == 0 && (digits | letters) & TOP == TOP && letters & TOP != 0
}

/// How many hexadecimal digits stand in a row.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Digits {
    /// Where all are of 0 to 9.
    numbers: Lengths,
    /// Where some are letters.
    mixed: Lengths,
}

/// How many of them what a pattern matches begins with.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Begun {
    /// Where nothing else follows in it.
    whole: Digits,
    /// Where a sign of ASCII follows.
    ended: Digits,
}

impl std::ops::BitOr for Digits {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self { numbers: self.numbers | other.numbers, mixed: self.mixed | other.mixed }
    }
}

impl Digits {
    /// Those of `self` and then those of `other`.
    fn then(self, other: Self) -> Self {
        let mixed = sums(self.mixed, other.numbers | other.mixed) | sums(self.numbers, other.mixed);
        Self { numbers: sums(self.numbers, other.numbers), mixed }
    }
}

/// All sums of a length of each.
fn sums(some: Lengths, others: Lengths) -> Lengths {
    let (mut rest, mut sums) = (others, 0);
    while rest != 0 {
        let len = rest.trailing_zeros();
        let sum = u128::from(some) << len;
        sums |= sum as Lengths | Lengths::from(sum >> MOST != 0) << MOST;
        rest &= rest - 1;
    }
    sums
}

impl Begun {
    /// What the empty text begins with.
    const EMPTY: Self = Self { whole: Digits { numbers: 1, mixed: 0 }, ended: Digits { numbers: 0, mixed: 0 } };

    /// One of the bytes of ASCII between two.
    fn any(first: u8, last: u8) -> Self {
        let has = |is: fn(u8) -> bool| Lengths::from((first..=last.min(0x7F)).any(is));
        let mixed = has(|byte| matches!(byte, b'a'..=b'f')) << 1;
        let whole = Digits { numbers: has(|byte| byte.is_ascii_digit()) << 1, mixed };
        Self { whole, ended: Digits { numbers: has(|byte| !is_word(byte)), mixed: 0 } }
    }

    fn or(self, other: Self) -> Self {
        Self { whole: self.whole | other.whole, ended: self.ended | other.ended }
    }

    fn then(self, other: Self) -> Self {
        Self { whole: self.whole.then(other.whole), ended: self.ended | self.whole.then(other.ended) }
    }
}

fn begun(hir: &Hir) -> Begun {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => Begun::EMPTY,
        HirKind::Literal(literal) => {
            literal.0.iter().map(|byte| Begun::any(*byte, *byte)).fold(Begun::EMPTY, Begun::then)
        }
        HirKind::Class(Class::Bytes(class)) => {
            class.iter().map(|range| Begun::any(range.start(), range.end())).fold(Begun::default(), Begun::or)
        }
        HirKind::Class(Class::Unicode(class)) => {
            let byte = |c: char| u8::try_from(c).unwrap_or(u8::MAX);
            let ranges = class.iter().take_while(|range| range.start().is_ascii());
            ranges.map(|range| Begun::any(byte(range.start()), byte(range.end()))).fold(Begun::default(), Begun::or)
        }
        HirKind::Repetition(repetition) => repeated(repetition),
        HirKind::Capture(capture) => begun(&capture.sub),
        HirKind::Concat(parts) => parts.iter().map(begun).fold(Begun::EMPTY, Begun::then),
        HirKind::Alternation(parts) => parts.iter().map(begun).fold(Begun::default(), Begun::or),
    }
}

fn repeated(Repetition { min, max, sub, .. }: &Repetition) -> Begun {
    let part = begun(sub);
    let (mut all, mut last) = (if *min == 0 { Begun::EMPTY } else { Begun::default() }, Begun::EMPTY);
    for count in 1..=max.unwrap_or(u32::MAX) {
        let next = last.then(part);
        // As many as are told apart: more of them begin alike.
        let is_last = next == last;
        last = next;
        all.ended = all.ended | last.ended;
        if count >= *min || is_last {
            all.whole = all.whole | last.whole;
        }
        if is_last {
            break;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::regex::parse, *};

    fn hashes(regex: &str) -> (Hashes, Family) {
        let hir = parse(regex).unwrap();
        let (mut hashes, family) = (Hashes::none(), Family::of(&hir));
        hashes.add(&hir, family);
        (hashes, family)
    }

    /// Whether `hashes` let a pattern of `family` be looked for where `text` begins.
    fn lets_through((hashes, family): &(Hashes, Family), text: &str) -> bool {
        hashes.groups(text.as_bytes(), 0) & family.group(text.as_bytes()[0]) != 0
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
            // What is no hash is not told by it.
            ("[0-9]{2}", "54cda58", true),
            ("[0-9]{2}", "1234567890123", true),
            ("[0-9]{2}", "54cda58fbbee87eg", true),
            ("[0-9]{2}", "54cda58fbbee87eé", true),
            ("[0-9]{2}", "54CDA58FBBEE", true),
        ] {
            assert_eq!(lets_through(&hashes(regex), text), expected, "{regex} {text}");
        }
    }

    #[test]
    fn very_long_words_are_like_one_another() {
        let long = "a".repeat(MOST + 1);
        assert!(lets_through(&hashes("a{3,}"), &long) && lets_through(&hashes("a{3,}!"), &long));
        assert!(!lets_through(&hashes("a{3,60}"), &long));
    }

    proptest! {
        #[test]
        fn nothing_that_matches_is_held_back(
            text in "[0-9a-f]{8,70}[-. ]?[0-9a-f]{0,4}",
            regex in prop::sample::select(vec![
                "[0-9a-f]+", "[0-9]{2}[a-f]{6,}", "(?:[0-9]|[a-c]{2})+[^x]", "[1a](?:[0-9a-f]{4}-?)+", "[a-f]*[0-9a-f]*\\.[0-9]",
                "(?:[0-9a-f]{3}){3,4}(?:$|[0-9a-f]{20}) ?", "\\b[0-9a-z_]{9,40}",
            ]),
        ) {
            let plain = regex_automata::meta::Regex::new(&format!("^(?:{regex})$")).unwrap();
            let ends = (1..=text.len()).filter(|end| crate::text::is_boundary(&text, *end));
            if ends.into_iter().any(|end| plain.is_match(&text[..end])) {
                prop_assert!(lets_through(&hashes(regex), &text), "{regex}");
            }
        }
    }
}
