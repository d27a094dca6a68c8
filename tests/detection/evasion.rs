//! Evasion: texts written so that rules would not see them, from `evasion.toml`, and properties.

use masquerade_detect::text::Field;
use proptest::prelude::*;
use serde::Deserialize;

use crate::{DETECTOR, READER, all, default, reading};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    /// Texts that hide something.
    hidden: Vec<Hidden>,
    /// Texts that look like it and hide nothing.
    silent: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hidden {
    text: String,
    /// The part of the text that stands for the entity, all of it.
    entity: String,
    label: String,
    key: Option<String>,
}

fn cases() -> Cases {
    toml::from_str(include_str!("evasion.toml")).expect("cases")
}

#[test]
fn what_is_hidden_is_found_whole() {
    let mut failures = Vec::new();
    for Hidden { text, entity, label, key } in cases().hidden {
        let field = Field { text: &text, key: key.as_deref() };
        let found = DETECTOR.detect(&[field], &default()).remove(0);
        let shown: Vec<_> = found.iter().map(|e| (e.label.name(), e.span.slice(&text))).collect();
        if !shown.contains(&(label.as_str(), entity.as_str())) {
            failures.push(format!("{text:?}: {shown:?}, not {label} {entity:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_only_looks_hidden_stays() {
    for text in cases().silent {
        let found = DETECTOR.detect(&[Field::new(&text)], &default()).remove(0);
        let shown: Vec<_> = found.iter().map(|e| (e.label.name(), e.span.slice(&text))).collect();
        assert!(shown.is_empty(), "{text:?}: {shown:?}");
    }
}

#[test]
fn names_are_read_however_their_letters_are_written() {
    let json = |c: char| format!("\\u{:04x}", u32::from(c));
    let html = |c: char| format!("&#{};", u32::from(c));
    let quoted_printable = |c: char| c.to_string().bytes().map(|byte| format!("={byte:02X}")).collect();
    let ways: [&dyn Fn(char) -> String; 3] = [&json, &html, &quoted_printable];
    for (before, name, behind) in [
        ("Wir haben gestern lange mit ", "Jörg Weiß", " gesprochen, er kommt morgen wieder."),
        ("Le dossier a été transmis par ", "François Lévesque", " hier soir."),
        ("Wczoraj rozmawiałam z panią ", "Małgorzatą Żurek", " o umowie."),
    ] {
        for way in ways {
            let written = |text: &str| -> String {
                text.chars().map(|c| if c.is_ascii() { c.to_string() } else { way(c) }).collect()
            };
            let (text, name) = (written(&[before, name, behind].concat()), written(name));
            let found = READER.detect(&[Field::new(&text)], &reading()).remove(0);
            let shown: Vec<_> = found.iter().map(|e| e.span.slice(&text)).collect();
            assert!(shown.contains(&&*name), "{text:?}: {shown:?}");
        }
    }
}

/// Ways to write a character otherwise that keep its meaning.
fn disguised(c: char, way: u8) -> String {
    let code = u32::from(c);
    match way {
        0 => format!("%{code:02X}"),
        1 => format!("&#{code};"),
        2 => format!("&#x{code:x};"),
        3 => format!("\\u{code:04x}"),
        4 => char::from_u32(code + 0xFEE0).map_or(c, |wide| wide).to_string(),
        5 => format!("{c}\u{200b}"),
        6 => format!("{c}\u{ad}"),
        _ => c.to_string(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_address_is_found_however_its_characters_are_written(ways in prop::collection::vec(0_u8..8, 20), before in "[a-zé日 ]{0,300}") {
        let address: String = "jane.doe@example.com".chars().zip(ways).map(|(c, way)| disguised(c, way)).collect();
        let text = format!("{before} {address} and more");
        let found = DETECTOR.detect(&[Field::new(&text)], &default()).remove(0);
        let start = before.len() + 1;
        // What nobody sees at its end may be left out.
        let end = start + address.trim_end_matches(['\u{200b}', '\u{ad}']).len();
        let covered = found.iter().any(|entity| entity.span.start() <= start && entity.span.end() >= end);
        prop_assert!(covered, "{:?}: {:?}", text, found);
    }

    #[test]
    fn no_text_breaks_detection(parts in prop::collection::vec(prop_oneof![
        "\\PC{0,6}",
        "[%&#\\\\ux0-9a-f;@.]{0,10}",
        prop::sample::select(&["amFuZS5kb2VAZXhhbXBsZS5jb20=", " (at) ", " dot com", "\u{200d}", "𝟒𝟏𝟏𝟏", "４１１１", "%F0%9F", "\\ud83d", "078 – 05 – 1120"][..]).prop_map(str::to_owned),
    ], 0..20)) {
        let text = parts.concat();
        let mut end = 0;
        for entity in DETECTOR.detect(&[Field::new(&text)], &all()).remove(0) {
            prop_assert!(entity.span.start() >= end && text.get(entity.span.range()).is_some());
            end = entity.span.end();
        }
    }
}
