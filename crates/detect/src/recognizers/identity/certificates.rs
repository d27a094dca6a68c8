//! Numbers of persons in certificates, behind the name of their holder (eID of the Baltic countries): `ROE,JANE,48507142714`.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::text::{is_value_edge, line};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[CERTIFIED]),
    context: words![],
    check: |candidate| {
        certified_name(candidate)?;
        candidate.part(candidate.range.start + 1..candidate.range.end)
    },
}];

/// The number of a person of the Baltic countries, behind a comma.
pub(crate) const CERTIFIED: Pattern = Pattern::within(",[3-6][0-9]{10}", 0.85, 0.9);

/// The family name and the first name in capitals before the number that `candidate` is, as certificates name their holders.
pub(crate) fn certified_name(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Longest names, in bytes.
    const LONGEST: usize = 64;
    let (text, end) = (candidate.field.text, candidate.range.start);
    let head = line::before(text, end, LONGEST);
    let is_part = |c: char| c.is_alphabetic() && !c.is_lowercase() || c == '-';
    let first = head.trim_end_matches(|c| is_part(c) || c == ' ');
    let last = first.strip_suffix(',')?.trim_end_matches(is_part);
    let (first_len, last_len) = (head.len() - first.len(), first.len() - last.len());
    let is_whole =
        is_value_edge(text, candidate.range.end) && !last.ends_with(|c: char| c.is_alphanumeric() || c == ',');
    (first_len > 2 && last_len > 2 && is_whole).then(|| end - head.len() + last.len()..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn holders_stand_before_their_number() {
        for (text, expected) in [
            ("CN=\"MÄGI,KAAREL,37607150129\"", Some("MÄGI,KAAREL")),
            ("KALNIŅA-OZOLA,LĪGA,48507142714", Some("KALNIŅA-OZOLA,LĪGA")),
            ("a,b,48507142714", None),
            ("1,MÄGI,KAAREL,37607150129", None),
            ("MÄGI,KAAREL,376071501291", None),
        ] {
            let (field, start) = (Field::new(text), text.rfind(',').unwrap());
            let range = start..start + ",37607150129".len();
            let candidate = Candidate { field: &field, range, pattern: 0, form: Form::Shape, name: "" };
            assert_eq!(certified_name(&candidate).map(|place| &text[place]), expected, "{text}");
        }
    }
}
