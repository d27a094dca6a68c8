//! Names in the cases of their languages, read by rules and the language model together: persons who are named in full once, and in
//! another form later.

use masquerade_detect::text::Field;

use crate::{READER, reading};

/// The persons in `text`, in order.
fn persons(text: &str) -> Vec<&str> {
    let entities = READER.detect(&[Field::new(text)], &reading()).remove(0);
    let is_person = entities.iter().filter(|entity| entity.label.name() == "PERSON");
    is_person.map(|entity| entity.span.slice(text)).collect()
}

#[test]
fn who_was_named_in_full_is_found_in_other_cases() {
    for (text, forms) in [
        ("Pri nehode sa zranila Helena Kubincová. Kubincovú previezli do nemocnice.", &["Kubincovú"][..]),
        ("Svědkem byl Radek Pospíšil. Pospíšilovi nikdo nevěřil.", &["Pospíšilovi"]),
        ("Ranny został Marian Gwóźdź. Gwóździa zabrało pogotowie.", &["Gwóździa"]),
        ("Syytetty on Risto Pekka Huttunen. Huttuselta vietiin ase.", &["Huttuselta"]),
        ("Kannatanu oli Jaak Vaarik. Vaariku auto põles.", &["Vaariku"]),
        (
            "A sérült Halmai Gellért. Halmait kórházba vitték, Gellértnek nincs hozzátartozója.",
            &["Halmait", "Gellértnek"],
        ),
        ("Nukentėjo Petras Vaičiulis. Vaičiulio žmona iškvietė pagalbą.", &["Vaičiulio"]),
        ("Verletzt wurde Ulrike Bremser. Bremsers Nachbar half.", &["Bremsers"]),
        ("Skadd ble Sigrun Haltli. Haltlis bil ble ødelagt.", &["Haltlis"]),
        ("Пострадал Игнат Рожков. Рожкову помог сосед.", &["Рожкову"]),
    ] {
        let found = persons(text);
        assert!(forms.iter().all(|form| found.contains(form)), "{text}: {found:?}");
    }
}

#[test]
fn other_words_that_begin_like_a_name_are_left() {
    for (text, word) in [
        ("Ontslagen werd Kees Berg. Bergen in Noorwegen zijn hoog.", "Bergen"),
        ("Napsal to Roman Hora. Romány vycházejí v Praze.", "Romány"),
    ] {
        assert!(!persons(text).contains(&word), "{text}");
    }
}

#[test]
fn who_is_present_is_a_person() {
    assert_eq!(persons("Anwesend: Brüning, Abdallah, Schmitz-Kerkhoff (Protokoll)").len(), 3);
    assert_eq!(persons("Jelen vannak: Dobos Lívia, Kántor Ákos").len(), 2);
}

#[test]
fn ordinary_words_that_begin_sentences_are_no_persons() {
    for text in [
        "Rovnako súhlasil aj s návrhom ministra. Nakoniec sa o tom hlasovalo.",
        "Otvorte ponuku Nastavenia a kliknite na Uložiť.",
        "Kattintson a Mentés gombra.",
    ] {
        assert!(persons(text).is_empty(), "{text}: {:?}", persons(text));
    }
}
