//! Shared parts of the recognizers of keys and tokens: facts about labels, values that are too plain for a secret, and words that are one.

use std::ops::RangeInclusive;

use crate::Candidate;
use crate::entity::{Group, Handling, LabelInfo, Surrogate, Validation};
use crate::recognizers::secrets::{
    password_value::has_digit,
    randomness::{is_common, is_random},
};
use crate::recognizers::support::neighbours::alphabet_continues;
use crate::recognizers::support::word_list::{WordList, is_listed};

/// The facts about the label of a secret that is known by its shape or prefix.
pub(crate) const fn info(
    label: &'static str,
    aliases: &'static [&'static str],
    description: &'static str,
    example: &'static str,
    surrogate: Surrogate,
) -> LabelInfo {
    LabelInfo {
        groups: &[Group::SECRETS],
        aliases,
        validation: Validation::Structure,
        ..LabelInfo::new(label, description, example, Handling { surrogate, ..Handling::IDENTIFIER })
    }
}

/// Reports whether all of a token has been matched, it is as long as its kind is (prefix included), and it is no sample
/// of documentation.
pub(crate) fn is_token(candidate: &Candidate<'_>, lengths: RangeInclusive<usize>) -> bool {
    let matched = candidate.matched();
    lengths.contains(&matched.len())
        && !alphabet_continues(candidate.field.text, &candidate.range, b"-")
        && !is_dummy(matched)
}

/// Reports whether it is too plain to be random: six of a sign in a row, or few different signs.
pub(crate) fn is_dummy(token: &str) -> bool {
    is_plain(token, 8)
}

/// Reports whether six of a sign stand in it in a row, or fewer than `least` different ones in all.
pub(crate) fn is_plain(token: &str, least: u32) -> bool {
    let mut seen = 0_u128;
    let (mut run, mut last) = (0, 0);
    for b in token.bytes() {
        seen |= 1_u128.checked_shl(u32::from(b)).unwrap_or_default();
        run = if b == last { run + 1 } else { 1 };
        last = b;
        if run == 6 {
            return true;
        }
    }
    seen.count_ones() < least
}

/// Reports whether it is words with capitals and a number at the end that stops join, not all of them words of programs and none about
/// secrets: `Larch.Sunday9`.
pub(crate) fn is_titled(found: &str) -> bool {
    const ABOUT: &WordList =
        &WordList::new("password|passwd|secret|secrets|key|token|credential|credentials|auth|config|settings|value");
    let words = found.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_word = |part: &str| {
        part.len() > 2
            && part.starts_with(|c: char| c.is_ascii_uppercase())
            && part.bytes().skip(1).all(|b| b.is_ascii_lowercase())
            && !is_listed(&part.to_ascii_lowercase(), ABOUT)
    };
    words.len() < found.len()
        && words.contains('.')
        && words.split('.').all(is_word)
        && !words.split('.').all(is_common)
}

/// Reports whether it is what Maven encrypted, base 64 in braces: `{COQLCE6DU6GtcS5P=}`. A property has a sign before it.
pub(crate) fn is_encrypted(found: &str) -> bool {
    /// Fewest bytes of one.
    const LEAST: usize = 24;
    let inner = found.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
    inner.len() >= LEAST
        && has_digit(inner)
        && inner.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'='))
}

/// Reports whether it is one word in capitals that is none of code or prose.
pub(crate) fn is_capitals(found: &str) -> bool {
    /// Fewest letters; shorter ones are abbreviations.
    const SHORTEST: usize = 6;
    /// Endings of the names of constants for passwords.
    const ENDINGS: [&str; 6] = ["PASS", "PASSWD", "PWD", "WORD", "STRING", "HASH"];
    found.len() >= SHORTEST
        && found.bytes().all(|b| b.is_ascii_uppercase())
        && !ENDINGS.iter().any(|ending| found.ends_with(ending))
        && !is_common(found)
}

/// Reports whether it is random base 64 that begins with a slash and is no path: long, with no signs but slashes.
pub(crate) fn is_base64(found: &str) -> bool {
    /// Fewest bytes, and the most slashes.
    const LEAST: usize = 32;
    const SLASHES: usize = 5;
    let has = |is_it: fn(&u8) -> bool| found.bytes().any(|b| is_it(&b));
    found.len() >= LEAST
        && found.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+' | b'='))
        && found.bytes().filter(|b| *b == b'/').count() <= SLASHES
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_digit)
        && found.split('/').all(|part| part.len() < LEAST / 4 || is_random(part))
        && is_random(found)
}

/// Reports whether letters of both cases and digits are mixed in it, or small letters that are no hexadecimal digits and many digits, as in
/// no digest.
pub(crate) fn is_mixed_key(found: &str) -> bool {
    /// Most bytes: longer ones are contents of files.
    const LONGEST: usize = 200;
    /// Fewest digits of one in one case.
    const DIGITS: usize = 4;
    let has = |is_it: fn(&u8) -> bool| found.bytes().any(|b| is_it(&b));
    let has_cases = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let is_beyond_hex = has(|b| b.is_ascii_alphabetic() && !b.is_ascii_hexdigit());
    let is_plain = found.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_+/=~.".contains(&b));
    found.len() <= LONGEST
        && is_plain
        && !found.starts_with('/')
        && is_beyond_hex
        && (has_cases && digits > 0 || digits >= DIGITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titled_words_with_a_number_are_no_members() {
        for (found, expected) in [
            ("Pelmeni.Sunday9", true),
            ("Settings.Default2", false),
            ("Pelmeni.Sunday", false),
            ("pelmeni.sunday9", false),
            ("Pelmeni9", false),
        ] {
            assert_eq!(is_titled(found), expected, "{found}");
        }
    }

    #[test]
    fn dummies_are_plain() {
        for (token, expected) in [
            ("sk_live_xxxxxxxxxxxxxxxx", true),
            ("0101010101010101", true),
            ("4eC39HqLyjWDarjtT1zdp7dc", false),
            ("my-application-secret-2", false),
        ] {
            assert_eq!(is_dummy(token), expected, "{token}");
        }
    }
}
