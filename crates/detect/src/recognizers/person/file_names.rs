//! Names of persons in the names of their documents and folders: `Befund_Roe_Jane_03051961.docx`, `CV-Jane-Roe.pdf`,
//! `/Mandanten/Roe, Jane/…`.
//!
//! Paths are left alone otherwise. Here a word for a document that somebody has stands before the name, in a file of a kind that people write
//! or scan; or a folder is one of persons, and has the surname first.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::months::months_of;
use crate::recognizers::support::name_shape::{is_name_word, name_words};
use crate::recognizers::support::numerals::is_date;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[ENDINGS, FOLDERS]),
    context: words![],
    check: |candidate| {
        let place = match candidate.pattern {
            0 => named(candidate)?,
            _ => folder(candidate)?,
        };
        candidate.part(place)
    },
}];

/// The endings of files that people write and scan.
const ENDINGS: Pattern = Pattern::within(
    "\\.(?:docx?|DOCX?|pdf|PDF|odt|rtf|txt|xlsx?|jpe?g|JPE?G|png|PNG|tiff?|TIFF?|heic|eml|msg|zip)",
    0.8,
    0.85,
);

/// Folders of persons.
const FOLDERS: Pattern = Pattern::within(
    "[/\\\\](?:Mandanten|Patienten|Klienten|Kunden|Personal|Personalakten|Mitarbeiter|Bewerber|Bewerbungen|Sch(?:ü|ue)ler|Clients|Patients|Employees|\
     Staff|Applicants|Tenants|Residents|Students|Salariés|Dossiers|Clientes|Pacientes|Empleados|Clienti|Pazienti|Dipendenti|Klanten|\
     Cliënten|Medewerkers|Pacjenci|Klienci|Pracownicy)[/\\\\]",
    0.8,
    0.85,
);

/// Documents that somebody has, in small letters.
const DOCUMENTS: &WordList = &WordList::new(
    "befund|arztbrief|entlassbrief|entlassungsbrief|überweisung|rezept|attest|au|krankmeldung|kündigung|kuendigung|lebenslauf|bewerbung|\
     anschreiben|zeugnis|arbeitszeugnis|zwischenzeugnis|arbeitsvertrag|mietvertrag|personalbogen|lohnabrechnung|\
     gehaltsabrechnung|lohnzettel|ausweis|personalausweis|reisepass|führerschein|fuehrerschein|geburtsurkunde|heiratsurkunde|testament|\
     vollmacht|patientenverfügung|gutachten|laborbefund|röntgen|kontoauszug|cv|resume|résumé|coverletter|payslip|\
     offerletter|termination|divorce|scheidung|mahnung|klage|rechnung|invoice|angebot|quote|urlaubsantrag|passport|idcard|licence|license|birthcertificate|referral|discharge|prescription|\
     dischargesummary|labreport|labs|xray|medicalrecord|w2|w4|i9|p45|p60|p11d|bulletin|bulletindepaie|fichedepaie|\
     paie|attestation|ordonnance|certificat|cni|passeport|permis|nomina|nómina|receta|curriculum|currículum|dni|\
     cedolino|referto|ricetta|patente|passaporto|certificato|holerite|atestado|rg|cnh|loonstrook|arbeidscontract|\
     huurcontract|verwijsbrief|paspoort|świadectwo|swiadectwo|wypowiedzenie|zaświadczenie|wyniki|skierowanie|recepta|dowód|dowod|paszport|\
     výpověď|vypoved|zpráva|zprava|životopis|zivotopis|vyplatni|lönespecifikation|anställningsavtal|lønseddel|\
     lønnsslipp|arbeidsavtale|työsopimus|palkkalaskelma|lausunto|szerződés|lelet|önéletrajz|oneletrajz|adeverinta|cerere|fluturas|sözleşme|bordro|\
     özgeçmiş|ozgecmis|rapor",
);

/// The name in the name of a file whose ending the candidate is, with the day behind it. Low lines make one word of what they join, so that
/// the whole of it is found.
fn named(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest name of a file, in bytes.
    const LONGEST: usize = 96;
    let (text, end) = (candidate.field.text, candidate.range.start);
    let head = line::before(text, end, LONGEST);
    let from = head
        .rfind(['/', '\\', '"', '\'', '<', '>', '|', ':', '=', '(', '[', ' ', ','])
        .map_or(0, |at| at + head[at..].chars().next().map_or(1, char::len_utf8));
    let file = &head[from..];
    let start = end - file.len();
    let sign = if file.contains('_') { '_' } else { '-' };
    let mut at = start;
    let parts: Vec<Range<usize>> = file
        .split(sign)
        .map(|part| {
            let place = at..at + part.len();
            at = place.end + 1;
            place
        })
        .collect();
    let is_document = |place: &Range<usize>| is_listed(&text[place.clone()].to_lowercase(), DOCUMENTS);
    let is_name = |place: &Range<usize>| {
        let word = &text[place.clone()];
        is_name_word(word)
            && word.contains(char::is_lowercase)
            && word.chars().nth(1).is_some()
            && !is_document(place)
            && !is_word(word)
    };
    let at = parts.iter().position(is_document)?;
    // Both names may be one part: `CV_JaneRoe_2024.docx`.
    if let Some(joined) = parts.get(at + 1).filter(|place| is_joined_name(&text[(*place).clone()])) {
        return Some(if sign == '_' { start..end } else { joined.clone() });
    }
    // The document may end the name of the file: `Jane_Roe_CV.pdf`.
    let first = match at {
        2 if parts.len() == 3 && parts[..2].iter().all(is_name) => 0,
        _ => at + 1 + parts[at + 1..].iter().position(is_name).filter(|skipped| *skipped < 2)?,
    };
    let second = parts.get(first + 1).filter(|place| is_name(place))?;
    if sign == '_' {
        return Some(start..end);
    }
    let day = parts.get(first + 2).filter(|place| is_birth(&text[(*place).clone()]));
    Some(parts[first].start..day.unwrap_or(second).end)
}

/// Reports whether it is two words of a name with a capital each, and nothing between them: `JaneRoe`.
fn is_joined_name(part: &str) -> bool {
    /// Fewest letters of each.
    const LEAST: usize = 3;
    let mut humps = part.match_indices(char::is_uppercase).map(|(at, _)| at);
    let (Some(0), Some(second), None) = (humps.next(), humps.next(), humps.next()) else { return false };
    let (first, last) = part.split_at(second);
    let is_name = |word: &str| is_name_word(word) && word.chars().nth(LEAST - 1).is_some() && !is_word(word);
    is_name(first) && is_name(last)
}

/// Reports whether it is a word of the names of files, and no name.
fn is_word(word: &str) -> bool {
    const WORDS: &WordList = &WordList::new(concat!(
        months_of!(english, german),
        "|final|draft|entwurf|signed|unterschrieben|scan|kopie|copy|neu|new|alt|old|muster|vorlage|template|sample|example|version|anlage|teil|\
         seite|page|part|deutsch|english|englisch|report|form|formular|letter|brief|service|software|data|user|customer|client|employee|\
         company|project|team|agreement|policy|terms|conditions|standard|general|annual|monthly|summary|list|übersicht|plan",
    ));
    is_listed(&word.to_lowercase(), WORDS) || word.is_ascii() && is_common(word)
}

/// Reports whether it is a day of eight digits on which somebody may be born who has documents, the day or the year first.
fn is_birth(part: &str) -> bool {
    /// The last year that counts: files of younger people are rare, and those of today have the day of their making.
    const YEARS: std::ops::RangeInclusive<u32> = 1900..=2015;
    let number = |range: Range<usize>| part.get(range).and_then(|part| part.parse::<u32>().ok());
    let is_digits = part.len() == 8 && part.bytes().all(|b| b.is_ascii_digit());
    let is_day = |year, month, day| matches!((year, month, day), (Some(year), Some(month), Some(day)) if YEARS.contains(&year) && is_date(year, month, day));
    is_digits && (is_day(number(4..8), number(2..4), number(0..2)) || is_day(number(0..4), number(4..6), number(6..8)))
}

/// The name of a folder of persons: `Roe, Jane`.
fn folder(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest name, in bytes.
    const LONGEST: usize = 64;
    let (text, at) = (candidate.field.text, candidate.range.end);
    let near = line::behind(text, at, LONGEST);
    let found = near.split(['/', '\\', '"', '(', ';', '.']).next()?.trim_end_matches([' ', '_', '-']);
    let (last, first) = found.split_once(", ")?;
    let first_len = first
        .split([' '])
        .take_while(|word| is_name_word(word))
        .map(|word| word.len() + 1)
        .sum::<usize>()
        .checked_sub(1)?;
    let is_name = name_words(last).is_some() && name_words(&first[..first_len]).is_some();
    is_name.then(|| at..at + last.len() + 2 + first_len)
}
