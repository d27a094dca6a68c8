//! First and last names as two arguments of a call that makes a person, or as two values of a row of people: `new Person("Jane", "Roe")`,
//! `INSERT INTO staff VALUES (7, 'Jane', 'Roe')`.

use std::{borrow::Cow, ops::Range};

use super::introduced_name::INFO;
use crate::common_words::is_common_word;
use crate::keys::{MOST_ARGUMENTS, literal_arguments};
use crate::recognizers::secrets::randomness::is_common;
use crate::recognizers::support::name_shape::{is_name_word, is_other};
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
    patterns: Cow::Borrowed(&[CALL, CALL, ROW, ROW]),
    context: words![],
    check: |candidate| candidate.part(name(candidate)?),
}];

/// The first or the last name of the two that `candidate` introduces.
fn name(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    let text = candidate.field.text;
    let open = candidate.range.start + candidate.matched().rfind('(')? + 1;
    let arguments: [_; MOST_ARGUMENTS] = literal_arguments(text, open);
    let is_name = |place: &Option<Range<usize>>| place.as_ref().is_some_and(|place| is_name(&text[place.clone()]));
    let at = (1..MOST_ARGUMENTS).find(|at| is_name(&arguments[at - 1]) && is_name(&arguments[*at]))?;
    arguments.into_iter().nth(if candidate.pattern.is_multiple_of(2) { at - 1 } else { at })?
}

/// Reports whether it is one word as names are written, and no word of programs or prose.
fn is_name(found: &str) -> bool {
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
