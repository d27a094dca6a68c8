//! Identifiers of persons beside the system that gave them, as records of health have them (FHIR):
//! `{"system": "urn:hospital:mrn", "value": "RX884120"}`, `<system value="…"/><value value="RX884120"/>`; identifiers of certificates
//! behind a name (eID of the Baltic countries): `ROE,JANE,48507142714`; and numbers of chips beside a word for their card.

use std::{borrow::Cow, ops::Range};

use super::record_numbers::ID_NUMBER_INFO;
use crate::recognizers::secrets::stand_ins::is_placeholder;
use crate::recognizers::support::numerals::stands_alone;
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: ID_NUMBER_INFO,
    patterns: Cow::Borrowed(&[
        Pattern::within("\"value\" ?: ?\"[0-9A-Za-z]", 0.7, 0.75),
        Pattern::within("<value value=\"[0-9A-Za-z]", 0.7, 0.75),
        CERTIFIED,
        // The number of a chip for short distances (ISO 14443): seven bytes, where addresses of networks have six.
        Pattern::regex("[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){6}", 0.2, 0.85),
    ]),
    context: words![
        "tag",
        "nfc",
        "rfid",
        "uid",
        "fob",
        "chip",
        "badge",
        "card",
        "mifare",
        "ntag",
        "transponder",
        "karte",
        "carte",
        "tarjeta"
    ],
    check: |candidate| match candidate.pattern {
        CERTIFICATE => {
            certified_name(candidate)?;
            candidate.part(candidate.range.start + 1..candidate.range.end)
        }
        CHIP => {
            let is_longer = candidate.field.text[candidate.range.end..].starts_with(':');
            (!is_longer && stands_alone(candidate)).then(|| candidate.whole())?
        }
        _ => candidate.part(of_system(candidate)?),
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

/// The patterns of certificates and of chips.
const CERTIFICATE: usize = 2;
const CHIP: usize = 3;

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
