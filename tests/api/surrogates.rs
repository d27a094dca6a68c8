//! Surrogates of names, places and organisations, found by a deny list.

use serde_json::{Value, json};

use crate::{client::Anonymized, service::Service};

/// The request's configuration: these texts are entities, replaced by surrogates.
fn synthetic(denied: &[(&str, &str)]) -> Value {
    let denied: Vec<Value> = denied.iter().map(|(text, label)| json!({ "text": text, "label": label })).collect();
    json!({
        "detection_config": { "deny_list": denied },
        "anonymization_config": { "deidentification_method": "SYNTHETIC" },
    })
}

/// The surrogate of `text` in an answer.
fn surrogate(answer: &Anonymized, text: &str) -> String {
    let found = answer.found().into_iter().find(|(original, ..)| *original == text);
    found.unwrap_or_else(|| panic!("{text} was not found: {answer:?}")).2.to_owned()
}

#[test]
fn a_person_keeps_the_surrogate_in_every_form_of_the_name() {
    let service = Service::shared();
    let forms = ["Jane Roe", "Roe, Jane", "J. Roe", "Ms Roe", "Jane", "Roe"];
    let people = synthetic(&forms.map(|form| (form, "PERSON")));
    let client = service.client("first").session("forms-of-a-name");
    let text = "Jane Roe (Roe, Jane), J. Roe, Ms Roe's desk, Roe’s desk, JANE ROE, and jane.";
    let first = client.anonymize_with(&["Jane Roe called."], &people);
    let whole = surrogate(&first, "Jane Roe");
    let (given, family) = whole.split_once(' ').expect("two words");
    let initial = &given[..1];
    let answer = client.anonymize_with(&[text], &people);
    let (lower, upper) = (given.to_lowercase(), whole.to_uppercase());
    let expected = format!(
        "{whole} ({family}, {given}), {initial}. {family}, Ms {family}'s desk, {family}’s desk, {upper}, and {lower}."
    );
    assert_eq!(answer.texts, [expected]);
    assert_eq!(client.restore(&answer.texts).texts, [text]);
    assert_eq!(client.restore_by(&answer.texts, &answer.entities).texts, [text]);
    // An answer may take up any part.
    let said = format!("I asked {given}; {family}'s reply, and {whole}'s.");
    assert_eq!(client.restore(&[said]).texts, ["I asked Jane; Roe's reply, and Jane Roe's."]);
}

#[test]
fn kinds_of_organisations_and_places_stay() {
    let service = Service::shared();
    let client = service.client("first").session("organisations");
    let named = [("Initech GmbH", "ORGANIZATION"), ("University of Wessex", "ORGANIZATION"), ("France", "LOCATION")];
    let text = "Initech GmbH, the University of Wessex and France";
    let answer = client.anonymize_with(&[text], &synthetic(&named));
    assert!(surrogate(&answer, "Initech GmbH").ends_with(" GmbH"));
    assert!(surrogate(&answer, "University of Wessex").starts_with("University of "));
    assert!(!surrogate(&answer, "France").starts_with('['));
    assert_eq!(client.restore(&answer.texts).texts, [text]);
}

#[test]
fn a_surrogate_of_a_part_that_stands_in_a_later_text_is_not_restored_as_data() {
    let service = Service::shared();
    let client = service.client("first").session("part-injection");
    let people = synthetic(&[("Jane Roe", "PERSON")]);
    let whole = surrogate(&client.anonymize_with(&["Jane Roe"], &people), "Jane Roe");
    let (given, family) = whole.split_once(' ').expect("two words");
    for text in [format!("ask {given} Smith"), format!("{family}, Jane Roe, {family} {given}")] {
        let answer = client.anonymize_with(&[&text], &people);
        assert_eq!(client.restore(&answer.texts).texts, [text]);
    }
}

#[test]
fn people_of_two_tenants_and_of_one_session_are_told_apart() {
    let service = Service::shared();
    let people = ["Jane Roe", "Jane Doe", "June Roe", "jane roe", "Dr. Jane Roe"];
    let more = synthetic(&people.map(|name| (name, "PERSON")));
    let text = people.join("; ");
    let ours = service.unkept().anonymize_with(&[&text], &more);
    let theirs = service.client("rival").header("Cache-Control", "no-store").anonymize_with(&[&text], &more);
    let surrogates = |answer: &Anonymized| answer.found().iter().map(|found| found.2.to_owned()).collect::<Vec<_>>();
    let (ours, theirs) = (surrogates(&ours), surrogates(&theirs));
    let distinct: std::collections::HashSet<&String> = ours.iter().collect();
    assert_eq!(distinct.len(), people.len(), "{ours:?}");
    assert!(ours.iter().zip(&theirs).all(|(ours, theirs)| ours != theirs));
}
