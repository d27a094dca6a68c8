//! Numbers of persons before their noun, as languages have them that put the number first: `200714455 numaralı öğrenciniz`, `4418 nolu abone`,
//! `a 44812 számú tag`.

use std::borrow::Cow;

use crate::recognizers::identity::record_numbers::ID_NUMBER_INFO;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[Pattern::prefix(
        "[0-9][0-9/-]{3,14} (?:numaralı|numaralarının|nolu|no['’]lu|sicilli|számú|sz\\.|kayıtlı|(?:müşteri|üyelik|abone|poliçe|sözleşme) numaras)",
        0.65,
        0.75,
    )]),
    context: words![],
    check,
}];

/// Beginnings of nouns of persons and of what is kept about them, in small letters.
const NOUNS: [&str; 26] = [
    "öğrenci",
    "abone",
    "müşteri",
    "üye",
    "sicil",
    "personel",
    "hasta",
    "poliçe",
    "dosya",
    "tesisat",
    "sözleşme",
    "başvuru",
    "hesab",
    "hesap",
    "sigortalı",
    "kart",
    "mühendislik",
    "hallgató",
    "tag",
    "ügyfél",
    "biztosít",
    "szerződés",
    "ügy",
    "kötvény",
    "beteg",
    "dolgozó",
];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest noun, in bytes, and fewest digits.
    const FAR: usize = 64;
    const DIGITS: usize = 5;
    let (text, range) = (candidate.field.text, &candidate.range);
    let number = candidate.matched().split(' ').next()?.trim_end_matches(['-', '/']);
    let near = [&candidate.matched()[number.len()..], line::behind(text, range.end, FAR)].concat().to_lowercase();
    let clause = near.split(['.', ',', ';', '!', '?']).next()?;
    let is_personal =
        clause.split(|c: char| !c.is_alphabetic()).any(|word| NOUNS.iter().any(|noun| word.starts_with(noun)));
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_year = number.len() == 9 && number[4..].starts_with(['/', '-']);
    let end = range.start + number.len();
    let begins = !text[..range.start].ends_with(['/', '-', '.', ',']);
    (digits >= DIGITS && begins && is_personal && !is_year && is_value_edge(text, end))
        .then(|| candidate.part(range.start..end))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn numbers_stand_before_nouns_of_persons() {
        for (text, matched, expected) in [
            ("Okulunuz 200714455 numaralı Hukuk öğrencisiyim", "200714455 numaralı", Some("200714455")),
            ("a 448120 számú szerződés szerint", "448120 számú", Some("448120")),
            ("44812 numaralı karar", "44812 numaralı", None),
            ("12 numaralı öğrenci", "12 numaralı", None),
        ] {
            assert_eq!(check_match(check, text, matched, 0), expected, "{text}");
        }
    }
}
