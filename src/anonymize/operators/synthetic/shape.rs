//! Surrogates of the same shape, letter for letter.

use std::ops::RangeInclusive;

use rand::{RngExt, rngs::StdRng};

use masquerade_detect::text::is_word;

/// Ranges of letters of one case and one script, by code point, which replace each other.
const ALPHABETS: &[RangeInclusive<u32>] = &[
    0x30..=0x39,     // 0-9
    0x41..=0x5A,     // A-Z
    0x61..=0x7A,     // a-z
    0xC0..=0xD6,     // À-Ö
    0xE0..=0xF6,     // à-ö
    0x391..=0x3A1,   // Α-Ρ
    0x3B1..=0x3C1,   // α-ρ
    0x410..=0x42F,   // А-Я
    0x430..=0x44F,   // а-я
    0x531..=0x556,   // Armenian
    0x561..=0x586,   // Armenian
    0x5D0..=0x5EA,   // Hebrew
    0x621..=0x63A,   // Arabic
    0x660..=0x669,   // Arabic digits
    0x904..=0x939,   // Devanagari
    0x966..=0x96F,   // Devanagari digits
    0xE01..=0xE2E,   // Thai
    0x10D0..=0x10F0, // Georgian
    0x3042..=0x308F, // hiragana
    0x30A2..=0x30EF, // katakana
    0x4E00..=0x9FA5, // Han
    0xAC00..=0xD7A3, // Hangul
    0xFF10..=0xFF19, // full-width digits
];

/// Every letter and digit becomes another of its kind; all else stays.
pub(super) fn alike(text: &str, random: &mut StdRng) -> Option<String> {
    text.chars().map(|c| if is_word(c) && c != '_' { another(c, random) } else { Some(c) }).collect()
}

/// A token whose mark stays: everything up to the last `_`, `-` or `.` among the first characters, or else the first
/// four. The rest is random, so that no checksum or issuer stands behind it.
pub(super) fn prefixed(text: &str, random: &mut StdRng) -> Option<String> {
    const WITHIN: usize = 12;
    let head = text.char_indices().take(WITHIN).filter(|(_, c)| matches!(c, '_' | '-' | '.')).last();
    let end = head.map_or(4, |(at, c)| at + c.len_utf8());
    let (prefix, rest) = text.split_at_checked(end)?;
    Some(format!("{prefix}{}", alike(rest, random)?))
}

/// Armoured text, such as PEM, whose lines of dashes stay.
pub(super) fn armoured(text: &str, random: &mut StdRng) -> Option<String> {
    text.split_inclusive('\n')
        .map(|line| if line.starts_with("-----") { Some(line.to_owned()) } else { alike(line, random) })
        .collect()
}

fn another(c: char, random: &mut StdRng) -> Option<char> {
    let alphabet = ALPHABETS.iter().find(|alphabet| alphabet.contains(&u32::from(c)))?;
    char::from_u32(random.random_range(alphabet.clone()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::surrogates;

    #[test]
    fn keeps_case_script_and_separators() {
        let [name, ..] = &surrogates("EMPLOYEE_ID", "Ab-12/жЖ 王")[..] else { panic!("a surrogate") };
        let kinds: Vec<_> = name.chars().collect();
        assert!(kinds[0].is_ascii_uppercase() && kinds[1].is_ascii_lowercase() && kinds[2] == '-');
        assert!(kinds[3].is_ascii_digit() && kinds[5] == '/' && kinds[6].is_lowercase() && kinds[7].is_uppercase());
    }

    #[test]
    fn keeps_what_marks_the_kind_of_a_secret() {
        for (label, text, head) in [
            ("GITHUB_TOKEN", "ghp_abcdefghij0123456789ABCDEFGHIJ012345", "ghp_"),
            ("AWS_ACCESS_KEY", "AKIAABCDEFGHIJKLMNOP", "AKIA"),
            ("OPENAI_KEY", "sk-proj-abcdefghijklmnop", "sk-proj-"),
            (
                "PRIVATE_KEY",
                "-----BEGIN PRIVATE KEY-----\nMIIabcdef\n-----END PRIVATE KEY-----",
                "-----BEGIN PRIVATE KEY",
            ),
        ] {
            let names = surrogates(label, text);
            assert!(!names.is_empty());
            assert!(names.iter().all(|name| name.starts_with(head) && name.len() == text.len()), "{names:?}");
        }
    }
}
