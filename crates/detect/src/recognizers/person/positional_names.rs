//! First and last names as two arguments of a call that makes a person, or as two values of a row of people: `new Person("Jane", "Roe")`,
//! `INSERT INTO staff VALUES (7, 'Jane', 'Roe')`, `people = [("Jane", "Roe", 1984), …]`, `Buyer("Jane", "Roe", dob=…)`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::common_words::is_common_word;
use crate::keys::{MOST_ARGUMENTS, literal_arguments};
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{identifier, line, window};
use crate::{Candidate, Pattern, Rule};

/// Types of persons, and what stands before and behind their names.
const CALL: Pattern = Pattern::prefix(
    "(?:Person|Employee|Customer|Client|Patient|User|Guest|Student|Teacher|Member|Contact|Applicant|Driver|Doctor|Nurse|Author|Tenant|Resident|\
     Passenger|Subscriber|Visitor|Participant|Volunteer|Citizen|Player|Attendee|Mitarbeiter|Kunde|Empleado|Cliente|Paciente|Persona|Personne|\
     (?:create|make|build|new|add|insert|register)(?:Person|Employee|Customer|Patient|User|Guest|Student|Member|Contact))(?:Dto|DTO|Record|Entity|\
     Model)?(?:\\.of|\\.new|\\.create|::new|::create|\\.from)?\\([0-9A-Z\"']",
    0.8,
    0.85,
);

/// Tables of people, without names of columns behind them.
const ROW: Pattern = Pattern::prefix(
    "(?i:into) [`\"\\[]?(?i:staff|users?|employees?|customers?|persons?|people|patients?|members?|contacts?|students?|teachers?|clients?|guests?|\
     residents?|mitarbeiter|kunden|personen|patienten|clientes|empleados|pacientes)[`\"\\]]? (?i:values) ?\\(",
    0.8,
    0.85,
);

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    // The first and the last name: a pattern has one find.
    patterns: Cow::Borrowed(&[CALL, CALL, ROW, ROW, TUPLE, TUPLE]),
    context: words![],
    check: |candidate| candidate.part(name(candidate)?),
}];

/// The bracket and the quote before the first literal of any call or tuple, which has to tell a person otherwise.
const TUPLE: Pattern = Pattern::within("\\([\"'][A-Z]", 0.75, 0.8);
/// The number of its first pattern.
const TUPLES: usize = 4;

/// Names of lists of people; the words of their identifiers.
const PEOPLE: &WordList = &WordList::new(
    "people|persons|users|employees|customers|clients|patients|members|contacts|students|teachers|guests|staff|authors|attendees|participants|\
     drivers|nurses|doctors|tenants|residents|applicants|candidates|volunteers|visitors|passengers|subscribers|mitarbeiter|kunden|personen|\
     patienten|clientes|empleados|personas|pacientes",
);

/// The first or the last name of the two that `candidate` introduces.
fn name(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let open = start + candidate.matched().rfind('(')? + 1;
    let is_tuple = candidate.pattern >= TUPLES;
    // What is told beside them says that ordinary words are names, too.
    let is_told = is_tuple && is_of_type(text, start) && tells_person(text, open);
    if is_tuple && !is_told && !is_in_list(text, start) {
        return None;
    }
    let arguments: [_; MOST_ARGUMENTS] = literal_arguments(text, open);
    let found = |at: usize| arguments[at].as_ref().map(|place: &Range<usize>| &text[place.clone()]);
    let is_word = |found: &str| is_name_word(found) && !is_other(found) && found.chars().nth(1).is_some();
    let is_pair = |first: &str, last: &str| match is_tuple {
        true => is_word(first) && is_word(last) && (is_told || is_name(first) || is_name(last)),
        false => is_name(first) && is_name(last),
    };
    let at = (1..MOST_ARGUMENTS)
        .find(|at| matches!((found(at - 1), found(*at)), (Some(first), Some(last)) if is_pair(first, last)))?;
    arguments.into_iter().nth(if candidate.pattern.is_multiple_of(2) { at - 1 } else { at })?
}

/// Reports whether the tuple whose bracket stands at `at` is in a list of people: `let people = vec![("Jane", "Roe"), …`.
fn is_in_list(text: &str, at: usize) -> bool {
    /// Farthest beginning of the list, in bytes.
    const FAR: usize = 600;
    const OPENINGS: [&str; 9] = ["[", "{", "(", "&[", "vec![", "listOf(", "List.of(", "Seq(", "new[]"];
    if text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
        return false;
    }
    let Some((before, inside)) = window::before(text, at, FAR).rsplit_once("= ") else { return false };
    let head = before.rsplit('\n').next().unwrap_or_default().trim_end_matches([':', ' ']);
    // A type stands behind some names: `people: Vec<…>`, `people[]`.
    let name = head.split([':', '<', '[']).next().unwrap_or_default().trim().rsplit(' ').next().unwrap_or_default();
    OPENINGS.iter().any(|opening| inside.starts_with(opening))
        && !inside.contains(';')
        && identifier::words(name).any(|word| is_listed(word, PEOPLE))
}

/// Reports whether the bracket at `at` opens a tuple, or the arguments of a type.
fn is_of_type(text: &str, at: usize) -> bool {
    let head = line::before(text, at, 48);
    let callee = &head[head.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len()..];
    callee.is_empty() || callee.starts_with(|c: char| c.is_uppercase())
}

/// Reports whether an address of mail or a date of birth stands among the arguments at `at`.
fn tells_person(text: &str, at: usize) -> bool {
    /// Longest arguments, in bytes.
    const FAR: usize = 160;
    const SIGNS: [&str; 5] = ["dob", "birth", "born", "geburt", "Birth"];
    let near = line::behind(text, at, FAR);
    let arguments = near.split("),").next().unwrap_or(near);
    let has_mail = arguments.split(['"', '\'']).any(|literal| {
        literal
            .split_once('@')
            .is_some_and(|(local, host)| !local.is_empty() && host.contains('.') && !literal.contains(' '))
    });
    has_mail || SIGNS.iter().any(|sign| arguments.contains(sign))
}

/// Reports whether it is one word as names are written, and no word of programs or prose.
pub(super) fn is_name(found: &str) -> bool {
    let lower = found.to_lowercase();
    is_name_word(found)
        && found.chars().nth(1).is_some()
        && found.contains(char::is_lowercase)
        && !is_other(found)
        && !is_common(&lower)
        && !is_common_word(&lower)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn tuples_of_people_have_two_names() {
        for (text, expected) in [
            ("let people = vec![\n    (\"Zenaide\", \"Price\", 1984),", Some(["Zenaide", "Price"])),
            ("static const Contact staff[] = {\n  (\"Zenaide\", \"Price\")", Some(["Zenaide", "Price"])),
            ("self.buyer = Buyer(\"Zenaide\", \"Price\", dob=x)", Some(["Zenaide", "Price"])),
            ("new Member(\"Hope\", \"Price\", \"hope@example.com\")", Some(["Hope", "Price"])),
            ("let colors = vec![(\"Rose\", \"Amber\", 3)", None),
            ("log(\"Rose\", \"Price\", \"a@example.com\")", None),
            ("Pair(\"Rose\", \"Price\")", None),
        ] {
            let field = Field::new(text);
            let start = text.find("(\"").unwrap();
            let found = [4, 5].map(|pattern| {
                let candidate =
                    Candidate { field: &field, range: start..start + 3, pattern, form: Form::Shape, name: "" };
                name(&candidate).map(|place| &text[place])
            });
            assert_eq!(found, [0, 1].map(|at| expected.map(|names| names[at])), "{text}");
        }
    }

    #[test]
    fn names_stand_side_by_side() {
        for (text, expected) in [
            ("Person(\"Zenaide\", \"Quillfeather\")", Some(["Zenaide", "Quillfeather"])),
            ("Employee(12, 'Zenaide', 'Quillfeather')", Some(["Zenaide", "Quillfeather"])),
            ("User(\"Admin\", \"Editor\")", None),
            ("User(\"Zenaide\", \"admin\")", None),
            ("User(name, \"Zenaide\")", None),
        ] {
            let field = Field::new(text);
            let end = text.find('(').unwrap() + 2;
            let found = [0, 1].map(|pattern| {
                let candidate = Candidate { field: &field, range: 0..end, pattern, form: Form::Shape, name: "" };
                name(&candidate).map(|place| &text[place])
            });
            assert_eq!(found, [0, 1].map(|at| expected.map(|names| names[at])), "{text}");
        }
    }
}
