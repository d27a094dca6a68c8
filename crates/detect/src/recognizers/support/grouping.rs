//! Grouping of digits as evidence for and against a number.

/// The separator of the letters and digits of `matched`, if it is the same everywhere and one of `joiners`;
/// `Some(None)` if there is none. `None`: separators differ, or another character stands between.
pub(crate) fn joiner(matched: &str, joiners: &[u8]) -> Option<Option<u8>> {
    let mut separators = matched.bytes().filter(|b| !b.is_ascii_alphanumeric());
    let Some(first) = separators.next() else { return Some(None) };
    (joiners.contains(&first) && separators.all(|b| b == first)).then_some(Some(first))
}

/// Reports whether all of `digits` are the same, as in a dummy.
pub(crate) fn is_uniform(digits: &[u8]) -> bool {
    digits.iter().all(|d| digits.first() == Some(d))
}

/// Reports whether all digits of `matched` are the same, as in a dummy, or there are none: `0000-0000`.
pub(crate) fn has_one_digit(matched: &[u8]) -> bool {
    let mut digits = matched.iter().filter(|b| b.is_ascii_digit());
    let first = digits.next();
    digits.all(|b| Some(b) == first)
}

/// The value of a letter or digit in base 36.
pub(crate) fn base36(byte: u8) -> u32 {
    char::from(byte).to_digit(36).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_joiner_is_told_from_several() {
        assert_eq!(joiner("12 34 56", b" -"), Some(Some(b' ')));
        assert_eq!(joiner("123456", b" -"), Some(None));
        assert_eq!(joiner("12 34-56", b" -"), None);
        assert_eq!(joiner("12.34.56", b" -"), None);
    }

    #[test]
    fn values_and_dummies() {
        assert_eq!((base36(b'7'), base36(b'A'), base36(b'z'), base36(b'-')), (7, 10, 35, 0));
        assert!(is_uniform(&[1, 1, 1]) && !is_uniform(&[1, 1, 2]));
        assert!(has_one_digit(b"AB 00-00") && has_one_digit(b"X") && !has_one_digit(b"00-01"));
    }
}
