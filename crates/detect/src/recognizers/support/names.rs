//! Lists of names in text files: a line for each language, read while the crate is compiled.

use std::borrow::Cow;

/// The languages of the lists, in their order.
pub(crate) const LANGUAGES: &[&str] = &[
    "en", "de", "fr", "es", "it", "pt", "nl", "da", "sv", "nb", "fi", "is", "et", "lv", "lt", "pl", "cs", "sk", "hu",
    "sl", "hr", "sr", "ro", "bg", "el", "mt", "ga", "tr", "ru", "uk", "he", "ar", "fa", "ps", "ur", "hi", "bn", "ta",
    "id", "ms", "vi", "th", "zh", "ja", "ko", "sw", "tl", "am", "my", "af", "uz", "ca", "be", "mk", "sq", "ka", "hy",
    "az", "kk", "ky", "tg", "mn", "ku", "ne", "mr", "gu", "pa", "or", "te", "kn", "ml", "si", "lo", "km",
];

/// A list of names as a constant, from a file of lines such as `de reisepass|passnummer`.
macro_rules! names_of {
    ($file:literal) => {{
        const TEXT: &str = include_str!($file);
        const COUNT: usize = crate::recognizers::support::names::count(TEXT);
        const NAMES: [std::borrow::Cow<'static, str>; COUNT] = crate::recognizers::support::names::read(TEXT);
        &NAMES
    }};
}
pub(crate) use names_of;

/// The number of names in `text`: one more than bars on each line.
pub(crate) const fn count(text: &str) -> usize {
    let (bytes, mut at, mut names) = (text.as_bytes(), 0, 0);
    while at < bytes.len() {
        names += matches!(bytes[at], b'|' | b'\n') as usize;
        at += 1;
    }
    names
}

/// The names of all lines of `text`, without the languages that begin them. There must be `N`.
pub(crate) const fn read<const N: usize>(text: &'static str) -> [Cow<'static, str>; N] {
    let mut names = [const { Cow::Borrowed("") }; N];
    let (mut rest, mut filled) = (text, 0);
    while !rest.is_empty() {
        rest = behind(rest, b' ');
        loop {
            let len = end_of_name(rest);
            let (name, behind) = rest.split_at(len);
            std::mem::forget(std::mem::replace(&mut names[filled], Cow::Borrowed(name)));
            filled += 1;
            let (sign, behind) = behind.split_at(1);
            rest = behind;
            if sign.as_bytes()[0] == b'\n' {
                break;
            }
        }
    }
    assert!(filled == N, "each line ends in a line feed");
    names
}

/// The text behind the first `sign` of `text`.
const fn behind(text: &str, sign: u8) -> &str {
    let mut at = 0;
    while text.as_bytes()[at] != sign {
        at += 1;
    }
    text.split_at(at + 1).1
}

/// The length of the name that `text` begins with.
const fn end_of_name(text: &str) -> usize {
    let mut at = 0;
    while !matches!(text.as_bytes()[at], b'|' | b'\n') {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_without_their_languages() {
        const TEXT: &str = "de a b|ß\nzh 税号\n";
        const NAMES: [Cow<'static, str>; count(TEXT)] = read(TEXT);
        assert_eq!(NAMES, ["a b", "ß", "税号"]);
    }

    #[test]
    fn each_list_has_a_line_for_each_language_in_lower_case() {
        for text in [
            include_str!("../contact/phone_words.txt"),
            include_str!("../finance/card_words.txt"),
            include_str!("../identity/generic/account_number.txt"),
            include_str!("../identity/generic/company_id.txt"),
            include_str!("../identity/generic/driver_license.txt"),
            include_str!("../identity/generic/health_id.txt"),
            include_str!("../identity/generic/national_id.txt"),
            include_str!("../identity/generic/passport_number.txt"),
            include_str!("../identity/generic/record_number.txt"),
            include_str!("../identity/generic/tax_id.txt"),
        ] {
            let lines: Vec<_> = text.lines().filter_map(|line| line.split_once(' ')).collect();
            assert_eq!(lines.iter().map(|(language, _)| *language).collect::<Vec<_>>(), LANGUAGES);
            for name in lines.iter().flat_map(|(_, names)| names.split('|')) {
                assert!(!name.is_empty() && name.trim() == name && name.to_lowercase() == *name, "{name:?}");
            }
        }
    }
}
