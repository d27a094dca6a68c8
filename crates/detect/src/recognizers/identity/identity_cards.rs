//! Numbers of identity cards by the shape of their country, behind what people call the card, in its cases: `legitymuje się dowodem ABC
//! 448120`, `arată buletinul XT 448120`, `OP EA 448 120`, `CI CA44812XY`.

use std::borrow::Cow;

use crate::recognizers::identity::generic::labels::NATIONAL_ID_INFO;
use crate::recognizers::support::identifiers::number_at;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: NATIONAL_ID_INFO,
    patterns: Cow::Borrowed(&[Pattern::within(
        "CNI|CIE|CI[ :,]|C\\.I\\.|CC[ :]|BI[ :]|OP[ :]|O\\.P\\.|[Dd]ow[oó]d|[Bb]uletin|ID-bewijs|dentiteitsbewijs|[Pp]erso |[Pp]erso:|usweis|[Oo]bčansk|[Oo]bčiansk|[Oo]sobn[aáeiu]|\
         [Oo]sebn[aeio]|[Ll]ičn[aeou]|[Сс]виноми|[Лл]ичн[аиу]|[Ss]zemélyi|[Зз]апов|D\\.N\\.I",
        0.7,
        0.8,
    )]),
    context: words![],
    check,
}];

/// Shapes of the numbers, letters `A` and digits `9`: of Italy, France, Poland, Romania and Slovakia, Portugal, Hungary, Germany and the
/// Netherlands.
const SHAPES: [&str; 12] = [
    "AA99999AA",
    "AA9999999",
    "999999999999",
    "AAA999999",
    "AA999999",
    "AA99999",
    "999999999AA9",
    "99999999",
    "999999AA",
    "AAA999AA9",
    "999999999",
    "AA999999A",
];

/// Words between the name of the card and its number.
const LINKS: &WordList = &WordList::new(
    "n|nr|no|n°|nº|º|č|čís|číslo|čísla|numer|numerze|numero|numéro|número|nummer|broj|št|številka|szám|száma|igazolvány|seria|serie|série|seriou|i|și|sa|e|de|osobisty|osobistego|\
     osobistym|karta|karte|kartu|karty|kartou|preukaz|preukazu|preukazom|průkaz|průkazu|průkazem|izkaznica|izkaznico|iskaznica|iskaznice|identitate|карта|карте|карту|mu|moja|mojej|je|is|ist|est|jest|este|om",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest number from the name, in bytes, longest number, and most words between.
    const FAR: usize = 64;
    const LONGEST: usize = 18;
    const WORDS: usize = 4;
    let (text, range) = (candidate.field.text, &candidate.range);
    if text[..range.start].ends_with(|c: char| c.is_uppercase() || c == '_' || c == '-') {
        return None;
    }
    let near = line::behind(text, range.end, FAR);
    // The ending of the name.
    let is_open = candidate.matched().ends_with(char::is_alphabetic);
    let mut at = if is_open { near.find(|c: char| !c.is_lowercase()).unwrap_or(near.len()) } else { 0 };
    for _ in 0..=WORDS {
        let rest = &near[at..];
        at += rest.len() - rest.trim_start_matches([' ', ':', '.', ',', '(']).len();
        if let Some(place) = number_at(text, range.end + at, 4, LONGEST).and_then(|place| shaped(text, place)) {
            return candidate.part(place);
        }
        let rest = &near[at..];
        let len = rest.find([' ', ':', '.', ',']).unwrap_or(rest.len());
        if len == 0 || !is_listed(&rest[..len], LINKS) {
            return None;
        }
        at += len;
    }
    None
}

/// The number at `place`, without what follows it as a word of its own, if it has one of the shapes.
fn shaped(text: &str, place: std::ops::Range<usize>) -> Option<std::ops::Range<usize>> {
    let found = &text[place.clone()];
    let is_shaped = |found: &str| {
        let shape: String =
            found.chars().filter(|c| c.is_alphanumeric()).map(|c| if c.is_ascii_digit() { '9' } else { 'A' }).collect();
        let is_plain = found.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
        let mixed = shape.contains('A') || shape.len() > 7;
        // Of nine signs, letters and digits in any order, as in France and Germany.
        let is_drawn = shape.len() == 9
            && !found.contains(' ')
            && shape.matches('A').count() > 1
            && shape.matches('9').count() > 3;
        is_plain && mixed && (SHAPES.contains(&shape.as_str()) || is_drawn)
    };
    // A further group may belong to the sentence.
    let mut end = found.len();
    loop {
        if is_shaped(&found[..end]) {
            return Some(place.start..place.start + end);
        }
        end = found[..end].rfind(' ')?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn numbers_have_the_shape_of_their_country() {
        for (text, name, expected) in [
            ("legitymuje się dowodem ABC 448120, zam.", "dowod", Some("ABC 448120")),
            ("dowód osobisty seria i numer ABC448120", "dowód", Some("ABC448120")),
            ("arată buletinul XT 448120", "buletin", Some("XT 448120")),
            ("OP EA 448 120. Adresa", "OP ", Some("EA 448 120")),
            ("delega a Rita (CI CA44812XY) che", "CI ", Some("CA44812XY")),
            ("CNI n° X4K8B71F2, lequel", "CNI", Some("X4K8B71F2")),
            ("CC: 44812077 1 ZY4, válido", "CC:", Some("44812077 1 ZY4")),
            ("CI build 448120 failed", "CI ", None),
            ("buletin de știri 2024", "buletin", None),
            ("osobna vrata 12", "osobna", None),
        ] {
            assert_eq!(check_match(check, text, name, 0), expected, "{text}");
        }
    }
}
