//! Inverted names, the surname first and a comma behind it, behind what somebody is in a report or a form: `OWNER   HOLLOWAY, TRENT M`,
//! `Officer: Szabo, P.`, `V/ MERCADO, LUZ`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::recognizers::support::salutation::is_pleasantry;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // In capitals, as reports are, or with one.
        Pattern::prefix(
            "(?:INSURED|OWNER|OFFICER|DRIVER|OPERATOR|CLAIMANT|DEFENDANT|PLAINTIFF|PETITIONER|RESPONDENT|WITNESS|VICTIM|SUSPECT|\
             SUBJECT|COMPLAINANT|REPORTING PARTY|PASSENGER|PEDESTRIAN|PATIENT|TENANT|LESSEE|BORROWER|EMPLOYEE|STUDENT|INMATE|\
             OFFENDER|ARRESTEE|DECEDENT|DECEASED|BENEFICIARY|PAYEE|MEMBER|APPLICANT|ADJUSTER|ADJ|INVESTIGATOR|DEPUTY|DETECTIVE|\
             JUDGE|ATTORNEY|GUARDIAN|PARENT|SELLER|BUYER|GRANTOR|GRANTEE|NOK|PT)(?:\\.|S|\\(S\\))?(?: ?#?[0-9]{1,2}| ?\\([0-9]\\))?(?: ?[:#] {0,12}| {1,12}|\\t)[A-Z]",
            0.85,
            0.9,
        ),
        Pattern::prefix(
            "(?:Insured|Owner|Officer|Driver|Operator|Claimant|Defendant|Plaintiff|Petitioner|Respondent|Witness|Victim|Suspect|\
             Complainant|Passenger|Pedestrian|Patient|Tenant|Lessee|Borrower|Employee|Student|Inmate|Offender|Decedent|Deceased|\
             Beneficiary|Payee|Member|Applicant|Adjuster|Investigator|Guardian|Parent|Pt|Asegurado|Conductor|Paciente|Trabajador|\
             Alumno|Imputado|Demandante|Demandado|Assuré|Conducteur|Salarié|Élève|Patientin|Fahrer|Fahrerin|Halter|Halterin|Schüler|\
             Schülerin|Mitarbeiter|Mitarbeiterin|Versicherter|Versicherte|Paziente|Conducente|Assicurato|Dipendente|Segurado|Condutor|\
             Funcionário|Verzekerde|Bestuurder|Werknemer|Leerling|Pacjent|Kierowca|Ubezpieczony|Pracownik)(?: ?#?[0-9]{1,2}| ?\\([0-9]\\))?(?: ?: {0,12}| {1,12}|\\t)\\p{Lu}",
            0.85,
            0.9,
        ),
        // In the sentences of reports, in capitals alone: `her boyfriend SLATE, OWEN`.
        Pattern::prefix(
            "(?i-u:boyfriend|girlfriend|husband|wife|son|daughter|brother|sister|mother|father|neighbor|neighbour|roommate|victim|suspect|contact with|\
             contact w/|spoke with|spoke w/|interviewed|identified as) [A-Z]",
            0.8,
            0.9,
        ),
        // Before an age and a sex, as in lists of wards: `7B Okafor, Ruth 58F`
        Pattern::apart("[0-9]{1,3} ?(?:[MF]|y/?o|yrs?)", 0.75, 0.9),
        // Marks of the parties in reports of the police: `V/`, `S/`, `W/`.
        Pattern::within("(?:[VSWC]|RP|R/P|VIC|SUSP|WIT|COMPL|ARR|OFF|DEF)(?:[12]|#[1-9])?/ ?[A-Z]", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

/// Longest name, in bytes.
const LONGEST: usize = 64;

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let text = candidate.field.text;
    if candidate.pattern == AGED {
        return candidate.part(before_age(text, candidate.range.start)?);
    }
    let first = candidate.matched().chars().next_back()?;
    let begins = candidate.range.start;
    let is_part = text[..begins].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '-'));
    let start = candidate.range.end - first.len_utf8();
    let place = (!is_part).then(|| turned_at(text, start))??;
    // In small letters a turn of a dialogue may stand there: `Patient: Yeah, Tom said`.
    let behind = line::behind(text, place.end, LONGEST);
    let closes = behind.trim().is_empty()
        || behind.starts_with([',', ';', '\t', '|'])
        || behind.trim_start_matches(' ').starts_with(['(', '|'])
        || behind.starts_with("  ");
    let is_upper = !text[place.clone()].contains(char::is_lowercase);
    (is_upper || closes && candidate.pattern != IN_SENTENCE).then(|| candidate.part(place))?
}

/// The pattern of ages.
const AGED: usize = 3;
/// The pattern of sentences.
const IN_SENTENCE: usize = 2;

/// The name before the age at `at`: a family name, a comma and a first name or an initial, or a name and an initial.
fn before_age(text: &str, at: usize) -> Option<Range<usize>> {
    /// What has a size or a number in place of an age.
    const THINGS: &WordList = &WordList::new(
        "room|level|floor|bed|bay|ward|table|page|step|chapter|version|model|size|unit|used|free|total|heap|max|min|cache|memory|mem|swap|disk|rss|avg|\
         limit|available|buffers|cached|shared|read|write|sent|received|download|upload|file|log|database|index|data|code|stack|image|video",
    );
    let head = line::before(text, at, LONGEST).strip_suffix(' ')?;
    let is_initial = |word: &str| {
        let letter = word.strip_suffix('.').unwrap_or(word);
        letter.chars().count() == 1 && letter.starts_with(char::is_uppercase)
    };
    let is_word = |word: &str| {
        is_name_word(word)
            && !is_listed(word, THINGS)
            && word.chars().nth(1).is_some()
            && !word.ends_with('.')
            && !is_other(word)
    };
    let (before, first) = head.rsplit_once(' ')?;
    let last = before.rsplit(' ').next()?;
    let stands = match last.strip_suffix(',') {
        Some(last) => is_word(last) && (is_word(first) || is_initial(first)),
        None => is_word(last) && first.ends_with('.') && is_initial(first),
    };
    let start = at - 1 - first.len() - 1 - last.len();
    stands.then_some(start..at - 1)
}

/// The name at `at`: a family name of one word or two, a comma, a first name, and initials or another one.
fn turned_at(text: &str, at: usize) -> Option<Range<usize>> {
    /// Words that end a clause in capitals, with which names are joined.
    const OTHERS: &WordList = &WordList::new(
        "llc|inc|ltd|corp|co|lp|llp|pllc|jr|sr|usa|dob|age|apt|and|or|the|of|on|in|at|to|for|who|was|is|if|no|not|none|unknown|see|per|\
         gmbh|ag|sa|sl|sarl|srl|bv|nv|none|name|date|address|phone|id|number|yeah|yep|yes|no|nope|ok|okay|well|um|uh|oh|sure|right|sorry|hi|hello|thanks|please|good|great|and|so|but|maybe|doctor|doc|sir|ma'am|madam",
    );
    let near = line::behind(text, at, LONGEST);
    let (last, rest) = near.split_once(", ")?;
    let is_word = |word: &str| {
        let bare = word.trim_end_matches('.');
        let lower = bare.to_lowercase();
        is_name_word(word)
            && bare.chars().nth(1).is_some()
            && !is_other(bare)
            && !is_listed(bare, OTHERS)
            && !is_pleasantry(bare)
            && !lower.starts_with("i'")
            && !lower.starts_with("i’")
    };
    let words = last.split(' ');
    let is_family = words.clone().count() <= 2 && words.clone().all(is_word);
    let is_end = |c: char| !(c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.'));
    let first = &rest[..rest.find(is_end).unwrap_or(rest.len())];
    let is_initial = |word: &str| {
        let letter = word.strip_suffix('.').unwrap_or(word);
        letter.chars().count() == 1 && letter.starts_with(char::is_uppercase)
    };
    if !is_family || !(is_word(first) || first.ends_with('.') && is_initial(first)) {
        return None;
    }
    // In capitals both are, or neither.
    let is_upper = |word: &str| !word.contains(char::is_lowercase);
    if is_upper(last) != is_upper(first) && !is_initial(first) && !is_upper(last) {
        return None;
    }
    let mut end = last.len()
        + ", ".len()
        + first.trim_end_matches(['.', '-']).len()
        + usize::from(is_initial(first) && first.ends_with('.'));
    // A further initial, or a second first name before a sign or two blanks.
    if let Some(rest) = near.get(end..)?.strip_prefix(' ') {
        let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
        let behind = &rest[word.len()..];
        let is_name = is_word(word)
            && (behind.is_empty()
                || behind.starts_with(['(', ',', ';', '\t'])
                || behind.starts_with("  ")
                || behind.starts_with(" ("));
        if is_initial(word) || is_name {
            end += 1 + word.len();
        }
    }
    let found = near.get(..end)?;
    Some(at..at + found.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn family_names_stand_first() {
        for (text, expected) in [
            ("HOLLOWAY, TRENT M   POLICY 4", Some("HOLLOWAY, TRENT M")),
            ("MERCADO, LUZ (DOB", Some("MERCADO, LUZ")),
            ("MERCADO, LUZ M. AND", Some("MERCADO, LUZ M.")),
            ("Szabo, P.", Some("Szabo, P.")),
            ("de la Cruz, Ana", None),
            ("Holloway-Reyes, Trent", Some("Holloway-Reyes, Trent")),
            ("WAS TOLD, AND LEFT", None),
            ("Acme, Inc.", None),
            ("Holloway, who left", None),
            ("NONE, UNKNOWN", None),
            ("Yeah, I'm fine", None),
            ("Well, Tom", None),
        ] {
            assert_eq!(turned_at(text, 0).map(|range| &text[range]), expected, "{text}");
        }
    }
}
