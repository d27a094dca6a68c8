//! National numbers: their digits, the dates inside them, and the text beside them.

use crate::recognizers::support::neighbours::continues;
use crate::text::window;
use crate::{Candidate, Form};

/// The digits of a match by value, if there are exactly `N`; everything else is skipped.
pub(crate) fn digits<const N: usize>(matched: &str) -> Option<[u8; N]> {
    // Most numbers are written without separators.
    if let Ok(plain) = <&[u8; N]>::try_from(matched.as_bytes())
        && plain.iter().all(u8::is_ascii_digit)
    {
        // In place, which vector instructions do.
        let mut digits = *plain;
        digits.iter_mut().for_each(|digit| *digit -= b'0');
        return Some(digits);
    }
    gather(matched.bytes().filter(u8::is_ascii_digit).map(|b| b - b'0'))
}

/// The letters and digits of a match, letters in upper case, if there are exactly `N`.
pub(crate) fn code<const N: usize>(matched: &str) -> Option<[u8; N]> {
    gather(matched.bytes().filter(u8::is_ascii_alphanumeric).map(|b| b.to_ascii_uppercase()))
}

fn gather<const N: usize>(mut from: impl Iterator<Item = u8>) -> Option<[u8; N]> {
    let mut all = [0; N];
    for place in &mut all {
        *place = from.next()?;
    }
    from.next().is_none().then_some(all)
}

/// The number that `len` digits from `from` on make.
pub(crate) fn part(digits: &[u8], from: usize, len: usize) -> u32 {
    let rest = digits.get(from..).unwrap_or_default();
    rest[..len.min(rest.len())].iter().fold(0, |number, &d| number * 10 + u32::from(d))
}

/// The sum of `digits`, each times the weight in its place.
pub(crate) fn weighted(digits: &[u8], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(&d, weight)| u32::from(d) * weight).sum()
}

/// A letter's number in the alphabet, from A as 1.
pub(crate) fn letter(upper: u8) -> Option<u8> {
    upper.is_ascii_uppercase().then(|| upper - b'A' + 1)
}

/// Reports whether there is such a day in the Gregorian calendar.
pub(crate) fn is_date(year: u32, month: u32, day: u32) -> bool {
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Reports whether a date exists whose century is unknown: 29 February is a day of every fourth year.
pub(crate) fn is_day(year: u32, month: u32, day: u32) -> bool {
    is_date(2000 + year % 100, month, day)
}

/// Reports whether `found` is written as a date, with its year in full: `2024-01-31`, `31.1.2024`, `31 01 2024`.
pub(crate) fn is_date_shape(found: &str) -> bool {
    let is_year = |part: &str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    let is_small = |part: &str| (1..=2).contains(&part.len());
    let mut parts = found.split(['.', '-', '/', ' ']);
    let is_shape = match [parts.next(), parts.next(), parts.next(), parts.next()] {
        [Some(a), Some(b), Some(c), None] => is_small(b) && (is_year(a) && is_small(c) || is_small(a) && is_year(c)),
        _ => false,
    };
    is_shape && !found.bytes().any(|b| b.is_ascii_alphabetic())
}

/// Reports whether it is a day with a time behind it: `2024-03-18T12:00`.
pub(crate) fn is_dated_time(found: &str) -> bool {
    /// Bytes of the day.
    const DAY: usize = 10;
    let time = || found.get(DAY..).and_then(|rest| rest.strip_prefix(['T', ' ']));
    found.get(..DAY).is_some_and(is_date_shape)
        && time().is_some_and(|time| time.starts_with(|c: char| c.is_ascii_digit()))
}

/// Reports whether all separators of a match are the same.
pub(crate) fn is_even(matched: &str) -> bool {
    let mut separators = matched.bytes().filter(|b| !b.is_ascii_alphanumeric());
    separators.next().is_none_or(|first| separators.all(|b| b == first))
}

/// Reports whether a match is no piece of something longer. The name before an introduced value bounds it already.
pub(crate) fn stands_alone(candidate: &Candidate<'_>) -> bool {
    candidate.form != Form::Shape || !continues(candidate.field.text, &candidate.range)
}

/// Reports whether one of `stems` stands near a match, or its field has a name: a cheap look that spares most numbers
/// the search for context words.
pub(crate) fn may_be_named(candidate: &Candidate<'_>, stems: &[&str]) -> bool {
    const NEAR: usize = 48;
    let (text, range) = (candidate.field.text, &candidate.range);
    let from = range.start - window::before(text, range.start, NEAR).len();
    let near = &text[from..range.end + window::behind(text, range.end, NEAR).len()];
    candidate.field.key.is_some() || stems.iter().any(|stem| near.contains(stem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Form;
    use crate::text::Field;

    #[test]
    fn numbers_of_another_length_are_none() {
        assert_eq!(digits("1 2-3"), Some([1, 2, 3]));
        assert_eq!(digits::<2>("123"), None);
        assert_eq!(digits::<4>("123"), None);
        assert_eq!(code("a1-Z"), Some(*b"A1Z"));
        assert_eq!(part(&[1, 2, 3, 4], 1, 2), 23);
    }

    #[test]
    fn leap_days_are_told() {
        assert!(is_date(2000, 2, 29) && !is_date(1900, 2, 29) && is_day(96, 2, 29) && !is_day(97, 2, 29));
        assert!(!is_date(2001, 4, 31) && !is_date(2001, 13, 1) && !is_date(2001, 1, 0));
    }

    #[test]
    fn dates_have_a_year_in_full() {
        assert!(["2024-01-31", "31.1.2024", "31 01 1999"].into_iter().all(is_date_shape));
        assert!(!["12-34-5678", "2024-01", "20-24-01", "2024-AB-31", "2024-01-31-1"].into_iter().any(is_date_shape));
    }

    #[test]
    fn pieces_of_something_longer_do_not_stand_alone() {
        let alone = |text: &str| {
            let start = text.find("123").unwrap();
            let field = Field::new(text);
            stands_alone(&Candidate { field: &field, range: start..start + 3, pattern: 0, form: Form::Shape, name: "" })
        };
        for text in ["123", "No.123", "id:123,", "(123)", "123.", "a, 123: b", "x=123"] {
            assert!(alone(text), "{text}");
        }
        for text in ["0.123", "123,4", "12:123", "+123", "x-123", "123-x", "a/123", " /123", "123/4"] {
            assert!(!alone(text), "{text}");
        }
    }
}
