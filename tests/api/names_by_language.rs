//! Names in chats, in other languages and beside words that are no part of them, and words that name nobody: the policy
//! around the language models, through `/v1/anonymize`.

use serde_json::json;

use crate::service::Service;

/// Texts, each with the names in it.
const NAMED: &[(&str, &[&str])] = &[
    // First names in small letters, with little else to tell.
    ("lunch with saoirse at noon?", &["saoirse"]),
    ("zeg tegen femke dat ze belt", &["femke"]),
    ("mi hija valentina está en casa hoy", &["valentina"]),
    ("min son oskar är hemma idag", &["oskar"]),
    ("ask rebecca lindholm about it please", &["rebecca lindholm"]),
    // Words beside a name.
    ("habla patricia del servicio técnico", &["patricia"]),
    ("Potilas Matti Laine odottaa vastausta.", &["Matti Laine"]),
    ("Pacientka Jana Dvořáková čeká na výsledky.", &["Jana Dvořáková"]),
    ("Surgeon Whitfield is on call.", &["Whitfield"]),
    ("Demir Bey bugün aradı.", &["Demir"]),
    // What belongs to somebody is not named after them.
    ("Anna's disease is getting worse.", &["Anna"]),
    ("Please tell aunt Rosalind about the arranger Andrew Powell.", &["Rosalind", "Andrew Powell"]),
    // The answer to a question for a name is a name to its end.
    ("May I have your full name, please?\nMartin book", &["Martin book"]),
    ("Who am I speaking with?\nJill Later", &["Jill Later"]),
    // Addresses between names that are turned round.
    ("To: x@example.com, Doe, Richard, y@example.com, Roe, Jane\nSubject: keys", &["Doe, Richard", "Roe, Jane"]),
    // Names beside the names of fields, of departments, of drugs.
    ("Imię: Dorota\nNazwisko: Kaczmarczyk\nMiasto: Radom", &["Dorota", "Kaczmarczyk"]),
    ("Mr Whitcombe was given Gabapentin and Levaquin.", &["Whitcombe"]),
    ("Kind regards,\nMiriam Castellanos\nCustomer Service", &["Miriam Castellanos"]),
];

/// Texts in which nobody is named: words of other languages, things named after people, dishes, letters.
const QUIET: &[&str] = &[
    "Verticale schaal",
    "Toimitus ilmainen",
    "Onjuiste uitgebreide kop",
    "Nepoznata greška sustava",
    "Neplatná hodnota parametru",
    "Ugyldigt tegn i navnet",
    "He was diagnosed with Crohn's disease.",
    "Newton's method converges in a few steps.",
    "Patient mit Morbus Crohn in Behandlung",
    "Eggs Benedict with toast, please",
    "Basmati Rice and Chicken Tikka Masala",
    "GREEK CAPITAL LETTER RHO",
    "Hurricane Rita packed winds of 240 kilometres an hour.",
    "Murphy's sign was negative, and Silverman's rule does not apply.",
    "She is on Coumadin, Atorvastatin and Omeprazole.",
    "The invoice is attached.\n\nKind regards,\nHuman Resources",
    "die Rechnung liegt bei und ist noch nicht bezahlt.\n\nMit freundlichen Grüßen\nIhre Buchhaltung",
    "segue em anexo o boleto do mês de abril.\n\nAtenciosamente,\nDepartamento Financeiro",
    "| Mitarbeiter | Abteilung |\n|---|---|\n| 12 | 3 |",
];

#[test]
fn names_are_found_without_the_words_around_them() {
    let service = Service::shared();
    let client = service.unkept();
    for (text, names) in NAMED {
        let answer = client.anonymize_with(&[text], &json!({ "detection_config": { "entities": ["PERSON"] } }));
        let found: Vec<_> = answer.entities.iter().map(|entity| entity["text"].as_str().unwrap()).collect();
        assert_eq!(found, *names, "{text}");
    }
}

#[test]
fn words_of_other_languages_and_things_named_after_people_name_nobody() {
    let service = Service::shared();
    let client = service.unkept();
    for text in QUIET {
        let more = json!({ "detection_config": { "entities": ["PERSON", "LOCATION"] } });
        assert_eq!(client.anonymize_with(&[text], &more).texts, [*text]);
    }
}
