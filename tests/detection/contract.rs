//! The contract of every recognizer, whatever the text.

use std::fs;

use masquerade_detect::Options;
use masquerade_detect::text::{Field, is_value_edge};
use serde::Deserialize;

use crate::{DETECTOR, all};

/// The part of a case file that these tests need.
#[derive(Deserialize)]
struct Cases {
    #[serde(rename = "match")]
    matches: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    text: String,
}

/// Texts of a label that have something for its recognizer to look at: its example and its cases.
fn texts(label: &str, example: &str) -> Vec<String> {
    let path = format!("{}/tests/cases/{}.toml", env!("CARGO_MANIFEST_DIR"), label.to_lowercase());
    let cases: Cases = toml::from_str(&fs::read_to_string(path).expect("a case file")).expect("cases");
    std::iter::once(example.to_owned()).chain(cases.matches.into_iter().map(|case| case.text)).collect()
}

/// Texts that make the recognizer of `text` work as much as may be: over and over, cut short over
/// and over, without anything between, and in one endless word.
pub fn hostile(text: &str, len: usize) -> Vec<String> {
    let half = text.get(..text.floor_char_boundary(text.len() / 2)).unwrap_or_default();
    let head = text.get(..text.floor_char_boundary(text.len() - 1)).unwrap_or_default();
    let word: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let units = [format!("{text} "), text.to_owned(), format!("{head} "), format!("{half}\n"), word];
    units.iter().filter(|unit| !unit.trim().is_empty()).map(|unit| unit.repeat(len / unit.len() + 1)).collect()
}

fn detect(text: &str, options: &Options) {
    for entity in DETECTOR.detect(&[Field::new(text)], options).remove(0) {
        let range = entity.span.range();
        assert!(text.get(range.clone()).is_some() && !range.is_empty());
    }
}

#[test]
fn hostile_texts_of_every_recognizer_are_searched_to_their_end() {
    let options = all();
    for info in DETECTOR.labels() {
        for text in hostile(info.example, 2 << 10) {
            detect(&text, &options);
            // Cut anywhere, so that each check also meets the end of the text.
            for cut in (0..info.example.len()).map(|cut| text.floor_char_boundary(cut)) {
                detect(&text[..cut], &options);
            }
        }
    }
}

#[test]
fn finds_begin_and_end_where_nothing_of_a_word_is_cut() {
    // A secret may end within what looks like a word; numbers and names may not.
    let secrets = DETECTOR.select(&["SECRETS"]).unwrap();
    let options = all();
    for info in DETECTOR.labels().iter().filter(|info| !secrets.contains(info.label())) {
        for text in texts(info.name, info.example) {
            for entity in DETECTOR.detect(&[Field::new(&text)], &options).remove(0) {
                let range = entity.span.range();
                let whole = is_value_edge(&text, range.start) && is_value_edge(&text, range.end);
                assert!(whole || secrets.contains(entity.label), "{}: {:?} of {text:?}", entity.label, &text[range]);
            }
        }
    }
}
