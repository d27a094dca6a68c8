//! Names in members beside a value: `"name": "ssn", "value": "…"`.

use std::ops::Range;

use super::MAX_NAME;
use crate::text::{identifier, window};

/// Members that name the value beside them.
pub(super) const NAMING: &[&str] = &[
    "name",
    "key",
    "type",
    "field",
    "label",
    "attribute",
    "column",
    "kind",
    "param",
    "parameter",
    "variable",
    "id",
    "title",
    "option",
    "setting",
    "property",
    "system",
    "question",
    "prompt",
    // In other languages.
    "bezeichnung",
    "feld",
    "schluessel",
    "champ",
    "cle",
    "libelle",
    "campo",
    "clave",
    "etiqueta",
    "chave",
    "chiave",
    "etichetta",
    "veld",
    "sleutel",
    "pole",
    "klucz",
    "nazwa",
];

/// The places of the names that the members before the end of `head` may give the value behind it, the nearest first:
/// `"name": "ssn",`, `key="ssn"`, `ParameterKey=ssn,`. A type may stand between, or be the name itself; an identifier and what is true or
/// false may, too.
pub fn beside(head: &str) -> impl Iterator<Item = Range<usize>> {
    /// Most members that are looked at.
    const MOST: usize = 4;
    /// Signs between members, and members of a name that is an object.
    const SIGNS: [char; 10] = ['"', '\'', '\\', ' ', '\t', '\n', '\r', ',', '-', ';'];
    const PARTS: [&str; 2] = ["text", "display"];
    /// Members that may stand between a name and its value.
    const BETWEEN: [&str; 6] = ["type", "id", "old", "from", "before", "previous"];
    /// Values of other members that may.
    const VALUES: [&str; 3] = ["true", "false", "null"];
    let mut rest = Some(head);
    let mut left = MOST;
    std::iter::from_fn(move || {
        loop {
            left = left.checked_sub(1)?;
            let outer = rest.take()?.trim_end_matches(SIGNS);
            // The parts of a name in an object of their own: `"type": {"text": "MRN"}, "value": …`.
            let head = outer.trim_end_matches(['}', ']']).trim_end_matches(SIGNS);
            let is_object = outer.ends_with('}');
            let (before, value) = sectioned(head).or_else(|| head.rsplit_once([':', '=']))?;
            // The colon of a scheme: `"system": "http://…/mrn"`.
            let before = if value.starts_with("//") { before.rsplit_once([':', '='])?.0 } else { before };
            let value = value.trim_start_matches(['>', ' ', '"', '\'', '\\']);
            let before = before.trim_end_matches(['"', '\'', '\\', ' ']);
            let stands = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
            let member = &before[before.len() - before.bytes().rev().take_while(stands).count()..];
            // `ParameterKey`, but not `customer_id`.
            let naming = if member.contains(['_', '-']) { member } else { identifier::words(member).last()? };
            let is_one_of = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(naming));
            let is_naming = match is_object {
                true => is_one_of(&PARTS) && is_of_type(&before[..before.len() - member.len()]),
                false => is_one_of(NAMING),
            };
            let is_told = VALUES.contains(&value);
            let is_between = is_told || BETWEEN.iter().any(|known| known.eq_ignore_ascii_case(naming));
            rest = is_between.then(|| &before[..before.len() - member.len()]);
            if !is_told && (is_naming || !is_between) {
                let is_name = is_naming && !value.contains(['\n', '{', '}', '<', '(', ',']);
                return is_name.then(|| head.len() - value.len()..head.len());
            }
        }
    })
}

/// Reports whether `head` ends within the object of a type, as codes of health records have it (HL7 FHIR, CodeableConcept):
/// `"type": {"coding": [{"code": "MR", `.
fn is_of_type(head: &str) -> bool {
    let near = window::before(head, head.len(), 2 * MAX_NAME);
    let Some(at) = near.rfind("\"type\"") else { return false };
    let inner = near[at + "\"type\"".len()..].trim_start_matches([' ', ':', '\n', '\t']);
    inner.starts_with('{') && !inner.contains('}')
}

/// The name in quotes that ends `head`, with colons between its sections as .NET writes them, and what stands before its sign:
/// `key="Mail:ApiKey`.
fn sectioned(head: &str) -> Option<(&str, &str)> {
    let near = window::before(head, head.len(), MAX_NAME);
    let name = &near[near.rfind(['"', '\''])? + 1..];
    // A name of the web has colons, too: `urn:hospital:mrn`.
    let is_name = name.contains(':')
        && !name.starts_with("urn:")
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'_' | b'-' | b'.'));
    let before = head[..head.len() - name.len()].trim_end_matches(['"', '\'', '\\', ' ']);
    let before = before.strip_suffix([':', '='])?;
    is_name.then_some((before, name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_name_the_value_behind_them() {
        for (head, expected) in [
            ("{\"name\": \"ssn\", \"value\": ", vec![]),
            ("{\"name\": \"ssn\", ", vec!["ssn"]),
            ("<add key=\"Mail:ApiKey\" ", vec!["Mail:ApiKey"]),
            ("{\"name\": \"Mail:ApiKey\", \"slotSetting\": false, ", vec!["Mail:ApiKey"]),
            ("{\"kind\": \"token\", \"id\": \"7\", ", vec!["7", "token"]),
            ("{\"customer_id\": \"7\", ", vec![]),
            ("ParameterKey=ssn,", vec!["ssn"]),
            ("{\"type\": {\"text\": \"MRN\"}, ", vec!["MRN"]),
            (
                "\"type\":{\"coding\":[{\"code\":\"MR\",\"display\":\"Medical record number\"}]},",
                vec!["Medical record number"],
            ),
            ("{\"user\": {\"text\": \"MRN\"}, ", vec![]),
            ("{\"field\": \"ssn\", \"old\": \"7-8\", ", vec!["7-8", "ssn"][1..].to_vec()),
        ] {
            assert_eq!(beside(head).map(|place| &head[place]).collect::<Vec<_>>(), expected, "{head}");
        }
    }
}
