//! The features of a candidate: its form, and the words around it.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use super::{
    candidates::has_digit,
    words::{Item, Kind, Words},
};

/// The version of these features; kept in the file of the classifier.
pub const VERSION: u32 = 5;

/// Words before a value that count with their place, each alone and with the value's form.
pub(super) const PLACED: usize = 4;
/// Words before it that count wherever they stand, near and far.
pub(super) const NEAR: usize = 10;
pub(super) const FAR: usize = 24;
/// Words behind it that count with their place, and wherever they stand.
pub(super) const PLACED_BEHIND: usize = 3;
pub(super) const BEHIND: usize = 8;
/// Items on each side of a candidate that are looked at.
pub(super) const REACH: usize = 48;
/// Signs between two words that are told apart.
const GAP: usize = 4;

/// The templates of features.
#[derive(Clone, Copy)]
enum Template {
    Form,
    Kind,
    Length,
    Head,
    Tail,
    Before,
    BeforeOfKind,
    Near,
    NearStem,
    NearOfKind,
    Far,
    Behind,
    BehindOfKind,
    BehindAny,
    BehindStem,
    Two,
    TwoFurther,
    Three,
    Around,
    Cluster,
    ClusterOfKind,
    ClusterNear,
    ClusterNearOfKind,
    ClusterBehind,
    Gap,
    GapOfWord,
    GapBehind,
    Begins,
    LineHead,
    Above,
    AboveCluster,
    Numbers,
    Alone,
    Own,
    OwnCluster,
    Parts,
}

/// Collects the features of the candidate at `place` in `text`, as hashes.
pub fn features(text: &str, words: &Words, place: &Range<usize>, out: &mut Vec<u32>) {
    out.clear();
    let value = &text[place.clone()];
    let (before, behind) = words.around(place);
    let (before, behind) = (&before[before.len().saturating_sub(REACH)..], &behind[..behind.len().min(REACH)]);
    let form = Form::new(value);
    let mut add = |template: Template, a: u64, b: u64| out.push(mixed(template, a, b));
    use Template as T;
    let kind = form.kind;
    add(T::Form, form.form, 0);
    add(T::Kind, kind, 0);
    add(T::Length, value.len().min(40) as u64, 0);
    add(T::Head, form.head, 0);
    add(T::Tail, form.tail, 0);
    for (at, item) in (0..).zip(before.iter().rev().take(FAR)) {
        if at < PLACED {
            add(T::Before, at as u64, item.hash);
            add(T::BeforeOfKind, kind << 8 | at as u64, item.hash);
            add(T::Cluster, at as u64, item.cluster.into());
            add(T::ClusterOfKind, kind << 8 | at as u64, item.cluster.into());
        }
        if at >= NEAR {
            add(T::Far, item.hash, 0);
        } else if item.kind == Kind::Word {
            add(T::Near, item.hash, 0);
            add(T::NearStem, item.stem, 0);
            add(T::NearOfKind, item.stem, kind);
            add(T::ClusterNear, item.cluster.into(), 0);
            add(T::ClusterNearOfKind, item.cluster.into(), kind);
        }
    }
    for (at, item) in (0..).zip(behind.iter().take(BEHIND)) {
        if at < PLACED_BEHIND {
            add(T::Behind, at as u64, item.hash);
            add(T::BehindOfKind, kind << 8 | at as u64, item.hash);
            add(T::ClusterBehind, at as u64, item.cluster.into());
        }
        add(T::BehindAny, item.hash, 0);
        add(T::BehindStem, item.stem, 0);
    }
    let hash = |at: usize| before.len().checked_sub(at + 1).map_or(0, |at| before[at].hash);
    add(T::Two, hash(0), hash(1));
    add(T::TwoFurther, hash(1), hash(2));
    add(T::Three, hash(0) ^ hash(1).rotate_left(21), hash(2));
    add(T::Around, hash(0), behind.first().map_or(0, |item| item.hash));
    let gap = gap(text, before.last().map_or(0, |item| item.end as usize)..place.start);
    add(T::Gap, gap, kind);
    add(T::GapOfWord, gap, hash(0));
    let next = behind.first().map_or(text.len(), |item| item.start as usize);
    add(T::GapBehind, self::gap(text, place.end..next), kind);
    line(before, behind, kind, &mut add);
    if !has_digit(value) {
        own(words.within(place), kind, add);
    }
}

/// Adds what a value without a digit is as a word.
fn own(items: &[Item], kind: u64, mut add: impl FnMut(Template, u64, u64)) {
    use Template as T;
    for item in items.iter().take(PLACED) {
        // A rare word says nothing but that it is rare.
        add(T::Own, if item.is_frequent { item.hash } else { 0 }, 0);
        add(T::OwnCluster, item.cluster.into(), kind);
    }
    add(T::Parts, items.len().min(PLACED) as u64, kind);
}

/// Adds what the line of a candidate and the one above it tell.
fn line(before: &[Item], behind: &[Item], kind: u64, add: &mut impl FnMut(Template, u64, u64)) {
    use Template as T;
    let is_line = |item: &Item| item.kind == Kind::Line;
    let start = before.iter().rposition(is_line).map_or(0, |at| at + 1);
    let (above, head) = (&before[..start.saturating_sub(1)], &before[start..]);
    let rest = &behind[..behind.iter().position(is_line).unwrap_or(behind.len())];
    add(T::LineHead, head.first().map_or(0, |item| item.hash), 0);
    if head.is_empty() {
        add(T::Begins, kind, 0);
        for item in above.iter().rev().take(PLACED) {
            add(T::Above, item.hash, 0);
            add(T::AboveCluster, item.cluster.into(), 0);
        }
        if rest.is_empty() {
            add(T::Alone, kind, 0);
        }
    }
    let is_number = |item: &&Item| item.kind == Kind::Number;
    let numbers = head.iter().rev().take(FAR).chain(rest.iter().take(FAR)).filter(is_number).count();
    add(T::Numbers, numbers.min(6) as u64, kind);
}

/// The hash of the signs in a gap, blanks as one, to the nearest [`GAP`].
fn gap(text: &str, gap: Range<usize>) -> u64 {
    let signs = text.get(gap).unwrap_or_default().chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    signs.rev().take(GAP).fold(7, |hash, c| (hash ^ u64::from(c)).wrapping_mul(0x0100_0000_01B3))
}

/// A feature as one number.
fn mixed(template: Template, a: u64, b: u64) -> u32 {
    let hash = (template as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ a.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    let hash = (hash.rotate_left(31) ^ b).wrapping_mul(0x1656_67B1_9E37_79F9);
    (hash ^ hash >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9).wrapping_shr(32) as u32
}

/// The form of a value.
struct Form {
    /// Its signs, digits and letters told apart by their number.
    form: u64,
    /// A few kinds of forms.
    kind: u64,
    /// The letters it begins with, in lower case.
    head: u64,
    /// The letters it ends in, in lower case.
    tail: u64,
}

impl Form {
    fn new(value: &str) -> Self {
        let letters = |part: &str| xxh3_64(part.to_lowercase().as_bytes());
        let is_letter = |c: char| c.is_alphabetic();
        let head = &value[..value.find(|c| !is_letter(c)).unwrap_or(value.len())];
        let last = value.char_indices().rev().find(|(_, c)| !is_letter(*c));
        let tail = &value[last.map_or(0, |(at, c)| at + c.len_utf8())..];
        Self { form: xxh3_64(runs(value).as_bytes()), kind: kind(value), head: letters(head), tail: letters(tail) }
    }
}

/// `a2-95` for `kx-48213`: small letters `a`, capitals `A`, digits `9`, each with the length of its run, at most 9.
fn runs(value: &str) -> String {
    let mut runs = String::with_capacity(24);
    let (mut last, mut length) = ('\0', 0_u32);
    let close = |last: char, length: u32, runs: &mut String| {
        if length > 0 {
            runs.push(last);
            runs.extend(char::from_digit(length.min(9), 10));
        }
    };
    for c in value.chars() {
        let class = match c {
            c if c.is_ascii_digit() => '9',
            c if c.is_uppercase() => 'A',
            c if c.is_alphabetic() => 'a',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        if class != last {
            close(last, length, &mut runs);
            length = 0;
        }
        last = class;
        length += 1;
    }
    close(last, length, &mut runs);
    runs
}

/// The kinds of values without a digit begin here.
const WORDS: u64 = 160;

/// The kind of a value's form, which words are told apart by.
fn kind(value: &str) -> u64 {
    let (mut digits, mut upper, mut lower, mut others) = (0_u64, 0_u64, 0_u64, 0_u64);
    for c in value.chars() {
        match c {
            c if c.is_ascii_digit() => digits += 1,
            c if c.is_uppercase() => upper += 1,
            c if c.is_alphabetic() => lower += 1,
            ' ' | '\u{a0}' => {}
            _ => others += 1,
        }
    }
    let has = |sign: char| value.contains(sign);
    if upper + lower == 0 {
        let is_year = digits == 4 && others == 0 && (value.starts_with("19") || value.starts_with("20"));
        return match others {
            0 if is_year => 1,
            0 => 2 + digits.min(16),
            _ if has(':') => 20,
            2 if digits >= 5
                && (value.matches('.').count() == 2
                    || value.matches('/').count() == 2
                    || value.matches('-').count() == 2) =>
            {
                21
            }
            1 if has('.') => 22,
            1 if has('/') => 23,
            1 if has('-') => 24,
            _ if has('+') => 25,
            _ if has('.') => 26,
            _ => 27,
        };
    }
    let signs = match others {
        0 => 0,
        _ if value.contains(['-', '/', '.', '_'])
            && !value.contains(['!', '$', '%', '@', '*', '?', '&', '^', '~', '+']) =>
        {
            1
        }
        _ => 2,
    };
    let case = match (upper > 0, lower > 0) {
        (true, false) => 0,
        (false, true) => 1,
        _ => 2,
    };
    if digits == 0 {
        return WORDS + (signs * 3 + case) * 3 + u64::from(upper + lower > 4) + u64::from(upper + lower > 9);
    }
    let size = match digits {
        1 => 0,
        2..=3 => 1,
        4..=6 => 2,
        _ => 3,
    };
    let length = u64::from(upper + lower > digits) + u64::from(upper + lower > 8);
    32 + (((signs * 3 + case) * 4 + size) * 3 + length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Model, values::Vocabulary};

    #[test]
    fn features_do_not_depend_on_what_is_far_away() {
        let (english, european) = (Model::embedded().unwrap(), Model::european().unwrap());
        let vocabulary = Vocabulary { english: &english, european: &european };
        let of = |far: &str| {
            let text = format!("{far} {}badge 4471 {}{far}", "and so on ".repeat(20), "and so on ".repeat(20));
            let start = text.find("4471").unwrap();
            let (mut words, mut found) = (Words::default(), Vec::new());
            words.read(&text, vocabulary);
            features(&text, &words, &(start..start + 4), &mut found);
            found
        };
        assert_eq!(of("1 2 3\nfour five"), of(&"0 ".repeat(5_000)));
    }

    #[test]
    fn forms_tell_digits_letters_and_their_numbers() {
        assert_eq!(runs("kx-48213 ABc"), "a2-195 1A2a1");
        assert_ne!(kind("1984"), kind("4471"));
        assert_eq!(kind("12.03.1984"), kind("1/2/1984"));
        assert_ne!(kind("b7Qz!29x"), kind("b7Qz29x"));
    }
}
