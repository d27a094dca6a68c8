//! Numbers of documents behind the first of their kind in a sentence: `Mi DNI es … y el de mi mujer …`, `my SSN is … and my wife's is …`, `NIC … / new …`.
//!
//! The name of the document stands before the first number alone, so the second must have its signs, or be said to be the old or the new
//! one.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::support::identifiers::number_at;
use crate::recognizers::support::numerals::is_date_shape;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?i:y (?:el|la) (?:de|del)|e (?:o|a) d[aeo]|e quell[oa] d[ei]|et cel(?:ui|le) de|und (?:die|der|das|den) (?:von|meine[rs]|seine[rs]|ihre[rs]|unsere[rs])|\
             en (?:die|dat) van|och (?:min|hans|hennes)|og (?:min|mit|hans|hendes|hennes)|(?:wife|husband|spouse|partner|son|daughter|mother|father)['’]s|spouse|cónyuge|coniuge|cônjuge|conjointe?|ehefrau|ehemann)",
            0.65,
            0.7,
        ),
        Pattern::regex(
            "(?i:/ ?new|/ ?old|new|old|nuevo|nueva|antiguo|antigua|neu|alt|nouveau|nouvelle|nuovo|nuova|novo|nova|nowy|nový|yeni|eski)",
            0.65,
            0.7,
        ),
        // Behind its blank, where other patterns begin, too: `and` is one word in forty.
        Pattern::within(" and (?i-u:my|his|her|their|our)", 0.65, 0.7),
    ]),
    context: words![],
    check,
}];

/// The pattern of words for the old and the new number.
const RENEWED: usize = 1;

/// Documents and registers of persons, whose numbers such sentences tell.
const DOCUMENTS: &WordList = &WordList::new(
    "dni|nie|nif|nic|nid|nin|ssn|nino|passport|passport:|pasaporte|passeport|passaporto|passaporte|reisepass|ausweis|ausweisnummer|personalausweis|cédula|cedula|ci|rut|run|curp|rfc|cpf|rg|bsn|pesel|dowód|dowodu|\
     paszport|paszportu|personnummer|cpr|cpr-nummer|fødselsnummer|henkilötunnus|hetu|aadhaar|pan|nric|fin|mykad|ic|cnic|iqama|emirates|id|licence|license|permis|licencia|patente|medicare|nhs|codice|fiscale|nss|insee|sécu|\
     sin|tfn|ppsn|pps|oib|jmbg|emšo|egn|cnp|tckn|kimlik|rijbewijs|paspoort|identité|identidad|identidade|identità|citizenship",
);

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Bytes that are read before a match, and longest number.
    const NEAR: usize = 80;
    const LONGEST: usize = 24;
    let (text, range) = (candidate.field.text, &candidate.range);
    let head = line::before(text, range.start, NEAR).trim_end_matches([' ', ',', ';', '/', '(', '-', '–']);
    let at = value_start(text, range.end)?;
    let place = number_at(text, at, 2, LONGEST)?;
    let found = &text[place.clone()];
    let first = last_number(head)?;
    let words = head[..first.start].split(|c: char| !c.is_alphanumeric() && c != '-').rev().take(8);
    let is_document = words.into_iter().any(|word| is_listed(word, DOCUMENTS));
    let first = &head[first];
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let fits = match candidate.pattern {
        RENEWED => digits >= 9 && !found.bytes().any(|b| b.is_ascii_lowercase()),
        _ => digits >= 6 && shape(found) == shape(first),
    };
    (fits && is_document && !is_date_shape(found) && found != first).then(|| candidate.part(place))?
}

/// The classes of the letters and digits of `found`; signs between groups do not count.
fn shape(found: &str) -> String {
    let class = |c: char| if c.is_ascii_digit() { '9' } else { 'a' };
    found.chars().filter(|c| c.is_alphanumeric()).map(class).collect()
}

/// The place of the number that `head` ends with.
fn last_number(head: &str) -> Option<Range<usize>> {
    const FEWEST: usize = 6;
    let stands = |c: char| c.is_ascii_digit() || c.is_ascii_uppercase() || matches!(c, '-' | '.' | '/' | ' ');
    let from = head.char_indices().rev().take_while(|(_, c)| stands(*c)).last()?.0;
    // Its first word with a digit: the name of the document may be in capitals.
    let digit = from + head[from..].find(|c: char| c.is_ascii_digit())?;
    let start = head[..digit].rfind(' ').map_or(from, |blank| blank + 1).max(from);
    let digits = head[start..].bytes().filter(u8::is_ascii_digit).count();
    (digits >= FEWEST).then_some(start..head.len())
}

/// The place of the first word with a digit behind `at`, with relatives, names of documents and verbs between.
fn value_start(text: &str, at: usize) -> Option<usize> {
    /// Most words between, and farthest value, in bytes.
    const MOST: usize = 5;
    const FAR: usize = 64;
    let near = line::behind(text, at, FAR);
    let mut from = 0;
    for _ in 0..=MOST {
        let rest = near.get(from..)?;
        let gap = rest.len() - rest.trim_start_matches([' ', ':', '(']).len();
        let word = rest[gap..].split(' ').next().filter(|word| !word.is_empty() && gap > 0)?;
        if word.contains(|c: char| c.is_ascii_digit()) {
            return Some(at + from + gap);
        }
        if word.ends_with(['.', ',', ';', '!', '?']) {
            return None;
        }
        from += gap + word.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn second_numbers_have_the_shape_of_the_first() {
        for (text, link, pattern, expected) in [
            ("Mi DNI es 33980276F y el de mi mujer 67904934-X.", "y el de", 0, Some("67904934-X")),
            ("my SSN is 219-09-9999 and my wife's is 219-09-4471", "and my", 0, Some("219-09-4471")),
            ("NIC 830151366V / new 199293558623", "/ new", 1, Some("199293558623")),
            ("Aadhaar 2345 6789 0124, wife's 3456 7890 1235", "wife's", 0, Some("3456 7890 1235")),
            ("my SSN is 219-09-9999 and my phone is 4471", "and my", 0, None),
            ("order 33980276F y el de ayer 67904934X", "y el de", 0, None),
            ("my passport is fine and my code is 482910", "and my", 0, None),
        ] {
            assert_eq!(check_match(check, text, link, pattern), expected, "{text}");
        }
    }
}
