//! Names behind what a whole name is called, without a sign, at the beginning of a clause: `Teljes név Bíró Magdolna`, `; titular Lizbeth
//! Arreola;`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::{INFO, name_at};
use crate::recognizers::support::name_shape::{is_name_word, is_particle};
use crate::recognizers::support::phrase_list::PhraseList;
use crate::text::{line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of a name, in bytes.
const NEAR: usize = 96;

pub(super) const RULES: &[Rule] =
    &[Rule { info: INFO, patterns: Cow::Borrowed(&[Pattern::prefix(HEADS, 0.8, 0.9)]), context: words![], check }];

/// What a whole name is called, in small letters, and the first letters of it.
static LABELS: PhraseList = PhraseList::new(
    "nombre completo |nombre y apellido |nombre y apellidos |apellido y nombre |apellidos y nombre |apellidos y nombres |titular |nome completo |nome e cognome |\
     cognome e nome |intestatario |nom complet |nom et prénom |titulaire |vor- und nachname |kontoinhaber |kontoinhaberin |volledige naam |rekeninghouder |imię i nazwisko |\
     nazwisko i imię |jméno a příjmení |příjmení a jméno |meno a priezvisko |nume și prenume |teljes név |anyja neve |anyja születési neve |koko nimi |fullt navn |\
     fulde navn |ad soyad |adı soyadı ",
);
const HEADS: &str = "[Nn]ombre |[Aa]pellid|[Tt]itula|[Nn]om[e ]|[Cc]ognome|[Ii]ntest|[Vv]or- |[Kk]ontoi|[Vv]olled|[Rr]ekeni|[Ii]mi[eę] |[Nn]azwis|[Jj]m[eé]no|[Pp]ř|[Mm]eno |\
    [Nn]ume |[Tt]eljes|[Aa]nyja |[Kk]oko |[Ff]ull?[td]e? |[Aa]d[ı ]";

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest label, in bytes.
    const LONGEST: usize = 32;
    let (text, range) = (candidate.field.text, &candidate.range);
    let end = range.start + LABELS.len_at(window::behind(text, range.start, LONGEST))?;
    let head = line::before(text, range.start, NEAR).trim_end();
    let begins = head.is_empty() || head.ends_with([';', ',', '|', '-', '•', '*', '.']);
    let name = begins.then(|| whole_name(text, end))??;
    candidate.part(name)
}

/// The name of two words or more with capitals at `at`, up to the end of its clause.
fn whole_name(text: &str, at: usize) -> Option<Range<usize>> {
    let near = line::behind(text, at, NEAR);
    let clause = near.split([',', ';', '|', '\t', '(']).next()?.trim_end_matches([' ', '.']);
    let words = || clause.split(' ');
    let is_whole = words().all(|word| is_name_word(word) || is_particle(word))
        && (2..=6).contains(&words().count())
        && !words().next_back().is_some_and(is_particle);
    let whole = is_whole.then(|| at..at + clause.len());
    // A sentence may go on behind it.
    whole.filter(|_| words().next().is_some_and(is_name_word)).or_else(|| {
        name_at(text, at)
            .filter(|name| text[name.clone()].contains(' ') && !text[name.end..].starts_with(['-', '/', '@']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn names_stand_behind_labels_without_a_sign() {
        for (text, matched, expected) in [
            ("Teljes név Bíró Magdolna\nRendszám", "Teljes", Some("Bíró Magdolna")),
            ("tel. 4; titular Lizbeth Arreola Tun; RFC", "titula", Some("Lizbeth Arreola Tun")),
            ("nome completo Rute de Sá Nogueira; NIF", "nome", Some("Rute de Sá Nogueira")),
            ("vea el titular El Mundo", "titula", None),
            ("Nombre completo obligatorio", "Nombre ", None),
            ("Nombre completo Obligatorio", "Nombre ", None),
        ] {
            assert_eq!(check_match(check, text, matched, 0), expected, "{text}");
        }
    }
}
