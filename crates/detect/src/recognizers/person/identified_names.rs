//! Names of persons before their number of identity: at the beginning of a line, as files of patients and clients begin (`Virtanen Matti Olavi
//! 120464-447K`, `NOVOTNÁ, Jana 785612/0044`), and in sentences, as contracts have them in any case: `z Adamem Zarembą, PESEL 84012740956`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Finland; Sweden and Denmark; Czechia and Slovakia; Italy; Spain.
        Pattern::regex(
            "[0-3][0-9][01][0-9]{3}[-+A-F][0-9]{3}[0-9A-Y]|(?:19|20)?[0-9]{6}[-+][0-9]{4}|[0-9]{6}/[0-9]{3,4}|[A-Z]{6}[0-9]{2}[A-Z][0-9]{2}[A-Z][0-9]{3}[A-Z]|[0-9]{8}-?[A-HJ-NP-TV-Z]",
            0.8,
            0.9,
        ),
        // What only numbers of persons are called.
        Pattern::regex(
            "PESEL|ΑΦΜ|Α\\.Φ\\.Μ|ΑΜΚΑ|ΑΔΤ|DNI|NIE|NIF|CPF|CNP|OIB|JMBG|EMŠO|HETU|CNIC|TCKN|T\\.C\\.|BSN|NISS|SVNR|SSN|PPSN?|ИНН|СНИЛС|РНОКПП|ЕГН|ЕМБГ|NRIC|CURP|RUT|RČ|r\\.č\\.|NIK|Aadhaar",
            0.7,
            0.8,
        ),
    ]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range) = (candidate.field.text, &candidate.range);
    if candidate.pattern == 1 {
        return candidate.part(name_in_sentence(text, range.start).filter(|_| begins_number(&text[range.end..]))?);
    }
    let place = name_before(text, range.start)?;
    is_value_edge(text, range.end).then(|| candidate.part(place))?
}

/// Reports whether a number follows what it is called: ` 84012740956`, `: 33980276F`, ` nr 850101…`.
fn begins_number(rest: &str) -> bool {
    /// First bytes of a number, of which one is a digit.
    const FIRST: usize = 6;
    let rest = rest.strip_prefix([':', '.']).unwrap_or(rest).trim_start_matches(' ');
    let rest = ["nr ", "nr. ", "no ", "no. ", "n.º ", "nº ", "№ ", "n. "]
        .iter()
        .find_map(|sign| rest.strip_prefix(sign))
        .unwrap_or(rest);
    rest.bytes().take_while(u8::is_ascii_alphanumeric).take(FIRST).any(|b| b.is_ascii_digit())
}

/// The name of two words to four in a sentence, behind which a comma or a bracket leads to what stands at `at`.
fn name_in_sentence(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes, and its words.
    const LONGEST: usize = 72;
    const WORDS: Range<usize> = 2..5;
    let near = line::before(text, at, LONGEST);
    let name = near.strip_suffix(", ").or_else(|| near.strip_suffix(" ("))?;
    let is_word = |word: &&str| {
        is_name_word(word) && word.chars().nth(1).is_some() && word.contains(char::is_lowercase) && !is_other(word)
    };
    let words = || name.rsplit(' ').take_while(is_word);
    let len = words().map(str::len).sum::<usize>() + words().count().checked_sub(1)?;
    let start = at - near.len() + name.len() - len;
    // A firm's form stands behind its name, so a name of one is none of words alone.
    WORDS.contains(&words().count()).then(|| start..start + len)
}

/// The name of two words to four that begins a line and ends before the number at `at`.
fn name_before(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest name, in bytes, and its words.
    const LONGEST: usize = 72;
    const WORDS: Range<usize> = 2..5;
    let near = line::before(text, at, LONGEST);
    let start = at - near.len();
    let bare = near.trim_start_matches(['-', '*', '•', ' ', '\t']);
    // Or behind what somebody is: `Asiakas: Virtanen Matti 120464-447K`.
    let (key, bare) = bare.rsplit_once(": ").unwrap_or(("", bare));
    let name = bare.trim_end_matches([' ', ',', '(', '\t', ';', ':']);
    // What the number is called may stand between: `Virtanen Matti, HETU 120464-447K`.
    let last = name.rsplit(' ').next()?;
    let is_key = (2..=5).contains(&last.chars().count()) && last.chars().all(|c| c.is_uppercase() || c == '.');
    let name = if is_key { name[..name.len() - last.len()].trim_end_matches([' ', ',', '(', ';']) } else { name };
    let begins = line::begins(text, start) || !key.is_empty();
    let is_word = |word: &str| {
        let word = word.trim_end_matches(',');
        is_name_word(word) && word.chars().nth(1).is_some() && !is_other(word)
    };
    let count = name.split(' ').count();
    let is_cased = name.contains(char::is_lowercase);
    let first = start + near.len() - bare.len();
    (begins && WORDS.contains(&count) && is_cased && name.len() < bare.len() && name.split(' ').all(is_word))
        .then(|| first..first + name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_sentences_before_what_numbers_of_persons_are_called() {
        for (text, key, expected) in [
            ("Umowa z Adamem Zarembą, PESEL 84012740956", "PESEL", Some("Adamem Zarembą")),
            ("εκμισθωτής Σταμάτης Κουτσούλης, ΑΦΜ 167271079", "ΑΦΜ", Some("Σταμάτης Κουτσούλης")),
            ("con Quiteria Roe Zaborik (DNI 33980276F)", "DNI", Some("Quiteria Roe Zaborik")),
            ("the number, PESEL 84012740956", "PESEL", None),
            ("Warszawa, PESEL 84012740956", "PESEL", None),
        ] {
            let place = name_in_sentence(text, text.find(key).unwrap());
            assert_eq!(place.map(|range| &text[range]), expected, "{text}");
        }
        assert!(begins_number(": 33980276F") && begins_number(" nr 84012740956") && !begins_number(" i adres"));
    }

    #[test]
    fn names_begin_the_line_of_a_number() {
        for (text, number, expected) in [
            ("Virtanen Matti Olavi 120464-447K", "120464", Some("Virtanen Matti Olavi")),
            ("- NOVOTNÁ, Jana (785612/0044)", "785612", Some("NOVOTNÁ, Jana")),
            ("see Virtanen Matti 120464-447K", "120464", None),
            ("Nummer 120464-4471", "120464", None),
            ("TOTAL SUM 120464-4471", "120464", None),
        ] {
            let place = name_before(text, text.find(number).unwrap());
            assert_eq!(place.map(|range| &text[range]), expected, "{text}");
        }
    }
}
