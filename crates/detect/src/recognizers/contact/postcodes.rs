//! Postcodes behind a word for them in a sentence, without the town they belong to: `postcode 3512 GK`, `mon code postal est 49100`,
//! `kod pocztowy to 00-950`.
//!
//! Behind a sign, in fields and in columns the names of keys find them, and those of some countries have labels of their own.

use std::borrow::Cow;

use super::address::INFO;
use crate::recognizers::support::phrase_list::PhraseList;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?i-u:post(?:al )?codes?|post code|zip ?code|postleitzahl|code postal|codigo postal|codice postale|postnummer|postnr|postinumero(?:ni)?|\
             kod(?:u|em)? pocztow(?:y|ego|ym)|cod(?:ul)? postal|pasta indekss|postiindeks|sihtnumber|posta kodum?|kode pos|poskod|codi postal)",
            0.75,
            0.85,
        ),
        Pattern::regex(
            "(?i:código postal|cod poștal|codul poștal|pašto kodas|poštanski broj|poštna številka|psč|irányítószám(?:om)?|\
             почтовый индекс|поштовий індекс|пощенски код|поштански број|ταχυδρομικός κώδικας|τ\\.κ\\.|τκ)",
            0.75,
            0.85,
        ),
        // Words that mean other things in small letters.
        Pattern::regex("(?:CAP|CEP|PLZ|PSC|C\\.A\\.P\\.|C\\.P\\.|CP)", 0.75, 0.85),
        // Also an index of anything, whose values have other lengths than six digits.
        Pattern::regex("(?i:индекс)", 0.75, 0.85),
    ]),
    context: words![],
    check,
}];

/// Words between a word for a postcode and the code, in small letters.
static LINKS: PhraseList = PhraseList::new(
    "is|is now|was|ist|lautet|est|est le|es|es el|è|è il|é|é o|este|to|jest|je|er|är|on|de|del|:|no.|number|nr.|no|-|is:|ist:|est:|es:|è:|é:|to:|—|–|olan",
);

/// The pattern of the Russian word, and the digits of a code there.
const INDEX: usize = 3;
const INDEX_LEN: usize = 6;

/// Farthest end of a code behind its word, in bytes.
const NEAR: usize = 32;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let rest = line::behind(text, end, NEAR);
    let behind = rest.trim_start_matches(' ');
    let link = LINKS.len_at(behind).filter(|len| behind[*len..].starts_with(' ')).unwrap_or(0);
    let code = behind[link..].trim_start_matches(' ');
    let start = end + rest.len() - code.len();
    // Without a blank or a sign the word goes on: `postcodes2`.
    let len = (start > end).then(|| code_len(code))??;
    let fits = candidate.pattern != INDEX || len == INDEX_LEN;
    (fits && is_value_edge(text, start + len)).then(|| candidate.part(start..start + len))?
}

/// The length of the postcode that `text` begins with: four to seven digits in one group or two, perhaps behind the letters of a
/// country or before those of a district.
fn code_len(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    // `LV-1010`, `AD500`
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let country = match text.as_bytes().get(letters) {
        _ if letters > 2 => return None,
        Some(b'-') if letters > 0 => letters + 1,
        _ => letters,
    };
    let first = digits(&text[country..]);
    let at = country + first;
    let behind = |sign: &[char]| text[at..].strip_prefix(sign).map_or(0, digits);
    let group = match behind(&[' ', '-']) {
        0 => 0,
        count => 1 + count,
    };
    // `113 45`, `00-950`, `1250-263`, `28200-115`, but not the `3` of `49100 3 rue …`.
    let is_second = matches!((first, group), (2, 4) | (3, 3 | 5) | (4, 4) | (5, 4 | 5));
    // `3512 GK`
    let district = || {
        let rest = text[at..].strip_prefix(' ').unwrap_or(&text[at..]);
        let len = rest.bytes().take_while(u8::is_ascii_uppercase).count();
        let is_district = first == 4 && len == 2 && !rest[len..].starts_with(char::is_alphanumeric);
        if is_district { text.len() - rest.len() + len - at } else { 0 }
    };
    match first {
        _ if is_second => Some(at + group),
        4 => Some(at + district()),
        5..=7 => Some(at),
        3 if country > 1 => Some(at),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    /// The postcode behind the word that `text` begins with, before the first sign `|`, which is left out.
    fn found(text: &str, pattern: usize) -> Option<String> {
        let end = text.find('|').unwrap();
        let text = text.replace('|', "");
        let field = Field::new(&text);
        let candidate = Candidate { field: &field, range: 0..end, pattern, form: Form::Shape, name: "" };
        check(&candidate).map(|found| text[found.range].to_owned())
    }

    #[test]
    fn codes_stand_behind_words_for_them() {
        for (text, pattern, expected) in [
            ("postcode| 2011 AB huisnummer 4", 0, "2011 AB"),
            ("Postcode| is 2011AB.", 0, "2011AB"),
            ("code postal| est le 69003 à Lyon", 0, "69003"),
            ("code postal| 69003 2 rue Cler", 0, "69003"),
            ("kod pocztowy| to 31-042", 0, "31-042"),
            ("postnummer| 113 45 Stockholm", 0, "113 45"),
            ("código postal| 1250-263", 0, "1250-263"),
            ("pasta indekss|: LV-1010", 0, "LV-1010"),
            ("zip code| 94105-1234", 0, "94105-1234"),
            ("PSČ| 602 00 Brno", 1, "602 00"),
            ("irányítószámom| 1094", 1, "1094"),
            ("Τ.Κ.| 115 26", 1, "115 26"),
            ("CAP| 10122", 2, "10122"),
            ("CEP| 01310-100", 2, "01310-100"),
            ("индекс| 620014", 3, "620014"),
        ] {
            assert_eq!(found(text, pattern).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_numbers_behind_such_words_are_left_alone() {
        for (text, pattern) in [
            ("postcode| has 4 digits", 0),
            ("postcode|2011", 0),
            ("zip code| of 5 digits", 0),
            ("postal code| 12.500 rows", 0),
            ("postcode| v2011x", 0),
            ("CEP| 12", 2),
            ("индекс| 2800", 3),
        ] {
            assert_eq!(found(text, pattern), None, "{text}");
        }
    }
}
