//! Names of persons, places and organizations: the language model through `/v1/anonymize`.

use serde_json::{Value, json};

use crate::service::Service;

const PROSE: &str = "My name is John Smith and I have lived in London since I left Microsoft.";

fn at(level: &str) -> Value {
    json!({ "detection_config": { "ner": level } })
}

/// Code and logs in which nobody is named.
const QUIET: &[&str] = &[
    r#"{"name": "get_weather", "parameters": {"type": "object", "required": ["city"]}}"#,
    r#"{"name": "Content-Type", "value": "application/json"}"#,
    "impl Iterator for Self { type Item = u8; fn next(&mut self) -> Option<Self::Item> { self.may.mark() } }",
    "2024-05-01T10:00:00Z INFO request finished in 12 ms status=200 path=/v1/models",
    "You will see a mark in May if the self test may fail.",
    "error[E0382]: borrow of moved value: `item`",
    "#include <stdio.h>\nint main(void) { return 0; }",
    "SELECT id, total FROM orders WHERE state = 'open' ORDER BY total DESC;",
];

#[test]
fn every_level_does_what_it_says() {
    let service = Service::shared();
    let client = service.unkept();
    assert_eq!(client.anonymize_with(&[PROSE], &at("off")).texts, [PROSE]);
    for level in ["fast", "full"] {
        let answer = client.anonymize_with(&[PROSE], &at(level));
        let labels = answer.labels();
        assert!(!answer.texts[0].contains("Smith") && !answer.texts[0].contains("London"), "{level}: {answer:?}");
        assert!(labels.contains(&"PERSON") && labels.contains(&"LOCATION"), "{level}: {answer:?}");
    }
    // The instance's own level is the default.
    assert_eq!(client.anonymize(&[PROSE]).texts, client.anonymize_with(&[PROSE], &at("full")).texts);
}

#[test]
fn names_beside_escape_sequences_are_whole() {
    let service = Service::shared();
    let client = service.unkept();
    for text in [
        r#"{"msg":"Hello there,\nKatarzyna Nowak left the building.\nBye"}"#.to_owned(),
        "{\"msg\":\"Hello there,\\nKatarzyna Nowak left.\"}\n{\"msg\":\"x\"}".to_owned(),
        r"print('Dear all,\r\n\tKatarzyna Nowak has left\n')".to_owned(),
        "\u{1b}[1;31mKatarzyna Nowak\u{1b}[0m has left the building".to_owned(),
        r"INFO reply=\x1b[32mKatarzyna Nowak\x1b[0m has left the building".to_owned(),
    ] {
        let answer = client.anonymize(&[&text]);
        assert!(!answer.texts[0].contains("Katarzyna") && !answer.texts[0].contains("Nowak"), "{answer:?}");
    }
}

#[test]
fn labels_of_the_model_are_listed_and_can_be_asked_for_where_it_reads() {
    let service = Service::shared();
    let client = service.unkept();
    let listed = client.send("GET", "/v1/entities").json();
    for label in ["PERSON", "LOCATION", "ORGANIZATION", "NRP"] {
        let entity = listed["entities"].as_array().unwrap().iter().find(|entity| entity["label"] == label).unwrap();
        assert_eq!(entity["validation"], "language_model");
        let languages = entity["languages"].as_array().unwrap();
        assert!(["en", "da", "de", "pl"].iter().all(|code| languages.contains(&json!(code))), "{languages:?}");
    }
    let only = json!({ "detection_config": { "entities": ["name"] } });
    let answer = client.anonymize_with(&[PROSE], &only);
    assert_eq!(answer.labels(), ["PERSON"], "{answer:?}");
    assert!(answer.texts[0].contains("London"));
    let off = json!({ "text": [PROSE], "detection_config": { "entities": ["EMAIL_ADDRESS", "PERSON"], "ner": "off" } });
    let refused = client.post("/v1/anonymize", off.to_string());
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["errors"][0]["pointer"], "/detection_config/entities/1");
    let high = json!({ "anonymization_config": { "threshold": 1.0 } });
    assert_eq!(client.anonymize_with(&[PROSE], &high).texts, [PROSE]);
}

#[test]
fn an_instance_without_the_model_says_so() {
    let service = Service::without_model();
    let client = service.unkept();
    for (config, pointer) in [
        (json!({ "ner": "full" }), "/detection_config/ner"),
        (json!({ "entities": ["PERSON"] }), "/detection_config/entities/0"),
        (json!({ "entities": ["NRP"] }), "/detection_config/entities/0"),
    ] {
        let refused = client.post("/v1/anonymize", json!({ "text": [], "detection_config": config }).to_string());
        assert_eq!((refused.status, refused.json()["errors"][0]["pointer"].clone()), (422, json!(pointer)));
    }
    // What introduces itself is found all the same.
    let answer = client.anonymize(&["From: Jane Roe <jane.roe@example.com>"]);
    assert_eq!(answer.texts, ["From: [PERSON_1] <[EMAIL_ADDRESS_1]>"]);
}

#[test]
fn rules_and_the_model_share_a_text() {
    let service = Service::shared();
    let client = service.unkept();
    let text = "John Smith (john.smith@example.com) paid with 4111 1111 1111 1111 at https://example.com/john.";
    let answer = client.anonymize(&[text]);
    let expected = "[PERSON_1] ([EMAIL_ADDRESS_1]) paid with [CREDIT_CARD_1] at https://example.com/john.";
    assert_eq!(answer.texts, [expected]);
    let deny = json!({ "detection_config": { "deny_list": [{ "text": "Smith", "label": "ORGANIZATION" }] } });
    assert!(client.anonymize_with(&[PROSE], &deny).labels().contains(&"ORGANIZATION"));
    let allow = json!({ "detection_config": { "allow_list": ["John Smith"] } });
    assert!(client.anonymize_with(&[PROSE], &allow).texts[0].contains("John Smith"));
}

#[test]
fn who_was_named_in_full_is_found_again_in_all_texts() {
    let service = Service::shared();
    let client = service.unkept();
    let texts =
        ["Zimmermann-XY1 called", "I met Anneliese Zimmermann in Berlin.", "so Anneliese it is; and Zimmermann?"];
    let answer = client.anonymize(&texts);
    assert!(!answer.texts[1].contains("Zimmermann"), "{answer:?}");
    assert!(!answer.texts[2].contains("Anneliese") && !answer.texts[2].contains("Zimmermann"), "{answer:?}");
    assert!(answer.texts[0].starts_with("[PERSON_"), "{answer:?}");
}

#[test]
fn code_logs_and_ordinary_words_name_nobody() {
    let service = Service::shared();
    let client = service.unkept();
    let more = json!({ "detection_config": { "entities": ["PERSON"] } });
    let answer = client.anonymize_with(QUIET, &more);
    assert_eq!(answer.texts, QUIET);
}

#[test]
fn names_of_fields_are_nobodys() {
    let service = Service::shared();
    let client = service.unkept();
    for (text, names) in [
        ("BIC COBADEFFXXX", vec!["BIC"]),
        ("Nascimento: 12/03/1985", vec!["Nascimento"]),
        ("Cognome: Rossi\nNome: Mario\nCodice Fiscale: RSSMRA85T10A562S", vec!["Cognome", "Nome", "Codice Fiscale"]),
        ("Adresse: 12 rue de la Paix, 75002 Paris\nCode Postal: 75002\nPays: France", vec!["Code Postal", "Pays"]),
        ("NIF,Nombre,Ciudad\n12345678Z,Ana Ruiz,Madrid", vec!["NIF", "Nombre", "Ciudad"]),
    ] {
        let answer = client.anonymize(&[text]);
        assert!(names.iter().all(|name| answer.texts[0].contains(name)), "{answer:?}");
        assert_ne!(answer.texts[0], text);
    }
    // The same word is a name elsewhere.
    let text = "Her name is Maria Nascimento, and she lives in Porto.";
    assert!(!client.anonymize(&[text]).texts[0].contains("Nascimento"));
}

#[test]
fn assistants_are_no_people_in_texts_about_them() {
    let service = Service::shared();
    let client = service.unkept();
    let prompt =
        "You are Claude Code, the command-line tool of Anthropic. Claude reads files before Claude edits them.";
    assert!(!client.anonymize(&[prompt]).labels().contains(&"PERSON"));
    let found = client.anonymize(&["Is Claude there? Please tell Claude that the doctor has called."]);
    assert!(!found.texts[0].contains("Claude"), "{found:?}");
}

#[test]
fn what_was_masked_is_restored_exactly() {
    let service = Service::shared();
    let client = service.unkept();
    let texts = [
        PROSE,
        "Dear Ms O’Brien,\r\nZoë Öztürk-Müller — née Roe — says “hi” to [PERSON_1].\r\nRegards,\r\nJ. R. Roe\r\n",
    ];
    for method in ["REDACT", "HASH", "ENCRYPT", "SYNTHETIC"] {
        let more = json!({ "anonymization_config": { "deidentification_method": method } });
        let answer = client.anonymize_with(&texts, &more);
        assert_ne!(answer.texts, texts);
        assert_eq!(client.restore_by(&answer.texts, &answer.entities).texts, texts, "{method}");
    }
}

#[test]
fn a_question_says_what_a_short_answer_is() {
    let service = Service::shared();
    let client = service.unkept();
    for (question, answer) in
        [("What is your name?", "okwudi"), ("Thanks for waiting. May I have your name, please", "okwudi")]
    {
        assert_eq!(client.anonymize(&[answer]).texts, [answer], "alone it says nothing");
        let found = client.anonymize(&[question, answer]);
        assert_eq!(found.texts, [question, "[PERSON_1]"], "{question}");
        assert_eq!(client.restore_by(&found.texts, &found.entities).texts, [question, answer]);
    }
    // What stands alone is found behind any question, and a question makes no name of any answer.
    let kept = ["Is it raining?", "jane@example.com", "Is it late?", "no idea", "What is your name?", "why?"];
    assert_eq!(client.anonymize(&kept).labels(), ["EMAIL_ADDRESS"]);
    let card = ["What is your passport number?", "XC1234567"];
    assert!(!client.anonymize(&card).texts[1].contains("1234"), "rules know questions, too");
}

/// Sentences in European languages, with the names that must not be left in each.
const EUROPEAN: &[(&str, &[&str])] = &[
    ("Jeg talte med Mette Sørensen i går, og hun sagde, at Jonas Krogh kommer på mandag.", &["Mette", "Jonas"]),
    ("Die Rechnung ging an Jürgen Hoffmann, aber seine Kollegin Sabine Kraus hat sie bezahlt.", &["Hoffmann", "Kraus"]),
    ("Le rapport de Camille Lefèvre est sur la table, et Antoine Girard ne l'a pas encore lu.", &["Lefèvre", "Girard"]),
    ("Ayer llamó Lucía Fernández para decir que Javier Ortega no puede venir con nosotros.", &["Lucía", "Ortega"]),
    ("Ho parlato con Giulia Ferrara della consegna, ma Matteo Greco non è stato informato.", &["Ferrara", "Greco"]),
    ("De heer Bakker heeft gebeld en gevraagd of Femke Visser hem vandaag nog terugbelt.", &["Bakker", "Femke"]),
    ("Wczoraj rozmawiałam z Katarzyną Wójcik o umowie, którą podpisał Tomasz Zieliński.", &["Wójcik", "Zieliński"]),
    ("O contrato foi assinado por Joana Carvalho e depois enviado para o Rui Tavares.", &["Joana", "Tavares"]),
    ("Jag pratade med Elin Lindqvist om mötet, men hon hade inte hört något från Oskar Berg.", &["Lindqvist", "Oskar"]),
    ("Sopimuksen allekirjoitti Päivi Korhonen, ja Mikko Virtanen lähetti sen eteenpäin.", &["Korhonen", "Virtanen"]),
    ("A szerződést Kovács Zsófia írta alá, és Nagy Bence küldte el tegnap az ügyfélnek.", &["Kovács", "Bence"]),
    ("Ugovor je potpisala Ivana Horvat, a poslije ga je poslao Marko Kovačević.", &["Horvat", "Kovačević"]),
    ("Contractul a fost semnat de Andreea Popescu și trimis apoi de către Mihai Ionescu.", &["Popescu", "Ionescu"]),
];

#[test]
fn names_are_found_in_european_languages() {
    let service = Service::shared();
    let client = service.unkept();
    for (text, names) in EUROPEAN {
        let answer = client.anonymize_with(&[text], &at("full"));
        for name in *names {
            assert!(!answer.texts[0].contains(name), "{name}: {answer:?}");
        }
    }
}

#[test]
fn sentences_without_names_stay_as_they_are() {
    let service = Service::shared();
    let client = service.unkept();
    for text in [
        "Die Rechnung liegt seit Montag auf dem Tisch, und der Vertrag ist noch nicht unterschrieben.",
        "Le rapport est sur la table depuis lundi, mais la facture n'est pas encore payée.",
        "Umowa leży na stole od poniedziałku, ale faktura nie jest jeszcze zapłacona.",
        "Fakturan ligger på bordet sedan i måndags, men avtalet är inte undertecknat än.",
    ] {
        let found = client.anonymize_with(&[text], &at("full"));
        let is_name = |label: &&str| ["PERSON", "LOCATION", "ORGANIZATION", "NRP"].contains(label);
        assert!(!found.labels().iter().any(is_name), "{found:?}");
    }
}
