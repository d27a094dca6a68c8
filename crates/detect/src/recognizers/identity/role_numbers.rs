//! Numbers right behind what somebody is to an office or a firm, without a word for "number": `Versicherte K220981734`, `klant
//! NL-220-7781`, `pacjent 20931187`.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::{ID_NUMBER_INFO, is_network_address};
use super::reference_numbers::is_strong;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::identifiers::number_at;
use crate::{Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex(
            "(?:(?:[Vv]ersicherte[rn]?|VN|[Pp]atient(?:in|en)?|[Kk]und(?:e|in|en)|[Mm]itglied|[Mm]ieter(?:in)?|[Ss]chuldner(?:in)?|[Aa]ntragsteller(?:in)?|\
         [Kk]lant|[Pp]atiënt|[Cc]liënt|[Vv]erzekerde|[Hh]uurder|[Cc]lienta?|[Cc]liente|[Pp]aciente|[Aa]segurad[oa]|[Ss]oci[oa]|[Aa]filiad[oa]|\
         [Aa]ssurée?|[Aa]dhérente?|[Ll]ocataire|[Aa]llocataire|[Pp]azient[ei]|[Aa]ssicurat[oa]|[Uu]tente|[Ss]egurad[oa]|[Bb]eneficiári[oa]|\
         [Pp]acjent(?:ka|a)?|[Kk]lient(?:ka|a)?|[Uu]bezpieczon[ya]|[Pp]acient(?:ka|a)?|[Kk]unden?|[Pp]atienten|[Mm]edlem|[Aa]siakas|[Pp]otilas|\
         [Pp]áciens|[Bb]iztosított|[Üü]gyfél|[Pp]acientul?|[Aa]sigurat(?:ul)?|[Mm]üşteri|[Hh]asta|[Ss]igortalı)) ",
            0.6,
            0.7,
        ),
        // Before the name of who has it: `employee 710128 (Jane Roe)`.
        Pattern::regex(
            "(?:[Ee]mployee|[Cc]ustomer|[Mm]ember|[Ss]tudent|[Ii]nmate|[Cc]laimant|[Pp]olicyholder|[Ss]ubscriber|[Vv]olunteer|[Ss]taff member) ",
            0.6,
            0.7,
        ),
    ]),
    context: words![],
    check: |candidate| {
        let (text, Range { end, .. }) = (candidate.field.text, candidate.range.clone());
        let place = number_at(text, end, DIGITS, LONGEST)?;
        let found = &text[place.clone()];
        // A count and a year may stand behind these words, too.
        let first = found.bytes().next()?;
        if candidate.pattern == NAMED {
            return (found.bytes().all(|b| b.is_ascii_digit()) && names_person(&text[place.end..]))
                .then(|| candidate.part(place))?;
        }
        let is_told =
            if first.is_ascii_digit() { !found.contains(' ') && is_strong(found, true) } else { is_composed(found) };
        (is_told && !is_network_address(found)).then(|| candidate.part(place))?
    },
}];

/// The pattern of numbers before a name.
const NAMED: usize = 1;

/// Reports whether `rest` begins with a name of two words, behind a blank, a dash or a bracket.
fn names_person(rest: &str) -> bool {
    let name = [" (", " - ", " – ", ", ", " "].iter().find_map(|sign| rest.strip_prefix(sign)).unwrap_or_default();
    let mut words = name.split([' ', ')', ',', '.', '\n']);
    let is_name = |word: &str| {
        word.starts_with(char::is_uppercase)
            && word.chars().nth(1).is_some_and(|c| c.is_lowercase() || c == '\'')
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))
            && !is_common(&word.to_lowercase())
    };
    words.next().is_some_and(is_name) && words.next().is_some_and(is_name)
}

/// Longest number, in bytes, and fewest digits.
const LONGEST: usize = 24;
const DIGITS: usize = 5;

/// Reports whether it begins with a series in capitals and goes on in digits, perhaps in groups.
fn is_composed(found: &str) -> bool {
    let series = found.bytes().take_while(u8::is_ascii_uppercase).count();
    let is_part = |b: u8| b.is_ascii_digit() || b.is_ascii_uppercase() || matches!(b, b'-' | b'/' | b'.');
    (1..=4).contains(&series) && found.bytes().all(is_part) && is_strong(found, false)
}
