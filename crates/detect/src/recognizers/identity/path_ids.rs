//! Numbers of persons and their contracts in paths: of pages and interfaces (`/patients/78120455/records`), and references between
//! records of health (`Patient/220981`, FHIR).

use std::borrow::Cow;

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::secrets::stand_ins::is_placeholder;
use crate::recognizers::support::grouping::has_one_digit;
use crate::recognizers::support::neighbours::byte_at;
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within(
            "/(?:patients?|pacjent|pacjenci|pacientes?|paciente?|pazienti|pazient[ei]|patienten|patientinnen|customers|kunden|kunde|klanten|klant|\
             klienci|klient|clientes?|clienti|clients|members|mitglieder|contracts|vertraege|vertrag|contrats?|contratos?|contratti|\
             umowy|policies|policen|polizas?|polizze|claims|schaeden|schadenfaelle|employees?|mitarbeiter|students?|subscribers?|\
             applicants?|guests?|donors?|volunteers?|candidates?|persons?|personen|personas|persone|pupils?|eleves?|schueler|alumnos?|alunos?|\
             alunni|leerlingen|uczniowie|elever|insured|versicherte|assures|adherents|beneficiaires|dossiers|residents?|borrowers?)/[0-9A-Z]",
            0.7,
            0.75,
        ),
        Pattern::prefix("(?:Patient|Practitioner|RelatedPerson)/[0-9A-Za-z]", 0.75, 0.8),
        // What an event is about: `target=patient/44812`
        Pattern::within(
            "(?:target|resource|subject|entity|object)[=:]\"?(?:patient|customer|client|member|employee|student|person)s?/[0-9A-Z]",
            0.7,
            0.75,
        ),
    ]),
    context: words![],
    check,
}];

/// The number behind the word in the path: of digits, or of a series in capitals and digits.
fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Longest number, in bytes, and fewest digits of one in a path and in a reference.
    const LONGEST: usize = 32;
    const DIGITS: [usize; 3] = [5, 4, 4];
    let (text, at) = (candidate.field.text, candidate.range.end - 1);
    let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let len = line::behind(text, at, LONGEST + 1).bytes().take_while(stands).count();
    let found = text.get(at..at + len)?.trim_end_matches(['.', '-', '_']);
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    // Another part of the path, a query or the end of the address follows, and no name of a file.
    let is_part =
        !found.contains('.') && byte_at(text, at + found.len()).is_none_or(|b| b != b'%' && b != b'*' && b < 0x80);
    let is_drawn = candidate.pattern == 1 || !found.bytes().any(|b| b.is_ascii_lowercase());
    let is_number = digits >= DIGITS[candidate.pattern] && !has_one_digit(found.as_bytes()) && !is_placeholder(found);
    (len <= LONGEST && is_part && is_drawn && is_number).then(|| candidate.part(at..at + found.len()))?
}
