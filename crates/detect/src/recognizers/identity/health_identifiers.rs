//! Identifiers of persons beside the system that gave them, as records of health have them (FHIR):
//! `{"system": "urn:hospital:mrn", "value": "RX884120"}`, `<system value="…"/><value value="RX884120"/>`.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::secrets::stand_ins::is_placeholder;
use crate::text::window;
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("\"value\" ?: ?\"[0-9A-Za-z]", 0.7, 0.75),
        Pattern::within("<value value=\"[0-9A-Za-z]", 0.7, 0.75),
    ]),
    context: words![],
    check: |candidate| candidate.part(of_system(candidate)?),
}];

/// The value, if the same object says which system gave it: an address or a name of the web, as those of telephones are not.
fn of_system(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Bytes on either side, longest value, and fewest digits of one.
    const NEAR: usize = 192;
    const LONGEST: usize = 48;
    const DIGITS: usize = 3;
    let text = candidate.field.text;
    let start = candidate.range.end - 1;
    let near = window::behind(text, start, LONGEST + 1);
    let found = near.get(..near.find('"')?)?;
    let stands = |b: u8| b.is_ascii_alphanumeric() || b" .-/_".contains(&b);
    let is_number = found.bytes().filter(u8::is_ascii_digit).count() >= DIGITS && found.bytes().all(stands);
    let before = window::before(text, candidate.range.start, NEAR);
    let behind = window::behind(text, start + found.len(), NEAR);
    // The object around it begins with the last bracket that is open, and ends with the next one.
    let opening = if candidate.pattern == 0 { "{" } else { "<identifier" };
    let closing = if candidate.pattern == 0 { "}" } else { "</identifier" };
    let before = before.rfind(opening).map(|at| &before[at..])?;
    let behind = behind.split(closing).next().unwrap_or_default();
    let system = if candidate.pattern == 0 { "\"system\"" } else { "<system " };
    let is_told = [before, behind].into_iter().any(|part| {
        part.find(system).is_some_and(|at| {
            let rest = window::behind(part, at + system.len(), NEAR).trim_start_matches([' ', ':', '"']);
            let rest = rest.strip_prefix("value=\"").unwrap_or(rest);
            rest.starts_with("http") || rest.starts_with("urn:")
        })
    });
    (is_number && is_told && !is_placeholder(found)).then(|| start..start + found.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Form, text::Field};

    #[test]
    fn values_have_a_system() {
        for (text, expected) in [
            (r#"{"system": "urn:hospital:mrn", "value": "RX884120"}"#, Some("RX884120")),
            (r#"{"use": "official", "value": "RX884120", "system": "http://example.org/mrn"}"#, Some("RX884120")),
            (r#"{"system": "phone", "value": "RX884120"}"#, None),
            (r#"{"system": "urn:x:y"}, {"value": "RX884120"}"#, None),
            (r#"{"system": "urn:hospital:mrn", "value": "pending"}"#, None),
        ] {
            let (field, at) = (Field::new(text), text.find("\"value\"").unwrap_or(text.len()));
            let Some(open) = text[at..].find(": \"").map(|len| at + len + 3) else { continue };
            let candidate = Candidate { field: &field, range: at..open + 1, pattern: 0, form: Form::Shape, name: "" };
            assert_eq!(of_system(&candidate).map(|place| &text[place]), expected, "{text}");
        }
    }
}
