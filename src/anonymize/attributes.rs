//! Attributes in numbered placeholders, which tell a model what it needs for its grammar and its reckoning:
//! `[PERSON_2 f]`, `[PHONE_NUMBER_1 country=PL]`, `[DATE_OF_BIRTH_1 year=1961]`.
//!
//! A map knows the placeholder without its attribute. Where placeholders are restored, an attribute is a variant of their
//! spelling: so models may keep it, or leave it out.

use masquerade_detect::entity::{Label, Mark, Placeholder};
use rlibphonenumber::PHONE_NUMBER_UTIL;

use super::{operators::gender_letter, prefix_match::PrefixMatch, substitute::Substitute};

/// Longest attribute, in bytes.
const MAX_LEN: usize = 10;

/// `substitute` with the attribute of the text that it stands for, if it is a numbered placeholder and the text has one.
pub(super) fn attached(substitute: &Substitute, label: Label, text: &str) -> Substitute {
    let is_numbered =
        Placeholder::parse(substitute).is_some_and(|placeholder| matches!(placeholder.mark, Mark::Number(_)));
    let attribute = is_numbered.then(|| attribute(label, text)).flatten();
    match (attribute, substitute.strip_suffix(']')) {
        (Some(attribute), Some(start)) => format!("{start} {attribute}]").into(),
        _ => substitute.clone(),
    }
}

/// The attribute of a text.
fn attribute(label: Label, text: &str) -> Option<String> {
    match label.name() {
        "PERSON" => gender_letter(text).map(str::to_owned),
        "PHONE_NUMBER" => country(text).map(|country| format!("country={country}")),
        "DATE_OF_BIRTH" => year(text).map(|year| format!("year={year}")),
        _ => None,
    }
}

/// The region (ISO 3166-1) of a number that names its country.
fn country(text: &str) -> Option<String> {
    let number = PHONE_NUMBER_UTIL.parse(text, None).ok()?;
    let region = PHONE_NUMBER_UTIL.get_region_for_number(&number)?;
    Some(region.to_string()).filter(|region| region.len() == 2 && region.bytes().all(|byte| byte.is_ascii_uppercase()))
}

/// The only number of four digits, if it may be a year.
fn year(text: &str) -> Option<&str> {
    let mut years = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| digits.len() == 4);
    let year = years.next().filter(|year| ("1900".."2100").contains(year))?;
    years.next().is_none().then_some(year)
}

/// Reads an attribute and the space before it from the beginning of `text`.
pub(super) fn read(text: &[u8]) -> PrefixMatch {
    let Some((b' ', rest)) = text.split_first() else {
        return if text.is_empty() { PrefixMatch::Partial } else { PrefixMatch::None };
    };
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'=').count();
    let word = &rest[..length.min(MAX_LEN + 1)];
    let (name, value) = match word.iter().position(|byte| *byte == b'=') {
        Some(at) => (&word[..at], Some(&word[at + 1..])),
        None => (word, None),
    };
    let is_whole = match (name, value) {
        (b"f" | b"m", None) => true,
        (b"country", Some(value)) => value.len() == 2 && value.iter().all(u8::is_ascii_uppercase),
        (b"year", Some(value)) => value.len() == 4 && value.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if is_whole {
        return PrefixMatch::Whole(1 + length);
    }
    let is_cut = length == rest.len() && length <= MAX_LEN;
    let may_begin = match value {
        None => name.is_empty() || b"country".starts_with(name) || b"year".starts_with(name),
        Some(value) => {
            name == b"country" && value.iter().all(u8::is_ascii_uppercase)
                || name == b"year" && value.iter().all(u8::is_ascii_digit)
        }
    };
    if is_cut && may_begin { PrefixMatch::Partial } else { PrefixMatch::None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attached(label: &'static str, text: &str) -> String {
        super::attached(&format!("[{label}_1]").into(), Label::new(label), text).to_string()
    }

    #[test]
    fn texts_have_attributes() {
        for (label, text, expected) in [
            ("PERSON", "Jane Roe", "[PERSON_1 f]"),
            ("PERSON", "Mr Quinn Roe", "[PERSON_1 m]"),
            ("PERSON", "Quinn Roe", "[PERSON_1]"),
            ("PHONE_NUMBER", "+48 22 555 01 23", "[PHONE_NUMBER_1 country=PL]"),
            ("PHONE_NUMBER", "555 0123", "[PHONE_NUMBER_1]"),
            ("DATE_OF_BIRTH", "12.03.1961", "[DATE_OF_BIRTH_1 year=1961]"),
            ("DATE_OF_BIRTH", "12.03.61", "[DATE_OF_BIRTH_1]"),
            ("EMAIL_ADDRESS", "jane@example.com", "[EMAIL_ADDRESS_1]"),
        ] {
            assert_eq!(attached(label, text), expected, "{text}");
        }
        let hash: Substitute = "[PERSON_9f86d081884c7d65]".into();
        assert_eq!(super::attached(&hash, Label::PERSON, "Jane Roe"), hash);
    }

    #[test]
    fn attributes_are_read_and_nothing_else() {
        for (text, expected) in [
            (" f]", PrefixMatch::Whole(2)),
            (" country=PL]", PrefixMatch::Whole(11)),
            (" year=1961]", PrefixMatch::Whole(10)),
            (" fe]", PrefixMatch::None),
            (" PERSON_2]", PrefixMatch::None),
            (" country=Poland]", PrefixMatch::None),
            (" said", PrefixMatch::None),
            ("]", PrefixMatch::None),
            ("", PrefixMatch::Partial),
            (" ", PrefixMatch::Partial),
            (" cou", PrefixMatch::Partial),
            (" year=19", PrefixMatch::Partial),
            (" year=19 ", PrefixMatch::None),
        ] {
            assert_eq!(read(text.as_bytes()), expected, "{text}");
        }
    }
}
