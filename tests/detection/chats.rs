//! Chats and dialogues, read by rules and the language model together: who speaks, who is asked for a name, who is addressed.

use masquerade_detect::text::Field;

use crate::{READER, reading};

/// The parts of `text` that are found, in order.
fn found(text: &str) -> Vec<&str> {
    let entities = READER.detect(&[Field::new(text)], &reading()).remove(0);
    entities.iter().map(|entity| entity.span.slice(text)).collect()
}

#[test]
fn speakers_of_a_chat_are_persons_whatever_their_names() {
    let chat = "Marta: hola\nIkerne: buenas marta\nMarta: ¿vienes?\nIkerne: sí";
    assert_eq!(found(chat), ["Marta", "Ikerne", "marta", "Marta", "Ikerne"]);
    for text in [
        "Note: bring pens\nTodo: call back\nNote: also paper",
        "Input: hello\nOutput: olleh\nInput: world\nOutput: dlrow",
        "Kunde: Guten Tag\nBot: Worum geht es?\nKunde: Rechnung",
    ] {
        assert!(found(text).is_empty(), "{text}: {:?}", found(text));
    }
}

#[test]
fn answers_to_questions_for_a_name_are_persons() {
    for (text, name) in [
        ("Agent: And your last name?\nCustomer: vandermolen", "vandermolen"),
        ("Q: What's ur name?\nA: thirumal", "thirumal"),
        ("Medewerker: Met wie spreek ik?\nKlant: wietske", "wietske"),
    ] {
        assert_eq!(found(text), [name], "{text}");
    }
    for text in ["Agent: May I have your name please?\nCustomer: No thanks", "Q: Name of the product?\nA: Toaster"] {
        assert!(found(text).is_empty(), "{text}: {:?}", found(text));
    }
}

#[test]
fn a_message_of_one_word_may_be_a_name() {
    for name in ["anthony", "ganeshan", "anderson"] {
        assert_eq!(found(name), [name]);
    }
    assert_eq!(found("ganeshan 4953"), ["ganeshan"]);
    for text in ["kubectl", "stdout", "invoice 4953", "deliver", "monday", "param", "thankyou"] {
        assert!(found(text).is_empty(), "{text}: {:?}", found(text));
    }
}

#[test]
fn who_is_addressed_is_a_person_in_any_case_of_the_name() {
    for (text, name) in [
        ("zavolej Markétě, prosím", "Markétě"),
        ("zadzwoń do Pawła", "Pawła"),
        ("puhuin Liisan kanssa", "Liisan"),
        ("mondd meg Péternek", "Péternek"),
        ("Elif'e söyle", "Elif'e"),
        ("teşekkürler emre", "emre"),
        ("see you\nbisous\njustine", "justine"),
    ] {
        assert_eq!(found(text), [name], "{text}");
    }
    for text in ["Merci bien!", "Hola buenas", "Bom dia pessoal", "Guten Tag", "merci beaucoup", "hej alla"] {
        assert!(found(text).is_empty(), "{text}: {:?}", found(text));
    }
}

#[test]
fn names_in_chats_without_capitals_are_persons_in_any_case() {
    for (text, names) in [
        ("zejtra jdem k zdenkovi a lucka veze dort", ["zdenkovi", "lucka"]),
        ("amanhã vou na casa da jussara com o wesley", ["jussara", "wesley"]),
        ("sutra idemo kod zokija, ivana nosi kolače", ["zokija", "ivana"]),
    ] {
        assert_eq!(found(text), names, "{text}");
    }
    for (text, name) in [
        ("holnap katival megyünk", "katival"),
        ("завтра едем к наташке", "наташке"),
        ("rīt braucam pie ilzes", "ilzes"),
    ] {
        assert_eq!(found(text), [name], "{text}");
    }
    for text in [
        "zejtra jdem do obchodu a koupime chleba",
        "holnap megyunk a boltba, veszunk kenyeret es vajat",
        "завтра едем на дачу, купи мясо и уголь",
    ] {
        assert!(found(text).is_empty(), "{text}: {:?}", found(text));
    }
}
