//! Logits and spans of small models with random weights, held to those of the reference implementation, which
//! `models/make.py` has written beside them.

#![allow(clippy::unwrap_used, reason = "a test that fails panics")]

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use masquerade_transformer::{Aggregation, RunError, TokenClassifier};
use serde_json::Value;

/// The model of each architecture; DeBERTa's second version has a convolution, the third has buckets.
const MODELS: [&str; 7] = ["bert", "distilbert", "roberta", "xlm-roberta", "deberta-v3", "deberta-v2", "modernbert"];

/// The greatest difference of two equal logits or scores.
const EQUAL: f64 = 1e-3;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(name)
}

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(60)
}

fn expected(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder(name).join("expected.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn load(name: &str, aggregation: Aggregation) -> TokenClassifier {
    TokenClassifier::load(&folder(name), aggregation).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn logits_are_those_of_the_reference_implementation() {
    for name in MODELS {
        let model = load(name, Aggregation::Simple);
        for case in expected(name) {
            let text = case["text"].as_str().unwrap();
            let windows = model.logits(text, soon()).unwrap();
            let wanted: Vec<Vec<Vec<f64>>> = serde_json::from_value(case["logits"].clone()).unwrap();
            let shape = |windows: &[usize]| windows.to_vec();
            let (got, want): (Vec<_>, Vec<_>) =
                (windows.iter().map(Vec::len).collect(), wanted.iter().map(Vec::len).collect());
            assert_eq!(shape(&got), shape(&want), "{name}: tokens of windows of {text:?}");
            let numbers = windows.iter().flatten().flatten().map(|number| f64::from(*number));
            let farthest = numbers.zip(wanted.iter().flatten().flatten()).map(|(got, want)| (got - want).abs());
            let farthest = farthest.fold(0.0, f64::max);
            assert!(farthest < EQUAL, "{name}: {farthest} in {text:?}");
        }
    }
}

/// An entity of the reference implementation, without white space at its ends, in bytes.
fn span(text: &str, span: &Value) -> Option<(usize, usize, String, f64)> {
    let at = |number: &Value| {
        let characters = usize::try_from(number.as_u64().unwrap()).unwrap();
        text.char_indices().nth(characters).map_or(text.len(), |(at, _)| at)
    };
    let (start, end) = (at(&span[0]), at(&span[1]));
    let part = &text[start..end];
    let trimmed = (end - part.trim_start().len(), start + part.trim_end().len());
    let (label, score) = (span[2].as_str().unwrap().to_owned(), span[3].as_f64().unwrap());
    (trimmed.0 < trimmed.1).then_some((trimmed.0, trimmed.1, label, score))
}

#[test]
fn spans_are_those_of_the_reference_implementation() {
    let mut count = 0;
    for name in MODELS {
        for (strategy, aggregation) in Aggregation::ALL {
            let model = load(name, aggregation);
            for case in expected(name) {
                let text = case["text"].as_str().unwrap();
                let wanted: Vec<_> =
                    case["spans"][strategy].as_array().unwrap().iter().filter_map(|one| span(text, one)).collect();
                let finds = model.find(text, soon()).unwrap();
                let found: Vec<_> = finds
                    .iter()
                    .map(|find| (find.range.start, find.range.end, model.labels()[find.label].clone()))
                    .collect();
                let places: Vec<_> =
                    wanted.iter().map(|(start, end, label, _)| (*start, *end, label.clone())).collect();
                assert_eq!(found, places, "{name}, {strategy}: {text:?}");
                for (find, (.., score)) in finds.iter().zip(&wanted) {
                    assert!((f64::from(find.score) - score).abs() < EQUAL, "{name}, {strategy}: {find:?}, {score}");
                }
                count += finds.len();
            }
        }
    }
    assert!(count > 500, "{count}: models that find nothing prove nothing");
}

#[test]
fn a_deadline_that_has_passed_is_an_error() {
    for name in MODELS {
        let model = load(name, Aggregation::First);
        assert_eq!(model.find("Some text.", Instant::now()), Err(RunError::Late), "{name}");
    }
}

#[test]
fn a_text_of_many_windows_is_read_to_its_end() {
    let model = load("bert", Aggregation::Simple);
    let text = "Jane Roe 🎉 wrote to Pavel in Brno. ".repeat(200);
    let finds = model.find(&text, soon()).unwrap();
    assert!(finds.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start), "finds overlap");
    assert!(finds.iter().all(|find| text.is_char_boundary(find.range.start) && text.is_char_boundary(find.range.end)));
    assert!(finds.last().is_some_and(|find| text.len() - find.range.end < 100), "the end was not read");
}
